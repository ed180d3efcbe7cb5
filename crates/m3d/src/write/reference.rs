//! Format document, section 4.2: references, and lists of them.

use crate::mould::output::Output;
use crate::wire::{Stored, index_into};
use crate::{BoneIndex, CoordinateType, Error, ErrorKind, Types, Width};

/// A reference.
pub(super) fn reference<T: Stored>(out: &mut Output, value: T, types: &Types) -> Result<(), Error> {
    let width = T::width(types);
    match index_into(value, width).as_ref().and_then(|bytes| bytes.get(..width.bytes())) {
        Some(bytes) => {
            out.bytes(bytes);
            Ok(())
        }
        None => Err(too_wide(T::WHAT, value.show(), width)),
    }
}

/// How many follow. Where the header has the count absent there may be none.
pub(super) fn count(out: &mut Output, len: usize, what: &'static str, width: Width) -> Result<(), Error> {
    let number = crate::mould::output::count::<u32>(len, what)?;
    let bytes = match width {
        Width::Absent => (len == 0).then_some([0; 4]),
        // −1 and −2 are no counts.
        width => index_into(BoneIndex(number), width).filter(|_| number < u32::MAX - 1),
    };
    match bytes.as_ref().and_then(|bytes| bytes.get(..width.bytes())) {
        Some(bytes) => {
            out.bytes(bytes);
            Ok(())
        }
        None => Err(too_wide(what, len.to_string(), width)),
    }
}

#[cold]
pub(super) fn too_wide(what: &'static str, value: String, width: Width) -> Error {
    let width = match width {
        Width::One => "one byte",
        Width::Two => "two bytes",
        Width::Four => "four bytes",
        Width::Absent => "a field that the header has absent",
    };
    Error::model(ErrorKind::DoesNotFit { what, value, width })
}

/// That there are as many of these as of those that they belong to.
pub(super) fn even(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::model(ErrorKind::Uneven { what, found, expected }))
}

/// That coordinates are stored as the header says.
pub(super) fn coordinates(found: CoordinateType, types: &Types) -> Result<(), Error> {
    if found == types.coordinate {
        return Ok(());
    }
    let (expected, found) =
        (format!("coordinates of type {:?}", types.coordinate).into(), format!("{found:?}"));
    Err(Error::model(ErrorKind::Unexpected { expected, found }))
}

/// Values of the header's width, one to a record of `stride` bytes.
pub(super) fn column<T: Stored>(
    records: &mut [u8],
    stride: usize,
    at: usize,
    all: &[T],
    types: &Types,
) -> Result<(), Error> {
    match T::width(types) {
        Width::One => column_of::<1, T>(records, stride, at, all, types),
        Width::Two => column_of::<2, T>(records, stride, at, all, types),
        Width::Four => column_of::<4, T>(records, stride, at, all, types),
        Width::Absent => all.iter().try_for_each(|value| match index_into(*value, Width::Absent) {
            Some(_) => Ok(()),
            None => Err(too_wide(T::WHAT, value.show(), Width::Absent)),
        }),
    }
}

fn column_of<const N: usize, T: Stored>(
    records: &mut [u8],
    stride: usize,
    at: usize,
    all: &[T],
    types: &Types,
) -> Result<(), Error> {
    let width = T::width(types);
    for (record, value) in records.chunks_exact_mut(stride).zip(all) {
        let bytes = index_into(*value, width).ok_or_else(|| too_wide(T::WHAT, value.show(), width))?;
        let cell = record.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>());
        if let (Some(cell), Some(bytes)) = (cell, bytes.first_chunk::<N>()) {
            *cell = *bytes;
        }
    }
    Ok(())
}
