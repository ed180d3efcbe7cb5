//! The contents of fixtures.

use crate::support;
use rbxmesh::{Limits, Mesh, ReadOptions, Same, WriteOptions, read, write, write_onto_with};

#[test]
fn versions_of_the_same_mesh_hold_the_same() {
    let fixture = |name: &str| read(&support::fixture(format!("rbxmesh/valid/{name}.mesh"))).unwrap();
    let [plain, large] = ["v101", "v100"].map(fixture);
    assert_eq!(plain.vertices.difference(&large.vertices), None, "positions of 1.00 are halved");
    let of_later = fixture("v200");
    assert_eq!(of_later.vertices.len(), 24);
    for name in ["v300", "v301", "v400", "v401", "v500", "v600", "v700"] {
        let mesh = fixture(name);
        assert_eq!(mesh.vertices.difference(&of_later.vertices), None, "{name}");
        assert_eq!(mesh.lod_faces(0), of_later.faces, "{name}");
    }
    let [steps, floats] = ["v500", "v500_facs_as_floats"].map(fixture);
    let angle = |mesh: &Mesh, pose| mesh.facs().unwrap().offset(0, pose).unwrap().rotation.x;
    assert_eq!([angle(&steps, 0), angle(&steps, 2)], [angle(&floats, 0), angle(&floats, 2)]);
    assert!((angle(&steps, 1) - 7.5).abs() < 0.001 && angle(&floats, 1) == 0.5);
}

/// Text that people laid out stays, if it can be read with the options that the mesh was read with.
#[test]
fn the_original_is_read_as_the_mesh_was() {
    let bytes = support::fixture("rbxmesh/valid/v101_texture_w.mesh");
    let bytes = String::from_utf8(bytes).unwrap().replacen("][", "] [", 1).into_bytes();
    let mesh = read(&bytes).unwrap();
    let onto = |read: &ReadOptions| write_onto_with(&mesh, &bytes, read, &WriteOptions::default()).unwrap();
    let usual = ReadOptions::default();
    assert_eq!(onto(&usual), bytes);
    assert_ne!(write(&mesh).unwrap(), bytes);
    let few = usual.limits(Limits::default().elements(1));
    assert_eq!(onto(&few), write(&mesh).unwrap());
}
