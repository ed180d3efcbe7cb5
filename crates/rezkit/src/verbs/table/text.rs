//! Rows as lines of JSON and of CSV.

use super::columns::{Cell, Row, Table};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::visible::to_json;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// A row as a JSON object on one line, without a line feed.
///
/// All columns are present, empty ones as `null`, so that programs can infer types. Binary data are base64, times are
/// text, and numbers that JSON lacks, such as infinity, are `null`.
#[must_use]
pub fn json(row: &dyn Row) -> String {
    to_json(&Object(row))
}

struct Object<'r>(&'r dyn Row);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.0.table().columns();
        let mut map = serializer.serialize_map(Some(columns.len()))?;
        for (i, column) in columns.iter().enumerate() {
            map.serialize_entry(column.name, &self.0.cell(i))?;
        }
        map.end()
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Int32(number) => serializer.serialize_i32(*number),
            Self::Int64(number) => serializer.serialize_i64(*number),
            Self::Float32(number) if !number.is_finite() => serializer.serialize_none(),
            Self::Float32(number) => serializer.serialize_f32(*number),
            Self::Float64(number) if !number.is_finite() => serializer.serialize_none(),
            Self::Float64(number) => serializer.serialize_f64(*number),
            Self::Bool(is) => serializer.serialize_bool(*is),
            Self::String(text) => serializer.serialize_str(text),
            Self::Binary(bytes) => serializer.serialize_str(&STANDARD.encode(bytes)),
            Self::Floats(numbers) => {
                serializer.collect_seq(numbers.iter().map(|number| Self::Float32(*number)))
            }
            Self::Timestamp(time) => serializer.collect_str(time),
        }
    }
}

/// The names of the columns of a table as a line of CSV, without a line feed.
#[must_use]
pub fn csv_header(table: Table) -> String {
    table.columns().iter().map(|column| column.name).collect::<Vec<_>>().join(",")
}

/// A row as a line of CSV (RFC 4180), without a final line feed; quoted text may contain some.
///
/// Null cells are empty, and empty text is `""`. Lists are written as in JSON, binary data as base64.
#[must_use]
pub fn csv(row: &dyn Row) -> String {
    let mut line = String::new();
    for column in 0..row.table().columns().len() {
        if column > 0 {
            line.push(',');
        }
        match row.cell(column) {
            Cell::Null => {}
            Cell::String(text) => quote(text, &mut line),
            // Writing to a `String` does not fail.
            Cell::Float32(number) => _ = write!(line, "{number}"),
            Cell::Float64(number) => _ = write!(line, "{number}"),
            cell @ (Cell::Floats(_) | Cell::Binary(_) | Cell::Timestamp(_)) => {
                quote(to_json(&cell).trim_matches('"'), &mut line);
            }
            cell => line.push_str(&to_json(&cell)),
        }
    }
    line
}

/// Quotes text that needs it, and empty text, to distinguish it from null.
fn quote(text: &str, line: &mut String) {
    if !text.is_empty() && !text.contains(['"', ',', '\n', '\r']) {
        line.push_str(text);
        return;
    }
    line.push('"');
    line.push_str(&text.replace('"', "\"\""));
    line.push('"');
}

/// The name of a value in JSON.
pub(super) fn name_of(word: &impl Serialize) -> String {
    to_json(word).trim_matches('"').to_owned()
}
