//! Checks the depth of values whose nesting the format does not define.

use super::Findings;
use crate::model::{Block, BlockRef, Content};
use crate::rules::SLM056;
use crate::wire::shown;
use llsd::{Map, Value};
use std::fmt::Display;

/// The maximum depth: one less than the viewer's UNZIP_LLSD_MAX_DEPTH.
const MAX: usize = 95;

/// Checks SLM056.
pub(super) fn block(path: &str, block: BlockRef<'_>, findings: &mut Findings) {
    let mut find = |path: &dyn Display, value: &Value, n_around: usize| {
        let depth = depth(value).saturating_add(n_around);
        if depth > MAX {
            findings.add(&SLM056, path, depth, MAX);
        }
    };
    let mut keys = |path: &str, other: &Map, n_around| {
        for (key, value) in other {
            find(&format_args!("{path}.{}", shown(key.as_bytes())), value, n_around);
        }
    };
    match block {
        BlockRef::Lod(Block { content: Content::Value(lod), .. }) => {
            for (number, face) in lod.faces.iter().enumerate() {
                keys(&format!("{path}[{number}]"), &face.other, 2);
            }
        }
        BlockRef::Convex(Block { content: Content::Value(convex), .. }) => keys(path, &convex.other, 1),
        BlockRef::Skin(Block { content: Content::Value(skin), .. }) => keys(path, &skin.other, 1),
        BlockRef::Lod(Block { content: Content::Other(value), .. })
        | BlockRef::Convex(Block { content: Content::Other(value), .. })
        | BlockRef::Skin(Block { content: Content::Other(value), .. })
        | BlockRef::Value(Block { content: Content::Value(value) | Content::Other(value), .. }) => {
            find(&path, value, 0);
        }
        _ => {}
    }
}

/// The maximum number of arrays and maps around a value.
fn depth(value: &Value) -> usize {
    let mut deepest = 0;
    // A loop instead of a recursion, because values may be nested as deep as the limit of reading allows.
    let mut pending = vec![(value, 0_usize)];
    while let Some((value, n_around)) = pending.pop() {
        deepest = deepest.max(n_around);
        let n_around = n_around.saturating_add(1);
        pending.extend(value.values().map(|value| (value, n_around)));
        pending.extend(value.as_map().into_iter().flat_map(Map::values).map(|value| (value, n_around)));
    }
    deepest
}
