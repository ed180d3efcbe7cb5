//! The ways in which this format fails.

use crate::Version;

crate::mould::kinds::kinds! {
    /// The first line names a version that this crate does not know how to read or write.
    UnknownVersion { version: Version } => "version {version} is none that is known";
    /// The model holds what its version does not.
    CannotHold { version: Version, what: &'static str } => "version {version} does not hold {what}";
}
