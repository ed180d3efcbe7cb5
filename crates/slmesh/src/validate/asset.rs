//! Checks the header, and the presence of blocks.

use super::Findings;
use crate::common::kinds::counted;
use crate::model::{BlockRef, Content, Hash, Level, MeshAsset, Piece};
use crate::read::header::LAST_VERSION;
use crate::rules::*;
use crate::wire::shown;
use crate::write;

/// The number of bytes that the viewer fetches before it knows the header.
const FIRST_FETCH: usize = 4096;

/// Checks SLM001 to SLM016, SLM053 and SLM054.
pub(super) fn asset(asset: &MeshAsset, findings: &mut Findings) {
    let marks = [
        ("version", asset.version.is_some()),
        ("creator", asset.creator.is_some()),
        ("date", asset.date.is_some()),
    ];
    // Only uploaded assets have these keys.
    let is_uploaded = marks.iter().any(|(_, is_there)| *is_there);
    header(asset, findings);
    for (name, _) in marks.iter().filter(|(_, is_there)| is_uploaded && !is_there) {
        findings.add(&SLM003, format_args!("header.{name}"), "none", "");
    }
    levels(asset, findings);
    physics(asset, findings);
    for (name, block) in asset.blocks() {
        self::block(&shown(name), block, is_uploaded, findings);
    }
    unused(asset, findings);
    materials(asset, findings);
    let keys = ["version", "creator", "date", "submodel_id", "material_list", "physics_cost_data"];
    super::forms("header", &asset.other, &keys.map(|key| (key, 0)), findings);
}

/// Checks SLM001, SLM002 and SLM004.
fn header(asset: &MeshAsset, findings: &mut Findings) {
    // The length of the header does not depend on the values of offsets and hashes.
    let frames = write::body::Frames::empty(asset);
    let header =
        write::header::header(asset, &frames, &crate::options::WriteOptions::default()).unwrap_or_default();
    let len = header.len();
    if len > FIRST_FETCH {
        findings.add(&SLM001, "header", format!("{len} bytes"), FIRST_FETCH);
    }
    if let Some(version) = asset.version.filter(|version| *version > LAST_VERSION) {
        findings.add(&SLM002, "header.version", version, LAST_VERSION);
    }
    if asset.is_unavailable() {
        findings.add(&SLM004, "header.404", "the key", "");
    }
}

/// Checks SLM005 to SLM008.
fn levels(asset: &MeshAsset, findings: &mut Findings) {
    let is_there =
        |level: &Level| asset.level_block(*level).is_some_and(|block| BlockRef::Lod(block).is_stored());
    if Level::ALL.iter().all(|level| asset.level(*level).is_none()) {
        findings.add(&SLM005, "header", "none", "");
    }
    if !is_there(&Level::High) {
        findings.add(&SLM006, "header.high_lod", "none", "");
    }
    for (lower, above) in [(Level::Low, Level::Medium), (Level::Lowest, Level::Low)] {
        if is_there(&lower) && !is_there(&above) {
            findings.add(&SLM007, lower.name(), format!("no {}", above.name()), "");
        }
    }
    for level in Level::ALL.iter().filter(|level| **level != Level::High && !is_there(level)) {
        findings.add(&SLM008, format_args!("header.{}", level.name()), "none", "");
    }
}

/// Checks SLM009, SLM013 and SLM014.
fn physics(asset: &MeshAsset, findings: &mut Findings) {
    let convex = asset.physics_convex.as_ref().map(|block| &block.content);
    match convex {
        Some(Content::Value(convex)) if convex.bounding_verts.as_ref().is_some_and(|all| !all.is_empty()) => {
        }
        Some(Content::Value(_)) => {
            findings.add(&SLM009, "physics_convex.BoundingVerts", "none", "");
        }
        // The viewer writes undef in the additional assets of a split model.
        Some(Content::Other(llsd::Value::Undef)) => {}
        _ => findings.add(&SLM009, "header.physics_convex", "none", ""),
    }
    if let (Some(Content::Value(convex)), Some(_)) = (convex, asset.physics_triangles())
        && convex.hull_list.as_ref().is_some_and(|list| !list.is_empty())
    {
        findings.add(&SLM013, "physics_mesh", "both", "");
    }
    if asset.physics_shape.as_ref().is_some_and(|block| BlockRef::Lod(block).is_stored()) {
        findings.add(&SLM014, "physics_shape", "the old name", "");
    }
}

/// Checks SLM010 to SLM012, SLM015, SLM016 and SLM054.
fn block(name: &str, block: BlockRef<'_>, is_uploaded: bool, findings: &mut Findings) {
    let mut find = |rule, path: &str, found: &str| findings.add(rule, path, found, "");
    let found = match block {
        BlockRef::Lod(block) => instead(name, &block.content),
        BlockRef::Convex(block) => instead(name, &block.content),
        BlockRef::Skin(block) => instead(name, &block.content),
        BlockRef::Value(block) => instead(name, &block.content),
    };
    if let Some(found) = found {
        find(&SLM010, name, &found);
    }
    if block.is_loaded() && matches!(block.hash(), Some(Hash::Other(_))) {
        find(&SLM011, &format!("header.{name}.hash"), "another hash");
    }
    // The simulator adds the hashes during the upload.
    if is_uploaded && name.starts_with("physics_") && block.is_stored() && block.hash().is_none() {
        find(&SLM012, &format!("header.{name}.hash"), "none");
    }
    if !block.is_stored() {
        find(&SLM054, &format!("header.{name}"), "no bytes");
    }
    let surplus = block.surplus();
    if !surplus.line.is_empty() {
        find(&SLM015, &format!("{name}.line"), &shown(&surplus.line));
    }
    let n_unused = surplus.after_value.len().saturating_add(surplus.after_stream.len());
    if n_unused > 0 {
        let place = if surplus.after_value.is_empty() { "after_stream" } else { "after_value" };
        find(&SLM016, &format!("{name}.{place}"), &format!("{} after the value", counted(n_unused, "byte")));
    }
}

/// Describes the content of a block that does not have the expected value; `None` if it does, or if that is normal.
fn instead<T>(name: &str, content: &Content<T>) -> Option<String> {
    match content {
        Content::Other(llsd::Value::Undef) if name == "physics_convex" => None,
        Content::Other(value) => Some(format!("{:?}", value.kind()).to_lowercase()),
        Content::Raw(bytes) => Some(format!("{} that cannot be read", counted(bytes.len(), "byte"))),
        Content::NotLoaded(n_bytes) => Some(counted(*n_bytes, "zero").to_string()),
        Content::Absent | Content::Value(_) => None,
    }
}

/// Checks SLM015 and SLM016: bytes outside blocks.
fn unused(asset: &MeshAsset, findings: &mut Findings) {
    if !asset.line.is_empty() {
        findings.add(&SLM015, "header.line", shown(&asset.line), "");
    }
    let gaps = asset.body.iter().filter_map(|piece| match piece {
        Piece::Gap(bytes) => Some(bytes.len()),
        Piece::Blocks(_) => None,
    });
    for (number, n_bytes) in gaps.enumerate() {
        findings.add(&SLM016, format_args!("gaps[{number}]"), counted(n_bytes, "byte"), "");
    }
    if !asset.trailing.is_empty() {
        findings.add(&SLM016, "trailing", counted(asset.trailing.len(), "byte"), "");
    }
}

/// Checks SLM053.
fn materials(asset: &MeshAsset, findings: &mut Findings) {
    let (Some(list), Some(high)) = (&asset.material_list, asset.level(Level::High)) else { return };
    let (n_names, n_faces) = (list.len(), high.faces.len());
    if n_names != n_faces {
        let (found, limit) = (counted(n_names, "name"), counted(n_faces, "face"));
        findings.add(&SLM053, "header.material_list", found, limit);
    }
}
