//! The parts that the XML and notation readers share.

use crate::common::error::Error;
use crate::common::input::{self, Checked, Input, Parsed};
use crate::common::limits::Remaining;
use crate::common::show::{SpanType, in_quotes, nothing};
use crate::common::trace::Label;
use crate::document::{Extent, Tape};
use crate::error::ErrorKind;
use crate::hash::Hashes;
use crate::model::builder::Builder;
use crate::model::walk::{EMPTY, ROOT, shown};
use crate::model::{Array, Map, Text, Value, make_room};
use crate::options::{Duplicates, ReadOptions};
use crate::owned::Owned;

/// The state of a reader after a token: more to read, or done.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    More,
    Done,
}

/// The position in the document, on which the reading of the next token depends.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// Set if the innermost container is a map; `None` if no container is open.
    pub(crate) is_map: Option<bool>,
    /// Set if the key of the next value has been read.
    pub(crate) has_key: bool,
    /// Set once there is a complete value.
    pub(crate) has_root: bool,
}

/// A value that is being read; in an outline, the positions of the value and of those inside it.
pub(crate) struct Assembly<'h> {
    builder: Builder,
    duplicates: Duplicates,
    /// The open containers, innermost last.
    open: Vec<OpenContainer>,
    /// The start of the key of the next value.
    key: Option<usize>,
    /// The positions of the values read so far; only in an outline.
    tape: Option<Tape>,
    hashes: Option<&'h mut Hashes>,
    /// The number of warnings that already have their path.
    n_warnings: usize,
    shown: &'static ShownAs,
    /// The complete value; in an outline, a placeholder.
    root: Option<Value>,
}

/// The names and span types with which an encoding traces values and keys.
pub(crate) struct ShownAs {
    pub(crate) value: SpanType,
    pub(crate) key: SpanType,
    /// The name with which separators between values are traced.
    pub(crate) separator: &'static str,
}

impl ShownAs {
    /// Skips a separator, which has no value, and returns the rest of the input.
    #[inline]
    pub(crate) fn separated<'a>(&self, input: Input<'a>, len: usize) -> Checked<Input<'a>> {
        let (rest, _) = input.split(len)?;
        if len > 0 && input.is_traced() {
            input.span(rest, self.separator, BLANK, 0)?;
        }
        Ok(rest)
    }
}

/// The span type of bytes that have no value: separators, comments, end tags.
pub(crate) const BLANK: &SpanType = &SpanType::field(nothing);

struct OpenContainer {
    is_map: bool,
    extent: usize,
    span: input::OpenSpan,
}

impl<'h> Assembly<'h> {
    /// Prepares to build the value.
    pub(crate) fn new(options: &ReadOptions, shown: &'static ShownAs) -> Self {
        Self {
            builder: Builder::new(options.duplicates),
            duplicates: options.duplicates,
            open: Vec::new(),
            key: None,
            tape: None,
            hashes: None,
            n_warnings: 0,
            shown,
            root: None,
        }
    }

    /// Prepares to record the positions of values, and their hashes if `hashes` is given; the values are
    /// discarded.
    pub(crate) fn outline(
        options: &ReadOptions,
        shown: &'static ShownAs,
        hashes: Option<&'h mut Hashes>,
    ) -> Self {
        let builder = Builder::outline(options.duplicates);
        Self { builder, tape: Some(Tape::default()), hashes, ..Self::new(options, shown) }
    }

    /// Makes maps with a tag be replaced by the values that they represent; see
    /// [`tagged`](crate::model::tagged).
    pub(crate) fn undo_tags(&mut self) {
        self.builder.undo_tags();
    }

    /// Reads tokens with `next` until it reports the end, and adds the path to errors. `n_blanks` returns the
    /// length of the separator before each token.
    pub(crate) fn read_tokens<'a>(
        &mut self,
        mut input: Input<'a>,
        n_blanks: impl Fn(At, &[u8]) -> usize,
        mut next: impl FnMut(&mut Self, Input<'a>) -> Parsed<'a, Step>,
    ) -> Checked<Input<'a>> {
        self.n_warnings = input.n_warnings();
        loop {
            input = self.shown.separated(input, n_blanks(self.context(), input.bytes()))?;
            let read = next(self, input);
            self.name_warnings(input);
            match read {
                Ok((rest, Step::More)) => input = rest,
                Ok((rest, Step::Done)) => return Ok(rest),
                Err(error) => {
                    let path = self.builder.path();
                    return Err(error.map(|error| path.into_iter().rev().fold(error, Error::inside)));
                }
            }
        }
    }

    /// Reads everything with the fast reader `read`, unless it gives up, or the caller needs the positions of
    /// values.
    pub(crate) fn at_once<'a>(
        &mut self,
        input: Input<'a>,
        read: fn(&[u8], depth: usize, elements: usize) -> Option<Owned>,
    ) -> Checked<Option<Input<'a>>> {
        if self.tape.is_some() || input.is_traced() {
            return Ok(None);
        }
        let Remaining { depth, elements, .. } = input.remaining();
        let Some(Owned { value, len, n_values }) = read(input.bytes(), depth.get(), elements.get()) else {
            return Ok(None);
        };
        input.charge_elements(n_values)?;
        self.root = Some(value);
        Ok(Some(input.split(len)?.0))
    }

    pub(crate) fn context(&self) -> At {
        At {
            is_map: self.open.last().map(|open| open.is_map),
            has_key: self.key.is_some(),
            has_root: self.root.is_some(),
        }
    }

    /// Adds the path of the next value to the warnings that have none yet; must be called wherever that path
    /// changes.
    #[inline]
    fn name_warnings(&mut self, input: Input<'_>) {
        if input.n_warnings() != self.n_warnings {
            self.name_new_warnings(input);
        }
    }

    #[cold]
    fn name_new_warnings(&mut self, input: Input<'_>) {
        for name in self.builder.path().into_iter().rev() {
            input.name_warnings(self.n_warnings, (Label::default(), || name.clone()));
        }
        self.n_warnings = input.n_warnings();
    }

    /// Takes the key of the next value, which was read between `start` and `rest`. An error in a key has the
    /// path of the map; an error in a value has the path of the value.
    pub(crate) fn key(&mut self, start: Input<'_>, rest: Input<'_>, key: &[u8]) -> Checked {
        self.name_warnings(start);
        if start.is_traced() {
            start.span(rest, "<key>", &self.shown.key, 0)?;
        }
        self.key = Some(start.position());
        if self.builder.key(key) {
            if let Some(tape) = &mut self.tape {
                tape.has_duplicates = true;
            }
            let key = self.builder.next_key().map(Text::as_bytes).unwrap_or_default();
            let kind = || ErrorKind::Duplicate { what: "key", name: in_quotes(key) };
            if self.duplicates == Duplicates::Error {
                return Err(start.fatal(kind()));
            }
            start.warn(kind)?;
        }
        Ok(())
    }

    /// Discards the key read last, since it has no value.
    #[cfg(feature = "xml")]
    pub(crate) fn no_value(&mut self, input: Input<'_>) {
        self.name_warnings(input);
        self.key = None;
        self.builder.drop_key();
    }

    /// Takes a value other than a container, which was read between `start` and `rest`.
    #[inline]
    pub(crate) fn value(&mut self, start: Input<'_>, rest: Input<'_>, value: Value) -> Checked {
        self.name_warnings(start);
        self.forget_root();
        start.charge_elements(1)?;
        if start.is_traced() {
            start.span(rest, self.label(start), &self.shown.value, 0)?;
        }
        self.extent(start, rest);
        if let Some(hashes) = &mut self.hashes {
            hashes.scalar(self.builder.next_key(), &value);
        }
        self.builder.make_room(start.bytes().len());
        if let Some(value) = self.builder.value(value) {
            self.root = Some(value);
        }
        Ok(())
    }

    /// Begins an array or a map, whose start was read between `start` and `rest`.
    pub(crate) fn begin(&mut self, start: Input<'_>, rest: Input<'_>, is_map: bool) -> Checked {
        self.name_warnings(start);
        self.forget_root();
        start.charge_elements(1)?;
        start.enter()?;
        let mut span = input::OpenSpan::default();
        if start.is_traced() {
            span = start.open(self.label(start), SpanType::PART)?;
            start.span(rest, if is_map { "<map>" } else { "<array>" }, BLANK, 0)?;
        }
        let extent = self.extent(start, rest);
        if let Some(hashes) = &mut self.hashes {
            hashes.begin(self.builder.next_key(), extent, is_map);
        }
        self.open.push(OpenContainer { is_map, extent, span });
        self.builder.make_room(start.bytes().len());
        if is_map {
            self.builder.open_map()
        } else {
            self.builder.open_array(0)
        }
        Ok(())
    }

    /// Ends the innermost container, whose end was read between `start` and `rest`.
    pub(crate) fn end(&mut self, start: Input<'_>, rest: Input<'_>) -> Checked {
        self.name_warnings(start);
        let Some(open) = self.open.pop() else { return Ok(()) };
        if let Some(Tape { extents, .. }) = &mut self.tape {
            let next = to_u32(extents.len());
            if let Some(hashes) = &mut self.hashes {
                let is_empty = extents.len() == open.extent.saturating_add(1);
                let empty = if open.is_map { Value::Map(Map::new()) } else { Value::Array(Array::default()) };
                hashes.end(is_empty.then_some(&empty));
            }
            if let Some(extent) = extents.get_mut(open.extent) {
                (extent.end, extent.next) = (to_u32(rest.position()), next);
            }
        }
        start.leave();
        start.span(rest, "<end>", BLANK, 0)?;
        rest.close(open.span, 0);
        let closed = self.builder.close_tagged();
        if let Some(value) = start.check(closed.map_err(|expected| ErrorKind::Malformed { expected }))? {
            self.root = Some(value);
        }
        Ok(())
    }

    /// Discards a complete value if another one follows, since the last value of a document counts.
    fn forget_root(&mut self) {
        if self.root.take().is_some()
            && let Some(tape) = &mut self.tape
        {
            tape.extents.clear();
            if let Some(hashes) = &mut self.hashes {
                hashes.clear();
            }
        }
    }

    /// Returns true once there is a complete value.
    #[cfg(feature = "xml")]
    pub(crate) fn has_root(&self) -> bool {
        self.root.is_some()
    }

    /// The complete value, or undef if there is none.
    pub(crate) fn finish(self) -> Value {
        self.root.unwrap_or_default()
    }

    /// The positions of the values of an outline.
    pub(crate) fn into_tape(self) -> Tape {
        self.tape.unwrap_or_default()
    }

    /// The path element of the next value, which begins at `start`.
    fn label<'a>(&'a self, start: Input<'a>) -> Label<'a> {
        let Some(key) = self.builder.next_key() else {
            return match self.builder.next_index() {
                None => Label { word: ROOT, ..Label::default() },
                index => Label { index, ..Label::default() },
            };
        };
        let from = self.key.unwrap_or(start.position());
        let raw = start.source.bytes.get(from..start.position()).unwrap_or_default();
        label(raw, key.as_bytes())
    }

    fn extent(&mut self, start: Input<'_>, rest: Input<'_>) -> usize {
        let key = self.key.take().map_or(u32::MAX, to_u32);
        let Some(Tape { extents, .. }) = &mut self.tape else { return 0 };
        let number = extents.len();
        let next = to_u32(number.saturating_add(1));
        make_room(extents, start.bytes().len());
        extents.push(Extent { start: to_u32(start.position()), end: to_u32(rest.position()), key, next });
        number
    }
}

/// Converts a position. Those beyond 32 bits become `u32::MAX`, but users of extents handle such large inputs
/// without them.
fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The path element of the value whose key is written as `raw`.
pub(crate) fn label<'a>(raw: &'a [u8], key: &[u8]) -> Label<'a> {
    if key.is_empty() {
        return Label { word: EMPTY, ..Label::default() };
    }
    let shown = shown(key);
    // `None` if the key is written with escapes.
    let at = memchr::memmem::find(raw, shown);
    let text = at.and_then(|at| raw.get(at..)).and_then(|raw| raw.get(..shown.len())).unwrap_or_default();
    Label { text, ..Label::default() }
}
