//! The code that documents show, compiled and run.

use rbxbinary::{Attributes, Instance, Tree, Values, tags, write_onto};
use std::error::Error;

const README: &str = include_str!("../../README.md");
const MIGRATE: &str = include_str!("../../docs/migrate.md");

/// Runs these lines, which a document has to show.
macro_rules! lines {
    ($document:ident: $($code:tt)*) => {
        find(stringify!($($code)*), $document);
        $($code)*
    };
}

/// What this call gives, which a document has to show.
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
        assert_eq!(value["position"][1].as_real(), 2.5);
    }
    let bytes = *include_bytes!("../../fixtures/slmesh/valid/sound.llmesh");
    lines! { README:
        let (asset, warnings) = slmesh::read_with(&bytes, &slmesh::ReadOptions::default())?;
        let triangles = asset.level(slmesh::Level::High).map(|high| high.n_triangles());
    }
    assert_eq!((warnings.count(), triangles), (0, Some(4)));
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
fn coming_from_rbx_binary() -> Result<(), Box<dyn Error>> {
    let bytes = *include_bytes!("../../fixtures/rbxbinary/valid/nested.rbxm");
    lines! { MIGRATE: let model = rbxbinary::read(&bytes)?; }
    lines! { MIGRATE: let tree = Tree::new(&model); }
    assert_eq!(call!(MIGRATE: tree.roots()).len(), 1);
    assert_eq!(call!(MIGRATE: tree.walk()).count(), 4);
    let instance = call!(MIGRATE: tree.of_class("Part")).next().ok_or("no part")?;
    let names = (call!(MIGRATE: instance.name()), call!(MIGRATE: instance.class_name()));
    assert_eq!(names, (&b"Brick"[..], &b"Part"[..]));
    assert_eq!(call!(MIGRATE: instance.parent()).map(Instance::name), Some(&b"Inner"[..]));
    assert!(call!(MIGRATE: instance.instance("PrimaryPart")).is_none());
    let anchored = || call!(MIGRATE: instance.get("Anchored")?.as_bool());
    assert_eq!(anchored(), Some(true));
    let attributes = || Some(call!(MIGRATE: Attributes::read(instance.bytes("AttributesSerialize")?)));
    assert!(attributes().is_none());
    let tags = || Some(call!(MIGRATE: tags::read(instance.bytes("Tags")?)).count());
    assert_eq!(tags(), None);

    let mut model = model.clone();
    let column = call!(MIGRATE: model.column_mut("Part", "Anchored")).ok_or("no column")?;
    column.values = Values::Bool(vec![0, 0]);
    let written = call!(MIGRATE: rbxbinary::write(&model)?);
    assert_eq!(rbxbinary::read(&written)?, model);
    assert_eq!(rbxbinary::read(&call!(MIGRATE: write_onto(&model, &bytes)?))?, model);
    Ok(())
}
