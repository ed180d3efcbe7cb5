//! The root, and what stands beside the items. Format document, section 2.

use super::Context;
use super::markup::{Tag, between, cdata, end_tag, excerpt, is_text, start_tag, text, the_end, unexpected};
use super::text::{binary, decoded, text as text_of};
use crate::model::{Attribute, Element, External, Meta, Name, Reference, SharedString};
use crate::mould::error::Error;
use crate::mould::input::{Input, Parsed, literal, part};
use crate::mould::layout::SpanKind;
use crate::onto::{Kind, Trace};
use crate::wire::{MAGIC, trim};
use crate::{Document, ErrorKind, ItemId, ReadOptions, Text};
use nom::Err;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A document being read.
pub(super) struct Reader<'a, 'o> {
    pub(super) cx: Context<'o>,
    pub(super) document: Document,
    pub(super) trace: Option<Trace>,
    /// The names met, as they stand there.
    names: HashMap<&'a [u8], Name>,
    /// The last item of each class: the next one has mostly the same properties.
    pub(super) last_of_class: HashMap<Name, ItemId>,
    /// The first item of each referent.
    pub(super) referents: HashMap<Cow<'a, [u8]>, ItemId>,
    /// Properties that point somewhere, and where they are said.
    pub(super) pointing: Vec<(ItemId, usize, Input<'a>)>,
    /// Elements of unknown names were warned of.
    pub(super) unknown: HashSet<&'a [u8]>,
}

/// Section 1.
pub(super) fn file<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    trace: Option<Trace>,
) -> Parsed<'a, (Document, Option<Trace>)> {
    let (inside, (start, root)) = root(input)?;
    let mut reader = Reader {
        cx: Context::new(options, input),
        document: Document::empty(),
        trace,
        names: HashMap::new(),
        last_of_class: HashMap::new(),
        referents: HashMap::new(),
        pointing: Vec::new(),
        unknown: HashSet::new(),
    };
    reader.document.attributes = reader.attributes(&root, &[], inside)?;
    version(&reader.document, inside)?;
    reader.trace(|trace| trace.open(Kind::Root, start, inside.at()));
    let rest = if root.is_closed { inside } else { reader.content(inside)? };
    if root.is_closed {
        reader.trace(|trace| trace.close(rest.at(), rest.at()));
    }
    reader.resolve()?;
    let trailing = rest.bytes();
    if !trim(trailing).is_empty() {
        let n_bytes = trailing.len();
        rest.warn(ErrorKind::LeftOver { n_bytes })?;
    }
    reader.document.trailing = trailing.into();
    let (rest, ()) = part("trailing", |input: Input<'a>| {
        let (rest, _) = text(input);
        Ok((if trim(trailing).is_empty() { rest } else { input }, ()))
    })(rest)?;
    reader.document.three_digit_exponents = reader.cx.three_digit_exponents.get();
    Ok((rest, (reader.document, reader.trace)))
}

/// Whether a root comes, after what may stand before it.
pub(super) fn detect(bytes: &[u8]) -> bool {
    // Without a copy of `root` for bytes that have no `Input`: comments before the root are rare.
    let start = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let start = start.get(..1024).unwrap_or(start);
    let found = memchr::memmem::find(start, MAGIC).and_then(|at| start.split_at_checked(at));
    found.is_some_and(|(before, root)| {
        let before = trim(before);
        (before.is_empty() || before.starts_with(b"<?") || before.starts_with(b"<!"))
            && matches!(root.get(MAGIC.len()), None | Some(b' ' | b'>' | b'\t' | b'\n' | b'\r' | b'/'))
    })
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The start tag of the root and where it stands, after what may stand before it.
fn root(input: Input<'_>) -> Parsed<'_, (usize, Tag<'_>)> {
    if let Some(found) = other_format(input.bytes()) {
        return Err(input.fatal(ErrorKind::OtherFormat { found }));
    }
    let bom = part("byte order mark", literal(BOM))(input).map_or(input, |(rest, ())| rest);
    let input = between(bom)?;
    match start_tag(input) {
        Ok((rest, tag)) if tag.name == b"roblox" => Ok((rest, (input.at(), tag))),
        _ => Err(input.fatal(ErrorKind::NoRoot)),
    }
}

/// What people rename to `.rbxmx` and `.rbxlx`.
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

fn version(document: &Document, input: Input<'_>) -> Result<(), Err<Error>> {
    match document.attribute("version") {
        Some(version) if trim(version) == b"4" => Ok(()),
        found => input.warn(ErrorKind::Version { found: found.map(Text::to_string).unwrap_or_default() }),
    }
}

impl<'a> Reader<'a, '_> {
    /// The elements in the root and in items, however deep, to the end of the root.
    fn content(&mut self, input: Input<'a>) -> Result<Input<'a>, Err<Error>> {
        let mut open = Vec::new();
        let mut input = input;
        loop {
            input = between(input)?;
            if input.bytes().is_empty() {
                input.warn(ErrorKind::Unclosed { element: "roblox".into() })?;
                while let Some(item) = open.pop() {
                    self.close_item(item, input, input);
                }
                self.trace(|trace| trace.close(input.at(), input.at()));
                return Ok(input);
            }
            if let Some((rest, name)) = end_tag(input) {
                match (name, open.pop()) {
                    (b"Item", Some(item)) => self.close_item(item, input, rest),
                    (b"roblox", item) => {
                        if item.is_some() {
                            input.warn(ErrorKind::Unclosed { element: "Item".into() })?;
                        }
                        open.extend(item);
                        while let Some(item) = open.pop() {
                            self.close_item(item, input, input);
                        }
                        self.trace(|trace| trace.close(input.at(), rest.at()));
                        return Ok(rest);
                    }
                    (_, item) => {
                        open.extend(item);
                        input.warn(ErrorKind::StrayEnd { element: name.escape_ascii().to_string() })?;
                    }
                }
                input = rest;
                continue;
            }
            let Ok((inside, tag)) = start_tag(input) else {
                input = stray(input)?;
                continue;
            };
            let parent = open.last_mut();
            input = match (tag.name, parent) {
                (b"Item", parent) => {
                    let parent = parent.map(|item| item.id);
                    let item = self.open_item(parent, &tag, input, inside)?;
                    if tag.is_closed {
                        self.close_item(item, inside, inside);
                    } else {
                        open.push(item);
                    }
                    inside
                }
                (b"Properties", Some(item)) => self.properties(item, &tag, input, inside)?,
                (b"Meta", None) => self.one(Kind::Meta, &tag, input, inside, Self::meta)?,
                (b"External", None) => self.one(Kind::External, &tag, input, inside, Self::external)?,
                (b"SharedStrings", None) => {
                    part("SharedStrings", |inside| self.shared_strings(&tag, input, inside))(inside)?.0
                }
                (_, parent) => {
                    let parent = parent.map(|item| item.id);
                    self.element(parent, &tag, input, inside)?
                }
            };
        }
    }

    /// A small element: if it cannot be read, it is kept as it is.
    fn one(
        &mut self,
        kind: fn(usize) -> Kind,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
        read: fn(&mut Self, &Tag<'a>, Input<'a>) -> Parsed<'a, usize>,
    ) -> Result<Input<'a>, Err<Error>> {
        start.grant_elements(1)?;
        let title = || tag.name.escape_ascii().to_string();
        let done = part(title, |input| read(self, tag, input))(inside);
        match done {
            Ok((rest, number)) => {
                self.trace(|trace| trace.leaf(kind(number), start.at(), rest.at()));
                Ok(rest)
            }
            Err(error) => {
                start.excuse(error)?;
                self.keep(None, tag, start, inside)
            }
        }
    }

    fn meta(&mut self, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, usize> {
        let name = self.attribute(tag, b"name", input)?.unwrap_or_default();
        let (rest, (value, _)) = text_of(&self.cx, tag, input)?;
        let attributes = self.attributes(tag, &[b"name"], input)?;
        self.document.metas.push(Meta { name: name.as_ref().into(), value, attributes });
        Ok((rest, self.document.metas.len().saturating_sub(1)))
    }

    fn external(&mut self, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, usize> {
        let (rest, (value, _)) = text_of(&self.cx, tag, input)?;
        let attributes = self.attributes(tag, &[], input)?;
        self.document.externals.push(External { value, attributes });
        Ok((rest, self.document.externals.len().saturating_sub(1)))
    }

    fn shared_strings(&mut self, tag: &Tag<'a>, start: Input<'a>, inside: Input<'a>) -> Parsed<'a, ()> {
        if tag.attributes().next().is_some() {
            start.warn(ErrorKind::DroppedAttributes)?;
        }
        self.trace(|trace| trace.open(Kind::SharedStrings, start.at(), inside.at()));
        let mut input = inside;
        let end = loop {
            if tag.is_closed {
                break input;
            }
            input = between(input)?;
            if let Some((rest, name)) = end_tag(input) {
                match name {
                    b"SharedStrings" => break rest,
                    b"roblox" => {
                        input.warn(ErrorKind::Unclosed { element: "SharedStrings".into() })?;
                        break input;
                    }
                    _ => input.warn(ErrorKind::StrayEnd { element: name.escape_ascii().to_string() })?,
                }
                input = rest;
                continue;
            }
            input = match start_tag(input) {
                Ok((inside, tag)) if tag.name == b"SharedString" => {
                    self.shared_string(&tag, input, inside)?
                }
                Ok((_, tag)) if tag.name == b"Item" => {
                    input.warn(ErrorKind::Unclosed { element: "SharedStrings".into() })?;
                    break input;
                }
                Ok((inside, tag)) => self.shared_element(&tag, input, inside)?,
                Err(_) if input.bytes().is_empty() => break input,
                Err(_) => stray(input)?,
            };
        };
        self.trace(|trace| trace.close(input.at(), end.at()));
        Ok((end, ()))
    }

    fn shared_string(
        &mut self,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        start.grant_elements(1)?;
        let Some(key) = self.attribute(tag, b"md5", start)? else {
            start.warn(ErrorKind::Missing { what: "md5" })?;
            return self.shared_element(tag, start, inside);
        };
        let key = Text::from(key.as_ref());
        let mut string = SharedString { key, ..SharedString::default() };
        string.attributes = self.attributes(tag, &[b"md5"], start)?;
        let title = || format!("SharedString {}", string.key);
        let body = part(title, |input| binary(&self.cx, tag, input))(inside);
        let rest = match body {
            Ok((rest, data)) => {
                string.data = data;
                rest
            }
            Err(error) => {
                start.excuse(error)?;
                let Some((source, rest)) = self.cx.end_of(tag, inside) else { return Ok(inside) };
                string.broken = Some(source.into());
                rest
            }
        };
        if self.document.shared_strings.get(&string.key).is_some() {
            start.warn(ErrorKind::Duplicate { what: "the shared string", name: string.key.to_string() })?;
        }
        let number = self.document.shared_strings.as_slice().len();
        self.document.shared_strings.push(string);
        self.trace(|trace| trace.leaf(Kind::SharedString(number), start.at(), rest.at()));
        Ok(rest)
    }

    /// What is no shared string among them.
    fn shared_element(
        &mut self,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        self.warn_of_unknown(tag, start)?;
        let Some((rest, element)) = self.source(tag, start, inside)? else { return Ok(inside) };
        let number = self.document.shared_strings.elements.len();
        self.document.shared_strings.elements.push(element);
        self.trace(|trace| trace.leaf(Kind::SharedElement(number), start.at(), rest.at()));
        Ok(rest)
    }

    /// An element that the format does not have here.
    fn element(
        &mut self,
        parent: Option<ItemId>,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        start.grant_elements(1)?;
        self.warn_of_unknown(tag, start)?;
        self.keep(parent, tag, start, inside)
    }

    /// Keeps an element as it is; if it has no end, only its tag goes.
    fn keep(
        &mut self,
        parent: Option<ItemId>,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Input<'a>, Err<Error>> {
        let Some((rest, element)) = self.source(tag, start, inside)? else { return Ok(inside) };
        let elements = match parent.and_then(|id| self.document.item_mut(id)) {
            Some(item) => &mut item.extras.get_or_insert_default().elements,
            None => &mut self.document.elements,
        };
        let number = elements.len();
        elements.push(element);
        self.trace(|trace| trace.leaf(Kind::Element(number), start.at(), rest.at()));
        Ok(rest)
    }

    /// The source of an element, if it has an end.
    pub(super) fn source(
        &mut self,
        tag: &Tag<'a>,
        start: Input<'a>,
        inside: Input<'a>,
    ) -> Result<Option<(Input<'a>, Element)>, Err<Error>> {
        let Some((_, rest)) = self.cx.end_of(tag, inside) else {
            start.warn(ErrorKind::Unclosed { element: tag.name.escape_ascii().to_string() })?;
            return Ok(None);
        };
        let source = start.bytes().get(..rest.at().saturating_sub(start.at())).unwrap_or_default();
        if start.is_recording() {
            let span = inside.open(&"unknown");
            rest.close(span, SpanKind::Unknown, || excerpt(start));
        }
        Ok(Some((rest, Element { source: source.into() })))
    }

    pub(super) fn warn_of_unknown(&mut self, tag: &Tag<'a>, start: Input<'a>) -> Result<(), Err<Error>> {
        if !self.unknown.insert(tag.name) {
            return Ok(());
        }
        start.warn(ErrorKind::UnknownElement { element: tag.name.escape_ascii().to_string() })
    }

    /// The attributes but for those named.
    pub(super) fn attributes(
        &mut self,
        tag: &Tag<'a>,
        but: &[&[u8]],
        input: Input<'a>,
    ) -> Result<Vec<Attribute>, Err<Error>> {
        let others = tag.attributes().filter(|(name, _)| !but.contains(name));
        others
            .map(|(name, value)| {
                input.grant_elements(1)?;
                let value = decoded(&self.cx, value, input.with(value))?;
                Ok(Attribute { name: name.into(), value: value.as_ref().into() })
            })
            .collect()
    }

    pub(super) fn attribute(
        &self,
        tag: &Tag<'a>,
        name: &[u8],
        input: Input<'a>,
    ) -> Result<Option<Cow<'a, [u8]>>, Err<Error>> {
        tag.attribute(name).map(|value| decoded(&self.cx, value, input.with(value))).transpose()
    }

    /// One name for all places that say the same.
    pub(super) fn name(&mut self, source: &'a [u8], input: Input<'a>) -> Result<Name, Err<Error>> {
        if let Some(name) = self.names.get(source) {
            return Ok(name.clone());
        }
        let name = Name::from(decoded(&self.cx, source, input.with(source))?.as_ref());
        self.names.insert(source, name.clone());
        Ok(name)
    }

    /// Points references at their items: an item may follow those that point at it, and shared strings do.
    fn resolve(&mut self) -> Result<(), Err<Error>> {
        let Document { shared_strings, .. } = &self.document;
        let mut dangling = Vec::new();
        for (id, number, input) in &self.pointing {
            let item = self.document.item(*id);
            let Some(property) = item.and_then(|item| item.properties.get(*number)) else { continue };
            let missing = property.value.shared_key().filter(|key| shared_strings.get(key).is_none());
            if let Some(key) = missing {
                dangling.push((*id, *number, *input, "shared string", key.to_string()));
            }
        }
        for (id, number, input) in &self.pointing {
            let item = self.document.item_mut(*id);
            let property = item.and_then(|item| item.properties.get_mut(*number));
            let Some(reference) = property.and_then(|property| property.value.reference_mut()) else {
                continue;
            };
            let Reference::Unresolved(referent) = reference else { continue };
            match self.referents.get(referent.as_bytes()) {
                Some(target) => *reference = Reference::Item(*target),
                None => dangling.push((*id, *number, *input, "item", referent.to_string())),
            }
        }
        for (id, number, input, what, key) in dangling {
            let Some(item) = self.document.item(id) else { continue };
            let name =
                item.properties.get(number).map(|property| property.name.to_string()).unwrap_or_default();
            let error = input.error(ErrorKind::Dangling { what, key });
            input.excuse(Err::Failure(error.inside(name).inside(title(id, &item.class))))?;
        }
        Ok(())
    }

    pub(super) fn trace(&mut self, record: impl FnOnce(&mut Trace)) {
        if let Some(trace) = &mut self.trace {
            record(trace);
        }
    }
}

/// What messages call an item: its number in the order of the file, and its class.
pub(super) fn title(id: ItemId, class: &Name) -> String {
    format!("Item #{} {class}", id.index())
}

/// Text, or a tag that is none, where only elements stand.
pub(super) fn stray(input: Input<'_>) -> Result<Input<'_>, Err<Error>> {
    if is_text(input) {
        let (rest, found) = match cdata(input) {
            Ok(found) => found,
            Err(Err::Error(_)) => text(input),
            // CDATA without an end reaches to that of the file.
            Err(failure) => {
                input.excuse(failure)?;
                return Ok(the_end(input));
            }
        };
        let found = trim(found);
        let found = found.get(..24).unwrap_or(found).escape_ascii().to_string();
        input.warn(ErrorKind::StrayText { text: found })?;
        return Ok(rest);
    }
    input.excuse(Err::Failure(unexpected(input, "a tag")))?;
    let after = input.with(input.bytes().get(1..).unwrap_or_default());
    Ok(text(after).0)
}
