//! Reads the header. Format document, sections 1 and 3.

use super::llsd::{
    FieldValue, KeyUse, ValueAt, any, binary, date, document, integer, known, list, map, text, uuid,
};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{field, part, remainder};
use crate::common::show::in_quotes;
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{MeshAsset, Preamble};
use crate::options::ReadOptions;
use crate::wire::{BLOCKS, CacheHead};
use llsd::{Kind, Map, Text};
use nom::Parser;
use nom::combinator::cond;

/// The last version that the viewer reads. It treats assets of later versions as not found.
pub(crate) const LAST_VERSION: i32 = 999;

/// The entry of a block in the header map.
pub(crate) struct Entry<'a> {
    pub(crate) name: Text,
    /// The key, as bytes of the input.
    pub(crate) key: &'a [u8],
    /// The position of the entry.
    pub(crate) input: Input<'a>,
    pub(crate) offset: i64,
    pub(crate) size: i64,
    pub(crate) hash: Option<Vec<u8>>,
    pub(crate) other: Map,
    pub(crate) order: Vec<Text>,
}

/// Reads the preamble of a viewer's cache: format document, section 1.3.
pub(crate) fn preamble(input: Input<'_>) -> Parsed<'_, Option<CacheHead>> {
    // A preamble is version 1, size and flags, and then the start of a header: LLSD never begins with a byte of 1.
    let is_there = matches!(input.bytes(), [1, 0, 0, 0, _, _, _, _, _, _, _, _, b'{' | b'<', ..]);
    cond(is_there, field("preamble", value)).parse(input)
}

/// Reads the header map, and the entries of the blocks: format document, section 3.
pub(crate) fn header<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    asset: &mut MeshAsset,
) -> Parsed<'a, Vec<Entry<'a>>> {
    let mut entries = Vec::new();
    let (rest, read) = part("header", |input: Input<'a>| {
        // For a file that is no asset at all, the first bytes say more than an error of the LLSD reader.
        if !matches!(input.bytes().trim_ascii_start(), [b'{' | b'<' | 0xef, ..]) {
            let found = in_quotes(input.bytes().get(..4).unwrap_or(input.bytes()));
            return Err(input.fatal(ErrorKind::Unexpected { expected: "a map".into(), found }));
        }
        document(input, options, |at| {
            if !at.is(Kind::Map) {
                let found = format!("{:?}", at.node.kind()).to_lowercase();
                return Err(at.input().fatal(ErrorKind::Unexpected { expected: "a map".into(), found }));
            }
            entries_of(at, asset, &mut entries)
        })
    })(input)?;
    asset.line = read.line;
    Ok((rest, entries))
}

fn entries_of<'a>(at: ValueAt<'a, '_>, asset: &mut MeshAsset, entries: &mut Vec<Entry<'a>>) -> Checked {
    (asset.other, asset.order) = map(at, |key, at| {
        Ok(match key {
            b"version" => {
                let fate = known(&mut asset.version, integer(at)?);
                if let Some(version) = asset.version.filter(|version| *version > LAST_VERSION) {
                    let expected = format!("a version up to {LAST_VERSION}").into();
                    at.input().warn(|| ErrorKind::Unexpected { expected, found: version.to_string() })?;
                }
                fate
            }
            b"creator" => known(&mut asset.creator, uuid(at)?),
            b"date" => known(&mut asset.date, date(at)?),
            b"submodel_id" => known(&mut asset.submodel_id, integer(at)?),
            b"material_list" => known(&mut asset.material_list, list(at, text)?),
            // The public page lists physics_cost_data as a block, too.
            _ if is_block(key, at) => {
                entries.push(entry(Text::from(key), at)?);
                KeyUse::Field
            }
            b"physics_cost_data" => known(&mut asset.physics_cost_data, any_map(at)?),
            _ => {
                if BLOCKS.iter().any(|name| name.as_bytes() == key) {
                    at.warn_of_kind("a map")?;
                }
                KeyUse::Unknown
            }
        })
    })?;
    Ok(())
}

/// Returns true for the entry of a block. It is a map that has an offset and a size, or whose key is the name of a
/// block.
fn is_block(key: &[u8], at: ValueAt<'_, '_>) -> bool {
    let has = |key| at.get(key).is_some_and(|value| value.is(Kind::Integer));
    at.is(Kind::Map) && (BLOCKS.iter().any(|name| name.as_bytes() == key) || (has("offset") && has("size")))
}

/// Reads the entry of a block. Missing integers are 0, as in the viewer. Format document, section 3.1.
fn entry<'a>(name: Text, at: ValueAt<'a, '_>) -> Checked<Entry<'a>> {
    let (mut offset, mut size, mut hash) = (None, None, None);
    let (other, mut order) = map(at, |key, at| {
        Ok(match key {
            b"offset" => number(&mut offset, at)?,
            b"size" => number(&mut size, at)?,
            b"hash" => known(&mut hash, binary(at, hash_bytes)?),
            _ => KeyUse::Unknown,
        })
    })?;
    if !order.is_empty() {
        // Missing keys get the place where the writer puts them.
        let missing = [("offset", offset.is_none()), ("size", size.is_none())];
        order.extend(missing.iter().filter(|(_, is_missing)| *is_missing).map(|(key, _)| Text::from(*key)));
    }
    let number = |number: Option<i32>| i64::from(number.unwrap_or_default());
    let key = at.key(name.as_bytes());
    Ok(Entry { name, key, input: at.input(), offset: number(offset), size: number(size), hash, other, order })
}

fn hash_bytes(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    field("bytes", remainder).map(<[u8]>::to_vec).parse(input)
}

/// Reads an offset or a size. Its stored form is not kept, because these numbers are recomputed when writing.
fn number(slot: &mut Option<i32>, at: ValueAt<'_, '_>) -> Checked<KeyUse> {
    *slot = integer(at)?.value;
    Ok(KeyUse::Field)
}

/// Reads a map that is kept unchanged.
pub(crate) fn any_map(at: ValueAt<'_, '_>) -> Checked<FieldValue<Map>> {
    match any(at)? {
        llsd::Value::Map(map) => Ok(FieldValue { value: Some(map), is_usual: true }),
        _ => {
            at.warn_of_kind("a map")?;
            Ok(FieldValue { value: None, is_usual: false })
        }
    }
}

/// Checks that the preamble matches the header after it.
pub(crate) fn check_preamble(
    input: Input<'_>,
    head: Option<CacheHead>,
    header_size: usize,
) -> Checked<Option<Preamble>> {
    let Some(CacheHead { header_size: stated, flags, .. }) = head else { return Ok(None) };
    if stated as usize != header_size {
        let expected = format!("the header's size, {header_size}").into();
        input.warn(|| ErrorKind::Unexpected { expected, found: stated.to_string() })?;
    }
    Ok(Some(Preamble { flags }))
}
