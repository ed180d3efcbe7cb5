//! Format document, section 3, META.

use super::string::{string, surplus};
use crate::context::Context;
use crate::model::{Chunk, Metadata, shown};
use crate::mould::each::each;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::field;
use crate::{ErrorKind, Name};

pub(super) fn meta<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (data, count) = field("count", value::<_, u32>)(data)?;
    // Each entry takes at least eight bytes in the file, and in memory at least as much as ten numbers. Reading the
    // list counts one.
    data.split((count as usize).saturating_mul(8))?;
    data.grant_elements((count as usize).saturating_mul(9))?;
    let mut entries: Vec<(Name, Vec<u8>)> = Vec::with_capacity(count as usize);
    // 32 bits are enough for what is in a chunk.
    let mut repeated: Vec<(u32, u32)> = Vec::new();
    let take = |(at, key, value): (u32, &[u8], &[u8])| {
        if entries.iter().take(MOST_COMPARED).any(|(old, _)| **old == *key) {
            repeated.push((u32::try_from(entries.len()).unwrap_or(u32::MAX), at));
        }
        entries.push((key.into(), value.to_vec()));
    };
    let (after, ()) = each("entries", count as usize, entry, 0, take)(data)?;
    for (index, at) in repeated {
        let (at, _) = data.split((at as usize).saturating_sub(data.at()))?;
        let name = || entries.get(index as usize).map_or_else(String::new, |(key, _)| shown(key));
        let error = || at.error(ErrorKind::Duplicate { what: "key", name: name() });
        at.warn_with(|| error().inside("key").inside(format!("entries[{index}]")))?;
    }
    let (after, surplus) = surplus(after)?;
    context.chunks.push(Chunk::Metadata(Metadata { entries, surplus }));
    Ok((after, ()))
}

/// How many entries are searched for duplicates of a key. Real files have one entry; the bound keeps the time linear.
const MOST_COMPARED: usize = 16;

/// Where the entry starts, its key, and its value.
fn entry(data: Input<'_>, _: u64) -> Parsed<'_, (u32, &[u8], &[u8])> {
    let at = u32::try_from(data.at()).unwrap_or(u32::MAX);
    let (data, key) = string("key")(data)?;
    let (data, value) = string("value")(data)?;
    Ok((data, (at, key, value)))
}
