//! What Roblox's engine knows of its classes: their properties, defaults and enums.
//!
//! All of it comes from a database that is read when it is first asked. Without the feature `classes`, no class is known.
//! A class that the database lacks may be newer than it, so nobody may fail on one.

#[cfg(feature = "classes")]
mod database;
#[cfg(all(test, feature = "classes"))]
mod listing;
mod reflection;
#[cfg(not(feature = "classes"))]
mod unknown;

pub use self::reflection::{ClassInfo, EnumInfo, class, enum_of, enums, names};

#[cfg(feature = "classes")]
pub(crate) use self::database::{Class, Enumeration, Migration, Property};
#[cfg(not(feature = "classes"))]
pub(crate) use self::unknown::{Class, Enumeration, Migration, Property};

#[cfg(all(test, feature = "classes"))]
pub(crate) use self::database::renamed;
#[cfg(feature = "classes")]
pub(crate) use self::database::{
    all_names, all_properties, brick_colour, brick_name, brick_named, brick_number,
};
#[cfg(not(feature = "classes"))]
pub(crate) use self::unknown::{
    all_names, all_properties, brick_colour, brick_name, brick_named, brick_number,
};

#[cfg(feature = "classes")]
pub use self::database::version;
#[cfg(not(feature = "classes"))]
pub use self::unknown::version;

use super::Kind;

/// A property as Roblox's engine knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownProperty {
    /// Its name in files, such as `size` for `Size`.
    pub name: &'static str,
    /// What its values are; `None` if no file has values like them.
    pub kind: Option<Kind>,
}

/// The property of a class with this name, which may be that in files, in scripts or of old, if files have it; `None` also
/// without the feature `classes`.
///
/// ```
/// # #[cfg(feature = "classes")] {
/// use rezkit::roblox::{Kind, known_property};
///
/// let size = known_property("Part", "Size").unwrap();
/// assert_eq!((size.name, size.kind), ("size", Some(Kind::Vector3)));
/// assert!(known_property("Part", "Sise").is_none());
/// # }
/// ```
#[must_use]
pub fn known_property(class: &str, name: &str) -> Option<KnownProperty> {
    let property = Class::of(class.as_bytes())?.property(name.as_bytes())?;
    property.is_in_files().then(|| KnownProperty { name: property.in_files(), kind: property.value_kind() })
}

/// The names in scripts of the properties of a class that files have, sorted; none without the feature `classes`.
#[must_use]
pub fn known_properties(class: &str) -> Vec<&'static str> {
    Class::of(class.as_bytes()).map(Class::names).unwrap_or_default()
}

/// Whether Roblox's engine has a class of this name; `false` for all without the feature `classes`.
#[must_use]
pub fn knows_class(name: &str) -> bool {
    Class::of(name.as_bytes()).is_some()
}

/// Whether there is a database to ask.
pub(crate) const ARE_KNOWN: bool = cfg!(feature = "classes");

/// The enum that a property holds items of.
pub(crate) fn enumeration(class: &[u8], property: &[u8]) -> Option<Enumeration> {
    Class::of(class)?.property(property)?.enumeration()
}
