//! How a span falls into leaves.

use super::each::{self, EVERY};
use super::input::Reading;
use super::layout::{Inner, Layout, Piece, Span, SpanKind, stride};
use super::limits::Limits;
use super::show::Field;
use super::tape::{NONE, Record, Tape, to_u32};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The leaves of a span that have bytes of a window.
pub(super) struct Leaves<'l> {
    layout: &'l Layout<'l>,
    index: usize,
    record: Record,
    window: Range<usize>,
    state: State<'l>,
}

enum State<'l> {
    Whole,
    Rows {
        fields: Cow<'static, [Field]>,
        row: usize,
        field: usize,
    },
    /// The values from a noted place on, as a layout of their own.
    Items {
        block: usize,
        inner: Option<(usize, std::vec::IntoIter<Inner>, Arc<Layout<'l>>)>,
    },
    Done,
}

impl<'l> Leaves<'l> {
    pub(super) fn new(layout: &'l Layout<'l>, index: usize, window: Range<usize>) -> Self {
        let Some(record) = layout.records.get(index).copied() else {
            let record = Record::new(0, SpanKind::Gap, 0, 0..0, NONE);
            return Self { layout, index, record, window, state: State::Done };
        };
        let before = window.start.saturating_sub(record.start as usize);
        let has_items = record.kind == SpanKind::Array && layout.word(&record).parser.is_some();
        let state = match layout.fields(&record) {
            _ if has_items && record.start < record.end => {
                let notes = layout.notes.get(record.extra as usize).map_or(&[][..], Vec::as_slice);
                State::Items { block: notes.partition_point(|at| *at as usize <= before), inner: None }
            }
            Some(fields) if stride(&fields) > 0 && record.start < record.end => {
                let row = before.checked_div(stride(&fields)).unwrap_or_default();
                State::Rows { fields, row, field: 0 }
            }
            _ => State::Whole,
        };
        Self { layout, index, record, window, state }
    }

    fn leaf(&self, range: Range<usize>, piece: Piece<'l>) -> Span<'l> {
        self.layout.piece(self.index, self.record, range, piece)
    }

    fn is_wanted(&self, range: &Range<usize>) -> bool {
        // What has no bytes is there where the window has the place.
        range.end > self.window.start || (range.is_empty() && range.start >= self.window.start)
    }
}

impl<'l> Iterator for Leaves<'l> {
    type Item = Span<'l>;

    fn next(&mut self) -> Option<Span<'l>> {
        let whole = self.record.range();
        loop {
            let (range, piece) = match &mut self.state {
                State::Done => return None,
                State::Whole => {
                    self.state = State::Done;
                    return Some(self.leaf(whole, Piece::Whole));
                }
                State::Rows { fields, row, field } => {
                    let (this_row, this_field) = (*row, fields.get(*field).copied());
                    let base = whole.start.saturating_add(row.saturating_mul(stride(fields)));
                    let Some(one) = this_field else {
                        (*row, *field) = (row.saturating_add(1), 0);
                        continue;
                    };
                    *field = field.saturating_add(1);
                    let start = base.saturating_add(one.at);
                    if start >= whole.end {
                        self.state = State::Done;
                        continue;
                    }
                    (start..start.saturating_add(one.len).min(whole.end), Piece::Row(this_row, one))
                }
                State::Items { block, inner } => {
                    let Some((base, leaves, values)) = inner else {
                        let number = *block;
                        let next = self.layout.values(&self.record, number);
                        self.state = match next {
                            None => State::Done,
                            Some((base, values)) => {
                                let leaves: Vec<_> = values.leaves().map(Span::into_inner).collect();
                                let inner = Some((base, leaves.into_iter(), Arc::new(values)));
                                State::Items { block: number.saturating_add(1), inner }
                            }
                        };
                        continue;
                    };
                    let Some(leaf) = leaves.next() else {
                        *inner = None;
                        continue;
                    };
                    let range = base.saturating_add(leaf.range.start)..base.saturating_add(leaf.range.end);
                    (range, Piece::Item(Arc::clone(values), leaf))
                }
            };
            if range.start >= self.window.end && range.start < range.end {
                self.state = State::Done;
            } else if self.is_wanted(&range) {
                return Some(self.leaf(range, piece));
            }
        }
    }
}

impl Span<'_> {
    /// Without the layout, so that it can be kept beside that.
    pub(super) fn into_inner(self) -> Inner {
        let row = match self.piece {
            Piece::Row(row, field) => Some((row, field)),
            _ => None,
        };
        Inner { record: self.record, index: self.index, range: self.start..self.end, row }
    }
}

impl<'a> Layout<'a> {
    /// Where some values of a list begin, and their layout: those from one noted place to the next.
    pub(super) fn values(&self, record: &Record, block: usize) -> Option<(usize, Layout<'_>)> {
        let parser = self.word(record).parser.as_ref()?;
        let whole = record.range();
        let notes = self.notes.get(record.extra as usize).filter(|_| record.extra != NONE);
        let note = |number: usize| notes.and_then(|notes| notes.get(number)).map(|at| *at as usize);
        let start = match block.checked_sub(1) {
            None => 0,
            Some(before) => note(before)?,
        };
        let len = note(block).unwrap_or(whole.len()).checked_sub(start).filter(|len| *len > 0)?;
        let base = whole.start.saturating_add(start);
        let bytes = self.space(record.space as usize).get(base..whole.end)?;
        let limits = Limits::default();
        let tape = Tape::new(to_u32(len), limits.resolve(bytes.len()).spans, None);
        let reading = Reading::recorded(false, limits, bytes.len(), tape);
        let first = block.saturating_mul(EVERY);
        // It was read once, so it does not fail.
        let _ = reading.read(bytes, |input| each::again(input, parser, record.context, first, len));
        let (tape, _) = reading.into_parts();
        Some((base, tape.finish(bytes.get(..len).unwrap_or(bytes))))
    }
}
