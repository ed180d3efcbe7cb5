//! Every example of «Roblox Binary Model Format, Version 0»: it decodes to what the page says, or docs/errata.md has
//! the right bytes, which do.

use crate::format_document::{column, values};
use geom::{Mat3, Quat, Vec3};
use rbxbinary::{Chunk, Model, Referent, Rotation, RotationId, Tree, Unknown, Value, read, read_with, write};

const ERRATA: &str = include_str!("../../../../docs/errata.md");

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect()
}

/// Type, number of values, the bytes that the page prints, and what they are.
const COLUMNS: &[(u8, i32, &str, &str)] = &[
    (0x04, 1, "7c 40 00 01", "Float32(-0.15625)"),
    (0x06, 2, "7f 80 00 80 00 00 00 00 00 00 00 00 00 00 04 08", "UDim((1.0, 2)) UDim((3.0, 4))"),
    // The bytes are right, the page puts the numbers in another order.
    (0x07, 1, "7e 80 00 00 7f 80 00 01 00 00 00 3b 00 00 00 78", "UDim2([(0.75, -30), (-1.5, 60)])"),
    (0x0a, 3, "01 03 05", "Axes(1) Axes(3) Axes(5)"),
    (0x0b, 3, "00 00 00 00 00 00 03 00 03 EC 25 F2", "BrickColor(1004) BrickColor(37) BrickColor(1010)"),
    (0x0c, 1, "7f 00 00 00 7e 69 69 6a 7b 41 41 42", "Color3([1.0, 0.7058824, 0.078431375])"),
    (
        0x0d,
        2,
        "85 86 93 91 33 19 35 9a 86 85 91 93 19 33 9a 35",
        "Vector2((-100.8, 200.55)) Vector2((200.55, -100.8))",
    ),
    (
        0x0e,
        2,
        "7F 7F 00 00 00 00 00 01 80 80 00 00 00 00 00 01 80 80 80 80 00 00 00 01",
        "Vector3((1.0, 2.0, 3.0)) Vector3((-1.0, -2.0, -3.0))",
    ),
    (
        0x15,
        2,
        "03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 3f 00 00 80 3f 00 00 00 00 00 00 80 3f 00 00 80 3f \
         00 00 00 3f 03 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 3f 00 00 00 3f 00 00 00 3f 00 00 80 3f \
         00 00 00 3f 00 00 00 00",
        "NumberSequence([NumberKeypoint { time: 0.0, value: 0.0, envelope: 0.0 }, \
         NumberKeypoint { time: 0.5, value: 1.0, envelope: 0.0 }, \
         NumberKeypoint { time: 1.0, value: 1.0, envelope: 0.5 }]) \
         NumberSequence([NumberKeypoint { time: 0.0, value: 1.0, envelope: 0.0 }, \
         NumberKeypoint { time: 0.5, value: 0.5, envelope: 0.5 }, \
         NumberKeypoint { time: 1.0, value: 0.5, envelope: 0.0 }])",
    ),
    (
        0x16,
        2,
        "03 00 00 00 00 00 00 00 00 00 80 3f 00 00 80 3f 00 00 80 3f 00 00 00 00 00 00 00 3f 00 00 00 00 00 00 00 00 \
         00 00 00 00 00 00 00 00 00 00 80 3f 00 00 80 3f 00 00 80 3f 00 00 80 3f 00 00 00 00 03 00 00 00 00 00 00 00 \
         00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 3f 00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 00 \
         00 00 80 3f 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00",
        "ColorSequence([ColorKeypoint { time: 0.0, color: [1.0, 1.0, 1.0], envelope: 0.0 }, \
         ColorKeypoint { time: 0.5, color: [0.0, 0.0, 0.0], envelope: 0.0 }, \
         ColorKeypoint { time: 1.0, color: [1.0, 1.0, 1.0], envelope: 0.0 }]) \
         ColorSequence([ColorKeypoint { time: 0.0, color: [1.0, 0.0, 0.0], envelope: 0.0 }, \
         ColorKeypoint { time: 0.5, color: [0.0, 1.0, 0.0], envelope: 0.0 }, \
         ColorKeypoint { time: 1.0, color: [0.0, 0.0, 1.0], envelope: 0.0 }])",
    ),
    (
        0x17,
        2,
        "00 00 00 00 00 00 00 3f 00 00 00 3f 00 00 80 3f",
        "NumberRange(NumberRange { min: 0.0, max: 0.5 }) NumberRange(NumberRange { min: 0.5, max: 1.0 })",
    ),
    (
        0x18,
        2,
        "7f 00 00 00 00 00 01 00 82 7f 40 00 00 00 01 00 82 81 00 40 00 00 00 00 82 81 20 80 00 00 00 00",
        "Rect([-1.0, -10.0, 8.0, 9.0]) Rect([0.0, 1.0, 5.0, 6.0])",
    ),
    (
        0x19,
        2,
        "00 01 33 33 33 3f 9a 99 99 3e 00 00 00 3f 00 00 80 3f 00 00 80 3f",
        "PhysicalProperties(Err(0)) PhysicalProperties(Ok(density 0.7, friction 0.3, elasticity 0.5, \
         friction_weight 1.0, elasticity_weight 1.0, acoustic_absorption None))",
    ),
    (0x1a, 2, "00 3f ff 00 ff 7f", "Color3uint8([0, 255, 255]) Color3uint8([63, 0, 127])"),
    (
        0x1e,
        2,
        "10 0a 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 7f 00 00 00 00 00 00 00 02 01 00",
        "OptionalCFrame(Some((Id(RotationId(10)), (0.0, 0.0, 1.0)))) OptionalCFrame(None)",
    ),
];

#[test]
fn columns_are_what_the_page_says() {
    for (type_id, n, printed, expected) in COLUMNS {
        assert_eq!(values(*type_id, *n, &bytes(printed)), *expected, "type {type_id:#04x}");
    }
    // {0.75, -30, -1.5, 60}: that X is 0.75 and -30 is in the errata.
    assert!(ERRATA.contains("X is 0.75 and -30, Y is -1.5 and 60; its bytes are right"));
}

/// Type, number of values, the bytes that the page prints, what they are; the right bytes, and what the page says.
const WRONG: &[(u8, i32, &str, &str, &str, &str)] = &[
    // Front; Back and Top; Bottom, Left and Right.
    (0x09, 3, "01 18 26", "Faces(1) Faces(24) Faces(38)", "20 06 19", "Faces(32) Faces(6) Faces(25)"),
    (
        0x14,
        2,
        "00 01 00 02 00 03 FF FF FE FF FD FF",
        "Vector3int16([256, 512, 768]) Vector3int16([-1, -2, -3])",
        "01 00 02 00 03 00 FF FF FE FF FD FF",
        "Vector3int16([1, 2, 3]) Vector3int16([-1, -2, -3])",
    ),
];

#[test]
fn wrong_columns_are_in_the_errata_with_the_right_bytes() {
    for (type_id, n, printed, is, right, said) in WRONG {
        assert_eq!(values(*type_id, *n, &bytes(printed)), *is, "type {type_id:#04x}");
        assert_eq!(values(*type_id, *n, &bytes(right)), *said, "type {type_id:#04x}");
        let is_there = |row: &str| row.contains("example") && row.contains(right.get(..8).unwrap());
        assert!(ERRATA.lines().any(is_there), "type {type_id:#04x}");
    }
    assert!(ERRATA.contains("decodes to 256, 512, 768"));
}

/// Turns about X, Y and Z by these angles.
fn turns(radians: [f32; 3]) -> [Mat3; 3] {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    std::array::from_fn(|axis| Quat::from_axis_angle(axes[axis], radians[axis]).unwrap().to_mat3())
}

fn near(found: Mat3, expected: Mat3) {
    let mut pairs = found.to_rows_array().into_iter().zip(expected.to_rows_array());
    assert!(pairs.all(|(found, expected)| (found - expected).abs() < 1e-6), "{found:?}, not {expected:?}");
}

/// `CFrame.new(1, 2, 3)` and `CFrame.new(4, 5, 6) * CFrame.Angles(7, 8, 9)`, whose second Y is misprinted.
#[test]
fn the_two_cframes() {
    let matrix = "4B C0 07 3E 08 9C 75 3D 95 46 7D 3F 1D 25 90 BE 58 6C 74 BF 84 C5 C3 3D 1E 4A 73 3F 6F 19 95 BE \
        9F A6 E0 BD";
    let (x, z) = ("7F 81 00 00 00 00 00 00", "80 81 80 80 00 00 00 00");
    let right = "80 81 00 40 00 00 00 00";
    assert!(ERRATA.contains(&format!("decodes to 1.136 | `{right}` is 2 and 5")));
    for (y, second) in [("80 7F 00 22 00 D4 00 B2", 1.136_058), (right, 5.0)] {
        let frames = column(0x10, 2, &bytes(&format!("02 00 {matrix} {x} {y} {z}"))).values;
        let first = Value::CFrame(Rotation::Id(RotationId(2)), Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(frames.get(0), Some(first));
        let Some(Value::CFrame(Rotation::Free(turned), place)) = frames.get(1) else { panic!() };
        assert!((place.x, place.z) == (4.0, 6.0) && (place.y - second).abs() < 1e-5, "{place:?}");
        let [x, y, z] = turns([7.0, 8.0, 9.0]);
        near(turned, x * y * z);
    }
}

/// Ids, and degrees about X, Y and Z, which are applied in the order Y, X, Z.
const ROTATIONS: [(u8, [f32; 3]); 24] = [
    (0x02, [0.0, 0.0, 0.0]),
    (0x03, [90.0, 0.0, 0.0]),
    (0x05, [0.0, 180.0, 180.0]),
    (0x06, [-90.0, 0.0, 0.0]),
    (0x07, [0.0, 180.0, 90.0]),
    (0x09, [0.0, 90.0, 90.0]),
    (0x0a, [0.0, 0.0, 90.0]),
    (0x0c, [0.0, -90.0, 90.0]),
    (0x0d, [-90.0, -90.0, 0.0]),
    (0x0e, [0.0, -90.0, 0.0]),
    (0x10, [90.0, -90.0, 0.0]),
    (0x11, [0.0, 90.0, 180.0]),
    (0x14, [0.0, 180.0, 0.0]),
    (0x15, [-90.0, -180.0, 0.0]),
    (0x17, [0.0, 0.0, 180.0]),
    (0x18, [90.0, 180.0, 0.0]),
    (0x19, [0.0, 0.0, -90.0]),
    (0x1b, [0.0, -90.0, -90.0]),
    (0x1c, [0.0, -180.0, -90.0]),
    (0x1e, [0.0, 90.0, -90.0]),
    (0x1f, [90.0, 90.0, 0.0]),
    (0x20, [0.0, 90.0, 0.0]),
    (0x22, [-90.0, 90.0, 0.0]),
    (0x23, [0.0, -90.0, 180.0]),
];

#[test]
fn the_table_of_rotations() {
    for (id, degrees) in ROTATIONS {
        let [x, y, z] = turns(degrees.map(f32::to_radians));
        let expected = y * x * z;
        near(RotationId(id).matrix().unwrap(), expected);
    }
}

/// Without accumulation 1619, 1, 4, 2, 3, 5.
#[test]
fn referents_accumulate() {
    let stored: Vec<[u8; 4]> = [1619_u32, 1, 4, 2, 3, 5].map(|step| (step * 2).to_be_bytes()).to_vec();
    let interleaved: Vec<u8> = (0..4).flat_map(|byte| stored.iter().map(move |one| one[byte])).collect();
    let said = [1619, 1620, 1624, 1626, 1629, 1634].map(|one| format!("Referent(Referent({one}))"));
    assert_eq!(values(0x13, 6, &interleaved), said.join(" "));
}

/// `A0 B0 C0 A1 B1 C1` is A0 A1, B0 B1, C0 C1; four integers of four bytes are transposed.
#[test]
fn bytes_are_interleaved() {
    let rows: Vec<u8> =
        (0..4_u8).flat_map(|row| [b'A', b'B', b'C', b'D'].map(|one| one + row * 16)).collect();
    let column = |one: u8| u32::from_be_bytes([0, 1, 2, 3].map(|row| one + row * 16));
    let said = [b'A', b'B', b'C', b'D'].map(|one| format!("Enum({})", column(one)));
    assert_eq!(values(0x12, 4, &rows), said.join(" "));
}

/// 0 and above are doubled; of what is below, twice the amount less 1 is stored.
#[test]
fn integers_are_transformed() {
    for value in [0, 1, -1, 2, -2, 1337, i32::MAX, i32::MIN] {
        let wide = i64::from(value);
        let stored = if wide >= 0 { 2 * wide } else { 2 * wide.abs() - 1 };
        let stored = u32::try_from(stored).unwrap();
        assert_eq!(values(0x03, 1, &stored.to_be_bytes()), format!("Int32({value})"));
        assert_eq!(values(0x1b, 1, &u64::from(stored).to_be_bytes()), format!("Int64({value})"));
    }
    // The floats of the comparison: the sign moves to the end.
    assert_eq!((-0.15625_f32).to_bits(), 0xbe20_0000);
    assert_eq!((-0.15625_f32).to_bits().rotate_left(1), 0x7c40_0001);
}

/// A header of 32 bytes and frames of 16; the magic, of which the page prints five bytes for six, and the end.
#[test]
fn the_frame_of_a_file() {
    let signature = "89 FF 0D 0A 1A 0A";
    assert!(ERRATA.contains(&format!("a signature of six bytes, of which it prints five | `{signature}`")));
    let file = |signature: &str| {
        let header = [&b"<roblox!"[..], &bytes(signature), &[0; 2], &[0; 4], &[0; 4], &[0; 8]].concat();
        let end = [&b"END\0"[..], &[0; 4], &9_u32.to_le_bytes(), &[0; 4], b"</roblox>"].concat();
        [header, end].concat()
    };
    let whole = file(signature);
    assert_eq!(whole.len(), 32 + 16 + 9);
    let strict = rbxbinary::ReadOptions::default().strict(true);
    assert_eq!(read_with(&whole, &strict).unwrap().0.chunks.len(), 1);
    assert!(read(&file("89 ff 0a 1a 0a 00")).is_err());
}

/// `ExplicitAutoJoints`, which is `true` or `false`; -1 as a parent; a service with its markers.
#[test]
fn what_the_page_says_of_chunks() {
    let string = |text: &str| [&(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat();
    for value in ["true", "false"] {
        let data = [&1_u32.to_le_bytes()[..], &string("ExplicitAutoJoints"), &string(value)].concat();
        let chunks = vec![Chunk::Unknown(Unknown { name: *b"META", data })];
        let model = read(&write(&Model { chunks, ..Model::default() }).unwrap()).unwrap();
        let Chunk::Metadata(metadata) = &model.chunks[0] else { panic!() };
        let [(key, found)] = &metadata.entries[..] else { panic!("{metadata:?}") };
        assert_eq!((key.as_str(), &found[..]), (Some("ExplicitAutoJoints"), value.as_bytes()));
    }
    let class = [&[0; 4][..], &string("Chat"), &[1], &1_u32.to_le_bytes(), &[0, 0, 0, 14], &[1]].concat();
    let parents = [&[0][..], &1_u32.to_le_bytes(), &[0, 0, 0, 14], &[0, 0, 0, 1]].concat();
    let unknown = |name: &[u8; 4], data| Chunk::Unknown(Unknown { name: *name, data });
    let chunks = vec![unknown(b"INST", class), unknown(b"PRNT", parents)];
    let model = read(&write(&Model { chunks, ..Model::default() }).unwrap()).unwrap();
    let class = model.classes().next().unwrap();
    assert_eq!((class.format, &*class.markers, &*class.referents), (1, &[1][..], &[Referent(7)][..]));
    let tree = Tree::new(&model);
    assert_eq!(tree.roots().count(), 1);
}
