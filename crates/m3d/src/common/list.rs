//! Values of any length, one after the other.

use super::error::Error;
use super::input::{Input, Parsed};
use super::show::Shown;
use super::trace::{Inside, Name};
use super::words::Word;
use nom::Err;

/// Collects `count` values of at least one byte each, which count as elements: nom's `count` with a name and a limit.
/// In paths, the value `i` of `name` is `name[i]`.
pub(crate) fn list<'a, T>(name: impl Name, count: usize, parser: impl Word<'a, T>) -> impl Word<'a, Vec<T>> {
    let mut all = list_while(name, move |_, i| i < count, parser);
    move |input| {
        let enough = input.split(count).and_then(|_| input.grant_elements(count));
        enough.map_err(|error| input.name_failure(input.n_warnings(), name, error))?;
        all(input)
    }
}

/// Collects values as long as there are `more`, by what is left and their number: nom's `many0` with a name and a
/// condition. `parser` draws on the limit of elements.
pub(crate) fn list_while<'a, T>(
    name: impl Name,
    mut more: impl FnMut(Input<'a>, usize) -> bool,
    mut parser: impl Word<'a, T>,
) -> impl Word<'a, Vec<T>> {
    move |input| {
        let (rest, (all, failure)) = each(input, name, &mut more, &mut parser)?;
        failure.map_or(Ok((rest, all)), Err)
    }
}

/// Reads values as one span, until there are no more or one fails: the values, and the failure that ended them.
#[inline]
pub(crate) fn each<'a, T>(
    input: Input<'a>,
    name: impl Name,
    mut more: impl FnMut(Input<'a>, usize) -> bool,
    parser: &mut impl Word<'a, T>,
) -> Parsed<'a, (Vec<T>, Option<Err<Error>>)> {
    let reading = input.source.reading;
    let list = input.open(name, Shown::LIST)?;
    let (wanted, is_independent) = (reading.wanted.take(), reading.is_independent.take());
    let (mut i, mut at) = match wanted {
        Some(Inside::From { index, start }) if is_independent => {
            let skipped = start.saturating_sub(input.at());
            (index, input.with(input.rest.get(skipped..).unwrap_or(input.rest)))
        }
        _ => (0, input),
    };
    let (mut all, mut failure) = (Vec::new(), None);
    while more(at, i) {
        if let Some(Inside::Every(distance)) = wanted {
            reading.pause(!i.is_multiple_of(distance));
        }
        // `[i]` inside the list, and `name[i]` in paths.
        let nth = (("", i), || format!("{}[{i}]", name.path()));
        let item = at.open(nth, Shown::PART)?;
        match parser(at) {
            Ok((rest, value)) => {
                if rest.is_noticed(item) {
                    rest.source.finish(rest.rest, item, nth, 0);
                }
                all.push(value);
                (i, at) = (i.saturating_add(1), rest);
            }
            Err(error) => {
                // What follows may be read in another way.
                at.source.end(item, |trace, _| trace.fail(true));
                failure = Some(at.name_failure(item.n_warnings, nth, error));
                break;
            }
        }
    }
    at.close(list, 0);
    Ok((at, (all, failure)))
}
