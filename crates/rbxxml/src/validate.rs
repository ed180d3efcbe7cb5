//! What can be read and is yet unsound.

use crate::model::{ColorKeypoint, ContentId, Property, UniqueId, Value, Visit};
use crate::rules::*;
use crate::wire::{BASE64, is_null, trim};
use crate::{Document, Finding, Rule, Text, Type};
use base64::Engine;
use std::collections::{HashMap, HashSet};

/// What is wrong with a model, in the order of its parts; empty if nothing is.
#[must_use]
pub fn validate(model: &Document) -> Vec<Finding> {
    let mut findings = Vec::new();
    root(model, &mut findings);
    let mut seen = Seen::default();
    for (number, visit) in model.walk().enumerate() {
        let title = format!("Item #{number} {}", visit.item.class);
        item(&title, &visit, &mut seen, &mut findings);
        for property in &visit.item.properties {
            let path = || format!("{title}, {}", property.name);
            let mut found = |rule: &'static Rule, found: String, limit: &str| {
                findings.push(Finding::new(rule, path(), found, limit));
            };
            if !seen.names.insert(property.name.clone()) {
                found(&RXX019, format!("{} again", property.name), "");
            }
            spelling(property, &mut found);
            value(model, property, &property.value, &mut seen, &mut found);
        }
        seen.names.clear();
    }
    for string in model.shared_strings.as_slice() {
        if !seen.keys.contains(&string.key) {
            let path = format!("SharedString {}", string.key);
            findings.push(Finding::new(&RXX028, path, format!("{} bytes", string.data.len()), ""));
        }
    }
    findings
}

/// What must not be there twice.
#[derive(Default)]
struct Seen {
    referents: HashSet<Text>,
    unique_ids: HashSet<(u64, u32, u32)>,
    /// Of one item.
    names: HashSet<crate::Name>,
    /// Shared strings that some property names.
    keys: HashSet<Text>,
}

/// The root, and what stands beside the items.
fn root(model: &Document, findings: &mut Vec<Finding>) {
    match model.attribute("version") {
        Some(version) if trim(version) == b"4" => {}
        version => {
            let found = version.map_or("none".into(), |version| format!("{version:?}"));
            findings.push(Finding::new(&RXX012, "roblox", found, "4"));
        }
    }
    for meta in model.metas.iter().filter(|meta| meta.name.is_empty()) {
        findings.push(Finding::new(&RXX026, "Meta", format!("{:?}", meta.value), ""));
    }
    if model.n_items() == 0 {
        findings.push(Finding::new(&RXX022, "roblox", "no item", ""));
    }
    for element in &model.elements {
        findings.push(Finding::new(&RXX009, "roblox", format!("<{}>", element.name().escape_ascii()), ""));
    }
    let mut first = HashMap::new();
    for string in model.shared_strings.as_slice() {
        let path = || format!("SharedString {}", string.key);
        if string.broken.is_some() {
            findings.push(Finding::new(&RXX014, path(), "another text", ""));
        }
        let other = first.entry(&string.key).or_insert(string);
        if other.data != string.data {
            findings.push(Finding::new(&RXX005, path(), format!("{} other bytes", string.data.len()), ""));
        }
        let n_bytes = BASE64.decode(&*string.key).map(|digest| digest.len()).ok();
        if n_bytes != Some(16) {
            let found = n_bytes.map_or("no base64".into(), |n_bytes| format!("{n_bytes} bytes"));
            findings.push(Finding::new(&RXX023, path(), found, "16 bytes"));
        }
    }
}

/// An item, but for its properties.
fn item(title: &str, visit: &Visit<'_>, seen: &mut Seen, findings: &mut Vec<Finding>) {
    let item = visit.item;
    let mut found = |rule, found: String, limit: &str| findings.push(Finding::new(rule, title, found, limit));
    if item.class.is_empty() {
        found(&RXX024, "none".into(), "");
    }
    match &item.referent {
        None => found(&RXX021, "none".into(), ""),
        Some(referent) if is_null(referent) => found(&RXX002, format!("{referent:?}"), ""),
        Some(referent) => {
            if !seen.referents.insert(referent.clone()) {
                found(&RXX001, format!("{referent:?} again"), "");
            }
        }
    }
    let Some(extras) = &item.extras else { return };
    if extras.property_lists != 1 {
        found(&RXX011, extras.property_lists.to_string(), "1");
    }
    for element in &extras.elements {
        let name = element.name();
        let misplaced = matches!(name, b"Meta" | b"External" | b"SharedStrings");
        found(if misplaced { &RXX010 } else { &RXX009 }, format!("<{}>", name.escape_ascii()), "");
    }
    for element in &extras.nameless {
        found(&RXX025, format!("<{}>", element.name().escape_ascii()), "");
    }
}

/// Takes a finding about one property.
type Found<'f> = dyn FnMut(&'static Rule, String, &str) + 'f;

fn spelling(property: &Property, found: &mut Found<'_>) {
    let Some(spelling) = &property.spelling else { return };
    if spelling.plain_space {
        found(&RXX013, "white space".into(), "");
    }
    for child in &spelling.children {
        found(&RXX009, format!("<{}>", child.name().escape_ascii()), "");
    }
}

fn value(model: &Document, property: &Property, value: &Value, seen: &mut Seen, found: &mut Found<'_>) {
    if let Some(crate::Reference::Unresolved(referent)) = value.reference() {
        found(&RXX003, format!("{referent:?}"), "");
    }
    if let Some(key) = value.shared_key() {
        seen.keys.insert(key.clone());
        if model.shared_strings.get(key).is_none() {
            found(&RXX004, format!("{key:?}"), "");
        }
    }
    match value {
        Value::Axes(axes) if axes.bits > 7 => found(&RXX006, axes.bits.to_string(), "7"),
        Value::Faces(faces) if faces.bits > 63 => found(&RXX007, faces.bits.to_string(), "63"),
        Value::Font(font) => {
            if !(100..=900).contains(&font.weight) || !font.weight.is_multiple_of(100) {
                found(&RXX008, font.weight.to_string(), "100 to 900");
            }
            content_id(&font.family, found);
            font.cached_face_id.iter().for_each(|face| content_id(face, found));
        }
        Value::ContentId(content) => content_id(content, found),
        Value::NumberSequence(keypoints) => times(keypoints.iter().map(|keypoint| keypoint.time), found),
        Value::ColorSequence(keypoints) => {
            times(keypoints.iter().map(|keypoint| keypoint.time), found);
            let odd = |keypoint: &&ColorKeypoint| keypoint.envelope != 0.0;
            if let Some(keypoint) = keypoints.iter().find(odd) {
                found(&RXX018, keypoint.envelope.to_string(), "0");
            }
        }
        Value::UniqueId(UniqueId { random, time, index }) if property.name == *"UniqueId" => {
            let id = (*random, *time, *index);
            if id != (0, 0, 0) && !seen.unique_ids.insert(id) {
                found(&RXX027, format!("{random:016x}{time:08x}{index:08x} again"), "");
            }
        }
        Value::Raw(source) => {
            let element = property.spelling.as_ref().and_then(|spelling| spelling.element.as_ref());
            let element = element.map(|name| name.as_bytes()).unwrap_or_default();
            let rule = match Type::of_element(element) {
                None => &RXX009,
                Some(Type::BinaryString) => &RXX014,
                Some(_) => &RXX015,
            };
            let start = source.get(..32).unwrap_or(source).escape_ascii();
            found(rule, format!("<{}> with \"{start}\"", element.escape_ascii()), "");
        }
        _ => {}
    }
}

fn content_id(content: &ContentId, found: &mut Found<'_>) {
    match content {
        ContentId::Binary(text) => found(&RXX020, format!("<binary> with {text:?}"), ""),
        ContentId::Hash(text) => found(&RXX020, format!("<hash> with {text:?}"), ""),
        _ => {}
    }
}

/// When the keypoints of a sequence are.
fn times(times: impl Iterator<Item = f32> + Clone, found: &mut Found<'_>) {
    for end in [0.0, 1.0] {
        if !times.clone().any(|time| time == end) {
            found(&RXX016, format!("none at {end}"), "");
        }
    }
    if let Some((before, after)) = times.clone().zip(times.skip(1)).find(|(before, after)| before > after) {
        found(&RXX017, format!("{after} after {before}"), "");
    }
}
