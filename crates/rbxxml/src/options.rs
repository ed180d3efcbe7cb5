//! Options for reading and writing.

use crate::common::limits::Limits;
use crate::wire::Type;
use std::fmt;
use std::sync::Arc;

/// Options for reading.
///
/// By default, recoverable errors are skipped, with [`Warnings`](crate::Warnings)
/// about them, within the default [`Limits`].
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ReadOptions {
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    pub(crate) text: TextRule,
    pub(crate) keep_line_ends: bool,
    pub(crate) types: Types,
}

/// The meaning of the character references `&#128;` to `&#255;`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum TextRule {
    /// Bytes, if no reference in the text is above 255 and the result is valid UTF-8; otherwise code points.
    #[default]
    Auto,
    /// Bytes, as Studio writes and reads them.
    Bytes,
    /// Code points, as in XML.
    CodePoints,
}

impl ReadOptions {
    /// Makes the first recoverable error end the reading.
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the limits on the output of reading.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the meaning of the character references `&#128;` to `&#255;`.
    pub fn text(self, text: TextRule) -> Self {
        Self { text, ..self }
    }

    /// Keeps carriage returns in texts. By default, line ends become line feeds, as in Lua.
    pub fn keep_line_ends(self, keep: bool) -> Self {
        Self { keep_line_ends: keep, ..self }
    }

    /// Sets a function that returns the type of a property, given its class and name. It is for types that the element
    /// does not determine: a BrickColor, for example, is written as `int`. A value that cannot be read as this type is
    /// read as its element requires. So is a shared string, because it may replace any text or binary string.
    ///
    /// ```
    /// use rbxxml::{ReadOptions, Type, Value, read_with};
    ///
    /// let text = br#"<roblox version="4"><Item class="Part"><Properties>
    ///     <int name="BrickColor">194</int>
    /// </Properties></Item></roblox>"#;
    /// let options = ReadOptions::default()
    ///     .types(|_class, property| (property == "BrickColor").then_some(Type::BrickColor));
    /// let (document, _) = read_with(text, &options)?;
    /// let part = document.item(document.roots().next().unwrap()).unwrap();
    /// assert_eq!(part.get("BrickColor"), Some(&Value::BrickColor(194)));
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn types(self, types: impl Fn(&str, &str) -> Option<Type> + Send + Sync + 'static) -> Self {
        Self { types: Types(Some(Arc::new(types))), ..self }
    }
}

/// A function that returns a property's type, given its class and name.
#[derive(Clone, Default)]
pub(crate) struct Types(pub(crate) Option<Arc<Table>>);

type Table = dyn Fn(&str, &str) -> Option<Type> + Send + Sync;

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Types" } else { "None" })
    }
}

/// Options for writing.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct WriteOptions {
    pub(crate) form: NumberForm,
    pub(crate) text: TextRule,
}

/// The form in which numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NumberForm {
    /// Studio's form, with more digits where Studio would lose precision.
    #[default]
    Lossless,
    /// Exactly Studio's form: at most six digits in sequences and ranges.
    Studio,
}

impl WriteOptions {
    /// Sets the form in which numbers are written.
    pub fn form(self, form: NumberForm) -> Self {
        Self { form, ..self }
    }

    /// Sets how the program that will read the file interprets character references.
    ///
    /// By default, non-ASCII UTF-8 is written as references to its bytes, as Studio does. It is written as plain UTF-8
    /// if [`Document::plain_utf8`](crate::Document::plain_utf8) is set, as it is after reading most files of other
    /// programs. Text that is not UTF-8 is written as it is. With [`TextRule::Bytes`], all such text is written as
    /// references to bytes, for Roblox; with [`TextRule::CodePoints`], none is, for programs that read the file as XML.
    pub fn text(self, text: TextRule) -> Self {
        Self { text, ..self }
    }
}
