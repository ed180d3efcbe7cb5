//! Reads blocks. Format document, section 2.

use super::header::Entry;
use super::llsd::{ValueAt, any, document};
use super::{lod, physics, skin, zlib};
use crate::common::input::{Checked, Input};
use crate::common::kinds::counted;
use crate::common::packed::PlainBuffer;
use crate::common::parsers::{field, part, remainder, surplus};
use crate::common::show::{Show, SpanType};
use crate::common::trace::Label;
use crate::error::ErrorKind;
use crate::model::{Block, BlockRef, Content, Hash, MeshAsset, Surplus};
use crate::options::ReadOptions;
use crate::wire::{md5, shown};
use llsd::{Text, Value};
use nom::Parser;
use std::collections::{HashMap, HashSet};

/// The blocks of an asset, for comparison with those of a file.
pub(crate) struct ComparedBlocks<'m> {
    blocks: HashMap<&'m [u8], BlockRef<'m>>,
    /// The names of the blocks that have the same content in the file.
    pub(crate) same: HashSet<Text>,
}

impl<'m> ComparedBlocks<'m> {
    pub(crate) fn new(asset: &'m MeshAsset) -> Self {
        Self { blocks: asset.blocks().into_iter().collect(), same: HashSet::new() }
    }

    fn compare(&mut self, name: &Text, theirs: BlockRef<'_>) {
        if self.blocks.get(name.as_bytes()).is_some_and(|ours| ours.holds_same(theirs)) {
            self.same.insert(name.clone());
        }
    }
}

/// Reads a block, and stores it in its field of the asset.
pub(super) fn put(
    asset: &mut MeshAsset,
    entry: Entry<'_>,
    bytes: Option<Input<'_>>,
    options: &ReadOptions,
    plain: &mut PlainBuffer,
    compared: Option<&mut ComparedBlocks<'_>>,
) -> Checked {
    let name = entry.name.clone();
    let has_cache = asset.preamble.is_some();
    macro_rules! read {
        ($Kind:ident, $read:expr) => {{
            let mut block = block(entry, bytes, has_cache, options, plain, $read)?;
            if let Some(compared) = compared {
                compared.compare(&name, BlockRef::$Kind(&block));
                (block.content, block.surplus) = (Content::Absent, Surplus::default());
            }
            block
        }};
    }
    match name.as_bytes() {
        b"high_lod" => asset.high_lod = Some(read!(Lod, lod::lod)),
        b"medium_lod" => asset.medium_lod = Some(read!(Lod, lod::lod)),
        b"low_lod" => asset.low_lod = Some(read!(Lod, lod::lod)),
        b"lowest_lod" => asset.lowest_lod = Some(read!(Lod, lod::lod)),
        b"physics_mesh" => asset.physics_mesh = Some(read!(Lod, lod::lod)),
        b"physics_shape" => asset.physics_shape = Some(read!(Lod, lod::lod)),
        b"physics_convex" => asset.physics_convex = Some(read!(Convex, physics::convex)),
        b"physics_havok" => asset.physics_havok = Some(read!(Value, value)),
        b"skin" => asset.skin = Some(read!(Skin, skin::skin)),
        _ => {
            let block = read!(Value, value);
            asset.unknown.push((name, block));
        }
    }
    Ok(())
}

/// Reads an undocumented block.
fn value(at: ValueAt<'_, '_>) -> Checked<Option<Value>> {
    any(at).map(Some)
}

type Filled<T> = (Content<T>, Surplus);

/// Reads a block, of which `read` reads the content.
fn block<T>(
    entry: Entry<'_>,
    bytes: Option<Input<'_>>,
    has_cache: bool,
    options: &ReadOptions,
    plain: &mut PlainBuffer,
    read: impl for<'a, 'd> Fn(ValueAt<'a, 'd>) -> Checked<Option<T>>,
) -> Checked<Block<T>> {
    let Entry { key, size, other, order, .. } = entry;
    let name = entry.name.as_bytes();
    let Some(bytes) = bytes else {
        let hash = entry.hash.map(Hash::Other);
        return Ok(Block { content: Content::Absent, hash, surplus: Surplus::default(), other, order });
    };
    let (_, (filled, hash)) =
        part((Label { text: key, ..Label::default() }, || shown(name)), |input: Input<'_>| {
            let needed = usize::try_from(size).unwrap_or_default();
            let left = input.bytes().len();
            if left < needed {
                input.warn(|| ErrorKind::UnexpectedEnd { needed, left })?;
            }
            let hash = entry.hash.clone().map(|hash| checked_hash(input, hash)).transpose()?;
            let filled = content(input, has_cache, options, plain, &read).or_else(|error| {
                input.recover(error)?;
                // The spans of the part that was read stay in the trace; the rest is unread.
                Ok((Content::Raw(input.bytes().to_vec()), Surplus::default()))
            })?;
            Ok((input.split(left)?.0, (filled, hash)))
        })(bytes)?;
    let (content, surplus) = filled;
    Ok(Block { content, hash, surplus, other, order })
}

/// Returns true for a block of zeros, which a viewer has not loaded: format document, section 1.3.
fn is_not_loaded(input: Input<'_>) -> bool {
    input.bytes().iter().all(|byte| *byte == 0)
}

/// Compares a stored hash with the MD5 of the compressed bytes: format document, section 3.1.
fn checked_hash(input: Input<'_>, stored: Vec<u8>) -> Checked<Hash> {
    let hash = md5(input.bytes());
    if stored == hash {
        return Ok(Hash::OfBlock);
    }
    // In a cache, the header already has the hash of the block that will be loaded.
    if is_not_loaded(input) {
        return Ok(Hash::Other(stored));
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    input
        .warn(|| ErrorKind::Hash { expected: hex(&hash), found: hex(stored.get(..16).unwrap_or(&stored)) })?;
    Ok(Hash::Other(stored))
}

/// Zeros; traces show their number.
struct Zeros;

impl Show for Zeros {
    const SPAN_TYPE: &'static SpanType =
        &SpanType::field(|bytes, _, out| write!(out, "{}", counted(bytes.len(), "zero")));
}

/// Reads the content of a block: format document, section 2.
fn content<T>(
    input: Input<'_>,
    has_cache: bool,
    options: &ReadOptions,
    plain: &mut PlainBuffer,
    read: impl for<'a, 'd> Fn(ValueAt<'a, 'd>) -> Checked<Option<T>>,
) -> Checked<Filled<T>> {
    if is_not_loaded(input) {
        let n_bytes = input.bytes().len();
        // Outside a viewer's cache, a block of zeros is an error.
        if !has_cache {
            input.warn(|| ErrorKind::NotLoaded { n_bytes })?;
        }
        field("not_loaded", |input| remainder.map(|_| Zeros).parse(input))(input)?;
        return Ok((Content::NotLoaded(n_bytes), Surplus::default()));
    }
    // A skipped block need not be decompressed, because nothing after it depends on its content.
    if input.source.reading.is_paused.get() {
        return Ok((Content::Raw(input.bytes().to_vec()), Surplus::default()));
    }
    let (_, after_stream) = surplus("after_stream")(zlib::unpack(input, plain)?)?;
    let mut around = Surplus { after_stream: after_stream.to_vec(), ..Surplus::default() };
    let content = input.read_inner(input.position(), plain, |plain| {
        let (rest, value) = document(plain, options, |at| {
            Ok(match read(at)? {
                Some(value) => Content::Value(value),
                None => Content::Other(any(at)?),
            })
        })?;
        around.line = value.line;
        let (rest, after_value) = surplus("after_value")(rest)?;
        around.after_value = after_value.to_vec();
        Ok((rest, value.value))
    })?;
    Ok((content, around))
}
