//! Options for reading and writing.

use crate::common::limits::Limits;
use std::fmt;
use std::sync::Arc;

/// Options for reading.
///
/// By default, reading turns recoverable errors into [`Warnings`](crate::Warnings) and applies the default
/// [`Limits`].
///
/// # Limits
///
/// A limit that is not set depends on the length of the input. With these defaults, no function takes more than 256 MB
/// plus 64 bytes per byte of input, or more than two seconds plus two per megabyte:
///
/// | Limit | Default |
/// |---|---|
/// | `output_bytes` | 48 MiB, or 12 per byte of input if that is more |
/// | `elements` | 12,582,912, or 3 per byte of input if that is more |
/// | `depth` | 100,000 |
///
/// Each number in a value is an element, so a vector counts as three. Items that take more memory than their bytes
/// in the file count more: a value of type Content as two elements, an instance and a Font as four, a META entry and a
/// signature as ten.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) columns: Selection,
    pub(crate) forget: bool,
    pub(crate) threads: usize,
}

/// The columns to decode: a predicate on class and property.
#[derive(Clone, Default)]
pub(crate) struct Selection(pub(crate) Option<Arc<ColumnFilter>>);

type ColumnFilter = dyn Fn(&[u8], &[u8]) -> bool + Send + Sync;

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "some columns" } else { "all columns" })
    }
}

impl ReadOptions {
    /// Returns the first recoverable error as an error instead of a warning.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on the output of reading. Limits that you set apply exactly, whatever the input's length.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Decodes only the columns for which `wanted(class, property)` is true.
    ///
    /// The other columns become [`Packed`](crate::Packed) chunks, which are written back unchanged. Only the first
    /// bytes of each are decompressed, to find its class and name; a zstd chunk is decompressed completely.
    pub fn columns(self, wanted: impl Fn(&[u8], &[u8]) -> bool + Send + Sync + 'static) -> Self {
        Self { columns: Selection(Some(Arc::new(wanted))), ..self }
    }

    /// Discards the columns that [`columns`](Self::columns) leaves out. Files written from such a model lack them.
    pub fn forget_others(self, forget: bool) -> Self {
        Self { forget, ..self }
    }

    /// Sets the number of threads that decode the chunks of files above a megabyte; 1 by default. The results, warnings
    /// and errors do not depend on this number, or on whether threads can be started.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// Options for writing.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct WriteOptions {
    pub(crate) compression: Compression,
    pub(crate) threads: usize,
}

impl WriteOptions {
    /// Sets the compression of all chunks except END, which is never compressed.
    pub fn compression(self, compression: Compression) -> Self {
        Self { compression, ..self }
    }

    /// Sets the number of threads that pack the chunks of models above a megabyte; 1 by default. The output does not
    /// depend on this number. Chunks that are compared with those of an original are packed on one thread.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

/// The compression of a chunk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// LZ4, which Studio uses when it saves a file.
    #[default]
    Lz4,
    /// Zstandard, which Roblox's servers use. Writing it needs the feature `zstd`.
    Zstd,
    /// No compression.
    Stored,
}

impl Compression {
    /// Returns true if this build can write chunks with this compression.
    pub(crate) const fn can_be_written(self) -> bool {
        !matches!(self, Self::Zstd) || cfg!(feature = "zstd")
    }
}
