//! Unions inside of models: what verbs say of what they hold.

use crate::support::fixtures;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rezkit::roblox::Document;
use rezkit::{
    CheckOptions, ContentKind, DiffOptions, Fact, File, List, OpenOptions, check, diff, extract, info, list,
};
use std::ops::ControlFlow;

fn blob(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(format!("rbxcsg/valid/{name}.csg"))).unwrap()
}

/// The parts of a union as a binary model.
fn parts() -> Vec<u8> {
    std::fs::read(fixtures().join("rbxbinary/valid/place.rbxl")).unwrap()
}

/// A union with everything, and one of a published place.
fn model(parts: &[u8]) -> String {
    let bytes = |property: &str, bytes: &[u8]| {
        format!("<BinaryString name='{property}'>{}</BinaryString>", STANDARD.encode(bytes))
    };
    let whole = [
        bytes("MeshData", &blob("mesh_4")),
        bytes("SolidMeshHolder", &blob("solid")),
        bytes("PhysicalConfigData", &blob("collision_7")),
        bytes("ChildData", parts),
    ]
    .concat();
    let published = bytes("PhysicalConfigData", &blob("collision_8"))
        + "<Content name='AssetId'><url>http://www.roblox.com//asset/?id=12</url></Content>";
    let item = |class: &str, name: &str, properties: &str| {
        format!(
            "<Item class='{class}' referent='{name}'><Properties><string name='Name'>{name}</string>{properties}\
             </Properties></Item>"
        )
    };
    let items = item("UnionOperation", "Whole", &whole)
        + &item("UnionOperation", "Published", &published)
        + &item("MeshPart", "Mesh", &bytes("PhysicalConfigData", &blob("collision_3")))
        + &item("MeshPart", "Block", &bytes("PhysicalConfigData", &blob("collision_0")));
    format!("<roblox version='4'>{items}</roblox>")
}

fn open(bytes: &[u8]) -> File<'_> {
    File::open(bytes, &OpenOptions::default()).unwrap()
}

#[test]
fn info_says_what_a_model_holds_of_its_unions() {
    let xml = model(&parts());
    let binary =
        rezkit::convert(&open(xml.as_bytes()), &rezkit::ConvertOptions::to(rezkit::Format::RbxBinary))
            .unwrap()
            .bytes;
    for bytes in [xml.as_bytes(), &binary] {
        let facts = info(&open(bytes)).unwrap().facts;
        let of = |name: &str| facts.iter().find(|(of, _)| *of == name).map(|(_, fact)| fact.clone());
        let count = |n| Some(Fact::Count(n));
        assert_eq!(of("unions"), count(2));
        assert_eq!(of("unions with their mesh"), count(1));
        assert_eq!(of("unions with their mesh in an asset"), count(1));
        assert_eq!(of("unions with their parts"), count(1));
        assert_eq!(of("unions and meshes with collision hulls"), count(3));
    }
    let assets = list(&open(xml.as_bytes()), List::Assets).unwrap().items;
    assert_eq!((assets.len(), &*assets[0].path), (1, "Published"));
}

#[test]
fn info_says_what_a_blob_holds() {
    let facts = |name: &str| info(&open(&blob(name))).unwrap();
    let mesh = facts("mesh_5");
    assert_eq!((mesh.version.as_deref(), mesh.levels), (Some("5"), vec![12, 4]));
    assert_eq!(mesh.bounds, Some([[-2.0, -1.0, -3.0], [2.0, 1.0, 3.0]]));
    let hulls = facts("collision_8");
    assert!(hulls.facts.contains(&("hulls", Fact::Count(3))), "{:?}", hulls.facts);
    assert!(hulls.facts.contains(&("flat hulls", Fact::Count(1))));
    assert!(hulls.facts.contains(&("volume", Fact::Text("0.3333 cubic studs".into()))));
}

#[test]
fn what_unions_hold_is_extracted_by_its_kind() {
    let mut found = Vec::new();
    extract(&open(model(&parts()).as_bytes()), &mut |content| {
        found.push((content.kind, content.source.clone(), content.bytes.to_vec()));
        ControlFlow::Continue(())
    })
    .unwrap();
    let mut expected = vec![
        (ContentKind::Mesh, "Whole.MeshData", blob("mesh_4")),
        (ContentKind::Mesh, "Whole.SolidMeshHolder", blob("solid")),
        (ContentKind::Collision, "Whole.PhysicalConfigData", blob("collision_7")),
        (ContentKind::Model, "Whole.ChildData", parts()),
        (ContentKind::Collision, "Published.PhysicalConfigData", blob("collision_8")),
        (ContentKind::Collision, "Mesh.PhysicalConfigData", blob("collision_3")),
        (ContentKind::Collision, "Block.PhysicalConfigData", blob("collision_0")),
    ];
    found.sort_by(|a, b| a.1.cmp(&b.1));
    expected.sort_by(|a, b| a.1.cmp(b.1));
    let found: Vec<_> = found.iter().map(|(kind, source, bytes)| (*kind, &**source, bytes.clone())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_parts_of_a_union_are_compared_as_the_model_that_they_are() {
    let old = parts();
    let mut document = Document::open(&old).unwrap();
    let model_inside = document.of_class("Model")[0];
    document.set(model_inside, "Name", "Renamed").unwrap();
    let new = document.save_onto(&old).unwrap().bytes;
    let (old, new) = (model(&old), model(&new));
    let mut changes = Vec::new();
    diff(&open(old.as_bytes()), &open(new.as_bytes()), &DiffOptions::default(), &mut |change| {
        changes.push(change);
        ControlFlow::Continue(())
    })
    .unwrap();
    let [change] = &changes[..] else { panic!("{changes:?}") };
    let [property] = &change.properties[..] else { panic!("{change:?}") };
    assert_eq!((&*change.path, &*property.name), ("Whole", "ChildData"));
    assert!(property.lines.iter().any(|line| line.text.ends_with("Renamed")), "{:?}", property.lines);
    // The values themselves stay what they are: a length and a hash.
    assert!(!property.new.as_ref().unwrap().contains("Renamed"));
}

#[test]
fn check_looks_into_what_unions_hold() {
    const NEWER: &str = "invalid/collision_version_9";
    let blob = |path: &str| std::fs::read(fixtures().join(format!("rbxcsg/{path}.csg"))).unwrap();
    let item = |class: &str, property: &str, bytes: &[u8]| {
        format!(
            "<Item class='{class}'><Properties><string name='Name'>{class}</string>\
             <BinaryString name='{property}'>{}</BinaryString></Properties></Item>",
            STANDARD.encode(bytes)
        )
    };
    let items = item("UnionOperation", "MeshData2", &blob("rules/RBC001.fires"))
        + &item("MeshPart", "PhysicalConfigData", &blob(NEWER))
        // Not what these are for.
        + &item("MeshPart", "MeshData2", b"no mesh")
        + &item("Folder", "PhysicalConfigData", b"no hulls");
    let xml = format!("<roblox version='4'>{items}</roblox>");
    let to_binary = rezkit::ConvertOptions::to(rezkit::Format::RbxBinary);
    let binary = rezkit::convert(&open(xml.as_bytes()), &to_binary).unwrap().bytes;
    let found = |bytes: &[u8]| {
        let report = check(&open(bytes), &CheckOptions::default()).unwrap();
        let found =
            report.findings.into_iter().filter(|one| one.rule.starts_with("RBC") || one.rule == "RZK001");
        found.map(|one| (one.rule, one.path, one.found, one.range.is_some())).collect::<Vec<_>>()
    };
    let newer = rbxmesh::csg::read(&blob(NEWER)).unwrap_err().to_string();
    let broken = |path: &str| ("RBC001", path.to_owned(), "vertex 24, at triangles[0]".to_owned(), true);
    let unread = |path: &str| ("RZK001", path.to_owned(), newer.clone(), true);
    let of_xml = ["items[0] UnionOperation, MeshData2", "items[1] MeshPart, PhysicalConfigData"];
    assert_eq!(found(xml.as_bytes()), [broken(of_xml[0]), unread(of_xml[1])]);
    let of_binary = ["PROP MeshPart.PhysicalConfigData", "PROP UnionOperation.MeshData2"];
    let of_binary = [7, 8].map(|chunk| format!("chunks[{chunk}] {}, values[0]", of_binary[chunk - 7]));
    assert_eq!(found(&binary), [unread(&of_binary[0]), broken(&of_binary[1])]);
}
