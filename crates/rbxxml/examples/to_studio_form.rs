//! Writes a file as Studio would, without what Studio would not write: `cargo run --example to_studio_form FROM TO`.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::io::Error;

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err(Error::other("usage: to_studio_form FROM TO"));
    };
    let bytes = std::fs::read(from)?;
    let mut document = rbxxml::read(&bytes).map_err(Error::other)?;
    let ids: Vec<_> = document.walk().map(|visit| visit.id).collect();
    for id in ids {
        let Some(item) = document.item_mut(id) else { continue };
        // Studio's order until 2025, its names of elements, and nothing that it would not write.
        item.properties.to_mut().sort_by(|a, b| a.name().cmp(b.name()));
        for property in item.properties.to_mut().iter_mut().filter(|property| property.value.kind().is_some())
        {
            property.set_spelling(None);
        }
        item.extras = None;
    }
    let fresh = rbxxml::Document::new();
    (document.attributes, document.externals) = (fresh.attributes, fresh.externals);
    document.elements.clear();
    document.trailing = rbxxml::Text::default();
    document.shared_strings = document.shared_strings.as_slice().to_vec().into();
    document.shared_strings.sort();
    let written = rbxxml::write(&document).map_err(Error::other)?;
    println!("{} items, {} bytes were {}", document.len(), written.len(), bytes.len());
    std::fs::write(to, written)
}
