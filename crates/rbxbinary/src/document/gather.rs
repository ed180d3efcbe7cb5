//! From single values to the values of a column.

use crate::model::{Contents, Fonts, Lists, Rotation, RotationId, Strings, Value, Values};
use crate::{Error, ErrorKind};

/// A column of values, which all have the type.
pub(super) fn collected(type_id: u8, values: &[Value<'_>]) -> Result<Values, Error> {
    /// The contents of all values of one kind.
    macro_rules! all {
        ($kind:ident) => {
            all!($kind(value) => value)
        };
        ($kind:ident($($part:ident),+) => $content:expr) => {
            values.iter().filter_map(|value| match *value {
                Value::$kind($($part),+) => Some($content),
                _ => None,
            })
        };
    }
    Ok(match type_id {
        0x01 => Values::String(Strings::new(all!(String))?),
        0x02 => Values::Bool(all!(Bool).collect()),
        0x03 => Values::Int32(all!(Int32).collect()),
        0x04 => Values::Float32(all!(Float32).collect()),
        0x05 => Values::Float64(all!(Float64).collect()),
        0x06 => {
            let (scale, offset) = all!(UDim(scale, offset) => (scale, offset)).unzip();
            Values::UDim { scale, offset }
        }
        0x07 => {
            let (scale, offset): (Vec<_>, Vec<_>) = all!(UDim2(scale, offset) => (scale, offset)).unzip();
            Values::UDim2 { scale: scale.into(), offset: offset.into() }
        }
        0x08 => Values::Ray(all!(Ray).collect()),
        0x09 => Values::Faces(all!(Faces).collect()),
        0x0a => Values::Axes(all!(Axes).collect()),
        0x0b => Values::BrickColor(all!(BrickColor).collect()),
        0x0c => Values::Color3(all!(Color3).collect()),
        0x0d => Values::Vector2(all!(Vector2(value) => value.to_array()).collect()),
        0x0e => Values::Vector3(all!(Vector3(value) => value.to_array()).collect()),
        0x0f => Values::Vector2int16(all!(Vector2int16).collect()),
        0x10 => Values::CFrame(all!(CFrame(rotation, position) => (rotation, position)).collect()),
        0x11 => Values::CFrameQuat(all!(CFrameQuat(rotation, position) => (rotation, position)).collect()),
        0x12 => Values::Enum(all!(Enum).collect()),
        0x13 => Values::Referent(all!(Referent).collect()),
        0x14 => Values::Vector3int16(all!(Vector3int16).collect()),
        0x15 => {
            Values::NumberSequence(all!(NumberSequence(list) => list.iter().copied()).collect::<Lists<_>>())
        }
        0x16 => {
            Values::ColorSequence(all!(ColorSequence(list) => list.iter().copied()).collect::<Lists<_>>())
        }
        0x17 => Values::NumberRange(all!(NumberRange).collect()),
        0x18 => Values::Rect(all!(Rect).collect()),
        0x19 => Values::PhysicalProperties(all!(PhysicalProperties).collect()),
        0x1a => Values::Color3uint8(all!(Color3uint8).collect()),
        0x1b => Values::Int64(all!(Int64).collect()),
        0x1c => Values::SharedString(all!(SharedString).collect()),
        0x1d => Values::Bytecode(Strings::new(all!(Bytecode))?),
        0x1e => {
            // An absent value still has a CFrame, the identity.
            let absent = (Rotation::Id(RotationId::IDENTITY), geom::Vec3::default());
            let frames = all!(OptionalCFrame).map(|frame| frame.unwrap_or(absent)).collect();
            Values::OptionalCFrame {
                frames,
                present: all!(OptionalCFrame).map(|frame| frame.is_some().into()).collect(),
            }
        }
        0x1f => Values::UniqueId(all!(UniqueId).collect()),
        0x20 => {
            let mut fonts = Fonts::default();
            all!(Font).try_for_each(|font| fonts.push(font))?;
            Values::Font(fonts)
        }
        0x21 => Values::SecurityCapabilities(all!(SecurityCapabilities).collect()),
        0x22 => {
            let mut contents = Contents::default();
            all!(Content).try_for_each(|content| contents.push(content))?;
            Values::Content(Box::new(contents))
        }
        // No value has another type.
        _ => return Err(Error::model(ErrorKind::UnknownType { type_id })),
    })
}
