//! Reads facial animation. Format document, section 8.

use super::header::{names, table};
use super::or_raw;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part, unknown};
use crate::common::wire::{Wire, rows, value};
use crate::error::ErrorKind;
use crate::model::{Facs, FacsBlock, Matrix, MatrixValues};
use crate::outline::{Outline, Starts, Table};
use crate::wire::{FACS_FORMAT, FacsHeader, MATRIX_FLOATS, MATRIX_QUANTISED, MatrixHeader, Range};
use nom::Parser;
use nom::combinator::cond;
use nom::sequence::terminated;

/// Reads the block at the end of 5.00 or in the chunk `FACS`.
pub(super) fn facs_block<'a>(
    input: Input<'a>,
    format: u32,
    size: usize,
    outline: &mut Outline,
) -> Parsed<'a, ()> {
    let starts = &mut outline.starts;
    let raw = |data: &[u8]| FacsBlock::Raw { format, data: data.to_vec() };
    let (rest, own) = input.split(size)?;
    let block = match (format, size) {
        (0, 0) => FacsBlock::None,
        // It means none, but the format is kept to be written back. Format document, section 7.2.
        (_, 0) => raw(&[]),
        (FACS_FORMAT, _) => {
            let decoded =
                |input| facs(input, starts).map(|(rest, facs)| (rest, FacsBlock::Decoded(facs.into())));
            part("facs", or_raw(decoded, raw))(own)?.1
        }
        _ => {
            let expected = format!("FACS in format {FACS_FORMAT}").into();
            input.warn(|| ErrorKind::Unexpected { expected, found: format.to_string() })?;
            raw(unknown("facs")(own)?.1)
        }
    };
    outline.head.facs = block;
    Ok((rest, ()))
}

/// Reads all of the input as facial animation.
fn facs<'a>(input: Input<'a>, starts: &mut Starts) -> Parsed<'a, Facs> {
    let (input, head) = field("header", value::<_, FacsHeader>)(input)?;
    let transforms_size = usize::try_from(head.transforms_size).unwrap_or(usize::MAX);
    let transforms = |input: Input<'a>| {
        let (rest, own) = input.split(transforms_size)?;
        transforms(own).map(|(_, transforms)| (rest, transforms))
    };
    let (input, (bone_names, control_names, transforms)) = (
        names("bone_names", head.bone_names_size as usize),
        names("control_names", head.control_names_size as usize),
        part("transforms", transforms),
    )
        .parse(input)?;
    let n_pairs = whole::<_, [u16; 2]>(input, head.two_pose_size)?;
    let (input, two_pose_correctives) = table(Table::TwoPoseCorrectives, n_pairs, starts)(input)?;
    let n_triples = whole::<_, [u16; 3]>(input, head.three_pose_size)?;
    let (input, three_pose_correctives) = table(Table::ThreePoseCorrectives, n_triples, starts)(input)?;
    // The parts fill the block exactly. Format document, section 8.
    let (input, ()) = end(input)?;
    Ok((input, Facs { bone_names, control_names, transforms, two_pose_correctives, three_pose_correctives }))
}

/// Reads six matrices, or none.
fn transforms(input: Input<'_>) -> Parsed<'_, Option<[Matrix; 6]>> {
    let one = |index| part(("", index), matrix);
    // X, Y and Z of the position, then of the rotation.
    let all = (one(0), one(1), one(2), one(3), one(4), one(5)).map(<[Matrix; 6]>::from);
    cond(!input.bytes().is_empty(), terminated(all, end)).parse(input)
}

/// Reads a matrix of facial animation. Section 8.1.
fn matrix(input: Input<'_>) -> Parsed<'_, Matrix> {
    let (rest, MatrixHeader { format, n_rows, n_columns }) = field("header", value)(input)?;
    let count = (n_rows as usize).saturating_mul(n_columns as usize);
    let (rest, values) = match format {
        MATRIX_FLOATS => rows("numbers", count).map(MatrixValues::Floats).parse(rest)?,
        MATRIX_QUANTISED => (field("range", value), rows("steps", count))
            .map(|(Range { min, max }, steps)| MatrixValues::Quantised { min, max, steps })
            .parse(rest)?,
        _ => {
            let expected = "a matrix of format 1 or 2".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: format.to_string() }));
        }
    };
    Ok((rest, Matrix { n_rows, n_columns, values }))
}

/// Returns the number of records of a type that make up `size` bytes.
fn whole<const N: usize, T: Wire<N>>(
    input: Input<'_>,
    size: u32,
) -> Result<usize, nom::Err<crate::common::error::Error>> {
    let size = size as usize;
    match (size.checked_div(N), size.checked_rem(N)) {
        (Some(count), Some(0)) => Ok(count),
        _ => {
            let expected = format!("a size that is a multiple of {N}").into();
            Err(input.fatal(ErrorKind::Unexpected { expected, found: size.to_string() }))
        }
    }
}

/// Checks that the input ends, like nom's `eof`.
fn end(input: Input<'_>) -> Parsed<'_, ()> {
    match input.bytes().len() {
        0 => Ok((input, ())),
        n_bytes => Err(input.fatal(ErrorKind::Surplus { n_bytes })),
    }
}
