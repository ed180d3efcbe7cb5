//! Tests of files that are generated from the tables: the list of columns, to which columns are only added, and the JSON
//! Schemas of crates/rezkit/schemas. `REZ_SCHEMAS=write cargo test -p rezkit table` updates them.

use super::{Column, Table, Type};
use serde_json::{Value, json};
use std::path::PathBuf;

fn line(table: Table, column: &Column) -> String {
    let null = if column.is_nullable { "" } else { " not null" };
    format!("{} {} {}{null}", table.name(), column.name, column.of.name())
}

/// Checks the list of columns against the checked-in one. Data that users have stored must stay readable: no
/// line changes or disappears, and new columns are nullable.
#[test]
fn columns_are_only_added() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/verbs/table/columns.txt");
    let listed = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    let mut text = String::new();
    for table in Table::ALL {
        let columns: Vec<_> = table.columns().iter().map(|column| line(*table, column)).collect();
        let before = listed.lines().filter(|line| line.split(' ').next() == Some(table.name()));
        let before: Vec<_> = before.collect();
        assert_eq!(columns.iter().take(before.len()).collect::<Vec<_>>(), before, "{} changed", table.name());
        let new = columns.iter().skip(before.len()).filter(|_| !before.is_empty());
        new.for_each(|column| assert!(!column.ends_with("not null"), "{column}: old files do not have it"));
        text += &(columns.join("\n") + "\n");
    }
    let gone = listed.lines().find(|line| !text.lines().any(|own| own == *line));
    assert_eq!(gone, None);
    if std::env::var_os("REZ_SCHEMAS").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert!(listed == text, "{} is not current: run with REZ_SCHEMAS=write", path.display());
    }
}

/// Queries need no quotes around the names of columns.
#[test]
fn names_are_plain_words() {
    for table in Table::ALL {
        let mut names: Vec<_> = table.columns().iter().map(|column| column.name).collect();
        // Keywords of SQL would need quotes.
        let words =
            ["desc", "end", "group", "limit", "offset", "order", "references", "select", "table", "user"];
        assert!(!names.iter().any(|name| words.contains(name)), "{}", table.name());
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), table.columns().len(), "{}", table.name());
    }
}

fn schema(table: Table) -> Value {
    let of = |column: &Column| {
        let mut of = match column.of {
            Type::Int32 => json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
            Type::Int64 => json!({ "type": "integer" }),
            Type::Float32 | Type::Float64 => json!({ "type": ["number", "null"] }),
            Type::Bool => json!({ "type": "boolean" }),
            Type::String => json!({ "type": "string" }),
            Type::Binary => json!({ "type": "string", "contentEncoding": "base64" }),
            Type::Floats => json!({ "type": "array", "items": { "type": ["number", "null"] } }),
            Type::Timestamp => json!({ "type": "string", "format": "date-time" }),
        };
        if column.is_nullable && !of["type"].is_array() {
            of["type"] = json!([of["type"], "null"]);
        }
        of["description"] = json!(column.about);
        (column.name.to_owned(), of)
    };
    let columns = table.columns();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name(table),
        "description": table.about(),
        "type": "object",
        "properties": serde_json::Map::from_iter(columns.iter().map(of)),
        "required": columns.iter().map(|column| column.name).collect::<Vec<_>>(),
    })
}

fn name(table: Table) -> String {
    format!("rezkit.table-{}-{}", table.name(), super::SCHEMA)
}

/// The names and texts of the JSON Schemas.
pub(crate) fn schemas() -> impl Iterator<Item = (String, String)> {
    Table::ALL
        .iter()
        .map(|table| (name(*table), serde_json::to_string_pretty(&schema(*table)).unwrap() + "\n"))
}
