//! The calls that docs/migrate/rbx_binary.md shows.

use rbxbinary::{
    Attributes, Compression, Document, Item, MaterialColors, ModelOptions, Order, Position, ReadOptions,
    Referent, Value, WriteOptions, read_with, tags, terrain, write_with,
};
use std::error::Error;

fn bytes() -> Result<Vec<u8>, rbxbinary::Error> {
    let mut document = Document::new();
    let workspace = document.add(None, Item::service("Workspace"))?;
    let model = document.add(workspace, Item::new("Model").with("Name", "Model"))?;
    document.add(model, Item::new("Part").with("Name", "Part").with("Tags", ""))?;
    document.add(model, Item::new("Part").with("Name", "Part").with("Tags", "a\0b"))?;
    rbxbinary::write(&document.to_model()?)
}

#[test]
fn reading_and_writing() -> Result<(), Box<dyn Error>> {
    let bytes = bytes()?;
    let mut document = Document::from(rbxbinary::read(&bytes)?);
    let (model, warnings) = read_with(&bytes, &ReadOptions::default())?;
    assert_eq!(warnings.total(), 0);
    assert_eq!(rbxbinary::write(&document.to_model()?)?, bytes);
    assert_eq!(rbxbinary::write_onto(&document.to_model()?, &bytes)?, bytes);
    let stored = write_with(&model, &WriteOptions::default().compression(Compression::Stored))?;
    assert_eq!(rbxbinary::read(&stored)?, model);
    let id = document.find("Workspace/Model").ok_or("no model")?;
    let extracted = rbxbinary::write(&document.only([id])?.to_model()?)?;
    assert_eq!(Document::try_from(&*extracted)?.len(), 3);
    let part = document.find("Workspace/Model/Part").ok_or("no part")?;
    document.set(part, "Anchored", false)?;
    assert_eq!(document.holes().len(), 1);
    assert!(document.to_model().is_err());
    let defaults = |_: &[u8], property: &[u8], _| (property == b"Anchored").then(|| true.into());
    document.to_model_with(&ModelOptions::default().fill(&defaults))?;
    document.unset(part, "Anchored");
    let studio = document.to_model_with(&ModelOptions::default().order(Order::Studio))?;
    assert_eq!(studio.classes().count(), 3);
    Ok(())
}

#[test]
fn building() -> Result<(), Box<dyn Error>> {
    let mut document = Document::new();
    let parent = document.add(None, Item::new("Folder"))?;
    let mut item = Item::new("Part").with("Name", "Brick").with("Anchored", true);
    item.set("Anchored", true);
    item.set("Material", Value::Enum(3));
    item.set("Color3uint8", Value::Color3uint8([1, 2, 3]));
    item.set("Tags", document.share(b"bytes"));
    let id = document.add(parent, item)?;
    let child = Item::new("ObjectValue");
    let target = document.add(id, child)?;
    document.set(id, "Value", target)?;
    assert_eq!(document.len(), 3);
    assert_eq!(document.get(id, "Value"), Some(Value::Referent(target)));
    Ok(())
}

#[test]
fn looking() -> Result<(), Box<dyn Error>> {
    let document = Document::try_from(&*bytes()?)?;
    assert_eq!(document.roots().count(), 1);
    let id = document.find("Workspace/Model/Part[2]").ok_or("no part")?;
    assert_eq!(document.path(id), "Workspace/Model/Part[2]");
    let item = document.item(id).ok_or("no item")?;
    assert_eq!((item.name(), &**item.class, item.id), (&b"Part"[..], &b"Part"[..], id));
    assert_eq!(item.properties().count(), 2);
    assert_eq!(document.children(id).count(), 0);
    let parent = document.parent(id).ok_or("no parent")?;
    assert_eq!(document.get(id, "Anchored").and_then(|value| value.as_bool()), None);
    assert_eq!(document.walk().count(), 4);
    assert_eq!(document.walk_from(id).count(), 1);
    assert_eq!(document.of_class("Part").count(), 2);
    assert_eq!(document.find_first_child(id, "Brick"), None);
    assert_eq!(document.references_to(id), []);
    assert_eq!(document.find_first_child(parent, "Part"), document.find("Workspace/Model/Part"));
    Ok(())
}

#[test]
fn editing() -> Result<(), Box<dyn Error>> {
    let mut document = Document::try_from(&*bytes()?)?;
    let mut other = Document::new();
    let id = document.find("Workspace/Model").ok_or("no model")?;
    let parent: Option<Referent> = None;
    document.set(id, "Anchored", true)?;
    assert_eq!(document.unset(id, "Anchored"), Some(true.into()));
    document.rename(id, "Wall")?;
    document.move_to(id, parent, Position::Last)?;
    let copy = document.copy(id, parent)?;
    other.insert(&document, [id], None)?;
    assert_eq!((document.len(), other.len()), (7, 3));
    assert_eq!(document.get(id, "UniqueId"), None);
    assert_eq!(document.remove(id).map(|removed| removed.n_items), Some(3));
    let model = document.to_model()?;
    assert_eq!(model.column("Model", "Name").map(|names| names.values.len()), Some(1));
    assert!(document.item(copy).is_some());
    Ok(())
}

#[test]
fn strings() -> Result<(), Box<dyn Error>> {
    let document = Document::try_from(&*bytes()?)?;
    let item = document.item(document.find("Workspace/Model/Part[2]").ok_or("no part")?).ok_or("no item")?;
    let read = || Some(tags::read(item.bytes("Tags")?).count());
    assert_eq!(read(), Some(2));
    let read = || Some(Attributes::read(item.bytes("AttributesSerialize")?));
    assert_eq!(read(), None);
    let read = || Some(MaterialColors::read(item.bytes("MaterialColors")?));
    assert_eq!(read(), None);
    let read = || Some(terrain::Grid::read(item.bytes("SmoothGrid")?));
    assert_eq!(read(), None);
    Ok(())
}

/// Each piece of code in the last column of the tables is in this file.
#[test]
fn the_calls_of_the_page_are_compiled() {
    let page = include_str!("../../../../docs/migrate/rbx_binary.md");
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.contains("| rbxbinary |"));
    let columns = rows.filter_map(|row| row.trim_end_matches(" |").rsplit_once(" | "));
    let calls: Vec<_> = columns.flat_map(|(_, ours)| ours.split('`').skip(1).step_by(2)).collect();
    assert!(calls.len() > 40, "{}", calls.len());
    for call in calls {
        assert!(include_str!("migrate.rs").contains(call), "{call}");
    }
}
