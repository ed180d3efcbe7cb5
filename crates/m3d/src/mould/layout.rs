//! What each byte of a file is.

use super::error::{Error, Warnings};
use super::wire::{self, Field, Show, Wire};
use std::borrow::Cow;

/// What each byte of a file is, and each byte of the plain data of its compressed parts.
///
/// The spans form a tree for each space: the input is space 0, and the plain
/// data of each part is a space of its own. The leaves of a space cover its bytes exactly once.
#[derive(Debug)]
pub struct Layout<'a> {
    bytes: &'a [u8],
    blocks: Vec<Block>,
    spans: Vec<Span>,
    warnings: Warnings,
    error: Option<Error>,
}

/// The plain data of a compressed or nested part.
#[derive(Debug)]
struct Block {
    start: usize,
    bytes: Vec<u8>,
}

/// A named stretch of bytes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Span {
    /// What the format calls it.
    pub name: Cow<'static, str>,
    /// The space that it lies in.
    pub space: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What kind of bytes these are.
    pub kind: SpanKind,
    /// The decoded value as text, shortened; empty if it has none of its own.
    pub value: String,
    /// Index of the span that this one is in; for the root of a part's plain
    /// data, that of a span of the file. Always before this one.
    pub parent: Option<usize>,
    /// How many spans this one is in.
    pub depth: usize,
    rows: Rows,
}

/// What kind of bytes a span is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// Has spans inside.
    Part,
    /// One value.
    Field,
    /// Records, or an interleaved column: falls into leaves when looked at.
    Array,
    /// Kept as it is: the format does not say what it means, or it is broken.
    Unknown,
    /// Belongs to an earlier span too, and is counted there.
    Reference,
    /// Nothing in the file claims these bytes.
    Gap,
}

/// A span that has no span inside it, or one value of an array.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Leaf<'a> {
    /// The space that it lies in.
    pub space: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What the format calls it.
    pub name: Cow<'a, str>,
    /// The decoded value as text.
    pub value: Cow<'a, str>,
    /// What kind of bytes these are.
    pub kind: SpanKind,
    /// Index of the span that this is, or is a value of.
    pub span: usize,
}

/// What an array falls into; a million rows are one span until somebody looks.
#[derive(Debug, Clone)]
pub(crate) enum Rows {
    None,
    Table { stride: usize, fields: Cow<'static, [Field]>, show: fn(&[u8]) -> String },
    Planes { width: usize },
    Values(Values),
}

/// Values that each say how long they are: where each ends, and where its text does.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values {
    ends: Vec<(usize, usize)>,
    texts: String,
}

impl Rows {
    pub(crate) fn table<const N: usize, T: Wire<N> + Show>() -> Self {
        Self::Table { stride: N, fields: T::FIELDS.into(), show: wire::show::<N, T> }
    }

    /// Records whose fields the file itself sizes.
    pub(crate) fn sized(fields: Vec<Field>) -> Self {
        let stride = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
        Self::Table { stride, fields: fields.into(), show: |_| String::new() }
    }
}

impl<'a> Layout<'a> {
    /// The spans, each after the one that it is in, in the order of the bytes.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// How many spaces there are; the input is the first.
    #[must_use]
    pub fn n_spaces(&self) -> usize {
        self.blocks.len().saturating_add(1)
    }

    /// The bytes of a space; none if there is no such space.
    #[must_use]
    pub fn space(&self, space: usize) -> &[u8] {
        match space.checked_sub(1) {
            None => self.bytes,
            Some(block) => self.blocks.get(block).map_or(&[], |block| &block.bytes),
        }
    }

    /// Where the part with this plain data starts in the input; `None` for the input itself.
    #[must_use]
    pub fn block_start(&self, space: usize) -> Option<usize> {
        self.blocks.get(space.checked_sub(1)?).map(|block| block.start)
    }

    /// What was wrong and yet readable.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// What stopped the reading, if anything did.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }

    /// The leaves of all spaces; those of a space cover every byte of it once.
    pub fn leaves(&self) -> impl Iterator<Item = Leaf<'_>> {
        let mut is_leaf: Vec<bool> = self.spans.iter().map(|span| span.kind != SpanKind::Reference).collect();
        for span in self.spans.iter().filter(|span| span.kind != SpanKind::Reference) {
            let parent =
                span.parent.filter(|of| self.spans.get(*of).is_some_and(|of| of.space == span.space));
            parent.and_then(|parent| is_leaf.get_mut(parent)).into_iter().for_each(|leaf| *leaf = false);
        }
        let leaves = self.spans.iter().enumerate().zip(is_leaf).filter(|(_, is_leaf)| *is_leaf);
        leaves.flat_map(|((i, span), _)| self.fall_apart(i, span))
    }

    /// A byte that the leaves do not cover exactly once, or `None`; layouts are made so that there is none.
    #[must_use]
    pub fn flaw(&self) -> Option<String> {
        let mut ends = vec![0; self.n_spaces()];
        let mut leaves: Vec<_> = self.leaves().map(|leaf| (leaf.space, leaf.start, leaf.end)).collect();
        leaves.sort_unstable();
        for (space, start, end) in leaves.into_iter().filter(|(_, start, end)| start < end) {
            let covered = ends.get_mut(space)?;
            if *covered != start {
                return Some(format!("space {space}: covered up to {covered:#x}, and then from {start:#x}"));
            }
            *covered = end;
        }
        ends.iter().enumerate().find_map(|(space, end)| {
            let len = self.space(space).len();
            (*end != len).then(|| format!("space {space}: covered up to {end:#x} of {len:#x}"))
        })
    }

    fn fall_apart<'s>(&'s self, index: usize, span: &'s Span) -> Box<dyn Iterator<Item = Leaf<'s>> + 's> {
        let bytes = self.space(span.space).get(span.start..span.end).unwrap_or_default();
        let leaf = move |at: usize, len: usize, name: Cow<'s, str>, value: Cow<'s, str>| {
            let start = span.start.saturating_add(at);
            let end = start.saturating_add(len);
            Leaf { space: span.space, start, end, name, value, kind: span.kind, span: index }
        };
        match &span.rows {
            Rows::Table { stride, fields, show } if fields.is_empty() => {
                Box::new(bytes.chunks((*stride).max(1)).enumerate().map(move |(row, bytes)| {
                    leaf(
                        row.saturating_mul(*stride),
                        bytes.len(),
                        format!("[{row}]").into(),
                        show(bytes).into(),
                    )
                }))
            }
            Rows::Table { stride, fields, .. } => {
                let many = bytes.len() > *stride;
                let rows = bytes.chunks((*stride).max(1)).enumerate();
                Box::new(rows.flat_map(move |(row, bytes)| {
                    fields.iter().map(move |field| {
                        let end = field.at.saturating_add(field.len);
                        let name =
                            if many { format!("[{row}].{}", field.name).into() } else { field.name.into() };
                        let value = bytes.get(field.at..end).map(field.show).unwrap_or_default();
                        leaf(
                            row.saturating_mul(*stride).saturating_add(field.at),
                            field.len,
                            name,
                            value.into(),
                        )
                    })
                }))
            }
            Rows::Planes { width } if !bytes.is_empty() => {
                let count = bytes.len().checked_div(*width).unwrap_or_default().max(1);
                Box::new(bytes.chunks(count).enumerate().map(move |(plane, bytes)| {
                    let name = format!("byte {plane} of each").into();
                    leaf(plane.saturating_mul(count), bytes.len(), name, wire::preview(bytes).into())
                }))
            }
            Rows::Values(Values { ends, texts }) => {
                let starts = std::iter::once((span.start, 0)).chain(ends.iter().copied());
                Box::new(starts.zip(ends).enumerate().map(move |(row, ((start, text), (end, text_end)))| {
                    let at = start.saturating_sub(span.start);
                    let text = texts.get(text..*text_end).unwrap_or_default();
                    leaf(at, end.saturating_sub(start), format!("value {row}").into(), text.into())
                }))
            }
            _ => Box::new(std::iter::once(leaf(0, bytes.len(), (&*span.name).into(), (&*span.value).into()))),
        }
    }
}

/// A layout being made, and the span that is open.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    open: Option<usize>,
}

impl Tape {
    /// Opens a span inside the one that is open, and gives its number.
    pub(crate) fn open(&mut self, name: Cow<'static, str>, space: usize, start: usize) -> usize {
        let number = self.spans.len();
        self.spans.push(Span { parent: self.open, ..Span::new(name, space, start, start, SpanKind::Part) });
        self.open = Some(number);
        number
    }

    /// Says what the span is that is open.
    pub(crate) fn show(&mut self, kind: SpanKind, value: String, rows: Rows) {
        if let Some(span) = self.open.and_then(|open| self.spans.get_mut(open)) {
            (span.kind, span.value, span.rows) = (kind, value, rows);
        }
    }

    /// Closes the span that was opened last.
    pub(crate) fn close(&mut self, number: usize, end: usize) {
        if let Some(span) = self.spans.get_mut(number) {
            span.end = end;
            self.open = span.parent;
        }
    }

    /// Makes the span inside an array a row of it; if reading that failed, there is none.
    pub(crate) fn fold(&mut self, array: usize) {
        let inside = array.saturating_add(1);
        let row = self.spans.get_mut(inside).filter(|row| row.kind == SpanKind::Field);
        let row = row.map(|row| (row.end, std::mem::take(&mut row.value)));
        self.spans.truncate(inside);
        if let (Some((row_end, text)), Some(Span { end, rows: Rows::Values(Values { ends, texts }), .. })) =
            (row, self.spans.get_mut(array))
        {
            texts.push_str(&text);
            *end = row_end;
            ends.push((row_end, texts.len()));
        }
    }

    /// A branch that is not taken leaves nothing; what a failure cut short stays, as far as the spans in it go.
    pub(crate) fn abandon(&mut self, number: usize, forget: bool) {
        self.open = self.spans.get(number).and_then(|span| span.parent);
        if forget {
            self.spans.truncate(number);
        }
    }

    /// Opens the root span of the input.
    pub(crate) fn open_input(&mut self, len: usize) {
        self.open = Some(self.spans.len());
        self.spans.push(Span::new("file".into(), 0, 0, len, SpanKind::Part));
    }

    /// Opens a space for the plain data of a part, with its root span; gives the space and the span.
    pub(crate) fn open_block(&mut self, start: usize, bytes: &[u8]) -> (usize, usize) {
        self.blocks.push(Block { start, bytes: bytes.to_vec() });
        let (space, number) = (self.blocks.len(), self.spans.len());
        let root = Span::new("plain data".into(), space, 0, bytes.len(), SpanKind::Part);
        self.spans.push(Span { parent: self.open, ..root });
        self.open = Some(number);
        (space, number)
    }

    /// What the readers left, as a tree whose leaves cover each byte once:
    /// in the order of the bytes, with a span for each gap, and references where spans overlap.
    pub(crate) fn finish(self, bytes: &[u8], warnings: Warnings, error: Option<Error>) -> Layout<'_> {
        let mut spans = self.spans;
        // A span reaches as far as those in it, which come after it.
        for i in (0..spans.len()).rev() {
            let Some(Span { space, start, end, parent: Some(parent), .. }) = spans.get(i) else { continue };
            let (space, start, end, parent) = (*space, *start, *end, *parent);
            if let Some(parent) = spans.get_mut(parent).filter(|parent| parent.space == space) {
                (parent.start, parent.end) = (parent.start.min(start), parent.end.max(end));
            }
        }
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); spans.len()];
        for (i, span) in spans.iter().enumerate() {
            span.parent.and_then(|parent| children.get_mut(parent)).into_iter().for_each(|list| list.push(i));
        }
        for (list, parent) in children.iter_mut().zip(&spans) {
            // Plain data stays behind the span that was opened before it.
            let mut before = parent.start;
            list.sort_by_cached_key(|i| {
                if let Some(span) = spans.get(*i).filter(|span| span.space == parent.space) {
                    before = span.start;
                }
                before
            });
        }
        let mut layout = Layout { bytes, blocks: self.blocks, spans: Vec::new(), warnings, error };
        let mut spans: Vec<_> = spans.into_iter().map(Some).collect();
        let mut take = |old: usize| Some((spans.get_mut(old)?.take()?, Some(old)));
        // From the root down, and without recursion: files can nest deeply.
        let mut pending: Vec<_> = take(0).into_iter().collect();
        while let Some((span, old)) = pending.pop() {
            let number = layout.spans.len();
            let list = old.and_then(|old| children.get_mut(old)).map(std::mem::take).unwrap_or_default();
            let mut below = layout.with_gaps(&span, list.into_iter().filter_map(&mut take));
            for (child, _) in &mut below {
                (child.parent, child.depth) = (Some(number), span.depth.saturating_add(1));
            }
            layout.spans.push(span);
            pending.extend(below.into_iter().rev());
        }
        layout
    }
}

/// A span of the finished layout, and the number it had on the tape.
type Moved = (Span, Option<usize>);

impl Layout<'_> {
    /// The spans inside `parent`, with one for each gap between them.
    fn with_gaps(&self, parent: &Span, inside: impl Iterator<Item = Moved>) -> Vec<Moved> {
        let gap = |start, end| {
            let is_root =
                parent.parent.and_then(|of| self.spans.get(of)).is_none_or(|of| of.space != parent.space);
            let name = if is_root && end == parent.end { "trailing" } else { "gap" };
            (Span::new(name.into(), parent.space, start, end, SpanKind::Gap), None)
        };
        let mut all = Vec::new();
        let mut at = None;
        for (mut child, old) in inside {
            if child.space == parent.space {
                let covered = *at.get_or_insert(parent.start);
                if parent.kind == SpanKind::Reference || (child.start < covered && child.start < child.end) {
                    child.kind = SpanKind::Reference;
                } else {
                    if covered < child.start {
                        all.push(gap(covered, child.start));
                    }
                    at = Some(child.end.max(covered));
                }
            }
            all.push((child, old));
        }
        match at {
            Some(at) if at < parent.end && parent.kind != SpanKind::Reference => {
                all.push(gap(at, parent.end))
            }
            _ => {}
        }
        all
    }
}

impl Span {
    fn new(name: Cow<'static, str>, space: usize, start: usize, end: usize, kind: SpanKind) -> Self {
        Self { name, space, start, end, kind, value: String::new(), parent: None, depth: 0, rows: Rows::None }
    }
}
