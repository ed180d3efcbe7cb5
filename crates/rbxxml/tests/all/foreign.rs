//! Models that rbx_xml wrote, and libraries for XML after it: the values are those that went in.

use crate::support;
use rbxxml::{
    ColorKeypoint, Content, ContentId, Document, FontStyle, ReadOptions, Reference, Value, read_with,
};
#[path = "documents/foreign.rs"]
mod inputs;
use inputs::{rows, same};
use serde_json::{Value as Json, json};

fn hex(bytes: &[u8]) -> Json {
    json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

fn url(of: &ContentId) -> Json {
    json!(of.url().map(|url| url.to_string_lossy()).unwrap_or_default())
}

/// A value as the inputs have it.
fn plain(value: &Value, document: &Document, id_of: impl Fn(&Reference) -> Json + Copy) -> Json {
    match value {
        Value::String(text) | Value::ProtectedString(text) => json!(text.as_str().unwrap()),
        Value::BinaryString(bytes) => hex(bytes),
        Value::Bool(value) => json!(value),
        Value::Int32(value) => json!(value),
        Value::Int64(value) => json!(value),
        Value::Float32(value) => json!(value),
        Value::Float64(value) => json!(value),
        Value::Enum(value) => json!(value),
        Value::SecurityCapabilities(value) => json!(value),
        Value::Vector2(value) => json!(value.to_array()),
        Value::Vector3(value) => json!(value.to_array()),
        Value::Vector3int16(value) => json!(value),
        Value::UDim(value) => json!(value),
        Value::UDim2([x, y]) => json!([x.0, x.1, y.0, y.1]),
        Value::Rect(value) => json!(value),
        Value::Ray(value) => json!([value.origin.to_array(), value.direction.to_array()].concat()),
        Value::CFrame(value) => {
            json!([&value.position.to_array()[..], &value.rotation.to_rows_array()].concat())
        }
        Value::Optional(value) => json!(value.as_ref().map(|value| plain(value, document, id_of))),
        Value::Color3(value) => json!(value),
        Value::Color3uint8(value) => json!(value),
        Value::Axes(value) => json!(value),
        Value::Faces(value) => json!(value),
        Value::NumberRange(value) => json!([value.min, value.max]),
        Value::NumberSequence(points) => {
            points.iter().map(|point| json!([point.time, point.value, point.envelope])).collect()
        }
        Value::ColorSequence(points) => {
            points.iter().map(|ColorKeypoint { time, color: [r, g, b], .. }| json!([time, r, g, b])).collect()
        }
        Value::PhysicalProperties(value) => json!(value.as_ref().map(|value| [
            value.density,
            value.friction,
            value.elasticity,
            value.friction_weight,
            value.elasticity_weight,
            // Without it, a material absorbs all sound.
            value.acoustic_absorption.unwrap_or(1.0),
        ])),
        Value::ContentId(value) => url(value),
        Value::Content(Content::None) => json!(""),
        Value::Content(Content::Uri(uri)) => json!(uri.to_string()),
        Value::Font(font) => json!([
            url(&font.family),
            font.weight,
            u8::from(font.style == FontStyle::Italic),
            font.cached_face_id.as_ref().map_or(json!(""), url),
        ]),
        Value::Referent(reference) => id_of(reference),
        Value::SharedString(key) => hex(&document.shared_strings.get(key).unwrap().data),
        Value::UniqueId(id) => json!([id.index, id.time, id.random.cast_signed()]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_are_those_that_went_in() {
    let files = support::foreign("roblox");
    let (mut n_files, mut n_values) = (0, 0);
    for (name, bytes) in &files {
        if !name.ends_with(".rbxmx") && !name.ends_with(".rbxlx") {
            continue;
        }
        let input: Json = serde_json::from_slice(support::input(&files, name)).unwrap();
        let (document, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        let mut expected = Vec::new();
        rows(&input["items"], 0, &mut expected);
        let found: Vec<_> = document.walk().collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        // References as the inputs have them: by an id, or by nothing.
        let id_of = |reference: &Reference| {
            let place = found.iter().position(|visit| reference.item() == Some(visit.id));
            place.map_or(Json::Null, |place| expected[place].1["id"].clone())
        };
        for (visit, (depth, item)) in found.iter().zip(&expected) {
            assert_eq!(
                (visit.depth, &json!(visit.item.class.to_string())),
                (*depth, &item["class"]),
                "{name}"
            );
            assert_eq!(json!(str::from_utf8(visit.item.name()).unwrap()), item["name"], "{name}");
            let properties = item["properties"].as_object().unwrap();
            assert_eq!(visit.item.properties.len(), properties.len() + 1, "{name}: {}", item["name"]);
            for (property, value) in properties {
                let (kind, expected) = value.as_object().unwrap().iter().next().unwrap();
                let found = visit.item.get(property).unwrap_or_else(|| panic!("{name}: {property}"));
                let found = plain(found, &document, id_of);
                assert!(
                    same(&found, expected, kind),
                    "{name}, {}: {property}: {found} is not {expected}",
                    item["name"]
                );
                n_values += 1;
            }
        }
        n_files += 1;
    }
    assert_eq!((n_files, n_values), (8, 821));
}
