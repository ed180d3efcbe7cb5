//! Converts models and places of Roblox between XML and binary, and removes properties: what `rbx_util` of rbx-dom does
//! with a `WeakDom`, done with a `Document`. docs/migrate/rbx_dom_weak.md compares the two.
//!
//! ```sh
//! cargo run --release -p rezkit --example roblox_util -- convert place.rbxl place.rbxlx
//! cargo run --release -p rezkit --example roblox_util -- remove-prop place.rbxl smaller.rbxl Part Anchored
//! ```

use rezkit::Format;
use rezkit::roblox::Document;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match *arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        ["convert", input, output] => save(&open(input)?, output),
        ["remove-prop", input, output, class, property] => {
            let mut document = open(input)?;
            for id in document.of_class(class) {
                document.unset(id, property);
            }
            save(&document, output)
        }
        _ => Err("convert INPUT OUTPUT, or remove-prop INPUT OUTPUT CLASS PROPERTY".into()),
    }
}

/// The content says which encoding it is.
fn open(path: &str) -> Result<Document, Box<dyn Error>> {
    Ok(Document::open(&std::fs::read(path)?)?)
}

/// The name says which encoding it becomes.
fn save(document: &Document, path: &str) -> Result<(), Box<dyn Error>> {
    let saved = document.save_as(Format::of_name(path).ok_or("the output has no known ending")?)?;
    saved.losses.iter().for_each(|loss| eprintln!("{loss}"));
    Ok(std::fs::write(path, saved.bytes)?)
}
