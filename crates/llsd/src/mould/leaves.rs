//! Divides a span into leaves.

use super::input::Reading;
use super::items::{self, EVERY};
use super::layout::{Inner, Layout, Piece, Span, SpanKind, Values, stride};
use super::limits::Limits;
use super::show::Field;
use super::tape::{NONE, Record, Tape, to_u32};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The leaves of a span that overlap a window.
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
    /// The values from a recorded position on.
    Items {
        block: usize,
        batch: Option<Batch<'l>>,
    },
    Done,
}

/// Some values of a list: their position, and the leaves of some of their bytes.
struct Batch<'l> {
    base: usize,
    values: Arc<Values<'l>>,
    /// The position of the next leaf.
    number: usize,
    /// Where the leaves after these begin: a span and a byte.
    next: (usize, usize),
}

/// The number of leaves that are created at once: a single value can have millions.
const BATCH: usize = 1024;

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
                State::Items { block: notes.partition_point(|at| *at as usize <= before), batch: None }
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
        // A leaf without bytes is included if its position is in the window.
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
                State::Items { block, batch } => {
                    let Some(Batch { base, values, number, next }) = batch else {
                        let this = *block;
                        self.state = match self.layout.values(&self.record, this) {
                            None => State::Done,
                            Some((base, layout)) => {
                                let values = Arc::new(Values { layout: Arc::new(layout), inner: Vec::new() });
                                let batch = Some(Batch { base, values, number: 0, next: (0, 0) });
                                State::Items { block: this.saturating_add(1), batch }
                            }
                        };
                        continue;
                    };
                    let Some(Inner { range, .. }) = values.inner.get(*number) else {
                        let layout = Arc::clone(&values.layout);
                        let (inner, after) = layout.batch(*next);
                        if inner.is_empty() {
                            *batch = None;
                        } else {
                            (*values, *number, *next) = (Arc::new(Values { layout, inner }), 0, after);
                        }
                        continue;
                    };
                    let range = base.saturating_add(range.start)..base.saturating_add(range.end);
                    let piece = Piece::Item(Arc::clone(values), *number);
                    *number = number.saturating_add(1);
                    (range, piece)
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
    /// Does not borrow the layout, so that it can be stored beside it.
    pub(super) fn into_inner(self) -> Inner {
        let row = match self.piece {
            Piece::Row(row, field) => Some((row, field)),
            _ => None,
        };
        Inner { record: self.record, index: self.index, range: self.start..self.end, row }
    }
}

impl<'a> Layout<'a> {
    /// Some leaves from a position on, and the position after them.
    fn batch(&self, (mut index, mut at): (usize, usize)) -> (Vec<Inner>, (usize, usize)) {
        let mut inner = Vec::new();
        while inner.len() < BATCH
            && let Some(record) = self.records.get(index)
        {
            let whole = record.range();
            let start = at.max(whole.start);
            // Whole records of a long table.
            let rows = self.fields(record).map(|fields| stride(&fields).saturating_mul(BATCH));
            let end =
                rows.filter(|len| *len > 0).map_or(whole.end, |len| start.saturating_add(len).min(whole.end));
            if record.is_leaf() {
                inner.extend(Leaves::new(self, index, start..end).map(Span::into_inner));
            }
            (index, at) = if end < whole.end { (index, end) } else { (index.saturating_add(1), 0) };
        }
        (inner, (index, at))
    }

    /// The position of some values of a list, and their layout: from one recorded position to the next.
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
        // It was read before, so it does not fail.
        let _ = reading.read(bytes, |input| items::again(input, parser, record.context, first, len));
        let (tape, _) = reading.into_parts();
        Some((base, tape.finish(bytes.get(..len).unwrap_or(bytes))))
    }
}
