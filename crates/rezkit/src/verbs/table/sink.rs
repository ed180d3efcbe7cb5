//! The options of extraction, and the destination of rows.

use super::columns::{Cell, Listed, Rows, Table};
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
    /// The properties with rows in [`Table::Properties`]; empty for all.
    pub properties: Vec<String>,
    /// Upper bound on the length of text and binary data in [`Table::Properties`], in bytes; longer values
    /// have a hash instead.
    pub max_text: usize,
    /// The approximate memory limit for a file, and for its rows where these are collected, in bytes; by default
    /// [`usual_memory`](crate::usual_memory) of the file.
    pub max_memory: Option<usize>,
}

/// Selects [`Table::USUAL`].
impl Default for Options {
    fn default() -> Self {
        Self::for_tables(Table::USUAL.iter().copied())
    }
}

impl Table {
    /// The tables that answer most questions. The others have many rows for each file, and are filled on request.
    pub const USUAL: &[Self] =
        &[Self::Files, Self::Contents, Self::Instances, Self::References, Self::Findings];
}

impl Options {
    /// Options for these tables.
    #[must_use]
    pub fn for_tables(tables: impl IntoIterator<Item = Table>) -> Self {
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

/// A callback that receives rows, and may end the extraction.
pub(super) type GiveRows<'g> = dyn FnMut(Rows) -> ControlFlow<()> + 'g;

/// The size of the rows that are passed on together, in bytes of memory.
const BATCH: usize = 1 << 20;

/// The bytes that rows may copy from a content, for each byte of its memory limit.
const COPIES: usize = 4;

/// Passes the rows of one content on in batches, so that they take no memory together.
///
/// Their number is limited by that of the values that were read, and their size by the limit on copied bytes: thousands
/// of rows may have the same long text.
pub(super) struct Sink<'o> {
    pub(super) options: &'o Options,
    pub(super) sha256: Arc<str>,
    /// The rows of the next batch, and the memory that they take.
    rows: Rows,
    n_waiting: usize,
    n_before: [usize; Table::ALL.len()],
    copied: Allowance,
    give: &'o mut GiveRows<'o>,
    /// A cache of hashes of data that many properties share, by index.
    shared: HashMap<usize, Arc<str>>,
}

impl<'o> Sink<'o> {
    pub(super) fn new(
        options: &'o Options,
        sha256: &Arc<str>,
        memory: usize,
        give: &'o mut GiveRows<'o>,
    ) -> Self {
        Self {
            options,
            sha256: sha256.clone(),
            rows: Rows::default(),
            n_waiting: 0,
            n_before: [0; Table::ALL.len()],
            copied: Allowance::new(memory.saturating_mul(COPIES)),
            give,
            shared: HashMap::new(),
        }
    }

    pub(super) fn add<R: Listed>(&mut self, row: R) -> ControlFlow<()> {
        self.copied.pay(row.cells().map(Cell::n_copied).fold(0, usize::saturating_add))?;
        self.n_waiting = self.n_waiting.saturating_add(row.cost());
        if let Some(n) = self.n_before.get_mut(row.table() as usize) {
            *n = n.saturating_add(1);
        }
        R::list(&mut self.rows).push(row);
        if self.n_waiting < BATCH {
            return ControlFlow::Continue(());
        }
        self.n_waiting = 0;
        (self.give)(std::mem::take(&mut self.rows))
    }

    /// The number of rows of a table so far.
    pub(super) fn len(&self, table: Table) -> usize {
        self.n_before.get(table as usize).copied().unwrap_or_default()
    }

    /// Charges for work on this many bytes, since the same bytes of a file may be visited repeatedly.
    pub(super) fn pay(&self, n_bytes: usize) -> ControlFlow<()> {
        self.copied.pay(n_bytes)
    }

    /// The hash of shared data, which is computed once.
    pub(super) fn hash_of_shared(&mut self, number: usize, bytes: &[u8]) -> Arc<str> {
        self.shared.entry(number).or_insert_with(|| text(sha256(bytes))).clone()
    }

    /// Passes on the last rows, or returns an error if they exceed the limit.
    pub(super) fn end(self) -> Result<(), Problem> {
        let _ = (self.give)(self.rows);
        self.copied.end()
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
