//! Definitions that reading and writing share: the names of elements and their types.

use crate::types::with_types;
use std::fmt;

/// The beginning of the start tag of the root.
pub(crate) const MAGIC: &[u8] = b"<roblox";

/// The beginning of a section of text in which nothing is escaped.
pub(crate) const CDATA: &[u8] = b"<![CDATA[";

macro_rules! types {
    ($($(#[$doc:meta])* $ty:ident($Inner:ty): $written:literal from $($spelt:literal)|+,
        $read:ident, $pass:ident $write:ident($($how:ident),*);)*) => {
        /// The type of a property.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Type {
            $($(#[$doc])* $ty,)*
        }

        impl Type {
            /// All types.
            pub const ALL: &'static [Self] = &[$(Self::$ty,)*];

            /// The name of the element in which a value of this type is written.
            #[must_use]
            pub const fn element(self) -> &'static str {
                match self {
                    $(Self::$ty => $written,)*
                }
            }

            /// The type of an element with this name; upper and lower case are the same.
            #[must_use]
            pub fn of_element(name: &[u8]) -> Option<Self> {
                const SPELLINGS: &[(&[u8], Type)] = &[$($(($spelt, Type::$ty),)+)*];
                let exact = match name {
                    $($($spelt => Some(Self::$ty),)+)*
                    // Another name, or another spelling.
                    _ => None,
                };
                // Nearly all elements have the exact name; other programs may write it differently.
                exact.or_else(|| {
                    let same = |(spelling, _): &&(&[u8], Type)| name.eq_ignore_ascii_case(spelling);
                    let known = SPELLINGS.iter().find(same).map(|(_, ty)| *ty);
                    known.or_else(|| optional(name).and(Some(Self::Optional)))
                })
            }
        }
    };
}
with_types!(types);

/// Shows the name of the element.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.element())
    }
}

/// The part of an element's name after `Optional`, which is the name of the inner type.
pub(crate) fn optional(element: &[u8]) -> Option<&[u8]> {
    let (prefix, rest) = element.split_at_checked(b"Optional".len())?;
    prefix.eq_ignore_ascii_case(b"Optional").then_some(rest)
}

// The children of values, in Studio's order. Format document, section 6.
pub(crate) const UDIM: &[&str] = &["S", "O"];
pub(crate) const UDIM2: &[&str] = &["XS", "XO", "YS", "YO"];
pub(crate) const RECT: &[&str] = &["min", "max"];
pub(crate) const RAY: &[&str] = &["origin", "direction"];
pub(crate) const CFRAME: &[&str] =
    &["X", "Y", "Z", "R00", "R01", "R02", "R10", "R11", "R12", "R20", "R21", "R22"];
pub(crate) const RGB: &[&str] = &["R", "G", "B"];
pub(crate) const AXES: &[&str] = &["axes"];
pub(crate) const FACES: &[&str] = &["faces"];
pub(crate) const PHYSICAL: &[&str] = &[
    "CustomPhysics",
    "Density",
    "Friction",
    "Elasticity",
    "FrictionWeight",
    "ElasticityWeight",
    "AcousticAbsorption",
];
pub(crate) const CONTENT_ID: &[&str] = &["url", "null", "binary", "hash"];
pub(crate) const CONTENT: &[&str] = &["uri", "null", "Ref"];
pub(crate) const FONT: &[&str] = &["Family", "Weight", "Style", "CachedFaceId"];

/// Returns true if a referent means "no item".
pub(crate) fn is_null(referent: &[u8]) -> bool {
    matches!(referent, b"" | b"null" | b"nil")
}

/// A name for messages, with a limited length, because many messages may contain it.
pub(crate) fn brief(name: &[u8]) -> String {
    const LONGEST: usize = 100;
    let start = String::from_utf8_lossy(name.get(..LONGEST).unwrap_or(name));
    if name.len() > LONGEST { format!("{start}…") } else { start.into_owned() }
}

/// Returns true for white space, as XML defines it.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Removes the white space at both ends.
pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_space(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_space(*last)
    {
        text = rest;
    }
    text
}

/// Returns true if a text can be written as CDATA, which allows no character references.
pub(crate) fn is_cdata(text: &[u8]) -> bool {
    let is_control = |byte: u8| (byte < b' ') & (byte != b'\t') & (byte != b'\n') | (byte == 0x7f);
    before(text, is_control) == text.len()
        && str::from_utf8(text).is_ok()
        && memchr::memmem::find(text, b"]]>").is_none()
}

/// The number of bytes before the first one for which `is_special` is true.
// Blocks without special bytes are skipped: their test has no branches, so the compiler vectorises it.
#[inline]
pub(crate) fn before(text: &[u8], is_special: impl Fn(u8) -> bool) -> usize {
    let is_plain = |block: &&[u8; 32]| !block.iter().fold(false, |any, byte| any | is_special(*byte));
    let passed = text.as_chunks().0.iter().take_while(is_plain).count().saturating_mul(32);
    let rest = text.get(passed..).unwrap_or_default();
    passed.saturating_add(rest.iter().position(|byte| is_special(*byte)).unwrap_or(rest.len()))
}

/// The number of bytes in a line of base64, which has 72 characters.
pub(crate) const BASE64_LINE: usize = 54;

/// Section 3.3: standard base64. Any padding is accepted.
pub(crate) const BASE64: base64::engine::GeneralPurpose = base64::engine::GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    base64::engine::GeneralPurposeConfig::new()
        .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);
