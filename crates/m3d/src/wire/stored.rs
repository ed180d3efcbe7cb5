//! References: the width of each kind, the range that it indexes, and −1 and −2. Format document, section 4.2.

use super::Context;
use crate::common::show::{Show, SpanType};
use crate::model::{
    BoneIndex, Byte, ColourRef, FaceIndex, Name, OrientationIndex, PartIndex, ShapeIndex, SkinIndex,
    TexCoordIndex, Types, VertexIndex, VoxelIndex, Width,
};
use std::fmt;

/// A kind of reference whose width is set by the header.
pub(crate) trait Stored: Copy + Show {
    /// The name of the kind, for messages.
    const WHAT: &'static str;
    /// Set if the two highest numbers of the width mean −2 and −1.
    const HAS_SENTINELS: bool = true;
    /// Set if the reference may be none.
    const IS_OPTIONAL: bool = true;
    /// The value of the reference if the header marks the kind as absent.
    const ABSENT: u32 = u32::MAX;

    fn from_number(number: u32) -> Self;
    fn number(self) -> u32;
    fn width(types: &Types) -> Width;

    /// The number of items that the reference can refer to; `None` if any number is valid.
    fn bound(context: &Context) -> Option<usize>;
}

/// The layout of references inside records.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellLayout {
    /// The size of a record.
    pub(crate) record: usize,
    /// The number of values per record.
    pub(crate) n: usize,
    /// The distance in bytes between two values.
    pub(crate) step: usize,
    /// The offset of the first value.
    pub(crate) at: usize,
}

impl CellLayout {
    /// The layout of one value per record.
    pub(crate) fn one(record: usize, at: usize) -> Self {
        Self { record, n: 1, step: record, at }
    }

    /// The byte offset of a value.
    pub(crate) fn offset(self, value: usize) -> usize {
        let record = value.checked_div(self.n).unwrap_or_default().saturating_mul(self.record);
        let cell = value.checked_rem(self.n).unwrap_or_default().saturating_mul(self.step);
        record.saturating_add(cell).saturating_add(self.at)
    }
}

macro_rules! stored {
    ($($ty:ident $what:literal, $types:ident => $width:expr, $context:ident => $bound:expr $(, $NAME:ident = $value:expr)*;)*) => { $(
        impl Stored for $ty {
            const WHAT: &'static str = $what;
            $(const $NAME: stored!(@ $NAME) = $value;)*

            #[inline]
            fn from_number(number: u32) -> Self {
                Self(number)
            }

            #[inline]
            fn number(self) -> u32 {
                self.0
            }

            #[inline]
            fn width($types: &Types) -> Width {
                $width
            }

            #[inline]
            fn bound($context: &Context) -> Option<usize> {
                $bound
            }
        }

        impl Show for $ty {
            const SPAN_TYPE: &'static SpanType = &SpanType::field(show_stored::<Self>);
        }
    )* };
    (@ ABSENT) => { u32 };
    (@ $NAME:ident) => { bool };
}

stored! {
    VertexIndex "vertex", types => types.vertex, all => Some(all.n_vertices), IS_OPTIONAL = false;
    OrientationIndex "vertex", types => types.vertex, all => Some(all.n_vertices), IS_OPTIONAL = false;
    TexCoordIndex "texture coordinate", types => types.tex_coord, all => Some(all.n_tex_coords);
    BoneIndex "bone", types => types.bone, all => Some(all.n_bones);
    SkinIndex "skin", types => types.skin, all => Some(all.n_skins);
    ShapeIndex "shape", types => types.shape, all => Some(all.n_shapes);
    FaceIndex "face", types => types.face, _all => None;
    VoxelIndex "voxel type", types => types.voxel, all => Some(all.n_voxel_types);
    Byte "integer", _types => Width::One, _all => None;
    PartIndex "curve or surface", _types => Width::Two, _all => None;
    Name "string", types => types.string, all => Some(all.n_string_bytes), IS_OPTIONAL = false;
    ColourRef "colour", types => types.colour, all => all.types.has_colour_map().then_some(all.n_colours),
        HAS_SENTINELS = false, ABSENT = 0;
}

/// Prints a reference.
pub(crate) fn show_stored<T: Stored>(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&text(index_from::<T>(bytes)))
}

/// A reference as text, for messages.
pub(crate) fn text<T: Stored>(value: T) -> String {
    match value.number() {
        u32::MAX if T::HAS_SENTINELS => "-1".into(),
        0xffff_fffe if T::HAS_SENTINELS => "-2".into(),
        number => number.to_string(),
    }
}

/// Decodes a number of `bytes.len()` bytes: −2 and −1 become the two highest values of `u32`, whatever the width.
#[inline]
pub(crate) fn index_from<T: Stored>(bytes: &[u8]) -> T {
    let number = number(bytes);
    T::from_number(match bytes.len() {
        0 => T::ABSENT,
        1 if T::HAS_SENTINELS && number >= 0xfe => number | 0xffff_ff00,
        2 if T::HAS_SENTINELS && number >= 0xfffe => number | 0xffff_0000,
        _ => number,
    })
}

/// Encodes a reference; the inverse of [`index_from`]. Only the first bytes count, as many as the width has.
/// Returns `None` if the number does not fit.
#[inline]
pub(crate) fn index_into<T: Stored>(value: T, width: Width) -> Option<[u8; 4]> {
    let number = value.number();
    let is_sentinel = T::HAS_SENTINELS && number >= 0xffff_fffe;
    // Numbers that would be read as −1 or −2 do not fit: format document, section 4.2.
    let fits = match width {
        Width::One if T::HAS_SENTINELS => is_sentinel || number < 0xfe,
        Width::Two if T::HAS_SENTINELS => is_sentinel || number < 0xfffe,
        Width::One => number <= 0xff,
        Width::Two => number <= 0xffff,
        Width::Four => true,
        Width::Absent => number == T::ABSENT,
    };
    fits.then(|| number.to_le_bytes())
}

/// Reads a little-endian number of up to four bytes.
#[inline]
fn number(bytes: &[u8]) -> u32 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_highest_numbers_of_each_width_have_a_sign() {
        for (width, widest) in [(Width::One, 0xff_u32), (Width::Two, 0xffff), (Width::Four, u32::MAX)] {
            let bytes = |number: u32| number.to_le_bytes()[..width.bytes()].to_vec();
            assert_eq!(index_from::<SkinIndex>(&bytes(widest)), SkinIndex::NONE);
            assert_eq!(index_from::<SkinIndex>(&bytes(widest - 1)), SkinIndex::ORIENTATION);
            assert_eq!(index_from::<SkinIndex>(&bytes(widest - 2)).get(), Some(widest as usize - 2));
            if width != Width::Four {
                assert_eq!(index_from::<ColourRef>(&bytes(widest)), ColourRef(widest));
            }
        }
        assert_eq!(index_from::<SkinIndex>(&[]), SkinIndex::NONE);
        assert_eq!(index_from::<ColourRef>(&[]), ColourRef(0));
        assert_eq!((text(SkinIndex::NONE), text(SkinIndex::ORIENTATION)), ("-1".into(), "-2".into()));
        let most = [u32::MAX, u32::MAX - 1].map(|number| text(ColourRef(number)));
        assert_eq!(most, ["4294967295", "4294967294"]);
    }

    #[test]
    fn every_number_that_fits_comes_back() {
        for width in [Width::One, Width::Two] {
            for number in 0..=0xffff_u32 {
                let bytes = &number.to_le_bytes()[..width.bytes()];
                let value: BoneIndex = index_from(bytes);
                assert_eq!(&index_into(value, width).unwrap()[..width.bytes()], bytes);
                let value: ColourRef = index_from(bytes);
                assert_eq!(&index_into(value, width).unwrap()[..width.bytes()], bytes);
            }
        }
        assert_eq!(index_into(BoneIndex(254), Width::One), None);
        assert_eq!(index_into(ColourRef(254), Width::One), Some([254, 0, 0, 0]));
        assert_eq!(index_into(BoneIndex(0xfffe), Width::Two), None);
        assert_eq!(index_into(BoneIndex(0), Width::Absent), None);
        assert_eq!(index_into(BoneIndex::NONE, Width::Absent), Some([0xff; 4]));
    }
}
