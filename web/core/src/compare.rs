//! Differences from another file.

use crate::room::MEMORY;
use rezkit::{Change, Diff, DiffOptions, File, OpenOptions, Problem, Tree, diff};
use serde::Serialize;
use std::ops::ControlFlow;

/// The result of [`compare`].
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    diff: Diff,
    changes: Vec<Changed>,
    /// True if there are more changes than listed.
    is_cut: bool,
}

/// A change, with the number of the node in the new file and in the old one.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Serialize)]
struct Changed {
    #[serde(flatten)]
    change: Change,
    node: Option<u32>,
    old_node: Option<u32>,
}

/// Upper bound on the changes in a list.
const MOST_CHANGES: usize = 5000;

/// Compares a file with an older one.
pub(crate) fn compare(old: &[u8], old_name: &str, new: &File<'_>, tree: &Tree) -> Result<Compared, Problem> {
    let old = File::open(old, &OpenOptions::default().name(old_name).max_memory(MEMORY))?;
    let (mut changes, mut is_cut) = (Vec::new(), false);
    let diff = diff(&old, new, &DiffOptions::default(), &mut |change| {
        if changes.len() < MOST_CHANGES {
            changes.push(change);
        } else {
            is_cut = true;
        }
        ControlFlow::Continue(())
    })?;
    let olds: Vec<_> =
        changes.iter().map(|change| change.old_path.as_deref().unwrap_or(&change.path)).collect();
    let in_old = Tree::read(&old)?.nodes_at(&olds);
    let news: Vec<_> = changes.iter().map(|change| &*change.path).collect();
    let in_new = tree.nodes_at(&news);
    let nodes = in_new.into_iter().zip(in_old);
    let changes = changes.into_iter().zip(nodes);
    let changes = changes.map(|(change, (node, old_node))| Changed { change, node, old_node }).collect();
    Ok(Compared { diff, changes, is_cut })
}
