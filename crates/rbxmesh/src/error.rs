//! The ways in which this format fails.

use crate::Version;

crate::mould::kinds::kinds! {
    /// The first line names a version that this crate does not know how to read or write.
    UnknownVersion { version: Version } => "version {version} is none that is known";
    /// What the mesh holds of it is there as bytes alone.
    NotDecoded { what: &'static str } => "{what} is not decoded, and kept as it is";
    /// The model holds what its version does not; all that is known to stand in the way.
    CannotHold { version: Version, what: std::borrow::Cow<'static, str> } => "version {version} does not hold {what}";
}
