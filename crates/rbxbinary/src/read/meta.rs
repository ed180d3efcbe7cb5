//! Format document, section 3, META.

use super::string::{left_over, string};
use super::warn_with;
use crate::context::Context;
use crate::model::{Chunk, Metadata, shown};
use crate::mould::input::{Input, Parsed, field, part, value};
use crate::{ErrorKind, Name};

pub(super) fn meta<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (mut data, count) = field("count", value::<_, u32>)(data)?;
    // Each entry takes at least eight bytes in the file, and in memory at least as much as six numbers.
    data.split((count as usize).saturating_mul(8))?;
    data.grant_elements((count as usize).saturating_mul(6))?;
    let mut entries: Vec<(Name, Vec<u8>)> = Vec::with_capacity(count as usize);
    for i in 0..count {
        let (rest, (key, value)) = part(|| format!("entry {i}"), entry)(data)?;
        if entries.iter().take(MOST_COMPARED).any(|(old, _)| **old == *key) {
            warn_with(data, || data.error(ErrorKind::Duplicate { what: "key", found: shown(key) }))?;
        }
        entries.push((key.into(), value.to_vec()));
        data = rest;
    }
    let (data, left_over) = left_over(data)?;
    context.chunks.push(Chunk::Metadata(Metadata { entries, left_over }));
    Ok((data, ()))
}

/// How many entries are searched for duplicates of a key. Real files have one entry; the bound keeps the time linear.
const MOST_COMPARED: usize = 16;

fn entry(data: Input<'_>) -> Parsed<'_, (&[u8], &[u8])> {
    let (data, key) = field("key", string)(data)?;
    let (data, value) = field("value", string)(data)?;
    Ok((data, (key, value)))
}
