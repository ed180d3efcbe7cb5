//! Conversions of values to and from `Variant` of the crate rbx_types.

use crate::error::{Error, ErrorKind};
use crate::value::{Content, Font, FontStyle, Kind, Target, Value};
use crate::variant::{kind, value};
use geom::{Pose, Vec3};
use rbx_types::{
    Attributes, Axes, BrickColor, CFrame, Color3, Color3uint8, ColorSequence, ColorSequenceKeypoint,
    CustomPhysicalProperties, EnumItem, Faces, FontWeight, MaterialColors, Matrix3, NetAssetRef, NumberRange,
    NumberSequence, NumberSequenceKeypoint, Ref, Region3, Region3int16, SecurityCapabilities, SharedString,
    Tags, UDim, UDim2, UniqueId, Variant, VariantType, Vector2, Vector2int16, Vector3, Vector3int16,
};
use rbxbinary::PhysicalProperties;

/// Converts a value of a `WeakDom`. A reference to an instance becomes [`Target::Missing`], since only a
/// document knows the instance; see `Document::from`.
///
/// ```
/// use rbx_types::{Variant, Vector3};
/// use dom::Value;
///
/// let size = Variant::Vector3(Vector3::new(4.0, 1.0, 2.0));
/// let value = Value::try_from(&size)?;
/// assert_eq!(value.as_vec3().map(|size| size.to_array()), Some([4.0, 1.0, 2.0]));
/// assert_eq!(Variant::try_from(&value)?, size);
/// # Ok::<(), dom::Error>(())
/// ```
impl TryFrom<&Variant> for Value<'static> {
    type Error = Error;

    fn try_from(of: &Variant) -> Result<Self, Error> {
        let target = &mut |referent: Ref| if referent.is_some() { Target::Missing } else { Target::None };
        value(of, target).ok_or_else(|| {
            Error::new(ErrorKind::Value, format!("files cannot store values of type {:?}", of.ty()))
        })
    }
}

/// Converts a value for a `WeakDom`. A reference to an instance becomes null, since only a document knows the
/// instance; see `Document::to_weak_dom`.
impl TryFrom<&Value<'_>> for Variant {
    type Error = Error;

    fn try_from(of: &Value<'_>) -> Result<Self, Error> {
        variant(of, &mut |_| Ref::none()).ok_or_else(|| {
            let text = format!("a WeakDom cannot store this value of type {}", of.kind().name());
            Error::new(ErrorKind::Value, text)
        })
    }
}

/// Converts a value for a property of this type, or to the type of its own kind; `None` if rbx_types has no type
/// for it.
pub(crate) fn of_type(
    of: Value<'_>,
    ty: Option<VariantType>,
    referent: &mut dyn FnMut(Target) -> Ref,
) -> Option<Variant> {
    let of = match ty.and_then(kind) {
        // Colours of parts are bytes in a WeakDom as in files.
        Some(Kind::Color3) | None => of,
        Some(kind) => of.clone().cast(kind).unwrap_or(of),
    };
    let structured = of.as_bytes().and_then(|bytes| match ty? {
        VariantType::Attributes => Attributes::from_reader(bytes).ok().map(Variant::from),
        VariantType::Tags => Tags::decode(bytes).ok().map(Variant::from),
        VariantType::MaterialColors => MaterialColors::decode(bytes).ok().map(Variant::from),
        // Has no form of its own.
        _ => None,
    });
    structured.or_else(|| variant(&of, referent))
}

/// Converts a value, given a function that returns the referent of an instance; `None` for values that
/// rbx_types lacks.
fn variant(of: &Value<'_>, referent: &mut dyn FnMut(Target) -> Ref) -> Option<Variant> {
    Some(match *of {
        Value::String(ref text) | Value::ProtectedString(ref text) => utf8(text)?.into(),
        Value::QDir(ref text) | Value::QFont(ref text) => utf8(text)?.into(),
        Value::BinaryString(ref bytes) | Value::Bytecode(ref bytes) => {
            Variant::BinaryString(bytes.to_vec().into())
        }
        Value::SharedString(ref shared) => SharedString::new(shared.content.as_deref()?.to_vec()).into(),
        Value::NetAssetRef(ref shared) => NetAssetRef::new(shared.content.as_deref()?.to_vec()).into(),
        Value::Content(ref content) => content_variant(content, referent)?,
        Value::ContentId(ref address) => {
            rbx_types::ContentId::from(utf8(address.as_deref().unwrap_or_default())?).into()
        }
        Value::Bool(value) => value.into(),
        Value::Int32(number) => number.into(),
        Value::Int64(number) => number.into(),
        Value::Float32(number) => number.into(),
        Value::Float64(number) => number.into(),
        Value::Enum(number) => rbx_types::Enum::from_u32(number).into(),
        Value::EnumItem(ref name, value) => EnumItem { ty: utf8(name)?, value }.into(),
        Value::BrickColor(number) => BrickColor::from_number(number.try_into().ok()?)?.into(),
        Value::UDim((scale, offset)) => UDim::new(scale, offset).into(),
        Value::UDim2([(x, u), (y, v)]) => UDim2::new(UDim::new(x, u), UDim::new(y, v)).into(),
        Value::Ray(ray) => rbx_types::Ray::new(vector(ray.origin), vector(ray.direction)).into(),
        Value::Faces(bits) => Faces::from_bits(bits.try_into().ok()?)?.into(),
        Value::Axes(bits) => Axes::from_bits(bits.try_into().ok()?)?.into(),
        Value::Vector2(vector) => Vector2::new(vector.x, vector.y).into(),
        Value::Vector3(own) => vector(own).into(),
        Value::Vector2int16([x, y]) => Vector2int16::new(x, y).into(),
        Value::Vector3int16(own) => short_vector(own).into(),
        Value::Color3([r, g, b]) => Color3::new(r, g, b).into(),
        Value::Color3uint8([r, g, b]) => Color3uint8::new(r, g, b).into(),
        Value::CFrame(pose) | Value::CFrameQuat(pose) => frame(pose).into(),
        Value::OptionalCFrame(pose) => pose.map(frame).into(),
        Value::Referent(target) => referent(target).into(),
        Value::NumberRange(range) => NumberRange::new(range.min, range.max).into(),
        Value::NumberSequence(ref points) => {
            let point = |point: &rbxbinary::NumberKeypoint| {
                NumberSequenceKeypoint::new(point.time, point.value, point.envelope)
            };
            NumberSequence { keypoints: points.iter().map(point).collect() }.into()
        }
        Value::ColorSequence(ref points) => {
            let point = |point: &rbxbinary::ColorKeypoint| {
                let [r, g, b] = point.color;
                ColorSequenceKeypoint::new(point.time, Color3::new(r, g, b))
            };
            ColorSequence { keypoints: points.iter().map(point).collect() }.into()
        }
        Value::Rect([a, b, c, d]) => rbx_types::Rect::new(Vector2::new(a, b), Vector2::new(c, d)).into(),
        Value::PhysicalProperties(own) => own.map_or(rbx_types::PhysicalProperties::Default, physical).into(),
        Value::Font(ref font) => font_variant(font)?,
        Value::UniqueId(id) => UniqueId::new(id.index, id.time, id.random.cast_signed()).into(),
        Value::SecurityCapabilities(set) => SecurityCapabilities::from_bits(set).into(),
        Value::Region3([min, max]) => Region3::new(vector(min), vector(max)).into(),
        Value::Region3int16([min, max]) => Region3int16::new(short_vector(min), short_vector(max)).into(),
        Value::Path2DControlPoint(_) | Value::TweenInfo(_) | Value::NumberKeypoint(_) => return None,
        Value::ColorKeypoint(_) | Value::OldContent(..) | Value::Optional(_) | Value::Source(_) => {
            return None;
        }
    })
}

fn utf8(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

fn vector(own: Vec3) -> Vector3 {
    Vector3::new(own.x, own.y, own.z)
}

fn short_vector([x, y, z]: [i16; 3]) -> Vector3int16 {
    Vector3int16::new(x, y, z)
}

fn frame(Pose { rotation, position }: Pose) -> CFrame {
    let [a, b, c, d, e, f, g, h, i] = rotation.to_rows_array();
    let [x, y, z] = [[a, b, c], [d, e, f], [g, h, i]].map(|[x, y, z]| Vector3::new(x, y, z));
    CFrame::new(vector(position), Matrix3::new(x, y, z))
}

fn physical(own: PhysicalProperties) -> rbx_types::PhysicalProperties {
    CustomPhysicalProperties::new(
        own.density,
        own.friction,
        own.elasticity,
        own.friction_weight,
        own.elasticity_weight,
        // Files from before 2025 do not say it.
        own.acoustic_absorption.unwrap_or(1.0),
    )
    .into()
}

fn content_variant(of: &Content<'_>, referent: &mut dyn FnMut(Target) -> Ref) -> Option<Variant> {
    Some(Variant::Content(match of {
        Content::None => rbx_types::Content::none(),
        Content::Uri(uri) => rbx_types::Content::from_uri(utf8(uri)?),
        Content::Object(target) => rbx_types::Content::from_referent(referent(*target)),
        Content::Other(_) => return None,
    }))
}

fn font_variant(of: &Font<'_>) -> Option<Variant> {
    let FontStyle::Number(style) = of.style else { return None };
    let font = rbx_types::Font {
        family: utf8(&of.family)?,
        weight: FontWeight::from_u16(of.weight.try_into().ok()?)?,
        style: rbx_types::FontStyle::from_u8(style)?,
        cached_face_id: Some(utf8(&of.cached_face)?).filter(|face| !face.is_empty()),
    };
    Some(font.into())
}
