//! Outlines of Roblox meshes.

use crate::outline::Viewer;
use crate::outline::sheet::{Sheet, vector};
use ::rbxmesh::{BoneIndex, FacsBlock, Mesh};
use scene::Problem;

pub(super) fn of_mesh(mesh: &Mesh, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    let mut sheet = Sheet::new("Roblox mesh", memory);
    sheet.word(0, "version", mesh.version);
    if mesh.lod_type != ::rbxmesh::LodType::NONE {
        sheet.word(0, "lod_type", mesh.lod_type.0);
    }
    if mesh.n_high_quality_lods > 0 {
        sheet.word(0, "n_high_quality_lods", mesh.n_high_quality_lods);
    }
    if mesh.unused > 0 {
        sheet.word(0, "unused", mesh.unused);
    }
    if let Some(visible) = &mesh.hsr_visibility {
        sheet.list(0, "hsr_visibility", 1, [format!("{visible:?}")]);
    }
    if let Some(stream) = &mesh.draco {
        sheet.blob(0, "draco", stream);
    }
    sheet.blob(0, "trailing", &mesh.trailing);
    vertices(mesh, &mut sheet);
    let faces = sheet.named(0, "faces", b"faces");
    sheet.list(faces, "corners", mesh.faces.len(), mesh.faces.iter().map(|face| indices(*face)));
    for (i, offset) in sheet.first(0, &mesh.lod_offsets).enumerate() {
        let node = sheet.numbered(faces, "level", i);
        sheet.word(node, "first", offset);
    }
    skin(mesh, &mut sheet);
    facs(mesh, &mut sheet);
    sheet.show(look)
}

fn vertices<'m>(mesh: &'m Mesh, sheet: &mut Sheet<'m>) {
    let node = sheet.named(0, "vertices", b"vertices");
    let vertices = &mesh.vertices;
    let n = vertices.len();
    sheet.points(node, vertices.iter().map(|vertex| vertex.position).collect());
    sheet.list(node, "normals", n, vertices.iter().map(|vertex| vector(vertex.normal)));
    sheet.list(node, "uvs", n, vertices.iter().flat_map(|vertex| vertex.uv.to_array().map(f32::to_le_bytes)));
    sheet.list(node, "tangents", n, vertices.iter().map(|vertex| vertex.tangent.0));
    sheet.list(node, "colours", n, vertices.iter().map(|vertex| vertex.colour.to_array()));
    sheet.list(node, "texture_w", mesh.texture_w.len(), mesh.texture_w.iter().map(|w| w.to_le_bytes()));
}

fn indices([a, b, c]: [u32; 3]) -> [u8; 12] {
    let [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = [a, b, c].map(u32::to_le_bytes);
    [a, b, c, d, e, f, g, h, i, j, k, l]
}

fn skin<'m>(mesh: &'m Mesh, sheet: &mut Sheet<'m>) {
    if mesh.bones.is_empty() && mesh.envelopes.is_empty() && mesh.subsets.is_empty() {
        return;
    }
    let skin = sheet.named(0, "skin", b"skin");
    // In references between bones, the start of a name is enough: the full name is shown at its bone.
    let name = |bone: BoneIndex| match bone.get().and_then(|index| mesh.bones.get(index)) {
        Some(bone) => mesh.bone_names.start(bone.name_offset),
        None => b"",
    };
    let weights = mesh.envelopes.iter().flat_map(|envelope| [envelope.slots, envelope.weights]);
    sheet.list(skin, "weights", mesh.envelopes.len(), weights);
    for bone in sheet.first(skin, &mesh.bones) {
        let own = mesh.bone_names.bytes(bone.name_offset).unwrap_or_default();
        let node = sheet.named(skin, "bone", own);
        sheet.text(node, "parent", name(bone.parent));
        sheet.text(node, "lod_parent", name(bone.lod_parent));
        sheet.number(node, "culling_distance", bone.culling_distance);
        sheet.numbers(node, "position", bone.pose.position.to_array());
        sheet.numbers(node, "rotation", bone.pose.rotation.to_rows_array());
    }
    for (i, subset) in sheet.first(skin, &mesh.subsets).enumerate() {
        let node = sheet.numbered(skin, "subset", i);
        sheet.word(node, "faces", format_args!("{} from {}", subset.faces_length, subset.faces_begin));
        sheet.word(
            node,
            "vertices",
            format_args!("{} from {}", subset.vertices_length, subset.vertices_begin),
        );
        let palette: Vec<_> = subset.palette().iter().map(|bone| name(*bone)).collect();
        sheet.text(node, "bones", palette.join(&b' '));
    }
}

fn facs<'m>(mesh: &'m Mesh, sheet: &mut Sheet<'m>) {
    match &mesh.facs {
        FacsBlock::Decoded(facs) => {
            let node = sheet.named(0, "facs", b"facs");
            let names = |names: &::rbxmesh::NameTable| names.iter().collect::<Vec<_>>().join(&b' ');
            sheet.text(node, "bones", names(&facs.bone_names));
            sheet.text(node, "controls", names(&facs.control_names));
            sheet.word(node, "two_pose_correctives", format_args!("{:?}", facs.two_pose_correctives));
            sheet.word(node, "three_pose_correctives", format_args!("{:?}", facs.three_pose_correctives));
            for matrix in facs.transforms.iter().flatten() {
                sheet.list(node, "transforms", 1, [format!("{matrix:?}")]);
            }
        }
        FacsBlock::Raw { data, .. } => sheet.blob(0, "facs", data),
        _ => {}
    }
}
