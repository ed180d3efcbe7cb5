//! Types of values: which one a value has, its value for nothing, and conversions between related types.

use crate::model::{Content, Font, NumberRange, Ray, Referent, Rotation, RotationId, UniqueId, Value};
use geom::{Quat, Vec2, Vec3};

/// The type of a value in the file, as [`Values::type_id`](crate::Values::type_id).
#[inline]
pub(super) fn type_id(value: &Value<'_>) -> u8 {
    match value {
        Value::String(_) => 0x01,
        Value::Bool(_) => 0x02,
        Value::Int32(_) => 0x03,
        Value::Float32(_) => 0x04,
        Value::Float64(_) => 0x05,
        Value::UDim(..) => 0x06,
        Value::UDim2(..) => 0x07,
        Value::Ray(_) => 0x08,
        Value::Faces(_) => 0x09,
        Value::Axes(_) => 0x0a,
        Value::BrickColor(_) => 0x0b,
        Value::Color3(_) => 0x0c,
        Value::Vector2(_) => 0x0d,
        Value::Vector3(_) => 0x0e,
        Value::Vector2int16(_) => 0x0f,
        Value::CFrame(..) => 0x10,
        Value::CFrameQuat(..) => 0x11,
        Value::Enum(_) => 0x12,
        Value::Referent(_) => 0x13,
        Value::Vector3int16(_) => 0x14,
        Value::NumberSequence(_) => 0x15,
        Value::ColorSequence(_) => 0x16,
        Value::NumberRange(_) => 0x17,
        Value::Rect(_) => 0x18,
        Value::PhysicalProperties(_) => 0x19,
        Value::Color3uint8(_) => 0x1a,
        Value::Int64(_) => 0x1b,
        Value::SharedString(_) => 0x1c,
        Value::Bytecode(_) => 0x1d,
        Value::OptionalCFrame(_) => 0x1e,
        Value::UniqueId(_) => 0x1f,
        Value::Font(_) => 0x20,
        Value::SecurityCapabilities(_) => 0x21,
        Value::Content(_) => 0x22,
    }
}

/// The value of a type that says the least: zero, empty, or none; of palette numbers, which begin at 1, the one that Roblox
/// uses without another. `None` for a type that is not known.
pub(super) fn neutral(type_id: u8) -> Option<Value<'static>> {
    Some(match type_id {
        0x01 => Value::String(b""),
        0x02 => Value::Bool(0),
        0x03 => Value::Int32(0),
        0x04 => Value::Float32(0.0),
        0x05 => Value::Float64(0.0),
        0x06 => Value::UDim(0.0, 0),
        0x07 => Value::UDim2([0.0; 2], [0; 2]),
        0x08 => Value::Ray(Ray::default()),
        0x09 => Value::Faces(0),
        0x0a => Value::Axes(0),
        0x0b => Value::BrickColor(194),
        0x0c => Value::Color3([0.0; 3]),
        0x0d => Value::Vector2(Vec2::default()),
        0x0e => Value::Vector3(Vec3::default()),
        0x0f => Value::Vector2int16([0; 2]),
        0x10 => Value::CFrame(Rotation::Id(RotationId::IDENTITY), Vec3::default()),
        0x11 => Value::CFrameQuat(Rotation::<Quat>::Id(RotationId::IDENTITY), Vec3::default()),
        0x12 => Value::Enum(0),
        0x13 => Value::Referent(Referent::NONE),
        0x14 => Value::Vector3int16([0; 3]),
        0x15 => Value::NumberSequence(&[]),
        0x16 => Value::ColorSequence(&[]),
        0x17 => Value::NumberRange(NumberRange::default()),
        0x18 => Value::Rect([0.0; 4]),
        0x19 => Value::PhysicalProperties(Err(0)),
        0x1a => Value::Color3uint8([0; 3]),
        0x1b => Value::Int64(0),
        0x1d => Value::Bytecode(b""),
        0x1e => Value::OptionalCFrame(None),
        0x1f => Value::UniqueId(UniqueId::default()),
        0x20 => Value::Font(Font { weight: 400, ..Font::default() }),
        0x21 => Value::SecurityCapabilities(0),
        0x22 => Value::Content(Content::None),
        _ => return None,
    })
}

/// The value as one of another type that files have for the same property (format document, section 6). A 64-bit float is
/// rounded, and a colour too; otherwise nothing is lost.
#[expect(clippy::cast_possible_truncation, reason = "rounding, from numbers that are in range")]
pub(super) fn converted(value: Value<'_>, to: u8) -> Option<Value<'_>> {
    /// Up to here, 32-bit floats have all whole numbers.
    const MOST: i32 = 1 << 24;
    const LEAST: i32 = -MOST;
    Some(match (value, to) {
        (value, to) if type_id(&value) == to => value,
        (Value::Int32(number), 0x1b) => Value::Int64(number.into()),
        (Value::Int64(number), 0x03) => Value::Int32(number.try_into().ok()?),
        (Value::Float64(number), 0x04) => Value::Float32(number as f32),
        (Value::Float32(number), 0x05) => Value::Float64(number.into()),
        (Value::Int32(number), 0x05) => Value::Float64(number.into()),
        (Value::Int32(number @ LEAST..=MOST), 0x04) => Value::Float32(number as f32),
        (Value::Int32(number), 0x0b | 0x12) => numbered(number.try_into().ok()?, to),
        (Value::Enum(number) | Value::BrickColor(number), 0x0b | 0x12) => numbered(number, to),
        (Value::Enum(number) | Value::BrickColor(number), 0x03) => Value::Int32(number.try_into().ok()?),
        (Value::Color3(color), 0x1a) => {
            Value::Color3uint8(color.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8))
        }
        (Value::Color3uint8(_), 0x0c) => Value::Color3(value.as_color()?),
        (Value::String(b""), 0x22) => Value::Content(Content::None),
        (Value::String(text), 0x22) => Value::Content(Content::Uri(text)),
        (Value::String(text), 0x1d) => Value::Bytecode(text),
        (Value::Bytecode(_) | Value::Content(_), 0x01) => Value::String(value.as_bytes()?),
        (Value::Content(Content::Object(object)), 0x13) => Value::Referent(object),
        (Value::Referent(object), 0x22) if object.is_none() => Value::Content(Content::None),
        (Value::Referent(object), 0x22) => Value::Content(Content::Object(object)),
        (Value::CFrame(rotation, position), 0x1e) => Value::OptionalCFrame(Some((rotation, position))),
        (Value::OptionalCFrame(Some((rotation, position))), 0x10) => Value::CFrame(rotation, position),
        _ => return None,
    })
}

fn numbered(number: u32, type_id: u8) -> Value<'static> {
    if type_id == 0x12 { Value::Enum(number) } else { Value::BrickColor(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::growing::Growing;
    use crate::model::Values;

    #[test]
    fn neutral_values_have_their_type() {
        for id in (1..=0x22).filter(|id| *id != 0x1c) {
            let value = neutral(id).unwrap();
            assert_eq!(type_id(&value), id);
            let mut column = Growing::new(id, 1).unwrap();
            column.push(&value).unwrap();
            assert_eq!(column.get(0), Some(value));
            let values = Values::from(column);
            assert_eq!((values.type_id(), values.get(0)), (Some(id), Some(value)));
            assert_eq!(converted(value, id), Some(value));
        }
        assert_eq!(neutral(0x20), Some(Value::Font(Font { weight: 400, ..Font::default() })));
        assert_eq!(neutral(0x23), None);
    }

    #[test]
    fn related_types_are_converted() {
        assert_eq!(converted(Value::Float64(0.5), 0x04), Some(Value::Float32(0.5)));
        assert_eq!(converted(Value::Int64(1 << 40), 0x03), None);
        assert_eq!(converted(Value::Int32(-1), 0x1b), Some(Value::Int64(-1)));
        assert_eq!(converted(Value::Int32(-1), 0x05), Some(Value::Float64(-1.0)));
        let frame = (Rotation::Id(RotationId::IDENTITY), Vec3::new(1.0, 2.0, 3.0));
        let (plain, optional) = (Value::CFrame(frame.0, frame.1), Value::OptionalCFrame(Some(frame)));
        assert_eq!((converted(optional, 0x10), converted(plain, 0x1e)), (Some(plain), Some(optional)));
        assert_eq!(converted(Value::OptionalCFrame(None), 0x10), None);
        assert_eq!(converted(Value::Int32(1), 0x12), Some(Value::Enum(1)));
        assert_eq!(converted(Value::Int32(-1), 0x12), None);
        assert_eq!(converted(Value::Color3([1.0, 0.5, -3.0]), 0x1a), Some(Value::Color3uint8([255, 128, 0])));
        assert_eq!(
            converted(Value::String(b"rbxasset://x"), 0x22),
            Some(Value::Content(Content::Uri(b"rbxasset://x")))
        );
        assert_eq!(converted(Value::Bool(1), 0x03), None);
    }
}
