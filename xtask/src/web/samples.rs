//! The samples that the empty page offers, from the fixtures.

use crate::workspace::Workspace;
use anyhow::{Context, Result};
use serde_json::json;
use std::fs;

/// The samples: the path of a fixture, and its name on the page.
const SAMPLES: [(&str, &str); 6] = [
    ("m3d/samples/figure.m3d", "A figure that walks"),
    ("rbxmesh/samples/face.mesh", "A face with expressions"),
    ("rbxxml/samples/hut.rbxlx", "A hut on an island"),
    ("slmesh/samples/table.llmesh", "A table with hulls"),
    ("m3d/samples/castle.m3d", "A castle of voxels"),
    ("rbxmesh/samples/vase.mesh", "A vase with four faults"),
];

/// The samples in one file: a line of JSON with their names and sizes, then their contents. The page draws their
/// pictures.
pub(super) fn samples(workspace: &Workspace) -> Result<Vec<u8>> {
    let (mut list, mut all) = (Vec::new(), Vec::new());
    for (path, title) in SAMPLES {
        let bytes = fs::read(workspace.root.join("fixtures").join(path)).context(path)?;
        let name = path.rsplit('/').next();
        list.push(json!({ "name": name, "title": title, "n_bytes": bytes.len() }));
        all.extend(bytes);
    }
    Ok([serde_json::to_vec(&list)?, b"\n".to_vec(), all].concat())
}
