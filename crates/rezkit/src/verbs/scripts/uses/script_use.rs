//! A use in a script, and its kinds.

use serde::Serialize;

/// A use in a script.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScriptUse {
    /// The path of the script.
    pub script: String,
    /// The class of the script.
    pub class: String,
    /// The line, from 1.
    pub line: usize,
    /// The use that the script makes.
    pub kind: UseKind,
    /// The path of the instance, the name of the service, attribute or tag, or the number or address of the
    /// asset; for an instance that the file does not have, its path in the script. Empty if it is computed.
    pub target: String,
    /// True if the target is an instance of the file.
    pub is_in_file: bool,
    /// The line of the script.
    pub text: String,
}

/// The kinds of uses.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UseKind {
    /// `require` of a module in the file.
    Require,
    /// `require` of a module that the file does not have.
    RequireMissing,
    /// `require` of an asset by its number.
    RequireAsset,
    /// `require` of a value that the script computes.
    RequireComputed,
    /// A service.
    Service,
    /// A remote or bindable that is fired or invoked.
    Fires,
    /// A remote or bindable that is listened to.
    Listens,
    /// An attribute that is read.
    ReadsAttribute,
    /// An attribute that is set.
    SetsAttribute,
    /// A tag that is read.
    ReadsTag,
    /// A tag that is added or removed.
    SetsTag,
    /// An asset in a string.
    Asset,
    /// An instance that is named.
    Names,
}

impl UseKind {
    /// The kind in a word or two.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Require => "requires",
            Self::RequireMissing => "requires, not in the file",
            Self::RequireAsset => "requires an asset",
            Self::RequireComputed => "requires, computed",
            Self::Service => "service",
            Self::Fires => "fires",
            Self::Listens => "listens",
            Self::ReadsAttribute => "reads attribute",
            Self::SetsAttribute => "sets attribute",
            Self::ReadsTag => "reads tag",
            Self::SetsTag => "sets tag",
            Self::Asset => "asset",
            Self::Names => "names",
        }
    }
}
