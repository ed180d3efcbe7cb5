//! Single values are changed, and everything else stays byte by byte.

use crate::support::fixtures;
use rezkit::{
    Change, ConvertOptions, DiffOptions, Edit, File, Format, OpenOptions, ProblemKind, convert, diff, edit,
};
use std::ops::ControlFlow;

pub(crate) fn open(bytes: &[u8]) -> File<'_> {
    File::open(bytes, &OpenOptions::default()).unwrap()
}

pub(crate) fn set(path: &str, value: &str) -> Edit {
    Edit::Set { path: path.into(), value: value.into(), kind: None }
}

fn strip(class: &str, property: &str) -> Edit {
    Edit::Strip { class: class.into(), property: property.into() }
}

pub(crate) fn changes(old: &[u8], new: &[u8]) -> Vec<Change> {
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
    let folder = fixtures().join("foreign/roblox");
    let texts: Vec<_> = ["model.rbx_binary.rbxm", "model.rbx_xml.rbxmx"]
        .map(|name| {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            let edits = [
                set("Garden/Part 3.Transparency", "0.1"),
                set("Garden/Part 3.Color3uint8", "Color3uint8(1, 2, 3)"),
                set("Garden/Part 3.CFrame", "CFrame(1, 2, 3, 0, 0, 1, 0, 1, 0, -1, 0, 0)"),
                set("Garden/Part 3.Anchored", "true"),
                set("Garden/Part 3.Material", "512"),
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
fn a_new_attribute_says_which_types_there_are() {
    let add = |kind: Option<&str>, value: &str| {
        let edit =
            Edit::Set { path: r"a.b\/c.@New".into(), value: value.into(), kind: kind.map(str::to_owned) };
        rezkit::edit(&open(XML.as_bytes()), &[edit])
    };
    // A number, a word or a colour has a type of its own.
    assert_eq!(add(None, "1").unwrap().n_values, 1);
    let error = add(None, "1, 2").unwrap_err().message;
    let (said, types) = error.split_once(": ").unwrap();
    assert_eq!(said, "there is no attribute @New; a new one needs a type");
    let values = [
        "true",
        "1",
        "a",
        "1, 2",
        "1, 2, 3",
        "CFrame(1, 2, 3)",
        "#ff8800",
        "194",
        "UDim(1, 2)",
        "UDim2(1, 2, 3, 4)",
        "NumberRange(1, 2)",
    ];
    let types: Vec<_> = types.split(", ").collect();
    assert_eq!(types.len(), 15);
    for (kind, value) in types.iter().zip(values) {
        let edited = add(Some(kind), value).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(edited.n_values, 1, "{kind}");
    }
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
fn keys_are_added_to_llsd_with_a_type() {
    let add = |path: &str, value: &str, kind: Option<&str>| Edit::Set {
        path: path.into(),
        value: value.into(),
        kind: kind.map(str::to_owned),
    };
    let file = b"{ 'a': {}, 'b': [ i1, {'x':!} ] }";
    let id = "d7f4aeca-88f1-42a1-b385-b97b18abb255";
    let edited =
        |edits: &[Edit]| edit(&open(file), edits).map(|edited| String::from_utf8(edited.bytes).unwrap());
    for (kind, value, notation) in [
        ("Boolean", "true", "true"),
        ("Integer", "-7", "i-7"),
        ("Real", "2.5", "r2.5"),
        ("Uuid", id, &*format!("u{id}")),
        ("String", "text", "'text'"),
        ("Date", "2006-02-01T14:29:53Z", "d\"2006-02-01T14:29:53Z\""),
        ("Uri", "http://x/", "l\"http://x/\""),
        ("Binary", "base64(AAEC)", "b64\"AAEC\""),
    ] {
        let edits = [add("a.new", value, Some(kind)), add("b[1].x", value, Some(kind))];
        let expected = format!("{{ 'a': {{'new':{notation}}}, 'b': [ i1, {{'x':{notation}}} ] }}");
        assert_eq!(edited(&edits).unwrap(), expected);
    }
    // A short array has no lines of its own, but places.
    assert_eq!(edited(&[add("b.[0]", "2", None)]).unwrap(), "{ 'a': {}, 'b': [ i2, {'x':!} ] }");
    assert_eq!(
        edited(&[add("new", "7", Some("Integer"))]).unwrap(),
        "{ 'a': {}, 'b': [ i1, {'x':!} ], 'new':i7 }"
    );
    let refused = |path, value, kind| edit(&open(file), &[add(path, value, kind)]).unwrap_err();
    assert_eq!(refused("a.new", "7", None).kind, ProblemKind::Reference);
    assert_eq!(refused("a.new.inner", "7", Some("Integer")).kind, ProblemKind::Reference);
    // The next place of a list can be added, and none behind it.
    assert_eq!(
        edited(&[add("b.[2]", "7", Some("Integer"))]).unwrap(),
        "{ 'a': {}, 'b': [ i1, {'x':!}, i7 ] }"
    );
    assert_eq!(refused("b.[3]", "7", Some("Integer")).kind, ProblemKind::Reference);
    assert_eq!(refused("a.new", "x", Some("Integer")).kind, ProblemKind::Value);
    let message = refused("a.new", "7", Some("Int32")).message;
    assert!(
        message.starts_with("there is no type Int32; the types are String, Boolean, Integer"),
        "{message}"
    );
}

/// A property of each type, in the form that `print` gives values.
const TYPES: &[(&str, &str, &str)] = &[
    ("String", r#""a\tb\"\\""#, r#""a\tb\"\\""#),
    ("Bool", "true", "true"),
    ("Int32", "-7", "-7"),
    ("Int64", "-8000000000", "-8000000000"),
    ("Float32", "0.1", "0.1"),
    ("Float64", "1e300", "1e300"),
    ("Enum", "512", "512"),
    ("UDim", "UDim(0.5, -3)", "UDim(0.5, -3)"),
    ("UDim2", "UDim2(0.5, -3, 1, 4)", "UDim2(0.5, -3, 1, 4)"),
    ("Ray", "Ray(1, 2, 3, 0, 0.5, 0)", "Ray(1, 2, 3, 0, 0.5, 0)"),
    ("Faces", "Faces(Top, Front)", "Faces(Top, Front)"),
    ("Axes", "Axes(X, Z)", "Axes(X, Z)"),
    ("Vector2", "(1, 2.5)", "Vector2(1, 2.5)"),
    ("Vector3", "Vector3(1, 2.5, -0)", "Vector3(1, 2.5, -0)"),
    ("Vector2int16", "Vector2int16(1, -2)", "Vector2int16(1, -2)"),
    ("Vector3int16", "Vector3int16(1, -2, 3)", "Vector3int16(1, -2, 3)"),
    ("Color3", "Color3(0.5, 0, 1)", "Color3(0.5, 0, 1)"),
    ("Color3uint8", "Color3uint8(1, 2, 255)", "Color3uint8(1, 2, 255)"),
    ("CFrame", "CFrame(1, 2, 3)", "CFrame(1, 2, 3)"),
    (
        "OptionalCFrame",
        "CFrame(1, 2, 3, 0, 0, 1, 0, 1, 0, -1, 0, 0)",
        "CFrame(1, 2, 3, 0, 0, 1, 0, 1, 0, -1, 0, 0)",
    ),
    ("Referent", "-> Folder/Two", "-> Folder/Two"),
    ("NumberRange", "NumberRange(1, 2)", "NumberRange(1, 2)"),
    (
        "NumberSequence",
        "NumberSequence([0, 1, 0], [1, 0.5, 0.25])",
        "NumberSequence([0, 1, 0], [1, 0.5, 0.25])",
    ),
    (
        "ColorSequence",
        "ColorSequence([0, 1, 0, 0, 0], [1, 0, 0.5, 1, 0])",
        "ColorSequence([0, 1, 0, 0, 0], [1, 0, 0.5, 1, 0])",
    ),
    ("Rect", "Rect(1, 2, 3, 4)", "Rect(1, 2, 3, 4)"),
    (
        "PhysicalProperties",
        "PhysicalProperties(1, 0.5, 0.25, 1, 2)",
        "PhysicalProperties(1, 0.5, 0.25, 1, 2)",
    ),
    ("Font", "Font(\"rbxasset://a, b.json\", 700, 1)", "Font(\"rbxasset://a, b.json\", 700, 1)"),
    ("UniqueId", "0000000000000001000000020000000a", "0000000000000001000000020000000a"),
    ("SecurityCapabilities", "18446744073709551615", "18446744073709551615"),
    ("Content", "\"rbxassetid://1\"", "\"rbxassetid://1\""),
    ("SharedString", "base64(AAEC)", "<3 bytes, "),
    ("BinaryString", "base64(AAEC)", "<3 bytes, "),
];

const TWO: &str = "<roblox version=\"4\"><Item class=\"Folder\"><Properties><string name=\"Name\">Folder</string></Properties>\
    <Item class=\"One\"><Properties><string name=\"Name\">One</string></Properties></Item>\
    <Item class=\"Two\"><Properties><string name=\"Name\">Two</string></Properties></Item></Item></roblox>";

fn printed(bytes: &[u8]) -> String {
    let mut text = String::new();
    rezkit::print(&open(bytes), &mut |line| {
        text.push_str(&line.to_string());
        text.push('\n');
        ControlFlow::Continue(())
    })
    .unwrap();
    text
}

#[test]
fn properties_of_every_type_are_added_and_set() {
    let binary = convert(&open(TWO.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    for file in [TWO.as_bytes(), &binary] {
        let add = TYPES.iter().map(|(kind, value, _)| Edit::Set {
            path: format!("Folder/One.of{kind}"),
            value: (*value).into(),
            kind: Some((*kind).into()),
        });
        let edited = edit(&open(file), &add.collect::<Vec<_>>()).unwrap();
        assert_eq!((edited.n_values, edited.notes.len()), (TYPES.len(), 0));
        let text = printed(&edited.bytes);
        for (kind, _, shown) in TYPES {
            assert!(text.contains(&format!("of{kind} = {shown}")), "{kind}: {text}");
        }
        // The type is that of the property, and what is there has the same value.
        let again: Vec<_> =
            TYPES.iter().map(|(kind, value, _)| set(&format!("Folder/One.of{kind}"), value)).collect();
        let same = edit(&open(&edited.bytes), &again).unwrap();
        assert_eq!(same.bytes, edited.bytes);
    }
}

#[test]
fn references_lead_to_paths_or_nowhere() {
    let binary = convert(&open(TWO.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    for file in [TWO.as_bytes(), &binary] {
        let kinds = [("PrimaryPart", "Folder/Two", "Referent"), ("Image", "-> Folder", "Content")];
        let add = kinds.map(|(name, value, kind)| Edit::Set {
            path: format!("Folder/One.{name}"),
            value: value.into(),
            kind: Some(kind.into()),
        });
        let edited = edit(&open(file), &add).unwrap().bytes;
        let text = printed(&edited);
        assert!(text.contains("  Image = -> Folder\n  PrimaryPart = -> Folder/Two\n"), "{text}");
        let null = [set("Folder/One.PrimaryPart", "null"), set("Folder/One.Image", "none")];
        let text = printed(&edit(&open(&edited), &null).unwrap().bytes);
        assert!(text.contains("  Image = none\n  PrimaryPart = none\n"), "{text}");
        let wrong = edit(&open(&edited), &[set("Folder/One.PrimaryPart", "Folder/Three")]).unwrap_err();
        assert_eq!((wrong.kind, &*wrong.message), (ProblemKind::Reference, "there is no part Folder/Three"));
    }
}

#[test]
fn attributes_and_tags_are_set_one_by_one() {
    let binary = convert(&open(TWO.as_bytes()), &ConvertOptions::to(Format::RbxBinary)).unwrap().bytes;
    for file in [TWO.as_bytes(), &binary] {
        let add = |name: &str, value: &str, kind: &str| Edit::Set {
            path: format!("Folder/One.{name}"),
            value: value.into(),
            kind: Some(kind.into()),
        };
        let edits = [
            add("@Speed", "2.5", "Float64"),
            add("@Home", "Vector3(1, 2, 3)", "Vector3"),
            set("Folder/One.Tags", "[\"Door\", \"Locked\"]"),
        ];
        let edited = edit(&open(file), &edits).unwrap().bytes;
        let edited = edit(&open(&edited), &[set("Folder/One.@Speed", "3")]).unwrap().bytes;
        let text = printed(&edited);
        for wanted in ["@Home = Vector3(1, 2, 3)", "@Speed = 3", "Tags = [\"Door\", \"Locked\"]"] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        for (property, value, wanted) in [
            ("Tags+", "Red, Door", r#"Tags = ["Door", "Locked", "Red"]"#),
            ("Tags-", "Door", r#"Tags = ["Locked"]"#),
        ] {
            let text = printed(
                &edit(&open(&edited), &[set(&format!("Folder/One.{property}"), value)]).unwrap().bytes,
            );
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        assert_eq!(
            edit(&open(&edited), &[set("Folder/One.@Size", "1, 2")]).unwrap_err().kind,
            ProblemKind::Reference
        );
    }
}

#[test]
fn what_other_instances_get_is_said() {
    let bytes = std::fs::read(fixtures().join("rbxbinary/valid/nested.rbxm")).unwrap();
    let add =
        Edit::Set { path: "Outer/Brick.Mass".into(), value: "2.5".into(), kind: Some("Float32".into()) };
    let edited = edit(&open(&bytes), &[add]).unwrap();
    let [loss] = &edited.losses[..] else { panic!("{:?}", edited.losses) };
    let wanted = "values of Part.Mass: its default is unknown, and binary files need a value for all instances of a class or for none";
    assert_eq!(loss.to_string(), format!("{wanted} (1, at Outer/Brick.Mass)"));
    assert!(edited.bytes == bytes, "no instance got a value that nobody knows");
    assert!(edit(&open(&bytes), &[strip("Part", "Anchored")]).unwrap().notes.is_empty());
}

#[test]
fn signs_of_zeros_count_where_that_is_asked_for() {
    let place = |zero: &str| {
        format!(
            "<roblox version=\"4\"><Item class=\"Part\"><Properties><CoordinateFrame name=\"CFrame\"><X>0</X><Y>0</Y><Z>0</Z>\
            <R00>1</R00><R01>{zero}</R01><R02>0</R02><R10>0</R10><R11>1</R11><R12>0</R12><R20>0</R20><R21>0</R21>\
            <R22>1</R22></CoordinateFrame></Properties></Item></roblox>"
        )
    };
    let (old, new) = (place("0"), place("-0"));
    let compared = |exact| {
        let mut values = Vec::new();
        diff(
            &open(old.as_bytes()),
            &open(new.as_bytes()),
            &DiffOptions::default().exact(exact),
            &mut |change| {
                values.extend(change.properties.into_iter().filter_map(|property| property.new));
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        values
    };
    assert!(compared(false).is_empty());
    assert_eq!(compared(true), ["CFrame(0, 0, 0, 1, -0, 0, 0, 1, 0, 0, 0, 1)"]);
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
    assert_eq!(edit(&open(&mesh), &[set("version", "3")]).unwrap_err().kind, ProblemKind::Reference);
}

#[test]
fn facts_of_animations_are_set_and_keys_stay() {
    let bytes = std::fs::read(fixtures().join("anim/valid/example.anim")).unwrap();
    let before = slmesh::anim::read(&bytes).unwrap();
    let edits = [
        set("loops", "true"),
        set("priority", "5"),
        set("ease_in", "0.125"),
        set("loop_out_point", "1.25"),
        set("hand_pose", "fist both"),
        set("emote", "\"express_smile\""),
    ];
    let after = slmesh::anim::read(&edit(&open(&bytes), &edits).unwrap().bytes).unwrap();
    assert_eq!((after.loops, after.base_priority, after.ease_in_duration), (1, 5, 0.125));
    assert_eq!((after.loop_out_point, after.hand_pose), (1.25, 3));
    assert_eq!(
        (after.emote_name.to_str_lossy().into_owned(), after.joints),
        ("express_smile".into(), before.joints)
    );
    for (path, value) in [("loops", "often"), ("hand_pose", "flat"), ("version", "2")] {
        assert!(edit(&open(&bytes), &[set(path, value)]).is_err(), "{path}");
    }
}
