//! Model to bytes: the reader's functions, in the same order.

mod document;
mod item;
mod markup;
mod number;
mod property;
mod text;
mod value;

use crate::model::Reference;
use crate::mould::error::Error;
use crate::onto::Original;
use crate::{Document, ItemId, ReadOptions, Text, WriteOptions};
use std::collections::HashMap;

/// Writes a file as Studio does.
///
/// What Studio wrote comes back byte for byte. Line ends and indentation are always Studio's;
/// [`write_onto`] keeps those of a file.
///
/// # Errors
///
/// If the model holds what the format cannot say: names with signs of markup in them, references
/// to items whose referent another item has, source texts that are no whole elements.
///
/// ```
/// let document = rbxxml::read(b"<roblox version='4'><Item class='Folder'/></roblox>")?;
/// assert_eq!(rbxxml::write(&document)?, b"<roblox version=\"4\">\n\t<Item class=\"Folder\"></Item>\n</roblox>");
/// # Ok::<(), rbxxml::Error>(())
/// ```
pub fn write(model: &Document) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file in the form that `options` ask for.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with(model: &Document, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    Writer::new(model, options, None).file()
}

/// Writes a file, and takes each element of `original` whose value is the same from there, byte for byte,
/// with what stands before it.
///
/// # Errors
///
/// As [`write()`]. An original that is broken helps as far as it goes.
///
/// ```
/// let original = b"<roblox version='4'>\r\n  <Item class='Folder'> <!-- mine --> </Item>\r\n</roblox>\r\n";
/// let document = rbxxml::read(original)?;
/// assert_eq!(rbxxml::write_onto(&document, original)?, original);
/// # Ok::<(), rbxxml::Error>(())
/// ```
pub fn write_onto(model: &Document, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// As [`write_onto`], for a model that was read with options: with others, values would seem to have changed.
///
/// # Errors
///
/// As [`write()`].
pub fn write_onto_with(
    model: &Document,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let Some(mut source) = Original::of(original, read, model) else { return write_with(model, options) };
    let written = Writer::new(model, options, Some(&source)).file()?;
    if !source.is_damaged || written == original {
        return Ok(written);
    }
    // What stands between the elements of a broken file could mean something else beside new ones.
    source.keeps_only_comments = true;
    Writer::new(model, options, Some(&source)).file()
}

/// A document being written.
struct Writer<'m> {
    out: Vec<u8>,
    document: &'m Document,
    options: &'m WriteOptions,
    original: Option<&'m Original<'m>>,
    /// The first item of each referent.
    referents: HashMap<Text, ItemId>,
    /// For items that are pointed at, and have none.
    made_referents: HashMap<ItemId, Text>,
    /// The value that was written last takes several lines.
    is_tall: bool,
}

impl<'m> Writer<'m> {
    fn new(document: &'m Document, options: &'m WriteOptions, original: Option<&'m Original<'m>>) -> Self {
        let referents = document.referents();
        let mut made_referents = HashMap::new();
        if document.walk().any(|visit| visit.item.referent.is_none()) {
            let values =
                document.walk().flat_map(|visit| &visit.item.properties).map(|property| &property.value);
            let targets = values.filter_map(|value| value.reference().and_then(Reference::item));
            let mut number = 0_u128;
            for id in targets {
                let has_none = document.item(id).is_some_and(|item| item.referent.is_none());
                if has_none && !made_referents.contains_key(&id) {
                    let referent = loop {
                        let referent = Text::from(format!("RBX{number:032X}"));
                        number = number.saturating_add(1);
                        if !referents.contains_key(&referent) {
                            break referent;
                        }
                    };
                    made_referents.insert(id, referent);
                }
            }
        }
        Self { out: Vec::new(), document, options, original, referents, made_referents, is_tall: false }
    }
}
