//! Reads the blocks after the header. Format document, section 1.

use super::block::{ComparedBlocks, put};
use super::header::Entry;
use crate::common::input::{Checked, Input, Parsed};
use crate::common::packed::PlainBuffer;
use crate::common::parsers::unknown;
use crate::error::ErrorKind;
use crate::model::{Block, BlockRef, Influence, MeshAsset, Piece};
use crate::options::ReadOptions;
use crate::wire::{BLOCKS, shown};
use llsd::Text;
use std::cmp::Reverse;
use std::ops::Range;

/// The positions of the blocks, as the header states them.
pub(crate) type Places = Vec<Placed>;

/// The position and size of a block according to the header, and the part of that range that lies in the file.
/// Positions count from the end of the header.
pub(crate) struct Placed {
    pub(crate) name: Text,
    offset: i64,
    size: i64,
    /// The range within the file; `None` if the block is absent.
    pub(crate) range: Option<Range<usize>>,
}

impl Placed {
    /// The range of the block in a body of `n_bytes` bytes; `None` if the block is absent.
    pub(crate) fn in_body_of(&self, n_bytes: usize) -> Option<Range<usize>> {
        range(self.offset, self.size, n_bytes).unwrap_or_default()
    }
}

/// Reads the blocks of `entries`, and everything between and after them, into `asset`.
///
/// If `compared` is given, blocks are compared and then dropped: `asset` gets everything except their contents.
pub(crate) fn body<'a>(
    input: Input<'a>,
    entries: Vec<Entry<'a>>,
    options: &ReadOptions,
    asset: &mut MeshAsset,
    mut compared: Option<&mut ComparedBlocks<'_>>,
) -> Parsed<'a, Places> {
    let mut covered = CoveredBytes::default();
    let mut plain = PlainBuffer::default();
    let mut places = Vec::new();
    for (range, entry) in in_order_of_file(input, entries)? {
        let Entry { offset, size, .. } = entry;
        places.push(Placed { name: entry.name.clone(), offset, size, range: range.clone() });
        let bytes = match &range {
            Some(range) => {
                covered.gap(input, range, asset)?;
                let (from, _) = input.split(range.start)?;
                Some(from.split(range.len())?.1)
            }
            None => None,
        };
        if let (Some(bytes), Some(range)) = (bytes, range) {
            covered.add(bytes, range, &entry.name, asset)?;
        }
        put(asset, entry, bytes, options, &mut plain, compared.as_deref_mut())?;
    }
    let (rest, _) = input.split(covered.end)?;
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

/// An entry and the range of its block; `None` if the block is absent.
type WithRange<'a> = (Option<Range<usize>>, Entry<'a>);

/// Sorts entries by the ranges of their blocks: absent blocks first, then by position, and the longest first at the
/// same position.
fn in_order_of_file<'a>(input: Input<'a>, entries: Vec<Entry<'a>>) -> Checked<Vec<WithRange<'a>>> {
    let mut placed = Vec::with_capacity(entries.len());
    for entry in entries {
        let range = match range(entry.offset, entry.size, input.bytes().len()) {
            Ok(range) => range,
            Err(kind) => {
                warn_of(entry.input, &shown(entry.name.as_bytes()), kind)?;
                None
            }
        };
        placed.push((range, entry));
    }
    // The sort is stable, so that blocks that share bytes keep the order of the header.
    placed.sort_by_key(|(range, _)| range.as_ref().map(|range| (range.start, Reverse(range.end))));
    Ok(placed)
}

/// The part of the body that the blocks read so far cover.
#[derive(Default)]
struct CoveredBytes {
    end: usize,
    /// The block that ends last.
    last: Option<(Range<usize>, Text)>,
    n_gaps: usize,
}

impl CoveredBytes {
    /// Keeps the bytes before a block that do not belong to any block.
    fn gap(&mut self, input: Input<'_>, block: &Range<usize>, asset: &mut MeshAsset) -> Checked {
        let Some(len @ 1..) = block.start.checked_sub(self.end) else { return Ok(()) };
        let gap = input.split(self.end)?.0.split(len)?.1;
        let (_, bytes) = unknown(("gaps", self.n_gaps))(gap)?;
        warn_of(gap, &format!("gaps[{}]", self.n_gaps), ErrorKind::Surplus { n_bytes: len })?;
        self.n_gaps = self.n_gaps.saturating_add(1);
        asset.body.push(Piece::Gap(bytes.to_vec()));
        Ok(())
    }

    /// Records the position of a block in the body, and warns if it overlaps another.
    fn add(&mut self, bytes: Input<'_>, range: Range<usize>, name: &Text, asset: &mut MeshAsset) -> Checked {
        let overlapped = self.last.as_ref().filter(|_| range.start < self.end);
        if let Some((_, other)) = overlapped {
            // This bounds the total work: otherwise many blocks could have the same bytes decompressed over and over.
            let charged = bytes.charge_output(range.len());
            charged.map_err(|error| error.map(|error| error.inside(shown(name.as_bytes()))))?;
            let kind = ErrorKind::Overlap { with: shown(other.as_bytes()) };
            warn_of(bytes, &shown(name.as_bytes()), kind)?;
        }
        let shares_all = overlapped.is_some_and(|(other, _)| *other == range);
        match asset.body.last_mut() {
            Some(Piece::Blocks(names)) if shares_all => names.push(name.clone()),
            _ => asset.body.push(Piece::Blocks(vec![name.clone()])),
        }
        if range.end > self.end {
            self.end = range.end;
            self.last = Some((range, name.clone()));
        }
        Ok(())
    }
}

/// The range of a block within the body; `None` if the header states that it is absent.
fn range(offset: i64, size: i64, body: usize) -> Result<Option<Range<usize>>, ErrorKind> {
    if size <= 0 {
        return Ok(None);
    }
    match (usize::try_from(offset), usize::try_from(size)) {
        // The part in the file of a truncated block is kept.
        (Ok(start), Ok(size)) if start < body => Ok(Some(start..start.saturating_add(size).min(body))),
        _ => Err(ErrorKind::OutsideFile { offset, size, body }),
    }
}

/// Adds a warning about the part `name`, for which there is no parser that would add the name.
pub(crate) fn warn_of(input: Input<'_>, name: &str, kind: ErrorKind) -> Checked {
    input.warn_with(|| input.error(kind).inside(name.to_owned()))
}

/// Checks the influences, which refer to joints of another block. The first invalid influence of each face is
/// reported. Format document, section 6.
fn joints(input: Input<'_>, asset: &MeshAsset, places: &Places) -> Checked {
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

/// Returns true if the pieces are only blocks, in the order of the writer.
pub(crate) fn is_usual_order(body: &[Piece]) -> bool {
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
