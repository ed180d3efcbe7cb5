//! Looking through documents, and editing their trees.

use rbxbinary::{
    Chunk, Class, Coded, Column, Content, Document, ErrorKind, Font, Hierarchy, Item, Model, ModelOptions,
    NewValues, Order, OwnedValue, Position, ReadOptions, Referent, SharedIndex, UDims, UniqueId, Value,
    Values, read, read_with, write,
};
#[path = "../../../rbxxml/tests/all/documents/tree.rs"]
mod alike;
use alike::place;

fn text(bytes: &[u8]) -> &[u8] {
    bytes
}

fn target(document: &Document, id: Referent, property: &str) -> Option<Referent> {
    document.get(id, property)?.as_referent()
}

#[test]
fn a_part_of_a_document_is_a_document() {
    let model = place();
    let wheel = model.only([model.find("Workspace/Car/Wheel").unwrap()]).unwrap();
    assert_eq!((wheel.len(), wheel.path(wheel.roots().next().unwrap())), (1, "Wheel".to_owned()));
    let car = model.only([model.find("Workspace/Car").unwrap()]).unwrap();
    let primary = car.get(car.roots().next().unwrap(), "PrimaryPart").unwrap();
    assert_eq!(primary.as_referent(), car.find("Car/Wheel"));
    assert!(model.only([Referent(99)]).is_err());
}

/// Edits at random positions change a value, or move, copy, add or remove an item. If each edit took time in proportion
/// to the document, this would take minutes; `cargo bench -p rbxbinary -- edit` measures it.
#[test]
fn edits_take_time_in_proportion_to_what_they_change() {
    let mut document = Document::new();
    let parent = document.add(None, Item::new("Model")).unwrap();
    for i in 0..100_000 {
        let part = Item::new("Part").with("Anchored", true).with("Name", format!("Part{i}"));
        document.add(parent, part.with("Model", parent)).unwrap();
    }
    let file = write(&document.to_model().unwrap()).unwrap();
    let mut document = Document::try_from(&*file).unwrap();
    let parent = document.roots().next().unwrap();
    let mut ids: Vec<_> = document.children(parent).collect();
    let mut state = 1_usize;
    for i in 0..10_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (state >> 33) % ids.len();
        match i % 4 {
            0 => drop(document.set(ids[at], "Anchored", false).unwrap()),
            1 => document.move_to(ids[at], parent, Position::Before(ids[(at + 1) % ids.len()])).unwrap(),
            2 => ids[at] = document.copy(ids[at], parent).unwrap(),
            _ => {
                document.remove(ids[at]).unwrap();
                ids[at] = document.add(parent, Item::new("Part")).unwrap();
            }
        }
    }
    assert_eq!(document.children(parent).count(), 102_500);
}

#[test]
fn what_is_built_from_nothing_is_written_as_studio_does() {
    const N: i32 = 100_000;
    let mut document = Document::new();
    let folder = document.add(None, Item::new("Model").with("Name", "All")).unwrap();
    for i in 0..N {
        let part = Item::new("Part").with("Name", format!("Part{i}")).with("Number", i);
        let part =
            document.add(folder, part.with("size", rbxbinary::geom::Vec3::new(4.0, 1.0, 2.0))).unwrap();
        document.set(part, "Model", folder).unwrap();
    }
    let model = document.to_model().unwrap();
    let again = read(&write(&model).unwrap()).unwrap();
    assert_eq!(again, model);
    let names: Vec<_> = again.classes().map(|class| (class.name.to_string(), class.id.0)).collect();
    assert_eq!(names, [("Model".to_owned(), 0), ("Part".to_owned(), 1)]);
    let parts = again.classes().last().unwrap();
    assert_eq!(
        (parts.referents.len(), parts.referents[0], parts.referents[N as usize - 1]),
        (N as usize, Referent(1), Referent(N))
    );
    let columns: Vec<_> = again.columns().map(|column| column.name.to_string()).collect();
    assert_eq!(columns, ["Name", "Model", "Name", "Number", "size"]);
    assert!(rbxbinary::validate(&again).is_empty());
    let again = Document::from(again);
    assert_eq!(again.get(Referent(N), "Number").unwrap().as_i64(), Some(i64::from(N) - 1));
    assert_eq!(again.find_first_child(folder, "Part99999"), Some(Referent(N)));
}

#[test]
fn shared_strings_come_along() {
    let document = |data: &[u8]| {
        let mut document = Document::new();
        let string = document.share(data);
        let item = Item::new("Part").with("Tags", string);
        let id = UniqueId { index: 7, ..UniqueId::default() };
        let id = document.add(None, item.with("UniqueId", id)).unwrap();
        (document, id)
    };
    let (mut place, old) = document(b"one");
    for data in [b"one", b"two", b"two"] {
        let (model, id) = document(data);
        let id = place.insert(&model, [id], old).unwrap().items[0];
        assert_eq!(place.bytes(id, "Tags"), Some(&data[..]));
        assert_eq!(place.get(id, "UniqueId"), Some(Value::UniqueId(UniqueId::default())));
    }
    let copy = place.copy(old, old).unwrap();
    assert_eq!((place.len(), place.children(copy).count()), (8, 3));
    assert_eq!(place.bytes(copy, "Tags"), Some(&b"one"[..]));
    assert!(place.insert(&document(b"").0, [copy], None).is_err());
    let unused = place.share(b"unused");
    assert_eq!((unused, place.shared_string(SharedIndex(1))), (SharedIndex(2), Some(&b"two"[..])));
    // Text is stored as a shared string if the other values are shared.
    let text = place.add(None, Item::new("Part").with("Tags", "three")).unwrap();
    place.set(text, "UniqueId", UniqueId::default()).unwrap();
    let studio = ModelOptions::default().order(Order::Studio);
    let model = place.to_model_with(&studio).unwrap();
    let strings = model.shared_strings();
    let strings: Vec<_> = (0..).map_while(|index| strings.get(SharedIndex(index))).collect();
    assert_eq!(strings, [&b"one"[..], b"two", b"three"]);
    let again = Document::try_from(&*write(&model).unwrap()).unwrap();
    let tags: Vec<_> = again.walk().map(|visit| visit.item.bytes("Tags").unwrap()).collect();
    assert_eq!(tags, [&b"one"[..], b"one", b"two", b"two", b"one", b"one", b"two", b"two", b"three"]);
    // The order of the file puts new strings after the old ones.
    let mut again = again;
    let four = again.share(b"four");
    again.set(again.roots().next().unwrap(), "Tags", four).unwrap();
    let model = again.to_model().unwrap();
    assert_eq!((four, model.shared_strings().get(four)), (SharedIndex(3), Some(&b"four"[..])));
}

/// References of all kinds to a removed item become null, and the others stay.
#[test]
fn a_removed_item_is_referred_to_by_nobody() {
    let mut document = Document::new();
    let part = document.add(None, Item::new("Part")).unwrap();
    let other = document.add(None, Item::new("Part")).unwrap();
    let image = Item::new("Decal").with("Image", Content::Object(part)).with("Other", other);
    let image = document.add(None, image).unwrap();
    let value = document.add(None, Item::new("ObjectValue").with("Value", part)).unwrap();
    let mut references = document.remove(part).unwrap().references;
    references.sort();
    assert_eq!(references, [(image, "Image".into()), (value, "Value".into())]);
    assert_eq!(document.get(image, "Image"), Some(Value::Content(Content::None)));
    assert_eq!(document.get(value, "Value"), Some(Value::Referent(Referent::NONE)));
    assert_eq!(target(&document, image, "Other"), Some(other));
}

/// The marker of a service in a file may be any byte but 0.
#[test]
fn items_of_a_file_keep_their_markers() {
    let mut made = Document::new();
    for _ in 0..2 {
        made.add(None, Item::new("A")).unwrap();
    }
    let mut model = made.to_model().unwrap();
    for chunk in &mut model.chunks {
        if let Chunk::Class(class) = chunk {
            (class.format, class.markers) = (1, vec![3, 0]);
        }
    }
    let mut document = Document::from(model);
    document.add(None, Item::new("A")).unwrap();
    let is_from_file = |id| document.is_from_file(id);
    assert_eq!(document.roots().map(is_from_file).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(document.to_model().unwrap().classes().next().unwrap().markers, [3, 0, 0]);
}

/// Columns that were not decoded are written with the document, if their length still fits.
#[test]
fn packed_columns_are_columns_of_a_document() {
    let mut made = Document::new();
    for number in 0..100 {
        let name = format!("{number}");
        made.add(None, Item::new("A").with("Name", name).with("value", number).with("other", 7)).unwrap();
    }
    let file = write(&made.to_model().unwrap()).unwrap();
    let options = ReadOptions::default().columns(|_, property| property == b"Name");
    let model = read_with(&file, &options).unwrap().0;
    let packed =
        |model: &Model| model.chunks.iter().filter(|chunk| matches!(chunk, Chunk::Packed(_))).count();
    assert_eq!(packed(&model), 2);
    let mut document = Document::from(model);
    let (first, last) = (document.roots().next().unwrap(), document.roots().next_back().unwrap());
    document.set(first, "Name", "x").unwrap();
    let written = Document::from(read(&write(&document.to_model().unwrap()).unwrap()).unwrap());
    let roots: Vec<_> = written.roots().collect();
    let values = |row: usize| {
        let get = |property| written.get(roots[row], property).unwrap();
        (get("Name"), get("value"), get("other"))
    };
    let expected = |name: &'static [u8], value| (Value::String(name), Value::Int32(value), Value::Int32(7));
    assert_eq!((roots.len(), values(0), values(99)), (100, expected(b"x", 0), expected(b"99", 99)));
    document.remove(last).unwrap();
    assert_eq!(
        document.to_model().unwrap_err().to_string(),
        "A.other: expected a decoded column, found one that is kept as bytes"
    );
}

/// Whatever properties they have, of whatever types, and however long.
#[test]
fn items_have_the_values_that_they_were_added_with() {
    let long = "long ".repeat(200);
    let item = |number: i32| {
        let mut item = Item::new(if number % 2 == 0 { "A" } else { "B" }).with("Name", format!("{number}"));
        if number % 3 == 0 {
            item.set("value", number);
        }
        if number % 5 == 0 {
            // The same property with another type.
            item.set("value", Value::Float32(0.5));
        }
        if number % 7 == 0 {
            item.set("text", if number % 14 == 0 { &*long } else { "short" });
            item.set("font", Font { family: b"rbxasset://f.json", weight: 400, ..Font::default() });
            item.set(
                "content",
                if number % 4 == 0 { Content::None } else { Content::Uri(b"rbxassetid://1") },
            );
        }
        item
    };
    let mut document = Document::new();
    let ids: Vec<_> = (0..500).map(|number| document.add(None, item(number)).unwrap()).collect();
    let copies: Vec<_> = ids.iter().map(|id| document.copy(*id, None).unwrap()).collect();
    let mut other = Document::new();
    let pasted = other.insert(&document, ids.iter().copied(), None).unwrap().items;
    // Neither the copies nor what is added later depend on the originals.
    for id in &ids {
        document.set(*id, "value", true).unwrap();
        document.unset(*id, "text");
    }
    for (number, copy) in (0..).zip(&copies) {
        assert_eq!(document.item(*copy).unwrap().to_item(), item(number));
    }
    for (number, pasted) in (0..).zip(pasted) {
        assert_eq!(other.item(pasted).unwrap().to_item(), item(number));
    }
    for (number, id) in (0..).zip(ids) {
        let mut expected = item(number).with("value", true);
        expected.unset("text");
        assert_eq!(document.remove(id).unwrap().item, expected);
    }
    let again = document.add(None, item(42)).unwrap();
    assert_eq!(document.item(again).unwrap().to_item(), item(42));
    assert_eq!(document.len(), copies.len() + 1);
}

#[test]
fn of_missing_texts_only_names_are_filled() {
    let mut document = Document::new();
    let mut add = |item| document.add(None, item).unwrap();
    add(Item::new("Folder").with("Name", "a"));
    add(Item::new("Folder"));
    let model = document.to_model().unwrap();
    let names = &model.column("Folder", "Name").unwrap().values;
    assert_eq!(names.get(1), Some(Value::String(b"Folder")));
    document.add(None, Item::new("StringValue").with("Value", "a")).unwrap();
    document.add(None, Item::new("StringValue")).unwrap();
    let error = document.to_model().unwrap_err();
    assert_eq!(error.to_string(), "StringValue.Value of StringValue[2]: there is no value");
    let number = |_: &[u8], _: &[u8], _| Some(OwnedValue::from(1.0_f64));
    let error = document.to_model_with(&ModelOptions::default().fill(&number)).unwrap_err();
    assert_eq!(error.to_string(), "Folder.Name: expected String, found Float64");
}

#[test]
fn items_go_next_to_their_siblings_only() {
    let mut document = place();
    let [car, wheel] = ["Workspace/Car", "Workspace/Car/Wheel"].map(|path| document.find(path).unwrap());
    let error = document.move_to(car, None, Position::After(wheel)).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::NoSuchItem);
}

/// A file that leaves 65,535 referents in a row at most.
#[test]
fn ids_run_out() {
    let referents: Vec<_> = (0..1 << 15).map(|n| Referent(n << 16)).collect();
    let class = Class { referents: referents.clone(), ..Class::default() };
    let hierarchy =
        Hierarchy { parents: vec![Referent::NONE; 1 << 15], children: referents, ..Hierarchy::default() };
    let chunks = vec![Chunk::Class(class), Chunk::Hierarchy(hierarchy)];
    let mut document = Document::from(Model { chunks, ..Model::default() });
    let first = document.roots().next().unwrap();
    for _ in 0..0xffff {
        document.copy(first, None).unwrap();
    }
    let kind = ErrorKind::TooLong { len: 0x1_7fff };
    assert_eq!(document.copy(first, None).unwrap_err().kind(), &kind);
    assert_eq!(document.add(None, Item::new("Folder")).unwrap_err().kind(), &kind);
}

#[test]
fn models_that_no_file_can_hold_are_refused() {
    let class = || Class { name: "Part".into(), referents: vec![Referent(0)], ..Class::default() };
    let column = |values| Column { name: "a".into(), values, ..Column::default() };
    let raw = Coded::from_iter([Err(1)]);
    let odd = UDims { scale: vec![0.0], offset: vec![0, 1] };
    let errors = [
        vec![Chunk::Class(Class { markers: vec![1], ..class() })],
        vec![Chunk::Column(column(Values::Int32(vec![1])))],
        vec![Chunk::Class(class()), Chunk::Column(column(Values::PhysicalProperties(raw)))],
        vec![Chunk::Class(class()), Chunk::Column(column(Values::UDim(odd)))],
    ]
    .map(|chunks| write(&Model { chunks, ..Model::default() }).unwrap_err().to_string());
    assert_eq!(
        errors,
        [
            "chunks[0] INST Part: expected 0 as the number of markers, found 1",
            "chunks[0] PROP ?.a: no INST declares class 0",
            "chunks[1] PROP Part.a, values[0]: expected 0 or 2 as flags, found 1",
            "chunks[1] PROP Part.a: expected 1 as the number of offset, found 2",
        ]
    );
    #[cfg(feature = "serde")]
    {
        // A packed chunk that says another length than it has.
        let text =
            r#"{"name":[97,97,97,97],"is_stored":true,"plain_len":5,"reserved":0,"body":[1],"column":null}"#;
        let chunks = vec![Chunk::Packed(serde_json::from_str(text).unwrap())];
        let error = write(&Model { chunks, ..Model::default() }).unwrap_err();
        assert_eq!(
            error.to_string(),
            "chunks[0] aaaa: expected 5 as the number of bytes in the body, found 1"
        );
    }
    let error = NewValues::new(0xee, 1).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::UnknownType { type_id: 0xee });
}
