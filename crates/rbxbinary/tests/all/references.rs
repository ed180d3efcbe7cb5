//! References in attributes follow instances that get other referents.

use rbxbinary::{
    Attribute, Attributes, Document, Holder, Item, ModelOptions, Order, OwnedValue, Referent, Value, read,
    validate, write,
};

const ATTRIBUTES: &str = "AttributesSerialize";

/// Attributes of an instance: a number, and a reference in `Door`.
fn attributes(door: Referent) -> Vec<u8> {
    let entries = vec![("A".into(), Attribute::Float64(1.0)), ("Door".into(), Attribute::Ref(door))];
    Attributes { entries, ..Attributes::default() }.write().unwrap()
}

fn door(document: &Document, id: Referent) -> Option<Referent> {
    match Attributes::read(document.bytes(id, ATTRIBUTES).unwrap()).0.get("Door") {
        Some(Attribute::Ref(referent)) => Some(*referent).filter(|referent| !referent.is_none()),
        other => panic!("{other:?}"),
    }
}

/// `Folder`, `Door`, and `Bell` in the folder, whose attribute refers to the door.
fn house(is_shared: bool) -> (Document, [Referent; 3]) {
    let mut document = Document::new();
    let mut add = |parent, name: &str| document.add(parent, Item::new("Part").with("Name", name)).unwrap();
    let folder = add(None, "Folder");
    let target = add(None, "Door");
    let bell = add(Some(folder), "Bell");
    let bytes = attributes(target);
    let value = if is_shared { document.share(&bytes).into() } else { OwnedValue::from(bytes) };
    document.set(bell, ATTRIBUTES, value).unwrap();
    for other in [folder, target] {
        let value = if is_shared { document.share(b"").into() } else { OwnedValue::from("") };
        document.set(other, ATTRIBUTES, value).unwrap();
    }
    (document, [folder, target, bell])
}

fn saved(document: &Document, order: Order) -> Document {
    let model = document.to_model_with(&ModelOptions::default().order(order)).unwrap();
    let model = read(&write(&model).unwrap()).unwrap();
    assert!(validate(&model).iter().all(|finding| finding.rule.id != "RBX003"));
    model.into()
}

#[test]
fn a_class_has_its_own_holders_and_that_of_all_classes() {
    let of = |class: &[u8]| Holder::of_class(class).map(Holder::property).collect::<Vec<_>>();
    assert_eq!(of(b"Part"), [ATTRIBUTES]);
    assert_eq!(of(b"StyleQuery"), [ATTRIBUTES, "ConditionsSerialize"]);
}

#[test]
fn references_in_attributes_follow_new_referents() {
    for is_shared in [false, true] {
        let (document, [_, target, bell]) = house(is_shared);
        assert_eq!(document.references_to(target), [(bell, "@Door".into())]);
        assert_eq!(document.references_from(bell).collect::<Vec<_>>(), [("@Door".into(), target)]);
        let mut document = saved(&document, Order::Studio);
        let find = |document: &Document, path| document.find(path).unwrap();
        // Studio numbers what is in the folder before the door.
        let [folder, target, bell] = ["Folder", "Door", "Folder/Bell"].map(|path| find(&document, path));
        assert_eq!((target, bell), (Referent(2), Referent(1)));
        assert_eq!(door(&document, bell), Some(target));
        // The references of a copy keep their targets, unless the targets are copied, too.
        let copy = document.copy(folder, None).unwrap();
        let bell_of_copy = document.find_first_child(copy, "Bell").unwrap();
        assert_eq!(door(&document, bell_of_copy), Some(target));
        assert_eq!(document.references_to(target).len(), 2);
        let mut other = Document::from(read(&write(&Document::new().to_model().unwrap()).unwrap()).unwrap());
        for _ in 0..3 {
            other.add(None, Item::new("Folder").with("Name", "Folder")).unwrap();
        }
        let both = other.insert(&document, [folder, target], None).unwrap();
        let new_bell = other.find_first_child(both.items[0], "Bell").unwrap();
        assert_eq!((door(&other, new_bell), both.references), (Some(both.items[1]), vec![]));
        let alone = other.insert(&document, [folder], None).unwrap();
        let lone = other.find_first_child(alone.items[0], "Bell").unwrap();
        assert_eq!((door(&other, lone), alone.references), (None, vec![(lone, "@Door".into())]));
        let extracted = document.only([folder]).unwrap();
        assert_eq!(door(&extracted, find(&extracted, "Folder/Bell")), None);
        for order in [Order::File, Order::Studio] {
            let read = saved(&other, order);
            let [bell, door_of] = ["Folder[4]/Bell", "Door"].map(|path| find(&read, path));
            assert_eq!(door(&read, bell), Some(door_of), "{order:?}");
        }
        let removed = document.remove(target).unwrap();
        assert_eq!(removed.references, [(bell, "@Door".into()), (bell_of_copy, "@Door".into())]);
        assert_eq!((door(&document, bell), door(&document, bell_of_copy)), (None, None));
    }
}

#[test]
fn a_reference_of_an_attribute_that_leads_nowhere_is_found_and_kept_apart() {
    let (mut document, [.., bell]) = house(false);
    document.set(bell, ATTRIBUTES, attributes(Referent(3))).unwrap();
    let model = document.to_model_with(&ModelOptions::default().order(Order::File)).unwrap();
    // A new document is arranged anew, and what leads nowhere leads to nothing then.
    assert!(validate(&model).iter().all(|finding| finding.rule.id != "RBX003"));
    let mut model = house(false).0.to_model().unwrap();
    let row = |class, name| model_row(&model, class, name);
    let at = row("Part", b"Bell");
    let bytes = attributes(Referent(3));
    let column = model.column_mut("Part", ATTRIBUTES).unwrap();
    let rows: Vec<_> = (0..3).map(|row| if row == at { bytes.as_slice() } else { b"" }).collect();
    column.values = rbxbinary::Values::String(rbxbinary::Strings::new(rows).unwrap());
    let found: Vec<_> = validate(&model).iter().map(|one| (one.rule.id, one.found.clone())).collect();
    assert_eq!(found, [("RBX003", "@Door: there is no instance 3".to_owned())]);
    // No new item gets the referent.
    let mut document = Document::from(read(&write(&model).unwrap()).unwrap());
    assert_eq!(document.add(None, Item::new("Folder")).unwrap(), Referent(4));
}

/// The row of the instance of a class with this name.
fn model_row(model: &rbxbinary::Model, class: &str, name: &[u8]) -> usize {
    let values = &model.column(class, "Name").unwrap().values;
    (0..values.len()).find(|row| values.get(*row) == Some(Value::String(name))).unwrap()
}

#[test]
fn what_is_behind_attributes_of_unknown_types_stays() {
    let unknown = [b"\x02\0\0\0\x04\0\0\0Door\x25\x01\0\0\0", &b"\x01\0\0\0z\x7f\x01\0\0\0"[..]].concat();
    let holder = rbxbinary::Holder::for_property(b"Part", ATTRIBUTES.as_bytes()).unwrap();
    assert!(!holder.is_readable(&unknown) && holder.is_readable(&attributes(Referent(1))));
    let moved = holder.redirected(&unknown, &mut |_, _| Referent(9)).unwrap();
    let expected = [b"\x02\0\0\0\x04\0\0\0Door\x25\x09\0\0\0", &b"\x01\0\0\0z\x7f\x01\0\0\0"[..]].concat();
    assert_eq!(moved, expected);
    // Only of the classes that have them.
    let of = |class: &str, property: &str| {
        rbxbinary::Holder::for_property(class.as_bytes(), property.as_bytes()).is_some()
    };
    assert!(of("StyleRule", "PropertiesSerialize") && !of("Path2D", "PropertiesSerialize"));
    let tween = rbxbinary::Holder::for_property(b"StyleRule", b"PropertyTransitionsSerialize").unwrap();
    let bytes = [&[2, 0], &*attributes(Referent(5))].concat();
    assert_eq!(tween.references(&bytes), [(None, Referent(5))]);
    let new = tween.redirected(&bytes, &mut |_, _| Referent(6));
    assert_eq!(new, Some([&[2, 0], &*attributes(Referent(6))].concat()));
}

/// Readers cannot determine from a value how many numbers it has.
#[test]
fn physical_properties_of_a_string_have_five_numbers_or_all_six() {
    let one = |acoustic_absorption| {
        let own = rbxbinary::PhysicalProperties { density: 0.5, acoustic_absorption, ..Default::default() };
        Attribute::PhysicalProperties { custom: 1, own }
    };
    let none = Attribute::PhysicalProperties { custom: 0, own: Default::default() };
    let read = |values: &[Attribute]| {
        let entries = values.iter().map(|value| ("Name".into(), value.clone())).collect();
        let bytes = Attributes { entries, ..Attributes::default() }.write().unwrap();
        let (attributes, error) = Attributes::read(&bytes);
        assert_eq!((error, attributes.write().unwrap() == bytes), (None, true));
        attributes.entries.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
    };
    for all in [[one(None), none.clone(), one(None)], [one(Some(0.5)), none.clone(), one(Some(0.25))]] {
        assert_eq!(read(&all), all);
    }
    assert_eq!(read(&[one(None), one(Some(0.5))]), [one(Some(1.0)), one(Some(0.5))]);
    // The rest of a longer list is checked, too.
    let nested = Attribute::Array(vec![one(None), Attribute::Dictionary(vec![("a".into(), one(None))])]);
    assert_eq!(read(&[nested.clone(), Attribute::Bool(1)]), [nested, Attribute::Bool(1)]);
}
