//! Known disguises in scripts, and code that comes from elsewhere: the rules of the profile `toolbox`.

mod behaviour;
mod hidden;
mod layout;
mod payload;

use super::finding::ScriptFinding;
use super::instances::Instances;
use super::lines::Lines;
use super::machine::follow;
use super::rules::SCR113;
use super::{is_compiled, sources};
use dom::names::is_script;
use files::outline::{Outline, Paths};
use files::rules::Rule;
use luau::Position;
use scene::visible;
use std::collections::HashSet;

/// Checks the scripts of a model or place, and the values that scripts may read.
pub(crate) fn disguises(outline: &dyn Outline) -> Vec<ScriptFinding> {
    let Some(view) = outline.instances() else { return Vec::new() };
    let (instances, paths) = (Instances::new(outline, view), Paths::new(outline));
    let mut found = Vec::new();
    for (number, source) in sources(outline) {
        let (path, lines) = (paths.of(outline, number), Lines::new(source));
        let mut seen = HashSet::new();
        let mut add = |rule: &'static Rule, at: usize, text: String| {
            // Each line is reported once for what it does once.
            if seen.insert((rule.id, lines.number_at(at), text.clone())) {
                found.push(ScriptFinding {
                    rule: *rule,
                    path: path.clone(),
                    at: Some(lines.position(at)),
                    found: visible::cut(&text).into_owned(),
                });
            }
        };
        layout::check(source, instances.name(number), &mut add);
        // A script with a syntax error does not run; what is before it is followed anyway.
        _ = follow(source, number, &instances, &mut |event, at| {
            hidden::check(event, source, at, &mut add);
            behaviour::check(event, &instances, at, &mut add);
        });
    }
    let compiled = view.iter().filter(|(_, instance)| is_script(instance.class()) && is_compiled(*instance));
    found.extend(compiled.map(|(number, _)| ScriptFinding {
        rule: SCR113,
        path: paths.of(outline, number),
        at: None,
        found: "the source is compiled".to_owned(),
    }));
    payload::check(view, &instances, &mut |rule, number, text| {
        let path = paths.of(outline, number);
        found.push(ScriptFinding {
            rule: *rule,
            path,
            at: None::<Position>,
            found: visible::cut(&text).into_owned(),
        });
    });
    found
}

/// A callback for a finding at a byte of a script.
type Add<'a> = dyn FnMut(&'static Rule, usize, String) + 'a;

/// Names of functions and services that scripts hide: they run code, load it, or reach the world outside.
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
