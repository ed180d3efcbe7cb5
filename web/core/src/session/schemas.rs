//! Tests that the checked-in schema of questions and answers matches the types. `REZ_SCHEMAS=write cargo test -p
//! rezkit-web schema` updates it.

use super::{Question, Session};
use crate::Room;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use std::cell::Cell;

type Describe = fn(&mut SchemaGenerator) -> Schema;

thread_local! {
    /// The function that describes the type of the last answer.
    pub(super) static SHAPE: Cell<Option<Describe>> = const { Cell::new(None) };
}

#[test]
fn the_schema_is_that_of_the_types() {
    let bytes = include_bytes!("../../../../fixtures/rbxbinary/valid/nested.rbxm");
    let mut session = Session::open(bytes.to_vec(), "new.rbxm");
    session.add(bytes.to_vec(), "old.rbxm");
    let mut questions = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let mut answers = SchemaSettings::draft2020_12().for_serialize().into_generator();
    answers.subschema_for::<Room>();
    let asked = Question::json_schema(&mut questions).to_value();
    let mut verbs = Map::new();
    for verb in asked["oneOf"].as_array().unwrap() {
        let (name, question) = verb["properties"].as_object().unwrap().iter().next().unwrap();
        let sent = json!({ name: plain(question, "", questions.definitions()) });
        let answer = session.ask(&sent.to_string());
        assert!(answer.json.starts_with(r#"{"result":"#), "{sent}: {}", answer.json);
        let shape = SHAPE.take().unwrap()(&mut answers);
        let both =
            json!({"description": verb["description"], "type": "array", "prefixItems": [question, shape]});
        verbs.insert(name.clone(), both);
    }
    let required: Vec<_> = verbs.keys().collect();
    let description = "The questions, and the answer to each.";
    let verbs =
        json!({"description": description, "type": "object", "properties": verbs, "required": required});
    let mut types = answers.take_definitions(false);
    for (name, asked) in questions.take_definitions(false) {
        let answered = types.insert(name, asked.clone());
        assert!(
            answered.is_none_or(|answered| answered == asked),
            "{asked} is asked, and answered otherwise"
        );
    }
    types.insert("Verbs".into(), verbs);
    let text = serde_json::to_string_pretty(&json!({ "$defs": types })).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema.json");
    if std::env::var_os("REZ_SCHEMAS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default().replace('\r', "");
    assert!(found == text, "schema.json is not current: run with REZ_SCHEMAS=write");
}

/// A minimal question of a type, with only the required fields.
fn plain(schema: &Value, name: &str, types: &Map<String, Value>) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return plain(&types[name.trim_start_matches("#/$defs/")], name, types);
    }
    match schema["type"].as_str() {
        Some("string") => match name {
            "to" => json!("glb"),
            "query" => json!("class=Part"),
            _ => json!(""),
        },
        Some("integer") => json!(0),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        _ => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let fields =
                required.map(|name| (name.to_owned(), plain(&schema["properties"][name], name, types)));
            fields.collect::<Map<_, _>>().into()
        }
    }
}
