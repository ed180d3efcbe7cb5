//! ! Reads broken and hostile glTF, which must give a scene or an error, never a panic, with memory in proportion to
//! the input.

use crate::random::Random;
use crate::support;
use geom::{Group, TriMesh, Vec3};
use scene::gltf::{
    self, DracoAttribute, DracoDecoder, DracoError, DracoMesh, ReadOptions, WriteOptions, write_glb,
};
use scene::{Material, Mesh, Node, Problem, ProblemKind, Scene, SceneFault};

/// Reads a file leniently and strictly. A scene that results must be sound, drawable and writable.
fn body(file: &[u8]) {
    let read = gltf::read_with(file, &ReadOptions::default(), &mut |_| None);
    let _ = gltf::read_with(file, &ReadOptions::default().strict(true), &mut |_| None);
    let _ = gltf::info(file, &ReadOptions::default(), &mut |_| None);
    let Ok((scene, _)) = read else { return };
    let _ = (scene.check(), scene.bounds(), scene.n_triangles());
    for animation in 0..scene.animations.len().min(2) {
        let _ = scene.bounds_in(&scene.pose_at(animation, 0.4));
    }
    let (glb, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    gltf::read(&glb).unwrap();
}

/// Tests that the limit counts a material's name for each node that shows it.
#[test]
fn names_in_many_places_are_counted() {
    let places = vec![r#"{"mesh":0}"#; 100].join(",");
    let file = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{places}],"meshes":[{{"primitives":[{{"attributes":{{}},"material":0}}]}}],
        "materials":[{{"name":"{}"}}]}}"#,
        "m".repeat(10_000)
    );
    let info =
        |limit| gltf::info(file.as_bytes(), &ReadOptions::default().output_bytes(limit), &mut |_| None);
    assert_eq!(info(4_000_000).unwrap().mesh_nodes.len(), 100);
    assert_eq!(info(500_000).unwrap_err().kind, ProblemKind::Limit);
}

fn samples() -> Vec<Vec<u8>> {
    let mut samples = vec![triangle()];
    let files = support::samples("gltf").into_iter();
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "glb"));
    samples.extend(files.map(|path| std::fs::read(path).unwrap()));
    samples
}

fn triangle() -> Vec<u8> {
    let shape = TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        indices: vec![[0, 1, 2]],
        groups: vec![Group { name: "front".into(), material: Some("Wood".into()), triangles: 0..1 }],
        ..TriMesh::default()
    };
    let scene = Scene {
        nodes: vec![Node { name: "here".into(), mesh: Some(0), ..Node::default() }],
        meshes: vec![Mesh { shape, ..Mesh::default() }],
        materials: vec![Material { name: "Wood".into(), ..Material::default() }],
        ..Scene::default()
    };
    write_glb(&scene, &WriteOptions::default()).unwrap().0
}

#[test]
fn every_prefix_of_a_file_is_a_value_or_an_error() {
    let whole = triangle();
    for end in 0..whole.len() {
        let prefix = &whole[..end];
        body(prefix);
        let strict = ReadOptions::default().strict(true);
        let problem = gltf::read_with(prefix, &strict, &mut |_| None).unwrap_err();
        assert!(problem.byte.is_none_or(|byte| byte <= end), "{end}: {problem}");
    }
}

#[test]
fn flipped_bytes_do_no_harm() {
    let mut random = Random::new(7);
    for sample in samples() {
        // Large files take long and find no more faults.
        let n_rounds = (1_000_000 / sample.len().max(1)).clamp(2, 40);
        for _ in 0..n_rounds {
            let mut file = sample.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(file.len());
                file[at] = match random.below(3) {
                    0 => random.below(256) as u8,
                    1 => file[at] ^ (1 << random.below(8)),
                    _ => b"0129-[]{}\",:"[random.below(12)],
                };
            }
            file.truncate(if random.below(8) == 0 { random.below(file.len()) } else { file.len() });
            body(&file);
        }
    }
}

#[test]
fn changed_numbers_do_no_harm() {
    let mut random = Random::new(11);
    let numbers = [
        "0",
        "1",
        "3",
        "255",
        "65536",
        "4294967295",
        "9223372036854775808",
        "18446744073709551615",
        "-1",
        "0.5",
        "1e39",
        "5121",
        "5125",
        "\"VEC3\"",
        "null",
        "[]",
        "{}",
    ];
    for sample in samples() {
        let Some((json, bin)) = chunks(&sample) else { continue };
        let n_rounds = (500_000 / sample.len().max(1)).clamp(2, 30);
        let digits: Vec<usize> = (1..json.len())
            .filter(|at| json[*at].is_ascii_digit() && b":,[".contains(&json[at - 1]))
            .collect();
        if digits.is_empty() {
            continue;
        }
        for _ in 0..n_rounds {
            let start = digits[random.below(digits.len())];
            let end = start + json[start..].iter().position(|byte| b",]}".contains(byte)).unwrap_or(1);
            let number = numbers[random.below(numbers.len())];
            let changed = [&json[..start], number.as_bytes(), &json[end..]].concat();
            body(&glb(&changed, bin));
        }
    }
}

/// Returns the JSON and the binary chunk of a GLB.
fn chunks(file: &[u8]) -> Option<(&[u8], &[u8])> {
    let len = u32::from_le_bytes(file.get(12..16)?.try_into().ok()?) as usize;
    Some((file.get(20..20 + len)?, file.get(28 + len..).unwrap_or_default()))
}

fn glb(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let mut json = json.to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut file = b"glTF\x02\0\0\0".to_vec();
    let len = 28 + json.len() + bin.len();
    file.extend((len as u32).to_le_bytes());
    file.extend((json.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(json);
    file.extend((bin.len() as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(bin);
    file
}

/// Reads a GLB of this JSON and this binary chunk, which is buffer 0.
fn with(json: &str, bin: &[u8]) -> Result<Scene, Problem> {
    gltf::read(&glb(format!("{{\"asset\":{{\"version\":\"2.0\"}},{json}}}").as_bytes(), bin))
}

/// Reads a mesh whose positions are this accessor.
fn mesh_over(accessor: &str) -> Result<Scene, Problem> {
    let json = format!(
        "\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],\"accessors\":[{{{accessor}}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\"buffers\":[{{\"byteLength\":36}}]"
    );
    with(&json, &[0; 36])
}

#[test]
fn faults_have_their_place() {
    let said = |accessor: &str| {
        let problem = mesh_over(accessor).unwrap_err();
        (problem.kind, problem.path, problem.message)
    };
    assert!(mesh_over("\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"").is_ok());
    let (framing, value, reference) = (ProblemKind::Framing, ProblemKind::Value, ProblemKind::Reference);
    let cases = [
        (
            "\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"",
            framing,
            "/accessors/0",
            "the buffer view of 36 bytes is too short for 4 elements of 12 bytes with a stride of 12 bytes from byte 0",
        ),
        (
            "\"bufferView\":0,\"componentType\":5126,\"count\":9223372036854775807,\"type\":\"VEC3\"",
            framing,
            "/accessors/0",
            "the buffer view of 36 bytes is too short for 9,223,372,036,854,775,807 elements of 12 bytes with a stride of 12 bytes from byte 0",
        ),
        (
            "\"bufferView\":0,\"byteOffset\":18446744073709551612,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"",
            value,
            "/accessors/0/byteOffset",
            "expected a whole number that is not negative, found a number",
        ),
        (
            "\"bufferView\":7,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"",
            reference,
            "/accessors/0/bufferView",
            "there is no buffer view 7, of which there are 1",
        ),
        (
            "\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"",
            value,
            "/accessors/0",
            "5124 is not a component type",
        ),
        (
            "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"",
            value,
            "/accessors/0",
            "expected vectors of 3 numbers",
        ),
        (
            "\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\"",
            value,
            "/accessors/0",
            "\"count\" is missing",
        ),
        (
            "\"componentType\":5126,\"count\":4294967295,\"type\":\"VEC3\"",
            value,
            "/accessors/0",
            "the accessor has no data",
        ),
        (
            "\"componentType\":5126,\"count\":4294967295,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\
             \"indices\":{\"bufferView\":0,\"componentType\":5125},\"values\":{\"bufferView\":0}}",
            ProblemKind::Limit,
            "/accessors/0",
            "",
        ),
    ];
    for (accessor, kind, path, message) in cases {
        let found = said(accessor);
        assert_eq!((found.0, found.1.as_str()), (kind, path), "{accessor}: {}", found.2);
        assert!(message.is_empty() || found.2 == message, "{}", found.2);
    }
    // The position in the file is that of the value that the pointer refers to.
    let json = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{\"children\":[0, 9]}]}";
    let options = ReadOptions::default().strict(true);
    let problem = gltf::read_with(json.as_bytes(), &options, &mut |_| None).unwrap_err();
    assert_eq!(problem.path, "/nodes/1/children/1");
    assert_eq!(json.as_bytes()[problem.byte.unwrap()], b'9');
}

/// Tests that a primitive whose data is in an unsupported extension is refused rather than read as zeros, even if the
/// file does not declare the extension.
#[test]
fn what_has_no_data_is_refused() {
    let packed = |extension: &str, accessor: &str, used: &str| {
        let json = format!(
            "{used}\"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"indices\":1,\"extensions\":\
             {{{extension:?}:{{\"bufferView\":0,\"attributes\":{{\"POSITION\":0}}}}}}}}]}}],\
             \"accessors\":[{{{accessor}\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}},\
             {{\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}}],\
             \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\"buffers\":[{{\"byteLength\":36}}]"
        );
        with(&json, &[0; 36])
    };
    for used in ["", "\"extensionsUsed\":[\"KHR_draco_mesh_compression\",\"OTHER_packed\"],"] {
        let problem = packed("KHR_draco_mesh_compression", "", used).unwrap_err();
        assert!(problem.message.starts_with("the mesh uses a variant of Draco"), "{problem}");
        assert!(problem.path.ends_with("/primitives/0/extensions/KHR_draco_mesh_compression"));
        for (accessor, path) in [("", "/accessors/0"), ("\"bufferView\":0,", "/accessors/1")] {
            let problem = packed("OTHER_packed", accessor, used).unwrap_err();
            assert_eq!((problem.kind, &*problem.message), (ProblemKind::Value, "the accessor has no data"));
            assert_eq!(problem.path, path);
        }
    }
    let required = "\"extensionsRequired\":[\"KHR_meshopt_compression\"],";
    let problem = packed("OTHER_packed", "", required).unwrap_err();
    assert_eq!(problem.help.as_deref(), Some("export the model again without compression of meshes"));
    // Normals without data are left out, and morph offsets without data are 0.
    let json = "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\
                \"targets\":[{\"POSITION\":1}]}]}],\
                \"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},\
                {\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\
                \"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36}]";
    let scene = with(json, &[0; 36]).unwrap();
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.shape.normals.len(), mesh.morphs[0].offsets.len(), scene.n_triangles()), (0, 0, 1));
}

/// Tests that a Draco decoder gets the stream and the limit, and that its mesh replaces the accessors.
#[test]
fn draco_is_decoded_by_whoever_can() {
    let json = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":\
                {\"POSITION\":0},\"indices\":1,\"extensions\":{\"KHR_draco_mesh_compression\":\
                {\"bufferView\":0,\"attributes\":{\"POSITION\":7}}}}]}],\
                \"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},\
                {\"componentType\":5125,\"count\":3,\"type\":\"SCALAR\"}],\
                \"bufferViews\":[{\"buffer\":0,\"byteLength\":5}],\"buffers\":[{\"byteLength\":5}]}";
    let file = glb(json.as_bytes(), b"DRACO");
    let read = |decoder: DracoDecoder| {
        let options = ReadOptions::default().draco(decoder).output_bytes(1000);
        gltf::read_with(&file, &options, &mut |_| None)
    };
    let (scene, warnings) = read(|stream, max_bytes| {
        assert!(stream == b"DRACO" && max_bytes < 1000, "{max_bytes}");
        let numbers = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let values = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let position = DracoAttribute { id: 7, component: Ok(5126), width: 3, values };
        let (faces, attributes) = (vec![[0, 2, 1]], vec![position]);
        Ok(DracoMesh { n_points: 3, faces, attributes, warnings: vec!["odd".into()] })
    })
    .unwrap();
    let shape = &scene.meshes[0].shape;
    assert_eq!(
        (&shape.positions[..], &shape.indices[..]),
        (&[Vec3::ZERO, Vec3::X, Vec3::Y][..], &[[0, 2, 1]][..])
    );
    assert_eq!(warnings.list[0].message, "the Draco stream: odd");
    for (decoder, kind) in [
        ((|_, _| Err(DracoError::Unsupported)) as DracoDecoder, ProblemKind::Unsupported),
        (|_, _| Err(DracoError::Limit("much".into())), ProblemKind::Limit),
        (|_, _| Err(DracoError::Broken("dust".into())), ProblemKind::Framing),
    ] {
        assert_eq!(read(decoder).unwrap_err().kind, kind);
    }
}

/// Tests that a JSON chunk without padding to 4 bytes is read.
#[test]
fn an_unpadded_chunk_is_read_with_a_warning() {
    let whole = triangle();
    let (json, bin) = chunks(&whole).unwrap();
    let json = json.trim_ascii_end();
    for n_blanks in 0..4 {
        let mut text = json.to_vec();
        text.extend(vec![b' '; n_blanks]);
        let mut file = b"glTF\x02\0\0\0".to_vec();
        file.extend(((28 + text.len() + bin.len()) as u32).to_le_bytes());
        file.extend((text.len() as u32).to_le_bytes());
        file.extend([b"JSON", &text[..], &(bin.len() as u32).to_le_bytes(), b"BIN\0", bin].concat());
        let (scene, warnings) = gltf::read_with(&file, &ReadOptions::default(), &mut |_| None).unwrap();
        assert_eq!(scene, gltf::read(&whole).unwrap());
        let messages: Vec<_> = warnings.list.iter().map(|it| it.message.as_str()).collect();
        let expected: &[&str] = match text.len() % 4 {
            0 => &[],
            _ => &["the chunk is not padded to a multiple of 4 bytes"],
        };
        assert_eq!(messages, expected);
    }
}

#[test]
fn circles_and_second_parents_are_cut() {
    let scene =
        with("\"nodes\":[{\"children\":[1]},{\"children\":[2,0]},{\"children\":[0,2]}]", &[]).unwrap();
    assert_eq!(scene.check(), []);
    assert!(scene.nodes.iter().any(|node| node.parent.is_none()));
}

#[test]
fn a_joint_that_stands_twice_is_kept_and_told() {
    let scene = with("\"nodes\":[{}],\"skins\":[{\"joints\":[0,0]}]", &[]).unwrap();
    assert_eq!(scene.skins[0].joints, [0, 0]);
    assert_eq!(scene.check(), [SceneFault::JointTwice(0)]);
}

#[test]
fn what_is_shared_is_not_copied_without_end() {
    // 30,000 meshes share one accessor of 1.2 MB: 36 GB if each were copied.
    let primitive = "{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]},";
    let meshes = primitive.repeat(30_000);
    let json = format!(
        "\"meshes\":[{}],\"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":100000,\"type\":\"VEC3\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":1200000}}],\"buffers\":[{{\"byteLength\":1200000}}]",
        meshes.trim_end_matches(',')
    );
    let problem = with(&json, &vec![0; 1_200_000]).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit);
    // Primitives of one mesh share their vertices.
    let primitives = "{\"attributes\":{\"POSITION\":0}},".repeat(3);
    let json = format!(
        "\"meshes\":[{{\"primitives\":[{}]}}],\"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\"buffers\":[{{\"byteLength\":36}}]",
        primitives.trim_end_matches(',')
    );
    let scene = with(&json, &[0; 36]).unwrap();
    assert_eq!((scene.meshes[0].shape.positions.len(), scene.meshes[0].shape.indices.len()), (3, 3));
}

#[test]
fn objects_of_many_keys_are_looked_up_in_linear_time() {
    let junk: String = (0..200_000).map(|key| format!("\"k{key}\":0,")).collect();
    let primitives = "{\"attributes\":{\"POSITION\":0},\"mode\":0},".repeat(20_000);
    let json = format!(
        "{junk}\"meshes\":[{{\"primitives\":[{}]}}],\"accessors\":[{{{junk}\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}],\
         \"bufferViews\":[{{{junk}\"buffer\":0,\"byteLength\":36}}],\"buffers\":[{{\"byteLength\":36}}]",
        primitives.trim_end_matches(',')
    );
    // A linear search of the keys for each primitive would take minutes.
    let scene = with(&json, &[0; 36]).unwrap();
    assert_eq!(scene.meshes.len(), 1);
}
