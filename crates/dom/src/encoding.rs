//! The two encodings.

/// An encoding of models and places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Binary: `.rbxm` and `.rbxl`.
    Binary,
    /// XML: `.rbxmx` and `.rbxlx`.
    Xml,
}
