//! Conversions between values and those of XML files.

use super::binary::Links;
use super::value::{alike, with_alike, with_alike_everywhere};
use super::{Content, Font, FontStyle, Id, Shared, Target, Value};
use rbxbinary::{ColorKeypoint, NumberKeypoint, PhysicalProperties, Ray};
use rbxxml::{ContentId, Reference, SharedStrings, Text, Value as Xml};
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
    /// Converts a value of a document with these shared strings.
    #[doc(hidden)]
    pub fn of_xml(value: &'a Xml, strings: &'a SharedStrings) -> Option<Self> {
        Some(with_alike! { alike (from Xml, *value, {
            Xml::Bool(value) => Self::Bool(value),
            Xml::BrickColor(number) => Self::BrickColor(number),
            Xml::String(ref text) => Self::String(text.as_bytes().into()),
            Xml::ProtectedString(ref text) => Self::ProtectedString(text.as_bytes().into()),
            Xml::BinaryString(ref bytes) => Self::BinaryString((&**bytes).into()),
            Xml::ContentId(ContentId::None) => Self::ContentId(None),
            Xml::ContentId(ContentId::Url(ref url)) => Self::ContentId(Some(url.as_bytes().into())),
            Xml::ContentId(ContentId::Binary(ref text)) => Self::OldContent("binary", text.as_bytes().into()),
            Xml::ContentId(ContentId::Hash(ref text)) => Self::OldContent("hash", text.as_bytes().into()),
            Xml::QDir(ref text) => Self::QDir(text.as_bytes().into()),
            Xml::QFont(ref text) => Self::QFont(text.as_bytes().into()),
            Xml::Raw(ref source) => Self::Source(source.as_bytes().into()),
            Xml::SharedString(ref key) => Self::SharedString(shared(key, strings)),
            Xml::NetAssetRef(ref key) => Self::NetAssetRef(shared(key, strings)),
            Xml::Content(ref content) => Self::Content(match content {
                rbxxml::Content::None => Content::None,
                rbxxml::Content::Uri(uri) => Content::Uri(uri.as_bytes().into()),
                rbxxml::Content::Object(reference) => Content::Object(reference.into()),
            }),
            Xml::Referent(ref reference) => Self::Referent(reference.into()),
            Xml::Ray(ref ray) => Self::Ray(Ray { origin: ray.origin, direction: ray.direction }),
            Xml::Faces(faces) => Self::Faces(faces),
            Xml::Axes(axes) => Self::Axes(axes),
            Xml::CFrame(ref pose) => Self::CFrame(**pose),
            Xml::Optional(None) => Self::OptionalCFrame(None),
            Xml::Optional(Some(ref inner)) => match &**inner {
                Xml::CFrame(pose) => Self::OptionalCFrame(Some(**pose)),
                // One level is all that the format has.
                Xml::Optional(_) => return None,
                inner => Self::Optional(Box::new(Self::of_xml(inner, strings)?)),
            },
            Xml::NumberSequence(ref points) => {
                let point = |point: &rbxxml::NumberKeypoint| {
                    let rbxxml::NumberKeypoint { time, value, envelope } = *point;
                    NumberKeypoint { time, value, envelope }
                };
                Self::NumberSequence(points.iter().map(point).collect())
            }
            Xml::ColorSequence(ref points) => {
                let point = |point: &rbxxml::ColorKeypoint| {
                    let rbxxml::ColorKeypoint { time, color, envelope } = *point;
                    ColorKeypoint { time, color, envelope }
                };
                Self::ColorSequence(points.iter().map(point).collect())
            }
            Xml::PhysicalProperties(ref own) => Self::PhysicalProperties(own.as_ref().map(|own| PhysicalProperties {
                density: own.density,
                friction: own.friction,
                elasticity: own.elasticity,
                friction_weight: own.friction_weight,
                elasticity_weight: own.elasticity_weight,
                acoustic_absorption: own.acoustic_absorption,
            })),
            Xml::Font(ref font) => Self::Font(Font {
                family: address(&font.family),
                weight: font.weight,
                style: match &font.style {
                    rbxxml::FontStyle::Normal => FontStyle::Number(0),
                    rbxxml::FontStyle::Italic => FontStyle::Number(1),
                    rbxxml::FontStyle::Other(word) => FontStyle::Word(word.as_bytes().into()),
                },
                cached_face: font.cached_face_id.as_ref().map(address).unwrap_or_default(),
            }),
            // What a later version of the format crate knows; the test `every_kind_of_the_formats_is_known` holds that it is
            // none of this version.
            _ => return None,
        }) })
    }

    /// Converts the value to that of an XML file; `None` if the format has none for it.
    #[doc(hidden)]
    pub fn to_xml(&self, links: &mut impl Links<'a, Reference = Reference, Shared = Text>) -> Option<Xml> {
        let text = |bytes: &[u8]| Text::from(bytes);
        let cframe = |pose: geom::Pose| Xml::CFrame(Box::new(pose));
        Some(with_alike! { alike (to Xml, *self, {
            Self::Bool(value) => Xml::Bool(value),
            Self::String(ref bytes) => Xml::String(text(bytes)),
            Self::ProtectedString(ref bytes) => Xml::ProtectedString(text(bytes)),
            Self::BinaryString(ref bytes) | Self::Bytecode(ref bytes) => Xml::BinaryString((&**bytes).into()),
            Self::ContentId(ref address) => {
                Xml::ContentId(address.as_deref().map_or(ContentId::None, content_id))
            }
            Self::OldContent("hash", ref bytes) => Xml::ContentId(ContentId::Hash(text(bytes))),
            Self::OldContent(_, ref bytes) => Xml::ContentId(ContentId::Binary(text(bytes))),
            Self::QDir(ref bytes) => Xml::QDir(text(bytes)),
            Self::QFont(ref bytes) => Xml::QFont(text(bytes)),
            Self::Source(ref source) => Xml::Raw(text(source)),
            Self::SharedString(ref string) => Xml::SharedString(links.shared(string)?),
            Self::NetAssetRef(ref string) => Xml::NetAssetRef(links.shared(string)?),
            Self::Content(ref content) => Xml::Content(match content {
                Content::None => rbxxml::Content::None,
                Content::Uri(uri) => rbxxml::Content::Uri((&**uri).into()),
                Content::Object(target) => rbxxml::Content::Object(links.reference(*target)),
                Content::Other(_) => return None,
            }),
            Self::Referent(target) => Xml::Referent(links.reference(target)),
            // XML has no element for it.
            Self::BrickColor(number) => Xml::Int32(i32::try_from(number).ok()?),
            Self::Ray(Ray { origin, direction }) => {
                Xml::Ray(Box::new(rbxxml::Ray { origin, direction }))
            }
            Self::Faces(bits) => Xml::Faces(bits),
            Self::Axes(bits) => Xml::Axes(bits),
            Self::CFrame(pose) | Self::CFrameQuat(pose) => cframe(pose),
            Self::OptionalCFrame(pose) => Xml::Optional(pose.map(cframe).map(Box::new)),
            Self::Optional(ref inner) => Xml::Optional(Some(Box::new(inner.to_xml(links)?))),
            Self::NumberSequence(ref points) => {
                let point = |point: &NumberKeypoint| {
                    let NumberKeypoint { time, value, envelope } = *point;
                    rbxxml::NumberKeypoint { time, value, envelope }
                };
                Xml::NumberSequence(points.iter().map(point).collect())
            }
            Self::ColorSequence(ref points) => {
                let point = |point: &ColorKeypoint| {
                    let ColorKeypoint { time, color, envelope } = *point;
                    rbxxml::ColorKeypoint { time, color, envelope }
                };
                Xml::ColorSequence(points.iter().map(point).collect())
            }
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
            Self::Font(ref font) => Xml::Font(Box::new(rbxxml::Font {
                family: if font.family.is_empty() { ContentId::None } else { content_id(&font.family) },
                weight: font.weight,
                style: match &font.style {
                    FontStyle::Number(1) => rbxxml::FontStyle::Italic,
                    FontStyle::Number(_) => rbxxml::FontStyle::Normal,
                    FontStyle::Word(word) => rbxxml::FontStyle::Other(text(word)),
                },
                cached_face_id: (!font.cached_face.is_empty()).then(|| content_id(&font.cached_face)),
            })),
            Self::EnumItem(..) | Self::NumberKeypoint(_) | Self::ColorKeypoint(_) => return None,
            Self::Region3(_) | Self::Region3int16(_) => return None,
            Self::Path2DControlPoint(_) | Self::TweenInfo(_) => return None,
        }) })
    }
}
