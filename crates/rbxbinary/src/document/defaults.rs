//! Values for holes: those that a caller knows.

mod json;

use super::OwnedValue;
use super::neutral::{converted, neutral};
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Name, NumberRange, Rotation, RotationId, Value};
use geom::{Mat3, Vec2, Vec3};
use json::Json;
use std::collections::BTreeMap;
use std::str::FromStr;

/// What properties are if nobody has set them, for the [holes](super::Hole) of columns.
///
/// A closure is one, too: `|class: &[u8], property: &[u8], type_id| …`.
pub trait Defaults {
    /// The default of a property in a class, as a value of a type that the file has, such as 0x04 for a 32-bit float;
    /// `None` if it is not known. Values of related types are converted.
    fn default_of(&self, class: &[u8], property: &[u8], type_id: u8) -> Option<OwnedValue>;
}

impl<F: Fn(&[u8], &[u8], u8) -> Option<OwnedValue>> Defaults for F {
    fn default_of(&self, class: &[u8], property: &[u8], type_id: u8) -> Option<OwnedValue> {
        self(class, property, type_id)
    }
}

/// [`Defaults`] that are read from a JSON text: an object with an object for each class, and one called `*` for all.
///
/// A value is a boolean, a number, a string, or `null` for what is zero, empty or none; for types of several numbers, it
/// is a list of them, in the order of [`Value`]: three for a Vector3, scale and offset for a UDim, scales and then offsets
/// for a UDim2. A CFrame is a list of a position, or of a position and the nine numbers of a matrix, row by row.
///
/// ```
/// use rbxbinary::{DefaultTable, Defaults, Value};
///
/// let table: DefaultTable = r#"{"*": {"Archivable": true}, "Part": {"size": [4, 1.2, 2]}}"#.parse()?;
/// assert_eq!(table.default_of(b"Part", b"Archivable", 0x02).unwrap().get(), Value::Bool(1));
/// let size = table.default_of(b"Part", b"size", 0x0e).unwrap();
/// assert_eq!(size.get().as_vec3().unwrap().x, 4.0);
/// assert!(table.default_of(b"Model", b"size", 0x0e).is_none());
/// # Ok::<(), rbxbinary::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DefaultTable {
    classes: BTreeMap<Name, BTreeMap<Name, Json>>,
}

impl FromStr for DefaultTable {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let entries = |json| match json {
            Json::Object(entries) => Ok(entries),
            _ => Err(Error::model(ErrorKind::Malformed {
                expected: "a JSON object of classes, each an object",
            })),
        };
        let mut table = Self::default();
        for (class, properties) in entries(json::read(text)?)? {
            let properties = entries(properties)?.into_iter();
            let properties = properties.map(|(name, value)| (Name::from(&*name), value));
            table.classes.entry(Name::from(&*class)).or_default().extend(properties);
        }
        Ok(table)
    }
}

impl Defaults for DefaultTable {
    fn default_of(&self, class: &[u8], property: &[u8], type_id: u8) -> Option<OwnedValue> {
        let of = |class: &[u8]| self.classes.get(class)?.get(property);
        value(of(class).or_else(|| of(b"*"))?, type_id)
    }
}

/// What a JSON value says for a type; `None` if it cannot say it.
fn value(json: &Json, type_id: u8) -> Option<OwnedValue> {
    match json {
        Json::Null => neutral(type_id).map(OwnedValue::from),
        Json::Bool(value) if type_id == 0x02 => Some((*value).into()),
        Json::String(text) => {
            // A default is not a shared string yet; it becomes one where the column is made.
            let type_id = if type_id == 0x1c { 0x01 } else { type_id };
            converted(Value::String(text.as_bytes()), type_id).map(OwnedValue::from)
        }
        Json::Number(number) => numbers(&[*number], type_id).map(OwnedValue::from),
        Json::List(list) => {
            let all =
                list.iter().map(|one| if let Json::Number(number) = one { Some(*number) } else { None });
            numbers(&all.collect::<Option<Vec<_>>>()?, type_id).map(OwnedValue::from)
        }
        _ => None,
    }
}

/// The value that consists of these numbers.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers that do not fit are refused"
)]
fn numbers(all: &[f64], type_id: u8) -> Option<Value<'static>> {
    /// A number, if it is whole and not outside.
    fn whole(number: f64, least: f64, most: f64) -> Option<f64> {
        (number.fract() == 0.0 && (least..=most).contains(&number)).then_some(number)
    }
    let byte = |number: f64| whole(number, 0.0, 255.0).map(|number| number as u8);
    let int16 = |number: f64| whole(number, -32768.0, 32767.0).map(|number| number as i16);
    let int32 = |number: f64| whole(number, i32::MIN.into(), i32::MAX.into()).map(|number| number as i32);
    let uint32 = |number: f64| whole(number, 0.0, u32::MAX.into()).map(|number| number as u32);
    // Beyond these, numbers of 64 bits are not exact.
    let int64 = |number: f64| whole(number, -9_007_199_254_740_992.0, 9_007_199_254_740_992.0);
    let f = |number: f64| number as f32;
    Some(match (type_id, all) {
        (0x03, &[n]) => Value::Int32(int32(n)?),
        (0x04, &[n]) => Value::Float32(f(n)),
        (0x05, &[n]) => Value::Float64(n),
        (0x06, &[scale, offset]) => Value::UDim(f(scale), int32(offset)?),
        (0x07, &[x, y, right, down]) => Value::UDim2([f(x), f(y)], [int32(right)?, int32(down)?]),
        (0x09, &[n]) => Value::Faces(byte(n)?),
        (0x0a, &[n]) => Value::Axes(byte(n)?),
        (0x0b, &[n]) => Value::BrickColor(uint32(n)?),
        (0x0c, &[r, g, b]) => Value::Color3([f(r), f(g), f(b)]),
        (0x0d, &[x, y]) => Value::Vector2(Vec2::new(f(x), f(y))),
        (0x0e, &[x, y, z]) => Value::Vector3(Vec3::new(f(x), f(y), f(z))),
        (0x0f, &[x, y]) => Value::Vector2int16([int16(x)?, int16(y)?]),
        (0x10, &[x, y, z]) => Value::CFrame(Rotation::Id(RotationId::IDENTITY), Vec3::new(f(x), f(y), f(z))),
        (0x10, &[x, y, z, a, b, c, d, e, g, h, i, j]) => {
            let matrix = Mat3::from_rows_array([a, b, c, d, e, g, h, i, j].map(f));
            Value::CFrame(Rotation::Free(matrix), Vec3::new(f(x), f(y), f(z)))
        }
        (0x12, &[n]) => Value::Enum(uint32(n)?),
        (0x14, &[x, y, z]) => Value::Vector3int16([int16(x)?, int16(y)?, int16(z)?]),
        (0x17, &[min, max]) => Value::NumberRange(NumberRange { min: f(min), max: f(max) }),
        (0x18, &[left, top, right, bottom]) => Value::Rect([f(left), f(top), f(right), f(bottom)]),
        (0x1a, &[r, g, b]) => Value::Color3uint8([byte(r)?, byte(g)?, byte(b)?]),
        (0x1b, &[n]) => Value::Int64(int64(n)? as i64),
        (0x21, &[n]) => Value::SecurityCapabilities(int64(n).filter(|n| *n >= 0.0)? as u64),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_type_of_the_column() {
        let table: DefaultTable = r#"{"A": {
            "n": 3, "below": -3, "three": [-1, 0, 2], "half": 0.5, "s": "x", "list": [1, 2], "frame": [1, 2, 3], "none": null, "yes": true
        }}"#
        .parse()
        .unwrap();
        let get = |property: &str, type_id| table.default_of(b"A", property.as_bytes(), type_id);
        let is = |property, type_id, value: Value<'_>| assert_eq!(get(property, type_id), Some(value.into()));
        is("n", 0x03, Value::Int32(3));
        is("n", 0x12, Value::Enum(3));
        is("n", 0x04, Value::Float32(3.0));
        is("n", 0x21, Value::SecurityCapabilities(3));
        is("s", 0x01, Value::String(b"x"));
        is("s", 0x1c, Value::String(b"x"));
        is("list", 0x0d, Value::Vector2(Vec2::new(1.0, 2.0)));
        is("list", 0x06, Value::UDim(1.0, 2));
        is("list", 0x0f, Value::Vector2int16([1, 2]));
        is("below", 0x1b, Value::Int64(-3));
        is("three", 0x14, Value::Vector3int16([-1, 0, 2]));
        is("three", 0x0e, Value::Vector3(Vec3::new(-1.0, 0.0, 2.0)));
        is("frame", 0x1a, Value::Color3uint8([1, 2, 3]));
        is("frame", 0x10, Value::CFrame(Rotation::Id(RotationId::IDENTITY), Vec3::new(1.0, 2.0, 3.0)));
        is("none", 0x1e, Value::OptionalCFrame(None));
        is("yes", 0x02, Value::Bool(1));
        for (property, type_id) in
            [("half", 0x03), ("n", 0x02), ("yes", 0x03), ("list", 0x0e), ("s", 0x03), ("below", 0x21)]
        {
            assert_eq!(get(property, type_id), None, "{property}");
        }
    }
}
