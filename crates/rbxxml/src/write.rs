//! Writes a document. The files mirror those of the reader, and functions have the names of their counterparts there.

mod document;
mod element;
mod item;
mod markup;
mod number;
mod property;
mod shared;
mod text;
mod value;

use crate::common::error::Error;
use crate::model::{Document, NewReferents, PartSpelling};
use crate::onto::indentation::Indentation;
use crate::onto::plan::{At, Plan, Stream, Task};
use crate::onto::{Original, unlimited};
use crate::options::{ReadOptions, WriteOptions};
use crate::read::read_with;
use geom::Same;
use std::borrow::Cow;
use text::Quoting;

/// Writes a file as Studio does.
///
/// A file that Studio wrote is reproduced byte for byte. Line ends and indentation are always Studio's; [`write_onto`]
/// keeps those of a file. Items without a referent get one.
///
/// # Errors
///
/// If the format cannot express the model: for example, if a name contains markup, if a reference leads to an item
/// whose referent is not unique, or if a source text is not a complete element.
///
/// ```
/// let document = rbxxml::read(b"<roblox version='4'><Item class='Folder'/></roblox>")?;
/// let text = String::from_utf8(rbxxml::write(&document)?).unwrap();
/// let item = "<Item class=\"Folder\" referent=\"RBX00000000000000000000000000000000\"></Item>";
/// assert_eq!(text, format!("<roblox version=\"4\">\n\t{item}\n</roblox>"));
/// # Ok::<(), rbxxml::Error>(())
/// ```
pub fn write(model: &Document) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file in the form that `options` specify.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_with(model: &Document, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    Writer::new(model, options, &model.new_referents(), None).file(None)
}

/// Writes like [`write_with`], but passes the output on in pieces, so that the file need not be in memory.
///
/// # Errors
///
/// The errors of [`write()`]. The sink may have received some pieces by then.
///
/// ```
/// use rbxxml::{Document, WriteOptions, write, write_in_pieces};
///
/// let (document, mut file) = (Document::new(), Vec::new());
/// write_in_pieces(&document, &WriteOptions::default(), &mut |piece| file.extend_from_slice(piece))?;
/// assert_eq!(file, write(&document)?);
/// # Ok::<(), rbxxml::Error>(())
/// ```
pub fn write_in_pieces(
    model: &Document,
    options: &WriteOptions,
    give: &mut dyn FnMut(&[u8]),
) -> Result<(), Error> {
    let rest = Writer::new(model, options, &model.new_referents(), None).file(Some(give))?;
    give(&rest);
    Ok(())
}

/// Writes a document, and copies each element with an unchanged value, and the text before it, from `original`.
///
/// If the document was read from `original`, its items are found there by their [numbers](crate::ItemId), whatever was
/// changed in them, and only items that may have changed are read again. The items of other documents are found by
/// their referents, or by class and name. Properties are found by their names.
///
/// New parts get the indentation of the file, and a changed text is quoted as before. New items without a referent get
/// one; items of `original` without a referent get one only if something refers to them.
///
/// # Errors
///
/// The errors of [`write()`]. A broken original is used as far as it can be read.
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

/// Writes like [`write_onto`], with the options that the document was read with, and options for writing.
///
/// Other reading options might make values of the original seem changed. The limits in `read` are ignored.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto_with(
    model: &Document,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    onto(model, original, read, options, None).map(Cow::into_owned)
}

/// Writes like [`write_onto_with`], but passes the output on in pieces, so that the new file need not be in memory.
///
/// # Errors
///
/// The errors of [`write()`]. The sink may have received some pieces by then.
///
/// ```
/// use rbxxml::{ReadOptions, WriteOptions, write_onto_in_pieces};
///
/// let original = b"<roblox version='4'><Item class='Folder'/></roblox>";
/// let (document, mut copy) = (rbxxml::read(original)?, Vec::new());
/// let (read, write) = (ReadOptions::default(), WriteOptions::default());
/// write_onto_in_pieces(&document, original, &read, &write, &mut |piece| copy.extend_from_slice(piece))?;
/// assert_eq!(copy, original);
/// # Ok::<(), rbxxml::Error>(())
/// ```
pub fn write_onto_in_pieces(
    model: &Document,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
    give: &mut dyn FnMut(&[u8]),
) -> Result<(), Error> {
    let rest = onto(model, original, read, options, Some(give))?;
    give(&rest);
    Ok(())
}

/// A callback that receives the output in pieces.
type Sink<'s> = dyn FnMut(&[u8]) + 's;

/// Writes onto the original. Returns the bytes that were not passed to `sink`: all of them, if there is no sink.
fn onto<'o>(
    model: &Document,
    original: &'o [u8],
    read: &ReadOptions,
    options: &WriteOptions,
    sink: Option<&mut Sink<'_>>,
) -> Result<Cow<'o, [u8]>, Error> {
    let new_referents = model.new_referents();
    let write = |source: &Original<'_>, sink: Option<&mut Sink<'_>>| {
        Writer::new(model, options, &new_referents, Some(source)).file(sink)
    };
    if let Some(source) = Original::known(original, read, model, &new_referents) {
        return match source.is_damaged {
            true => Ok(original.into()),
            false => write(&source, sink).map(Cow::Owned),
        };
    }
    // Text between the elements of a broken file could change its meaning next to new elements.
    for keeps_only_comments in [false, true] {
        let Some(source) = Original::from_bytes(original, read, keeps_only_comments) else { break };
        if source.is_damaged && source.document.same(model) {
            return Ok(original.into());
        }
        let source = source.matched(model);
        let written = write(&source, None)?;
        let is_damaged = source.is_damaged;
        drop(source);
        if !is_damaged || is_read_as(&written, model, read, options) {
            return Ok(written.into());
        }
    }
    write_with(model, options).map(Cow::Owned)
}

/// Returns true if reading the output gives the model. After writing onto a broken file, there is no other way to be
/// sure.
fn is_read_as(written: &[u8], model: &Document, read: &ReadOptions, options: &WriteOptions) -> bool {
    let read = |bytes: &[u8]| read_with(bytes, &unlimited(read)).ok().map(|(document, _)| document);
    let Some(found) = read(written) else { return false };
    // The file need not contain parts that the format cannot express.
    let expected = || read(&write_with(model, options).ok()?);
    found.same(model) || expected().is_some_and(|expected| found.same(&expected))
}

/// A document being written.
struct Writer<'m> {
    out: Vec<u8>,
    /// The number of bytes passed to the sink before those in `out`.
    n_gone: usize,
    /// The number of bytes, in `out` or passed to the sink, that are indentation.
    n_indented: usize,
    document: &'m Document,
    options: &'m WriteOptions,
    plan: Plan<'m>,
    new_referents: &'m NewReferents,
    /// The position in `out` of the end of the last text between elements.
    text_end: Option<usize>,
    /// The spelling of the components of the value that is being written.
    parts: &'m [PartSpelling],
    /// The path of the component that is being written, if the value has a spelling of components.
    path: Vec<u8>,
    /// Set if the value takes several lines, so that its end tag is written on a line of its own.
    is_tall: bool,
    /// The quoting to use for the text of the current property.
    quoting: Quoting,
    /// The indentation of the original, or Studio's.
    indentation: Indentation,
}

impl<'m> Writer<'m> {
    fn new(
        document: &'m Document,
        options: &'m WriteOptions,
        new_referents: &'m NewReferents,
        original: Option<&'m Original<'m>>,
    ) -> Self {
        Self {
            out: Vec::new(),
            n_gone: 0,
            n_indented: 0,
            document,
            options,
            plan: Plan::new(original),
            new_referents,
            text_end: None,
            parts: &[],
            path: Vec::new(),
            is_tall: false,
            quoting: Quoting::Usual,
            indentation: original.map(Original::indentation).unwrap_or_default(),
        }
    }

    fn task(&mut self, task: Task<'m>, at: At) -> Result<(), Error> {
        if !matches!(task, Task::End(..)) {
            self.gap(at);
        }
        match task {
            Task::Meta(meta) => self.meta(meta, at),
            Task::External(external) => self.external(external, at),
            Task::Item(id) => self.open_item(id, at),
            Task::Properties(id, share) => self.properties(id, share, at),
            Task::Property(id, property) => self.property(id, property, at),
            Task::SharedStrings(share) => self.shared_strings(share, at),
            Task::SharedString(string) => self.shared_string(string, at),
            Task::Element(element) => self.unknown(element),
            Task::End(name, is_empty) => {
                self.end(name, is_empty, at);
                Ok(())
            }
        }
    }

    /// Writes the text before an element: that of the original, or a new line.
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

    /// Begins an element with child elements: writes the start tag and schedules the content. The start tag is copied
    /// if `is_same`.
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
        self.plan.put(streams, (Task::End(name, is_empty), at));
        Ok(())
    }

    /// Ends an element that was begun by [`open`](Self::open).
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
            // The text in an element that was empty stays in it, but does not decide the position of the end tag.
            self.out.extend_from_slice(gap.trim_ascii_end());
            self.line(at.depth);
        }
        self.out.extend_from_slice(end_tag);
    }

    /// Copies the source from the original if the value is unchanged; returns false otherwise.
    fn copied<T: Same>(&mut self, ours: &T, theirs: Option<&T>, at: At) -> bool {
        let source =
            theirs.filter(|theirs| T::same(theirs, ours)).and_then(|_| self.plan.original?.source(at.node?));
        self.out.extend_from_slice(source.unwrap_or_default());
        source.is_some()
    }
}
