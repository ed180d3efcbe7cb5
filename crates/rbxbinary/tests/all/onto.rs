//! Writing edited files: what was not edited stays as it is.

use crate::support;
use rbxbinary::{
    Chunk, Class, ClassId, Column, Compression, Document, Hierarchy, Item, Model, ModelOptions, Order,
    Position, ReadOptions, Referent, Same, SharedIndex, Strings, Unknown, Value, Values, WriteOptions,
    chunks, read, recompress, validate, write, write_onto, write_onto_with,
};

fn fixture(name: &str) -> Vec<u8> {
    support::fixture(format!("rbxbinary/{name}"))
}

/// The chunks of `written` that are not the same bytes in `original`, by name.
fn changed(original: &[u8], written: &[u8]) -> Vec<String> {
    let bodies =
        |bytes| chunks(bytes).unwrap().map(|chunk| (chunk.name(), chunk.body().to_vec())).collect::<Vec<_>>();
    let old = bodies(original);
    let names = read(written).unwrap().chunks.into_iter().map(|chunk| match chunk {
        Chunk::Column(column) => format!("PROP {}", column.name),
        Chunk::Class(class) => format!("INST {}", class.name),
        chunk => chunk.name().escape_ascii().to_string(),
    });
    let new = bodies(written).into_iter().zip(names);
    new.filter(|(chunk, _)| !old.contains(chunk)).map(|(_, name)| name).collect()
}

/// Writes a document onto the file that it was made from.
fn onto(document: &Document, original: &[u8]) -> Vec<u8> {
    write_onto(&document.to_model().unwrap(), original).unwrap()
}

#[test]
fn a_document_without_edits_is_the_model() {
    let mut files = support::fixtures("rbxbinary");
    files.extend(support::samples("roblox"));
    let mut n_models = 0;
    for (name, bytes) in files {
        let Ok(model) = read(&bytes) else { continue };
        n_models += 1;
        let document = Document::from(model.clone());
        let same = document.to_model().unwrap();
        // An instance whose referent another has gets its own.
        if validate(&model).iter().any(|finding| finding.rule.id == "RBX001") {
            assert_ne!(same, model, "{name}");
            continue;
        }
        assert_eq!(same.difference(&model), None, "{name}");
        assert!(write_onto(&same, &bytes).unwrap() == bytes, "{name}");
        let is_decoded = |chunk: &Chunk| match chunk {
            Chunk::Column(column) => !matches!(column.values, Values::Raw { .. }),
            chunk => !matches!(chunk, Chunk::Packed(_)),
        };
        if model.chunks.iter().all(is_decoded) {
            assert_eq!(document.holes(), [], "{name}");
            let studio = document.to_model_with(&ModelOptions::default().order(Order::Studio)).unwrap();
            let again = Document::from(read(&write(&studio).unwrap()).unwrap());
            let shown = |document: &Document| {
                document
                    .walk()
                    .map(|visit| format!("{} {:?}", visit.depth, visit.item.to_item().name()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(shown(&again), shown(&document), "{name}");
        }
    }
    assert!(n_models > 30, "{n_models}");
}

#[test]
fn an_edit_changes_the_chunks_that_hold_it() {
    let original = fixture("valid/nested.rbxm");
    let document = Document::try_from(&*original).unwrap();
    let brick = document.find("Outer/Inner/Brick").unwrap();
    let after = |edit: &dyn Fn(&mut Document)| {
        let mut document = document.clone();
        edit(&mut document);
        let written = onto(&document, &original);
        let again = Document::try_from(&*written).unwrap();
        assert_eq!(
            again.walk().map(|visit| visit.id).collect::<Vec<_>>(),
            document.walk().map(|visit| visit.id).collect::<Vec<_>>()
        );
        changed(&original, &written)
    };
    assert_eq!(after(&|_| {}), [""; 0]);
    assert_eq!(after(&|document| drop(document.set(brick, "Anchored", false))), ["PROP Anchored"]);
    // The type of the file, and no change at all if the value is the same.
    assert_eq!(after(&|document| drop(document.set(brick, "Anchored", true))), [""; 0]);
    assert_eq!(after(&|document| document.rename(brick, "Wall").unwrap()), ["PROP Name"]);
    assert_eq!(
        after(&|document| _ = document.set_all(|_, item| *item.class == "Part", "Locked", true)),
        ["PROP Locked"]
    );
    assert_eq!(after(&|document| document.move_to(brick, None, Position::First).unwrap()), ["PRNT"]);
    let folder = || Item::new("Wedge").with("Name", "New");
    assert_eq!(after(&|document| drop(document.add(brick, folder()))), ["INST Wedge", "PROP Name", "PRNT"]);
    // Chunks are only left out.
    let outer = document.find("Outer").unwrap();
    assert_eq!(after(&|document| drop(document.remove(outer))), ["PRNT"]);
}

#[test]
fn values_are_written_in_the_type_of_the_file() {
    let part = |size: Values| {
        let referents = vec![Referent(0), Referent(1)];
        let class = Class { name: "Part".into(), referents: referents.clone(), ..Class::default() };
        let column = Column { name: "P".into(), values: size, ..Column::default() };
        let hierarchy =
            Hierarchy { children: referents, parents: vec![Referent::NONE; 2], ..Hierarchy::default() };
        let chunks = vec![
            Chunk::Class(class),
            Chunk::Column(column),
            Chunk::Hierarchy(hierarchy),
            Chunk::End(b"</roblox>".to_vec()),
        ];
        Document::from(Model { chunks, ..Model::default() })
    };
    let column =
        |document: &Document| document.to_model().unwrap().column("Part", "P").unwrap().values.clone();
    let mut document = part(Values::Float32(vec![1.0, 2.0]));
    document.set(Referent(0), "P", 0.5).unwrap();
    assert_eq!(column(&document), Values::Float32(vec![0.5, 2.0]));
    document.set(Referent(0), "P", "text").unwrap();
    let error = document.to_model().unwrap_err().to_string();
    assert_eq!(error, "Part.P of Part: expected Float32, found String");
    // Another type is possible for all.
    document.set(Referent(1), "P", "other").unwrap();
    assert_eq!(column(&document), Values::String(Strings::new(["text", "other"]).unwrap()));

    let mut document = part(Values::Raw { type_id: 0x77, data: vec![1, 2, 3] });
    document.rename(Referent(0), "Named").unwrap();
    assert_eq!(column(&document), Values::Raw { type_id: 0x77, data: vec![1, 2, 3] });
    document.remove(Referent(0)).unwrap();
    let error = document.to_model().unwrap_err().to_string();
    assert_eq!(error, "Part.P: expected a decoded column, found one that is kept as bytes");
}

/// Classes with the same name and with the same id, the same referent twice, cycles, and parents that are not there.
#[test]
fn irregular_models_are_edited() {
    let class = |id, name: &str, referents: &[i32]| {
        let referents = referents.iter().map(|referent| Referent(*referent)).collect();
        Chunk::Class(Class { id: ClassId(id), name: name.into(), referents, ..Class::default() })
    };
    let names = |id, names: &[&str]| {
        let values = Values::String(Strings::new(names).unwrap());
        Chunk::Column(Column { class: ClassId(id), name: "Name".into(), values, ..Column::default() })
    };
    let (children, parents) = [(1, 2), (2, 1), (3, 77), (4, -1)]
        .map(|(child, parent)| (Referent(child), Referent(parent)))
        .into_iter()
        .unzip();
    let chunks = vec![
        class(0, "Part", &[1, 2]),
        class(1, "Part", &[3]),
        class(1, "Folder", &[4]),
        class(2, "Model", &[3, -1, i32::MAX]),
        names(0, &["A", "B"]),
        names(1, &["C"]),
        names(2, &["D", "E", "F"]),
        Chunk::Hierarchy(Hierarchy { children, parents, ..Hierarchy::default() }),
        Chunk::Unknown(Unknown { name: *b"NEWS", data: vec![1] }),
        Chunk::End(b"</roblox>".to_vec()),
    ];
    let mut document = Document::from(Model { chunks, ..Model::default() });
    let shown = |document: &Document| {
        document
            .walk()
            .map(|visit| format!("{}{}", visit.depth, visit.item.name_lossy()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    // One of each cycle is at the top level.
    assert_eq!(shown(&document), "0A 1B 0C 0Folder 0D 0E 0F");
    // The second item with the referent 3, and the one with -1, have new ids.
    assert_eq!(document.find("D"), Some(Referent(5)));
    assert_eq!(document.item(Referent(3)).unwrap().name(), b"C");
    document.rename(Referent(4), "Named").unwrap();
    let new = document.add(document.find("E"), Item::new("Part").with("Name", "G")).unwrap();
    document.set(new, "Value", document.find("D").unwrap()).unwrap();
    let holes: Vec<_> =
        document.holes().into_iter().map(|hole| (hole.property.to_string(), hole.with)).collect();
    assert_eq!(holes, [("Value".to_owned(), vec![new])]);
    for order in [Order::File, Order::Studio] {
        let model = document.to_model_with(&ModelOptions::default().order(order)).unwrap();
        let again = Document::try_from(&*write(&model).unwrap()).unwrap();
        assert_eq!(shown(&again), "0A 1B 0C 0Named 0D 0E 1G 0F", "{order:?}");
        let new = again.find("E/G").unwrap();
        assert_eq!(again.get(new, "Value").unwrap().as_referent(), again.find("D"));
        let rules: Vec<_> = validate(&model).iter().map(|finding| finding.rule.id).collect();
        assert!(!rules.contains(&"RBX001") && !rules.contains(&"RBX011"), "{rules:?}");
        assert!(model.chunks.iter().any(|chunk| matches!(chunk, Chunk::Unknown(_))));
    }
}

#[test]
fn what_leads_nowhere_in_a_file_does_not_lead_to_what_is_added() {
    let column =
        |name: &str, values| Chunk::Column(Column { name: name.into(), values, ..Column::default() });
    let indices = |all: &[u32]| Values::SharedString(all.iter().copied().map(SharedIndex).collect());
    let referents = |all: &[i32]| all.iter().copied().map(Referent).collect::<Vec<_>>();
    let parents = vec![Referent::NONE; 3];
    let chunks = vec![
        Chunk::SharedStrings(Strings::new(["zero"]).unwrap().into()),
        Chunk::Class(Class { name: "Part".into(), referents: referents(&[0, 1, 2]), ..Class::default() }),
        column("A", indices(&[0, 1, 2])),
        column("B", indices(&[1, 0, 9])),
        column("Link", Values::Referent(referents(&[3, 4, 1]))),
        Chunk::Hierarchy(Hierarchy { children: referents(&[0, 1, 2]), parents, ..Hierarchy::default() }),
        Chunk::End(b"</roblox>".to_vec()),
    ];
    let model = Model { chunks, ..Model::default() };
    let mut document = Document::from(model.clone());
    assert!(document.to_model().unwrap() == model);
    let [one, two] = [&b"one"[..], b"two"].map(|content| document.share(content));
    document.set(Referent(0), "B", one).unwrap();
    let added: Vec<_> = (0..3).map(|_| document.add(None, Item::new("Folder")).unwrap()).collect();
    added.iter().for_each(|id| drop(document.set(*id, "Text", two)));
    let shown = |document: &Document, ids: [Referent; 3]| {
        let text =
            |id, property| document.bytes(id, property).map(String::from_utf8_lossy).unwrap_or_default();
        ids.map(|id| format!("{} {}", text(id, "A"), text(id, "B"))).join(", ")
    };
    let linked = |document: &Document, ids: [Referent; 3]| {
        ids.map(|id| {
            document.get(id, "Link").unwrap().as_referent().is_some_and(|id| document.item(id).is_some())
        })
    };
    let ids = [0, 1, 2].map(Referent);
    assert_eq!(shown(&document, ids), "zero one,  zero,  ");
    assert_eq!(linked(&document, ids), [false, false, true]);
    assert_eq!(document.references_to(Referent(1)), [(Referent(2), "Link".into())]);
    for order in [Order::File, Order::Studio] {
        let model = document.to_model_with(&ModelOptions::default().order(order)).unwrap();
        let again = Document::try_from(&*write(&model).unwrap()).unwrap();
        let ids = again.of_class("Part").map(|visit| visit.id).collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(shown(&again, ids), "zero one,  zero,  ", "{order:?}");
        assert_eq!(linked(&again, ids), [false, false, true], "{order:?}");
        let folder = again.of_class("Folder").next().unwrap().id;
        assert_eq!(again.bytes(folder, "Text"), Some(&b"two"[..]), "{order:?}");
    }
}

#[test]
fn services_and_metadata_stay() {
    let original = fixture("valid/place.rbxl");
    let mut document = Document::try_from(&*original).unwrap();
    let service = document.walk().find(|visit| visit.item.is_service()).unwrap().id;
    let class = document.item(service).unwrap().class.to_string();
    let copy = document.copy(service, None).unwrap();
    assert!(!document.item(copy).unwrap().is_service());
    let model = document.to_model().unwrap();
    let markers = &model.classes().find(|one| one.name == *class).unwrap().markers;
    assert_eq!(markers.iter().filter(|marker| **marker != 0).count(), 1);
    let mut merged = Document::new();
    let inserted = merged.insert(&document, [service], None).unwrap().items[0];
    let folder = merged.add(None, Item::new("Folder")).unwrap();
    let inner = merged.insert(&document, [service], folder).unwrap().items[0];
    assert!(merged.item(inserted).unwrap().is_service() && !merged.item(inner).unwrap().is_service());
    let places: Vec<_> =
        merged.to_model().unwrap().classes().map(|class| (class.name.to_string(), class.format)).collect();
    assert!(places.contains(&(class, 1)) && places.contains(&("Folder".into(), 0)));
    assert!(matches!(merged.to_model().unwrap().chunks[0], Chunk::Metadata(_)));
    assert_eq!(merged.get(inserted, "Nothing"), None::<Value<'_>>);
}

#[test]
fn a_chunk_that_is_new_has_the_compression_of_the_others() {
    let lz4 = support::fixture("rbxbinary/valid/nested.rbxm");
    let mut model = read(&lz4).unwrap();
    let column = model.chunks.iter_mut().find_map(column_of).unwrap();
    let Values::String(names) = &mut column.values else { panic!("{:?}", column.values) };
    *names = Strings::new((0..names.len()).map(|_| "as long as it takes, as long as it takes")).unwrap();
    for compression in [Compression::Lz4, Compression::Zstd, Compression::Stored] {
        let original = recompress(&lz4, compression, &ReadOptions::default()).unwrap();
        let written = write_onto(&model, &original).unwrap();
        assert_eq!(read(&written).unwrap().difference(&model), None);
        let all: Vec<_> = chunks(&written).unwrap().map(|one| one.compression()).collect();
        let (end, others) = all.split_last().unwrap();
        assert_eq!(*end, Compression::Stored);
        assert!(others.iter().all(|one| *one == compression), "{compression:?}: {others:?}");
    }
    // There is nothing to go by.
    let stored = WriteOptions::default().compression(Compression::Stored);
    let onto = write_onto_with(&model, b"", &ReadOptions::default(), &stored).unwrap();
    assert!(chunks(&onto).unwrap().all(|one| one.compression() == Compression::Stored));
}

fn column_of(chunk: &mut Chunk) -> Option<&mut Column> {
    match chunk {
        Chunk::Column(column) if matches!(column.values, Values::String(_)) => Some(column),
        _ => None,
    }
}
