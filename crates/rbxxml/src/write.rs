//! Model to bytes: the reader's functions, in the same order.

mod document;
mod element;
mod item;
mod markup;
mod number;
mod property;
mod shared;
mod text;
mod value;

use crate::model::{PartSpelling, Reference};
use crate::mould::error::Error;
use crate::onto::plan::{At, Plan, Step, Stream};
use crate::onto::{Original, unlimited};
use crate::{Document, ItemId, ReadOptions, Same, Text, WriteOptions};
use std::collections::HashMap;

/// Writes a file as Studio does.
///
/// A file that Studio wrote comes back byte for byte. Line ends and indentation are always Studio's;
/// [`write_onto`] keeps those of a file.
///
/// # Errors
///
/// If the format cannot express the model: names with characters of markup in them, references to items
/// whose referent is not unique, source texts that are not complete elements.
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
/// An item of a model that was read from `original` is the one with its [number](ItemId) there, whatever was changed in
/// it; one of another model is that with its referent, or the next of its class and name. A property is that with its
/// name.
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

/// As [`write_onto`], of a document that was read with the options `read`, in the form that `options` ask for.
///
/// Read with others, values of the original would seem to have changed. Their limits do not count: of the original,
/// less is kept than it is long.
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
    // What stands between the elements of a broken file could mean something else beside new ones.
    for keeps_only_comments in [false, true] {
        let Some(source) = Original::of(original, read, model, keeps_only_comments) else { break };
        let written = Writer::new(model, options, Some(&source)).file()?;
        let is_damaged = source.is_damaged;
        drop(source);
        if !is_damaged || says(&written, model, read, options) {
            return Ok(written);
        }
    }
    write_with(model, options)
}

/// Whether what was written onto a broken file is read as the model, which only reading tells.
fn says(written: &[u8], model: &Document, read: &ReadOptions, options: &WriteOptions) -> bool {
    let read = |bytes: &[u8]| crate::read_with(bytes, &unlimited(read)).ok().map(|(document, _)| document);
    let Some(found) = read(written) else { return false };
    // What the format cannot say of the model, it is not to say here.
    let expected = || read(&write_with(model, options).ok()?);
    found.same(model) || expected().is_some_and(|expected| found.same(&expected))
}

/// A document being written.
struct Writer<'m> {
    out: Vec<u8>,
    /// How much of that is indentation.
    n_tabs: usize,
    document: &'m Document,
    options: &'m WriteOptions,
    plan: Plan<'m>,
    /// The first item of each referent.
    referents: HashMap<&'m [u8], ItemId>,
    /// For items that are pointed at, and have none.
    made_referents: HashMap<ItemId, Text>,
    /// Where a stray text ends that was written.
    text_end: Option<usize>,
    /// Attributes of parts of the value that is written.
    parts: &'m [PartSpelling],
    /// The part of it that is written, if there are any.
    path: Vec<u8>,
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
                        if !referents.contains_key(&*referent) {
                            break referent;
                        }
                    };
                    made_referents.insert(id, referent);
                }
            }
        }
        Self {
            out: Vec::new(),
            n_tabs: 0,
            document,
            options,
            plan: Plan::new(original),
            referents,
            made_referents,
            text_end: None,
            parts: &[],
            path: Vec::new(),
            is_tall: false,
        }
    }

    fn step(&mut self, step: Step<'m>, at: At) -> Result<(), Error> {
        if !matches!(step, Step::End(..)) {
            self.gap(at);
        }
        match step {
            Step::Meta(meta) => self.meta(meta, at),
            Step::External(external) => self.external(external, at),
            Step::Item(id) => self.item(id, at),
            Step::Properties(id, share) => self.properties(id, share, at),
            Step::Property(id, property) => self.property(id, property, at),
            Step::SharedStrings(share) => self.shared_strings(share, at),
            Step::SharedString(string) => self.shared_string(string, at),
            Step::Element(element) => self.element(element),
            Step::End(name, is_empty) => {
                self.end(name, is_empty, at);
                Ok(())
            }
        }
    }

    /// What stands before an element: what stood there, if it is where it was.
    fn gap(&mut self, at: At) {
        let kept = self.plan.original.and_then(|original| match at.node {
            Some(node) => original.gap(node, at.within),
            None => original.usual_gap(at.within?),
        });
        match kept {
            Some(gap) => self.out.extend_from_slice(gap),
            None => self.line(at.depth),
        }
    }

    /// An element that holds others: its start tag, which is the original's if that `is_same`, and as steps what
    /// is inside.
    fn open<'t, const N: usize>(
        &mut self,
        name: &'static [u8],
        attributes: impl IntoIterator<Item = (&'t [u8], &'t [u8])>,
        is_same: bool,
        at: At,
        streams: [Stream<'m>; N],
    ) -> Result<(), Error> {
        let is_empty = streams.iter().all(Stream::is_empty);
        let kept = self.plan.original.zip(at.node).filter(|_| is_same);
        match kept.and_then(|(original, node)| Some((original.start_tag(node)?, original.is_open(node)))) {
            Some((tag, is_open)) if is_open || is_empty => {
                self.out.extend_from_slice(tag);
                if !is_open {
                    return Ok(());
                }
            }
            _ => self.start_tag(name, attributes)?,
        }
        self.plan.put(streams, (Step::End(name, is_empty), at));
        Ok(())
    }

    /// The end of what [`open`](Self::open) began.
    fn end(&mut self, name: &[u8], is_empty: bool, at: At) {
        let original = self.plan.original.zip(at.node).filter(|(original, node)| original.is_open(*node));
        let Some((gap, end_tag)) = original.and_then(|(original, node)| original.end(node)) else {
            if !is_empty {
                self.line(at.depth);
            }
            return self.end_tag(name);
        };
        if is_empty || original.is_some_and(|(original, node)| original.has_below(node)) {
            self.out.extend_from_slice(gap);
        } else {
            // What stood in an element that was empty stays in it; there was no place for the end tag to be at.
            self.out.extend_from_slice(gap.trim_ascii_end());
            self.line(at.depth);
        }
        self.out.extend_from_slice(end_tag);
    }

    /// Writes the source that the original has, if its value is the same.
    fn copied<T: Same>(&mut self, ours: &T, theirs: Option<&T>, at: At) -> bool {
        let source =
            theirs.filter(|theirs| T::same(theirs, ours)).and_then(|_| self.plan.original?.source(at.node?));
        self.out.extend_from_slice(source.unwrap_or_default());
        source.is_some()
    }
}
