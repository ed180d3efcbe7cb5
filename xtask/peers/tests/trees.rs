//! Documents that we wrote, as rbx_binary and rbx_xml read them.

use rbx_dom_weak::types::{Ref, Variant};
use rbx_dom_weak::{WeakDom, ustr};
use rbx_xml::{DecodeOptions, DecodePropertyBehavior};
use std::collections::HashMap;

/// An instance in document order, with its target as a place in that order.
#[derive(Debug, PartialEq)]
struct Row {
    depth: usize,
    class: String,
    name: String,
    number: Option<i32>,
    target: Option<usize>,
}

/// A number below the bound, by xorshift.
fn below(state: &mut u64, bound: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 33) as usize % bound
}

/// The words of both crates are the same.
macro_rules! edits {
    ($format:ident, $id:ty) => {
        /// One edit at random.
        fn edit(document: &mut $format::Document, ids: &mut Vec<$id>, state: &mut u64, number: usize) {
            use $format::{Item, Position};
            let (one, other) = (ids[below(state, ids.len())], ids[below(state, ids.len())]);
            let parent = Some(other).filter(|_| below(state, 8) > 0);
            match below(state, 8) {
                0..=2 => {
                    let class = ["Folder", "IntValue", "ObjectValue"][below(state, 3)];
                    let item = Item::new(class).with("Name", &*format!("<{number}> & ❌"));
                    ids.push(document.add(parent, item).expect("a parent that is there"));
                }
                3 => _ = document.set(one, "Number", i32::try_from(number).unwrap_or_default()),
                4 => _ = document.set(one, "Target", other),
                // It fails if it would be in itself.
                5 => _ = document.move_to(one, parent, Position::First),
                6 if document.walk_from(one).count() < 50 => {
                    let copy = document.copy(one, parent).expect("both are there");
                    ids.extend(document.walk_from(copy).map(|visit| visit.id));
                }
                7 if document.walk_from(one).count() < 50 && ids.len() > 100 => {
                    document.remove(one);
                    ids.retain(|id| document.item(*id).is_some());
                }
                _ => _ = document.rename(one, &*format!("Renamed {number}")),
            }
        }

        /// A document after ten thousand edits.
        pub(super) fn edited() -> $format::Document {
            let (mut state, mut document) = (19, $format::Document::new());
            let root = document.add(None, $format::Item::new("Folder")).expect("the top level");
            let mut ids = vec![root];
            for number in 0..10_000 {
                edit(&mut document, &mut ids, &mut state, number);
            }
            document
        }
    };
}

mod binary {
    use super::{HashMap, Row, below};
    use rbxbinary::{Document, Referent, Value};

    edits!(rbxbinary, Referent);

    pub(super) fn rows(document: &Document) -> Vec<Row> {
        let places: HashMap<_, _> = document.walk().map(|visit| visit.id).zip(0..).collect();
        let row = |visit: rbxbinary::Visit<'_>| Row {
            depth: visit.depth,
            class: visit.item.class.to_string(),
            name: visit.item.name_lossy().into_owned(),
            number: visit.item.get("Number").and_then(Value::as_i64).and_then(|n| n.try_into().ok()),
            target: visit.item.get("Target").and_then(Value::as_referent).map(|id| places[&id]),
        };
        document.walk().map(row).collect()
    }
}

mod xml {
    use super::{HashMap, Row, below};
    use rbxxml::{Document, ItemId, Value};

    edits!(rbxxml, ItemId);

    pub(super) fn rows(document: &Document) -> Vec<Row> {
        let places: HashMap<_, _> = document.walk().map(|visit| visit.id).zip(0..).collect();
        let row = |visit: rbxxml::Visit<'_>| Row {
            depth: visit.depth,
            class: visit.item.class.to_string(),
            name: visit.item.name().to_string(),
            number: visit.item.get("Number").and_then(Value::as_i64).and_then(|n| n.try_into().ok()),
            target: visit.item.get("Target").and_then(Value::as_item).map(|id| places[&id]),
        };
        document.walk().map(row).collect()
    }
}

fn theirs(dom: &WeakDom) -> Vec<Row> {
    // Their walk is by level: this one is in document order, as the file is.
    fn below(dom: &WeakDom, id: Ref, depth: usize, order: &mut Vec<(usize, Ref)>) {
        for child in dom.get_by_ref(id).expect("a child").children() {
            order.push((depth, *child));
            below(dom, *child, depth + 1, order);
        }
    }
    let mut order = Vec::new();
    below(dom, dom.root_ref(), 0, &mut order);
    let places: HashMap<_, _> = order.iter().enumerate().map(|(place, (_, id))| (*id, place)).collect();
    let row = |(depth, id): &(usize, Ref)| {
        let instance = dom.get_by_ref(*id).expect("an instance");
        let number = instance.properties.get(&ustr("Number"));
        let target = instance.properties.get(&ustr("Target"));
        Row {
            depth: *depth,
            class: instance.class.to_string(),
            name: instance.name.clone(),
            number: number.map(|value| match value {
                Variant::Int32(number) => *number,
                other => panic!("{other:?}"),
            }),
            target: target.and_then(|value| match value {
                Variant::Ref(id) => places.get(id).copied(),
                other => panic!("{other:?}"),
            }),
        }
    };
    order.iter().map(row).collect()
}

fn assert_same(ours: &[Row], theirs: &[Row]) {
    assert!(ours.len() > 1000 && ours.iter().any(|row| row.target.is_some()), "{}", ours.len());
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert_eq!(ours, theirs);
    }
}

#[test]
fn rbx_binary_reads_the_tree_that_random_edits_leave() {
    let document = binary::edited();
    let bytes = rbxbinary::write(&document.to_model().expect("columns")).expect("a file");
    let dom = rbx_binary::from_reader(&bytes[..]).expect("a file");
    let mut expected = binary::rows(&document);
    // A file has a value for all items of a class, or for none.
    let again = rbxbinary::Document::try_from(&bytes[..]).expect("a file");
    for (row, again) in expected.iter_mut().zip(binary::rows(&again)) {
        row.number = row.number.or(again.number.filter(|number| *number == 0));
    }
    assert_same(&expected, &theirs(&dom));
}

#[test]
fn rbx_xml_reads_the_tree_that_random_edits_leave() {
    let mut document = xml::edited();
    // What XML libraries read as it is meant.
    document.plain_utf8 = true;
    let bytes = rbxxml::write(&document).expect("a document");
    let options = DecodeOptions::new().property_behavior(DecodePropertyBehavior::NoReflection);
    let dom = rbx_xml::from_reader(&bytes[..], options).expect("a file");
    assert_same(&xml::rows(&document), &theirs(&dom));
}

/// Text as other programs write it stays as they write it; as Studio writes it, XML libraries misread it.
#[test]
fn plain_utf8_is_read_as_it_was() {
    let file = |text: &str| {
        format!(
            "<roblox version=\"4\"><Item class=\"StringValue\" referent=\"A\"><Properties>\
             <string name=\"Name\">\u{fc}ber</string><string name=\"Value\">{text}</string>\
             </Properties></Item></roblox>"
        )
    };
    let value = |bytes: &[u8]| {
        let dom = rbx_xml::from_reader_default(bytes).expect("a file");
        let item = dom.get_by_ref(dom.root().children()[0]).expect("an item");
        match item.properties.get(&ustr("Value")) {
            Some(Variant::String(text)) => (item.name.clone(), text.clone()),
            other => panic!("{other:?}"),
        }
    };
    let plain = file("caf\u{e9} \u{274c}");
    let document = rbxxml::read(plain.as_bytes()).expect("a file");
    let expected = ("\u{fc}ber".to_owned(), "caf\u{e9} \u{274c}".to_owned());
    assert_eq!(value(plain.as_bytes()), expected);
    assert_eq!(value(&rbxxml::write(&document).expect("a document")), expected);

    // Also what is edited in a file without such text.
    let ascii = plain.replace("caf\u{e9} \u{274c}", "").replace('\u{fc}', "u");
    let mut document = rbxxml::read(ascii.as_bytes()).expect("a file");
    let id = document.roots().next().expect("an item");
    document.rename(id, "\u{fc}ber").expect("the item");
    document.set(id, "Value", "caf\u{e9} \u{274c}").expect("the item");
    assert_eq!(value(&rbxxml::write_onto(&document, ascii.as_bytes()).expect("a document")), expected);

    let studio = plain.replace('\u{274c}', "&#226;&#157;&#140;");
    let mut document = rbxxml::read(studio.as_bytes()).expect("a file");
    assert_ne!(value(studio.as_bytes()).1, expected.1);
    let options = rbxxml::WriteOptions::default().text(rbxxml::TextRule::CodePoints);
    assert_eq!(value(&rbxxml::write_with(&document, &options).expect("a document")), expected);
    document.plain_utf8 = true;
    assert_eq!(value(&rbxxml::write(&document).expect("a document")), expected);
}
