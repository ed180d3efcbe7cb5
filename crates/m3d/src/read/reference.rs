//! Format document, section 4.2: references, and lists of them.

use crate::ErrorKind;
use crate::mould::input::{Input, Parsed};
use crate::mould::wire::{Field, Wire};
use crate::wire::Context;
use crate::wire::{Stored, index_from, show_stored};
use crate::{BoneIndex, Width};
use nom::Err;

/// A reference; a warning if what it names is not there.
pub(super) fn reference<'a, T: Stored>(context: &Context) -> impl Fn(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let (rest, value) = unchecked(T::width(&context.types))(input)?;
        if !is_there(value, context) {
            input.warn(nothing_there(value, context))?;
        }
        Ok((rest, value))
    }
}

/// A reference, whether or not what it names is there.
pub(super) fn unchecked<'a, T: Stored>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let (rest, bytes) = input.split(width.bytes())?;
        Ok((rest, index_from(bytes.bytes())))
    }
}

/// How many follow: 0 if the header has the count absent.
pub(super) fn count<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, u32> {
    move |input| {
        let (rest, number) = unchecked::<BoneIndex>(width)(input)?;
        Ok((rest, if width == Width::Absent { 0 } else { number.0 }))
    }
}

/// The references at this place of records of `stride` bytes; none if the header has them absent.
pub(super) fn column<T: Stored>(records: &[u8], stride: usize, at: usize, width: Width) -> Vec<T> {
    match width {
        Width::One => column_of::<1, T>(records, stride, at),
        Width::Two => column_of::<2, T>(records, stride, at),
        Width::Four => column_of::<4, T>(records, stride, at),
        Width::Absent => Vec::new(),
    }
}

fn column_of<const N: usize, T: Stored>(records: &[u8], stride: usize, at: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(records.len().checked_div(stride).unwrap_or_default());
    let cells = records.chunks_exact(stride).filter_map(|record| record.get(at..)?.first_chunk::<N>());
    all.extend(cells.map(|bytes| index_from::<T>(bytes)));
    all
}

/// The values at the start of records of `stride` bytes.
pub(super) fn values<const N: usize, T: Wire<N>>(records: &[u8], stride: usize) -> Vec<T> {
    if stride == N {
        return records.as_chunks::<N>().0.iter().map(T::decode).collect();
    }
    let mut all = Vec::with_capacity(records.len().checked_div(stride).unwrap_or_default());
    all.extend(records.chunks_exact(stride).filter_map(|record| record.first_chunk::<N>()).map(T::decode));
    all
}

/// Warns of the first of these that names nothing; `place` says where in `input` the one of this number is.
pub(super) fn check<'a, T: Stored>(
    input: Input<'a>,
    all: &[T],
    context: &Context,
    place: impl Fn(usize) -> usize,
) -> Result<(), Err<crate::Error>> {
    let Some(bound) = T::bound(context) else { return Ok(()) };
    let highest = all.iter().map(|value| value.number()).max().unwrap_or_default();
    if (highest as usize) < bound || all.is_empty() {
        return Ok(());
    }
    match all.iter().enumerate().find(|(_, value)| !is_there(**value, context)) {
        Some((i, value)) => input.split(place(i))?.0.warn(nothing_there(*value, context)),
        None => Ok(()),
    }
}

fn is_there<T: Stored>(value: T, context: &Context) -> bool {
    let number = value.number();
    let is_sentinel = T::HAS_SENTINELS && T::IS_OPTIONAL && number >= u32::MAX - 1;
    is_sentinel || T::bound(context).is_none_or(|bound| (number as usize) < bound)
}

fn nothing_there<T: Stored>(value: T, context: &Context) -> ErrorKind {
    let bound = T::bound(context).unwrap_or_default();
    match value.number() {
        u32::MAX | 0xffff_fffe if T::HAS_SENTINELS => {
            ErrorKind::Unexpected { expected: format!("a {}", T::WHAT).into(), found: value.show() }
        }
        found => ErrorKind::OutOfRange {
            what: T::WHAT,
            found: found.into(),
            bound: bound.try_into().unwrap_or(u64::MAX),
        },
    }
}

/// For the layout: a reference as a field of a record.
pub(super) fn field_of<T: Stored>(fields: &mut Vec<Field>, name: &'static str, width: Width) {
    crate::wire::field_of(fields, name, width.bytes(), show_stored::<T>);
}
