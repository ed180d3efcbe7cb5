//! Binary LLSD that is read in place, without copies.

use crate::common::show::quoted as in_quotes;
use crate::error::ErrorKind;
use crate::model::builder::Builder;
use crate::model::lookup::{self, Lookup, Name};
use crate::model::{Array, Date, Kind, Map, Scalar, Uri, Uuid, Value};
use crate::options::{Duplicates, ReadOptions};
use crate::wire::{quoted, tag};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Binary LLSD that is checked and read in place.
///
/// It needs sixteen bytes per value; nothing is copied until it is accessed.
///
/// ```
/// let bytes = llsd::binary::write(&llsd::notation::read(b"{'high_lod': {'offset': i12, 'size': i34}}")?)?;
/// let document = llsd::Document::read(&bytes)?;
/// let block = document.root().get("high_lod").unwrap();
/// assert_eq!(block.get("size").unwrap().to_integer(), 34);
/// # Ok::<(), llsd::Error>(())
/// ```
#[derive(Clone)]
pub struct Document<'a> {
    bytes: &'a [u8],
    tape: Tape,
    duplicates: Duplicates,
}

/// The position of each value, in the order of the bytes.
#[derive(Clone, Default)]
pub(crate) struct Tape {
    pub(crate) extents: Vec<Extent>,
    /// Set if a map has a duplicate key.
    pub(crate) has_duplicates: bool,
    /// Set if a map ends before its count.
    pub(crate) has_early_ends: bool,
}

impl Tape {
    /// Checks that the positions in an input of this length fit the 32 bits of extents.
    pub(crate) fn check_len(requested: usize) -> Result<(), ErrorKind> {
        let left = u32::MAX as usize;
        let refusal = ErrorKind::LimitExceeded { limit: "bytes", requested, left, option: None };
        if requested > left { Err(refusal) } else { Ok(()) }
    }
}

/// The position of a value, in any encoding.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The offset of its first byte.
    pub(crate) start: u32,
    /// The offset after its last byte.
    pub(crate) end: u32,
    /// The offset of the first byte of its key; [`u32::MAX`] if the value is not in a map.
    pub(crate) key: u32,
    /// The number of the first extent that follows the value and everything inside it.
    pub(crate) next: u32,
}

impl Extent {
    /// Returns true if this extent, which has this number, contains others.
    pub(crate) fn holds_more(self, number: usize) -> bool {
        self.next as usize > number.saturating_add(1)
    }
}

impl<'a> Document<'a> {
    pub(crate) fn new(bytes: &'a [u8], tape: Tape, options: &ReadOptions) -> Self {
        Self { bytes, tape, duplicates: options.duplicates }
    }

    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node { document: self, number: 0 }
    }

    /// The bytes from which the document was read.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The number of bytes read, up to the end of the value.
    #[must_use]
    pub fn end(&self) -> usize {
        self.root().range().end
    }

    /// Copies the document to a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.root().to_value()
    }

    fn extent(&self, number: usize) -> Extent {
        self.tape.extent(number)
    }
}

impl Tape {
    /// The extent with this number; if there is none, one that lies beyond all bytes.
    #[inline]
    pub(crate) fn extent(&self, number: usize) -> Extent {
        let none = Extent { start: u32::MAX, end: u32::MAX, key: u32::MAX, next: u32::MAX };
        self.extents.get(number).copied().unwrap_or(none)
    }
}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({} of {} bytes, {:?})", self.end(), self.bytes.len(), self.root().kind())
    }
}

/// The value at `start`, whose bytes were checked when the document was read.
// Inlined into users' crates, where serde's code for their types is compiled.
#[inline]
pub(crate) fn scalar(bytes: &[u8], start: usize) -> Scalar<'_> {
    let (tag, rest) = bytes.get(start..).and_then(<[u8]>::split_first).unwrap_or((&tag::UNDEF, &[]));
    let len = || rest.first_chunk().map_or(0, |len| u32::from_be_bytes(*len) as usize);
    let sized = || rest.get(4..).and_then(|rest| rest.get(..len())).unwrap_or_default();
    match *tag {
        tag::TRUE => Scalar::Boolean(true),
        tag::FALSE => Scalar::Boolean(false),
        tag::INTEGER => Scalar::Integer(rest.first_chunk().map_or(0, |bytes| i32::from_be_bytes(*bytes))),
        tag::REAL => Scalar::Real(rest.first_chunk().map_or(0.0, |bytes| f64::from_be_bytes(*bytes))),
        // Dates are the only little-endian number: the viewer writes them in the byte order of its processor.
        tag::DATE => Scalar::Date(Date(rest.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes)))),
        tag::UUID => Scalar::Uuid(Uuid(rest.first_chunk().copied().unwrap_or_default())),
        tag::STRING | tag::KEY => Scalar::String(sized().into()),
        tag::URI => Scalar::Uri(sized().into()),
        tag::BINARY => Scalar::Binary(sized()),
        quote @ (tag::QUOTE | tag::APOSTROPHE) => Scalar::String(in_delimiters(rest, quote)),
        tag::ARRAY => Scalar::Array(len()),
        tag::MAP => Scalar::Map(len()),
        _ => Scalar::Undef,
    }
}

/// Decodes text up to the quote that ends it.
#[cold]
fn in_delimiters(rest: &[u8], quote: u8) -> Cow<'_, [u8]> {
    let text = quoted::length(rest, quote).and_then(|(len, _)| rest.get(..len)).unwrap_or_default();
    quoted::unescape(text).0
}

/// Writes a value as a trace shows it.
pub(crate) fn show(scalar: &Scalar<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
    match scalar {
        Scalar::String(text) | Scalar::Uri(text) => in_quotes(text, 0, out),
        Scalar::Binary(bytes) => in_quotes(bytes, 0, out),
        Scalar::Undef => out.write_str("undef"),
        Scalar::Boolean(is_true) => write!(out, "{is_true}"),
        Scalar::Real(number) => write!(out, "{number}"),
        Scalar::Date(date) => write!(out, "{date} ({} s)", date.0),
        scalar => write!(out, "{}", scalar.to_text()),
    }
}

/// The text of the key at `start`.
#[inline]
pub(crate) fn key(bytes: &[u8], start: usize) -> Cow<'_, [u8]> {
    match scalar(bytes, start) {
        Scalar::String(text) => text,
        _ => Cow::default(),
    }
}

/// A value of a [`Document`].
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    number: usize,
}

impl<'d> Node<'d> {
    /// The value; for an array or a map, the number of values.
    #[must_use]
    pub fn scalar(&self) -> Scalar<'d> {
        match scalar(self.document.bytes, self.extent().start as usize) {
            // A map may end before its count; see the reader.
            Scalar::Map(_) => Scalar::Map(self.inside(Kind::Map).count()),
            scalar => scalar,
        }
    }

    /// The type of the value.
    #[must_use]
    pub fn kind(&self) -> Kind {
        scalar(self.document.bytes, self.extent().start as usize).kind()
    }

    /// The number of values in an array or a map; otherwise 0.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.scalar() {
            Scalar::Array(len) | Scalar::Map(len) => len,
            _ => 0,
        }
    }

    /// Returns true if it is not an array or map that contains values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its text, if it is a string in UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'d, str>> {
        match self.scalar() {
            Scalar::String(Cow::Borrowed(text)) => std::str::from_utf8(text).ok().map(Cow::Borrowed),
            Scalar::String(Cow::Owned(text)) => String::from_utf8(text).ok().map(Cow::Owned),
            _ => None,
        }
    }

    /// Its bytes, if it is binary.
    #[must_use]
    pub fn as_binary(&self) -> Option<&'d [u8]> {
        match self.scalar() {
            Scalar::Binary(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The range of its bytes in the input, from its tag to its end.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        let Extent { start, end, .. } = self.extent();
        start as usize..end as usize
    }

    /// The value of a key of a map, or at an index of an array. If a key occurs more than once, the
    /// options decide.
    #[must_use]
    pub fn get(&self, lookup: impl Lookup) -> Option<Node<'d>> {
        let key = match lookup.name() {
            Name::Index(index) => return self.items().nth(index),
            Name::Key(key) => key,
        };
        let mut found = self.entries().filter(|(of, _)| **of == *key).map(|(_, value)| value);
        let is_last = self.document.tape.has_duplicates && self.document.duplicates == Duplicates::Last;
        if is_last { found.last() } else { found.next() }
    }

    /// The value at a path: keys and indexes with slashes between them, as in [`Value::at`].
    #[must_use]
    pub fn at(&self, path: &str) -> Option<Node<'d>> {
        lookup::parts(path).try_fold(*self, |node, part| match node.kind() {
            Kind::Array => node.get(lookup::index(part)?),
            _ => node.get(part),
        })
    }

    /// The values, if it is an array.
    #[must_use]
    pub fn items(&self) -> Items<'d> {
        self.inside(Kind::Array)
    }

    /// The keys and values, if it is a map, in the order of the bytes and including duplicates.
    #[must_use]
    pub fn entries(&self) -> Entries<'d> {
        Entries(self.inside(Kind::Map))
    }

    /// Copies the value and everything inside it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let Document { bytes, tape, duplicates } = self.document;
        let own = bytes.get(self.extent().start as usize..).unwrap_or_default();
        let is_usual = !tape.has_duplicates && !tape.has_early_ends;
        if let Some(read) = is_usual.then(|| crate::owned::value(own, usize::MAX, usize::MAX)).flatten() {
            return read.value;
        }
        let mut builder = Builder::new(*duplicates);
        // The ends of the open containers, innermost last.
        let mut ends = Vec::new();
        for (number, extent) in tape.extents.iter().enumerate().skip(self.number) {
            while ends.last() == Some(&number) {
                ends.pop();
                if let Some(value) = builder.close() {
                    return value;
                }
            }
            if !ends.is_empty() && extent.key != u32::MAX {
                builder.key(&key(bytes, extent.key as usize));
            }
            match scalar(bytes, extent.start as usize) {
                Scalar::Array(n_values) => builder.open_array(n_values),
                Scalar::Map(_) => builder.open_map(),
                scalar => match builder.value(scalar.into()) {
                    Some(value) => return value,
                    None => continue,
                },
            }
            ends.push(extent.next as usize);
        }
        // All containers that are still open end at the last byte, including this one.
        std::iter::from_fn(|| ends.pop().map(|_| builder.close())).flatten().last().unwrap_or_default()
    }

    fn extent(&self) -> Extent {
        self.document.extent(self.number)
    }

    fn inside(&self, kind: Kind) -> Items<'d> {
        let at = self.number.saturating_add(1);
        let end = if self.kind() == kind { self.extent().next as usize } else { at };
        Items { document: self.document, at, end }
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_value(), f)
    }
}

/// The values of an array of a [`Document`].
#[derive(Debug, Clone)]
pub struct Items<'d> {
    document: &'d Document<'d>,
    at: usize,
    end: usize,
}

impl<'d> Iterator for Items<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Node<'d>> {
        let node = (self.at < self.end).then_some(Node { document: self.document, number: self.at })?;
        self.at = node.extent().next as usize;
        Some(node)
    }
}

/// The keys and values of a map of a [`Document`].
#[derive(Debug, Clone)]
pub struct Entries<'d>(Items<'d>);

impl<'d> Iterator for Entries<'d> {
    type Item = (Cow<'d, [u8]>, Node<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|node| (key(node.document.bytes, node.extent().key as usize), node))
    }
}

impl From<Scalar<'_>> for Value {
    /// Copies the value. An array or a map becomes an empty one.
    fn from(scalar: Scalar<'_>) -> Self {
        match scalar {
            Scalar::Undef => Self::Undef,
            Scalar::Boolean(is_true) => Self::Boolean(is_true),
            Scalar::Integer(number) => Self::Integer(number),
            Scalar::Real(number) => Self::Real(number),
            Scalar::Uuid(uuid) => Self::Uuid(uuid),
            Scalar::String(text) => Self::String(text.into()),
            Scalar::Date(date) => Self::Date(date),
            Scalar::Uri(text) => Self::Uri(Uri(text.into())),
            Scalar::Binary(bytes) => Self::Binary(bytes.into()),
            Scalar::Array(_) => Self::Array(Array::default()),
            Scalar::Map(_) => Self::Map(Map::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_32_bits() {
        assert_eq!(Tape::check_len(0xffff_ffff), Ok(()));
        let error = Tape::check_len(0x1_0000_0000).unwrap_err().to_string();
        assert_eq!(error, "exceeds the limit of bytes: 4294967296 requested, 4294967295 left");
    }
}
