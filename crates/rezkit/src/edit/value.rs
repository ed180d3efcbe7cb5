//! Values from text, in the type that a place has.

use super::arguments::Arguments;
pub(super) use super::arguments::{bytes, plain, tags};
use crate::outline::{AXES, FACES};
use crate::{Problem, ProblemKind};
use ::rbxbinary::{
    Attribute, Content as BinaryContent, OwnedValue, Referent, Rotation, RotationId, Value as Binary,
};
use ::rbxxml::{ContentId, ItemId, Reference, Value as Xml};
use geom::{Mat3, Pose, Quat, Vec2, Vec3};

/// The types that text can become.
macro_rules! kinds {
    ($($Kind:ident)*; $($Llsd:ident)*) => {
        /// A type, by the name that Roblox gives it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind {
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

        /// The types of Roblox, and those of LLSD that have other names.
        pub(super) const ALL_NAMES: &[&str] = &[$(stringify!($Kind),)* $(stringify!($Llsd)),*];
        const OF_LLSD: &[&str] = &["String", $(stringify!($Llsd)),*];
    };
}
kinds! {
    String ProtectedString BinaryString SharedString Bytecode Content ContentId Bool Int32 Int64 Float32 Float64 Enum
    BrickColor UDim UDim2 Ray Faces Axes Vector2 Vector3 Vector2int16 Vector3int16 Color3 Color3uint8 CFrame
    CFrameQuat OptionalCFrame Referent NumberRange NumberSequence ColorSequence Rect PhysicalProperties Font UniqueId
    SecurityCapabilities;
    Boolean Integer Real Uuid Date Uri Binary
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        Self::NAMES.get(self as usize).copied().unwrap_or_default()
    }

    /// What `print` calls values of it.
    pub(super) fn printed(self) -> &'static str {
        match self {
            Self::CFrameQuat | Self::OptionalCFrame => "CFrame",
            _ => self.name(),
        }
    }
}

/// Finds the part at a path.
pub(crate) type Find<'f, Id> = dyn Fn(&str) -> Option<Id> + 'f;

/// What `print` says where there is nothing, and what others call it.
fn is_none(text: &str) -> bool {
    matches!(text.trim(), "none" | "null" | "nil")
}

/// The part that a reference leads to.
fn target<Id>(text: &str, find: &Find<'_, Id>) -> Result<Option<Id>, Problem> {
    if is_none(text) {
        return Ok(None);
    }
    let [whole, path] = paths_in(text);
    find(whole).or_else(|| find(path)).map(Some).ok_or_else(|| super::no_part(path))
}

/// What a value is as the path that a reference leads to: as it is, since names may end in spaces, and without spaces.
pub(super) fn paths_in(text: &str) -> [&str; 2] {
    let whole = text.strip_prefix("-> ").unwrap_or(text);
    [whole, text.trim().trim_start_matches("->").trim_start()]
}

impl Arguments<'_> {
    /// A position, and nine numbers of a matrix unless it is the identity.
    fn pose(&self) -> Result<Pose, Problem> {
        if self.len() == 3 {
            return Ok(Pose { position: Vec3::from_array(self.all()?), rotation: Mat3::default() });
        }
        let [x, y, z, rows @ ..]: [f32; 12] = self.all()?;
        Ok(Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array(rows) })
    }

    /// Origin and direction.
    fn ray(&self) -> Result<[Vec3; 2], Problem> {
        let [a, b, c, d, e, f] = self.all()?;
        Ok([Vec3::new(a, b, c), Vec3::new(d, e, f)])
    }

    /// Five numbers, and the sixth of files since 2025.
    fn physical(&self) -> Result<([f32; 5], Option<f32>), Problem> {
        if self.len() == 5 {
            return Ok((self.all()?, None));
        }
        let [numbers @ .., last]: [f32; 6] = self.all()?;
        Ok((numbers, Some(last)))
    }

    /// Family, weight, style, and the face that was last used.
    fn font(&self) -> Result<(&str, u16, u8, &str), Problem> {
        let n = self.len();
        if !(3..=4).contains(&n) {
            return Err(self.problem());
        }
        Ok((self.text(0)?, self.get(1, n)?, self.get(2, n)?, self.text(3)?))
    }

    /// 32 hexadecimal digits.
    fn unique_id(&self) -> Result<::rbxxml::UniqueId, Problem> {
        self.one()
    }
}

/// Studio writes such a rotation by its number.
fn turned(Pose { position, rotation }: Pose) -> (Rotation, Vec3) {
    (RotationId::of(rotation).map_or(Rotation::Free(rotation), Rotation::Id), position)
}

impl Kind {
    pub(super) fn binary(self, text: &str, find: &Find<'_, Referent>) -> Result<OwnedValue, Problem> {
        match self {
            Self::String | Self::ProtectedString | Self::BinaryString | Self::ContentId => {
                return Ok(Binary::String(&bytes(text)?).into());
            }
            Self::Bytecode => return Ok(Binary::Bytecode(&bytes(text)?).into()),
            Self::Content => return content(text, find),
            Self::Referent => {
                return Ok(Binary::Referent(target(text, find)?.unwrap_or(Referent::NONE)).into());
            }
            Self::OptionalCFrame if is_none(text) => return Ok(Binary::OptionalCFrame(None).into()),
            Self::PhysicalProperties if is_none(text) => return Ok(Binary::PhysicalProperties(Err(0)).into()),
            // Whoever has the list of shared strings deals with them.
            Self::SharedString => return Err(other_type()),
            _ => {}
        }
        let arguments = Arguments::new(self, text)?;
        Ok(OwnedValue::from(match self {
            Self::Bool => Binary::Bool(arguments.one::<bool>()?.into()),
            Self::Int32 => Binary::Int32(arguments.one()?),
            Self::Int64 => Binary::Int64(arguments.one()?),
            Self::Float32 => Binary::Float32(arguments.one()?),
            Self::Float64 => Binary::Float64(arguments.one()?),
            Self::Enum => Binary::Enum(arguments.one()?),
            Self::BrickColor => Binary::BrickColor(arguments.one()?),
            Self::UDim => Binary::UDim(arguments.get(0, 2)?, arguments.get(1, 2)?),
            Self::UDim2 => Binary::UDim2(
                [arguments.get(0, 4)?, arguments.get(2, 4)?],
                [arguments.get(1, 4)?, arguments.get(3, 4)?],
            ),
            Self::Ray => {
                let [origin, direction] = arguments.ray()?;
                Binary::Ray(::rbxbinary::Ray { origin, direction })
            }
            Self::Faces => Binary::Faces(byte(&arguments, FACES)?),
            Self::Axes => Binary::Axes(byte(&arguments, AXES)?),
            Self::Vector2 => Binary::Vector2(Vec2::from_array(arguments.all()?)),
            Self::Vector3 => Binary::Vector3(Vec3::from_array(arguments.all()?)),
            Self::Vector2int16 => Binary::Vector2int16(arguments.all()?),
            Self::Vector3int16 => Binary::Vector3int16(arguments.all()?),
            Self::Color3 => Binary::Color3(arguments.all()?),
            Self::Color3uint8 => Binary::Color3uint8(arguments.all()?),
            Self::CFrame => {
                let (rotation, position) = turned(arguments.pose()?);
                Binary::CFrame(rotation, position)
            }
            Self::OptionalCFrame => Binary::OptionalCFrame(Some(turned(arguments.pose()?))),
            Self::CFrameQuat => {
                let (rotation, position) = turned(arguments.pose()?);
                let rotation = match rotation {
                    Rotation::Id(id) => Rotation::Id(id),
                    Rotation::Free(matrix) => {
                        Rotation::Free(Quat::from_mat3(matrix).ok_or_else(|| arguments.problem())?)
                    }
                };
                Binary::CFrameQuat(rotation, position)
            }
            Self::NumberRange => {
                let [min, max] = arguments.all()?;
                Binary::NumberRange(::rbxbinary::NumberRange { min, max })
            }
            Self::NumberSequence => {
                let points: Vec<_> = arguments.points()?.into_iter().map(number_point).collect();
                return Ok(Binary::NumberSequence(&points).into());
            }
            Self::ColorSequence => {
                let points: Vec<_> = arguments.points()?.into_iter().map(color_point).collect();
                return Ok(Binary::ColorSequence(&points).into());
            }
            Self::Rect => Binary::Rect(arguments.all()?),
            Self::PhysicalProperties => {
                let (
                    [density, friction, elasticity, friction_weight, elasticity_weight],
                    acoustic_absorption,
                ) = arguments.physical()?;
                Binary::PhysicalProperties(Ok(::rbxbinary::PhysicalProperties {
                    density,
                    friction,
                    elasticity,
                    friction_weight,
                    elasticity_weight,
                    acoustic_absorption,
                }))
            }
            Self::Font => {
                let (family, weight, style, face) = arguments.font()?;
                let (family, cached_face) = (family.as_bytes(), face.as_bytes());
                return Ok(Binary::Font(::rbxbinary::Font { family, weight, style, cached_face }).into());
            }
            Self::UniqueId => {
                let ::rbxxml::UniqueId { random, time, index } = arguments.unique_id()?;
                Binary::UniqueId(::rbxbinary::UniqueId { random, time, index })
            }
            Self::SecurityCapabilities => Binary::SecurityCapabilities(arguments.one()?),
            _ => return Err(other_type()),
        }))
    }

    pub(super) fn xml(self, text: &str, find: &Find<'_, ItemId>) -> Result<OfXml, Problem> {
        let plain = match self {
            Self::String => Xml::String(plain(text).into()),
            Self::ProtectedString => Xml::ProtectedString(plain(text).into()),
            Self::BinaryString | Self::Bytecode => Xml::BinaryString(bytes(text)?.into()),
            Self::ContentId => Xml::ContentId(address(text)),
            Self::SharedString => return Ok(OfXml::Shared(bytes(text)?)),
            Self::Content => Xml::Content(match target_or_text(text, find)? {
                Some(Some(item)) => ::rbxxml::Content::Object(item.into()),
                Some(None) => ::rbxxml::Content::None,
                None => ::rbxxml::Content::Uri(plain(text).into()),
            }),
            Self::Referent => Xml::Referent(target(text, find)?.map_or(Reference::None, Reference::Item)),
            Self::OptionalCFrame if is_none(text) => Xml::Optional(None),
            Self::PhysicalProperties if is_none(text) => Xml::PhysicalProperties(None),
            _ => self.xml_arguments(&Arguments::new(self, text)?)?,
        };
        Ok(OfXml::Plain(plain))
    }

    fn xml_arguments(self, arguments: &Arguments<'_>) -> Result<Xml, Problem> {
        Ok(match self {
            Self::Bool => Xml::Bool(arguments.one()?),
            Self::Int32 => Xml::Int32(arguments.one()?),
            Self::Int64 => Xml::Int64(arguments.one()?),
            Self::Float32 => Xml::Float32(arguments.one()?),
            Self::Float64 => Xml::Float64(arguments.one()?),
            Self::Enum => Xml::Enum(arguments.one()?),
            // XML has no type for it.
            Self::BrickColor => Xml::Int32(arguments.one()?),
            Self::UDim => {
                Xml::UDim(::rbxxml::UDim { scale: arguments.get(0, 2)?, offset: arguments.get(1, 2)? })
            }
            Self::UDim2 => Xml::UDim2(::rbxxml::UDim2 {
                x: ::rbxxml::UDim { scale: arguments.get(0, 4)?, offset: arguments.get(1, 4)? },
                y: ::rbxxml::UDim { scale: arguments.get(2, 4)?, offset: arguments.get(3, 4)? },
            }),
            Self::Ray => {
                let [origin, direction] = arguments.ray()?;
                Xml::Ray(Box::new(::rbxxml::Ray { origin, direction }))
            }
            Self::Faces => Xml::Faces(::rbxxml::Faces { bits: arguments.bits(FACES)? }),
            Self::Axes => Xml::Axes(::rbxxml::Axes { bits: arguments.bits(AXES)? }),
            Self::Vector2 => Xml::Vector2(Vec2::from_array(arguments.all()?)),
            Self::Vector3 => Xml::Vector3(Vec3::from_array(arguments.all()?)),
            Self::Vector2int16 => {
                let [x, y] = arguments.all()?;
                Xml::Vector2int16(::rbxxml::Vector2int16 { x, y })
            }
            Self::Vector3int16 => {
                let [x, y, z] = arguments.all()?;
                Xml::Vector3int16(::rbxxml::Vector3int16 { x, y, z })
            }
            Self::Color3 => {
                let [r, g, b] = arguments.all()?;
                Xml::Color3(::rbxxml::Color3 { r, g, b })
            }
            Self::Color3uint8 => {
                let [r, g, b] = arguments.all()?;
                Xml::Color3uint8(::rbxxml::Color3uint8 { r, g, b })
            }
            Self::CFrame | Self::CFrameQuat => Xml::CFrame(Box::new(arguments.pose()?)),
            Self::OptionalCFrame => Xml::Optional(Some(Box::new(Xml::CFrame(Box::new(arguments.pose()?))))),
            Self::NumberRange => {
                let [min, max] = arguments.all()?;
                Xml::NumberRange(::rbxxml::NumberRange { min, max })
            }
            Self::NumberSequence => {
                let point =
                    |[time, value, envelope]: [f32; 3]| ::rbxxml::NumberKeypoint { time, value, envelope };
                Xml::NumberSequence(arguments.points()?.into_iter().map(point).collect())
            }
            Self::ColorSequence => {
                let point = |[time, r, g, b, envelope]: [f32; 5]| ::rbxxml::ColorKeypoint {
                    time,
                    color: ::rbxxml::Color3 { r, g, b },
                    envelope,
                };
                Xml::ColorSequence(arguments.points()?.into_iter().map(point).collect())
            }
            Self::Rect => {
                let [a, b, c, d] = arguments.all()?;
                Xml::Rect(::rbxxml::Rect { min: Vec2::new(a, b), max: Vec2::new(c, d) })
            }
            Self::PhysicalProperties => {
                let (
                    [density, friction, elasticity, friction_weight, elasticity_weight],
                    acoustic_absorption,
                ) = arguments.physical()?;
                Xml::PhysicalProperties(Some(Box::new(::rbxxml::PhysicalProperties {
                    density,
                    friction,
                    elasticity,
                    friction_weight,
                    elasticity_weight,
                    acoustic_absorption,
                })))
            }
            Self::Font => {
                let (family, weight, style, face) = arguments.font()?;
                let style = match style {
                    0 => ::rbxxml::FontStyle::Normal,
                    1 => ::rbxxml::FontStyle::Italic,
                    _ => return Err(arguments.problem()),
                };
                let cached_face_id = (!face.is_empty()).then(|| ContentId::Url(face.into()));
                let (family, weight) = (ContentId::Url(family.into()), weight.into());
                Xml::Font(Box::new(::rbxxml::Font { family, weight, style, cached_face_id }))
            }
            Self::UniqueId => Xml::UniqueId(arguments.unique_id()?),
            Self::SecurityCapabilities => Xml::SecurityCapabilities(arguments.one()?),
            _ => return Err(other_type()),
        })
    }
}

/// A value of XML. Whoever has the list of shared strings makes their keys.
pub(super) enum OfXml {
    Plain(Xml),
    Shared(Vec<u8>),
    Asset(Vec<u8>),
}

fn byte(arguments: &Arguments<'_>, words: &[&str]) -> Result<u8, Problem> {
    u8::try_from(arguments.bits(words)?).map_err(|_| arguments.problem())
}

fn number_point([time, value, envelope]: [f32; 3]) -> ::rbxbinary::NumberKeypoint {
    ::rbxbinary::NumberKeypoint { time, value, envelope }
}

fn color_point([time, r, g, b, envelope]: [f32; 5]) -> ::rbxbinary::ColorKeypoint {
    ::rbxbinary::ColorKeypoint { time, color: Vec3::new(r, g, b), envelope }
}

/// What follows an arrow, or the word for nothing; `None` for a text.
fn target_or_text<Id>(text: &str, find: &Find<'_, Id>) -> Result<Option<Option<Id>>, Problem> {
    if text.trim().starts_with("->") || is_none(text) { target(text, find).map(Some) } else { Ok(None) }
}

fn content(text: &str, find: &Find<'_, Referent>) -> Result<OwnedValue, Problem> {
    Ok(match target_or_text(text, find)? {
        Some(Some(referent)) => Binary::Content(BinaryContent::Object(referent)).into(),
        Some(None) => Binary::Content(BinaryContent::None).into(),
        None => Binary::Content(BinaryContent::Uri(&bytes(text)?)).into(),
    })
}

fn address(text: &str) -> ContentId {
    let text = plain(text);
    if text.is_empty() || is_none(&text) { ContentId::None } else { ContentId::Url(text.into()) }
}

/// The type of a value.
pub(super) fn kind_of_binary(value: Binary<'_>) -> Result<Kind, Problem> {
    Ok(match value {
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
        Binary::Ray(_) => Kind::Ray,
        Binary::Faces(_) => Kind::Faces,
        Binary::Axes(_) => Kind::Axes,
        Binary::Vector2(_) => Kind::Vector2,
        Binary::Vector3(_) => Kind::Vector3,
        Binary::Vector2int16(_) => Kind::Vector2int16,
        Binary::Vector3int16(_) => Kind::Vector3int16,
        Binary::Color3(_) => Kind::Color3,
        Binary::Color3uint8(_) => Kind::Color3uint8,
        Binary::CFrame(..) => Kind::CFrame,
        Binary::CFrameQuat(..) => Kind::CFrameQuat,
        Binary::OptionalCFrame(_) => Kind::OptionalCFrame,
        Binary::Referent(_) => Kind::Referent,
        Binary::NumberRange(_) => Kind::NumberRange,
        Binary::NumberSequence(_) => Kind::NumberSequence,
        Binary::ColorSequence(_) => Kind::ColorSequence,
        Binary::Rect(_) => Kind::Rect,
        Binary::PhysicalProperties(_) => Kind::PhysicalProperties,
        Binary::Font(_) => Kind::Font,
        Binary::UniqueId(_) => Kind::UniqueId,
        Binary::SecurityCapabilities(_) => Kind::SecurityCapabilities,
        Binary::Content(_) => Kind::Content,
        Binary::SharedString(_) => Kind::SharedString,
        Binary::Bytecode(_) => Kind::Bytecode,
        _ => return Err(other_type()),
    })
}

/// A value of the type that another has.
pub(super) fn xml(old: &Xml, text: &str, find: &Find<'_, ItemId>) -> Result<OfXml, Problem> {
    let kind = match old {
        Xml::String(_) => Kind::String,
        Xml::ProtectedString(_) => Kind::ProtectedString,
        Xml::BinaryString(_) => Kind::BinaryString,
        Xml::ContentId(_) => Kind::ContentId,
        Xml::Content(_) => Kind::Content,
        Xml::SharedString(_) => Kind::SharedString,
        Xml::NetAssetRef(_) => return bytes(text).map(OfXml::Asset),
        Xml::Bool(_) => Kind::Bool,
        Xml::Int32(_) => Kind::Int32,
        Xml::Int64(_) => Kind::Int64,
        Xml::Float32(_) => Kind::Float32,
        Xml::Float64(_) => Kind::Float64,
        Xml::Enum(_) => Kind::Enum,
        Xml::BrickColor(_) => {
            return Ok(OfXml::Plain(Xml::BrickColor(Arguments::new(Kind::BrickColor, text)?.one()?)));
        }
        Xml::UDim(_) => Kind::UDim,
        Xml::UDim2(_) => Kind::UDim2,
        Xml::Ray(_) => Kind::Ray,
        Xml::Faces(_) => Kind::Faces,
        Xml::Axes(_) => Kind::Axes,
        Xml::Vector2(_) => Kind::Vector2,
        Xml::Vector3(_) => Kind::Vector3,
        Xml::Vector2int16(_) => Kind::Vector2int16,
        Xml::Vector3int16(_) => Kind::Vector3int16,
        Xml::Color3(_) => Kind::Color3,
        Xml::Color3uint8(_) => Kind::Color3uint8,
        Xml::CFrame(_) => Kind::CFrame,
        Xml::Optional(None) => Kind::OptionalCFrame,
        Xml::Optional(Some(inner)) if matches!(**inner, Xml::CFrame(_)) => Kind::OptionalCFrame,
        Xml::Referent(_) => Kind::Referent,
        Xml::NumberRange(_) => Kind::NumberRange,
        Xml::NumberSequence(_) => Kind::NumberSequence,
        Xml::ColorSequence(_) => Kind::ColorSequence,
        Xml::Rect(_) => Kind::Rect,
        Xml::PhysicalProperties(_) => Kind::PhysicalProperties,
        Xml::Font(_) => Kind::Font,
        Xml::UniqueId(_) => Kind::UniqueId,
        Xml::SecurityCapabilities(_) => Kind::SecurityCapabilities,
        Xml::QDir(_) => return Ok(OfXml::Plain(Xml::QDir(plain(text).into()))),
        Xml::QFont(_) => return Ok(OfXml::Plain(Xml::QFont(plain(text).into()))),
        _ => return Err(other_type()),
    };
    kind.xml(text, find)
}

/// An attribute of the type that another has, or else of `kind`; `None` without both.
pub(super) fn attribute(
    old: Option<&Attribute>,
    text: &str,
    kind: Option<Kind>,
) -> Result<Option<Attribute>, Problem> {
    let kind = match old {
        None => kind,
        Some(Attribute::EnumItem { name, .. }) => {
            let words = text.rsplit(',').next().unwrap_or_default();
            let value = Arguments::new(Kind::Enum, words.trim_end_matches(')'))?.one()?;
            return Ok(Some(Attribute::EnumItem { name: name.clone(), value }));
        }
        Some(old) => Some(kind_of_attribute(old)?),
    };
    let Some(kind) = kind else { return Ok(None) };
    // Attributes hold no references.
    let value = kind.binary(text, &|_| None)?;
    Ok(Some(match value.get() {
        Binary::String(bytes) => Attribute::String(bytes.to_vec()),
        Binary::Bool(byte) => Attribute::Bool(byte),
        Binary::Int32(number) => Attribute::Int32(number),
        Binary::Float32(number) => Attribute::Float32(number),
        Binary::Float64(number) => Attribute::Float64(number),
        Binary::UDim(scale, offset) => Attribute::UDim((scale, offset)),
        Binary::UDim2([x, y], [u, v]) => Attribute::UDim2([(x, u), (y, v)]),
        Binary::Ray(ray) => Attribute::Ray(ray),
        Binary::Faces(bits) => Attribute::Faces(bits.into()),
        Binary::Axes(bits) => Attribute::Axes(bits.into()),
        Binary::BrickColor(number) => Attribute::BrickColor(number),
        Binary::Color3(color) => Attribute::Color3(color),
        Binary::Vector2(vector) => Attribute::Vector2(vector),
        Binary::Vector3(vector) => Attribute::Vector3(vector),
        Binary::Vector2int16(vector) => Attribute::Vector2int16(vector),
        Binary::Vector3int16(vector) => Attribute::Vector3int16(vector),
        Binary::CFrame(rotation, position) => Attribute::CFrame((rotation, position)),
        Binary::NumberSequence(points) => Attribute::NumberSequence(points.to_vec()),
        Binary::ColorSequence(points) => Attribute::ColorSequence(points.to_vec()),
        Binary::NumberRange(range) => Attribute::NumberRange(range),
        Binary::Rect(corners) => Attribute::Rect(corners),
        Binary::Font(font) => Attribute::Font {
            weight: font.weight,
            style: font.style,
            family: font.family.to_vec(),
            cached_face: font.cached_face.to_vec(),
        },
        _ => return Err(other_type()),
    }))
}

fn kind_of_attribute(value: &Attribute) -> Result<Kind, Problem> {
    Ok(match value {
        Attribute::String(_) => Kind::String,
        Attribute::Bool(_) => Kind::Bool,
        Attribute::Int32(_) => Kind::Int32,
        Attribute::Float32(_) => Kind::Float32,
        Attribute::Float64(_) => Kind::Float64,
        Attribute::UDim(_) => Kind::UDim,
        Attribute::UDim2(_) => Kind::UDim2,
        Attribute::Ray(_) => Kind::Ray,
        Attribute::Faces(_) => Kind::Faces,
        Attribute::Axes(_) => Kind::Axes,
        Attribute::BrickColor(_) => Kind::BrickColor,
        Attribute::Color3(_) => Kind::Color3,
        Attribute::Vector2(_) => Kind::Vector2,
        Attribute::Vector3(_) => Kind::Vector3,
        Attribute::Vector2int16(_) => Kind::Vector2int16,
        Attribute::Vector3int16(_) => Kind::Vector3int16,
        Attribute::CFrame(_) => Kind::CFrame,
        Attribute::NumberSequence(_) => Kind::NumberSequence,
        Attribute::ColorSequence(_) => Kind::ColorSequence,
        Attribute::NumberRange(_) => Kind::NumberRange,
        Attribute::Rect(_) => Kind::Rect,
        Attribute::Font { .. } => Kind::Font,
        _ => return Err(other_type()),
    })
}

/// A value of the type that another has.
pub(super) fn llsd(old: &::llsd::Value, text: &str, kind: Option<&str>) -> Result<::llsd::Value, Problem> {
    use ::llsd::Value;
    let wrong =
        || Problem::new(ProblemKind::Value, format!("{text} is not a value of the type that is needed here"));
    let new = kind.filter(|_| old.is_undef()).map(empty).transpose()?;
    Ok(match new.as_ref().unwrap_or(old) {
        Value::Boolean(_) => Value::Boolean(text.parse().map_err(|_| wrong())?),
        Value::Integer(_) => Value::Integer(text.parse().map_err(|_| wrong())?),
        Value::Real(_) => Value::Real(text.parse().map_err(|_| wrong())?),
        Value::Uuid(_) => Value::Uuid(text.parse().map_err(|_| wrong())?),
        Value::String(_) => Value::String(bytes(text)?.as_slice().into()),
        Value::Uri(_) => Value::Uri(::llsd::Uri(bytes(text)?.as_slice().into())),
        Value::Binary(_) => Value::Binary(bytes(text)?),
        Value::Date(_) => {
            let inner = text.strip_prefix("date(").and_then(|text| text.strip_suffix(')'));
            Value::Date(inner.unwrap_or(text).parse().map_err(|_| wrong())?)
        }
        _ => return Err(other_type()),
    })
}

/// The default of a type of LLSD.
fn empty(kind: &str) -> Result<::llsd::Value, Problem> {
    use ::llsd::{Date, Uri, Uuid, Value};
    Ok(match kind {
        "Boolean" => false.into(),
        "Integer" => 0.into(),
        "Real" => 0.0.into(),
        "Uuid" => Uuid::NIL.into(),
        "String" => "".into(),
        "Date" => Date::default().into(),
        "Uri" => Uri::default().into(),
        "Binary" => Value::Binary(Vec::new()),
        _ => return Err(super::no_type(kind, OF_LLSD)),
    })
}

#[cold]
fn other_type() -> Problem {
    Problem::new(ProblemKind::Unsupported, "values of this type cannot be set from text")
}
