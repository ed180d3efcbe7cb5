//! The errors of this format.

use crate::Version;

crate::mould::kinds::kinds! {
    /// The first line names a version that this crate cannot read or write.
    UnknownVersion { version: Version } => "version {version} is unknown";
    /// Data that this crate keeps as raw bytes only.
    NotDecoded { what: &'static str } => "{what} is not decoded; it is kept as raw bytes";
    /// The model contains something that its version cannot store; the message names everything of that kind.
    CannotHold { version: Version, what: std::borrow::Cow<'static, str> } => "version {version} cannot store {what}";
}
