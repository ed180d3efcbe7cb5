//! Format document, section 3, SIGN.

use super::string::{string, surplus};
use crate::context::Context;
use crate::model::{Chunk, Signature, Signatures};
use crate::mould::each::each;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::field;

pub(super) fn sign<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (data, count) = field("count", value::<_, u32>)(data)?;
    // Each signature takes at least 16 bytes in the file, and in memory at least as much as ten numbers. Reading the
    // list counts one.
    data.split((count as usize).saturating_mul(16))?;
    data.grant_elements((count as usize).saturating_mul(9))?;
    let mut signatures = Vec::with_capacity(count as usize);
    let (data, ()) = each("signatures", count as usize, signature, 0, |one| signatures.push(one))(data)?;
    let (data, surplus) = surplus(data)?;
    context.chunks.push(Chunk::Signatures(Signatures { signatures, surplus }));
    Ok((data, ()))
}

fn signature(data: Input<'_>, _: u64) -> Parsed<'_, Signature> {
    let (data, kind) = field("kind", value)(data)?;
    let (data, key) = field("key", value)(data)?;
    let (data, bytes) = string("data")(data)?;
    Ok((data, Signature { kind, key, data: bytes.to_vec() }))
}
