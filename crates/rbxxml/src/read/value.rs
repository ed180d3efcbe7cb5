//! The values of properties. Format document, section 6.

mod children;
mod color;
mod content;
mod font;
mod physical;
mod scalar;
mod sequence;
mod spelled;
mod text;
mod vector;

use super::markup::between;
use super::opening::Opening;
use crate::common::input::{Input, Parsed};
use crate::error::ErrorKind;
use crate::model::Value;
use crate::wire;
use crate::wire::Type;
use children::{child_tag, unknown_child};
use color::{color3, color3uint8};
use content::{content, content_id, key, reference};
use font::font;
use physical::physical;
use scalar::{bool, double, float, int, unique_id, unsigned, whole};
use sequence::{color_sequence, number_range, number_sequence};
pub(super) use spelled::{Notes, Spelled};
use spelled::{add_child, map};
use text::{script, string};
use vector::{axes, cframe, faces, ray, rect, udim, udim2, vec2, vec3, vector2int16, vector3int16};

/// The value of an element; passes its end.
pub(super) fn value<'a>(ty: Type, value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Value>> {
    Ok(match ty {
        Type::String => string(value).map(map(Value::String))?,
        Type::ProtectedString => script(value).map(map(Value::ProtectedString))?,
        Type::QDir => string(value).map(map(Value::QDir))?,
        Type::QFont => string(value).map(map(Value::QFont))?,
        Type::BinaryString => plain(value.binary()?, |bytes| Value::BinaryString(bytes.into())),
        Type::Bool => plain(bool(value)?, Value::Bool),
        Type::Int32 => plain(int(value)?, Value::Int32),
        Type::Int64 => plain(whole(value, i64::MIN, i64::MAX)?, Value::Int64),
        Type::Float32 => plain(float(value)?, Value::Float32),
        Type::Float64 => plain(double(value)?, Value::Float64),
        Type::Enum => plain(unsigned(value)?, Value::Enum),
        Type::BrickColor => plain(unsigned(value)?, Value::BrickColor),
        Type::SecurityCapabilities => plain(whole(value, 0, u64::MAX)?, Value::SecurityCapabilities),
        Type::Vector2 => vec2(value).map(map(Value::Vector2))?,
        Type::Vector3 => vec3(value).map(map(Value::Vector3))?,
        Type::Vector2int16 => vector2int16(value).map(map(Value::Vector2int16))?,
        Type::Vector3int16 => vector3int16(value).map(map(Value::Vector3int16))?,
        Type::UDim => udim(value).map(map(Value::UDim))?,
        Type::UDim2 => udim2(value).map(map(Value::UDim2))?,
        Type::Rect => rect(value).map(map(Value::Rect))?,
        Type::Ray => ray(value).map(map(|ray| Value::Ray(Box::new(ray))))?,
        Type::CFrame => cframe(value).map(map(|pose| Value::CFrame(Box::new(pose))))?,
        Type::Optional => optional(value)?,
        Type::Color3 => color3(value).map(map(Value::Color3))?,
        Type::Color3uint8 => color3uint8(value).map(map(Value::Color3uint8))?,
        Type::Axes => axes(value).map(map(Value::Axes))?,
        Type::Faces => faces(value).map(map(Value::Faces))?,
        Type::NumberRange => plain(number_range(value)?, Value::NumberRange),
        Type::NumberSequence => plain(number_sequence(value)?, Value::NumberSequence),
        Type::ColorSequence => plain(color_sequence(value)?, Value::ColorSequence),
        Type::PhysicalProperties => physical(value).map(map(Value::PhysicalProperties))?,
        Type::ContentId => content_id(value).map(map(Value::ContentId))?,
        Type::Content => content(value)?,
        Type::Font => font(value).map(map(|font| Value::Font(Box::new(font))))?,
        Type::Referent => plain(reference(value)?, Value::Referent),
        Type::SharedString => plain(key(value)?, Value::SharedString),
        Type::NetAssetRef => plain(key(value)?, Value::NetAssetRef),
        Type::UniqueId => plain(unique_id(value)?, Value::UniqueId),
    })
}

/// Makes a value of what has one spelling.
fn plain<T>((rest, content): (Input<'_>, T), make: impl FnOnce(T) -> Value) -> (Input<'_>, Spelled<Value>) {
    (rest, make(content).into())
}

/// The type is that of the child's name, or else the rest of the element's own. The value may be absent.
fn optional<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Value>> {
    let mut found = Spelled::from(Value::Optional(None));
    let mut input = value.inside;
    if value.tag.is_closed {
        return Ok((input, found));
    }
    loop {
        input = between(value.cx, input)?;
        if input.bytes().starts_with(b"</") {
            return value.end(input).map(|(rest, ())| (rest, found));
        }
        let child = child_tag(value.cx, input)?;
        let Value::Optional(None) = found.value else {
            input = unknown_child(&mut found.notes, &child)?;
            continue;
        };
        let ty = Type::of_element(child.tag.name);
        let ty = ty.or_else(|| Type::of_element(wire::optional(value.tag.name)?));
        let Some(ty) = ty.filter(|ty| *ty != Type::Optional) else {
            return Err(input.fatal(ErrorKind::UnknownElement { element: child.name() }));
        };
        let attributes = child.attributes([])?;
        child.tell()?;
        let (rest, inner) = self::value(ty, &child)?;
        if inner.notes.is_some() || !attributes.is_empty() {
            add_child(&mut found.notes, inner.value.element_inside(), attributes, inner.notes);
        }
        input = rest;
        found.value = Value::Optional(Some(Box::new(inner.value)));
    }
}
