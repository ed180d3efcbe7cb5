//! The classes of Roblox's engine: their properties, defaults and enums.
//!
//! They come from a database that is loaded on first use. Without the feature `classes`, no class is known. A
//! class that is missing from the database may be newer than it, so callers must accept unknown classes.

#[cfg(feature = "classes")]
#[doc(hidden)]
mod database;
#[cfg(feature = "classes")]
mod defaults;
#[cfg(any(test, not(feature = "classes")))]
mod listed;
mod property_info;
mod reflection;
#[cfg(not(feature = "classes"))]
#[doc(hidden)]
mod unknown;

pub use self::property_info::{PropertyInfo, Serialisation};
pub use self::reflection::{
    ClassInfo, EnumInfo, brick_color, brick_color_name, class, enum_of, enums, names,
};

#[cfg(feature = "classes")]
#[doc(hidden)]
pub use self::database::{Class, Enumeration, Migration, Property};
#[cfg(not(feature = "classes"))]
#[doc(hidden)]
pub use self::unknown::{Class, Enumeration, Migration, Property};

#[cfg(all(test, feature = "classes"))]
pub(crate) use self::database::renamed;
#[cfg(feature = "classes")]
#[doc(hidden)]
pub use self::database::{
    alike, all_names, all_properties, brick_colour, brick_name, brick_named, brick_number, default,
};
#[cfg(not(feature = "classes"))]
#[doc(hidden)]
pub use self::listed::default;
#[cfg(any(test, not(feature = "classes")))]
pub(crate) use self::listed::replaced;
#[cfg(not(feature = "classes"))]
#[doc(hidden)]
pub use self::unknown::{
    alike, all_names, all_properties, brick_colour, brick_name, brick_named, brick_number,
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
    /// The kind of its values; `None` if files hold no values of its type.
    pub kind: Option<Kind>,
}

/// The access that scripts have to a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scriptability {
    /// Scripts have no access.
    None,
    /// Scripts can read it.
    Read,
    /// Scripts can set it.
    Write,
    /// Scripts can read and set it.
    ReadWrite,
    /// Scripts read and set it with methods, such as those of CollectionService for tags.
    Custom,
}

/// True if the program contains the database of classes.
#[doc(hidden)]
pub const ARE_KNOWN: bool = cfg!(feature = "classes");

/// The enum whose items are the values of a property.
#[doc(hidden)]
pub fn enumeration(class: &[u8], property: &[u8]) -> Option<Enumeration> {
    Class::from_name(class)?.property(property)?.enumeration()
}
