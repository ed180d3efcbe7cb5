//! Restoring of instances from an older version of a file.

use super::apply;
use super::facts::{Unit, look};
use super::plan::{Deed, Plan, Spot, plan};
use super::{MergeOptions, MergeSide};
use crate::verbs::diff::DiffOptions;
use crate::verbs::diff::matching::{NONE, Pairs, pairs_with};
use crate::verbs::edit::Edited;
use dom::Model;
use files::File;
use files::documents;
use files::outline::{Outline, Paths, Step};
use scene::{Problem, ProblemKind};
use std::collections::HashSet;
use std::collections::hash_map::RandomState;

/// Restores an instance of a model or place, with its descendants, from an older version: it gets its former
/// values and parent. Descendants that were removed are added again, and references to them that are null now
/// are restored. The path is looked up in the older version, then in the file. Instances are matched as by
/// [`merge`](super::merge()), so that one that was renamed or moved is restored, too. Everything else is kept
/// byte for byte.
///
/// `values_only` restores values alone: no instance is added, removed or moved.
///
/// ```
/// use rezkit::{File, OpenOptions, restore};
///
/// let place = |size: &str| format!(
///     "<roblox version=\"4\"><Item class=\"Part\"><Properties><string name=\"Name\">Door</string>\
///      <int name=\"Size\">{size}</int></Properties></Item></roblox>");
/// let (older, newer) = (place("1"), place("2"));
/// let open = |text: &'static str| File::open(text.as_bytes(), &OpenOptions::default());
/// # let open = |text: &str| File::open(text.to_owned().leak().as_bytes(), &OpenOptions::default());
/// let restored = restore(&open(&newer)?, &open(&older)?, "Door", false)?;
/// assert_eq!(restored.bytes, older.into_bytes());
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If one of the files cannot be read or is not a Roblox model or place, if the older one has no instance at the path, or
/// if the parent that it had is missing.
pub fn restore(file: &File<'_>, older: &File<'_>, path: &str, values_only: bool) -> Result<Edited, Problem> {
    let older = MergeSide::read(older, file.identity().format)?;
    let base = MergeSide::read(file, file.identity().format)?;
    let ours = MergeSide::read(file, file.identity().format)?.model;
    let keys = [&base.model, &ours, &older.model].map(Model::metadata);
    let mut planned = Ok(Plan::default());
    let (mut of_ours, mut of_theirs) = (Ok(()), Ok(()));
    documents::outline(&base.model, file.memory(), &mut |a| {
        of_ours = documents::outline(&ours, file.memory(), &mut |b| {
            of_theirs = documents::outline(&older.model, file.memory(), &mut |c| {
                let seed = RandomState::new();
                let exactly = DiffOptions::default().exact(true);
                let both = [b, c].map(|side| pairs_with(a, side, &exactly, &seed));
                let all = plan(&both, &keys, MergeOptions::default(), &exactly, &seed);
                // OURS and BASE are the same file, and have the same numbers.
                let [_, pairs] = &both;
                planned =
                    Restored::find(b, pairs, path).and_then(|restored| restored.part_of(all, values_only));
            });
        });
    })
    .and(of_ours)
    .and(of_theirs)?;
    let mut plan = planned?;
    let applied = apply::apply(&mut plan, base.model, ours, older.model)?;
    let n = [applied.n_added, applied.n_removed, applied.n_moved, applied.n_properties];
    let n = n.into_iter().fold(0, usize::saturating_add);
    let edited = Edited::on(file, n, Vec::new(), || applied.document.save_on(file, None))?;
    Ok(Edited { losses: edited.losses.into_iter().chain(older.losses).collect(), ..edited })
}

/// An instance of the older version that is restored.
struct Restored<'r> {
    path: &'r str,
    ours: &'r dyn Outline,
    pairs: &'r Pairs<'r>,
    /// The instance in the older version.
    top: u32,
    /// The instance and its descendants in the older version.
    of_older: HashSet<u32>,
    /// The partners of `of_older` in the file, and all descendants that the instance has in the file.
    of_ours: HashSet<u32>,
}

impl<'r> Restored<'r> {
    fn find(ours: &'r dyn Outline, pairs: &'r Pairs<'r>, path: &'r str) -> Result<Self, Problem> {
        let older = pairs.new.outline;
        let known = Paths::new(older).number(older, path);
        let top = known.or_else(|| Paths::new(ours).number(ours, path).map(|number| pairs.new_of(number)));
        let top = top.filter(|number| ![0, NONE].contains(number)).ok_or_else(|| not_in(older, path))?;
        let of_older = descendants(older, top);
        let mut of_ours = match pairs.old_of(top) {
            NONE => HashSet::new(),
            partner => descendants(ours, partner),
        };
        // Instances that were moved out belong to it as well.
        of_ours.extend(of_older.iter().map(|number| pairs.old_of(*number)).filter(|number| *number != NONE));
        Ok(Self { path, ours, pairs, top, of_older, of_ours })
    }

    /// The part of a plan that concerns the instance and its descendants.
    fn part_of(&self, plan: Plan, values_only: bool) -> Result<Plan, Problem> {
        let Plan { deeds, spots, removable, of_base, .. } = plan;
        let deeds: Vec<_> = deeds.into_iter().filter(|deed| self.is_meant(deed, values_only)).collect();
        let is_added = |deed: &Deed| matches!(deed, Deed::Add { theirs, .. } if *theirs == self.top);
        if self.pairs.old_of(self.top) == NONE && !deeds.iter().any(is_added) {
            let path = self.path;
            let message = match values_only {
                true => format!("{path} was removed: to restore it, leave out --properties"),
                false => {
                    format!("{path} was inside an instance that was also removed: restore that instance")
                }
            };
            return Err(Problem::new(ProblemKind::Reference, message));
        }
        Ok(Plan { deeds, spots, removable, of_base, ..Plan::default() })
    }

    fn is_meant(&self, deed: &Deed, values_only: bool) -> bool {
        let is_within = |spot: &Spot| match spot {
            Spot::Ours(number) => self.of_ours.contains(number),
            Spot::Theirs(number) => self.of_older.contains(number),
        };
        match deed {
            Deed::Take { node: Spot::Ours(ours), theirs, unit } => {
                let is_value = || *unit != Unit::Name && self.has_targets(*theirs, unit);
                self.of_older.contains(theirs) && (!values_only || is_value())
                    || !values_only && self.is_lost_reference(*ours, *theirs, unit)
            }
            _ if values_only => false,
            Deed::Take { theirs, .. } | Deed::Add { theirs, .. } => self.of_older.contains(theirs),
            Deed::Move { ours, .. } => self.of_older.iter().any(|number| self.pairs.old_of(*number) == *ours),
            Deed::Remove { ours, .. } => self.of_ours.contains(ours),
            Deed::Order { parent, .. } => is_within(parent),
            Deed::Restore { .. } | Deed::Bytes { .. } | Deed::Metadata { .. } => false,
        }
    }

    /// Returns true if all instances that a property referred to are still in the file.
    fn has_targets(&self, theirs: u32, unit: &Unit) -> bool {
        targets(self.pairs.new.outline, theirs, unit).iter().all(|node| self.pairs.old_of(*node) != NONE)
    }

    /// Returns true if a property referred to an instance that is restored, and has been null since its
    /// removal.
    fn is_lost_reference(&self, ours: u32, theirs: u32, unit: &Unit) -> bool {
        let comes_back = |node: &u32| self.of_older.contains(node) && self.pairs.old_of(*node) == NONE;
        targets(self.ours, ours, unit).is_empty()
            && targets(self.pairs.new.outline, theirs, unit).iter().any(comes_back)
    }
}

/// The nodes that a property refers to.
fn targets(outline: &dyn Outline, number: u32, unit: &Unit) -> Vec<u32> {
    let mut nodes = Vec::new();
    look(outline, number, unit, &mut |value| value.nodes(&mut nodes));
    nodes
}

/// The error for a path that does not exist in the older version. It suggests the path of an instance with
/// the same name.
#[cold]
fn not_in(older: &dyn Outline, path: &str) -> Problem {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_called = |number: &u32| matches!(older.step(*number), Step::Name(one) if one == name.as_bytes());
    let namesake = (1..u32::try_from(older.len()).unwrap_or(u32::MAX)).find(is_called);
    let perhaps = namesake.map(|number| format!("; {}?", Paths::new(older).path(older, number)));
    let message = format!("the older version has no {path}{}", perhaps.unwrap_or_default());
    Problem::new(ProblemKind::Reference, message).help("`rez print` lists the paths")
}

/// A node and all nodes below it.
fn descendants(outline: &dyn Outline, top: u32) -> HashSet<u32> {
    let mut all = HashSet::from([top]);
    // Parents come before their children.
    for number in top..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
        if number != top && all.contains(&outline.parent(number)) {
            all.insert(number);
        }
    }
    all
}
