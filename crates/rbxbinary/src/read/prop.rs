//! Format document, section 3, PROP.

use super::chunk::{Context, left_over, string};
use super::values::values;
use crate::ErrorKind;
use crate::model::{Chunk, ClassId, Column, Values};
use crate::mould::input::{Input, Parsed, field, or_raw, part, unknown, value};

pub(super) fn prop<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, (class, name)) = head(data)?;
    // Studio wrote such columns in April 2021, and reads them.
    if data.bytes().is_empty() {
        context.chunks.push(Chunk::Column(Column { class, name: name.into(), ..Column::default() }));
        return Ok((data, ()));
    }
    let (data, type_id) = field("type", value::<_, u8>)(data)?;
    let raw = |data: &[u8]| Values::Raw { type_id, data: data.to_vec() };
    let Some(n) = context.classes.get(class).map(|class| class.n_instances) else {
        let title = || context.classes.title(class, name);
        let (data, bytes) = part(title, |data| {
            start.warn(ErrorKind::UnknownClass { id: class.0 })?;
            unknown("values")(data)
        })(data)?;
        let column = Column { class, name: name.into(), values: raw(bytes), left_over: Vec::new() };
        context.chunks.push(Chunk::Column(column));
        return Ok((data, ()));
    };
    context.references_at(data);
    let may_lend = context.may_lend(start.bytes().len());
    let title = || context.classes.title(class, name);
    let parser = |data| values(data, type_id, n, may_lend, &mut context.warned);
    let (data, values) = part(title, or_raw(parser, raw))(data)?;
    let (data, left_over) = match data.bytes() {
        [] => (data, Vec::new()),
        _ => part(|| context.classes.title(class, name), left_over)(data)?,
    };
    context.chunks.push(Chunk::Column(Column { class, name: name.into(), values, left_over }));
    Ok((data, ()))
}

/// Class and property.
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

/// The same without names: files hold thousands of columns of one value. `None` if it does not fit.
#[inline]
pub(super) fn quick_head(data: &[u8]) -> Option<(ClassId, &[u8], &[u8])> {
    let (class, rest) = data.split_first_chunk::<4>()?;
    let (len, rest) = rest.split_first_chunk::<4>()?;
    let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    Some((ClassId(u32::from_le_bytes(*class)), name, rest))
}
