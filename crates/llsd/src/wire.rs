//! Definitions that reading and writing share: tags, element names, spellings.

pub(crate) mod bytes;
#[cfg(feature = "xml")]
pub(crate) mod markup;
pub(crate) mod quoted;
pub(crate) mod real;
pub(crate) mod words;

/// The tags of binary. Format document, section 4.
pub(crate) mod tag {
    pub(crate) const UNDEF: u8 = b'!';
    pub(crate) const TRUE: u8 = b'1';
    pub(crate) const FALSE: u8 = b'0';
    pub(crate) const INTEGER: u8 = b'i';
    pub(crate) const REAL: u8 = b'r';
    pub(crate) const UUID: u8 = b'u';
    pub(crate) const STRING: u8 = b's';
    pub(crate) const URI: u8 = b'l';
    pub(crate) const BINARY: u8 = b'b';
    pub(crate) const DATE: u8 = b'd';
    pub(crate) const ARRAY: u8 = b'[';
    pub(crate) const ARRAY_END: u8 = b']';
    pub(crate) const MAP: u8 = b'{';
    pub(crate) const MAP_END: u8 = b'}';
    pub(crate) const KEY: u8 = b'k';
    pub(crate) const QUOTE: u8 = b'"';
    pub(crate) const APOSTROPHE: u8 = b'\'';
}

/// The number of bytes after the tag of a value of fixed size.
pub(crate) fn fixed_size(tag: u8) -> Option<usize> {
    match tag {
        tag::UNDEF | tag::TRUE | tag::FALSE => Some(0),
        tag::INTEGER => Some(4),
        tag::REAL | tag::DATE => Some(8),
        tag::UUID => Some(16),
        _ => None,
    }
}

/// Returns true if XML cannot express this byte.
pub(crate) fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}
