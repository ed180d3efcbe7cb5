//! The samples that Studio wrote, two that people edited, and those of other programs: promises that hold for every
//! file.

use crate::support;
use rbxxml::{Document, ReadOptions, Same, Text, Value, read, read_with, validate, write, write_onto};
use std::collections::BTreeMap;

/// Samples in the XML format.
pub(crate) fn samples() -> Vec<(String, Vec<u8>)> {
    let files = support::samples("roblox");
    files.into_iter().filter(|(name, _)| name.ends_with(".rbxmx") || name.ends_with(".rbxlx")).collect()
}

/// Returns the files as Studio wrote them; the others are by hand or by other programs, as their folders say.
fn studios() -> Vec<(String, Vec<u8>)> {
    let is_other =
        |name: &str| ["edge-cases/", support::FOREIGN].iter().any(|folder| name.starts_with(folder));
    samples().into_iter().filter(|(name, _)| !is_other(name)).collect()
}

fn sample(name: &str) -> Option<Vec<u8>> {
    samples().into_iter().find(|(other, _)| other == name).map(|(_, bytes)| bytes)
}

#[test]
fn studios_files_come_back_byte_for_byte() {
    let files = studios();
    for (name, bytes) in &files {
        let (mut model, warnings) = read_with(bytes, &ReadOptions::default().strict(true)).unwrap();
        assert_eq!(warnings.total(), 0, "{name}");
        assert_same_text(name, &write(&model).unwrap(), bytes);
        set_all_to_themselves(&mut model);
        assert_same_text(name, &write(&model).unwrap(), bytes);
        assert_same_text(name, &write_onto(&model, bytes).unwrap(), bytes);
    }
    assert!(files.is_empty() || files.len() == 37, "{}", files.len());
}

/// The output depends on the value, and not on the text that was kept of it.
fn set_all_to_themselves(model: &mut Document) {
    let ids: Vec<_> = model.walk().map(|visit| visit.id).collect();
    for id in ids {
        let item = model.item_mut(id).unwrap();
        for property in item.properties.clone().into_vec() {
            item.set(property.name().clone(), property.value);
        }
    }
}

#[test]
fn every_sample_has_the_counts_of_its_text() {
    let mut kinds = BTreeMap::new();
    for (name, bytes) in samples() {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let model = read(&bytes).unwrap();
        assert_eq!(model.len(), text.matches("<Item class=").count(), "{name}");
        let n_properties: usize = model.walk().map(|visit| visit.item.properties.len()).sum();
        let others = text.matches("<Meta name=").count();
        assert_eq!(n_properties + others, text.matches(" name=\"").count(), "{name}");
        assert_eq!(
            model.shared_strings.as_slice().len(),
            text.matches("<SharedString md5=").count(),
            "{name}"
        );
        if name.starts_with(support::FOREIGN) {
            continue;
        }
        for property in model.walk().flat_map(|visit| &visit.item.properties) {
            let kind = property.value.kind().map_or("raw".into(), |kind| format!("{kind:?}"));
            *kinds.entry(kind).or_insert(0) += 1;
        }
    }
    if !kinds.is_empty() {
        insta::assert_debug_snapshot!("kinds_of_values", kinds);
    }
}

#[test]
fn the_facts_of_single_samples() {
    let Some(bytes) = sample("all-types/Xml.rbxlx") else { return };
    let model = read(&bytes).unwrap();
    assert_eq!((model.len(), model.trailing.len()), (1203, 0));
    let physical = model.find("Workspace").and_then(|id| model.children(id).next()).is_some();
    assert!(physical);

    let bytes = sample("models/default-inserted-part/xml.rbxmx").unwrap();
    let model = read(&bytes).unwrap();
    let part = model.item(model.find("Part").unwrap()).unwrap();
    assert_eq!(part.get("size").unwrap().as_vec3().unwrap().to_array(), [4.0, 1.0, 2.0]);
    assert_eq!(part.get("CFrame").unwrap().as_pose().unwrap().position.to_array(), [-14.0, 15.5, -7.0]);
    assert_eq!(part.get("CustomPhysicalProperties"), Some(&Value::PhysicalProperties(None)));
    assert_eq!(part.get("Material"), Some(&Value::Enum(256)));

    let bytes = sample("edge-cases/empty-font/xml.rbxmx").unwrap();
    let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let label = model.item(model.roots().next().unwrap()).unwrap();
    assert_eq!(label.get("FontFace"), Some(&Value::Font(Box::default())));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].to_string(), "items[0] TextLabel, FontFace: the value is empty (at byte 0x56e)");

    let bytes = sample("edge-cases/xml-unknown-type/xml.rbxmx").unwrap();
    let (model, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let value = model.item(model.roots().next().unwrap()).unwrap().get("hello").unwrap();
    let inside =
        "\r\n                I really hope Roblox never makes a property called Baloney\r\n            ";
    assert_eq!(value, &Value::Raw(inside.into()));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].line_column(&bytes), Some((8, 13)));
    let text = "items[0] NumberValue, hello: <Baloney> is not allowed here (at byte 0x1b9)";
    assert_eq!(warnings[0].to_string(), text);
}

#[test]
fn shared_strings_have_the_keys_that_studio_makes() {
    for (name, bytes) in studios() {
        let model = read(&bytes).unwrap();
        // Older than the digest of today.
        if name.contains("415") || name.contains("413") {
            continue;
        }
        let mut strings = rbxxml::SharedStrings::default();
        for string in model.shared_strings.as_slice() {
            #[cfg(feature = "hash")]
            assert_eq!(strings.share(&string.data), string.key, "{name}");
            #[cfg(not(feature = "hash"))]
            strings.push(string.clone());
        }
        strings.sort();
        assert_eq!(strings.difference(&model.shared_strings), None, "{name}");
    }
}

#[test]
fn studios_files_are_sound_but_for_what_studio_leaves() {
    let mut found = BTreeMap::new();
    for (name, bytes) in samples().into_iter().filter(|(name, _)| !name.starts_with(support::FOREIGN)) {
        for finding in validate(&read(&bytes).unwrap()) {
            *found.entry(format!("{} {name}", finding.rule.id)).or_insert(0) += 1;
        }
    }
    if support::corpus("roblox").is_some() {
        insta::assert_debug_snapshot!("findings", found);
    }
}

/// An XML library sees the same markup, as far as XML 1.0 can express it.
#[test]
fn roxmltree_sees_the_same_tree() {
    for (name, bytes) in samples() {
        let text = str::from_utf8(&bytes).unwrap();
        let theirs = roxmltree::Document::parse(text).unwrap();
        let ours = read(&bytes).unwrap();
        compare(&name, &ours, &theirs);
        // Bytes beyond ASCII are written as Studio does, which is something else to XML.
        if name.starts_with(support::FOREIGN) {
            continue;
        }
        let written = String::from_utf8(write(&ours).unwrap()).unwrap();
        compare(&name, &ours, &roxmltree::Document::parse(&written).unwrap());
    }
}

fn compare(name: &str, ours: &Document, theirs: &roxmltree::Document<'_>) {
    let items = theirs.descendants().filter(|node| node.has_tag_name("Item"));
    assert_eq!(ours.len(), items.clone().count(), "{name}");
    for (visit, node) in ours.walk().zip(items) {
        assert_eq!(visit.item.class, node.attribute("class").unwrap(), "{name}");
        assert_eq!(visit.item.referent, node.attribute("referent").map(Text::from), "{name}");
        let list = node.children().find(|node| node.has_tag_name("Properties")).unwrap();
        let elements: Vec<_> = list.children().filter(|node| node.is_element()).collect();
        assert_eq!(visit.item.properties.len(), elements.len(), "{name}");
        for (property, element) in visit.item.properties.iter().zip(elements) {
            assert_eq!(*property.name(), element.attribute("name").unwrap(), "{name}");
            let own = property.spelling().and_then(|spelling| spelling.element.as_ref());
            let usual = property.value.kind().map(|kind| kind.element());
            assert_eq!(
                own.map_or(usual.unwrap_or_default().into(), |name| name.to_string_lossy()),
                element.tag_name().name()
            );
            let text = element.text().unwrap_or_default();
            let children: Vec<_> = element.children().filter(|child| child.is_element()).collect();
            let number = |at: usize| children[at].text().unwrap().parse::<f32>().unwrap();
            match property.value {
                Value::String(value) | Value::ProtectedString(value) => assert_eq!(value, text, "{name}"),
                Value::Bool(value) => assert_eq!(value.to_string(), text, "{name}"),
                Value::Int32(value) => assert_eq!(value.to_string(), text, "{name}"),
                Value::Int64(value) => assert_eq!(value.to_string(), text, "{name}"),
                Value::Enum(value) => assert_eq!(value.to_string(), text, "{name}"),
                Value::Float32(value) => {
                    assert!(value.same(&text.parse().unwrap()), "{name}: {value} {text}")
                }
                Value::Float64(value) => {
                    assert!(value.same(&text.parse().unwrap()), "{name}: {value} {text}")
                }
                Value::Vector3(value) => assert!(value.to_array().same(&[0, 1, 2].map(number)), "{name}"),
                Value::CFrame(value) => {
                    assert!(value.position.to_array().same(&[0, 1, 2].map(number)), "{name}");
                    let rotation = [3, 4, 5, 6, 7, 8, 9, 10, 11].map(number);
                    assert!(value.rotation.to_rows_array().same(&rotation), "{name}");
                }
                _ => {}
            }
        }
    }
}

fn assert_same_text(name: &str, found: &[u8], expected: &[u8]) {
    if let Some(at) = (0..expected.len().max(found.len())).find(|at| found.get(*at) != expected.get(*at)) {
        let around = |text: &[u8]| {
            text[at.saturating_sub(120).min(text.len())..(at + 60).min(text.len())].escape_ascii().to_string()
        };
        panic!("{name}, byte {at}:\n found {}\n not {}", around(found), around(expected));
    }
}
