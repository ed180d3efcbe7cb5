//! Reads values of varying length, which the layout [divides](super::divided) on demand.

use super::divided::Item;
use super::error::Error;
use super::input::{Input, Label, Name, Parsed};
use super::items::EVERY;
use nom::Err;
use std::borrow::Cow;

/// `name[i]`.
#[derive(Clone, Copy)]
struct Nth<N>(N, usize);

impl<N: Name> Name for Nth<N> {
    fn label(&self) -> Label<'_> {
        self.0.label()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("{}[{}]", self.0.path(), self.1).into()
    }
}

/// Reads `count` values of at least one byte each, and passes them to `take` one by one.
///
/// While they are read, names inside `parser` cost nothing: the layout calls it again for the values that are looked
/// at. In paths, the value `i` of `name` is `name[i]`.
#[allow(dead_code, reason = "for formats whose values need a number at most")]
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
#[allow(dead_code, reason = "for formats whose values need more than a number")]
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
