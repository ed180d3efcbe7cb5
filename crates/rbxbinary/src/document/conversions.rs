//! Conversions between related types of values.

use crate::model::{Content, Type, Value};

/// Converts a value to another type that files use for the same property (format document, section 8). A 64-bit float
/// or a colour is rounded; otherwise nothing is lost.
#[expect(clippy::cast_possible_truncation, reason = "rounding, from numbers that are in range")]
pub(super) fn converted(value: Value<'_>, to: Type) -> Option<Value<'_>> {
    /// The largest number up to which a 32-bit float represents every integer.
    const MOST: i32 = 1 << 24;
    const LEAST: i32 = -MOST;
    Some(match (value, to) {
        (value, to) if value.ty() == to => value,
        (Value::Int32(number), Type::Int64) => Value::Int64(number.into()),
        (Value::Int64(number), Type::Int32) => Value::Int32(number.try_into().ok()?),
        (Value::Float64(number), Type::Float32) => Value::Float32(number as f32),
        (Value::Float32(number), Type::Float64) => Value::Float64(number.into()),
        (Value::Int32(number), Type::Float64) => Value::Float64(number.into()),
        (Value::Int32(number @ LEAST..=MOST), Type::Float32) => Value::Float32(number as f32),
        (Value::Int32(number), Type::BrickColor | Type::Enum) => numbered(number.try_into().ok()?, to),
        (Value::Enum(number) | Value::BrickColor(number), Type::BrickColor | Type::Enum) => {
            numbered(number, to)
        }
        (Value::Enum(number) | Value::BrickColor(number), Type::Int32) => {
            Value::Int32(number.try_into().ok()?)
        }
        (Value::Color3(color), Type::Color3uint8) => {
            Value::Color3uint8(color.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8))
        }
        (Value::Color3uint8(_), Type::Color3) => Value::Color3(value.as_color()?),
        (Value::String(b""), Type::Content) => Value::Content(Content::None),
        (Value::String(text), Type::Content) => Value::Content(Content::Uri(text)),
        (Value::String(text), Type::Bytecode) => Value::Bytecode(text),
        (Value::Bytecode(_) | Value::Content(_), Type::String) => Value::String(value.as_bytes()?),
        (Value::Content(Content::Object(object)), Type::Referent) => Value::Referent(object),
        (Value::Referent(object), Type::Content) if object.is_none() => Value::Content(Content::None),
        (Value::Referent(object), Type::Content) => Value::Content(Content::Object(object)),
        (Value::CFrame(rotation, position), Type::OptionalCFrame) => {
            Value::OptionalCFrame(Some((rotation, position)))
        }
        (Value::OptionalCFrame(Some((rotation, position))), Type::CFrame) => {
            Value::CFrame(rotation, position)
        }
        // No other types are interchangeable in files.
        _ => return None,
    })
}

fn numbered(number: u32, ty: Type) -> Value<'static> {
    if ty == Type::Enum { Value::Enum(number) } else { Value::BrickColor(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Rotation, RotationId};
    use geom::Vec3;

    #[test]
    fn related_types_are_converted() {
        assert_eq!(converted(Value::Float64(0.5), Type::Float32), Some(Value::Float32(0.5)));
        assert_eq!(converted(Value::Int64(1 << 40), Type::Int32), None);
        assert_eq!(converted(Value::Int32(-1), Type::Int64), Some(Value::Int64(-1)));
        assert_eq!(converted(Value::Int32(-1), Type::Float64), Some(Value::Float64(-1.0)));
        let frame = (Rotation::Id(RotationId::IDENTITY), Vec3::new(1.0, 2.0, 3.0));
        let (plain, optional) = (Value::CFrame(frame.0, frame.1), Value::OptionalCFrame(Some(frame)));
        assert_eq!(
            (converted(optional, Type::CFrame), converted(plain, Type::OptionalCFrame)),
            (Some(plain), Some(optional))
        );
        assert_eq!(converted(Value::OptionalCFrame(None), Type::CFrame), None);
        assert_eq!(converted(Value::Int32(1), Type::Enum), Some(Value::Enum(1)));
        assert_eq!(converted(Value::Int32(-1), Type::Enum), None);
        assert_eq!(
            converted(Value::Color3([1.0, 0.5, -3.0]), Type::Color3uint8),
            Some(Value::Color3uint8([255, 128, 0]))
        );
        assert_eq!(
            converted(Value::String(b"rbxasset://x"), Type::Content),
            Some(Value::Content(Content::Uri(b"rbxasset://x")))
        );
        assert_eq!(converted(Value::Bool(1), Type::Int32), None);
    }
}
