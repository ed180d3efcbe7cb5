//! Outlines of Second Life meshes and saved uploads.

use super::SecondLife;
use crate::outline::Viewer;
use crate::outline::sheet::Sheet;
use ::llsd::{Map, Text, Value};
use ::slmesh::slm::{Container, Item};
use ::slmesh::{Block, BlockRef, Content, Convex, Face, Hash, Lod, MeshAsset, Skin};
use scene::Problem;

pub(super) fn of_second_life(
    model: &SecondLife,
    memory: usize,
    look: &mut Viewer<'_>,
) -> Result<(), Problem> {
    match model {
        SecondLife::Asset(model) => {
            let mut sheet = Sheet::new("Second Life mesh", memory);
            asset(model, &mut sheet, 0);
            sheet.show(look)
        }
        SecondLife::Container(model) => {
            let mut sheet = Sheet::new("Second Life upload", memory);
            container(model, &mut sheet);
            sheet.show(look)
        }
    }
}

fn container<'m>(container: &'m Container, sheet: &mut Sheet<'m>) {
    text(container.name.as_ref(), "name", sheet, 0);
    if let Some(version) = container.version {
        sheet.word(0, "version", version);
    }
    others(&container.other, sheet, 0);
    sheet.blob(0, "trailing", &container.trailing);
    let items = container.mesh.as_deref().unwrap_or_default();
    for (i, item) in sheet.first(0, items).enumerate() {
        let node = sheet.numbered(0, "mesh", i);
        match item {
            Item::Asset(model) => asset(model, sheet, node),
            Item::Raw(bytes) => sheet.blob(node, "bytes", bytes),
        }
    }
    let instances = container.instance.as_deref().unwrap_or_default();
    for (i, instance) in sheet.first(0, instances).enumerate() {
        let node = sheet.numbered(0, "instance", i);
        text(instance.label.as_ref(), "label", sheet, node);
        if let Some(mesh) = instance.mesh_id {
            sheet.word(node, "mesh_id", mesh);
        }
        matrix(instance.transform.as_ref(), "transform", sheet, node);
        for material in instance.material.iter().flatten() {
            llsd("material", material, sheet, node);
        }
        others(&instance.other, sheet, node);
    }
}

fn asset<'m>(asset: &'m MeshAsset, sheet: &mut Sheet<'m>, root: u32) {
    let MeshAsset { version, creator, date, submodel_id, .. } = asset;
    if let Some(version) = version {
        sheet.word(root, "version", version);
    }
    if let Some(creator) = creator {
        sheet.word(root, "creator", creator);
    }
    if let Some(date) = date {
        sheet.word(root, "date", date);
    }
    if let Some(id) = submodel_id {
        sheet.word(root, "submodel_id", id);
    }
    for name in asset.material_list.iter().flatten() {
        sheet.text(root, "material", name.as_bytes());
    }
    if let Some(costs) = &asset.physics_cost_data {
        others(costs, sheet, root);
    }
    others(&asset.other, sheet, root);
    sheet.blob(root, "trailing", &asset.trailing);
    for (name, block) in asset.blocks() {
        match block {
            BlockRef::Lod(block) => {
                let node = sheet.named(root, "level", name);
                of_block(block, sheet, node, level);
            }
            BlockRef::Convex(block) => {
                let node = sheet.named(root, "hulls", name);
                of_block(block, sheet, node, hulls);
            }
            BlockRef::Skin(block) => {
                let node = sheet.named(root, "skin", name);
                of_block(block, sheet, node, skin);
            }
            BlockRef::Value(block) => {
                let node = sheet.named(root, "block", name);
                of_block(block, sheet, node, |value, sheet, node| llsd("value", value, sheet, node));
            }
            _ => {}
        }
    }
}

fn of_block<'m, T>(
    block: &'m Block<T>,
    sheet: &mut Sheet<'m>,
    node: u32,
    show: impl FnOnce(&'m T, &mut Sheet<'m>, u32),
) {
    if let Some(Hash::Other(bytes)) = &block.hash {
        sheet.blob(node, "hash", bytes);
    }
    others(&block.other, sheet, node);
    match &block.content {
        Content::Value(value) => show(value, sheet, node),
        Content::Other(value) => llsd("value", value, sheet, node),
        Content::Raw(bytes) => sheet.blob(node, "bytes", bytes),
        Content::NotLoaded(n_bytes) => sheet.word(node, "bytes", n_bytes),
        Content::Absent => sheet.word(node, "bytes", "none"),
    }
}

fn level<'m>(lod: &'m Lod, sheet: &mut Sheet<'m>, node: u32) {
    for (i, face) in sheet.first(node, &lod.faces).enumerate() {
        let node = sheet.numbered(node, "face", i);
        of_face(face, sheet, node);
    }
}

fn of_face<'m>(face: &'m Face, sheet: &mut Sheet<'m>, node: u32) {
    fn shorts<const N: usize>(list: Option<&[[u16; N]]>, name: &'static str, sheet: &mut Sheet, node: u32) {
        let list = list.unwrap_or_default();
        sheet.list(node, name, list.len(), list.iter().flatten().map(|number| number.to_le_bytes()));
    }
    if face.no_geometry == Some(true) {
        sheet.word(node, "no_geometry", "true");
    }
    sheet.points(node, face.positions().collect());
    shorts(face.normal.as_deref(), "normals", sheet, node);
    shorts(face.tangent.as_deref(), "tangents", sheet, node);
    if let Some(domain) = face.tex_coord0_domain {
        sheet.word(node, "tex_coord0_domain", format_args!("{:?} to {:?}", domain.min, domain.max));
    }
    shorts(face.tex_coord0.as_deref(), "tex_coords", sheet, node);
    shorts(face.triangle_list.as_deref(), "triangles", sheet, node);
    if let Some(scale) = face.normalized_scale {
        sheet.word(node, "normalized_scale", format_args!("{scale:?}"));
    }
    let weights = face.weights.as_deref().unwrap_or_default();
    let shown = weights.iter().map(|influences| format!("{influences:?}"));
    sheet.list(node, "weights", weights.len(), shown);
    others(&face.other, sheet, node);
}

fn hulls<'m>(convex: &'m Convex, sheet: &mut Sheet<'m>, node: u32) {
    let domain = convex.domain();
    sheet.word(node, "domain", format_args!("{:?} to {:?}", domain.min, domain.max));
    for (i, hull) in convex.hull_points().enumerate() {
        let node = sheet.numbered(node, "hull", i);
        sheet.points(node, hull);
    }
    if convex.bounding_verts.is_some() {
        let node = sheet.named(node, "hull", b"bounding_verts");
        sheet.points(node, convex.bounding_points().collect());
    }
    others(&convex.other, sheet, node);
}

fn skin<'m>(skin: &'m Skin, sheet: &mut Sheet<'m>, node: u32) {
    matrix(skin.bind_shape_matrix.as_ref(), "bind_shape_matrix", sheet, node);
    if let Some(offset) = skin.pelvis_offset {
        sheet.number(node, "pelvis_offset", offset);
    }
    if let Some(is_locked) = skin.lock_scale_if_joint_position {
        sheet.word(node, "lock_scale_if_joint_position", is_locked);
    }
    others(&skin.other, sheet, node);
    let joints = skin.joint_names.as_deref().unwrap_or_default();
    for (i, name) in sheet.first(node, joints).enumerate() {
        let joint = sheet.named(node, "joint", name.as_bytes());
        let of = |matrices: &'_ Option<Vec<_>>| matrices.as_ref().and_then(|all| all.get(i)).copied();
        matrix(of(&skin.inverse_bind_matrix).as_ref(), "inverse_bind_matrix", sheet, joint);
        matrix(of(&skin.alt_inverse_bind_matrix).as_ref(), "alt_inverse_bind_matrix", sheet, joint);
    }
}

fn matrix(matrix: Option<&::slmesh::Matrix>, name: &'static str, sheet: &mut Sheet, node: u32) {
    if let Some(matrix) = matrix {
        sheet.word(node, name, format_args!("{matrix:?}"));
    }
}

fn text<'m>(text: Option<&'m Text>, name: &'static str, sheet: &mut Sheet<'m>, node: u32) {
    if let Some(text) = text {
        sheet.text(node, name, text.as_bytes());
    }
}

/// Adds entries that the format does not document.
fn others(map: &Map, sheet: &mut Sheet, node: u32) {
    if !map.is_empty() {
        llsd("other", &Value::Map(map.clone()), sheet, node);
    }
}

/// Adds a value in notation if it is short, and otherwise its size and hash.
fn llsd(name: &'static str, value: &Value, sheet: &mut Sheet, node: u32) {
    const SHORT: usize = 400;
    let shown = value.to_string();
    if shown.len() <= SHORT {
        sheet.text(node, name, shown.into_bytes());
    } else {
        sheet.blob(node, name, shown.as_bytes());
    }
}
