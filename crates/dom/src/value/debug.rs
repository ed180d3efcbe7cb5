//! `Debug` output of values, with bytes shown as text.

use super::{Content, Font, FontStyle, Shared};
use std::fmt;

/// Prints bytes as text, with escapes such as `\xff` for bytes that are not UTF-8.
pub(super) struct Text<'a>(pub(super) &'a [u8]);

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for chunk in self.0.utf8_chunks() {
            write!(f, "{}", chunk.valid().escape_debug())?;
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
        }
        f.write_str("\"")
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Uri(uri) => f.debug_tuple("Uri").field(&Text(uri)).finish(),
            Self::Object(target) => f.debug_tuple("Object").field(target).finish(),
            Self::Other(number) => f.debug_tuple("Other").field(number).finish(),
        }
    }
}

impl fmt::Debug for Font<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { family, weight, style, cached_face } = self;
        f.debug_struct("Font")
            .field("family", &Text(family))
            .field("weight", weight)
            .field("style", style)
            .field("cached_face", &Text(cached_face))
            .finish()
    }
}

impl fmt::Debug for FontStyle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => f.debug_tuple("Number").field(number).finish(),
            Self::Word(word) => f.debug_tuple("Word").field(&Text(word)).finish(),
        }
    }
}

impl fmt::Debug for Shared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("content", &self.content.as_deref().map(Text)).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use crate::value::{Content, Font, FontStyle, Value};

    #[test]
    fn bytes_are_printed_as_text() {
        let shown = |value: Value<'_>| format!("{value:?}");
        assert_eq!(shown("Tür\n".into()), r#"String("Tür\n")"#);
        assert_eq!(shown(Value::BinaryString(b"a\xff".as_slice().into())), r#"BinaryString("a\xff")"#);
        assert_eq!(shown(Value::ContentId(Some(b"x".as_slice().into()))), r#"ContentId(Some("x"))"#);
        assert_eq!(shown(Content::Uri(b"x".as_slice().into()).into()), r#"Content(Uri("x"))"#);
        let font = Font::new(b"f".as_slice(), 400, FontStyle::Number(0), b"".as_slice());
        let text = r#"Font(Font { family: "f", weight: 400, style: Number(0), cached_face: "" })"#;
        assert_eq!(shown(font.into()), text);
        assert_eq!(shown(Value::UDim((0.5, 3))), "UDim((0.5, 3))");
    }
}
