//! Prints a property of one instance: `cargo run --example cat_property FILE Workspace/Model/Part size`.
//!
//! Without a property, prints all properties of the instance.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rbxbinary::{Attribute, Attributes, Tree, Value, tags};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("usage: cat_property FILE PATH [PROPERTY]".into());
    };
    let wanted = arguments.next();
    let model = rbxbinary::read(&std::fs::read(file)?)?;
    let tree = Tree::new(&model);
    let instance = tree.find(&path).ok_or("there is no such instance")?;
    for (name, value) in instance.properties() {
        let name = String::from_utf8_lossy(name);
        if wanted.as_ref().is_some_and(|wanted| **wanted != name) {
            continue;
        }
        let bytes = instance.bytes(&name);
        match (&*name, value) {
            ("AttributesSerialize", _) => {
                let (attributes, _) = Attributes::read(bytes.unwrap_or_default());
                for (name, value) in attributes.entries {
                    match value {
                        Attribute::String(text) => println!("@{name} = \"{}\"", text.escape_ascii()),
                        value => println!("@{name} = {value:?}"),
                    }
                }
            }
            ("Tags", _) => tags::read(bytes.unwrap_or_default())
                .for_each(|tag| println!("#{}", String::from_utf8_lossy(tag))),
            (_, Value::String(text)) if wanted.is_some() => println!("{}", String::from_utf8_lossy(text)),
            (_, Value::String(text)) => println!("{name} = \"{}\"", text.escape_ascii()),
            (_, Value::Referent(_)) => {
                let target = instance.instance(&name).map(|target| target.path());
                println!("{name} = {}", target.unwrap_or_else(|| "nothing".into()));
            }
            (_, Value::SharedString(_)) => println!("{name} = {} shared bytes", bytes.map_or(0, <[u8]>::len)),
            (_, value) => println!("{name} = {value:?}"),
        }
    }
    Ok(())
}
