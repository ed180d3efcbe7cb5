//! Reads the SIGN chunk, which holds signatures. Format document, section 3.

use super::string::{string, surplus};
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::context::Context;
use crate::model::{Chunk, Signature, Signatures};
use nom::Parser;

pub(super) fn sign<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (data, count) = field("count", value::<_, u32>)(data)?;
    // Each signature takes at least 16 bytes in the file, and in memory as much as ten numbers, three times while the list
    // grows. Reading the list counts one.
    data.split((count as usize).saturating_mul(16))?;
    data.charge_elements((count as usize).saturating_mul(29))?;
    let (data, (signatures, surplus)) =
        (list("signatures", count as usize, signature), surplus).parse(data)?;
    context.chunks.push(Chunk::Signatures(Signatures { signatures, surplus }));
    Ok((data, ()))
}

fn signature(data: Input<'_>) -> Parsed<'_, Signature> {
    (field("kind", value), field("key", value), string("data"))
        .map(|(kind, key, data)| Signature { kind, key, data: data.to_vec() })
        .parse(data)
}
