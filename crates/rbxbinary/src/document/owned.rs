//! Values that own their bytes.

use crate::model::{
    ColorKeypoint, Content, Font, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Referent, Rotation,
    RotationId, SharedIndex, UniqueId, Value, with_kinds,
};
use geom::{Pose, Vec2, Vec3};
use std::fmt;

/// A [`Value`] that owns its bytes, for an [`Item`](super::Item) and for [`Document::set`](super::Document::set).
///
/// ```
/// use rbxbinary::{OwnedValue, Value};
///
/// assert_eq!(OwnedValue::from(true).get(), Value::Bool(1));
/// assert_eq!(OwnedValue::from("Brick").get(), Value::String(b"Brick"));
/// assert_eq!(OwnedValue::from([1.0_f32, 0.5, 0.0]).get(), Value::Color3([1.0, 0.5, 0.0]));
/// assert_eq!(OwnedValue::from([(0.5_f32, 3), (1.0, -4)]).get(), Value::UDim2([(0.5, 3), (1.0, -4)]));
/// assert_eq!(OwnedValue::from(Value::Enum(3)).get(), Value::Enum(3));
/// ```
#[derive(Clone, PartialEq)]
pub struct OwnedValue(Kept);

impl fmt::Debug for OwnedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnedValue").field(&self.get()).finish()
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Kept {
    /// A value that borrows nothing.
    Plain(Value<'static>),
    String(Vec<u8>),
    Bytecode(Box<[u8]>),
    Uri(Box<[u8]>),
    NumberSequence(Box<[NumberKeypoint]>),
    ColorSequence(Box<[ColorKeypoint]>),
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
            Kept::NumberSequence(keypoints) => Value::NumberSequence(keypoints),
            Kept::ColorSequence(keypoints) => Value::ColorSequence(keypoints),
            Kept::Font(font) => {
                let KeptFont { family, weight, style, cached_face } = &**font;
                Value::Font(Font { family, weight: *weight, style: *style, cached_face })
            }
        }
    }
}

impl OwnedValue {
    /// Calls `f` with the value. A value is so large that moving it takes longer than most uses.
    #[inline]
    pub(super) fn with<R>(&self, f: impl FnOnce(&Value<'_>) -> R) -> R {
        match &self.0 {
            Kept::Plain(value) => f(value),
            _ => f(&self.get()),
        }
    }

    /// Returns true if the value is better stored with its item than in a batch. A long value then need not be copied,
    /// and is freed with the item.
    #[inline]
    pub(super) fn stays(&self) -> bool {
        const LONG: usize = 256;
        let len = match &self.0 {
            // A content may have the number of a known kind, which columns reject.
            Kept::Plain(value) => return matches!(value, Value::Content(Content::Other(_))),
            Kept::String(bytes) => bytes.len(),
            Kept::Bytecode(bytes) | Kept::Uri(bytes) => bytes.len(),
            Kept::NumberSequence(list) => size_of_val(&**list),
            Kept::ColorSequence(list) => size_of_val(&**list),
            Kept::Font(font) => font.family.len().saturating_add(font.cached_face.len()),
        };
        len > LONG
    }
}

/// Converts a value to its owned form: plain values are copied, and the bytes of borrowed ones too.
macro_rules! kept {
    (plain $Kind:ident($($part:ident),+)) => { Kept::Plain(Value::$Kind($($part),+)) };
    (lent Content($content:ident)) => {
        match $content {
            Content::Uri(uri) => Kept::Uri(uri.into()),
            Content::None => Kept::Plain(Value::Content(Content::None)),
            Content::Object(object) => Kept::Plain(Value::Content(Content::Object(object))),
            Content::Other(kind) => Kept::Plain(Value::Content(Content::Other(kind))),
        }
    };
    (lent $Kind:ident($bytes:ident)) => { Kept::$Kind($bytes.into()) };
}

macro_rules! owned {
    ($($(#[$doc:meta])+ $id:literal $keep:ident $Kind:ident($($part:ident: $ty:ty = $least:expr),+)
        $Column:ty: $read:ident, $write:ident;)*) => {
        impl From<Value<'_>> for OwnedValue {
            // The compiler removes most arms where the kind of value is a constant.
            #[inline]
            fn from(value: Value<'_>) -> Self {
                Self(match value {
                    $(Value::$Kind($($part),+) => kept!($keep $Kind($($part),+)),)*
                })
            }
        }
    };
}
with_kinds!(owned);

impl From<Font<'_>> for Box<KeptFont> {
    fn from(Font { family, weight, style, cached_face }: Font<'_>) -> Self {
        Self::new(KeptFont { family: family.into(), weight, style, cached_face: cached_face.into() })
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
    [u8; 3]: |value| Kept::Plain(Value::Color3uint8(value));
    [f32; 3]: |value| Kept::Plain(Value::Color3(value));
    [f32; 4]: |value| Kept::Plain(Value::Rect(value));
    (f32, i32): |value| Kept::Plain(Value::UDim(value));
    [(f32, i32); 2]: |value| Kept::Plain(Value::UDim2(value));
    Ray: |value| Kept::Plain(Value::Ray(value));
    NumberRange: |value| Kept::Plain(Value::NumberRange(value));
    PhysicalProperties: |value| Kept::Plain(Value::PhysicalProperties(Ok(value)));
    Vec<NumberKeypoint>: |value| Kept::NumberSequence(value.into());
    Vec<ColorKeypoint>: |value| Kept::ColorSequence(value.into());
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
        let rotation =
            RotationId::from_matrix(pose.rotation).map_or(Rotation::Free(pose.rotation), Rotation::Id);
        Value::CFrame(rotation, pose.position).into()
    }
}
