//! What follows the header: the blocks. Format document, sections 1 and 2.

use super::header::Entry;
use super::llsd::{At, any, document};
use super::zlib;
use super::{lod, physics, skin};
use crate::model::{Block, BlockRef, Content, Hash, Influence, MeshAsset, Piece, Surplus};
use crate::mould::block::Plain;
use crate::mould::input::{Input, Label, Parsed};
use crate::mould::show::{Look, Show};
use crate::mould::words::{field, part, remainder, surplus, unknown};
use crate::wire::{BLOCKS, md5, shown};
use crate::{Error, ErrorKind, ReadOptions};
use llsd::{Text, Value};
use nom::Err;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Where each block of the header lies.
pub(crate) type Places = Vec<Placed>;

/// Where the header says that a block lies, and where it lies: the same, cut at the end of the file.
///
/// Counted from the end of the header.
pub(crate) struct Placed {
    pub(crate) name: Text,
    offset: i64,
    size: i64,
    /// `None` if the block is absent.
    pub(crate) range: Option<Range<usize>>,
}

impl Placed {
    /// Where the block would lie if the body had so many bytes.
    pub(crate) fn in_body_of(&self, n_bytes: usize) -> Option<Range<usize>> {
        range(self.offset, self.size, n_bytes).unwrap_or_default()
    }
}

/// Blocks of a model, with which those of a file are compared.
pub(crate) struct Compared<'m> {
    blocks: HashMap<&'m [u8], BlockRef<'m>>,
    /// The names of those that hold the same.
    pub(crate) same: HashSet<Text>,
}

impl<'m> Compared<'m> {
    pub(crate) fn new(asset: &'m MeshAsset) -> Self {
        Self { blocks: asset.blocks().into_iter().collect(), same: HashSet::new() }
    }

    fn compare(&mut self, name: &Text, theirs: BlockRef<'_>) {
        if self.blocks.get(name.as_bytes()).is_some_and(|ours| ours.holds_same(theirs)) {
            self.same.insert(name.clone());
        }
    }
}

/// Reads the blocks of `entries` into `asset`, and all that is between and after them.
///
/// With `compared`, blocks are compared and then dropped: `asset` gets all but what is in them.
pub(crate) fn body<'a>(
    input: Input<'a>,
    entries: Vec<Entry<'a>>,
    options: &ReadOptions,
    asset: &mut MeshAsset,
    mut compared: Option<&mut Compared<'_>>,
) -> Parsed<'a, Places> {
    let mut placed = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let range = match range(entry.offset, entry.size, input.bytes().len()) {
            Ok(range) => range,
            Err(kind) => {
                warn_of(entry.input, &shown(entry.name.as_bytes()), kind)?;
                None
            }
        };
        placed.push((range, number, entry));
    }
    // In the order of the file, the longest first; those that are absent before them.
    placed.sort_by_key(|(range, number, _)| {
        (range.as_ref().map(|range| (range.start, Reverse(range.end))), *number)
    });
    // The block that reaches furthest, and how far.
    let (mut covered, mut last) = (0, None::<(Range<usize>, Text)>);
    let mut plain = Plain::default();
    let mut places = Vec::new();
    for (range, _, entry) in placed {
        let Entry { offset, size, .. } = entry;
        places.push(Placed { name: entry.name.clone(), offset, size, range: range.clone() });
        let compared = compared.as_deref_mut();
        let Some(range) = range else {
            put(asset, entry, None, options, &mut plain, compared)?;
            continue;
        };
        let own = input.elsewhere(input.at().saturating_add(range.start), range.len())?;
        let name = entry.name.clone();
        if range.start > covered {
            let gap = input.split(covered)?.0.split(range.start.saturating_sub(covered))?.1;
            warn_of(gap, "gap", ErrorKind::Surplus { n_bytes: gap.bytes().len() })?;
            asset.body.push(Piece::Gap(gap.bytes().to_vec()));
        }
        let shares = last.as_ref().is_some_and(|(other, _)| *other == range);
        if let Some((_, other)) = last.as_ref().filter(|_| range.start < covered) {
            // Many blocks of the same bytes are work for which the file has not paid.
            own.grant_output(range.len())
                .map_err(|error| error.map(|error| error.inside(shown(name.as_bytes()))))?;
            warn_of(own, &shown(name.as_bytes()), ErrorKind::Overlap { with: shown(other.as_bytes()) })?;
        }
        match asset.body.last_mut() {
            Some(Piece::Blocks(names)) if shares => names.push(name.clone()),
            _ => asset.body.push(Piece::Blocks(vec![name.clone()])),
        }
        put(asset, entry, Some(own), options, &mut plain, compared)?;
        if range.end > covered {
            covered = range.end;
            last = Some((range, name));
        }
    }
    let (rest, _) = input.split(covered)?;
    if !rest.bytes().is_empty() {
        let (_, bytes) = unknown("trailing")(rest)?;
        asset.trailing = bytes.to_vec();
        warn_of(rest, "trailing", ErrorKind::Surplus { n_bytes: bytes.len() })?;
    }
    if is_usual_order(&asset.body) {
        asset.body.clear();
    }
    joints(input, asset, &places)?;
    Ok((input.split(input.bytes().len())?.0, places))
}

/// Where a block lies; `None` if the header says that it is absent.
fn range(offset: i64, size: i64, body: usize) -> Result<Option<Range<usize>>, ErrorKind> {
    if size <= 0 {
        return Ok(None);
    }
    match (usize::try_from(offset), usize::try_from(size)) {
        (Ok(start), Ok(size)) if start < body => Ok(Some(start..start.saturating_add(size).min(body))),
        _ => Err(ErrorKind::OutsideFile { offset, size, body }),
    }
}

/// Warns of something that is no part with a parser.
pub(crate) fn warn_of(input: Input<'_>, name: &str, kind: ErrorKind) -> Result<(), Err<Error>> {
    input.warn_with(|| input.error(kind).inside(name.to_owned()))
}

/// Section 6: influences name joints of another block. Where one names none, the first of each face is told.
fn joints(input: Input<'_>, asset: &MeshAsset, places: &Places) -> Result<(), Err<Error>> {
    let Some(skin) = asset.skin.as_ref().and_then(Block::value) else { return Ok(()) };
    let bound = skin.n_joints();
    for (name, block) in asset.blocks() {
        let BlockRef::Lod(block) = block else { continue };
        let place = places.iter().find(|place| place.name.as_bytes() == name);
        let Some(Placed { name, range: Some(range), .. }) = place else { continue };
        for (number, face) in block.value().iter().flat_map(|lod| &lod.faces).enumerate() {
            let is_outside = |one: &&Influence| usize::from(one.joint) >= bound;
            let influences = face.weights.iter().flatten().enumerate();
            let first = influences
                .flat_map(|(vertex, all)| all.iter().enumerate().map(move |(of, one)| (vertex, of, one)));
            if let Some((vertex, of, one)) = first.into_iter().find(|(.., one)| is_outside(one)) {
                let place = input.split(range.start)?.0;
                let kind =
                    ErrorKind::OutOfRange { what: "joint", found: one.joint.into(), bound: bound as u64 };
                place.warn_with(|| {
                    let path = format!("{name}[{number}].Weights.values[{vertex}].influences[{of}].joint");
                    place.error(kind).inside(path)
                })?;
            }
        }
    }
    Ok(())
}

/// Whether blocks lie as the writer would put them on its own.
fn is_usual_order(body: &[Piece]) -> bool {
    let place = |piece: &Piece| match piece {
        Piece::Blocks(names) => match names.as_slice() {
            // Unknown blocks are in the asset in the order of the file.
            [name] => Some(BLOCKS.iter().position(|of| *name == *of).unwrap_or(BLOCKS.len())),
            _ => None,
        },
        Piece::Gap(_) => None,
    };
    let places: Option<Vec<usize>> = body.iter().map(place).collect();
    places.is_some_and(|places| places.is_sorted())
}

/// Reads a block into its field.
fn put(
    asset: &mut MeshAsset,
    entry: Entry<'_>,
    bytes: Option<Input<'_>>,
    options: &ReadOptions,
    plain: &mut Plain,
    compared: Option<&mut Compared<'_>>,
) -> Result<(), Err<Error>> {
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

/// What the format does not document.
fn value(at: At<'_, '_>) -> Result<Option<Value>, Err<Error>> {
    Ok(Some(any(at)))
}

type Filled<T> = (Content<T>, Surplus);

/// A block of what `read` reads.
fn block<T>(
    entry: Entry<'_>,
    bytes: Option<Input<'_>>,
    has_cache: bool,
    options: &ReadOptions,
    plain: &mut Plain,
    read: impl for<'a, 'd> Fn(At<'a, 'd>) -> Result<Option<T>, Err<Error>>,
) -> Result<Block<T>, Err<Error>> {
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
                input.excuse(error)?;
                // What was recorded of it stays; the rest is unread.
                Ok((Content::Raw(input.bytes().to_vec()), Surplus::default()))
            })?;
            Ok((input.split(left)?.0, (filled, hash)))
        })(bytes)?;
    let (content, surplus) = filled;
    Ok(Block { content, hash, surplus, other, order })
}

/// Section 1.3: zeros stand for a block that a viewer has not loaded.
fn is_not_loaded(input: Input<'_>) -> bool {
    input.bytes().iter().all(|byte| *byte == 0)
}

/// Section 3.1: the MD5 of the compressed bytes.
fn checked_hash(input: Input<'_>, stored: Vec<u8>) -> Result<Hash, Err<Error>> {
    let hash = md5(input.bytes());
    if stored == hash {
        return Ok(Hash::OfBlock);
    }
    if is_not_loaded(input) {
        return Ok(Hash::Other(stored));
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    input
        .warn(|| ErrorKind::Hash { expected: hex(&hash), found: hex(stored.get(..16).unwrap_or(&stored)) })?;
    Ok(Hash::Other(stored))
}

/// Zeros, as the layout shows them.
struct Zeros;

impl Show for Zeros {
    const LOOK: &'static Look = &Look::field(|bytes, _, out| write!(out, "{} zeros", bytes.len()));
}

/// Section 2.
fn content<T>(
    input: Input<'_>,
    has_cache: bool,
    options: &ReadOptions,
    plain: &mut Plain,
    read: impl for<'a, 'd> Fn(At<'a, 'd>) -> Result<Option<T>, Err<Error>>,
) -> Result<Filled<T>, Err<Error>> {
    if is_not_loaded(input) {
        let n_bytes = input.bytes().len();
        if !has_cache {
            input.warn(|| ErrorKind::NotLoaded { n_bytes })?;
        }
        field("not_loaded", |input| remainder(input).map(|(rest, _)| (rest, Zeros)))(input)?;
        return Ok((Content::NotLoaded(n_bytes), Surplus::default()));
    }
    let (_, after_stream) = surplus("after_stream")(zlib::inflate(input, plain, options)?)?;
    let mut around = Surplus { after_stream: after_stream.to_vec(), ..Surplus::default() };
    let content = input.block(input.at(), plain, |plain| {
        let (rest, value) = document(plain, options, |at| {
            Ok(match read(at)? {
                Some(value) => Content::Value(value),
                None => Content::Other(any(at)),
            })
        })?;
        around.line = value.line;
        let (rest, after_value) = surplus("after_value")(rest)?;
        around.after_value = after_value.to_vec();
        Ok((rest, value.value))
    })?;
    Ok((content, around))
}
