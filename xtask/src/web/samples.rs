//! What the empty page offers: files of the fixtures, each with a picture of it.

use crate::workspace::Workspace;
use anyhow::{Context, Result};
use rezkit::Asset;
use rezkit::exchange::{SceneOptions, to_scene};
use rezkit::thumb::{ThumbOptions, draw};
use serde_json::json;
use std::fs;

/// A fixture, and what stands below its picture.
const SAMPLES: [(&str, &str); 6] = [
    ("m3d/samples/figure.m3d", "A figure that walks"),
    ("rbxmesh/samples/face.mesh", "A face with expressions"),
    ("rbxxml/samples/hut.rbxlx", "A hut on an island"),
    ("slmesh/samples/table.llmesh", "A table with hulls"),
    ("m3d/samples/castle.m3d", "A castle of voxels"),
    ("rbxmesh/samples/vase.mesh", "A vase with four faults"),
];

/// Width and height of a picture.
const SIZE: (u32, u32) = (112, 84);

/// A line of JSON with their names and sizes, then the files and pictures themselves.
pub(super) fn samples(workspace: &Workspace) -> Result<Vec<u8>> {
    let (mut list, mut all) = (Vec::new(), Vec::new());
    for (path, title) in SAMPLES {
        let bytes = fs::read(workspace.root.join("fixtures").join(path)).context(path)?;
        let picture = picture(&bytes).with_context(|| path.to_owned())?;
        let name = path.rsplit('/').next();
        list.push(json!({ "name": name, "title": title, "n_bytes": bytes.len(), "n_picture": picture.len() }));
        all.extend([bytes, picture].concat());
    }
    Ok([serde_json::to_vec(&list)?, b"\n".to_vec(), all].concat())
}

fn picture(bytes: &[u8]) -> Result<Vec<u8>> {
    let problem = |problem: rezkit::Problem| anyhow::anyhow!("{problem}");
    let asset = Asset::read(bytes).map_err(problem)?;
    let (scene, _) = to_scene(&asset, &SceneOptions::default()).map_err(problem)?;
    let options = ThumbOptions::default().size(SIZE.0, SIZE.1).background(None);
    let mut picture = draw(&scene, &options).map_err(problem)?;
    // So many colours take no more room than needed.
    picture.rgba.iter_mut().for_each(|channel| *channel = *channel & 0xf8 | *channel >> 5);
    Ok(picture.to_png())
}
