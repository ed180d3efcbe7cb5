//! Prints the meaning of each byte of a file: `cargo run --example dump_m3d FILE`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::io::Error;

fn main() -> Result<(), Error> {
    let path = std::env::args_os().nth(1).ok_or_else(|| Error::other("usage: dump_m3d FILE"))?;
    let bytes = std::fs::read(path)?;
    let layout = m3d::layout(&bytes);
    for leaf in layout.leaves() {
        println!("{}:{:08x}..{:08x} {} = {}", leaf.space, leaf.start, leaf.end, leaf.path(), leaf.value());
    }
    for warning in layout.warnings().iter() {
        println!("warning: {warning}");
    }
    match layout.error() {
        Some(error) => Err(Error::other(error.to_string())),
        None => Ok(()),
    }
}
