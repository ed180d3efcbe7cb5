//! Models that six programs wrote as glTF, OBJ and Collada: the values are those that went in.

use crate::support::{fixtures, foreign};
use rezkit::dae::{self, DaeOptions};
use rezkit::gltf;
use rezkit::obj::{self, ObjOptions};
use rezkit::scene::Scene;
use serde_json::{Value, from_value};
use std::path::Path;

/// Position, normal and texture coordinates.
type Corner = [f32; 8];

fn list(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn numbers<const N: usize>(json: &Value) -> [f32; N] {
    from_value::<Vec<f32>>(Value::from(list(json)[..N].to_vec())).unwrap().try_into().unwrap()
}

fn text<'j>(json: &'j Value, key: &str) -> &'j str {
    json[key].as_str().unwrap()
}

fn open(path: &Path) -> Scene {
    let file = std::fs::read(path).unwrap();
    let mut beside = |name: &str| std::fs::read(path.with_file_name(name)).ok();
    let read = match path.extension().and_then(|extension| extension.to_str()) {
        Some("obj") => obj::read_with(&file, &ObjOptions::default(), &mut beside),
        Some("dae") => dae::read_with(&file, &DaeOptions::default(), &mut beside),
        _ => gltf::read_with(&file, &gltf::ReadOptions::default(), &mut beside),
    };
    let (scene, _) = read.unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    assert_eq!(scene.check(), [], "{}", path.display());
    scene
}

fn near(found: &[f32], expected: &[f32], rounding: f32) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= rounding)
}

/// The rounding errors of a program, relative to 1: of positions, normals and texture coordinates, and of weights.
fn roundings(name: &str) -> ([f32; 3], f32) {
    match name {
        name if name.contains("-quantised.") => ([4e-4, 2e-3, 3e-4], 4e-3),
        // Six digits.
        name if name.ends_with(".obj") => ([1e-5, 1e-3, 1e-5], 0.0),
        name if name.ends_with(".dae") => ([1e-5, 1e-3, 1e-5], 1e-5),
        _ => ([1e-6, 1e-4, 1e-6], 1e-6),
    }
}

fn is_corner(found: &Corner, expected: &Corner, [position, normal, uv]: [f32; 3]) -> bool {
    near(&found[..3], &expected[..3], position)
        && near(&found[3..6], &expected[3..6], normal)
        && near(&found[6..], &expected[6..], uv)
}

/// The material and the corners of each triangle, where the scene shows them.
fn triangles(scene: &Scene) -> Vec<(String, [Corner; 3])> {
    let mut found = Vec::new();
    for (at, node) in scene.nodes.iter().enumerate() {
        let Some(mesh) = node.mesh.filter(|_| !node.hidden) else { continue };
        let (shape, places) = (&scene.meshes[mesh].shape, scene.skinned(at, &scene.rest()));
        let corner = |index: u32| {
            let at = index as usize;
            let ([x, y, z], normal, uv) = (places[at].to_array(), shape.normals[at], shape.uvs[at]);
            [x, y, z, normal.x, normal.y, normal.z, uv.x, uv.y]
        };
        for group in &shape.groups {
            let corners = shape.indices[group.triangles.clone()].iter().map(|indices| indices.map(corner));
            found.extend(corners.map(|corners| (group.material.clone().unwrap_or_default(), corners)));
        }
    }
    found
}

fn check_triangles(scene: &Scene, input: &Value, name: &str) {
    let (roundings, _) = roundings(name);
    let mut found = triangles(scene);
    for object in list(&input["objects"]) {
        let place = numbers::<3>(&object["translation"]);
        for triangle in list(&object["triangles"]) {
            let material = text(triangle, "material");
            let corners = [0, 1, 2].map(|at| {
                let mut corner: Corner = numbers(&triangle["corners"][at]);
                corner.iter_mut().zip(place).for_each(|(number, place)| *number += place);
                corner
            });
            // Programs order triangles as they like, and begin with any corner.
            let at = found.iter().position(|(other, found)| {
                let turned =
                    |by: usize| (0..3).all(|at| is_corner(&found[(at + by) % 3], &corners[at], roundings));
                other == material && (0..3).any(turned)
            });
            found.swap_remove(
                at.unwrap_or_else(|| panic!("{name}: {material} {corners:?} is not in {found:?}")),
            );
        }
    }
    assert!(found.is_empty(), "{name}: {found:?}");
}

fn check_materials(scene: &Scene, input: &Value, name: &str) {
    for values in list(&input["materials"]) {
        let material = scene.material(text(values, "name")).unwrap_or_else(|| panic!("{name}: {values}"));
        let base: [f32; 4] = numbers(&values["base"]);
        let found = material.base.to_array();
        // assimp writes linear colours, which Collada has as they are on the screen.
        let linear = |part: f32| if part > 0.0 { ((part + 0.055) / 1.055).powf(2.4) } else { 0.0 };
        // Colours of trimesh are bytes; its OBJ has no opacity. The OBJ of three.js has names only.
        let is_same = match name {
            "lamp.three.obj" => true,
            "lamp.assimp.dae" | "arm.assimp.dae" => {
                let [r, g, b, a] = base;
                near(&found, &[linear(r), linear(g), linear(b), a], 1e-5)
            }
            "lamp.trimesh.obj" => near(&found[..3], &base[..3], 0.51 / 255.0),
            "lamp.trimesh.glb" => near(&found, &base, 0.51 / 255.0),
            _ => near(&found, &base, 1e-6),
        };
        assert!(is_same, "{name}: {:?} is not {values}", material.base);
        // Neither OBJ nor Collada has metal, and assimp made its GLB from an OBJ.
        if !(name.ends_with(".obj") || name.ends_with(".dae")) && name != "lamp.assimp.glb" {
            let expected = ["metallic", "roughness"].map(|key| values[key].as_f64().unwrap() as f32);
            assert!(near(&[material.metallic, material.roughness], &expected, 1e-6), "{name}: {values}");
        }
    }
}

/// Checks the positions to which the animation moves vertices, given those in the rest pose.
fn check_poses(scene: &Scene, input: &Value, name: &str) {
    let (_, weights) = roundings(name);
    let corners = input["objects"][0]["triangles"].as_array().unwrap().iter();
    let corners: Vec<[f32; 3]> = corners.flat_map(|of| list(&of["corners"])).map(numbers).collect();
    let node = scene.nodes.iter().position(|node| node.skin.is_some()).unwrap();
    let rest = scene.skinned(node, &scene.rest());
    assert_eq!((scene.animations.len(), &*scene.animations[0].name), (1, text(&input["animation"], "name")));
    for posed in list(&input["posed"]) {
        let pose = scene.pose_at(0, posed["time"].as_f64().unwrap() as f32);
        for (rest, found) in rest.iter().zip(scene.skinned(node, &pose)) {
            let corner = corners.iter().position(|corner| near(&rest.to_array(), corner, 1e-3)).unwrap();
            let expected = numbers::<3>(&posed["positions"][corner]);
            // A weight that is off moves a vertex by as much of its way, which is 4 at most.
            assert!(
                near(&found.to_array(), &expected, 1e-5 + 1e-3 * weights.signum() + 4.0 * weights),
                "{name}: {found:?} is not {expected:?} at {}",
                posed["time"]
            );
        }
    }
}

#[test]
fn values_are_those_that_went_in() {
    let folder = fixtures().join("foreign/gltf");
    let mut n_files = 0;
    for path in foreign("gltf") {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        // Files in folders are described in `expected.json`.
        let is_model = [".glb", ".obj", ".dae"].iter().any(|ending| name.ends_with(ending));
        if !is_model || path.parent() != Some(&folder) {
            continue;
        }
        let (input, _) = name.split_once('.').unwrap();
        let input = std::fs::read(folder.join(input).with_extension("json")).unwrap();
        let input: Value = serde_json::from_slice(&input).unwrap();
        let scene = open(&path);
        check_triangles(&scene, &input, &name);
        check_materials(&scene, &input, &name);
        // assimp 5.2.5 writes no keys of animations in Collada.
        if input["posed"].is_array() && !name.ends_with(".dae") {
            check_poses(&scene, &input, &name);
        }
        n_files += 1;
    }
    assert_eq!(n_files, 18);
}
