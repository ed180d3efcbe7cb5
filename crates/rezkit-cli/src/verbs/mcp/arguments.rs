//! Checks of the arguments of a call against the schema of its tool. Messages quote the tool's own
//! description.

use rmcp::model::{JsonObject, Tool};
use serde_json::Value as Json;

/// Checks the arguments of a call.
///
/// # Errors
///
/// If an argument is unknown, missing or has the wrong type; the message names the first one.
pub(super) fn check(tool: &Tool, arguments: &JsonObject) -> Result<(), String> {
    let none = JsonObject::new();
    let known = tool.input_schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
    let about =
        |name: &str| known.get(name).and_then(|schema| schema.get("description")).and_then(Json::as_str);
    let about = |name: &str| about(name).unwrap_or_default().replace('\n', " ");
    let required = tool.input_schema.get("required").and_then(Json::as_array).into_iter().flatten();
    for name in required.filter_map(Json::as_str) {
        if !arguments.contains_key(name) {
            return Err(format!("{name} is missing: {}", about(name)));
        }
    }
    for (name, value) in arguments {
        let Some(schema) = known.get(name) else {
            let names: Vec<_> = known.keys().map(String::as_str).collect();
            return Err(format!(
                "| {}\nis not an argument of {}, which has {}",
                crate::show::clean(name),
                tool.name,
                names.join(", ")
            ));
        };
        if let Some(found) = wrong(schema, value) {
            return Err(format!("{name} is {found}, but must be {}: {}", needed(schema), about(name)));
        }
        let inner = ["items", "additionalProperties"].into_iter().find_map(|key| schema.get(key));
        for (schema, value) in
            inner.into_iter().flat_map(|schema| values(value).map(move |value| (schema, value)))
        {
            if let Some(found) = wrong(schema, value) {
                let needed = needed(schema);
                return Err(format!("a value in {name} is {found}, but must be {needed}: {}", about(name)));
            }
        }
    }
    Ok(())
}

/// The type of a value that its schema does not allow; `None` if it is allowed.
fn wrong(schema: &Json, value: &Json) -> Option<&'static str> {
    let is_of = |name: &&str| match (*name, value) {
        ("string", Json::String(_)) | ("boolean", Json::Bool(_)) | ("number", Json::Number(_)) => true,
        ("integer", Json::Number(number)) => number.as_u64().is_some_and(|number| fits(schema, number)),
        ("array", Json::Array(_)) | ("object", Json::Object(_)) | ("null", Json::Null) => true,
        _ => false,
    };
    let types = types(schema);
    (!types.is_empty() && !types.iter().any(is_of)).then(|| found(value))
}

/// The values in an array or an object.
fn values(value: &Json) -> Box<dyn Iterator<Item = &Json> + '_> {
    match value {
        Json::Array(values) => Box::new(values.iter()),
        Json::Object(values) => Box::new(values.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Returns `true` for a number that is not too large for its type.
fn fits(schema: &Json, number: u64) -> bool {
    schema.get("format").and_then(Json::as_str) != Some("uint32") || u32::try_from(number).is_ok()
}

/// The types that a schema allows.
fn types(schema: &Json) -> Vec<&str> {
    match (schema.get("type"), schema.get("anyOf")) {
        (Some(Json::String(one)), _) => vec![one],
        (Some(Json::Array(several)), _) => several.iter().filter_map(Json::as_str).collect(),
        (_, Some(Json::Array(several))) => several.iter().flat_map(types).collect(),
        _ => Vec::new(),
    }
}

fn found(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "another number",
        Json::String(_) => "a text",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

/// The types that a schema allows, in words.
fn needed(schema: &Json) -> String {
    let word = |name: &str| match name {
        "string" => Some("a text"),
        "boolean" => Some("true or false"),
        "number" => Some("a number"),
        "integer" => Some("a whole number from 0 on"),
        "array" => Some("an array of texts"),
        "object" => Some("an object of values by name"),
        _ => None,
    };
    types(schema).into_iter().filter_map(word).collect::<Vec<_>>().join(" or ")
}
