//! Writes the PROP chunk, which holds a column. Format document, section 3.

use super::string::string;
use super::values::values;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{Column, Values};

pub(super) fn prop(data: &mut Output, column: &Column, n: Option<usize>) -> Result<(), Error> {
    head(data, column, n)?;
    values(data, &column.values)?;
    data.bytes(&column.surplus);
    Ok(())
}

/// The payload, if the buffer of the column's strings still holds all of it, unchanged. Most of a place is scripts, and
/// copying them would cost as much as comparing them.
pub(super) fn lent<'c>(
    data: &mut Output,
    column: &'c Column,
    n: Option<usize>,
) -> Result<Option<&'c [u8]>, Error> {
    let (Values::String(all) | Values::Bytecode(all)) = &column.values else { return Ok(None) };
    let Some(whole) = all.whole().filter(|_| column.surplus.is_empty()) else { return Ok(None) };
    head(data, column, n)?;
    // The bytes before the first string must be exactly the head that would be written.
    let is_payload = whole.len() > data.0.len()
        && all.wire().is_some_and(|wire| {
            whole.len().checked_sub(wire.len()) == Some(data.0.len()) && whole.starts_with(&data.0)
        });
    Ok(is_payload.then_some(whole))
}

/// Writes everything before the values.
fn head(data: &mut Output, column: &Column, n: Option<usize>) -> Result<(), Error> {
    data.value(&column.class.0);
    string(data, &column.name)?;
    let Some(type_id) = column.values.type_id() else {
        // Readers would take left-over bytes for a type and values.
        let n_bytes = column.surplus.len();
        return match n_bytes {
            0 => Ok(()),
            _ => Err(Error::model(ErrorKind::Surplus { n_bytes })),
        };
    };
    data.value(&type_id);
    let is_decoded = !matches!(column.values, Values::Raw { .. });
    match n {
        Some(expected) if is_decoded && expected != column.values.len() => {
            let found = column.values.len();
            Err(Error::model(ErrorKind::Mismatch { what: "values", found, expected }))
        }
        // The number of values cannot be known without the class.
        None if is_decoded => Err(Error::model(ErrorKind::UnknownClass { id: column.class.0 })),
        _ => Ok(()),
    }
}
