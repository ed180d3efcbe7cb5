//! Reads the PRNT chunk, which holds the hierarchy. Format document, section 3.

use super::columns::{array, referents};
use super::sstr::other_version;
use super::string::surplus;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::context::Context;
use crate::model::{Chunk, Hierarchy};
use nom::Parser;

pub(super) fn prnt<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, (version, count)) =
        (field("version", value::<_, u8>), field("count", value::<_, u32>)).parse(data)?;
    context.references_at(data);
    let list = |name| referents(name, count as usize);
    let (data, (children, parents, surplus)) =
        (list(array!("children")), list(array!("parents")), surplus).parse(data)?;
    other_version(start, version.into(), &surplus)?;
    context.chunks.push(Chunk::Hierarchy(Hierarchy { version, children, parents, surplus }));
    Ok((data, ()))
}
