//! Input made to break readers: it costs no more than other input, and what is whole of it is kept.

use crate::recorder::check_traced;
use rbxmesh::{
    Bone, BoneIndex, Envelope, Mesh, NameTable, ReadOptions, Same, Subset, Version, Vertex, info, read_with,
    validate, write,
};

#[test]
fn limits_end_the_reading() {
    let mesh = Mesh { vertices: vec![Vertex::default(); 9], faces: vec![[0, 1, 2]; 2], ..Mesh::default() };
    let bytes = write(&mesh).unwrap();
    let limited = |elements| {
        let options = ReadOptions::default();
        let limits = rbxmesh::Limits::default().elements(elements);
        read_with(&bytes, &options.limits(limits)).map(|(mesh, _)| mesh)
    };
    assert_eq!(limited(11), Ok(mesh));
    let error = limited(10).unwrap_err().to_string();
    assert_eq!(error, "faces: exceeds the limit of elements: 2 requested, 1 left (at byte 0x181)");
}

/// Subsets that all claim everything, bones in one long chain from the last to the first, and names without an end:
/// with a check of each against each this would not end.
#[test]
fn hostile_tables_take_no_longer_than_others() {
    const MANY: usize = 60_000;
    let all = Subset { vertices_length: u32::MAX, faces_length: u32::MAX, n_bones: 26, ..Subset::default() };
    let bone = |index: usize| Bone { parent: BoneIndex(index as u16 + 1), name_offset: 1, ..Bone::default() };
    let mesh = Mesh {
        version: Version::V4_00,
        vertices: vec![Vertex::default(); MANY],
        envelopes: vec![Envelope { slots: [255; 4], weights: [255; 4] }; MANY],
        faces: vec![[u32::MAX; 3]; MANY],
        bones: (0..MANY).map(bone).collect(),
        bone_names: NameTable(vec![b'x'; MANY]),
        subsets: vec![all; MANY],
        ..Mesh::default()
    };
    let bytes = write(&mesh).unwrap();
    let (read, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.difference(&mesh), None);
    assert!(warnings.total() > MANY && warnings.len() == 1000);
    let findings = validate(&read);
    assert_eq!(findings.iter().filter(|finding| finding.rule == &rbxmesh::rules::RBM001).count(), 1000);
    assert_eq!(read.influences().flatten().flatten().count(), 0);
    check_traced(&bytes);
    assert!(info(&bytes).is_ok());
}

#[test]
fn chunks_without_a_name_have_a_number() {
    let bytes = [b"version 6.00\nCOREMESH\x01\0\0\0\x08\0\0\0".as_slice(), &[0; 8], &[0; 16 + 4]].concat();
    let (_, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["chunks[2].frame: needs 16 bytes, and 4 are left (at byte 0x35)"]);
}
