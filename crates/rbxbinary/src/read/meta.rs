//! Reads the META chunk, which holds the metadata. Format document, section 3.

use super::string::{string, surplus};
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::parsers::field;
use crate::common::wire::value;
use crate::context::Context;
use crate::error::ErrorKind;
use crate::model::{Chunk, Metadata, Name, shown};
use nom::Parser;

pub(super) fn meta<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (data, count) = field("count", value::<_, u32>)(data)?;
    // Each entry takes at least eight bytes in the file, and in memory at least as much as ten numbers. Reading the
    // list counts one.
    data.split((count as usize).saturating_mul(8))?;
    data.charge_elements((count as usize).saturating_mul(9))?;
    let mut entries: Vec<(Name, Vec<u8>)> = Vec::with_capacity(count as usize);
    let entry = |data: Input<'a>| {
        let (rest, (key, value)) = (string("key"), string("value")).parse(data)?;
        if entries.iter().take(MOST_COMPARED).any(|(old, _)| **old == *key) {
            let kind = || ErrorKind::Duplicate { what: "key", name: shown(key) };
            data.warn_with(|| data.error(kind()).inside("key"))?;
        }
        entries.push((key.into(), value.to_vec()));
        Ok((rest, ()))
    };
    let (data, _) = list("entries", count as usize, entry)(data)?;
    let (data, surplus) = surplus(data)?;
    context.chunks.push(Chunk::Metadata(Metadata { entries, surplus }));
    Ok((data, ()))
}

/// The number of entries that are searched for duplicate keys. Real files have one entry; the bound keeps the time
/// linear.
const MOST_COMPARED: usize = 16;
