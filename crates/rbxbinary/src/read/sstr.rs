//! Format document, section 3, SSTR.

use super::string::{string, surplus};
use crate::context::Context;
use crate::model::{Chunk, SharedStrings, Strings};
use crate::mould::each::each;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::field;
use crate::{Error, ErrorKind};

pub(super) fn sstr<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, version) = field("version", value)(data)?;
    let (data, count) = field("count", value::<_, u32>)(data)?;
    // Each string takes at least 20 bytes: a hash and a length.
    data.split((count as usize).saturating_mul(20))?;
    // Exact, except for surplus bytes.
    let n_bytes = data.bytes().len().saturating_sub((count as usize).saturating_mul(20));
    let mut hashes = Vec::with_capacity(count as usize);
    let mut strings = Strings::with_capacity(count as usize, n_bytes);
    let mut pushed = Ok(());
    let take = |(hash, string): ([u8; 16], &[u8])| {
        hashes.push(hash);
        if let Err(error) = strings.push(string) {
            pushed = Err(error);
        }
    };
    let (data, ()) = each("strings", count as usize, shared, 0, take)(data)?;
    pushed.map_err(nom::Err::Failure)?;
    let (data, surplus) = surplus(data)?;
    other_version(start, version, &surplus)?;
    context.chunks.push(Chunk::SharedStrings(SharedStrings { version, hashes, strings, surplus }));
    Ok((data, ()))
}

fn shared(data: Input<'_>, _: u64) -> Parsed<'_, ([u8; 16], &[u8])> {
    let (data, hash) = field("hash", value)(data)?;
    let (data, string) = string("string")(data)?;
    Ok((data, (hash, string)))
}

/// An unknown version is read like version 0. That is accepted, with a warning, if no bytes are left over.
pub(super) fn other_version(data: Input<'_>, version: u32, surplus: &[u8]) -> Result<(), nom::Err<Error>> {
    if version == 0 {
        return Ok(());
    }
    let kind = || ErrorKind::Unexpected { expected: "version 0".into(), found: version.to_string() };
    if surplus.is_empty() { data.warn(kind) } else { Err(data.fatal(kind())) }
}
