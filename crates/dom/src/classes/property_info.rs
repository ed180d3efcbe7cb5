//! Information about the properties of the classes of Roblox's engine.

use super::{Property, Scriptability};
use crate::value::Kind;

/// A property of a class of Roblox's engine, whether or not files store it:
/// [`ClassInfo::property_info`](super::ClassInfo::property_info) finds it.
#[derive(Debug, Clone, Copy)]
pub struct PropertyInfo(pub(super) Property);

/// The form in which files store a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Serialisation {
    /// Files do not store it.
    None,
    /// Files store it by this name.
    As(&'static str),
    /// Old files store it by this name; the engine moves its value to other properties.
    Moved(&'static str),
}

impl PropertyInfo {
    /// The name in scripts, even if the property was found by another name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.in_scripts()
    }

    /// The kind of its values in files; `None` if files hold no values of its type.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        self.0.value_kind()
    }

    /// The access that scripts have to it.
    #[must_use]
    pub fn scriptability(self) -> Scriptability {
        self.0.scriptability()
    }

    /// The form in which files store it.
    #[must_use]
    pub fn serialisation(self) -> Serialisation {
        match (self.0.is_in_files(), self.0.migration()) {
            (false, _) => Serialisation::None,
            (true, None) => Serialisation::As(self.0.in_files()),
            (true, Some(_)) => Serialisation::Moved(self.0.in_files()),
        }
    }

    /// The names of its tags in Roblox's API, such as `Deprecated`, sorted.
    #[must_use]
    pub fn tags(self) -> Vec<&'static str> {
        self.0.tags()
    }
}
