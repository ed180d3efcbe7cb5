//! Every example and worked number of «Model 3D File Format Specification», m3d_format.md, decodes to what the
//! document says, or section 8 of docs/formats/m3d.md corrects it.

use crate::animation::{angle_about_z, bone_at, near, one_bone};
use crate::models::plain::File;
use m3d::*;

const PAGE: &str = include_str!("../../../../docs/formats/m3d.md");

fn in_errata(row: &str) {
    let section = PAGE.split("## 8.").nth(1).unwrap();
    assert!(section.lines().any(|line| line.starts_with(row)), "{row}");
}

/// One byte for each width, with or without skins and colours.
const TYPES: u32 = 0;

type Chunks<'a> = &'a [(&'a [u8; 4], &'a [u8])];

/// A file with the names `teapot` at offset 4 and `en_US` at 11, and these chunks.
fn bytes(types: u32, chunks: Chunks<'_>) -> Vec<u8> {
    let mut file = File(b"3DMO\0\0\0\0".to_vec());
    file.chunk(b"HEAD", &[&2.5_f32.to_le_bytes(), &types.to_le_bytes(), b"\0\0\0\0teapot\0en_US\0"]);
    for (magic, body) in chunks {
        file.chunk(magic, &[body]);
    }
    file.end()
}

fn strict(bytes: &[u8]) -> Model {
    read_with(bytes, &ReadOptions::default().strict(true)).unwrap().0
}

/// A file with these chunks, which reads without a warning and is written unchanged.
fn file(types: u32, chunks: Chunks<'_>) -> Model {
    let bytes = bytes(types, chunks);
    let model = strict(&bytes);
    assert_eq!(write(&model).unwrap(), bytes);
    model
}

/// The file header of 8 bytes, the model header with its fields at 4, 8, 12 and 16, and the end mark of 4.
#[test]
fn headers_have_their_fields_where_the_tables_say() {
    let strings = b"Utah teapot\0MIT\0Me Name <me@github>, John Doe <https://gitlab.com/johndoe>\0META\nGENERATOR=a-1\0b001\0";
    let mut bytes = vec![0; 8 + 16];
    bytes.extend(strings);
    bytes.extend(b"OMD3");
    let size = (bytes.len() as u32).to_le_bytes();
    bytes[..4].copy_from_slice(b"3DMO");
    bytes[4..8].copy_from_slice(&size);
    bytes[8..12].copy_from_slice(b"HEAD");
    // The string table has the length of the chunk minus 16.
    bytes[12..16].copy_from_slice(&(strings.len() as u32 + 16).to_le_bytes());
    bytes[16..20].copy_from_slice(&2.5_f32.to_le_bytes());
    bytes[20..24].copy_from_slice(&0x03ff_cfc0_u32.to_le_bytes());
    let model = strict(&bytes);
    assert_eq!((model.scale, model.types.to_bits()), (2.5, 0x03ff_cfc0));
    let titles = [Title::Name, Title::Licence, Title::Author, Title::Description];
    let said = [
        "Utah teapot",
        "MIT",
        "Me Name <me@github>, John Doe <https://gitlab.com/johndoe>",
        "META\nGENERATOR=a-1",
    ];
    assert_eq!(titles.map(|title| model.title(title)), said);
    assert_eq!(model.text(Name(strings.len() as u32 - 5)), "b001");
    assert_eq!(model.text(Name(0)), "");
}

/// The name of a kind, its lowest bit, and its bytes for the codes 0 to 3; 0 for undefined codes.
const KINDS: [(&str, u32, [usize; 4]); 13] = [
    ("vc_t", 0, [1, 2, 4, 8]),
    ("vi_t", 2, [1, 2, 4, 0]),
    ("si_t", 4, [1, 2, 4, 0]),
    ("ci_t", 6, [1, 2, 4, 0]),
    ("ti_t", 8, [1, 2, 4, 0]),
    ("bi_t", 10, [1, 2, 4, 0]),
    ("nb_t", 12, [1, 2, 4, 8]),
    ("sk_t", 14, [1, 2, 4, 0]),
    ("fc_t", 16, [1, 2, 4, 0]),
    ("hi_t", 18, [1, 2, 4, 0]),
    ("fi_t", 20, [1, 2, 4, 0]),
    ("vd_t", 22, [1, 2, 4, 0]),
    ("vp_t", 24, [1, 2, 0, 0]),
];

#[test]
fn types_have_their_bits_and_widths() {
    in_errata("| vp_t is one bit | two; 3 is absent, 2 refused |");
    in_errata("| type 3 of vertex indices and string offsets is undefined | readers refuse it |");
    for ((name, bit, widths), code) in KINDS.iter().flat_map(|kind| (0..4_u32).map(move |code| (kind, code)))
    {
        let bits = 0x03ff_cfc0 & !(3 << bit) | code << bit;
        let mut file = File(b"3DMO\0\0\0\0".to_vec());
        file.chunk(b"HEAD", &[&[0; 4], &bits.to_le_bytes(), &[0; 4]]);
        let is_refused = matches!((*name, code), ("vi_t" | "si_t", 3) | ("vp_t", 2));
        let Ok(Model { types, .. }) = read(&file.end()) else {
            assert!(is_refused, "{name} {code}");
            continue;
        };
        let width = |width: Width| if width == Width::Absent { 0 } else { width.bytes() };
        let found = match *name {
            "vc_t" => types.coordinate.bytes(),
            "vi_t" => width(types.vertex),
            "si_t" => width(types.string),
            "ci_t" => width(types.colour),
            "ti_t" => width(types.tex_coord),
            "bi_t" => width(types.bone),
            "nb_t" => types.weights.get(),
            "sk_t" => width(types.skin),
            "fc_t" => width(types.transforms),
            "hi_t" => width(types.shape),
            "fi_t" => width(types.face),
            "vd_t" => width(types.voxel_size),
            _ => width(types.voxel),
        };
        assert_eq!((found, is_refused), (widths[code as usize], false), "{name} {code}");
    }
}

/// 127 is 1.0; -128 is not quite -1.0, and texture coordinates have another scale.
#[test]
fn coordinates() {
    let vertices = [[127, 0, 0x81, 127, 0, 0xff], [0x80, 0, 0, 0, 1, 0xfe]].concat();
    let colours = [0, 0, 0, 0, 1, 2, 3, 4];
    let model = file(TYPES, &[(b"CMAP", &colours), (b"TMAP", &[0, 255]), (b"VRTS", &vertices)]);
    let [first, second] = [0, 1].map(|at| model.vertices().unwrap().get(at).unwrap());
    assert_eq!(first.position.to_array(), [1.0, 0.0, -1.0, 1.0]);
    assert_eq!(second.position.to_array()[0], -128.0 / 127.0);
    in_errata("| −128 is −1.0 | −1.00787: the divisor is 127 |");
    // The lowest byte of an RGBA code is red.
    assert_eq!(model.colour(second.colour).unwrap().to_array(), [1, 2, 3, 4]);
    // -1 is no skin, -2 an orientation.
    assert_eq!((first.skin, second.skin), (SkinIndex::NONE, SkinIndex(u32::MAX - 1)));
    assert_eq!(model.texture_map().unwrap().pairs.get(0).unwrap().to_array(), [0.0, 1.0]);
    in_errata("| texture coordinates have the type of coordinates | unsigned, divided by 255 or 65535 |");
}

/// Four weights of which three are not 0 are followed by three bones; 255 is 1.0, 127 about 0.5; a parent of 0xFF is
/// none.
#[test]
fn bones_and_skins() {
    let vertices = [0, 0, 0, 127, 0, 0xff].repeat(2);
    for (bits, weights, bones, said) in [
        (0, &[][..], &[0][..], &[1.0][..]),
        (1, &[128, 127], &[0, 1], &[128.0 / 255.0, 127.0 / 255.0]),
        (2, &[100, 0, 100, 55], &[0, 1, 2], &[100.0 / 255.0, 100.0 / 255.0, 55.0 / 255.0]),
        (3, &[255, 0, 0, 0, 0, 0, 0, 0], &[2], &[1.0]),
    ] {
        let own = [0xff, 4, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1];
        let body = [&[3, 1][..], &own, weights, bones].concat();
        let model = file(TYPES | bits << 12, &[(b"CMAP", &[0; 4]), (b"VRTS", &vertices), (b"BONE", &body)]);
        let skeleton = model.skeleton().unwrap();
        let parents: Vec<_> = skeleton.bones.iter().map(|bone| bone.parent).collect();
        assert_eq!(parents, [BoneIndex::NONE, BoneIndex(0), BoneIndex(1)]);
        let found: Vec<_> = skeleton.skins[0].influences().collect();
        let bones = bones.iter().map(|bone| BoneIndex(u32::from(*bone)));
        assert_eq!(found, bones.zip(said.iter().copied()).collect::<Vec<_>>());
    }
    in_errata("| weights add up to 255 |");
}

/// The ids with keywords in the four tables.
const PROPERTIES: [(u8, &str); 28] = [
    (0, "Kd"),
    (1, "Ka"),
    (2, "Ks"),
    (3, "Ns"),
    (4, "Ke"),
    (5, "Tf"),
    (6, "Km"),
    (7, "d"),
    (8, "il"),
    (64, "Pr"),
    (65, "Pm"),
    (66, "Ps"),
    (67, "Ni"),
    (68, "Nt"),
    (128, "map_Kd"),
    (129, "map_Ka"),
    (130, "map_Ks"),
    (131, "map_Ns"),
    (132, "map_Ke"),
    (133, "map_Tf"),
    (134, "map_Km"),
    (135, "map_d"),
    (136, "map_N"),
    (192, "map_Pr"),
    (193, "map_Pm"),
    (194, "map_Ps"),
    (195, "map_Ni"),
    (196, "map_Nt"),
];

#[test]
fn materials() {
    for (id, keyword) in PROPERTIES {
        let value: &[u8] = match id {
            0..=2 | 4 | 5 => &[1],
            8 => &[10],
            3..=127 => &[0, 0, 0x80, 0x3e],
            128.. => &[4],
        };
        let body = [&[4, id][..], value].concat();
        let model = file(TYPES, &[(b"CMAP", &[0; 8]), (b"MTRL", &body)]);
        let found = model.material("teapot").unwrap().get(PropertyId(id)).unwrap();
        let said = match id {
            0..=2 | 4 | 5 => PropertyValue::Colour(ColourRef(1)),
            8 => PropertyValue::Byte(10),
            3..=127 => PropertyValue::Float(0.25),
            128.. => PropertyValue::Texture(Name(4)),
        };
        assert_eq!((found, PropertyId(id).keyword()), (said, Some(keyword)), "{id}");
    }
}

/// Magic numbers 0 and 1 set a material or parameter, 48 to 52 are triangles with their corners.
#[test]
fn polygons() {
    let records: [&[u8]; 7] = [
        &[0, 4],
        &[1, 4],
        &[48, 0, 1, 2],
        &[49, 0, 2, 1, 1, 2, 0],
        &[50, 0, 3, 1, 3, 2, 3],
        &[51, 0, 2, 3, 1, 1, 3, 2, 0, 3],
        &[52, 0, 1, 1, 2, 2, 3],
    ];
    let vertices = [0, 0, 0, 127, 0, 0xff].repeat(4);
    let chunks: [(&[u8; 4], &[u8]); 4] =
        [(b"CMAP", &[0; 4]), (b"TMAP", &[0; 6]), (b"VRTS", &vertices), (b"MESH", &records.concat())];
    let model = file(TYPES, &chunks);
    let faces: Vec<_> = model.meshes().next().unwrap().faces().collect();
    let parts: Vec<_> = faces.iter().map(|face| face.parts.0 | (face.vertices.len() as u8) << 4).collect();
    assert_eq!(parts, [48, 49, 50, 51, 52]);
    for face in &faces {
        assert_eq!(
            (face.vertices, face.material, face.parameter),
            (&[0, 1, 2].map(VertexIndex)[..], Name(4), Name(4))
        );
    }
    let [tex_coords, normals] = [[2, 1, 0].map(TexCoordIndex).to_vec(), vec![]];
    assert_eq!([faces[1].tex_coords, faces[3].tex_coords], [&tex_coords[..]; 2]);
    assert_eq!([faces[0].tex_coords, faces[2].tex_coords], [&normals[..]; 2]);
    assert_eq!([faces[2].normals, faces[3].normals], [[VertexIndex(3); 3]; 2]);
    assert_eq!(faces[4].max_vertices, [1, 2, 3].map(VertexIndex));
}

/// Rotations, the ninth bit of a shape, items; negative positions; N + 1 voxels of a run; -1 unset, -2 clear.
#[test]
fn voxels() {
    let types =
        [&[0, 4, 0b01_10_11, 17, 0, 0xff][..], &[0, 4, 0x40, 0, 1, 0xff, 3, 0, 4], &[0, 4, 0x80, 0, 0, 0xff]];
    let block = [&[4, 0xff, 0xfe, 3, 5, 1, 1, 255, 7][..], &[0x01, 0, 1, 0x81, 0xff, 0x00, 0xfe]].concat();
    let chunks: [(&[u8; 4], &[u8]); 3] = [(b"CMAP", &[0; 4]), (b"VOXT", &types.concat()), (b"VOXD", &block)];
    let model = file(TYPES, &chunks);
    let types = &model.voxel_types().unwrap().types;
    // Y is turned by 270 degrees, Z by 180, X by 90; our order is X, Y, Z.
    assert_eq!((types[0].quarter_turns(), types[0].shape, types[0].is_turned()), ([1, 3, 2], 17, true));
    assert_eq!((types[1].shape, &types[1].items[..]), (256, &[Item { count: 3, name: Name(4) }][..]));
    assert!(!types[2].is_turned());
    let block = model.voxel_blocks().next().unwrap();
    assert_eq!((block.position, block.size), ([-1, -2, 3], [5, 1, 1]));
    assert_eq!((block.uncertainty, block.group), (255, 7));
    let voxels: Vec<_> = block.spread().map(|voxel| voxel.0.cast_signed()).collect();
    assert_eq!(voxels, [0, 1, -1, -1, -2]);
    in_errata("| the number of voxel types sets the width of voxels | only the header sets it");
    in_errata("| vd_t is signed | positions are signed, sizes unsigned |");
}

/// Commands 0 and 1; a command of two bytes, the low seven bits first; a label in a language.
#[test]
fn shapes_and_labels() {
    let vertices = [0, 0, 0, 127, 0, 0xff].repeat(2);
    let shape = [&[4, 0xff][..], &[0, 4], &[1, 0, 0, 1], &[30, 1, 0, 0, 0, 1], &[0x80 | 30, 1]].concat();
    let chunks: [(&[u8; 4], &[u8]); 4] =
        [(b"CMAP", &[0; 4]), (b"VRTS", &vertices), (b"SHPE", &shape), (b"LBLS", &[4, 11, 0, 1, 4])];
    let (model, warnings) = read_with(&bytes(TYPES, &chunks), &ReadOptions::default()).unwrap();
    // 30 and 1 times 128.
    assert!(warnings.total() == 1 && warnings[0].to_string().contains("158"), "{warnings:?}");
    let commands = &model.shapes().next().unwrap().commands;
    let numbers: Vec<_> = commands.iter().map(Command::id).collect();
    assert_eq!(numbers, [0, 1, 30]);
    assert_eq!(commands[2], Command::Line { points: vec![VertexIndex(1)] });
    let labels = model.labels().next().unwrap();
    assert_eq!((model.text(labels.group), model.text(labels.language)), ("teapot".into(), "en_US".into()));
    assert_eq!(labels.labels, [Label { vertex: VertexIndex(1), text: Name(4) }]);
    in_errata("| the command mesh has four arguments | see 6.10.1 |");
}

/// For frames at 0, 3000 and 10000 ms, the pose at 5000 is 2/7 of the way between the last two.
#[test]
fn the_pose_between_two_frames() {
    let model = one_bone(&[(0, 1.0, 0.0), (3000, 3.0, 20.0), (10000, 10.0, 90.0)], 10000);
    for playback in [Playback::Loop, Playback::Hold] {
        let bone = bone_at(&model, 5000.0, playback);
        near(bone.position, [3.0 + 7.0 * 2.0 / 7.0, 0.0, 0.0]);
        assert!((angle_about_z(bone.orientation) - 40.0).abs() < 1e-4, "{:?}", bone.orientation);
    }
}

/// For a first frame at 6000, the pose at 5000 is 5/6 of the way between the bind pose at 0 and that frame.
#[test]
fn the_pose_before_the_first_frame() {
    let model = one_bone(&[(6000, 7.0, 60.0)], 10000);
    for playback in [Playback::Loop, Playback::Hold] {
        let bone = bone_at(&model, 5000.0, playback);
        near(bone.position, [6.0, 0.0, 0.0]);
        assert!((angle_about_z(bone.orientation) - 50.0).abs() < 1e-4, "{:?}", bone.orientation);
    }
}
