//! Writes the documents of `fixtures/foreign/llsd` with serde-llsd.

use foreign::{bytes, inputs, text, write};
use serde_json::Value;
use serde_llsd::LLSDValue;

fn value(typed: &Value) -> LLSDValue {
    let plain = &typed["v"];
    let list = || plain.as_array().expect("a list").iter();
    match text(typed, "t") {
        "undef" => LLSDValue::Undefined,
        "boolean" => LLSDValue::Boolean(plain.as_bool().expect("a boolean")),
        "integer" => LLSDValue::Integer(plain.as_i64().and_then(|it| it.try_into().ok()).expect("an integer")),
        "real" => LLSDValue::Real(f64::from_be_bytes(bytes(text(typed, "bits")).try_into().expect("64 bits"))),
        "uuid" => LLSDValue::UUID(text(typed, "v").parse().expect("a UUID")),
        "string" => LLSDValue::String(text(typed, "v").into()),
        "uri" => LLSDValue::URI(text(typed, "v").into()),
        // Its dates are whole seconds.
        "date" => LLSDValue::Date(f64::from_le_bytes(bytes(text(typed, "le_bits")).try_into().expect("64 bits")) as i64),
        "binary" => LLSDValue::Binary(bytes(text(typed, "hex"))),
        "array" => LLSDValue::Array(list().map(value).collect()),
        "map" => LLSDValue::Map(list().map(|pair| (pair[0].as_str().expect("a key").into(), value(&pair[1]))).collect()),
        other => panic!("{other}"),
    }
}

fn main() {
    for (path, input) in inputs("llsd").into_iter().filter(|(_, input)| input["value"].is_object()) {
        let model = value(&input["value"]);
        let name = path.file_name().expect("a name");
        let has_dates = name == "dates";
        let binary = path.with_file_name(if has_dates { "reversed" } else { "files" }).join(name);
        let path = path.with_file_name("files").join(name);
        // The bytes of its dates in binary are in the wrong order.
        write(&binary, "serde-llsd", "llsd", serde_llsd::to_bytes(&model).expect("binary"));
        write(&path, "serde-llsd", "xml", serde_llsd::to_string(&model, true).expect("XML"));
        // Its dates in notation have no quotes, and cannot be read.
        if !has_dates {
            write(&path, "serde-llsd", "notation", serde_llsd::notation_to_string(&model).expect("notation"));
        }
    }
}
