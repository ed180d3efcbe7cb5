//! Lists: values of varying length, one after the other.

use super::error::Error;
use super::input::{Input, Parsed};
use super::parsers::ParseFn;
use super::show::SpanType;
use super::trace::{Descent, Name};
use nom::Err;

/// Reads `count` values of at least one byte each, and counts them as elements: nom's `count` with a name and a limit.
/// In paths, the value `i` of `name` is `name[i]`.
pub(crate) fn list<'a, T>(
    name: impl Name,
    count: usize,
    parser: impl ParseFn<'a, T>,
) -> impl ParseFn<'a, Vec<T>> {
    let mut all = list_while(name, move |_, i| i < count, parser);
    move |input| {
        let enough = input.split(count).and_then(|_| input.charge_elements(count));
        enough.map_err(|error| input.name_failure(input.n_warnings(), name, error))?;
        all(input)
    }
}

/// Reads values while `more` returns true for the rest of the input and the number of values so far: nom's `many0` with
/// a name and a condition. `parser` counts elements against the limit.
pub(crate) fn list_while<'a, T>(
    name: impl Name,
    mut more: impl FnMut(Input<'a>, usize) -> bool,
    mut parser: impl ParseFn<'a, T>,
) -> impl ParseFn<'a, Vec<T>> {
    move |input| {
        let (rest, (all, failure)) = list_until_failure(input, name, &mut more, &mut parser)?;
        failure.map_or(Ok((rest, all)), Err)
    }
}

/// Reads values as [`list_while`] does, and returns those before a failure together with the failure.
#[inline]
pub(crate) fn list_until_failure<'a, T>(
    input: Input<'a>,
    name: impl Name,
    mut more: impl FnMut(Input<'a>, usize) -> bool,
    parser: &mut impl ParseFn<'a, T>,
) -> Parsed<'a, (Vec<T>, Option<Err<Error>>)> {
    let reading = input.source.reading;
    let list = input.open(name, SpanType::LIST)?;
    let (descent, is_independent) = (reading.list_descent.take(), reading.is_independent.take());
    let (mut i, mut at) = match descent {
        Some(Descent::From { index, start }) if is_independent => {
            let skipped = start.saturating_sub(input.position());
            (index, input.with(input.rest.get(skipped..).unwrap_or(input.rest)))
        }
        _ => (0, input),
    };
    let (mut all, mut failure) = (Vec::new(), None);
    while more(at, i) {
        if let Some(Descent::Every(distance)) = descent {
            reading.pause(!i.is_multiple_of(distance));
        }
        // The span is `[i]` inside that of the list; a path has `name[i]`, without a separator.
        let nth = (("", i), || format!("{}[{i}]", name.path()));
        let item = at.open(nth, SpanType::PART)?;
        match parser(at) {
            Ok((rest, value)) => {
                if rest.needs_end(item) {
                    rest.source.finish(rest.rest, item, nth, 0);
                }
                all.push(value);
                (i, at) = (i.saturating_add(1), rest);
            }
            Err(error) => {
                // The caller may keep the rest as bytes, so the spans of this value do not count.
                at.source.end(item, |trace, _| trace.fail(true));
                failure = Some(at.name_failure(item.n_warnings, nth, error));
                break;
            }
        }
    }
    at.close(list, 0);
    Ok((at, (all, failure)))
}
