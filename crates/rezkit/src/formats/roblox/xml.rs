//! Values as XML has them.

use super::binary::Links;
use super::{Content, Font, FontStyle, Id, Shared, Target, Value};
use geom::Vec2;
use rbxbinary::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, UniqueId};
use rbxxml::{Color3, Color3uint8, ContentId, Reference, SharedStrings, Text, UDim, Value as Xml};
use std::borrow::Cow;

impl From<&Reference> for Target {
    fn from(reference: &Reference) -> Self {
        match reference {
            Reference::None => Self::None,
            Reference::Item(id) => Self::Instance(Id::from(*id)),
            Reference::Unresolved(_) => Self::Missing,
        }
    }
}

fn address(content: &ContentId) -> Cow<'_, [u8]> {
    content.url().map(|url| url.as_bytes()).unwrap_or_default().into()
}

fn content_id(address: &[u8]) -> ContentId {
    ContentId::Url(Text::from(address))
}

fn shared<'a>(key: &Text, strings: &'a SharedStrings) -> Shared<'a> {
    let found = strings.position(key).and_then(|number| Some((number, strings.as_slice().get(number)?)));
    let (number, string) = found.map_or((usize::MAX, None), |(number, string)| (number, Some(string)));
    Shared { content: string.map(|string| Cow::Borrowed(&*string.data)), number }
}

impl<'a> Value<'a> {
    /// A value of a document with these shared strings.
    pub(crate) fn of_xml(value: &'a Xml, strings: &'a SharedStrings) -> Option<Self> {
        /// The kinds that are the same.
        macro_rules! with {
            ($($Kind:ident)*; $($other:tt)*) => {
                match value {
                    $(Xml::$Kind(value) => Self::$Kind(*value),)*
                    $($other)*
                }
            };
        }
        Some(with! {
            Bool Int32 Int64 Float32 Float64 Enum BrickColor SecurityCapabilities Vector2 Vector3;
            Xml::String(text) => Self::String(text.as_bytes().into()),
            Xml::ProtectedString(text) => Self::ProtectedString(text.as_bytes().into()),
            Xml::BinaryString(bytes) => Self::BinaryString((&**bytes).into()),
            Xml::ContentId(ContentId::None) => Self::ContentId(None),
            Xml::ContentId(ContentId::Url(url)) => Self::ContentId(Some(url.as_bytes().into())),
            Xml::ContentId(ContentId::Binary(text)) => Self::OldContent("binary", text.as_bytes().into()),
            Xml::ContentId(ContentId::Hash(text)) => Self::OldContent("hash", text.as_bytes().into()),
            Xml::QDir(text) => Self::QDir(text.as_bytes().into()),
            Xml::QFont(text) => Self::QFont(text.as_bytes().into()),
            Xml::Raw(source) => Self::Source(source.as_bytes().into()),
            Xml::SharedString(key) => Self::SharedString(shared(key, strings)),
            Xml::NetAssetRef(key) => Self::NetAssetRef(shared(key, strings)),
            Xml::Content(content) => Self::Content(match content {
                rbxxml::Content::None => Content::None,
                rbxxml::Content::Uri(uri) => Content::Uri(uri.as_bytes().into()),
                rbxxml::Content::Object(reference) => Content::Object(reference.into()),
            }),
            Xml::Referent(reference) => Self::Referent(reference.into()),
            Xml::UDim(UDim { scale, offset }) => Self::UDim(*scale, *offset),
            Xml::UDim2(rbxxml::UDim2 { x, y }) => Self::UDim2([x.scale, y.scale], [x.offset, y.offset]),
            Xml::Ray(ray) => Self::Ray(Ray { origin: ray.origin, direction: ray.direction }),
            Xml::Faces(faces) => Self::Faces(faces.bits),
            Xml::Axes(axes) => Self::Axes(axes.bits),
            Xml::Vector2int16(vector) => Self::Vector2int16([vector.x, vector.y]),
            Xml::Vector3int16(vector) => Self::Vector3int16([vector.x, vector.y, vector.z]),
            Xml::Color3(Color3 { r, g, b }) => Self::Color3([*r, *g, *b]),
            Xml::Color3uint8(Color3uint8 { r, g, b }) => Self::Color3uint8([*r, *g, *b]),
            Xml::CFrame(pose) => Self::CFrame(**pose),
            Xml::Optional(None) => Self::OptionalCFrame(None),
            Xml::Optional(Some(inner)) => match &**inner {
                Xml::CFrame(pose) => Self::OptionalCFrame(Some(**pose)),
                // One level is all that the format has.
                Xml::Optional(_) => return None,
                inner => Self::Optional(Box::new(Self::of_xml(inner, strings)?)),
            },
            Xml::NumberRange(range) => Self::NumberRange(NumberRange { min: range.min, max: range.max }),
            Xml::NumberSequence(points) => {
                let point = |point: &rbxxml::NumberKeypoint| {
                    let rbxxml::NumberKeypoint { time, value, envelope } = *point;
                    NumberKeypoint { time, value, envelope }
                };
                Self::NumberSequence(points.iter().map(point).collect())
            }
            Xml::ColorSequence(points) => {
                let point = |point: &rbxxml::ColorKeypoint| {
                    let rbxxml::ColorKeypoint { time, color: Color3 { r, g, b }, envelope } = *point;
                    ColorKeypoint { time, color: geom::Vec3::new(r, g, b), envelope }
                };
                Self::ColorSequence(points.iter().map(point).collect())
            }
            Xml::Rect(rect) => Self::Rect([rect.min.x, rect.min.y, rect.max.x, rect.max.y]),
            Xml::PhysicalProperties(own) => Self::PhysicalProperties(own.as_ref().map(|own| PhysicalProperties {
                density: own.density,
                friction: own.friction,
                elasticity: own.elasticity,
                friction_weight: own.friction_weight,
                elasticity_weight: own.elasticity_weight,
                acoustic_absorption: own.acoustic_absorption,
            })),
            Xml::Font(font) => Self::Font(Font {
                family: address(&font.family),
                weight: font.weight,
                style: match &font.style {
                    rbxxml::FontStyle::Normal => FontStyle::Number(0),
                    rbxxml::FontStyle::Italic => FontStyle::Number(1),
                    rbxxml::FontStyle::Other(word) => FontStyle::Word(word.as_bytes().into()),
                },
                cached_face: font.cached_face_id.as_ref().map(address).unwrap_or_default(),
            }),
            Xml::UniqueId(id) => Self::UniqueId(UniqueId { random: id.random, time: id.time, index: id.index }),
            // What a later version of the format crate knows.
            _ => return None,
        })
    }

    /// The value as XML has it; `None` if it cannot.
    pub(crate) fn to_xml(
        &self,
        links: &mut impl Links<'a, Reference = Reference, Shared = Text>,
    ) -> Option<Xml> {
        /// The kinds that are the same.
        macro_rules! with {
            ($($Kind:ident)*; $($other:tt)*) => {
                match self {
                    $(Self::$Kind(value) => Xml::$Kind(*value),)*
                    $($other)*
                }
            };
        }
        let text = |bytes: &[u8]| Text::from(bytes);
        let cframe = |pose: &geom::Pose| Xml::CFrame(Box::new(*pose));
        Some(with! {
            Bool Int32 Int64 Float32 Float64 Enum SecurityCapabilities Vector2 Vector3;
            Self::String(bytes) => Xml::String(text(bytes)),
            Self::ProtectedString(bytes) => Xml::ProtectedString(text(bytes)),
            Self::BinaryString(bytes) | Self::Bytecode(bytes) => Xml::BinaryString((&**bytes).into()),
            Self::ContentId(address) => {
                Xml::ContentId(address.as_deref().map_or(ContentId::None, content_id))
            }
            Self::OldContent("hash", bytes) => Xml::ContentId(ContentId::Hash(text(bytes))),
            Self::OldContent(_, bytes) => Xml::ContentId(ContentId::Binary(text(bytes))),
            Self::QDir(bytes) => Xml::QDir(text(bytes)),
            Self::QFont(bytes) => Xml::QFont(text(bytes)),
            Self::Source(source) => Xml::Raw(text(source)),
            Self::SharedString(string) => Xml::SharedString(links.shared(string)?),
            Self::NetAssetRef(string) => Xml::NetAssetRef(links.shared(string)?),
            Self::Content(content) => Xml::Content(match content {
                Content::None => rbxxml::Content::None,
                Content::Uri(uri) => rbxxml::Content::Uri((&**uri).into()),
                Content::Object(target) => rbxxml::Content::Object(links.reference(*target)),
                Content::Other(_) => return None,
            }),
            Self::Referent(target) => Xml::Referent(links.reference(*target)),
            // XML has no element for it.
            Self::BrickColor(number) => Xml::Int32(i32::try_from(*number).ok()?),
            Self::UDim(scale, offset) => Xml::UDim(UDim { scale: *scale, offset: *offset }),
            Self::UDim2([x, y], [u, v]) => Xml::UDim2(rbxxml::UDim2 {
                x: UDim { scale: *x, offset: *u },
                y: UDim { scale: *y, offset: *v },
            }),
            Self::Ray(Ray { origin, direction }) => {
                Xml::Ray(Box::new(rbxxml::Ray { origin: *origin, direction: *direction }))
            }
            Self::Faces(bits) => Xml::Faces(rbxxml::Faces { bits: *bits }),
            Self::Axes(bits) => Xml::Axes(rbxxml::Axes { bits: *bits }),
            Self::Vector2int16([x, y]) => Xml::Vector2int16(rbxxml::Vector2int16 { x: *x, y: *y }),
            Self::Vector3int16([x, y, z]) => Xml::Vector3int16(rbxxml::Vector3int16 { x: *x, y: *y, z: *z }),
            Self::Color3([r, g, b]) => Xml::Color3(Color3 { r: *r, g: *g, b: *b }),
            Self::Color3uint8([r, g, b]) => Xml::Color3uint8(Color3uint8 { r: *r, g: *g, b: *b }),
            Self::CFrame(pose) | Self::CFrameQuat(pose) => cframe(pose),
            Self::OptionalCFrame(pose) => Xml::Optional(pose.as_ref().map(cframe).map(Box::new)),
            Self::Optional(inner) => Xml::Optional(Some(Box::new(inner.to_xml(links)?))),
            Self::NumberRange(range) => Xml::NumberRange(rbxxml::NumberRange { min: range.min, max: range.max }),
            Self::NumberSequence(points) => {
                let point = |point: &NumberKeypoint| {
                    let NumberKeypoint { time, value, envelope } = *point;
                    rbxxml::NumberKeypoint { time, value, envelope }
                };
                Xml::NumberSequence(points.iter().map(point).collect())
            }
            Self::ColorSequence(points) => {
                let point = |point: &ColorKeypoint| {
                    let [r, g, b] = point.color.to_array();
                    let color = Color3 { r, g, b };
                    rbxxml::ColorKeypoint { time: point.time, color, envelope: point.envelope }
                };
                Xml::ColorSequence(points.iter().map(point).collect())
            }
            Self::Rect([a, b, c, d]) => Xml::Rect(rbxxml::Rect { min: Vec2::new(*a, *b), max: Vec2::new(*c, *d) }),
            Self::PhysicalProperties(own) => {
                Xml::PhysicalProperties(own.map(|own| Box::new(rbxxml::PhysicalProperties {
                    density: own.density,
                    friction: own.friction,
                    elasticity: own.elasticity,
                    friction_weight: own.friction_weight,
                    elasticity_weight: own.elasticity_weight,
                    acoustic_absorption: own.acoustic_absorption,
                })))
            }
            Self::Font(font) => Xml::Font(Box::new(rbxxml::Font {
                family: if font.family.is_empty() { ContentId::None } else { content_id(&font.family) },
                weight: font.weight,
                style: match &font.style {
                    FontStyle::Number(1) => rbxxml::FontStyle::Italic,
                    FontStyle::Number(_) => rbxxml::FontStyle::Normal,
                    FontStyle::Word(word) => rbxxml::FontStyle::Other(text(word)),
                },
                cached_face_id: (!font.cached_face.is_empty()).then(|| content_id(&font.cached_face)),
            })),
            Self::UniqueId(UniqueId { random, time, index }) => {
                Xml::UniqueId(rbxxml::UniqueId { random: *random, time: *time, index: *index })
            }
            Self::EnumItem(..) | Self::NumberKeypoint(_) | Self::ColorKeypoint(_) => return None,
            Self::Region3(_) | Self::Region3int16(_) => return None,
            Self::Path2DControlPoint(_) | Self::TweenInfo(_) => return None,
        })
    }
}
