//! Weights of typefaces.

/// A weight of a typeface in Roblox's enum `FontWeight`. [`Font::weight`](super::Font::weight) holds its
/// number.
///
/// ```
/// use dom::{Font, FontStyle, FontWeight};
///
/// let family = &b"rbxasset://fonts/families/GothamSSm.json"[..];
/// let font = Font::new(family, FontWeight::Bold.into(), FontStyle::ITALIC, &b""[..]);
/// assert_eq!((font.weight, FontWeight::from_number(font.weight)), (700, Some(FontWeight::Bold)));
/// assert_eq!(FontWeight::from_number(650), None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum FontWeight {
    /// 100.
    Thin = 100,
    /// 200.
    ExtraLight = 200,
    /// 300.
    Light = 300,
    /// 400.
    #[default]
    Regular = 400,
    /// 500.
    Medium = 500,
    /// 600.
    SemiBold = 600,
    /// 700.
    Bold = 700,
    /// 800.
    ExtraBold = 800,
    /// 900.
    Heavy = 900,
}

impl FontWeight {
    const ALL: [Self; 9] = [
        Self::Thin,
        Self::ExtraLight,
        Self::Light,
        Self::Regular,
        Self::Medium,
        Self::SemiBold,
        Self::Bold,
        Self::ExtraBold,
        Self::Heavy,
    ];

    /// The weight with this number; `None` if no weight has it.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|weight| u32::from(*weight) == number)
    }
}

impl From<FontWeight> for u32 {
    fn from(weight: FontWeight) -> Self {
        Self::from(weight as u16)
    }
}
