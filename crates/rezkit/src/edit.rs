//! Changing single values of a file, and nothing else in it.

mod value;

use crate::codec::Codec;
use crate::outline::{Label, Outline, Paths, Step};
use crate::{Family, File, Problem, ProblemKind};
use std::borrow::Cow;
use value::Kind;

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Gives a property another value.
    Set {
        /// The path of the part as [`print`](crate::print()) prints it, a dot, and the name of the property.
        path: String,
        /// The value as `print` prints it; of a text, quotes are optional.
        value: String,
        /// The type, such as `Bool`, for a property that is not there yet; else that of the property is used.
        kind: Option<String>,
    },
    /// Removes a property from all instances of a class, or of LLSD a key from all maps.
    Strip {
        /// The class; `*` for all.
        class: String,
        /// The property.
        property: String,
    },
}

/// What [`edit`] gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many values were set or removed.
    pub n_values: usize,
}

/// The types that a property can be made of.
pub const VALUE_KINDS: &[&str] = Kind::NAMES;

/// Changes values of a Roblox model or place, or of LLSD, and writes the file so that everything else stays byte by byte.
///
/// ```
/// use rezkit::{Edit, File, OpenOptions, edit};
///
/// let file = File::open(b"{'chair': {'legs': i4}, 'n': [ i1, i2 ]}", &OpenOptions::default())?;
/// let set = Edit::Set { path: "chair.legs".into(), value: "3".into(), kind: None };
/// let edited = edit(&file, &[set])?;
/// assert_eq!(edited.bytes, b"{'chair': {'legs': i3}, 'n': [ i1, i2 ]}");
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read or written, there is no such part or property, or a value is not of the type that it has
/// to be of. Then nothing is changed.
pub fn edit(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let edited = match file.identity().format.family() {
        Family::RbxXml => xml(file, edits),
        Family::RbxBinary => binary(file, edits),
        Family::Llsd => llsd(file, edits),
        _ => {
            let words = file.identity().format.in_words();
            Err(Problem::new(ProblemKind::Unsupported, format!("single values of {words} cannot be changed")))
        }
    };
    edited.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

/// Where the values are that edits set: the numbers of nodes, and the names of properties.
struct Targets {
    list: Vec<(u32, String)>,
}

impl Targets {
    /// Finds the paths of all edits in one pass.
    fn new(outline: &dyn Outline, edits: &[Edit]) -> Result<Self, Problem> {
        let mut wanted: Vec<(&str, String)> = Vec::new();
        for edit in edits {
            if let Edit::Set { path, .. } = edit {
                wanted.push(split(path)?);
            }
        }
        let mut found = vec![None; wanted.len()];
        let paths = Paths::new(outline);
        let mut text = String::new();
        for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
            text.clear();
            paths.write(&mut text, outline, number);
            for (found, (path, _)) in found.iter_mut().zip(&wanted) {
                // The root of LLSD needs no name.
                if found.is_none() && (*path == text || path.is_empty() && number == 0) {
                    *found = Some(number);
                }
            }
        }
        let list = found.into_iter().zip(wanted).map(|(number, (path, property))| {
            let number = number.ok_or_else(|| {
                Problem::new(ProblemKind::Reference, format!("there is no part {path}"))
                    .help("paths are those that `rez print` prints")
            })?;
            Ok((number, property))
        });
        Ok(Self { list: list.collect::<Result<_, Problem>>()? })
    }
}

/// The path of a part, and the name of a property behind the last dot that is no part of a name.
fn split(path: &str) -> Result<(&str, String), Problem> {
    let mut at = None;
    let mut is_escaped = false;
    for (i, letter) in path.char_indices() {
        match letter {
            '.' if !is_escaped => at = Some(i),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    let (part, property) = match at {
        Some(at) => (path.get(..at).unwrap_or_default(), path.get(at..).unwrap_or_default()),
        None => ("", path),
    };
    let property = property.strip_prefix('.').unwrap_or(property);
    if property.is_empty() {
        return Err(Problem::new(ProblemKind::Value, format!("{path} names no property")));
    }
    Ok((part, unescaped(property)))
}

/// A name as it is in the file.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// The sets among edits, with where they lead.
fn sets<'e>(
    edits: &'e [Edit],
    targets: &'e Targets,
) -> impl Iterator<Item = (&'e (u32, String), &'e str, Option<&'e str>)> {
    let sets = edits.iter().filter_map(|edit| match edit {
        Edit::Set { value, kind, .. } => Some((&**value, kind.as_deref())),
        Edit::Strip { .. } => None,
    });
    targets.list.iter().zip(sets).map(|(target, (value, kind))| (target, value, kind))
}

fn strips(edits: &[Edit]) -> impl Iterator<Item = (&str, &str)> {
    edits.iter().filter_map(|edit| match edit {
        Edit::Strip { class, property } => Some((&**class, &**property)),
        Edit::Set { .. } => None,
    })
}

#[cold]
fn refused(error: impl std::fmt::Display) -> Problem {
    Problem::new(ProblemKind::Unsupported, error.to_string())
}

#[cold]
fn not_there(what: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no property {what}"))
        .help("to add it, say of which type it is")
}

fn kind_of(name: &str) -> Result<Kind, Problem> {
    Kind::of(name).ok_or_else(|| {
        Problem::new(
            ProblemKind::Value,
            format!("there is no type {name}; known are {}", Kind::NAMES.join(", ")),
        )
    })
}

fn xml(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (mut document, _) = <::rbxxml::Document as Codec>::read(file.bytes(), file.options())?;
    let mut targets = Ok(Targets { list: Vec::new() });
    crate::outline::of_document(&document, &mut |outline| targets = Targets::new(outline, edits));
    let targets = targets?;
    let ids: Vec<_> = document.walk().map(|visit| visit.id).collect();
    let mut n_values = 0_usize;
    for ((number, property), text, kind) in sets(edits, &targets) {
        let id = (*number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied();
        let item = id.and_then(|id| Some((id, document.item(id)?)));
        let (id, item) = item.ok_or_else(|| not_there(property))?;
        let old = item.get(property);
        let value = match (old, kind) {
            (Some(old), _) => value::xml(old, text),
            (None, Some(kind)) => kind_of(kind)?.xml(text),
            (None, None) => return Err(not_there(property)),
        };
        document.set(id, &**property, value?).map_err(refused)?;
        n_values = n_values.saturating_add(1);
    }
    for (class, property) in strips(edits) {
        for id in &ids {
            let is_meant = document.item(*id).is_some_and(|item| class == "*" || item.class == *class);
            if is_meant && document.unset(*id, property).is_some() {
                n_values = n_values.saturating_add(1);
            }
        }
    }
    Ok(Edited { bytes: Codec::write_onto(&document, file.bytes(), file.options())?, n_values })
}

fn binary(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (model, _) = <::rbxbinary::Model as Codec>::read(file.bytes(), file.options())?;
    let mut targets = Ok(Targets { list: Vec::new() });
    crate::outline::of_model(&model, &mut |outline| targets = Targets::new(outline, edits));
    let targets = targets?;
    let mut document = ::rbxbinary::Document::from(model);
    let ids: Vec<_> = document.walk().map(|visit| visit.id).collect();
    let mut n_values = 0_usize;
    for ((number, property), text, kind) in sets(edits, &targets) {
        let id = (*number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied();
        let id = id.ok_or_else(|| not_there(property))?;
        let value = match (document.get(id, property), kind) {
            (Some(old), _) => value::binary(old, text),
            (None, Some(kind)) => kind_of(kind)?.binary(text),
            (None, None) => return Err(not_there(property)),
        };
        document.set(id, &**property, value?).map_err(refused)?;
        n_values = n_values.saturating_add(1);
    }
    for (class, property) in strips(edits) {
        for id in &ids {
            let is_meant = document.item(*id).is_some_and(|item| class == "*" || *item.class == *class);
            if is_meant && document.unset(*id, property).is_some() {
                n_values = n_values.saturating_add(1);
            }
        }
    }
    let model = document.to_model().map_err(refused)?;
    Ok(Edited { bytes: Codec::write_onto(&model, file.bytes(), file.options())?, n_values })
}

/// Sets the sources of scripts, by the numbers of their nodes.
pub(crate) fn set_sources(file: &File<'_>, sources: Vec<(u32, Vec<u8>)>) -> Result<Edited, Problem> {
    const SOURCE: &str = "Source";
    let n_values = sources.len();
    let index = |number: u32| (number as usize).checked_sub(1);
    let bytes = match file.identity().format.family() {
        Family::RbxXml => {
            let (mut document, _) = <::rbxxml::Document as Codec>::read(file.bytes(), file.options())?;
            let ids: Vec<_> = document.walk().map(|visit| visit.id).collect();
            for (number, source) in sources {
                let Some(id) = index(number).and_then(|index| ids.get(index)).copied() else { continue };
                let value = ::rbxxml::Value::ProtectedString(source.as_slice().into());
                document.set(id, SOURCE, value).map_err(refused)?;
            }
            Codec::write_onto(&document, file.bytes(), file.options())?
        }
        Family::RbxBinary => {
            let (model, _) = <::rbxbinary::Model as Codec>::read(file.bytes(), file.options())?;
            let mut document = ::rbxbinary::Document::from(model);
            let ids: Vec<_> = document.walk().map(|visit| visit.id).collect();
            for (number, source) in sources {
                let Some(id) = index(number).and_then(|index| ids.get(index)).copied() else { continue };
                document.set(id, SOURCE, ::rbxbinary::Value::String(&source)).map_err(refused)?;
            }
            let model = document.to_model().map_err(refused)?;
            Codec::write_onto(&model, file.bytes(), file.options())?
        }
        _ => {
            let words = file.identity().format.in_words();
            return Err(Problem::new(ProblemKind::Unsupported, format!("there are no scripts in {words}")));
        }
    };
    Ok(Edited { bytes, n_values })
}

/// A step into a value of LLSD.
enum Way {
    Key(Vec<u8>),
    Index(usize),
}

fn llsd(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (mut value, _) = <::llsd::Value as Codec>::read(file.bytes(), file.options())?;
    let mut ways = Ok(Vec::new());
    crate::outline::of_value(&value, &mut |outline| {
        ways = Targets::new(outline, edits)
            .map(|targets| targets.list.iter().map(|target| way(outline, target)).collect());
    });
    let mut n_values = 0_usize;
    let texts = edits.iter().filter_map(|edit| match edit {
        Edit::Set { value, .. } => Some(&**value),
        Edit::Strip { .. } => None,
    });
    for (way, text) in ways?.into_iter().zip(texts) {
        let mut at = &mut value;
        for step in way {
            let inner = match step {
                Way::Key(key) => at.as_map_mut().and_then(|map| map.get_mut(key)),
                Way::Index(index) => at.as_array_mut().and_then(|array| array.get_mut(index)),
            };
            at = inner.ok_or_else(|| not_there(text))?;
        }
        *at = value::llsd(at, text)?;
        n_values = n_values.saturating_add(1);
    }
    for (class, key) in strips(edits) {
        if class != "*" && class != "map" {
            return Err(Problem::new(ProblemKind::Value, "LLSD has no classes: say *.KEY"));
        }
        let mut pending = vec![&mut value];
        while let Some(value) = pending.pop() {
            match value {
                ::llsd::Value::Map(map) => {
                    while map.remove(key).is_some() {
                        n_values = n_values.saturating_add(1);
                    }
                    pending.extend(map.values_mut());
                }
                ::llsd::Value::Array(array) => pending.extend(array.iter_mut()),
                _ => {}
            }
        }
    }
    Ok(Edited { bytes: Codec::write_onto(&value, file.bytes(), file.options())?, n_values })
}

/// The steps from the whole document to a property.
fn way(outline: &dyn Outline, (number, property): &(u32, String)) -> Vec<Way> {
    let mut way = Vec::new();
    // The name of an entry may have brackets, as the place in an array has.
    let mut last = Way::Key(property.clone().into_bytes());
    outline.properties(*number, &mut |label, _| {
        if let Label::Index(index) = label
            && *property == format!("[{index}]")
        {
            last = Way::Index(*index);
        }
    });
    way.push(last);
    let mut at = *number;
    while at != 0 {
        way.push(match outline.step(at) {
            Step::Name(key) => Way::Key(key.to_vec()),
            Step::Index(index) | Step::Item(_, index) => Way::Index(index as usize),
        });
        at = outline.parent(at);
    }
    way.reverse();
    way
}

/// A text as `print` prints it, in quotes; else as it is.
fn plain(text: &str) -> Cow<'_, str> {
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        None => Cow::Borrowed(text),
        Some(quoted) => {
            let mut plain = String::with_capacity(quoted.len());
            let mut letters = quoted.chars();
            while let Some(letter) = letters.next() {
                plain.extend(match (letter, letter == '\\') {
                    (_, true) => match letters.next() {
                        Some('n') => Some('\n'),
                        Some('r') => Some('\r'),
                        Some('t') => Some('\t'),
                        other => other,
                    },
                    (letter, false) => Some(letter),
                });
            }
            Cow::Owned(plain)
        }
    }
}
