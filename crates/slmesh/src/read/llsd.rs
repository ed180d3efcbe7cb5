//! Reads LLSD values with the positions of their bytes. docs/formats/llsd.md, section 4.
//!
//! The crate llsd reads the document; this file walks it, and names values in paths and traces.

use crate::common::error::Error;
use crate::common::input::{Checked, Input, OpenSpan, Parsed};
use crate::common::kinds::counted;
use crate::common::limits::Remaining;
use crate::common::parsers::{bytes, field, fixed, named, surplus};
use crate::common::show::{SpanType, quoted};
use crate::common::trace::{Label, Name};
use crate::common::wire::{Wire, rows};
use crate::error::ErrorKind;
use crate::options::ReadOptions;
use crate::wire::shown;
use llsd::{Document, Kind, Map, Node, Place, Text, Value};
use nom::sequence::preceded;
use nom::{Err, Parser};
use std::collections::HashSet;
use std::fmt;

/// A value, and the input from which its document was read.
#[derive(Clone, Copy)]
pub(crate) struct ValueAt<'a, 'd> {
    pub(crate) node: Node<'d>,
    document: Input<'a>,
}

/// The value for a field of the model. The flag is set if the writer would write it in the same form.
pub(crate) struct FieldValue<T> {
    pub(crate) value: Option<T>,
    pub(crate) is_usual: bool,
}

/// The way in which the value of a key is used.
pub(crate) enum KeyUse {
    /// The value became a field, and will be written in the same form.
    Field,
    /// The value became a field or should have, and its stored form is kept as well.
    Kept,
    /// The key is not documented.
    Unknown,
}

/// The result of reading an LLSD document: the header line, and the value that `take` returned.
pub(crate) struct ReadDocument<T> {
    pub(crate) line: Vec<u8>,
    pub(crate) value: T,
}

/// The number of elements that a value or a key counts as, in proportion to its memory while it is read.
const PER_VALUE: usize = 8;

/// Reads the document at the start of the input with `take`; returns the rest and the result.
pub(crate) fn document<'a, T>(
    input: Input<'a>,
    options: &ReadOptions,
    take: impl FnOnce(ValueAt<'a, '_>) -> Checked<T>,
) -> Parsed<'a, ReadDocument<T>> {
    let Remaining { depth, elements, .. } = options.resolved();
    let limits = llsd::Limits::default().depth(depth.get()).elements(elements.get().div_euclid(PER_VALUE));
    // Like the viewer, this keeps the first value of a duplicate key.
    let llsd_options = llsd::ReadOptions::default().limits(limits).duplicates(llsd::Duplicates::First);
    let (document, warnings) = Document::read_prefix(input.bytes(), &llsd_options)
        .map_err(|error| Err::Failure(translated(input, &error, options)))?;
    input.charge_elements(n_values(document.root()).saturating_mul(PER_VALUE))?;
    for warning in warnings.iter() {
        input.warn_with(|| translated(input, warning, options))?;
    }
    // Warnings that the crate llsd has dropped are counted here, too.
    if let Some(last) = warnings.last() {
        for _ in warnings.len()..warnings.total() {
            input.warn_with(|| translated(input, last, options))?;
        }
    }
    let root = ValueAt { node: document.root(), document: input };
    let len = root.node.range().start;
    let line = if len > 0 { field("line", bytes(len))(input)?.1 } else { &[] };
    let value = take(root)?;
    if !root.has_inside() {
        root.input().span(root.end(), "value", VALUE, 0)?;
    }
    Ok((root.end(), ReadDocument { line: line.to_vec(), value }))
}

/// The number of values and keys in a document.
fn n_values<'d>(root: Node<'d>) -> usize {
    let inside = |node: Node<'d>| {
        let items = node.items().map(|value| (value, 1_usize));
        items.chain(node.entries().map(|(_, value)| (value, 2)))
    };
    let (mut open, mut n) = (vec![inside(root)], 1_usize);
    while let Some(values) = open.last_mut() {
        match values.next() {
            Some((value, count)) => {
                n = n.saturating_add(count);
                open.push(inside(value));
            }
            None => drop(open.pop()),
        }
    }
    n
}

/// Counts a record against the limit on elements, one element for every eight bytes of memory. A few bytes of the file
/// may become a record as large as many values.
pub(crate) fn charge_record<T>(input: Input<'_>) -> Checked {
    input.charge_elements(const { size_of::<T>() / 8 })
}

/// Converts an error of the crate llsd to one of this crate, with its place and path.
#[cold]
fn translated(input: Input<'_>, error: &llsd::Error, options: &ReadOptions) -> Error {
    let kind = match error.kind() {
        llsd::ErrorKind::UnexpectedEnd { needed, left } => {
            ErrorKind::UnexpectedEnd { needed: *needed, left: *left }
        }
        llsd::ErrorKind::LimitExceeded { limit, requested, left, .. } => {
            let option = match *limit {
                "elements" => options.limits.elements.is_none().then_some("elements"),
                _ => options.limits.depth.is_none().then_some("depth"),
            };
            ErrorKind::LimitExceeded { limit, requested: *requested, left: *left, option }
        }
        llsd::ErrorKind::Unexpected { expected, found } => {
            ErrorKind::Unexpected { expected: expected.clone(), found: found.clone() }
        }
        _ => ErrorKind::Llsd { error: error.clone() },
    };
    let at = match error.place() {
        Place::Input(at) => at,
        _ => 0,
    };
    let place = input.bytes().get(at..).map_or(input, |rest| input.with(rest));
    let mut path: Vec<String> = error.path().map(str::to_owned).collect();
    path.reverse();
    path.into_iter().fold(place.error(kind), Error::inside)
}

impl<'a, 'd> ValueAt<'a, 'd> {
    /// The bytes of the value, from its tag to its end.
    pub(crate) fn input(self) -> Input<'a> {
        let bytes = self.document.bytes();
        self.document.with(bytes.get(self.node.range()).unwrap_or(bytes))
    }

    /// The position after the last byte of the value.
    pub(crate) fn end(self) -> Input<'a> {
        let bytes = self.document.bytes();
        self.document.with(bytes.get(self.node.range().end..).unwrap_or_default())
    }

    /// The bytes of the key; empty if the key is written with escapes.
    pub(crate) fn key(self, key: &[u8]) -> &'a [u8] {
        let end = self.node.range().start;
        let bytes = self.document.bytes().get(end.saturating_sub(key.len())..end);
        bytes.filter(|bytes| *bytes == key).unwrap_or_default()
    }

    /// The value of a key in a map.
    pub(crate) fn get(self, key: &str) -> Option<Self> {
        self.node.get(key).map(|node| Self { node, ..self })
    }

    /// The values of an array.
    pub(crate) fn items(self) -> impl Iterator<Item = Self> {
        self.node.items().map(move |node| Self { node, ..self })
    }

    pub(crate) fn is(self, kind: Kind) -> bool {
        self.node.kind() == kind
    }

    /// Returns true for an array or a map, which may contain other values.
    fn has_inside(self) -> bool {
        self.is(Kind::Array) || self.is(Kind::Map)
    }

    /// Warns that the value is not of the expected type.
    #[cold]
    pub(crate) fn warn_of_kind(self, expected: &'static str) -> Checked {
        let found = format!("{:?}", self.node.kind()).to_lowercase();
        self.input().warn(|| ErrorKind::Unexpected { expected: expected.into(), found })
    }
}

/// The span type of a value. Arrays and maps are not shown as text.
const VALUE: &SpanType = &SpanType::field(show_value);

/// The span type of the byte that ends an array or a map.
const END: &SpanType = &SpanType::field(quoted);

const KEY: &SpanType = &SpanType::field(|bytes, context, out| {
    // A tag and four bytes of length precede the text; old files have keys in quotes.
    let plain = bytes.strip_prefix(b"k").and_then(|rest| rest.get(4..));
    quoted(plain.unwrap_or(bytes), context, out)
});

fn show_value(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    if matches!(bytes, [b'[' | b'{', ..]) {
        return Ok(());
    }
    let Ok((document, _)) = Document::read_prefix(bytes, &llsd::ReadOptions::default()) else {
        return Ok(());
    };
    let node = document.root();
    match node.kind() {
        Kind::Undef => out.write_str("undef"),
        Kind::Boolean => write!(out, "{}", node.to_boolean()),
        Kind::Integer => write!(out, "{}", node.to_integer()),
        Kind::Real => write!(out, "{:?}", node.to_real()),
        Kind::Binary => write!(out, "{}", counted(node.as_binary().map_or(0, <[u8]>::len), "byte")),
        Kind::String => quoted(node.to_text().as_bytes(), 0, out),
        _ => write!(out, "{}", node.to_text()),
    }
}

/// Reads the tag of a value that has a count, and returns the count.
fn head(input: Input<'_>) -> Parsed<'_, u32> {
    preceded(fixed::<1>, fixed).map(u32::from_be_bytes).parse(input)
}

/// The name in paths of a value in a map: the first characters of its key.
fn of_key(key: &[u8]) -> impl Name {
    (Label { text: key, ..Label::default() }, move || shown(key))
}

/// Passes each entry of a map to `take`. Later entries with the same key are left out.
///
/// Returns the entries that are not fields, and the order of the keys, which is empty if they are sorted by their
/// bytes.
pub(crate) fn map<'a, 'd>(
    at: ValueAt<'a, 'd>,
    mut take: impl FnMut(&[u8], ValueAt<'a, 'd>) -> Checked<KeyUse>,
) -> Checked<(Map, Vec<Text>)> {
    let (mut rest, _) = field("count", head)(at.input())?;
    let (mut other, mut order, mut seen) = (Map::new(), Vec::new(), HashSet::new());
    for (number, (key, node)) in at.node.entries().enumerate() {
        let value = ValueAt { node, ..at };
        rest.span(value.input(), ("keys", number), KEY, 0)?;
        let entry = |_| {
            let fate = if seen.contains(&key) { None } else { Some(take(&key, value)?) };
            if !matches!(fate, Some(KeyUse::Field | KeyUse::Kept)) {
                report(value)?;
            }
            Ok((value.end(), fate))
        };
        let (after, fate) = named(of_key(&key), VALUE, entry, |fate| (fate, 0))(value.input())?;
        rest = after;
        let Some(fate) = fate else { continue };
        if !matches!(fate, KeyUse::Field) {
            other.insert(key.as_ref(), node.to_value());
        }
        order.push(Text::from(key.as_ref()));
        seen.insert(key);
    }
    rest.span(at.end(), "end", END, 0)?;
    let order = if order.is_sorted() { Vec::new() } else { order };
    Ok((other, order))
}

/// Passes each value of an array to `take`.
pub(crate) fn array<'a, 'd>(
    at: ValueAt<'a, 'd>,
    mut take: impl FnMut(ValueAt<'a, 'd>) -> Checked,
) -> Checked {
    let (mut rest, _) = field("count", head)(at.input())?;
    for (number, value) in at.items().enumerate() {
        let item = |_| take(value).map(|()| (value.end(), ()));
        (rest, ()) = named(("", number), VALUE, item, |()| ((), 0))(value.input())?;
    }
    rest.span(at.end(), "end", END, 0)?;
    Ok(())
}

/// Stores a value in a field of the model. The result states whether the stored form is kept too.
pub(crate) fn known<T>(field: &mut Option<T>, known: FieldValue<T>) -> KeyUse {
    *field = known.value;
    if known.is_usual { KeyUse::Field } else { KeyUse::Kept }
}

/// Reads any value, and reports spans for all of its parts.
pub(crate) fn any(at: ValueAt<'_, '_>) -> Checked<Value> {
    report(at)?;
    Ok(at.node.to_value())
}

pub(crate) fn boolean(at: ValueAt<'_, '_>) -> Checked<FieldValue<bool>> {
    scalar(at, Kind::Boolean, "a boolean", |node| node.to_boolean())
}

pub(crate) fn integer(at: ValueAt<'_, '_>) -> Checked<FieldValue<i32>> {
    scalar(at, Kind::Integer, "an integer", |node| node.to_integer())
}

pub(crate) fn uuid(at: ValueAt<'_, '_>) -> Checked<FieldValue<llsd::Uuid>> {
    scalar(at, Kind::Uuid, "a UUID", |node| node.to_uuid())
}

pub(crate) fn date(at: ValueAt<'_, '_>) -> Checked<FieldValue<llsd::Date>> {
    scalar(at, Kind::Date, "a date", |node| node.to_date())
}

pub(crate) fn text(at: ValueAt<'_, '_>) -> Checked<FieldValue<Text>> {
    scalar(at, Kind::String, "a string", |node| node.to_text())
}

/// Reads a real number. An integer is accepted, and its stored form is kept.
pub(crate) fn real(at: ValueAt<'_, '_>) -> Checked<FieldValue<f64>> {
    report(at)?;
    is_number(at)?;
    Ok(FieldValue { value: Some(at.node.to_real()), is_usual: at.is(Kind::Real) })
}

/// Reads a scalar. A value of another type is converted by the rules of LLSD, as in the viewer.
fn scalar<T>(
    at: ValueAt<'_, '_>,
    kind: Kind,
    expected: &'static str,
    convert: impl Fn(Node<'_>) -> T,
) -> Checked<FieldValue<T>> {
    report(at)?;
    let is_usual = at.is(kind);
    if !is_usual {
        at.warn_of_kind(expected)?;
    }
    Ok(FieldValue { value: Some(convert(at.node)), is_usual })
}

fn is_number(at: ValueAt<'_, '_>) -> Checked {
    if at.is(Kind::Real) || at.is(Kind::Integer) { Ok(()) } else { at.warn_of_kind("a number") }
}

/// Reads `N` real numbers. Missing ones are 0, as in the viewer.
pub(crate) fn reals<const N: usize>(at: ValueAt<'_, '_>) -> Checked<FieldValue<[f64; N]>> {
    if !at.is(Kind::Array) {
        report(at)?;
        at.warn_of_kind("an array of numbers")?;
        return Ok(FieldValue { value: None, is_usual: false });
    }
    charge_record::<[f64; N]>(at.input())?;
    let (mut numbers, mut found, mut is_usual) = ([0.0; N], 0_usize, true);
    array(at, |at| {
        report(at)?;
        if let Some(number) = numbers.get_mut(found) {
            is_number(at)?;
            *number = at.node.to_real();
            is_usual &= at.is(Kind::Real);
        }
        found = found.saturating_add(1);
        Ok(())
    })?;
    if found != N {
        at.input().warn(|| ErrorKind::Mismatch { what: "numbers", found, expected: N })?;
        is_usual = false;
    }
    Ok(FieldValue { value: Some(numbers), is_usual })
}

/// Reads an array, of which `read` reads the values.
pub(crate) fn list<'a, 'd, T>(
    at: ValueAt<'a, 'd>,
    mut read: impl FnMut(ValueAt<'a, 'd>) -> Checked<FieldValue<T>>,
) -> Checked<FieldValue<Vec<T>>> {
    if !at.is(Kind::Array) {
        report(at)?;
        at.warn_of_kind("an array")?;
        return Ok(FieldValue { value: None, is_usual: false });
    }
    let (mut values, mut is_usual) = (Vec::new(), true);
    array(at, |at| {
        let known = read(at)?;
        is_usual &= known.is_usual && known.value.is_some();
        values.extend(known.value);
        Ok(())
    })?;
    Ok(FieldValue { value: Some(values), is_usual })
}

/// Reads rows of `N` bytes from a binary value. Bytes at the end that form no complete row are surplus.
pub(crate) fn table<const N: usize, T: Wire<N>>(at: ValueAt<'_, '_>) -> Checked<FieldValue<Vec<T>>> {
    binary(at, |input| {
        let count = input.bytes().len().checked_div(N).unwrap_or_default();
        rows("values", count)(input)
    })
}

/// Reads a binary value, of which `read` reads the content. Bytes that `read` leaves over are kept, with a warning.
pub(crate) fn binary<'a, T>(
    at: ValueAt<'a, '_>,
    read: impl Fn(Input<'a>) -> Parsed<'a, T>,
) -> Checked<FieldValue<T>> {
    if !at.is(Kind::Binary) {
        report(at)?;
        at.warn_of_kind("bytes")?;
        return Ok(FieldValue { value: None, is_usual: false });
    }
    let contents = preceded(field("length", head), read);
    let (_, (value, bytes)) = (contents, surplus("surplus")).parse(at.input())?;
    Ok(FieldValue { value: Some(value), is_usual: bytes.is_empty() })
}

/// Reports the spans inside an array or a map if reading is traced.
// A loop instead of a recursion, because values may be nested as deep as the limit allows.
pub(crate) fn report<'a, 'd>(at: ValueAt<'a, 'd>) -> Checked {
    if !at.document.is_traced() || !at.has_inside() {
        return Ok(());
    }
    let inside = |at: ValueAt<'a, 'd>| {
        let items = at.node.items().map(|value| (None, value));
        items.chain(at.node.entries().map(|(key, value)| (Some(key), value))).enumerate()
    };
    // Each open value has the rest of its values, the position up to which they are reported, and its span. That of
    // the first value is opened by the caller.
    let (first, _) = field("count", head)(at.input())?;
    let mut open = vec![(at, inside(at), first, OpenSpan::default())];
    while let Some((value, values, reached, span)) = open.last_mut() {
        let Some((number, (key, node))) = values.next() else {
            reached.span(value.end(), "end", END, 0)?;
            value.end().close(*span, 0);
            open.pop();
            continue;
        };
        let inner = ValueAt { node, ..at };
        let (before, own) = (std::mem::replace(reached, inner.end()), inner.input());
        let span = match &key {
            Some(key) => {
                before.span(own, ("keys", number), KEY, 0)?;
                own.open(Label { text: key, ..Label::default() }, VALUE)?
            }
            None => own.open(("", number), VALUE)?,
        };
        if inner.has_inside() {
            let (first, _) = field("count", head)(own)?;
            open.push((inner, inside(inner), first, span));
        } else {
            inner.end().close(span, 0);
        }
    }
    Ok(())
}

/// The content that `read` gives for a field stored as this value; `None` if it cannot be read.
pub(crate) fn has_form<T>(
    value: &Value,
    read: impl for<'a, 'd> Fn(ValueAt<'a, 'd>) -> Checked<FieldValue<T>>,
) -> Option<T> {
    use crate::common::input::Reading;
    let options = llsd::WriteOptions::default();
    let bytes = llsd::binary::write_with(value, &options.header(llsd::Header::None)).ok()?;
    let options = ReadOptions::unlimited();
    let reading = Reading::new(false, options.limits, bytes.len());
    let known = reading
        .read(&bytes, |input| document(input, &options, &read).map(|(rest, known)| (rest, known.value)));
    known.ok()?.value
}
