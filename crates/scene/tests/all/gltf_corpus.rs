//! ! Compares glTF files of nine exporters with every value of their `expected.json`.

use crate::support;
use geom::Vec3;
use scene::gltf::{self, ReadOptions};
use scene::{Alpha, Interpolation, Json as Tree, Mime, Path, Problem, Scene, Slot, Warnings};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path as FilePath;

/// Returns the name, the expected values and the path of each glTF file.
fn cases() -> Vec<(String, Value, std::path::PathBuf)> {
    // `fixtures/foreign` has some of the files of the corpus.
    let folder = support::corpus().unwrap_or_else(|| support::fixtures().join("foreign")).join("gltf");
    let expected: Value =
        serde_json::from_slice(&std::fs::read(folder.join("expected.json")).unwrap()).unwrap();
    let cases = expected.as_object().unwrap().iter().filter(|(_, case)| case["format"] != "obj");
    cases.map(|(path, case)| (path.clone(), case.clone(), folder.join(path))).collect()
}

/// Reads a glTF file; other files are read from its folder.
fn open(path: &FilePath) -> Result<(Scene, Warnings), Problem> {
    let file = std::fs::read(path).unwrap();
    let beside = path.parent().unwrap();
    gltf::read_with(&file, &ReadOptions::default(), &mut |name| std::fs::read(beside.join(name)).ok())
}

fn facts(path: &FilePath) -> Result<gltf::Info, Problem> {
    let file = std::fs::read(path).unwrap();
    let beside = path.parent().unwrap();
    gltf::info(&file, &ReadOptions::default(), &mut |name| std::fs::read(beside.join(name)).ok())
}

fn is_draco(case: &Value) -> bool {
    strings(&case["extensions_required"]).iter().any(|name| name == "KHR_draco_mesh_compression")
}

/// Returns true if the file requires an extension that was not supported yet when its expected values were written.
fn is_read_since(case: &Value) -> bool {
    let read = ["EXT_meshopt_compression", "EXT_mesh_gpu_instancing"];
    strings(&case["extensions_required"]).iter().any(|name| read.contains(&name.as_str()))
}

/// Returns the number of nodes and of triangles that GPU instances add to the expected counts.
fn instances(case: &Value) -> (u64, u64) {
    let nodes = case["mesh_nodes"].as_array().into_iter().flatten();
    let added = nodes.filter_map(|node| {
        let count = node["gpu_instances"].as_u64()?;
        Some((count, (count - 1) * node["triangles"].as_u64().unwrap()))
    });
    added.fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1))
}

fn point(value: &Value) -> Vec3 {
    let numbers: Vec<f32> = value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap() as f32).collect();
    Vec3::new(numbers[0], numbers[1], numbers[2])
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|it| it.as_str().unwrap().to_owned()).collect()
}

#[test]
fn refusals_say_why() {
    for (name, case, path) in cases() {
        match (open(&path), case["must_refuse"].as_bool().unwrap()) {
            (Ok(_), false) => {}
            // No Draco decoder is set.
            (Err(problem), true) if is_draco(&case) => {
                assert!(problem.message.contains("cannot be decoded"), "{name}: {problem}");
            }
            (Ok(_), true) if is_read_since(&case) => {}
            (Ok(_), true) => panic!("{name} was to be refused"),
            (Err(problem), false) => panic!("{name}: {problem}"),
            (Err(problem), true) => {
                assert_eq!(problem.message, case["reason"].as_str().unwrap(), "{name}");
                assert!(problem.byte.is_some());
            }
        }
    }
}

#[test]
fn files_hold_what_they_hold() {
    let mut n_checked = 0;
    for (name, case, path) in cases() {
        // Files refused because of a required extension have no further expected values.
        let Ok(info) = facts(&path) else { continue };
        let whole = |key: &str| usize::try_from(case[key].as_u64().unwrap_or(0)).unwrap();
        assert_eq!(info.generator, case["generator"].as_str().unwrap_or_default(), "{name}");
        assert_eq!(info.extensions_used, strings(&case["extensions_used"]), "{name}");
        assert_eq!(info.extensions_required, strings(&case["extensions_required"]), "{name}");
        assert_eq!(info.scenes.len(), whole("scenes"), "{name}");
        let names: Vec<_> = case["scene_names"].as_array().unwrap().iter().map(Value::as_str).collect();
        assert_eq!(info.scenes.iter().map(Option::as_deref).collect::<Vec<_>>(), names, "{name}");
        assert_eq!(info.default_scene.map(|it| it as u64), case["default_scene"].as_u64(), "{name}");
        let counts = [
            ("nodes", info.n_nodes),
            ("meshes", info.n_meshes),
            ("primitives", info.n_primitives),
            ("accessors", info.n_accessors),
            ("buffers", info.n_buffers),
            ("cameras", info.n_cameras),
            ("lights", info.n_lights),
        ];
        for (key, count) in counts {
            assert_eq!(count, whole(key), "{name}: {key}");
        }
        let expected = case["mesh_nodes"].as_array().unwrap();
        assert_eq!(info.mesh_nodes.len(), expected.len(), "{name}");
        for (node, expected) in info.mesh_nodes.iter().zip(expected) {
            assert_eq!(Some(node.node as u64), expected["index"].as_u64(), "{name}");
            assert_eq!(node.n_instances.map(|n| n as u64), expected["gpu_instances"].as_u64(), "{name}");
            let primitives = expected["primitives"].as_array().unwrap();
            assert_eq!(node.primitives.len(), primitives.len(), "{name}");
            for (primitive, expected) in node.primitives.iter().zip(primitives) {
                let whole = |key: &str| usize::try_from(expected[key].as_u64().unwrap_or(0)).unwrap();
                assert_eq!(primitive.mode, whole("mode"), "{name}");
                assert_eq!(primitive.n_vertices, whole("vertices"), "{name}");
                assert_eq!(primitive.n_triangles, whole("triangles"), "{name}");
                assert_eq!(primitive.n_segments, whole("segments"), "{name}");
                assert_eq!(primitive.n_points, whole("points"), "{name}");
                assert_eq!(primitive.n_targets, whole("morph_targets"), "{name}");
                assert_eq!(primitive.attributes, strings(&expected["attributes"]), "{name}");
                assert_eq!(primitive.material.as_deref(), expected["material"].as_str(), "{name}");
            }
        }
        for (textures, expected) in info.textures.iter().zip(case["materials"].as_array().unwrap()) {
            for texture in textures {
                let expected = &expected["textures"][texture.slot];
                assert!(!expected.is_null(), "{name}: {}", texture.slot);
                assert_eq!(texture.tex_coord as u64, expected["texCoord"].as_u64().unwrap_or(0), "{name}");
                let transform = &expected["transform"];
                let pair = |key: &str, usual: f64| match transform[key].as_array() {
                    Some(pair) => [pair[0].as_f64().unwrap() as f32, pair[1].as_f64().unwrap() as f32],
                    None => [usual as f32; 2],
                };
                let rotation = transform["rotation"].as_f64().unwrap_or(0.0) as f32;
                let wanted =
                    (!transform.is_null()).then(|| (pair("offset", 0.0), rotation, pair("scale", 1.0)));
                assert_eq!(texture.transform, wanted, "{name}");
            }
        }
        n_checked += 1;
    }
    assert!([19, 73].contains(&n_checked), "{n_checked}");
}

#[test]
fn scenes_have_the_nodes_triangles_and_bounds() {
    for (name, case, path) in cases() {
        let Ok((scene, _)) = open(&path) else { continue };
        assert_eq!(scene.check(), [], "{name}");
        let n_shown = scene.nodes.iter().filter(|node| !node.hidden).count();
        let (more_nodes, more_triangles) = instances(&case);
        let (n_nodes, n_triangles) = (&case["nodes_in_default_scene"], &case["triangles_default_scene"]);
        assert_eq!(n_shown as u64, n_nodes.as_u64().unwrap() + more_nodes, "{name}");
        assert_eq!(scene.n_triangles() as u64, n_triangles.as_u64().unwrap() + more_triangles, "{name}");
        let default = case["default_scene"].as_u64().unwrap_or(0) as usize;
        if let Some(wanted) = case["scene_names"].get(default) {
            assert_eq!(scene.name, wanted.as_str().unwrap_or_default(), "{name}");
        }
        // The expected bounds leave morphs out.
        let mut pose = scene.rest();
        pose.weights.clear();
        match (scene.bounds_in(&pose), case["bbox_world"].as_array()) {
            (None, None) => {}
            // The bounds of these files are compared in `gltf_draco`.
            (Some(_), None) if is_draco(&case) || is_read_since(&case) => {}
            // The expected bounds are those of a single instance.
            (Some(bounds), Some(expected)) if more_nodes > 0 => {
                let size = (point(&expected[1]) - point(&expected[0])).length();
                assert!(bounds.size().length() > size * 1.5, "{name}: {bounds:?}");
            }
            (Some(bounds), Some(expected)) => {
                let (min, max) = (point(&expected[0]), point(&expected[1]));
                let size = (max - min).length().max(1e-3);
                let off = (bounds.min - min).length().max((bounds.max - max).length());
                assert!(off <= 1e-6 * size.max(1.0), "{name}: {bounds:?}, off by {off}");
            }
            (found, expected) => panic!("{name}: {found:?} {expected:?}"),
        }
        for twin in strings(&case["duplicate_node_names"]) {
            assert!(scene.nodes.iter().filter(|node| node.name == twin).count() > 1, "{name}: {twin}");
        }
        for expected in case["mesh_nodes"].as_array().unwrap() {
            let node = &scene.nodes[expected["index"].as_u64().unwrap() as usize];
            assert_eq!(node.name, expected["node"].as_str().unwrap_or_default(), "{name}");
            assert_eq!(!node.hidden, expected["in_default_scene"].as_bool().unwrap(), "{name}");
            assert_eq!(node.skin.map(|skin| skin as u64), expected["skin"].as_u64(), "{name}");
            let index = expected["index"].as_u64().map(|index| index as usize);
            let shown = |other: &&scene::Node| other.mesh.is_some() && other.parent == index;
            let instance = scene.nodes.iter().find(shown).filter(|_| !expected["gpu_instances"].is_null());
            let mesh = &scene.meshes[instance.unwrap_or(node).mesh.unwrap()];
            assert_eq!(mesh.name, expected["mesh"].as_str().unwrap_or_default(), "{name}");
            assert_eq!(mesh.shape.indices.len() as u64, expected["triangles"].as_u64().unwrap(), "{name}");
            let primitives = expected["primitives"].as_array().unwrap();
            let sum = |key: &str| primitives.iter().map(|it| it[key].as_u64().unwrap_or(0)).sum::<u64>();
            assert_eq!(mesh.lines.len() as u64, sum("segments"), "{name}");
            assert_eq!(mesh.points.len() as u64, sum("points"), "{name}");
            let is_flat = |[a, b, c]: &[u32; 3]| a == b || b == c || c == a;
            let n_flat = mesh.shape.indices.iter().filter(|corners| is_flat(corners)).count();
            let expected_flat = sum("degenerate_by_index");
            assert!(expected_flat == 0 || n_flat as u64 == expected_flat, "{name}: {n_flat}");
            let has = |attribute: &str| {
                primitives.iter().any(|it| it["attributes"].as_array().unwrap().contains(&attribute.into()))
            };
            assert_eq!(!mesh.shape.normals.is_empty(), has("NORMAL"), "{name}");
            assert_eq!(!mesh.shape.tangents.is_empty(), has("TANGENT"), "{name}");
            assert_eq!(!mesh.shape.colours.is_empty(), has("COLOR_0"), "{name}");
            assert_eq!(!mesh.shape.joints.is_empty(), has("JOINTS_0"), "{name}");
            assert_eq!(!mesh.extra_influences.is_empty(), has("JOINTS_1"), "{name}");
            let names = strings(&expected["target_names"]);
            let found: Vec<_> = mesh.morphs.iter().map(|morph| morph.name.clone()).collect();
            assert!(names.is_empty() || found == names, "{name}: {found:?}");
        }
    }
}

/// Each file has both compressed arrays and the result of meshoptimizer's decoder for readers without the extension.
/// Renaming the extension makes the reader take the latter.
#[test]
fn what_is_compressed_is_what_meshoptimizer_makes_of_it() {
    let ours = support::fixtures().join("foreign/gltf/packed.gltf");
    let other = support::corpus().map(|corpus| corpus.join("gltf/gltfpack/chair_meshopt_fallback.glb"));
    for path in [ours].into_iter().chain(other) {
        let file = std::fs::read(&path).unwrap();
        let mut unpacked = file.clone();
        let name = b"EXT_meshopt_compression";
        let places: Vec<usize> =
            file.windows(name.len()).enumerate().filter(|(_, it)| it == name).map(|(at, _)| at).collect();
        assert!(places.len() > 2);
        places.into_iter().for_each(|at| unpacked[at] = b'X');
        let beside = path.parent().unwrap();
        let [packed, unpacked] = [file, unpacked].map(|file| {
            let files = &mut |name: &str| std::fs::read(beside.join(name)).ok();
            gltf::read_with(&file, &ReadOptions::default(), files).unwrap().0
        });
        assert!(packed.n_triangles() > 500, "{path:?}");
        // The filters of directions may round differently by one in the last place.
        let is_near = |one: &[f32], other: &[f32], step: f32| {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| (one - other).abs() < step * 1.5)
        };
        for (one, other) in packed.meshes.iter().zip(&unpacked.meshes) {
            assert_eq!((&one.shape.positions, &one.shape.uvs), (&other.shape.positions, &other.shape.uvs));
            // The uncompressed triangles may start with another vertex.
            let turned = |mesh: &scene::Mesh| {
                let turn =
                    |[a, b, c]: &[u32; 3]| [[*a, *b, *c], [*b, *c, *a], [*c, *a, *b]].into_iter().min();
                mesh.shape.indices.iter().map(turn).collect::<Vec<_>>()
            };
            assert_eq!(turned(one), turned(other));
            assert_eq!((&one.lines, &one.points), (&other.lines, &other.points));
            let normals = |mesh: &scene::Mesh| {
                mesh.shape.normals.iter().flat_map(|it| it.to_array()).collect::<Vec<_>>()
            };
            assert!(is_near(&normals(one), &normals(other), 1.0 / 127.0));
            let tangents = |mesh: &scene::Mesh| {
                mesh.shape.tangents.iter().flat_map(|it| it.to_array()).collect::<Vec<_>>()
            };
            assert!(is_near(&tangents(one), &tangents(other), 1.0 / 32767.0));
        }
        assert_eq!((packed.nodes, packed.meshes.len()), (unpacked.nodes, unpacked.meshes.len()));
        for (one, other) in packed.animations.iter().zip(&unpacked.animations) {
            for (one, other) in one.tracks.iter().zip(&other.tracks) {
                assert_eq!(one.times, other.times);
                assert!(is_near(&one.values, &other.values, 1.0 / 32767.0));
            }
        }
    }
}

#[test]
fn materials_and_images_are_as_told() {
    for (name, case, path) in cases() {
        let Ok((scene, warnings)) = open(&path) else { continue };
        let expected = case["materials"].as_array().unwrap();
        assert_eq!(scene.materials.len(), expected.len(), "{name}");
        for (material, expected) in scene.materials.iter().zip(expected) {
            let wanted = expected["name"].as_str().unwrap_or("material");
            // Names that occur twice are made unique.
            assert!(material.name.starts_with(wanted), "{name}: {}", material.name);
            assert_eq!(material.double_sided, expected["doubleSided"].as_bool().unwrap_or(false), "{name}");
            assert_eq!(material.metallic, expected["metallic"].as_f64().unwrap() as f32, "{name}");
            assert_eq!(material.roughness, expected["roughness"].as_f64().unwrap() as f32, "{name}");
            let numbers = |key: &str, usual: &[f32]| match expected[key].as_array() {
                Some(list) => list.iter().map(|it| it.as_f64().unwrap() as f32).collect(),
                None => usual.to_vec(),
            };
            assert_eq!(material.base.to_array()[..], numbers("baseColorFactor", &[1.0; 4])[..], "{name}");
            assert_eq!(material.emissive.to_array()[..], numbers("emissiveFactor", &[0.0; 3])[..], "{name}");
            let alpha = match material.alpha {
                Alpha::Opaque => None,
                Alpha::Mask(_) => Some("MASK"),
                Alpha::Blend => Some("BLEND"),
            };
            assert_eq!(alpha, expected["alphaMode"].as_str().filter(|mode| *mode != "OPAQUE"), "{name}");
            let slots = ["base", "metallic_roughness", "normal", "occlusion", "emissive"];
            for (slot, key) in Slot::ALL.into_iter().zip(slots) {
                let image = material.texture(slot).map(|texture| texture.image as u64);
                assert_eq!(image, expected["textures"][key]["image"].as_u64(), "{name}: {key}");
            }
            let extensions = strings(&expected["extensions"]);
            let has = |extension: &str| extensions.iter().any(|it| it == extension);
            assert_eq!(material.unlit, has("KHR_materials_unlit"), "{name}");
            assert_eq!(material.ior.is_some(), has("KHR_materials_ior"), "{name}");
            assert_eq!(material.specular.is_some(), has("KHR_materials_specular"), "{name}");
            let is_read = |it: &str| {
                ["KHR_materials_unlit", "KHR_materials_ior", "KHR_materials_specular"].contains(&it)
            };
            for extension in extensions.iter().filter(|it| !is_read(it)) {
                let is_reported =
                    warnings.list.iter().any(|warning| warning.message.contains(extension.as_str()));
                assert!(is_reported, "{name}: {extension}");
            }
        }
        let expected: Vec<_> = case["images"].as_array().into_iter().flatten().collect();
        assert_eq!(scene.images.len(), expected.len(), "{name}");
        for (image, expected) in scene.images.iter().zip(expected) {
            assert_eq!(image.name, expected["name"].as_str().unwrap_or_default(), "{name}");
            assert_eq!(image.bytes.len() as u64, expected["bytes"].as_u64().unwrap(), "{name}");
            assert_eq!(image.mime.name(), expected["mime"].as_str(), "{name}");
            assert_eq!(image.mime, Mime::Png, "{name}");
            assert_eq!(image.uri.is_some(), expected["stored"] == "file", "{name}");
            let size = |at: usize| u32::from_be_bytes(image.bytes[at..at + 4].try_into().unwrap());
            assert_eq!(serde_json::json!([size(16), size(20)]), expected["size"], "{name}");
        }
    }
}

#[test]
fn skins_and_animations_are_as_told() {
    for (name, case, path) in cases() {
        let Ok((scene, _)) = open(&path) else { continue };
        let expected: Vec<_> = case["skins"].as_array().into_iter().flatten().collect();
        assert_eq!(scene.skins.len(), expected.len(), "{name}");
        for (index, (skin, expected)) in scene.skins.iter().zip(expected).enumerate() {
            assert_eq!(skin.name, expected["name"].as_str().unwrap_or_default(), "{name}");
            let joints: Vec<_> = skin.joints.iter().map(|joint| scene.nodes[*joint].name.clone()).collect();
            assert_eq!(joints, strings(&expected["joints"]), "{name}");
            assert_eq!(
                !skin.inverse_bind.is_empty(),
                expected["inverse_bind_matrices"].as_bool().unwrap(),
                "{name}"
            );
            let Some(most) = expected["max_influences"].as_u64() else { continue };
            let nodes = scene.nodes.iter().filter(|node| node.skin == Some(index));
            let mut counts = Vec::new();
            for mesh in nodes.map(|node| &scene.meshes[node.mesh.unwrap()]) {
                let count = |vertex| mesh.influences(vertex).filter(|(_, weight)| *weight != 0.0).count();
                counts.extend((0..mesh.shape.vertex_count()).map(count));
            }
            assert_eq!(counts.iter().max().map(|n| *n as u64), Some(most), "{name}");
            let n_over = counts.iter().filter(|count| **count > 4).count();
            assert_eq!(n_over as u64, expected["vertices_over_4"].as_u64().unwrap(), "{name}");
        }
        let expected: Vec<_> = case["animations"].as_array().into_iter().flatten().collect();
        assert_eq!(scene.animations.len(), expected.len(), "{name}");
        for (animation, expected) in scene.animations.iter().zip(expected) {
            assert_eq!(animation.name, expected["name"].as_str().unwrap_or_default(), "{name}");
            let (start, end) = animation.span().unwrap();
            assert_eq!(start, expected["start"].as_f64().unwrap() as f32, "{name}");
            assert_eq!(end, expected["end"].as_f64().unwrap() as f32, "{name}");
            let (mut paths, mut interpolations, mut nodes) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
            for track in &animation.tracks {
                let path = match track.path {
                    Path::Translation => "translation",
                    Path::Rotation => "rotation",
                    Path::Scale => "scale",
                    _ => "weights",
                };
                *paths.entry(path).or_insert(0) += 1;
                let interpolation = match track.interpolation {
                    Interpolation::Linear => "LINEAR",
                    Interpolation::Step => "STEP",
                    Interpolation::Cubic => "CUBICSPLINE",
                };
                *interpolations.entry(interpolation).or_insert(0) += 1;
                nodes.push(scene.nodes[track.node].name.clone());
            }
            nodes.sort();
            nodes.dedup();
            let mut animated = strings(&expected["animated_nodes"]);
            animated.sort();
            assert_eq!(nodes, animated, "{name}");
            // Channels that move no node are part of the expected count, but have no track in the scene.
            let n_without = expected["channels"].as_u64().unwrap() as usize - animation.tracks.len();
            assert!(n_without == 0 || name.starts_with("hand/skin_corner_cases"), "{name}");
            if n_without == 0 {
                assert_eq!(serde_json::to_value(&paths).unwrap(), expected["paths"], "{name}");
                assert_eq!(
                    serde_json::to_value(&interpolations).unwrap(),
                    expected["interpolations"],
                    "{name}"
                );
                let n_keys: usize = animation.tracks.iter().map(|track| track.times.len()).sum();
                assert_eq!(n_keys as u64, expected["keys_total"].as_u64().unwrap(), "{name}");
            }
            let most = animation.tracks.iter().map(|track| track.times.len()).max().unwrap();
            assert_eq!(most as u64, expected["keys_max"].as_u64().unwrap(), "{name}");
        }
    }
}

#[test]
fn posed_vertices_are_where_others_see_them() {
    let (mut n_vertices, mut n_boxes) = (0, 0);
    for (name, case, path) in cases() {
        let Ok((scene, _)) = open(&path) else { continue };
        let bounds = scene.bounds().map(|bounds| bounds.size().length()).unwrap_or(1.0);
        for expected in case["posed"].as_array().into_iter().flatten() {
            let whole = |key: &str| expected[key].as_u64().unwrap() as usize;
            let (node, animation) = (whole("node_index"), whole("animation"));
            assert_eq!(scene.nodes[node].name, expected["node"].as_str().unwrap_or_default(), "{name}");
            let wanted = expected["animation_name"].as_str().unwrap_or_default();
            assert_eq!(scene.animations[animation].name, wanted, "{name}");
            let info = facts(&path).unwrap();
            let mesh_node = info.mesh_nodes.iter().find(|it| it.node == node).unwrap();
            let before: usize =
                mesh_node.primitives[..whole("primitive")].iter().map(|it| it.n_vertices).sum();
            let vertex = before + whole("vertex");
            let time = expected["time"].as_f64().unwrap() as f32;
            let rest = scene.skinned(node, &scene.rest())[vertex];
            let posed = scene.skinned(node, &scene.pose_at(animation, time))[vertex];
            let off = (rest - point(&expected["rest"]))
                .length()
                .max((posed - point(&expected["position"])).length());
            assert!(off <= 1e-5 * bounds, "{name}, vertex {vertex}: off by {off}, {rest:?} {posed:?}");
            if let Some(n_influences) = expected["influences"].as_u64() {
                let mesh = &scene.meshes[scene.nodes[node].mesh.unwrap()];
                let found = mesh.influences(vertex).filter(|(_, weight)| *weight != 0.0).count();
                assert_eq!(found as u64, n_influences, "{name}");
            }
            n_vertices += 1;
        }
        for expected in case["cross_checks"]["blender_posed_bbox"].as_array().into_iter().flatten() {
            let wanted = expected["animation"].as_str().unwrap();
            // Files in which Blender writes the active action alone have no name of it.
            let index = scene.animations.iter().position(|it| it.name == wanted).unwrap_or(0);
            let seconds = expected["seconds"].as_f64().unwrap() as f32;
            let pose = scene.pose_at(index, seconds);
            let skinned = scene.nodes.iter().position(|node| node.skin.is_some());
            let skinned =
                skinned.or_else(|| scene.nodes.iter().position(|node| node.mesh.is_some())).unwrap();
            let found = geom::Aabb::from_points(scene.skinned(skinned, &pose)).unwrap();
            let (min, max) = (point(&expected["bbox"][0]), point(&expected["bbox"][1]));
            let off = (found.min - min).length().max((found.max - max).length());
            assert!(off < 2e-6, "{name}: {found:?} for {expected}, off by {off}");
            n_boxes += 1;
        }
    }
    assert!([(16, 2), (68, 7)].contains(&(n_vertices, n_boxes)), "{n_vertices} {n_boxes}");
}

#[test]
fn extras_are_kept_where_a_scene_has_room() {
    for (name, case, path) in cases() {
        let Ok((scene, _)) = open(&path) else { continue };
        for (pointer, wanted) in case["extras_keys"].as_object().into_iter().flatten() {
            let parts: Vec<_> = pointer.split('/').skip(1).collect();
            let index = parts.get(1).and_then(|it| it.parse::<usize>().ok()).unwrap_or(0);
            let default = case["default_scene"].as_u64().unwrap_or(0) as usize;
            let extras = match parts[..] {
                ["nodes", _, "extras"] => &scene.nodes[index].extras,
                ["meshes", _, "extras"] => &scene.meshes[index].extras,
                ["materials", _, "extras"] => &scene.materials[index].extras,
                ["scenes", _, "extras"] if index == default => &scene.extras,
                ["extras"] => &scene.extras,
                // Extras of the asset, of other scenes and of primitives are not part of a scene.
                _ => continue,
            };
            // The names of morph targets are read into the morphs.
            for key in strings_or_none(wanted).into_iter().filter(|key| key != "targetNames") {
                assert!(extras.get(&key).is_some(), "{name}: {pointer}/{key}");
            }
            if let (Some("str" | "text"), true) = (wanted.as_str(), !matches!(extras, Tree::Map(_))) {
                assert!(extras.as_text().is_some(), "{name}: {pointer}");
            }
        }
    }
}

/// Asserts that every fact of the file has a check in these tests.
#[test]
fn every_fact_is_checked() {
    // Keys of results of other software, and of remarks for people.
    const OTHERS: [&str; 4] = ["made_by", "tests", "cross_checks", "validator"];
    let checks = [include_str!("gltf_corpus.rs"), include_str!("obj.rs")].concat();
    let (mut pending, mut unknown) = (Vec::new(), std::collections::BTreeSet::new());
    pending.extend(cases().into_iter().map(|(_, case, _)| case));
    while let Some(value) = pending.pop() {
        if let Value::Array(items) = value {
            pending.extend(items);
        } else if let Value::Object(entries) = value {
            for (key, value) in entries.into_iter().filter(|(key, _)| !OTHERS.contains(&key.as_str())) {
                // Pointers into a file are keys too.
                if !key.starts_with('/') && !checks.contains(&format!("\"{key}\"")) {
                    unknown.insert(key);
                } else if !key.starts_with('/') {
                    pending.push(value);
                }
            }
        }
    }
    // `samplers` has no check: two channels may share one.
    assert!(unknown.iter().all(|key| key == "samplers"), "{unknown:?}");
}

fn strings_or_none(value: &Value) -> Vec<String> {
    if value.is_array() { strings(value) } else { Vec::new() }
}
