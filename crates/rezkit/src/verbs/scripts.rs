//! Analysis of the scripts of a model or place.

mod finding;
mod folding;
mod instances;
mod lines;
mod machine;
mod rules;
mod syntax;
mod toolbox;
mod uses;
mod value;

pub(crate) use finding::{ScriptFinding, ScriptFindings};
pub use rules::SCRIPT_RULES;
pub(crate) use syntax::syntax_errors;
pub(crate) use toolbox::disguises;
pub(crate) use uses::notes_of_scripts;
pub(crate) use uses::{Found, each_use};
pub use uses::{ScriptUse, UseKind, Uses, dot, uses};

use dom::names::is_script;
use dom::{Instance, Value};
use files::outline::Outline;

/// The scripts of a model or place that have a source, by node number.
pub(crate) fn sources(outline: &dyn Outline) -> impl Iterator<Item = (u32, &[u8])> {
    let all = outline.instances().into_iter().flat_map(|view| view.iter());
    all.filter(|(_, instance)| is_script(instance.class()) && !is_compiled(*instance))
        .filter_map(|(number, instance)| Some((number, instance.bytes("Source")?)))
}

/// Returns true for a script that the file contains only as bytecode, as it does for scripts that Roblox
/// signed.
pub(crate) fn is_compiled(script: Instance<'_>) -> bool {
    matches!(script.get("Source"), Some(Value::Bytecode(_)))
}
