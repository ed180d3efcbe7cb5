//! Reads values whose parts are elements. Format document, section 6.

use super::spelled::{Notes, Spelled, add_child, add_unknown};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::part;
use crate::common::show::SpanType;
use crate::error::ErrorKind;
use crate::model::Element;
use crate::read::Context;
use crate::read::markup::between;
use crate::read::opening::{Opening, source, start_tag, unexpected};
use nom::Err;

/// The names of a value's children, in Studio's order.
pub(super) type Names = &'static [&'static str];

/// The children found in a value's element, and their spelling.
pub(super) struct Children {
    names: Names,
    /// A bit for each name, set if the child was found.
    present: u32,
    pub(super) notes: Notes,
}

impl Children {
    /// The state after the first `n_found` children have been read.
    pub(super) fn after(names: Names, n_found: usize) -> Self {
        Self { names, present: bit(n_found).wrapping_sub(1), notes: None }
    }

    fn has(&self, number: usize) -> bool {
        self.present & bit(number) != 0
    }

    /// Returns true if no child was found.
    pub(super) fn is_empty(&self) -> bool {
        self.present == 0
    }

    /// Returns true if no child other than `name` was found.
    pub(super) fn has_only(&self, name: &str) -> bool {
        (0..).zip(self.names).all(|(number, other)| *other == name || !self.has(number))
    }

    /// Warns of the first child that is missing, except `optional`. Missing children have default values.
    pub(super) fn need_all_but(&self, optional: &str, input: Input<'_>) -> Checked {
        let missing = (0..).zip(self.names).find(|(number, name)| !self.has(*number) && **name != optional);
        match missing {
            None => Ok(()),
            Some(_) if self.is_empty() => input.warn(|| ErrorKind::Empty),
            Some((_, what)) => input.warn(|| ErrorKind::Missing { what }),
        }
    }

    /// Returns a value that was built from the children, and warns if any is missing.
    pub(super) fn make<T>(self, value: T, input: Input<'_>) -> Checked<Spelled<T>> {
        self.need_all_but("", input)?;
        Ok(Spelled { value, notes: self.notes })
    }
}

fn bit(number: usize) -> u32 {
    u32::try_from(number).ok().and_then(|number| 1_u32.checked_shl(number)).unwrap_or_default()
}

/// Calls `take` for each child element whose name is among `names`, in any order.
///
/// Elements with other names are kept as they are, and so is a second element with the same name.
pub(super) fn children<'a, 'c>(
    value: &Opening<'a, 'c>,
    names: Names,
    mut take: impl FnMut(&'static str, &Opening<'a, 'c>) -> Parsed<'a, Notes>,
) -> Parsed<'a, Children> {
    children_after(value, Children::after(names, 0), value.inside, |number, child| {
        take(names.get(number).copied().unwrap_or_default(), child)
    })
}

/// Reads like [`children`] if all children have the same type. Their values become an array, in the order of `names`.
pub(super) fn array<'a, 'c, T: Default + Copy, S: Into<Spelled<T>>, const N: usize>(
    value: &Opening<'a, 'c>,
    names: Names,
    read: impl Fn(&Opening<'a, 'c>) -> Parsed<'a, S>,
) -> Parsed<'a, (Children, [T; N])> {
    let mut items = [T::default(); N];
    let start = Children::after(names, 0);
    let (rest, children) = children_after(value, start, value.inside, |number, child| {
        let (rest, found) = read(child)?;
        let Spelled { value, notes } = found.into();
        if let Some(item) = items.get_mut(number) {
            *item = value;
        }
        Ok((rest, notes))
    })?;
    Ok((rest, (children, items)))
}

/// Reads like [`children`], but some children have been read already. `take` receives the index of the name.
pub(super) fn children_after<'a, 'c>(
    value: &Opening<'a, 'c>,
    mut children: Children,
    input: Input<'a>,
    mut take: impl FnMut(usize, &Opening<'a, 'c>) -> Parsed<'a, Notes>,
) -> Parsed<'a, Children> {
    if value.tag.is_closed {
        return Ok((input, children));
    }
    let names = children.names;
    let mut input = input;
    // They mostly come in order: one look finds the next.
    let mut next = children.present.trailing_ones() as usize;
    loop {
        input = between(value.cx, input)?;
        if input.bytes().starts_with(b"</") {
            return value.end(input).map(|(rest, ())| (rest, children));
        }
        let child = child_tag(value.cx, input)?;
        let is_called = |name: &&'static str| name.as_bytes() == child.tag.name;
        let found = if names.get(next).is_some_and(is_called) {
            Some(next)
        } else {
            names.iter().position(|name| child.tag.name.eq_ignore_ascii_case(name.as_bytes()))
        };
        // The first of two children with the same name is used.
        let found = found.filter(|number| !children.has(*number));
        let Some((number, name)) = found.and_then(|number| Some((number, *names.get(number)?))) else {
            input = unknown_child(&mut children.notes, &child)?;
            continue;
        };
        let attributes = if child.tag.has_attributes() { child.attributes([])? } else { Vec::new() };
        let read = |_| {
            child.tell()?;
            take(number, &child)
        };
        let (rest, notes) = part(name, read)(input)?;
        if notes.is_some() || !attributes.is_empty() {
            add_child(&mut children.notes, name, attributes, notes);
        }
        input = rest;
        children.present |= bit(number);
        next = number.saturating_add(1);
    }
}

/// Reads the start tag of a child. A value with children may contain nothing else.
pub(super) fn child_tag<'a, 'c>(cx: &'c Context<'c>, input: Input<'a>) -> Checked<Opening<'a, 'c>> {
    start_tag(cx, input).ok_or_else(|| Err::Failure(unexpected(input, "a start tag")))
}

/// Keeps a child that is not part of the value; returns the rest of the input.
#[cold]
pub(super) fn unknown_child<'a>(notes: &mut Notes, child: &Opening<'a, '_>) -> Checked<Input<'a>> {
    let start = child.start;
    let Some((_, rest)) = child.whole() else {
        return Err(start.fatal(ErrorKind::Unclosed { element: child.name() }));
    };
    start.warn(|| ErrorKind::UnknownElement { element: child.name() })?;
    start.span(rest, "unknown", SpanType::UNKNOWN, 0)?;
    add_unknown(notes, Element { source: source(start, rest).into() });
    Ok(rest)
}

/// Reads `<name>text</name>` after white space, the form of nearly all children of values, and returns the text.
///
/// It returns the same as `children_after` would read, or `None`. Vectors and coordinate frames are most of a place:
/// without this shortcut, reading a place takes a fifth longer.
#[inline]
pub(super) fn leaf<'a>(name: &[u8], input: Input<'a>) -> Option<(Input<'a>, &'a [u8])> {
    if input.is_traced() {
        return None;
    }
    let rest = crate::read::markup::space(input.bytes());
    let rest = rest.strip_prefix(b"<")?.strip_prefix(name)?.strip_prefix(b">")?;
    // Text with a character reference is left to the slower path, which decodes it.
    let len = rest.iter().position(|byte| matches!(byte, b'<' | b'&'))?;
    let (text, rest) = rest.split_at_checked(len)?;
    let rest = rest.strip_prefix(b"</")?.strip_prefix(name)?.strip_prefix(b">")?;
    Some((input.with(rest), text))
}

/// Stores a child's value, and returns its spelling.
pub(super) fn set<'a, T, S: Into<Spelled<T>>>(
    slot: &mut T,
) -> impl FnOnce((Input<'a>, S)) -> (Input<'a>, Notes) {
    move |(rest, found)| {
        let Spelled { value, notes } = found.into();
        *slot = value;
        (rest, notes)
    }
}
