//! Conversions of values to other kinds, as the engine performs them.

use crate::classes::{Property, brick_named};
use crate::value::{Kind, Value};

/// Converts a value to another kind, as the engine converts a value that a script assigns: numbers are
/// rounded to the precision of the kind, colour channels to bytes, and enum items and palette colours may be
/// given by name.
pub(crate) fn fit<'v>(value: &Value<'v>, to: Kind, known: Option<Property>) -> Option<Value<'v>> {
    if let Some(items) = known.and_then(Property::enumeration)
        && let Some(number) = match value {
            Value::EnumItem(name, number) if **name == *items.name().as_bytes() => Some(*number),
            Value::String(_) => items.number(value.as_str()?),
            _ => None,
        }
    {
        return fit(&Value::Enum(number), to, None);
    }
    if let Some(same) = value.clone().cast(to) {
        return Some(same);
    }
    match (value, to) {
        (Value::String(_), Kind::BrickColor) => brick_named(value.as_str()?).map(Value::BrickColor),
        (Value::SharedString(shared) | Value::NetAssetRef(shared), _) => {
            Value::BinaryString(shared.content.clone()?).cast(to)
        }
        (Value::Color3(colour), Kind::Color3uint8) => Some(Value::Color3uint8(colour.map(byte))),
        (Value::CFrameQuat(pose), Kind::CFrame) => Some(Value::CFrame(*pose)),
        (Value::CFrameQuat(pose), Kind::OptionalCFrame) => Some(Value::OptionalCFrame(Some(*pose))),
        _ => number(value, to),
    }
}

/// Converts a number to another kind of number.
fn number(value: &Value<'_>, to: Kind) -> Option<Value<'static>> {
    let whole = match *value {
        Value::Float32(number) => whole(number.into()),
        Value::Float64(number) => whole(number),
        _ => value.as_i64(),
    };
    #[expect(clippy::cast_precision_loss, reason = "as the engine does, whose numbers in scripts are these")]
    let real = match *value {
        Value::Float64(number) => Some(number),
        Value::Int32(number) => Some(number.into()),
        Value::Int64(number) => Some(number as f64),
        _ => None,
    };
    match to {
        Kind::Int32 => i32::try_from(whole?).ok().map(Value::Int32),
        Kind::Int64 => whole.map(Value::Int64),
        Kind::Enum => u32::try_from(whole?).ok().map(Value::Enum),
        Kind::BrickColor => u32::try_from(whole?).ok().map(Value::BrickColor),
        Kind::SecurityCapabilities => u64::try_from(whole?).ok().map(Value::SecurityCapabilities),
        Kind::Float32 => rounded(real?).map(Value::Float32),
        Kind::Float64 => real.map(Value::Float64),
        // No other kinds are numbers.
        _ => None,
    }
}

/// The integer that a float equals; `None` for fractions, and beyond 2^53, where not every integer has a
/// float.
#[expect(clippy::cast_possible_truncation, reason = "bounded")]
fn whole(number: f64) -> Option<i64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    (libm::trunc(number) == number && number.abs() <= MOST).then_some(number as i64)
}

/// Rounds to the nearest float of 32 bits; `None` if the number is too large for one.
#[expect(clippy::cast_possible_truncation, reason = "checked below")]
fn rounded(number: f64) -> Option<f32> {
    let short = number as f32;
    (short.is_finite() || !number.is_finite()).then_some(short)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
fn byte(channel: f32) -> u8 {
    libm::roundf(channel.clamp(0.0, 1.0) * 255.0) as u8
}
