//! The structure of a file as a tree of its bytes, an overview of their kinds, and a search in them.

use crate::annotate::{Annotations, Place};
use rezkit::layout::{Kept, Kind, Layout};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// A part of the structure: a line of the tree of bytes.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Span {
    id: usize,
    name: String,
    kind: Kind,
    #[serde(flatten)]
    place: Place,
    n_parts: usize,
    /// True if the children of the part are values.
    is_list: bool,
    /// The value, if the part is a value.
    value: String,
}

/// Bytes of one kind, as the overview strip of a file shows them.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Stripe {
    start: usize,
    end: usize,
    kind: Kind,
    path: Vec<String>,
}

/// The text to search for, and the start of the search.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Deserialize)]
pub(crate) struct Sought {
    space: usize,
    from: usize,
    /// The byte sequences to find; any of them matches.
    patterns: Vec<Vec<u8>>,
    /// Ignores case.
    any_case: bool,
}

/// Upper bound on stripes, which is more than a screen has pixels in width.
const MOST_STRIPES: usize = 4096;

impl Annotations {
    /// The spans directly inside a span, or the outermost ones: at most `n`, from the index `first`.
    pub(crate) fn parts(&self, of: Option<usize>, first: usize, n: usize) -> Vec<Span> {
        let Some(layout) = self.layout() else { return Vec::new() };
        let parent = |index: usize| layout.span(index).and_then(|span| span.parent);
        let from = of.map_or(0, |of| of.saturating_add(1));
        let depth = of.and_then(|of| layout.span(of)).map(|span| span.depth);
        let inside = |index: &usize| {
            layout.span(*index).is_some_and(|span| depth.is_none_or(|depth| span.depth > depth))
        };
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut n_seen = 0_usize;
        for index in (from..layout.n_spans()).take_while(inside) {
            if parent(index) == of {
                n_seen = n_seen.saturating_add(1);
                if n_seen > first.saturating_add(n) {
                    break;
                }
                if n_seen > first {
                    found.push((index, 0));
                }
            } else if let Some((last, count)) = found.last_mut()
                && parent(index) == Some(*last)
            {
                *count = count.saturating_add(1);
            }
        }
        let mut kept = Kept::default();
        found.into_iter().filter_map(|(id, n_parts)| part(layout, id, n_parts, &mut kept)).collect()
    }

    /// The parts that contain a byte, outermost first.
    pub(crate) fn trail(&self, space: usize, at: usize) -> Vec<usize> {
        let Some(layout) = self.layout() else { return Vec::new() };
        let mut innermost = None;
        layout.leaves_in(space, at..at.saturating_add(1), &mut |leaf| {
            innermost = Some(leaf.span);
            ControlFlow::Break(())
        });
        let parent = |index: &usize| layout.span(*index).and_then(|span| span.parent);
        let mut trail: Vec<_> = std::iter::successors(innermost, parent).collect();
        trail.reverse();
        trail
    }

    /// The meanings of the bytes in the middle of each of `n` equal pieces of a space.
    pub(crate) fn strip(&self, space: usize, n: usize) -> Vec<Stripe> {
        let Some(layout) = self.layout() else { return Vec::new() };
        let (len, n) = (layout.space(space).0.len() as u64, n.clamp(1, MOST_STRIPES) as u64);
        let mut stripes = Vec::new();
        for index in 0..layout.n_spans() {
            let Some(span) = layout.span(index).filter(|span| span.space == space) else { continue };
            let next = layout.span(index.saturating_add(1));
            // What is packed in it has a space of its own.
            let is_leaf = next.is_none_or(|next| next.parent != Some(index) || next.space != space);
            // The first middle that is not before it.
            let piece = (span.start as u64).saturating_mul(n).div_ceil(len.max(1)).saturating_sub(1);
            let middles = [piece, piece.saturating_add(1)].map(|piece| {
                piece
                    .saturating_mul(2)
                    .saturating_add(1)
                    .saturating_mul(len)
                    .checked_div(n.saturating_mul(2))
                    .unwrap_or_default()
            });
            let is_hit = middles.iter().any(|middle| (span.start as u64..span.end as u64).contains(middle));
            if is_leaf && is_hit {
                let path = self.names_of(index);
                stripes.push(Stripe { start: span.start, end: span.end, kind: span.kind, path });
            }
        }
        stripes
    }

    /// The next match of one of the patterns: in the space from a byte on, in the spaces after it, and then from the
    /// start again.
    pub(crate) fn seek(&self, sought: &Sought) -> Option<Place> {
        let n_spaces = self.layout().map_or(1, Layout::n_spaces);
        let after = (sought.space..n_spaces).chain(0..=sought.space);
        after.enumerate().find_map(|(turn, space)| {
            let from = if turn == 0 { sought.from } else { 0 };
            let bytes = self.bytes(space, from..usize::MAX);
            let (at, len) = first_of(bytes, sought)?;
            let start = from.saturating_add(at);
            Some(Place { space, start, end: start.saturating_add(len) })
        })
    }
}

fn part(layout: &Layout<'static>, id: usize, n_parts: usize, kept: &mut Kept<'static>) -> Option<Span> {
    let span = layout.span(id)?;
    let (mut is_list, mut value) = (false, String::new());
    if n_parts == 0 {
        layout.leaves_in_with(span.space, span.start..span.start.saturating_add(1), kept, &mut |leaf| {
            is_list = leaf.is_value || leaf.kind == Kind::Folded;
            value = leaf.value();
            ControlFlow::Break(())
        });
    }
    let value = if is_list { String::new() } else { crate::annotate::short(value) };
    let place = Place { space: span.space, start: span.start, end: span.end };
    Some(Span { id, name: layout.name(id), kind: span.kind, place, n_parts, is_list, value })
}

/// The position and length of the first match of several patterns.
fn first_of(bytes: &[u8], Sought { patterns, any_case, .. }: &Sought) -> Option<(usize, usize)> {
    let mut begins = [false; 256];
    for first in patterns.iter().filter_map(|pattern| pattern.first()) {
        let both =
            if *any_case { [first.to_ascii_lowercase(), first.to_ascii_uppercase()] } else { [*first; 2] };
        for letter in both {
            if let Some(begins) = begins.get_mut(usize::from(letter)) {
                *begins = true;
            }
        }
    }
    let is_there = |rest: &[u8], pattern: &[u8]| match rest.get(..pattern.len()) {
        Some(found) if *any_case => found.eq_ignore_ascii_case(pattern),
        found => found == Some(pattern),
    };
    let begin = |byte: &u8| begins.get(usize::from(*byte)).copied().unwrap_or_default();
    let candidates = bytes.iter().enumerate().filter(|(_, byte)| begin(byte));
    candidates.into_iter().find_map(|(at, _)| {
        let rest = bytes.get(at..).unwrap_or_default();
        let found = patterns.iter().find(|pattern| !pattern.is_empty() && is_there(rest, pattern))?;
        Some((at, found.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::{File, OpenOptions};

    fn annotations() -> Annotations {
        let bytes: &'static [u8] = include_bytes!("../../../fixtures/rbxbinary/valid/nested.rbxm");
        let file = File::open(bytes, &OpenOptions::default()).unwrap();
        Annotations::new(bytes, Some(Box::leak(Box::new(file))))
    }

    #[test]
    fn parts_are_walked_from_the_outside_in() {
        let annotations = annotations();
        let top = annotations.parts(None, 0, 9);
        let inside = annotations.parts(Some(top[0].id), 0, 99);
        let names: Vec<_> = inside.iter().map(|part| part.name.as_str()).collect();
        assert_eq!((top.len(), &names[..3]), (1, &["header", "chunks[0] META", "chunks[1] INST"][..]));
        assert_eq!(annotations.parts(Some(top[0].id), 1, 1)[0], inside[1]);
        for part in &inside {
            assert_eq!(annotations.parts(Some(part.id), 0, 999).len(), part.n_parts, "{}", part.name);
        }
        let trail = annotations.trail(1, 0);
        assert_eq!((trail[0], trail[1]), (top[0].id, inside[1].id));
    }

    #[test]
    fn a_strip_has_what_is_in_the_middle_of_each_piece() {
        let annotations = annotations();
        let stripes = annotations.strip(0, 200);
        assert!(stripes.is_sorted_by(|one, next| one.end <= next.start), "{stripes:?}");
        let middles = (0..200).map(|piece| (2 * piece + 1) * 422 / 400);
        for middle in middles {
            assert!(stripes.iter().any(|stripe| (stripe.start..stripe.end).contains(&middle)), "{middle}");
        }
        assert_eq!(stripes[0].path, ["header", "magic"]);
    }

    #[test]
    fn bytes_are_found_in_all_spaces_and_around() {
        let annotations = annotations();
        let seek = |from: usize, pattern: &[u8], any_case: bool| {
            annotations.seek(&Sought { space: 0, from, patterns: vec![pattern.to_vec()], any_case })
        };
        assert_eq!(seek(0, b"meta", true), Some(Place { space: 0, start: 0x20, end: 0x24 }));
        assert_eq!(seek(0, b"meta", false), None);
        assert_eq!(seek(0x60, b"Explicit", false), Some(Place { space: 1, start: 8, end: 16 }));
        assert_eq!(seek(1, b"<roblox!", false), Some(Place { space: 0, start: 0, end: 8 }));
        assert_eq!(seek(0, b"", true), None);
    }
}
