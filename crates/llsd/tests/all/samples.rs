//! The vectors of `fixtures/foreign`: values in three encodings, and other inputs with the results of other programs.

#![allow(dead_code, reason = "each test uses what it needs")]

use llsd::{Date, Uri, Uuid, Value};
use serde_json::Value as Json;

pub(crate) struct Vector {
    pub(crate) id: String,
    pub(crate) value: Value,
    pub(crate) binary: Vec<u8>,
    pub(crate) xml: String,
    pub(crate) notation: String,
}

/// An input, and what reading it gives.
pub(crate) struct Input {
    pub(crate) id: String,
    pub(crate) format: String,
    pub(crate) bytes: Vec<u8>,
    /// The result of python-llsd.
    pub(crate) oracle: Option<Value>,
}

fn json() -> Json {
    let files = crate::support::foreign("llsd");
    let (_, bytes) = files.into_iter().find(|(name, _)| name == "vectors.json").expect("vectors");
    serde_json::from_slice(&bytes).expect("JSON")
}

pub(crate) fn vectors() -> Vec<Vector> {
    let text = |of: &Json, name: &str| of[name].as_str().expect("text").to_owned();
    let vector = |of: &Json| Vector {
        id: text(of, "id"),
        value: value(&of["value"]).expect("a value"),
        binary: hex(&text(of, "binary_hex")),
        xml: text(of, "xml"),
        notation: text(of, "notation"),
    };
    json()["round_trip"].as_array().expect("a list").iter().map(vector).collect()
}

pub(crate) fn inputs() -> Vec<Input> {
    let text = |of: &Json, name: &str| of[name].as_str().expect("text").to_owned();
    let input = |of: &Json| Input {
        id: text(of, "id"),
        format: text(of, "format"),
        bytes: hex(&text(of, "input_hex")),
        oracle: value(&of["oracle"]["value"]),
    };
    json()["inputs"].as_array().expect("a list").iter().map(input).collect()
}

/// The value that the typed JSON describes.
pub(crate) fn value(json: &Json) -> Option<Value> {
    let text = |name: &str| json[name].as_str().expect("text").to_owned();
    Some(match json["t"].as_str()? {
        "undef" => Value::Undef,
        "boolean" => json["v"].as_bool()?.into(),
        // One is beyond 32 bits: python-llsd has no bound.
        "integer" => i32::try_from(json["v"].as_i64()?).ok()?.into(),
        "real" => f64::from_bits(u64::from_str_radix(&text("bits"), 16).ok()?).into(),
        "uuid" => text("v").parse::<Uuid>().ok()?.into(),
        "string" => text("v").into(),
        "uri" => Uri::from(text("v").as_str()).into(),
        "date" => Date(f64::from_le_bytes(hex(&text("le_bits")).try_into().ok()?)).into(),
        "binary" => hex(&text("hex")).into(),
        "array" => json["v"].as_array()?.iter().map(value).collect::<Option<Vec<_>>>()?.into(),
        "map" => {
            let entry = |pair: &Json| Some((pair[0].as_str()?.to_owned(), value(&pair[1])?));
            Value::Map(
                json["v"].as_array()?.iter().map(entry).collect::<Option<Vec<_>>>()?.into_iter().collect(),
            )
        }
        other => panic!("{other}"),
    })
}

pub(crate) fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|digit| !digit.is_whitespace()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hex");
    digits.chunks(2).map(byte).collect()
}
