//! Writes the meshes of `fixtures/foreign/rbxmesh` with rbx_mesh, in the versions that it can write.

use binrw::BinWrite;
use foreign::{inputs, numbers, text, write};
use rbx_mesh::mesh::{
    Bone4, BoneId4, CFrame4, ControlId5, Envelope4, Face2, Facs5, FacsFormat5, Lod3, LodType4, Mesh2, Mesh3, Mesh4, Mesh5,
    QuantizedMatrix5, QuantizedTransforms5, Revision2, Revision3, Revision4, Revision5, Subset4, ThreePoseCorrective5,
    TwoPoseCorrective5, Vertex2, Vertex2Truncated, VertexId2, Vertices2,
};
use serde_json::Value;
use std::io::Cursor;

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

fn whole<T: TryFrom<u64>>(value: &Value) -> T {
    value.as_u64().and_then(|number| number.try_into().ok()).unwrap_or_else(|| panic!("{value}"))
}

fn four(value: &Value) -> [u8; 4] {
    [0, 1, 2, 3].map(|at| whole(&value[at]))
}

fn vertices(mesh: &Value) -> Vec<Vertex2> {
    let count = list(mesh, "positions").count();
    let vertex = |at: usize| Vertex2 {
        pos: numbers(&mesh["positions"][at]),
        norm: numbers(&mesh["normals"][at]),
        tex: numbers(&mesh["uvs"][at]),
        // The same bytes, which it calls signed.
        tangent: four(&mesh["tangents"][at]).map(|byte| byte as i8),
        color: four(&mesh["colours"][at]),
    };
    (0..count).map(vertex).collect()
}

fn faces(mesh: &Value) -> Vec<Face2> {
    list(mesh, "faces").map(|face| Face2([0, 1, 2].map(|at| VertexId2(whole(&face[at]))))).collect()
}

fn lods(mesh: &Value) -> Vec<Lod3> {
    list(mesh, "lods").map(|lod| Lod3(whole(lod))).collect()
}

fn lod_type(mesh: &Value) -> LodType4 {
    if mesh["lod_type"] == 3 { LodType4::ZeuxMeshOptimizer } else { LodType4::None }
}

/// The names as bytes, each followed by a NUL, and the offset of each.
fn names<'v>(all: impl Iterator<Item = &'v str>) -> (Vec<u8>, Vec<u32>) {
    let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
    for name in all {
        offsets.push(bytes.len() as u32);
        bytes.extend([name.as_bytes(), &[0]].concat());
    }
    (bytes, offsets)
}

fn bones(mesh: &Value) -> (Vec<Bone4>, Vec<u8>) {
    let (bytes, offsets) = names(list(mesh, "bones").map(|bone| text(bone, "name")));
    let bone = |(bone, bone_name_pos): (&Value, u32)| {
        let [r00, r01, r02, r10, r11, r12, r20, r21, r22, x, y, z] = numbers(&bone["rows_and_position"]);
        let parent = || BoneId4::new(bone["parent"].as_u64().map(|parent| parent as u16));
        let cframe = CFrame4 { r00, r01, r02, r10, r11, r12, r20, r21, r22, x, y, z };
        let cull_distance = bone["culling_distance"].as_f64().expect("a number") as f32;
        Bone4 { bone_name_pos, parent: parent(), lod_parent: parent(), cull_distance, cframe }
    };
    (list(mesh, "bones").zip(offsets).map(bone).collect(), bytes)
}

fn envelopes(mesh: &Value) -> Vec<Envelope4> {
    list(mesh, "envelopes").map(|of| Envelope4 { bones: four(&of[0]), weights: four(&of[1]) }).collect()
}

fn subsets(mesh: &Value) -> Vec<Subset4> {
    let subset = |of: &Value| {
        let palette: Vec<u16> = list(of, "bones").map(whole).collect();
        Subset4 {
            faces_offset: whole(&of["faces"][0]),
            faces_len: whole(&of["faces"][1]),
            vertices_offset: whole(&of["vertices"][0]),
            vertices_len: whole(&of["vertices"][1]),
            bone_count: palette.len() as u32,
            bones: std::array::from_fn(|at| BoneId4::new(palette.get(at).copied())),
        }
    };
    list(mesh, "subsets").map(subset).collect()
}

fn facs(mesh: &Value) -> Facs5 {
    let facs = &mesh["facs"];
    let strings = |key| names(list(facs, key).map(|name| name.as_str().expect("a name"))).0;
    let rows = |matrix: &Value| -> Vec<Vec<f32>> {
        let row = |row: &Value| row.as_array().expect("a row").iter().map(|it| it.as_f64().expect("a number") as f32).collect();
        matrix.as_array().expect("rows").iter().map(row).collect()
    };
    let size = |rows: &[Vec<f32>]| (rows.len() as u32, rows.first().map_or(0, Vec::len) as u32);
    let floats = |at: usize| {
        let rows = rows(&facs["positions"][at]);
        let (x, y) = size(&rows);
        QuantizedMatrix5::Raw { x, y, matrix: rows.concat() }
    };
    let [lerp0, lerp1] = numbers(&facs["range_of_angles"]);
    let steps = |at: usize| {
        let rows = rows(&facs["angles"][at]);
        let (x, y) = size(&rows);
        let matrix = rows.concat().iter().map(|angle| ((angle - lerp0) / (lerp1 - lerp0) * 65_535.0).round() as u16).collect();
        QuantizedMatrix5::Quantized { x, y, lerp0, lerp1, matrix }
    };
    let control = |of: &Value, at: usize| ControlId5(whole(&of[at]));
    Facs5 {
        face_bone_names: strings("bones"),
        face_control_names: strings("controls"),
        quantized_transforms: QuantizedTransforms5 { px: floats(0), py: floats(1), pz: floats(2), rx: steps(0), ry: steps(1), rz: steps(2) },
        two_pose_correctives: list(facs, "two_pose_correctives").map(|of| TwoPoseCorrective5([0, 1].map(|at| control(of, at)))).collect(),
        three_pose_correctives: list(facs, "three_pose_correctives")
            .map(|of| ThreePoseCorrective5([0, 1, 2].map(|at| control(of, at))))
            .collect(),
    }
}

fn bytes<T: for<'a> BinWrite<Args<'a> = ()>>(value: &T) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    value.write_le(&mut out).expect("a mesh");
    out.into_inner()
}

fn main() {
    for (path, mesh) in inputs("rbxmesh").into_iter().filter(|(_, mesh)| mesh["positions"].is_array()) {
        let save = |version: &str, bytes: Vec<u8>| write(&path, &format!("rbx_mesh-{version}"), "mesh", bytes);
        let (vertices, faces, lods) = (vertices(&mesh), faces(&mesh), lods(&mesh));
        let four = |revision| {
            let (bones, bone_names) = bones(&mesh);
            Mesh4 {
                revision, lod_type: lod_type(&mesh), lod_hq_count: whole(&mesh["n_high_quality_lods"]), _padding: 0,
                vertices: vertices.clone(), envelopes: envelopes(&mesh), faces: faces.clone(), lods: lods.clone(),
                bones, bone_names, subsets: subsets(&mesh),
            }
        };
        if mesh["bones"].is_array() {
            save("4.01", bytes(&four(Revision4::Version401)));
            let (Mesh4 { lod_type, lod_hq_count, envelopes, bones, bone_names, subsets, .. }, facs) =
                (four(Revision4::Version401), facs(&mesh));
            let five = Mesh5 {
                revision: Revision5::Version500, lod_type, lod_hq_count, facs_format: FacsFormat5::Format1,
                sizeof_facs: bytes(&facs).len() as u32, vertices: vertices.clone(), envelopes, faces: faces.clone(), lods: lods.clone(),
                bones, bone_names, subsets, facs,
            };
            save("5.00", bytes(&five));
        } else {
            let short = vertices.iter().map(|&Vertex2 { pos, norm, tex, tangent, .. }| Vertex2Truncated { pos, norm, tex, tangent });
            let two = |vertices| Mesh2 { revision: Revision2::Version200, vertices, faces: faces.clone() };
            save("2.00-36", bytes(&two(Vertices2::Truncated(short.collect()))));
            save("2.00-40", bytes(&two(Vertices2::Full(vertices.clone()))));
            let three = |revision| Mesh3 { revision, vertices: Vertices2::Full(vertices.clone()), faces: faces.clone(), lods: lods.clone() };
            save("3.00", bytes(&three(Revision3::Version300)));
            save("3.01", bytes(&three(Revision3::Version301)));
            save("4.00", bytes(&four(Revision4::Version400)));
        }
    }
}
