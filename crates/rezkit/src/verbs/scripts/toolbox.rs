//! Known disguises in scripts, and code that comes from elsewhere: the rules of the profile `toolbox`.

mod behaviour;
mod hidden;
mod layout;
mod payload;

use super::finding::{MOST_OF_RULE, ScriptFindings};
use super::instances::Instances;
use super::lines::Lines;
use super::machine::{BYTES_PER_BYTE, follow};
use super::rules::SCR113;
use super::{is_compiled, sources};
use dom::names::is_script;
use files::outline::{Outline, Paths};
use files::rules::Rule;
use scene::allowance::Allowance;
use std::collections::HashSet;

/// Checks the scripts of a model or place, and the values that scripts may read, until the memory is used up.
pub(crate) fn disguises(outline: &dyn Outline, memory: &Allowance, findings: &mut ScriptFindings) {
    let Some(view) = outline.instances() else { return };
    let (instances, paths) = (Instances::new(outline, view), Paths::new(outline));
    for (number, source) in sources(outline) {
        if memory.lend(source.len().saturating_mul(BYTES_PER_BYTE)).is_break() {
            return;
        }
        let (path, lines) = (paths.path(outline, number), Lines::new(source));
        let mut seen = HashSet::new();
        let mut add = |rule: &'static Rule, at: usize, text: String| {
            // Each line is reported once for what it does once. A script with more findings than are listed repeats
            // itself, and what it repeats is counted.
            let is_new =
                seen.len() > MOST_OF_RULE || seen.insert((rule.id, lines.number_at(at), text.clone()));
            if is_new {
                findings.add(rule, (number, &path), Some(lines.position(at)), &text);
            }
        };
        layout::check(source, instances.name(number), &mut add);
        // A script with a syntax error does not run; what is before it is followed anyway.
        _ = follow(source, number, &instances, &mut |event, at| {
            hidden::check(event, source, at, &mut add);
            behaviour::check(event, &instances, number, at, &mut add);
        });
    }
    let compiled = view.iter().filter(|(_, instance)| is_script(instance.class()) && is_compiled(*instance));
    for (number, _) in compiled {
        findings.add(&SCR113, (number, &paths.path(outline, number)), None, "the source is compiled");
    }
    payload::check(view, &instances, &mut |rule, number, text| {
        findings.add(rule, (number, &paths.path(outline, number)), None, &text);
    });
}

/// A callback for a finding at a byte of a script.
type Add<'a> = dyn FnMut(&'static Rule, usize, String) + 'a;

/// Upper bound on the bytes of a string that a finding shows.
const MOST_SHOWN: usize = 200;

/// The part of a string that a finding shows.
fn beginning(text: &[u8]) -> &[u8] {
    text.get(..MOST_SHOWN).unwrap_or(text)
}

/// The beginning of a string in quotes.
fn quoted(text: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(beginning(text)))
}

/// Names of functions and services that scripts hide: they run code, load it, or communicate with the
/// outside.
const NAMES: [&str; 16] = [
    "require",
    "loadstring",
    "getfenv",
    "setfenv",
    "HttpService",
    "InsertService",
    "TeleportService",
    "MarketplaceService",
    "GetObjects",
    "LoadAsset",
    "HttpGet",
    "HttpGetAsync",
    "GetAsync",
    "PostAsync",
    "RequestAsync",
    "string.reverse",
];

/// Returns true for the name of a function or service that scripts hide.
fn is_hidden_name(name: &[u8]) -> bool {
    NAMES.iter().any(|known| name == known.as_bytes())
}
