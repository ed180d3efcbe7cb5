//! The class database of Roblox: rules, defaults, enums, and replaced properties.

use crate::edit::values::{changes, open, set};
use rezkit::roblox::{Content, Document, Value};
use rezkit::{
    CheckOptions, ConvertOptions, Format, Profile, Severity, check, convert, edit, migrate, print_parts,
};
use std::ops::ControlFlow;

fn item(class: &str, name: &str, properties: &str) -> String {
    format!(
        "<Item class=\"{class}\"><Properties><string name=\"Name\">{name}</string>{properties}</Properties></Item>"
    )
}

fn model(items: &[String]) -> String {
    format!("<roblox version=\"4\">{}</roblox>", items.concat())
}

fn found(bytes: &[u8]) -> Vec<(&'static str, Severity, String, String, String)> {
    let options = CheckOptions { profiles: vec![Profile::Roblox], ..CheckOptions::default() };
    let report = check(&open(bytes), &options).unwrap();
    let of_classes = report.findings.into_iter().filter(|finding| finding.rule.starts_with("RZK02"));
    of_classes.map(|one| (one.rule, one.severity, one.path, one.found, one.limit)).collect()
}

#[test]
fn the_profile_finds_what_the_engine_does_not_know() {
    let url = "<Content name=\"Texture\"><url>rbxassetid://7</url></Content>";
    let text = model(&[
        item("Prat", "A", "<bool name=\"Anchored\">true</bool>"),
        item("Part", "B", "<token name=\"Material\">5000</token><float name=\"Heft\">1</float>"),
        item("Part", "C", "<token name=\"Material\">256</token><float name=\"Heft\">1</float>"),
        item("Part", "D.e", "<Vector3 name=\"Anchored\"><X>0</X><Y>0</Y><Z>0</Z></Vector3>"),
        item("Decal", "F", url),
    ]);
    let note = |rule, path: &str, found: &str, limit: &str| {
        (rule, Severity::Note, path.to_owned(), found.to_owned(), limit.to_owned())
    };
    let warning = |rule, path: &str, found: &str, limit: &str| {
        (rule, Severity::Warning, path.to_owned(), found.to_owned(), limit.to_owned())
    };
    let wanted = [
        note("RZK020", "A", "Prat in 1 instance", ""),
        warning("RZK023", "B.Material", "Part.Material 5000 in 1 instance", "the items of Enum.Material"),
        note("RZK021", "B.Heft", "Part.Heft in 2 instances", ""),
        warning("RZK022", "D.e.Anchored", "Part.Anchored of the kind Vector3 in 1 instance", "Bool"),
        note("RZK024", "F.Texture", "Decal.Texture in 1 instance", "TextureContent"),
    ];
    assert_eq!(found(text.as_bytes()), wanted);
    // The same of the same model as a binary file.
    let binary = convert(&open(text.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    let binary: Vec<_> = found(&binary.bytes).into_iter().map(|one| one.0).collect();
    assert!(["RZK020", "RZK021", "RZK023", "RZK024"].iter().all(|rule| binary.contains(rule)), "{binary:?}");
    // Without the profile, a value that stricter readers fail at is a finding, and what may be newer than the list is none.
    let report = check(&open(text.as_bytes()), &CheckOptions::default()).unwrap();
    let rules = report.findings.iter().map(|finding| finding.rule).filter(|rule| rule.starts_with("RZK02"));
    assert_eq!(rules.collect::<Vec<_>>(), ["RZK022"]);
}

#[test]
fn a_value_of_a_wrong_kind_is_a_finding_of_a_binary_file() {
    let of_default = |document: &Document| {
        let report = check(&open(&document.save().unwrap().bytes), &CheckOptions::default()).unwrap();
        let of_classes = report.findings.into_iter().filter(|one| one.rule.starts_with("RZK"));
        of_classes.map(|one| (one.rule, one.path, one.found)).collect::<Vec<_>>()
    };
    let mut document = Document::new(Format::RbxBinary).unwrap();
    let part = document.create(None, "Part").unwrap();
    assert_eq!(of_default(&document), []);
    document.set_unknown(part, "Anchored", "yes").unwrap();
    let found = "Part.Anchored of the kind String in 1 instance";
    assert_eq!(of_default(&document), [("RZK022", "Part.Anchored".to_owned(), found.to_owned())]);
}

#[test]
fn a_file_with_both_properties_is_one_of_today() {
    let both = "<Content name=\"Texture\"><url>rbxassetid://7</url></Content>\
                <Content name=\"TextureContent\"><uri>rbxassetid://7</uri></Content>";
    assert_eq!(found(model(&[item("Decal", "A", both)]).as_bytes()), []);
}

#[test]
fn a_hole_is_what_the_engine_takes() {
    let text = model(&[
        item("Part", "A", "<float name=\"Transparency\">0.5</float><bool name=\"CanCollide\">false</bool>"),
        item("Part", "B", ""),
        item("Decal", "C", "<Content name=\"Texture\"><url>rbxassetid://7</url></Content>"),
        item("Decal", "D", "<Content name=\"TextureContent\"><uri>rbxassetid://8</uri></Content>"),
    ]);
    let converted = convert(&open(text.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    assert_eq!(converted.losses, []);
    // What the old property of C means is in the new one, as in the engine.
    let notes = [
        "Decal.Texture: 1 value moved to TextureContent",
        "2 values missing from instances filled with the engine's defaults",
    ];
    assert_eq!(converted.notes, notes);
    let document = Document::open(&converted.bytes).unwrap();
    let get = |path: &str, property: &str| document.get(document.find(path).unwrap(), property);
    assert_eq!(get("B", "Transparency"), Some(Value::Float32(0.0)));
    assert_eq!(get("B", "CanCollide"), Some(Value::Bool(true)));
    let texture = |uri: &'static [u8]| Some(Value::Content(Content::Uri(uri.into())));
    assert_eq!(get("C", "TextureContent"), texture(b"rbxassetid://7"));
    assert_eq!(get("D", "TextureContent"), texture(b"rbxassetid://8"));
}

#[test]
fn every_service_is_marked() {
    let services =
        ["Workspace", "AdService", "CaptureService", "VideoScreenCaptureService", "WrapContentProvider"];
    let text = model(&services.map(|class| item(class, class, "")));
    let converted = convert(&open(text.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    assert!(converted.notes.is_empty(), "{:?}", converted.notes);
    let model = rbxbinary::read(&converted.bytes).unwrap();
    let marks: Vec<_> = model.classes().map(|class| (class.format, &class.markers[..])).collect();
    assert_eq!(marks, [(1, &[1][..]); 5]);
}

#[test]
fn enum_items_have_names() {
    let text =
        model(&[item("Part", "A", "<token name=\"Material\">256</token><token name=\"Odd\">1</token>")]);
    for value in ["Neon", "Enum.Material.Neon", "288"] {
        let edited = edit(&open(text.as_bytes()), &[set("A.Material", value)]).unwrap();
        let document = Document::open(&edited.bytes).unwrap();
        assert_eq!(document.get(document.find("A").unwrap(), "Material"), Some(Value::Enum(288)), "{value}");
    }
    let problem = edit(&open(text.as_bytes()), &[set("A.Material", "Marmalade")]).unwrap_err();
    assert_eq!(problem.message, "Enum.Material has no item Marmalade");
    assert!(problem.help.unwrap().contains(", Marble, "));
    let unknown: Result<_, _> = edit(&open(text.as_bytes()), &[set("A.Odd", "Neon")]);
    assert!(unknown.is_err());
    let mut parts = Vec::new();
    print_parts(&open(text.as_bytes()), &mut |part| {
        parts.push(part.enums.clone().into_iter().collect::<Vec<_>>());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(parts, [vec![], vec![("Material".to_owned(), "Enum.Material.Plastic".to_owned())]]);
}

#[test]
fn old_properties_are_moved() {
    let text = model(&[
        item("Decal", "A", "<Content name=\"Texture\"><url>rbxassetid://7</url></Content>"),
        item("Part", "B", "<int name=\"BrickColor\">21</int>"),
        item("TextLabel", "C", "<token name=\"Font\">18</token>"),
        item("TextLabel", "D", "<token name=\"Font\">4000</token>"),
        item("Thing", "E", "<token name=\"Font\">18</token>"),
    ]);
    let moved = migrate(&open(text.as_bytes())).unwrap();
    let notes = [
        "Decal.Texture: 1 value moved to TextureContent",
        "Part.BrickColor: 1 value moved to Color3uint8",
        "TextLabel.Font: 1 value moved to FontFace",
        "TextLabel.Font: 1 value kept, since the engine does not know them",
    ];
    assert_eq!((moved.n_values, &moved.notes[..]), (3, &notes.map(str::to_owned)[..]));
    let document = Document::open(&moved.bytes).unwrap();
    let get = |path: &str, property: &str| document.get(document.find(path).unwrap(), property);
    assert_eq!(get("A", "TextureContent"), Some(Value::Content(Content::Uri(b"rbxassetid://7".into()))));
    assert_eq!(get("B", "Color3uint8"), Some(Value::Color3uint8([196, 40, 28])));
    assert_eq!((get("A", "Texture"), get("B", "BrickColor"), get("C", "Font")), (None, None, None));
    assert_eq!((get("D", "Font"), get("E", "Font")), (Some(Value::Enum(4000)), Some(Value::Enum(18))));
    // What is there already stays, and a second time there is nothing to do.
    let again = migrate(&open(&moved.bytes)).unwrap();
    assert_eq!((again.n_values, again.bytes), (0, moved.bytes));
}

#[test]
fn a_binary_model_keeps_all_but_what_moved() {
    let part =
        |name| item("Part", name, "<int name=\"BrickColor\">21</int><bool name=\"Anchored\">true</bool>");
    let text = model(&[part("A"), part("B")]);
    let old = convert(&open(text.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    let new = migrate(&open(&old)).unwrap();
    assert_eq!(new.notes, ["Part.BrickColor: 2 values moved to Color3uint8"]);
    let changes = changes(&old, &new.bytes);
    // The engine reads the same colour from both.
    assert!(changes.is_empty(), "{changes:?}");
    let document = Document::open(&new.bytes).unwrap();
    for path in ["A", "B"] {
        let part = document.find(path).unwrap();
        assert_eq!(document.get(part, "Color3uint8"), Some(Value::Color3uint8([196, 40, 28])));
        assert_eq!(document.get(part, "Anchored"), Some(Value::Bool(true)));
    }
}
