//! A fast reader of notation, which builds a value in one pass over the bytes if nothing about them is
//! unusual.

use super::{scalar, string};
use crate::common::input::Input;
use crate::owned::Owned;
use crate::owned::nest::{self, Nest};
use crate::wire::words::{is, n_before};

/// Reads the value at the start of the bytes; `None` if it is unusual, nested deeper than `depth`, or has
/// more values than `elements`.
pub(in crate::read) fn value(bytes: &[u8], depth: usize, elements: usize) -> Option<Owned> {
    nest::read(bytes, depth, elements, inside)
}

fn inside<'a>(input: Input<'a>, nest: &mut Nest) -> Option<&'a [u8]> {
    let mut rest = one(input, skip(input.bytes(), b' '), nest)?;
    while !nest.is_done() {
        rest = skip(rest, b',');
        let end = if nest.is_map() { b'}' } else { b']' };
        if let Some(after) = rest.strip_prefix(&[end]) {
            rest = after;
            nest.end()?;
            continue;
        }
        if nest.is_map() {
            rest = match quoted(rest) {
                Some((text, after)) => {
                    nest.key(text);
                    after
                }
                None if matches!(rest, [b'\'' | b'"' | b's', ..]) => {
                    let (after, key) = string(input.with(rest)).ok()?;
                    nest.key(&key);
                    after.bytes()
                }
                None => return None,
            };
            rest = skip(rest, b':');
        }
        rest = one(input, rest, nest)?;
    }
    Some(rest)
}

/// Skips white space and separators of this kind, and returns the rest.
#[inline]
fn skip(mut rest: &[u8], separator: u8) -> &[u8] {
    while let [first, after @ ..] = rest
        && (*first == separator || first.is_ascii_whitespace() || *first == 0x0b)
    {
        rest = after;
    }
    rest
}

/// Reads text in quotes without escapes, and returns the text and the rest.
#[inline]
fn quoted(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let (quote @ (b'\'' | b'"'), text) = rest.split_first()? else { return None };
    let (text, end) = text.split_at_checked(n_before(text, |word| is(word, *quote) | is(word, b'\\'))?)?;
    Some((text, end.strip_prefix(&[*quote])?))
}

/// Reads a value, or the start of a container; returns the rest.
#[inline]
fn one<'a>(input: Input<'a>, rest: &'a [u8], nest: &mut Nest) -> Option<&'a [u8]> {
    if let Some((text, after)) = quoted(rest) {
        nest.put_text(rest.get(1..)?, text)?;
        return Some(after);
    }
    if let [tag @ (b'[' | b'{'), after @ ..] = rest {
        nest.begin(after.len(), *tag == b'{')?;
        return Some(after);
    }
    let (after, value) = scalar(input.with(rest)).ok()?;
    nest.put(rest.len(), value)?;
    Some(after.bytes())
}
