//! Numbers that are not finite, from each format to each other: one rule, whatever the way.

use geom::{TriMesh, Vec2, Vec3};
use rezkit::exchange::{AssetOptions, ExchangeOptions, SceneOptions, convert, converts, from_scene, read};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{Mesh, Node, Scene};
use rezkit::{Asset, Format, LossCode, LossSeverity, dae, obj, stl};

/// A number that becomes NaN in a file.
const MARK: f32 = 12345.0;

/// Two tetrahedra. The first corner of the second is at the mark, and so is the normal of a corner of the first.
fn marked() -> Scene {
    let solid = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let mut positions = solid.to_vec();
    positions.extend(solid.map(|corner| corner + Vec3::splat(2.0)));
    positions[4].x = MARK;
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mut indices = faces.to_vec();
    indices.extend(faces.map(|corners| corners.map(|corner: u32| corner + 4)));
    let mut normals = vec![Vec3::Y; 8];
    normals[1].z = MARK;
    let shape = TriMesh { positions, normals, uvs: vec![Vec2::ZERO; 8], indices, ..TriMesh::default() };
    let node = Node { name: "solid".into(), mesh: Some(0), ..Node::default() };
    Scene { nodes: vec![node], meshes: vec![Mesh { shape, ..Mesh::default() }], ..Scene::default() }
}

/// Replaces the mark in bytes.
fn spoiled(file: &[u8]) -> Vec<u8> {
    replaced(file, &MARK.to_le_bytes(), &f32::NAN.to_le_bytes())
}

/// Replaces the mark in text.
fn spoiled_text(file: &[u8]) -> Vec<u8> {
    replaced(file, b"12345", b"  NaN")
}

fn replaced(file: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let places: Vec<usize> = (0..file.len()).filter(|at| file[*at..].starts_with(old)).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| file[*at..*at + old.len()].copy_from_slice(new));
    file
}

/// A file of each format that can hold NaN, and whether it holds normals.
fn files() -> Vec<(Format, Vec<u8>, bool)> {
    let scene = marked();
    let Ok((Asset::RbxMesh(mut mesh), _)) = from_scene(&scene, Format::RbxMesh, &AssetOptions::default())
    else {
        panic!("a mesh")
    };
    mesh.vertices[4].position.x = f32::NAN;
    mesh.vertices[1].normal.z = f32::NAN;
    let mut finite = scene.clone();
    finite.meshes[0].shape.positions[4].x = 50.0;
    finite.meshes[0].shape.normals[1].z = 0.0;
    let Ok((Asset::M3d(mut model), _)) = from_scene(&finite, Format::M3d, &AssetOptions::default()) else {
        panic!("a model")
    };
    let vertices = model.vertices_mut().unwrap();
    let ::m3d::Coordinates::F32(rows) = &mut vertices.coordinates else { panic!("floats") };
    let furthest = rows.iter_mut().max_by(|a, b| a[0].abs().total_cmp(&b[0].abs())).unwrap();
    furthest[0] = f32::NAN;
    vec![
        (Format::Glb, spoiled(&gltf::write_glb(&scene, &WriteOptions::default()).unwrap().0), false),
        (Format::Obj, spoiled_text(&obj::write(&scene, 0, &scene.rest(), "a").0.obj), true),
        (Format::Collada, spoiled_text(&dae::write(&scene, "a").0.dae), true),
        (Format::Stl, spoiled(&stl::write(&scene, 0, &scene.rest()).0), false),
        (Format::RbxMesh, ::rbxmesh::write(&mesh).unwrap(), true),
        (Format::M3d, ::m3d::write(&model).unwrap(), false),
    ]
}

const TARGETS: [Format; 9] = [
    Format::Glb,
    Format::Gltf,
    Format::Obj,
    Format::Collada,
    Format::Stl,
    Format::RbxMesh,
    Format::SlMesh,
    Format::M3d,
    Format::RbxBinary,
];

#[test]
fn one_rule_holds_from_each_format_to_each_other() {
    let mut n_pairs = 0;
    for (from, file, has_normals) in files() {
        for to in TARGETS.into_iter().filter(|to| *to != from && converts(from, *to)) {
            let mut options = ExchangeOptions::to(to);
            options.parts = true;
            let made = convert(&file, &options, &mut |_| None).unwrap();
            let lost = |code| {
                made.losses.iter().find(|loss| loss.code == code && loss.severity != LossSeverity::Note)
            };
            let dropped = lost(LossCode::PosNonfinite);
            assert!(
                dropped.is_some_and(|it| it.severity == LossSeverity::Lost),
                "{from:?} to {to:?}: {:?}",
                made.losses
            );
            if has_normals && to != Format::Stl {
                assert!(lost(LossCode::NormalMade).is_some(), "{from:?} to {to:?}: {:?}", made.losses);
            }
            let mut beside = |name: &str| {
                let name = name.rsplit('/').next().unwrap_or(name);
                made.beside.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone())
            };
            let (scene, losses) = read(&made.bytes, &SceneOptions::default(), &mut beside).unwrap();
            assert!(!losses.iter().any(|loss| loss.code == LossCode::PosNonfinite), "{from:?} to {to:?}");
            let finest = scene.at_level(0)[0];
            let shape = &scene.meshes[scene.nodes[finest].mesh.unwrap()].shape;
            // One triangle of the second solid does not use its first corner.
            assert_eq!(shape.indices.len(), 5, "{from:?} to {to:?}");
            assert!(
                shape.positions.iter().chain(&shape.normals).all(|it| it.is_finite()),
                "{from:?} to {to:?}"
            );
            n_pairs += 1;
        }
    }
    assert_eq!(n_pairs, 46);
}

/// The writers have the same rule for scenes that no file was read to.
#[test]
fn writers_leave_out_what_is_not_finite() {
    let mut scene = marked();
    scene.meshes[0].shape.positions[4].x = f32::NAN;
    let lost = |losses: &[rezkit::Loss]| {
        losses.iter().any(|it| it.code == LossCode::PosNonfinite && it.severity == LossSeverity::Lost)
    };
    let (written, losses) = obj::write(&scene, 0, &scene.rest(), "a");
    assert!(lost(&losses) && !String::from_utf8_lossy(&written.obj).contains("NaN"));
    assert_eq!(obj::read(&written.obj).unwrap().n_triangles(), 5);
    let (written, losses) = dae::write(&scene, "a");
    assert!(lost(&losses));
    assert_eq!(dae::read(&written.dae).unwrap().n_triangles(), 5);
    assert!(lost(&stl::write(&scene, 0, &scene.rest()).1));
    for to in [Format::RbxMesh, Format::SlMesh, Format::M3d] {
        let (asset, losses) = from_scene(&scene, to, &AssetOptions::default()).unwrap();
        assert!(lost(&losses), "{to:?}");
        assert_eq!(
            rezkit::exchange::to_scene(&asset, &SceneOptions::default()).unwrap().0.at_level(0).len(),
            1
        );
    }
    let (glb, warnings) = gltf::write_glb(&scene, &WriteOptions::default()).unwrap();
    assert!(warnings.list.iter().any(|it| it.code == Some(LossCode::PosNonfinite)));
    assert_eq!(gltf::read(&glb).unwrap().n_triangles(), 5);
}
