//! The values of properties. Format document, section 6.

use super::Writer;
use super::markup::pairs;
use super::number;
use crate::model::{
    ColorKeypoint, Content, ContentId, Element, Font, FontStyle, NumberKeypoint, NumberRange, PartSpelling,
    PhysicalProperties, Reference, Spelling, UDim, UniqueId, Value,
};
use crate::mould::error::Error;
use crate::read::markup::is_element;
use crate::wire::{self, trim};
use crate::{ErrorKind, Form};
use geom::{Pose, Vec2, Vec3};

impl<'m> Writer<'m> {
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
            Value::String(text) | Value::QDir(text) | Value::QFont(text) => self.text(text, plain_space),
            Value::ProtectedString(text) => self.source(text, plain_space, is_text),
            Value::BinaryString(bytes) => self.binary(bytes, true),
            Value::Bool(value) => self.out.extend_from_slice(if *value { b"true" } else { b"false" }),
            Value::Int(value) => self.whole(*value),
            Value::Int64(value) => self.whole(*value),
            Value::Float(value) => self.float(*value),
            Value::Double(value) => self.double(*value),
            Value::Token(value) | Value::BrickColor(value) => self.whole(*value),
            Value::SecurityCapabilities(value) => self.whole(*value),
            Value::Vector2(value) => self.vec2(*value, depth),
            Value::Vector3(value) => self.vec3(*value, depth),
            Value::Vector2int16(value) => self.wholes(wire::XY, [value.x, value.y], depth),
            Value::Vector3int16(value) => self.wholes(wire::XYZ, [value.x, value.y, value.z], depth),
            Value::UDim(value) => self.udims(wire::UDIM, &[*value], depth),
            Value::UDim2(value) => self.udims(wire::UDIM2, &[value.x, value.y], depth),
            Value::Rect(value) => self.both(wire::RECT, [value.min, value.max], depth, Self::vec2),
            Value::Ray(value) => self.both(wire::RAY, [value.origin, value.direction], depth, Self::vec3),
            Value::CFrame(value) => self.cframe(value, depth),
            Value::Optional(value) => self.optional(value.as_deref(), plain_space, is_text, depth)?,
            Value::Color3(value) => self.floats(wire::RGB, &[value.r, value.g, value.b], depth),
            // As Studio, with an opaque alpha, so that the number is never below 0xFF000000.
            Value::Color3uint8(value) => self.whole(u32::from_be_bytes([0xff, value.r, value.g, value.b])),
            Value::Axes(value) => self.wholes(wire::AXES, [value.bits], depth),
            Value::Faces(value) => self.wholes(wire::FACES, [value.bits], depth),
            Value::NumberRange(value) => self.number_range(value),
            Value::NumberSequence(value) => self.number_sequence(value),
            Value::ColorSequence(value) => self.color_sequence(value),
            Value::PhysicalProperties(value) => self.physical(value.as_deref(), depth),
            Value::ContentId(value) => self.content_id(value, plain_space),
            Value::Content(value) => self.content(value, plain_space, depth),
            Value::Font(value) => self.font(value, plain_space, depth),
            Value::Ref(value) => self.reference_to(value),
            Value::SharedString(key) | Value::NetAssetRef(key) => self.text(key, false),
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

    fn whole(&mut self, number: impl Into<i128>) {
        number::whole(&mut self.out, number.into());
    }

    fn float(&mut self, number: f32) {
        number::float(&mut self.out, number, 9, self.document.three_digit_exponents);
    }

    fn double(&mut self, number: f64) {
        number::double(&mut self.out, number, self.document.three_digit_exponents);
    }

    /// A child on a line of its own, and therefore also the end tag of its parent.
    fn child(&mut self, name: &str, depth: usize, content: impl FnOnce(&mut Self)) {
        self.line(depth.saturating_add(1));
        self.part(name, content);
        self.is_tall = true;
    }

    /// A part of a value, with the attributes that its spelling has for it.
    fn part(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.out.push(b'<');
        self.out.extend_from_slice(name.as_bytes());
        let n_around = self.path.len();
        let spelling = if self.parts.is_empty() { None } else { self.enter(name) };
        if let Some(spelling) = spelling {
            pairs(&spelling.attributes).for_each(|(name, value)| self.named_attribute(name, value));
        }
        self.out.push(b'>');
        content(self);
        if let Some(spelling) = spelling {
            spelling.children.iter().for_each(|child| self.out.extend_from_slice(&child.source));
        }
        self.path.truncate(n_around);
        self.end_tag(name.as_bytes());
    }

    /// Adds a name to `path`; gives the spelling of this part.
    #[cold]
    fn enter(&mut self, name: &str) -> Option<&'m PartSpelling> {
        if !self.path.is_empty() {
            self.path.push(b'/');
        }
        self.path.extend_from_slice(name.as_bytes());
        self.parts.iter().find(|part| *part.path == *self.path)
    }

    fn floats(&mut self, names: &[&str], numbers: &[f32], depth: usize) {
        for (name, number) in names.iter().zip(numbers) {
            self.child(name, depth, |writer| writer.float(*number));
        }
    }

    fn vec2(&mut self, value: Vec2, depth: usize) {
        self.floats(wire::XY, &value.to_array(), depth);
    }

    fn vec3(&mut self, value: Vec3, depth: usize) {
        self.floats(wire::XYZ, &value.to_array(), depth);
    }

    fn wholes<const N: usize>(&mut self, names: &[&str], numbers: [impl Into<i128>; N], depth: usize) {
        for (name, number) in names.iter().zip(numbers) {
            self.child(name, depth, |writer| writer.whole(number));
        }
    }

    fn udims(&mut self, names: &[&str], udims: &[UDim], depth: usize) {
        for (names, udim) in names.chunks(2).zip(udims) {
            if let [scale, offset] = names {
                self.child(scale, depth, |writer| writer.float(udim.scale));
                self.child(offset, depth, |writer| writer.whole(udim.offset));
            }
        }
    }

    fn both<T>(&mut self, names: &[&str], values: [T; 2], depth: usize, write: fn(&mut Self, T, usize)) {
        for (name, value) in names.iter().zip(values) {
            self.child(name, depth, |writer| {
                write(writer, value, depth.saturating_add(1));
                writer.line(depth.saturating_add(1));
            });
        }
    }

    fn cframe(&mut self, value: &Pose, depth: usize) {
        self.vec3(value.position, depth);
        // The first three names are those of the position.
        let names = wire::CFRAME.get(3..).unwrap_or_default();
        self.floats(names, &value.rotation.to_rows_array(), depth);
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

    /// Numbers, each followed by a space. Studio writes six digits; more are written if six are not exact.
    fn numbers<const N: usize>(&mut self, groups: impl IntoIterator<Item = [f32; N]>) {
        for number in groups.into_iter().flatten() {
            let start = self.out.len();
            let long_exponent = self.document.three_digit_exponents;
            number::float(&mut self.out, number, 6, long_exponent);
            let text = self.out.get(start..).unwrap_or_default();
            let is_exact = self.options.form == Form::Studio
                || !number.is_finite()
                || str::from_utf8(text).is_ok_and(|text| text.parse::<f32>().is_ok_and(|six| six == number));
            if !is_exact {
                self.out.truncate(start);
                number::float(&mut self.out, number, 9, long_exponent);
            }
            // Studio writes a space after the last number, too.
            self.out.push(b' ');
        }
    }

    fn number_range(&mut self, value: &NumberRange) {
        self.numbers([[value.min, value.max]]);
    }

    fn number_sequence(&mut self, value: &[NumberKeypoint]) {
        self.numbers(value.iter().map(|keypoint| [keypoint.time, keypoint.value, keypoint.envelope]));
    }

    fn color_sequence(&mut self, value: &[ColorKeypoint]) {
        let numbers = |keypoint: &ColorKeypoint| {
            let color = keypoint.color;
            [keypoint.time, color.r, color.g, color.b, keypoint.envelope]
        };
        self.numbers(value.iter().map(numbers));
    }

    fn physical(&mut self, value: Option<&PhysicalProperties>, depth: usize) {
        let [custom, names @ ..] = wire::PHYSICAL else { return };
        self.child(custom, depth, |writer| {
            writer.out.extend_from_slice(if value.is_some() { b"true" } else { b"false" });
        });
        if let Some(value) = value {
            let numbers = [
                value.density,
                value.friction,
                value.elasticity,
                value.friction_weight,
                value.elasticity_weight,
            ];
            self.floats(names, &numbers, depth);
            if let (Some(absorption), Some(name)) = (value.acoustic_absorption, names.last()) {
                self.child(name, depth, |writer| writer.float(absorption));
            }
        }
    }

    /// On the line of its element, which distinguishes a null value from one of the newer type.
    fn content_id(&mut self, value: &ContentId, plain_space: bool) {
        let [url, null, binary, hash] = wire::CONTENT_ID else { return };
        let (name, text) = match value {
            ContentId::Url(text) => (url, &**text),
            ContentId::Null => (null, &[][..]),
            ContentId::Binary(text) => (binary, &**text),
            ContentId::Hash(text) => (hash, &**text),
        };
        self.part(name, |writer| writer.text(text, plain_space));
    }

    fn content(&mut self, value: &Content, plain_space: bool, depth: usize) {
        let [uri, null, object] = wire::CONTENT else { return };
        match value {
            Content::Uri(text) => self.child(uri, depth, |writer| writer.text(text, plain_space)),
            Content::Null => self.child(null, depth, |_| ()),
            Content::Object(reference) => {
                self.child(object, depth, |writer| writer.reference_to(reference));
            }
        }
    }

    fn font(&mut self, value: &Font, plain_space: bool, depth: usize) {
        let [family, weight, style, face] = wire::FONT else { return };
        self.child(family, depth, |writer| writer.content_id(&value.family, plain_space));
        self.child(weight, depth, |writer| writer.whole(value.weight));
        self.child(style, depth, |writer| match &value.style {
            FontStyle::Normal => writer.out.extend_from_slice(b"Normal"),
            FontStyle::Italic => writer.out.extend_from_slice(b"Italic"),
            FontStyle::Other(name) => writer.text(name, false),
        });
        if let Some(cached) = &value.cached_face_id {
            self.child(face, depth, |writer| writer.content_id(cached, plain_space));
        }
    }

    fn reference_to(&mut self, value: &Reference) {
        match self.referent_of(value) {
            Some(referent) => self.text(&referent, false),
            None => self.out.extend_from_slice(b"null"),
        }
    }

    /// The referent to write; `None` if there is no item, or if it was removed.
    pub(super) fn referent_of(&self, reference: &Reference) -> Option<Vec<u8>> {
        let id = match reference {
            Reference::Null => return None,
            Reference::Unresolved(referent) => return Some(referent.to_vec()),
            Reference::Item(id) => *id,
        };
        let own = || self.document.item(id)?.referent.clone();
        Some(trim(&self.new_referents.get(id).or_else(own)?).to_vec())
    }

    fn unique_id(&mut self, value: &UniqueId) {
        let UniqueId { random, time, index } = *value;
        // The random number comes first, and the digits are in lower case.
        let bytes = random.to_be_bytes().into_iter().chain(time.to_be_bytes()).chain(index.to_be_bytes());
        let digits = bytes.flat_map(|byte| [byte >> 4, byte & 15]);
        self.out.extend(
            digits.map(|digit| if digit < 10 { b'0'.wrapping_add(digit) } else { b'W'.wrapping_add(digit) }),
        );
    }
}

/// Checks that all sources are whole elements, because others would be read differently.
pub(super) fn are_elements(children: &[Element]) -> Result<(), Error> {
    match children.iter().all(|child| is_element(&child.source)) {
        true => Ok(()),
        false => Err(Error::model(ErrorKind::BadSource)),
    }
}
