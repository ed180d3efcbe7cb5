//! Puts several files into one, each in a folder with its name:
//! `cargo run -p rbxbinary --example merge_rbxbinary OUT.rbxm IN.rbxm…`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxbinary::{Document, Item, ModelOptions, OwnedValue};
use std::collections::HashMap;
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
        merged.insert(&model, model.roots(), folder)?;
    }
    // A file has a property for all instances of a class; those that lack it get what another of the class has.
    let mut known = HashMap::new();
    for hole in merged.holes() {
        let other = hole.with.first().and_then(|id| merged.item(*id)?.get(hole.property.as_str()?));
        println!("{} of class {} have no {}, and get {other:?}", hole.n_without, hole.class, hole.property);
        known.insert((hole.class, hole.property), other.map(OwnedValue::from));
    }
    let fill = |class: &[u8], property: &[u8], _| known.get(&(class.into(), property.into()))?.clone();
    let model = merged.to_model_with(&ModelOptions::default().fill(&fill))?;
    fs::write(to, rbxbinary::write(&model)?)?;
    Ok(())
}
