//! Writing of references, and lists of them. Format document, section 4.2.

use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, CoordinateType, Types, Width};
use crate::wire::{CellLayout, Stored, index_into, text};

/// Writes a reference.
pub(super) fn reference<T: Stored>(out: &mut Output, value: T, types: &Types) -> Result<(), Error> {
    let width = T::width(types);
    match index_into(value, width).as_ref().and_then(|bytes| bytes.get(..width.bytes())) {
        Some(bytes) => {
            out.bytes(bytes);
            Ok(())
        }
        None => Err(too_wide(T::WHAT, text(value), width)),
    }
}

/// Writes a count, which must be 0 if the header marks it as absent.
pub(super) fn count(out: &mut Output, len: usize, what: &'static str, width: Width) -> Result<(), Error> {
    let number = crate::common::output::count::<u32>(len, what)?;
    let bytes = match width {
        Width::Absent => (len == 0).then_some([0; 4]),
        // The numbers that mean −1 and −2 cannot be counts.
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
        Width::One => "one byte; `Model::fit` widens fields",
        Width::Two => "two bytes; `Model::fit` widens fields",
        Width::Four => "four bytes; `Model::fit` widens fields",
        Width::Absent => "a field that the header has absent; `Model::fit` widens fields",
    };
    Error::model(ErrorKind::DoesNotFit { what, value, width })
}

/// Checks that a list has the expected length.
pub(super) fn even(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::model(ErrorKind::Mismatch { what, found, expected }))
}

/// Checks that coordinates have the type that the header states.
pub(super) fn coordinates(found: CoordinateType, types: &Types) -> Result<(), Error> {
    if found == types.coordinate {
        return Ok(());
    }
    let (expected, found) =
        (format!("coordinates of type {:?}", types.coordinate).into(), format!("{found:?}"));
    Err(Error::model(ErrorKind::Unexpected { expected, found }))
}

/// Writes references, in the width that the header sets, into existing records.
pub(super) fn column<T: Stored>(
    records: &mut [u8],
    cells: CellLayout,
    all: &[T],
    types: &Types,
) -> Result<(), Error> {
    let width = T::width(types);
    if let Some(value) = all.iter().find(|value| index_into(**value, width).is_none()) {
        return Err(too_wide(T::WHAT, text(*value), width));
    }
    match width {
        Width::One => column_of::<1, T>(records, cells, all),
        Width::Two => column_of::<2, T>(records, cells, all),
        Width::Four => column_of::<4, T>(records, cells, all),
        Width::Absent => {}
    }
    Ok(())
}

fn column_of<const N: usize, T: Stored>(records: &mut [u8], cells: CellLayout, all: &[T]) {
    for (record, values) in records.chunks_exact_mut(cells.record).zip(all.chunks_exact(cells.n)) {
        let record = record.get_mut(cells.at..).unwrap_or_default();
        for (cell, value) in record.chunks_mut(cells.step).zip(values) {
            let bytes = value.number().to_le_bytes();
            if let (Some(cell), Some(bytes)) = (cell.first_chunk_mut::<N>(), bytes.first_chunk::<N>()) {
                *cell = *bytes;
            }
        }
    }
}
