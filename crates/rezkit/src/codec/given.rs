//! A layout that is written by hand.

use super::{Layout, Leaf, Span, Visit};
use crate::{Problem, Warnings};
use std::ops::Range;

/// A layout that is written by hand, for tests.
#[derive(Debug, Default)]
pub struct Given<'a> {
    /// The input.
    pub bytes: &'a [u8],
    /// The names of the spans, and the spans.
    pub spans: Vec<(String, Span)>,
    /// The leaves: the span of each, its bytes, its name and its value.
    pub values: Vec<(usize, Range<usize>, (String, String))>,
    /// The decompressed data of packed parts.
    pub blocks: Vec<&'a [u8]>,
    /// As [`Layout::flaw`].
    pub flaw: Option<String>,
    /// As [`Layout::warnings`].
    pub warnings: Warnings,
    /// As [`Layout::error`].
    pub error: Option<Problem>,
}

impl Layout for Given<'_> {
    fn n_spans(&self) -> usize {
        self.spans.len()
    }

    fn span(&self, index: usize) -> Option<Span> {
        self.spans.get(index).map(|(_, span)| *span)
    }

    fn name(&self, index: usize) -> String {
        self.spans.get(index).map_or_else(String::new, |(name, _)| name.clone())
    }

    fn n_spaces(&self) -> usize {
        self.blocks.len().saturating_add(1)
    }

    fn space(&self, space: usize) -> (&[u8], Option<usize>) {
        match space {
            0 => (self.bytes, None),
            _ => (
                space.checked_sub(1).and_then(|block| self.blocks.get(block)).copied().unwrap_or_default(),
                Some(0),
            ),
        }
    }

    fn flaw(&self) -> Option<String> {
        self.flaw.clone()
    }

    fn warnings(&self) -> Warnings {
        self.warnings.clone()
    }

    fn error(&self) -> Option<Problem> {
        self.error.clone()
    }

    fn leaves(&self, visit: &mut Visit<'_>) {
        self.leaves_in(0, 0..usize::MAX, visit);
    }

    fn leaves_in(&self, space: usize, window: Range<usize>, visit: &mut Visit<'_>) {
        let touches = |range: &Range<usize>| range.start < window.end && window.start < range.end;
        for (span, range, text) in self.values.iter().filter(|(_, range, _)| touches(range)) {
            let Some((_, Span { kind, .. })) = self.spans.get(*span) else { continue };
            let is_value = text.0.starts_with('[');
            let leaf =
                Leaf { space, start: range.start, end: range.end, kind: *kind, span: *span, is_value, text };
            if visit(leaf).is_break() {
                return;
            }
        }
    }

    fn find(&self, _: &str) -> Option<(usize, Range<usize>)> {
        None
    }

    fn unfold(&self, _: usize) -> Option<Box<dyn Layout + '_>> {
        None
    }
}
