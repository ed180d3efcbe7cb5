//! Editing: changes single values of a file, and nothing else in it.

mod addresses;
mod animation;
mod arguments;
mod copies;
mod forms;
mod instances;
mod llsd;
mod meshes;
mod paths;
mod pivot;
mod properties;
mod sources;
mod value;

pub use self::addresses::AssetMap;
pub(crate) use self::instances::set_sources;
pub use self::sources::replace_in_scripts;

use super::query::Query;
use crate::roblox::{Saved, Sink};
use files::{Family, File};
use scene::{Loss, Problem, ProblemKind};
use serde::Serialize;
use std::borrow::Cow;

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Sets the value of a property.
    Set {
        /// The path of the part as [`print`](crate::print()) prints it, a dot, and the name of the property
        /// as in scripts or in the file. On instances, `Position`, `Orientation`, `BrickColor` and `Parent`
        /// can be set as well. On models, `Position`, `Orientation`, `CFrame` and `PivotTo` move all parts
        /// inside them.
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

    /// The query that selects instances of the file itself.
    fn query(&self) -> Option<Cow<'_, Query>> {
        match self {
            Self::SetAll { query, .. }
            | Self::StripAll { query, .. }
            | Self::RemoveAll { query }
            | Self::Copy { model: None, query: Some(query), .. } => Some(Cow::Borrowed(query)),
            Self::Strip { class, .. } => Some(Cow::Owned(Query::of_class(class))),
            _ => None,
        }
    }
}

/// The result of [`edit`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Edited {
    /// The shape of this result: `rezkit.edit/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.edit/1")))]
    pub schema: &'static str,
    /// The number of values that were set or removed.
    pub n_values: usize,
    /// Further changes: in a binary file, all instances of a class have a property or none.
    pub notes: Vec<String>,
    /// The values that these changes lost or made up.
    pub losses: Vec<Loss>,
    /// True if nothing was done because the queries selected nothing, or because there is nothing to remove
    /// or replace.
    #[serde(skip)]
    pub is_idle: bool,
    /// The file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

impl Edited {
    pub(super) fn new(bytes: Vec<u8>, n_values: usize, notes: Vec<String>) -> Self {
        Self { schema: "rezkit.edit/1", n_values, notes, losses: Vec::new(), is_idle: false, bytes }
    }

    /// The result for a saved document.
    pub(super) fn saved(saved: Saved, n_values: usize) -> Self {
        Self { losses: saved.losses, ..Self::new(saved.bytes, n_values, saved.notes) }
    }

    /// Inserts notes on earlier steps before the other notes.
    pub(super) fn after(mut self, notes: Vec<String>) -> Self {
        self.notes.splice(0..0, notes);
        self
    }

    /// The result of `n_values` changes to a file, which `write` saves. Without changes, the file is returned
    /// unaltered; writing it could repair damage.
    pub(super) fn on(
        file: &File<'_>,
        n_values: usize,
        notes: Vec<String>,
        write: impl FnOnce() -> Result<Saved, Problem>,
    ) -> Result<Self, Problem> {
        if n_values == 0 {
            return Ok(Self::new(file.bytes().to_vec(), n_values, notes));
        }
        Ok(Self::saved(write()?, n_values).after(notes))
    }
}

/// The types that a property can have: those of Roblox, then those that only LLSD has.
pub const VALUE_KINDS: &[&str] = value::ALL_NAMES;

/// Changes values of a file or removes parts of it. Everything else is kept byte for byte.
///
/// Roblox models and places allow all properties, attributes and tags to be set and removed, and instances to
/// be added and removed. In LLSD, all values can be set, and keys and list items added and removed. In Model
/// 3D, the titles, the scale and the properties of materials can be set. In Second Life meshes, the header
/// entries that the simulator writes can be set; in animations, all header fields and the priorities of
/// joints, but not keys.
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
        Family::RbxXml | Family::RbxBinary => instances::edit(file, edits, give),
        Family::Llsd => llsd::edit(file, edits),
        Family::M3d => meshes::m3d(file, edits),
        Family::RbxMesh => meshes::rbxmesh(file, edits),
        Family::SlMesh => meshes::slmesh(file, edits),
        Family::SlAnim => meshes::anim(file, edits),
        _ => {
            let words = file.identity().format.in_words();
            Err(Problem::new(ProblemKind::Unsupported, format!("single values of {words} cannot be changed")))
        }
    };
    let can_be_idle = |edit: &Edit| {
        let is_optional = matches!(
            edit,
            Edit::StripPart { .. } | Edit::MapAssets { .. } | Edit::Copy { query: Some(_), .. }
        );
        is_optional || edit.query().is_some()
    };
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
        _ => instances::edit_nodes(file, edits),
    };
    edited.map_err(|mut problem| {
        file.explain([&mut problem]);
        problem
    })
}

#[cold]
pub(super) fn no_part(path: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no part {path}"))
        .help("`rez print` lists the paths")
}

#[cold]
fn not_there(what: &str) -> Problem {
    Problem::new(ProblemKind::Reference, format!("there is no property {what}"))
        .help("to add it, give its type, as with `rez set --type`")
}

#[cold]
fn no_type(name: &str, known: &[&str]) -> Problem {
    Problem::new(ProblemKind::Value, format!("there is no type {name}; the types are {}", known.join(", ")))
}
