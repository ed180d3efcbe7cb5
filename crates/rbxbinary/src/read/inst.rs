//! Format document, section 3, INST.

use super::columns::referents;
use super::string::{left_over, string};
use crate::context::Context;
use crate::model::{Chunk, Class, shown};
use crate::mould::input::{Input, Parsed, bytes, field, part, value};
use crate::{ClassId, ErrorKind};

pub(super) fn inst<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, id) = field("class id", value)(data)?;
    let (data, name) = field("class name", string)(data)?;
    let title = || shown(name);
    part(title, |data| instances(data, start, ClassId(id), name, context))(data)
}

fn instances<'a>(
    data: Input<'a>,
    start: Input<'a>,
    id: ClassId,
    name: &[u8],
    context: &mut Context<'_>,
) -> Parsed<'a, ()> {
    let (after, format) = field("object format", value::<_, u8>)(data)?;
    if format > 1 {
        let (expected, found) = ("0 or 1 as object format".into(), format.to_string());
        data.warn(ErrorKind::Unexpected { expected, found })?;
    }
    let (data, count) = field("count", value::<_, u32>)(after)?;
    context.references_at(data);
    let (data, referents) = referents("referents", count as usize)(data)?;
    // Together with its entry in the hierarchy, an instance takes as much memory as four numbers. Reading the referent
    // counted one.
    data.grant_elements((count as usize).saturating_mul(3))?;
    let n_markers = if format == 0 { 0 } else { count };
    let (data, markers) = field("service markers", bytes(n_markers as usize))(data)?;
    let (data, left_over) = left_over(data)?;
    let (name, markers) = (name.into(), markers.to_vec());
    let class = Class { id, name, format, referents, markers, left_over };
    if !context.classes.declare(&class) {
        start.warn(ErrorKind::Duplicate { what: "class", found: id.0.to_string() })?;
    }
    context.chunks.push(Chunk::Class(class));
    Ok((data, ()))
}
