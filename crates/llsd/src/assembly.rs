//! What the readers of XML and of notation have in common.

use crate::document::{Entry, Tape};
use crate::model::builder::Builder;
use crate::model::make_room;
use crate::model::walk::{EMPTY, ROOT, shown};
use crate::mould::by_hand::Opened;
use crate::mould::input::{Input, Label, Parsed};
use crate::mould::show::{Look, in_quotes, nothing};
use crate::{Duplicates, Error, ErrorKind, ReadOptions, Text, Value};
use nom::Err;

/// A value being read; or, in an outline, where it and those inside it lie.
pub(crate) struct State {
    builder: Builder,
    duplicates: Duplicates,
    /// What is open, innermost last.
    open: Vec<Open>,
    /// Where the key of the next value begins.
    key: Option<usize>,
    /// Of an outline.
    tape: Option<Tape>,
    /// How many warnings have their path.
    n_warnings: usize,
    looks: &'static Looks,
    /// The value, when it is complete; in an outline, anything.
    pub(crate) root: Option<Value>,
}

/// How an encoding shows its values and keys.
pub(crate) struct Looks {
    pub(crate) value: Look,
    pub(crate) key: Look,
}

/// What has a place and no value: blanks, comments, ends.
pub(crate) const BLANK: &Look = &Look::field(nothing);

struct Open {
    is_map: bool,
    entry: usize,
    span: Opened,
}

impl State {
    /// Of a value.
    pub(crate) fn new(options: &ReadOptions, looks: &'static Looks) -> Self {
        Self {
            builder: Builder::new(options.duplicates),
            duplicates: options.duplicates,
            open: Vec::new(),
            key: None,
            tape: None,
            n_warnings: 0,
            looks,
            root: None,
        }
    }

    /// Of the places of values, which are themselves not kept.
    pub(crate) fn outline(options: &ReadOptions, looks: &'static Looks) -> Self {
        let builder = Builder::outline(options.duplicates);
        Self { builder, tape: Some(Tape::default()), ..Self::new(options, looks) }
    }

    /// Calls `step` until it says that all is read. Puts the path before what goes wrong in it.
    pub(crate) fn run<'a>(
        &mut self,
        mut input: Input<'a>,
        mut step: impl FnMut(&mut Self, Input<'a>) -> Parsed<'a, bool>,
    ) -> Result<Input<'a>, Err<Error>> {
        self.n_warnings = input.n_warnings();
        loop {
            let stepped = step(self, input);
            self.name_warnings(input);
            let (rest, is_done) = stepped.map_err(|error| {
                let path = self.builder.path();
                error.map(|error| path.into_iter().rev().fold(error, Error::inside))
            })?;
            if is_done {
                return Ok(rest);
            }
            input = rest;
        }
    }

    /// Puts the path of the next value before the warnings that have none yet; called wherever that path changes.
    fn name_warnings(&mut self, input: Input<'_>) {
        if input.n_warnings() != self.n_warnings {
            for name in self.builder.path().into_iter().rev() {
                input.name_warnings(self.n_warnings, (Label::default(), || name.clone()));
            }
            self.n_warnings = input.n_warnings();
        }
    }

    /// Whether the innermost container is a map; `None` if nothing is open.
    pub(crate) fn is_map(&self) -> Option<bool> {
        self.open.last().map(|open| open.is_map)
    }

    /// Whether the next value has a key.
    pub(crate) fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Takes the key of the next value, which lies from `start` to `rest`.
    pub(crate) fn take_key(
        &mut self,
        start: Input<'_>,
        rest: Input<'_>,
        key: Text,
    ) -> Result<(), Err<Error>> {
        // What is wrong in the key has the path of the map.
        self.name_warnings(start);
        start.span(rest, "<key>", &self.looks.key, 0);
        self.key = Some(start.at());
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

    /// A key that no value follows. What is wrong up to `input` has it in its path.
    #[cfg(feature = "xml")]
    pub(crate) fn drop_key(&mut self, input: Input<'_>) {
        self.name_warnings(input);
        self.key = None;
        self.builder.drop_key();
    }

    /// Takes a value, which lies from `start` to `rest`.
    pub(crate) fn take(&mut self, start: Input<'_>, rest: Input<'_>, value: Value) -> Result<(), Err<Error>> {
        self.name_warnings(start);
        start.grant_elements(1)?;
        if start.is_recording() {
            start.span(rest, self.label(start), &self.looks.value, 0);
        }
        self.entry(start, rest);
        self.builder.make_room(start.bytes().len());
        if let Some(value) = self.builder.value(value) {
            self.root = Some(value);
        }
        Ok(())
    }

    /// Begins a container, whose values come after `rest`.
    pub(crate) fn begin(
        &mut self,
        start: Input<'_>,
        rest: Input<'_>,
        is_map: bool,
    ) -> Result<(), Err<Error>> {
        self.name_warnings(start);
        start.grant_elements(1)?;
        start.enter()?;
        let mut span = Opened::default();
        if start.is_recording() {
            span = start.open(self.label(start), Look::PART);
            start.span(rest, if is_map { "<map>" } else { "<array>" }, BLANK, 0);
        }
        let entry = self.entry(start, rest);
        self.open.push(Open { is_map, entry, span });
        self.builder.make_room(start.bytes().len());
        if is_map {
            self.builder.open_any_map()
        } else {
            self.builder.open_array(0)
        }
        Ok(())
    }

    /// Ends the innermost container; its end lies from `start` to `rest`.
    pub(crate) fn end(&mut self, start: Input<'_>, rest: Input<'_>) {
        self.name_warnings(start);
        let Some(open) = self.open.pop() else { return };
        if let Some(Tape { entries, .. }) = &mut self.tape {
            let next = to_u32(entries.len());
            if let Some(entry) = entries.get_mut(open.entry) {
                (entry.end, entry.next) = (to_u32(rest.at()), next);
            }
        }
        start.leave();
        start.span(rest, "<end>", BLANK, 0);
        rest.close(open.span, 0);
        if let Some(value) = self.builder.close() {
            self.root = Some(value);
        }
    }

    /// What came before was not the value: another follows.
    #[cfg(feature = "xml")]
    pub(crate) fn forget_root(&mut self) {
        self.root = None;
        if let Some(tape) = &mut self.tape {
            tape.entries.clear();
        }
    }

    /// The value.
    pub(crate) fn finish(self) -> Value {
        self.root.unwrap_or_default()
    }

    /// Where the values of an outline lie.
    pub(crate) fn into_tape(self) -> Tape {
        self.tape.unwrap_or_default()
    }

    /// What the next value is called, which begins at `start`.
    fn label<'a>(&'a self, start: Input<'a>) -> Label<'a> {
        let Some(key) = self.builder.next_key() else {
            return match self.builder.next_index() {
                None => Label { word: ROOT, ..Label::default() },
                index => Label { index, ..Label::default() },
            };
        };
        let from = self.key.unwrap_or(start.at());
        let raw = start.elsewhere(from, start.at().saturating_sub(from)).map_or(&[][..], Input::bytes);
        label(raw, key.as_bytes())
    }

    fn entry(&mut self, start: Input<'_>, rest: Input<'_>) -> usize {
        let key = self.key.take().map_or(u32::MAX, to_u32);
        let Some(Tape { entries, .. }) = &mut self.tape else { return 0 };
        let number = entries.len();
        let next = to_u32(number.saturating_add(1));
        make_room(entries, start.bytes().len());
        entries.push(Entry { start: to_u32(start.at()), end: to_u32(rest.at()), key, next });
        number
    }
}

/// Only `write_onto` looks at entries, and it does not with inputs that have such places.
fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// What the value of a key is called, which is written as `raw`.
pub(crate) fn label<'a>(raw: &'a [u8], key: &[u8]) -> Label<'a> {
    if key.is_empty() {
        return Label { word: EMPTY, ..Label::default() };
    }
    let shown = shown(key);
    // Not there if it is written with escapes.
    let at = memchr::memmem::find(raw, shown);
    let text = at.and_then(|at| raw.get(at..)).and_then(|raw| raw.get(..shown.len())).unwrap_or_default();
    Label { text, ..Label::default() }
}
