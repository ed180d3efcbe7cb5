//! Format document, section 3, PROP.

use super::chunk::string;
use super::values::values;
use crate::model::{Column, Values};
use crate::mould::output::Output;
use crate::{Error, ErrorKind};

pub(super) fn prop(data: &mut Output, column: &Column, n: Option<usize>) -> Result<(), Error> {
    data.value(&column.class.0);
    string(data, &column.name)?;
    let Some(type_id) = column.values.type_id() else { return Ok(()) };
    data.value(&type_id);
    let title = || column.name.to_string();
    let is_decoded = !matches!(column.values, Values::Raw { .. });
    match n {
        Some(expected) if is_decoded && expected != column.values.len() => {
            let found = column.values.len();
            return Err(Error::model(ErrorKind::Length { expected, found }).inside(title()));
        }
        None if is_decoded => {
            return Err(Error::model(ErrorKind::UnknownClass { id: column.class.0 }).inside(title()));
        }
        _ => {}
    }
    values(data, &column.values).map_err(|error| error.inside(title()))?;
    data.bytes(&column.left_over);
    Ok(())
}
