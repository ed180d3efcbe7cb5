//! A property of many instances at once.

use super::Document;
use super::instance::{Instance, to_python};
use geom::{Pose, le};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rezkit::roblox::{self, Id, Kind, NumberRange, Value};

/// The numbers of values of one kind, in rows.
struct Numbers {
    kind: Kind,
    width: usize,
    /// As NumPy names it.
    of: &'static str,
    bytes: Vec<u8>,
}

impl Numbers {
    fn new(value: &Value<'_>) -> Option<Self> {
        let mut numbers = Self { kind: value.kind(), width: 0, of: "", bytes: Vec::new() };
        (numbers.of, numbers.width) = numbers.add(value)?;
        Some(numbers)
    }

    /// The numbers of a property of instances, after those of others; `None` if not all have it with as many of one kind.
    fn of(mut before: Option<Self>, document: &roblox::Document, ids: &[Id], name: &str) -> Option<Self> {
        for id in ids {
            let value = document.contains(*id).then(|| document.value_or_default(*id, name))??;
            match &mut before {
                Some(numbers) => {
                    numbers.add(&value).filter(|row| *row == (numbers.of, numbers.width)).map(|_| ())?
                }
                none => *none = Some(Self::new(&value)?),
            }
        }
        before
    }

    /// Adds a row, and says what it has; `None` if it is none of numbers.
    fn add(&mut self, value: &Value<'_>) -> Option<(&'static str, usize)> {
        if value.kind() != self.kind {
            return None;
        }
        let bytes = &mut self.bytes;
        let singles = |numbers: &[f32], bytes: &mut Vec<u8>| {
            le::encode(numbers, bytes);
            Some(("<f4", numbers.len()))
        };
        match value {
            Value::Bool(value) => {
                bytes.push(u8::from(*value));
                Some(("?", 1))
            }
            Value::Int32(number) => {
                bytes.extend(number.to_le_bytes());
                Some(("<i4", 1))
            }
            Value::Int64(number) => {
                bytes.extend(number.to_le_bytes());
                Some(("<i8", 1))
            }
            Value::Enum(number) | Value::BrickColor(number) => {
                bytes.extend(number.to_le_bytes());
                Some(("<u4", 1))
            }
            Value::Float64(number) => {
                bytes.extend(number.to_le_bytes());
                Some(("<f8", 1))
            }
            Value::Float32(number) => singles(&[*number], bytes),
            Value::Vector2(value) => singles(&value.to_array(), bytes),
            Value::Vector3(value) => singles(&value.to_array(), bytes),
            Value::Color3(value) => singles(value, bytes),
            Value::Color3uint8(value) => singles(&value.map(|channel| f32::from(channel) / 255.0), bytes),
            Value::NumberRange(NumberRange { min, max }) => singles(&[*min, *max], bytes),
            Value::CFrame(pose) | Value::CFrameQuat(pose) => singles(&matrix(*pose), bytes),
            _ => None,
        }
    }
}

/// The rows of the matrix of a pose.
fn matrix(pose: Pose) -> [f32; 16] {
    let ([a, b, c, d, e, f, g, h, i], at) = (pose.rotation.to_rows_array(), pose.position);
    [a, b, c, at.x, d, e, f, at.y, g, h, i, at.z, 0.0, 0.0, 0.0, 1.0]
}

/// The kind of a property, its values as bytes, what NumPy calls their numbers, and how many each has; or else a list of
/// values, if not all instances have the property with numbers of one kind.
#[pyfunction]
pub(crate) fn _numbers_of<'py>(
    py: Python<'py>,
    instances: Vec<PyRef<'py, Instance>>,
    name: &str,
) -> PyResult<(Option<&'static str>, Bound<'py, PyAny>, &'static str, usize)> {
    let numbers =
        instances.chunk_by(|one, next| one.document.is(&next.document)).try_fold(None, |before, alike| {
            let ids: Vec<_> = alike.iter().map(|instance| instance.id).collect();
            let document = alike.first()?.document.bind(py);
            Document::look(document, |document| Numbers::of(before, document, &ids, name)).map(Some)
        });
    if let Some(Some(numbers)) = numbers {
        let bytes = PyBytes::new(py, &numbers.bytes).into_any();
        return Ok((Some(numbers.kind.name()), bytes, numbers.of, numbers.width));
    }
    let list = PyList::empty(py);
    for instance in &instances {
        let value = instance.with(py, name, |value| value.map(Value::into_owned))?;
        list.append(value.map(|value| to_python(py, value, &instance.document)).transpose()?)?;
    }
    Ok((None, list.into_any(), "", 0))
}

/// Sets a property of each instance to its row of numbers.
#[pyfunction]
pub(crate) fn _assign_numbers(
    py: Python<'_>,
    instances: Vec<PyRef<'_, Instance>>,
    name: &str,
    numbers: &Bound<'_, PyAny>,
    width: usize,
) -> PyResult<()> {
    let numbers = PyBuffer::<f64>::get(numbers)?.to_vec(py)?;
    if width == 0 || numbers.len() != instances.len().saturating_mul(width) {
        let n_rows = numbers.len().checked_div(width).unwrap_or(0);
        return Err(PyValueError::new_err(format!("{} rows are needed, not {n_rows}", instances.len())));
    }
    let mut rows = instances.iter().zip(numbers.chunks_exact(width)).peekable();
    while let Some((instance, _)) = rows.peek() {
        instance.set_rows(py, name, &mut rows)?;
    }
    Ok(())
}
