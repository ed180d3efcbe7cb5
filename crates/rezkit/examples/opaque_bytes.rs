//! Counts the bytes of models and places that nobody can read, by property: `opaque_bytes FILE…`.
//!
//! Of each property that holds bytes: how many strings and bytes there are, how many of these are text or have a form
//! that is known, and how many are left.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rezkit::roblox::{Document, Kind, StringForm};
use std::collections::{BTreeMap, HashSet};

/// Properties with forms that are not those of `StringForm`: attributes, tags, terrain, and what unions hold.
const OTHERS: [&str; 10] = [
    "AttributesSerialize",
    "Tags",
    "SmoothGrid",
    "MeshData",
    "MeshData2",
    "PhysicalConfigData",
    "PhysicsData",
    "SolidMeshHolder",
    "ChildData",
    "ChildData2",
];

#[derive(Default)]
struct Count {
    strings: usize,
    bytes: usize,
    /// Of forms that are read since they have a table.
    of_form: usize,
    opaque: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut counts: BTreeMap<(String, String), Count> = BTreeMap::new();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let Ok(document) = Document::open(&bytes) else { continue };
        let mut seen = HashSet::new();
        for id in document.ids() {
            let class = document.class(id);
            for (name, value) in document.properties(id) {
                let is_text = !matches!(value.kind(), Kind::BinaryString | Kind::SharedString | Kind::String);
                let Some(string) = value.as_bytes().filter(|string| !is_text && !string.is_empty()) else {
                    continue;
                };
                // A file has a shared string once.
                if value.kind() == Kind::SharedString && !seen.insert((name.to_string(), string.to_vec())) {
                    continue;
                }
                let form = StringForm::for_property(class.as_bytes(), name.as_bytes());
                let is_readable = std::str::from_utf8(string).is_ok_and(|text| {
                    !text.contains(|letter: char| letter.is_control() && !letter.is_whitespace())
                });
                if is_readable && form.is_none() {
                    continue;
                }
                let count = counts.entry((class.to_string(), name.to_string())).or_default();
                count.strings += 1;
                count.bytes += string.len();
                match form {
                    Some(form) if form.read(string).is_ok() => count.of_form += string.len(),
                    _ if is_readable || OTHERS.contains(&&*name) => {}
                    _ => count.opaque += string.len(),
                }
            }
        }
    }
    println!("{:52} {:>8} {:>12} {:>12} {:>12}", "property", "strings", "bytes", "of a form", "opaque");
    for ((class, name), count) in counts {
        let Count { strings, bytes, of_form, opaque } = count;
        println!("{:52} {strings:>8} {bytes:>12} {of_form:>12} {opaque:>12}", format!("{class}.{name}"));
    }
    Ok(())
}
