//! A fast reader of XML, which builds a value in one pass over the bytes if nothing about them is unusual.

use super::scalar;
use crate::common::input::Input;
use crate::model::Text;
use crate::owned::Owned;
use crate::owned::nest::{self, Nest};
use crate::wire::markup::{Tag, unescape};
use crate::wire::words::{HIGH, is, is_below, n_before};
use memchr::{memchr, memmem};
use std::borrow::Cow;

/// Reads the value inside `<llsd>`; `None` if it is unusual, nested deeper than `depth`, or has more values
/// than `elements`.
pub(in crate::read) fn value(bytes: &[u8], depth: usize, elements: usize) -> Option<Owned> {
    nest::read(bytes, depth, elements, inside)
}

fn inside<'a>(input: Input<'a>, nest: &mut Nest) -> Option<&'a [u8]> {
    let mut rest = one(input, tag(input.bytes())?, nest)?;
    while !nest.is_done() {
        rest = tag(rest)?;
        if let Some(after) = rest.strip_prefix(b"/") {
            let end: &[u8] = if nest.is_map() { b"map>" } else { b"array>" };
            rest = after.strip_prefix(end)?;
            nest.end()?;
            continue;
        }
        if nest.is_map() {
            let (key, after) = content(input, rest.strip_prefix(b"key>")?)?;
            nest.key(&key);
            rest = tag(after.strip_prefix(b"key>")?)?;
        }
        rest = one(input, rest, nest)?;
    }
    tag(rest)?.strip_prefix(b"/llsd>")
}

/// Skips to the next tag, and returns the bytes after its `<`.
#[inline]
fn tag(mut rest: &[u8]) -> Option<&[u8]> {
    loop {
        rest = blanks(rest).strip_prefix(b"<")?;
        let Some(comment) = rest.strip_prefix(b"!--") else { return Some(rest) };
        rest = comment.get(memmem::find(comment, b"-->")?.saturating_add(3)..)?;
    }
}

/// Skips white space, most of which is the indentation of an element on a line of its own.
#[inline]
fn blanks(mut rest: &[u8]) -> &[u8] {
    while let [first, after @ ..] = rest
        && first.is_ascii_whitespace()
    {
        let n_spaces = |word: &[u8; 16]| {
            (u128::from_le_bytes(*word) ^ u128::from_le_bytes([b' '; 16])).trailing_zeros() / 8
        };
        rest = after.get(after.first_chunk().map_or(0, n_spaces) as usize..).unwrap_or_default();
    }
    rest
}

/// Decodes the text of an element, and returns it with the bytes after the `</` of the end tag.
#[inline]
fn content<'a>(input: Input<'a>, rest: &'a [u8]) -> Option<(Cow<'a, [u8]>, &'a [u8])> {
    let is_special = |word| is(word, b'<') | is(word, b'&') | is_below(word, b' ') | (word & HIGH);
    let n_plain = n_before(rest, is_special)?;
    let (text, end) = rest.split_at_checked(n_plain)?;
    if let Some(after) = end.strip_prefix(b"</") {
        return Some((text.into(), after));
    }
    let (text, end) = rest.split_at_checked(memchr(b'<', end)?.saturating_add(n_plain))?;
    Some((unescape(input, text, false).ok()?, end.strip_prefix(b"</")?))
}

/// Reads a value, or the start of a container; returns the rest.
#[inline]
fn one<'a>(input: Input<'a>, rest: &'a [u8], nest: &mut Nest) -> Option<&'a [u8]> {
    let n_left = rest.len();
    if let Some(start) = rest.strip_prefix(b"string>") {
        let (text, rest) = content(input, start)?;
        match text {
            Cow::Borrowed(text) => nest.put_text(start, text)?,
            Cow::Owned(text) => nest.put(n_left, Text::from(&*text).into())?,
        }
        return rest.strip_prefix(b"string>");
    }
    let (name, after) = rest.split_at_checked(rest.iter().position(|byte| !byte.is_ascii_lowercase())?)?;
    let (is_empty, start) = match after {
        [b'>', start @ ..] => (false, start),
        [b'/', b'>', start @ ..] | [b' ', b'/', b'>', start @ ..] => (true, start),
        _ => (false, after.strip_prefix(b" encoding=\"base64\">").filter(|_| name == b"binary")?),
    };
    match name {
        b"map" | b"array" => {
            nest.begin(n_left, name == b"map")?;
            if is_empty {
                nest.end()?;
            }
            return Some(start);
        }
        b"undef" | b"boolean" | b"integer" | b"real" | b"uuid" | b"string" | b"date" | b"uri" | b"binary" => {
        }
        _ => return None,
    }
    let tag = Tag { name, encoding: None, is_empty };
    if is_empty {
        nest.put(n_left, scalar(input, tag, (&b""[..]).into()).ok()?)?;
        return Some(start);
    }
    let (text, rest) = content(input, start)?;
    nest.put(n_left, scalar(input, tag, text).ok()?)?;
    rest.strip_prefix(name)?.strip_prefix(b">")
}

#[cfg(test)]
mod tests {
    use crate::model::Same;
    use crate::options::{Encoding, Style, WriteOptions};
    use crate::owned::Owned;
    use crate::read::notation::once as notation;

    /// Tests that this reader gives the same result as the other readers, which take longer.
    #[test]
    fn whatever_is_written_is_read_at_once() {
        let text = "{'a':[!,1,i-7,r1.5,u01234567-89ab-cdef-0123-456789abcdef,'','g\\'day & é',l\"x\",b64\"AAE=\"],\
                    'b':[{'c':d\"2006-02-01T14:29:53.5Z\",'d':[]},{'c':{},'d':'a text that is too long to be short'}]}";
        let value = crate::read(text.as_bytes()).unwrap();
        for style in [Style::Compact, Style::Pretty] {
            let options = WriteOptions::viewer().style(style);
            let write = |encoding| crate::write_with(&value, &options.clone().encoding(encoding)).unwrap();
            let (xml, notation) = (write(Encoding::Xml), write(Encoding::Notation));
            let inside = xml.windows(6).position(|tag| tag == b"<llsd>").unwrap() + 6;
            for read in [super::value(&xml[inside..], 128, 100), notation::value(&notation, 128, 100)] {
                let Owned { value: again, n_values, .. } = read.unwrap();
                assert_eq!((again.difference(&value), n_values), (None, 18));
            }
        }
    }
}
