//! Puts several files into one, each in a folder with its name:
//! `cargo run -p rbxxml --example merge_rbxxml OUT.rbxmx IN.rbxmx…`

use rbxxml::{Document, Item};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [to, from @ ..] = arguments.as_slice() else { return Err("usage: merge_rbxxml OUT IN…".into()) };
    let mut merged = Document::new();
    for path in from {
        let model = rbxxml::read(&fs::read(path)?).map_err(|error| format!("{path}: {error}"))?;
        let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = merged.add(None, Item::new("Folder").with("Name", name))?;
        // References between them, and the shared strings that they use, come along.
        merged.insert(&model, model.roots(), folder)?;
    }
    fs::write(to, rbxxml::write(&merged)?)?;
    Ok(())
}
