//! The ways in which this format fails.

use crate::Version;

crate::mould::kinds::kinds! {
    /// The bytes are of another format, such as those of unions.
    OtherFormat { found: &'static str } => "this is {found}, and no mesh";
    /// The first line names a version that this crate does not know how to read or write.
    UnknownVersion { version: Version } => "version {version} is none that is known";
    /// There is not what a file has.
    Missing { what: &'static str } => "there is no {what}";
    /// Two lengths that belong together differ.
    Mismatch { what: &'static str, found: usize, expected: usize } => "{found} {what}, where there should be {expected}";
    /// A part of the mesh is there twice.
    Duplicate => "there is one before it";
    /// A bone is among its own ancestors.
    Cycle => "the bone is among its own ancestors";
    /// What the mesh holds of it is there as bytes alone.
    NotDecoded { what: &'static str } => "{what} is not decoded, and kept as it is";
    /// The model holds what its version does not; all that is known to stand in the way.
    CannotHold { version: Version, what: std::borrow::Cow<'static, str> } => "version {version} does not hold {what}";
}
