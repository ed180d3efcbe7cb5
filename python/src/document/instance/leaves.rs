//! Values from nested sequences.

use super::numbers::{COLOURS, Channels, Number, matrix, of_numbers, of_pose, single};
use crate::items::Items;
use geom::{Mat3, Pose, Vec2, Vec3};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use rezkit::roblox::{
    ColorKeypoint, Font, FontStyle, Kind, NumberKeypoint, NumberRange, PhysicalProperties, Ray, TweenInfo,
    UniqueId, Value,
};
use std::borrow::Cow;

/// The items of a tuple, a list, an array of NumPy, or another sequence; `None` for a number or a text.
fn items_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    if object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || !object.hasattr("__len__")?
    {
        return Ok(None);
    }
    Items::extract(object.as_borrowed()).map(|items| Some(items.0))
}

/// The numbers and texts of nested sequences, flattened.
pub(super) struct Leaves<'py> {
    all: Vec<Bound<'py, PyAny>>,
    /// True for a `Color3`, whose channels may exceed 1.
    is_colour: bool,
}

impl<'py> Leaves<'py> {
    pub(super) fn collect(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        const MOST: usize = 1 << 20;
        let (mut leaves, mut pending) = (Vec::new(), vec![object.clone()]);
        let mut n_left = MOST;
        while let Some(object) = pending.pop() {
            if let Some(items) = items_of(&object)? {
                pending.extend(items.into_iter().rev());
            } else {
                leaves.push(object);
            }
            n_left = n_left.saturating_sub(1);
            if n_left == 0 || pending.len() > MOST {
                return Err(PyValueError::new_err("there are too many values, or they contain themselves"));
            }
        }
        let is_colour = object.get_type().name()? == "Color3";
        Ok(Self { all: leaves, is_colour })
    }

    fn get<T>(&self, index: usize) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let leaf = self.all.get(index).ok_or_else(|| PyValueError::new_err("a number is missing"))?;
        leaf.extract()
    }

    /// All leaves, which must be exactly `N` numbers.
    fn all<T, const N: usize>(&self) -> PyResult<[T; N]>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let numbers = (0..self.all.len()).map(|index| self.get(index)).collect::<PyResult<Vec<T>>>()?;
        numbers.try_into().map_err(|_| PyValueError::new_err(format!("{N} numbers are needed")))
    }

    fn one<T>(&self) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        self.all::<T, 1>().map(|[one]| one)
    }

    fn numbers(&self) -> PyResult<Vec<Number>> {
        self.all.iter().map(Number::from_object).collect()
    }

    fn single(&self, index: usize) -> PyResult<f32> {
        let number = self.get::<f64>(index)?;
        single(number).ok_or_else(|| PyOverflowError::new_err(format!("{number} is beyond 32 bits")))
    }

    /// All leaves, which must be exactly `N` numbers in the range of 32-bit floats.
    fn singles<const N: usize>(&self) -> PyResult<[f32; N]> {
        let singles = (0..self.all.len()).map(|index| self.single(index)).collect::<PyResult<Vec<_>>>()?;
        singles.try_into().map_err(|_| PyValueError::new_err(format!("{N} numbers are needed")))
    }

    /// All leaves, in groups of `N` numbers.
    fn groups<const N: usize>(&self) -> PyResult<Vec<[f32; N]>> {
        let numbers = (0..self.all.len()).map(|index| self.single(index)).collect::<PyResult<Vec<f32>>>()?;
        let (groups, rest) = numbers.as_chunks::<N>();
        if rest.is_empty() { Ok(groups.to_vec()) } else { Err(PyValueError::new_err("a number is missing")) }
    }

    /// A colour, from numbers up to 1 or integers up to 255. `Color3uint8` cannot hold channels above 1.
    fn colour(&self, kind: Kind) -> PyResult<Value<'static>> {
        if self.is_colour && kind == Kind::Color3 {
            return self.singles().map(Value::Color3);
        }
        let numbers = self.numbers()?;
        let channels = if self.is_colour { Channels::Unit } else { Channels::determine(&numbers) };
        of_numbers(&numbers, kind, channels).ok_or_else(|| PyValueError::new_err(COLOURS))
    }

    fn colours(&self) -> PyResult<Vec<ColorKeypoint>> {
        let mut groups = self.groups::<5>()?;
        for (group, numbers) in groups.iter_mut().zip(self.numbers()?.as_chunks::<5>().0) {
            let [_, r, g, b, _] = *numbers;
            if Channels::determine(&[r, g, b]) == Channels::Bytes {
                let unit = Channels::Bytes.unit([r, g, b]);
                let [r, g, b] = unit.ok_or_else(|| PyValueError::new_err(COLOURS))?;
                [group[1], group[2], group[3]] = [r, g, b];
            }
        }
        Ok(groups.into_iter().map(colour_point).collect())
    }

    fn pose(&self) -> PyResult<Pose> {
        if let Ok(position) = self.singles::<3>() {
            return Ok(Pose { position: Vec3::from_array(position), rotation: Mat3::default() });
        }
        if self.all.len() == 16 {
            let pose = matrix(&self.numbers()?);
            return pose
                .ok_or_else(|| PyValueError::new_err("the last row of a matrix has to be 0, 0, 0, 1"));
        }
        let [x, y, z, rows @ ..]: [f32; 12] = self.singles()?;
        Ok(Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array(rows) })
    }

    fn vectors(&self) -> PyResult<[Vec3; 2]> {
        let [a, b, c, d, e, f] = self.singles()?;
        Ok([Vec3::new(a, b, c), Vec3::new(d, e, f)])
    }

    fn physical(&self) -> PyResult<PhysicalProperties> {
        // The last is known since 2025.
        let acoustic_absorption = if self.all.len() > 5 { self.get(5)? } else { None };
        Ok(PhysicalProperties {
            density: self.single(0)?,
            friction: self.single(1)?,
            elasticity: self.single(2)?,
            friction_weight: self.single(3)?,
            elasticity_weight: self.single(4)?,
            acoustic_absorption,
        })
    }

    fn font(&self) -> PyResult<Value<'static>> {
        let text = |index| Ok::<_, PyErr>(Cow::Owned(self.get::<String>(index)?.into_bytes()));
        let face = if self.all.len() > 3 { text(3)? } else { Cow::Borrowed(&b""[..]) };
        let style = FontStyle::Number(self.get(2)?);
        Ok(Value::Font(Font::new(text(0)?, self.get(1)?, style, face)))
    }

    /// Builds a value of a kind; `None` for kinds that do not consist of numbers.
    pub(super) fn value(&self, kind: Kind) -> PyResult<Option<Value<'static>>> {
        Ok(Some(match kind {
            Kind::Bool => Value::Bool(self.one()?),
            Kind::Int32 => Value::Int32(self.one()?),
            Kind::Int64 => Value::Int64(self.one()?),
            Kind::Float32 => Value::Float32(self.singles().map(|[one]| one)?),
            Kind::Float64 => Value::Float64(self.one()?),
            Kind::Enum => Value::Enum(self.one()?),
            Kind::BrickColor => Value::BrickColor(self.one()?),
            Kind::SecurityCapabilities => Value::SecurityCapabilities(self.one()?),
            Kind::Faces => Value::Faces(self.one()?),
            Kind::Axes => Value::Axes(self.one()?),
            Kind::UDim => Value::UDim((self.single(0)?, self.get(1)?)),
            Kind::UDim2 => Value::UDim2([(self.single(0)?, self.get(1)?), (self.single(2)?, self.get(3)?)]),
            Kind::Vector2 => Value::Vector2(Vec2::from_array(self.singles()?)),
            Kind::Vector3 => Value::Vector3(Vec3::from_array(self.singles()?)),
            Kind::Vector2int16 => Value::Vector2int16(self.all()?),
            Kind::Vector3int16 => Value::Vector3int16(self.all()?),
            Kind::Color3 | Kind::Color3uint8 => self.colour(kind)?,
            Kind::CFrame | Kind::CFrameQuat | Kind::OptionalCFrame => of_pose(self.pose()?, kind),
            Kind::Ray => {
                let [origin, direction] = self.vectors()?;
                Value::Ray(Ray { origin, direction })
            }
            Kind::Region3 => Value::Region3(self.vectors()?),
            Kind::Region3int16 => {
                let [a, b, c, d, e, f] = self.all()?;
                Value::Region3int16([[a, b, c], [d, e, f]])
            }
            Kind::NumberRange => {
                let [min, max] = self.singles()?;
                Value::NumberRange(NumberRange { min, max })
            }
            Kind::NumberKeypoint => Value::NumberKeypoint(number_point(self.singles()?)),
            Kind::ColorKeypoint => Value::ColorKeypoint(colour_point(self.singles()?)),
            Kind::NumberSequence => {
                Value::NumberSequence(self.groups()?.into_iter().map(number_point).collect())
            }
            Kind::ColorSequence => Value::ColorSequence(self.colours()?.into()),
            Kind::Rect => Value::Rect(self.singles()?),
            Kind::PhysicalProperties => Value::PhysicalProperties(Some(self.physical()?)),
            Kind::Font => self.font()?,
            Kind::UniqueId => {
                Value::UniqueId(UniqueId { random: self.get(0)?, time: self.get(1)?, index: self.get(2)? })
            }
            Kind::Path2DControlPoint => {
                let udim2 = |at: usize| {
                    let (x, y) = (self.single(at)?, self.single(at + 2)?);
                    Ok::<_, PyErr>([(x, self.get(at + 1)?), (y, self.get(at + 3)?)])
                };
                Value::Path2DControlPoint([udim2(0)?, udim2(4)?, udim2(8)?])
            }
            Kind::TweenInfo => Value::TweenInfo(TweenInfo {
                time: self.single(0)?,
                delay: self.single(1)?,
                repeat_count: self.get(2)?,
                easing_style: self.get(3)?,
                easing_direction: self.get(4)?,
                reverses: self.get(5)?,
            }),
            Kind::EnumItem => Value::EnumItem(self.get::<String>(0)?.into_bytes().into(), self.get(1)?),
            // Texts, references, and kinds that are only found in files.
            _ => return Ok(None),
        }))
    }
}

fn number_point([time, value, envelope]: [f32; 3]) -> NumberKeypoint {
    NumberKeypoint { time, value, envelope }
}

fn colour_point([time, r, g, b, envelope]: [f32; 5]) -> ColorKeypoint {
    ColorKeypoint { time, color: [r, g, b], envelope }
}
