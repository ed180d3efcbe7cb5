//! Definitions that reader and writer share: magic numbers, fixed-size records, and the properties of each kind of
//! reference.

mod context;
mod decimal;
mod names;
mod outline;
mod stored;
mod survey;
mod zlib;

pub(crate) use crate::model::END;
pub(crate) use context::Context;
pub(crate) use decimal::Real;
pub(crate) use names::{MAX_NAME_BYTES, Names, PREVIEW_FILE, identifier, is_reserved, text_file, until_zero};
pub(crate) use outline::{Outline, Section, n_empty};
pub(crate) use stored::{CellLayout, Stored, index_from, index_into, show_stored, text};
pub(crate) use zlib::inflate_zlib;

use crate::common::show::{Field, Show, ShowFn, SpanType, quoted};
use crate::common::trace::Label;
use crate::common::wire::{Wire, arrays, show, wire};
use crate::model::{
    CoordinateType, OrientationIndex, PartIndex, Scalar, TexCoordIndex, Types, VertexIndex, Width,
};
use geom::Rgba8;
use std::borrow::Cow;

/// The magic number of a file.
pub(crate) const MAGIC: &[u8] = b"3DMO";
/// The first word of a file in the text form.
pub(crate) const TEXT_MAGIC: &[u8] = b"3dmodel";
/// The magic number of the first chunk, after decompression.
pub(crate) const HEAD: &[u8] = b"HEAD";
/// The magic number of a preview.
pub(crate) const PREVIEW: &[u8] = b"PRVW";

/// Returns true for chunks that may occur once; readers use the first. Format document, section 2.2.
pub(crate) fn is_unique(magic: [u8; 4]) -> bool {
    matches!(&magic, b"CMAP" | b"TMAP" | b"VRTS" | b"BONE" | b"VOXT")
}

/// The name of a chunk in paths, by its index among all chunks: `chunks[3] MESH`.
pub(crate) fn title(number: usize, letters: &[u8]) -> String {
    Label { word: "chunks", index: Some(number), text: letters }.to_string()
}

/// Converts the path of a finding to that in the file, which has parts that the model does not have.
pub(crate) fn in_file(path: &str) -> Cow<'_, str> {
    match path {
        "scale" | "types" => format!("header.{path}").into(),
        path => path.into(),
    }
}

/// The four characters that name a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tag(pub(crate) [u8; 4]);

impl Show for Tag {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(quoted);
}

impl Wire<4> for Tag {
    fn decode(bytes: &[u8; 4]) -> Self {
        Self(*bytes)
    }

    fn encode(&self) -> [u8; 4] {
        self.0
    }
}

/// The magic number and length of a chunk. The length includes these eight bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) magic: Tag,
    pub(crate) length: u32,
}

impl Frame {
    /// The size of a frame in bytes.
    pub(crate) const LEN: usize = 8;
}

wire! {
    Frame = 8 bytes {
        0 magic: Tag,
        4 length: u32,
    }
    // Section 6.1.
    Rgba8 = 4 bytes {
        0 r: u8,
        1 g: u8,
        2 b: u8,
        3 a: u8,
    }
}

arrays! {
    i8, 4 = 4; i16, 4 = 8; f32, 4 = 16; f64, 4 = 32;
    u8, 2 = 2; u16, 2 = 4; f32, 2 = 8; f64, 2 = 16;
    u8, 4 = 4; u8, 8 = 8;
}

/// The names of the values of a tuple in a command of a shape.
pub(crate) trait Tuple {
    /// The names in order; tuples of two values leave the third empty.
    const NAMES: [&'static str; 3];
}

impl Tuple for (TexCoordIndex, PartIndex) {
    const NAMES: [&'static str; 3] = ["range", "curve", ""];
}
impl Tuple for (VertexIndex, TexCoordIndex) {
    const NAMES: [&'static str; 3] = ["vertex", "tex_coord", ""];
}
impl Tuple for (VertexIndex, VertexIndex) {
    const NAMES: [&'static str; 3] = ["vertex", "normal", ""];
}
impl Tuple for (VertexIndex, TexCoordIndex, VertexIndex) {
    const NAMES: [&'static str; 3] = ["vertex", "tex_coord", "normal"];
}
impl Tuple for (PartIndex, TexCoordIndex, PartIndex) {
    const NAMES: [&'static str; 3] = ["surface", "range", "curve"];
}
impl Tuple for (VertexIndex, OrientationIndex, Scalar) {
    const NAMES: [&'static str; 3] = ["centre", "orientation", "radius"];
}

/// Appends a field to those of a record, unless the header marks it as absent.
pub(crate) fn field_of(fields: &mut Vec<Field>, name: &'static str, len: usize, show: ShowFn) {
    let at = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
    if len > 0 {
        fields.push(Field { name, at, len, show });
    }
}

/// The function that prints a coordinate.
pub(crate) fn show_coordinate(coordinate: CoordinateType) -> ShowFn {
    match coordinate {
        CoordinateType::Int8 => show::<1, i8>,
        CoordinateType::Int16 => show::<2, i16>,
        CoordinateType::Float => show::<4, f32>,
        CoordinateType::Double => show::<8, f64>,
    }
}

/// The function that prints a texture coordinate; integers are unsigned.
pub(crate) fn show_tex_coord(coordinate: CoordinateType) -> ShowFn {
    match coordinate {
        CoordinateType::Int8 => show::<1, u8>,
        CoordinateType::Int16 => show::<2, u16>,
        CoordinateType::Float => show::<4, f32>,
        CoordinateType::Double => show::<8, f64>,
    }
}

impl Types {
    /// The types in the [context](Show::context) of a table. Its upper half may hold other data.
    pub(crate) fn of_context(context: u64) -> Self {
        let [a, b, c, d, ..] = context.to_le_bytes();
        Self::from_bits(u32::from_le_bytes([a, b, c, d]))
    }

    /// The size of a VRTS record in bytes.
    pub(crate) fn vertex_bytes(&self) -> usize {
        let coordinates = self.coordinate.bytes().saturating_mul(4);
        coordinates.saturating_add(self.colour.bytes()).saturating_add(self.skin.bytes())
    }

    /// The size of a TMAP record in bytes.
    pub(crate) fn tex_coord_bytes(&self) -> usize {
        self.coordinate.bytes().saturating_mul(2)
    }

    /// Returns true if colour fields are indices into the colour map.
    pub(crate) fn has_colour_map(&self) -> bool {
        matches!(self.colour, Width::One | Width::Two)
    }
}

#[cfg(test)]
mod tests {
    use super::{CoordinateType, Types};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_types_keep_all_bits(bits: u32) {
            prop_assert_eq!(Types::from_bits(bits).to_bits(), bits);
        }
    }

    #[test]
    fn records_have_the_sizes_of_the_header() {
        let types = Types::from_bits(0x0001_cf01);
        assert_eq!(types.coordinate, CoordinateType::Int16);
        assert_eq!((types.vertex_bytes(), types.tex_coord_bytes()), (9, 4));
    }
}
