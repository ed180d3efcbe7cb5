//! Format document, section 3, PROP.

use super::string::{left_over, string};
use super::values::values;
use crate::ErrorKind;
use crate::context::Context;
use crate::model::{Chunk, ClassId, Column, Values};
use crate::mould::input::{Input, Parsed, field, part, remainder, unknown, value};

pub(super) fn prop<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, (class, name)) = head(data)?;
    // The column is filled in place: most columns are so small that moving one costs as much as reading it.
    context.chunks.push(Chunk::Column(Column::default()));
    let may_lend = context.may_lend(start.bytes().len());
    let Context { chunks, classes, warned, .. } = context;
    let Some(Chunk::Column(column)) = chunks.last_mut() else { return Ok((data, ())) };
    column.class = class;
    column.name.set(name);
    // A column without a type. Studio wrote such columns in April 2021, and reads them.
    if data.bytes().is_empty() {
        return Ok((data, ()));
    }
    let (data, type_id) = field("type", value::<_, u8>)(data)?;
    let raw = |data: &[u8]| Values::Raw { type_id, data: data.to_vec() };
    let title = || classes.title(class, name);
    let Some(n) = classes.get(class).map(|class| class.n_instances) else {
        return part(title, |data| {
            start.warn(ErrorKind::UnknownClass { id: class.0 })?;
            let (data, bytes) = unknown("values")(data)?;
            column.values = raw(bytes);
            Ok((data, ()))
        })(data);
    };
    let begin = data;
    let (data, ()) = part(title, |data| {
        values(data, type_id, n, may_lend, warned, &mut column.values).or_else(|error| {
            data.excuse(error)?;
            // Not named in the layout: the first of these bytes are named already.
            let (rest, bytes) = remainder(data)?;
            column.values = raw(bytes);
            Ok((rest, ()))
        })
    })(data)?;
    let (data, left_over) = match data.bytes() {
        [] => (data, Vec::new()),
        _ => part(title, left_over)(data)?,
    };
    column.left_over = left_over;
    context.references_at(begin);
    Ok((data, ()))
}

/// The class id and the property name.
fn head(data: Input<'_>) -> Parsed<'_, (ClassId, &[u8])> {
    if !data.is_recording()
        && let Some((class, name, rest)) = quick_head(data.bytes())
    {
        return Ok((data.with(rest), (class, name)));
    }
    let (data, class) = field("class id", value)(data)?;
    let (data, name) = field("name", string)(data)?;
    Ok((data, (ClassId(class), name)))
}

/// As [`head`], but faster because no field is named: files contain thousands of columns with one value. `None` if the
/// data is too short.
#[inline]
pub(super) fn quick_head(data: &[u8]) -> Option<(ClassId, &[u8], &[u8])> {
    let (class, rest) = data.split_first_chunk::<4>()?;
    let (len, rest) = rest.split_first_chunk::<4>()?;
    let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    Some((ClassId(u32::from_le_bytes(*class)), name, rest))
}
