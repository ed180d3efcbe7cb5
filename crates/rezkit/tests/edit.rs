//! Single values are changed, and everything else stays byte by byte.

#![allow(missing_docs)]

mod support;

use rezkit::{
    Change, ConvertOptions, DiffOptions, Edit, File, Format, OpenOptions, ProblemKind, convert, diff, edit,
};
use std::ops::ControlFlow;
use support::{corpus, fixtures};

fn open(bytes: &[u8]) -> File<'_> {
    File::open(bytes, &OpenOptions::default()).unwrap()
}

fn set(path: &str, value: &str) -> Edit {
    Edit::Set { path: path.into(), value: value.into(), kind: None }
}

fn strip(class: &str, property: &str) -> Edit {
    Edit::Strip { class: class.into(), property: property.into() }
}

fn changes(old: &[u8], new: &[u8]) -> Vec<Change> {
    let mut changes = Vec::new();
    diff(&open(old), &open(new), &DiffOptions::default(), &mut |change| {
        changes.push(change);
        ControlFlow::Continue(())
    })
    .unwrap();
    changes
}

const XML: &str = "<roblox version='4'>\r\n <!-- mine -->\r\n <Item class='Folder'><Properties><string name='Name'>a.b/c</string></Properties>\r\n\
    <Item class='Part'><Properties><float name='T'>0.50</float><Vector3 name='size'><X>1.0</X><Y>2</Y><Z>3</Z></Vector3>\
    <bool name='On'>true</bool><token name='E'>3</token></Properties></Item>\r\n\
    <Item class='Part'><Properties><float name='T'>0.50</float></Properties></Item></Item></roblox>";

#[test]
fn only_the_value_changes_in_xml() {
    let edits = [
        set(r"a.b\/c/Part[2].T", "0.25"),
        set(r"a.b\/c/Part.size", "Vector3(1, 2.5, 3)"),
        set(r"a.b\/c/Part.On", "false"),
    ];
    let edited = edit(&open(XML.as_bytes()), &edits).unwrap();
    assert_eq!(edited.n_values, 3);
    let text = String::from_utf8(edited.bytes).unwrap();
    // The three elements are written anew, as Studio writes them, and all else is as it was.
    let at = XML.find("<Vector3").unwrap();
    assert_eq!(text[..at], XML[..at]);
    for wanted in ["<Y>2.5</Y>", "<bool name=\"On\">false</bool>", "<float name=\"T\">0.25</float>"] {
        assert!(text.contains(wanted), "{text}");
    }
    let end = &XML[XML.find("<token").unwrap()..XML.rfind("<float").unwrap()];
    assert!(text.contains(end), "{text}");
    assert_eq!(text.matches("0.50").count(), 1);
}

#[test]
fn only_the_column_changes_in_binary() {
    let bytes = std::fs::read(fixtures().join("rbxbinary/valid/nested.rbxm")).unwrap();
    let edited =
        edit(&open(&bytes), &[set("Outer/Brick.Anchored", "true"), set("Outer/Brick.size", "(4, 1.2, 2)")])
            .unwrap();
    let found = changes(&bytes, &edited.bytes);
    let [change] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&*change.path, change.properties.len()), ("Outer/Brick", 2));
    assert_eq!(change.properties[1].new.as_deref(), Some("Vector3(4, 1.2, 2)"));
    let chunks = |bytes: &[u8]| -> Vec<Vec<u8>> {
        rbxbinary::chunks(bytes).unwrap().map(|chunk| chunk.body().to_vec()).collect()
    };
    let (old, new) = (chunks(&bytes), chunks(&edited.bytes));
    assert_eq!(old.len(), new.len());
    assert_eq!(old.iter().zip(&new).filter(|(old, new)| old != new).count(), 2);
}

#[test]
fn a_new_name_is_a_value_too() {
    let bytes = std::fs::read(fixtures().join("rbxbinary/valid/nested.rbxm")).unwrap();
    let edited = edit(&open(&bytes), &[set("Outer/Inner/Brick.Name", "\"Two\\nlines\"")]).unwrap();
    let found = changes(&bytes, &edited.bytes);
    assert_eq!((found.len(), &*found[0].path), (1, r"Outer/Inner/Two\nlines"));
    assert_eq!(found[0].old_path.as_deref(), Some("Outer/Inner/Brick"));
}

#[test]
fn both_encodings_take_the_same_edits() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("roblox/models/three-unique-parts");
    let texts: Vec<_> = ["binary.rbxm", "xml.rbxmx"]
        .map(|name| {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            let edits = [
                set("Eat your greens.Transparency", "0.1"),
                set("Eat your greens.Color3uint8", "Color3uint8(1, 2, 3)"),
                set("Eat your greens.CFrame", "CFrame(1, 2, 3, 0, 0, 1, 0, 1, 0, -1, 0, 0)"),
                set("Eat your greens.Anchored", "true"),
                set("Eat your greens.Material", "512"),
            ];
            let edited = edit(&open(&bytes), &edits).unwrap();
            let found = changes(&bytes, &edited.bytes);
            assert_eq!((found.len(), found[0].properties.len()), (1, 5), "{found:?}");
            edited.bytes
        })
        .into();
    assert!(changes(&texts[0], &texts[1]).is_empty());
}

#[test]
fn properties_are_stripped_from_a_class() {
    let edited = edit(&open(XML.as_bytes()), &[strip("Part", "T")]).unwrap();
    assert_eq!(edited.n_values, 2);
    let text = String::from_utf8(edited.bytes).unwrap();
    assert!(
        !text.contains("0.50") && text.contains("<!-- mine -->\r\n") && text.contains("<X>1.0</X>"),
        "{text}"
    );
    let binary = convert(&open(XML.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    let edited = edit(&open(&binary), &[strip("*", "T")]).unwrap();
    assert_eq!(edited.n_values, 2);
    assert!(changes(&binary, &edited.bytes).iter().all(|change| change.properties[0].new.is_none()));
    assert_eq!(changes(&binary, &edited.bytes).len(), 2);
}

#[test]
fn properties_that_are_not_there_need_a_type() {
    let add = |kind: Option<&str>| {
        [Edit::Set { path: r"a.b\/c.Mass".into(), value: "2.5".into(), kind: kind.map(str::to_owned) }]
    };
    let file = open(XML.as_bytes());
    assert_eq!(edit(&file, &add(None)).unwrap_err().kind, ProblemKind::Reference);
    assert_eq!(edit(&file, &add(Some("Nothing"))).unwrap_err().kind, ProblemKind::Value);
    let edited = edit(&file, &add(Some("Float64"))).unwrap();
    assert!(String::from_utf8_lossy(&edited.bytes).contains("<double name=\"Mass\">2.5</double>"));
    let binary = convert(&file, &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    let edited = edit(&open(&binary), &add(Some("Float64"))).unwrap();
    let found = changes(&binary, &edited.bytes);
    assert_eq!((found.len(), found[0].properties[0].new.as_deref()), (1, Some("2.5")), "{found:?}");
}

#[test]
fn values_of_llsd_are_set_by_key() {
    let file = b"{ 'a': [ {'x' : i1}, r2.50 ], 'k.e[y' : 'v' , 'u':l\"b\" }";
    let edits = [set("a[0].x", "-7"), set("a.[1]", "3.5"), set(r"k\.e\[y", "\"new\"")];
    let edited = edit(&open(file), &edits).unwrap();
    assert_eq!(edited.n_values, 3);
    let value = llsd::notation::read(&edited.bytes).unwrap();
    assert_eq!((value["a"][0]["x"].to_integer(), value["a"][1].to_real()), (-7, 3.5));
    assert_eq!(value["k.e[y"].as_str(), Some("new"));
    assert!(edited.bytes.ends_with(b" 'u':l\"b\" }"), "{}", String::from_utf8_lossy(&edited.bytes));
    let edited = edit(&open(file), &[strip("*", "x")]).unwrap();
    assert_eq!((edited.n_values, llsd::notation::read(&edited.bytes).unwrap()["a"][0].len()), (1, 0));
}

#[test]
fn what_is_wrong_changes_nothing() {
    let file = open(XML.as_bytes());
    for (edits, kind) in [
        (vec![set("Nowhere.T", "1")], ProblemKind::Reference),
        (vec![set(r"a.b\/c/Part.Nothing", "1")], ProblemKind::Reference),
        (vec![set(r"a.b\/c/Part.T", "much")], ProblemKind::Value),
        (vec![set(r"a.b\/c/Part.size", "Vector3(1, 2)")], ProblemKind::Value),
        (vec![set(r"a.b\/c/Part.E", "-1")], ProblemKind::Value),
        (vec![set(r"a.b\/c/Part.T", "1"), set("(file).", "1")], ProblemKind::Value),
    ] {
        assert_eq!(edit(&file, &edits).unwrap_err().kind, kind, "{edits:?}");
    }
    assert_eq!(edit(&file, &[]).unwrap().bytes, XML.as_bytes());
    let mesh = std::fs::read(fixtures().join("rbxmesh/valid/v200.mesh")).unwrap();
    assert_eq!(edit(&open(&mesh), &[set("version", "3")]).unwrap_err().kind, ProblemKind::Unsupported);
}
