//! Information about the classes and enums of Roblox's engine.

use super::{Class, Enumeration, KnownProperty, PropertyInfo};
use crate::value::Value;

/// A class of Roblox's engine: [`class`] finds it.
#[derive(Debug, Clone, Copy)]
pub struct ClassInfo(Class);

/// An enum of Roblox's engine: [`enum_of`] finds it.
#[derive(Debug, Clone, Copy)]
pub struct EnumInfo(Enumeration);

/// The class with this name; `None` if the database does not contain it, and without the feature `classes`.
///
/// ```
/// # #[cfg(feature = "classes")] {
/// use dom::{Kind, Value, classes};
///
/// let part = classes::class("Part").unwrap();
/// assert!(part.is_a("BasePart") && part.is_a("Part") && !part.is_a("Model"));
/// assert_eq!(part.superclass().unwrap().name(), "FormFactorPart");
/// assert_eq!(part.property("Size").unwrap().name, "size");
/// assert_eq!(part.default("Anchored"), Some(Value::Bool(false)));
/// let material = part.enumeration("Material").unwrap();
/// assert_eq!((material.name(), material.number("Neon")), ("Material", Some(288)));
/// # }
/// ```
#[must_use]
pub fn class(name: &str) -> Option<ClassInfo> {
    Class::from_name(name.as_bytes()).map(ClassInfo)
}

/// The names of all classes, sorted; none without the feature `classes`.
///
/// ```
/// # #[cfg(feature = "classes")]
/// assert!(dom::classes::names().contains(&"Workspace"));
/// ```
#[must_use]
pub fn names() -> Vec<&'static str> {
    Class::all()
}

/// The enum with this name, such as `Material`; `None` if the database does not contain it.
///
/// ```
/// # #[cfg(feature = "classes")] {
/// let faces = dom::classes::enum_of("NormalId").unwrap();
/// assert_eq!((faces.items()[0], faces.item(5)), ("Right", Some("Front")));
/// # }
/// ```
#[must_use]
pub fn enum_of(name: &str) -> Option<EnumInfo> {
    Enumeration::from_name(name).map(EnumInfo)
}

/// The name of the palette colour with this number; `None` without the feature `classes`.
///
/// ```
/// # #[cfg(feature = "classes")] {
/// use dom::classes;
///
/// assert_eq!(classes::brick_color_name(21).as_deref(), Some("Bright red"));
/// assert_eq!(classes::brick_color("bright red"), Some(21));
/// # }
/// ```
#[must_use]
pub fn brick_color_name(number: u32) -> Option<String> {
    super::brick_name(number)
}

/// The number of the palette colour with this name, in any case; `None` without the feature `classes`.
#[must_use]
pub fn brick_color(name: &str) -> Option<u32> {
    super::brick_named(name)
}

/// The names of all enums, sorted; none without the feature `classes`.
#[must_use]
pub fn enums() -> Vec<&'static str> {
    Enumeration::all()
}

impl ClassInfo {
    /// The name of the class.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The class that it inherits from directly; `None` for `Instance`.
    #[must_use]
    pub fn superclass(self) -> Option<Self> {
        self.0.superclass().map(Self)
    }

    /// Returns true if the name is that of this class or of one that it inherits from.
    #[must_use]
    pub fn is_a(self, class: &str) -> bool {
        self.0.is_a(class)
    }

    /// Returns true if it is a service, whose only instance scripts get by `GetService`.
    ///
    /// ```
    /// # #[cfg(feature = "classes")] {
    /// use dom::classes;
    ///
    /// let lighting = classes::class("Lighting").unwrap();
    /// assert!(lighting.is_service() && !lighting.is_creatable());
    /// assert_eq!(lighting.tags(), ["NotCreatable", "Service"]);
    /// let part = classes::class("Part").unwrap();
    /// assert!(part.is_creatable() && !part.is_service());
    /// # }
    /// ```
    #[must_use]
    pub fn is_service(self) -> bool {
        self.0.tags().contains(&"Service")
    }

    /// Returns true if scripts can create instances of it.
    #[must_use]
    pub fn is_creatable(self) -> bool {
        !self.0.tags().contains(&"NotCreatable")
    }

    /// The names of its tags in Roblox's API, such as `Service`, sorted.
    #[must_use]
    pub fn tags(self) -> Vec<&'static str> {
        self.0.tags()
    }

    /// The properties that files store, including inherited ones, each with its name in scripts, by which
    /// they are sorted.
    #[must_use]
    pub fn properties(self) -> Vec<(&'static str, KnownProperty)> {
        self.0.names().into_iter().filter_map(|name| Some((name, self.property(name)?))).collect()
    }

    /// The property with this name, which may be its name in scripts, in files or a former one; `None` if
    /// files do not store it.
    #[must_use]
    pub fn property(self, name: &str) -> Option<KnownProperty> {
        let property = self.0.property(name.as_bytes()).filter(|property| property.is_in_files())?;
        Some(KnownProperty { name: property.in_files(), kind: property.value_kind() })
    }

    /// The property with this name, which may be its name in scripts, in files or a former one, whether or
    /// not files store it.
    ///
    /// ```
    /// # #[cfg(feature = "classes")] {
    /// use dom::classes::{self, Scriptability, Serialisation};
    ///
    /// let part = classes::class("Part").unwrap();
    /// let size = part.property_info("Size").unwrap();
    /// assert_eq!(size.serialisation(), Serialisation::As("size"));
    /// assert_eq!(size.scriptability(), Scriptability::ReadWrite);
    /// let mass = part.property_info("Mass").unwrap();
    /// assert_eq!((mass.serialisation(), mass.scriptability()), (Serialisation::None, Scriptability::Read));
    /// let font = classes::class("TextLabel").unwrap().property_info("Font").unwrap();
    /// assert_eq!((font.name(), font.serialisation()), ("Font", Serialisation::Moved("Font")));
    /// # }
    /// ```
    #[must_use]
    pub fn property_info(self, name: &str) -> Option<PropertyInfo> {
        self.0.property(name.as_bytes()).map(PropertyInfo)
    }

    /// The value of a property in a new instance.
    #[must_use]
    pub fn default(self, property: &str) -> Option<Value<'static>> {
        self.0.default(property.as_bytes())
    }

    /// The enum whose items are the values of a property.
    #[must_use]
    pub fn enumeration(self, property: &str) -> Option<EnumInfo> {
        self.0.property(property.as_bytes())?.enumeration().map(EnumInfo)
    }
}

impl EnumInfo {
    /// The name of the enum.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The names of its items, sorted by their numbers.
    #[must_use]
    pub fn items(self) -> Vec<&'static str> {
        self.0.items()
    }

    /// The name of the item with this number.
    #[must_use]
    pub fn item(self, number: u32) -> Option<&'static str> {
        self.0.item(number)
    }

    /// The number of an item, given its name.
    #[must_use]
    pub fn number(self, item: &str) -> Option<u32> {
        self.0.number(item)
    }
}
