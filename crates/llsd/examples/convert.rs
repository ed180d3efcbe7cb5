//! Prints a document in another encoding: `cargo run -p rezkit-llsd --example convert FILE [binary|xml|notation]`.
//!
//! Without an encoding, it prints notation, and says what was unclear and what is unsound.

use llsd::{Encoding, ReadOptions, Style, WriteOptions};
use std::io::{Error, Write};

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or_else(|| Error::other("usage: convert FILE [binary|xml|notation]"))?;
    let encoding = match arguments.next().as_deref() {
        Some("binary") => Encoding::Binary,
        Some("xml") => Encoding::Xml,
        Some("notation") | None => Encoding::Notation,
        Some(other) => return Err(Error::other(format!("{other} is no encoding"))),
    };
    let bytes = std::fs::read(path)?;
    let (value, warnings) = llsd::read_with(&bytes, &ReadOptions::default()).map_err(|error| {
        let (line, column) = error.line_column(&bytes).unwrap_or_default();
        Error::other(format!("line {line}, column {column}: {error}"))
    })?;
    for warning in warnings {
        eprintln!("unclear: {warning}");
    }
    for finding in llsd::validate(&value) {
        eprintln!("{finding}");
    }
    let options = WriteOptions::default().encoding(encoding).style(Style::Pretty);
    let written = llsd::write_with(&value, &options).map_err(|error| Error::other(error.to_string()))?;
    std::io::stdout().write_all(&written)
}
