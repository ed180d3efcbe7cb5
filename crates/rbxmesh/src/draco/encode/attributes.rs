//! Encodes the values of an attribute: plain, as integers or quantised. Format document, section 13.3.

use super::integers;
use crate::draco::vertex_attributes::VertexAttribute;
use crate::model::Vertex;

/// The parts of an attribute. A stream stores each in a different position.
pub(super) struct Coded {
    pub(super) format: [u8; 5],
    pub(super) coder: u8,
    pub(super) values: Vec<u8>,
    pub(super) transform: Vec<u8>,
}

/// Encodes an attribute whose values are floats: quantised if `bits` is set, otherwise plain. If a value is not finite,
/// all are stored plain.
pub(super) fn floats<const N: usize>(
    known: VertexAttribute,
    vertices: &[Vertex],
    value: impl Fn(&Vertex) -> [f32; N],
    bits: Option<u8>,
) -> Coded {
    let rows: Vec<[f32; N]> = vertices.iter().map(value).collect();
    if let Some((bits, range)) = bits.and_then(|bits| Some((bits, Range::from_rows(&rows)?))) {
        let steps: Vec<_> = rows.iter().map(|row| range.steps(*row, bits)).collect();
        let values = integers::integers(&steps);
        let least = range.least.map(f32::to_le_bytes);
        let transform = [least.as_flattened(), &range.size.to_le_bytes(), &[bits]].concat();
        return Coded { format: format(known), coder: 2, values, transform };
    }
    let values = rows.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    Coded { format: format(known), coder: 0, values, transform: Vec::new() }
}

/// Encodes an attribute whose values are bytes.
pub(super) fn bytes<const N: usize>(
    known: VertexAttribute,
    vertices: &[Vertex],
    value: impl Fn(&Vertex) -> [u8; N],
) -> Coded {
    let rows: Vec<[i32; N]> = vertices.iter().map(|vertex| value(vertex).map(i32::from)).collect();
    Coded { format: format(known), coder: 1, values: integers::integers(&rows), transform: Vec::new() }
}

/// The bytes of an attribute's format: kind, type, width, not normalised, and the id, which is below 128.
fn format(known: VertexAttribute) -> [u8; 5] {
    let [id, ..] = known.id.to_le_bytes();
    [known.kind, known.value_type as u8, known.width, 0, id]
}

/// The box that contains all values.
struct Range<const N: usize> {
    least: [f32; N],
    /// The length of the longest side of the box.
    size: f32,
}

impl<const N: usize> Range<N> {
    /// Computes the range of the values; `None` if a value is not finite, or the box is too large for a float.
    fn from_rows(rows: &[[f32; N]]) -> Option<Self> {
        let (mut least, mut greatest) = ([f32::INFINITY; N], [f32::NEG_INFINITY; N]);
        for row in rows {
            for ((least, greatest), number) in least.iter_mut().zip(&mut greatest).zip(row) {
                (*least, *greatest) = (least.min(*number), greatest.max(*number));
            }
        }
        let sizes = greatest.iter().zip(&least).map(|(greatest, least)| greatest - least);
        let size = sizes.fold(0.0, f32::max);
        let is_finite = rows.as_flattened().iter().all(|number| number.is_finite()) && size.is_finite();
        // A range of 0, of values that are all the same, would divide by 0.
        is_finite.then_some(Self { least, size: if size > 0.0 { size } else { 1.0 } })
    }

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "as the programs do")]
    fn steps(&self, row: [f32; N], bits: u8) -> [i32; N] {
        let last = 1_i32.wrapping_shl(bits.into()).wrapping_sub(1);
        let per_unit = last as f32 / self.size;
        let mut steps = [0; N];
        for ((step, number), least) in steps.iter_mut().zip(row).zip(self.least) {
            // With many bits, rounding may exceed the last step.
            *step = (((number - least) * per_unit + 0.5).floor() as i32).clamp(0, last);
        }
        steps
    }
}
