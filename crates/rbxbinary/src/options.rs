//! What callers may choose.

use crate::Limits;
use std::fmt;
use std::sync::Arc;

/// How to read.
///
/// By default what can be read is read, with [`Warnings`](crate::Warnings)
/// about the rest, within the default [`Limits`].
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) columns: Selection,
    pub(crate) forget: bool,
}

/// Which columns to decode: a function of class and property.
#[derive(Clone, Default)]
pub(crate) struct Selection(pub(crate) Option<Arc<Wanted>>);

type Wanted = dyn Fn(&[u8], &[u8]) -> bool + Send + Sync;

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "some columns" } else { "all columns" })
    }
}

impl ReadOptions {
    /// Whether the first thing that is wrong ends the reading.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// What reading may produce.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Decodes only the columns for which `wanted`, given class and property, is true.
    ///
    /// The others stay as they are in the file, as [`Packed`](crate::Packed) chunks that are written back
    /// unchanged: a few bytes of each are decompressed, to see its class and name; of a zstd chunk, all.
    #[must_use]
    pub fn columns(mut self, wanted: impl Fn(&[u8], &[u8]) -> bool + Send + Sync + 'static) -> Self {
        self.columns = Selection(Some(Arc::new(wanted)));
        self
    }

    /// Forgets the columns that [`columns`](Self::columns) leaves out. What is written of such a model lacks them.
    #[must_use]
    pub fn forget_others(mut self, forget: bool) -> Self {
        self.forget = forget;
        self
    }
}

/// 1 GiB of output, instances 100,000 deep, 128 million elements (values, instances, strings).
impl Default for Limits {
    fn default() -> Self {
        Self { output_bytes: 1 << 30, depth: 100_000, elements: 1 << 27 }
    }
}

/// How to write.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    pub(crate) compression: Compression,
}

impl WriteOptions {
    /// How to compress the chunks; END never is.
    #[must_use]
    pub fn compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }
}

/// How a chunk is compressed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// As Studio does when it saves a file.
    #[default]
    Lz4,
    /// As Roblox's servers do. Writing it needs the feature `zstd`.
    Zstd,
    /// Not at all.
    Stored,
}
