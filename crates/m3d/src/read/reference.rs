//! Reading of references, and lists of them. Format document, section 4.2.

use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::bytes;
use crate::common::show::Field;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{BoneIndex, Width};
use crate::wire::{CellLayout, Context, Stored, index_from, show_stored, text};
use nom::Parser;

/// Reads a reference, with a warning if it dangles.
pub(super) fn reference<'a, T: Stored>(context: &Context) -> impl Fn(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let (rest, value) = unchecked(T::width(&context.types))(input)?;
        if let Some(kind) = dangling_error(value, context) {
            input.warn(|| kind)?;
        }
        Ok((rest, value))
    }
}

/// Reads a reference, without a check that its target exists.
pub(super) fn unchecked<'a, T: Stored>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, T> {
    move |input| bytes(width.bytes()).map(index_from).parse(input)
}

/// Reads a count, which is 0 if the header marks it as absent.
pub(super) fn count<'a>(width: Width) -> impl Fn(Input<'a>) -> Parsed<'a, u32> {
    let is_absent = width == Width::Absent;
    move |input| unchecked(width).map(|BoneIndex(number)| if is_absent { 0 } else { number }).parse(input)
}

/// The layout of a column of references in a table, and its names in paths.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) cells: CellLayout,
    pub(super) table: &'static str,
    pub(super) name: &'static str,
}

/// Appends the references in a column of records to a list, and warns of the first one that dangles. References that
/// the header marks as absent take no bytes.
pub(super) fn column<T: Stored>(
    records: Input<'_>,
    column: Column,
    list: &mut Vec<T>,
    context: &Context,
) -> Checked {
    let cells = column.cells;
    let bytes = records.bytes();
    let n_records = bytes.len().checked_div(cells.record).unwrap_or_default();
    let start = list.len();
    // The list is resized first, because each push would wait for the length that the previous push stored.
    list.resize(start.saturating_add(n_records.saturating_mul(cells.n)), T::from_number(T::ABSENT));
    let values = list.get_mut(start..).unwrap_or_default();
    match T::width(&context.types) {
        Width::One => column_of::<1, T>(bytes, cells, values),
        Width::Two => column_of::<2, T>(bytes, cells, values),
        Width::Four => column_of::<4, T>(bytes, cells, values),
        Width::Absent => {}
    }
    check(records, column, values, context)
}

/// Decodes a column of values of `N` bytes. Nearly all files have one or three values per record, for which
/// this is compiled separately.
fn column_of<const N: usize, T: Stored>(records: &[u8], cells: CellLayout, values: &mut [T]) {
    match cells.n {
        1 => column_by::<N, 1, T>(records, cells, values),
        3 => column_by::<N, 3, T>(records, cells, values),
        n => {
            for (record, values) in records.chunks_exact(cells.record).zip(values.chunks_exact_mut(n)) {
                cells_of::<N, T>(record, cells, values);
            }
        }
    }
}

fn column_by<const N: usize, const PER_RECORD: usize, T: Stored>(
    records: &[u8],
    cells: CellLayout,
    values: &mut [T],
) {
    let values = values.as_chunks_mut::<PER_RECORD>().0;
    for (record, values) in records.chunks_exact(cells.record).zip(values) {
        cells_of::<N, T>(record, cells, values);
    }
}

#[inline(always)]
fn cells_of<const N: usize, T: Stored>(record: &[u8], cells: CellLayout, values: &mut [T]) {
    let mut at = cells.at;
    for value in values {
        if let Some(bytes) = record.get(at..).and_then(|rest| rest.first_chunk::<N>()) {
            *value = index_from(bytes);
        }
        at = at.saturating_add(cells.step);
    }
}

/// Decodes the values at the start of records of `stride` bytes.
pub(super) fn values<const N: usize, T: Wire<N>>(records: &[u8], stride: usize) -> Vec<T> {
    if stride == N {
        return records.as_chunks::<N>().0.iter().map(T::decode).collect();
    }
    let mut all = Vec::with_capacity(records.len().checked_div(stride).unwrap_or_default());
    all.extend(records.chunks_exact(stride).filter_map(|record| record.first_chunk::<N>()).map(T::decode));
    all
}

/// Warns of the first reference in a column that dangles.
fn check<T: Stored>(
    records: Input<'_>,
    Column { cells, table, name }: Column,
    all: &[T],
    context: &Context,
) -> Checked {
    // Counting compiles to faster code than searching for the first.
    if all.iter().filter(|value| !exists(**value, context)).count() == 0 {
        return Ok(());
    }
    match all.iter().enumerate().find(|(_, value)| !exists(**value, context)) {
        Some((i, value)) => {
            let record = i.checked_div(cells.n).unwrap_or_default();
            let slot = i.checked_rem(cells.n).unwrap_or_default();
            let input = records.split(cells.offset(i))?.0;
            input.warn_with(|| {
                let error = input.error(dangling(*value, context));
                let error = match cells.n {
                    1 => error.inside(name),
                    _ => error.inside(format!("{name}[{slot}]")),
                };
                error.inside(format!("{table}[{record}]"))
            })
        }
        None => Ok(()),
    }
}

/// Warns if a reference dangles. It is at the offset `at` in the records of `table`, in the field `name`,
/// which is empty if the field is the whole record.
#[inline]
pub(super) fn expect<T: Stored>(
    records: Input<'_>,
    at: usize,
    value: T,
    context: &Context,
    (table, record, name): (&'static str, usize, &'static str),
) -> Checked {
    if exists(value, context) {
        return Ok(());
    }
    let input = records.split(at)?.0;
    input.warn_with(|| {
        let error = input.error(dangling(value, context));
        let error = if name.is_empty() { error } else { error.inside(name) };
        error.inside(format!("{table}[{record}]"))
    })
}

pub(super) fn exists<T: Stored>(value: T, context: &Context) -> bool {
    let number = value.number();
    // The two highest numbers are −1 and −2, whatever the width was: format document, section 4.2.
    let is_sentinel = T::HAS_SENTINELS && T::IS_OPTIONAL && number >= u32::MAX - 1;
    is_sentinel || T::bound(context).is_none_or(|bound| (number as usize) < bound)
}

/// The warning about a reference that dangles.
#[inline]
pub(crate) fn dangling_error<T: Stored>(value: T, context: &Context) -> Option<ErrorKind> {
    if exists(value, context) { None } else { Some(dangling(value, context)) }
}

#[cold]
fn dangling<T: Stored>(value: T, context: &Context) -> ErrorKind {
    let bound = T::bound(context).unwrap_or_default();
    match value.number() {
        u32::MAX | 0xffff_fffe if T::HAS_SENTINELS => {
            ErrorKind::Unexpected { expected: format!("a {}", T::WHAT).into(), found: text(value) }
        }
        found => ErrorKind::OutOfRange {
            what: T::WHAT,
            found: found.into(),
            bound: bound.try_into().unwrap_or(u64::MAX),
        },
    }
}

/// Appends a reference to the fields of a record.
pub(super) fn field_of<T: Stored>(fields: &mut Vec<Field>, name: &'static str, width: Width) {
    crate::wire::field_of(fields, name, width.bytes(), show_stored::<T>);
}
