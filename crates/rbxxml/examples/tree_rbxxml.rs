//! Prints who is inside whom, and what is unsound: `cargo run --example tree_rbxxml FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxxml::{Document, Value};
use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: tree_rbxxml FILE"))?;
    let bytes = std::fs::read(path)?;
    let (document, warnings) =
        rbxxml::read_with(&bytes, &rbxxml::ReadOptions::default()).map_err(Error::other)?;
    for visit in document.walk() {
        let name = visit.item.name();
        let class =
            if *name == *visit.item.class { String::new() } else { format!(" ({})", visit.item.class) };
        println!("{}{name}{class}{}", "  ".repeat(visit.depth), remarks(&document, visit.item));
    }
    for warning in warnings.iter() {
        let (line, column) = warning.line_column(&bytes).unwrap_or_default();
        println!("line {line}, column {column}: {warning}");
    }
    let findings = rbxxml::validate(&document);
    if !findings.is_empty() {
        println!("{findings}");
    }
    Ok(())
}

/// Returns remarks on an item: the number of lines of a script, and the targets of references.
fn remarks(document: &Document, item: &rbxxml::Item) -> String {
    let remark = |property: rbxxml::PropertyRef<'_>| match property.value {
        Value::ProtectedString(source) => {
            Some(format!(", {} lines", source.iter().filter(|byte| **byte == b'\n').count()))
        }
        value => value.as_item().map(|target| format!(", {} is {}", property.name(), document.path(target))),
    };
    item.properties.iter().filter_map(remark).collect()
}
