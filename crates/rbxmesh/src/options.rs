//! Options for reading and writing.

use crate::common::limits::Limits;

/// Options for reading.
///
/// By default recoverable errors become [`Warnings`](crate::Warnings), and the default [`Limits`] apply.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
}

impl ReadOptions {
    /// Makes the first recoverable error end the reading.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on the output of reading.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// Options for writing. There are none yet.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct WriteOptions {}

/// Options for [`Mesh::compress`](crate::Mesh::compress). By default, the stream stores all values without loss.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct DracoOptions {
    pub(crate) position_bits: Option<u8>,
    pub(crate) normal_bits: Option<u8>,
    pub(crate) uv_bits: Option<u8>,
}

impl DracoOptions {
    /// The options of known files: normals with 11 bits, everything else without loss.
    pub fn usual() -> Self {
        Self::default().normal_bits(11)
    }

    /// Quantises positions to this many bits, 1 to 30: the longest side of the bounding box is divided into 2^`n_bits` - 1
    /// steps.
    pub fn position_bits(self, n_bits: u8) -> Self {
        Self { position_bits: Some(n_bits), ..self }
    }

    /// Quantises the components of normals to this many bits, 1 to 30.
    pub fn normal_bits(self, n_bits: u8) -> Self {
        Self { normal_bits: Some(n_bits), ..self }
    }

    /// Quantises texture coordinates to this many bits, 1 to 30.
    pub fn uv_bits(self, n_bits: u8) -> Self {
        Self { uv_bits: Some(n_bits), ..self }
    }
}
