//! Conversion of values from `Variant` of the crate rbx_types.

use crate::value::{Content, Font, FontStyle, Kind, Shared, Target, Value};
use geom::{Mat3, Pose, Vec2, Vec3};
use rbx_types::{ContentType, Ref, Variant, VariantType};
use rbxbinary::{ColorKeypoint, NumberKeypoint, NumberRange, PhysicalProperties, Ray, UniqueId};
use std::borrow::Cow;

/// The kind of values of a type; `None` for types that no file has a kind for.
pub(super) fn kind(of: VariantType) -> Option<Kind> {
    Some(match of {
        VariantType::Axes => Kind::Axes,
        VariantType::BinaryString | VariantType::Tags => Kind::BinaryString,
        VariantType::Attributes | VariantType::MaterialColors => Kind::BinaryString,
        VariantType::Bool => Kind::Bool,
        VariantType::BrickColor => Kind::BrickColor,
        VariantType::CFrame => Kind::CFrame,
        VariantType::Color3 => Kind::Color3,
        VariantType::Color3uint8 => Kind::Color3uint8,
        VariantType::ColorSequence => Kind::ColorSequence,
        VariantType::Content => Kind::Content,
        VariantType::ContentId => Kind::ContentId,
        VariantType::Enum => Kind::Enum,
        VariantType::Faces => Kind::Faces,
        VariantType::Float32 => Kind::Float32,
        VariantType::Float64 => Kind::Float64,
        VariantType::Font => Kind::Font,
        VariantType::Int32 => Kind::Int32,
        VariantType::Int64 => Kind::Int64,
        VariantType::NetAssetRef => Kind::NetAssetRef,
        VariantType::NumberRange => Kind::NumberRange,
        VariantType::NumberSequence => Kind::NumberSequence,
        VariantType::OptionalCFrame => Kind::OptionalCFrame,
        VariantType::PhysicalProperties => Kind::PhysicalProperties,
        VariantType::Ray => Kind::Ray,
        VariantType::Rect => Kind::Rect,
        VariantType::Ref => Kind::Referent,
        VariantType::SecurityCapabilities => Kind::SecurityCapabilities,
        VariantType::SharedString => Kind::SharedString,
        VariantType::String => Kind::String,
        VariantType::UDim => Kind::UDim,
        VariantType::UDim2 => Kind::UDim2,
        VariantType::UniqueId => Kind::UniqueId,
        VariantType::Vector2 => Kind::Vector2,
        VariantType::Vector2int16 => Kind::Vector2int16,
        VariantType::Vector3 => Kind::Vector3,
        VariantType::Vector3int16 => Kind::Vector3int16,
        _ => return None,
    })
}

fn vec3(vector: rbx_types::Vector3) -> Vec3 {
    Vec3::new(vector.x, vector.y, vector.z)
}

fn pose(frame: &rbx_types::CFrame) -> Pose {
    let rows =
        [frame.orientation.x, frame.orientation.y, frame.orientation.z].map(|row| vec3(row).to_array());
    let [[a, b, c], [d, e, f], [g, h, i]] = rows;
    Pose { position: vec3(frame.position), rotation: Mat3::from_rows_array([a, b, c, d, e, f, g, h, i]) }
}

fn bytes(text: &str) -> Cow<'static, [u8]> {
    Cow::Owned(text.as_bytes().to_vec())
}

/// Converts a value without references to instances: any reference becomes null. `None` for types that no
/// file can hold.
pub(super) fn unlinked(of: &Variant) -> Option<Value<'static>> {
    value(of, &mut |_| Target::None)
}

/// Converts a value, given a function that returns the target of a referent; `None` for types that no file
/// can hold.
pub(crate) fn value(of: &Variant, target: &mut dyn FnMut(Ref) -> Target) -> Option<Value<'static>> {
    Some(match of {
        Variant::Axes(axes) => Value::Axes(axes.bits().into()),
        Variant::BinaryString(data) => Value::BinaryString(Cow::Owned(AsRef::<[u8]>::as_ref(data).to_vec())),
        Variant::Bool(value) => Value::Bool(*value),
        Variant::BrickColor(colour) => Value::BrickColor(u32::from(*colour as u16)),
        Variant::CFrame(frame) => Value::CFrame(pose(frame)),
        Variant::Color3(colour) => Value::Color3([colour.r, colour.g, colour.b]),
        Variant::Color3uint8(colour) => Value::Color3uint8([colour.r, colour.g, colour.b]),
        Variant::ColorSequence(sequence) => {
            let points = sequence.keypoints.iter().map(|point| ColorKeypoint {
                time: point.time,
                color: [point.color.r, point.color.g, point.color.b],
                // It is zero in all files (docs/formats/rbxbinary.md, 5).
                envelope: 0.0,
            });
            Value::ColorSequence(points.collect())
        }
        Variant::Content(content) => Value::Content(match content.value() {
            ContentType::None => Content::None,
            ContentType::Uri(uri) => Content::Uri(bytes(uri)),
            ContentType::Object(referent) => Content::Object(target(*referent)),
            // What a later version of rbx_types knows.
            _ => return None,
        }),
        Variant::ContentId(id) => {
            Value::ContentId(Some(bytes(id.as_str())).filter(|address| !address.is_empty()))
        }
        Variant::Enum(item) => Value::Enum(item.to_u32()),
        Variant::Faces(faces) => Value::Faces(faces.bits().into()),
        Variant::Float32(number) => Value::Float32(*number),
        Variant::Float64(number) => Value::Float64(*number),
        Variant::Font(font) => Value::Font(Font {
            family: bytes(&font.family),
            weight: font.weight.as_u16().into(),
            style: FontStyle::Number(font.style.as_u8()),
            cached_face: bytes(font.cached_face_id.as_deref().unwrap_or_default()),
        }),
        Variant::Int32(number) => Value::Int32(*number),
        Variant::Int64(number) => Value::Int64(*number),
        Variant::MaterialColors(colours) => Value::BinaryString(Cow::Owned(colours.encode())),
        Variant::NetAssetRef(shared) => Value::NetAssetRef(Shared::from(shared.data().to_vec())),
        Variant::NumberRange(range) => Value::NumberRange(NumberRange { min: range.min, max: range.max }),
        Variant::NumberSequence(sequence) => {
            let point = |point: &rbx_types::NumberSequenceKeypoint| NumberKeypoint {
                time: point.time,
                value: point.value,
                envelope: point.envelope,
            };
            Value::NumberSequence(sequence.keypoints.iter().map(point).collect())
        }
        Variant::OptionalCFrame(frame) => Value::OptionalCFrame(frame.as_ref().map(pose)),
        Variant::PhysicalProperties(physical) => Value::PhysicalProperties(match physical {
            rbx_types::PhysicalProperties::Custom(own) => Some(PhysicalProperties {
                density: own.density(),
                friction: own.friction(),
                elasticity: own.elasticity(),
                friction_weight: own.friction_weight(),
                elasticity_weight: own.elasticity_weight(),
                acoustic_absorption: Some(own.acoustic_absorption()),
            }),
            _ => None,
        }),
        Variant::Ray(ray) => Value::Ray(Ray { origin: vec3(ray.origin), direction: vec3(ray.direction) }),
        Variant::Rect(rect) => Value::Rect([rect.min.x, rect.min.y, rect.max.x, rect.max.y]),
        Variant::Ref(referent) => Value::Referent(target(*referent)),
        Variant::SecurityCapabilities(set) => Value::SecurityCapabilities(set.bits()),
        Variant::SharedString(shared) => Value::SharedString(Shared::from(shared.data().to_vec())),
        Variant::String(text) => Value::String(bytes(text)),
        Variant::Tags(tags) => Value::BinaryString(Cow::Owned(tags.encode())),
        Variant::UDim(udim) => Value::UDim((udim.scale, udim.offset)),
        Variant::UDim2(udim) => Value::UDim2([udim.x, udim.y].map(|axis| (axis.scale, axis.offset))),
        Variant::UniqueId(id) => Value::UniqueId(UniqueId {
            random: id.random().cast_unsigned(),
            time: id.time(),
            index: id.index(),
        }),
        Variant::Vector2(vector) => Value::Vector2(Vec2::new(vector.x, vector.y)),
        Variant::Vector2int16(vector) => Value::Vector2int16([vector.x, vector.y]),
        Variant::Vector3(vector) => Value::Vector3(vec3(*vector)),
        Variant::Vector3int16(vector) => Value::Vector3int16([vector.x, vector.y, vector.z]),
        Variant::Attributes(attributes) => {
            let mut string = Vec::new();
            attributes.to_writer(&mut string).ok()?;
            Value::BinaryString(string.into())
        }
        Variant::EnumItem(item) => Value::EnumItem(bytes(&item.ty), item.value),
        Variant::Region3(region) => Value::Region3([vec3(region.min), vec3(region.max)]),
        Variant::Region3int16(region) => {
            Value::Region3int16([region.min, region.max].map(|corner| [corner.x, corner.y, corner.z]))
        }
        // What a later version of rbx_types knows.
        _ => return None,
    })
}
