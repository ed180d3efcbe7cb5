//! Reads the SSTR chunk, which holds the shared strings. Format document, section 3.

use super::string::{string, surplus};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::context::Context;
use crate::error::ErrorKind;
use crate::model::{Chunk, SharedStrings, Strings};
use nom::Parser;

pub(super) fn sstr<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let start = data;
    let (data, (version, count)) = (field("version", value), field("count", value::<_, u32>)).parse(data)?;
    // Each string takes at least 20 bytes: a hash and a length.
    data.split((count as usize).saturating_mul(20))?;
    // Exact, except for surplus bytes.
    let n_bytes = data.bytes().len().saturating_sub((count as usize).saturating_mul(20));
    let mut hashes = Vec::with_capacity(count as usize);
    let mut strings = Strings::with_capacity(count as usize, n_bytes);
    let shared = |data: Input<'a>| {
        let (data, (hash, string)) = (field("hash", value), string("string")).parse(data)?;
        hashes.push(hash);
        strings.push(string).map_err(nom::Err::Failure)?;
        Ok((data, ()))
    };
    let (data, (_, surplus)) = (list("strings", count as usize, shared), surplus).parse(data)?;
    other_version(start, version, &surplus)?;
    context.chunks.push(Chunk::SharedStrings(SharedStrings { version, hashes, strings, surplus }));
    Ok((data, ()))
}

/// Accepts an unknown version, with a warning, if no bytes are left over after reading the chunk like version 0.
pub(super) fn other_version(data: Input<'_>, version: u32, surplus: &[u8]) -> Result<(), nom::Err<Error>> {
    if version == 0 {
        return Ok(());
    }
    let kind = || ErrorKind::Unexpected { expected: "version 0".into(), found: version.to_string() };
    if surplus.is_empty() { data.warn(kind) } else { Err(data.fatal(kind())) }
}
