//! Comparison of Roblox meshes with rbx_mesh, vertex by vertex.

use super::{Peer, Values, text, warning};
use rbx_mesh::mesh::{
    Bone4, Envelope4, Face2, Facs5, Lod3, Mesh, QuantizedMatrix5, Subset4, Vertex2, Vertices2,
};
use rbxmesh::{BoneIndex, Matrix, MatrixValues, Tangent};
use std::fmt::Debug;
use std::io::Cursor;

pub(super) const PEER: Peer = Peer {
    name: "rbx_mesh 0.8.2",
    supports: |bytes| bytes.starts_with(b"version "),
    ours: |bytes| {
        let mesh = rbxmesh::read(bytes).map_err(|error| error.kind().to_string())?;
        // It has no 6.00 and 7.00.
        if mesh.version.major < 6 { Ok(by_us(&mesh)) } else { Err("a version that only we have".into()) }
    },
    theirs: |bytes| {
        rbx_mesh::read_mesh_versioned(Cursor::new(bytes)).map(by_them).map_err(|error| error.to_string())
    },
    warning: warning::<rbxmesh::Mesh>,
};

/// Adds the values of a list, item by item.
fn list<T: Debug>(values: &mut Values, title: &str, all: impl IntoIterator<Item = T>) {
    values.extend(
        all.into_iter().enumerate().map(|(index, one)| (format!("{title}[{index:06}]"), format!("{one:?}"))),
    );
}

fn bone(of: BoneIndex) -> Option<u16> {
    (of.0 != u16::MAX).then_some(of.0)
}

fn by_us(mesh: &rbxmesh::Mesh) -> Values {
    let mut values = Values::new();
    list(&mut values, "position", mesh.vertices.iter().map(|vertex| vertex.position.to_array()));
    list(&mut values, "normal", mesh.vertices.iter().map(|vertex| vertex.normal.to_array()));
    // They turn V over on reading.
    let is_up = mesh.v_direction == rbxmesh::VDirection::Up;
    let v = |v: f32| if is_up { 1.0 - v } else { v };
    list(&mut values, "uv", mesh.vertices.iter().map(|vertex| [vertex.uv.x, v(vertex.uv.y)]));
    if mesh.version.major == 1 {
        let w = |index: usize| mesh.texture_w.get(index).copied().unwrap_or_default();
        list(&mut values, "w", (0..mesh.vertices.len()).map(w));
        return values;
    }
    list(&mut values, "tangent", mesh.vertices.iter().map(|vertex| vertex.tangent));
    // They have no colour for vertices that have none in the file.
    if mesh.sizes.vertex >= 40 {
        list(&mut values, "colour", mesh.vertices.iter().map(|vertex| vertex.colour.to_array()));
    }
    list(&mut values, "face", &mesh.faces);
    list(&mut values, "lod", &mesh.lod_offsets);
    list(&mut values, "envelope", mesh.envelopes.iter().map(|one| (one.slots, one.weights)));
    let bones = mesh.bones.iter().map(|one| {
        let frame = (one.pose.rotation.to_rows_array(), one.pose.position.to_array());
        (one.name_offset, bone(one.parent), bone(one.lod_parent), one.culling_distance, frame)
    });
    list(&mut values, "bone", bones);
    let subsets = mesh.subsets.iter().map(|one| {
        let ranges =
            [one.faces_begin, one.faces_length, one.vertices_begin, one.vertices_length, one.n_bones];
        (ranges, one.bones.map(bone))
    });
    list(&mut values, "subset", subsets);
    if mesh.version.major >= 4 {
        values.insert("bone names".into(), text(&mesh.bone_names.0));
        values.insert("lod type".into(), mesh.lod_type.0.to_string());
        values.insert("high quality lods".into(), mesh.n_high_quality_lods.to_string());
    }
    if let Some(facs) = mesh.facs() {
        values.insert("face bone names".into(), text(&facs.bone_names.0));
        values.insert("face control names".into(), text(&facs.control_names.0));
        for (number, matrix) in facs.transforms.iter().flatten().enumerate() {
            let Matrix { n_rows, n_columns, values: numbers } = matrix;
            match numbers {
                MatrixValues::Floats(all) => list(&mut values, &format!("transform {number}"), all),
                MatrixValues::Quantised { min, max, steps } => {
                    values.insert(
                        format!("transform {number}"),
                        format!("{n_rows} {n_columns} {min:?} {max:?}"),
                    );
                    list(&mut values, &format!("transform {number}"), steps);
                }
                other => list(&mut values, &format!("transform {number}"), [other]),
            }
        }
        list(&mut values, "two poses", &facs.two_pose_correctives);
        list(&mut values, "three poses", &facs.three_pose_correctives);
    }
    values
}

fn by_them(mesh: Mesh) -> Values {
    let mut values = Values::new();
    match mesh {
        Mesh::V1(mesh) => {
            list(&mut values, "position", mesh.vertices.iter().map(|vertex| vertex.pos));
            list(&mut values, "normal", mesh.vertices.iter().map(|vertex| vertex.norm));
            list(&mut values, "uv", mesh.vertices.iter().map(|vertex| [vertex.tex[0], vertex.tex[1]]));
            list(&mut values, "w", mesh.vertices.iter().map(|vertex| vertex.tex[2]));
        }
        Mesh::V2(mesh) => shape(&mut values, &mesh.vertices, &mesh.faces, &[]),
        Mesh::V3(mesh) => shape(&mut values, &mesh.vertices, &mesh.faces, &mesh.lods),
        Mesh::V4(mesh) => {
            shape(&mut values, &Vertices2::Full(mesh.vertices), &mesh.faces, &mesh.lods);
            skin(&mut values, &mesh.envelopes, &mesh.bones, &mesh.subsets, &mesh.bone_names);
            values.insert("lod type".into(), (mesh.lod_type as u16).to_string());
            values.insert("high quality lods".into(), mesh.lod_hq_count.to_string());
        }
        Mesh::V5(mesh) => {
            shape(&mut values, &Vertices2::Full(mesh.vertices), &mesh.faces, &mesh.lods);
            skin(&mut values, &mesh.envelopes, &mesh.bones, &mesh.subsets, &mesh.bone_names);
            values.insert("lod type".into(), (mesh.lod_type as u16).to_string());
            values.insert("high quality lods".into(), mesh.lod_hq_count.to_string());
            face(&mut values, &mesh.facs);
        }
    }
    values
}

fn shape(values: &mut Values, vertices: &Vertices2, faces: &[Face2], lods: &[Lod3]) {
    let cut: Vec<_>;
    let all: &[Vertex2] = match vertices {
        Vertices2::Full(all) => {
            list(values, "colour", all.iter().map(|vertex| vertex.color));
            all
        }
        Vertices2::Truncated(all) => {
            let full = all.iter().map(|one| Vertex2 {
                pos: one.pos,
                norm: one.norm,
                tex: one.tex,
                tangent: one.tangent,
                color: [255; 4],
            });
            cut = full.collect();
            &cut
        }
    };
    list(values, "position", all.iter().map(|vertex| vertex.pos));
    list(values, "normal", all.iter().map(|vertex| vertex.norm));
    list(values, "uv", all.iter().map(|vertex| vertex.tex));
    list(values, "tangent", all.iter().map(|vertex| Tangent(vertex.tangent.map(i8::cast_unsigned))));
    list(values, "face", faces.iter().map(|face| face.0.each_ref().map(|vertex| vertex.0)));
    list(values, "lod", lods.iter().map(|lod| lod.0));
}

fn skin(values: &mut Values, envelopes: &[Envelope4], bones: &[Bone4], subsets: &[Subset4], names: &[u8]) {
    list(values, "envelope", envelopes.iter().map(|one| (one.bones, one.weights)));
    let bones = bones.iter().map(|one| {
        let of = &one.cframe;
        let rows = [of.r00, of.r01, of.r02, of.r10, of.r11, of.r12, of.r20, of.r21, of.r22];
        (
            one.bone_name_pos,
            one.parent.get(),
            one.lod_parent.get(),
            one.cull_distance,
            (rows, [of.x, of.y, of.z]),
        )
    });
    list(values, "bone", bones);
    let subsets = subsets.iter().map(|one| {
        let ranges = [one.faces_offset, one.faces_len, one.vertices_offset, one.vertices_len, one.bone_count];
        (ranges, one.bones.each_ref().map(|bone| bone.get()))
    });
    list(values, "subset", subsets);
    values.insert("bone names".into(), text(names));
}

fn face(values: &mut Values, facs: &Facs5) {
    values.insert("face bone names".into(), text(&facs.face_bone_names));
    values.insert("face control names".into(), text(&facs.face_control_names));
    let of = &facs.quantized_transforms;
    for (number, matrix) in [&of.px, &of.py, &of.pz, &of.rx, &of.ry, &of.rz].into_iter().enumerate() {
        match matrix {
            QuantizedMatrix5::Raw { matrix, .. } => list(values, &format!("transform {number}"), matrix),
            QuantizedMatrix5::Quantized { x, y, lerp0, lerp1, matrix } => {
                values.insert(format!("transform {number}"), format!("{x} {y} {lerp0:?} {lerp1:?}"));
                list(values, &format!("transform {number}"), matrix);
            }
        }
    }
    list(values, "two poses", facs.two_pose_correctives.iter().map(|one| one.0.each_ref().map(|id| id.0)));
    list(
        values,
        "three poses",
        facs.three_pose_correctives.iter().map(|one| one.0.each_ref().map(|id| id.0)),
    );
}
