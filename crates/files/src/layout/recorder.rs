//! Records the spans that readers report.

use super::places::Places;
use super::tape::{OpenRecord, SpanState, Tape, WordEntry, to_u32};
use super::{Inside, Located, Named, SpanForm, SpanSource};
use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

/// The number of values in a block of a list; the positions of the first ones are kept.
pub(super) const EVERY: usize = 64;

/// Upper bound on the spans kept when several lists are read at once; the last list may exceed it.
const MOST_AT_ONCE: usize = 1 << 17;

/// Passes reported spans to the receiver that records them.
#[derive(Clone, Copy)]
pub struct Recorder<'k>(Keeps<'k>);

/// The receiver of reported spans. Both kinds are called directly, since a file has millions of spans.
#[derive(Clone, Copy)]
pub(super) enum Keeps<'k> {
    Recording(&'k RefCell<Recording>),
    Places(&'k RefCell<Places>),
}

/// The bytes that each path of a finding refers to; if a part does not exist, the bytes of the part around
/// it.
pub(crate) fn located(source: &dyn SpanSource, bytes: &[u8], paths: &[&str]) -> Vec<Option<Located>> {
    let in_file = source.in_file(bytes, paths);
    let places = RefCell::new(Places::from_paths(&in_file));
    source.trace(bytes, &Recorder::new(Keeps::Places(&places)));
    let places = places.into_inner();
    let whole = |path| (path == "file").then_some((None, 0..bytes.len()));
    let found = places.ends.iter().map(|end| places.found(*end));
    paths.iter().zip(found).map(|(path, found)| found.or_else(|| whole(*path))).collect()
}

/// A file that is recorded while it is read, or a part of it when it is read again.
pub(super) struct Recording {
    pub(super) tape: Tape,
    /// The number that the next reported span gets.
    next: u32,
    window: Option<Window>,
}

/// The part of a file that a further reading records.
pub(super) struct Window {
    /// The range of the numbers of the spans to record.
    pub(super) ordinals: Range<u32>,
    pub(super) wanted: ListsWanted,
    /// Spans that can be skipped when they precede that range: the number of each, and the number after the
    /// spans inside it.
    pub(super) others: Vec<(u32, u32)>,
    /// Long lists before that range, of which only the last values are read: the number of each, and the
    /// first of these values.
    pub(super) lists: Vec<(u32, Inside)>,
}

impl Window {
    /// The indices of the values to record, if only some values of a list are requested.
    fn indices(&self) -> Option<&Range<usize>> {
        match &self.wanted {
            ListsWanted::Values { indices, .. } => Some(indices),
            _ => None,
        }
    }
}

/// The values of lists that are recorded.
pub(super) enum ListsWanted {
    /// No values, only spans.
    Spans,
    /// All values of all lists in the window.
    Lists,
    /// Some values of the first list in the window: their indices, and the range of their bytes.
    Values { indices: Range<usize>, bytes: Range<usize> },
}

impl<'k> Recorder<'k> {
    pub(super) fn new(keeps: Keeps<'k>) -> Self {
        Self(keeps)
    }

    /// Reports the beginning of a span.
    #[inline(always)]
    pub fn enter(&self, named: &impl Named) -> Inside {
        match self.0 {
            Keeps::Recording(recording) => recording.borrow_mut().enter(named),
            Keeps::Places(places) => {
                let ((text, _), (_, form)) = (named.text(), named.kind());
                places.borrow_mut().enter(named.place(), named.name(), text, form, named)
            }
        }
    }

    /// Reports that the innermost span ends, and is this many bytes long.
    #[inline(always)]
    pub fn leave(&self, len: usize, context: u64) {
        match self.0 {
            Keeps::Recording(recording) => recording.borrow_mut().leave(len, context),
            Keeps::Places(places) => places.borrow_mut().leave(len, context),
        }
    }

    /// Reports that the innermost span cannot be read. It is discarded if the reader tries an alternative.
    pub fn fail(&self, tries_another: bool) {
        match self.0 {
            Keeps::Recording(recording) => recording.borrow_mut().fail(tries_another),
            Keeps::Places(places) => places.borrow_mut().fail(tries_another),
        }
    }

    /// Reports the decompressed data of the part that starts at this byte.
    pub fn unpacked(&self, start: usize, data: Vec<u8>) {
        if let Keeps::Recording(recording) = self.0 {
            recording.borrow_mut().tape.keep(start, data);
        }
    }
}

impl Recording {
    pub(super) fn new(tape: Tape, window: Option<Window>) -> Self {
        Self { tape, next: 0, window }
    }

    #[inline(always)]
    fn enter(&mut self, named: &impl Named) -> Inside {
        match (self.tape.open.last(), &self.window) {
            // In a first reading, nearly all spans go this way.
            (Some(OpenRecord { state: SpanState::Recorded, .. }), None) => {
                let word = self.tape.word(named);
                self.record(named, word, None)
            }
            _ => self.begin(named),
        }
    }

    #[inline(always)]
    fn leave(&mut self, len: usize, context: u64) {
        let Self { tape, next, window } = self;
        let Some(span) = tape.open.pop().filter(|span| span.state != SpanState::Passed) else { return };
        match window {
            // It ends before what is wanted.
            Some(window) if *next <= window.ordinals.start => tape.abandon(span, true, *next),
            // A list of which some values are wanted has only their bytes.
            Some(Window { wanted: ListsWanted::Values { bytes, .. }, .. })
                if span.state == SpanState::Wanted =>
            {
                tape.close(span, bytes.len(), context, *next);
            }
            _ => tape.close(span, len, context, *next),
        }
    }

    fn fail(&mut self, tries_another: bool) {
        if let Some(span) = self.tape.open.pop().filter(|span| span.state != SpanState::Passed) {
            self.tape.abandon(span, tries_another, self.next);
        }
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self, named: &dyn Named) -> Inside {
        let Self { tape, next, window } = self;
        let window = window.as_ref();
        let (_, index) = named.name();
        match tape.open.last().map(|span| span.state) {
            Some(SpanState::List) => {
                if index.is_some_and(|index| index > 0 && index.is_multiple_of(EVERY)) {
                    tape.note(named.place().1);
                }
                return tape.pass();
            }
            Some(state @ (SpanState::Wanted | SpanState::Value)) => {
                if let (SpanState::Wanted, Some(index), Some(indices)) =
                    (state, index, window.and_then(Window::indices))
                {
                    if index >= indices.end {
                        return Inside::Stop;
                    }
                    if index < indices.start {
                        return tape.pass();
                    }
                }
                let word = tape.word(named);
                tape.open(named, word, super::tape::NONE);
                tape.turn(SpanState::Value);
                return Inside::Wanted;
            }
            _ => {}
        }
        let ordinal = *next;
        let word = tape.word(named);
        let (mut is_wanted, mut from) = (false, None);
        if let Some(Window { ordinals, wanted, others, lists }) = window {
            if ordinal >= ordinals.end {
                return Inside::Stop;
            }
            is_wanted = match wanted {
                ListsWanted::Spans => false,
                ListsWanted::Lists => ordinals.contains(&ordinal),
                ListsWanted::Values { .. } => ordinal == ordinals.start,
            };
            // The lists that follow are read another time.
            let is_next = is_wanted && word.form == SpanForm::List && ordinal > ordinals.start;
            if is_next && tape.records.len() > MOST_AT_ONCE {
                return Inside::Stop;
            }
            let other = others.binary_search_by_key(&ordinal, |(ordinal, _)| *ordinal).ok();
            if let Some((_, until)) = other.and_then(|other| others.get(other))
                && *until <= ordinals.start
            {
                *next = *until;
                return tape.pass();
            }
            let list = lists.binary_search_by_key(&ordinal, |(ordinal, _)| *ordinal).ok();
            from = match wanted {
                ListsWanted::Values { indices, bytes } if is_wanted => {
                    Some(Inside::From { index: indices.start, start: bytes.start })
                }
                _ => list.and_then(|list| lists.get(list)).map(|(_, from)| *from),
            };
        }
        if word.form != SpanForm::List || !is_wanted {
            return self.record(named, word, from);
        }
        *next = next.saturating_add(1);
        tape.open(named, word, ordinal);
        tape.turn(SpanState::Wanted);
        if let (Some(record), Some(Window { wanted: ListsWanted::Values { bytes, .. }, .. })) =
            (tape.top(), window)
        {
            (record.start, record.end) = (to_u32(bytes.start), to_u32(bytes.end));
        }
        from.unwrap_or(Inside::Wanted)
    }

    /// Records a span, but not the values of a list.
    #[inline(always)]
    fn record(&mut self, named: &(impl Named + ?Sized), word: WordEntry, from: Option<Inside>) -> Inside {
        self.tape.open(named, word, self.next);
        self.next = self.next.saturating_add(1);
        match word.form {
            SpanForm::List if self.tape.is_outline => Inside::Skipped,
            SpanForm::List => {
                self.tape.begin_list();
                from.unwrap_or(Inside::Every(EVERY))
            }
            _ => Inside::Wanted,
        }
    }
}

impl fmt::Debug for Recorder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}
