//! Three-way merges of models and places, which combine the changes that two people made to one file.

mod apply;
mod facts;
mod lines;
mod plan;
mod restore;

pub use self::restore::restore;

use crate::roblox::{Saved, Sink};
use crate::verbs::convert::{ConvertOptions, convert};
use crate::verbs::diff::DiffOptions;
use crate::verbs::diff::matching::{Pairs, pairs_with};
use dom::Model;
use files::Format;
use files::documents;
use files::{File, OpenOptions};
use plan::Plan;
use scene::{Loss, Problem, ProblemKind, Warnings, counted};
use serde::Serialize;
use std::collections::hash_map::RandomState;

/// Incompatible changes of both sides to the same property, position or instance. The result keeps those of
/// OURS.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Conflict {
    /// The shape of this result: `rezkit.conflict/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.conflict/1")))]
    pub schema: &'static str,
    /// The kind of conflict.
    pub kind: ConflictKind,
    /// The class of the instance.
    pub class: String,
    /// The path of the instance in OURS; that in BASE if OURS removed it, and that in THEIRS if neither has
    /// it.
    pub path: String,
    /// The property, if the conflict is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// The value or the place in BASE, if there is one.
    pub base: Option<String>,
    /// The value or the place in OURS, which stays.
    pub ours: Option<String>,
    /// The value or the place in THEIRS, which is not taken.
    pub theirs: Option<String>,
    /// The conflicting lines of a script. All other lines of both sides are in the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineConflict>,
}

/// Lines of a script that both sides changed in different ways.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LineConflict {
    /// The line of the result that they begin at, counted from 1.
    pub line: usize,
    /// The lines in BASE.
    pub base: String,
    /// The lines in OURS.
    pub ours: String,
    /// The lines in THEIRS.
    pub theirs: String,
}

/// The side of a merge whose value or lines win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Prefer {
    /// The value in BASE: neither change is applied.
    Base,
    /// The value in OURS.
    Ours,
    /// The value in THEIRS.
    Theirs,
}

/// Options of [`merge_with`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
#[must_use]
pub struct MergeOptions {
    /// The side that wins where both changed a property or a line of a script, which is then not a conflict. Instances
    /// that both moved, or that one removed and the other changed, remain conflicts.
    pub prefer: Option<Prefer>,
    /// Writes conflict markers like git's around lines of scripts that both sides changed.
    pub markers: bool,
    /// Merges properties that only identify an instance, such as UniqueId. By default, those of OURS stay.
    pub ids: bool,
    /// The names of properties that are not merged: those of OURS stay.
    pub ignore: Vec<String>,
}

impl MergeOptions {
    /// Sets the side that wins where both changed a property or a line of a script.
    pub fn prefer(self, prefer: Option<Prefer>) -> Self {
        Self { prefer, ..self }
    }

    /// Writes conflict markers like git's around lines of scripts that both sides changed.
    pub fn markers(self, markers: bool) -> Self {
        Self { markers, ..self }
    }

    /// Merges properties that only identify an instance.
    pub fn ids(self, ids: bool) -> Self {
        Self { ids, ..self }
    }

    /// Leaves properties as in OURS, by their names in scripts or in files.
    pub fn ignore(self, ignore: Vec<String>) -> Self {
        Self { ignore, ..self }
    }

    fn on_conflict(&self) -> OnConflict {
        match self.prefer {
            None if self.markers => OnConflict::Markers,
            None | Some(Prefer::Ours) => OnConflict::Ours,
            Some(Prefer::Base) => OnConflict::Base,
            Some(Prefer::Theirs) => OnConflict::Theirs,
        }
    }
}

/// The content of the result where changed lines of both sides touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnConflict {
    Base,
    Ours,
    Theirs,
    Markers,
}

/// The sorts of [`Conflict`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ConflictKind {
    /// Both changed a property, to different values.
    Property,
    /// Both moved an instance, to different places, or each moved one of two instances into the other.
    Moved,
    /// Both changed the order of the children of an instance.
    Order,
    /// OURS removed what THEIRS changed, added to or refers to.
    RemovedByOurs,
    /// THEIRS removed what OURS changed, added to or refers to.
    RemovedByTheirs,
}

/// The result of [`merge`].
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Merge {
    /// The shape of this result: `rezkit.merge/1`.
    #[cfg_attr(any(test, feature = "schemars"), schemars(extend("const" = "rezkit.merge/1")))]
    pub schema: &'static str,
    /// The number of instances that were added as in THEIRS.
    pub n_added: usize,
    /// The number of instances that were removed as in THEIRS, not counting their descendants.
    pub n_removed: usize,
    /// The number of instances that were moved or reordered as in THEIRS.
    pub n_moved: usize,
    /// The number of properties that were set or removed as in THEIRS, or merged line by line.
    pub n_properties: usize,
    /// The number of conflicts.
    pub n_conflicts: usize,
    /// The number of conflicts that the options decided.
    pub n_decided: usize,
    /// Further changes: in a binary file, all instances of a class have a property or none.
    pub notes: Vec<String>,
    /// The values that these changes lost or made up.
    pub losses: Vec<Loss>,
    /// The conflicts.
    #[serde(skip)]
    pub conflicts: Vec<Conflict>,
    /// The merged file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Merges the changes from BASE to THEIRS into OURS, by instance and property.
///
/// Instances are matched by UniqueId, then by path, then by content; unlike in [`diff`](crate::diff()), also
/// if one was recreated with another id. An instance that only one side added, removed, moved or renamed, and
/// a property or an attribute that only one side set, are taken from that side. Sources of scripts that both
/// sides changed are merged line by line, tags one by one. Incompatible changes are a [`Conflict`], and the
/// value of OURS stays.
///
/// The result is OURS with the changes written into it; everything else is as in OURS, byte for byte. Git passes no
/// base if both sides added the file; instances that are equal in both files then occur once.
///
/// ```
/// use rezkit::{File, OpenOptions, merge};
///
/// let place = |size: &str, colour: &str| format!(
///     "<roblox version=\"4\"><Item class=\"Part\"><Properties><string name=\"Name\">Door</string>\
///      <int name=\"Size\">{size}</int><int name=\"Colour\">{colour}</int></Properties></Item></roblox>");
/// let (base, ours, theirs) = (place("1", "1"), place("2", "1"), place("1", "7"));
/// let open = |text: &'static str| File::open(text.as_bytes(), &OpenOptions::default());
/// # let open = |text: &str| File::open(text.to_owned().leak().as_bytes(), &OpenOptions::default());
/// let merged = merge(Some(&open(&base)?), &open(&ours)?, &open(&theirs)?)?;
/// assert_eq!((merged.conflicts.len(), merged.bytes), (0, place("2", "7").into_bytes()));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If one of the files cannot be read or is not a Roblox model or place, or if the result cannot be written.
pub fn merge(base: Option<&File<'_>>, ours: &File<'_>, theirs: &File<'_>) -> Result<Merge, Problem> {
    merge_with(base, ours, theirs, MergeOptions::default())
}

/// Merges like [`merge()`], with options.
///
/// # Errors
///
/// The errors of [`merge()`].
pub fn merge_with(
    base: Option<&File<'_>>,
    ours: &File<'_>,
    theirs: &File<'_>,
    options: MergeOptions,
) -> Result<Merge, Problem> {
    let to = ours.identity().format;
    let base = base.map(|base| MergeSide::read(base, to)).transpose()?;
    sides(base, ours, MergeSide::read(theirs, to)?, options, None)
}

/// The base or the other side of a merge, for [`merge_sides`].
#[derive(Debug)]
pub struct MergeSide {
    model: Model,
    warnings: Warnings,
    memory: usize,
    losses: Vec<Loss>,
}

impl MergeSide {
    /// Reads a file for a merge into one of the format `to`. Its bytes can be dropped afterwards.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written as this format, or one of the formats is not a Roblox model or place.
    pub fn read(file: &File<'_>, to: Format) -> Result<Self, Problem> {
        let own = file.identity().format;
        if let Some(other) = [own, to].into_iter().find(|format| !format.is_roblox()) {
            let words = other.in_words();
            let message = format!("{words} cannot be merged: only Roblox models and places can");
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
        let memory = file.memory();
        if own == to {
            let (model, warnings) = model(file)?;
            return Ok(Self { model, warnings, memory, losses: Vec::new() });
        }
        // Warnings of the original are among the losses.
        let converted = convert(file, &ConvertOptions::to(to))?;
        let file = File::open(&converted.bytes, &OpenOptions::default().max_memory(memory))?;
        let (model, warnings) = model(&file)?;
        Ok(Self { model, warnings, memory, losses: converted.losses })
    }
}

fn model(file: &File<'_>) -> Result<(Model, Warnings), Problem> {
    documents::read(file).map_err(|problem| file.explained(problem))
}

/// Merges like [`merge_with`], for large files: the bytes of the base can be dropped before the next file is read, and
/// so on. The merged file is handed out in pieces, and is not in the result.
///
/// # Errors
///
/// The errors of [`merge()`]. Some pieces may have been handed out by then.
pub fn merge_sides(
    base: Option<MergeSide>,
    ours: &File<'_>,
    theirs: MergeSide,
    options: MergeOptions,
    give: &mut dyn FnMut(&[u8]),
) -> Result<Merge, Problem> {
    let merged = sides(base, ours, theirs, options, Some(&mut *give))?;
    give(&merged.bytes);
    Ok(Merge { bytes: Vec::new(), ..merged })
}

fn sides(
    base: Option<MergeSide>,
    ours: &File<'_>,
    theirs: MergeSide,
    options: MergeOptions,
    give: Option<&mut Sink<'_>>,
) -> Result<Merge, Problem> {
    let (our_tree, warnings) = model(ours)?;
    let none = || MergeSide {
        model: our_tree.empty(),
        warnings: Warnings::default(),
        memory: 0,
        losses: Vec::new(),
    };
    let base = base.unwrap_or_else(none);
    let all = [("BASE", &base.warnings), ("OURS", &warnings), ("THEIRS", &theirs.warnings)];
    let mut notes: Vec<_> =
        all.iter().filter_map(|(side, warnings)| Some(format!("{side}: {}", warnings.in_words()?))).collect();
    let mut plan = Plan::default();
    let keys = [&base.model, &our_tree, &theirs.model].map(Model::metadata);
    let (mut of_ours, mut of_theirs) = (Ok(()), Ok(()));
    let memory = ours.memory().max(theirs.memory);
    documents::outline(&base.model, memory, &mut |a| {
        of_ours = documents::outline(&our_tree, ours.memory(), &mut |b| {
            of_theirs = documents::outline(&theirs.model, memory, &mut |c| {
                let seed = RandomState::new();
                // All three have the encoding of OURS by now, so an exact comparison finds no differences between
                // encodings.
                let exactly =
                    DiffOptions::default().exact(true).ids(options.ids).ignore(options.ignore.clone());
                let both: [Pairs<'_>; 2] = [b, c].map(|side| pairs_with(a, side, &exactly, &seed));
                plan = plan::plan(&both, &keys, options.clone(), &exactly, &seed);
            });
        });
    })
    .and(of_ours)
    .and(of_theirs)?;
    if plan.n_other_ids > 0 && !options.ids {
        let instances = counted(plan.n_other_ids, "instance");
        notes.push(format!("{instances} with another UniqueId in THEIRS: the ids of OURS were kept"));
    }
    let applied = apply::apply(&mut plan, base.model, our_tree, theirs.model)?;
    // Damage is repaired only when something else changes.
    let is_changed = [applied.n_added, applied.n_removed, applied.n_moved, applied.n_properties] != [0; 4];
    let saved = match is_changed {
        true => applied.document.save_on(ours, give)?,
        false => Saved::plain(ours.bytes().to_vec()),
    };
    notes.extend(saved.notes);
    let losses = base.losses.into_iter().chain(theirs.losses);
    Ok(Merge {
        schema: "rezkit.merge/1",
        n_added: applied.n_added,
        n_removed: applied.n_removed,
        n_moved: applied.n_moved,
        n_properties: applied.n_properties,
        n_conflicts: plan.conflicts.len(),
        n_decided: plan.n_decided,
        notes,
        losses: saved.losses.into_iter().chain(losses).collect(),
        conflicts: plan.conflicts,
        bytes: saved.bytes,
    })
}
