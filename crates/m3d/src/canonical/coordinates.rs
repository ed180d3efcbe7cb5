//! Conversion of coordinates to another type or size.

use super::unique;
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{CoordinateType, Coordinates, Scalar, TexCoords};

/// A vertex of the result: the index of the vertex from which it is copied, and whether it shrinks with the
/// model.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) vertex: u32,
    pub(super) shrinks: bool,
}

/// A type in which coordinates can be stored.
pub(super) trait Number: Sized {
    /// The value of this type that is nearest to a number; halves are rounded away from 0.
    fn nearest(scalar: Scalar) -> Result<Self, Error>;
}

impl Number for i8 {
    #[expect(clippy::cast_possible_truncation, reason = "between -127 and 127")]
    #[inline]
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        match scalar {
            // The integer is kept, because a file may have -128, which is below -1.
            Scalar::I8(number) => Ok(number),
            other => Ok(integer(other, 127.0, "one byte, which holds -1 to 1")? as Self),
        }
    }
}

impl Number for i16 {
    #[expect(clippy::cast_possible_truncation, reason = "between -32767 and 32767")]
    #[inline]
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        match scalar {
            Scalar::I16(number) => Ok(number),
            other => Ok(integer(other, 32767.0, "two bytes, which hold -1 to 1")? as Self),
        }
    }
}

impl Number for f32 {
    #[inline]
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        match scalar {
            Scalar::F32(number) => Ok(number),
            other => Ok(other.single()),
        }
    }
}

impl Number for f64 {
    #[inline]
    fn nearest(scalar: Scalar) -> Result<Self, Error> {
        Ok(scalar.get())
    }
}

/// Converts a number to the nearest integer, where 1 becomes `most`. Format document, section 5.
#[inline]
fn integer(scalar: Scalar, most: f64, width: &'static str) -> Result<f64, Error> {
    let scaled = (scalar.get() * most).round();
    if scaled.abs() <= most {
        return Ok(scaled);
    }
    Err(too_large(scalar, width))
}

#[cold]
fn too_large(scalar: Scalar, width: &'static str) -> Error {
    let value = scalar.get().to_string();
    Error::model(ErrorKind::DoesNotFit { what: "coordinate", value, width })
}

impl Scalar {
    /// The number as a float; doubles are rounded.
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what it says")]
    pub(super) fn single(self) -> f32 {
        self.get() as f32
    }

    /// Converts the number to the nearest one of another type.
    pub(super) fn converted(self, coordinate: CoordinateType) -> Result<Self, Error> {
        Ok(match coordinate {
            CoordinateType::Int8 => Self::I8(Number::nearest(self)?),
            CoordinateType::Int16 => Self::I16(Number::nearest(self)?),
            CoordinateType::Float => Self::F32(Number::nearest(self)?),
            CoordinateType::Double => Self::F64(Number::nearest(self)?),
        })
    }

    pub(super) fn bits(self) -> u64 {
        match self {
            Self::I8(number) => number.cast_unsigned().into(),
            Self::I16(number) => number.cast_unsigned().into(),
            Self::F32(number) => number.to_bits().into(),
            Self::F64(number) => number.to_bits(),
        }
    }
}

impl Coordinates {
    pub(super) fn scalars(&self, index: usize) -> [Scalar; 4] {
        let zero = [Scalar::F64(0.0); 4];
        match self {
            Self::I8(list) => list.get(index).map_or(zero, |row| row.map(Scalar::I8)),
            Self::I16(list) => list.get(index).map_or(zero, |row| row.map(Scalar::I16)),
            Self::F32(list) => list.get(index).map_or(zero, |row| row.map(Scalar::F32)),
            Self::F64(list) => list.get(index).map_or(zero, |row| row.map(Scalar::F64)),
        }
    }

    /// Converts the coordinates of the given rows to another type.
    pub(super) fn of_rows(
        &self,
        rows: &[Row],
        shrink: Option<f64>,
        coordinate: CoordinateType,
    ) -> Result<Self, Error> {
        Ok(match coordinate {
            CoordinateType::Int8 => Self::I8(self.list(rows, shrink)?),
            CoordinateType::Int16 => Self::I16(self.list(rows, shrink)?),
            CoordinateType::Float => Self::F32(self.list(rows, shrink)?),
            CoordinateType::Double => Self::F64(self.list(rows, shrink)?),
        })
    }

    fn list<T: Number>(&self, rows: &[Row], shrink: Option<f64>) -> Result<Vec<[T; 4]>, Error> {
        let mut list = Vec::with_capacity(rows.len());
        for row in rows {
            let mut scalars = self.scalars(row.vertex as usize);
            if let (Some(by), [sides @ .., _], true) = (shrink, &mut scalars, row.shrinks) {
                sides.iter_mut().for_each(|side| *side = Scalar::F64(side.get() / by));
            }
            let [x, y, z, w] = scalars.map(T::nearest);
            let all = || Ok([x?, y?, z?, w?]);
            list.push(
                all().map_err(|error: Error| {
                    error.inside(format!("vertices[{}]", row.vertex)).inside("VRTS")
                })?,
            );
        }
        Ok(list)
    }

    pub(super) fn remove_duplicates(&mut self, places: &[u32]) {
        match self {
            Self::I8(list) => unique::remove_duplicates(list, places),
            Self::I16(list) => unique::remove_duplicates(list, places),
            Self::F32(list) => unique::remove_duplicates(list, places),
            Self::F64(list) => unique::remove_duplicates(list, places),
        }
    }
}

impl TexCoords {
    pub(super) fn words(&self, index: usize) -> [u64; 2] {
        match self {
            Self::U8(list) => list.get(index).map_or([0; 2], |pair| pair.map(u64::from)),
            Self::U16(list) => list.get(index).map_or([0; 2], |pair| pair.map(u64::from)),
            Self::F32(list) => list.get(index).map_or([0; 2], |pair| pair.map(|side| side.to_bits().into())),
            Self::F64(list) => list.get(index).map_or([0; 2], |pair| pair.map(f64::to_bits)),
        }
    }

    /// Converts the texture coordinates to another type; halves are rounded up.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 65535; or rounding"
    )]
    pub(super) fn converted(&self, coordinate: CoordinateType) -> Result<Self, Error> {
        let pairs: Vec<[f64; 2]> = match self {
            // Integers are unsigned here, unlike the coordinates of vertices: format document, section 5.
            Self::U8(list) => list.iter().map(|pair| pair.map(|side| f64::from(side) / 255.0)).collect(),
            Self::U16(list) => list.iter().map(|pair| pair.map(|side| f64::from(side) / 65535.0)).collect(),
            Self::F32(list) => list.iter().map(|pair| pair.map(f64::from)).collect(),
            Self::F64(list) => list.clone(),
        };
        let integer = |value: f64, most: f64| {
            let scaled = (value * most).round();
            if (0.0..=most).contains(&scaled) {
                return Ok(scaled);
            }
            let (value, width) = (value.to_string(), "integers, which hold 0 to 1");
            Err(Error::model(ErrorKind::DoesNotFit { what: "texture coordinate", value, width }))
        };
        let integers = |most| {
            let all = pairs.iter().enumerate().map(|(i, [u, v])| {
                let pair = integer(*u, most).and_then(|u| Ok([u, integer(*v, most)?]));
                pair.map_err(|error: Error| error.inside(format!("pairs[{i}]")).inside("TMAP"))
            });
            all.collect::<Result<Vec<_>, _>>()
        };
        Ok(match coordinate {
            CoordinateType::Int8 => {
                Self::U8(integers(255.0)?.iter().map(|pair| pair.map(|side| side as u8)).collect())
            }
            CoordinateType::Int16 => {
                Self::U16(integers(65535.0)?.iter().map(|pair| pair.map(|side| side as u16)).collect())
            }
            CoordinateType::Float => {
                Self::F32(pairs.iter().map(|pair| pair.map(|side| side as f32)).collect())
            }
            CoordinateType::Double => Self::F64(pairs),
        })
    }

    pub(super) fn remove_duplicates(&mut self, places: &[u32]) {
        match self {
            Self::U8(list) => unique::remove_duplicates(list, places),
            Self::U16(list) => unique::remove_duplicates(list, places),
            Self::F32(list) => unique::remove_duplicates(list, places),
            Self::F64(list) => unique::remove_duplicates(list, places),
        }
    }
}
