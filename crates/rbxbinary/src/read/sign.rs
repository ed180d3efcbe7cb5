//! Format document, section 3, SIGN.

use super::string::{left_over, string};
use crate::context::Context;
use crate::model::{Chunk, Signature, Signatures};
use crate::mould::input::{Input, Parsed, field, part, value};

pub(super) fn sign<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (mut data, count) = field("count", value::<_, u32>)(data)?;
    // Each signature takes at least 16 bytes in the file, and in memory at least as much as six numbers.
    data.split((count as usize).saturating_mul(16))?;
    data.grant_elements((count as usize).saturating_mul(6))?;
    let mut signatures = Vec::with_capacity(count as usize);
    for i in 0..count {
        let (rest, one) = part(|| format!("signature {i}"), signature)(data)?;
        signatures.push(one);
        data = rest;
    }
    let (data, left_over) = left_over(data)?;
    context.chunks.push(Chunk::Signatures(Signatures { signatures, left_over }));
    Ok((data, ()))
}

fn signature(data: Input<'_>) -> Parsed<'_, Signature> {
    let (data, kind) = field("kind", value)(data)?;
    let (data, key) = field("key", value)(data)?;
    let (data, bytes) = field("signature", string)(data)?;
    Ok((data, Signature { kind, key, data: bytes.to_vec() }))
}
