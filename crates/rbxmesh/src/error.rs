//! The errors of this format.

use crate::model::Version;

crate::common::kinds::kinds! {
    /// The first line states a version that this crate cannot read or write.
    UnknownVersion { version: Version } => "version {version} is unknown";
    /// Data that this crate does not decode, and keeps as bytes.
    NotDecoded { what: &'static str } => "{what} is not decoded; it is kept as raw bytes";
    /// A control of facial animation with this name does not exist.
    NoControl { name: String } => "there is no control {name}";
    /// A shape that cannot be converted to a mesh.
    BadShape { what: String } => "{what}";
    /// Two meshes that cannot be joined, because one has the named property.
    CannotJoin { what: &'static str } => "meshes with {what} cannot be joined";
    /// The model contains something that its version cannot store. The message lists all such parts.
    CannotHold { version: Version, what: std::borrow::Cow<'static, str> } => "version {version} cannot store {what}";
    /// A mesh whose geometry is not decoded cannot be transcoded to a version without Draco streams.
    CannotTranscode { version: Version } => "geometry that is not decoded cannot be transcoded to version {version}";
}
