//! Meshes that other programs wrote: the values are those that went in.

use crate::support;
use geom::Rgba8;
use rbxmesh::{Facs, Mesh, ReadOptions, Tangent, Version, Vertex, read_with};
use serde_json::{Value as Json, from_value};

fn numbers<const N: usize>(json: &Json) -> [f32; N] {
    from_value::<Vec<f32>>(json.clone()).unwrap().try_into().unwrap()
}

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

/// The most by which numbers are off.
fn off<const N: usize>(found: [f32; N], expected: [f32; N]) -> f32 {
    found.iter().zip(expected).map(|(found, expected)| (found - expected).abs()).fold(0.0, f32::max)
}

/// The tolerances for numbers, since the program rounds them.
struct Rounding {
    position: f32,
    normal: f32,
    uv: f32,
}

impl Rounding {
    fn for_mesh(name: &str, mesh: &Mesh) -> Self {
        let exact = Self { position: 0.0, normal: 0.0, uv: 0.0 };
        let half_step = |extent: f32, bits: i32| extent / (2_f32.powi(bits) - 1.0) * 0.51;
        match name.split('.').nth(1) {
            // 1 - V, with nine digits.
            Some("script-1") => Self { uv: 1e-7, ..exact },
            Some("draco-core") => Self { normal: half_step(2.0, 11), ..exact },
            Some("dracopy") => {
                let size = mesh.bounds().unwrap().size();
                Self { position: half_step(size.x.max(size.y).max(size.z), 16), ..exact }
            }
            _ => exact,
        }
    }
}

fn check_vertex(mesh: &Mesh, vertex: &Vertex, input: &Json, at: usize, rounding: &Rounding, what: &str) {
    let expected = |key: &str| &input[key][at];
    let position = off(vertex.position.to_array(), numbers(expected("positions")));
    let normal = off(vertex.normal.to_array(), numbers(expected("normals")));
    let uv = off(mesh.uv(vertex).to_array(), numbers(expected("uvs")));
    let is_near = position <= rounding.position && normal <= rounding.normal && uv <= rounding.uv;
    assert!(is_near, "{what}: {vertex:?} is not vertex {at}, by {position}, {normal}, {uv}");
    let has_tangents = mesh.version.major > 1;
    let has_colours = has_tangents && mesh.sizes.vertex != 36;
    let bytes = |key: &str| from_value::<[u8; 4]>(input[key][at].clone()).unwrap();
    let tangent = if has_tangents { Tangent(bytes("tangents")) } else { Tangent::NONE };
    let [r, g, b, a] = if has_colours { bytes("colours") } else { [255; 4] };
    assert_eq!((vertex.tangent, vertex.colour), (tangent, Rgba8::new(r, g, b, a)), "{what}");
}

fn check_skin(mesh: &Mesh, input: &Json, what: &str) {
    assert_eq!(mesh.bones.len(), list(&input["bones"]).len(), "{what}");
    for (bone, values) in mesh.bones.iter().zip(list(&input["bones"])) {
        assert_eq!(mesh.bone_name(bone).as_deref(), values["name"].as_str(), "{what}");
        let parent = values["parent"].as_u64().map(|parent| parent as usize);
        assert_eq!((bone.parent.get(), bone.lod_parent.get()), (parent, parent), "{what}");
        assert_eq!(Some(f64::from(bone.culling_distance)), values["culling_distance"].as_f64(), "{what}");
        let pose = [&bone.pose.rotation.to_rows_array()[..], &bone.pose.position.to_array()].concat();
        assert_eq!(pose, numbers::<12>(&values["rows_and_position"]), "{what}");
    }
    let envelopes: Vec<_> = mesh.envelopes.iter().map(|one| [one.slots, one.weights]).collect();
    let expected: Option<Vec<[[u8; 4]; 2]>> = from_value(input["envelopes"].clone()).unwrap();
    assert_eq!(envelopes, expected.unwrap_or_default(), "{what}");
    assert_eq!(mesh.subsets.len(), list(&input["subsets"]).len(), "{what}");
    for (subset, values) in mesh.subsets.iter().zip(list(&input["subsets"])) {
        let ranges =
            [[subset.faces_begin, subset.faces_length], [subset.vertices_begin, subset.vertices_length]];
        assert_eq!(
            ranges,
            ["faces", "vertices"].map(|key| from_value::<[u32; 2]>(values[key].clone()).unwrap()),
            "{what}"
        );
        let palette: Vec<_> = subset.palette().iter().map(|bone| bone.0).collect();
        assert_eq!(palette, from_value::<Vec<u16>>(values["bones"].clone()).unwrap(), "{what}");
    }
}

fn check_facs(facs: &Facs, input: &Json, what: &str) {
    let names = |names: &rbxmesh::NameTable| {
        names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&facs.bone_names), from_value::<Vec<String>>(input["bones"].clone()).unwrap(), "{what}");
    assert_eq!(
        names(&facs.control_names),
        from_value::<Vec<String>>(input["controls"].clone()).unwrap(),
        "{what}"
    );
    assert_eq!(
        facs.two_pose_correctives,
        from_value::<Vec<[u16; 2]>>(input["two_pose_correctives"].clone()).unwrap()
    );
    assert_eq!(
        facs.three_pose_correctives,
        from_value::<Vec<[u16; 3]>>(input["three_pose_correctives"].clone()).unwrap()
    );
    let [min, max] = numbers(&input["range_of_angles"]);
    let half_step = (max - min) / 65_535.0 * 0.51;
    for bone in 0..list(&input["bones"]).len() {
        for pose in 0..facs.n_poses() {
            let offset = facs.offset(bone, pose).unwrap();
            let [position, angles] = ["positions", "angles"]
                .map(|key| [0, 1, 2].map(|axis| input[key][axis][bone][pose].as_f64().unwrap() as f32));
            assert_eq!(offset.position.to_array(), position, "{what}");
            assert!(off(offset.rotation.to_array(), angles) <= half_step, "{what}: {offset:?} {angles:?}");
        }
    }
}

#[test]
fn values_are_those_that_went_in() {
    let files = support::foreign("rbxmesh");
    let mut n_files = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".mesh")) {
        // Files with a stream are of version 7.00; the names of the others contain the version.
        let version = name.find(|letter: char| letter.is_ascii_digit());
        let version = version.map_or(Version::V7_00, |at| name[at..at + 4].parse().unwrap());
        let input: Json = serde_json::from_slice(support::input(&files, name)).unwrap();
        let (mesh, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
        assert_eq!((mesh.version, warnings.total()), (version, 0), "{name}");
        let rounding = Rounding::for_mesh(name, &mesh);
        // Texts have no levels, and 2.00 has all faces in one.
        let lods: Vec<u32> = from_value(input["lods"].clone()).unwrap();
        let faces: Vec<[usize; 3]> = from_value(input["faces"].clone()).unwrap();
        let faces = if version.major == 1 { &faces[..lods[1] as usize] } else { &faces };
        assert_eq!(mesh.faces.len(), faces.len(), "{name}");
        for (face, expected) in mesh.faces.iter().zip(faces) {
            for (vertex, at) in face.iter().zip(expected) {
                assert!(version.major == 1 || *vertex as usize == *at, "{name}");
                check_vertex(&mesh, &mesh.vertices[*vertex as usize], &input, *at, &rounding, name);
            }
        }
        if version.major > 2 {
            assert_eq!(mesh.lod_offsets, lods, "{name}");
        }
        if version.major > 3 {
            let settings = (u64::from(mesh.lod_type.0), u64::from(mesh.n_high_quality_lods));
            assert_eq!(Some(settings.0), input["lod_type"].as_u64(), "{name}");
            assert_eq!(Some(settings.1), input["n_high_quality_lods"].as_u64(), "{name}");
        }
        // The scripts for streams of Draco write no skins.
        if (4..7).contains(&version.major) {
            check_skin(&mesh, &input, name);
        }
        if version.major == 5 {
            check_facs(mesh.facs().unwrap(), &input["facs"], name);
        }
        n_files += 1;
    }
    assert_eq!(n_files, 13);
}
