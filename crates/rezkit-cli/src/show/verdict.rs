//! Verdicts on converted models as text: profiles, levels and cost.

use super::{DIM, rounded};
use rezkit::exchange::Verdict;
use rezkit::{CheckOptions, Format, Profile};
use std::fmt::Write;

/// The options for checking a format. The default profile is that of the program that imports it.
pub(crate) fn checks(to: Format, profiles: &[Profile], allow: &[String]) -> CheckOptions {
    let usual = match to {
        Format::SlMesh => vec![Profile::SlUpload],
        Format::RbxMesh | Format::RbxBinary | Format::RbxXml => vec![Profile::Roblox],
        _ => Vec::new(),
    };
    let profiles = if profiles.is_empty() { usual } else { profiles.to_vec() };
    CheckOptions { profiles, allow: allow.to_vec() }
}

/// The levels and the cost, each on its own line.
pub(crate) fn facts(verdict: &Verdict) -> String {
    let mut text = String::new();
    if !verdict.levels.is_empty() {
        let levels: Vec<_> = verdict.levels.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  {DIM}levels{DIM:#}       {} triangles", levels.join(" → "));
    }
    if let Some(cost) = &verdict.streaming_cost {
        let scale = cost.scale.map(|scale| format!(" at {} m", scale.map(rounded).join(" × ")));
        let whole = cost.cost.round().max(1.0);
        let _ = writeln!(
            text,
            "  {DIM}land impact{DIM:#}  {whole} or more{}: the streaming cost is {:.3}, most of it for {}",
            scale.unwrap_or_default(),
            cost.cost,
            cost.largest_level
        );
    }
    if let Some(cost) = verdict.physics_cost {
        let _ = writeln!(text, "  {DIM}physics{DIM:#}      about {cost:.2}, for its hulls");
    }
    text
}
