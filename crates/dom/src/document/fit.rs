//! Conversion of values to the kinds that properties have.

use super::refusal::refusal;
use super::{Document, Held};
use crate::cast::fit;
use crate::classes::{self, Class, ClassInfo, Property};
use crate::equivalent::as_engine;
use crate::error::{Error, ErrorKind};
use crate::id::Id;
use crate::near::near;
use crate::value::{Kind, Value};
use crate::words::ScriptOnly;

impl Document {
    /// Converts a value to the kind in which a property is stored: that of its present value, or else that of
    /// the column in the binary file, if the engine can read the property from it, or else the kind that the
    /// engine writes.
    pub(super) fn fitted<'v>(&self, id: Id, name: &str, value: Value<'v>) -> Result<Value<'v>, Error> {
        self.require_target(&value)?;
        let class = Class::from_name(self.class(id).as_bytes());
        let known = class.and_then(|class| class.property(name.as_bytes()));
        let old = self.get(id, name).or_else(|| self.in_column(id, name));
        let refused = |value: &Value<'_>| refusal(value, name, known, self.encoding());
        // Nobody is locked out by a value that is no worse than the one before.
        let is_refused_anyway = old.as_ref().is_some_and(|old| refused(old).is_some());
        let wanted = match (old, known) {
            (Some(old), Some(known)) if !known.takes(&old) => known.value_kind().or(Some(old.kind())),
            (Some(old), _) => Some(old.kind()),
            // Studio stores a Source, which is a String to scripts, as a ProtectedString.
            (None, Some(known)) if is_name_in_files(known, name) => {
                match (value.kind(), known.value_kind()) {
                    (kind @ Kind::ProtectedString, Some(Kind::String)) => Some(kind),
                    (_, kind) => kind,
                }
            }
            // Every instance in a file has a name, even one of a class that has none in the engine.
            (None, _) if name == "Name" => Some(Kind::String),
            (None, _) if class.is_some() => return Err(self.no_property(id, name)),
            // The class may be newer than those that are known.
            (None, _) => None,
        };
        let fitting = match wanted {
            Some(wanted) => {
                fit(&value, wanted, known).ok_or_else(|| self.wrong_kind(id, name, &value, wanted))?
            }
            None => value,
        };
        match refused(&fitting) {
            Some(reason) if !is_refused_anyway => {
                Err(Error::new(ErrorKind::Value, format!("{}.{name}: {reason}", self.path(id))))
            }
            _ => Ok(fitting),
        }
    }

    /// The value that another instance of the class has for a property in the binary file, where all have the
    /// same type.
    pub(super) fn in_column(&self, id: Id, name: &str) -> Option<Value<'_>> {
        let Held::Binary(document) = &self.encoding else { return None };
        let value = document.first_in_file(document.item(id.referent())?.class, name)?;
        Value::of_binary(value, |index| document.shared_string(index))
    }

    /// Converts a number to the kind that the engine uses for the property; returns other values unchanged.
    pub(super) fn as_engine<'v>(&self, id: Id, name: &str, value: Value<'v>) -> Value<'v> {
        as_engine(self.class(id).as_bytes(), name, value)
    }

    #[cold]
    pub(super) fn wrong_kind(&self, id: Id, name: &str, value: &Value<'_>, wanted: Kind) -> Error {
        let known =
            Class::from_name(self.class(id).as_bytes()).and_then(|class| class.property(name.as_bytes()));
        let at = format!("{}.{name}", self.path(id));
        let Some(items) = known.and_then(Property::enumeration) else {
            let message = format!(
                "{at} is of type {}, and this value is of type {}",
                wanted.name(),
                value.kind().name()
            );
            return Error::new(ErrorKind::Value, message);
        };
        let said = value.as_str().unwrap_or_else(|| value.kind().name());
        let perhaps = match near(said, items.items()).first() {
            Some(near) => format!("; did you mean {near}?"),
            None => String::new(),
        };
        let message = format!("{at} is an Enum.{}, which has no item {said}{perhaps}", items.name());
        Error::new(ErrorKind::Value, message)
    }

    #[cold]
    pub(super) fn no_property(&self, id: Id, name: &str) -> Error {
        let class = self.class(id);
        let known = classes::class(&class).map(ClassInfo::properties).unwrap_or_default();
        let own = self.properties(id);
        let own = own.iter().map(|(name, _)| &**name);
        let all = own.chain(known.iter().map(|(name, _)| *name)).chain(ScriptOnly::NAMES);
        let in_files = self.known(id, name).map(|known| known.name).filter(|known| *known != name);
        let perhaps = match in_files.or_else(|| near(name, all).first().copied()) {
            // A property of scripts alone, such as Position.
            Some(near) if near == name => {
                format!("; `assign` sets {name} by the properties that files store")
            }
            Some(near) => format!("; did you mean {near}?"),
            None => String::new(),
        };
        let message = format!("files store no property {name} of {class}{perhaps}");
        Error::new(ErrorKind::Reference, message)
    }
}

/// Returns true if files store a property under this name: one that the engine writes, or a former one that
/// it still reads.
fn is_name_in_files(known: Property, name: &str) -> bool {
    known.is_in_files() && (known.in_files() == name || known.migration().is_some())
}

/// The error for a class that the engine does not have, with a suggestion.
#[cold]
pub(super) fn no_class(name: &str) -> Error {
    let perhaps = match near(name, classes::names()).first() {
        Some(near) => format!("; did you mean {near}?"),
        None => String::new(),
    };
    Error::new(ErrorKind::Reference, format!("there is no class {name}{perhaps}"))
}

#[cfg(all(test, feature = "classes"))]
mod tests {
    use super::*;
    use crate::Encoding;

    fn message(result: Result<(), Error>) -> String {
        result.unwrap_err().message
    }

    #[test]
    fn values_of_wrong_kinds_are_refused_and_stay_out() {
        for encoding in [Encoding::Binary, Encoding::Xml] {
            let mut document = Document::new(encoding);
            let part = document.create(None, "Part").unwrap();
            let yes = message(document.assign(part, "Anchored", "yes"));
            assert_eq!(yes, "Part.Anchored is of type Bool, and this value is of type String");
            let size = message(document.assign(part, "Size", 4.0));
            assert_eq!(size, "Part.size is of type Vector3, and this value is of type Float64");
            let neon = message(document.assign(part, "Material", "Neonn"));
            assert_eq!(
                neon,
                "Part.Material is an Enum.Material, which has no item Neonn; did you mean Neon?"
            );
            assert_eq!(document.value(part, "Anchored"), Some(Value::Bool(false)));
            document.assign(part, "Material", "Neon").unwrap();
            assert_eq!(document.value(part, "Material"), Some(Value::Enum(288)));
            document.assign(part, "Transparency", 0.1).unwrap();
            assert_eq!(document.value(part, "Transparency"), Some(Value::Float32(0.1)));
            document.assign(part, "Color", Value::Color3([1.0, 0.5, 0.0])).unwrap();
            assert_eq!(document.value(part, "Color"), Some(Value::Color3uint8([255, 128, 0])));
        }
    }

    #[test]
    fn a_new_value_is_of_the_kind_of_the_column() {
        let mut document = Document::new(Encoding::Binary);
        let [one, other] = ["Part", "Part"].map(|class| document.add(None, class).unwrap());
        for id in [one, other] {
            document.set_unknown(id, "Transparency", 0.5).unwrap();
            document.set_unknown(id, "Odd", 1_i64).unwrap();
        }
        let mut document = Document::open(&document.save().unwrap().bytes).unwrap();
        let one = document.roots()[0];
        for name in ["Transparency", "Odd"] {
            document.unset(one, name);
        }
        document.set(one, "Transparency", 0.25_f32).unwrap();
        document.set(one, "Odd", 2).unwrap();
        assert_eq!(document.get(one, "Transparency"), Some(Value::Float64(0.25)));
        assert_eq!(document.get(one, "Odd"), Some(Value::Int64(2)));
        assert_eq!(document.save().unwrap().losses, []);
        // Other instances have none to agree with.
        assert!(document.set(one, "Odder", 2).is_err());
    }

    #[test]
    fn unknown_names_and_classes_are_refused_with_a_near_name() {
        let mut document = Document::new(Encoding::Xml);
        let lighting = document.create(None, "Lighting").unwrap();
        let wrong = message(document.set(lighting, "Brightnes", 2.0_f32));
        assert_eq!(wrong, "files store no property Brightnes of Lighting; did you mean Brightness?");
        let part = document.create(None, "Part").unwrap();
        let wrong = message(document.set(part, "Color", Value::Color3([1.0, 0.0, 0.0])));
        assert_eq!(wrong, "files store no property Color of Part; did you mean Color3uint8?");
        document.set_unknown(lighting, "Brightnes", 2.0_f32).unwrap();
        assert_eq!(document.get(lighting, "Brightnes"), Some(Value::Float32(2.0)));
        let wrong = document.create(None, "Partt").unwrap_err().message;
        assert_eq!(wrong, "there is no class Partt; did you mean Part?");
        // A class that may be newer than the database keeps any property.
        let new = document.add(None, "Partt").unwrap();
        document.set(new, "Anything", 1).unwrap();
        assert_eq!(document.get(new, "Anything"), Some(Value::Int32(1)));
    }

    #[test]
    fn a_value_of_a_kind_that_the_engine_does_not_read_is_replaced_by_one_of_its_kind() {
        let mut document = Document::new(Encoding::Xml);
        let part = document.add(None, "Part").unwrap();
        document.set_unknown(part, "Anchored", "yes").unwrap();
        document.set(part, "Anchored", true).unwrap();
        assert_eq!(document.get(part, "Anchored"), Some(Value::Bool(true)));
    }

    #[test]
    fn values_are_what_the_engine_makes_of_old_properties() {
        let mut document = Document::new(Encoding::Xml);
        let label = document.add(None, "TextLabel").unwrap();
        document.set(label, "Font", Value::Enum(18)).unwrap();
        let font = document.value_or_default(label, "FontFace").map(Value::into_owned);
        let Some(Value::Font(font)) = font else { panic!() };
        assert_eq!((&*font.family, font.weight), (&b"rbxasset://fonts/families/GothamSSm.json"[..], 500));
        let screen = document.add(None, "ScreenGui").unwrap();
        document.set(screen, "IgnoreGuiInset", true).unwrap();
        assert_eq!(document.value_or_default(screen, "ScreenInsets"), Some(Value::Enum(1)));
        let colour = document.add(None, "BrickColorValue").unwrap();
        document.set_unknown(colour, "Value", 21).unwrap();
        assert_eq!(document.value(colour, "Value"), Some(Value::BrickColor(21)));
        let part = document.add(None, "Part").unwrap();
        document.set_unknown(part, "BrickColor", 21).unwrap();
        assert_eq!(document.value_or_default(part, "Color"), Some(Value::Color3uint8([196, 40, 28])));
        // An older property is read from the newer one.
        let decal = document.add(None, "Decal").unwrap();
        document.assign(decal, "Texture", "rbxassetid://1").unwrap();
        assert!(document.get(decal, "TextureContent").is_some() && document.get(decal, "Texture").is_none());
        assert_eq!(
            document.value(decal, "Texture"),
            Some(Value::ContentId(Some(b"rbxassetid://1"[..].into())))
        );
        assert_eq!(document.value_or_default(decal, "Name"), Some(Value::String(b"Decal"[..].into())));
        // Where both exist, the engine reads the new one, so that one is set.
        document.set(label, "FontFace", Value::Font(font)).unwrap();
        document.assign(label, "Font", "Gotham").unwrap();
        let Some(Value::Font(font)) = document.value(label, "FontFace") else { panic!() };
        assert_eq!(font.weight, 400);
    }
}
