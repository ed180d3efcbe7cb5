//! What callers may choose.

use crate::Limits;
use std::fmt;
use std::sync::Arc;

/// How to read.
///
/// By default what can be read is read, with [`Warnings`](crate::Warnings)
/// about the rest, within the default [`Limits`].
///
/// # Limits
///
/// A limit that is not set depends on the length of the input, so that no input makes any function take more than
/// 256 MB and 64 bytes for each of its bytes, nor more than two seconds and two for each megabyte:
///
/// | Limit | Default |
/// |---|---|
/// | `output_bytes` | 64 MiB, or 12 for each byte of the input if that is more |
/// | `elements` | 16,777,216, or 3 for each byte of the input if that is more |
/// | `depth` | 100,000 |
///
/// A number of a value is an element, so that a vector is three. What takes more memory than its bytes counts more
/// often: a value of type Content twice, an instance four times, an entry of META and a signature six times.
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

    /// What reading may produce. Limits that are set are taken as they are.
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

/// A limit that nobody has set. No caller asks for just this.
const NOT_SET: usize = usize::MAX - 1;

/// Limits that depend on the length of the input: see [`ReadOptions`].
impl Default for Limits {
    fn default() -> Self {
        Self { output_bytes: NOT_SET, depth: NOT_SET, elements: NOT_SET }
    }
}

impl ReadOptions {
    /// The limits of an input of `n` bytes.
    ///
    /// What the defaults are made of: a plain byte costs up to four bytes of memory while it is read or written, an
    /// element up to ten more.
    pub(crate) fn limits_for(&self, n: usize) -> Limits {
        let or = |limit, floor: usize, for_each| match limit {
            NOT_SET => floor.max(n.saturating_mul(for_each)),
            set => set,
        };
        let Limits { output_bytes, depth, elements } = self.limits;
        Limits {
            output_bytes: or(output_bytes, 64 << 20, 12),
            depth: or(depth, 100_000, 0),
            elements: or(elements, 16 << 20, 3),
        }
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
