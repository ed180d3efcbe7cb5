//! Models that rbx_binary wrote: the values are those that went in.

use crate::support;
use rbxbinary::{Content, Document, ReadOptions, Value, read_with};
#[path = "../../../rbxxml/tests/all/documents/foreign.rs"]
mod inputs;
use inputs::{rows, same};
use serde_json::{Value as Json, json};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text(bytes: &[u8]) -> Json {
    json!(str::from_utf8(bytes).unwrap())
}

/// A value as the inputs have it; `kind` says which string it is.
fn plain(value: Value<'_>, kind: &str, document: &Document, place_of: impl Fn(&Value<'_>) -> Json) -> Json {
    let frame = |matrix: geom::Mat3, position: geom::Vec3| {
        json!([&position.to_array()[..], &matrix.to_rows_array()].concat())
    };
    match value {
        Value::String(bytes) if kind == "BinaryString" => json!(hex(bytes)),
        Value::String(bytes) => text(bytes),
        Value::Bool(value) => json!(value != 0),
        Value::Int32(value) => json!(value),
        Value::Int64(value) => json!(value),
        Value::Float32(value) => json!(value),
        Value::Float64(value) => json!(value),
        Value::Enum(value) | Value::BrickColor(value) => json!(value),
        Value::UDim(value) => json!(value),
        Value::UDim2([x, y]) => json!([x.0, x.1, y.0, y.1]),
        Value::Rect(value) => json!(value),
        Value::Ray(value) => json!([value.origin.to_array(), value.direction.to_array()].concat()),
        Value::Faces(value) | Value::Axes(value) => json!(value),
        Value::Color3(value) => json!(value),
        Value::Color3uint8(value) => json!(value),
        Value::Vector2(value) => json!(value.to_array()),
        Value::Vector3(value) => json!(value.to_array()),
        Value::Vector3int16(value) => json!(value),
        Value::CFrame(rotation, position) => frame(rotation.matrix(), position),
        Value::OptionalCFrame(value) => {
            json!(value.map(|(rotation, position)| frame(rotation.matrix(), position)))
        }
        Value::Referent(_) => place_of(&value),
        Value::NumberRange(value) => json!([value.min, value.max]),
        Value::NumberSequence(points) => {
            points.iter().map(|point| json!([point.time, point.value, point.envelope])).collect()
        }
        Value::ColorSequence(points) => {
            points.iter().map(|point| json!([&[point.time][..], &point.color].concat())).collect()
        }
        Value::PhysicalProperties(value) => json!(value.ok().map(|value| [
            value.density,
            value.friction,
            value.elasticity,
            value.friction_weight,
            value.elasticity_weight,
            // Without it, a material absorbs all sound.
            value.acoustic_absorption.unwrap_or(1.0),
        ])),
        Value::SharedString(index) => json!(hex(document.shared_string(index).unwrap())),
        Value::UniqueId(id) => json!([id.index, id.time, id.random.cast_signed()]),
        Value::Font(font) => {
            json!([text(font.family), font.weight, font.style, text(font.cached_face)])
        }
        Value::SecurityCapabilities(value) => json!(value),
        Value::Content(Content::None) => json!(""),
        Value::Content(Content::Uri(uri)) => text(uri),
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_are_those_that_went_in() {
    let files = support::foreign("roblox");
    let (mut n_files, mut n_values) = (0, 0);
    for (name, bytes) in &files {
        if !name.ends_with(".rbxm") && !name.ends_with(".rbxl") {
            continue;
        }
        let input: Json = serde_json::from_slice(support::input(&files, name)).unwrap();
        let (model, warnings) = read_with(bytes, &ReadOptions::default()).unwrap();
        assert_eq!(warnings.first(), None, "{name}");
        let document = Document::from(model);
        let mut expected = Vec::new();
        rows(&input["items"], 0, &mut expected);
        let found: Vec<_> = document.walk().collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        // References as the inputs have them: by an id, or by nothing.
        let place_of = |value: &Value<'_>| {
            let place = found.iter().position(|visit| *value == Value::Referent(visit.id));
            place.map_or(Json::Null, |place| expected[place].1["id"].clone())
        };
        for (visit, (depth, item)) in found.iter().zip(&expected) {
            assert_eq!(
                (visit.depth, &json!(visit.item.class.to_string_lossy())),
                (*depth, &item["class"]),
                "{name}"
            );
            assert_eq!(text(visit.item.name()), item["name"], "{name}");
            let properties = item["properties"].as_object().unwrap();
            assert_eq!(visit.item.properties().count(), properties.len() + 1, "{name}: {}", item["name"]);
            for (property, value) in properties {
                let (kind, expected) = value.as_object().unwrap().iter().next().unwrap();
                let found = visit.item.get(property).unwrap_or_else(|| panic!("{name}: {property}"));
                let found = plain(found, kind, &document, place_of);
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
    assert_eq!((n_files, n_values), (12, 945));
}
