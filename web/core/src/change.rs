//! Small changes of a file.

use rezkit::{Edit, Edited, Family, File, NodeEdit, Problem, ProblemKind, Tree, edit, edit_nodes};
use serde::Deserialize;

/// A change by a person, with the numbers of nodes.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// Sets a property.
    Set { node: u32, property: String, value: String },
    /// Renames an instance.
    Rename { node: u32, name: String },
    /// Moves an instance and its descendants into another one.
    Move { node: u32, parent: u32 },
    /// Removes an instance and its descendants.
    Remove { node: u32 },
}

/// Applies changes to a file.
pub(crate) fn edited(file: &File<'_>, tree: &Tree, steps: Vec<Step>) -> Result<Edited, Problem> {
    match file.identity().format.family() {
        Family::RbxBinary | Family::RbxXml | Family::M3d => {
            let edits = steps.into_iter().map(|step| match step {
                Step::Set { node, property, value } => NodeEdit::Set { node, property, value },
                Step::Rename { node, name } => NodeEdit::Rename { node, name },
                Step::Move { node, parent } => NodeEdit::Move { node, parent },
                Step::Remove { node } => NodeEdit::Remove { node },
            });
            edit_nodes(file, &edits.collect::<Vec<_>>())
        }
        // What has no instances is known by its path.
        _ => edit(file, &steps.into_iter().map(|step| by_path(tree, step)).collect::<Result<Vec<_>, _>>()?),
    }
}

fn by_path(tree: &Tree, step: Step) -> Result<Edit, Problem> {
    match step {
        Step::Set { node, property, value } => {
            let path = if node == 0 { property } else { format!("{}.{property}", tree.node(node).path) };
            Ok(Edit::Set { path, value, kind: None })
        }
        Step::Remove { node } => Ok(Edit::Remove { path: tree.node(node).path }),
        Step::Rename { .. } | Step::Move { .. } => {
            let message = "only Roblox instances can be renamed and moved";
            Err(Problem::new(ProblemKind::Unsupported, message))
        }
    }
}
