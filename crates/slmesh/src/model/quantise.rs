//! Conversion between 16-bit numbers and the values that they represent, in the precision and the order of operations
//! of the viewer. Format document, section 5.

use geom::Same;

/// The largest stored number.
const STEPS: f32 = 65_535.0;

/// The rounding of a value between two stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Rounding {
    /// Rounds to the lower number, as the viewer's uploader does.
    #[default]
    Truncate,
    /// Rounds to the nearest number, which halves the error.
    Nearest,
}

impl Rounding {
    /// The stored number for a fraction of the range. NaN becomes 0; a fraction outside 0 to 1 becomes the nearer end.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    pub(crate) fn store(self, share: f32) -> u16 {
        let steps = share * STEPS;
        match self {
            Self::Truncate => steps as u16,
            Self::Nearest => steps.round() as u16,
        }
    }
}

/// The minimum and maximum of each axis: the values that 0 and 65,535 represent.
///
/// The file has double precision; the viewer computes with single precision.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "[f64; N]: serde::Serialize",
        deserialize = "[f64; N]: serde::Deserialize<'de>"
    ))
)]
pub struct Domain<const N: usize> {
    /// The values that 0 represents.
    pub min: [f64; N],
    /// The values that 65,535 represents.
    pub max: [f64; N],
    /// Set if `Min` is written before `Max`, although keys are normally sorted by their bytes.
    pub min_first: bool,
}

/// A domain from 0 to 0, which the viewer uses if the file has none.
impl<const N: usize> Default for Domain<N> {
    fn default() -> Self {
        Self { min: [0.0; N], max: [0.0; N], min_first: false }
    }
}

/// A domain in single precision, which the viewer uses for calculations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span<const N: usize> {
    min: [f32; N],
    extent: [f32; N],
}

impl<const N: usize> Domain<N> {
    /// A domain from one corner to the other.
    #[must_use]
    pub fn new(min: [f32; N], max: [f32; N]) -> Self {
        Self { min: min.map(f64::from), max: max.map(f64::from), min_first: false }
    }

    /// The bounding box of the values; zeros if there are none. NaNs are ignored.
    pub fn around(values: impl IntoIterator<Item = [f32; N]>) -> Self {
        let mut bounds: Option<([f32; N], [f32; N])> = None;
        for value in values {
            let (min, max) = bounds.get_or_insert((value, value));
            for ((min, max), value) in min.iter_mut().zip(max).zip(value) {
                (*min, *max) = (min.min(value), max.max(value));
            }
        }
        bounds.map_or_else(Self::default, |(min, max)| Self::new(min, max))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the viewer has single precision")]
    pub(crate) fn span(&self) -> Span<N> {
        let (min, max) = (self.min.map(|value| value as f32), self.max.map(|value| value as f32));
        let mut extent = max;
        extent.iter_mut().zip(min).for_each(|(extent, min)| *extent -= min);
        Span { min, extent }
    }

    /// The value that a stored number represents.
    #[must_use]
    pub fn value(&self, stored: [u16; N]) -> [f32; N] {
        self.span().value(stored)
    }

    /// The stored number for a value. It is 0 on an axis without extent, where the viewer would divide by zero.
    #[must_use]
    pub fn quantise(&self, value: [f32; N], rounding: Rounding) -> [u16; N] {
        self.span().quantise(value, rounding)
    }

    /// The stored numbers of many values.
    pub fn quantise_all(
        &self,
        values: impl IntoIterator<Item = [f32; N]>,
        rounding: Rounding,
    ) -> Vec<[u16; N]> {
        let span = self.span();
        values.into_iter().map(|value| span.quantise(value, rounding)).collect()
    }
}

impl<const N: usize> Span<N> {
    #[inline]
    pub(crate) fn value(&self, stored: [u16; N]) -> [f32; N] {
        // The order of operations is the viewer's, on which the last bit depends: format document, section 5.
        let mut value = stored.map(|stored| f32::from(stored) / STEPS);
        for ((value, min), extent) in value.iter_mut().zip(self.min).zip(self.extent) {
            *value = *value * extent + min;
        }
        value
    }

    fn quantise(&self, value: [f32; N], rounding: Rounding) -> [u16; N] {
        let mut stored = [0; N];
        for (((stored, value), min), extent) in stored.iter_mut().zip(value).zip(self.min).zip(self.extent) {
            // Without an extent, all numbers stand for the same value.
            *stored = if extent == 0.0 { 0 } else { rounding.store((value - min) / extent) };
        }
        stored
    }
}

/// The normal that stored numbers represent. Its length is only approximately 1.
#[must_use]
#[inline]
pub fn normal_from_stored(stored: [u16; 3]) -> [f32; 3] {
    stored.map(|stored| f32::from(stored) / STEPS * 2.0 - 1.0)
}

/// The stored numbers of a normal.
#[must_use]
pub fn quantise_normal(normal: [f32; 3], rounding: Rounding) -> [u16; 3] {
    normal.map(|value| rounding.store((value + 1.0) * 0.5))
}

impl<const N: usize> Same for Domain<N> {
    fn difference(&self, other: &Self) -> Option<String> {
        let mine = (self.min, self.max, self.min_first);
        mine.difference(&(other.min, other.max, other.min_first))
    }
}
