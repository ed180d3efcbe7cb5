//! The code in documents, compiled and run.

use std::error::Error;

const README: &str = include_str!("../../README.md");
const RBX_XML: &str = include_str!("../../docs/migrate/rbx_xml.md");
const RBX_MESH: &str = include_str!("../../docs/migrate/rbx_mesh.md");
const PYTHON_LLSD: &str = include_str!("../../docs/migrate/python-llsd.md");
const M3D_H: &str = include_str!("../../docs/migrate/m3d.h.md");

/// Runs these lines, which a document must contain.
macro_rules! lines {
    ($document:ident: $($code:tt)*) => {
        find(stringify!($($code)*), $document);
        $($code)*
    };
}

/// The result of this call, which a document must contain.
macro_rules! call {
    ($document:ident: $code:expr) => {{
        find(stringify!($code), $document);
        $code
    }};
}

fn find(code: &str, document: &str) {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    assert!(squeezed(document).contains(&squeezed(code)), "no document has {code}");
}

#[test]
fn the_readme() -> Result<(), Box<dyn Error>> {
    lines! { README:
        let value = llsd::read(b"{'name': 'chair', 'position': [r1, r2.5, r0]}")?;
        assert_eq!(value["position"][1].to_real(), 2.5);
    }
    let bytes = *include_bytes!("../../fixtures/slmesh/valid/sound.llmesh");
    lines! { README:
        let (asset, warnings) = slmesh::read_with(&bytes, &slmesh::ReadOptions::default())?;
        let triangles = asset.level(slmesh::Level::High).map(|high| high.n_triangles());
    }
    assert_eq!((warnings.total(), triangles), (0, Some(4)));
    let bytes = *include_bytes!("../../fixtures/rbxmesh/valid/v200.mesh");
    lines! { README:
        let mesh = rbxmesh::read(&bytes)?;
        let (levels, bounds) = (mesh.lods(), mesh.bounds());
    }
    assert_eq!((levels.len(), bounds.is_some()), (1, true));
    let bytes = *include_bytes!("../../fixtures/rbxbinary/valid/nested.rbxm");
    lines! { README:
        let model = rbxbinary::read(&bytes)?;
        let tree = rbxbinary::Tree::new(&model);
    }
    assert!(call!(README: tree.find("Workspace/Model/Part")).is_none());
    let bytes = *include_bytes!("../../fixtures/rbxxml/valid/all-types.rbxmx");
    lines! { README:
        let document = rbxxml::read(&bytes)?;
        let part = document.of_class("Part").next().map(|part| part.id);
    }
    assert!(part.is_none() && document.of_class("Folder").next().is_some());
    let bytes = *include_bytes!("../../fixtures/m3d/valid/sound.m3d");
    lines! { README:
        let model = m3d::read(&bytes)?;
        let title = model.title(m3d::Title::Name);
    }
    assert_eq!(title, "sound");
    Ok(())
}

#[test]
fn from_rbx_xml() -> Result<(), Box<dyn Error>> {
    let bytes = *include_bytes!("../../fixtures/rbxxml/valid/all-types.rbxmx");
    let document = call!(RBX_XML: rbxxml::read(&bytes)?);
    let first = call!(RBX_XML: document.walk()).next().ok_or("no item")?.id;
    assert_eq!(call!(RBX_XML: document.of_class("Part")).count(), 0);
    assert_eq!(call!(RBX_XML: document.find("Folder/Part")), None);
    let mut document = document.clone();
    let item = document.item_mut(first).ok_or("no item")?;
    call!(RBX_XML: item.set("Anchored", true));
    assert_eq!(call!(RBX_XML: item.get("Anchored")), Some(&rbxxml::Value::Bool(true)));
    assert_eq!(
        (item.class.to_string(), call!(RBX_XML: item.name()).to_string()),
        ("Folder".into(), "All ❌ types <&> \"quoted\"".into())
    );
    let id = first;
    call!(RBX_XML: document.set(id, "Tags", rbxbinary::tags::write(["Door"]))?);
    assert_eq!(call!(RBX_XML: document.bytes(id, "Tags")), Some(&b"Door"[..]));
    let attributes = rbxbinary::Attributes {
        entries: vec![("Speed".into(), rbxbinary::Attribute::Float64(2.0))],
        ..rbxbinary::Attributes::default()
    };
    call!(RBX_XML: document.set(id, "AttributesSerialize", attributes.write()?)?);
    let bytes = call!(RBX_XML: document.bytes(id, "AttributesSerialize")).ok_or("no attributes")?.to_vec();
    assert_eq!(call!(RBX_XML: rbxbinary::Attributes::read(&bytes)), (attributes, None));
    let colors = rbxbinary::MaterialColors { colors: [[1, 2, 3]; 23] };
    call!(RBX_XML: document.set(id, "MaterialColors", colors.write())?);
    let bytes = call!(RBX_XML: document.bytes(id, "MaterialColors")).ok_or("no colours")?.to_vec();
    assert_eq!(call!(RBX_XML: rbxbinary::MaterialColors::read(&bytes)), Some(colors));
    let bytes = *include_bytes!("../../fixtures/rbxxml/valid/all-types.rbxmx");
    let written = call!(RBX_XML: rbxxml::write(&document)?);
    assert_eq!(rbxxml::read(&written)?, document);
    assert_eq!(rbxxml::read(&call!(RBX_XML: rbxxml::write_onto(&document, &bytes)?))?, document);
    Ok(())
}

#[test]
fn from_rbx_mesh() -> Result<(), Box<dyn Error>> {
    let bytes = *include_bytes!("../../fixtures/rbxmesh/valid/v401.mesh");
    lines! { RBX_MESH: let mesh = rbxmesh::read(&bytes)?; }
    find("`mesh.vertices`, `mesh.faces`", RBX_MESH);
    let vertex = mesh.vertices[0];
    assert!(!mesh.faces.is_empty());
    let position = call!(RBX_MESH: vertex.position);
    assert!(call!(RBX_MESH: mesh.bounds()).ok_or("no bounds")?.contains(position));
    assert!(!call!(RBX_MESH: mesh.lod_faces(0)).is_empty());
    let bone = &mesh.bones[0];
    assert!(call!(RBX_MESH: mesh.bone_name(bone)).is_some());
    assert!(call!(RBX_MESH: mesh.bone_influences(0)).count() > 0);
    assert_eq!(call!(RBX_MESH: rbxmesh::write(&mesh)?), bytes);
    Ok(())
}

#[test]
fn from_python_llsd() -> Result<(), Box<dyn Error>> {
    use llsd::{Uri, Uuid, Value};
    let data = *b"{'name':'chair','parts':[i1,i2]}";
    lines! { PYTHON_LLSD: let value = llsd::read(&data)?; }
    find(r#"value["name"]"#, PYTHON_LLSD);
    assert_eq!(value["name"].to_text(), "chair");
    assert!(call!(PYTHON_LLSD: value.get("name")).is_some());
    assert!(call!(PYTHON_LLSD: value.as_map()).is_some() && call!(PYTHON_LLSD: value.as_array()).is_none());
    assert_eq!(call!(PYTHON_LLSD: value.kind()), llsd::Kind::Map);
    let data = call!(PYTHON_LLSD: llsd::binary::write(&value)?);
    assert_eq!(call!(PYTHON_LLSD: llsd::binary::read(&data)?), value);
    let data = call!(PYTHON_LLSD: llsd::xml::write(&value)?);
    assert_eq!(call!(PYTHON_LLSD: llsd::xml::read(&data)?), value);
    let data = call!(PYTHON_LLSD: llsd::notation::write(&value)?);
    assert_eq!(call!(PYTHON_LLSD: llsd::notation::read(&data)?), value);
    assert_eq!(call!(PYTHON_LLSD: Value::from(vec![1_u8, 2])).as_binary(), Some(&[1, 2][..]));
    let (uri, uuid) =
        (call!(PYTHON_LLSD: Uri::from("https://example.org")), call!(PYTHON_LLSD: Uuid([0; 16])));
    assert_eq!((uri.to_string(), Value::from(uuid).kind()), ("https://example.org".into(), llsd::Kind::Uuid));
    Ok(())
}

#[test]
fn from_m3d_h() -> Result<(), Box<dyn Error>> {
    use m3d::{PropertyId, Title};
    let data = *include_bytes!("../../fixtures/m3d/valid/hand/hand_tiny.m3d");
    lines! { M3D_H: let model = m3d::read(&data)?; }
    assert_eq!(call!(M3D_H: model.title(Title::Name)), "tri");
    let mut n_faces = 0;
    for mesh in call!(M3D_H: model.meshes()) {
        n_faces += call!(M3D_H: mesh.faces()).count();
    }
    assert_eq!(n_faces, 1);
    let red = call!(M3D_H: model.material("red")).ok_or("no red")?;
    assert!(call!(M3D_H: red.get(PropertyId::ROUGHNESS)).is_some());
    let library = model.clone();
    assert_eq!(call!(M3D_H: model.with_materials_of(&library)), model);
    assert_eq!(m3d::read(&call!(M3D_H: m3d::write(&model)?))?, model);
    Ok(())
}
