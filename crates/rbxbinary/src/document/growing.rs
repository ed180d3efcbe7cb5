//! Columns to which values are added one by one.

use super::neutral::{neutral, type_id};
use super::shared::NOWHERE;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{
    ColorKeypoint, Contents, Fonts, Lists, NumberKeypoint, NumberRange, PhysicalProperties, Ray, Referent,
    Rotation, RotationId, SharedIndex, Strings, UniqueId, Value, Values,
};
use geom::{Quat, Vec2, Vec3};

/// Defines `Growing`, from the types of values that have a fixed size.
macro_rules! growing {
    ($($id:literal $kind:ident($($part:ident: $type:ty),+);)*) => {
        /// Values of one type. In [`Values`], the x coordinates of all vectors come first, so a value cannot be added without
        /// moving others. Here each value lies in one place.
        #[derive(Debug, Clone)]
        #[expect(unused_parens, reason = "a value has one part or several")]
        pub(super) enum Growing {
            $($kind(Vec<($($type),+)>),)*
            String(Strings),
            Bytecode(Strings),
            NumberSequence(Lists<NumberKeypoint>),
            ColorSequence(Lists<ColorKeypoint>),
            Font(Fonts),
            Content(Box<Contents>),
        }

        #[expect(unused_parens, reason = "a value has one part or several")]
        impl Growing {
            /// A column of this type, with room for `n` values.
            ///
            /// # Errors
            ///
            /// If no value has this type.
            pub(super) fn new(type_id: u8, n: usize) -> Result<Self, Error> {
                Ok(match type_id {
                    $($id => Self::$kind(Vec::with_capacity(n)),)*
                    0x01 => Self::String(Strings::with_capacity(n, 0)),
                    0x1d => Self::Bytecode(Strings::with_capacity(n, 0)),
                    0x15 => Self::NumberSequence(Lists::with_capacity(n, 0)),
                    0x16 => Self::ColorSequence(Lists::with_capacity(n, 0)),
                    0x20 => Self::Font(Fonts::with_capacity(n, 0)),
                    0x22 => Self::Content(Box::default()),
                    _ => return Err(Error::model(ErrorKind::UnknownType { type_id })),
                })
            }

            /// Adds a value. A value of another type is ignored.
            ///
            /// # Errors
            ///
            /// If the strings of the column take more than 4 GiB.
            #[inline]
            pub(super) fn push(&mut self, value: &Value<'_>) -> Result<(), Error> {
                match (self, value) {
                    $((Self::$kind(all), Value::$kind($($part),+)) => all.push(($(*$part),+)),)*
                    (Self::String(all), Value::String(text)) => all.push(text)?,
                    (Self::Bytecode(all), Value::Bytecode(code)) => all.push(code)?,
                    (Self::NumberSequence(all), Value::NumberSequence(list)) => all.push(list.iter().copied()),
                    (Self::ColorSequence(all), Value::ColorSequence(list)) => all.push(list.iter().copied()),
                    (Self::Font(all), Value::Font(font)) => all.push(*font)?,
                    (Self::Content(all), Value::Content(content)) => all.push(*content)?,
                    _ => {}
                }
                Ok(())
            }

            /// The value at `index`.
            #[inline]
            pub(super) fn get(&self, index: usize) -> Option<Value<'_>> {
                Some(match self {
                    $(Self::$kind(all) => {
                        let ($($part),+) = *all.get(index)?;
                        Value::$kind($($part),+)
                    })*
                    Self::String(all) => Value::String(all.get(index)?),
                    Self::Bytecode(all) => Value::Bytecode(all.get(index)?),
                    Self::NumberSequence(all) => Value::NumberSequence(all.get(index)?),
                    Self::ColorSequence(all) => Value::ColorSequence(all.get(index)?),
                    Self::Font(all) => Value::Font(all.get(index)?),
                    Self::Content(all) => Value::Content(all.get(index)?),
                })
            }

            /// The values in these rows, if all have the same size or are strings.
            ///
            /// # Errors
            ///
            /// If the strings take more than 4 GiB.
            pub(super) fn picked(&self, rows: &[u32]) -> Result<Option<Self>, Error> {
                let indices = rows.iter().map(|row| *row as usize);
                Ok(Some(match self {
                    $(Self::$kind(all) => {
                        Self::$kind(indices.filter_map(|index| all.get(index).copied()).collect())
                    })*
                    Self::String(all) => {
                        let mut picked = Strings::with_capacity(rows.len(), all.n_bytes());
                        indices.filter_map(|index| all.get(index)).try_for_each(|text| picked.push(text))?;
                        Self::String(picked)
                    }
                    _ => return Ok(None),
                }))
            }
        }
    };
}
growing! {
    0x02 Bool(value: u8);
    0x03 Int32(value: i32);
    0x04 Float32(value: f32);
    0x05 Float64(value: f64);
    0x06 UDim(scale: f32, offset: i32);
    0x07 UDim2(scale: [f32; 2], offset: [i32; 2]);
    0x08 Ray(value: Ray);
    0x09 Faces(value: u8);
    0x0a Axes(value: u8);
    0x0b BrickColor(value: u32);
    0x0c Color3(value: [f32; 3]);
    0x0d Vector2(value: Vec2);
    0x0e Vector3(value: Vec3);
    0x0f Vector2int16(value: [i16; 2]);
    0x10 CFrame(rotation: Rotation, position: Vec3);
    0x11 CFrameQuat(rotation: Rotation<Quat>, position: Vec3);
    0x12 Enum(value: u32);
    0x13 Referent(value: Referent);
    0x14 Vector3int16(value: [i16; 3]);
    0x17 NumberRange(value: NumberRange);
    0x18 Rect(value: [f32; 4]);
    0x19 PhysicalProperties(value: Result<PhysicalProperties, u8>);
    0x1a Color3uint8(value: [u8; 3]);
    0x1b Int64(value: i64);
    0x1c SharedString(value: SharedIndex);
    0x1e OptionalCFrame(value: Option<(Rotation, Vec3)>);
    0x1f UniqueId(value: UniqueId);
    0x21 SecurityCapabilities(value: u64);
}

impl Growing {
    /// Whether the values may be references.
    pub(super) fn has_references(&self) -> bool {
        matches!(self, Self::Referent(_) | Self::Content(_))
    }

    /// Whether the values may be numbers of something else in the document.
    pub(super) fn has_numbers(&self) -> bool {
        self.has_references() || matches!(self, Self::SharedString(_))
    }
}

/// A column to which values are added one by one. In [`Values`], the x coordinates of all vectors come first, so a value
/// cannot be added there without moving others.
///
/// ```
/// use rbxbinary::{NewValues, Value, Values};
///
/// let mut column = NewValues::new(0x03, 2)?;
/// assert!(column.push(&Value::Int32(5))?);
/// assert!(!column.push(&Value::Bool(1))?);
/// column.push_neutral()?;
/// assert_eq!(Values::from(column), Values::Int32(vec![5, 0]));
/// # Ok::<(), rbxbinary::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NewValues {
    type_id: u8,
    values: Growing,
}

impl NewValues {
    /// A column of this type, as [`Values::type_id`] numbers them, with room for `n` values.
    ///
    /// # Errors
    ///
    /// If no value has this type.
    pub fn new(type_id: u8, n: usize) -> Result<Self, Error> {
        Ok(Self { type_id, values: Growing::new(type_id, n)? })
    }

    /// Adds a value; `false` if it is of another type, and so is not added.
    ///
    /// # Errors
    ///
    /// If the strings of the column take more than 4 GiB.
    pub fn push(&mut self, value: &Value<'_>) -> Result<bool, Error> {
        let fits = type_id(value) == self.type_id;
        if fits {
            self.values.push(value)?;
        }
        Ok(fits)
    }

    /// Adds the value that says the least, as [`Hole`](super::Hole)s get it: zero, empty, none, or medium stone grey; of
    /// shared strings, an index that leads to none.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn push_neutral(&mut self) -> Result<(), Error> {
        self.values.push(&neutral(self.type_id).unwrap_or(Value::SharedString(NOWHERE)))
    }
}

impl From<NewValues> for Values {
    fn from(column: NewValues) -> Self {
        column.values.into()
    }
}

/// As the column of a model.
impl From<Growing> for Values {
    fn from(growing: Growing) -> Self {
        match growing {
            Growing::String(all) => Self::String(all),
            Growing::Bool(all) => Self::Bool(all),
            Growing::Int32(all) => Self::Int32(all),
            Growing::Float32(all) => Self::Float32(all),
            Growing::Float64(all) => Self::Float64(all),
            Growing::UDim(all) => {
                let (scale, offset) = all.into_iter().unzip();
                Self::UDim { scale, offset }
            }
            Growing::UDim2(all) => {
                let (scale, offset): (Vec<_>, Vec<_>) = all.into_iter().unzip();
                Self::UDim2 { scale: scale.into(), offset: offset.into() }
            }
            Growing::Ray(all) => Self::Ray(all),
            Growing::Faces(all) => Self::Faces(all),
            Growing::Axes(all) => Self::Axes(all),
            Growing::BrickColor(all) => Self::BrickColor(all),
            Growing::Color3(all) => Self::Color3(all.into()),
            Growing::Vector2(all) => Self::Vector2(all.into_iter().map(Vec2::to_array).collect()),
            Growing::Vector3(all) => Self::Vector3(all.into_iter().map(Vec3::to_array).collect()),
            Growing::Vector2int16(all) => Self::Vector2int16(all),
            Growing::CFrame(all) => Self::CFrame(all.into_iter().collect()),
            Growing::CFrameQuat(all) => Self::CFrameQuat(all.into_iter().collect()),
            Growing::Enum(all) => Self::Enum(all),
            Growing::Referent(all) => Self::Referent(all),
            Growing::Vector3int16(all) => Self::Vector3int16(all),
            Growing::NumberSequence(all) => Self::NumberSequence(all),
            Growing::ColorSequence(all) => Self::ColorSequence(all),
            Growing::NumberRange(all) => Self::NumberRange(all),
            Growing::Rect(all) => Self::Rect(all.into()),
            Growing::PhysicalProperties(all) => Self::PhysicalProperties(all.into_iter().collect()),
            Growing::Color3uint8(all) => Self::Color3uint8(all.into()),
            Growing::Int64(all) => Self::Int64(all),
            Growing::SharedString(all) => Self::SharedString(all),
            Growing::Bytecode(all) => Self::Bytecode(all),
            Growing::OptionalCFrame(all) => {
                // An absent value still has a CFrame, the identity.
                let absent = (Rotation::Id(RotationId::IDENTITY), Vec3::default());
                let present = all.iter().map(|frame| frame.is_some().into()).collect();
                let frames = all.into_iter().map(|frame| frame.unwrap_or(absent)).collect();
                Self::OptionalCFrame { frames, present }
            }
            Growing::UniqueId(all) => Self::UniqueId(all.into_iter().collect()),
            Growing::Font(all) => Self::Font(all),
            Growing::SecurityCapabilities(all) => Self::SecurityCapabilities(all),
            Growing::Content(all) => Self::Content(all),
        }
    }
}
