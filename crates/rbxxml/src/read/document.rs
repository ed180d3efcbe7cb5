//! Reads the root, and the elements next to the items. Format document, section 2.

mod referents;

use super::element::Home;
use super::item::{OpenItem, Repeats};
use super::markup::between;
use super::opening::{Opening, broken_tag, end_tag, start_tag, stray_end, unexpected};
use super::text::{Beside, attribute};
use super::{Context, Pointing, Reader, title};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{field, literal, part, surplus};
use crate::common::show::SpanType;
use crate::common::trace::Label;
use crate::defaults;
use crate::error::ErrorKind;
use crate::model::{Document, External, ItemId, Meta, Name, Origin, Places, Reference, Text, is_plain};
use crate::nodes::{Nodes, Role};
use crate::options::ReadOptions;
use crate::wire::{MAGIC, brief, trim};
use memchr::{memchr_iter, memmem};
use nom::Parser;
use nom::combinator::opt;
pub(super) use referents::Referents;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

/// The number of classes for which memory is reserved. A place has about sixty.
const MOST_CLASSES: usize = 64;

/// The items that need not be read, because nothing in them has changed since the file was read.
pub(crate) struct Skips<'o> {
    pub(crate) places: &'o Places,
    /// The items that have changed, in order. These and their ancestors are read.
    pub(crate) changed: Vec<ItemId>,
    /// The changed items that are nevertheless skipped, and read when they are written; in order. None has children.
    pub(crate) later: &'o [ItemId],
}

impl Skips<'_> {
    /// Returns the end of an item to skip, and the number of the next item that is not inside it; `None` if the item is
    /// to be read.
    fn after(&self, id: ItemId) -> Option<(usize, usize)> {
        let end = self.places.get(id)?.end;
        let changed = self.changed.get(self.changed.partition_point(|changed| *changed < id));
        let is_inside = |changed: &ItemId| self.places.get(*changed).is_some_and(|place| place.start < end);
        let is_read = changed.is_some_and(is_inside) && self.later.binary_search(&id).is_err();
        if is_read { None } else { Some((end, self.places.after(id))) }
    }
}

/// Reads a file. Section 1.
pub(super) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Document> {
    let cx = Context::new(options, input);
    let mut reader = Reader::new(&cx, None, None);
    let rest = reader.file(input)?;
    let is_damaged = input.n_warnings() > 0;
    let origin = Origin::new(input.bytes(), options, reader.places, is_damaged);
    reader.document.set_origin(origin);
    Ok((rest, reader.document))
}

/// Reads like [`file`], records the positions of the elements, and skips the content of some items.
pub(super) fn with_nodes<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    skips: Option<&Skips<'_>>,
) -> Parsed<'a, (Document, Nodes)> {
    let cx = Context::new(options, input);
    let mut reader = Reader::new(&cx, Some(Nodes::default()), skips);
    let rest = reader.file(input)?;
    Ok((rest, (reader.document, reader.nodes.unwrap_or_default())))
}

/// Reads a single item, as the only one of its document, with the positions of its elements.
pub(super) fn alone<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    place: Range<usize>,
) -> Parsed<'a, (Document, Nodes)> {
    let cx = Context::new(options, input);
    let mut reader = Reader::new(&cx, Some(Nodes::default()), None);
    let item = input.with(input.bytes().get(place).unwrap_or_default());
    reader.note(|nodes| nodes.open(Role::Root, 0, item.position(), item.position()));
    let rest = reader.content(item)?;
    Ok((rest, (reader.document, reader.nodes.unwrap_or_default())))
}

/// Returns true if there is a root, after anything that may precede it.
pub(super) fn detect(bytes: &[u8]) -> bool {
    // Simpler than `root`: comments before the root are rare.
    let start = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let start = start.get(..1024).unwrap_or(start);
    let found = memmem::find(start, MAGIC).and_then(|at| start.split_at_checked(at));
    found.is_some_and(|(before, root)| {
        let before = trim(before);
        (before.is_empty() || before.starts_with(b"<?") || before.starts_with(b"<!"))
            && matches!(root.get(MAGIC.len()), None | Some(b' ' | b'>' | b'\t' | b'\n' | b'\r' | b'/'))
    })
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Reads the start tag of the root, after anything that may precede it.
fn root<'a, 'c>(cx: &'c Context<'c>, input: Input<'a>) -> Checked<Opening<'a, 'c>> {
    if let Some(found) = other_format(input.bytes()) {
        return Err(input.fatal(ErrorKind::OtherFormat { found }));
    }
    let (input, _) = opt(field("byte_order_mark", literal(BOM))).parse(input)?;
    let input = between(cx, input)?;
    match start_tag(cx, input) {
        Some(root) if root.tag.name == b"roblox" => Ok(root),
        _ => Err(input.fatal(ErrorKind::NoRoot)),
    }
}

/// Recognises other formats that occur in files with the extensions `.rbxmx` and `.rbxlx`.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    const SIGNS: &[(&[u8], &str)] = &[
        (b"<roblox!", "a Roblox binary model"),
        (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
        (b"\x1f\x8b", "a gzip file"),
        (b"PK\x03\x04", "a zip file"),
        (b"\xff\xfe", "text in UTF-16"),
        (b"\xfe\xff", "text in UTF-16"),
        (b"{", "JSON"),
        (b"<!DOCTYPE html", "a web page"),
        (b"<html", "a web page"),
    ];
    SIGNS.iter().find(|(sign, _)| bytes.starts_with(sign)).map(|(_, name)| *name)
}

fn version(document: &Document, input: Input<'_>) -> Checked {
    match document.attribute("version") {
        // Another spelling of the number, too, is rejected by some programs. Format document, section 2.1.
        Some(version) if trim(version) == b"4" => Ok(()),
        found => input.warn(|| ErrorKind::Version { found: found.map(Text::to_string).unwrap_or_default() }),
    }
}

impl<'a, 'c> Reader<'a, 'c> {
    fn new(cx: &'c Context<'c>, nodes: Option<Nodes>, skips: Option<&'c Skips<'c>>) -> Self {
        Self {
            cx,
            document: Document::empty(),
            nodes,
            skips,
            places: Places::default(),
            usual: HashMap::default(),
            sources: Vec::new(),
            repeats: Repeats::default(),
            room: Vec::new(),
            own: Vec::new(),
            starts: Vec::new(),
            referents: Referents::default(),
            pointing: Vec::new(),
            unknown: HashSet::new(),
        }
    }

    /// Reads the whole file, and returns the rest of the input.
    fn file(&mut self, input: Input<'a>) -> Checked<Input<'a>> {
        let root = root(self.cx, input)?;
        let Opening { ref tag, start, inside, .. } = root;
        let span = start.open("roblox", SpanType::PART)?;
        root.tell_with(&["version"])?;
        // Growing step by step would need three times the memory. Nearly every node has a tag.
        let n_items = match self.skips {
            Some(skips) => skips.places.len(),
            None => memmem::find_iter(inside.bytes(), b"<Item").count(),
        };
        let n_items = n_items.min(inside.remaining().elements.get() / defaults::OF_ITEM);
        self.document.reserve(n_items);
        self.referents.reserve(n_items);
        self.places.reserve(n_items);
        self.usual.reserve(n_items.min(MOST_CLASSES));
        // A tracer needs each element, and a table of types depends on the class.
        if self.cx.options.types.0.is_none() && !inside.is_traced() {
            self.repeats = Repeats::for_items(n_items);
        }
        if self.skips.is_none() {
            let n_signs = |sign| memchr_iter(sign, inside.bytes()).count();
            let n_nodes = n_signs(b'<').min(n_signs(b'>')).min(inside.remaining().elements.get());
            self.note(|nodes| nodes.reserve(n_nodes));
        }
        self.document.attributes = root.attributes([])?;
        version(&self.document, tag.attribute(b"version").map_or(inside, |value| inside.with(value)))?;
        self.note(|nodes| nodes.open(Role::Root, 0, start.position(), inside.position()));
        let rest = if tag.is_closed { inside } else { self.content(inside)? };
        if tag.is_closed {
            self.note(|nodes| nodes.close(rest.position(), rest.position()));
        }
        rest.close(span, 0);
        self.resolve(inside)?;
        self.document.trailing = rest.bytes().into();
        let (rest, _) = surplus("trailing")(between(self.cx, rest)?)?;
        self.document.three_digit_exponents = self.cx.three_digit_exponents.get();
        // A file without Studio's head was written by a program that takes the references for characters.
        let is_studios = self.document.attribute("xsi:noNamespaceSchemaLocation").is_some();
        self.document.plain_utf8 =
            (self.cx.plain_utf8.get() || !is_studios) && !self.cx.byte_references.get();
        Ok(rest)
    }

    /// Reads the elements in the root and in items of any depth, up to the end of the root.
    fn content(&mut self, input: Input<'a>) -> Checked<Input<'a>> {
        let mut open = Vec::new();
        let mut input = input;
        loop {
            input = between(self.cx, input)?;
            input = if let Some((rest, name)) = end_tag(input)? {
                match name {
                    b"roblox" => return self.close_root(open, input, rest),
                    b"Item" => match open.pop() {
                        Some(item) => self.close_item(item, input, rest),
                        None => stray_end(input, name)?,
                    },
                    _ => stray_end(input, name)?,
                }
                rest
            } else if let Some(element) = start_tag(self.cx, input) {
                self.child(&mut open, &element)?
            } else if input.bytes().is_empty() {
                input.warn(|| ErrorKind::Unclosed { element: "roblox".into() })?;
                self.close_all(open, input, input);
                return Ok(input);
            } else {
                self.damage(&mut open, input)?
            };
        }
    }

    /// Handles bytes that are not a tag. The broken tag of an item still opens that item, so that its content is not
    /// taken for that of the enclosing item.
    #[cold]
    fn damage(&mut self, open: &mut Vec<OpenItem>, input: Input<'a>) -> Checked<Input<'a>> {
        if let Some(element) = broken_tag(self.cx, input)
            && (element.tag.name == b"Item" || (element.tag.name == b"Properties" && !open.is_empty()))
        {
            input.warn_with(|| unexpected(input, "a tag"))?;
            return self.child(open, &element);
        }
        let home = open.last().map_or(Home::Root, |item| Home::Item(item.id));
        self.stray(home, input)
    }

    /// Reads an element in the innermost open item, or in the root.
    fn child(&mut self, open: &mut Vec<OpenItem>, element: &Opening<'a, '_>) -> Checked<Input<'a>> {
        let Opening { ref tag, inside, .. } = *element;
        match (tag.name, open.last_mut()) {
            (b"Item", parent) => {
                if let Some(rest) = self.skipped(element) {
                    return Ok(rest);
                }
                let parent = parent.map(|item| item.id);
                let item = self.open_item(parent, element)?;
                if tag.is_closed {
                    self.close_item(item, inside, inside);
                } else {
                    open.push(item);
                }
                Ok(inside)
            }
            (b"Properties", Some(item)) => self.properties(item, element),
            (b"Meta", None) => {
                let label = Label {
                    word: "metas",
                    index: Some(self.document.metas.len()),
                    text: tag.attribute(b"name").unwrap_or_default(),
                };
                self.one((Role::Meta, label), element, Self::meta)
            }
            (b"External", None) => {
                let index = Some(self.document.externals.len());
                let label = Label { word: "externals", index, text: &[] };
                self.one((Role::External, label), element, Self::external)
            }
            // Studio wrote them in items, too, from 2008 to 2022; they carry nothing, so there is no warning.
            // Format document, section 2.2.
            (b"External", Some(item)) => {
                element.start.charge_elements(1)?;
                self.keep_whole(Home::Item(item.id), element)
            }
            (b"SharedStrings", None) => self.shared_strings(element),
            (_, None) => self.unknown(Home::Root, element),
            (_, Some(item)) => self.unknown(Home::Item(item.id), element),
        }
    }

    /// Skips an item that need not be read; `None` if it has to be read.
    fn skipped(&mut self, element: &Opening<'a, '_>) -> Option<Input<'a>> {
        let start = element.start;
        let id = self.document.next_id()?;
        let (end, next) = self.skips?.after(id)?;
        let rest = start.with(start.bytes().get(end.checked_sub(start.position())?..)?);
        self.note(|nodes| nodes.leaf(Role::Item, id.index(), start.position(), end));
        self.document.skip_to(next);
        Some(rest)
    }

    fn close_root(&mut self, open: Vec<OpenItem>, end: Input<'a>, after: Input<'a>) -> Checked<Input<'a>> {
        if !open.is_empty() {
            end.warn(|| ErrorKind::Unclosed { element: "Item".into() })?;
        }
        self.close_all(open, end, after);
        Ok(after)
    }

    /// Closes the open items and the root.
    fn close_all(&mut self, open: Vec<OpenItem>, end: Input<'a>, after: Input<'a>) {
        open.into_iter().rev().for_each(|item| self.close_item(item, end, end));
        self.note(|nodes| nodes.close(end.position(), after.position()));
    }

    /// Reads a small element. If that fails, the element is kept as it is.
    fn one(
        &mut self,
        (role, label): (Role, Label<'a>),
        element: &Opening<'a, '_>,
        read: fn(&mut Self, &Opening<'a, '_>) -> Parsed<'a, usize>,
    ) -> Checked<Input<'a>> {
        let start = element.start;
        start.charge_elements(1)?;
        let path = || Label { text: brief(label.text).as_bytes(), ..label }.to_string();
        let read = |_| {
            element.tell()?;
            read(self, element)
        };
        let done = part((label, path), read)(start);
        match done {
            Ok((rest, number)) => {
                self.note(|nodes| nodes.leaf(role, number, start.position(), rest.position()));
                Ok(rest)
            }
            Err(error) => {
                start.recover(error)?;
                self.keep_whole(Home::Root, element)
            }
        }
    }

    fn meta(&mut self, element: &Opening<'a, '_>) -> Parsed<'a, usize> {
        let name = element.attribute(b"name")?.unwrap_or_default();
        // Format document, section 2.2.
        if name.is_empty() {
            element.inside.warn(|| ErrorKind::Missing { what: "name" })?;
        }
        let (rest, (value, _)) = element.text(Beside::Indentation)?;
        let attributes = element.attributes([b"name"])?;
        let number = self.document.metas.len();
        self.document.metas.push(Meta { name: name.as_ref().into(), value, attributes });
        Ok((rest, number))
    }

    fn external(&mut self, element: &Opening<'a, '_>) -> Parsed<'a, usize> {
        let (rest, (value, _)) = element.text(Beside::Indentation)?;
        let attributes = element.attributes([])?;
        let number = self.document.externals.len();
        self.document.externals.push(External { value, attributes });
        Ok((rest, number))
    }

    /// Decodes the name of a class or element.
    pub(super) fn name(&self, source: &'a [u8], input: Input<'a>) -> Checked<Name> {
        if is_plain(source) {
            return Ok(Name::intern(source));
        }
        Ok(Name::intern(&attribute(self.cx, source, input.with(source))?))
    }

    /// Resolves references and checks keys, when all items and shared strings have been read.
    fn resolve(&mut self, root: Input<'a>) -> Checked {
        let pointing = std::mem::take(&mut self.pointing);
        for Pointing { item: id, number, .. } in &pointing {
            let property = self.document.item(*id).and_then(|item| item.properties.get(*number as usize));
            if let Some(Reference::Unresolved(referent)) =
                property.and_then(|property| property.value.reference())
                && let Some(target) = self.referents.get(&self.document, referent)
                && let Some(item) = self.document.item_mut(*id)
                && let Some(value) = item.properties.own_value_mut(*number as usize)
                && let Some(reference) = value.reference_mut()
            {
                *reference = Reference::Item(target);
            }
        }
        for Pointing { item: id, number, at } in pointing {
            let Some(item) = self.document.item(id) else { continue };
            let Some(property) = item.properties.get(number as usize) else { continue };
            let (what, name): (_, &dyn fmt::Display) =
                match (property.value.shared_key(), property.value.reference()) {
                    (Some(key), _) if self.document.shared_strings.get(key).is_none() => {
                        ("shared string", key)
                    }
                    (_, Some(Reference::Unresolved(referent))) => ("item", referent),
                    _ => continue,
                };
            let input = root.with(root.bytes().get(at.saturating_sub(root.position())..).unwrap_or_default());
            input.warn_with(|| {
                let error = input.error(ErrorKind::Dangling { what, name: name.to_string() });
                error.inside(brief(property.name())).inside(title(id, &item.class))
            })?;
        }
        Ok(())
    }

    /// Records the position of an element, if positions are requested.
    pub(super) fn note(&mut self, add: impl FnOnce(&mut Nodes)) {
        if let Some(nodes) = &mut self.nodes {
            add(nodes);
        }
    }
}
