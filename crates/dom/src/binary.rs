//! Conversions between values and those of binary files, and attributes, which have the same bytes in both
//! encodings.

use super::value::{alike, with_alike, with_alike_attributes, with_alike_everywhere};
use super::{Content, Font, FontStyle, Id, Shared, Target, Value};
use geom::{Pose, Quat, Vec3};
use rbxbinary::{Attribute, Referent, Rotation, RotationId, SharedIndex, Value as Binary};
use std::borrow::Cow;

/// Translates references to instances and shared strings into those of the file that a value is written to.
pub trait Links<'a> {
    /// The file's reference to an instance.
    type Reference;
    /// The file's reference to a shared string.
    type Shared;

    fn reference(&mut self, target: Target) -> Self::Reference;

    fn shared(&mut self, string: &Shared<'a>) -> Option<Self::Shared>;
}

fn pose(rotation: Rotation, position: Vec3) -> Pose {
    Pose { rotation: rotation.matrix(), position }
}

/// Replaces a rotation by its number in binary files, if it has one, as Studio writes it.
fn turned(Pose { position, rotation }: Pose) -> (Rotation, Vec3) {
    (RotationId::from_matrix(rotation).map_or(Rotation::Free(rotation), Rotation::Id), position)
}

fn target(referent: Referent) -> Target {
    if referent.is_none() { Target::None } else { Target::Instance(Id::from(referent)) }
}

impl<'a> Value<'a> {
    /// Converts a value of a binary file, given the file's shared strings. Does not check that the referenced
    /// instances exist.
    #[doc(hidden)]
    pub fn of_binary(
        value: Binary<'a>,
        shared: impl FnOnce(SharedIndex) -> Option<&'a [u8]>,
    ) -> Option<Self> {
        Some(with_alike! { alike (same Binary, Value, value, {
            Binary::BrickColor(number) => Self::BrickColor(number),
            Binary::Ray(ray) => Self::Ray(ray),
            Binary::String(bytes) => Self::String(bytes.into()),
            Binary::Bytecode(bytes) => Self::Bytecode(bytes.into()),
            Binary::SharedString(index) => {
                let content = shared(index).map(Cow::Borrowed);
                Self::SharedString(Shared { content, number: index.0 as usize })
            }
            Binary::Bool(byte) => Self::Bool(byte != 0),
            Binary::Faces(bits) => Self::Faces(bits.into()),
            Binary::Axes(bits) => Self::Axes(bits.into()),
            Binary::CFrame(rotation, position) => Self::CFrame(pose(rotation, position)),
            Binary::CFrameQuat(rotation, position) => {
                Self::CFrameQuat(Pose { rotation: rotation.matrix(), position })
            }
            Binary::OptionalCFrame(frame) => {
                Self::OptionalCFrame(frame.map(|(rotation, position)| pose(rotation, position)))
            }
            Binary::Referent(referent) => Self::Referent(target(referent)),
            Binary::Content(content) => Self::Content(match content {
                rbxbinary::Content::None => Content::None,
                rbxbinary::Content::Uri(uri) => Content::Uri(uri.into()),
                rbxbinary::Content::Object(referent) => Content::Object(target(referent)),
                rbxbinary::Content::Other(number) => Content::Other(number),
                // What a later version of the format crate knows.
                _ => return None,
            }),
            Binary::NumberSequence(points) => Self::NumberSequence(points.into()),
            Binary::ColorSequence(points) => Self::ColorSequence(points.into()),
            Binary::PhysicalProperties(own) => Self::PhysicalProperties(own.ok()),
            Binary::Font(font) => Self::Font(Font {
                family: font.family.into(),
                weight: font.weight.into(),
                style: FontStyle::Number(font.style),
                cached_face: font.cached_face.into(),
            }),
            // What a later version of the format crate knows; the test `every_kind_of_the_formats_is_known` holds that it is
            // none of this version.
            _ => return None,
        }) })
    }

    /// Converts the value to that of a binary file; `None` if the format has none for it.
    #[doc(hidden)]
    pub fn to_binary(
        &self,
        links: &mut impl Links<'a, Reference = Referent, Shared = SharedIndex>,
    ) -> Option<Binary<'_>> {
        Some(with_alike! { alike (same Value, Binary, *self, {
            Self::BrickColor(number) => Binary::BrickColor(number),
            Self::Ray(ray) => Binary::Ray(ray),
            Self::String(ref bytes) | Self::ProtectedString(ref bytes) | Self::BinaryString(ref bytes) => Binary::String(bytes),
            Self::QDir(ref bytes) | Self::QFont(ref bytes) => Binary::String(bytes),
            Self::ContentId(ref address) => Binary::String(address.as_deref().unwrap_or_default()),
            // What it says means no asset today.
            Self::OldContent(..) => Binary::String(b""),
            Self::Bytecode(ref bytes) => Binary::Bytecode(bytes),
            Self::SharedString(ref string) | Self::NetAssetRef(ref string) => Binary::SharedString(links.shared(string)?),
            Self::Bool(value) => Binary::Bool(value.into()),
            Self::Faces(bits) => Binary::Faces(u8::try_from(bits).ok()?),
            Self::Axes(bits) => Binary::Axes(u8::try_from(bits).ok()?),
            Self::CFrame(pose) => {
                let (rotation, position) = turned(pose);
                Binary::CFrame(rotation, position)
            }
            Self::CFrameQuat(pose) => {
                let (rotation, position) = turned(pose);
                let rotation = match rotation {
                    Rotation::Id(id) => Rotation::Id(id),
                    Rotation::Free(matrix) => Rotation::Free(Quat::from_mat3(matrix)?),
                };
                Binary::CFrameQuat(rotation, position)
            }
            Self::OptionalCFrame(pose) => Binary::OptionalCFrame(pose.map(turned)),
            Self::Referent(target) => Binary::Referent(links.reference(target)),
            Self::Content(ref content) => Binary::Content(match content {
                Content::None => rbxbinary::Content::None,
                Content::Uri(uri) => rbxbinary::Content::Uri(uri),
                Content::Object(target) => rbxbinary::Content::Object(links.reference(*target)),
                Content::Other(number) => rbxbinary::Content::Other(*number),
            }),
            Self::NumberSequence(ref points) => Binary::NumberSequence(points),
            Self::ColorSequence(ref points) => Binary::ColorSequence(points),
            Self::PhysicalProperties(own) => Binary::PhysicalProperties(own.ok_or(0)),
            Self::Font(ref font) => Binary::Font(rbxbinary::Font {
                family: &font.family,
                // 400 is the regular weight.
                weight: u16::try_from(font.weight).unwrap_or(400),
                style: if let FontStyle::Number(style) = font.style { style } else { 0 },
                cached_face: &font.cached_face,
            }),
            Self::Optional(_) | Self::Source(_) | Self::EnumItem(..) | Self::NumberKeypoint(_) => return None,
            Self::ColorKeypoint(_) | Self::Region3(_) | Self::Region3int16(_) => return None,
            Self::Path2DControlPoint(_) | Self::TweenInfo(_) => return None,
        }) })
    }

    /// Converts an attribute; `None` for arrays and dictionaries, and if the attribute has no value.
    #[must_use]
    pub fn of_attribute(value: &'a Attribute) -> Option<Self> {
        Some(with_alike_attributes! { alike (from Attribute, *value, {
            Attribute::String(ref bytes) => Self::String(bytes.into()),
            Attribute::Bool(byte) => Self::Bool(byte != 0),
            Attribute::CFrame((rotation, position)) => Self::CFrame(pose(rotation, position)),
            Attribute::EnumItem { ref name, value } => Self::EnumItem(Cow::Borrowed(name), value),
            Attribute::NumberSequence(ref points) => Self::NumberSequence(points.into()),
            Attribute::ColorSequence(ref points) => Self::ColorSequence(points.into()),
            Attribute::PhysicalProperties { custom, own } => {
                Self::PhysicalProperties((custom != 0).then_some(own))
            }
            Attribute::Font { weight, style, ref family, ref cached_face } => Self::Font(Font {
                family: family.into(),
                weight: weight.into(),
                style: FontStyle::Number(style),
                cached_face: cached_face.into(),
            }),
            Attribute::Ref(referent) => Self::Referent(target(referent)),
            Attribute::None | Attribute::Array(_) | Attribute::Dictionary(_) => return None,
            // What a later version of the format crate knows.
            _ => return None,
        }) })
    }

    /// Converts the value to an attribute; `None` if there are no attributes of its kind.
    #[must_use]
    pub fn to_attribute(&self) -> Option<Attribute> {
        Some(with_alike_attributes! { alike (to Attribute, *self, {
            Self::Bool(value) => Attribute::Bool(value.into()),
            Self::CFrame(pose) => Attribute::CFrame(turned(pose)),
            Self::EnumItem(ref name, value) => Attribute::EnumItem { name: (**name).into(), value },
            Self::NumberSequence(ref points) => Attribute::NumberSequence(points.to_vec()),
            Self::ColorSequence(ref points) => Attribute::ColorSequence(points.to_vec()),
            Self::Font(Font { ref family, weight, style: FontStyle::Number(style), ref cached_face }) => {
                Attribute::Font {
                    weight: u16::try_from(weight).ok()?,
                    style,
                    family: family.to_vec(),
                    cached_face: cached_face.to_vec(),
                }
            }
            Self::PhysicalProperties(own) => Attribute::PhysicalProperties {
                custom: own.is_some().into(),
                // Programs of today write the sixth number always.
                own: own.map_or_else(Default::default, |own| rbxbinary::PhysicalProperties {
                    acoustic_absorption: own.acoustic_absorption.or(Some(1.0)),
                    ..own
                }),
            },
            // XML has references next to the string instead.
            Self::Referent(target) => Attribute::Ref(target.id().map_or(Referent::NONE, Id::referent)),
            Self::String(_) | Self::ProtectedString(_) | Self::BinaryString(_) | Self::ContentId(_) => {
                Attribute::String(self.as_bytes()?.to_vec())
            }
            Self::NetAssetRef(_) | Self::QDir(_) | Self::QFont(_) => {
                Attribute::String(self.as_bytes()?.to_vec())
            }
            // Kinds that attributes do not have.
            _ => return None,
        }) })
    }
}
