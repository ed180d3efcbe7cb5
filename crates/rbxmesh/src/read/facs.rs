//! Facial animation. Format document, section 8.

use super::header::names;
use crate::mould::input::{Input, Parsed};
use crate::mould::raw::{inside, or_raw};
use crate::mould::rows::{rows, value};
use crate::mould::wire::Wire;
use crate::mould::words::{field, part, unknown};
use crate::outline::{Outline, Starts, Table};
use crate::wire::{FACS_FORMAT, FacsHeader, MATRIX_FLOATS, MATRIX_QUANTISED, MatrixHeader, Range};
use crate::{ErrorKind, Facs, FacsBlock, Matrix, MatrixValues};

/// The block at the end of 5.00 and in the chunk `FACS`.
pub(super) fn facs_block<'a>(
    input: Input<'a>,
    format: u32,
    size: usize,
    outline: &mut Outline,
) -> Parsed<'a, ()> {
    let starts = &mut outline.starts;
    let raw = |data: &[u8]| FacsBlock::Raw { format, data: data.to_vec() };
    let (rest, block) = match (format, size) {
        (0, 0) => (input, FacsBlock::None),
        (_, 0) => (input, raw(&[])),
        (FACS_FORMAT, _) => {
            let decoded =
                |input| facs(input, starts).map(|(rest, facs)| (rest, FacsBlock::Decoded(facs.into())));
            inside(size, part("facs", or_raw(decoded, raw)))(input)?
        }
        _ => {
            let expected = format!("FACS in format {FACS_FORMAT}").into();
            input.warn(|| ErrorKind::Unexpected { expected, found: format.to_string() })?;
            inside(size, unknown("facs"))(input).map(|(rest, data)| (rest, raw(data)))?
        }
    };
    outline.head.facs = block;
    Ok((rest, ()))
}

/// All of the input.
fn facs<'a>(input: Input<'a>, starts: &mut Starts) -> Parsed<'a, Facs> {
    let (input, head) = field("header", value::<_, FacsHeader>)(input)?;
    let (input, bone_names) = names("bone_names", head.bone_names_size as usize)(input)?;
    let (input, control_names) = names("control_names", head.control_names_size as usize)(input)?;
    let transforms_size = usize::try_from(head.transforms_size).unwrap_or(usize::MAX);
    let (input, transforms) = part("transforms", |input: Input<'a>| {
        let (rest, own) = input.split(transforms_size)?;
        transforms(own).map(|(_, transforms)| (rest, transforms))
    })(input)?;
    starts.set(Table::TwoPoseCorrectives, input.at());
    let (input, two_pose_correctives) = {
        let count = whole::<_, [u16; 2]>(input, head.two_pose_size)?;
        rows::<_, [u16; 2]>(Table::TwoPoseCorrectives.name(), count)(input)?
    };
    starts.set(Table::ThreePoseCorrectives, input.at());
    let (input, three_pose_correctives) = {
        let count = whole::<_, [u16; 3]>(input, head.three_pose_size)?;
        rows::<_, [u16; 3]>(Table::ThreePoseCorrectives.name(), count)(input)?
    };
    all_read(input)?;
    Ok((input, Facs { bone_names, control_names, transforms, two_pose_correctives, three_pose_correctives }))
}

/// Six matrices, or none.
fn transforms(input: Input<'_>) -> Parsed<'_, Option<[Matrix; 6]>> {
    if input.bytes().is_empty() {
        return Ok((input, None));
    }
    let mut at = input;
    let mut next = |index| {
        let (rest, matrix) = part(("", index), matrix)(at)?;
        at = rest;
        Ok(matrix)
    };
    // X, Y and Z of the position, then of the rotation.
    let all = [next(0)?, next(1)?, next(2)?, next(3)?, next(4)?, next(5)?];
    all_read(at)?;
    Ok((at, Some(all)))
}

/// Section 8.1.
fn matrix(input: Input<'_>) -> Parsed<'_, Matrix> {
    let (rest, MatrixHeader { format, n_rows, n_columns }) = field("header", value)(input)?;
    let count = (n_rows as usize).saturating_mul(n_columns as usize);
    let (rest, values) = match format {
        MATRIX_FLOATS => {
            let (rest, numbers) = rows::<_, f32>("numbers", count)(rest)?;
            (rest, MatrixValues::Floats(numbers))
        }
        MATRIX_QUANTISED => {
            let (rest, Range { min, max }) = field("range", value)(rest)?;
            let (rest, steps) = rows::<_, u16>("steps", count)(rest)?;
            (rest, MatrixValues::Quantised { min, max, steps })
        }
        _ => {
            let expected = "a matrix of format 1 or 2".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: format.to_string() }));
        }
    };
    Ok((rest, Matrix { n_rows, n_columns, values }))
}

/// How many records of a type make up `size` bytes.
fn whole<const N: usize, T: Wire<N>>(input: Input<'_>, size: u32) -> Result<usize, nom::Err<crate::Error>> {
    let size = size as usize;
    match (size.checked_div(N), size.checked_rem(N)) {
        (Some(count), Some(0)) => Ok(count),
        _ => {
            let expected = format!("a size that is a multiple of {N}").into();
            Err(input.fatal(ErrorKind::Unexpected { expected, found: size.to_string() }))
        }
    }
}

fn all_read(input: Input<'_>) -> Result<(), nom::Err<crate::Error>> {
    match input.bytes().len() {
        0 => Ok(()),
        n_bytes => Err(input.fatal(ErrorKind::Surplus { n_bytes })),
    }
}
