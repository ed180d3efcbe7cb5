//! Restoring of instances from an older version of a file.

use super::apply;
use super::facts::Unit;
use super::plan::{Deed, Plan, Spot, plan};
use super::{MergeOptions, MergeSide};
use crate::verbs::diff::DiffOptions;
use crate::verbs::diff::matching::{NONE, pairs_with};
use crate::verbs::edit::{Edited, no_part};
use dom::Model;
use files::File;
use files::documents;
use files::outline::{Outline, Paths};
use scene::{Problem, ProblemKind};
use std::collections::HashSet;
use std::collections::hash_map::RandomState;

/// Restores an instance of a model or place, with its descendants, from an older version: it gets its former values and
/// place, and instances that were removed from it come back. Instances are matched as by [`merge`](super::merge()), so
/// that one that was renamed or moved is restored, too. Everything else is kept byte for byte.
///
/// With `values_only`, values are restored and no instance is added, removed or moved.
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
                let partner = |theirs| both[1].old_of(theirs);
                planned = within(all, [b, c], path, &partner, values_only);
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

/// The part of a plan that concerns an instance of the older file and its descendants. `partner` has the instance of the
/// file for each of the older one.
fn within(
    plan: Plan,
    [ours, older]: [&dyn Outline; 2],
    path: &str,
    partner: &dyn Fn(u32) -> u32,
    values_only: bool,
) -> Result<Plan, Problem> {
    let top = Paths::new(older).number(older, path).filter(|number| *number > 0);
    let top = top.ok_or_else(|| no_part(path).help("the path is that in the older version"))?;
    let of_older = descendants(older, top);
    let mut of_ours = HashSet::new();
    if partner(top) != NONE {
        of_ours = descendants(ours, partner(top));
    }
    // Instances that were moved out belong to it as well.
    of_ours.extend(of_older.iter().map(|number| partner(*number)).filter(|number| *number != NONE));
    let is_within = |spot: &Spot| match spot {
        Spot::Ours(number) => of_ours.contains(number),
        Spot::Theirs(number) => of_older.contains(number),
    };
    let is_meant = |deed: &Deed| match deed {
        Deed::Take { theirs, unit, .. } => of_older.contains(theirs) && !(values_only && *unit == Unit::Name),
        _ if values_only => false,
        Deed::Add { theirs, .. } => of_older.contains(theirs),
        Deed::Move { ours, .. } => of_older.iter().any(|number| partner(*number) == *ours),
        Deed::Remove { ours, .. } => of_ours.contains(ours),
        Deed::Order { parent, .. } => is_within(parent),
        Deed::Restore { .. } | Deed::Bytes { .. } | Deed::Metadata { .. } => false,
    };
    let Plan { deeds, spots, removable, conflicts, of_base, .. } = plan;
    let deeds: Vec<_> = deeds.into_iter().filter(is_meant).collect();
    let is_added = deeds.iter().any(|deed| matches!(deed, Deed::Add { theirs, .. } if *theirs == top));
    if partner(top) == NONE && !is_added {
        let message = match values_only {
            true => format!("there is no {path} now whose values could be restored"),
            false => format!("what {path} was in is not there any more: restore that"),
        };
        return Err(Problem::new(ProblemKind::Reference, message));
    }
    drop(conflicts);
    Ok(Plan { deeds, spots, removable, of_base, ..Plan::default() })
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
