use crate::vec::Vec4;
use std::fmt;

/// A colour of four bytes; an alpha of 255 is opaque.
///
/// ```
/// use geom::{Rgba8, Vec4};
///
/// let orange = Rgba8::new(255, 128, 0, 255);
/// assert_eq!(Rgba8::from_vec4(orange.to_vec4()), orange);
/// assert_eq!(Rgba8::from_vec4(Vec4::new(2.0, -1.0, f32::NAN, 0.5)), Rgba8::new(255, 0, 0, 128));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Rgba8 {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Alpha; 0 is transparent.
    pub a: u8,
}

/// Prints the channels in order: `(255, 128, 0, 255)`.
impl fmt::Debug for Rgba8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b, a] = self.to_array();
        write!(f, "({r}, {g}, {b}, {a})")
    }
}

impl Rgba8 {
    /// Opaque white, the neutral element of multiplication.
    pub const WHITE: Self = Self::new(255, 255, 255, 255);

    /// A colour from its channels.
    pub const fn new(r: u8, g: u8, b: u8, a: u8) -> Self {
        Self { r, g, b, a }
    }

    /// The channels in order: red, green, blue, alpha.
    pub const fn to_array(self) -> [u8; 4] {
        [self.r, self.g, self.b, self.a]
    }

    /// A colour from channels between 0 and 1, rounded to the nearest byte. Values outside are clamped, and NaN
    /// becomes 0.
    ///
    /// No transfer function is applied: sRGB stays sRGB.
    pub fn from_vec4(channels: Vec4) -> Self {
        // `as` saturates, and turns NaN into 0.
        let [r, g, b, a] = channels.to_array().map(|channel| (channel * 255.0).round() as u8);
        Self { r, g, b, a }
    }

    /// The channels as numbers between 0 and 1.
    pub fn to_vec4(self) -> Vec4 {
        Vec4::from_array(self.to_array().map(|channel| f32::from(channel) / 255.0))
    }
}
