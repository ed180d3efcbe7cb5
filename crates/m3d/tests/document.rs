//! The examples and tables of docs/formats/m3d.md, read out of the page.

use m3d::*;

const PAGE: &str = include_str!("../../../docs/formats/m3d.md");

/// The bytes of an example: what looks like them at the start of each line, up to the first word that does not.
fn example(name: &str) -> Vec<u8> {
    let start = PAGE.find(&format!("```hex {name}\n")).expect("an example") + 8 + name.len();
    let text = PAGE[start..].split("```").next().unwrap();
    let is_byte =
        |word: &&str| word.len() == 2 && word.chars().all(|c| c.is_ascii_digit() || ('A'..='F').contains(&c));
    // Words are apart by one or two spaces, and the explanation by more.
    let bytes = |line: &str| {
        let line = line.split("   ").next().unwrap_or_default();
        line.split_whitespace()
            .take_while(is_byte)
            .map(|word| u8::from_str_radix(word, 16).unwrap())
            .collect::<Vec<_>>()
    };
    text.lines().flat_map(bytes).collect()
}

/// A plain file with this chunk behind those that it needs: four vertices, a name at each offset, all of one byte.
fn file(types: u32, magic: &[u8; 4], body: &[u8]) -> Model {
    file_with(&ReadOptions::default(), types, magic, body)
}

fn file_with(options: &ReadOptions, types: u32, magic: &[u8; 4], body: &[u8]) -> Model {
    let mut bytes = b"3DMO\0\0\0\0".to_vec();
    let chunk = |bytes: &mut Vec<u8>, magic: &[u8; 4], body: &[u8]| {
        bytes.extend(magic);
        bytes.extend((body.len() as u32 + 8).to_le_bytes());
        bytes.extend(body);
    };
    let head = [&1_f32.to_le_bytes()[..], &types.to_le_bytes(), b"\0\0\0\0red\0width\0"].concat();
    chunk(&mut bytes, b"HEAD", &head);
    chunk(&mut bytes, b"TMAP", &[0; 6]);
    let skin: &[u8] = if Types::from_bits(types).skin == Width::Absent { &[] } else { &[0xff] };
    chunk(&mut bytes, b"VRTS", &[&[0; 4], skin].concat().repeat(4));
    chunk(&mut bytes, b"VOXT", &[&[0; 4], skin].concat().repeat(2));
    chunk(&mut bytes, magic, body);
    bytes.extend(b"OMD3");
    let size = (bytes.len() as u32).to_le_bytes();
    bytes[4..8].copy_from_slice(&size);
    let (model, warnings) = read_with(&bytes, options).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(write(&model).unwrap(), bytes);
    model
}

/// int8, one byte for indices, no colours; skins absent but where they are wanted.
const TYPES: u32 = 0b00_00_11_11_11_11_01_00_00_11_00_00_00 | 3 << 14;

#[test]
fn the_triangle_reads_as_it_says() {
    let bytes = example("tiny");
    assert_eq!(bytes.len(), 146);
    let model = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap().0;
    assert_eq!((model.scale, model.types.to_bits()), (2.5, 0x03cf_cc01));
    assert_eq!([Title::Name, Title::Licence].map(|title| model.title(title)), ["tri", "CC0-1.0"]);
    let red = model.strings.find("red").unwrap();
    assert_eq!(red, Name(14));
    let vertices = model.vertices().unwrap();
    assert_eq!(vertices.get(1).unwrap().position.to_array(), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(vertices.coordinates.get(2).unwrap()[1], 16384.0 / 32767.0);
    assert_eq!(model.colour(vertices.get(1).unwrap().colour), Some(geom::Rgba8::new(255, 0, 0, 255)));
    let map = model.texture_map().unwrap();
    assert_eq!(map.pairs.get(1).unwrap().to_array(), [1.0, 32768.0 / 65535.0]);
    let material = model.material("red").unwrap();
    assert_eq!(material.get(PropertyId::ROUGHNESS), Some(PropertyValue::Float(0.25)));
    assert_eq!(material.get(PropertyId::DIFFUSE), Some(PropertyValue::Colour(ColourRef(1))));
    let face = model.meshes().next().unwrap().faces().next().unwrap();
    assert_eq!((face.material, face.vertices), (red, &[0, 1, 2].map(VertexIndex)[..]));
    assert_eq!(face.tex_coords, [0, 1, 0].map(TexCoordIndex));
    assert_eq!(write(&model).unwrap(), bytes);
}

#[test]
fn the_bones_read_as_they_say() {
    let model = file(TYPES & !(3 << 14), b"BONE", &example("bone"));
    let skeleton = model.skeleton().unwrap();
    let parents: Vec<_> = skeleton.bones.iter().map(|bone| bone.parent).collect();
    assert_eq!(parents, [BoneIndex::NONE, BoneIndex(0)]);
    assert!(skeleton.skins[0].influences().eq([(BoneIndex(0), 1.0)]));
    assert!(
        skeleton.skins[1].influences().eq([(BoneIndex(0), 128.0 / 255.0), (BoneIndex(1), 127.0 / 255.0)])
    );
}

#[test]
fn the_polygons_read_as_they_say() {
    let model = file(TYPES, b"MESH", &example("mesh"));
    let mesh = model.meshes().next().unwrap();
    let faces: Vec<_> = mesh.faces().collect();
    let shapes: Vec<_> = faces.iter().map(|face| (face.vertices.len(), face.parts.0)).collect();
    assert_eq!(shapes, [(3, 0), (3, 1), (3, 2), (3, 4), (4, 0)]);
    assert_eq!((model.text(faces[0].material), model.text(faces[0].parameter)), ("red".into(), "".into()));
    assert_eq!(model.text(faces[3].parameter), "width");
    assert_eq!(faces[3].max_vertices, [1, 2, 3].map(VertexIndex));
    assert_eq!(faces[2].normals, [3, 3, 3].map(VertexIndex));
    assert_eq!(faces[1].tex_coords, [0, 1, 2].map(TexCoordIndex));
}

#[test]
fn the_runs_read_as_they_say() {
    let types = TYPES & !(3 << 22) & !(3 << 24);
    let head = [0, 0, 0, 0, 2, 2, 2, 0, 0];
    let model = file(types, b"VOXD", &[&head[..], &example("runs")].concat());
    let voxels: Vec<_> =
        model.voxel_blocks().next().unwrap().spread().map(|voxel| voxel.0.cast_signed()).collect();
    assert_eq!(voxels, [0, 0, 0, 0, 1, -1, -2, -1]);
}

#[test]
fn the_properties_are_those_of_the_page() {
    let page: Vec<_> =
        PAGE.split("### 6.5 MTRL").nth(1).unwrap().split("### 6.6").next().unwrap().lines().collect();
    let mut known = 0;
    for line in page
        .iter()
        .filter(|line| line.starts_with("| ") && line[2..].starts_with(|c: char| c.is_ascii_digit()))
    {
        let row: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        for [id, keyword, value] in [[row[0], row[1], row[2]], [row[4], row[5], row[6]]] {
            let id = PropertyId(id.parse().unwrap());
            assert_eq!(id.keyword(), Some(keyword));
            let kind = match value {
                "ci" => PropertyKind::Colour,
                "f32" => PropertyKind::Float,
                "u8" => PropertyKind::Byte,
                _ => PropertyKind::Texture,
            };
            assert_eq!(id.kind(), Some(kind), "{keyword}");
            known += 1;
        }
    }
    assert_eq!((known, PropertyId::ALL.len()), (28, 28));
}

/// One command of each number, with as many bytes as its arguments in the page say, reads whole.
#[test]
fn the_commands_are_those_of_the_page() {
    let section = PAGE.split("### 6.10 SHPE").nth(1).unwrap().split("#### 6.10.1").next().unwrap();
    let mut known = Vec::new();
    for line in section
        .lines()
        .filter(|line| line.starts_with("| ") && line[2..].starts_with(|c: char| c.is_ascii_digit()))
    {
        let row: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        for [id, keyword, arguments] in [[row[0], row[1], row[2]], [row[4], row[5], row[6]]] {
            let id: u8 = id.parse().unwrap();
            let mut body = vec![0, 0xff, id];
            let list = arguments.starts_with('[');
            body.extend(if list { &[2, 0, 0, 0][..] } else { &[] });
            for _ in 0..if list { 2 } else { 1 } {
                for argument in arguments.trim_matches(['[', ']']).split(' ') {
                    match argument {
                        "i2" => body.extend([0, 0]),
                        // Without a face index there are no bytes.
                        "see" | "6.10.1" => {}
                        _ => body.push(0),
                    }
                }
            }
            let model = file(TYPES & !(3 << 18), b"SHPE", &body);
            let shape = model.shapes().next().unwrap();
            assert_eq!(shape.commands.len(), 1, "{keyword}");
            assert_eq!((shape.commands[0].id(), shape.commands[0].keyword()), (id.into(), keyword));
            assert!(shape.rest.is_empty(), "{keyword}");
            known.push(id);
        }
    }
    known.sort_unstable();
    assert!(known.into_iter().eq(0..38));
}

/// Each form of the command `mesh` is read when it is asked for, and written back; none is canonical.
#[test]
fn the_forms_of_the_command_mesh_read_as_they_say() {
    let all = example("meshes");
    let (position, orientation, scale) = (VertexIndex(0), OrientationIndex(1), VertexIndex(2));
    let forms = [
        (MeshCommand::Face, &all[..2], MeshPart::Face { face: FaceIndex(5) }),
        (MeshCommand::Range, &all[2..13], MeshPart::Range { first: 5, count: 7, position, orientation }),
        (
            MeshCommand::ScaledRange,
            &all[13..],
            MeshPart::ScaledRange { faces: (FaceIndex(5), FaceIndex(7)), position, orientation, scale },
        ),
    ];
    for (form, command, part) in forms {
        let options = ReadOptions::default().mesh_command(form);
        let model = file_with(&options, TYPES & !(3 << 20), b"SHPE", &[&[0, 0xff][..], command].concat());
        assert_eq!(model.shapes().next().unwrap().commands, [Command::Mesh { part }]);
        let refused = model.canonical(&Canonical::default()).unwrap_err();
        assert_eq!(refused.to_string(), "SHPE: the command mesh has no form that programs agree on");
        let findings = validate(&model);
        assert!(findings.iter().any(|finding| finding.rule == &rules::M3D052), "{findings:?}");
    }
}

/// The four kinds of widths, by the table of section 4.1.
#[test]
fn the_types_are_those_of_the_page() {
    let types = Types::from_bits(0b00_01_00_11_10_01_00_11_11_00_10_01_00_01_10 & 0x03ff_ffff);
    let section = PAGE.split("### 4.1 Types").nth(1).unwrap().split("### 4.2").next().unwrap();
    let bits: Vec<u32> =
        section.lines().filter_map(|line| line.strip_prefix("| ")?.split('–').next()?.parse().ok()).collect();
    assert_eq!(bits, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26]);
    let code = |width: Width| match width {
        Width::One => 0,
        Width::Two => 1,
        Width::Four => 2,
        Width::Absent => 3,
    };
    let widths = [
        (2, types.vertex),
        (4, types.string),
        (6, types.colour),
        (8, types.tex_coord),
        (10, types.bone),
        (14, types.skin),
        (16, types.transforms),
        (18, types.shape),
        (20, types.face),
        (22, types.voxel_size),
        (24, types.voxel),
    ];
    for (bit, width) in widths {
        assert_eq!(code(width), types.to_bits() >> bit & 3, "bit {bit}");
    }
}
