//! Format document, section 3, SSTR.

use super::string::{left_over, string};
use crate::context::Context;
use crate::model::{Chunk, SharedStrings, Strings};
use crate::mould::input::{Input, Parsed, field, part, value};
use crate::{Error, ErrorKind};

pub(super) fn sstr<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, version) = field("version", value)(data)?;
    let (mut data, count) = field("count", value::<_, u32>)(data)?;
    // Each string takes at least 20 bytes: a hash and a length.
    data.split((count as usize).saturating_mul(20))?;
    data.grant_elements(count as usize)?;
    // Exact, except for left-over bytes.
    let n_bytes = data.bytes().len().saturating_sub((count as usize).saturating_mul(20));
    let mut hashes = Vec::with_capacity(count as usize);
    let mut strings = Strings::with_capacity(count as usize, n_bytes);
    for i in 0..count {
        let (rest, (hash, string)) = part(|| format!("string {i}"), shared)(data)?;
        hashes.push(hash);
        strings.push(string).map_err(nom::Err::Failure)?;
        data = rest;
    }
    let (data, left_over) = left_over(data)?;
    other_version(start, version, &left_over)?;
    context.chunks.push(Chunk::SharedStrings(SharedStrings { version, hashes, strings, left_over }));
    Ok((data, ()))
}

fn shared(data: Input<'_>) -> Parsed<'_, ([u8; 16], &[u8])> {
    let (data, hash) = field("hash", value)(data)?;
    let (data, string) = field("string", string)(data)?;
    Ok((data, (hash, string)))
}

/// An unknown version is read like version 0. That is accepted, with a warning, if no bytes are left over.
pub(super) fn other_version(data: Input<'_>, version: u32, left_over: &[u8]) -> Result<(), nom::Err<Error>> {
    if version == 0 {
        return Ok(());
    }
    let kind = ErrorKind::Unexpected { expected: "version 0".into(), found: version.to_string() };
    if left_over.is_empty() { data.warn(kind) } else { Err(data.fatal(kind)) }
}
