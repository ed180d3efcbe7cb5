//! Numbers from Python, and the values that consist of them.

use geom::{Mat3, Pose, Vec2, Vec3};
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use rezkit::roblox::{Kind, NumberRange, Value};
use std::fmt;

/// A number from Python or from an array.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) enum Number {
    Float(f64),
    Whole(i64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Float(number) => number.fmt(f),
            Self::Whole(number) => number.fmt(f),
        }
    }
}

impl Number {
    pub(super) fn from_object(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyFloat>() {
            return object.extract().map(Self::Float);
        }
        object.extract().map(Self::Whole).or_else(|_| object.extract().map(Self::Float))
    }

    /// Converts to an integer in the range of a type. Floats beyond 2^53 are refused, because they are not exact.
    #[expect(clippy::cast_possible_truncation, reason = "bounded")]
    fn whole<T: TryFrom<i64>>(self) -> Option<T> {
        const MOST: f64 = 9_007_199_254_740_992.0;
        let whole = match self {
            Self::Whole(number) => number,
            Self::Float(number) if number.trunc() == number && number.abs() <= MOST => number as i64,
            Self::Float(_) => return None,
        };
        T::try_from(whole).ok()
    }

    #[expect(clippy::cast_precision_loss, reason = "as Python's own conversion")]
    fn double(self) -> f64 {
        match self {
            Self::Float(number) => number,
            Self::Whole(number) => number as f64,
        }
    }

    /// The nearest 32-bit float; `None` beyond the largest one.
    fn single(self) -> Option<f32> {
        single(self.double())
    }

    fn singles<const N: usize>(numbers: [Self; N]) -> Option<[f32; N]> {
        let mut singles = [0.0; N];
        for (single, number) in singles.iter_mut().zip(numbers) {
            *single = number.single()?;
        }
        Some(singles)
    }
}

/// The nearest 32-bit float; `None` beyond the largest one.
#[expect(clippy::cast_possible_truncation, reason = "checked")]
pub(super) fn single(number: f64) -> Option<f32> {
    let single = number as f32;
    (single.is_finite() || !number.is_finite()).then_some(single)
}

/// The range of the channels of a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::document) enum Channels {
    /// Components up to 1, as in scripts.
    Unit,
    /// Components up to 255, as Studio shows them and `rez set` takes them.
    Bytes,
}

impl Channels {
    /// Determines the range: integers count as bytes if one of them is above 1.
    pub(in crate::document) fn determine(numbers: &[Number]) -> Self {
        let is_whole = numbers.iter().all(|number| matches!(number, Number::Whole(_)));
        let is_above = numbers.iter().any(|number| matches!(number, Number::Whole(2..)));
        if is_whole && is_above { Self::Bytes } else { Self::Unit }
    }

    /// Converts channels to the range from 0 to 1; `None` if one is out of range.
    pub(super) fn unit(self, numbers: [Number; 3]) -> Option<[f32; 3]> {
        // Calculations in 32 bits may end a little above 1.
        const MOST: f32 = 1.0 + 4.0 * f32::EPSILON;
        match self {
            Self::Unit => {
                Number::singles(numbers).filter(|all| all.iter().all(|one| (0.0..=MOST).contains(one)))
            }
            Self::Bytes => self.bytes(numbers).map(|bytes| bytes.map(|byte| f32::from(byte) / 255.0)),
        }
    }

    fn bytes(self, numbers: [Number; 3]) -> Option<[u8; 3]> {
        match self {
            Self::Unit => self.unit(numbers).map(|channels| channels.map(channel)),
            Self::Bytes => {
                let [r, g, b] = numbers.map(Number::whole);
                Some([r?, g?, b?])
            }
        }
    }
}

/// Builds a value of a kind from a row of numbers; `None` if their count or range does not fit.
pub(in crate::document) fn of_numbers(
    numbers: &[Number],
    kind: Kind,
    channels: Channels,
) -> Option<Value<'static>> {
    Some(match (kind, numbers) {
        (Kind::Bool, [number]) => Value::Bool(number.whole::<u8>().filter(|bit| *bit < 2)? == 1),
        (Kind::Int32, [number]) => Value::Int32(number.whole()?),
        (Kind::Int64, [number]) => Value::Int64(number.whole()?),
        (Kind::Enum, [number]) => Value::Enum(number.whole()?),
        (Kind::BrickColor, [number]) => Value::BrickColor(number.whole()?),
        (Kind::Float32, [number]) => Value::Float32(number.single()?),
        (Kind::Float64, [number]) => Value::Float64(number.double()),
        (Kind::Vector2, [x, y]) => Value::Vector2(Vec2::from_array(Number::singles([*x, *y])?)),
        (Kind::Vector3, [x, y, z]) => Value::Vector3(Vec3::from_array(Number::singles([*x, *y, *z])?)),
        (Kind::Color3, [r, g, b]) => Value::Color3(channels.unit([*r, *g, *b])?),
        (Kind::Color3uint8, [r, g, b]) => Value::Color3uint8(channels.bytes([*r, *g, *b])?),
        (Kind::NumberRange, [min, max]) => {
            Value::NumberRange(NumberRange { min: min.single()?, max: max.single()? })
        }
        (Kind::CFrame | Kind::CFrameQuat | Kind::OptionalCFrame, numbers) => of_pose(matrix(numbers)?, kind),
        _ => return None,
    })
}

/// Converts the rows of a matrix to a pose.
pub(super) fn matrix(numbers: &[Number]) -> Option<Pose> {
    let numbers: [Number; 16] = numbers.try_into().ok()?;
    let [a, b, c, x, d, e, f, y, g, h, i, z, last @ ..] = Number::singles(numbers)?;
    let pose =
        Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array([a, b, c, d, e, f, g, h, i]) };
    (last == [0.0, 0.0, 0.0, 1.0]).then_some(pose)
}

pub(super) fn of_pose(pose: Pose, kind: Kind) -> Value<'static> {
    match kind {
        Kind::CFrameQuat => Value::CFrameQuat(pose),
        Kind::OptionalCFrame => Value::OptionalCFrame(Some(pose)),
        _ => Value::CFrame(pose),
    }
}

/// The description of the range of channels in messages.
pub(super) const COLOURS: &str =
    "channels must be from 0 to 1, or whole numbers up to 255 with at least one above 1";

/// Converts a channel of a colour to a byte.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 255 then")]
fn channel(value: f32) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}
