//! Values of varying length: one span of the layout, which the reader's own parser divides on demand.

use super::input::{Input, Label, Name, Parsed};
use super::items::{Again, EVERY, Parser};
use super::layout::SpanKind;
use super::show::Look;
use super::tape::{NONE, Tape, Word, to_u32};
use std::any::TypeId;
use std::sync::Arc;

/// How a value without names inside it is shown.
pub(super) const ITEMS: &Look = &Look { kind: SpanKind::Array, ..*Look::UNKNOWN };

/// A parser of one value: a function that captures nothing. Anything else it needs is in the context.
pub(crate) trait Item<'a>: Copy + Send + Sync + 'static {
    type Value;
    fn item(self, input: Input<'a>, context: u64) -> Parsed<'a, Self::Value>;
}

impl<'a, T, F> Item<'a> for F
where
    F: Fn(Input<'a>, u64) -> Parsed<'a, T> + Copy + Send + Sync + 'static,
{
    type Value = T;

    #[inline]
    fn item(self, input: Input<'a>, context: u64) -> Parsed<'a, T> {
        self(input, context)
    }
}

struct Forgotten<F>(F);

impl<F: for<'b> Item<'b>> Again for Forgotten<F> {
    fn again<'b>(&self, input: Input<'b>, context: u64) -> Parsed<'b, ()> {
        self.0.item(input, context).map(|(rest, _)| (rest, ()))
    }
}

/// `len` bytes that are kept as they are, and that the layout shows as the values that `parser` reads, one after the
/// other.
///
/// For lists that a reader does not decode, or decodes in its own way.
pub(crate) fn divided<'a, F: for<'b> Item<'b>>(
    name: impl Name,
    len: usize,
    parser: F,
    context: u64,
) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    const { assert!(size_of::<F>() == 0, "the parser captures something: pass it as the context") };
    move |input| {
        let split = input.split(len);
        let (rest, own) = split.map_err(|error| input.name_failure(input.n_warnings(), name, error))?;
        let depth = own.open_items(name, parser, context);
        if depth > 0 {
            let (mut at, mut n_passed) = (own, 0_usize);
            own.source.reading.is_paused.set(true);
            while let Ok((rest, _)) = parser.item(at, context)
                && rest.rest.len() < at.rest.len()
            {
                at = rest;
                n_passed = n_passed.saturating_add(1);
                if n_passed % EVERY == 0 {
                    at.pass_item();
                }
            }
            own.source.reading.is_paused.set(false);
            if let Some(mut tape) = own.source.reading.tape() {
                tape.close(depth, rest.at());
            }
        }
        Ok((rest, own.rest))
    }
}

impl<'a> Input<'a> {
    /// Opens a span of values; 0 if no layout is recorded.
    pub(super) fn open_items<F: for<'b> Item<'b>>(self, name: impl Name, parser: F, context: u64) -> usize {
        let Some(mut tape) = self.source.reading.tape() else { return 0 };
        let id = TypeId::of::<F>();
        let depth =
            tape.open_items(self, name.label(), || Parser { id, again: Arc::new(Forgotten(parser)) }, id);
        tape.show(context);
        depth
    }

    /// Records that a value ends here.
    #[cold]
    pub(super) fn pass_item(self) {
        let reading = self.source.reading;
        reading.is_paused.set(false);
        if let Some(mut tape) = reading.tape() {
            tape.note(self.at());
        }
        reading.is_paused.set(true);
    }
}

impl Tape {
    /// Opens a span of values that a parser divides.
    pub(super) fn open_items(
        &mut self,
        input: Input<'_>,
        label: Label<'_>,
        parser: impl FnOnce() -> Parser,
        id: TypeId,
    ) -> usize {
        let is_same = |word: &Word| {
            word.name == label.word && word.parser.as_ref().is_some_and(|parser| parser.id == id)
        };
        let word = match self.words.iter().position(is_same) {
            Some(number) => number,
            None => self.new_word(Word { name: label.word, look: ITEMS, parser: Some(parser()) }),
        };
        self.push(
            input,
            Label { text: &[], ..label },
            u16::try_from(word).unwrap_or_default(),
            SpanKind::Array,
        )
    }

    /// Records the position after this many values of the innermost open span.
    pub(super) fn note(&mut self, at: usize) {
        let n_notes = to_u32(self.notes.len());
        let Some(record) = self.top() else { return };
        if record.extra == NONE {
            record.extra = n_notes;
            self.notes.push(Vec::new());
        }
        let Some(record) = self.top() else { return };
        let (number, at) = (record.extra as usize, to_u32(at).saturating_sub(record.start));
        if let Some(notes) = self.notes.get_mut(number) {
            notes.push(at);
        }
    }
}
