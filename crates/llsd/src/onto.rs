//! Writing a changed document with the unchanged parts of its original. Format document, section 8.

mod joined;
mod original;
mod units;

use crate::common::error::Error;
use crate::document::Extent;
use crate::hash::{Containers, Hasher, inside};
use crate::model::walk::{self, Walk};
use crate::model::{Same, Text, Value};
use crate::options::{Encoding, Header, ReadOptions, Style, WriteOptions};
use crate::wire::tag;
use crate::{read, write};
use joined::Joined;
use original::Original;
use std::ptr;
use units::{NONE, Unit, Units};

/// Writes a document in the encoding of `original`, and copies from it every value that is unchanged, together with
/// its key and the text before it: white space, comments, commas.
///
/// An untouched document comes back byte for byte, and an edited one differs only where it was edited. If the
/// original cannot be read or has no value, only its encoding is used. Binary without a header line gets one if it
/// would be detected as notation, because the new value is neither an array nor a map.
///
/// ```
/// let original = b"{ 'size' : i12, 'name':\"chair\" }";
/// let mut value = llsd::read(original)?;
/// *value.get_mut("size").unwrap() = 34.into();
/// assert_eq!(llsd::write_onto(&value, original)?, b"{ 'size' : i34, 'name':\"chair\" }");
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// If the encoding cannot express the value.
pub fn write_onto(value: &Value, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(value, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`], for a value that was read with the options `read`. New values are written in the form
/// that `options` select, on one line. The encoding and the header line stay those of the original.
///
/// # Errors
///
/// The errors of [`write_onto`].
pub fn write_onto_with(
    value: &Value,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let encoding = read::encoding(original);
    let alone = || crate::write::write_with(value, &options.clone().encoding(encoding));
    if u32::try_from(original.len()).is_err() {
        // Positions have 32 bits; an input that needs more is written anew.
        let is_same = crate::read::read_with(original, &read.clone().strict(false))
            .is_ok_and(|(old, _)| value.same(&old));
        return if is_same { Ok(original.into()) } else { alone() };
    }
    let hasher = Hasher::new();
    let original = match Original::read(original, encoding, read, &hasher) {
        Ok(read) if !read.is_empty() => read,
        Ok(_) if matches!(value, Value::Undef) => return Ok(original.into()),
        _ => return alone(),
    };
    let containers = Containers::new(value, &hasher);
    if containers.hash(value, 0, &hasher) == original.hash(0, &hasher) {
        return Ok(original.bytes.into());
    }
    let options = options.clone().header(Header::None).style(Style::Compact);
    let bytes = Onto { original, containers, hasher, options }.document(value)?;
    // Binary is recognised by an array or a map as its root. Format document, section 8.
    if read::encoding(&bytes) == encoding {
        return Ok(bytes);
    }
    let mut out = Vec::new();
    write::header(&mut out, encoding, &WriteOptions::default());
    out.extend_from_slice(&bytes);
    Ok(out)
}

/// The state of writing a value onto an original.
struct Onto<'a> {
    original: Original<'a>,
    /// The hashes of the containers in the value.
    containers: Containers,
    hasher: Hasher,
    options: WriteOptions,
}

/// A container that is being written onto a container of the original.
struct Frame<'v> {
    new: &'v Value,
    units: Box<dyn Iterator<Item = Unit> + 'v>,
    /// The separators before the first value in the original, without comments and other markup.
    first: &'v [u8],
    /// The separators between values.
    separator: &'v [u8],
    /// Positions in the original: where the first value begins, including the text before it; where the last value
    /// ends; where the container ends.
    start: u32,
    last: u32,
    end: u32,
    is_begun: bool,
}

impl Onto<'_> {
    fn document(&self, root: &Value) -> Result<Vec<u8>, Error> {
        let original = &self.original;
        let mut out = Joined::new(original.encoding, original.bytes.len());
        let Extent { start, end, .. } = original.extent(0);
        out.keep(original.slice(0, start), 0);
        self.value(&mut out, root)?;
        out.keep_rest(original.slice(end, u32::MAX), end);
        Ok(out.into_bytes())
    }

    /// Writes the root and everything in it, without recursion, because documents may be nested as deep as
    /// the limits allow.
    fn value(&self, out: &mut Joined, root: &Value) -> Result<(), Error> {
        let mut open = Vec::new();
        match self.container(out, root, 0, 0)? {
            Some(frame) => open.push(frame),
            None => self.new_value(out, root, root)?,
        }
        while let Some(frame) = open.last_mut() {
            let Some(unit) = frame.units.next() else {
                out.keep(self.original.slice(frame.last, frame.end), frame.last);
                open.pop();
                continue;
            };
            let is_first = !std::mem::replace(&mut frame.is_begun, true);
            self.gap(out, frame, unit, is_first)?;
            let Extent { start, end, .. } = self.original.extent(unit.extent as usize);
            let first_byte = self.original.extent(unit.extent as usize).first_byte();
            let Some((key, value)) = inside(frame.new, unit.value as usize) else {
                out.keep(self.original.slice(first_byte, end), first_byte);
                continue;
            };
            if unit.extent == NONE {
                key.map_or(Ok(()), |key| self.new_key(out, key, root))?;
                self.new_value(out, value, root)?;
                continue;
            }
            out.keep(self.original.slice(first_byte, start), first_byte);
            match self.container(out, value, unit.container, unit.extent as usize)? {
                Some(frame) => open.push(frame),
                None => self.new_value(out, value, root)?,
            }
        }
        Ok(())
    }

    /// Writes the start of a container; returns `None` if the new value or the original one is not a container, or if
    /// they are of different types.
    fn container<'v>(
        &'v self,
        out: &mut Joined,
        new: &'v Value,
        container: u32,
        extent: usize,
    ) -> Result<Option<Frame<'v>>, Error> {
        let original = &self.original;
        let children = original.children(extent);
        let (Some(first), Some(last)) = (children.first(), children.last()) else { return Ok(None) };
        if new.is_empty() || new.as_map().is_some() != original.is_map(&children) {
            return Ok(None);
        }
        let Extent { start, end, .. } = original.extent(extent);
        let inside = original.inside(extent);
        let first_end = original.extent(*first as usize).end;
        let first = self.blanks(original.slice(inside, original.extent(*first as usize).first_byte()));
        let second = children.get(1).map(|second| original.extent(*second as usize).first_byte());
        let separator = self.blanks(original.slice(first_end, second.unwrap_or(first_end)));
        // A container of one value has no separator to take over. Format document, section 8.
        let separator = match (original.encoding, separator) {
            (Encoding::Notation, b"") => b",",
            (_, b"") => first,
            (_, separator) => separator,
        };
        let last = original.extent(*last as usize).end;
        let Units { len, units } = self.units(new, container, extent, children);
        if original.encoding == Encoding::Binary {
            let tag = if new.as_map().is_some() { tag::MAP } else { tag::ARRAY };
            out.add(|out| write::binary::n_values(out, tag, len))?;
        } else {
            out.keep(original.slice(start, inside), start);
        }
        Ok(Some(Frame { new, units, first, separator, start: inside, last, end, is_begun: false }))
    }

    /// Writes the text before a unit. The original text is kept, but in notation commas only between values.
    fn gap(&self, out: &mut Joined, frame: &Frame<'_>, unit: Unit, is_first: bool) -> Result<(), Error> {
        let blanks = if is_first { frame.first } else { frame.separator };
        let blanks = |out: &mut Vec<u8>| {
            out.extend_from_slice(blanks);
            Ok(())
        };
        if unit.extent == NONE {
            return out.add(blanks);
        }
        let start = unit.gap;
        let gap = self.original.slice(start, self.original.extent(unit.extent as usize).first_byte());
        let was_first = start == frame.start;
        if is_first == was_first || self.original.encoding != Encoding::Notation {
            out.keep(gap, start);
            return Ok(());
        }
        out.add(blanks)?;
        let n_blanks = self.blanks(gap).len();
        let start = start.saturating_add(u32::try_from(n_blanks).unwrap_or(u32::MAX));
        out.keep(gap.get(n_blanks..).unwrap_or_default(), start);
        Ok(())
    }

    /// The separators at the start of a text: white space, and in notation commas.
    fn blanks<'b>(&self, gap: &'b [u8]) -> &'b [u8] {
        let is_notation = self.original.encoding == Encoding::Notation;
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || is_notation && matches!(*byte, b',' | 0x0b);
        gap.get(..gap.iter().take_while(|byte| is_blank(byte)).count()).unwrap_or_default()
    }

    fn new_value(&self, out: &mut Joined, value: &Value, root: &Value) -> Result<(), Error> {
        let written = out.add(|out| match self.original.encoding {
            Encoding::Binary => write::binary::value(out, value, &self.options),
            #[cfg(feature = "xml")]
            Encoding::Xml => write::xml::value(out, value, &self.options),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Ok(()),
            Encoding::Notation => write::notation::value(out, value, &self.options),
        });
        written.map_err(|error| placed(error, root, |_, at| ptr::eq(at, value)))
    }

    fn new_key(&self, out: &mut Joined, key: &Text, root: &Value) -> Result<(), Error> {
        let written = out.add(|out| match self.original.encoding {
            Encoding::Binary => write::binary::map_key(out, key),
            #[cfg(feature = "xml")]
            Encoding::Xml => write::xml::key(out, key, &self.options),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Ok(()),
            Encoding::Notation => write::notation::map_key(out, key, &self.options),
        });
        written.map_err(|error| placed(error, root, |at, _| at.is_some_and(|at| ptr::eq(at, key))))
    }
}

/// Adds the path of the unit to an error.
#[cold]
fn placed(error: Error, root: &Value, is_there: impl Fn(Option<&Text>, &Value) -> bool) -> Error {
    let mut walk = Walk::value(root);
    while let Some(step) = walk.next() {
        if matches!(step, walk::Step::Value(key, value) if is_there(key, value)) {
            return write::placed(error, &walk);
        }
    }
    error
}

impl Extent {
    /// The offset of the first byte of the key, or of the value if it has no key.
    fn first_byte(self) -> u32 {
        self.key.min(self.start)
    }
}
