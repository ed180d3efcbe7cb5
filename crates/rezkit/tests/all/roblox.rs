//! The document of models and places is the same for both encodings.

use rbxbinary::{NewValues, Values};
use rezkit::roblox::{Document, Id, Position, Target, Value};
use rezkit::{File, Format, OpenOptions};

const BOTH: [Format; 2] = [Format::RbxBinary, Format::RbxXml];

fn named(document: &mut Document, parent: Option<Id>, class: &str, name: &str) -> Id {
    let id = document.add(parent, class).unwrap();
    document.set(id, "Name", name).unwrap();
    id
}

/// Two models at the top: `Car` with a wheel that it refers to, and `Link`, which refers to the wheel and to the door,
/// which is elsewhere.
fn kit(format: Format) -> Document {
    let mut kit = Document::new(format).unwrap();
    let car = named(&mut kit, None, "Model", "Car");
    let wheel = named(&mut kit, Some(car), "Part", "Wheel");
    let link = named(&mut kit, None, "ObjectValue", "Link");
    let other = named(&mut kit, None, "ObjectValue", "Other");
    let door = named(&mut kit, None, "Part", "Door");
    kit.set(car, "PrimaryPart", wheel).unwrap();
    kit.set(link, "Value", wheel).unwrap();
    kit.set(other, "Value", door).unwrap();
    for part in [wheel, door] {
        kit.set(part, "Anchored", true).unwrap();
        kit.set(part, "size", geom::Vec3::new(1.0, 2.0, 3.0)).unwrap();
        kit.set(part, "Material", Value::Enum(512)).unwrap();
        kit.set(part, "BrickColor", Value::BrickColor(21)).unwrap();
    }
    kit.set_unknown(wheel, "MeshData", Value::SharedString((&b"mesh"[..]).into())).unwrap();
    kit
}

fn saved(document: Document) -> Document {
    Document::open(&document.save().unwrap().bytes).unwrap()
}

#[test]
fn several_roots_are_inserted_with_the_references_between_them() {
    for from in BOTH {
        for to in BOTH {
            let kit = saved(kit(from));
            let mut place = Document::new(to).unwrap();
            let folder = named(&mut place, None, "Folder", "Kits");
            let roots: Vec<_> = ["Link", "Car", "Other"].iter().map(|name| kit.find(name).unwrap()).collect();
            let inserted = place.insert(&kit, &roots, Some(folder)).unwrap();
            let [link, car, other] = inserted.ids[..] else { panic!("{inserted:?}") };
            assert_eq!(inserted.references, [(other, "Value".to_owned())], "{from:?} to {to:?}");
            assert_eq!(inserted.left_out, []);
            assert_eq!(place.children(folder), [link, car, other]);
            let wheel = place.find("Kits/Car/Wheel").unwrap();
            let lead = |id, property| place.get(id, property).and_then(|value| value.as_id());
            assert_eq!((lead(car, "PrimaryPart"), lead(link, "Value")), (Some(wheel), Some(wheel)));
            assert_eq!(place.get(other, "Value"), Some(Value::Referent(Target::None)));
            let place = saved(place);
            assert_eq!((place.format(), place.len()), (to, 5));
            let wheel = place.find("Kits/Car/Wheel").unwrap();
            assert_eq!(place.get(place.find("Kits/Link").unwrap(), "Value").unwrap().as_id(), Some(wheel));
            assert_eq!(place.get(wheel, "Anchored"), Some(Value::Bool(true)));
            assert_eq!(place.get(wheel, "size").unwrap().as_vec3(), Some(geom::Vec3::new(1.0, 2.0, 3.0)));
            assert_eq!(place.get(wheel, "Material"), Some(Value::Enum(512)));
            let is_number = matches!(place.get(wheel, "BrickColor"), Some(Value::BrickColor(21)));
            assert_eq!(is_number, to == Format::RbxBinary);
            assert_eq!(place.get(wheel, "BrickColor").unwrap().as_enum(), Some(21));
            assert_eq!(place.bytes(wheel, "MeshData"), Some(&b"mesh"[..]));
        }
    }
}

#[test]
fn from_xml_into_binary_and_back_is_the_same() {
    let kit = kit(Format::RbxXml);
    let mut binary = Document::new(Format::RbxBinary).unwrap();
    binary.insert(&kit, &kit.roots(), None).unwrap();
    let binary = saved(binary);
    let mut back = Document::new(Format::RbxXml).unwrap();
    back.insert(&binary, &binary.roots(), None).unwrap();
    for path in ["Car", "Car/Wheel", "Link", "Other", "Door"] {
        let [before, after] = [&kit, &back].map(|document| {
            let id = document.find(path).unwrap();
            let lead = |value: &Value<'_>| value.as_id().map(|id| document.path(id));
            let properties = document.properties(id).into_iter().map(|(name, value)| match lead(&value) {
                Some(path) => format!("{name} -> {path}"),
                None => format!("{name} = {:?} {:?}", value.kind(), value.as_bytes().map(<[u8]>::to_vec)),
            });
            // A binary file has all properties for all of a class, which the kit has not.
            let mut properties: Vec<_> = properties.collect();
            properties.sort();
            properties
        });
        assert!(before.iter().all(|line| after.contains(line)), "{path}: {before:?} became {after:?}");
    }
}

#[test]
fn attributes_are_set_one_by_one() {
    for format in BOTH {
        let mut document = Document::new(format).unwrap();
        let part = named(&mut document, None, "Part", "Lamp");
        document.set_attribute(part, "Watts", 60.0).unwrap();
        document.set_attribute(part, "Label", "old").unwrap();
        document.set_attribute(part, "Label", "new").unwrap();
        // A whole number becomes what the attribute is.
        document.set_attribute(part, "Watts", 40).unwrap();
        document.set_attribute(part, "Tint", Value::Color3([1.0, 0.5, 0.0])).unwrap();
        document.set_attribute(part, "Other", part).unwrap();
        assert!(document.unset_attribute(part, "Tint").unwrap());
        assert!(!document.unset_attribute(part, "Tint").unwrap());
        let document = saved(document);
        let part = document.find("Lamp").unwrap();
        let expected = [
            ("Watts".to_owned(), Value::Float64(40.0)),
            ("Label".to_owned(), Value::String((&b"new"[..]).into())),
            ("Other".to_owned(), part.into()),
        ];
        assert_eq!(document.attributes(part), expected);
        assert_eq!(document.attribute(part, "Watts").unwrap().as_f64(), Some(40.0));
        assert_eq!(document.attribute(part, "Tint"), None);
    }
}

#[test]
fn instances_are_moved_copied_and_removed() {
    for format in BOTH {
        let mut document = kit(format);
        let [car, wheel, link, door] =
            ["Car", "Car/Wheel", "Link", "Door"].map(|path| document.find(path).unwrap());
        document.move_to(door, Some(car), Position::First).unwrap();
        assert_eq!(document.children(car), [door, wheel]);
        assert!(document.move_to(car, Some(wheel), Position::Last).is_err());
        document.move_to(door, Some(car), Position::After(wheel)).unwrap();
        assert_eq!((document.children(car), document.parent(door)), (vec![wheel, door], Some(car)));
        let copy = document.copy(car, None).unwrap();
        let wheel_of_copy = document.children(copy)[0];
        assert_eq!(document.get(copy, "PrimaryPart").unwrap().as_id(), Some(wheel_of_copy));
        assert_eq!(document.path(wheel_of_copy), "Car[2]/Wheel");
        assert_eq!((document.remove(car), document.remove(car)), (3, 0));
        assert_eq!(document.get(link, "Value"), Some(Value::Referent(Target::None)));
        assert_eq!((document.len(), document.of_class("Part").len()), (5, 2));
        assert!(!document.contains(car));
        let document = saved(document);
        assert_eq!(
            document.roots().iter().map(|id| document.name(*id)).collect::<Vec<_>>(),
            ["Link", "Other", "Car"]
        );
    }
}

#[test]
fn values_become_what_the_property_is() {
    for format in BOTH {
        let mut document = Document::new(format).unwrap();
        let script = named(&mut document, None, "Script", "Main");
        document.set(script, "Source", Value::ProtectedString((&b"print(1)"[..]).into())).unwrap();
        document.set(script, "Source", "print(2)").unwrap();
        assert_eq!(document.set(script, "Order", 1_i64).is_err(), cfg!(feature = "classes"));
        document.set_unknown(script, "Order", 1_i64).unwrap();
        document.set(script, "Order", 2).unwrap();
        assert_eq!(document.get(script, "Order"), Some(Value::Int64(2)));
        let is_source = matches!(document.get(script, "Source"), Some(Value::ProtectedString(_)));
        assert_eq!(
            (is_source, document.bytes(script, "Source")),
            (format == Format::RbxXml, Some(&b"print(2)"[..]))
        );
        assert!(document.unset(script, "Order") && !document.unset(script, "Order"));
    }
}

#[test]
fn ids_of_another_document_are_refused() {
    let [binary, mut xml] = BOTH.map(kit);
    let foreign = binary.roots()[0];
    assert!(!xml.contains(foreign));
    assert!(xml.set(foreign, "Name", "x").is_err() && xml.copy(foreign, None).is_err());
    assert!(xml.insert(&binary, &[xml.roots()[0]], None).is_err());
    assert_eq!(xml.len(), 5);
}

#[test]
fn what_is_not_changed_stays_byte_by_byte() {
    let place = include_bytes!("../../../../fixtures/rbxbinary/valid/place.rbxl");
    let original = Document::open(place).unwrap();
    assert_eq!(original.save_onto(place).unwrap().bytes, place);
    assert!(Document::open(b"{'a':i1}").unwrap_err().message.contains("no instances"));
}

/// A kind that a format crate knows and the list of kinds lacks would be lost.
#[test]
fn every_kind_of_the_formats_is_known() {
    const LIST: &str = "crates/dom/src/value/kinds.rs";
    let known = |bytes: &[u8], name: &str| {
        let document = Document::open(bytes).unwrap();
        let value = document.get(document.find("Part").unwrap(), "Value");
        assert!(value.is_some(), "{name} is not in {LIST}");
    };
    for id in 1..=u8::MAX {
        let Some(name) = Values::type_name(id) else { continue };
        let mut column = NewValues::new(id, 1).unwrap();
        column.push_neutral().unwrap();
        let column = Values::from(column);
        let mut document = rbxbinary::Document::new();
        let part = rbxbinary::Item::new("Part").with("Value", column.get(0).unwrap());
        document.add(None, part).unwrap();
        known(&rbxbinary::write(&document.to_model().unwrap()).unwrap(), name);
    }
    for ty in rbxxml::Type::ALL {
        let mut document = rbxxml::Document::default();
        let part = rbxxml::Item::new("Part").with("Value", rbxxml::Value::least(*ty));
        document.add(None, part).unwrap();
        known(&rbxxml::write(&document).unwrap(), ty.element());
    }
}

/// New instances have their defaults in either encoding, and only those are written that differ.
#[test]
fn new_instances_have_defaults() {
    for format in BOTH {
        let mut document = Document::new(format).unwrap();
        let part = document.create(None, "Part").unwrap();
        let thing = document.add(Some(part), "NoSuchClass").unwrap();
        document.set(thing, "Name", "NoSuchClass").unwrap();
        assert_eq!((&*document.name(part), &*document.name(thing)), ("Part", "NoSuchClass"));
        if cfg!(feature = "classes") {
            assert_eq!(document.get(part, "size"), Some(Value::Vector3(geom::Vec3::new(4.0, 1.2, 2.0))));
            assert_eq!(document.get(part, "Anchored"), Some(Value::Bool(false)));
        }
        assert_eq!(document.properties(thing).len(), 1);
        // Saving does not consume the document, and gives either encoding.
        for to in BOTH {
            let saved = document.save_as(to).unwrap();
            let again = Document::open(&saved.bytes).unwrap();
            assert_eq!(again.format(), to);
            let again_part = again.find("Part").unwrap();
            assert_eq!(again.get(again_part, "size"), document.get(part, "size"), "{format:?} {to:?}");
            assert_eq!(again.len(), 2);
        }
    }
}

#[test]
fn chosen_instances_are_saved_alone() {
    let mut place = Document::new(Format::RbxBinary).unwrap();
    let workspace = place.add(None, "Workspace").unwrap();
    let [car, door] = ["Car", "Door"].map(|name| named(&mut place, Some(workspace), "Model", name));
    let wheel = named(&mut place, Some(car), "Part", "Wheel");
    place.set(car, "PrimaryPart", wheel).unwrap();
    place.set(door, "PrimaryPart", wheel).unwrap();
    let only = Document::open(&place.only(&[door, car]).unwrap().save().unwrap().bytes).unwrap();
    let names: Vec<_> = only.roots().into_iter().map(|id| only.name(id).into_owned()).collect();
    assert_eq!(names, ["Door", "Car"]);
    let leads = |document: &Document, path: &str| {
        let id = document.find(path)?;
        document.get(id, "PrimaryPart").and_then(|value| value.as_id()).map(|id| document.path(id))
    };
    assert_eq!(leads(&only, "Door").as_deref(), Some("Car/Wheel"));
    // What a reference leads to may be left behind.
    let alone = place.only(&[door]).unwrap();
    assert_eq!((alone.len(), leads(&alone, "Door")), (1, None));
    assert_eq!(place.len(), 4);
}

/// A base in one encoding, and two edits in both.
#[test]
fn files_of_both_encodings_are_merged() {
    let mut base = Document::new(Format::RbxBinary).unwrap();
    let part = named(&mut base, None, "Part", "Door");
    base.set(part, "Anchored", false).unwrap();
    base.set(part, "Transparency", 0.0_f32).unwrap();
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.set(part, "Anchored", true).unwrap();
    theirs.set(part, "Transparency", 0.5_f32).unwrap();
    let bytes = [
        base.save_as(Format::RbxXml).unwrap().bytes,
        ours.save().unwrap().bytes,
        theirs.save_as(Format::RbxXml).unwrap().bytes,
    ];
    let [base, ours, theirs] =
        bytes.each_ref().map(|bytes| File::open(bytes, &OpenOptions::default()).unwrap());
    for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
        let merged = rezkit::merge(Some(&base), ours, theirs).unwrap();
        assert_eq!((merged.n_conflicts, merged.n_properties), (0, 1), "{merged:?}");
        let merged = Document::open(&merged.bytes).unwrap();
        assert_eq!(merged.format(), ours.identity().format);
        let door = merged.find("Door").unwrap();
        assert_eq!(merged.get(door, "Anchored"), Some(Value::Bool(true)));
        assert_eq!(merged.get(door, "Transparency"), Some(Value::Float32(0.5)));
    }
}
