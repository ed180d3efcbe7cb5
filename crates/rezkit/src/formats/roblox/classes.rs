//! What Roblox's engine knows of its classes: their properties, defaults and enums.
//!
//! All of it comes from a database that is read when it is first asked. Without the feature `classes`, no class is known.
//! A class that the database lacks may be newer than it, so nobody may fail on one.

#[cfg(feature = "classes")]
mod database;
#[cfg(all(test, feature = "classes"))]
mod listing;
#[cfg(not(feature = "classes"))]
mod unknown;

#[cfg(feature = "classes")]
pub(crate) use self::database::{Class, Enumeration, Migration, Property};
#[cfg(not(feature = "classes"))]
pub(crate) use self::unknown::{Class, Enumeration, Migration, Property};

#[cfg(feature = "classes")]
pub use self::database::version;
#[cfg(not(feature = "classes"))]
pub use self::unknown::version;

/// Whether Roblox's engine has a class of this name; `false` for all without the feature `classes`.
#[must_use]
pub fn knows_class(name: &str) -> bool {
    Class::of(name.as_bytes()).is_some()
}

/// The enum that a property holds items of.
pub(crate) fn enumeration(class: &[u8], property: &[u8]) -> Option<Enumeration> {
    Class::of(class)?.property(property)?.enumeration()
}
