//! The format document: every example in it is decoded.

use crate::forms;
use rbxbinary::forms::StringForm;
use rbxbinary::terrain::{Grid, Voxel};
use rbxbinary::{
    Attribute, Attributes, Chunk, Class, ClassId, Column, Compression, Model, ReadOptions, Referent,
    RotationId, Tree, Unknown, Values, WriteOptions, read, read_with, tags, write, write_with,
};

const DOCUMENT: &str = include_str!("../../../../docs/formats/rbxbinary.md");

/// The examples of a kind: the words after it, the bytes and the expected value.
fn examples(kind: &str) -> Vec<(Vec<String>, Vec<u8>, String)> {
    let blocks = DOCUMENT.split("```").skip(1).step_by(2);
    let of_kind = blocks.filter_map(|block| block.strip_prefix(kind)?.split_once('\n'));
    of_kind
        .map(|(words, example)| {
            let (hex, value) = example.trim().split_once(" => ").expect("a value");
            let digits = hex.split_whitespace().filter(|word| *word != "|");
            let bytes = digits.map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect();
            (words.split_whitespace().map(str::to_owned).collect(), bytes, value.to_owned())
        })
        .collect()
}

/// A column with these values, which leave nothing over, and come back as they were.
pub(crate) fn column(type_id: u8, n: i32, data: &[u8]) -> Column {
    let class = Class { referents: (0..n).map(Referent).collect(), ..Class::default() };
    let raw = Column {
        class: ClassId(0),
        values: Values::Raw { type_id, data: data.to_vec() },
        ..Column::default()
    };
    let chunks = vec![Chunk::Class(class), Chunk::Column(raw)];
    let bytes = write(&Model { chunks, ..Model::default() }).unwrap();
    let model = read(&bytes).unwrap();
    let column = model.columns().next().unwrap();
    assert_eq!(column.surplus, [0; 0], "type {type_id:#04x}");
    assert!(write(&model).unwrap() == bytes, "type {type_id:#04x}");
    column.clone()
}

/// Prints the values of such a column.
pub(crate) fn values(type_id: u8, n: i32, data: &[u8]) -> String {
    let all = column(type_id, n, data).values;
    (0..all.len()).map(|i| format!("{:?}", all.get(i).unwrap())).collect::<Vec<_>>().join(" ")
}

#[test]
fn examples_of_columns_decode_and_come_back() {
    let mut types = Vec::new();
    for (words, data, expected) in examples("hex") {
        let (type_id, n) = (u8::from_str_radix(&words[0], 16).unwrap(), words[1].parse().unwrap());
        types.push(type_id);
        assert_eq!(values(type_id, n, &data), expected, "type {type_id:#04x}");
    }
    types.dedup();
    assert_eq!(types, (0x01..=0x22).collect::<Vec<_>>());
}

#[test]
fn examples_of_attributes_decode_and_come_back() {
    let examples = examples("attribute");
    assert!(examples.len() > 8);
    for (_, value, expected) in examples {
        let bytes = [b"\x01\0\0\0\x01\0\0\0a".as_slice(), &value].concat();
        let (attributes, error) = Attributes::read(&bytes);
        assert_eq!(error, None, "{expected}");
        let found: Option<&Attribute> = attributes.get("a");
        assert_eq!(format!("{:?}", found.unwrap()), expected);
        assert_eq!(attributes.write().unwrap(), bytes, "{expected}");
    }
}

#[test]
fn examples_of_chunks_decode_and_come_back() {
    let mut names = Vec::new();
    for (words, data, expected) in examples("chunk ") {
        let name = words[0].as_bytes().try_into().unwrap();
        // The column's class, which determines the number of values.
        let class = Class { referents: vec![Referent(0), Referent(1)], ..Class::default() };
        let chunks = vec![Chunk::Unknown(Unknown { name, data }), Chunk::Class(class)];
        let bytes = write(&Model { chunks, ..Model::default() }).unwrap();
        let model = read(&bytes).unwrap();
        assert_eq!(format!("{:?}", model.chunks[0]), expected);
        assert!(write(&model).unwrap() == bytes, "{words:?}");
        names.push(words[0].clone());
    }
    assert_eq!(names, ["META", "SSTR", "INST", "PROP", "PRNT", "SIGN"]);
}

#[test]
fn the_example_of_a_file_is_one() {
    let all = examples("file");
    let [(_, bytes, expected)] = all.as_slice() else { panic!("{} files", all.len()) };
    let (model, _) = read_with(bytes, &ReadOptions::default().strict(true)).unwrap();
    let tree = Tree::new(&model);
    assert_eq!(tree.walk().map(|one| format!("{one:?}")).collect::<Vec<_>>(), [expected.as_str()]);
    let stored = WriteOptions::default().compression(Compression::Stored);
    assert!(write_with(&model, &stored).unwrap() == *bytes);
}

#[test]
fn examples_of_forms_decode_and_come_back() {
    let mut seen = std::collections::BTreeSet::new();
    for (words, bytes, expected) in examples("form ") {
        let (class, property) = words[0].split_once('.').unwrap();
        let form = forms::form(class, property);
        let all = form.read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", words[0]));
        assert_eq!(forms::shown(&all), expected, "{}", words[0]);
        assert_eq!(form.write(&all).unwrap(), bytes, "{}", words[0]);
        seen.insert(form.name());
    }
    // Attributes and colours have sections of their own.
    let others = ["Conditions", "Labels", "MaterialColors", "Policies", "Properties"];
    let left: Vec<_> = StringForm::all().map(StringForm::name).filter(|name| !seen.contains(name)).collect();
    assert!(left.iter().all(|name| others.contains(name)), "{left:?}");
}

#[test]
fn the_example_of_tags_decodes_and_comes_back() {
    let all = examples("tags");
    let [(_, bytes, expected)] = all.as_slice() else { panic!("{} examples", all.len()) };
    let found: Vec<_> = tags::read(bytes).map(String::from_utf8_lossy).collect();
    assert_eq!(found.join(", "), *expected);
    assert_eq!(tags::write(tags::read(bytes)), *bytes);
}

#[test]
fn the_example_of_terrain_decodes_and_comes_back() {
    let all = examples("terrain");
    let [(_, bytes, expected)] = all.as_slice() else { panic!("{} examples", all.len()) };
    // Air fills the chunk.
    let rest = [&[0x80, 255].repeat(127)[..], &[0x80, 248]].concat();
    let bytes = [&**bytes, &rest].concat();
    let (grid, error) = Grid::read(&bytes);
    assert_eq!(error, None);
    let found: Vec<_> = grid
        .cells()
        .map(|([x, y, z], Voxel { material, occupancy, water })| {
            format!("({x}, {y}, {z}) {} {occupancy} {water}", material.name().unwrap())
        })
        .collect();
    assert_eq!(found.join(", "), *expected);
    assert_eq!(grid.write(), bytes);
}

/// An example of another kind would never be checked.
#[test]
fn every_example_is_of_a_kind_that_is_tested() {
    let kinds =
        DOCUMENT.split("```").skip(1).step_by(2).map(|block| block.split_whitespace().next().unwrap());
    let n_examples = kinds
        .inspect(|kind| {
            assert!(["hex", "chunk", "attribute", "tags", "terrain", "file", "form"].contains(kind), "{kind}")
        })
        .count();
    assert!(n_examples > 50, "{n_examples}");
}

#[test]
fn names_of_types_are_those_of_the_document() {
    for type_id in 0x01..=0x22_u8 {
        let row = format!("| {type_id:02X} | ");
        let name = Values::type_name(type_id).unwrap();
        let said = match name {
            "OptionalCFrame" => "Optional",
            "CFrameQuat" => "CFrame by quaternion",
            other => other,
        };
        let row = format!("{row}{said} |");
        assert!(DOCUMENT.lines().any(|line| line.starts_with(&row)), "{row}");
    }
}

#[test]
fn rotations_are_those_of_the_document() {
    let table = DOCUMENT.split_once("| Id | Columns |").unwrap().1.split("\n\n").next().unwrap();
    let cells: Vec<_> = table.lines().skip(2).flat_map(|line| line.split('|').map(str::trim)).collect();
    let mut n_rotations = 0;
    for pair in cells.windows(2).filter(|pair| pair[1].starts_with(['+', '−'])) {
        let id = RotationId(u8::from_str_radix(pair[0], 16).unwrap());
        let matrix = id.matrix().unwrap();
        let column = |column: usize| {
            let vector = matrix.cols()[column].to_array();
            let axis = vector.iter().position(|number| *number != 0.0).unwrap();
            format!("{}{}", if vector[axis] > 0.0 { '+' } else { '−' }, ['x', 'y', 'z'][axis])
        };
        assert_eq!(format!("{} {}", column(0), column(1)), pair[1], "{id:?}");
        assert_eq!(RotationId::from_matrix(matrix), Some(id));
        n_rotations += 1;
    }
    assert_eq!(n_rotations, 24);
    assert_eq!((0..=255).filter(|id| RotationId(*id).matrix().is_some()).count(), 24);
}
