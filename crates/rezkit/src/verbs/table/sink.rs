//! What is wanted, and where rows go.

use super::columns::{Listed, Rows, Table};
use files::OpenOptions;
use files::hash::{Sha256, sha256};
use scene::Problem;
use scene::allowance::Allowance;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What [`extract`](super::extract()) is told beside the bytes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// The tables that are filled; [`Table::Files`] is not among them, as one content may have many files.
    pub tables: Vec<Table>,
    /// Only instances of these classes have rows in [`Table::Properties`]; empty for all.
    pub classes: Vec<String>,
    /// Only these properties have rows there; empty for all.
    pub properties: Vec<String>,
    /// How many bytes of a text, or of bytes that are not text, stand there at most; longer ones have a hash instead.
    pub max_text: usize,
    /// The approximate memory for a file, and for its rows; by default [`usual_memory`](crate::usual_memory) of it.
    pub max_memory: Option<usize>,
}

/// All tables but [`Table::Properties`], which is large.
impl Default for Options {
    fn default() -> Self {
        let is_usual = |table: &Table| *table != Table::Properties;
        Self::of(Table::ALL.iter().copied().filter(is_usual))
    }
}

impl Options {
    /// These tables.
    #[must_use]
    pub fn of(tables: impl IntoIterator<Item = Table>) -> Self {
        let (classes, properties) = (Vec::new(), Vec::new());
        Self { tables: tables.into_iter().collect(), classes, properties, max_text: 1024, max_memory: None }
    }

    /// Whether one of these tables is wanted.
    pub(super) fn wants(&self, tables: &[Table]) -> bool {
        self.tables.iter().any(|table| tables.contains(table))
    }

    pub(super) fn open(&self) -> OpenOptions<'_> {
        let options = OpenOptions::default();
        self.max_memory.map_or(options, |memory| options.max_memory(memory))
    }
}

/// The rows of one content, which may not take more than is granted.
pub(super) struct Sink<'o> {
    pub(super) options: &'o Options,
    pub(super) sha256: Arc<str>,
    pub(super) rows: Rows,
    granted: Allowance,
    /// Of bytes that many properties share, by their number.
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

    /// Pays for work on so many bytes, which may be done for bytes of the file again and again.
    pub(super) fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.granted.pay(n_bytes)
    }

    /// The hash of bytes that are in the file once, however often they are met.
    pub(super) fn hash_of_shared(&mut self, number: usize, bytes: &[u8]) -> Arc<str> {
        self.shared.entry(number).or_insert_with(|| text(sha256(bytes))).clone()
    }

    /// The rows, or why there are none.
    pub(super) fn end(self) -> Result<Rows, Problem> {
        self.granted.end().map(|()| self.rows)
    }
}

/// A hash, to be shared by rows.
pub(super) fn text(hash: Sha256) -> Arc<str> {
    hash.to_string().into()
}

/// A count as engines have it.
pub(super) fn int64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A number of a row, or a count of few.
pub(super) fn int32(n: impl TryInto<i32>) -> i32 {
    n.try_into().unwrap_or(i32::MAX)
}
