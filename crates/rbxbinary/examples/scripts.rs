//! Lists the scripts of a place, or writes them into a folder: `cargo run --example scripts FILE [FOLDER]`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxbinary::{ReadOptions, Tree, read_with};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: scripts FILE [FOLDER]")?;
    let folder = arguments.next();
    let columns = ReadOptions::default().columns(|_, property| matches!(property, b"Name" | b"Source"));
    let (model, _) = read_with(&std::fs::read(path)?, &columns)?;
    let tree = Tree::new(&model);
    let mut n_scripts = 0;
    for (number, script) in tree.walk().enumerate() {
        let Some(source) = script.bytes("Source") else { continue };
        let n_lines = source.split(|byte| *byte == b'\n').count();
        println!("{:6} lines  {}", n_lines, script.full_name());
        if let Some(folder) = &folder {
            // Names may contain any character, and several scripts may have the same name.
            let name: String =
                script.name_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
            std::fs::create_dir_all(folder)?;
            std::fs::write(Path::new(folder).join(format!("{number}_{name}.lua")), source)?;
        }
        n_scripts += 1;
    }
    println!("{n_scripts} scripts");
    Ok(())
}
