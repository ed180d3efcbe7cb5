//! Lists what refers to an item, and what it refers to:
//! `cargo run -p rbxxml --example find_references_rbxxml FILE PATH`, where PATH is such as `Workspace/Car/Wheel[2]`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [file, path] = arguments.as_slice() else {
        return Err("usage: find_references_rbxxml FILE PATH".into());
    };
    let mut document = rbxxml::read(&fs::read(file)?)?;
    let id = document.find(path).ok_or("there is no such item")?;
    for (referrer, property) in document.references_to(id) {
        println!("{property} of {} refers to it", document.path(referrer));
    }
    for (property, target) in document.references_from(id) {
        println!("its {property} refers to {}", document.path(target));
    }
    Ok(())
}
