//! Writes the documents of `fixtures/foreign/llsd` with llsd-rs.

use chrono::DateTime;
use foreign::{bytes, inputs, text, write};
use llsd_rs::notation::FormatterContext;
use llsd_rs::{Llsd, Uri, binary, notation, xml};
use serde_json::Value;

fn value(typed: &Value) -> Llsd {
    let plain = &typed["v"];
    let list = || plain.as_array().expect("a list").iter();
    match text(typed, "t") {
        "undef" => Llsd::Undefined,
        "boolean" => Llsd::Boolean(plain.as_bool().expect("a boolean")),
        "integer" => Llsd::Integer(plain.as_i64().and_then(|it| it.try_into().ok()).expect("an integer")),
        "real" => Llsd::Real(f64::from_be_bytes(bytes(text(typed, "bits")).try_into().expect("64 bits"))),
        "uuid" => Llsd::Uuid(text(typed, "v").parse().expect("a UUID")),
        "string" => Llsd::String(text(typed, "v").into()),
        "uri" => Llsd::Uri(Uri::parse(text(typed, "v"))),
        "date" => Llsd::Date(DateTime::parse_from_rfc3339(text(typed, "v")).expect("a date").into()),
        "binary" => Llsd::Binary(bytes(text(typed, "hex"))),
        "array" => Llsd::Array(list().map(value).collect()),
        "map" => Llsd::Map(list().map(|pair| (pair[0].as_str().expect("a key").into(), value(&pair[1]))).collect()),
        other => panic!("{other}"),
    }
}

fn main() {
    for (path, input) in inputs("llsd").into_iter().filter(|(_, input)| input["value"].is_object()) {
        let model = value(&input["value"]);
        let path = path.with_file_name("files").join(path.file_name().expect("a name"));
        write(&path, "llsd-rs", "llsd", binary::to_vec(&model).expect("binary"));
        write(&path, "llsd-rs", "xml", xml::to_pretty_string(&model).expect("XML"));
        let context = FormatterContext::new().with_pretty(true).with_hex(true);
        write(&path, "llsd-rs", "notation", notation::to_vec(&model, &context).expect("notation"));
    }
}
