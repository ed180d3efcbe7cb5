//! Format document, section 3, PRNT.

use super::columns::referents;
use super::sstr::other_version;
use super::string::left_over;
use crate::context::Context;
use crate::model::{Chunk, Hierarchy};
use crate::mould::input::{Input, Parsed, field, value};

pub(super) fn prnt<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, version) = field("version", value::<_, u8>)(data)?;
    let (data, count) = field("count", value::<_, u32>)(data)?;
    context.references_at(data);
    let (data, children) = referents("children", count as usize)(data)?;
    let (data, parents) = referents("parents", count as usize)(data)?;
    let (data, left_over) = left_over(data)?;
    other_version(start, version.into(), &left_over)?;
    context.chunks.push(Chunk::Hierarchy(Hierarchy { version, children, parents, left_over }));
    Ok((data, ()))
}
