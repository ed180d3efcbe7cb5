//! Prints a document in another encoding:
//! `cargo run -p rezkit-llsd --example convert FILE [binary|xml|notation|json|tagged-json]`.
//!
//! A file whose name ends in `.json` is read as JSON, with tags if it has any. Plain JSON loses types; tagged JSON does not.
//! Without an encoding, it prints notation. Warnings and findings go to stderr.

use llsd::json::{self, JsonForm};
use llsd::{ReadOptions, Style, Value, Warnings, WriteOptions};
use std::io::{Error, Write};
use std::path::Path;

const USAGE: &str = "usage: convert FILE [binary|xml|notation|json|tagged-json]";

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or_else(|| Error::other(USAGE))?;
    let encoding = arguments.next().unwrap_or_else(|| "notation".into());
    let bytes = std::fs::read(&path)?;
    let (value, warnings) =
        read(Path::new(&path), &bytes).map_err(|error| Error::other(error.to_string()))?;
    for warning in warnings {
        eprintln!("warning: {warning}");
    }
    for finding in llsd::validate(&value) {
        eprintln!("{finding}");
    }
    let options = WriteOptions::default().style(Style::Pretty);
    let written = match encoding.as_str() {
        "json" => json::write_with(&value, JsonForm::Plain, &options),
        "tagged-json" => json::write_with(&value, JsonForm::Tagged, &options),
        other => match other.parse() {
            Ok(encoding) => llsd::write_with(&value, &options.encoding(encoding)),
            Err(_) => return Err(Error::other(format!("{other} is not an encoding; {USAGE}"))),
        },
    };
    std::io::stdout().write_all(&written.map_err(|error| Error::other(error.to_string()))?)
}

fn read(path: &Path, bytes: &[u8]) -> Result<(Value, Warnings), llsd::Error> {
    match path.extension() {
        Some(extension) if extension == "json" => {
            json::read_with(bytes, JsonForm::Tagged, &ReadOptions::default())
        }
        _ => llsd::read_with(bytes, &ReadOptions::default()),
    }
}
