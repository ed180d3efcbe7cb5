//! Inputs that became files of Roblox, in both encodings.

use serde_json::Value as Json;

/// The items of an input in document order, each with its depth.
pub(crate) fn rows<'j>(items: &'j Json, depth: usize, all: &mut Vec<(usize, &'j Json)>) {
    for item in items.as_array().unwrap() {
        all.push((depth, item));
        rows(&item["children"], depth + 1, all);
    }
}

/// Equal as numbers of 32 bits, unless the kind has 64.
pub(crate) fn same(found: &Json, expected: &Json, kind: &str) -> bool {
    match (found, expected) {
        (Json::Array(found), Json::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| same(a, b, kind))
        }
        (Json::Number(found), Json::Number(expected)) if found.is_f64() && kind != "Float64" => {
            found.as_f64().map(|number| number as f32) == expected.as_f64().map(|number| number as f32)
        }
        _ => found == expected,
    }
}
