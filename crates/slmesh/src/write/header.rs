//! Writes the header. Format document, sections 1 and 3.

use super::body::Frames;
use super::count;
use super::llsd::{Entries, date, document, integer, list, text, uuid};
use crate::common::error::Error;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{BlockRef, Hash, MeshAsset};
use crate::options::{Hashes, WriteOptions};
use crate::read;
use crate::wire::{BLOCKS, CACHE_VERSION, CacheHead, md5, shown};
use llsd::{Map, Value};
use std::collections::HashSet;

/// Keys of the header that are never blocks.
const FIELDS: [&[u8]; 5] = [b"version", b"creator", b"date", b"submodel_id", b"material_list"];

/// A key of the header that can also be a block.
const COSTS: &str = "physics_cost_data";

/// Writes the preamble of a viewer's cache: format document, section 1.3.
pub(crate) fn preamble(out: &mut Vec<u8>, asset: &MeshAsset, header: &[u8]) -> Result<(), Error> {
    if let Some(preamble) = asset.preamble {
        // Readers recognise a preamble by the byte after it.
        if !matches!(header, [b'{' | b'<', ..]) {
            let kind = ErrorKind::Malformed { expected: "a line that begins with <" };
            return Err(Error::model(kind).inside("line").inside("header"));
        }
        let header_size = count(header.len(), "header")?;
        let head = CacheHead { version: CACHE_VERSION, header_size, flags: preamble.flags };
        out.extend_from_slice(&head.encode());
    }
    Ok(())
}

/// Checks that each block has a different key, and that nothing else would be read as a block.
pub(crate) fn check_names(asset: &MeshAsset) -> Result<(), Error> {
    let refuse = |name: &[u8], expected: &'static str, found: &str| {
        let kind = ErrorKind::Unexpected { expected: expected.into(), found: found.into() };
        Err(Error::model(kind).inside(shown(name)).inside("header"))
    };
    let mut names: HashSet<&[u8]> = BLOCKS.iter().map(|name| name.as_bytes()).collect();
    for (name, _) in &asset.unknown {
        let is_field =
            FIELDS.contains(&name.as_bytes()) || (*name == COSTS && asset.physics_cost_data.is_some());
        if is_field || !names.insert(name.as_bytes()) {
            return refuse(name.as_bytes(), "a name of its own", "a block with that of another");
        }
    }
    // Blocks and fields take precedence over keys of the same name.
    let present: HashSet<&[u8]> = asset.blocks().into_iter().map(|(name, _)| name).collect();
    for (key, value) in asset.other.iter().filter(|(key, _)| !FIELDS.contains(&key.as_bytes())) {
        let is_taken =
            present.contains(key.as_bytes()) || (*key == COSTS && asset.physics_cost_data.is_some());
        let is_integer = |key| matches!(value.get(key), Some(Value::Integer(_)));
        let is_block =
            (is_integer("offset") && is_integer("size")) || BLOCKS.iter().any(|name| *key == **name);
        if matches!(value, Value::Map(_)) && is_block && !is_taken {
            return refuse(key.as_bytes(), "something other than a block", "a place and a size");
        }
    }
    Ok(())
}

/// Writes the header map, with the entries of the blocks: format document, section 3.
pub(crate) fn header(
    asset: &MeshAsset,
    frames: &Frames<'_>,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    document(&asset.line, &Value::Map(entries_of(asset, frames, options)?))
}

pub(crate) fn entries_of(
    asset: &MeshAsset,
    frames: &Frames<'_>,
    options: &WriteOptions,
) -> Result<Map, Error> {
    let mut map = fields(asset);
    for (name, block) in asset.blocks() {
        let place = |error: Error| error.inside(shown(name));
        map.computed(name, entry(name, block, frames, options).map_err(place)?);
    }
    Ok(map.finish())
}

/// The entries of the header that are not blocks.
pub(crate) fn fields(asset: &MeshAsset) -> Entries<'_> {
    let mut map = Entries::new(&asset.other, &asset.order);
    map.known("version", &asset.version, integer, read::llsd::integer);
    map.known("creator", &asset.creator, uuid, read::llsd::uuid);
    map.known("date", &asset.date, date, read::llsd::date);
    map.known("submodel_id", &asset.submodel_id, integer, read::llsd::integer);
    map.known("material_list", &asset.material_list, list(text), |at| read::llsd::list(at, read::llsd::text));
    let cost_data = &asset.physics_cost_data;
    map.known("physics_cost_data", cost_data, |map| map.clone().into(), read::header::any_map);
    map
}

/// Writes the entry of a block: format document, section 3.1.
fn entry(
    name: &[u8],
    block: BlockRef<'_>,
    frames: &Frames<'_>,
    options: &WriteOptions,
) -> Result<Map, Error> {
    let mut map = Entries::new(block.other(), block.order());
    let frame = frames.get(name);
    let range = frame.as_ref().map_or(0..0, |(range, _)| range.clone());
    map.computed("offset", count::<i32>(range.start, "offset")?);
    map.computed("size", count::<i32>(range.len(), "size")?);
    let is_recomputed = options.hashes == Hashes::Recompute && block.is_loaded();
    let hash = match (block.hash(), frame) {
        _ if options.hashes == Hashes::Drop => None,
        // The hash is of the compressed bytes, which may have changed: format document, section 3.1.
        (Some(Hash::OfBlock), Some((_, bytes))) => Some(md5(bytes).to_vec()),
        (Some(Hash::Other(_)), Some((_, bytes))) if is_recomputed => Some(md5(bytes).to_vec()),
        (Some(Hash::Other(stored)), _) => Some(stored.clone()),
        (Some(Hash::OfBlock), None) | (None, _) => None,
    };
    if let Some(hash) = hash {
        map.computed("hash", hash);
    }
    Ok(map.finish())
}
