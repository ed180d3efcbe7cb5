//! Format document, section 3, PRNT.

use super::columns::{array, referents};
use super::sstr::other_version;
use super::string::surplus;
use crate::context::Context;
use crate::model::{Chunk, Hierarchy};
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::field;

pub(super) fn prnt<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, version) = field("version", value::<_, u8>)(data)?;
    let (data, count) = field("count", value::<_, u32>)(data)?;
    context.references_at(data);
    let (data, children) = referents(array!("children"), count as usize)(data)?;
    let (data, parents) = referents(array!("parents"), count as usize)(data)?;
    let (data, surplus) = surplus(data)?;
    other_version(start, version.into(), &surplus)?;
    context.chunks.push(Chunk::Hierarchy(Hierarchy { version, children, parents, surplus }));
    Ok((data, ()))
}
