//! The header, and which blocks there are.

use crate::model::{BlockRef, Content, Hash, Level, MeshAsset, Piece};
use crate::read::header::LAST_VERSION;
use crate::rules::*;
use crate::{Finding, write};

/// What the viewer fetches of an asset before it knows the header.
const FIRST_FETCH: usize = 4096;

/// SLM001 to SLM016, and SLM053.
pub(super) fn asset(asset: &MeshAsset, findings: &mut Vec<Finding>) {
    let mut find = |rule, path: &str, found: String, limit: String| {
        findings.push(Finding::new(rule, path, found, limit));
    };
    // Places take the same room whatever they are.
    let frames = write::body::Frames::default();
    let header = write::header::header(asset, &frames, &crate::WriteOptions::default()).unwrap_or_default();
    let len = header.len();
    if len > FIRST_FETCH {
        find(&SLM001, "header", format!("{len} bytes"), FIRST_FETCH.to_string());
    }
    if let Some(version) = asset.version.filter(|version| *version > LAST_VERSION) {
        find(&SLM002, "version", version.to_string(), LAST_VERSION.to_string());
    }
    let marks = [
        ("version", asset.version.is_some()),
        ("creator", asset.creator.is_some()),
        ("date", asset.date.is_some()),
    ];
    let n_marks = marks.iter().filter(|(_, is_there)| *is_there).count();
    if n_marks > 0 {
        for (name, _) in marks.iter().filter(|(_, is_there)| !is_there) {
            find(&SLM003, name, "none".into(), String::new());
        }
    }
    if asset.other.contains_key("404") {
        find(&SLM004, "404", "the key".into(), String::new());
    }
    let is_there =
        |level: &Level| asset.level_block(*level).is_some_and(|block| BlockRef::Lod(block).is_stored());
    if Level::ALL.iter().all(|level| asset.level(*level).is_none()) {
        find(&SLM005, "header", "none".into(), String::new());
    }
    if !is_there(&Level::High) {
        find(&SLM006, "high_lod", "none".into(), String::new());
    }
    for (lower, above) in [(Level::Low, Level::Medium), (Level::Lowest, Level::Low)] {
        if is_there(&lower) && !is_there(&above) {
            find(&SLM007, lower.name(), format!("no {}", above.name()), String::new());
        }
    }
    for level in Level::ALL.iter().filter(|level| **level != Level::High && !is_there(level)) {
        find(&SLM008, level.name(), "none".into(), String::new());
    }
    let convex = asset.physics_convex.as_ref().map(|block| &block.content);
    match convex {
        Some(Content::Value(convex)) if convex.bounding_verts.as_ref().is_some_and(|all| !all.is_empty()) => {
        }
        Some(Content::Value(_)) => find(&SLM009, "physics_convex", "no BoundingVerts".into(), String::new()),
        Some(Content::Other(llsd::Value::Undef)) => {}
        _ => find(&SLM009, "physics_convex", "none".into(), String::new()),
    }
    let is_uploaded = n_marks > 0;
    for (name, block) in asset.blocks() {
        let name = String::from_utf8_lossy(name);
        let found = match block.content() {
            Content::Other(llsd::Value::Undef) if name == "physics_convex" => None,
            Content::Other(value) => Some(format!("{:?}", value.kind()).to_lowercase()),
            Content::Raw(bytes) => Some(format!("{} bytes that cannot be read", bytes.len())),
            Content::NotLoaded(n_bytes) => Some(format!("{n_bytes} zeros")),
            Content::Absent | Content::Value(()) => None,
        };
        if let Some(found) = found {
            find(&SLM010, &name, found, String::new());
        }
        if matches!(block.hash(), Some(Hash::Other(_))) {
            find(&SLM011, &name, "another hash".into(), String::new());
        }
        if is_uploaded && name.starts_with("physics_") && block.is_stored() && block.hash().is_none() {
            find(&SLM012, &name, "no hash".into(), String::new());
        }
        let leftovers = block.leftovers();
        if !leftovers.line.is_empty() {
            find(&SLM015, &name, leftovers.line.escape_ascii().to_string(), String::new());
        }
        let n_unused = leftovers.after_value.len().saturating_add(leftovers.after_stream.len());
        if n_unused > 0 {
            find(&SLM016, &name, format!("{n_unused} bytes after the value"), String::new());
        }
    }
    if let (Some(Content::Value(convex)), Some(_)) = (convex, asset.physics_triangles())
        && convex.hull_list.as_ref().is_some_and(|list| !list.is_empty())
    {
        find(&SLM013, "physics_mesh", "both".into(), String::new());
    }
    if asset.physics_shape.is_some() {
        find(&SLM014, "physics_shape", "the old name".into(), String::new());
    }
    if !asset.line.is_empty() {
        find(&SLM015, "header", asset.line.escape_ascii().to_string(), String::new());
    }
    for piece in &asset.body {
        if let Piece::Gap(bytes) = piece {
            find(&SLM016, "body", format!("a gap of {} bytes", bytes.len()), String::new());
        }
    }
    if !asset.trailing.is_empty() {
        find(&SLM016, "trailing", format!("{} bytes", asset.trailing.len()), String::new());
    }
    if let (Some(list), Some(high)) = (&asset.material_list, asset.level(Level::High))
        && list.len() != high.faces.len()
    {
        find(
            &SLM053,
            "material_list",
            format!("{} names", list.len()),
            format!("{} faces", high.faces.len()),
        );
    }
    let keys = ["version", "creator", "date", "submodel_id", "material_list", "physics_cost_data"];
    super::forms("", &asset.other, &keys.map(|key| (key, 0)), findings);
}
