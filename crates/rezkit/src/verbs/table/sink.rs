//! The options of extraction, and the destination of rows.

use super::columns::{Listed, Rows, Table};
use files::OpenOptions;
use files::hash::{Sha256, sha256};
use scene::Problem;
use scene::allowance::Allowance;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Options of [`extract`](super::extract()).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// The tables to fill, except for [`Table::Files`], because one content may occur in many files.
    pub tables: Vec<Table>,
    /// The classes of instances with rows in [`Table::Properties`]; empty for all.
    pub classes: Vec<String>,
    /// The properties with rows in that table; empty for all.
    pub properties: Vec<String>,
    /// Upper bound on the length of text and binary data in that table, in bytes; longer values have a hash instead.
    pub max_text: usize,
    /// The approximate memory limit for a file, and for its rows, in bytes; by default
    /// [`usual_memory`](crate::usual_memory) of the file.
    pub max_memory: Option<usize>,
}

/// Selects all tables except for [`Table::Properties`], which is large.
impl Default for Options {
    fn default() -> Self {
        let is_usual = |table: &Table| *table != Table::Properties;
        Self::of(Table::ALL.iter().copied().filter(is_usual))
    }
}

impl Options {
    /// Options for these tables.
    #[must_use]
    pub fn of(tables: impl IntoIterator<Item = Table>) -> Self {
        let (classes, properties) = (Vec::new(), Vec::new());
        Self { tables: tables.into_iter().collect(), classes, properties, max_text: 1024, max_memory: None }
    }

    /// Returns true if any of these tables is to be filled.
    pub(super) fn wants(&self, tables: &[Table]) -> bool {
        self.tables.iter().any(|table| tables.contains(table))
    }

    pub(super) fn open(&self) -> OpenOptions<'_> {
        let options = OpenOptions::default();
        self.max_memory.map_or(options, |memory| options.max_memory(memory))
    }
}

/// The rows of one content, within a memory limit.
pub(super) struct Sink<'o> {
    pub(super) options: &'o Options,
    pub(super) sha256: Arc<str>,
    pub(super) rows: Rows,
    granted: Allowance,
    /// A cache of hashes of data that many properties share, by index.
    shared: HashMap<usize, Arc<str>>,
}

impl<'o> Sink<'o> {
    pub(super) fn new(options: &'o Options, sha256: &Arc<str>, memory: usize) -> Self {
        Self {
            options,
            sha256: sha256.clone(),
            rows: Rows::default(),
            granted: Allowance::new(memory),
            shared: HashMap::new(),
        }
    }

    pub(super) fn add<R: Listed>(&mut self, row: R) -> ControlFlow<()> {
        self.granted.pay(row.cost())?;
        R::list(&mut self.rows).push(row);
        ControlFlow::Continue(())
    }

    /// Charges for work on this many bytes, since the same bytes of a file may be visited repeatedly.
    pub(super) fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.granted.pay(n_bytes)
    }

    /// The hash of shared data, which is computed once.
    pub(super) fn hash_of_shared(&mut self, number: usize, bytes: &[u8]) -> Arc<str> {
        self.shared.entry(number).or_insert_with(|| text(sha256(bytes))).clone()
    }

    /// Returns the rows, or an error if they exceed the limit.
    pub(super) fn end(self) -> Result<Rows, Problem> {
        self.granted.end().map(|()| self.rows)
    }
}

/// The hash as text that rows share.
pub(super) fn text(hash: Sha256) -> Arc<str> {
    hash.to_string().into()
}

/// A count as a 64-bit integer, the largest type of most engines.
pub(super) fn int64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A row number or a small count.
pub(super) fn int32(n: impl TryInto<i32>) -> i32 {
    n.try_into().unwrap_or(i32::MAX)
}
