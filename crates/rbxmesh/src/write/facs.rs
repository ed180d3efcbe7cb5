//! Writes facial animation. Format document, section 8.

use super::equal;
use super::header::names;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::{Facs, FacsBlock, Matrix, MatrixValues, Mesh};
use crate::wire::{
    FACS_FORMAT, FacsHeader, MATRIX_FLOATS, MATRIX_QUANTISED, MatrixHeader, Range, size_of_wire,
};
use std::borrow::Cow;

/// The format and the bytes of the block.
pub(super) fn facs_block(mesh: &Mesh) -> Result<(u32, Cow<'_, [u8]>), Error> {
    match &mesh.facs {
        FacsBlock::None => Ok((0, Cow::Borrowed(&[]))),
        FacsBlock::Raw { format: 0, data } if data.is_empty() => {
            let expected = "a format other than 0, or no block".into();
            Err(Error::model(ErrorKind::Unexpected { expected, found: "0".into() }).inside("facs"))
        }
        FacsBlock::Raw { format, data } => Ok((*format, Cow::Borrowed(data))),
        FacsBlock::Decoded(decoded) => {
            let mut out = Output::default();
            facs(&mut out, decoded).map_err(|error| error.inside("facs"))?;
            Ok((FACS_FORMAT, Cow::Owned(out.0)))
        }
    }
}

fn facs(out: &mut Output, facs: &Facs) -> Result<(), Error> {
    let matrices = {
        let mut matrices = Output::default();
        transforms(&mut matrices, facs).map_err(|error| error.inside("transforms"))?;
        matrices.0
    };
    let two_pose_size = facs.two_pose_correctives.len().saturating_mul(size_of_wire::<_, [u16; 2]>());
    let three_pose_size = facs.three_pose_correctives.len().saturating_mul(size_of_wire::<_, [u16; 3]>());
    out.value(&FacsHeader {
        bone_names_size: count(facs.bone_names.0.len(), "bone_names")?,
        control_names_size: count(facs.control_names.0.len(), "control_names")?,
        transforms_size: count(matrices.len(), "transforms")?,
        two_pose_size: count(two_pose_size, "two_pose_correctives")?,
        three_pose_size: count(three_pose_size, "three_pose_correctives")?,
    });
    names(out, &facs.bone_names);
    names(out, &facs.control_names);
    out.bytes(&matrices);
    out.rows(&facs.two_pose_correctives);
    out.rows(&facs.three_pose_correctives);
    Ok(())
}

fn transforms(out: &mut Output, facs: &Facs) -> Result<(), Error> {
    facs.transforms.iter().flatten().try_for_each(|transform| matrix(out, transform))
}

/// Writes a matrix of facial animation. Section 8.1.
fn matrix(out: &mut Output, matrix: &Matrix) -> Result<(), Error> {
    let Matrix { n_rows, n_columns, values } = matrix;
    let expected = (*n_rows as usize).saturating_mul(*n_columns as usize);
    let header = |format| MatrixHeader { format, n_rows: *n_rows, n_columns: *n_columns };
    match values {
        MatrixValues::Floats(numbers) => {
            equal("numbers", numbers.len(), expected)?;
            out.value(&header(MATRIX_FLOATS));
            out.rows(numbers);
        }
        MatrixValues::Quantised { min, max, steps } => {
            equal("steps", steps.len(), expected)?;
            out.value(&header(MATRIX_QUANTISED));
            out.value(&Range { min: *min, max: *max });
            out.rows(steps);
        }
    }
    Ok(())
}
