//! Reads the INST chunk, which declares a class and its instances. Format document, section 3.

use super::columns::{array, referents};
use super::string::{string, surplus};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::wire::{Wire, records, value};
use crate::context::Context;
use crate::error::ErrorKind;
use crate::model::{Chunk, Class, ClassId};
use nom::Parser;

pub(super) fn inst<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, (id, name)) = (field("id", value).map(ClassId), string("name")).parse(data)?;
    let (after, format) = field("format", value::<_, u8>)(data)?;
    // Anything else is read as 1. Format document, section 8.
    if format > 1 {
        let (expected, found) = ("0 or 1 as object format".into(), format.to_string());
        data.warn(|| ErrorKind::Unexpected { expected, found })?;
    }
    let (data, count) = field("count", value::<_, u32>)(after)?;
    context.references_at(data);
    let (data, referents) = referents(array!("referents"), count as usize)(data)?;
    // Together with its entry in the hierarchy, an instance takes as much memory as four numbers. Reading the referent
    // counted one.
    data.charge_elements((count as usize).saturating_mul(3))?;
    let n_markers = if format == 0 { 0 } else { count };
    let (data, (markers, surplus)) =
        (records("markers", n_markers as usize, 1, u8::TABLE, 0), surplus).parse(data)?;
    let (name, markers) = (name.into(), markers.to_vec());
    let class = Class { id, name, format, referents, markers, surplus };
    // Both are kept, and columns belong to the first. Format document, section 8.
    if !context.declare(&class) {
        start.warn(|| ErrorKind::Duplicate { what: "class", name: id.to_string() })?;
    }
    context.chunks.push(Chunk::Class(class));
    Ok((data, ()))
}
