//! A property of many instances at once.

use super::instance::{Channels, Instance, Number, Planned, of_numbers};
use super::{Document, StoredProperty};
use crate::items::Items;
use geom::{Pose, le};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use rezkit::Problem;
use rezkit::roblox::{self, Id, Kind, NumberRange, Value};
use std::collections::HashMap;

/// Values of one kind as rows of numbers.
struct Numbers {
    kind: Kind,
    width: usize,
    /// The type of the numbers, by its name in NumPy.
    of: &'static str,
    bytes: Vec<u8>,
}

impl Numbers {
    fn new(value: &Value<'_>) -> Option<Self> {
        let mut numbers = Self { kind: value.kind(), width: 0, of: "", bytes: Vec::new() };
        (numbers.of, numbers.width) = numbers.add(value)?;
        Some(numbers)
    }

    /// Appends the values of a property of instances to the rows `before`; `None` if an instance lacks it, or has a
    /// value of another kind or length.
    fn append(mut before: Option<Self>, document: &roblox::Document, ids: &[Id], name: &str) -> Option<Self> {
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

    /// Adds a row, and returns the type and number of its elements; `None` if the value has another kind, or does not
    /// consist of numbers.
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

/// The kind of a property, its values as bytes, the NumPy type of their numbers, and how many each value has. If not
/// all instances have the property with numbers of one kind, a list of values instead.
#[pyfunction]
pub(crate) fn _numbers_of<'py>(
    py: Python<'py>,
    instances: Items<PyRef<'py, Instance>>,
    name: &str,
) -> PyResult<(Option<&'static str>, Bound<'py, PyAny>, &'static str, usize)> {
    let Items(instances) = instances;
    let numbers =
        instances.chunk_by(|one, next| one.document.is(&next.document)).try_fold(None, |before, alike| {
            let ids: Vec<_> = alike.iter().map(|instance| instance.id).collect();
            let document = alike.first()?.document.bind(py);
            let found = Document::look(document, |document| Numbers::append(before, document, &ids, name));
            // An error of the lock is that of the list below, too.
            found.ok()?.map(Some)
        });
    if let Some(Some(numbers)) = numbers {
        let bytes = PyByteArray::new(py, &numbers.bytes).into_any();
        return Ok((Some(numbers.kind.name()), bytes, numbers.of, numbers.width));
    }
    let list = PyList::empty(py);
    for instance in &instances {
        list.append(instance.value(py, name)?)?;
    }
    Ok((None, list.into_any(), "", 0))
}

/// Values of a property, with its name.
type Column<'py> = (String, Items<Bound<'py, PyAny>>);

/// Sets properties of each instance to its own values; if one is refused, sets none.
#[pyfunction]
pub(crate) fn _assign(
    py: Python<'_>,
    instances: Items<PyRef<'_, Instance>>,
    columns: Vec<Column<'_>>,
) -> PyResult<()> {
    let Items(instances) = instances;
    let mut planned = Vec::new();
    for (name, Items(values)) in columns {
        require_rows(values.len(), instances.len())?;
        for (row, (instance, value)) in instances.iter().zip(&values).enumerate() {
            let value = instance.planned(py, &name, value, false).map_err(|error| in_row(py, row, error))?;
            planned.push((row, value));
        }
    }
    put(py, &instances, &planned)
}

/// Sets a property of each instance to a row of numbers, which are integers if the array has an integer type. In arrays
/// of bytes, channels of colours are from 0 to 255.
#[pyfunction]
pub(crate) fn _assign_numbers(
    py: Python<'_>,
    instances: Items<PyRef<'_, Instance>>,
    name: &str,
    numbers: &Bound<'_, PyAny>,
    width: usize,
    are_bytes: bool,
) -> PyResult<()> {
    let Items(instances) = instances;
    let numbers: Vec<Number> = match PyBuffer::<i64>::get(numbers) {
        Ok(whole) => whole.to_vec(py)?.into_iter().map(Number::Whole).collect(),
        Err(_) => PyBuffer::<f64>::get(numbers)?.to_vec(py)?.into_iter().map(Number::Float).collect(),
    };
    require_rows(numbers.len().checked_div(width).unwrap_or(0), instances.len())?;
    let channels = if are_bytes { Channels::Bytes } else { Channels::determine(&numbers) };
    let mut places = Places::default();
    let mut planned = Vec::with_capacity(instances.len());
    for (row, (instance, numbers)) in instances.iter().zip(numbers.chunks_exact(width.max(1))).enumerate() {
        let (name, kind) = places.get_or_find(py, instance, name).map_err(|error| in_row(py, row, error))?;
        let kind = kind.unwrap_or(Kind::Float64);
        let wrong = || {
            let shown: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            let message = format!("row {row}: [{}] is not a value of type {}", shown.join(", "), kind.name());
            PyTypeError::new_err(message)
        };
        planned.push((row, Planned::Value(name, of_numbers(numbers, kind, channels).ok_or_else(wrong)?)));
    }
    put(py, &instances, &planned)
}

fn require_rows(n_rows: usize, n_instances: usize) -> PyResult<()> {
    if n_rows == n_instances {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{n_instances} rows are needed, not {n_rows}")))
}

/// A cache of the stored name and the kind of a property for each class.
#[derive(Default)]
struct Places(HashMap<String, StoredProperty>);

impl Places {
    fn get_or_find(&mut self, py: Python<'_>, instance: &Instance, name: &str) -> PyResult<StoredProperty> {
        let (class, stored) = instance.look(py, |document| {
            let stored = document.stored_name(instance.id, name);
            let kind = stored.as_deref().and_then(|name| Some(document.get(instance.id, name)?.kind()));
            (document.class(instance.id).into_owned(), stored.zip(kind))
        })?;
        if let Some((name, kind)) = stored {
            return Ok((name, Some(kind)));
        }
        if let Some(place) = self.0.get(&class) {
            return Ok(place.clone());
        }
        let place = instance.place_of(py, name, false)?;
        self.0.insert(class, place.clone());
        Ok(place)
    }
}

/// Sets all values, each on the instance in its row; if one is refused, sets none.
fn put(py: Python<'_>, instances: &[PyRef<'_, Instance>], planned: &[(usize, Planned)]) -> PyResult<()> {
    let instance = |row: usize| {
        instances.get(row).ok_or_else(|| PyValueError::new_err("there are more rows than instances"))
    };
    let mut before: Vec<(&Document, roblox::Document)> = Vec::new();
    let mut rest = planned;
    while let Some((row, _)) = rest.first() {
        let document = instance(*row)?.document.get();
        let is_kept = before.iter().any(|(kept, _)| std::ptr::eq(*kept, document));
        let (kept, done) = document.0.change(py, |state| {
            let kept = (!is_kept).then(|| state.document.clone());
            let mut done = Ok(());
            while let Some(((row, value), after)) = rest.split_first() {
                done = match instance(*row) {
                    Ok(other) if !std::ptr::eq(other.document.get(), document) => break,
                    Ok(own) => state.existing(own.id).map(|_| own.id).map_err(Refused::Raised),
                    Err(error) => Err(Refused::Raised(error)),
                }
                .and_then(|id| value.apply(&mut state.document, id).map_err(Refused::Problem))
                .map_err(|refused| (*row, value, refused));
                if done.is_err() {
                    break;
                }
                rest = after;
            }
            (kept, done)
        })?;
        before.extend(kept.map(|kept| (document, kept)));
        if let Err((row, value, refused)) = done {
            for (document, kept) in before {
                document.0.change(py, |state| state.document = kept)?;
            }
            let error = match refused {
                Refused::Raised(error) => error,
                Refused::Problem(problem) => value.refused(problem),
            };
            return Err(in_row(py, row, error));
        }
    }
    Ok(())
}

/// The reason why a value was not set. It becomes an exception once the document is unlocked.
enum Refused {
    Raised(PyErr),
    Problem(Problem),
}

/// Adds the row to the message of an error.
fn in_row(py: Python<'_>, row: usize, error: PyErr) -> PyErr {
    let message = format!("row {row}: {}", error.value(py));
    match error.value(py).setattr("args", (message,)) {
        Ok(()) => error,
        Err(other) => other,
    }
}
