//! Small changes of a model or place.

use rezkit::{Edited, File, NodeEdit, Problem, edit_nodes};
use serde::Deserialize;

/// What a person changes, by the numbers of nodes.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// A property gets another value.
    Set { node: u32, property: String, value: String },
    /// An instance goes, with all in it.
    Remove { node: u32 },
}

/// The file with all these changes.
pub(crate) fn edited(file: &File<'_>, steps: Vec<Step>) -> Result<Edited, Problem> {
    let edits = steps.into_iter().map(|step| match step {
        Step::Set { node, property, value } => NodeEdit::Set { node, property, value },
        Step::Remove { node } => NodeEdit::Remove { node },
    });
    edit_nodes(file, &edits.collect::<Vec<_>>())
}
