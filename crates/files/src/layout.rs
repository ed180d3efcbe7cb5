//! The names of all bytes of a file, recorded from the spans that a format crate reports while it reads.
//!
//! Readers report spans, which are recorded on a tape and completed by spans for gaps. For values of lists,
//! which are not recorded, a window of the file is read again.

mod finish;
mod leaves;
mod places;
mod recorder;
mod tape;

pub use leaves::{Kept, Leaf, Visit};
pub use recorder::Recorder;
pub(crate) use recorder::located;
pub use tape::{ShowFn, SpanForm};

use crate::options::Options;
use recorder::{Keeps, ListsWanted, Recording};
use scene::{Problem, ProblemKind, Warnings, counted};
use serde::Serialize;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, OnceLock};
use tape::{Block, NONE, Record, Tape, Word, set, to_u32};

/// The beginning of a span, as a format crate reports it. Its parts are requested one by one, since a file
/// has millions of spans.
pub trait Named {
    /// The start of the packed part whose decompressed data contain the span, if any, and the offset of the
    /// span's first byte.
    fn place(&self) -> (Option<usize>, usize);

    /// The word of the span's name, and the index, if it has one.
    fn name(&self) -> (&'static str, Option<usize>);

    /// The text of the span's name, and its offset in the file, if it is taken from there.
    fn text(&self) -> (&[u8], Option<usize>);

    /// The kind of the bytes (a part, a value or unknown) and the type of the value.
    fn kind(&self) -> (Kind, SpanForm);

    /// A number that identifies the functions of [`showing`](Self::showing).
    fn shown(&self) -> usize;

    /// The functions that show the span.
    fn showing(&self) -> Showing;
}

/// The functions that show the spans whose names have the same word.
pub struct Showing {
    /// Writes a value.
    pub show: ShowFn,
    /// The fields, if the span is a record or a table.
    pub table: Option<Arc<Table>>,
}

impl fmt::Debug for Showing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Showing")
    }
}

/// A function that returns the fields of a record by its context.
pub type Table = dyn Fn(u64) -> Vec<Field> + Send + Sync;

/// A field of a record. A field without a name stands for the whole record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The name of the field.
    pub name: &'static str,
    /// The offset of the field in the record.
    pub at: usize,
    /// The length of the field in bytes.
    pub len: usize,
    /// Writes the value of the field.
    pub show: ShowFn,
}

/// The reply of a recorder to the beginning of a span: which spans inside it the reader should report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// All spans inside it, and its end.
    Wanted,
    /// Only the end of the span.
    Skipped,
    /// The values of a list whose index is a multiple of this number, and the end of the list.
    Every(usize),
    /// The values of a list from a certain one on, and the end of the list.
    From {
        /// The index of the first value.
        index: usize,
        /// The offset of the first value.
        start: usize,
    },
    /// Nothing: the reader should end here.
    Stop,
}

/// A reader of a format that reports spans.
pub trait SpanSource: Send + Sync {
    /// Reads the format and reports its spans to the recorder.
    fn trace(&self, bytes: &[u8], recorder: &Recorder<'_>) -> (Option<Problem>, Warnings);

    /// Converts the paths of findings to the names of spans.
    fn in_file<'p>(&self, bytes: &[u8], paths: &[&'p str]) -> Vec<Cow<'p, str>> {
        let _ = bytes;
        paths.iter().map(|path| Cow::Borrowed(*path)).collect()
    }
}

/// The start of the packed part whose decompressed data contain some bytes, if any, and the range of the bytes.
pub type Located = (Option<usize>, Range<usize>);

/// The names of all bytes of a file, and of the decompressed data of its packed parts.
///
/// The spans form a tree for each space: the input is space 0, and the decompressed data of each packed part are a space
/// of their own. The leaves of a space cover its bytes exactly once.
///
/// A span takes 48 bytes; its name and value are computed on request. A table of records or a list of values
/// is one span, which is split into leaves on request. If there are too many spans, short ones are folded:
/// one span stands for several adjacent ones.
pub struct Layout<'a> {
    bytes: &'a [u8],
    records: Vec<Record>,
    words: Vec<Word>,
    blocks: Vec<Block>,
    lists: Vec<Vec<u32>>,
    warnings: Warnings,
    error: Option<Problem>,
    /// The spans that are leaves, sorted by space and then by position, and the index of the first leaf of
    /// each space.
    order: OnceLock<(Vec<u32>, Vec<u32>)>,
    source: Arc<dyn SpanSource>,
    most_spans: usize,
}

/// A named range of bytes.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// The space: 0 for the input, otherwise the number of a block of decompressed data.
    pub space: usize,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// The kind of these bytes.
    pub kind: Kind,
    /// The index of the span that contains this one.
    pub parent: Option<usize>,
    /// The number of spans that contain this one.
    pub depth: usize,
}

/// The name of a span in its format.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label<'l> {
    /// The word of the format.
    pub word: &'static str,
    /// The index, if it is one of many.
    pub index: Option<usize>,
    /// Text from the file.
    pub text: Cow<'l, str>,
}

/// The kind of some bytes.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Contains other spans.
    Part,
    /// A single value, or one of an array.
    Typed,
    /// Kept without being understood.
    Unknown,
    /// A part of an earlier span, which counts these bytes.
    Reference,
    /// Bytes that nothing in the file claims.
    Gap,
    /// Stands for a part with more spans than the limit allows.
    Folded,
}

/// The default for the number of spans beyond which short ones are folded.
// They take 48 MB.
const MOST_SPANS: usize = 1 << 20;

/// The lowest permitted limit on the number of spans; below it, folding would not take linear time.
const LEAST_SPANS: usize = 256;

impl<'a> Layout<'a> {
    /// Records the layout of a file. If there are more spans than the limit, short ones are folded; the
    /// default limit is 1,048,576.
    ///
    /// `read` reads the file for the first time, and returns its model; `source` reads it again when needed.
    /// Positions have 32 bits: the layout of a file of 4 GiB or more is empty, and contains an error.
    pub fn record<M>(
        bytes: &'a [u8],
        source: impl SpanSource + 'static,
        options: Options,
        read: impl FnOnce(&Recorder<'_>) -> (Result<M, Problem>, Warnings),
    ) -> (Self, Result<M, Problem>) {
        let most_spans = options.limits.spans.unwrap_or(MOST_SPANS).max(LEAST_SPANS);
        let refused = too_long(bytes.len());
        let bytes = if refused.is_some() { &[] } else { bytes };
        let mut tape = Tape::new(bytes.len(), most_spans, Vec::new(), 0);
        tape.is_outline = options.is_outline;
        let recording = RefCell::new(Recording::new(tape, None));
        let (model, warnings) = match refused {
            Some(problem) => (Err(problem), Warnings::default()),
            None => read(&Recorder::new(Keeps::Recording(&recording))),
        };
        let told = (model.as_ref().err().cloned(), warnings);
        (recording.into_inner().tape.finish(bytes, Arc::new(source), told, most_spans), model)
    }

    /// The number of spans.
    #[must_use]
    pub fn n_spans(&self) -> usize {
        self.records.len()
    }

    /// The span with this index. Spans follow the span that contains them, in the order of their bytes.
    #[must_use]
    pub fn span(&self, index: usize) -> Option<Span> {
        let record = self.records.get(index)?;
        let Range { start, end } = record.range();
        let parent = (record.parent != NONE).then_some(record.parent as usize);
        let (space, depth) = (record.space as usize, record.depth.into());
        Some(Span { space, start, end, kind: record.kind, parent, depth })
    }

    /// The name of a span: a word, an index if it is one of many, and text from the file, such as `chunks[3] LODS`.
    #[must_use]
    pub fn name(&self, index: usize) -> String {
        written(|out| self.write_name(index, out))
    }

    /// The components of the [name](Self::name) of a span.
    #[must_use]
    pub fn label(&self, index: usize) -> Label<'_> {
        let Some(record) = self.records.get(index) else { return Label::default() };
        let index = (record.index != NONE).then_some(record.index as usize);
        Label { word: self.word(record).map_or("", |word| word.name), index, text: self.text(record) }
    }

    /// The text from the file in the name of a span; empty if there is none.
    fn text(&self, record: &Record) -> Cow<'_, str> {
        let start = record.extra as usize;
        let letters = match record.n_letters {
            0 => None,
            n => self.space(record.space as usize).0.get(start..start.saturating_add(n.into())),
        };
        letters.map_or(Cow::Borrowed(""), String::from_utf8_lossy)
    }

    /// The number of spaces; the input is the first.
    #[must_use]
    pub fn n_spaces(&self) -> usize {
        self.blocks.len().saturating_add(1)
    }

    /// The bytes of a space, and the offset of its packed part in the input. There are no bytes if the space
    /// does not exist, or is inside a folded span.
    #[must_use]
    pub fn space(&self, space: usize) -> (&[u8], Option<usize>) {
        let Some(block) = space.checked_sub(1) else { return (self.bytes, None) };
        self.blocks.get(block).map_or((&[], None), |block| (&block.bytes, Some(block.start as usize)))
    }

    /// The space of the data whose packed part starts at this offset in the input.
    #[must_use]
    pub fn space_at(&self, start: usize) -> Option<usize> {
        (1..self.n_spaces()).find(|space| {
            let (bytes, from) = self.space(*space);
            from == Some(start) && !bytes.is_empty()
        })
    }

    /// The recoverable errors that occurred while the file was read.
    #[must_use]
    pub fn warnings(&self) -> Warnings {
        self.warnings.clone()
    }

    /// The error that ended reading, if any.
    #[must_use]
    pub fn error(&self) -> Option<Problem> {
        self.error.clone()
    }

    /// The bytes that the paths of findings refer to. This reads the file again, once for all paths.
    #[must_use]
    pub fn locate(&self, paths: &[&str]) -> Vec<Option<Located>> {
        located(&*self.source, self.bytes, paths)
    }

    /// The space and the range of bytes that the path of a finding refers to. This reads the file again.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<(usize, Range<usize>)> {
        let (packed_at, range) = self.locate(&[path]).into_iter().flatten().next()?;
        let space = packed_at.map_or(Some(0), |start| self.space_at(start))?;
        Some((space, range))
    }

    /// Opens a folded span: returns a layout of the same input with only the spans inside it and around it.
    /// Spaces keep their numbers, spans do not.
    #[must_use]
    pub fn unfold(&self, span: usize) -> Option<Layout<'a>> {
        let record = self.records.get(span)?;
        Some(self.again(record, record.until, ListsWanted::Spans))
    }

    /// A description of a byte that the leaves do not cover exactly once; `None` in every correct layout.
    #[must_use]
    pub fn flaw(&self) -> Option<String> {
        let mut kept = Kept::default();
        (0..self.n_spaces()).find_map(|space| {
            let (mut covered, mut flaw) = (0, None);
            let len = self.space(space).0.len();
            self.leaves_in_with(space, 0..len, &mut kept, &mut |Leaf { start, end, .. }| {
                if start != covered && start < end {
                    flaw = Some(format!("space {space}: covered up to {covered:#x}, and then from {start:#x}"));
                    return ControlFlow::Break(());
                }
                covered = end.max(covered);
                ControlFlow::Continue(())
            });
            flaw.or((covered != len).then(|| format!("space {space}: covered up to {covered:#x} of {len:#x}")))
        })
    }

    /// The indices of the spans of a space that are leaves, in the order of their bytes.
    fn leaf_spans(&self, space: usize) -> &[u32] {
        let (all, starts) = self.order.get_or_init(|| {
            // They are counted and not sorted: within a space, they are in the order of the bytes already.
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

    fn word(&self, record: &Record) -> Option<&Word> {
        self.words.get(usize::from(record.word))
    }

    fn form(&self, index: usize) -> SpanForm {
        let record = self.records.get(index).filter(|record| record.kind == Kind::Typed);
        record.and_then(|record| self.word(record)).map_or(SpanForm::Plain, |word| word.form)
    }

    /// The fields of the record or of the table's records, if the span is either.
    fn fields(&self, index: usize) -> Option<Vec<Field>> {
        let record = self.records.get(index).filter(|record| record.kind == Kind::Typed)?;
        self.word(record)?.table.as_ref().map(|table| table(record.context))
    }

    fn write_name(&self, index: usize, out: &mut dyn fmt::Write) -> fmt::Result {
        let Some(record) = self.records.get(index) else { return Ok(()) };
        let word = self.word(record).map_or("", |word| word.name);
        out.write_str(word)?;
        if record.index != NONE {
            match record.folded() {
                (_, last) if last > record.index.into() => write!(out, "[{}..={last}]", record.index)?,
                _ => write!(out, "[{}]", record.index)?,
            }
        }
        let letters = self.text(record);
        if !letters.is_empty() && (record.index != NONE || !word.is_empty()) {
            out.write_str(" ")?;
        }
        out.write_str(&letters)
    }

    fn write_value(&self, record: &Record, bytes: &[u8], out: &mut dyn fmt::Write) -> fmt::Result {
        let Some(word) = self.word(record) else { return Ok(()) };
        match (record.kind, word.form) {
            (Kind::Folded, _) => {
                let n = usize::try_from(record.folded().0).unwrap_or(usize::MAX);
                out.write_str(&counted(n, "span"))
            }
            (Kind::Gap | Kind::Part, _) | (Kind::Typed, SpanForm::Table | SpanForm::List) => Ok(()),
            _ => (word.show)(bytes, record.context, out),
        }
    }

    /// Writes the names of a span and of those that contain it, up to but not including the span `outer`.
    fn write_path(&self, index: usize, outer: usize, out: &mut Joined<'_>) -> fmt::Result {
        let mut all = Vec::new();
        let mut next = index;
        while next != outer
            && let Some(record) = self.records.get(next)
        {
            all.push(next);
            next = record.parent as usize;
        }
        all.into_iter().rev().try_for_each(|index| self.write_name(index, out.next()))
    }
}

/// The problem with a space of this length, if it is too long for positions of 32 bits.
fn too_long(len: usize) -> Option<Problem> {
    u32::try_from(len).err()?;
    let message = "only files of less than 4 GiB have a layout";
    Some(Problem::new(ProblemKind::Limit, message))
}

/// Writes names one after another, with the separators between them.
struct Joined<'o> {
    out: &'o mut dyn fmt::Write,
    /// A word that has the same separator as the name before this one.
    before: Option<&'static str>,
    /// Set until a part of the current name is written.
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
            self.out.write_str(super::names::separator(self.before, text))?;
            self.name = Some("name");
        }
        if text.bytes().any(|byte| matches!(byte, b' ' | b'.' | b',')) {
            self.name = Some("name with letters");
        }
        self.out.write_str(text)
    }
}

/// Calls a function that writes, and returns the text that it wrote.
fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    // Room for most names and values.
    let mut text = String::with_capacity(32);
    // Writing to a string does not fail.
    let _ = write(&mut text);
    text
}

impl fmt::Debug for Layout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n_bytes, n_spans) = (self.bytes.len(), self.n_spans());
        write!(f, "Layout({n_bytes} bytes, {n_spans} spans, {} spaces)", self.n_spaces())
    }
}

#[cfg(test)]
mod tests {
    use super::too_long;

    #[test]
    fn a_layout_has_less_than_4_gib() {
        assert_eq!(too_long(u32::MAX as usize), None);
        #[cfg(target_pointer_width = "64")]
        assert!(too_long(1 << 32).unwrap().message.contains("4 GiB"));
    }
}
