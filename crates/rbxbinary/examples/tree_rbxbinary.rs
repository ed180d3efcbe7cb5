//! Prints the instances as a tree: `cargo run --example tree_rbxbinary FILE [DEPTH]`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxbinary::{ReadOptions, Tree, read_with};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: tree_rbxbinary FILE [DEPTH]")?;
    let depth: usize = arguments.next().map_or(Ok(usize::MAX), |depth| depth.parse())?;
    // Only names are needed, so the other columns stay packed.
    let only_names = ReadOptions::default().columns(|_, property| property == b"Name");
    let (model, warnings) = read_with(&std::fs::read(path)?, &only_names)?;
    let tree = Tree::new(&model);
    // The ancestors of the instance, from the top level down.
    let mut outer = Vec::new();
    for instance in tree.walk() {
        while outer.last().is_some_and(|last| Some(*last) != instance.parent()) {
            outer.pop();
        }
        let level = outer.len();
        outer.push(instance);
        if level < depth {
            let (class, name) = (String::from_utf8_lossy(instance.class_name()), instance.name_lossy());
            let shown = if class == name { class.into_owned() } else { format!("{class} \"{name}\"") };
            let hidden = instance.children().len();
            let more =
                if level + 1 == depth && hidden > 0 { format!(" ({hidden} inside)") } else { String::new() };
            println!("{}{shown}{more}", "  ".repeat(level));
        }
    }
    println!("{} instances, {} levels", tree.len(), tree.depth());
    for warning in warnings.iter() {
        println!("warning: {warning}");
    }
    Ok(())
}
