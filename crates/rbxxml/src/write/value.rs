//! Writes the values of properties. Format document, section 6.

mod children;
mod color;
mod content;
mod font;
mod physical;
mod scalar;
mod sequence;
mod text;
mod vector;

use super::Writer;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Spelling, Value};
use crate::read::markup::is_element;
use crate::types::with_types;
pub(super) use children::are_elements;

/// Parameters of a value writer other than the value.
#[derive(Clone, Copy)]
struct How {
    plain_space: bool,
    is_text: bool,
    depth: usize,
}

/// Expands to a value in the form that its writer takes.
macro_rules! passed {
    (copied $value:ident) => {
        *$value
    };
    (borrowed $value:ident) => {
        $value
    };
    (inside $value:ident) => {
        $value.as_deref()
    };
}

macro_rules! writer {
    ($($(#[$doc:meta])* $ty:ident($Inner:ty): $written:literal from $($spelt:literal)|+,
        $read:ident, $pass:ident $write:ident($($how:ident),*);)*) => {
        impl Writer<'_> {
            fn inside(&mut self, element: &[u8], value: &Value, how: How) -> Result<(), Error> {
                match value {
                    $(Value::$ty(value) => self.$write(passed!($pass value), $(how.$how),*).done(),)*
                    Value::Raw(source) => self.raw(element, source),
                }
            }
        }
    };
}
with_types!(writer);

/// The result of a value writer, which is `()` or a `Result`.
trait Written {
    fn done(self) -> Result<(), Error>;
}

impl Written for () {
    fn done(self) -> Result<(), Error> {
        Ok(())
    }
}

impl Written for Result<(), Error> {
    fn done(self) -> Self {
        self
    }
}

impl Writer<'_> {
    /// Writes the content of an element at nesting depth `depth`.
    pub(super) fn value(
        &mut self,
        element: &[u8],
        value: &Value,
        spelling: Option<&Spelling>,
        depth: usize,
    ) -> Result<(), Error> {
        let plain_space = spelling.is_some_and(|spelling| spelling.plain_space);
        let is_text = spelling.is_some_and(|spelling| spelling.is_text);
        self.inside(element, value, How { plain_space, is_text, depth })?;
        let others = spelling.map_or(&[][..], |spelling| &spelling.children);
        are_elements(others)?;
        for child in others {
            self.line(depth.saturating_add(1));
            self.out.extend_from_slice(&child.source);
        }
        if self.is_tall || !others.is_empty() {
            self.line(depth);
        }
        self.is_tall = false;
        Ok(())
    }

    /// Writes the content of an element that could not be read.
    pub(super) fn raw(&mut self, element: &[u8], source: &[u8]) -> Result<(), Error> {
        // A source that ends its own element early, or leaves one open, would change the meaning of the text after it.
        if !is_element(&[b"<", element, b">", source, b"</", element, b">"].concat()) {
            return Err(Error::model(ErrorKind::BadSource));
        }
        self.out.extend_from_slice(source);
        Ok(())
    }

    fn optional(
        &mut self,
        value: Option<&Value>,
        plain_space: bool,
        is_text: bool,
        depth: usize,
    ) -> Result<(), Error> {
        let Some(value) = value else { return Ok(()) };
        // The reader would not take such an element for an optional value.
        if matches!(value, Value::Optional(_) | Value::Raw(_)) {
            return Err(Error::model(ErrorKind::BadSource));
        }
        let name = value.element_inside();
        let spelling = Spelling { plain_space, is_text, ..Spelling::default() };
        let mut written = Ok(());
        self.child(name, depth, |writer| {
            written = writer.value(name.as_bytes(), value, Some(&spelling), depth.saturating_add(1));
        });
        written
    }
}
