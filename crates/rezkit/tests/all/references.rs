//! References in properties and attributes lead to the same instances, whatever is done to a document.

mod random_steps;
mod walker;

use rbxbinary::{Attribute, Attributes, Document as Binary, Item, Referent, TweenInfo};
use rezkit::roblox::{Document, Target, Value};
use rezkit::{
    ConvertOptions, Edit, File, Format, List, OpenOptions, PrintKind, Query, convert, diff, edit, list,
    merge, print, project, query,
};
use std::ops::ControlFlow;
use walker::{Lead, walk};

fn open(bytes: &[u8]) -> File<'_> {
    File::open(bytes, &OpenOptions::default()).unwrap()
}

fn written(entries: &[(&str, Attribute)], undecoded: &[u8]) -> Vec<u8> {
    let entries = entries.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    let n_undecoded = u32::from(!undecoded.is_empty());
    Attributes { entries, n_undecoded, undecoded: undecoded.to_vec(), ..Attributes::default() }
        .write()
        .unwrap()
}

/// A house with a door, and a bell with these attributes, given the number of the door.
fn house(attributes: impl Fn(Referent) -> Vec<u8>) -> Vec<u8> {
    let mut document = Binary::new();
    let add = |document: &mut Binary, parent, class, name| {
        document.add(parent, Item::new(class).with("Name", name).with("AttributesSerialize", "")).unwrap()
    };
    let house = add(&mut document, None, "Model", "House");
    // Studio's order numbers them otherwise.
    let bell = add(&mut document, Some(house), "Part", "Bell");
    let door = add(&mut document, Some(house), "Part", "Door");
    document.set(bell, "AttributesSerialize", attributes(door)).unwrap();
    rbxbinary::write(&document.to_model().unwrap()).unwrap()
}

fn plain() -> Vec<u8> {
    house(|door| {
        let tween = TweenInfo { time: 0.5, repeat_count: -1, ..TweenInfo::default() };
        let entries = [
            ("Aims", Attribute::Ref(Referent::NONE)),
            ("Fade", Attribute::TweenInfo(tween)),
            ("Rings", Attribute::Ref(door)),
            ("Volume", Attribute::Float64(0.5)),
        ];
        written(&entries, b"")
    })
}

/// An attribute of type 7F, behind others.
const UNKNOWN: &[u8] = b"\x01\0\0\0z\x7f\x07\0\0\0";

fn unknown() -> Vec<u8> {
    house(|door| written(&[("Rings", Attribute::Ref(door)), ("a", Attribute::Float64(1.0))], UNKNOWN))
}

fn to(format: Format, bytes: &[u8]) -> (Vec<u8>, Vec<String>) {
    let converted = convert(&open(bytes), &ConvertOptions::to(format)).unwrap();
    (converted.bytes, converted.losses.iter().map(ToString::to_string).collect())
}

fn printed(bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    print(&open(bytes), &mut |line| {
        if line.kind == PrintKind::Property {
            lines.push(line.to_string().trim().to_owned());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    lines
}

#[test]
fn both_encodings_have_the_same_references_and_come_back() {
    let binary = plain();
    let (xml, losses) = to(Format::RbxXml, &binary);
    assert_eq!(losses, Vec::<String>::new());
    let text = String::from_utf8(xml.clone()).unwrap();
    let door = text.split("referent=\"").nth(3).unwrap().split('"').next().unwrap();
    // Behind the string, without what refers.
    let expected = format!(
        "</BinaryString>\n\t\t\t\t<Ref name=\"__attrRef_Aims\">null</Ref>\n\t\t\t\t<Ref name=\"__attrRef_Rings\">{door}</Ref>"
    );
    assert!(text.contains(&expected), "{text}");
    assert_eq!(walk(&xml), walk(&binary));
    let lines =
        ["@Aims = none", "@Fade = TweenInfo(0.5, 0, -1, 0, 0, 0)", "@Rings = -> House/Door", "@Volume = 0.5"];
    assert_eq!(
        (printed(&binary)[1..].to_vec(), printed(&xml)[1..].to_vec()),
        (lines.map(str::to_owned).into(), lines.map(str::to_owned).into())
    );
    let mut changes = Vec::new();
    diff(&open(&binary), &open(&xml), &rezkit::DiffOptions::default(), &mut |change| {
        changes.push(change);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(changes, []);
    let (back, losses) = to(Format::RbxBinary, &xml);
    assert_eq!(losses, Vec::<String>::new());
    let string = |bytes: &[u8]| {
        let document = Document::open(bytes).unwrap();
        document.bytes(document.find("House/Bell").unwrap(), "AttributesSerialize").unwrap().to_vec()
    };
    // In the same order, and no instance has a property of the name of a reference.
    assert_eq!(string(&back), string(&house(|_| string(&binary))));
    assert!(rbxbinary::read(&back).unwrap().columns().all(|column| !column.name.starts_with(b"__")));
    for bytes in [&binary, &xml] {
        assert_eq!(list(&open(bytes), List::Dangling).unwrap().items, []);
    }
}

#[test]
fn a_different_reference_is_a_difference() {
    let [one, other] = [plain(), house(|_| written(&[("Rings", Attribute::Ref(Referent(0)))], b""))];
    for other in [other.clone(), to(Format::RbxXml, &other).0] {
        let mut shown = Vec::new();
        diff(&open(&one), &open(&other), &rezkit::DiffOptions::default(), &mut |change| {
            shown.extend(
                change.properties.iter().map(|one| (one.name.clone(), one.old.clone(), one.new.clone())),
            );
            ControlFlow::Continue(())
        })
        .unwrap();
        let rings = ("@Rings".to_owned(), Some("-> House/Door".to_owned()), Some("-> House".to_owned()));
        assert!(shown.contains(&rings), "{shown:?}");
    }
}

#[test]
fn references_are_set_removed_and_dangle() {
    for start in [plain(), to(Format::RbxXml, &plain()).0] {
        let set = |path: &str, value: &str, kind: Option<&str>| Edit::Set {
            path: path.into(),
            value: value.into(),
            kind: kind.map(Into::into),
        };
        let edits = [
            set("House/Bell.@Aims", "-> House", None),
            set("House/Bell.@Opens", "House/Door", Some("Referent")),
            set("House/Bell.@Fade", "TweenInfo(2, 0, 0, 3, 1, 1)", None),
            set("House/Bell.@Tint", "255, 0, 1", Some("Color3uint8")),
            set("House/Bell.@Weight", "PhysicalProperties(1, 2, 3, 4, 5)", Some("PhysicalProperties")),
            set("House/Bell.@Curve", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12", Some("Path2DControlPoint")),
            set("House/Bell.@Caps", "5", Some("SecurityCapabilities")),
            set("House/Bell.@Area", "Region3(0, 1, 2, 3.5, 4, 5)", Some("Region3")),
            set("House/Bell.@Cells", "0, 1, 2, 3, 4, -5", Some("Region3int16")),
        ];
        let edited = edit(&open(&start), &edits).unwrap().bytes;
        let lines = printed(&edited);
        for line in [
            "@Aims = -> House",
            "@Area = Region3(0, 1, 2, 3.5, 4, 5)",
            "@Caps = 5",
            "@Cells = Region3int16(0, 1, 2, 3, 4, -5)",
            "@Curve = Path2DControlPoint(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
            "@Fade = TweenInfo(2, 0, 0, 3, 1, 1)",
            "@Opens = -> House/Door",
            "@Rings = -> House/Door",
            "@Tint = Color3uint8(255, 0, 1)",
            "@Weight = PhysicalProperties(1, 2, 3, 4, 5, 1)",
        ] {
            assert!(lines.iter().any(|one| one == line), "{line} is not in {lines:?}");
        }
        let strip = |query: &str, property: &str| Edit::StripAll {
            query: query.parse().unwrap(),
            property: property.into(),
        };
        let stripped = edit(&open(&edited), &[strip("@Rings", "@Rings")]).unwrap().bytes;
        assert!(printed(&stripped).iter().all(|line| !line.starts_with("@Rings")));
        let none = edit(&open(&edited), &[strip("@Rings", "AttributesSerialize")]).unwrap().bytes;
        assert!(printed(&none).iter().all(|line| !line.starts_with('@')), "{:?}", printed(&none));
        // What it refers to is gone: it refers to nothing, as a property does.
        let removed = edit(&open(&edited), &[Edit::Remove { path: "House/Door".into() }]).unwrap().bytes;
        assert_eq!(walk(&removed)["Bell"].leads["@Rings"], Lead::None);
        // A number becomes a reference, and a reference a number.
        let mut document = Document::open(&edited).unwrap();
        let [bell, door] = ["House/Bell", "House/Door"].map(|path| document.find(path).unwrap());
        document.set_attribute(bell, "Volume", door).unwrap();
        document.set_attribute(bell, "Opens", 2.0).unwrap();
        let saved = Document::open(&document.save().unwrap().bytes).unwrap();
        let [bell, door] = ["House/Bell", "House/Door"].map(|path| saved.find(path).unwrap());
        assert_eq!(saved.attribute(bell, "Volume"), Some(Value::Referent(Target::Instance(door))));
        assert_eq!(saved.attribute(bell, "Opens"), Some(Value::Float64(2.0)));
        assert_eq!(saved.attributes(bell).iter().filter(|(name, _)| name == "Opens").count(), 1);
        assert!(saved.properties(bell).iter().all(|(name, _)| !name.starts_with("__")));
    }
    let mut lost = Document::open(&plain()).unwrap();
    let string = Value::BinaryString(written(&[("Rings", Attribute::Ref(Referent(99)))], b"").into());
    lost.set(lost.find("House/Bell").unwrap(), "AttributesSerialize", string).unwrap();
    let lost = lost.save().unwrap().bytes;
    let items = list(&open(&lost), List::Dangling).unwrap().items;
    let found: Vec<_> = items.iter().map(|item| (&*item.path, &*item.kind, &*item.value)).collect();
    assert_eq!(found, [("House/Bell", "RBX003", "@Rings: there is no instance 99")]);
    let (xml, losses) = to(Format::RbxXml, &lost);
    assert_eq!(losses, ["references to missing instances (1, at House/Bell.AttributesSerialize)"]);
    assert_eq!(walk(&xml)["Bell"].leads["@Rings"], Lead::None);
}

/// As it was written before, and means nothing.
/// What one instance has only beside its attributes is not given to others of its class.
#[test]
fn a_reference_without_a_string_stays_alone() {
    let part = |name: &str, own: &str| {
        format!(
            "<Item class=\"Part\"><Properties><string name=\"Name\">{name}</string>{own}</Properties></Item>"
        )
    };
    let bell = part("Bell", "<Ref name=\"__attrRef_Rings\">null</Ref>");
    let xml = format!("<roblox version=\"4\">{bell}{}</roblox>", part("Door", ""));
    let (binary, losses) = to(Format::RbxBinary, xml.as_bytes());
    assert_eq!(losses, [""; 0]);
    let attributes: Vec<_> = printed(&binary).into_iter().filter(|line| line.contains("Rings")).collect();
    assert_eq!(attributes.len(), 1, "{attributes:?}");
}

#[test]
fn numbers_in_xml_lead_nowhere() {
    let string = written(&[("Rings", Attribute::Ref(Referent(1)))], b"");
    use base64::Engine as _;
    let string = base64::engine::general_purpose::STANDARD.encode(string);
    let xml = format!(
        "<roblox version=\"4\"><Item class=\"Part\" referent=\"a\"><Properties><string name=\"Name\">Bell</string>\
         <BinaryString name=\"AttributesSerialize\">{string}</BinaryString></Properties></Item>\
         <Item class=\"Part\" referent=\"b\"><Properties><string name=\"Name\">Door</string></Properties></Item></roblox>"
    );
    assert!(printed(xml.as_bytes()).contains(&"@Rings = missing".to_owned()));
    let items = list(&open(xml.as_bytes()), List::Dangling).unwrap().items;
    let found: Vec<_> = items.iter().map(|item| (&*item.path, &*item.kind)).collect();
    assert_eq!(found, [("Bell", "RBX003")]);
    let (binary, losses) = to(Format::RbxBinary, xml.as_bytes());
    assert_eq!(losses, ["references to missing items (1, at Bell.@Rings)",]);
    assert_eq!(walk(&binary)["Bell"].leads["@Rings"], Lead::None);
}

#[test]
fn attributes_of_unknown_types_are_a_loss_in_the_other_encoding_and_in_copies() {
    const LOSS: &str =
        "attributes of unknown types, which may be references (1, at House/Bell.AttributesSerialize)";
    let binary = unknown();
    let (xml, losses) = to(Format::RbxXml, &binary);
    assert_eq!(losses, [LOSS]);
    let (back, losses) = to(Format::RbxBinary, &xml);
    assert_eq!((losses, walk(&back)), (vec![LOSS.to_owned()], walk(&binary)));
    let note = "1 instance with attributes of unknown types, which were copied unchanged: references in them may \
                point to other instances now, first in ";
    for (file, model) in [(&binary, &binary), (&xml, &xml), (&binary, &xml), (&xml, &binary)] {
        let add = Edit::Add { parent: "House/Door".into(), model: model.clone() };
        let edited = edit(&open(file), &[add]).unwrap();
        let notes: Vec<_> = edited.notes.iter().filter(|one| one.contains("unknown types")).collect();
        assert_eq!(notes, [&format!("{note}House/Door/House/Bell")]);
        assert_eq!(Document::open(&edited.bytes).unwrap().len(), 6);
        // What is not copied is as it was.
        let set = Edit::Set { path: "House/Bell.@a".into(), value: "2".into(), kind: None };
        assert_eq!(edit(&open(file), &[set]).unwrap().notes, Vec::<String>::new());
    }
    let mut document = Document::open(&binary).unwrap();
    document.copy(document.find("House").unwrap(), None).unwrap();
    assert_eq!(document.save().unwrap().notes, [format!("{note}House[2]/Bell")]);
    // With a merge, too.
    let base = Document::open(&binary).unwrap();
    let mut theirs = base.clone();
    let copy = theirs.copy(theirs.find("House/Bell").unwrap(), None).unwrap();
    theirs.set(copy, "Name", "Other").unwrap();
    let theirs = theirs.save_onto(&binary).unwrap().bytes;
    let merged = merge(Some(&open(&binary)), &open(&binary), &open(&theirs)).unwrap();
    assert_eq!((merged.notes, walk(&merged.bytes)), (vec![format!("{note}Other")], walk(&theirs)));
}

#[test]
fn what_can_be_read_can_be_queried_and_doubts_are_said() {
    let both = [unknown(), to(Format::RbxXml, &unknown()).0];
    for bytes in both {
        let ask = |text: &str| {
            let mut found = Vec::new();
            let answered = query(&open(&bytes), &text.parse::<Query>().unwrap(), &mut |part| {
                found.push(part.path().to_owned());
                ControlFlow::Continue(())
            });
            (found.join(" "), answered.unwrap().notes)
        };
        assert_eq!(ask("@a>0"), ("House/Bell".to_owned(), vec![]));
        assert_eq!(ask("@a>1"), (String::new(), vec![]));
        assert_eq!(ask("@Rings=House/Door or class=Model"), ("House House/Bell".to_owned(), vec![]));
        let doubt = "it is unknown whether 1 part should be chosen, because attributes of unknown types cannot be read, first in House/Bell";
        assert_eq!(ask("@z"), (String::new(), vec![doubt.to_owned()]));
        // It is asked only of what may be chosen.
        assert_eq!(ask("class=Model and @z"), (String::new(), vec![]));
        let file = open(&bytes);
        let listing = rezkit::list_where(&file, List::Classes, &"not @z".parse().unwrap()).unwrap();
        assert_eq!(listing.notes, [doubt]);
        let set = Edit::SetAll {
            query: "@z".parse().unwrap(),
            property: "@z".into(),
            value: "1".into(),
            kind: Some("Int32".into()),
        };
        assert!(edit(&file, &[set]).unwrap().notes.contains(&doubt.to_owned()));
        let checked = rezkit::check(&file, &rezkit::CheckOptions::default()).unwrap();
        assert!(checked.findings.iter().any(|finding| finding.rule == "RBX008"), "{:?}", checked.findings);
    }
}

#[test]
fn parts_in_doubt_are_counted_once_whatever_the_number_of_steps() {
    let mut document = Binary::new();
    let attributes = written(&[("a", Attribute::Float64(1.0))], UNKNOWN);
    let mut parent = None;
    for name in ["Outer", "Middle", "Inner"] {
        let item = Item::new("Part").with("Name", name).with("AttributesSerialize", "");
        parent = Some(document.add(parent, item).unwrap());
        document.set(parent.unwrap(), "AttributesSerialize", attributes.clone()).unwrap();
    }
    let bytes = rbxbinary::write(&document.to_model().unwrap()).unwrap();
    for text in [":not([$z]) >> :not([$z])", ":has(:not([$z]) > :not([$z]))"] {
        let answered = query(&open(&bytes), &text.parse().unwrap(), &mut |_| ControlFlow::Continue(()));
        let notes = answered.unwrap().notes;
        assert!(notes[0].starts_with("it is unknown whether 3 parts should be chosen"), "{notes:?}");
        assert!(notes[0].ends_with("first in Outer"), "{notes:?}");
    }
}

#[test]
fn what_has_no_place_in_the_other_encoding_is_a_loss() {
    // In an array, twice under one name, and in a string that is no attributes.
    let nested = house(|door| {
        let entries = [
            ("All", Attribute::Array(vec![Attribute::Ref(door), Attribute::Bool(1)])),
            ("Twice", Attribute::Ref(door)),
            ("Twice", Attribute::Float64(2.0)),
        ];
        written(&entries, b"")
    });
    let (xml, losses) = to(Format::RbxXml, &nested);
    assert_eq!(
        losses,
        [
            "references in values that cannot hold references in this format (1, at House/Bell.AttributesSerialize)"
        ]
    );
    assert!(printed(&xml).contains(&"@Twice = 2".to_owned()));
    let mut document = Binary::new();
    let rule = document.add(None, Item::new("StyleRule").with("Name", "Rule")).unwrap();
    document.set(rule, "PropertiesSerialize", written(&[("Object", Attribute::Ref(rule))], b"")).unwrap();
    let rule = rbxbinary::write(&document.to_model().unwrap()).unwrap();
    let (xml, losses) = to(Format::RbxXml, &rule);
    assert_eq!(
        losses,
        ["references in values that cannot hold references in this format (1, at Rule.PropertiesSerialize)"]
    );
    assert_eq!(walk(&xml)["Rule"].leads["Object"], Lead::None);
}

#[test]
fn a_project_keeps_what_refers_together_and_says_what_it_loses() {
    let place = |bytes: &[u8]| {
        let mut document = Document::new(Format::RbxXml).unwrap();
        let storage = document.add(None, "ServerStorage").unwrap();
        document.set(storage, "Name", "ServerStorage").unwrap();
        let kit = Document::open(bytes).unwrap();
        document.insert(&kit, &kit.roots(), Some(storage)).unwrap();
        let [bell, door] =
            ["Bell", "Door"].map(|name| document.find(&format!("ServerStorage/House/{name}")).unwrap());
        let script = document.add(Some(bell), "Script").unwrap();
        document.set(script, "Name", "Main").unwrap();
        document.set_attribute(script, "Out", door).unwrap();
        document.save().unwrap().bytes
    };
    let made = project(&open(&place(&plain())), "game").unwrap();
    let models: Vec<_> = made.files.iter().filter(|(path, _)| path.ends_with(".rbxm")).collect();
    let [(path, model)] = models[..] else { panic!("{:?}", made.notes) };
    assert_eq!(path, "src/ServerStorage/House.rbxm");
    assert_eq!(walk(model)["Bell"].leads["@Rings"], Lead::To("Door".into()));
    assert_eq!(walk(model)["Main"].leads["@Out"], Lead::To("Door".into()));
}
