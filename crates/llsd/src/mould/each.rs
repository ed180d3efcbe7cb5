//! Values of varying length: one span of the layout, which the reader's own parser divides on demand.

use super::error::Error;
use super::input::{Input, Name, Parsed};
use super::show::Look;
use super::words::part;
use nom::Err;
use std::any::TypeId;
use std::sync::Arc;

/// The distance between the values whose positions are recorded, so that finding a value does not need to read all
/// before it.
pub(super) const EVERY: usize = 64;

/// A parser of one value: a function that captures nothing. Anything else it needs is in the context.
#[allow(dead_code, reason = "for formats with lists of values")]
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

/// A parser of values whose type is erased, which a layout calls again.
pub(super) trait Again: Send + Sync {
    fn again<'b>(&self, input: Input<'b>, context: u64) -> Parsed<'b, ()>;
}

#[allow(dead_code, reason = "as above")]
struct Forgotten<F>(F);

impl<F: for<'b> Item<'b>> Again for Forgotten<F> {
    fn again<'b>(&self, input: Input<'b>, context: u64) -> Parsed<'b, ()> {
        self.0.item(input, context).map(|(rest, _)| (rest, ()))
    }
}

/// A parser of values, and what identifies it.
#[derive(Clone)]
pub(super) struct Parser {
    pub(super) id: TypeId,
    pub(super) again: Arc<dyn Again>,
}

impl std::fmt::Debug for Parser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Parser({:?})", self.id)
    }
}

/// `name[i]`.
#[allow(dead_code, reason = "as above")]
#[derive(Clone, Copy)]
struct Nth<N>(N, usize);

impl<N: Name> Name for Nth<N> {
    fn label(&self) -> super::input::Label<'_> {
        self.0.label()
    }

    fn path(&self) -> std::borrow::Cow<'static, str> {
        format!("{}[{}]", self.0.path(), self.1).into()
    }
}

/// Reads `count` values of at least one byte each, and passes them to `take` one by one.
///
/// While they are read, names inside `parser` cost nothing: the layout calls it again for the values that are looked
/// at. In paths, the value `i` of `name` is `name[i]`.
#[allow(dead_code, reason = "as above")]
pub(crate) fn each<'a, F: for<'b> Item<'b>>(
    name: impl Name,
    count: usize,
    parser: F,
    context: u64,
    mut take: impl FnMut(<F as Item<'a>>::Value),
) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    const { assert!(size_of::<F>() == 0, "the parser captures something: pass it as the context") };
    move |input| {
        let enough = input.split(count).and_then(|_| input.grant_elements(count));
        enough.map_err(|error| input.name_failure(input.n_warnings(), name, error))?;
        let read = |input| {
            let (rest, value) = parser.item(input, context)?;
            take(value);
            Ok((rest, ()))
        };
        let (rest, failure) = all(input, name, Some(count), parser, context, read);
        failure.map_or(Ok((rest, ())), Err)
    }
}

/// As [`each`], for values whose reader needs to know more than a number: `read` reads and keeps one, and the layout
/// reads it again with `parser`, which consumes the same bytes. Nothing is counted against a limit.
///
/// Without a count, the values extend to the end of the input. If one cannot be read, the rest is left over, with a
/// warning.
#[allow(dead_code, reason = "as above")]
pub(crate) fn each_with<'a, F: for<'b> Item<'b>>(
    name: impl Name,
    count: Option<usize>,
    parser: F,
    context: u64,
    mut read: impl FnMut(Input<'a>) -> Parsed<'a, ()>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    const { assert!(size_of::<F>() == 0, "the parser captures something: pass it as the context") };
    move |input| match all(input, name, count, parser, context, &mut read) {
        (rest, None) => Ok((rest, ())),
        (_, Some(failure)) if count.is_some() => Err(failure),
        (rest, Some(failure)) => rest.excuse(failure).map(|()| (rest, ())),
    }
}

/// Reads values until one fails, as one span; returns what follows the others, and the failure.
#[inline]
fn all<'a, F: for<'b> Item<'b>>(
    input: Input<'a>,
    name: impl Name,
    count: Option<usize>,
    parser: F,
    context: u64,
    mut read: impl FnMut(Input<'a>) -> Parsed<'a, ()>,
) -> (Input<'a>, Option<Err<Error>>) {
    let reading = input.source.reading;
    let depth = input.open_items(name, parser, context);
    let is_watched = reading.is_watched.get();
    if depth > 0 {
        reading.is_paused.set(true);
        reading.is_watched.set(input.n_warnings() > 0);
    }
    let mut at = input;
    let mut failure = None;
    for i in 0..count.unwrap_or(usize::MAX) {
        if count.is_none() && at.rest.is_empty() {
            break;
        }
        let mark = if reading.is_watched.get() { at.n_warnings() } else { 0 };
        match read(at) {
            Ok((rest, ())) => {
                if reading.is_watched.get() {
                    at.name_warnings(mark, Nth(name, i));
                }
                at = rest;
                if depth > 0 && i.saturating_add(1) % EVERY == 0 {
                    at.pass_item();
                }
            }
            Err(error) => {
                failure = Some(at.name_failure(mark, Nth(name, i), error));
                break;
            }
        }
    }
    if depth > 0 {
        reading.is_paused.set(false);
        reading.is_watched.set(is_watched);
        if let Some(mut tape) = reading.tape() {
            tape.close(depth, at.at());
        }
    }
    (at, failure)
}

/// `len` bytes that are kept as they are, and that the layout shows as the values that `parser` reads, one after the
/// other.
///
/// For lists that a reader does not decode, or decodes in its own way.
#[allow(dead_code, reason = "as above")]
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

#[allow(dead_code, reason = "as above")]
impl<'a> Input<'a> {
    /// Opens a span of values; 0 if no layout is recorded.
    fn open_items<F: for<'b> Item<'b>>(self, name: impl Name, parser: F, context: u64) -> usize {
        let Some(mut tape) = self.source.reading.tape() else { return 0 };
        let id = TypeId::of::<F>();
        let depth =
            tape.open_items(self, name.label(), || Parser { id, again: Arc::new(Forgotten(parser)) }, id);
        tape.show(context);
        depth
    }

    /// Records that a value ends here.
    #[cold]
    fn pass_item(self) {
        let reading = self.source.reading;
        reading.is_paused.set(false);
        if let Some(mut tape) = reading.tape() {
            tape.note(self.at());
        }
        reading.is_paused.set(true);
    }
}

/// Reads up to [`EVERY`] values again for a layout: each is a part with its index, unless it has names inside.
pub(super) fn again<'a>(
    input: Input<'a>,
    parser: &Parser,
    context: u64,
    first: usize,
    len: usize,
) -> Parsed<'a, ()> {
    let mut at = input;
    for index in first..first.saturating_add(EVERY) {
        if at.at() >= len {
            break;
        }
        let (rest, ()) = part(("", index), |input| parser.again.again(input, context))(at)?;
        if rest.at() == at.at() {
            break;
        }
        at = rest;
    }
    Ok((at, ()))
}

/// How a value without names inside it is shown.
pub(super) const ITEMS: &Look = &Look { kind: super::layout::SpanKind::Array, ..*Look::UNKNOWN };
