//! Anchors all parts of a file, removes its scripts, and names what referred to them:
//! `cargo run -p rbxbinary --example edit_rbxbinary IN.rbxm OUT.rbxm`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxbinary::Document;
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [from, to] = arguments.as_slice() else { return Err("usage: edit_rbxbinary IN OUT".into()) };
    let original = fs::read(from)?;
    let mut document = Document::from(rbxbinary::read(&original)?);
    let is_part = |class: &str| matches!(class, "Part" | "MeshPart" | "WedgePart" | "UnionOperation");
    let n_parts = document.set_all(|_, item| item.class.as_str().is_some_and(is_part), "Anchored", true);
    println!("{n_parts} parts are anchored");
    for class in ["Script", "LocalScript", "ModuleScript"] {
        let scripts: Vec<_> = document.of_class(class).map(|visit| visit.id).collect();
        for script in scripts {
            let path = document.path(script);
            // A script may be inside one that was removed before.
            let Some(removed) = document.remove(script) else { continue };
            println!("{path} is removed");
            for (id, property) in removed.references {
                println!("  {property} of {} referred to it", document.path(id));
            }
        }
    }
    // Chunks without an edit stay as they are.
    fs::write(to, rbxbinary::write_onto(&document.to_model()?, &original)?)?;
    Ok(())
}
