//! Every example, number and name of the Second Life wiki's page «Mesh/Mesh Asset Format» is read as the page says,
//! or section 11 of docs/formats/slmesh.md corrects it.

use crate::odd::{bytes_of, entry, packed};
use crate::quantise::{one, stored};
use llsd::{Map, Value};
use slmesh::*;

const PAGE: &str = include_str!("../../../../docs/formats/slmesh.md");

fn in_errata(row: &str) {
    let section = PAGE.split("## 11.").nth(1).unwrap().split("\n## ").next().unwrap();
    assert!(section.lines().any(|line| line.starts_with(row)), "{row}");
}

/// `02 WW 03 WW FF` and `01 WW 02 WW 03 WW 05 WW`, in their right widths: a byte for the joint, two for the weight.
#[test]
fn weights() {
    in_errata("| a joint has 16 bits | 8 bits |");
    let two = [2, 0x34, 0x12, 3, 0xcb, 0xed, 0xff];
    let (weights, warnings) = stored(&two, 1);
    assert!(warnings.is_empty());
    assert_eq!(*weights.unwrap()[0], [one(2, 0x1234), one(3, 0xedcb)]);
    // Four influences need no end mark.
    let four = [1, 0x00, 0x40, 2, 0x00, 0x40, 3, 0x00, 0x40, 5, 0xff, 0x3f];
    let (weights, warnings) = stored(&four, 1);
    assert!(warnings.is_empty());
    assert_eq!(*weights.unwrap()[0], [one(1, 0x4000), one(2, 0x4000), one(3, 0x4000), one(5, 0x3fff)]);
    // The end of one vertex is the start of the next.
    let (weights, _) = stored(&[&four[..], &[0xff], &two].concat(), 3);
    assert_eq!(weights.unwrap().iter().map(|one| one.len()).collect::<Vec<_>>(), [4, 0, 2]);
    // With 16 bits for the joint, these would be two influences and an end mark; they fit no vertex.
    let (weights, warnings) = stored(&[2, 0, 0x34, 0x12, 3, 0, 0xcb, 0xed, 0xff, 0], 1);
    assert_eq!((weights.unwrap().len(), warnings.total()), (0, 3));
    // Joints above 31 are valid.
    in_errata("| no joint above 31 | 110 joints, 254 can be stored |");
    let (weights, warnings) = stored(&[32, 0xff, 0xff, 254, 0, 0, 0xff], 1);
    assert_eq!(
        (&**weights.unwrap().first().unwrap(), warnings.total()),
        (&[one(32, 0xffff), one(254, 0)][..], 0)
    );
}

fn vector<const N: usize>(numbers: [f64; N]) -> Value {
    Value::Array(numbers.map(Value::from).into_iter().collect())
}

fn domain<const N: usize>(min: f64, max: f64) -> Value {
    Map::from([("Min", vector([min; N])), ("Max", vector([max; N]))]).into()
}

/// A level of one face: three positions of 6 bytes, normals of the same size, texture coordinates of 4 bytes, a
/// triangle.
fn level(positions: Option<Value>) -> Vec<u8> {
    let corners = [[0, 0, 0], [0xffff, 0, 0], [0, 0xffff, 0]];
    let bytes = |numbers: Vec<u16>| Value::Binary(numbers.into_iter().flat_map(u16::to_le_bytes).collect());
    let mut face = Map::from([
        ("Position", bytes(corners.concat())),
        ("Normal", bytes([[0, 0x8000, 0xffff]; 3].concat())),
        ("TexCoord0", bytes([[0, 0xffff]; 3].concat())),
        ("TexCoord0Domain", domain::<2>(0.0, 2.0)),
        ("TriangleList", bytes(vec![0, 1, 2])),
        ("Weights", Value::Binary([0, 0xff, 0xff, 0xff].repeat(3))),
    ]);
    if let Some(positions) = positions {
        face.insert("PositionDomain", positions);
    }
    bytes_of(Value::Array([Value::from(face)].into_iter().collect()))
}

/// An asset with every name of the page; offsets count from the end of the header.
fn asset(positions: Option<Value>) -> MeshAsset {
    let nothing =
        bytes_of(Value::Array([Value::from(Map::from([("NoGeometry", true)]))].into_iter().collect()));
    let hulls = bytes_of(Map::from([("BoundingVerts", Value::Binary(vec![0; 24]))]));
    let skin =
        bytes_of(Map::from([("joint_names", Value::Array([Value::from("mPelvis")].into_iter().collect()))]));
    let blocks = [
        ("high_lod", level(positions)),
        ("medium_lod", nothing.clone()),
        ("low_lod", nothing.clone()),
        ("lowest_lod", nothing.clone()),
        ("physics_mesh", nothing),
        ("physics_convex", hulls),
        ("physics_havok", bytes_of(Map::new())),
        ("skin", skin),
    ];
    let (mut header, mut body) = (Map::new(), Vec::new());
    for (name, plain) in blocks {
        let block = packed(&plain);
        let mut own = entry(body.len(), block.len());
        if name.starts_with("physics") {
            own.insert("hash", Value::Binary(vec![7; 16]));
        }
        header.insert(name, own);
        body.extend(block);
    }
    let creator: llsd::Uuid = "d7f4aeca-88f1-42a1-b385-b97b18abb255".parse().unwrap();
    header.insert("version", 1);
    header.insert("creator", creator);
    header.insert("date", llsd::Date(1.0));
    header.insert("physics_cost_data", Map::from([("mesh", vector([0.5; 9]))]));
    let bytes = [bytes_of(header), body].concat();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    // The hashes are made up, as only the simulator would set them.
    assert!(warnings.iter().all(|one| one.to_string().contains("the MD5 of the block")), "{warnings:?}");
    assert_eq!(write(&asset).unwrap(), bytes);
    asset
}

#[test]
fn names_are_those_of_the_page() {
    let asset = asset(Some(domain::<3>(-0.5, 0.5)));
    assert!(asset.other.is_empty() && asset.unknown.is_empty());
    assert_eq!((asset.version, asset.date), (Some(1), Some(llsd::Date(1.0))));
    assert_eq!(asset.creator.unwrap().to_string(), "d7f4aeca-88f1-42a1-b385-b97b18abb255");
    assert_eq!(asset.physics_cost_data.as_ref().unwrap().len(), 1);
    assert_eq!(
        asset.blocks().iter().filter(|(_, block)| matches!(block.content(), Content::Value(()))).count(),
        8
    );
    assert!(
        asset.blocks().iter().all(|(name, block)| block.hash().is_some() == name.starts_with(b"physics"))
    );
    let face = &asset.high_lod.as_ref().unwrap().value().unwrap().faces[0];
    assert!(face.other.is_empty());
    assert_eq!((face.n_vertices(), face.n_triangles()), (3, 1));
    let places: Vec<_> = face.positions().map(|place| place.to_array()).collect();
    assert_eq!(places, [[-0.5, -0.5, -0.5], [0.5, -0.5, -0.5], [-0.5, 0.5, -0.5]]);
    let normal = face.normals().next().unwrap();
    assert!((normal.x, normal.z) == (-1.0, 1.0) && normal.y.abs() < 2e-5, "{normal:?}");
    assert_eq!(face.tex_coords().next().unwrap().to_array(), [0.0, 2.0]);
    assert_eq!(*face.weights.as_ref().unwrap()[2], [one(0, 0xffff)]);
    let lowest = &asset.lowest_lod.as_ref().unwrap().value().unwrap().faces[0];
    assert_eq!((lowest.no_geometry, lowest.n_vertices()), (Some(true), 0));
}

/// The default domain is -0.5 to 0.5 in OpenSim; a domain beyond -0.501 to 0.501 is a note.
#[test]
fn domains() {
    in_errata(
        "| `PositionDomain` is optional, -0.5 to 0.5 by default | in OpenSim; in the viewer the default is 0 |",
    );
    let none = asset(None);
    let face = &none.high_lod.as_ref().unwrap().value().unwrap().faces[0];
    assert!(face.positions().all(|place| place.to_array() == [0.0; 3]));
    let notes = |limit: f64| {
        let asset = asset(Some(domain::<3>(-limit, limit)));
        validate(&asset).iter().filter(|finding| finding.rule.id == "SLM029").count()
    };
    assert_eq!((notes(0.501), notes(0.5011)), (0, 1));
}
