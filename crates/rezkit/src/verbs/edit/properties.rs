//! Properties, attributes and tags of instances, set by texts.

use super::paths::{number_of, unescaped};
use super::{forms, no_type, not_there, pivot, value};
use crate::roblox::Document;
use dom::classes::{self, ClassInfo, brick_named, enumeration};
use dom::words::{ScriptOnly, in_scripts};
use dom::{Id, Kind, Position, Value};
use files::documents::problem;
use files::names::near;
use files::outline::FILE;
use files::roblox::items;
use rbxbinary::forms::StringForm;
use scene::{Problem, ProblemKind, counted};

/// Sets a property of instances, and returns the number of instances changed. Those without the property are left
/// unchanged, unless `kind` is given.
pub(super) fn set_all(
    document: &mut Document,
    ids: &[Id],
    property: &str,
    (text, kind): (&str, Option<&str>),
    find: &value::Find<'_>,
    notes: &mut Vec<String>,
) -> Result<usize, Problem> {
    let property = &unescaped(property);
    let mut n_without = 0_usize;
    for id in ids {
        let is_there = match property.strip_prefix('@') {
            Some(name) => document.attribute(*id, name).is_some(),
            None => can_be_set(document, *id, property),
        };
        if is_there || kind.is_some() {
            set(document, *id, property, text, kind, find)?;
        } else {
            n_without = n_without.saturating_add(1);
        }
    }
    let n_set = ids.len().saturating_sub(n_without);
    if n_set == 0 && n_without > 0 {
        return Err(not_there(property));
    }
    if n_without > 0 {
        let instances = counted(n_without, "instance");
        notes.push(format!("{instances} without {property} left unchanged: --type adds it"));
    }
    Ok(n_set)
}

/// Removes a property or an attribute; returns `false` if it does not exist.
pub(super) fn unset(document: &mut Document, id: Id, property: &str) -> Result<bool, Problem> {
    let property = &unescaped(property);
    match property.strip_prefix('@') {
        Some(name) => document.unset_attribute(id, name),
        None => Ok(document.stored_name(id, property).is_some_and(|stored| document.unset(id, &stored))),
    }
}

/// Sets a property or an attribute to the value that a text describes.
pub(super) fn set(
    document: &mut Document,
    id: Id,
    property: &str,
    text: &str,
    kind: Option<&str>,
    find: &value::Find<'_>,
) -> Result<(), Problem> {
    if kind.is_none() && pivot::is_pivot(document, id, property) {
        return pivot::set(document, id, property, text, find);
    }
    let kind = kind.map(kind_of).transpose()?;
    if let Some((whole, index)) = number_of(property).filter(|_| !can_be_set_whole(document, id, property)) {
        let old = document.value_or_default(id, whole).ok_or_else(|| no_property(document, id, whole))?;
        let new = value::with_number(old.into_owned(), index, text)?;
        return document.assign(id, whole, new);
    }
    if let Some(name) = property.strip_prefix('@') {
        let kind = kind.or_else(|| value::attribute_kind(text));
        let new = value::attribute(document.attribute(id, name), text, kind, find)?;
        return document.set_attribute(id, name, new.ok_or_else(|| no_attribute(property))?);
    }
    if let Some(rest @ ("" | "+" | "-")) = property.strip_prefix("Tags") {
        return set_tags(document, id, rest, text);
    }
    if kind.is_none() && is_scale(document, id, property) {
        return document.assign(id, property, value::value(Kind::Float32, text, find)?);
    }
    let is_as_said = kind.is_some();
    let stored = document.stored_name(id, property);
    let named = stored.as_deref().unwrap_or(property);
    let form = StringForm::for_property(document.class(id).as_bytes(), named.as_bytes());
    if let Some(bytes) = form.and_then(|form| forms::form(form, text)) {
        return document.set(id, named, Value::BinaryString(bytes?.into()));
    }
    if stored.is_none() && kind.is_none() && is_made(document, id, property) {
        return set_made(document, id, property, text, find);
    }
    let there =
        stored.and_then(|name| document.get(id, &name).map(|old| old.kind()).map(|kind| (name, kind)));
    let known = || {
        let known = document.0.known(id, property);
        let name = known.map_or(property, |known| known.name).to_owned();
        let is_name = property == "Name";
        Some((name, kind.or(known.and_then(|known| known.kind)).or(is_name.then_some(Kind::String))?))
    };
    let (name, kind) = there.or_else(known).ok_or_else(|| no_property(document, id, property))?;
    if kind == Kind::Font
        && let Some(font) = font_named(document, id, text.trim())
    {
        return document.set(id, &name, font);
    }
    let item = match kind {
        Kind::Enum => item(document, id, &name, text)?,
        Kind::BrickColor => brick_named(text.trim().trim_matches('"')),
        _ => None,
    };
    let value = match (kind, item) {
        (Kind::BrickColor, Some(number)) => Value::BrickColor(number),
        (_, Some(number)) => Value::Enum(number),
        (_, None) => value::value(kind, text, find)?,
    };
    // An explicit type means the property itself, so it is not checked against the class.
    if is_as_said {
        document.set_unknown(id, &name, value)
    } else {
        document.0.set_known(id, &name, value).map_err(problem)
    }
}

impl Document {
    /// Sets a property to the value that a text describes, as `rez set` does: `Grass` and `Enum.Material.Grass` are a
    /// material, `#ff8800` is a colour, and `4, 1, 2` is a size.
    ///
    /// ```
    /// # #[cfg(feature = "classes")] {
    /// use rezkit::Format;
    /// use rezkit::roblox::{Document, Value};
    ///
    /// let mut document = Document::new(Format::RbxXml)?;
    /// let part = document.add(None, "Part")?;
    /// document.set_text(part, "Material", "Grass")?;
    /// assert_eq!(document.value(part, "Material"), Some(Value::Enum(1280)));
    /// assert!(document.set_text(part, "Material", "Gras").is_err());
    /// # }
    /// # Ok::<(), rezkit::Problem>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the property does not exist, or the text is not a valid value of it.
    pub fn set_text(&mut self, id: Id, property: &str, text: &str) -> Result<(), Problem> {
        let target = value::paths_in(text).into_iter().find_map(|path| self.find(path));
        set(self, id, property, text, None, &|_| target)
    }
}

/// Sets the tags of an instance; if `change` is `+` or `-`, only adds or removes the given ones.
fn set_tags(document: &mut Document, id: Id, change: &str, text: &str) -> Result<(), Problem> {
    let tags = value::tags(text)?;
    if change.is_empty() {
        return document.0.set_bytes(id, "Tags", &tags).map_err(problem);
    }
    let tags = String::from_utf8_lossy(&tags).into_owned();
    for tag in tags.split('\0').filter(|tag| !tag.is_empty()) {
        match change {
            "+" => document.add_tag(id, tag)?,
            _ => document.remove_tag(id, tag)?,
        };
    }
    Ok(())
}

/// Returns true for the scale of a model, which applies to all its descendants.
fn is_scale(document: &Document, id: Id, property: &str) -> bool {
    property.eq_ignore_ascii_case("Scale")
        && classes::class(&document.class(id)).is_some_and(|class| class.is_a("Model"))
}

/// Returns true if a property, or the property of which it is a component, exists in the file, is derived from one that
/// does, or is known to the engine.
fn can_be_set(document: &Document, id: Id, property: &str) -> bool {
    let of_number = || number_of(property).is_some_and(|(whole, _)| can_be_set_whole(document, id, whole));
    can_be_set_whole(document, id, property) || of_number()
}

fn can_be_set_whole(document: &Document, id: Id, property: &str) -> bool {
    matches!(property, "Tags" | "Tags+" | "Tags-")
        || document.stored_name(id, property).is_some()
        || is_made(document, id, property)
        || pivot::is_pivot(document, id, property)
        || document.0.known(id, property).is_some()
}

/// Returns true if a property is not stored in files, but can be set through one that is.
fn is_made(document: &Document, id: Id, property: &str) -> bool {
    let has_source = |made: ScriptOnly| document.value_or_default(id, made.source()).is_some();
    property.eq_ignore_ascii_case("Parent") || ScriptOnly::like(property).is_some_and(has_source)
}

/// Sets a property that only scripts have, through the stored property from which it is derived.
fn set_made(
    document: &mut Document,
    id: Id,
    property: &str,
    text: &str,
    find: &value::Find<'_>,
) -> Result<(), Problem> {
    let value = match ScriptOnly::like(property) {
        Some(ScriptOnly::BrickColor) => {
            let name = text.trim().trim_matches('"');
            let number = name.parse().ok().or_else(|| brick_named(name));
            let wrong = || Problem::new(ProblemKind::Value, format!("there is no BrickColor {name}"));
            Value::BrickColor(number.ok_or_else(wrong)?)
        }
        Some(made) => value::value(made.kind(), text, find)?,
        None => {
            let parent = match value::value(Kind::Referent, if text == FILE { "none" } else { text }, find)? {
                Value::Referent(target) => target.id(),
                _ => None,
            };
            if parent.is_some_and(|parent| document.within(id).contains(&parent)) {
                return Err(Problem::new(
                    ProblemKind::Value,
                    format!("{text} is the instance itself or inside it"),
                ));
            }
            return document.move_to(id, parent, Position::Last);
        }
    };
    document.assign(id, property, value)
}

/// The error for a missing property. It suggests similar ones of the instance.
#[cold]
fn no_property(document: &Document, id: Id, property: &str) -> Problem {
    let class = document.class(id);
    if ["class", "classname"].contains(&&*property.to_ascii_lowercase()) {
        return Problem::new(ProblemKind::Value, "the class of an instance cannot be changed");
    }
    if let Some(made) = ScriptOnly::like(property) {
        let message = format!("{property} is stored in {}, which the instance does not have", made.source());
        return Problem::new(ProblemKind::Reference, message);
    }
    let own = document.properties(id);
    let own = own.iter().map(|(name, _)| in_scripts(name.as_bytes()).unwrap_or(name));
    let known = classes::class(&class).map(ClassInfo::properties).unwrap_or_default();
    let known = known.into_iter().map(|(name, _)| name);
    let all: Vec<_> = own.chain(known).chain(ScriptOnly::NAMES).collect();
    match near(property, all).first() {
        Some(near) => {
            let message = format!("there is no property {property}; {near}?");
            Problem::new(ProblemKind::Reference, message).help("rez set --type adds any property")
        }
        None => not_there(property),
    }
}

/// The value of the `FontFace` that replaces an item of the enum `Font`.
fn font_named(document: &Document, id: Id, name: &str) -> Option<Value<'static>> {
    let number = enumeration(document.class(id).as_bytes(), b"Font")?.number(name)?;
    Some(document.0.moved(id, "Font", &Value::Enum(number))?.1)
}

/// The number of the enum item that a text names, such as `Neon` or `Enum.Material.Neon`; `None` for other text.
fn item(document: &Document, id: Id, property: &str, text: &str) -> Result<Option<u32>, Problem> {
    let class = document.class(id);
    let name = text.trim();
    let Some(enumeration) = enumeration(class.as_bytes(), property.as_bytes()) else {
        // Without the class database, there is a list of the names that most properties need.
        return Ok(items::number(class.as_bytes(), property.as_bytes(), name));
    };
    let number = enumeration.number(name);
    if number.is_none() && name.starts_with(char::is_alphabetic) {
        let perhaps = near(name, enumeration.items()).first().map(|near| format!("; {near}?"));
        let perhaps = perhaps.unwrap_or_default();
        let message = format!("Enum.{} has no item {name}{perhaps}", enumeration.name());
        let help = format!("its items are {}", enumeration.items().join(", "));
        return Err(Problem::new(ProblemKind::Value, message).help(help));
    }
    Ok(number)
}

/// The error for a missing attribute. It lists the types that a new one may have.
#[cold]
fn no_attribute(property: &str) -> Problem {
    let types = value::OF_ATTRIBUTES.join(", ");
    let message = format!("there is no attribute {property}; a new one needs a type: {types}");
    Problem::new(ProblemKind::Reference, message).help("to add it, give its type, as with `rez set --type`")
}

fn kind_of(name: &str) -> Result<Kind, Problem> {
    let of_luau = || value::OF_LUAU.iter().find(|(word, _)| *word == name).map(|(_, kind)| *kind);
    Kind::of_name(name).or_else(of_luau).ok_or_else(|| no_type(name, Kind::NAMES))
}
