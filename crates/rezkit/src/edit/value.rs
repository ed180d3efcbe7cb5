//! Values from text, in the type that a place has.

use super::plain;
use crate::{Problem, ProblemKind};
use ::rbxbinary::{OwnedValue, Rotation, RotationId, Value as Binary};
use ::rbxxml::Value as Xml;
use geom::{Mat3, Pose, Vec2, Vec3};
use std::str::FromStr;

/// The types that text can become.
macro_rules! kinds {
    ($($Kind:ident)*) => {
        /// A type, by the name that Roblox gives it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Kind {
            $($Kind),*
        }

        impl Kind {
            pub(super) const NAMES: &[&str] = &[$(stringify!($Kind)),*];

            pub(super) fn of(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($Kind) => Some(Self::$Kind),)*
                    _ => None,
                }
            }
        }
    };
}
kinds! {
    String Bool Int32 Int64 Float32 Float64 Enum BrickColor UDim UDim2 Vector2 Vector3 Vector2int16 Vector3int16
    Color3 Color3uint8 CFrame NumberRange Rect SecurityCapabilities
}

/// The parts of a value: those in brackets behind a type, or the whole.
struct Parts<'t> {
    text: &'t str,
    kind: Kind,
    parts: Vec<&'t str>,
}

impl<'t> Parts<'t> {
    fn new(kind: Kind, text: &'t str) -> Self {
        let name = Kind::NAMES.get(kind as usize).copied().unwrap_or_default();
        let inner = text.trim().strip_prefix(name).unwrap_or(text).trim();
        let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
        Self { text, kind, parts: inner.split(',').map(str::trim).collect() }
    }

    #[cold]
    fn problem(&self) -> Problem {
        let name = Kind::NAMES.get(self.kind as usize).copied().unwrap_or_default();
        Problem::new(ProblemKind::Value, format!("{} is no value of type {name}", self.text))
    }

    /// As many parts of one type as there have to be.
    fn all<T: FromStr, const N: usize>(&self) -> Result<[T; N], Problem> {
        let parts: Result<Vec<T>, _> = self.parts.iter().map(|part| part.parse()).collect();
        let parts = parts.ok().and_then(|parts| parts.try_into().ok());
        parts.ok_or_else(|| self.problem())
    }

    fn one<T: FromStr>(&self) -> Result<T, Problem> {
        self.all().map(|[one]| one)
    }

    /// One part of several that are of different types.
    fn part<T: FromStr>(&self, index: usize, of: usize) -> Result<T, Problem> {
        let part = self.parts.get(index).filter(|_| self.parts.len() == of);
        part.and_then(|part| part.parse().ok()).ok_or_else(|| self.problem())
    }

    /// A position, and nine numbers of a matrix unless it is the identity.
    fn pose(&self) -> Result<Pose, Problem> {
        if self.parts.len() == 3 {
            return Ok(Pose { position: Vec3::from_array(self.all()?), rotation: Mat3::default() });
        }
        let [x, y, z, rows @ ..]: [f32; 12] = self.all()?;
        Ok(Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array(rows) })
    }
}

impl Kind {
    pub(super) fn binary(self, text: &str) -> Result<OwnedValue, Problem> {
        let parts = Parts::new(self, text);
        Ok(OwnedValue::from(match self {
            Self::String => return Ok(OwnedValue::from(Binary::String(plain(text).as_bytes()))),
            Self::Bool => Binary::Bool(parts.one::<bool>()?.into()),
            Self::Int32 => Binary::Int32(parts.one()?),
            Self::Int64 => Binary::Int64(parts.one()?),
            Self::Float32 => Binary::Float32(parts.one()?),
            Self::Float64 => Binary::Float64(parts.one()?),
            Self::Enum => Binary::Enum(parts.one()?),
            Self::BrickColor => Binary::BrickColor(parts.one()?),
            Self::UDim => Binary::UDim(parts.part(0, 2)?, parts.part(1, 2)?),
            Self::UDim2 => {
                Binary::UDim2([parts.part(0, 4)?, parts.part(2, 4)?], [parts.part(1, 4)?, parts.part(3, 4)?])
            }
            Self::Vector2 => Binary::Vector2(Vec2::from_array(parts.all()?)),
            Self::Vector3 => Binary::Vector3(Vec3::from_array(parts.all()?)),
            Self::Vector2int16 => Binary::Vector2int16(parts.all()?),
            Self::Vector3int16 => Binary::Vector3int16(parts.all()?),
            Self::Color3 => Binary::Color3(parts.all()?),
            Self::Color3uint8 => Binary::Color3uint8(parts.all()?),
            Self::CFrame => {
                let Pose { position, rotation } = parts.pose()?;
                // Studio writes such a rotation by its number.
                let known = RotationId::of(rotation).map(Rotation::Id);
                Binary::CFrame(known.unwrap_or(Rotation::Free(rotation)), position)
            }
            Self::NumberRange => {
                let [min, max] = parts.all()?;
                Binary::NumberRange(::rbxbinary::NumberRange { min, max })
            }
            Self::Rect => Binary::Rect(parts.all()?),
            Self::SecurityCapabilities => Binary::SecurityCapabilities(parts.one()?),
        }))
    }

    pub(super) fn xml(self, text: &str) -> Result<Xml, Problem> {
        let parts = Parts::new(self, text);
        Ok(match self {
            Self::String => Xml::String(plain(text).as_bytes().into()),
            Self::Bool => Xml::Bool(parts.one()?),
            Self::Int32 => Xml::Int(parts.one()?),
            Self::Int64 => Xml::Int64(parts.one()?),
            Self::Float32 => Xml::Float(parts.one()?),
            Self::Float64 => Xml::Double(parts.one()?),
            Self::Enum => Xml::Token(parts.one()?),
            // XML has no type for it.
            Self::BrickColor => Xml::Int(parts.one()?),
            Self::UDim => Xml::UDim(::rbxxml::UDim { scale: parts.part(0, 2)?, offset: parts.part(1, 2)? }),
            Self::UDim2 => Xml::UDim2(::rbxxml::UDim2 {
                x: ::rbxxml::UDim { scale: parts.part(0, 4)?, offset: parts.part(1, 4)? },
                y: ::rbxxml::UDim { scale: parts.part(2, 4)?, offset: parts.part(3, 4)? },
            }),
            Self::Vector2 => Xml::Vector2(Vec2::from_array(parts.all()?)),
            Self::Vector3 => Xml::Vector3(Vec3::from_array(parts.all()?)),
            Self::Vector2int16 => {
                let [x, y] = parts.all()?;
                Xml::Vector2int16(::rbxxml::Vector2int16 { x, y })
            }
            Self::Vector3int16 => {
                let [x, y, z] = parts.all()?;
                Xml::Vector3int16(::rbxxml::Vector3int16 { x, y, z })
            }
            Self::Color3 => {
                let [r, g, b] = parts.all()?;
                Xml::Color3(::rbxxml::Color3 { r, g, b })
            }
            Self::Color3uint8 => {
                let [r, g, b] = parts.all()?;
                Xml::Color3uint8(::rbxxml::Color3uint8 { r, g, b })
            }
            Self::CFrame => Xml::CFrame(Box::new(parts.pose()?)),
            Self::NumberRange => {
                let [min, max] = parts.all()?;
                Xml::NumberRange(::rbxxml::NumberRange { min, max })
            }
            Self::Rect => {
                let [a, b, c, d] = parts.all()?;
                Xml::Rect(::rbxxml::Rect { min: Vec2::new(a, b), max: Vec2::new(c, d) })
            }
            Self::SecurityCapabilities => Xml::SecurityCapabilities(parts.one()?),
        })
    }
}

/// A value of the type that another has.
pub(super) fn binary(old: Binary<'_>, text: &str) -> Result<OwnedValue, Problem> {
    let kind = match old {
        Binary::String(_) => Kind::String,
        Binary::Bool(_) => Kind::Bool,
        Binary::Int32(_) => Kind::Int32,
        Binary::Int64(_) => Kind::Int64,
        Binary::Float32(_) => Kind::Float32,
        Binary::Float64(_) => Kind::Float64,
        Binary::Enum(_) => Kind::Enum,
        Binary::BrickColor(_) => Kind::BrickColor,
        Binary::UDim(..) => Kind::UDim,
        Binary::UDim2(..) => Kind::UDim2,
        Binary::Vector2(_) => Kind::Vector2,
        Binary::Vector3(_) => Kind::Vector3,
        Binary::Vector2int16(_) => Kind::Vector2int16,
        Binary::Vector3int16(_) => Kind::Vector3int16,
        Binary::Color3(_) => Kind::Color3,
        Binary::Color3uint8(_) => Kind::Color3uint8,
        Binary::CFrame(..) => Kind::CFrame,
        Binary::NumberRange(_) => Kind::NumberRange,
        Binary::Rect(_) => Kind::Rect,
        Binary::SecurityCapabilities(_) => Kind::SecurityCapabilities,
        Binary::Content(::rbxbinary::Content::Uri(_) | ::rbxbinary::Content::None) => {
            let text = plain(text);
            return Ok(OwnedValue::from(Binary::Content(::rbxbinary::Content::Uri(text.as_bytes()))));
        }
        _ => return Err(other_type()),
    };
    kind.binary(text)
}

/// A value of the type that another has.
pub(super) fn xml(old: &Xml, text: &str) -> Result<Xml, Problem> {
    let bytes = plain(text);
    let kind = match old {
        Xml::String(_) => Kind::String,
        Xml::ProtectedString(_) => return Ok(Xml::ProtectedString(bytes.as_bytes().into())),
        Xml::BinaryString(_) => return Ok(Xml::BinaryString(bytes.as_bytes().into())),
        Xml::ContentId(_) => return Ok(Xml::ContentId(::rbxxml::ContentId::Url(bytes.as_bytes().into()))),
        Xml::Content(::rbxxml::Content::Null | ::rbxxml::Content::Uri(_)) => {
            return Ok(Xml::Content(::rbxxml::Content::Uri(bytes.as_bytes().into())));
        }
        Xml::Bool(_) => Kind::Bool,
        Xml::Int(_) => Kind::Int32,
        Xml::Int64(_) => Kind::Int64,
        Xml::Float(_) => Kind::Float32,
        Xml::Double(_) => Kind::Float64,
        Xml::Token(_) => Kind::Enum,
        Xml::BrickColor(_) => return Ok(Xml::BrickColor(Parts::new(Kind::BrickColor, text).one()?)),
        Xml::UDim(_) => Kind::UDim,
        Xml::UDim2(_) => Kind::UDim2,
        Xml::Vector2(_) => Kind::Vector2,
        Xml::Vector3(_) => Kind::Vector3,
        Xml::Vector2int16(_) => Kind::Vector2int16,
        Xml::Vector3int16(_) => Kind::Vector3int16,
        Xml::Color3(_) => Kind::Color3,
        Xml::Color3uint8(_) => Kind::Color3uint8,
        Xml::CFrame(_) => Kind::CFrame,
        Xml::NumberRange(_) => Kind::NumberRange,
        Xml::Rect(_) => Kind::Rect,
        Xml::SecurityCapabilities(_) => Kind::SecurityCapabilities,
        _ => return Err(other_type()),
    };
    kind.xml(text)
}

/// A value of the type that another has.
pub(super) fn llsd(old: &::llsd::Value, text: &str) -> Result<::llsd::Value, Problem> {
    use ::llsd::Value;
    let wrong =
        || Problem::new(ProblemKind::Value, format!("{text} is no value of the type that it has to be of"));
    Ok(match old {
        Value::Boolean(_) => Value::Boolean(text.parse().map_err(|_| wrong())?),
        Value::Integer(_) => Value::Integer(text.parse().map_err(|_| wrong())?),
        Value::Real(_) => Value::Real(text.parse().map_err(|_| wrong())?),
        Value::Uuid(_) => Value::Uuid(text.parse().map_err(|_| wrong())?),
        Value::String(_) => Value::String(plain(text).as_bytes().into()),
        Value::Uri(_) => Value::Uri(::llsd::Uri(plain(text).as_bytes().into())),
        _ => return Err(other_type()),
    })
}

#[cold]
fn other_type() -> Problem {
    Problem::new(ProblemKind::Unsupported, "values of this type cannot be set from text")
}
