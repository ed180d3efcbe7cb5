//! The values of properties. Format document, section 6.

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
pub(super) use children::are_elements;

impl Writer<'_> {
    /// Writes the content of an element at this depth.
    pub(super) fn value(
        &mut self,
        element: &[u8],
        value: &Value,
        spelling: Option<&Spelling>,
        depth: usize,
    ) -> Result<(), Error> {
        let plain_space = spelling.is_some_and(|spelling| spelling.plain_space);
        let is_text = spelling.is_some_and(|spelling| spelling.is_text);
        match value {
            Value::String(value) | Value::QDir(value) | Value::QFont(value) => {
                self.string(value, plain_space);
            }
            Value::ProtectedString(value) => self.script(value, plain_space, is_text),
            Value::BinaryString(bytes) => self.binary(bytes, true),
            Value::Bool(value) => self.bool(*value),
            Value::Int32(value) => self.whole(*value),
            Value::Int64(value) => self.whole(*value),
            Value::Float32(value) => self.float(*value),
            Value::Float64(value) => self.double(*value),
            Value::Enum(value) | Value::BrickColor(value) => self.whole(*value),
            Value::SecurityCapabilities(value) => self.whole(*value),
            Value::Vector2(value) => self.vec2(*value, depth),
            Value::Vector3(value) => self.vec3(*value, depth),
            Value::Vector2int16(value) => self.vector2int16(*value, depth),
            Value::Vector3int16(value) => self.vector3int16(*value, depth),
            Value::UDim(value) => self.udim(*value, depth),
            Value::UDim2(value) => self.udim2(*value, depth),
            Value::Rect(value) => self.rect(*value, depth),
            Value::Ray(value) => self.ray(value, depth),
            Value::CFrame(value) => self.cframe(value, depth),
            Value::Optional(value) => self.optional(value.as_deref(), plain_space, is_text, depth)?,
            Value::Color3(value) => self.color3(*value, depth),
            Value::Color3uint8(value) => self.color3uint8(*value),
            Value::Axes(value) => self.axes(*value, depth),
            Value::Faces(value) => self.faces(*value, depth),
            Value::NumberRange(value) => self.number_range(value),
            Value::NumberSequence(value) => self.number_sequence(value),
            Value::ColorSequence(value) => self.color_sequence(value),
            Value::PhysicalProperties(value) => self.physical(value.as_deref(), depth),
            Value::ContentId(value) => self.content_id(value, plain_space),
            Value::Content(value) => self.content(value, plain_space, depth),
            Value::Font(value) => self.font(value, plain_space, depth),
            Value::Referent(value) => self.reference(value),
            Value::SharedString(value) | Value::NetAssetRef(value) => self.key(value),
            Value::UniqueId(value) => self.unique_id(value),
            Value::Raw(source) => self.raw(element, source)?,
        }
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
