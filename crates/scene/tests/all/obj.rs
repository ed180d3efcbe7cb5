//! ! Compares OBJ files of other software with their `expected.json`, and reads back written OBJ and STL.

use crate::support;
use geom::Vec3;
use scene::obj::{self, ObjOptions, Up};
use scene::{Alpha, Image, LossSeverity, Material, ProblemKind, Scene, Slot, Texture, Warnings, Wrap, stl};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn cases() -> Vec<(String, Value, PathBuf)> {
    // `fixtures/foreign` has some of the files of the corpus.
    let folder = support::corpus().unwrap_or_else(|| support::fixtures().join("foreign")).join("gltf");
    let expected: Value =
        serde_json::from_slice(&std::fs::read(folder.join("expected.json")).unwrap()).unwrap();
    let cases = expected.as_object().unwrap().iter().filter(|(_, case)| case["format"] == "obj");
    let cases: Vec<_> = cases.map(|(path, case)| (path.clone(), case.clone(), folder.join(path))).collect();
    assert!([4, 16].contains(&cases.len()), "{}", cases.len());
    cases
}

fn open(path: &Path) -> (Scene, Warnings) {
    let file = std::fs::read(path).unwrap();
    let beside = path.parent().unwrap();
    obj::read_with(&file, &ObjOptions::default(), &mut |name| std::fs::read(beside.join(name)).ok()).unwrap()
}

fn near(found: Option<[[f32; 3]; 2]>, expected: &Value) -> bool {
    let found = found.unwrap();
    let pairs =
        found.iter().flatten().zip(expected.as_array().unwrap().iter().flat_map(|it| it.as_array().unwrap()));
    pairs.into_iter().all(|(found, expected)| (f64::from(*found) - expected.as_f64().unwrap()).abs() < 1e-6)
}

#[test]
fn files_hold_what_they_hold() {
    for (name, case, path) in cases() {
        let file = std::fs::read(&path).unwrap();
        let info = obj::info(&file, &ObjOptions::default()).unwrap();
        let first_line =
            String::from_utf8_lossy(&file).trim_start_matches('\u{feff}').lines().next().unwrap().to_owned();
        assert_eq!(first_line, case["first_line"].as_str().unwrap().trim_start_matches('\u{feff}'), "{name}");
        let counts = [
            ("v", info.n_positions),
            ("vt", info.n_uvs),
            ("vn", info.n_normals),
            ("faces", info.parts.iter().map(|part| part.n_faces).sum()),
            ("triangles_after_fan", info.parts.iter().map(|part| part.n_triangles).sum()),
            ("coloured_vertices", info.n_coloured),
            ("line_segments", info.n_segments),
            ("point_elements", info.n_points),
        ];
        for (key, count) in counts {
            assert_eq!(Some(count as u64), case[key].as_u64(), "{name}: {key}");
        }
        let polygons: BTreeMap<String, usize> =
            info.polygons.iter().map(|(size, n)| (size.to_string(), *n)).collect();
        assert_eq!(json!(polygons), case["polygon_sizes"], "{name}");
        assert!(near(info.bounds, &case["bbox_all"]), "{name}");
        assert!(near(info.bounds_of_faces, &case["bbox_faces"]), "{name}");
        assert_eq!(json!(info.libraries), case["mtllib"], "{name}");
        let mut ignored: Vec<_> = case["ignored_statements"].as_array().cloned().unwrap_or_default();
        ignored.sort_by_key(|it| it.to_string());
        assert_eq!(json!(info.ignored), json!(ignored), "{name}");
        let parts: Vec<_> = info.parts.iter().map(|part| {
            json!({"object": part.object, "group": part.group, "material": part.material, "faces": part.n_faces, "triangles": part.n_triangles})
        }).collect();
        assert_eq!(json!(parts), case["parts"], "{name}");
        // The expected names include those of objects and groups without faces.
        let mut objects: Vec<_> = info.parts.iter().filter_map(|part| part.object.clone()).collect();
        objects.dedup();
        let expected: Vec<_> =
            case["objects"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert!(objects.iter().all(|name| expected.contains(&name.as_str())), "{name}: {objects:?}");
        let groups: Vec<_> =
            case["groups"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let mut found = info.parts.iter().filter_map(|part| part.group.as_deref());
        assert!(found.all(|name| groups.contains(&name)), "{name}");
    }
}

#[test]
fn scenes_have_parts_materials_and_textures() {
    for (name, case, path) in cases() {
        let (scene, warnings) = open(&path);
        assert_eq!(scene.check(), [], "{name}");
        assert_eq!(scene.n_triangles() as u64, case["triangles_after_fan"].as_u64().unwrap(), "{name}");
        let has_others = case["line_segments"] != 0 || case["point_elements"] != 0;
        let bounds = scene.bounds().map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]);
        assert!(has_others || near(bounds, &case["bbox_faces"]), "{name}");
        let n_polygons: usize = scene
            .meshes
            .iter()
            .map(|mesh| if mesh.polygons.is_empty() { mesh.shape.indices.len() } else { mesh.polygons.len() })
            .sum();
        assert_eq!(n_polygons as u64, case["faces"].as_u64().unwrap(), "{name}");
        // Each part is a group of the mesh of its object.
        for part in case["parts"].as_array().unwrap() {
            let has_objects = !case["objects"].as_array().unwrap().is_empty();
            let node = part[if has_objects { "object" } else { "group" }].as_str().unwrap_or_default();
            let mesh = &scene.meshes[scene.nodes.iter().find(|it| it.name == node).unwrap().mesh.unwrap()];
            let group = if has_objects { part["group"].as_str().unwrap_or_default() } else { "" };
            let found = mesh
                .shape
                .groups
                .iter()
                .filter(|it| it.name == group && it.material.as_deref() == part["material"].as_str());
            let n_triangles: usize = found.map(|it| it.triangles.len()).sum();
            assert_eq!(n_triangles as u64, part["triangles"].as_u64().unwrap(), "{name}: {part}");
        }
        for (material, expected) in case["materials"].as_object().into_iter().flatten() {
            let found = scene.material(material).unwrap_or_else(|| panic!("{name}: {material}"));
            let numbers = |key: &str| -> Option<Vec<f32>> {
                Some(expected[key].as_str()?.split_whitespace().map(|it| it.parse().unwrap()).collect())
            };
            if let Some(colour) = numbers("Kd") {
                assert_eq!(found.base.xyz().to_array()[..], colour[..], "{name}");
            }
            if let Some(light) = numbers("Ke") {
                assert_eq!(found.emissive.to_array()[..], light[..], "{name}");
            }
            let opacity = numbers("d").map(|it| it[0]).or(numbers("Tr").map(|it| 1.0 - it[0])).unwrap_or(1.0);
            assert_eq!(found.base.w, opacity, "{name}");
            if let Some(exponent) = numbers("Ns") {
                assert_eq!(found.roughness, (2.0 / (exponent[0] + 2.0)).sqrt(), "{name}");
            }
            let texture =
                found.texture(scene::Slot::Base).map(|it| scene.images[it.image].uri.clone().unwrap());
            // assimp writes `*0` for an embedded texture, which is no file.
            let wanted = expected["map_Kd"].as_str().filter(|it| !it.starts_with('*')).map(str::to_owned);
            assert_eq!(texture, wanted, "{name}");
        }
        let missing: Vec<_> = warnings.list.iter().filter(|it| it.kind == ProblemKind::MissingFile).collect();
        for file in case["missing_files"].as_array().into_iter().flatten() {
            assert!(
                missing.iter().any(|it| it.message.contains(file.as_str().unwrap())),
                "{name}: {missing:?}"
            );
        }
    }
}

#[test]
fn what_is_written_reads_the_same() {
    for (name, _, path) in cases() {
        let (mut scene, _) = open(&path);
        let (written, _) = obj::write(&scene, 0, &scene.rest(), "model");
        let again = |file: &[u8], files: &[(String, Vec<u8>)]| {
            let mut beside =
                |name: &str| files.iter().find(|(other, _)| other == name).map(|(_, bytes)| bytes.clone());
            obj::read_with(file, &ObjOptions::default(), &mut beside).unwrap().0
        };
        let back = again(&written.obj, &written.files);
        assert_eq!(back.n_triangles(), scene.n_triangles(), "{name}");
        assert_eq!(back.bounds(), scene.bounds(), "{name}");
        for (mesh, after) in scene.meshes.iter_mut().zip(&back.meshes) {
            assert_eq!(mesh.polygons, after.polygons, "{name}");
            assert_eq!(mesh.shape.groups.len(), after.shape.groups.len(), "{name}");
            assert_eq!(
                (mesh.lines.len(), mesh.points.len()),
                (after.lines.len(), after.points.len()),
                "{name}"
            );
            // Corners are compared in the order of the faces, since vertices are renumbered.
            let corners = |mesh: &scene::Mesh| -> Vec<_> {
                let shape = &mesh.shape;
                let corner = |index: &u32| {
                    let at = *index as usize;
                    (
                        shape.positions[at],
                        shape.normals.get(at).copied(),
                        shape.uvs.get(at).map(|uv| uv.x),
                        shape.colours.get(at).copied(),
                    )
                };
                shape.indices.as_flattened().iter().map(corner).collect()
            };
            assert_eq!(corners(mesh), corners(after), "{name}");
        }
        let (twice, _) = obj::write(&back, 0, &back.rest(), "model");
        let settled = again(&twice.obj, &twice.files);
        assert_eq!(obj::write(&settled, 0, &settled.rest(), "model").0, twice, "{name}");
        let (triangles, _) = stl::write(&scene, 0, &scene.rest());
        assert_eq!(triangles.len(), 84 + 50 * scene.n_triangles(), "{name}");
        assert_eq!(triangles[80..84], (scene.n_triangles() as u32).to_le_bytes(), "{name}");
    }
}

#[test]
fn odd_files_are_read_with_warnings() {
    let file = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\nf 1 2\nf 0 1 2\nf a b c\nv 1\nf -4 -3 -2\nvp 1 2\n";
    let (scene, warnings) = obj::read_with(file, &ObjOptions::default(), &mut |_| None).unwrap();
    assert_eq!(scene.meshes[0].shape.indices, [[0, 1, 2]]);
    let messages: Vec<_> = warnings.list.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "line 4: the position of a corner is missing, so the element is left out (at byte 0x18)",
            "line 5: a face of fewer than three corners is left out (at byte 0x20)",
            "line 6: the position of a corner is missing, so the element is left out (at byte 0x26)",
            "line 7: the position of a corner is missing, so the element is left out (at byte 0x2e)",
            "line 8: expected 3 numbers; missing ones became 0 (at byte 0x36)",
            "left out: 1 line of \"vp\"",
        ]
    );
    let strict = ObjOptions::default().strict(true);
    assert_eq!(obj::read_with(file, &strict, &mut |_| None).unwrap_err().path, "line 4");
    assert_eq!(obj::read(b"nothing\n").unwrap_err().message, "the file has no vertices");
}

#[test]
fn a_face_keeps_its_triangle_without_its_texture_coordinate() {
    let rows = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.5\nvn 0 0 -1\n";
    let file = format!("{rows}f 1/1/1 2/7/1 3/1/9\nf 1/x 2/1 3/1\n");
    let (scene, warnings) = obj::read_with(file.as_bytes(), &ObjOptions::default(), &mut |_| None).unwrap();
    let shape = &scene.meshes[0].shape;
    assert_eq!(shape.indices.len(), 2);
    let uvs: Vec<_> = shape.indices[0].iter().map(|corner| shape.uvs[*corner as usize].x).collect();
    assert_eq!(uvs, [0.5, 0.0, 0.5]);
    // The missing normal is replaced with that of the triangle.
    let normals = shape.indices[0].map(|corner| shape.normals[corner as usize].z);
    assert_eq!(normals, [-1.0, -1.0, 1.0]);
    let messages: Vec<_> = warnings.list.iter().map(|it| (it.path.as_str(), it.message.as_str())).collect();
    let message = "missing texture coordinates or normals are left out";
    assert_eq!(messages, [("line 6", message), ("line 7", message)]);
}

#[test]
fn polygons_that_are_not_convex_are_covered_and_stay_polygons() {
    // A concave arrow, whose first corner does not see all others, and the outline of a letter C.
    let outlines: [&[[f32; 2]]; 2] = [
        &[[0.0, 0.0], [2.0, -1.0], [0.0, 2.0], [-2.0, -1.0]],
        &[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 2.0], [3.0, 2.0], [3.0, 3.0], [0.0, 3.0]],
    ];
    for (outline, area) in outlines.into_iter().zip([4.0, 7.0]) {
        let rows: String = outline.iter().map(|[x, y]| format!("v {x} {y} 0\n")).collect();
        for start in 0..outline.len() {
            let corner = |at: usize| format!(" {}", (start + at) % outline.len() + 1);
            let face: String = (0..outline.len()).map(corner).collect();
            let scene = obj::read(format!("o a\n{rows}f{face}\n").as_bytes()).unwrap();
            let shape = &scene.meshes[0].shape;
            let double = |[a, b, c]: [usize; 3]| {
                let [a, b, c] = [a, b, c].map(|corner| shape.positions[corner]);
                (b - a).cross(c - a).z
            };
            let areas: Vec<f32> = shape.triangles().map(double).collect();
            assert!(areas.iter().all(|area| *area > 0.0), "{start}: {areas:?}");
            assert_eq!(areas.iter().sum::<f32>() / 2.0, area);
            let (written, losses) = obj::write(&scene, 0, &scene.rest(), "a");
            let back = obj::read(&written.obj).unwrap();
            assert_eq!((back.meshes[0].polygons.clone(), losses), (vec![outline.len() as u32 - 2], vec![]));
            assert_eq!(back.meshes[0].shape, *shape);
        }
    }
}

#[test]
fn what_has_no_group_and_material_does_not_get_that_of_another() {
    let rows = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let file =
        format!("{rows}mtllib a.mtl\no a\ng left\nusemtl Oak Wood\nf 1 2 3\no b\nusemtl Oak_Wood\nf 1 2 3\n");
    let mut library = |_: &str| Some(b"newmtl Oak Wood\nKd 1 0 0\nnewmtl Oak_Wood\nKd 0 1 0\n".to_vec());
    let (mut scene, _) = obj::read_with(file.as_bytes(), &ObjOptions::default(), &mut library).unwrap();
    // The third object has no groups.
    let mut bare = scene.meshes[0].clone();
    bare.shape.groups.clear();
    bare.name = "c".into();
    scene.nodes.push(scene::Node { name: "c".into(), mesh: Some(2), ..Default::default() });
    scene.meshes.push(bare);
    let (written, losses) = obj::write(&scene, 0, &scene.rest(), "x");
    let mut beside = |name: &str| Some(written.files.iter().find(|(file, _)| file == name)?.1.clone());
    let (back, _) = obj::read_with(&written.obj, &ObjOptions::default(), &mut beside).unwrap();
    let look = |mesh: usize| {
        let group = &back.meshes[mesh].shape.groups[0];
        let material = back.material(group.material.as_deref().unwrap()).unwrap();
        (group.name.as_str(), material.base.xyz())
    };
    assert_eq!([look(0), look(1), look(2)], [("left", Vec3::X), ("left", Vec3::Y), ("", Vec3::ONE)]);
    let codes: Vec<_> = losses.iter().map(|loss| (loss.code.code(), loss.count)).collect();
    assert_eq!(codes, [("RENAMED", 2), ("MATERIAL_PROP", 1)]);
}

#[test]
fn the_axis_is_a_choice() {
    let options = ObjOptions::default().up(Up::Z);
    let (scene, _) = obj::read_with(b"v 1 2 3\nv 1 0 0\nv 0 1 0\nf 1 2 3", &options, &mut |_| None).unwrap();
    assert_eq!(scene.meshes[0].shape.positions[0], Vec3::new(1.0, 3.0, -2.0));
}

#[test]
fn libraries_and_textures_come_from_beside_the_model_alone() {
    let mut asked = Vec::new();
    let file = b"mtllib ../up.mtl\nmtllib /etc/passwd\nmtllib a b.mtl\nv 0 0 0\n";
    let (scene, _) = obj::read_with(file, &ObjOptions::default(), &mut |name| {
        asked.push(name.to_owned());
        (name == "b.mtl").then(|| {
            b"newmtl Wood\nmap_Kd -s 2 2 2 -clamp on my wood.png\nmap_Bump -bm 0.5 C:\\x.png\n".to_vec()
        })
    })
    .unwrap();
    assert_eq!(asked, ["a b.mtl", "a", "b.mtl", "my wood.png"]);
    assert_eq!(scene.images[0].uri.as_deref(), Some("my wood.png"));
    // Files that were not found are still referred to, and line breaks in their names are escaped.
    let mut scene = scene;
    scene.images[0].uri = Some("../my wood.png\nillum 2".into());
    let (_, library) = &obj::write(&scene, 0, &scene.rest(), "a").0.files[0];
    let library = String::from_utf8_lossy(library);
    assert!(
        library.contains("\nmap_Kd -clamp on ../my wood.png\\nillum 2\nnorm -bm 0.5 C:/x.png\n"),
        "{library}"
    );
    assert_eq!(scene.material("Wood").unwrap().texture(scene::Slot::Normal).unwrap().strength, 0.5);
}

#[test]
fn materials_come_back_with_all_that_the_library_holds() {
    let mut scene = obj::read(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Glass\nf 1 2 3\n").unwrap();
    let image =
        |name: &str| Image { name: name.into(), uri: Some(format!("{name}.png")), ..Image::default() };
    scene.images = ["colour", "packed", "bumps", "glow"].map(image).to_vec();
    let glass = &mut scene.materials[0];
    (glass.metallic, glass.roughness, glass.ior, glass.emissive) = (0.25, 0.5, Some(1.75), Vec3::X);
    (glass.double_sided, glass.unlit, glass.alpha) = (true, true, Alpha::Mask(0.375));
    for (index, slot) in
        [Slot::Base, Slot::MetallicRoughness, Slot::Normal, Slot::Emissive].into_iter().enumerate()
    {
        glass.set_texture(slot, Some(Texture { wrap: [Wrap::Clamp; 2], ..Texture::new(index) }));
    }
    if let Some(bumps) = &mut glass.textures[Slot::Normal as usize] {
        bumps.strength = 0.75;
    }
    let mut faint = glass.clone();
    (faint.name, faint.alpha, faint.textures) = ("Faint".into(), Alpha::Blend, [None; 5]);
    scene.materials.push(faint);
    let (written, losses) = obj::write(&scene, 0, &scene.rest(), "a");
    let said: Vec<_> = losses.iter().map(|loss| (loss.severity, &*loss.what, loss.count)).collect();
    assert_eq!(
        said,
        [
            (LossSeverity::Changed, "double-sided materials show one side in other programs", 2),
            (LossSeverity::Changed, "materials without lighting are lit in other programs", 2),
            (LossSeverity::Changed, "materials with an alpha cut-off lose it in other programs", 1),
            (
                LossSeverity::Changed,
                "materials with transparency only in their texture become opaque in other programs",
                1
            ),
        ]
    );
    let library = written.files[0].1.clone();
    let text = String::from_utf8_lossy(&library);
    assert!(
        text.contains("\nmap_Pr -imfchan g -clamp on packed.png\nmap_Pm -imfchan b -clamp on packed.png\n")
    );
    let mut files = |name: &str| (name == "a.mtl").then(|| library.clone());
    let (read, _) = obj::read_with(&written.obj, &ObjOptions::default(), &mut files).unwrap();
    let sorted = |scene: &Scene, material: &Material| {
        let uri = |texture: Option<Texture>| texture.map(|it| scene.images[it.image].uri.clone());
        let textures = material.textures.map(uri);
        (material.textures.map(|it| it.map(|it| (it.wrap, it.strength))), textures)
    };
    for (before, after) in scene.materials.iter().zip(&read.materials) {
        assert_eq!(sorted(&scene, before), sorted(&read, after));
        assert_eq!(
            Material { textures: [None; 5], ..before.clone() },
            Material { textures: [None; 5], ..after.clone() }
        );
    }
    assert_eq!(read.materials.len(), 2);
}

#[test]
fn textures_of_roughness_that_are_not_packed_are_reported() {
    for maps in
        ["map_Pr rough.png", "map_Pr -imfchan g a.png\nmap_Pm -imfchan b b.png", "map_Pm -imfchan b b.png"]
    {
        let library = format!("newmtl Wood\n{maps}\nnewmtl Other\n");
        let mut files = |name: &str| (name == "a.mtl").then(|| library.clone().into_bytes());
        let file = b"mtllib a.mtl\nv 0 0 0\n";
        let (scene, warnings) = obj::read_with(file, &ObjOptions::default(), &mut files).unwrap();
        assert_eq!(scene.material("Wood").unwrap().texture(Slot::MetallicRoughness), None, "{maps}");
        let n = warnings.list.iter().filter(|it| it.to_string().contains("are left out, unless")).count();
        assert_eq!(n, 1, "{maps}");
    }
}

#[test]
fn flipped_bytes_do_no_harm() {
    let mut state = 5_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut samples = vec![b"mtllib a.mtl\no a\nv 0 0 0 1 0 0\nvt 0 0\nvn 0 0 1\nv 1 0 0\nv 0 1 0\ng b\nusemtl c\nf 1/1/1 2/1/1 3/1/1\nl 1 2 3\np 1\n".to_vec()];
    samples.extend(cases().into_iter().map(|(_, _, path)| std::fs::read(path).unwrap()));
    for sample in samples {
        for _ in 0..(1_000_000 / sample.len()).clamp(2, 100) {
            let mut file = sample.clone();
            for _ in 0..=random(8) {
                let at = random(file.len());
                file[at] = b"0129-/ .\nvtnfglpos\\e#\r\0\xff"[random(24)];
            }
            let Ok((scene, _)) = obj::read_with(&file, &ObjOptions::default(), &mut |_| {
                Some(file[..200.min(file.len())].to_vec())
            }) else {
                continue;
            };
            assert_eq!(scene.check(), []);
            let _ = obj::write(&scene, 0, &scene.rest(), "x");
            let _ = stl::write(&scene, 0, &scene.rest());
        }
    }
}

#[test]
fn the_memory_is_limited() {
    // 270 KB of text become 1.8 MB of positions, corners, indices and vertices.
    let rows: String = (0..10_000).map(|x| format!("v {x} 0 {}\n", x % 7)).collect();
    let faces: String = (1..=10_000).map(|x| format!("f {x} 1 2 {x}\n")).collect();
    let file = (rows + &faces).into_bytes();
    assert!((250_000..300_000).contains(&file.len()), "{}", file.len());
    let read = |limit| {
        obj::read_with(&file, &ObjOptions::default().output_bytes(limit), &mut |_| None).map(|read| read.0)
    };
    for limit in [100, 100_000, 400_000, 1_000_000] {
        let problem = read(limit).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Limit);
        assert_eq!(problem.message, "vertices, faces, objects and materials take more than the limit allows");
    }
    assert_eq!(read(3_000_000).unwrap().n_triangles(), 20_000);
}
