//! Remarks on unusual files: thresholds that docs/rez.md explains.

use super::Info;
use files::Family;
use files::Identity;
use files::layout::{Kind, Layout};
use scene::Warnings;
use serde::Serialize;
use std::cmp::Reverse;

/// A remark on something unusual in a file.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Remark {
    /// The name of the remark, such as `big-part`.
    pub kind: &'static str,
    /// The remark, in one sentence without a full stop.
    pub text: String,
}

/// The condition for a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threshold {
    /// The name of the remark.
    pub kind: &'static str,
    /// The condition.
    pub when: &'static str,
}

/// All remarks, in the order in which they are made.
pub static THRESHOLDS: &[Threshold] = &[
    Threshold { kind: "name", when: "the extension belongs to a different format than the content" },
    Threshold {
        kind: "damage",
        when: "the file was sent as text, cut short or visibly damaged in another way",
    },
    Threshold { kind: "warnings", when: "reading met a recoverable error" },
    Threshold {
        kind: "unknown",
        when: "more than 1 % of the bytes, and at least 64, are of parts that the format's documents do not explain",
    },
    Threshold {
        kind: "levels",
        when: "a level of detail has more than 80 % of the triangles of the one above it, and at least 100",
    },
    Threshold {
        kind: "packing",
        when: "packed parts of at least 64 KiB together take more than 90 % of their plain data",
    },
    Threshold {
        kind: "big-part",
        when: "in a Second Life mesh or a binary Roblox model of at least 64 KiB, one block or chunk takes more than 30 % of the bytes",
    },
    Threshold {
        kind: "land-impact",
        when: "the streaming cost of a Second Life mesh, at its size or the one of `--scale`, is at least 10",
    },
    Threshold { kind: "empty", when: "a mesh has no triangles, or a model no instances" },
];

const MOST: usize = 5;

pub(super) fn remarks(info: &Info, identity: &Identity, sizes: Sizes) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut say = |kind: &'static str, text: String| {
        debug_assert!(THRESHOLDS.iter().any(|threshold| threshold.kind == kind), "{kind} is not explained");
        if remarks.len() < MOST {
            remarks.push(Remark { kind, text });
        }
    };
    if let Some(disagreement) = &identity.disagreement {
        say("name", disagreement.clone());
    }
    if let Some(damage) = &identity.damage {
        say("damage", damage.to_string());
    }
    let is_left_out = identity.format.is_scene() && info.n_warnings > 0;
    let left_out =
        is_left_out.then(|| "part of the file was not read; `rez convert` reports what is left out".into());
    if let Some(text) =
        left_out.or_else(|| Warnings { n_more: info.n_warnings, ..Warnings::default() }.in_words())
    {
        say("warnings", text);
    }
    let Sizes { unknown, all, most_unknown, largest } = sizes;
    if unknown >= 64 && unknown > all / 100 {
        let most = most_unknown.map(|name| format!(", mostly of {name}"));
        let share = percent(unknown, all);
        say("unknown", format!("{share} of the bytes belong to unknown parts{}", most.unwrap_or_default()));
    }
    for (i, pair) in info.levels.windows(2).enumerate() {
        if let [above, below] = *pair
            && above >= 100
            && below > above.saturating_mul(4) / 5
        {
            let name = i.saturating_add(1);
            say(
                "levels",
                format!("level {name} has {} of the triangles of the level above it", percent(below, above)),
            );
        }
    }
    if let Some(packed) = info.packed
        && packed.n_plain_bytes >= 64 << 10
        && packed.n_bytes > packed.n_plain_bytes.saturating_mul(9) / 10
    {
        say(
            "packing",
            format!(
                "packing saves only {}",
                percent(packed.n_plain_bytes.saturating_sub(packed.n_bytes), packed.n_plain_bytes)
            ),
        );
    }
    if info.n_unwrapped_bytes >= 64 << 10
        && matches!(identity.format.family(), Family::SlMesh | Family::RbxBinary)
        && let Some((name, n_bytes)) = largest
        && n_bytes > info.n_unwrapped_bytes.saturating_mul(3) / 10
    {
        say("big-part", format!("{name} takes {} of the file", percent(n_bytes, info.n_unwrapped_bytes)));
    }
    let is_mesh = identity.format.family() == Family::SlMesh;
    if let Some(cost) = info.streaming_cost.filter(|cost| is_mesh && cost.cost >= 10.0) {
        say(
            "land-impact",
            format!("the land impact is at least {:.0}; {} contributes most", cost.cost, cost.largest_level),
        );
    }
    let has = |names: &[&str]| info.facts.iter().any(|(name, _)| names.contains(name));
    match identity.format.family() {
        Family::RbxMesh | Family::SlMesh if !has(&["faces", "triangles", "assets"]) => {
            say("empty", "there are no triangles".into());
        }
        Family::RbxBinary | Family::RbxXml if !has(&["instances"]) => {
            say("empty", "there are no instances".into());
        }
        _ => {}
    }
    remarks
}

/// The sizes of parts that remarks depend on.
#[derive(Default)]
pub(super) struct Sizes {
    /// The bytes that are unknown or unclaimed, and all bytes, both packed and decompressed.
    unknown: usize,
    all: usize,
    /// The span with more than half of the unknown bytes.
    most_unknown: Option<String>,
    /// The largest part of the file, and its size.
    largest: Option<(String, usize)>,
}

impl Sizes {
    pub(super) fn measure(layout: &Layout<'_>) -> Self {
        let (mut unknown, mut all) = (0_usize, 0_usize);
        let (mut most_unknown, mut largest) = ((0, None), (0, None));
        // Values of an array are of one kind, so it suffices to visit spans.
        for (i, span) in (0..layout.n_spans()).filter_map(|i| Some((i, layout.span(i)?))) {
            let n_bytes = span.end.saturating_sub(span.start);
            match span.kind {
                Kind::Part | Kind::Reference => {}
                Kind::Unknown | Kind::Gap => {
                    unknown = unknown.saturating_add(n_bytes);
                    most_unknown = most_unknown.max((n_bytes, Some(Reverse(i))));
                    all = all.saturating_add(n_bytes);
                }
                Kind::Typed | Kind::Folded => all = all.saturating_add(n_bytes),
            }
            if span.depth == 1 && span.space == 0 {
                largest = largest.max((n_bytes, Some(i)));
            }
        }
        let (most, most_unknown) = most_unknown;
        let most_unknown = most_unknown.filter(|_| most > unknown / 2).map(|Reverse(i)| layout.name(i));
        let largest = largest.1.map(|i| (layout.name(i), largest.0));
        Self { unknown, all, most_unknown, largest }
    }
}

/// A share as a percentage.
pub(in crate::verbs) fn percent(part: usize, whole: usize) -> String {
    let thousandths = part.saturating_mul(1000).checked_div(whole).unwrap_or_default();
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}
