//! What each byte of a file is.

use super::counted::counted;
use super::error::{Error, Place, Warnings, separator};
use super::leaves::Leaves;
use super::limits::Limits;
use super::show::{Field, Look};
use super::tape::{Block, NONE, Record, Word, set, to_u32};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// What each byte of a file is, and each byte of the plain data of what is packed in it.
///
/// The spans form a tree for each space: the input is space 0, and the plain
/// data of each packed part is a space of its own. The leaves of a space cover its bytes exactly once.
///
/// A span takes 40 bytes, and its name and value are made when they are asked for. Records of a table and values of a
/// list are one span, which falls into [leaves](Self::leaves) while somebody looks. Where there would be more spans
/// than [`Limits::spans`](crate::Limits::spans) allows, large parts are [folded](SpanKind::Folded).
pub struct Layout<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) records: Vec<Record>,
    pub(super) words: Vec<Word>,
    pub(super) blocks: Vec<Block>,
    pub(super) notes: Vec<Vec<u32>>,
    pub(super) warnings: Warnings,
    pub(super) error: Option<Error>,
    /// The spans that are leaves, by space and then by place, and where each space begins among them.
    pub(super) order: OnceLock<(Vec<u32>, Vec<u32>)>,
    pub(super) aliases: &'static [(&'static str, &'static str)],
    /// Of a path that the aliases cannot translate.
    pub(crate) translate: Option<Translate>,
    pub(super) again: Option<Arc<dyn Again>>,
}

/// Gives a path in the words of the layout, if they are others.
type Translate = fn(&Layout<'_>, &str) -> Option<String>;

/// Makes the layout once more.
pub(super) trait Again: Send + Sync {
    fn again<'b>(&self, bytes: &'b [u8], focus: super::tape::Focus) -> Layout<'b>;
}

/// What kind of bytes a span is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// Has spans inside.
    Part,
    /// One value.
    Field,
    /// A record of a table: falls into its fields when looked at.
    Record,
    /// Records of a table, or values of a list: falls into leaves when looked at.
    Array,
    /// Kept as it is: the format does not say what it means, or it is broken.
    Unknown,
    /// Belongs to an earlier span too, and is counted there.
    Reference,
    /// Nothing in the file claims these bytes.
    Gap,
    /// Stands for a part with more spans than the limit allows, or for neighbours of which there are more;
    /// [`Layout::unfold`] opens it.
    Folded,
}

/// A named range of bytes: a span of the tree, or a value that an array falls into.
#[derive(Clone)]
#[non_exhaustive]
pub struct Span<'l> {
    /// The number of the span, or of the array that it is a value of. Spans stand behind the one that they are in, in
    /// the order of the bytes.
    pub index: usize,
    /// The space that it lies in.
    pub space: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What kind of bytes these are.
    pub kind: SpanKind,
    pub(super) layout: &'l Layout<'l>,
    pub(super) record: Record,
    pub(super) piece: Piece<'l>,
}

/// What a span is of the one that is recorded.
#[derive(Clone)]
pub(super) enum Piece<'l> {
    /// All of it.
    Whole,
    /// A record of a table, or a field of one.
    Row(usize, Field),
    /// A value of a list, or a value inside it: one of these, by its number.
    Item(Arc<Values<'l>>, usize),
}

/// Some values of a list.
pub(super) struct Values<'l> {
    /// The layout that their own bytes have.
    pub(super) layout: Arc<Layout<'l>>,
    /// What is shown of it, or of some of its bytes.
    pub(super) inner: Vec<Inner>,
}

/// A leaf of the layout of some values.
#[derive(Debug, Clone)]
pub(super) struct Inner {
    pub(super) record: Record,
    pub(super) index: usize,
    pub(super) range: Range<usize>,
    pub(super) row: Option<(usize, Field)>,
}

impl<'a> Layout<'a> {
    /// The spans, each after the one that it is in, in the order of the bytes.
    pub fn spans(&self) -> impl ExactSizeIterator<Item = Span<'_>> + DoubleEndedIterator {
        self.records.iter().enumerate().map(|(index, record)| self.whole(index, *record))
    }

    /// A span by its number.
    #[must_use]
    pub fn span(&self, index: usize) -> Option<Span<'_>> {
        self.records.get(index).map(|record| self.whole(index, *record))
    }

    /// How many spans there are.
    #[must_use]
    pub fn n_spans(&self) -> usize {
        self.records.len()
    }

    /// How many spaces there are; the input is the first.
    #[must_use]
    pub fn n_spaces(&self) -> usize {
        self.blocks.len().saturating_add(1)
    }

    /// The bytes of a space; none if there is no such space, or if it is inside a folded part.
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
        self.blocks.get(space.checked_sub(1)?).map(|block| block.start as usize)
    }

    /// Recoverable errors.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// What stopped the reading, if anything did.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }

    /// The leaves of all spaces, in the order of the spans; those of a space cover every byte of it once.
    pub fn leaves(&self) -> impl Iterator<Item = Span<'_>> {
        let spans = self.records.iter().enumerate().filter(|(_, record)| record.is_leaf());
        spans.flat_map(|(index, record)| Leaves::new(self, index, record.range()))
    }

    /// The leaves that have bytes of a range of a space, in the order of the bytes. However large the file is, this
    /// takes no longer than there are such leaves.
    pub fn leaves_in(&self, space: usize, range: Range<usize>) -> impl Iterator<Item = Span<'_>> {
        let own = self.leaf_spans(space);
        let record = |index: &u32| self.records.get(*index as usize);
        let first =
            own.partition_point(|index| record(index).is_some_and(|of| of.range().end <= range.start));
        let own = own.get(first..).unwrap_or_default();
        let end = range.end;
        let own =
            own.iter().take_while(move |index| record(index).is_some_and(|of| (of.start as usize) < end));
        own.flat_map(move |index| Leaves::new(self, *index as usize, range.clone()))
    }

    /// The leaf that has a byte of a space.
    #[must_use]
    pub fn leaf_at(&self, space: usize, at: usize) -> Option<Span<'_>> {
        self.leaves_in(space, at..at.saturating_add(1)).next()
    }

    /// The leaf that the place of an error or a warning lies in; behind the last byte, the last leaf.
    #[must_use]
    pub fn leaf_of(&self, place: Place) -> Option<Span<'_>> {
        let (space, at) = match place {
            Place::Input(at) => (0, at),
            Place::Inner { start, at } => {
                let is_there = |block: &Block| block.start as usize == start && !block.bytes.is_empty();
                (self.blocks.iter().position(is_there)?.saturating_add(1), at)
            }
            Place::Model => return None,
        };
        let last = self.space(space).len().checked_sub(1)?;
        self.leaf_at(space, at.min(last))
    }

    /// Opens a folded part: the layout of the same input, where this is not folded as far as the limit allows, and
    /// what is beside it may be instead.
    ///
    /// Reads the input again. Spaces keep their numbers, spans do not. `None` if there is no such span.
    #[must_use]
    pub fn unfold(&self, span: usize) -> Option<Layout<'a>> {
        let record = self.records.get(span)?;
        let focus = super::tape::Focus { space: record.space, range: record.start..record.end };
        let again = self.again.as_ref()?;
        let layout = again.again(self.bytes, focus);
        Some(Layout { again: Some(Arc::clone(again)), translate: self.translate, ..layout })
    }

    /// A byte that the leaves do not cover exactly once, or `None`; layouts are made so that there is none.
    #[must_use]
    pub fn flaw(&self) -> Option<String> {
        for space in 0..self.n_spaces() {
            let mut covered = 0;
            for leaf in self.leaf_spans(space).iter().flat_map(|index| {
                let range = self.records.get(*index as usize).map(Record::range).unwrap_or_default();
                Leaves::new(self, *index as usize, range)
            }) {
                if leaf.start != covered && leaf.start < leaf.end {
                    let start = leaf.start;
                    return Some(format!(
                        "space {space}: covered up to {covered:#x}, and then from {start:#x}"
                    ));
                }
                covered = leaf.end.max(covered);
            }
            let len = self.space(space).len();
            if covered != len {
                return Some(format!("space {space}: covered up to {covered:#x} of {len:#x}"));
            }
        }
        None
    }

    /// A span with all that is in it.
    pub(super) fn whole(&self, index: usize, record: Record) -> Span<'_> {
        self.piece(index, record, record.range(), Piece::Whole)
    }

    pub(super) fn piece<'l>(
        &'l self,
        index: usize,
        record: Record,
        Range { start, end }: Range<usize>,
        piece: Piece<'l>,
    ) -> Span<'l> {
        let (space, kind) = (record.space as usize, record.kind);
        Span { index, space, start, end, kind, layout: self, record, piece }
    }

    /// The spans of a space that are leaves, in the order of the bytes.
    fn leaf_spans(&self, space: usize) -> &[u32] {
        let (all, starts) = self.order.get_or_init(|| {
            let mut starts = vec![0_u32; self.n_spaces().saturating_add(1)];
            for record in self.records.iter().filter(|record| record.is_leaf()) {
                if let Some(count) = starts.get_mut((record.space as usize).saturating_add(1)) {
                    *count = count.saturating_add(1);
                }
            }
            let mut sum = 0_u32;
            for start in &mut starts {
                sum = sum.saturating_add(*start);
                *start = sum;
            }
            let mut next = starts.clone();
            let mut all = vec![0; sum as usize];
            for (index, record) in self.records.iter().enumerate().filter(|(_, record)| record.is_leaf()) {
                let Some(next) = next.get_mut(record.space as usize) else { continue };
                set(&mut all, *next as usize, to_u32(index));
                *next = next.saturating_add(1);
            }
            (all, starts)
        });
        let (start, end) = (starts.get(space), starts.get(space.saturating_add(1)));
        let range = start.map_or(0, |at| *at as usize)..end.map_or(0, |at| *at as usize);
        all.get(range).unwrap_or_default()
    }

    pub(super) fn word(&self, record: &Record) -> &Word {
        const NO_WORD: &Word = &Word { name: "", look: Look::GAP, parser: None };
        self.words.get(usize::from(record.word)).unwrap_or(NO_WORD)
    }

    /// The letters that the file has for a span.
    fn letters(&self, record: &Record) -> Cow<'_, str> {
        let start = record.extra as usize;
        let letters = match record.n_letters {
            0 => None,
            n => self.space(record.space as usize).get(start..start.saturating_add(n.into())),
        };
        String::from_utf8_lossy(letters.unwrap_or_default())
    }

    /// The fields of the records that a span is a table of, or of the one that it is.
    pub(super) fn fields(&self, record: &Record) -> Option<Cow<'static, [Field]>> {
        let is_whole = matches!(record.kind, SpanKind::Array | SpanKind::Record);
        let table = self.word(record).look.table.filter(|_| is_whole)?;
        Some(table(record.context))
    }

    pub(super) fn write_name(&self, record: &Record, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.word(record).name)?;
        if record.index != NONE {
            write!(out, "[{}", record.index)?;
            match record.context >> 32 {
                last if record.kind == SpanKind::Folded && last > u64::from(record.index) => {
                    write!(out, "..={last}]")?;
                }
                _ => out.write_str("]")?,
            }
        }
        if record.n_letters == 0 {
            return Ok(());
        }
        let letters = self.letters(record);
        if !letters.is_empty() && (record.index != NONE || !self.word(record).name.is_empty()) {
            out.write_str(" ")?;
        }
        out.write_str(&letters)
    }

    fn write_value(&self, record: &Record, bytes: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
        match record.kind {
            SpanKind::Folded => write!(out, "{}", counted(record.context & 0xffff_ffff, "span")),
            SpanKind::Gap | SpanKind::Part | SpanKind::Array => Ok(()),
            _ => (self.word(record).look.show)(bytes, record.context, out),
        }
    }

    /// The names of a span and of those that it is in, without the root.
    fn write_path(&self, index: usize, out: &mut Joined<'_>) -> fmt::Result {
        let mut all = Vec::new();
        let mut next = self.records.get(index);
        while let Some(record) = next.filter(|record| record.parent != NONE) {
            all.push(record);
            next = self.records.get(record.parent as usize);
        }
        all.into_iter().rev().try_for_each(|record| self.write_name(record, out.next()))
    }

    /// The name of a span, without the fields of an array.
    pub(super) fn name(&self, record: &Record) -> String {
        written(|out| self.write_name(record, out))
    }
}

impl Record {
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn is_leaf(&self) -> bool {
        !self.has_inside && self.kind != SpanKind::Reference
    }
}

/// Names, one after the other, with what stands between them.
struct Joined<'o> {
    out: &'o mut dyn fmt::Write,
    /// What stands for the name before this one.
    before: Option<&'static str>,
    /// Of the name being written: whether nothing is written yet, and what stands for it.
    is_new: bool,
    name: Option<&'static str>,
}

impl<'o> Joined<'o> {
    fn new(out: &'o mut dyn fmt::Write) -> Self {
        Self { out, before: None, is_new: true, name: None }
    }

    fn next(&mut self) -> &mut Self {
        self.before = self.name.take().or(self.before);
        self.is_new = true;
        self
    }
}

impl fmt::Write for Joined<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if !text.is_empty() && std::mem::take(&mut self.is_new) {
            self.out.write_str(separator(self.before, text))?;
            self.name = Some("name");
        }
        if text.bytes().any(|byte| matches!(byte, b' ' | b'.' | b',')) {
            self.name = Some("name with letters");
        }
        self.out.write_str(text)
    }
}

/// What a writer of text has written.
fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    // Room for most names and values.
    let mut text = String::with_capacity(32);
    // Writing to a string does not fail.
    let _ = write(&mut text);
    text
}

impl<'l> Span<'l> {
    /// What the format calls it: a word, a number if it is one of many, and letters that the file has for it, such as
    /// `chunks[3] LODS`. Of a value of an array what comes behind the name of the array, such as `[3].normal`.
    #[must_use]
    pub fn name(&self) -> String {
        written(|out| self.write_name(out))
    }

    /// The value as text, shortened; empty if it has none of its own.
    #[must_use]
    pub fn value(&self) -> String {
        written(|out| self.write_value(out))
    }

    /// Its name behind those of the spans that it is in; [`Layout::find`] finds it by this.
    #[must_use]
    pub fn path(&self) -> String {
        written(|out| {
            let mut out = Joined::new(out);
            self.layout.write_path(self.index, &mut out)?;
            if self.is_value() { self.write_name(out.next()) } else { Ok(()) }
        })
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &'l [u8] {
        self.layout.space(self.space).get(self.start..self.end).unwrap_or_default()
    }

    /// The number of the span that it is in; of the root of plain data, one of the space that these are packed in.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        match self.is_value() {
            true => Some(self.index),
            false => (self.record.parent != NONE).then_some(self.record.parent as usize),
        }
    }

    /// How many spans it is in, as far as 65,535.
    #[must_use]
    pub fn depth(&self) -> usize {
        usize::from(self.record.depth).saturating_add(usize::from(self.is_value()))
    }

    /// Whether it is a value of an array, which is no span of the tree.
    #[must_use]
    pub fn is_value(&self) -> bool {
        !matches!(self.piece, Piece::Whole)
    }

    /// How many spans it stands for, if it is folded.
    #[must_use]
    pub fn n_folded(&self) -> usize {
        let n_folded = if self.kind == SpanKind::Folded { self.record.context & 0xffff_ffff } else { 0 };
        usize::try_from(n_folded).unwrap_or_default()
    }

    fn write_name(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match &self.piece {
            Piece::Whole => self.layout.write_name(&self.record, out),
            Piece::Row(row, field) => write_row(*row, field, self.kind == SpanKind::Record, out),
            Piece::Item(values, number) => {
                let Some(Inner { record, index, row, .. }) = values.inner.get(*number) else { return Ok(()) };
                let mut out = Joined::new(out);
                values.layout.write_path(*index, &mut out)?;
                let is_only = record.kind == SpanKind::Record;
                row.as_ref().map_or(Ok(()), |(row, field)| write_row(*row, field, is_only, out.next()))
            }
        }
    }

    fn write_value(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match &self.piece {
            Piece::Whole => self.layout.write_value(&self.record, self.bytes(), out),
            Piece::Row(_, field) => (field.show)(self.bytes(), self.record.context, out),
            Piece::Item(values, number) => match values.inner.get(*number) {
                None => Ok(()),
                Some(Inner { record, row: Some((_, field)), .. }) => {
                    (field.show)(self.bytes(), record.context, out)
                }
                // A value without names inside it.
                Some(Inner { record, .. }) if record.kind == SpanKind::Part => {
                    super::show::quoted(self.bytes(), 0, out)
                }
                Some(Inner { record, .. }) => values.layout.write_value(record, self.bytes(), out),
            },
        }
    }
}

/// How long a record is.
pub(super) fn stride(fields: &[Field]) -> usize {
    fields.last().map_or(0, |last| last.at.saturating_add(last.len))
}

/// `[3].normal`, or `normal` of the only record there is.
fn write_row(row: usize, field: &Field, is_only: bool, out: &mut dyn fmt::Write) -> fmt::Result {
    match (is_only, field.name) {
        (true, name) => out.write_str(name),
        (false, "") => write!(out, "[{row}]"),
        (false, name) if name.starts_with('[') => write!(out, "[{row}]{name}"),
        (false, name) => write!(out, "[{row}].{name}"),
    }
}

/// The name and the value.
impl fmt::Display for Span<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_name(f)?;
        f.write_str(" = ")?;
        self.write_value(f)
    }
}

impl fmt::Debug for Span<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, start, end, kind, .. } = self;
        write!(f, "Span({space}:{start:#x}..{end:#x} {} {kind:?})", self.name())
    }
}

impl fmt::Debug for Layout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n_bytes, n_spans) = (self.bytes.len(), self.n_spans());
        write!(f, "Layout({n_bytes} bytes, {n_spans} spans, {} spaces)", self.n_spaces())
    }
}

/// How a layout is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    /// What paths of findings are called in the layout, where it has another name: a path up to any `[]`, which
    /// stands for a number.
    pub(crate) aliases: &'static [(&'static str, &'static str)],
}
