//! The leaves of a layout: spans without others inside them, divided into the values of tables and lists.

use super::recorder::{EVERY, Keeps, ListsWanted, Recorder, Recording, Window};
use super::tape::{MOST_UNFOLDED, NONE, Record, Tape};
use super::{Field, Inside, Joined, Kind, Layout, MOST_SPANS, SpanForm, written};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::ops::{ControlFlow, Range};

/// A span without spans inside, or a value of a table or a list.
#[derive(Clone, Copy)]
pub struct Leaf<'l> {
    /// The space: 0 for the input, otherwise the number of a block of decompressed data.
    pub space: usize,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// The kind of these bytes.
    pub kind: Kind,
    /// The index of the span, or of the table or list that contains this value.
    pub span: usize,
    /// Set for a value of a table or a list, which is not a span.
    pub is_value: bool,
    /// The layout that contains its span: that of the file, or one of some values of a list.
    layout: &'l Layout<'l>,
    index: usize,
    /// The index of the list's span in that layout, if this is a value of a list; the name does not include
    /// it.
    list: Option<usize>,
    row: Option<(usize, Field)>,
    bytes: &'l [u8],
}

/// A callback that receives a leaf, and decides whether to continue.
pub type Visit<'v> = dyn FnMut(Leaf<'_>) -> ControlFlow<()> + 'v;

impl Leaf<'_> {
    /// The name of the leaf.
    #[must_use]
    pub fn name(&self) -> String {
        written(|out| {
            let mut out = Joined::new(out);
            match self.list {
                Some(list) => self.layout.write_path(self.index, list, &mut out)?,
                None if self.row.is_none() => self.layout.write_name(self.index, out.next())?,
                None => {}
            }
            let Some((row, field)) = self.row else { return Ok(()) };
            let out = out.next();
            match (self.layout.form(self.index), field.name) {
                (SpanForm::Record, name) => out.write_str(name),
                (_, "") => write!(out, "[{row}]"),
                (_, name) if name.starts_with('[') => write!(out, "[{row}]{name}"),
                (_, name) => write!(out, "[{row}].{name}"),
            }
        })
    }

    /// The decoded value.
    #[must_use]
    pub fn value(&self) -> String {
        let Some(record) = self.layout.records.get(self.index) else { return String::new() };
        written(|out| match self.row {
            Some((_, field)) => (field.show)(self.bytes, record.context, out),
            // A value without names inside it.
            None if self.list.is_some() && record.kind == Kind::Part => quoted(self.bytes, out),
            None => self.layout.write_value(record, self.bytes, out),
        })
    }
}

impl fmt::Debug for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Leaf({}:{}..{} {})", self.space, self.start, self.end, self.name())
    }
}

/// Writes the first 32 bytes in quotes.
fn quoted(bytes: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
    let first = bytes.get(..32).unwrap_or(bytes);
    write!(out, "\"{}\"{}", first.escape_ascii(), if first.len() < bytes.len() { " …" } else { "" })
}

/// Values of lists are read in portions whose number of values is the maximum number of spans divided by
/// this, because each value takes several spans.
const SHARE: usize = 16;

impl<'a> Layout<'a> {
    /// Visits the leaves of all spaces, in the order of the spans. The leaves of a space cover each of its
    /// bytes once.
    pub fn leaves(&self, visit: &mut Visit<'_>) {
        let mut kept = Kept::default();
        for (index, record) in self.records.iter().enumerate().filter(|(_, record)| record.is_leaf()) {
            if self.leaves_of(index, record.range(), &mut kept, visit).is_break() {
                return;
            }
        }
    }

    /// Visits the leaves that overlap a range of bytes of a space, in the order of the bytes. The time
    /// depends on the number of these leaves and not on the size of the file, except that the file is read
    /// again for values of a list.
    pub fn leaves_in(&self, space: usize, range: Range<usize>, visit: &mut Visit<'_>) {
        self.leaves_in_with(space, range, &mut Kept::default(), visit);
    }

    /// Reads leaves like [`leaves_in`](Self::leaves_in), but reuses the values of the last window.
    pub fn leaves_in_with(
        &self,
        space: usize,
        range: Range<usize>,
        kept: &mut Kept<'a>,
        visit: &mut Visit<'_>,
    ) {
        let own = self.leaf_spans(space);
        let record = |index: &u32| self.records.get(*index as usize);
        // Leaves of a space do not overlap, so their ends ascend as their starts do.
        let first =
            own.partition_point(|index| record(index).is_some_and(|of| of.range().end <= range.start));
        for index in own.get(first..).unwrap_or_default() {
            if record(index).is_none_or(|of| of.range().start >= range.end)
                || self.leaves_of(*index as usize, range.clone(), kept, visit).is_break()
            {
                return;
            }
        }
    }

    /// Visits the leaves that a span without spans inside is divided into, as far as they overlap a window.
    fn leaves_of(
        &self,
        index: usize,
        window: Range<usize>,
        kept: &mut Kept<'a>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(record) = self.records.get(index) else { return ControlFlow::Continue(()) };
        if record.kind == Kind::Typed && self.form(index) == SpanForm::List && record.start < record.end {
            return self.values_of(index, record, window, kept, visit);
        }
        self.pieces(self, index, None, index, &window, visit)
    }

    /// Visits the fields of a span's records, or else the span itself, as far as they overlap a window.
    /// `span` is the span in this layout that the leaves belong to; `list` is set if they are values of that
    /// list.
    fn pieces(
        &self,
        layout: &Layout<'_>,
        index: usize,
        list: Option<usize>,
        span: usize,
        window: &Range<usize>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(record) = layout.records.get(index) else { return ControlFlow::Continue(()) };
        let (whole, space) = (record.range(), record.space as usize);
        // A value without names inside it is shown by its bytes.
        let is_bare = list.is_some() && record.kind == Kind::Part;
        let kind = if is_bare { Kind::Typed } else { record.kind };
        let mut show = |row: Option<(usize, Field)>, Range { start, end }: Range<usize>| {
            // A leaf without bytes is included if its position is in the window.
            let is_empty = start >= end;
            if (start >= window.end && !is_empty) || end < window.start || (end == window.start && !is_empty)
            {
                return ControlFlow::Continue(());
            }
            let bytes = self.space(space).0.get(start..end).unwrap_or_default();
            let is_value = list.is_some() || row.is_some();
            visit(Leaf { space, start, end, kind, span, is_value, layout, index, list, row, bytes })
        };
        let fields = layout.fields(index).unwrap_or_default();
        let stride = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
        if stride == 0 || whole.is_empty() {
            return show(None, whole);
        }
        let first = window.start.saturating_sub(whole.start).checked_div(stride).unwrap_or_default();
        // Rows before the window are not looked at, since all are as long.
        for row in first.. {
            let base = whole.start.saturating_add(row.saturating_mul(stride));
            if base >= whole.end || base >= window.end {
                break;
            }
            for field in &fields {
                let start = base.saturating_add(field.at);
                if start >= whole.end {
                    break;
                }
                show(Some((row, *field)), start..start.saturating_add(field.len).min(whole.end))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the values of a list that overlap a window, for which the file is read again.
    fn values_of(
        &self,
        index: usize,
        record: &Record,
        window: Range<usize>,
        kept: &mut Kept<'a>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(list) = self.blocks_of(index) else {
            kept.read_short(self, index, record);
            return kept.visit(self, index, record, &window, visit);
        };
        let mut block = blocks_before(record, list, window.start);
        let around = begin(record, list, block).saturating_sub(kept.around).saturating_add(1);
        let mut first = blocks_before(record, list, around).max(block.saturating_sub(self.most_blocks() / 2));
        while block <= list.len() && begin(record, list, block) < window.end {
            kept.read_long(self, record, list, first..block, window.end);
            kept.visit(self, index, record, &window, visit)?;
            block = kept.blocks.end.max(block.saturating_add(1));
            first = block;
        }
        ControlFlow::Continue(())
    }

    /// The starts of all blocks of values after the first, relative to the start of the list; `None` if the
    /// list has only one block, or is none.
    fn blocks_of(&self, index: usize) -> Option<&[u32]> {
        let list = self.records.get(index).filter(|_| self.form(index) == SpanForm::List)?;
        self.lists.get(list.extra as usize).map(Vec::as_slice).filter(|list| !list.is_empty())
    }

    /// The long lists before a span: their numbers and spaces, and the start of their last block, from which
    /// they are read.
    fn long_lists(&self, before: u32) -> Vec<(u32, u32, Inside)> {
        let lists = self.records.iter().enumerate().filter(|(_, list)| list.ordinal < before);
        let last = lists.filter_map(|(index, list)| {
            let blocks = self.blocks_of(index)?;
            let (index, start) = (blocks.len().saturating_mul(EVERY), begin(list, blocks, blocks.len()));
            Some((list.ordinal, list.space, Inside::From { index, start }))
        });
        let mut last: Vec<_> = last.collect();
        last.sort_unstable_by_key(|(ordinal, ..)| *ordinal);
        last
    }

    /// Visits the values of a list that overlap a window, from the layout `inner` with its values. `span` is
    /// the index of the list in this layout.
    fn values_in(
        &self,
        inner: &Layout<'_>,
        list: &Range<usize>,
        span: usize,
        window: &Range<usize>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(space) = inner.records.get(list.start).map(|list| list.space) else {
            return ControlFlow::Continue(());
        };
        let own = inner.leaf_spans(space as usize);
        let is_before = |index: &u32| {
            *index as usize <= list.start
                || inner.records.get(*index as usize).is_some_and(|of| of.range().end < window.start)
        };
        for index in own.get(own.partition_point(is_before)..).unwrap_or_default() {
            let index = *index as usize;
            if index >= list.end || inner.records.get(index).is_none_or(|of| of.range().start > window.end) {
                break;
            }
            self.pieces(inner, index, Some(list.start), span, window, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The maximum number of blocks of values that are read at once.
    fn most_blocks(&self) -> usize {
        (self.most_spans / EVERY / SHARE).max(1)
    }

    /// Reads the input again, and records the spans from `record` up to the number `until`, or values of
    /// lists among them, together with the spans that contain them.
    pub(super) fn again(&self, record: &Record, until: u32, wanted: ListsWanted) -> Layout<'a> {
        let long = self.long_lists(record.ordinal);
        // To pass such a list takes as long as to read it, unless it is packed.
        let has_long = |other: &Record| {
            let first = long.partition_point(|(ordinal, ..)| *ordinal < other.ordinal);
            let mut inside = long.iter().skip(first).take_while(|(ordinal, ..)| *ordinal < other.until);
            inside.any(|(_, space, _)| *space == other.space)
        };
        // A folded span may stand for several.
        let others = self.records.iter().filter(|record| {
            (1..=MOST_PASSED_IN).contains(&record.depth)
                && record.kind != Kind::Folded
                && record.ordinal != NONE
                && record.until != NONE
                && !has_long(record)
        });
        let mut others: Vec<_> = others.map(|record| (record.ordinal, record.until)).collect();
        others.sort_unstable();
        let lists = long.into_iter().map(|(ordinal, _, from)| (ordinal, from)).collect();
        // Values are not folded, and neither is what a folded span stands for: there is room for all that is read at once.
        let limit = if matches!(wanted, ListsWanted::Spans) {
            self.most_spans.max(MOST_UNFOLDED)
        } else {
            MOST_SPANS
        };
        let tape = Tape::new(self.bytes.len(), limit, self.blocks.clone(), record.space.saturating_sub(1));
        let ordinals = record.ordinal..until;
        let recording = RefCell::new(Recording::new(tape, Some(Window { ordinals, wanted, others, lists })));
        let told = self.source.trace(self.bytes, &Recorder::new(Keeps::Recording(&recording)));
        recording.into_inner().tape.finish(self.bytes, self.source.clone(), told, self.most_spans)
    }
}

/// The start of a block of values, or the end of the list if there is no such block.
fn begin(record: &Record, list: &[u32], block: usize) -> usize {
    match block.checked_sub(1) {
        None => record.start as usize,
        Some(before) => list.get(before).map_or(record.end, |at| record.start.saturating_add(*at)) as usize,
    }
}

/// The number of blocks after the first that begin before a byte, which is the index of the block that
/// contains the preceding byte.
fn blocks_before(record: &Record, list: &[u32], at: usize) -> usize {
    list.partition_point(|value| (record.start.saturating_add(*value) as usize) < at)
}

/// A cache of the values of lists for which the file was last read: those of many short lists, since there
/// may be millions, or some of a long list.
///
/// It saves readings when one window of a layout after another is visited.
#[derive(Default)]
pub struct Kept<'a> {
    /// The number of additional bytes that are read before and after a window of a long list.
    around: usize,
    read: Option<Layout<'a>>,
    /// The range of spans in `read` that are a list and its values, by the number of the list.
    places: HashMap<u32, Range<usize>>,
    /// The blocks of a long list that were read.
    blocks: Range<usize>,
}

/// Upper bound on the bytes of lists that are read at once.
const MOST_BYTES: usize = 1 << 18;

impl<'a> Kept<'a> {
    /// An empty cache. In a long list, this many bytes before and after a window are read, too.
    #[must_use]
    pub fn around(n_bytes: usize) -> Self {
        Self { around: n_bytes, ..Self::default() }
    }

    /// Reads the values of a short list, and of short lists after it.
    fn read_short(&mut self, layout: &Layout<'a>, index: usize, record: &Record) {
        if self.places.contains_key(&record.ordinal) {
            return;
        }
        let (mut n_bytes, mut end) = (0_usize, record.ordinal);
        for (index, next) in layout.records.iter().enumerate().skip(index) {
            if n_bytes > MOST_BYTES {
                break;
            }
            let is_short = layout.form(index) == SpanForm::List && layout.blocks_of(index).is_none();
            if next.is_leaf() && is_short && next.ordinal != NONE && next.ordinal >= end {
                n_bytes = n_bytes.saturating_add(next.range().len());
                end = next.ordinal.saturating_add(1);
            }
        }
        self.set(layout, record, end, ListsWanted::Lists, 0..0);
    }

    /// Reads values of a long list, unless the block `around.end` is in the cache: from the block
    /// `around.start` to the byte `end`, plus the additional bytes after it.
    fn read_long(
        &mut self,
        layout: &Layout<'a>,
        record: &Record,
        list: &[u32],
        around: Range<usize>,
        end: usize,
    ) {
        let Range { start: first, end: block } = around;
        if self.places.contains_key(&record.ordinal) && self.blocks.contains(&block) {
            return;
        }
        let last = blocks_before(record, list, end.saturating_add(self.around)).saturating_add(1);
        let last = last.clamp(block.saturating_add(1), first.saturating_add(layout.most_blocks()));
        let indices = first.saturating_mul(EVERY)..last.saturating_mul(EVERY);
        let bytes = begin(record, list, first)..begin(record, list, last);
        let until = record.ordinal.saturating_add(1);
        self.set(layout, record, until, ListsWanted::Values { indices, bytes }, first..last);
    }

    fn set(
        &mut self,
        layout: &Layout<'a>,
        record: &Record,
        until: u32,
        wanted: ListsWanted,
        blocks: Range<usize>,
    ) {
        let read = layout.again(record, until, wanted);
        let ordinals = record.ordinal..until;
        // Spans follow those around them, so going backwards each end is known before it is handed on.
        let mut ends: Vec<usize> = (1..=read.records.len()).collect();
        for (at, inside) in read.records.iter().enumerate().rev() {
            let end = ends.get(at).copied().unwrap_or_default();
            if let Some(outer) = ends.get_mut(inside.parent as usize) {
                *outer = end.max(*outer);
            }
        }
        let places = read.records.iter().zip(ends).enumerate();
        let places = places.filter(|(_, (list, _))| ordinals.contains(&list.ordinal));
        self.places = places.map(|(at, (list, end))| (list.ordinal, at..end)).collect();
        (self.read, self.blocks) = (Some(read), blocks);
    }

    /// Visits the cached values of a list that overlap a window.
    fn visit(
        &self,
        layout: &Layout<'a>,
        index: usize,
        record: &Record,
        window: &Range<usize>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        match (&self.read, self.places.get(&record.ordinal)) {
            (Some(read), Some(at)) => layout.values_in(read, at, index, window, visit),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl fmt::Debug for Kept<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kept({:?})", self.read)
    }
}

/// The maximum depth of spans, such as chunks and blocks, that are skipped as a whole when a part of a file
/// is read again.
const MOST_PASSED_IN: u16 = 2;
