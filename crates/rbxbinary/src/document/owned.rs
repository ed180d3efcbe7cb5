//! Values that own their bytes.

use crate::model::{
    ColorKeypoint, Content, Font, NumberKeypoint, Referent, Rotation, RotationId, SharedIndex, UniqueId,
    Value,
};
use geom::{Pose, Vec2, Vec3};

/// A [`Value`] that owns its bytes: what an [`Item`](super::Item) has, and what [`Document::set`](super::Document::set)
/// takes.
///
/// ```
/// use rbxbinary::{OwnedValue, Value};
///
/// assert_eq!(OwnedValue::from(true).get(), Value::Bool(1));
/// assert_eq!(OwnedValue::from("Brick").get(), Value::String(b"Brick"));
/// assert_eq!(OwnedValue::from(Value::Enum(3)).get(), Value::Enum(3));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct OwnedValue(Kept);

#[derive(Debug, Clone, PartialEq)]
enum Kept {
    /// A value without bytes of its own.
    Plain(Value<'static>),
    String(Vec<u8>),
    Bytecode(Box<[u8]>),
    Uri(Box<[u8]>),
    Numbers(Box<[NumberKeypoint]>),
    Colors(Box<[ColorKeypoint]>),
    Font(Box<KeptFont>),
}

#[derive(Debug, Clone, PartialEq)]
struct KeptFont {
    family: Box<[u8]>,
    weight: u16,
    style: u8,
    cached_face: Box<[u8]>,
}

impl OwnedValue {
    /// The value.
    #[must_use]
    pub fn get(&self) -> Value<'_> {
        match &self.0 {
            Kept::Plain(value) => *value,
            Kept::String(bytes) => Value::String(bytes),
            Kept::Bytecode(bytes) => Value::Bytecode(bytes),
            Kept::Uri(uri) => Value::Content(Content::Uri(uri)),
            Kept::Numbers(keypoints) => Value::NumberSequence(keypoints),
            Kept::Colors(keypoints) => Value::ColorSequence(keypoints),
            Kept::Font(font) => {
                let KeptFont { family, weight, style, cached_face } = &**font;
                Value::Font(Font { family, weight: *weight, style: *style, cached_face })
            }
        }
    }
}

impl OwnedValue {
    /// Passes the value on. It is so large that moving it takes longer than most uses.
    #[inline]
    pub(super) fn with<R>(&self, f: impl FnOnce(&Value<'_>) -> R) -> R {
        match &self.0 {
            Kept::Plain(value) => f(value),
            _ => f(&self.get()),
        }
    }

    /// Whether the value is better off with its item than among others. A long one need not be copied there, and is freed
    /// with the item.
    #[inline]
    pub(super) fn stays(&self) -> bool {
        const LONG: usize = 256;
        let len = match &self.0 {
            // It may have the number of a known kind, which columns refuse.
            Kept::Plain(value) => return matches!(value, Value::Content(Content::Other(_))),
            Kept::String(bytes) => bytes.len(),
            Kept::Bytecode(bytes) | Kept::Uri(bytes) => bytes.len(),
            Kept::Numbers(list) => size_of_val(&**list),
            Kept::Colors(list) => size_of_val(&**list),
            Kept::Font(font) => font.family.len().saturating_add(font.cached_face.len()),
        };
        len > LONG
    }
}

impl From<Value<'_>> for OwnedValue {
    // Where the kind of value is known, little is left of it.
    #[inline]
    fn from(value: Value<'_>) -> Self {
        let plain = match value {
            Value::String(bytes) => return Self(Kept::String(bytes.into())),
            Value::Bytecode(bytes) => return Self(Kept::Bytecode(bytes.into())),
            Value::NumberSequence(keypoints) => return Self(Kept::Numbers(keypoints.into())),
            Value::ColorSequence(keypoints) => return Self(Kept::Colors(keypoints.into())),
            Value::Content(Content::Uri(uri)) => return Self(Kept::Uri(uri.into())),
            Value::Font(Font { family, weight, style, cached_face }) => {
                let (family, cached_face) = (family.into(), cached_face.into());
                return Self(Kept::Font(Box::new(KeptFont { family, weight, style, cached_face })));
            }
            Value::Content(Content::None) => Value::Content(Content::None),
            Value::Content(Content::Object(object)) => Value::Content(Content::Object(object)),
            Value::Content(Content::Other(kind)) => Value::Content(Content::Other(kind)),
            Value::Bool(value) => Value::Bool(value),
            Value::Int32(value) => Value::Int32(value),
            Value::Float32(value) => Value::Float32(value),
            Value::Float64(value) => Value::Float64(value),
            Value::UDim(scale, offset) => Value::UDim(scale, offset),
            Value::UDim2(scale, offset) => Value::UDim2(scale, offset),
            Value::Ray(value) => Value::Ray(value),
            Value::Faces(value) => Value::Faces(value),
            Value::Axes(value) => Value::Axes(value),
            Value::BrickColor(value) => Value::BrickColor(value),
            Value::Color3(value) => Value::Color3(value),
            Value::Vector2(value) => Value::Vector2(value),
            Value::Vector3(value) => Value::Vector3(value),
            Value::Vector2int16(value) => Value::Vector2int16(value),
            Value::CFrame(rotation, position) => Value::CFrame(rotation, position),
            Value::CFrameQuat(rotation, position) => Value::CFrameQuat(rotation, position),
            Value::Enum(value) => Value::Enum(value),
            Value::Referent(value) => Value::Referent(value),
            Value::Vector3int16(value) => Value::Vector3int16(value),
            Value::NumberRange(value) => Value::NumberRange(value),
            Value::Rect(value) => Value::Rect(value),
            Value::PhysicalProperties(value) => Value::PhysicalProperties(value),
            Value::Color3uint8(value) => Value::Color3uint8(value),
            Value::Int64(value) => Value::Int64(value),
            Value::SharedString(value) => Value::SharedString(value),
            Value::OptionalCFrame(value) => Value::OptionalCFrame(value),
            Value::UniqueId(value) => Value::UniqueId(value),
            Value::SecurityCapabilities(value) => Value::SecurityCapabilities(value),
        };
        Self(Kept::Plain(plain))
    }
}

macro_rules! from {
    ($($from:ty: |$value:ident| $to:expr;)*) => { $(
        impl From<$from> for OwnedValue {
            #[inline]
            fn from($value: $from) -> Self {
                Self($to)
            }
        }
    )* };
}
from! {
    bool: |value| Kept::Plain(Value::Bool(value.into()));
    i32: |value| Kept::Plain(Value::Int32(value));
    i64: |value| Kept::Plain(Value::Int64(value));
    f32: |value| Kept::Plain(Value::Float32(value));
    f64: |value| Kept::Plain(Value::Float64(value));
    Vec2: |value| Kept::Plain(Value::Vector2(value));
    Vec3: |value| Kept::Plain(Value::Vector3(value));
    Referent: |value| Kept::Plain(Value::Referent(value));
    SharedIndex: |value| Kept::Plain(Value::SharedString(value));
    UniqueId: |value| Kept::Plain(Value::UniqueId(value));
    &str: |value| Kept::String(value.as_bytes().into());
    String: |value| Kept::String(value.into_bytes());
    &[u8]: |value| Kept::String(value.into());
    Vec<u8>: |value| Kept::String(value);
    Font<'_>: |value| Self::from(Value::Font(value)).0;
    Content<'_>: |value| Self::from(Value::Content(value)).0;
}

/// A CFrame.
impl From<Pose> for OwnedValue {
    fn from(pose: Pose) -> Self {
        let rotation = RotationId::of(pose.rotation).map_or(Rotation::Free(pose.rotation), Rotation::Id);
        Value::CFrame(rotation, pose.position).into()
    }
}
