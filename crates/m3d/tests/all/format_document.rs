//! Tests the examples and tables of docs/formats/m3d.md.

use crate::models::plain::File;
use m3d::*;

const PAGE: &str = include_str!("../../../../docs/formats/m3d.md");

/// The bytes of an example: the hex bytes at the start of each line, up to the first other word.
fn example(name: &str) -> Vec<u8> {
    let start = PAGE.find(&format!("```hex {name}\n")).expect("an example") + 8 + name.len();
    let text = PAGE[start..].split("```").next().unwrap();
    let is_byte =
        |word: &&str| word.len() == 2 && word.chars().all(|c| c.is_ascii_digit() || ('A'..='F').contains(&c));
    // One or two spaces separate bytes; more separate the explanation.
    let bytes = |line: &str| {
        let line = line.split("   ").next().unwrap_or_default();
        line.split_whitespace()
            .take_while(is_byte)
            .map(|word| u8::from_str_radix(word, 16).unwrap())
            .collect::<Vec<_>>()
    };
    text.lines().flat_map(bytes).collect()
}

/// A plain file with this chunk after the chunks that it needs: four vertices, a name at each offset, one byte per
/// field.
fn file(types: u32, magic: &[u8; 4], body: &[u8]) -> Model {
    file_with(&ReadOptions::default(), types, magic, body)
}

fn file_with(options: &ReadOptions, types: u32, magic: &[u8; 4], body: &[u8]) -> Model {
    let head = [&1_f32.to_le_bytes()[..], &types.to_le_bytes(), b"\0\0\0\0red\0width\0"].concat();
    let skin: &[u8] = if Types::from_bits(types).skin == Width::Absent { &[] } else { &[0xff] };
    let mut file = File(b"3DMO\0\0\0\0".to_vec());
    file.chunk(b"HEAD", &[&head]).chunk(b"TMAP", &[&[0; 6]]);
    file.chunk(b"VRTS", &[&[&[0; 4], skin].concat().repeat(4)]);
    file.chunk(b"VOXT", &[&[&[0; 4], skin].concat().repeat(2)]);
    let bytes = file.chunk(magic, &[body]).end();
    let (model, warnings) = read_with(&bytes, options).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(write(&model).unwrap(), bytes);
    model
}

/// The types: int8, one byte for indices, no colours; skins are absent unless needed.
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

/// Each number of corners with each combination of parts has the size in the document; 48 to 52 are those in the
/// public document.
#[test]
fn a_records_first_byte_says_what_its_corners_have() {
    for (n_corners, parts) in (1..=15_u8).flat_map(|n| (0..8_u8).map(move |parts| (n, parts))) {
        let corner = |i: u8| [i % 4, i % 3, 3 - i % 4, (i + 1) % 4];
        let has = |field: usize| field == 0 || parts & 1 << (field - 1) != 0;
        let fields = (0..n_corners).flat_map(|i| corner(i).into_iter().enumerate());
        let mut body = vec![n_corners << 4 | parts];
        body.extend(fields.filter(|(field, _)| has(*field)).map(|(_, index)| index));

        let model = file(TYPES, b"MESH", &body);
        let face = model.meshes().next().unwrap().faces().next().unwrap();
        let column = |field: usize| -> Vec<u32> {
            (0..n_corners).filter(|_| has(field)).map(|i| corner(i)[field].into()).collect()
        };
        assert_eq!(face.vertices.iter().map(|index| index.0).collect::<Vec<_>>(), column(0), "{body:?}");
        assert_eq!(face.tex_coords.iter().map(|index| index.0).collect::<Vec<_>>(), column(1), "{body:?}");
        assert_eq!(face.normals.iter().map(|index| index.0).collect::<Vec<_>>(), column(2), "{body:?}");
        assert_eq!(face.max_vertices.iter().map(|index| index.0).collect::<Vec<_>>(), column(3), "{body:?}");
    }
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

/// A file with one byte for every field: two colours, four vertices, a skin, a bone and these chunks.
fn narrow(chunks: &[(&[u8; 4], &[u8])]) -> Model {
    let head = [&[0; 4], &0x0000_0000_u32.to_le_bytes()[..], b"\0\0\0\0red\0width\0"].concat();
    let vertices = [0, 0, 0, 127, 0, 0xff].repeat(4);
    let before: [(&[u8; 4], &[u8]); 4] = [
        (b"HEAD", &head),
        (b"CMAP", &[0, 0, 0, 0, 9, 9, 9, 9]),
        (b"VRTS", &vertices),
        (b"BONE", &[1, 0, 0xff, 4, 0, 1]),
    ];
    let mut file = File(b"3DMO\0\0\0\0".to_vec());
    for (magic, body) in before.iter().chain(chunks) {
        file.chunk(magic, &[body]);
    }
    let bytes = file.end();
    let (model, _) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert_eq!(write(&model).unwrap(), bytes);
    model
}

#[test]
fn the_preview_reads_as_it_says() {
    let bytes = example("preview");
    let (model, _) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert_eq!(model.preview.as_deref(), Some(&b"\x89PNG\r"[..]));
    let Types { colour, tex_coord, bone, skin, transforms, shape, face, voxel_size, voxel, .. } = model.types;
    let optional = [colour, tex_coord, bone, skin, transforms, shape, face, voxel_size, voxel];
    assert_eq!((model.scale, optional), (0.0, [Width::Absent; 9]));
    assert_eq!(write(&model).unwrap(), bytes);
}

#[test]
fn the_voxels_read_as_they_say() {
    let model = narrow(&[(b"VOXT", &example("voxel types")), (b"VOXD", &example("block"))]);
    let [chest, pipe] = &model.voxel_types().unwrap().types[..] else { panic!() };
    assert_eq!((model.text(chest.name), chest.shape, chest.quarter_turns()), ("red".into(), 0, [0; 3]));
    assert_eq!(chest.items, [Item { count: 2, name: Name(8) }]);
    assert_eq!((model.colour(pipe.colour), pipe.shape), (Some(geom::Rgba8::new(9, 9, 9, 9)), 267));
    // Quarter turns about X, Y and Z.
    assert_eq!((pipe.quarter_turns(), pipe.is_turned(), pipe.skin), ([3, 1, 1], true, SkinIndex::NONE));
    let block = model.voxel_blocks().next().unwrap();
    assert_eq!((block.position, block.size), ([-1, 0, 2], [2, 1, 2]));
    assert_eq!((model.text(block.name), block.uncertainty, block.group), ("width".into(), 102, 7));
    assert!(block.spread().eq([VoxelIndex(0); 4]));
}

#[test]
fn the_shape_reads_as_it_says() {
    let model = narrow(&[(b"SHPE", &example("shape"))]);
    let Shape { name, group, commands, .. } = model.shapes().next().unwrap();
    assert_eq!((*name, *group), (Name(4), BoneIndex::NONE));
    let [material, include, line, sphere] = &commands[..] else { panic!("{commands:?}") };
    assert_eq!(*material, Command::Use { material: Name(4) });
    let (position, orientation) = (VertexIndex(0), OrientationIndex(1));
    assert_eq!(*include, Command::Include { shape: ShapeIndex(0), position, orientation });
    assert_eq!(*line, Command::Line { points: vec![VertexIndex(0), VertexIndex(3)] });
    assert_eq!(*sphere, Command::Sphere { centre: VertexIndex(2), radius: Scalar::I8(127) });
    assert_eq!(Scalar::I8(127).get(), 1.0);
}

#[test]
fn labels_actions_and_assets_read_as_they_say() {
    let [labels, action, asset] = ["labels", "action", "asset"].map(example);
    let model = narrow(&[(b"LBLS", &labels), (b"ACTN", &action), (b"ASET", &asset)]);
    let labels = model.labels().next().unwrap();
    assert_eq!((labels.group, labels.language, labels.colour), (Name(4), Name(8), ColourRef(0)));
    let label = |vertex, text| Label { vertex: VertexIndex(vertex), text: Name(text) };
    assert_eq!(labels.labels, [label(0, 8), label(2, 4)]);
    let action = model.action("red").unwrap();
    assert_eq!(action.duration, 1000);
    let (position, orientation) = (VertexIndex(2), OrientationIndex(1));
    let transforms = vec![Transform { bone: BoneIndex(0), position, orientation }];
    assert_eq!(action.frames, [Frame { time: 0, transforms: vec![] }, Frame { time: 500, transforms }]);
    assert_eq!(model.asset("width").unwrap().data, b"\x89PNG");
}

/// Every width of every field, by the tables of sections 4.1 and 4.2: each has the stated size, and its highest
/// numbers are −1 and −2.
#[test]
fn the_widths_are_those_of_the_page() {
    let rows = |section: &str, next: &str| -> Vec<Vec<String>> {
        let text = PAGE.split(section).nth(1).unwrap().split(next).next().unwrap();
        let rows =
            text.lines().filter(|line| line.starts_with("| ") && line[2..].starts_with(char::is_numeric));
        rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
            .collect()
    };
    let fields = rows("### 4.1 Types", "### 4.2");
    assert_eq!(fields.len(), 14);
    for (row, bit) in fields.iter().zip((0..26).step_by(2)) {
        assert_eq!(row[0], format!("{bit}–{}", bit + 1));
        for code in 0..4_u32 {
            // Everything except this field is absent or one byte.
            let bits = 0x03ff_cfc0 & !(3 << bit) | code << bit;
            let bytes =
                [&example("preview")[..8], b"HEAD\x14\0\0\0\0\0\0\0", &bits.to_le_bytes(), b"\0\0\0\0OMD3"];
            let says = row[3 + code as usize].split(':').next().unwrap();
            match read(&bytes.concat()) {
                Ok(model) if row[1] == "vc_t" => {
                    let is = ["int8", "int16", "float", "double"][code as usize];
                    assert_eq!((says, model.types.coordinate.bytes()), (is, 1 << code));
                }
                Ok(model) if row[1] == "nb_t" => assert_eq!(says, model.types.weights.get().to_string()),
                Ok(model) => {
                    let types = model.types;
                    let widths = [
                        types.vertex,
                        types.string,
                        types.colour,
                        types.tex_coord,
                        types.bone,
                        types.skin,
                        types.transforms,
                        types.shape,
                        types.face,
                        types.voxel_size,
                        types.voxel,
                    ];
                    let fields = [2, 4, 6, 8, 10, 14, 16, 18, 20, 22, 24];
                    let width = widths[fields.iter().position(|field| *field == bit).unwrap()];
                    let expected =
                        if width == Width::Absent { "absent".into() } else { width.bytes().to_string() };
                    assert_eq!(says, expected, "{row:?}");
                }
                Err(_) => assert_eq!(says, "refused", "{row:?}"),
            }
        }
    }
    for row in rows("### 4.2 References", "### 4.3") {
        let width: usize = row[0].parse().unwrap();
        let number = |cell: &str| match cell.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).unwrap(),
            None => cell.parse().unwrap(),
        };
        let code = [1, 2, 4].iter().position(|of| *of == width).unwrap() as u32;
        let highest = number(row[1].strip_prefix("0 to ").unwrap());
        let cases = [(highest, highest), (number(&row[2]), u32::MAX - 1), (number(&row[3]), u32::MAX)];
        for (stored, meant) in cases {
            let types = Types::from_bits(0x03ff_cfc0 & !(3 << 2) | code << 2);
            let corner = &stored.to_le_bytes()[..width];
            let body = [&[0x10], corner].concat();
            let model = read(&with_mesh(types, &body)).unwrap();
            assert_eq!(model.meshes().next().unwrap().vertices, [VertexIndex(meant)], "{row:?}");
        }
    }
}

fn with_mesh(types: Types, body: &[u8]) -> Vec<u8> {
    let head =
        [&b"3DMO\0\0\0\0HEAD\x14\0\0\0\0\0\0\0"[..], &types.to_bits().to_le_bytes(), b"\0\0\0\0"].concat();
    [&head[..], b"MESH", &(body.len() as u32 + 8).to_le_bytes(), body, b"OMD3"].concat()
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

/// A command of each number, with as many bytes as its arguments in the page imply, is read completely.
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
                        // Without a face index, the command has no bytes.
                        "see" | "6.10.1" => {}
                        _ => body.push(0),
                    }
                }
            }
            let model = file(TYPES & !(3 << 18), b"SHPE", &body);
            let shape = model.shapes().next().unwrap();
            assert_eq!(shape.commands.len(), 1, "{keyword}");
            assert_eq!((shape.commands[0].id(), shape.commands[0].keyword()), (id.into(), keyword));
            assert!(shape.surplus.is_empty(), "{keyword}");
            known.push(id);
        }
    }
    known.sort_unstable();
    assert!(known.into_iter().eq(0..38));
}

/// Each form of the command `mesh` can be read by option, and is written back; the canonical form keeps it.
#[test]
fn the_forms_of_the_command_mesh_read_as_they_say() {
    let all = example("meshes");
    let (position, orientation, scale) = (VertexIndex(0), OrientationIndex(1), VertexIndex(2));
    let forms = [
        (MeshCommand::Face, &all[..2], MeshArguments::Face { face: FaceIndex(5) }),
        (MeshCommand::Range, &all[2..13], MeshArguments::Range { first: 5, count: 7, position, orientation }),
        (
            MeshCommand::ScaledRange,
            &all[13..],
            MeshArguments::ScaledRange { faces: (FaceIndex(5), FaceIndex(7)), position, orientation, scale },
        ),
    ];
    for (form, command, part) in forms {
        let options = ReadOptions::default().mesh_command(form);
        let model = file_with(&options, TYPES & !(3 << 20), b"SHPE", &[&[0, 0xff][..], command].concat());
        assert_eq!(model.shapes().next().unwrap().commands, [Command::Mesh { part }]);
        let canonical = model.canonical(&CanonicalOptions::default()).unwrap();
        let shape = &canonical.shapes().next().unwrap().commands[0];
        match (part, shape) {
            (MeshArguments::Face { .. }, Command::Mesh { part: same }) => assert_eq!(*same, part),
            // The vertices are equal, so they are merged.
            (_, Command::Mesh { part: MeshArguments::Range { first: 5, count: 7, position, .. } }) => {
                assert_eq!(*position, VertexIndex(0));
            }
            (_, Command::Mesh { part: MeshArguments::ScaledRange { faces, scale, .. } }) => {
                assert_eq!((*faces, *scale), ((FaceIndex(5), FaceIndex(7)), VertexIndex(0)));
            }
            other => panic!("{other:?}"),
        }
        let findings = validate(&model);
        assert!(findings.iter().any(|finding| finding.rule == &rules::M3D052), "{findings:?}");
    }
}

/// Every example of docs/formats/a3d.md is read without a warning, and written and read without a difference.
#[test]
fn the_texts_of_the_page_are_sound() {
    let page = include_str!("../../../../docs/formats/a3d.md");
    let examples = page.split("```a3d\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut n_examples = 0;
    for example in examples {
        let is_file = example.starts_with("3dmodel");
        let text = if is_file {
            example.to_owned()
        } else {
            format!("3dmodel 1\nname\nlicence\nauthor\n\n\n{example}")
        };
        let (model, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert!(warnings.is_empty(), "{warnings:?} in\n{example}");
        let written = ascii::write(&model).unwrap();
        assert_eq!(ascii::read(&written).unwrap().difference(&model), None, "{example}");
        n_examples += 1;
    }
    assert_eq!(n_examples, 12);
}
