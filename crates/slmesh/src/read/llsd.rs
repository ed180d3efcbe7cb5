//! Values of LLSD, each with the place of its bytes. docs/formats/llsd.md, section 4.
//!
//! The crate llsd reads the document; what is here walks it, and names what it
//! meets for paths and layout.

use crate::mould::input::{Input, Name, Parsed, bytes, field, fixed, left_over, part, remainder, rows};
use crate::mould::layout::SpanKind;
use crate::mould::wire::{Show, Wire};
use crate::{Error, ErrorKind, Limits, ReadOptions};
use llsd::{Document, Kind, Map, Node, Place, Text, Value};
use nom::Err;
use std::collections::HashSet;

/// A value, and the input that its document was read from.
#[derive(Clone, Copy)]
pub(crate) struct At<'a, 'd> {
    pub(crate) node: Node<'d>,
    document: Input<'a>,
}

/// What a value says as a field, and whether the writer would write it as it is stored.
pub(crate) struct Known<T> {
    pub(crate) value: Option<T>,
    pub(crate) is_usual: bool,
}

/// What became of the value of a key.
pub(crate) enum Fate {
    /// It is a field, and will be written as it was.
    Field,
    /// It is a field, or should be one; how it was stored is kept besides.
    Kept,
    /// The format does not document it.
    Unknown,
}

/// What an LLSD document is read to: what is before it, and what `take` makes of it.
pub(crate) struct Read<T> {
    pub(crate) line: Vec<u8>,
    pub(crate) value: T,
}

/// The document that the input begins with, and what follows it.
pub(crate) fn document<'a, T>(
    input: Input<'a>,
    options: &ReadOptions,
    take: impl FnOnce(At<'a, '_>) -> Result<T, Err<Error>>,
) -> Parsed<'a, Read<T>> {
    let Limits { depth, elements, .. } = options.limits;
    let limits = llsd::Limits::default().depth(depth).elements(elements);
    // The viewer keeps the first of several values of a key.
    let llsd_options = llsd::ReadOptions::default().limits(limits).duplicates(llsd::Duplicates::First);
    let (document, warnings) =
        Document::read_prefix(input.bytes(), &llsd_options).map_err(|error| translated(input, &error))?;
    input.grant_elements(n_values(document.root()))?;
    for warning in warnings.iter() {
        input.excuse(translated(input, warning))?;
    }
    let root = At { node: document.root(), document: input };
    let len = root.node.range().start;
    let (input, line) = if len > 0 { field("line", bytes(len))(input)? } else { (input, &[][..]) };
    let value = take(root)?;
    let (rest, _) = input.split(root.input().bytes().len())?;
    Ok((rest, Read { line: line.to_vec(), value }))
}

/// How many values there are, those inside others included.
fn n_values<'d>(root: Node<'d>) -> usize {
    let inside = |node: Node<'d>| node.items().chain(node.entries().map(|(_, value)| value));
    let (mut open, mut n) = (vec![inside(root)], 1_usize);
    while let Some(values) = open.last_mut() {
        match values.next() {
            Some(value) => {
                n = n.saturating_add(1);
                open.push(inside(value));
            }
            None => drop(open.pop()),
        }
    }
    n
}

/// Draws on the limit what a record takes: a few bytes can be one that is as large as many values.
pub(crate) fn grant_record<T>(input: Input<'_>) -> Result<(), Err<Error>> {
    input.grant_elements(const { size_of::<T>() / size_of::<Value>() })
}

/// An error of the crate llsd as one of this crate, with its place and path.
#[cold]
fn translated(input: Input<'_>, error: &llsd::Error) -> Err<Error> {
    let kind = match error.kind() {
        llsd::ErrorKind::UnexpectedEnd { needed, left } => {
            ErrorKind::UnexpectedEnd { needed: *needed, left: *left }
        }
        llsd::ErrorKind::LimitExceeded { limit, requested, left, .. } => {
            ErrorKind::LimitExceeded { limit, requested: *requested, left: *left }
        }
        llsd::ErrorKind::Unexpected { expected, found } => {
            ErrorKind::Unexpected { expected: expected.clone(), found: found.clone() }
        }
        kind => ErrorKind::Llsd { message: kind.to_string() },
    };
    let at = match error.place() {
        Place::Input(at) => at,
        _ => 0,
    };
    let place = input.bytes().get(at..).map_or(input, |rest| input.with(rest));
    let mut path: Vec<String> = error.path().map(str::to_owned).collect();
    path.reverse();
    place.fatal(kind).map(|error| path.into_iter().fold(error, Error::inside))
}

impl<'a, 'd> At<'a, 'd> {
    /// Its bytes, from its tag to its end.
    pub(crate) fn input(self) -> Input<'a> {
        let bytes = self.document.bytes();
        self.document.with(bytes.get(self.node.range()).unwrap_or(bytes))
    }

    /// The value of a key, of a map.
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

    /// Warns that this is of another type than it should be.
    #[cold]
    pub(crate) fn warn_of_kind(self, expected: &'static str) -> Result<(), Err<Error>> {
        let found = format!("{:?}", self.node.kind()).to_lowercase();
        self.input().warn(ErrorKind::Unexpected { expected: expected.into(), found })
    }
}

/// The number of values that a map or an array begins with, or of bytes.
struct Count(u32);

impl Show for Count {
    fn show(&self) -> String {
        self.0.to_string()
    }
}

/// The tag of a value that has a count, and the count.
fn head(input: Input<'_>) -> Parsed<'_, Count> {
    let (input, _tag) = fixed::<1>(input)?;
    let (input, count) = fixed::<4>(input)?;
    Ok((input, Count(u32::from_be_bytes(count))))
}

/// The entries of a map: each value of a key that is not there already is given to `take`.
///
/// Gives what is not a field, and the order of the keys if it is not that of their bytes.
pub(crate) fn map<'a, 'd>(
    at: At<'a, 'd>,
    mut take: impl FnMut(&[u8], At<'a, 'd>) -> Result<Fate, Err<Error>>,
) -> Result<(Map, Vec<Text>), Err<Error>> {
    let (mut rest, _) = field("map", head)(at.input())?;
    let (mut other, mut order, mut seen) = (Map::new(), Vec::new(), HashSet::new());
    for (key, node) in at.node.entries() {
        let value = At { node, ..at };
        let entry = |input: Input<'a>| {
            let start = value.input();
            let shown: &[u8] = &key;
            field("key", |input: Input<'a>| {
                let (rest, _) = input.split(start.at().saturating_sub(input.at()))?;
                Ok((rest, shown))
            })(input)?;
            let fate = if seen.contains(&key) { None } else { Some(take(&key, value)?) };
            if !matches!(fate, Some(Fate::Field | Fate::Kept)) {
                record(value);
            }
            Ok((start.split(start.bytes().len())?.0, fate))
        };
        let (after, fate) = part(|| String::from_utf8_lossy(&key).into_owned(), entry)(rest)?;
        // The input of a value ends with it; what is left of the map goes on there.
        rest = rest.split(after.at().saturating_sub(rest.at()))?.0;
        let Some(fate) = fate else { continue };
        if !matches!(fate, Fate::Field) {
            other.insert(key.as_ref(), node.to_value());
        }
        order.push(Text::from(key.as_ref()));
        seen.insert(key);
    }
    let _ = field("end", remainder)(rest)?;
    let order = if order.is_sorted() { Vec::new() } else { order };
    Ok((other, order))
}

/// The values of an array, each given to `take` with its number.
pub(crate) fn array<'a, 'd, N: Name>(
    at: At<'a, 'd>,
    name: impl Fn(usize) -> N,
    mut take: impl FnMut(At<'a, 'd>) -> Result<(), Err<Error>>,
) -> Result<(), Err<Error>> {
    let (mut rest, _) = field("array", head)(at.input())?;
    for (number, value) in at.items().enumerate() {
        let item = |_| {
            let input = value.input();
            take(value)?;
            Ok((input.split(input.bytes().len())?.0, ()))
        };
        let (after, ()) = part(name(number), item)(value.input())?;
        rest = rest.split(after.at().saturating_sub(rest.at()))?.0;
    }
    let _ = field("end", remainder)(rest)?;
    Ok(())
}

/// A field of a map, in its place: what it says, and what becomes of how it is stored.
pub(crate) fn known<T>(field: &mut Option<T>, known: Known<T>) -> Fate {
    *field = known.value;
    if known.is_usual { Fate::Field } else { Fate::Kept }
}

/// Any value, which the layout shows in full.
pub(crate) fn any(at: At<'_, '_>) -> Value {
    record(at);
    at.node.to_value()
}

pub(crate) fn boolean(at: At<'_, '_>) -> Result<Known<bool>, Err<Error>> {
    scalar(at, Kind::Boolean, "a boolean", |node| node.as_boolean())
}

pub(crate) fn integer(at: At<'_, '_>) -> Result<Known<i32>, Err<Error>> {
    scalar(at, Kind::Integer, "an integer", |node| node.as_integer())
}

pub(crate) fn uuid(at: At<'_, '_>) -> Result<Known<llsd::Uuid>, Err<Error>> {
    scalar(at, Kind::Uuid, "a UUID", |node| node.as_uuid())
}

pub(crate) fn date(at: At<'_, '_>) -> Result<Known<llsd::Date>, Err<Error>> {
    scalar(at, Kind::Date, "a date", |node| node.as_date())
}

pub(crate) fn text(at: At<'_, '_>) -> Result<Known<Text>, Err<Error>> {
    scalar(at, Kind::String, "a string", |node| node.to_text())
}

/// A number. Whole ones are as good, and kept as such.
pub(crate) fn real(at: At<'_, '_>) -> Result<Known<f64>, Err<Error>> {
    record(at);
    is_number(at)?;
    Ok(Known { value: Some(at.node.as_real()), is_usual: at.is(Kind::Real) })
}

/// Of another type, it is what LLSD's conversions make of it, as in the viewer.
fn scalar<T>(
    at: At<'_, '_>,
    kind: Kind,
    expected: &'static str,
    convert: impl Fn(Node<'_>) -> T,
) -> Result<Known<T>, Err<Error>> {
    record(at);
    let is_usual = at.is(kind);
    if !is_usual {
        at.warn_of_kind(expected)?;
    }
    Ok(Known { value: Some(convert(at.node)), is_usual })
}

fn is_number(at: At<'_, '_>) -> Result<(), Err<Error>> {
    if at.is(Kind::Real) || at.is(Kind::Integer) { Ok(()) } else { at.warn_of_kind("a number") }
}

/// So many numbers. Missing ones are 0, as in the viewer.
pub(crate) fn reals<const N: usize>(at: At<'_, '_>) -> Result<Known<[f64; N]>, Err<Error>> {
    record(at);
    if !at.is(Kind::Array) {
        at.warn_of_kind("an array of numbers")?;
        return Ok(Known { value: None, is_usual: false });
    }
    grant_record::<[f64; N]>(at.input())?;
    let (mut numbers, mut found, mut is_usual) = ([0.0; N], 0_usize, true);
    for (number, value) in at.items().enumerate() {
        if let Some(place) = numbers.get_mut(number) {
            is_number(value)?;
            *place = value.node.as_real();
            is_usual &= value.is(Kind::Real);
        }
        found = found.saturating_add(1);
    }
    if found != N {
        at.input().warn(ErrorKind::Count { what: "numbers", expected: N, found })?;
        is_usual = false;
    }
    Ok(Known { value: Some(numbers), is_usual })
}

/// An array of what `read` reads.
pub(crate) fn list<'a, 'd, T>(
    at: At<'a, 'd>,
    mut read: impl FnMut(At<'a, 'd>) -> Result<Known<T>, Err<Error>>,
) -> Result<Known<Vec<T>>, Err<Error>> {
    if !at.is(Kind::Array) {
        record(at);
        at.warn_of_kind("an array")?;
        return Ok(Known { value: None, is_usual: false });
    }
    let (mut values, mut is_usual) = (Vec::new(), true);
    let name = |number: usize| move || format!("value {number}");
    array(at, name, |at| {
        let known = read(at)?;
        is_usual &= known.is_usual && known.value.is_some();
        values.extend(known.value);
        Ok(())
    })?;
    Ok(Known { value: Some(values), is_usual })
}

/// Rows of a table, in bytes. Bytes that make no whole row are left over.
pub(crate) fn table<const N: usize, T: Wire<N> + Show>(at: At<'_, '_>) -> Result<Known<Vec<T>>, Err<Error>> {
    binary(at, |input| {
        let count = input.bytes().len().checked_div(N).unwrap_or_default();
        rows("values", count)(input)
    })
}

/// Bytes, which `read` reads. What it leaves is kept, with a warning.
pub(crate) fn binary<'a, T>(
    at: At<'a, '_>,
    read: impl Fn(Input<'a>) -> Parsed<'a, T>,
) -> Result<Known<T>, Err<Error>> {
    if !at.is(Kind::Binary) {
        record(at);
        at.warn_of_kind("bytes")?;
        return Ok(Known { value: None, is_usual: false });
    }
    let (input, _) = field("length", head)(at.input())?;
    let (rest, value) = read(input)?;
    let (_, bytes) = left_over("left over")(rest)?;
    Ok(Known { value: Some(value), is_usual: bytes.is_empty() })
}

/// Shows a value in the layout, if one is being made: as the crate llsd does.
pub(crate) fn record(at: At<'_, '_>) {
    if !at.document.is_recording() {
        return;
    }
    // A value without a header line could be taken for notation.
    const LINE: &[u8] = b"<? LLSD/Binary ?>\n";
    let input = at.input();
    let document = [LINE, input.bytes()].concat();
    let layout = llsd::layout(&document);
    let place = |at: usize| {
        let bytes = input.bytes();
        let rest = bytes.get(at.saturating_sub(LINE.len())..).unwrap_or(bytes);
        input.with(rest)
    };
    let mut open: Vec<(llsd::Span<'_>, Option<usize>)> = Vec::new();
    let close = |(span, number): (llsd::Span<'_>, Option<usize>)| {
        let kind = match span.kind {
            llsd::SpanKind::Part => SpanKind::Part,
            llsd::SpanKind::Field | llsd::SpanKind::Array => SpanKind::Field,
            _ => SpanKind::Unknown,
        };
        place(span.end).close(number, kind, || span.value().to_string());
    };
    for span in layout.spans().filter(|span| span.start >= LINE.len()) {
        while let Some(last) = open.pop_if(|(last, _)| last.depth() >= span.depth()) {
            close(last);
        }
        let (name, start) = (span.name().to_string(), place(span.start));
        open.push((span, start.open(|| name.clone())));
    }
    while let Some(last) = open.pop() {
        close(last);
    }
}

/// What a field says whose value is in this form.
pub(crate) fn says<T>(
    value: &Value,
    read: impl for<'a, 'd> Fn(At<'a, 'd>) -> Result<Known<T>, Err<Error>>,
) -> Option<T> {
    use crate::mould::input::Reading;
    let options = llsd::WriteOptions::default();
    let bytes = llsd::binary::write_with(value, &options.header(llsd::Header::None)).ok()?;
    let options = ReadOptions::default().limits(Limits {
        output_bytes: usize::MAX,
        depth: usize::MAX,
        elements: usize::MAX,
    });
    let reading = Reading::new(false, options.limits);
    let known = reading
        .read(&bytes, |input| document(input, &options, &read).map(|(rest, known)| (rest, known.value)));
    known.ok()?.value
}
