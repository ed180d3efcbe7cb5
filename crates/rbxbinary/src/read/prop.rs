//! Reads the PROP chunk, which holds a column. Format document, section 3.

use super::string::{string, surplus};
use super::values::values;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, remainder, unknown};
use crate::common::wire::value;
use crate::context::Context;
use crate::error::ErrorKind;
use crate::model::{Chunk, ClassId, Column, Values};

pub(super) fn prop<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, (class, name)) = head(data)?;
    // The column is filled in place: most columns are so small that moving one costs as much as reading it.
    context.chunks.push(Chunk::Column(Column::default()));
    let Context { chunks, classes, warned, may_lend, .. } = context;
    let Some(Chunk::Column(column)) = chunks.last_mut() else { return Ok((data, ())) };
    column.class = class;
    column.name.set(name);
    // A column without a type. Studio wrote such columns in April 2021, and reads them.
    if data.bytes().is_empty() {
        return Ok((data, ()));
    }
    let (data, type_id) = field("type", value::<_, u8>)(data)?;
    let raw = |data: &[u8]| Values::Raw { type_id, data: data.to_vec() };
    // The number of values is that of the instances of the class. Format document, section 3, PROP.
    let Some(n) = classes.get(class).map(|class| class.n_instances) else {
        start.warn(|| ErrorKind::UnknownClass { id: class.0 })?;
        let (data, bytes) = unknown("values")(data)?;
        column.values = raw(bytes);
        return Ok((data, ()));
    };
    let begin = data;
    let (data, ()) = values(data, type_id, n, *may_lend, warned, &mut column.values).or_else(|error| {
        data.recover(error)?;
        // Without a name: the first of these bytes have names already.
        let (rest, bytes) = remainder(data)?;
        column.values = raw(bytes);
        Ok((rest, ()))
    })?;
    let data = if data.bytes().is_empty() {
        data
    } else {
        let (rest, surplus) = surplus(data)?;
        column.surplus = surplus;
        rest
    };
    context.references_at(begin);
    Ok((start.with(data.bytes()), ()))
}

/// Reads the class id and the property name.
#[inline(always)]
pub(super) fn head(data: Input<'_>) -> Parsed<'_, (ClassId, &[u8])> {
    // Read for each of thousands of short chunks: a tuple of nom's is a call each time.
    let (data, class) = field("class", value)(data)?;
    let (data, name) = string("name")(data)?;
    Ok((data, (ClassId(class), name)))
}
