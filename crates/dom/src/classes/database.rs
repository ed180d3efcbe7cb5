//! The class database of the Rojo tools, from the crate rbx_reflection_database.

use super::Scriptability;
use super::defaults::{Conversion, FormerMove, former_default, former_move};
use crate::value::{Kind, Value, is_same};
use crate::variant::{kind, unlinked};
use rbx_reflection::{
    ClassDescriptor, ClassTag, DataType, EnumDescriptor, PropertyDescriptor, PropertyKind, PropertyMigration,
    PropertySerialization, PropertyTag, ReflectionDatabase,
};
use rbx_types::Variant;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// The built-in reflection database, which the first call loads.
fn database() -> &'static ReflectionDatabase<'static> {
    rbx_reflection_database::get_bundled()
}

/// The release of Roblox's engine that the class database describes, such as `0.741.19.7411056`; `None`
/// without the feature `classes`.
pub fn version() -> Option<String> {
    let numbers = database().version.map(|number| number.to_string());
    Some(numbers.join("."))
}

/// The names that a property with this name has in some class, or else nothing.
pub fn alike(name: &str) -> impl Iterator<Item = &'static str> {
    static NAMES: OnceLock<HashMap<&'static str, BTreeSet<&'static str>>> = OnceLock::new();
    let all = NAMES.get_or_init(|| {
        let mut groups: HashMap<_, BTreeSet<_>> = HashMap::new();
        for own in database().classes.values().flat_map(|class| class.properties.values()) {
            let names = match &own.kind {
                PropertyKind::Alias { alias_for } => [*alias_for, own.name],
                PropertyKind::Canonical { serialization: PropertySerialization::SerializesAs(name) } => {
                    [own.name, *name]
                }
                _ => continue,
            };
            groups.entry(names[0]).or_default().extend(names);
        }
        let mut all: HashMap<_, BTreeSet<_>> = HashMap::new();
        for group in groups.values() {
            group.iter().for_each(|name| all.entry(*name).or_default().extend(group));
        }
        all
    });
    all.get(name).into_iter().flatten().copied()
}

/// A class of instances.
#[derive(Debug, Clone, Copy)]
pub struct Class(&'static ClassDescriptor<'static>);

/// A property of a class, found by its current name or a former one.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    class: Class,
    own: &'static PropertyDescriptor<'static>,
}

/// An enum.
#[derive(Debug, Clone, Copy)]
pub struct Enumeration(&'static EnumDescriptor<'static>);

/// The move of the values of an old property to the properties that replaced it.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    class: Class,
    /// The old property.
    old: &'static PropertyDescriptor<'static>,
    operation: Operation,
}

/// The conversion that gives the values of the new properties.
#[derive(Debug, Clone, Copy)]
enum Operation {
    /// A migration in the database.
    Known(&'static PropertyMigration<'static>),
    Former(&'static FormerMove),
}

impl Class {
    pub fn from_name(name: &[u8]) -> Option<Self> {
        database().classes.get(std::str::from_utf8(name).ok()?).map(Self)
    }

    /// The names of all classes, sorted.
    pub fn all() -> Vec<&'static str> {
        let mut names: Vec<_> = all_names().collect();
        names.sort_unstable();
        names
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    pub(crate) fn superclass(self) -> Option<Self> {
        self.line().nth(1).map(Self)
    }

    /// The class with this name in any case, such as `Part` for `part`.
    pub fn like(name: &str) -> Option<Self> {
        let all = database().classes.values();
        let mut alike: Vec<_> = all.filter(|class| class.name.eq_ignore_ascii_case(name)).collect();
        // Not in the order of a hash table.
        alike.sort_unstable_by_key(|class| class.name);
        alike.first().map(|class| Self(class))
    }

    /// Returns true if the name is that of this class or of one that it inherits from.
    pub fn is_a(self, name: &str) -> bool {
        self.line().any(|class| class.name == name)
    }

    /// Returns true for a class that scripts cannot create and that is no service, such as BasePart.
    pub fn is_abstract(self) -> bool {
        // Scripts cannot create services either, of which there are instances.
        self.0.tags.contains(&ClassTag::NotCreatable) && !self.0.tags.contains(&ClassTag::Service)
    }

    /// The names of its tags, sorted.
    pub(crate) fn tags(self) -> Vec<&'static str> {
        sorted(self.0.tags.iter().map(|tag| match tag {
            ClassTag::Deprecated => "Deprecated",
            ClassTag::NotBrowsable => "NotBrowsable",
            ClassTag::NotCreatable => "NotCreatable",
            ClassTag::NotReplicated => "NotReplicated",
            ClassTag::PlayerReplicated => "PlayerReplicated",
            ClassTag::Service => "Service",
            ClassTag::Settings => "Settings",
            ClassTag::UserSettings => "UserSettings",
            // What a later version of rbx_reflection knows.
            _ => "Unknown",
        }))
    }

    /// The class and all classes that it inherits from, in this order.
    fn line(self) -> impl Iterator<Item = &'static ClassDescriptor<'static>> {
        database().superclasses_iter(self.0)
    }

    fn own(self, name: &str) -> Option<&'static PropertyDescriptor<'static>> {
        self.line().find_map(|class| class.properties.get(name))
    }

    /// The property with this name, which may be its name in files or in scripts.
    pub fn property(self, name: &[u8]) -> Option<Property> {
        let own = self.own(std::str::from_utf8(name).ok()?)?;
        Some(Property { class: self, own })
    }

    /// The value of a property in a new instance.
    pub fn default(self, name: &[u8]) -> Option<Value<'static>> {
        let property = self.property(name);
        let known = property.map(|property| property.canonical().name);
        let default = |name| self.line().find_map(|class| class.default_properties.get(name));
        if let Some(default) = known.and_then(default) {
            return unlinked(default);
        }
        match former_default(name, |class| self.is_a(class)) {
            Some(default) => Some(default.clone()),
            None => property?.migration()?.old_default(),
        }
    }

    /// The names in scripts of all properties that files store, sorted.
    pub fn names(self) -> Vec<&'static str> {
        let own = self.line().flat_map(|class| class.properties.values());
        let own = own.filter(|own| !matches!(own.kind, PropertyKind::Alias { .. }));
        let own = own.filter(|own| Property { class: self, own }.is_in_files());
        let mut names: Vec<_> = own.map(|own| own.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The other names that a property has or had in files, such as `MeshId` for `MeshID`.
    pub fn other_names(self, name: &str) -> Vec<&'static str> {
        let Some(wanted) = self.property(name.as_bytes()) else { return Vec::new() };
        let is_same = |other: &&str| {
            let own = self.property(other.as_bytes());
            *other == wanted.in_files()
                || own.is_some_and(|own| own.canonical().name == wanted.canonical().name)
        };
        alike(name).filter(|other| *other != name).filter(is_same).collect()
    }

    /// The names of all properties, former ones included. An inherited name may occur several times.
    pub(crate) fn all_names(self) -> impl Iterator<Item = &'static str> {
        self.line().flat_map(|class| class.properties.keys().copied())
    }

    /// The older properties whose values the engine moves to this one, with their migrations.
    pub fn became(self, name: &[u8]) -> Vec<(&'static str, Migration)> {
        let Some(wanted) = self.property(name).map(|property| property.canonical().name) else {
            return Vec::new();
        };
        let properties = self.line().flat_map(|class| class.properties.values());
        let old = properties.filter_map(|own| {
            let migration = Property { class: self, own }.migration()?;
            migration.new_names().contains(&wanted).then_some((own.name, migration))
        });
        let mut old: Vec<_> = old.collect();
        // Not in the order of a hash table.
        old.sort_unstable_by_key(|(name, _)| *name);
        old
    }
}

/// The names of all classes.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    database().classes.keys().copied()
}

/// The names of all properties of all classes. A name that several classes use occurs several times.
pub fn all_properties() -> impl Iterator<Item = &'static str> {
    database().classes.values().flat_map(|class| class.properties.keys().copied())
}

/// The properties whose names in scripts and in files differ, as pairs of these names.
#[cfg(test)]
pub(crate) fn renamed() -> Vec<(&'static str, &'static str)> {
    let own = database().classes.values().flat_map(|class| class.properties.values());
    let renamed = own.filter_map(|own| match &own.kind {
        PropertyKind::Canonical { serialization: PropertySerialization::SerializesAs(name) } => {
            Some((own.name, *name))
        }
        _ => None,
    });
    let mut renamed: Vec<_> = renamed.collect();
    renamed.sort_unstable();
    renamed.dedup();
    renamed
}

fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names
}

/// The range of the numbers of palette colours.
const BRICKS: std::ops::RangeInclusive<u16> = 1..=1032;

/// The palette colour with this number, as red, green and blue.
pub fn brick_colour(number: u32) -> Option<[u8; 3]> {
    let colour = rbx_types::BrickColor::from_number(number.try_into().ok()?)?.to_color3uint8();
    Some([colour.r, colour.g, colour.b])
}

/// The number of the palette colour that is nearest to this one; of several, the lowest.
pub fn brick_number(colour: [u8; 3]) -> Option<u32> {
    let far = |other: [u8; 3]| -> u32 {
        let apart = colour.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)));
        apart.map(|apart| apart.saturating_mul(apart)).sum()
    };
    let all = BRICKS.map(u32::from).filter_map(|number| Some((far(brick_colour(number)?), number)));
    all.min().map(|(_, number)| number)
}

/// The number of the palette colour with this name, in any case.
pub fn brick_named(name: &str) -> Option<u32> {
    let exact = rbx_types::BrickColor::from_name(name).map(|colour| u32::from(colour as u16));
    let is_alike = |number: &u16| {
        let colour = rbx_types::BrickColor::from_number(*number);
        colour.is_some_and(|colour| colour.to_string().eq_ignore_ascii_case(name))
    };
    exact.or_else(|| BRICKS.into_iter().find(is_alike).map(u32::from))
}

/// The name of the palette colour with this number.
pub fn brick_name(number: u32) -> Option<String> {
    rbx_types::BrickColor::from_number(number.try_into().ok()?).map(|colour| colour.to_string())
}

impl Property {
    /// The property that this one is another name of, or else this one.
    fn canonical(self) -> &'static PropertyDescriptor<'static> {
        match &self.own.kind {
            PropertyKind::Alias { alias_for } => self.class.own(alias_for).unwrap_or(self.own),
            _ => self.own,
        }
    }

    /// Returns true if the engine reads the property from a value of this kind.
    pub fn takes(self, value: &Value<'_>) -> bool {
        let DataType::Value(wanted) = self.own.data_type else {
            // Third-party files may have an integer instead of an item.
            return value.as_enum().is_some();
        };
        let wanted = kind(wanted);
        // Kinds of one number stand for each other, and those of 0 for themselves alone.
        let family = |kind: Kind| match kind {
            Kind::String | Kind::ProtectedString | Kind::BinaryString | Kind::ContentId | Kind::Content => 1,
            Kind::OldContent | Kind::SharedString | Kind::NetAssetRef | Kind::Bytecode => 1,
            Kind::Int32 | Kind::Int64 | Kind::BrickColor => 2,
            Kind::Float32 | Kind::Float64 => 3,
            Kind::CFrame | Kind::CFrameQuat | Kind::OptionalCFrame => 4,
            Kind::Color3 | Kind::Color3uint8 => 5,
            // Is read from its own kind alone.
            _ => 0,
        };
        let has = value.kind();
        wanted.is_none_or(|wanted| wanted == has || family(wanted) != 0 && family(wanted) == family(has))
    }

    /// The name of its type: a kind, or an enum such as `Enum.Material`.
    pub fn kind(self) -> String {
        match self.own.data_type {
            DataType::Value(of) => kind(of).map_or_else(|| format!("{of:?}"), |kind| kind.name().to_owned()),
            DataType::Enum(name) => format!("Enum.{name}"),
            _ => String::new(),
        }
    }

    pub fn enumeration(self) -> Option<Enumeration> {
        let DataType::Enum(name) = self.own.data_type else { return None };
        database().enums.get(name).map(Enumeration)
    }

    /// The migration of the property, if the engine has moved it.
    pub fn migration(self) -> Option<Migration> {
        match &self.canonical().kind {
            PropertyKind::Canonical { serialization: PropertySerialization::Migrate(own) } => {
                Some(Migration { class: self.class, old: self.canonical(), operation: Operation::Known(own) })
            }
            _ => {
                let own = former_move(self.own.name, |class| self.class.is_a(class))?;
                Some(Migration { class: self.class, old: self.own, operation: Operation::Former(own) })
            }
        }
    }

    /// The kind of its values; `None` if files hold no values of its type.
    pub fn value_kind(self) -> Option<Kind> {
        let own = self.canonical();
        // Colours of parts are bytes in files, and numbers in scripts.
        let default = self.class.default(own.name.as_bytes()).map(|default| default.kind());
        default.or_else(|| match own.data_type {
            DataType::Value(of) => kind(of),
            DataType::Enum(_) => Some(Kind::Enum),
            _ => None,
        })
    }

    /// Returns true if files store the property.
    pub(crate) fn is_in_files(self) -> bool {
        let own = &self.canonical().kind;
        !matches!(own, PropertyKind::Canonical { serialization: PropertySerialization::DoesNotSerialize })
    }

    /// The name of the property in scripts.
    pub(crate) fn in_scripts(self) -> &'static str {
        self.canonical().name
    }

    /// The type of its values in a `WeakDom`.
    #[cfg(feature = "rbx-dom")]
    pub(crate) fn type_in_dom(self) -> rbx_types::VariantType {
        self.canonical().data_type.ty()
    }

    /// The access that scripts have to the property.
    pub(crate) fn scriptability(self) -> Scriptability {
        use rbx_reflection::Scriptability as Known;
        match self.canonical().scriptability {
            Known::Read => Scriptability::Read,
            Known::Write => Scriptability::Write,
            Known::ReadWrite => Scriptability::ReadWrite,
            Known::Custom => Scriptability::Custom,
            // Or what a later version of rbx_reflection knows.
            _ => Scriptability::None,
        }
    }

    /// The names of its tags, sorted.
    pub(crate) fn tags(self) -> Vec<&'static str> {
        sorted(self.own.tags.iter().map(|tag| match tag {
            PropertyTag::Deprecated => "Deprecated",
            PropertyTag::Hidden => "Hidden",
            PropertyTag::NotBrowsable => "NotBrowsable",
            PropertyTag::NotReplicated => "NotReplicated",
            PropertyTag::NotScriptable => "NotScriptable",
            PropertyTag::ReadOnly => "ReadOnly",
            PropertyTag::WriteOnly => "WriteOnly",
            // What a later version of rbx_reflection knows.
            _ => "Unknown",
        }))
    }

    /// The name of the property in files.
    pub fn in_files(self) -> &'static str {
        let own = self.canonical();
        match &own.kind {
            PropertyKind::Canonical { serialization: PropertySerialization::SerializesAs(name) } => name,
            _ => own.name,
        }
    }
}

impl Enumeration {
    pub fn from_name(name: &str) -> Option<Self> {
        database().enums.get(name).map(Self)
    }

    /// The names of all enums, sorted.
    pub fn all() -> Vec<&'static str> {
        let mut names: Vec<_> = database().enums.keys().copied().collect();
        names.sort_unstable();
        names
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The name of the item with this number; of several, the first in the alphabet.
    pub fn item(self, number: u32) -> Option<&'static str> {
        // Some numbers have several names.
        self.0.items.iter().filter(|(_, item)| **item == number).map(|(name, _)| *name).min()
    }

    /// The names of all items, in the order of their numbers.
    pub fn items(self) -> Vec<&'static str> {
        let mut items: Vec<_> = self.0.items.iter().map(|(name, number)| (*number, *name)).collect();
        items.sort_unstable();
        items.into_iter().map(|(_, name)| name).collect()
    }

    /// The number of an item, given its name, such as `Plastic` or `Enum.Material.Plastic`. Case is ignored
    /// where that is unambiguous.
    pub fn number(self, item: &str) -> Option<u32> {
        let name = item.trim();
        let own = name.strip_prefix("Enum.").unwrap_or(name);
        let own = own.strip_prefix(self.0.name).and_then(|own| own.strip_prefix('.')).unwrap_or(name);
        let alike = || {
            let alike = self.0.items.iter().filter(|(known, _)| known.eq_ignore_ascii_case(own));
            let mut numbers: Vec<_> = alike.map(|(_, number)| *number).collect();
            numbers.dedup();
            if let [number] = numbers[..] { Some(number) } else { None }
        };
        self.0.items.get(own).copied().or_else(alike)
    }
}

impl Migration {
    /// The names of the new properties, as the database gives them.
    fn new_names(self) -> &'static [&'static str] {
        match self.operation {
            Operation::Known(own) => own.new_property_names(),
            Operation::Former(own) => std::slice::from_ref(&own.to),
        }
    }

    /// The names of the new properties in files.
    pub fn to(self) -> Vec<&'static str> {
        let names = self.new_names().iter();
        names.filter_map(|name| self.class.property(name.as_bytes())).map(Property::in_files).collect()
    }

    /// Returns true if the new properties would have their defaults after this value is moved.
    pub fn is_to_default(self, old: &Value<'_>) -> bool {
        let new = self.perform(old);
        new.is_some() && self.to().iter().all(|name| self.class.default(name.as_bytes()) == new)
    }

    /// The value of the old property that corresponds to the default of the new ones.
    fn old_default(self) -> Option<Value<'static>> {
        self.invert(&self.class.default(self.to().first()?.as_bytes())?)
    }

    /// The value of the old property that corresponds to this value of the new ones; `None` if there is none,
    /// such as for a colour that is not in the palette.
    pub(crate) fn invert(self, new: &Value<'_>) -> Option<Value<'static>> {
        let is_it = |old: &Value<'_>| self.perform(old).is_some_and(|moved| is_same(&moved, new));
        let items = Property { class: self.class, own: self.old }.enumeration();
        let items = items.into_iter().flat_map(|items| items.0.items.values().copied());
        let uri = || new.as_str().filter(|_| matches!(new, Value::Content(_)));
        let digits = || uri()?.rsplit(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        let byte = |share: f32| libm::roundf(share.clamp(0.0, 1.0) * 255.0) as u8;
        let colour = || match *new {
            Value::Color3uint8(colour) => brick_number(colour),
            Value::Color3(shares) => brick_number(shares.map(byte)),
            _ => None,
        };
        let candidates = [
            uri().map(|uri| {
                Value::ContentId(Some(uri.as_bytes().to_vec().into()).filter(|_| !uri.is_empty()))
            }),
            uri().filter(|uri| uri.is_empty()).map(|_| Value::Int64(0)),
            digits().map(Value::Int64),
            colour().map(Value::BrickColor),
            Some(Value::Bool(false)),
            Some(Value::Bool(true)),
            Some(new.clone().into_owned()),
        ];
        let mut items: Vec<_> = items.collect();
        items.sort_unstable();
        candidates.into_iter().flatten().chain(items.into_iter().map(Value::Enum)).find(is_it)
    }

    /// Converts a value of the old property to that of the new ones; `None` if the value has no meaning.
    pub(crate) fn perform(self, old: &Value<'_>) -> Option<Value<'static>> {
        let own = match self.operation {
            Operation::Known(own) => own,
            Operation::Former(own) => return self.perform_former(own, old),
        };
        let text = || old.as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok());
        let number = || u16::try_from(old.as_enum()?).ok();
        // What a kind of value could be, as the database has it; the operation takes the one that it needs.
        let candidates = [
            old.as_bool().map(Variant::Bool),
            old.as_enum().map(|number| rbx_types::Enum::from_u32(number).into()),
            number().and_then(rbx_types::BrickColor::from_number).map(Variant::BrickColor),
            text().map(|uri| rbx_types::ContentId::from(uri).into()),
            old.as_i64().map(Variant::Int64),
            if let Value::UDim((scale, offset)) = *old {
                Some(rbx_types::UDim::new(scale, offset).into())
            } else {
                None
            },
        ];
        candidates.into_iter().flatten().find_map(|old| unlinked(&own.perform(&old).ok()?))
    }

    fn perform_former(self, own: &FormerMove, old: &Value<'_>) -> Option<Value<'static>> {
        match own.conversion {
            Conversion::Same => old.clone().into_owned().cast(Kind::Float32),
            Conversion::Palette => {
                let number = old.as_enum().or_else(|| old.as_i64()?.try_into().ok())?;
                Value::Color3uint8(brick_colour(number)?).cast(Kind::Color3)
            }
            Conversion::Points => {
                let item =
                    Property { class: self.class, own: self.old }.enumeration()?.item(old.as_enum()?)?;
                item.strip_prefix("Size")?.parse().ok().map(Value::Float32)
            }
        }
    }
}

/// The value of a property in a new instance of a class.
pub fn default(class: &[u8], property: &[u8]) -> Option<Value<'static>> {
    Class::from_name(class)?.default(property)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::value::{Content, Font, FontStyle};
    use geom::Vec3;
    use std::collections::HashMap;

    #[test]
    fn names_in_files_and_in_scripts_are_the_same_property() {
        let part = Class::from_name(b"Part").unwrap();
        for [name, other] in [["Size", "size"], ["size", "Size"]] {
            assert_eq!(part.default(name.as_bytes()), Some(Value::Vector3(Vec3::new(4.0, 1.2, 2.0))));
            assert_eq!(part.other_names(name), [other]);
        }
        assert_eq!(part.default(b"Color3uint8"), Some(Value::Color3uint8([163, 162, 165])));
        assert_eq!(part.property(b"shape").and_then(Property::enumeration).unwrap().name(), "PartType");
        assert!(part.property(b"Brightness").is_none() && Class::from_name(b"Prat").is_none());
        let colour = part.property(b"Color").unwrap();
        assert_eq!((colour.in_files(), colour.value_kind()), ("Color3uint8", Some(Kind::Color3uint8)));
        assert!(part.names().contains(&"Color") && !part.names().contains(&"Position"));
    }

    #[test]
    fn former_properties_have_defaults_and_successors() {
        for (class, name, expected) in [
            ("Weld", "IsAutoJoint", Value::Bool(false)),
            ("ManualWeld", "Surface0", Value::Int32(-1)),
            ("WeldConstraint", "Enabled", Value::Bool(true)),
            ("Sound", "MaxDistance", Value::Float32(10_000.0)),
            // The engine's own default, and not that of Studio's labels.
            ("TextLabel", "FontSize", Value::Enum(0)),
        ] {
            let found = Class::from_name(class.as_bytes()).unwrap().default(name.as_bytes());
            assert_eq!(found, Some(expected), "{class}.{name}");
        }
        let red = Value::Color3([196.0 / 255.0, 40.0 / 255.0, 28.0 / 255.0]);
        for (class, name, old, to, new) in [
            ("Sound", "Pitch", Value::Float32(2.0), "PlaybackSpeed", Value::Float32(2.0)),
            ("Sound", "MaxDistance", Value::Float32(2.0), "xmlRead_MaxDistance_3", Value::Float32(2.0)),
            ("TextBox", "FontSize", Value::Enum(7), "TextSize", Value::Float32(24.0)),
            ("Frame", "BackgroundColor", Value::BrickColor(21), "BackgroundColor3", red.clone()),
            ("Frame", "BackgroundColor", Value::Int32(21), "BackgroundColor3", red),
        ] {
            let migration = Class::from_name(class.as_bytes()).unwrap().property(name.as_bytes());
            let migration = migration.unwrap().migration().unwrap();
            assert_eq!(
                (migration.to(), migration.perform(&old)),
                (vec![to], Some(new.clone())),
                "{class}.{name}"
            );
            let back = migration.invert(&new).unwrap();
            assert_eq!(migration.perform(&back), Some(new), "{class}.{name}");
        }
    }

    #[test]
    fn every_default_is_a_value_that_its_property_takes() {
        let mut n_values = 0;
        for class in database().classes.values() {
            for name in class.default_properties.keys() {
                let Some(property) = Class(class).property(name.as_bytes()) else { continue };
                let Some(value) = Class(class).default(name.as_bytes()) else { continue };
                assert!(property.takes(&value), "{}.{name}: {value:?}", class.name);
                n_values += 1;
            }
        }
        assert!(n_values > 8_000, "{n_values}");
    }

    /// Tests that, in a binary file, a new instance next to one with all properties gets their defaults.
    #[test]
    fn a_new_instance_of_each_class_has_its_defaults() {
        let mut place = Document::new(crate::encoding::Encoding::Binary);
        let mut expected = Vec::new();
        for class in database().classes.values() {
            let full = place.add(None, class.name).unwrap();
            place.set(full, "Name", "Full").unwrap();
            for name in class.default_properties.keys() {
                let Some(property) = Class(class).property(name.as_bytes()) else { continue };
                let Some(default) = Class(class).default(name.as_bytes()) else { continue };
                place.set(full, property.in_files(), default).unwrap();
                expected.push((class.name, property.in_files()));
            }
        }
        let file = place.save().unwrap().bytes;
        let mut place = Document::open(&file).unwrap();
        for class in database().classes.keys() {
            place.add(None, class).unwrap();
        }
        let saved = place.save_onto(&file).unwrap();
        assert_eq!(saved.losses, []);
        let place = Document::open(&saved.bytes).unwrap();
        let twins: HashMap<_, _> =
            database().classes.keys().map(|class| (*class, place.of_class(class))).collect();
        for (class, property) in &expected {
            let [full, new] = twins[class][..] else { panic!("{class}") };
            assert!(place.get(new, property).is_some(), "{class}.{property}");
            assert_eq!(place.get(new, property), place.get(full, property), "{class}.{property}");
            assert_eq!((&*place.name(full), &*place.name(new)), ("Full", *class));
        }
        assert!(expected.len() > 8_000, "{}", expected.len());
        for property in ["AudioCanCollide", "EnableFluidForces", "CanCollide", "CanQuery"] {
            assert_eq!(place.get(twins["Part"][1], property), Some(Value::Bool(true)), "{property}");
        }
    }

    #[test]
    fn old_properties_become_new_ones() {
        let moved = |class: &str, name: &str, old: Value<'_>| {
            let property = Class::from_name(class.as_bytes())?.property(name.as_bytes())?;
            let migration = property.migration()?;
            Some((migration.to().join(" "), migration.perform(&old)?))
        };
        let texture = Value::Content(Content::Uri(b"rbxassetid://1".into()));
        let address = Value::String(b"rbxassetid://1".into());
        assert_eq!(moved("Decal", "Texture", address), Some(("TextureContent".into(), texture.clone())));
        assert_eq!(moved("CharacterMesh", "MeshId", 1.into()), Some(("MeshContent".into(), texture)));
        let red = Value::Color3uint8([196, 40, 28]);
        assert_eq!(moved("Part", "BrickColor", 21.into()), Some(("Color3uint8".into(), red)));
        let insets = Some(("ScreenInsets".into(), Value::Enum(1)));
        assert_eq!(moved("ScreenGui", "IgnoreGuiInset", true.into()), insets);
        let (to, font) = moved("TextLabel", "Font", Value::Enum(18)).unwrap();
        let arial =
            Font::new(&b"rbxasset://fonts/families/GothamSSm.json"[..], 500, FontStyle::Number(0), &b""[..]);
        assert_eq!((&*to, font), ("FontFace", Value::Font(arial)));
        let radii = "BottomLeftRadius BottomRightRadius TopLeftRadius TopRightRadius";
        let radius = Value::UDim((0.5, 4));
        assert_eq!(moved("UICorner", "CornerRadius", radius.clone()), Some((radii.into(), radius)));
        // No face has this number any more.
        assert_eq!(moved("TextLabel", "Font", Value::Enum(4000)), None);
        let became = Class::from_name(b"Part").unwrap().became(b"Color3uint8");
        assert_eq!(became.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["BrickColor", "brickColor"]);
    }
}
