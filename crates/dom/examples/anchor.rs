//! Anchors all parts of a place: `cargo run -p rezkit-dom --example anchor -- FROM TO`.

use dom::Document;
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = env::args_os().skip(1);
    let (Some(from), Some(to)) = (paths.next(), paths.next()) else { return Err("name two files".into()) };
    let bytes = fs::read(from)?;
    let mut place = Document::open(&bytes)?;
    for part in place.of_class("Part") {
        place.set(part, "Anchored", true)?;
    }
    fs::write(to, place.save_onto(&bytes)?.bytes)?;
    Ok(())
}
