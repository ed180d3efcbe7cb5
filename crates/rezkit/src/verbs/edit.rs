//! Editing: changes single values of a file, and nothing else in it.

mod addresses;
mod animation;
mod arguments;
mod copies;
mod forms;
mod meshes;
mod sources;
mod value;

pub use self::addresses::AssetMap;
pub use self::sources::replace_in_scripts;

use self::copies::Chosen;
use super::query::{Query, check_property, chosen};
use crate::roblox::{Document, Saved, Sink};
use dom::classes;
use dom::classes::{ClassInfo, brick_named, enumeration};
use dom::words::{ScriptOnly, in_scripts};
use dom::{Id, Kind, Position, Value};
use files::Family;
use files::File;
use files::codec::Codec;
use files::documents::{self, problem};
use files::names::near;
use files::outline::{FILE, Label, Outline, Paths, Step, is_shortened};
use rbxbinary::forms::Form;
use scene::{Loss, Problem, ProblemKind, counted, grouped};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Sets the value of a property.
    Set {
        /// The path of the part as [`print`](crate::print()) prints it, a dot, and the name of the property as in
        /// scripts or in the file. On instances, `Position`, `Orientation`, `BrickColor` and `Parent` can be set as
        /// well.
        path: String,
        /// The value as `print` prints it; quotes around text are optional.
        value: String,
        /// The type of a property that does not exist yet, such as `Bool`, or `Boolean` in LLSD. By default, the
        /// property keeps its type.
        kind: Option<String>,
    },
    /// Removes a property from all instances of a class; in LLSD, a key from all maps.
    Strip {
        /// The class, which may be an abstract one such as `BasePart`; `*` for all classes.
        class: String,
        /// The name of the property.
        property: String,
    },
    /// Removes a part of a file whose parts have no paths.
    ///
    /// | File | Parts |
    /// |---|---|
    /// | Model 3D | `titles`, or `name`, `licence`, `author`, `description`; `preview`; `assets`, the embedded files; `unknown`, the chunks of applications |
    /// | Second Life meshes and uploads | blocks by their names, such as `physics_havok` and `lowest_lod`; `hashes`, `creator`, `date` |
    /// | Roblox meshes | `facs`, `hsr`; `lods`, all levels of detail except the finest; `unknown`, chunks with unknown names; `trailing` |
    StripPart {
        /// The name of the part.
        part: String,
    },
    /// Sets a property of all parts that a query selects. Without `kind`, parts that lack the property are left
    /// unchanged.
    SetAll {
        /// Selects the parts.
        query: Query,
        /// The name of the property.
        property: String,
        /// The value, as in [`Set`](Self::Set).
        value: String,
        /// The type, as in [`Set`](Self::Set).
        kind: Option<String>,
    },
    /// Removes a property from all parts that a query selects.
    StripAll {
        /// Selects the parts.
        query: Query,
        /// The name of the property.
        property: String,
    },
    /// Adds the root instances of another model, in either encoding, and their descendants as the last children of an
    /// instance.
    Add {
        /// The path of the instance, or `(file)` for the root.
        parent: String,
        /// The bytes of the other file.
        model: Vec<u8>,
    },
    /// Copies instances and their descendants, as the last children of an instance. Instances inside other chosen ones
    /// are copied with these.
    Copy {
        /// The bytes of the file with the instances, in either encoding; `None` for the same file.
        model: Option<Vec<u8>>,
        /// The paths of the instances.
        paths: Vec<String>,
        /// Selects further instances.
        query: Option<Query>,
        /// The path of the new parent, or `(file)` for the root. By default, each copy goes into the instance that contains
        /// the original, or to the root if that is missing.
        parent: Option<String>,
    },
    /// Adds an instance of a class, with the defaults of the class.
    New {
        /// The path of the parent, or `(file)` for the root.
        parent: String,
        /// The class.
        class: String,
        /// The name.
        name: String,
        /// Properties and their values, as in [`Set`](Self::Set).
        properties: Vec<(String, String)>,
        /// The source of a script.
        source: Option<Vec<u8>>,
    },
    /// Removes an instance and its descendants; in LLSD, a value.
    Remove {
        /// The path of the instance or value.
        path: String,
    },
    /// Removes all instances that a query selects, and their descendants.
    RemoveAll {
        /// Selects the instances.
        query: Query,
    },
    /// Replaces asset addresses in all properties and attributes of a model or place, including fonts. The notes list
    /// the replacements.
    MapAssets {
        /// Maps old addresses to new ones.
        map: AssetMap,
        /// Replaces addresses in the sources of scripts as well. A bare number is not taken for an address there.
        scripts: bool,
    },
}

impl Edit {
    /// An edit that renames the instance at a path. The name is taken literally, without escapes.
    ///
    /// ```
    /// use rezkit::Edit;
    ///
    /// let rename = Edit::rename("Workspace/Door", "Gate \"B\"");
    /// assert!(matches!(rename, Edit::Set { path, value, .. } if path == "Workspace/Door.Name" && value == r#""Gate \"B\"""#));
    /// ```
    #[must_use]
    pub fn rename(path: &str, name: &str) -> Self {
        let value = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
        Self::Set { path: format!("{path}.Name"), value, kind: Some("String".into()) }
    }
}

/// What [`edit`] gives.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Edited {
    /// The shape of this result: `rezkit.edit/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.edit/1")))]
    pub schema: &'static str,
    /// How many values were set or removed.
    pub n_values: usize,
    /// What else had to change: in a binary file, all instances of a class have a property or none.
    pub notes: Vec<String>,
    /// What was lost by that, or made up.
    pub losses: Vec<Loss>,
    /// Whether nothing was done because expressions chose nothing, or because there is nothing of what is to be removed or
    /// replaced.
    #[serde(skip)]
    pub is_idle: bool,
    /// The file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

impl Edited {
    pub(super) fn of(bytes: Vec<u8>, n_values: usize, notes: Vec<String>) -> Self {
        Self { schema: "rezkit.edit/1", n_values, notes, losses: Vec::new(), is_idle: false, bytes }
    }

    /// The result for a saved document.
    pub(super) fn saved(saved: Saved, n_values: usize) -> Self {
        Self { losses: saved.losses, ..Self::of(saved.bytes, n_values, saved.notes) }
    }

    /// Puts notes on earlier steps before the others.
    pub(super) fn after(mut self, notes: Vec<String>) -> Self {
        self.notes.splice(0..0, notes);
        self
    }

    /// The result of `n_values` changes to a file, which `write` saves. Without changes, the file is returned as it is,
    /// although writing would repair damage.
    pub(super) fn on(
        file: &File<'_>,
        n_values: usize,
        notes: Vec<String>,
        write: impl FnOnce() -> Result<Saved, Problem>,
    ) -> Result<Self, Problem> {
        if n_values == 0 {
            return Ok(Self::of(file.bytes().to_vec(), n_values, notes));
        }
        Ok(Self::saved(write()?, n_values).after(notes))
    }
}

/// The types that a property can have: those of Roblox, then those that only LLSD has.
pub const VALUE_KINDS: &[&str] = value::ALL_NAMES;

/// Changes values of a file or removes parts of it. Everything else is kept byte for byte.
///
/// Roblox models and places allow all properties, attributes and tags to be set and removed, and instances to be added
/// and removed. In LLSD, all values can be set, and keys and list items added and removed. In Model 3D, the titles, the
/// scale and the properties of materials can be set. In Second Life meshes, the header entries that the simulator
/// writes can be set; in animations, all facts except keys, and the priorities of joints.
///
/// All queries and paths refer to the file as it was before, even where one edit removes what another one changes.
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
/// If the file cannot be read or written, a part or property does not exist, or a value has the wrong type. Nothing is
/// changed then.
pub fn edit(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    edited(file, edits, None)
}

/// Edits a file like [`edit`], and hands out the new file in pieces, so that a long one need not be in memory. The
/// result has no bytes.
///
/// # Errors
///
/// The errors of [`edit`]. Some pieces may have been handed out by then.
pub fn edit_in_pieces(
    file: &File<'_>,
    edits: &[Edit],
    give: &mut dyn FnMut(&[u8]),
) -> Result<Edited, Problem> {
    let edited = edited(file, edits, Some(&mut *give))?;
    give(&edited.bytes);
    Ok(Edited { bytes: Vec::new(), ..edited })
}

fn edited(file: &File<'_>, edits: &[Edit], give: Option<&mut Sink<'_>>) -> Result<Edited, Problem> {
    let edited = match file.identity().format.family() {
        Family::RbxXml | Family::RbxBinary => document(file, edits, give),
        Family::Llsd => llsd(file, edits),
        Family::M3d => meshes::m3d(file, edits),
        Family::RbxMesh => meshes::rbxmesh(file, edits),
        Family::SlMesh => meshes::slmesh(file, edits),
        Family::SlAnim => meshes::anim(file, edits),
        _ => {
            let words = file.identity().format.in_words();
            Err(Problem::new(ProblemKind::Unsupported, format!("single values of {words} cannot be changed")))
        }
    };
    let can_be_idle =
        |edit| matches!(edit, &Edit::StripPart { .. } | &Edit::MapAssets { .. }) || query_of(edit).is_some();
    edited
        .map(|edited| Edited { is_idle: edited.n_values == 0 && edits.iter().any(can_be_idle), ..edited })
        .map_err(|mut problem| {
            file.explain([&mut problem]);
            problem
        })
}

/// A change of one part of a file, identified by its node number in a [`Tree`](crate::Tree).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeEdit {
    /// Sets the value of an existing property, as [`Edit::Set`] does.
    Set {
        /// The node number of the part; 0 is the file.
        node: u32,
        /// The name of the property.
        property: String,
        /// The value as [`print`](crate::print()) prints it.
        value: String,
    },
    /// Renames an instance.
    Rename {
        /// The node number of the instance.
        node: u32,
        /// The new name.
        name: String,
    },
    /// Moves an instance and its descendants to the end of another one's children.
    Move {
        /// The node number of the instance.
        node: u32,
        /// The node number of the new parent; 0 is the root of the file.
        parent: u32,
    },
    /// Removes an instance and its descendants.
    Remove {
        /// The node number of the instance.
        node: u32,
    },
}

/// A smaller [`edit`] for programs whose size matters. In Roblox models and places, it lacks queries, adding instances
/// and replacing addresses; in Model 3D, it sets values only.
///
/// # Errors
///
/// The errors of [`edit`].
pub fn edit_nodes(file: &File<'_>, edits: &[NodeEdit]) -> Result<Edited, Problem> {
    let edited = match file.identity().format.family() {
        Family::M3d => meshes::m3d_nodes(file, edits),
        _ => instances(file, edits),
    };
    edited.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

/// [`edit_nodes`] for models and places.
fn instances(file: &File<'_>, edits: &[NodeEdit]) -> Result<Edited, Problem> {
    let mut document = Document::read(file)?;
    let ids = document.ids();
    let id_of = |node: u32| {
        // Node 0 is the file.
        let id = (node as usize).checked_sub(1).and_then(|index| ids.get(index));
        id.copied().ok_or_else(|| no_part(&format!("number {node}")))
    };
    let values = edits.iter().filter_map(|edit| match edit {
        NodeEdit::Set { value, .. } => Some(value::paths_in(value)),
        NodeEdit::Rename { .. } | NodeEdit::Move { .. } | NodeEdit::Remove { .. } => None,
    });
    // Paths refer to the file as it was, so they are resolved before anything changes.
    let named: HashMap<_, _> =
        values.flatten().filter_map(|path| Some((path.to_owned(), document.find(path)?))).collect();
    let mut n_values = 0_usize;
    for edit in edits {
        match edit {
            NodeEdit::Set { node, property, value } => {
                set(&mut document, id_of(*node)?, property, value, None, &|path| named.get(path).copied())?;
            }
            NodeEdit::Rename { node, name } => document.set(id_of(*node)?, "Name", &**name)?,
            NodeEdit::Move { node, parent } => {
                let parent = if *parent == 0 { None } else { Some(id_of(*parent)?) };
                document.move_to(id_of(*node)?, parent, Position::Last)?;
            }
            NodeEdit::Remove { .. } => continue,
        }
        n_values = n_values.saturating_add(1);
    }
    for edit in edits {
        if let NodeEdit::Remove { node } = edit {
            n_values = n_values.saturating_add(document.remove(id_of(*node)?));
        }
    }
    Edited::on(file, n_values, Vec::new(), || document.save_on(file, None))
}

/// The resolved paths of edits: the nodes that they lead to, as numbers or ids.
struct Targets<N> {
    /// The node and the property of each edit that sets a value.
    list: Vec<(N, String)>,
    /// The nodes of values that are paths. Values of references have to be paths.
    nodes: HashMap<String, N>,
}

impl Targets<u32> {
    /// Resolves the paths of all edits in one pass.
    fn new(outline: &dyn Outline, edits: &[Edit]) -> Result<Self, Problem> {
        let wanted = EditPaths::of(edits)?;
        let nodes = Paths::new(outline).numbers(outline, &wanted.paths);
        // The root of LLSD has no name.
        wanted.found(nodes, Some(0), no_part)
    }
}

/// The paths in edits.
struct EditPaths<'e> {
    /// The path of the part and the property, for each edit that sets a value.
    list: Vec<(&'e str, String)>,
    /// The paths of parts, and the values that may be paths.
    paths: HashSet<&'e str>,
}

impl<'e> EditPaths<'e> {
    fn of(edits: &'e [Edit]) -> Result<Self, Problem> {
        let (mut list, mut paths) = (Vec::new(), HashSet::new());
        for edit in edits {
            match edit {
                Edit::Set { path, value, .. } => {
                    let (part, property) = split(path)?;
                    paths.insert(part);
                    paths.extend(value::paths_in(value));
                    list.push((part, property));
                }
                Edit::SetAll { value, .. } => paths.extend(value::paths_in(value)),
                Edit::Copy { model, paths: copied, parent, .. } => {
                    paths.extend(copied.iter().filter(|_| model.is_none()).map(String::as_str));
                    paths.extend(parent.as_deref());
                }
                Edit::New { parent, properties, .. } => {
                    paths.insert(parent);
                    paths.extend(copies::paths_in(properties));
                }
                Edit::Add { parent: path, .. } | Edit::Remove { path } => _ = paths.insert(path),
                _ => {}
            }
        }
        Ok(Self { list, paths })
    }

    /// Looks up each path in `nodes`. An empty path leads to `file`; `none` makes the error for a missing part.
    fn found<N: Copy>(
        self,
        nodes: HashMap<String, N>,
        file: Option<N>,
        none: impl Fn(&str) -> Problem,
    ) -> Result<Targets<N>, Problem> {
        let list = self.list.into_iter().map(|(path, property)| match (nodes.get(path), file) {
            (Some(node), _) => Ok((*node, property)),
            (None, Some(file)) if path.is_empty() => Ok((file, property)),
            (None, None) if path.is_empty() => Err(of_no_part(&property)),
            _ => Err(none(path)),
        });
        let list = list.collect::<Result<_, Problem>>()?;
        Ok(Targets { list, nodes })
    }
}

#[cold]
pub(super) fn no_part(path: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no part {path}"))
        .help("paths are those that `rez print` prints")
}

/// [`no_part`] with a suggestion: a sibling with a similar name, or an instance elsewhere with this name or class.
#[cold]
fn no_part_in(document: &Document, path: &str) -> Problem {
    let mut problem = no_part(path);
    // Scripts separate names by dots, and begin at `game`.
    let slashes = path.strip_prefix("game.").unwrap_or(path).replace('.', "/");
    if let Some(id) = document.find(&slashes).filter(|_| path.contains('.')) {
        problem.message.push_str(&format!("; {}?", document.path(id)));
        return problem;
    }
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let beside = if parent.is_empty() {
        document.roots()
    } else {
        document.find(parent).map_or_else(Vec::new, |parent| document.children(parent))
    };
    let names: Vec<_> = beside.iter().map(|id| document.name(*id)).collect();
    let nearest = near(name, names.iter().map(|name| &**name))
        .first()
        .and_then(|nearest| names.iter().zip(&beside).find(|(name, _)| name == nearest).map(|(_, id)| *id));
    let named = || document.ids().into_iter().find(|id| document.name(*id).eq_ignore_ascii_case(name));
    if let Some(id) = nearest.or_else(named) {
        problem.message.push_str(&format!("; {}?", document.path(id)));
        return problem;
    }
    match document.of_class(name)[..] {
        [] => problem,
        [only] => problem.help(format!("of the class {name} there is {}", document.path(only))),
        [first, ref others @ ..] => problem.help(format!(
            "of the class {name} there are {} and {} more: `--where class={name}` chooses them",
            document.path(first),
            grouped(others.len()),
        )),
    }
}

/// Splits a path into that of the part and the name of a property, at the last unescaped dot. If a component such as
/// `.X` follows, it stays with the property.
fn split(path: &str) -> Result<(&str, String), Problem> {
    let (mut at, mut before) = (None, None);
    let mut is_escaped = false;
    for (i, letter) in path.char_indices() {
        match letter {
            '.' if !is_escaped => (before, at) = (at, Some(i)),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    if number_of(path).is_some() {
        at = before.or(at);
    }
    let (part, property) = match at {
        Some(at) => (path.get(..at).unwrap_or_default(), path.get(at..).unwrap_or_default()),
        None => ("", path),
    };
    let property = property.strip_prefix('.').unwrap_or(property);
    if property.is_empty() {
        return Err(Problem::new(ProblemKind::Value, format!("{path} is not PATH.PROPERTY")));
    }
    Ok((part, unescaped(property)))
}

/// Splits a name such as `Size.Y` into the property and the index of the component.
fn number_of(property: &str) -> Option<(&str, usize)> {
    // Names of attributes may contain dots.
    let (whole, letter) = property.rsplit_once('.').filter(|_| !property.starts_with('@'))?;
    Some((whole, ["X", "Y", "Z"].iter().position(|known| *known == letter)?))
}

/// Removes backslash escapes from a name.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// The edits that set a value, with their targets.
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

/// Refuses [`Edit::StripPart`] in models, places and LLSD, which have only properties.
fn no_parts(edits: &[Edit]) -> Result<(), Problem> {
    match edits.iter().find_map(|edit| if let Edit::StripPart { part } = edit { Some(part) } else { None }) {
        Some(part) => Err(Problem::new(ProblemKind::Value, format!("{part} is not CLASS.PROPERTY"))),
        None => Ok(()),
    }
}

#[cold]
fn of_no_part(property: &str) -> Problem {
    let message = format!("it is not said of which part {property} is");
    Problem::new(ProblemKind::Reference, message).help(format!(
        "say it before a dot, as in Workspace/Part.{property}=…, or choose parts, as in `--where class=Part {property}=…`"
    ))
}

#[cold]
fn not_there(what: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no property {what}"))
        .help("to add it, give its type, as with `rez set --type`")
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

#[cold]
fn no_type(name: &str, known: &[&str]) -> Problem {
    Problem::new(ProblemKind::Value, format!("there is no type {name} here; known are {}", known.join(", ")))
}

/// Edits a model or place.
fn document(file: &File<'_>, edits: &[Edit], give: Option<&mut Sink<'_>>) -> Result<Edited, Problem> {
    no_parts(edits)?;
    let (model, warnings) = documents::read(file)?;
    let wanted = EditPaths::of(edits)?;
    let short: HashSet<_> = wanted.paths.iter().copied().filter(|path| is_shortened(path)).collect();
    let (mut of_short, mut of_queries) = (HashMap::new(), Ok(Vec::new()));
    let mut notes = Vec::from_iter(warnings.in_words());
    if !short.is_empty() || edits.iter().any(|edit| query_of(edit).is_some()) {
        documents::outline(&model, file.memory(), &mut |outline| {
            if !short.is_empty() {
                of_short = Paths::new(outline).numbers(outline, &short);
            }
            of_queries = choices(outline, edits, &mut notes);
        })?;
    }
    let of_queries = of_queries?;
    let mut document = Document::from(model);
    let ids = document.ids();
    let id_of = |number: u32| (number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied();
    let mut nodes: HashMap<_, _> =
        of_short.into_iter().filter_map(|(path, number)| Some((path, id_of(number)?))).collect();
    let paths: Vec<_> = wanted.paths.iter().copied().filter(|path| !path.is_empty()).collect();
    if !paths.is_empty() {
        let found = paths.iter().zip(document.0.find_all(&paths));
        nodes.extend(found.filter_map(|(path, id)| Some(((*path).to_owned(), id?))));
    }
    let targets = wanted.found(nodes, None, |path| no_part_in(&document, path))?;
    let find = |path: &str| targets.nodes.get(path).copied();
    let mut n_values = 0_usize;
    for ((id, property), text, kind) in sets(edits, &targets) {
        set(&mut document, *id, property, text, kind, &find)?;
        n_values = n_values.saturating_add(1);
    }
    for edit in edits {
        if let Edit::MapAssets { map, scripts } = edit {
            n_values = n_values.saturating_add(addresses::map_all(&mut document, map, *scripts, &mut notes)?);
        }
    }
    let of_queries: Vec<Vec<_>> =
        of_queries.into_iter().map(|list| list.into_iter().filter_map(id_of).collect()).collect();
    for (edit, chosen) in edits.iter().filter(|edit| query_of(edit).is_some()).zip(&of_queries) {
        let n = match edit {
            Edit::SetAll { property, value, kind, .. } => {
                set_all(&mut document, chosen, property, (value, kind.as_deref()), &find, &mut notes)?
            }
            Edit::StripAll { property, .. } | Edit::Strip { property, .. } => {
                let mut n = 0_usize;
                for id in chosen {
                    n = n.saturating_add(usize::from(unset(&mut document, *id, property)?));
                }
                n
            }
            // Instances are removed last, because all edits refer to the file as it was.
            _ => 0,
        };
        n_values = n_values.saturating_add(n);
    }
    let mut of_copies = edits.iter().filter(|edit| query_of(edit).is_some()).zip(&of_queries);
    for edit in edits {
        let n = match edit {
            Edit::Add { parent, model } => {
                let (chosen, parent) = (Chosen::default(), Some(&**parent));
                copies::copy(&mut document, model, chosen, parent, (&targets, file), &mut notes)?
            }
            Edit::Copy { model: Some(model), paths, query, parent } => {
                let chosen = Chosen { paths, query: query.as_ref() };
                copies::copy(&mut document, model, chosen, parent.as_deref(), (&targets, file), &mut notes)?
            }
            Edit::Copy { model: None, paths, query, parent } => {
                let named = paths.iter().map(|path| find(path).ok_or_else(|| no_part_in(&document, path)));
                let mut ids = named.collect::<Result<Vec<_>, Problem>>()?;
                if query.is_some() {
                    let found = of_copies.find(|(one, _)| std::ptr::eq(*one, edit));
                    ids.extend(found.into_iter().flat_map(|(_, ids)| ids));
                }
                copies::duplicate(&mut document, &ids, parent.as_deref(), &targets)?
            }
            Edit::New { parent, class, name, properties, source } => {
                let new = (&**parent, &**class, &**name);
                copies::create(&mut document, new, properties, source.as_deref(), &targets)?;
                1
            }
            _ => 0,
        };
        n_values = n_values.saturating_add(n);
    }
    for edit in edits {
        if let Edit::Remove { path } = edit {
            let id = find(path).ok_or_else(|| no_part_in(&document, path))?;
            n_values = n_values.saturating_add(document.remove(id));
        }
    }
    for (edit, chosen) in edits.iter().filter(|edit| query_of(edit).is_some()).zip(&of_queries) {
        if let Edit::RemoveAll { .. } = edit {
            // Instances inside one that was removed before are already gone, and count 0.
            let removed = chosen.iter().map(|id| document.remove(*id));
            n_values = removed.fold(n_values, usize::saturating_add);
        }
    }
    Edited::on(file, n_values, notes, || document.save_on(file, give))
}

/// The query of an edit.
fn query_of(edit: &Edit) -> Option<Cow<'_, Query>> {
    match edit {
        Edit::SetAll { query, .. }
        | Edit::StripAll { query, .. }
        | Edit::RemoveAll { query }
        | Edit::Copy { model: None, query: Some(query), .. } => Some(Cow::Borrowed(query)),
        Edit::Strip { class, .. } => Some(Cow::Owned(Query::of_class(class))),
        _ => None,
    }
}

/// The nodes that each edit with a query selects. An unknown property is an error, unless the edit adds it.
fn choices(outline: &dyn Outline, edits: &[Edit], notes: &mut Vec<String>) -> Result<Vec<Vec<u32>>, Problem> {
    let mut all = Vec::new();
    for (edit, query) in edits.iter().filter_map(|edit| Some((edit, query_of(edit)?))) {
        all.push(chosen(outline, &query, notes)?);
        match edit {
            Edit::SetAll { property, kind: None, .. }
            | Edit::StripAll { property, .. }
            | Edit::Strip { property, .. } => check_property(outline, &unescaped(property), notes)?,
            _ => {}
        }
    }
    Ok(all)
}

/// Sets a property of instances, and returns the number of instances changed. Those without the property are left
/// unchanged, unless `kind` is given.
fn set_all(
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
        notes.push(format!("{instances} without {property} stay as they are: --type adds it"));
    }
    Ok(n_set)
}

/// Removes a property or an attribute; returns `false` if it does not exist.
fn unset(document: &mut Document, id: Id, property: &str) -> Result<bool, Problem> {
    let property = &unescaped(property);
    match property.strip_prefix('@') {
        Some(name) => document.unset_attribute(id, name),
        None => Ok(document.stored_name(id, property).is_some_and(|stored| document.unset(id, &stored))),
    }
}

/// Sets a property or an attribute to the value that a text describes.
fn set(
    document: &mut Document,
    id: Id,
    property: &str,
    text: &str,
    kind: Option<&str>,
    find: &value::Find<'_>,
) -> Result<(), Problem> {
    let kind = kind.map(kind_of).transpose()?;
    if let Some((whole, index)) = number_of(property).filter(|_| !can_be_set_whole(document, id, property)) {
        let old = document.value_or_default(id, whole).ok_or_else(|| no_property(document, id, whole))?;
        let new = value::with_number(old.into_owned(), index, text)?;
        return document.assign(id, whole, new);
    }
    if let Some(name) = property.strip_prefix('@') {
        let new = value::attribute(document.attribute(id, name), text, kind, find)?;
        return document.set_attribute(id, name, new.ok_or_else(|| no_attribute(property))?);
    }
    if let Some(rest @ ("" | "+" | "-")) = property.strip_prefix("Tags") {
        return set_tags(document, id, rest, text);
    }
    if property.eq_ignore_ascii_case("Scale") && document.class(id) == "Model" && kind.is_none() {
        return Err(no_scale());
    }
    let is_as_said = kind.is_some();
    let stored = document.stored_name(id, property);
    let named = stored.as_deref().unwrap_or(property);
    let form = Form::of(document.class(id).as_bytes(), named.as_bytes());
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

/// Sets the tags of an instance; with `+` or `-`, adds or removes these alone.
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

/// The error for the scale of a model, which the engine only notes there: `Model:ScaleTo` changes all its parts.
#[cold]
fn no_scale() -> Problem {
    let message =
        "the scale of a model is a note of what Studio did: setting it would leave all parts as they are";
    Problem::new(ProblemKind::Unsupported, message)
        .help("scale the model in Studio by ScaleTo; `rez set --type Float32` changes the note alone")
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
                return Err(Problem::new(ProblemKind::Value, format!("{text} is in the instance itself")));
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
        let message = format!("{property} is set on {}, which is not there", made.source());
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
    let Some(enumeration) = enumeration(class.as_bytes(), property.as_bytes()) else { return Ok(None) };
    let name = text.trim();
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

/// Sets the sources of scripts, which are given by node number.
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
            document.0.set_bytes(*id, "Source", &source).map_err(problem)?;
        }
    }
    Edited::on(file, n_values, Vec::new(), || document.save_on(file, None))
}

/// A step of a path into an LLSD value.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Key(Vec<u8>),
    Index(usize),
}

fn llsd(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (mut value, warnings) = <::llsd::Value as Codec>::read(file.bytes(), file.options())?;
    let (mut ways, mut notes) = (Ok((Vec::new(), Vec::new())), Vec::from_iter(warnings.in_words()));
    files::llsd::outline::of_containers(&value, &mut |outline| {
        ways = llsd_ways(outline, edits, &mut notes);
    });
    let (sets, removals) = ways?;
    let mut n_values = 0_usize;
    for (way, property, text, kind) in sets {
        let at = inside(&mut value, way, kind.is_some()).ok_or_else(|| not_there(&property))?;
        *at = value::llsd(at, text, kind)?;
        n_values = n_values.saturating_add(1);
    }
    no_parts(edits)?;
    for (class, key) in strips(edits) {
        if class != "*" && class != "map" {
            return Err(Problem::new(ProblemKind::Value, "LLSD has no classes: say *.KEY"));
        }
        let mut n = 0_usize;
        let mut pending = vec![&mut value];
        while let Some(value) = pending.pop() {
            match value {
                ::llsd::Value::Map(map) => {
                    while map.remove(key).is_some() {
                        n = n.saturating_add(1);
                    }
                    pending.extend(map.values_mut());
                }
                ::llsd::Value::Array(array) => pending.extend(array.iter_mut()),
                _ => {}
            }
        }
        if n == 0 {
            notes.push(format!("no map has the key {key}"));
        }
        n_values = n_values.saturating_add(n);
    }
    // Removing from the back keeps earlier indices of arrays valid.
    for (way, path) in removals.into_iter().rev() {
        if !llsd_remove(&mut value, way) {
            return Err(no_part(&path));
        }
        n_values = n_values.saturating_add(1);
    }
    Edited::on(file, n_values, notes, || {
        Ok(Saved::plain(Codec::write_onto(&value, file.bytes(), file.options())?))
    })
}

/// Steps to each value to set, with the property, the text and the type; and steps to each value to remove, with its
/// path.
type Ways<'e> = (Vec<(Vec<Way>, String, &'e str, Option<&'e str>)>, Vec<(Vec<Way>, String)>);

fn llsd_ways<'e>(
    outline: &dyn Outline,
    edits: &'e [Edit],
    notes: &mut Vec<String>,
) -> Result<Ways<'e>, Problem> {
    let targets = Targets::new(outline, edits)?;
    let (mut set, mut removed) = (Vec::new(), Vec::new());
    for (target, text, kind) in sets(edits, &targets) {
        set.push((way(outline, target), target.1.clone(), text, kind));
    }
    for edit in edits {
        match edit {
            Edit::SetAll { query, property, value, kind } => {
                let kind = kind.as_deref();
                let nodes = chosen(outline, query, notes)?.into_iter();
                let nodes = nodes.map(|node| (node, unescaped(property)));
                for target in nodes.filter(|target| kind.is_some() || has(outline, target)) {
                    set.push((way(outline, &target), target.1, value, kind));
                }
            }
            Edit::StripAll { query, property } => {
                let nodes = chosen(outline, query, notes)?.into_iter();
                let nodes = nodes.map(|node| (node, unescaped(property)));
                for target in nodes.filter(|target| has(outline, target)) {
                    removed.push((way(outline, &target), target.1));
                }
            }
            Edit::Remove { path } => {
                let way = match targets.nodes.get(path) {
                    Some(0) => {
                        return Err(Problem::new(ProblemKind::Value, "the whole file cannot be removed"));
                    }
                    Some(node) => way_to(outline, *node, Vec::new()),
                    None => {
                        let (part, property) = split(path)?;
                        let found = || Paths::new(outline).number(outline, part);
                        let node = if part.is_empty() { Some(0) } else { found() };
                        way(outline, &(node.ok_or_else(|| no_part(path))?, property))
                    }
                };
                removed.push((way, path.clone()));
            }
            Edit::Copy { .. } | Edit::New { .. } => {
                let message = "there are no instances in LLSD";
                return Err(Problem::new(ProblemKind::Unsupported, message)
                    .help("`rez set --type` adds a key with a value"));
            }
            Edit::Add { .. } | Edit::RemoveAll { .. } | Edit::MapAssets { .. } => {
                return Err(Problem::new(ProblemKind::Unsupported, "there are no instances in LLSD"));
            }
            _ => {}
        }
    }
    // Values inside another one sort after it, and are removed first.
    removed.sort_by(|(one, _), (other, _)| one.cmp(other));
    // Removing the same index twice would remove the next item.
    removed.dedup_by(|(one, _), (other, _)| one == other);
    Ok((set, removed))
}

/// Returns true if a node has a property.
fn has(outline: &dyn Outline, (number, property): &(u32, String)) -> bool {
    let mut is_found = false;
    let is_it = |label: &Label<'_>| match label {
        Label::Name(name) => property.as_bytes() == &**name,
        label => label.to_string() == *property,
    };
    outline.properties(*number, &mut |label, _| is_found |= is_it(label));
    is_found
}

/// The value at the end of `way`. If `is_made` is set, a missing last step is created.
fn inside(value: &mut ::llsd::Value, way: Vec<Way>, is_made: bool) -> Option<&mut ::llsd::Value> {
    let (mut at, n_steps) = (value, way.len());
    for (step, n_before) in way.into_iter().zip(1..) {
        let is_made = is_made && n_before == n_steps;
        at = match step {
            Way::Key(key) => {
                let map = at.as_map_mut()?;
                if is_made && !map.contains_key(&key) {
                    map.insert(key.as_slice(), ::llsd::Value::Undef);
                }
                map.get_mut(key)?
            }
            Way::Index(index) => {
                let array = at.as_array_mut()?;
                if is_made && index == array.len() {
                    array.push(::llsd::Value::Undef);
                }
                array.get_mut(index)?
            }
        };
    }
    Some(at)
}

/// Removes the value at the end of `way`; returns `false` if it does not exist.
fn llsd_remove(value: &mut ::llsd::Value, mut way: Vec<Way>) -> bool {
    let last = way.pop();
    match (last, inside(value, way, false)) {
        (Some(Way::Key(key)), Some(::llsd::Value::Map(map))) => map.remove(key).is_some(),
        (Some(Way::Index(index)), Some(::llsd::Value::Array(array))) if index < array.len() => {
            array.remove(index);
            true
        }
        _ => false,
    }
}

/// The steps from the root of the document to a property.
fn way(outline: &dyn Outline, (number, property): &(u32, String)) -> Vec<Way> {
    // A map key may look like `[0]` too, so only arrays take brackets for an index.
    let index = || property.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let last = match (outline.kind(*number), index()) {
        (b"array", Some(index)) => Way::Index(index),
        _ => Way::Key(property.clone().into_bytes()),
    };
    way_to(outline, *number, vec![last])
}

/// The steps from the root to a node, followed by `way`.
fn way_to(outline: &dyn Outline, number: u32, mut way: Vec<Way>) -> Vec<Way> {
    let mut at = number;
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
