//! The meaning of each byte, window by window.

use rezkit::File;
use rezkit::layout::{Kept, Kind, Layout};
use serde::{Deserialize, Serialize};
use std::ops::{ControlFlow, Range};

/// The layout of a file, whose parts the page requests as they come into view.
pub(crate) struct Annotations {
    bytes: &'static [u8],
    /// The layout; `None` for files of other formats.
    layout: Option<&'static Layout<'static>>,
    /// The folded part that was unfolded last. The layout folds parts with too many spans.
    unfolded: Option<(usize, Layout<'static>, Kept<'static>)>,
    /// The values that were read for the last window, so that scrolling does not read the file again at each step.
    kept: Kept<'static>,
}

/// A range of bytes with a name and a value.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    pub(crate) start: usize,
    end: usize,
    kind: Kind,
    /// The names of the enclosing parts, outermost first, and the name of the bytes.
    pub(crate) path: Vec<String>,
    value: String,
}

/// A space of bytes: the file, or the plain data of a packed part.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Space {
    number: usize,
    name: String,
    len: usize,
    /// The start of the packed part in the file.
    start: Option<usize>,
}

/// A range of bytes in a space.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Place {
    pub(crate) space: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Upper bound on the leaves of a window, which is more than any screen shows.
const MOST_LEAVES: usize = 4096;

/// The number of bytes of a list that are kept on each side of a window.
const KEPT_AROUND: usize = 64 << 10;

/// Upper bound on the nesting of folded parts that are unfolded.
const MOST_LEVELS: usize = 8;

impl Annotations {
    pub(crate) fn new(bytes: &'static [u8], file: Option<&'static File<'static>>) -> Self {
        let bytes = file.map_or(bytes, |file| file.bytes());
        let layout = file.map(|file| &*Box::leak(Box::new(file.layout())));
        Self { bytes, layout, unfolded: None, kept: Kept::around(KEPT_AROUND) }
    }

    pub(crate) fn layout(&self) -> Option<&'static Layout<'static>> {
        self.layout
    }

    /// The names of the parts that enclose a span, outermost first, and of the span.
    pub(crate) fn names_of(&self, span: usize) -> Vec<String> {
        self.layout.map(|layout| names(layout, Some(span))).unwrap_or_default()
    }

    /// The spaces that are not empty.
    pub(crate) fn spaces(&self) -> Vec<Space> {
        let file = Space { number: 0, name: "file".into(), len: self.bytes.len(), start: None };
        let mut spaces = vec![file];
        let Some(layout) = self.layout else { return spaces };
        let mut names = vec![None; layout.n_spaces()];
        for i in 0..layout.n_spans() {
            let Some(span) = layout.span(i) else { continue };
            if let Some(name) = names.get_mut(span.space)
                && name.is_none()
                && span.space > 0
            {
                *name = Some(packed_part(layout, i));
            }
        }
        for (number, name) in names.into_iter().enumerate().skip(1) {
            let (bytes, start) = layout.space(number);
            let name = name.unwrap_or_else(|| format!("packed part {number}"));
            if !bytes.is_empty() {
                spaces.push(Space { number, name, len: bytes.len(), start });
            }
        }
        spaces
    }

    pub(crate) fn bytes(&self, space: usize, range: Range<usize>) -> &[u8] {
        let whole = match self.layout {
            Some(layout) if space > 0 => layout.space(space).0,
            _ => self.bytes,
        };
        let end = range.end.min(whole.len());
        whole.get(range.start..end).unwrap_or_default()
    }

    /// The leaves of a window.
    pub(crate) fn leaves(&mut self, space: usize, range: Range<usize>) -> Vec<Named> {
        let Some(layout) = self.layout else { return Vec::new() };
        let mut leaves = Vec::new();
        for found in leaves_in(layout, space, &range, &mut self.kept) {
            let Found::Folded(span, part) = found else {
                leaves.extend(found.named());
                continue;
            };
            let is_open = self.unfolded.as_ref().is_some_and(|(open, ..)| *open == span);
            if !is_open {
                self.unfolded = layout.unfold(span).map(|inner| (span, inner, Kept::around(KEPT_AROUND)));
            }
            match &mut self.unfolded {
                Some((_, inner, kept)) => {
                    in_folded(inner, space, &within(&range, &part), kept, 1, &mut leaves)
                }
                None => leaves.extend(Found::Folded(span, part).named()),
            }
        }
        leaves.truncate(MOST_LEAVES);
        leaves
    }

    /// The chunks of a file, if it has any: their names, and the places of their unpacked data.
    pub(crate) fn chunks(&self) -> Vec<(String, Place)> {
        /// The length of a chunk header: four characters, two lengths, and four bytes that are 0.
        const FRAME: usize = 16;
        let Some(layout) = self.layout else { return Vec::new() };
        let outer = (0..layout.n_spans()).filter(|i| layout.label(*i).word == "chunks");
        outer
            .filter_map(|i| {
                let span = layout.span(i).filter(|span| span.space == 0)?;
                let place = match layout.space_at(span.start) {
                    Some(space) => Place { space, start: 0, end: layout.space(space).0.len() },
                    None => Place {
                        space: 0,
                        start: span.start.saturating_add(FRAME).min(span.end),
                        end: span.end,
                    },
                };
                Some((layout.name(i), place))
            })
            .collect()
    }

    /// The leaf that a byte is in.
    pub(crate) fn leaf(&mut self, space: usize, at: usize) -> Option<Named> {
        self.leaves(space, at..at.saturating_add(1)).into_iter().next()
    }

    pub(crate) fn place(&self, path: &str) -> Option<Place> {
        let (space, range) = self.layout?.find(path)?;
        Some(Place { space, start: range.start, end: range.end })
    }

    /// Converts a range in a file, or in the unpacked data of a packed part, to a place.
    pub(crate) fn place_of(&self, range: rezkit::Range) -> Option<Place> {
        let rezkit::Range { start, end, packed_at } = range;
        let space = match packed_at {
            None => 0,
            Some(at) => self.layout?.space_at(at)?,
        };
        Some(Place { space, start, end })
    }
}

/// A leaf, or a folded part that stands for its spans.
enum Found {
    Leaf(Named),
    Folded(usize, Named),
}

impl Found {
    fn named(self) -> Option<Named> {
        match self {
            Self::Leaf(named) | Self::Folded(_, named) => Some(named),
        }
    }
}

fn leaves_in<'a>(layout: &Layout<'a>, space: usize, range: &Range<usize>, kept: &mut Kept<'a>) -> Vec<Found> {
    let mut found = Vec::new();
    layout.leaves_in_with(space, range.clone(), kept, &mut |leaf| {
        let mut path = names(layout, if leaf.is_value { Some(leaf.span) } else { parent(layout, leaf.span) });
        path.push(leaf.name());
        let named =
            Named { start: leaf.start, end: leaf.end, kind: leaf.kind, path, value: short(leaf.value()) };
        found.push(match leaf.kind {
            Kind::Folded => Found::Folded(leaf.span, named),
            _ => Found::Leaf(named),
        });
        if found.len() < MOST_LEAVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Adds the leaves of an unfolded part, and of the folded parts inside it.
fn in_folded<'a>(
    layout: &Layout<'a>,
    space: usize,
    range: &Range<usize>,
    kept: &mut Kept<'a>,
    level: usize,
    leaves: &mut Vec<Named>,
) {
    for found in leaves_in(layout, space, range, kept) {
        match found {
            Found::Folded(span, part) if level < MOST_LEVELS => match layout.unfold(span) {
                Some(inner) => {
                    let (range, kept) = (within(range, &part), &mut Kept::default());
                    in_folded(&inner, space, &range, kept, level.saturating_add(1), leaves);
                }
                None => leaves.push(part),
            },
            found => leaves.extend(found.named()),
        }
    }
}

fn within(range: &Range<usize>, part: &Named) -> Range<usize> {
    range.start.max(part.start)..range.end.min(part.end)
}

fn parent(layout: &Layout<'_>, span: usize) -> Option<usize> {
    layout.span(span)?.parent
}

/// The names of the enclosing spans, outermost first, except for the file and unpacked data.
fn names(layout: &Layout<'_>, innermost: Option<usize>) -> Vec<String> {
    const MOST: usize = 16;
    let around = std::iter::successors(innermost, |span| parent(layout, *span)).take(MOST);
    let mut names: Vec<_> = around.map(|span| layout.name(span)).collect();
    names.retain(|name| !["", "file", "plain"].contains(&&**name));
    names.reverse();
    names
}

/// The name of the packed part whose plain data contain a span.
fn packed_part(layout: &Layout<'_>, span: usize) -> String {
    let mut names = names(layout, parent(layout, span));
    // The bytes as they are packed have a name of their own.
    if names.len() > 1 {
        names.pop();
    }
    names.join(".")
}

/// Shortens a value to fit on a line.
pub(crate) fn short(value: String) -> String {
    const MOST: usize = 160;
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rezkit::OpenOptions;

    fn annotations(bytes: &'static [u8]) -> Annotations {
        let file = File::open(bytes, &OpenOptions::default()).unwrap();
        Annotations::new(bytes, Some(Box::leak(Box::new(file))))
    }

    const MODEL: &[u8] = include_bytes!("../../../fixtures/rbxbinary/valid/nested.rbxm");

    #[test]
    fn a_window_has_its_leaves_and_no_others() {
        let leaves = annotations(MODEL).leaves(0, 0x1c..0x28);
        let shown: Vec<_> =
            leaves.iter().map(|leaf| (leaf.start, leaf.path.join("."), &*leaf.value)).collect();
        assert_eq!(
            shown,
            [
                (0x18, "header.numbers.reserved".to_owned(), "[0, 0, 0, 0, 0, 0, 0, 0]"),
                (0x20, "chunks[0] META.frame.name".to_owned(), "\"META\""),
                (0x24, "chunks[0] META.frame.packed_len".to_owned(), "36"),
            ]
        );
    }

    #[test]
    fn packed_parts_are_spaces() {
        let mut annotations = annotations(MODEL);
        let spaces = annotations.spaces();
        assert_eq!((spaces[0].name.as_str(), spaces[0].len), ("file", 422));
        assert_eq!(spaces[1], Space { number: 1, name: "chunks[0] META".into(), len: 34, start: Some(0x20) });
        assert_eq!(annotations.bytes(1, 8..14), b"Explic");
        assert_eq!(annotations.bytes(1, 30..99), b"true");
        assert_eq!(annotations.bytes(99, 0..9), b"");
        assert_eq!(annotations.leaves(1, 0..4)[0].value, "1");
    }

    #[test]
    fn paths_lead_to_bytes() {
        let annotations = annotations(MODEL);
        assert_eq!(annotations.place("chunks[1] INST"), Some(Place { space: 0, start: 0x54, end: 0x81 }));
        assert_eq!(annotations.place("nowhere"), None);
    }

    #[test]
    fn a_file_of_no_format_has_bytes_alone() {
        let mut annotations = Annotations::new(b"<html>", None);
        assert_eq!(annotations.bytes(0, 1..5), b"html");
        assert_eq!(annotations.leaves(0, 0..6), []);
        assert_eq!(annotations.spaces().len(), 1);
    }
}
