//! Puts several files into one, each in a folder with its name:
//! `cargo run -p rbxbinary --example merge_rbxbinary OUT.rbxm IN.rbxm…`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxbinary::{Document, Item};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [to, from @ ..] = arguments.as_slice() else { return Err("usage: merge_rbxbinary OUT IN…".into()) };
    let mut merged = Document::new();
    for path in from {
        let model = rbxbinary::read(&fs::read(path)?).map_err(|error| format!("{path}: {error}"))?;
        let model = Document::from(model);
        let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = merged.add(None, Item::new("Folder").with("Name", name))?;
        // References between them, and the shared strings that they use, come along.
        merged.insert_from(&model, model.roots(), folder)?;
    }
    let (model, holes) = merged.to_model()?;
    for hole in holes {
        let (n, value) = (hole.items.len(), hole.value.get());
        println!("{n} of class {} have no {}, and get {value:?}", hole.class, hole.property);
    }
    fs::write(to, rbxbinary::write(&model)?)?;
    Ok(())
}
