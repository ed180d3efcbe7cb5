//! The operations on each format.

use files::{Family, Format};
use serde::Serialize;

/// The operations on a format.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Support {
    /// The schema of this result: `rezkit.formats/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.formats/1")))]
    pub schema: &'static str,
    /// The format.
    pub format: Format,
    /// The name of the format.
    pub title: &'static str,
    /// The crate that reads it.
    pub family: Family,
    /// The usual file extensions without the dot, the most common one first.
    pub extensions: &'static [&'static str],
    /// Set if all verbs support the format: it is read, written, checked and explained byte by byte.
    pub is_full: bool,
    /// The formats that it can be converted to.
    pub conversions: &'static [Format],
}

/// The operations on each format, including formats that can only be identified.
///
/// ```
/// use rezkit::{Format, formats};
///
/// let mesh = formats().find(|support| support.format == Format::RbxMesh).unwrap();
/// assert!(mesh.is_full);
/// assert_eq!(mesh.extensions, ["mesh"]);
/// ```
pub fn formats() -> impl Iterator<Item = Support> {
    Format::ALL.iter().map(|format| Support {
        schema: "rezkit.formats/1",
        format: *format,
        title: format.in_words(),
        family: format.family(),
        extensions: format.extensions(),
        is_full: !matches!(format.family(), Family::Exchange | Family::Other),
        conversions: format.conversions(),
    })
}
