//! Format document, section 3, PROP.

use super::chunk::{Context, left_over, string};
use super::values::values;
use crate::model::{Chunk, ClassId, Column, Values};
use crate::mould::input::{Input, Parsed, field, or_raw, part, unknown, value};
use crate::ErrorKind;

pub(super) fn prop<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, Chunk> {
    let start = data;
    let (data, class) = field("class id", value)(data)?;
    let (data, name) = field("name", string)(data)?;
    let class = ClassId(class);
    let column = |values, left_over| Chunk::Column(Column { class, name: name.into(), values, left_over });
    // Studio wrote such columns in April 2021, and reads them.
    if data.bytes().is_empty() {
        return Ok((data, column(Values::Absent, Vec::new())));
    }
    let (data, type_id) = field("type", value::<_, u8>)(data)?;
    let raw = |data: &[u8]| Values::Raw { type_id, data: data.to_vec() };
    let Some(n) = context.class(class).map(|class| class.n_instances) else {
        start.warn(ErrorKind::UnknownClass { id: class.0 })?;
        let (data, bytes) = unknown("values")(data)?;
        return Ok((data, column(raw(bytes), Vec::new())));
    };
    if matches!(type_id, 0x13 | 0x1c | 0x22) {
        context.references_at(data);
    }
    let may_lend = context.may_lend(start.bytes().len());
    let mut warned = context.warned;
    let title = || context.title(class, name);
    let parser = |data| values(data, type_id, n, may_lend, &mut warned);
    let (data, values) = part(title, or_raw(parser, raw))(data)?;
    context.warned = warned;
    let (data, left_over) = left_over(data)?;
    Ok((data, column(values, left_over)))
}
