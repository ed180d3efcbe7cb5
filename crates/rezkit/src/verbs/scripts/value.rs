//! The values of expressions, as far as they are known without running a script.

use std::rc::Rc;

/// The value of an expression.
#[derive(Debug, Clone, Default)]
pub(super) enum Value {
    #[default]
    Unknown,
    Number(Number),
    /// A number that is not known.
    SomeNumber,
    Text(Rc<Text>),
    /// A string with unknown content that comes from outside the script, or was changed.
    SomeText,
    /// The elements of a table, as long as all are known.
    List(Rc<Vec<Self>>),
    /// Several values from a list, as `table.unpack` returns them.
    Spread(Rc<Vec<Self>>),
    /// An instance, by its node number; 0 stands for `game`, and for the parent of the roots of a model.
    Instance(u32),
    /// An instance that the file does not have, by its path.
    Absent(Rc<str>),
    /// A global, or a field of one, such as `task.wait`.
    Library(Rc<str>),
    /// The table of all globals, as `getfenv` returns it.
    Environment,
    /// A property, event or method of another value.
    Member(Rc<Member>),
}

/// A property, event or method.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) owner: Value,
    pub(super) name: Rc<str>,
    /// Set if the name is called with a `:`.
    pub(super) is_method: bool,
}

/// A number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub(super) value: f64,
    /// True if the script writes the number in decimal digits only.
    pub(super) is_plain: bool,
}

/// A string.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    /// True if the script does not contain the string, or its parts, as literals, but decodes it or takes it
    /// from elsewhere.
    pub(super) is_decoded: bool,
}

impl Value {
    pub(super) fn text(bytes: impl Into<Vec<u8>>, is_decoded: bool) -> Self {
        Self::Text(Rc::new(Text { bytes: bytes.into(), is_decoded }))
    }

    pub(super) fn as_text(&self) -> Option<&Text> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn as_library(&self) -> Option<&str> {
        if let Self::Library(name) = self { Some(name) } else { None }
    }

    pub(super) fn as_member(&self) -> Option<&Member> {
        if let Self::Member(member) = self { Some(member) } else { None }
    }

    /// The value as `..` and `tostring` write it.
    pub(super) fn written(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(text) => Some(text.bytes.clone()),
            #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
            Self::Number(Number { value, .. }) if value.trunc() == *value && value.abs() < 1e15 => {
                Some(format!("{value:.0}").into_bytes())
            }
            _ => None,
        }
    }

    pub(super) fn as_number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(number.value) } else { None }
    }

    /// Upper bound on the bytes and elements that are read to build a string from the value.
    pub(super) fn n_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.bytes.len().saturating_add(1),
            Self::List(list) => list.iter().fold(1, |n, element| {
                n.saturating_add(element.as_text().map_or(1, |text| text.bytes.len().saturating_add(1)))
            }),
            _ => 1,
        }
    }

    /// A number that the script does not write as a literal.
    pub(super) fn number(value: f64) -> Self {
        Self::Number(Number { value, is_plain: false })
    }
}
