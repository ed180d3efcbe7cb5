//! Changing single values of a file, and nothing else in it.

mod arguments;
mod meshes;
mod value;

use crate::formats::codec::Codec;
use crate::formats::outline::{Label, Outline, Paths, Step, is_shortened};
use crate::formats::roblox::classes::enumeration;
use crate::formats::roblox::{Document, Id, Kind, Model, Value};
use crate::{Family, File, Problem, ProblemKind};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

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
        /// The type, such as `Bool`, or `Boolean` in LLSD, for a property that is not there yet; else that of the
        /// property is used.
        kind: Option<String>,
    },
    /// Removes a property from all instances of a class, or of LLSD a key from all maps.
    Strip {
        /// The class; `*` for all.
        class: String,
        /// The property.
        property: String,
    },
    /// Takes a part out of a file of another format.
    ///
    /// | File | Parts |
    /// |---|---|
    /// | Model 3D | `titles`, or `name`, `licence`, `author`, `description`; `preview`; `assets`, the files inside; `unknown`, the chunks of applications |
    /// | Second Life meshes and uploads | blocks by their names, such as `physics_havok` and `lowest_lod`; `hashes`, `creator`, `date` |
    /// | Roblox meshes | `facs`, `hsr`; `lods`, all levels of detail but the finest; `unknown`, chunks of no known name; `trailing` |
    StripPart {
        /// The part.
        part: String,
    },
}

/// What [`edit`] gives.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Edited {
    /// The shape of this result: `rezkit.edit/1`.
    #[cfg_attr(test, schemars(extend("const" = "rezkit.edit/1")))]
    pub schema: &'static str,
    /// How many values were set or removed.
    pub n_values: usize,
    /// What else had to change: in a binary file, all instances of a class have a property or none.
    pub notes: Vec<String>,
    /// The file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

impl Edited {
    pub(super) fn of(bytes: Vec<u8>, n_values: usize, notes: Vec<String>) -> Self {
        Self { schema: "rezkit.edit/1", n_values, notes, bytes }
    }
}

/// The types that a property can be made of: those of Roblox, then those that only LLSD has.
pub const VALUE_KINDS: &[&str] = value::ALL_NAMES;

/// Changes values of a file or takes parts out of it, and writes it so that everything else stays byte by byte.
///
/// Of Roblox models and places, all properties, attributes and tags can be set and removed; of LLSD, all values, and
/// keys can be added; of Model 3D, the titles, the scale and the properties of materials; of Second Life meshes, what the simulator writes into
/// the header.
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
        Family::RbxXml | Family::RbxBinary => document(file, edits),
        Family::Llsd => llsd(file, edits),
        Family::M3d => meshes::m3d(file, edits),
        Family::RbxMesh => meshes::rbxmesh(file, edits),
        Family::SlMesh => meshes::slmesh(file, edits),
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

/// Where paths lead: to nodes, by their numbers or ids.
struct Targets<N> {
    /// Of each edit that sets something, the node and the property.
    list: Vec<(N, String)>,
    /// Of the values that are paths, which those of references have to be.
    nodes: HashMap<String, N>,
}

impl Targets<u32> {
    /// Finds the paths of all edits in one pass.
    fn new(outline: &dyn Outline, edits: &[Edit]) -> Result<Self, Problem> {
        let wanted = Wanted::of(edits)?;
        let nodes = numbers(outline, &wanted.paths);
        // The root of LLSD needs no name.
        wanted.found(nodes, Some(0))
    }
}

/// The paths in edits.
struct Wanted<'e> {
    /// Of each edit that sets something, the part and the property.
    list: Vec<(&'e str, String)>,
    /// Those of parts, and values, which may be paths.
    paths: HashSet<&'e str>,
}

impl<'e> Wanted<'e> {
    fn of(edits: &'e [Edit]) -> Result<Self, Problem> {
        let (mut list, mut paths) = (Vec::new(), HashSet::new());
        for edit in edits {
            if let Edit::Set { path, value, .. } = edit {
                let (part, property) = split(path)?;
                paths.insert(part);
                paths.extend(value::paths_in(value));
                list.push((part, property));
            }
        }
        Ok(Self { list, paths })
    }

    /// The paths lead to these nodes, and an empty one to `file`.
    fn found<N: Copy>(self, nodes: HashMap<String, N>, file: Option<N>) -> Result<Targets<N>, Problem> {
        let list = self.list.into_iter().map(|(path, property)| match (nodes.get(path), file) {
            (Some(node), _) => Ok((*node, property)),
            (None, Some(file)) if path.is_empty() => Ok((file, property)),
            (None, None) if path.is_empty() => Err(not_there(&property)),
            _ => Err(no_part(path)),
        });
        let list = list.collect::<Result<_, Problem>>()?;
        Ok(Targets { list, nodes })
    }
}

/// The nodes that have some of these paths.
fn numbers(outline: &dyn Outline, wanted: &HashSet<&str>) -> HashMap<String, u32> {
    let (paths, mut found, mut text) = (Paths::new(outline), HashMap::new(), String::new());
    for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
        text.clear();
        paths.write(&mut text, outline, number);
        if wanted.contains(&*text) {
            found.entry(text.clone()).or_insert(number);
        }
    }
    found
}

#[cold]
fn no_part(path: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no part {path}"))
        .help("paths are those that `rez print` prints")
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
fn sets<'e, 't, N>(
    edits: &'e [Edit],
    targets: &'t Targets<N>,
) -> impl Iterator<Item = (&'t (N, String), &'e str, Option<&'e str>)> {
    let sets = edits.iter().filter_map(|edit| match edit {
        Edit::Set { value, kind, .. } => Some((&**value, kind.as_deref())),
        _ => None,
    });
    targets.list.iter().zip(sets).map(|(target, (value, kind))| (target, value, kind))
}

fn strips(edits: &[Edit]) -> impl Iterator<Item = (&str, &str)> {
    edits.iter().filter_map(|edit| match edit {
        Edit::Strip { class, property } => Some((&**class, &**property)),
        _ => None,
    })
}

/// Models, places and LLSD have properties, and no other parts.
fn no_parts(edits: &[Edit]) -> Result<(), Problem> {
    match edits.iter().find_map(|edit| if let Edit::StripPart { part } = edit { Some(part) } else { None }) {
        Some(part) => Err(Problem::new(ProblemKind::Value, format!("{part} is not CLASS.PROPERTY"))),
        None => Ok(()),
    }
}

#[cold]
fn not_there(what: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no property {what}"))
        .help("to add it, say of which type it is: `rez set` has --type")
}

fn kind_of(name: &str) -> Result<Kind, Problem> {
    Kind::of_name(name).ok_or_else(|| no_type(name, Kind::NAMES))
}

#[cold]
fn no_type(name: &str, known: &[&str]) -> Problem {
    Problem::new(ProblemKind::Value, format!("there is no type {name} here; known are {}", known.join(", ")))
}

/// Edits a model or place.
fn document(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    no_parts(edits)?;
    let model = Model::read(file)?;
    let wanted = Wanted::of(edits)?;
    let short: HashSet<_> = wanted.paths.iter().copied().filter(|path| is_shortened(path)).collect();
    let mut of_short = HashMap::new();
    if !short.is_empty() {
        model.outline(file.memory(), &mut |outline| of_short = numbers(outline, &short))?;
    }
    let mut document = Document::from(model);
    let ids = document.ids();
    let id_of = |number: u32| (number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied();
    let mut nodes: HashMap<_, _> =
        of_short.into_iter().filter_map(|(path, number)| Some((path, id_of(number)?))).collect();
    let paths: Vec<_> = wanted.paths.iter().copied().filter(|path| !path.is_empty()).collect();
    if !paths.is_empty() {
        let found = paths.iter().zip(document.find_all(&paths));
        nodes.extend(found.filter_map(|(path, id)| Some(((*path).to_owned(), id?))));
    }
    let targets = wanted.found(nodes, None)?;
    let find = |path: &str| targets.nodes.get(path).copied();
    let mut n_values = 0_usize;
    for ((id, property), text, kind) in sets(edits, &targets) {
        set(&mut document, *id, property, text, kind, &find)?;
        n_values = n_values.saturating_add(1);
    }
    for (class, property) in strips(edits) {
        for id in &ids {
            if (class == "*" || document.class(*id) == class) && document.unset(*id, property) {
                n_values = n_values.saturating_add(1);
            }
        }
    }
    finished(document, file, n_values)
}

/// Sets a property or an attribute to what a text says.
fn set(
    document: &mut Document,
    id: Id,
    property: &str,
    text: &str,
    kind: Option<&str>,
    find: &value::Find<'_>,
) -> Result<(), Problem> {
    let kind = kind.map(kind_of).transpose()?;
    if let Some(name) = property.strip_prefix('@') {
        let new = value::attribute(document.attribute(id, name), text, kind)?;
        return document.set_attribute(id, name, new.ok_or_else(|| not_there(property))?);
    }
    if property == "Tags" {
        return document.set_bytes(id, property, &value::tags(text)?);
    }
    let kind = document.get(id, property).map(|old| old.kind()).or(kind);
    let kind = kind.ok_or_else(|| not_there(property))?;
    let item = if kind == Kind::Enum { item(document, id, property, text)? } else { None };
    let value = match item {
        Some(number) => Value::Enum(number),
        None => value::value(kind, text, find)?,
    };
    document.set(id, property, value)
}

/// The number of an enum item that a text names, such as `Neon` or `Enum.Material.Neon`; `None` for other texts.
fn item(document: &Document, id: Id, property: &str, text: &str) -> Result<Option<u32>, Problem> {
    let class = document.class(id);
    let Some(enumeration) = enumeration(class.as_bytes(), property.as_bytes()) else { return Ok(None) };
    let name = text.trim();
    let prefix = format!("Enum.{}.", enumeration.name());
    let name = name.strip_prefix(&*prefix).unwrap_or(name);
    let number = enumeration.number(name);
    if number.is_none() && name.starts_with(char::is_alphabetic) {
        let message = format!("Enum.{} has no item {name}", enumeration.name());
        let help = format!("its items are {}", enumeration.items().join(", "));
        return Err(Problem::new(ProblemKind::Value, message).help(help));
    }
    Ok(number)
}

fn finished(document: Document, file: &File<'_>, n_values: usize) -> Result<Edited, Problem> {
    let saved = document.save_on(file)?;
    Ok(Edited::of(saved.bytes, n_values, saved.notes))
}

/// Sets the sources of scripts, by the numbers of their nodes.
pub(crate) fn set_sources(file: &File<'_>, sources: Vec<(u32, Vec<u8>)>) -> Result<Edited, Problem> {
    if !matches!(file.identity().format.family(), Family::RbxXml | Family::RbxBinary) {
        let words = file.identity().format.in_words();
        return Err(Problem::new(ProblemKind::Unsupported, format!("there are no scripts in {words}")));
    }
    let mut document = Document::read(file)?;
    let (ids, n_values) = (document.ids(), sources.len());
    for (number, source) in sources {
        let id = (number as usize).checked_sub(1).and_then(|index| ids.get(index));
        if let Some(id) = id {
            document.set_bytes(*id, "Source", &source)?;
        }
    }
    finished(document, file, n_values)
}

/// A step into a value of LLSD.
enum Way {
    Key(Vec<u8>),
    Index(usize),
}

fn llsd(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (mut value, _) = <::llsd::Value as Codec>::read(file.bytes(), file.options())?;
    let mut ways = Ok(Vec::new());
    crate::formats::llsd::outline::of_containers(&value, &mut |outline| {
        ways = Targets::new(outline, edits).map(|targets| {
            let sets = sets(edits, &targets);
            sets.map(|(target, text, kind)| (way(outline, target), target.1.clone(), text, kind)).collect()
        });
    });
    let mut n_values = 0_usize;
    for (way, property, text, kind) in ways? {
        let mut at = &mut value;
        for step in way {
            let inner = match step {
                Way::Key(key) => at.as_map_mut().and_then(|map| {
                    // Only the last key of a way can be missing.
                    if kind.is_some() && !map.contains_key(&key) {
                        map.insert(key.as_slice(), ::llsd::Value::Undef);
                    }
                    map.get_mut(key)
                }),
                Way::Index(index) => at.as_array_mut().and_then(|array| array.get_mut(index)),
            };
            at = inner.ok_or_else(|| not_there(&property))?;
        }
        *at = value::llsd(at, text, kind)?;
        n_values = n_values.saturating_add(1);
    }
    no_parts(edits)?;
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
    let bytes = Codec::write_onto(&value, file.bytes(), file.options())?;
    Ok(Edited::of(bytes, n_values, Vec::new()))
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
