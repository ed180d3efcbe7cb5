//! Reads headers and records that may be longer than their known fields. Format document, section 3.

use crate::common::input::{Input, Parsed};
use crate::common::list::list_while;
use crate::common::parsers::{ParseFn, bytes, unknown};
use crate::common::show::{Field, SpanType, quoted};
use crate::common::wire::{Wire, records, rows};
use crate::error::ErrorKind;
use crate::model::{Mesh, NameTable};
use crate::outline::{Starts, Table};
use crate::records::Records;
use nom::{Err, Parser};
use std::borrow::Cow;

/// Reads the end of a header with `known` known bytes and a stated length of `stated`. The records after it have `body`
/// bytes.
///
/// The stated length is considered wrong, rather than the header longer, if the file ends exactly where it should with
/// a header of the known length.
pub(super) fn header_end<'a>(
    header: Input<'a>,
    (stated, known): (u16, u16),
    body: u64,
    mesh: &mut Mesh,
) -> impl ParseFn<'a, ()> {
    move |input| {
        if stated == known {
            return Ok((input, ()));
        }
        let expected = format!("a header of {known} bytes").into();
        header.warn(|| ErrorKind::Unexpected { expected, found: stated.to_string() })?;
        let left = input.bytes().len();
        match stated.checked_sub(known).map(usize::from) {
            // Format document, section 3: a size that reaches beyond the file, or without which the file ends
            // exactly, is wrong.
            Some(surplus) if surplus <= left && left as u64 != body => {
                let (rest, own) = input.split(surplus)?;
                let (_, bytes) = unknown("header_surplus")(own)?;
                mesh.surplus.header = bytes.to_vec();
                Ok((rest, ()))
            }
            _ => {
                mesh.sizes.header = Some(stated);
                Ok((input, ()))
            }
        }
    }
}

/// Reads `count` records of `size` bytes each, of which the first `N` are known.
pub(super) fn strided<'a, const N: usize, T: Wire<N>>(
    name: &'static str,
    count: usize,
    size: usize,
) -> impl ParseFn<'a, Records<'a, T>> {
    move |input| {
        let unexpected = |limit| {
            let expected = format!("records of {N} bytes{limit}").into();
            Err::Failure(
                input.error(ErrorKind::Unexpected { expected, found: size.to_string() }).inside(name),
            )
        };
        let count = match size.checked_sub(N) {
            Some(0) => return array::<N, T>(name, count)(input),
            Some(_) => count,
            None if count > 0 => return Err(unexpected(" or more")),
            // A record that is not present has no size to check.
            None => 0,
        };
        let shown = const { &SpanType::table(longer_fields::<N, T>) };
        let (rest, all) = records(name, count, size, shown, size as u64)(input)?;
        // A surplus is kept, with a warning. Format document, section 3.
        input.recover(unexpected(""))?;
        Ok((rest, Records::new(all, size)))
    }
}

/// The known fields of a record of this size, and its surplus bytes as a field.
fn longer_fields<const N: usize, T: Wire<N>>(size: u64) -> Cow<'static, [Field]> {
    let surplus = usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(N);
    let surplus = Field { name: "surplus", at: N, len: surplus, show: quoted };
    let name = |name| if str::is_empty(name) { "value" } else { name };
    T::FIELDS.iter().map(|field| Field { name: name(field.name), ..*field }).chain([surplus]).collect()
}

/// Reads `count` records whose fields are all known.
pub(super) fn array<'a, const N: usize, T: Wire<N>>(
    name: &'static str,
    count: usize,
) -> impl ParseFn<'a, Records<'a, T>> {
    let mut records = records(name, count, N, T::TABLE, 0).map(|all| Records::new(all, N));
    move |input| records.parse(input)
}

/// Reads `count` rows of a table, and records its start.
pub(super) fn table<'a, const N: usize, T: Wire<N>>(
    table: Table,
    count: usize,
    starts: &mut Starts,
) -> impl ParseFn<'a, Vec<T>> {
    let mut rows = rows(table.name(), count);
    move |input| {
        starts.set(table, input.position());
        rows(input)
    }
}

/// Reads a table of names with `size` bytes.
pub(super) fn names<'a>(word: &'static str, size: usize) -> impl ParseFn<'a, NameTable> {
    move |input| {
        let (rest, names) =
            input.split(size).map_err(|error| input.name_failure(input.n_warnings(), word, error))?;
        // None of them can fail.
        if names.is_traced() {
            list_while(word, |at, _| !at.bytes().is_empty(), name)(names)?;
        }
        Ok((rest, NameTable(names.bytes().to_vec())))
    }
}

/// Reads a name and the zero that ends it.
fn name(input: Input<'_>) -> Parsed<'_, ()> {
    let len = input
        .bytes()
        .iter()
        .position(|byte| *byte == 0)
        .map_or(input.bytes().len(), |at| at.saturating_add(1));
    bytes(len).map(|_| ()).parse(input)
}
