//! Looking through documents, and editing their trees.

use rbxxml::{Document, Item, ItemId, Property, Reference, Same, SharedString, Value, read, write};

#[path = "documents/tree.rs"]
mod alike;
use crate::onto::MODEL;

fn text(bytes: &[u8]) -> rbxxml::Text {
    bytes.into()
}

fn target(document: &Document, id: ItemId, property: &str) -> Option<ItemId> {
    document.get(id, property)?.as_item()
}

#[test]
fn references_to_nothing_are_told_when_their_item_is_inserted() {
    let mut model = Document::new();
    let gone = Value::Referent(Reference::Unresolved("x".into()));
    model.add(None, Item::new("Model").with("Gone", gone)).unwrap();
    let all = Document::new().insert(&model, model.roots(), None).unwrap();
    assert_eq!(all.references, [(all.items[0], "Gone".into())]);
}

#[test]
fn items_are_found_by_path_class_and_reference() {
    let model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.find("Workspace/Car/Wheel").unwrap();
    assert_eq!(model.path(wheel), "Workspace/Car/Wheel");
    assert_eq!(model.find("Workspace/Boat"), None);
    let car = model.parent(wheel).unwrap();
    assert_eq!(model.item(car).unwrap().get("PrimaryPart").unwrap().as_item(), Some(wheel));
    let parts: Vec<_> =
        model.of_class("Part").map(|visit| (visit.depth, visit.item.name().to_string())).collect();
    assert_eq!(parts, [(2, "Wheel".to_owned()), (1, "Base".to_owned())]);
    let wheel = model.item(wheel).unwrap();
    assert_eq!(wheel.get("Transparency").unwrap().as_f64(), Some(0.5));
    assert_eq!(wheel.get("Transparency").unwrap().as_str(), None);
    assert_eq!(wheel.get("Size"), None);
    assert_eq!(model.walk_from(car).count(), 2);
}

#[test]
fn a_part_of_a_document_is_a_document() {
    let model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.only([model.find("Workspace/Car/Wheel").unwrap()]).unwrap();
    assert_eq!((wheel.len(), wheel.path(wheel.roots().next().unwrap())), (1, "Wheel".to_owned()));
    let car = model.only([model.find("Workspace/Car").unwrap()]).unwrap();
    assert_eq!(
        car.item(car.roots().next().unwrap()).unwrap().get("PrimaryPart").unwrap().as_item(),
        car.find("Car/Wheel")
    );
    // An item inside an earlier one is copied once.
    let both =
        model.only(["Workspace/Car", "Workspace/Car/Wheel"].map(|path| model.find(path).unwrap())).unwrap();
    assert_eq!((both.len(), both.roots().count()), (car.len(), 1));
    let mut workspace = model.clone();
    workspace
        .item_mut(workspace.roots().next().unwrap())
        .unwrap()
        .set("Seen", Reference::Unresolved("p".into()));
    workspace.resolve_references();
    let seen = workspace.item(workspace.roots().next().unwrap()).unwrap().get("Seen").unwrap().as_item();
    assert_eq!(seen, workspace.find("Workspace/Car/Wheel"));
}

/// Two items may have one referent, or one that means none; also if they were cloned by hand.
#[test]
fn a_clone_of_an_item_that_is_referred_to_is_written() {
    let mut model = read(MODEL.as_bytes()).unwrap();
    let wheel = model.find("Workspace/Car/Wheel").unwrap();
    let clone = model.item(wheel).unwrap().clone();
    let clone = model.add(None, clone).unwrap();
    let null = model.add(None, Item { referent: Some("null".into()), ..Item::new("Part") }).unwrap();
    for target in [wheel, clone, null] {
        model.add(None, Item::new("ObjectValue").with("Value", target)).unwrap();
    }
    let again = read(&write(&model).unwrap()).unwrap();
    let places: Vec<_> = again.walk().map(|visit| visit.id).collect();
    let targets = again.of_class("ObjectValue").map(|visit| visit.item.get("Value").unwrap().as_item());
    assert_eq!(targets.collect::<Vec<_>>(), [Some(places[2]), Some(places[4]), Some(places[5])]);
    assert_eq!(again.item(places[2]).unwrap().referent.as_ref().unwrap(), "p");
}

#[test]
fn shared_strings_come_along() {
    let string = |key: &str, data: &[u8]| SharedString {
        key: key.into(),
        data: data.into(),
        ..SharedString::default()
    };
    let document = |data: &[u8]| {
        let mut document = Document::new();
        document.shared_strings.push(string("k", data));
        let item = Item::new("Part").with("Tags", Value::SharedString("k".into()));
        let id = document.add(None, item.with("UniqueId", rbxxml::UniqueId::default())).unwrap();
        (document, id)
    };
    let (mut place, old) = document(b"one");
    for data in [b"one", b"two", b"two"] {
        let (model, id) = document(data);
        let id = place.insert(&model, [id], old).unwrap().items[0];
        assert_eq!(place.bytes(id, "Tags"), Some(&data[..]));
        assert_eq!(place.get(id, "UniqueId"), None);
    }
    assert_eq!(place.shared_strings.as_slice(), [string("k", b"one"), string("k-1", b"two")]);
    let copy = place.copy(old, old).unwrap();
    assert_eq!((place.len(), place.children(copy).count()), (8, 3));
    assert_eq!(place.bytes(copy, "Tags"), Some(&b"one"[..]));
    assert!(place.insert(&document(b"").0, [copy], None).is_err());
}

/// The `as_` functions return stored values, and numbers that can be converted without loss.
#[test]
fn values_are_given_as_what_they_are() {
    assert_eq!(
        [Value::Bool(true), Value::Bool(false), 1.into()].map(|one| one.as_bool()),
        [Some(true), Some(false), None]
    );
    let numbers = [Value::Float32(0.5), Value::Float64(0.25), Value::Int32(-3), Value::Enum(7), true.into()];
    assert_eq!(numbers.map(|one| one.as_f64()), [Some(0.5), Some(0.25), Some(-3.0), Some(7.0), None]);
    let vectors = [geom::Vec2::new(0.5, 2.0).into(), Value::Vector2int16([-1, 3]), Value::Int32(1)];
    assert_eq!(
        vectors.map(|one| one.as_vec2().map(geom::Vec2::to_array)),
        [Some([0.5, 2.0]), Some([-1.0, 3.0]), None]
    );
    let color = [1.0, 0.0, 0.2];
    let bytes = [255, 0, 51];
    let colors = [Value::Color3(color), Value::Color3uint8(bytes), Value::Int32(1)];
    assert_eq!(colors.map(|one| one.as_color()), [Some(color), Some(color), None]);
}

#[test]
fn properties_and_ids_differ_by_their_values() {
    let [one, other] = [1, 2].map(|number| Property::new("x", number));
    assert_eq!((one.difference(&one), one.difference(&other).is_some()), (None, true));
    let model = read(MODEL.as_bytes()).unwrap();
    let ids: Vec<_> = model.walk().map(|visit| visit.id).collect();
    let n_properties = |at: usize| model.item(ids[at]).map(|item| item.properties.len());
    let is_empty = |at: usize| model.item(ids[at]).map(|item| item.properties.is_empty());
    assert_eq!((n_properties(0), is_empty(0)), (Some(1), Some(false)));
    assert!(Item::new("Part").properties.is_empty());
    assert_eq!((ids[0].difference(&ids[0]), ids[0].difference(&ids[1]).is_some()), (None, true));
}
