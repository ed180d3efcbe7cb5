//! Reading of voxels in the text form. Text format document, section 10.

use super::line::{
    blanks, check, colour, expected, hexadecimal, integer, line_end, next, reference, small, word, words,
};
use super::points::{Influences, influences, skin};
use super::{Text, comment};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{ParseFn, bytes, field, part};
use crate::common::show::Show;
use crate::error::ErrorKind;
use crate::model::{Chunk, ColourRef, Item, VoxelBlock, VoxelIndex, VoxelType, VoxelTypes};
use crate::read::frame::list_to_end;
use nom::Parser;
use nom::sequence::preceded;

pub(super) fn types<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = comment(input)?;
    let read = |input| {
        let (rest, line) = voxel_type(input)?;
        // A type counts as in the binary form.
        rest.charge_elements(line.items.len().saturating_mul(6).saturating_add(10))?;
        let item =
            |(count, name): &(u16, &[u8])| Item { count: *count, name: text.names.name(unless_dash(name)) };
        let items = line.items.iter().map(item).collect();
        let one = VoxelType {
            colour: ColourRef(line.colour),
            // The ninth bit of the shape is a bit of the rotation in the binary form.
            rotation: line.rotation & 0xbf,
            shape: line.shape,
            name: text.names.name(unless_dash(line.name)),
            skin: skin(input, &line.influences, text)?,
            items,
        };
        Ok((rest, one))
    };
    let (rest, types) = list_to_end("types", read)(rest)?;
    text.push_unique(input, Chunk::VoxelTypes(VoxelTypes { types, surplus: Vec::new() }))?;
    text.add_skeleton();
    Ok((rest, ()))
}

/// Returns an empty name for a dash, which stands for a missing name.
fn unless_dash(name: &[u8]) -> &[u8] {
    if name == b"-" { b"" } else { name }
}

struct Line<'a> {
    colour: u32,
    rotation: u8,
    shape: u16,
    name: &'a [u8],
    influences: Influences,
    items: Vec<(u16, &'a [u8])>,
}

fn voxel_type(input: Input<'_>) -> Parsed<'_, Line<'_>> {
    let (input, (colour, rotation, shape)) =
        (field("colour", colour), after_slash("rotation"), after_slash("shape")).parse(input)?;
    let (Ok(rotation), Ok(shape @ ..0x200)) = (u8::try_from(rotation), u16::try_from(shape)) else {
        return Err(expected(input, "a rotation of eight bits and a shape of nine"));
    };
    let (input, name) = match next(input) {
        None | Some(b'{') => (input, &b""[..]),
        Some(_) => field("name", word)(input)?,
    };
    let mut skin = Influences::default();
    let (mut input, ()) = influences::<true>(input, &mut skin)?;
    let mut items = Vec::new();
    if next(input) == Some(b'{') {
        (input, _) = field("open", word)(input)?;
        while next(input).is_some_and(|byte| byte != b'}') {
            let one;
            (input, one) = part(("items", items.len()), item)(input)?;
            items.push(one);
        }
        (input, _) = field("close", word)(input)?;
    }
    // The binary form counts items with a byte.
    if items.len() > usize::from(u8::MAX) {
        return Err(expected(input, "at most 255 items"));
    }
    let (input, ()) = field("line_end", line_end)(input)?;
    Ok((input, Line { colour, rotation, shape, name, influences: skin, items }))
}

/// Reads hexadecimal digits after a slash; 0 if there are none.
fn after_slash<'a>(name: &'static str) -> impl ParseFn<'a, u32> {
    let number = |input| preceded(bytes(1), hexadecimal).parse(input);
    move |input| match input.bytes() {
        [b'/', digit, ..] if digit.is_ascii_hexdigit() => field(name, number)(input),
        [b'/', rest @ ..] => Ok((input.with(rest), 0)),
        _ => Ok((input, 0)),
    }
}

fn item(input: Input<'_>) -> Parsed<'_, (u16, &[u8])> {
    (field("count", small), field("name", word)).parse(input)
}

pub(super) fn block<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, name) = super::name(input, "name")?;
    let mut block = VoxelBlock { name: text.names.name(name), ..VoxelBlock::default() };
    let mut layers = Layers::default();
    let read = |input| {
        let rest = match group_line(input)? {
            (rest, GroupLine::Uncertain(percent, group)) => {
                (block.uncertainty, block.group) = (byte_of(percent), group);
                rest
            }
            (rest, GroupLine::Position(position)) => {
                block.position = position;
                rest
            }
            (rest, GroupLine::Size(size)) => {
                block.size = size;
                let (cells, limit) = (block.n_voxels(), text.context.max_voxels);
                if cells > limit {
                    let kind = ErrorKind::VoxelVolume { cells, limit };
                    input.warn_with(|| input.error(kind).inside("size[0]"))?;
                }
                rest
            }
            (rest, GroupLine::Layer) => {
                layers.next(input, &mut block)?;
                rest
            }
            (rest, GroupLine::Row) => {
                layers.row(input, &mut block, text)?;
                rest
            }
        };
        Ok((rest, ()))
    };
    let (rest, _) = list_to_end("lines", read)(rest)?;
    text.chunks.push(Chunk::VoxelBlock(block));
    Ok((rest, ()))
}

/// Converts a percentage to the byte of the binary form: text format document, section 10.
fn byte_of(percent: u8) -> u8 {
    let byte = u16::from(percent.min(100)).saturating_mul(255) / 100;
    byte.to_le_bytes()[0]
}

enum GroupLine {
    Uncertain(u8, u8),
    Position([i32; 3]),
    Size([u32; 3]),
    Layer,
    /// A row of voxels along x, which the caller reads.
    Row,
}

fn group_line(input: Input<'_>) -> Parsed<'_, GroupLine> {
    let is_word = next(input).is_some_and(|byte| byte.is_ascii_alphabetic());
    if !is_word {
        return (field("row", words), field("line_end", line_end)).map(|_| GroupLine::Row).parse(input);
    }
    let (rest, keyword) = field("keyword", word)(input)?;
    let (rest, step) = match keyword {
        b"uncertain" => {
            let (rest, percent) = field("uncertainty", small)(rest)?;
            let (rest, group) = match next(rest) {
                Some(_) => field("group", small)(rest)?,
                None => (rest, 0),
            };
            (rest, GroupLine::Uncertain(percent, group))
        }
        b"pos" => axes("position").map(GroupLine::Position).parse(rest)?,
        b"dim" => axes("size").map(GroupLine::Size).parse(rest)?,
        b"layer" => (rest, GroupLine::Layer),
        _ => return Err(expected(input, "uncertain, pos, dim, layer or a row of voxels")),
    };
    let (rest, ()) = field("line_end", line_end)(rest)?;
    Ok((rest, step))
}

fn axes<'a, T: TryFrom<i64> + Show>(name: &'static str) -> impl ParseFn<'a, [T; 3]> {
    let axis = |number| field((name, number), small);
    let mut all = (axis(0), axis(1), axis(2)).map(<[T; 3]>::from);
    move |input| all.parse(input)
}

/// The position of the next row in a block. Cells that the text leaves out are unset.
#[derive(Default)]
struct Layers {
    /// The number of layers that have begun.
    n_layers: u64,
    /// The number of rows of the layer that have begun.
    n_rows: u64,
    /// The number of cells of the block so far, including those that the text leaves out.
    n_cells: u64,
}

impl Layers {
    fn next<'a>(&mut self, input: Input<'a>, block: &mut VoxelBlock) -> Checked {
        let [width, height, depth] = block.size.map(u64::from);
        if self.n_layers >= height {
            return Err(input.fatal(ErrorKind::Mismatch {
                what: "layers",
                found: usize::try_from(height).unwrap_or(usize::MAX).saturating_add(1),
                expected: usize::try_from(height).unwrap_or(usize::MAX),
            }));
        }
        let start = self.n_layers.saturating_mul(width.saturating_mul(depth));
        (self.n_layers, self.n_rows) = (self.n_layers.saturating_add(1), 0);
        self.fill(input, start, block)
    }

    /// Reads the voxels of a row, which are on one line.
    fn row<'a>(&mut self, input: Input<'a>, block: &mut VoxelBlock, text: &Text<'_>) -> Checked {
        let [width, _, depth] = block.size.map(u64::from);
        if self.n_layers == 0 || self.n_rows >= depth {
            return Err(expected(input, "a layer"));
        }
        let layer = self.n_layers.saturating_sub(1).saturating_mul(depth);
        let start = layer.saturating_add(self.n_rows).saturating_mul(width);
        self.n_rows = self.n_rows.saturating_add(1);
        self.fill(input, start, block)?;
        let (mut at, mut n_found) = (input, 0_u64);
        while let Some(byte) = next(at) {
            let (rest, voxel) = cell(at, byte)?;
            // Surplus voxels of a row are left out, so that the following rows keep their positions.
            if n_found < width {
                input.charge_elements(1)?;
                check(at, 0, voxel, &text.context, || "row".into())?;
                block.push(voxel);
                self.n_cells = self.n_cells.saturating_add(1);
            }
            (at, n_found) = (rest, n_found.saturating_add(1));
        }
        if n_found != width {
            let [found, expected] = [n_found, width].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
            input.warn(|| ErrorKind::Mismatch { what: "voxels in the row", found, expected })?;
        }
        Ok(())
    }

    /// Adds unset cells up to the cell `to`.
    fn fill(&mut self, input: Input<'_>, to: u64, block: &mut VoxelBlock) -> Checked {
        let n_missing = to.saturating_sub(self.n_cells);
        input.charge_elements(usize::try_from(n_missing).unwrap_or(usize::MAX))?;
        (0..n_missing).for_each(|_| block.push(VoxelIndex::UNSET));
        self.n_cells = self.n_cells.max(to);
        Ok(())
    }
}

fn cell(input: Input<'_>, first: u8) -> Parsed<'_, VoxelIndex> {
    let start = blanks(input);
    let voxel = match (first, start.bytes()) {
        (b'.', _) => VoxelIndex::UNSET,
        // A dash alone is a clear voxel, and not the sign of a number.
        (b'-', [_] | [_, b' ' | b'\t' | b'\r' | b'\n', ..]) => VoxelIndex::CLEAR,
        _ => {
            let (rest, number) = integer(input)?;
            return match reference(number) {
                // The binary form has no higher number.
                Some(voxel) if number < 65_534 => Ok((rest, voxel)),
                _ => Err(expected(input, "a voxel")),
            };
        }
    };
    Ok((start.split(1)?.0, voxel))
}
