//! The spans that are recorded while a file is read: a tape on which each span precedes those inside it.

use super::{Inside, Kind, Named, Showing, Table, too_long};
use scene::Problem;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Stands for an index that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// A span: 48 bytes without heap data, because files may have millions of spans. Positions have 32 bits;
/// longer inputs are rejected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// The context that is needed to show the value, in addition to its bytes. For a folded span, the number
    /// of further spans that it stands for, and in the upper half the index of the last one.
    pub(super) context: u64,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) space: u32,
    /// The span that contains this one; for the root of decompressed data, a span of another space.
    pub(super) parent: u32,
    /// The index in the name, or [`NONE`].
    pub(super) index: u32,
    /// The position of the name's text in the file, or the index of a list in [`Tape::lists`].
    pub(super) extra: u32,
    /// Its number among all reported spans, not counting values of lists, and the number after the spans
    /// inside it.
    pub(super) ordinal: u32,
    pub(super) until: u32,
    pub(super) word: u16,
    /// The number of spans that contain this one, limited to 16 bits.
    pub(super) depth: u16,
    /// The length of the name's text in the file.
    pub(super) n_letters: u16,
    pub(super) kind: Kind,
    /// Set if there are spans inside it.
    pub(super) has_inside: bool,
}

const _: () = assert!(size_of::<Record>() == 48);

impl Record {
    pub(super) fn new(word: u16, kind: Kind, space: u32, range: Range<u32>, parent: u32) -> Self {
        Self {
            context: 0,
            start: range.start,
            end: range.end,
            space,
            parent,
            index: NONE,
            extra: NONE,
            ordinal: NONE,
            until: NONE,
            word,
            depth: 0,
            n_letters: 0,
            kind,
            has_inside: false,
        }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn is_leaf(&self) -> bool {
        !self.has_inside && self.kind != Kind::Reference
    }

    /// The number of further spans that a folded span stands for, and the index of the last one.
    pub(super) fn folded(&self) -> (u64, u64) {
        if self.kind == Kind::Folded { (self.context & 0xffff_ffff, self.context >> 32) } else { (0, 0) }
    }
}

/// The fixed part of a span's name, and the functions that show such spans. Spans refer to it by number.
#[derive(Clone)]
pub(super) struct Word {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) form: SpanForm,
    /// A number that identifies the functions that show the spans.
    shown: usize,
    pub(super) show: ShowFn,
    pub(super) table: Option<Arc<Table>>,
}

/// The structure of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanForm {
    /// One value, or a part that contains other spans.
    Plain,
    /// One record of a table.
    Record,
    /// A table: records of equal length, one after another.
    Table,
    /// A list: values that may differ in length.
    List,
}

/// Writes a value as text, from its bytes and its context.
pub type ShowFn = fn(&[u8], u64, &mut dyn fmt::Write) -> fmt::Result;

impl Word {
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, form: SpanForm::Plain, shown: 0, show: |_, _, _| Ok(()), table: None }
    }

    /// The key of a word in the cache: the address and length of its name in the program, and the number that
    /// identifies the functions that show it.
    fn key(name: &'static str, shown: usize) -> Key {
        // Comparing addresses is faster than comparing text; a word at a second address is found by its
        // text then.
        (name.as_ptr() as u64 ^ (name.len() as u64) << 48, shown as u64)
    }
}

type Key = (u64, u64);

/// The number of a word, and its properties that every span needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordEntry {
    number: u16,
    kind: Kind,
    pub(super) form: SpanForm,
}

/// The decompressed data of a part.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) start: u32,
    pub(super) bytes: Arc<Vec<u8>>,
}

/// The number of slots in the cache of words, and the number of words in each slot.
const N_SLOTS: usize = 128;
const N_WAYS: usize = 4;

/// The slot of a word in the cache. Addresses differ in few bits, which the multiplication spreads.
fn slot((name, shown): Key) -> usize {
    let address = name.rotate_left(32) ^ shown;
    // The highest seven bits, for 128 slots.
    (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize
}

/// A span that has begun but not ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenRecord {
    /// Its index on the tape; [`NONE`] if it is skipped.
    record: u32,
    space: u32,
    pub(super) state: SpanState,
}

/// The state of an open span.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum SpanState {
    Recorded,
    /// A list that is recorded without its values.
    List,
    /// A list of which values are recorded.
    Wanted,
    /// A value of such a list, or a span inside one.
    Value,
    Passed,
}

/// A layout that is being recorded.
pub(super) struct Tape {
    pub(super) records: Vec<Record>,
    /// The open spans, outermost first.
    pub(super) open: Vec<OpenRecord>,
    pub(super) words: Vec<Word>,
    /// A cache that finds the words of reported spans.
    found: Vec<[(Key, WordEntry); N_WAYS]>,
    pub(super) blocks: Vec<Block>,
    /// An empty placeholder for the data of blocks that are not reported yet, shared by all of them.
    untold: Arc<Vec<u8>>,
    /// The indices of the blocks whose data are not reported yet.
    pending: Vec<usize>,
    /// The number of spaces before the first one to record, and the number of the last space whose root span
    /// has ended. These tell apart spaces that are packed at the same byte.
    n_before: u32,
    n_passed: u32,
    /// The start of every n-th value of each list, counted from the start of the list.
    pub(super) lists: Vec<Vec<u32>>,
    /// The number of spans above which short ones are folded.
    limit: usize,
    /// The length in bytes below which spans are folded.
    bound: u32,
    /// Set if only the outer spans are recorded.
    pub(super) is_outline: bool,
    /// The problem with decompressed data that are too long.
    pub(super) problem: Option<Problem>,
}

impl Tape {
    /// A tape for an input of this length, with its root span. `blocks` are the spaces known from an earlier
    /// reading; the first `n_before` of them precede the part to record.
    pub(super) fn new(len: usize, limit: usize, blocks: Vec<Block>, n_before: u32) -> Self {
        let root = Record::new(0, Kind::Part, 0, 0..to_u32(len), NONE);
        Self {
            records: vec![root],
            open: vec![OpenRecord { record: 0, space: 0, state: SpanState::Recorded }],
            words: vec![Word::new("file", Kind::Part)],
            found: vec![
                [((0, 0), WordEntry { number: 0, kind: Kind::Part, form: SpanForm::Plain }); N_WAYS];
                N_SLOTS
            ],
            blocks,
            untold: Arc::default(),
            pending: Vec::new(),
            n_before,
            n_passed: 0,
            lists: Vec::new(),
            limit,
            bound: 0,
            is_outline: false,
            problem: None,
        }
    }

    /// The word of a span's name, which is added if it is new.
    #[inline]
    pub(super) fn word(&mut self, named: &(impl Named + ?Sized)) -> WordEntry {
        let (name, shown) = (named.name().0, named.shown());
        let key = Word::key(name, shown);
        match self.known(key) {
            Some(known) => known,
            None => self.new_word(key, || {
                let ((kind, form), Showing { show, table }) = (named.kind(), named.showing());
                Word { name, kind, form, shown, show, table }
            }),
        }
    }

    #[inline]
    fn known(&self, key: Key) -> Option<WordEntry> {
        let words = self.found.get(slot(key))?;
        words.iter().find(|(of, _)| *of == key).map(|(_, known)| *known)
    }

    #[cold]
    #[inline(never)]
    fn new_word(&mut self, key: Key, make: impl FnOnce() -> Word) -> WordEntry {
        let new = make();
        let (kind, form) = (new.kind, new.form);
        let is_it = |word: &Word| (word.name, word.shown) == (new.name, new.shown);
        let number = self.words.iter().position(is_it).unwrap_or_else(|| {
            self.words.push(new);
            self.words.len().saturating_sub(1)
        });
        // It fits into 16 bits, because the source has few words.
        let known = WordEntry { number: u16::try_from(number).unwrap_or_default(), kind, form };
        // Instead of the word that has been there for longest.
        if let Some(words) = self.found.get_mut(slot(key)) {
            words.rotate_right(1);
            set(words, 0, (key, known));
        }
        known
    }

    /// Opens a span of this word inside the innermost open one.
    #[inline(always)] // for every span
    pub(super) fn open(&mut self, named: &(impl Named + ?Sized), word: WordEntry, ordinal: u32) {
        if self.records.len() >= self.limit {
            self.fold_all();
        }
        let (parent, outer) = self.open.last().map_or((NONE, 0), |outer| (outer.record, outer.space));
        let space = match named.place().0 {
            None => 0,
            Some(start) if self.is_at(outer, start) => outer,
            Some(start) => self.other_space(to_u32(start)),
        };
        let at = to_u32(named.place().1);
        let (letters, n_letters) = named.text().1.map_or((NONE as usize, 0), |at| (at, named.text().0.len()));
        self.open.push(OpenRecord { record: to_u32(self.records.len()), space, state: SpanState::Recorded });
        self.records.push(Record {
            ordinal,
            index: named.name().1.map_or(NONE, to_u32),
            extra: to_u32(letters),
            n_letters: u16::try_from(n_letters).unwrap_or(u16::MAX),
            ..Record::new(word.number, word.kind, space, at..at, parent)
        });
    }

    /// Returns true if a space holds the data whose packed part starts at this byte.
    fn is_at(&self, space: u32, start: usize) -> bool {
        let block = (space as usize).checked_sub(1).and_then(|number| self.blocks.get(number));
        block.is_some_and(|block| block.start as usize == start)
    }

    /// The space of the data whose packed part starts at this byte, which is added if it is new.
    #[cold]
    #[inline(never)]
    fn other_space(&mut self, start: u32) -> u32 {
        // Known, and not passed yet; or known, and before what is wanted.
        let behind = self.n_passed.max(self.n_before).saturating_add(1)..=to_u32(self.blocks.len());
        let mut known = behind.chain(1..=self.n_before);
        known.find(|number| self.is_at(*number, start as usize)).unwrap_or_else(|| {
            self.pending.push(self.blocks.len());
            self.blocks.push(Block { start, bytes: Arc::clone(&self.untold) });
            to_u32(self.blocks.len())
        })
    }

    /// Sets the state of the innermost open span.
    pub(super) fn turn(&mut self, state: SpanState) {
        if let Some(span) = self.open.last_mut() {
            span.state = state;
        }
    }

    /// Skips the span that begins, with all spans inside it.
    pub(super) fn pass(&mut self) -> Inside {
        self.open.push(OpenRecord { record: NONE, space: NONE, state: SpanState::Passed });
        Inside::Skipped
    }

    pub(super) fn top(&mut self) -> Option<&mut Record> {
        let top = self.open.last()?.record;
        self.records.get_mut(top as usize)
    }

    /// Begins the list whose span was opened last.
    #[inline(never)]
    pub(super) fn begin_list(&mut self) {
        self.turn(SpanState::List);
        let number = to_u32(self.lists.len());
        self.lists.push(Vec::new());
        if let Some(record) = self.top() {
            (record.extra, record.n_letters) = (number, 0);
        }
    }

    /// Stores the position of a value of the innermost open list.
    pub(super) fn note(&mut self, at: usize) {
        let Some(record) = self.top() else { return };
        let (number, at) = (record.extra as usize, to_u32(at).saturating_sub(record.start));
        if let Some(list) = self.lists.get_mut(number) {
            list.push(at);
        }
    }

    /// Closes a span that was removed from the open ones. If it is shorter than the bound, it is folded with
    /// adjacent short ones.
    #[inline(always)] // for every span
    pub(super) fn close(&mut self, span: OpenRecord, len: usize, context: u64, until: u32) {
        let Some(record) = self.records.get_mut(span.record as usize) else { return };
        (record.end, record.until) = (record.start.saturating_add(to_u32(len)), until);
        record.context = context;
        self.pass_space(span);
        if self.is_outline && self.open.len() > DEEPEST {
            join_last(&mut self.records, span.record);
        }
        if self.bound > 0 {
            fold_last(&mut self.records, &mut self.blocks, span.record, self.bound);
        }
    }

    /// Records that a space has ended if this span is its root: one inside a span of another space.
    fn pass_space(&mut self, OpenRecord { space, .. }: OpenRecord) {
        let is_root = || self.open.last().is_none_or(|outer| outer.space != space);
        if space > self.n_passed && is_root() {
            self.n_passed = space;
        }
    }

    /// Ends a span that could not be read. With `forget`, since the reader tries an alternative, the span is
    /// removed; otherwise it extends as far as the spans inside it.
    pub(super) fn abandon(&mut self, span: OpenRecord, forget: bool, until: u32) {
        let at = span.record as usize;
        if forget {
            self.records.truncate(at);
        } else if let Some(record) = self.records.get_mut(at) {
            record.until = until;
            let word = record.word;
            self.pass_space(span);
            let word = self.words.get(usize::from(word));
            // There is no value to show.
            if let Some(name) = word
                .filter(|word| (word.kind, word.form) == (Kind::Typed, SpanForm::Plain))
                .map(|word| word.name)
            {
                let key = Word::key(name, 0);
                let known = self.known(key);
                let word = known.unwrap_or_else(|| self.new_word(key, || Word::new(name, Kind::Part)));
                if let Some(record) = self.records.get_mut(at) {
                    (record.word, record.kind) = (word.number, Kind::Part);
                }
            }
        }
    }

    /// Stores the decompressed data of the part at this byte, unless they are known.
    pub(super) fn keep(&mut self, start: usize, data: Vec<u8>) {
        if let Some(problem) = too_long(data.len()) {
            self.problem.get_or_insert(problem);
            return;
        }
        let is_it =
            |number: &usize| self.blocks.get(*number).is_some_and(|block| block.start == to_u32(start));
        let Some(at) = self.pending.iter().rposition(is_it) else { return };
        if let Some(block) = self.blocks.get_mut(self.pending.swap_remove(at)) {
            block.bytes = Arc::new(data);
        }
    }

    /// The number of spans that each span takes on the tape, including itself.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![1_u32; self.records.len()];
        // From the back, where all that is inside of a span was added to it before.
        for (i, record) in self.records.iter().enumerate().rev() {
            let size = sizes.get(i).copied().unwrap_or_default();
            if let Some(parent) = sizes.get_mut(record.parent as usize) {
                *parent = parent.saturating_add(size);
            }
        }
        sizes
    }

    /// Folds spans, and doubles the bound until half of the tape is free.
    #[cold]
    fn fold_all(&mut self) {
        for _ in 0..u32::BITS {
            if self.records.len() <= self.limit / 2 {
                return;
            }
            self.bound = self.bound.saturating_mul(2).max(FIRST_BOUND);
            let sizes = self.sizes();
            let old = std::mem::take(&mut self.records);
            // The spans around the next one: where they end on the old tape, and where they are on the new one.
            let mut around: Vec<(usize, u32)> = Vec::new();
            let mut open = self.open.iter_mut().peekable();
            for (i, record) in old.into_iter().enumerate() {
                while let Some((_, closed)) = around.pop_if(|(end, _)| *end <= i) {
                    fold_last(&mut self.records, &mut self.blocks, closed, self.bound);
                }
                let parent = around.last().map_or(NONE, |(_, parent)| *parent);
                let number = to_u32(self.records.len());
                self.records.push(Record { parent, ..record });
                // An open span stays, and so do those around it.
                let end = match open.next_if(|open| open.record as usize == i) {
                    Some(open) => {
                        open.record = number;
                        usize::MAX
                    }
                    None => i.saturating_add(sizes.get(i).map_or(1, |size| *size as usize)),
                };
                around.push((end, number));
            }
            while let Some((_, closed)) = around.pop_if(|(end, _)| *end < usize::MAX) {
                fold_last(&mut self.records, &mut self.blocks, closed, self.bound);
            }
        }
        // Only open spans are left: deeply nested values, which another limit bounds.
        self.limit = self.limit.saturating_mul(2);
    }
}

/// The maximum depth of spans that an outline records one by one.
const DEEPEST: usize = 2;

/// Joins the last span of its parent with the preceding one, if both are values. A span that contains only
/// joined values becomes a value itself.
#[inline(never)]
fn join_last(records: &mut Vec<Record>, closed: u32) {
    let (before, inside) = records.split_at_mut_checked(closed as usize).unwrap_or_default();
    let is_value = |of: &Record, start: u32| of.kind == Kind::Typed && of.start == start;
    let Some((span, inside)) = inside.split_first_mut() else { return };
    match inside {
        [] => {}
        [all] if all.space == span.space && is_value(all, span.start) && all.end == span.end => {
            span.kind = Kind::Typed;
        }
        _ => return,
    }
    let last = before.last_mut().filter(|last| (last.parent, last.space) == (span.parent, span.space));
    let len = match last.filter(|last| last.kind == Kind::Typed && is_value(span, last.end)) {
        Some(last) => {
            last.end = span.end;
            before.len()
        }
        None => before.len().saturating_add(1),
    };
    records.truncate(len);
}

/// The first bound below which spans are folded.
const FIRST_BOUND: u32 = 64;

/// The maximum length of a folded span, as a multiple of the bound, and the maximum number of spans that it
/// stands for.
const MOST_BOUNDS: u32 = 16;
const MOST_FOLDED: u64 = 1 << 16;

/// The maximum number of spans when a folded span is opened: those that it stands for, and those around it.
pub(super) const MOST_UNFOLDED: usize = 1 << 17;

/// Folds the last span of its parent, with all spans inside it, if it is shorter than the bound: one span
/// then stands for it and for the folded ones before it.
fn fold_last(records: &mut Vec<Record>, blocks: &mut [Block], closed: u32, bound: u32) {
    let (before, inside) = records.split_at_mut_checked(closed as usize).unwrap_or_default();
    let Some(span) = inside.first().copied() else { return };
    let is_root = before.get(span.parent as usize).is_none_or(|parent| parent.space != span.space);
    if is_root || span.end.saturating_sub(span.start) >= bound {
        return;
    }
    let mut n_spans = 0_u64;
    for record in &*inside {
        n_spans = n_spans.saturating_add(record.folded().0).saturating_add(1);
        // Without a span that contains them, decompressed data are not shown.
        let block = (record.space as usize).checked_sub(1).filter(|_| record.space != span.space);
        if let Some(block) = block.and_then(|block| blocks.get_mut(block)) {
            block.bytes = Arc::default();
        }
    }
    let last_index = |of: &Record| if of.kind == Kind::Folded { of.folded().1 } else { of.index.into() };
    let context = |last_index: u64, n: u64| last_index << 32 | n.min(0xffff_ffff);
    let most = bound.saturating_mul(MOST_BOUNDS);
    // One that is as short, or stands for others; a short gap between the two is none of them, and folded with them.
    let is_near = |last: &Record| span.start.checked_sub(last.end).is_some_and(|len| len < bound);
    let beside = before.last_mut().filter(|last| {
        (last.parent, last.space) == (span.parent, span.space)
            && is_near(last)
            && (last.kind == Kind::Folded || last.end.saturating_sub(last.start) < bound)
            && span.end.saturating_sub(last.start) <= most
            && last.folded().0.saturating_add(n_spans) < MOST_FOLDED
    });
    if let Some(last) = beside {
        // What ends a list has no index.
        let index = if last_index(&span) == u64::from(NONE) { last_index(last) } else { last_index(&span) };
        last.context = context(index, last.folded().0.saturating_add(n_spans));
        (last.kind, last.end, last.until) = (Kind::Folded, span.end, span.until);
        records.truncate(closed as usize);
    } else if n_spans > 1 {
        records.truncate(closed as usize);
        let context = context(last_index(&span), n_spans.saturating_sub(1));
        records.push(Record { kind: Kind::Folded, context, ..span });
    }
}

/// Sets the element at an index, if it exists.
pub(super) fn set<T>(all: &mut [T], place: usize, value: T) {
    if let Some(place) = all.get_mut(place) {
        *place = value;
    }
}

/// Converts a position, which is below 4 GiB on a tape.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
