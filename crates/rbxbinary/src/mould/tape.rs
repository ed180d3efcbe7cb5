//! Records the spans of a layout.

use super::input::{Input, Label};
use super::items::Parser;
use super::layout::SpanKind;
use super::show::Look;
use std::ops::Range;

/// No number.
pub(super) const NONE: u32 = u32::MAX;

/// A span: 40 bytes and no heap, because files may have millions. Positions have 32 bits; longer inputs are rejected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// What is needed to show the value, besides its bytes. For a folded span, the number of spans in it, and in the
    /// upper half that of the last part.
    pub(super) context: u64,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) space: u32,
    /// The span that contains this one; for the root of decompressed data, a span of another space.
    pub(super) parent: u32,
    /// The index in the name.
    pub(super) index: u32,
    /// The position of the name's text, or the number of the recorded positions of values.
    pub(super) extra: u32,
    pub(super) word: u16,
    /// The number of spans that contain this one, limited to 16 bits.
    pub(super) depth: u16,
    /// The length of the name's text in the file.
    pub(super) n_letters: u16,
    pub(super) kind: SpanKind,
    /// Whether there are spans inside it.
    pub(super) has_inside: bool,
}

const _: () = assert!(size_of::<Record>() == 40);

impl Record {
    pub(super) fn new(word: u16, kind: SpanKind, space: u32, range: Range<u32>, parent: u32) -> Self {
        Self {
            context: 0,
            start: range.start,
            end: range.end,
            space,
            parent,
            index: NONE,
            extra: NONE,
            word,
            depth: 0,
            n_letters: 0,
            kind,
            has_inside: false,
        }
    }
}

/// The fixed part of a name, and how the span is shown. Spans refer to it by number.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) name: &'static str,
    pub(super) look: &'static Look,
    /// The parser that divides the span into values.
    pub(super) parser: Option<Parser>,
}

impl Word {
    fn is(&self, name: &'static str, look: &'static Look) -> bool {
        let is_name = std::ptr::eq(self.name, name) || self.name == name;
        std::ptr::eq(self.look, look) && is_name && self.parser.is_none()
    }
}

/// The decompressed data of a part.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) start: u32,
    pub(super) bytes: Vec<u8>,
}

/// The bytes that folding should keep whole.
#[derive(Debug, Clone)]
pub(super) struct Focus {
    pub(super) space: u32,
    pub(super) range: Range<u32>,
}

/// The size of the cache of words.
const N_SLOTS: usize = 256;

/// The slot of a word in the cache, by its addresses. These differ in few bits, which the multiplication spreads.
fn slot(name: &'static str, look: &'static Look) -> usize {
    let address = (name.as_ptr() as u64) ^ ((look as *const Look as u64) << 20);
    (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// A layout that is being recorded.
#[derive(Debug)]
pub(super) struct Tape {
    pub(super) records: Vec<Record>,
    /// The open spans, outermost first.
    pub(super) open: Vec<u32>,
    pub(super) words: Vec<Word>,
    /// The cache of words.
    found: [u16; N_SLOTS],
    pub(super) blocks: Vec<Block>,
    /// For long lists, the position of every so-many-th value.
    pub(super) notes: Vec<Vec<u32>>,
    /// The number of spans beyond which parts are folded.
    pub(super) limit: usize,
    pub(super) focus: Option<Focus>,
}

impl Default for Tape {
    fn default() -> Self {
        Self::new(0, usize::MAX, None)
    }
}

impl Tape {
    /// A tape for an input of this length, with its root span.
    pub(super) fn new(len: u32, limit: usize, focus: Option<Focus>) -> Self {
        let words = vec![Word { name: "file", look: Look::PART, parser: None }];
        let root = Record::new(0, SpanKind::Part, 0, 0..len, NONE);
        let (blocks, notes) = (Vec::new(), Vec::new());
        Self { records: vec![root], open: vec![0], words, found: [0; N_SLOTS], blocks, notes, limit, focus }
    }

    /// The number of a word, which is added if it is new.
    pub(super) fn word(&mut self, name: &'static str, look: &'static Look) -> u16 {
        let slot = slot(name, look);
        let last = self.found.get(slot).copied().unwrap_or_default();
        if self.words.get(usize::from(last)).is_some_and(|word| word.is(name, look)) {
            return last;
        }
        let number = match self.words.iter().position(|word| word.is(name, look)) {
            Some(number) => number,
            None => self.new_word(Word { name, look, parser: None }),
        };
        // It fits into 16 bits, because the source has few words.
        let number = u16::try_from(number).unwrap_or_default();
        set(&mut self.found, slot, number);
        number
    }

    pub(super) fn new_word(&mut self, word: Word) -> usize {
        self.words.push(word);
        self.words.len().saturating_sub(1)
    }

    /// Opens a span inside the innermost open one; returns the number of open spans.
    pub(super) fn open(&mut self, input: Input<'_>, label: Label<'_>, look: &'static Look) -> usize {
        let word = self.word(label.word, look);
        self.push(input, label, word, look.kind)
    }

    pub(super) fn push(&mut self, input: Input<'_>, label: Label<'_>, word: u16, kind: SpanKind) -> usize {
        if self.records.len() >= self.limit {
            self.fold();
        }
        let at = to_u32(input.at());
        let parent = self.open.last().copied().unwrap_or(NONE);
        let mut record = Record::new(word, kind, input.source.space, at..at, parent);
        record.index = label.index.map_or(NONE, to_u32);
        if !label.text.is_empty() {
            let letters = nom::Offset::offset(input.source.bytes, label.text);
            // Only text from the buffer can be stored by its position.
            let is_there =
                input.source.bytes.get(letters..).is_some_and(|bytes| bytes.starts_with(label.text));
            if is_there {
                record.extra = to_u32(letters);
                record.n_letters = u16::try_from(label.text.len()).unwrap_or(u16::MAX);
            }
        }
        self.open.push(to_u32(self.records.len()));
        self.records.push(record);
        self.open.len()
    }

    pub(super) fn top(&mut self) -> Option<&mut Record> {
        let top = *self.open.last()?;
        self.records.get_mut(top as usize)
    }

    /// Records what is needed to show the value of the innermost open span, besides its bytes.
    pub(super) fn show(&mut self, context: u64) {
        if let Some(record) = self.top() {
            record.context = context;
        }
    }

    /// Closes the `depth`th open span, and those inside it.
    pub(super) fn close(&mut self, depth: usize, end: usize) {
        self.open.truncate(depth);
        if let Some(record) = self.top() {
            record.end = to_u32(end);
        }
        self.open.pop();
    }

    /// A branch that was not taken leaves no span; after a failure, a span extends as far as those inside it.
    pub(super) fn abandon(&mut self, depth: usize, forget: bool) {
        self.open.truncate(depth);
        let top = self.open.pop().unwrap_or_default();
        if forget {
            self.records.truncate(top as usize);
        } else if let Some(record) = self.records.get(top as usize)
            && record.kind == SpanKind::Field
        {
            // There is no value to show.
            let name = self.words.get(usize::from(record.word)).map_or("", |word| word.name);
            let word = self.word(name, Look::PART);
            if let Some(record) = self.records.get_mut(top as usize) {
                (record.word, record.kind) = (word, SpanKind::Part);
            }
        }
    }

    /// Stores the decompressed data of a space.
    pub(super) fn keep_block(&mut self, space: u32, bytes: Vec<u8>) {
        let block = (space as usize).checked_sub(1).and_then(|block| self.blocks.get_mut(block));
        if let Some(block) = block {
            block.bytes = bytes;
        }
    }
}

/// Sets the value of a slot, if it exists.
pub(super) fn set<T>(all: &mut [T], place: usize, value: T) {
    if let Some(place) = all.get_mut(place) {
        *place = value;
    }
}

/// If there is a tape, the input is shorter than 4 GiB.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
