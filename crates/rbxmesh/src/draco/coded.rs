//! Decodes values one block of points at a time, so that the output of one pass is still in the cache for the next.

use super::integers::Integers;
use super::rans::{Lane, fill_together};
use crate::common::input::{Checked, Input};

/// The number of points in a block.
pub(super) const BLOCK: usize = 480;

/// An attribute whose values are decoded block by block, with the values of the last block.
pub(crate) struct Coded<'a> {
    id: usize,
    integers: Integers<'a>,
    form: Conversion,
    room: Vec<u8>,
}

/// The conversion of the integers to values.
pub(super) enum Conversion {
    /// The values are this many low bytes of the integers.
    Lowest(usize),
    Floats(Quantisation),
}

/// The smallest value of each component, and the length of a step.
pub(super) struct Quantisation {
    pub(super) least: Vec<f32>,
    pub(super) step: f32,
}

impl<'a> Coded<'a> {
    /// Prepares decoding. The integers must be [usual](Integers::is_usual).
    pub(super) fn new(id: u32, integers: Integers<'a>, form: Conversion) -> Self {
        Self { id: id as usize, integers, form, room: Vec::new() }
    }

    /// The values of the last block.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.room
    }

    /// Allocates the values of `n_points` points, and returns a lane that decodes some of them, if possible.
    fn begin(&mut self, n_points: usize) -> Option<Lane<'_, 'a>> {
        let Self { integers, form, room, .. } = self;
        let size = if let Conversion::Lowest(size) = form { *size } else { 4 };
        room.resize(n_points.saturating_mul(integers.width()).saturating_mul(size), 0);
        match form {
            Conversion::Floats(_) => integers.lane(room.as_chunks_mut().0),
            Conversion::Lowest(_) => None,
        }
    }

    /// Decodes the values of the block that the lane has not decoded.
    fn complete(&mut self) -> Checked {
        let Self { integers, form, room, .. } = self;
        match form {
            Conversion::Lowest(1) => integers.next(room.as_chunks_mut::<1>().0),
            Conversion::Lowest(2) => integers.next(room.as_chunks_mut::<2>().0),
            Conversion::Lowest(_) => integers.next(room.as_chunks_mut::<4>().0),
            Conversion::Floats(quantisation) => {
                let steps = room.as_chunks_mut().0;
                integers.next(steps)?;
                quantisation.dequantise(steps);
                Ok(())
            }
        }
    }

    /// Adds the name of the attribute to the errors of `parser`.
    fn named<'n>(&'n mut self, input: Input<'_>, parser: impl FnOnce(&'n mut Self) -> Checked) -> Checked {
        let (mark, name) = (input.n_warnings(), ("values", self.id));
        parser(self).map_err(|failure| input.name_failure(mark, name, failure))?;
        if input.n_warnings() > mark {
            input.name_warnings(mark, name);
        }
        Ok(())
    }
}

/// Decodes the values of the next `n_points` points for each of the attributes.
pub(super) fn next(input: Input<'_>, coded: &mut [&mut Coded<'_>], n_points: usize) -> Checked {
    let mut lanes: Vec<_> = coded.iter_mut().filter_map(|coded| coded.begin(n_points)).collect();
    fill_together(&mut lanes);
    coded.iter_mut().try_for_each(|coded| coded.named(input, Coded::complete))
}

/// Checks that all integers of an attribute were read.
pub(super) fn finish(input: Input<'_>, coded: &mut Coded<'_>) -> Checked {
    coded.named(input, |coded| coded.integers.finish())
}

impl Quantisation {
    /// Converts steps to floats, in the same memory.
    pub(super) fn dequantise(&self, steps: &mut [[u8; 4]]) {
        let Self { least, step } = self;
        match *least.as_slice() {
            // Rows of a multiple of four numbers can be vectorised.
            [x, y] => to_floats::<4>(steps, [x, y, x, y], *step),
            [x, y, z] => to_floats::<12>(steps, [x, y, z, x, y, z, x, y, z, x, y, z], *step),
            _ => steps.chunks_exact_mut(least.len().max(1)).for_each(|row| row_to_floats(row, least, *step)),
        }
    }
}

/// Converts rows of `N` steps like [`row_to_floats`]; the last row may be shorter.
fn to_floats<const N: usize>(steps: &mut [[u8; 4]], least: [f32; N], step: f32) {
    let (rows, rest) = steps.as_chunks_mut::<N>();
    rows.iter_mut().for_each(|row| row_to_floats(row, &least, step));
    row_to_floats(rest, &least, step);
}

#[expect(clippy::cast_precision_loss, reason = "as the programs do, to the last bit")]
#[inline]
fn row_to_floats(row: &mut [[u8; 4]], least: &[f32], step: f32) {
    for (number, least) in row.iter_mut().zip(least) {
        *number = (i32::from_le_bytes(*number) as f32 * step + least).to_le_bytes();
    }
}
