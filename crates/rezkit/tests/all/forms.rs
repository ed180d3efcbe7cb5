//! Strings with forms of their own, in both encodings: shown, changed, compared and checked.

#![allow(missing_docs)]

use crate::edit::values::{changes, open, set};
use rezkit::roblox::{Data, Document, Value};
use rezkit::{
    CheckOptions, ConvertOptions, Format, ProblemKind, check, convert, edit, info, print, print_parts,
};
use std::ops::ControlFlow;

const GROUPS: &[u8] = b"\x01\x03\0\x04\xff\xff\xff\xff\x07Default\x01\x04\xfd\xff\xff\xff\x05Doors\x02\x04\xff\xff\xff\xff\x04Pets";

/// A place with one string of each of some forms.
fn place(format: Format) -> Vec<u8> {
    let mut document = Document::new(format).unwrap();
    let mut add = |class: &str, property: &str, bytes: &[u8]| {
        let id = document.add(None, class).unwrap();
        document.set(id, property, Value::BinaryString(bytes.into())).unwrap();
        id
    };
    let workspace = add("Workspace", "CollisionGroupData", GROUPS);
    add("HumanoidDescription", "EmotesDataInternal", br"Wave^5^\Hi^6^7^\");
    let curve = [
        &[2, 0, 0, 0, 1, 0, 0, 0, 2, 3][..],
        &1.5_f32.to_le_bytes(),
        &[0; 4],
        &2_f32.to_le_bytes(),
        &[1, 0, 0, 0, 1, 0, 0, 0],
        &1_i32.to_le_bytes(),
    ];
    add("FloatCurve", "ValuesAndTimes", &curve.concat());
    let size = [&b"\x01\0\0\0\x04\0\0\0Size\x0a"[..], &1_f32.to_le_bytes(), &[0; 12]].concat();
    add("StyleRule", "PropertiesSerialize", &size);
    add("MarkerCurve", "ValuesAndTimes", b"what?");
    let part = document.add(Some(workspace), "Part").unwrap();
    document.set(part, "CollisionGroup", "Doors").unwrap();
    document.save().unwrap().bytes
}

fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    print(&open(bytes), &mut |line| {
        text.push_str(&format!("{line}\n"));
        ControlFlow::Continue(())
    })
    .unwrap();
    text
}

const BOTH: [Format; 2] = [Format::RbxBinary, Format::RbxXml];

#[test]
fn both_encodings_show_the_same_values() {
    for format in BOTH {
        let text = text(&place(format));
        for line in [
            r#"CollisionGroupData = CollisionGroups(["Default", 0, -1], ["Doors", 1, -3], ["Pets", 2, -1])"#,
            r#"EmotesDataInternal = Emotes(["Wave", 5], ["Hi", 6, 7])"#,
            r#"ValuesAndTimes = FloatCurve([0.0004166666666666667, 1.5, "Cubic", 3, 0, 2])"#,
            r#"PropertiesSerialize = Properties(["Size", UDim2(1, 0, 0, 0)])"#,
            // What does not have the form is shown as it was.
            r#"ValuesAndTimes = "what?""#,
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}

#[test]
fn programs_get_values_of_their_types() {
    let bytes = place(Format::RbxBinary);
    let mut found = Vec::new();
    print_parts(&open(&bytes), &mut |part| {
        found.extend(part.properties.values().map(rezkit::to_json));
        ControlFlow::Continue(())
    })
    .unwrap();
    let curve = r#"{"FloatCurve":[[0.0004166666666666667,1.5,"Cubic",3,0.0,2.0]]}"#;
    assert!(found.iter().any(|json| json.contains(curve)), "{found:?}");
}

#[test]
fn each_is_set_from_the_text_that_is_printed() {
    let edits = [
        ("Workspace.CollisionGroupData", r#"CollisionGroups(["Default", 0, -1], ["D, \"x\"]", 1, 5])"#),
        ("HumanoidDescription.EmotesDataInternal", r#"Emotes()"#),
        (
            "FloatCurve.ValuesAndTimes",
            r#"FloatCurve([0, 0.1, "Linear", 0, 0, 0], [1.25, -2, "Constant", 1, 5, 0])"#,
        ),
        (
            "StyleRule.PropertiesSerialize",
            r#"Properties(["Size", UDim2(0.5, 3, 0, 0)], ["N", Int32(4)], ["E", Enum("Font", 3)], ["On", true], ["F", 0.5])"#,
        ),
        ("MarkerCurve.ValuesAndTimes", r#"MarkerCurve([0.5, "Step"])"#),
    ];
    for format in BOTH {
        let bytes = place(format);
        for (path, value) in edits {
            let edited = edit(&open(&bytes), &[set(path, value)]).unwrap();
            let shown = text(&edited.bytes);
            let wanted = value.trim_end_matches("Emotes()");
            let line = format!("{} = {wanted}", path.split_once('.').unwrap().1);
            assert!(shown.contains(&line), "{line}\n{shown}");
            // Nothing else has changed.
            assert_eq!(changes(&bytes, &edited.bytes).len(), 1, "{path}");
            // What is printed is what is set.
            assert_eq!(edit(&open(&edited.bytes), &[set(path, value)]).unwrap().bytes, edited.bytes);
        }
        // As bytes, as before.
        let raw = edit(&open(&bytes), &[set("Workspace.CollisionGroupData", "base64(AQA=)")]).unwrap();
        assert!(text(&raw.bytes).contains("CollisionGroupData = CollisionGroups()"));
        for wrong in [
            "CollisionGroups(1)",
            "CollisionGroups([\"a\", 1])",
            "CollisionGroups([)",
            "CollisionGroups([1 2])",
        ] {
            let error = edit(&open(&bytes), &[set("Workspace.CollisionGroupData", wrong)]).unwrap_err();
            assert_eq!(error.kind, ProblemKind::Value, "{error}");
        }
    }
}

#[test]
fn documents_hand_out_values_and_take_them() {
    for format in BOTH {
        let mut document = Document::open(&place(format)).unwrap();
        let workspace = document.of_class("Workspace")[0];
        let mut groups = document.form(workspace, "CollisionGroupData").unwrap();
        groups.pop();
        document.set_form(workspace, "CollisionGroupData", &groups).unwrap();
        assert_eq!(document.form(workspace, "CollisionGroupData").unwrap().len(), 2);
        assert!(document.set_form(workspace, "CollisionGroupData", &[Data::Int(1)]).is_err());
        assert!(document.set_form(workspace, "Name", &[]).is_err());
        assert_eq!(document.form(workspace, "Name"), None);
    }
}

#[test]
fn encodings_keep_the_bytes() {
    let binary = place(Format::RbxBinary);
    let xml = convert(&open(&binary), &ConvertOptions::to(Format::RbxXml)).unwrap();
    let back = convert(&open(&xml.bytes), &ConvertOptions::to(Format::RbxBinary)).unwrap();
    assert_eq!((text(&binary), text(&binary)), (text(&xml.bytes), text(&back.bytes)));
}

#[test]
fn groups_that_are_not_there_and_bytes_without_the_form_are_found() {
    for format in BOTH {
        let bytes = place(format);
        let found = |bytes: &[u8]| {
            let checked = check(&open(bytes), &CheckOptions::default()).unwrap();
            let ours = checked.findings.iter().filter(|one| ["RBX022", "RBX023"].contains(&one.rule));
            ours.map(|one| (one.rule.to_string(), one.found.clone())).collect::<Vec<_>>()
        };
        let odd = ("RBX022".to_owned(), "expected version 2, found 1952540791 (at byte 0x0)".to_owned());
        assert_eq!(found(&bytes), std::slice::from_ref(&odd));
        let moved = edit(&open(&bytes), &[set("Workspace/Part.CollisionGroup", "Cars")]).unwrap();
        let mut all = found(&moved.bytes);
        all.sort();
        assert_eq!(all, [odd, ("RBX023".to_owned(), "Cars".to_owned())]);
    }
}

#[test]
fn info_says_which_groups_collide() {
    for format in BOTH {
        let info = info(&open(&place(format))).unwrap();
        let groups: Vec<_> = info
            .collision_groups
            .iter()
            .map(|group| (&*group.name, group.id, &*group.collides_with))
            .collect();
        assert_eq!(groups, [("Default", 0, &[0, 1, 2][..]), ("Doors", 1, &[0, 2]), ("Pets", 2, &[0, 1, 2])]);
    }
}
