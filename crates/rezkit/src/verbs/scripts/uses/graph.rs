//! The modules that scripts require, as a graph.

use super::{ScriptUse, UseKind};
use std::collections::BTreeSet;

/// The modules that scripts require as a graph in the language of Graphviz: an edge from each script to each module.
/// Nodes that the file does not have are dashed.
///
/// ```
/// use rezkit::{File, OpenOptions, dot, uses};
///
/// let model = br#"<roblox version="4"><Item class="Script"><Properties>
///     <ProtectedString name="Source">require(1234)</ProtectedString></Properties></Item></roblox>"#;
/// let graph = dot(&uses(&File::open(model, &OpenOptions::default())?)?.uses);
/// assert!(graph.contains("\"Script\" -> \"1234\" [style=dashed];"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
#[must_use]
pub fn dot(uses: &[ScriptUse]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut edges = BTreeSet::new();
    for one in uses {
        let style = match one.kind {
            UseKind::Require => "",
            UseKind::RequireMissing | UseKind::RequireAsset => " [style=dashed]",
            _ => continue,
        };
        edges.insert(format!("  {} -> {}{style};\n", quoted(&one.script), quoted(&one.target)));
    }
    format!("digraph requires {{\n  rankdir=LR;\n  node [shape=box];\n{}}}\n", String::from_iter(edges))
}
