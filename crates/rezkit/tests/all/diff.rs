//! Comparison: what is one change, and what it costs.

#![allow(missing_docs)]

use crate::support::{corpus, fixtures};
use rezkit::{Change, ConvertOptions, Diff, DiffOptions, File, Format, LineKind, OpenOptions, convert, diff};
use std::ops::ControlFlow;
use std::path::Path;

fn compare_with(old: &[u8], new: &[u8], options: &DiffOptions) -> (Diff, Vec<Change>) {
    let open = |bytes| File::open(bytes, &OpenOptions::default()).unwrap();
    let mut changes = Vec::new();
    let found = diff(&open(old), &open(new), options, &mut |change| {
        changes.push(change);
        ControlFlow::Continue(())
    });
    (found.unwrap(), changes)
}

fn compare(old: impl AsRef<[u8]>, new: impl AsRef<[u8]>) -> (Diff, Vec<Change>) {
    compare_with(old.as_ref(), new.as_ref(), &DiffOptions::default())
}

/// A change on one line: the paths, then each property.
fn shown(change: &Change) -> String {
    let mut text = format!("{:?} {}", change.kind, change.class);
    for path in change.old_path.iter().chain([&change.path]) {
        text.push_str(&format!(" {path}"));
    }
    if change.n_inside > 0 {
        text.push_str(&format!(" and {}", change.n_inside));
    }
    if change.n_reordered > 0 {
        text.push_str(&format!(" reordered {}", change.n_reordered));
    }
    let word = |value: &Option<String>| value.clone().unwrap_or("-".into());
    for property in &change.properties {
        text.push_str(&format!("; {} {} {}", property.name, word(&property.old), word(&property.new)));
    }
    text
}

fn lines(old: impl AsRef<[u8]>, new: impl AsRef<[u8]>) -> Vec<String> {
    compare(old, new).1.iter().map(shown).collect()
}

/// A document of items in short: `Class:Name key=value {children}`.
fn place(short: &str) -> String {
    let mut xml = String::from("<roblox version=\"4\">");
    let mut referent = 0;
    for word in short.split_whitespace() {
        if word == "}" {
            xml.push_str("</Item>");
        } else if let Some((key, value)) = word.split_once('=') {
            let element = match value {
                _ if value.starts_with('#') => format!("<Ref name=\"{key}\">R{}</Ref>", &value[1..]),
                "true" | "false" => format!("<bool name=\"{key}\">{value}</bool>"),
                _ if value.len() == 32 => format!("<UniqueId name=\"{key}\">{value}</UniqueId>"),
                _ if value.parse::<f32>().is_ok() => format!("<float name=\"{key}\">{value}</float>"),
                _ => format!("<string name=\"{key}\">{}</string>", value.replace("\\n", "\n")),
            };
            xml.push_str(&format!("<Properties>{element}</Properties>"));
        } else {
            let (class, name) = word.split_once(':').unwrap();
            xml.push_str(&format!(
                "<Item class=\"{class}\" referent=\"R{referent}\"><Properties><string name=\"Name\">{name}</string></Properties>"
            ));
            referent += 1;
        }
    }
    xml + "</roblox>"
}

const CAR: &str = "Model:Car Part:Wheel size=1 hue=0.5 } Part:Door size=2 hue=0.25 } }";

#[test]
fn the_same_file_has_no_difference() {
    let (found, changes) = compare(place(CAR), place(CAR));
    assert!(found.is_empty() && changes.is_empty());
    assert_eq!(found.n_parts, [4, 4]);
}

/// XML holds names and values that are not UTF-8, such as those of old scripts in Latin-1, as binary strings.
#[test]
fn equal_bytes_under_another_type_are_no_difference() {
    let item = |name: &[u8]| rbxbinary::Item::new("StringValue").with("Name", name).with("Value", name);
    let mut document = rbxbinary::Document::new();
    let above = document.add(None, item(b"Caf\xe9")).unwrap();
    document.add(above, item(b"Vall\xe9e")).unwrap();
    let binary = rbxbinary::write(&document.to_model().unwrap()).unwrap();
    let file = File::open(&binary, &OpenOptions::default()).unwrap();
    let xml = convert(&file, &ConvertOptions::to(Format::RbxXml)).unwrap().bytes;
    assert!(String::from_utf8_lossy(&xml).contains("<BinaryString name=\"Name\">Q2Fm6Q==<"));
    assert_eq!(lines(&binary, &xml), [""; 0]);
    assert_eq!(lines(&xml, &binary), [""; 0]);
}

#[test]
fn a_value_is_one_change() {
    let new = CAR.replace("hue=0.25", "hue=0.5 locked=true").replace("size=2 ", "");
    assert_eq!(
        lines(place(CAR), place(&new)),
        ["Changed Part Car/Door; hue 0.25 0.5; locked - true; Size 2 -"]
    );
}

#[test]
fn a_renamed_subtree_is_one_change() {
    let new = CAR.replace("Model:Car", "Model:Taxi");
    assert_eq!(lines(place(CAR), place(&new)), ["Renamed Model Car Taxi"]);
    // Also if something in it changed.
    let new = new.replace("size=2", "size=3");
    assert_eq!(
        lines(place(CAR), place(&new)),
        ["Renamed Model Car Taxi", "Changed Part Taxi/Door; Size 2 3"]
    );
}

#[test]
fn a_moved_subtree_is_one_change() {
    let (old, new) = (format!("{CAR} Folder:Garage }}"), format!("Folder:Garage {CAR} }}"));
    assert_eq!(lines(place(&old), place(&new)), ["Moved Model Car Garage/Car"]);
    let new = new.replace("hue=0.5", "hue=0.75");
    let changes = lines(place(&old), place(&new));
    assert_eq!(changes, ["Moved Model Car Garage/Car", "Changed Part Garage/Car/Wheel; hue 0.5 0.75"]);
}

#[test]
fn a_moved_node_without_properties_is_known_by_a_name_that_no_other_has() {
    let lines = |event: &str, more: &str| {
        let with = |one: &str, other: &str| {
            place(&format!("Folder:A {one} }} Folder:B {other} }} Folder:C {more} }}"))
        };
        lines(with(event, ""), with("", event))
    };
    let replicate = "RemoteEvent:Replicate }";
    assert_eq!(lines(replicate, ""), ["Moved RemoteEvent A/Replicate B/Replicate"]);
    let two = ["Removed RemoteEvent A/Replicate", "Added RemoteEvent B/Replicate"];
    assert_eq!(lines(replicate, replicate), two);
    let two = ["Removed RemoteEvent A/RemoteEvent", "Added RemoteEvent B/RemoteEvent"];
    assert_eq!(lines("RemoteEvent:RemoteEvent }", ""), two);
}

#[test]
fn an_id_is_stronger_than_path_and_content() {
    let id = "0000000000000001000000020000000a";
    let old = format!("Folder:A Part:One UniqueId={id} size=1 }} }} Folder:B }}");
    let new = format!("Folder:A }} Folder:B Part:Two UniqueId={id} size=7 }} }}");
    assert_eq!(lines(place(&old), place(&new)), ["Moved Part A/One B/Two; Size 1 7"]);
}

#[test]
fn parts_with_other_ids_are_others() {
    // All have ids of their own; a door was taken out, and another one put there, and so was all in a folder.
    let id = |number: u32| format!("UniqueId={number:032x}");
    let [workspace, floor, old_door, new_door] = [1, 2, 3, 4].map(id);
    let door = |id: &str, size: u32| format!("Part:Door {id} size={size} hue=1 }}");
    let place_of = |door: &str, folder: u32| {
        let parts: String = (1..4).map(|i| format!("Part:Stone {} size={i} }} ", id(folder + i))).collect();
        place(&format!(
            "Workspace:Workspace {workspace} Part:Floor {floor} size=9 }} {door} Folder:Stones {} {parts} }} }}",
            id(folder)
        ))
    };
    let old = place_of(&door(&old_door, 1), 10);
    let new = place_of(&door(&new_door, 2), 20);
    let expected = [
        "Removed Part Workspace/Door",
        "Removed Folder Workspace/Stones and 3",
        "Added Part Workspace/Door",
        "Added Folder Workspace/Stones and 3",
    ];
    assert_eq!(lines(&old, &new), expected);
    // Neither is it the same where it is the only one of its name, or like one that has another name.
    for new in [
        door(&new_door, 1) + " }",
        format!("}} {}", door(&new_door, 1)),
        door(&new_door, 1).replace("Door", "Gate") + " }",
    ] {
        let old = place(&format!("Workspace:Workspace {workspace} {} }}", door(&old_door, 1)));
        let new = place(&format!("Workspace:Workspace {workspace} {new}"));
        let (found, _) = compare(&old, &new);
        assert_eq!((found.n_removed, found.n_added, found.n_changed, found.n_moved), (1, 1, 0, 0), "{new}");
    }
    // A part without an id is what its path says, and so is one whose id another has, too.
    let changed = ["Changed Part Workspace/Door; Size 1 2"];
    let without = place_of(&door("", 2), 10);
    assert_eq!(lines(place_of(&door("", 1), 10), without), changed);
    assert_eq!(lines(&old, place_of(&door("", 2), 10)), changed);
    let found = lines(place_of(&door(&floor, 1), 10), place_of(&door(&floor, 2), 10));
    assert_eq!(found, changed);
    // Studio gives services another id.
    let storage = |number: u32| {
        place(&format!(
            "Workspace:Workspace {workspace} }} ServerStorage:ServerStorage {} Folder:A {floor} }} }}",
            id(number)
        ))
    };
    assert_eq!(compare(storage(5), storage(6)).1.len(), 0);
    // Files without a common id have been made anew, and are compared as if there were none.
    let anew =
        |number: u32| place(&format!("Model:Car {} Part:Wheel {} size=1 }} }}", id(number), id(number + 1)));
    assert!(compare(anew(1), anew(5)).0.is_empty());
}

#[test]
fn what_comes_and_goes_is_counted_with_all_in_it() {
    let old = "Folder:A }".to_owned();
    let new = format!("Folder:A {CAR} }}");
    assert_eq!(lines(place(&old), place(&new)), ["Added Model A/Car and 2"]);
    assert_eq!(lines(place(&new), place(&old)), ["Removed Model A/Car and 2"]);
    let (found, _) = compare(place(&new), place(&old));
    assert_eq!((found.n_removed, found.n_added, found.is_empty()), (3, 0, false));
}

#[test]
fn siblings_of_one_name_are_told_apart_by_what_they_hold() {
    let part = |size: u32| format!("Part:Part size={size} hue={size} }}");
    let parts = |sizes: &[u32]| place(&sizes.iter().map(|size| part(*size)).collect::<Vec<_>>().join(" "));
    assert_eq!(lines(parts(&[1, 2, 3, 4]), parts(&[1, 3, 4])), ["Removed Part Part[2]"]);
    assert_eq!(lines(parts(&[1, 3, 4]), parts(&[1, 2, 3, 4])), ["Added Part Part[2]"]);
    let new = place(&[part(1), part(2).replace("hue=2", "hue=9"), part(4)].join(" "));
    let expected = ["Changed Part Part[2]; hue 2 9", "Removed Part Part[3]"];
    let mut found = lines(parts(&[1, 2, 3, 4]), new);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn order_is_content() {
    let [a, b, c] = ["Part:A }", "Part:B }", "Part:C }"];
    let found = lines(place(&[a, b, c].join(" ")), place(&[c, a, b].join(" ")));
    assert_eq!(found, ["Changed Roblox (file) reordered 1"]);
}

#[test]
fn references_follow_what_they_lead_to() {
    let old = "Part:Door size=1 } Part:Wall size=2 } ObjectValue:Value Value=#0 }";
    // The door has another name, and the reference still leads to it.
    assert_eq!(lines(place(old), place(&old.replace(":Door", ":Gate"))), ["Renamed Part Door Gate"]);
    let found = lines(place(old), place(&old.replace("#0", "#1")));
    assert_eq!(found, ["Changed ObjectValue Value; Value -> Door -> Wall"]);
    let found = lines(place(old), place(&old.replace("#0", "#9")));
    assert_eq!(found, ["Changed ObjectValue Value; Value -> Door missing"]);
}

#[test]
fn texts_are_compared_line_by_line() {
    let text = |changed: &str| {
        let lines: Vec<_> =
            (1..=20).map(|i| if i == 10 { changed.into() } else { format!("line{i}") }).collect();
        place(&format!("Script:Main Source={} }}", lines.join("\\n")))
    };
    let (_, changes) = compare(text("old"), text("new"));
    let [change] = &changes[..] else { panic!("{changes:?}") };
    let [property] = &change.properties[..] else { panic!("{change:?}") };
    let found: Vec<_> = property.lines.iter().map(|line| (line.kind, line.line, &*line.text)).collect();
    use LineKind::{Added, Gap, Removed, Same};
    let expected = [
        (Gap, 8, ""),
        (Same, 8, "line8"),
        (Same, 9, "line9"),
        (Removed, 10, "old"),
        (Added, 10, "new"),
        (Same, 11, "line11"),
        (Same, 12, "line12"),
    ];
    assert_eq!(found, expected);
    assert!(property.old.as_deref().unwrap().starts_with("20 lines, <"), "{property:?}");
}

#[test]
fn llsd_is_compared_by_key() {
    let old = "{'a':{'x':i1,'y':[r1,r2]},'list':[{'n':i1},{'n':i2},{'n':i3}]}";
    let new = "{'list':[{'n':i1},{'n':i3}],'a':{'y':[r1,r2.5],'x':i1,'z':'new'}}";
    let found = lines(old, new);
    assert_eq!(found, ["Changed map a; y [1.0, 2.0] [1.0, 2.5]; z - \"new\"", "Removed map list[1]"]);
    assert!(compare("{'a':{'b':i1,'c':i2}}", "{'a':{'c':i2,'b':i1}}").0.is_empty());
    assert_eq!(lines("[i1]", "[r1]"), ["Changed LLSD (file); value [1] [1.0]"]);
    let folder = fixtures().join("llsd/valid");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert!(compare(read("everything.xml"), read("everything.llsd")).0.is_empty());
}

#[test]
fn vertices_move_by_more_than_the_tolerance() {
    let mesh = |z: &str| {
        format!("version 1.01\n1\n[0,0,{z}][0,0,1][0,0.25,0][1,0,0][0,0,1][1,0,0][0,2,0][0,0,1][0,1,0]")
    };
    let found = lines(mesh("0"), mesh("0.5"));
    let [change] = &found[..] else { panic!("{found:?}") };
    assert!(change.starts_with("Changed vertices vertices; "), "{change}");
    assert!(change.ends_with("1 of 3 moved, by at most 0.5"), "{change}");
    assert!(change.contains("; max [1, 2, 0] [1, 2, 0.5]"), "{change}");
    assert!(lines(mesh("0"), mesh("0.00001")).is_empty());
    let exact = DiffOptions::default().tolerance(0.0);
    let (_, changes) = compare_with(mesh("0").as_bytes(), mesh("0.00001").as_bytes(), &exact);
    assert_eq!(changes.len(), 1);
}

#[test]
fn other_formats_are_compared_part_by_part() {
    let read = |path: &str| std::fs::read(fixtures().join(path)).unwrap();
    let found = lines(read("rbxmesh/valid/v400.mesh"), read("rbxmesh/valid/v401_without_bones.mesh"));
    assert!(found.iter().any(|change| change.starts_with("Removed skin skin and ")), "{found:?}");
    let found = lines(read("m3d/valid/sound.m3d"), read("m3d/valid/rigged.m3d"));
    for wanted in ["Added skeleton skeleton and 2", "Added action wave and 2"] {
        assert!(found.iter().any(|change| change == wanted), "{wanted}: {found:?}");
    }
    let found = lines(read("slmesh/valid/sound.llmesh"), read("slmesh/valid/hulls.llmesh"));
    assert_eq!(found, ["Added hull physics_convex.hull[0]", "Added hull physics_convex.hull[1]"]);
}

#[test]
fn twins_differ_in_what_was_changed_between_saving_them() {
    let read = |path: &Path| std::fs::read(path).unwrap();
    for (name, end) in [("model", "rbxm"), ("place", "rbxl"), ("rotations", "rbxm"), ("types", "rbxm")] {
        let path = |form: &str| fixtures().join("foreign/roblox").join(format!("{name}.{form}"));
        let [binary, xml] = [path(&format!("rbx_binary.{end}")), path(&format!("rbx_xml.{end}x"))];
        assert_eq!(lines(read(&binary), read(&xml)), [""; 0], "{name}");
    }
    let Some(corpus) = corpus() else { return };
    let mut n_equal = 0;
    for folder in std::fs::read_dir(corpus.join("roblox/models")).unwrap() {
        let folder = folder.unwrap().path();
        let [binary, xml] = ["binary.rbxm", "xml.rbxmx"].map(|name| folder.join(name));
        if !(binary.exists() && xml.exists()) {
            continue;
        }
        let found = lines(read(&binary), read(&xml));
        let expected: &[&str] = match folder.file_name().unwrap().to_str().unwrap() {
            "default-inserted-part" => {
                &["Changed Part Part; CFrame CFrame(-6, 0.50000095, -12) CFrame(-14, 15.5, -7)"]
            }
            "gui-inset-and-font-migration" => &["Changed Roblox (file); ExplicitAutoJoints - \"true\""],
            _ => &[],
        };
        assert_eq!(found, expected, "{}", folder.display());
        n_equal += usize::from(found.is_empty());
    }
    assert!(n_equal >= 30, "{n_equal} pairs");
    let [binary, xml] =
        ["Binary.rbxl", "Xml.rbxlx"].map(|name| read(&corpus.join("roblox/all-types").join(name)));
    assert!(compare(&binary, &xml).0.is_empty());
    // Objects without a public class are in binary files only.
    let (found, changes) = compare_with(&binary, &xml, &DiffOptions::default().exact(true));
    assert_eq!((found.n_removed, found.n_added, found.n_changed), (2, 0, 0), "{changes:?}");
}

/// Files made to be slow: as much work as values, whatever they hold.
#[test]
fn matching_is_not_quadratic() {
    let many = |name: &str, from: usize| {
        let mut xml = String::from("<roblox version=\"4\">");
        for i in from..from + 20_000 {
            xml.push_str(&format!(
                "<Item class=\"Part\"><Properties><string name=\"Name\">{name}</string><int name=\"a\">{i}</int><int name=\"b\">{i}</int></Properties></Item>"
            ));
        }
        xml + "</roblox>"
    };
    let deep = |name: &str| {
        let item =
            format!("<Item class=\"Folder\"><Properties><string name=\"Name\">{name}</string></Properties>");
        format!("<roblox version=\"4\">{}{}</roblox>", item.repeat(20_000), "</Item>".repeat(20_000))
    };
    let script = |word: &str| {
        let lines: String = (0..60_000).map(|i| format!("{word}{i}\n")).collect();
        format!(
            "<roblox version=\"4\"><Item class=\"Script\"><Properties><string name=\"Source\">{lines}</string></Properties></Item></roblox>"
        )
    };
    // The same name and other values; another name each; a chain of other names; a text of other lines.
    let (found, _) = compare(many("Part", 0), many("Part", 100_000));
    assert_eq!(found.n_changed, 20_000);
    let (found, _) = compare(many("Old", 0), many("New", 100_000));
    assert_eq!((found.n_added, found.n_removed), (20_000, 20_000));
    let (found, _) = compare(deep("Old"), deep("New"));
    assert_eq!((found.n_added, found.n_removed), (20_000, 20_000));
    let (found, changes) = compare(script("old"), script("new"));
    assert_eq!((found.n_properties, changes[0].properties[0].lines.len()), (1, 0));
    // One part of which all properties changed.
    let map = |value: u8| {
        let entries: String = (0..60_000).map(|i| format!("'{i}':i{value},")).collect();
        format!("{{{entries}}}")
    };
    let (found, changes) = compare(map(1), map(2));
    assert_eq!((found.n_properties, &*changes[0].properties[59_999].name), (60_000, "9999"));
}

#[test]
fn broken_files_are_errors() {
    let good = place(CAR);
    let good = File::open(good.as_bytes(), &OpenOptions::default()).unwrap();
    let bad = File::open(b"<roblox!\x89\xff\r\n\x1a\n\0\0", &OpenOptions::default()).unwrap();
    let mut show = |_: Change| ControlFlow::Continue(());
    assert!(diff(&bad, &good, &DiffOptions::default(), &mut show).is_err());
    assert!(diff(&good, &bad, &DiffOptions::default(), &mut show).is_err());
}
