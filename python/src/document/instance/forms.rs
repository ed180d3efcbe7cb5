//! The content of structured strings, as lists.

use super::shown::{list, text_or_bytes, to_python};
use super::values::{from_python, repr, text_of};
use crate::document::Document;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};
use rezkit::roblox::{Data, Value};

/// Converts the content of a structured string to lists. Recursion is safe, because the structures have few levels.
pub(super) fn form_to_python<'py>(
    py: Python<'py>,
    all: &[Data],
    document: &Py<Document>,
) -> PyResult<Bound<'py, PyAny>> {
    let one = |data: &Data| match data {
        Data::Int(number) => Ok(number.into_pyobject(py)?.into_any()),
        Data::Float(number) => Ok(number.into_pyobject(py)?.into_any()),
        Data::Double(number) => Ok(number.into_pyobject(py)?.into_any()),
        Data::Text(text) => Ok(text_or_bytes(py, text)),
        Data::List(all) => form_to_python(py, all, document),
        Data::Attribute(value) => match Value::of_attribute(value) {
            Some(value) => to_python(py, value, document),
            None => Ok(py.None().into_bound(py)),
        },
        _ => Ok(py.None().into_bound(py)),
    };
    list(py, all.iter().map(one))
}

/// Converts lists to the content of a structured string.
pub(super) fn form_of_python(object: &Bound<'_, PyAny>, document: &Py<Document>) -> PyResult<Vec<Data>> {
    form_within(object, document, MOST_LEVELS)
}

/// Upper bound on the nesting of lists, which no structure exceeds.
const MOST_LEVELS: usize = 4;

fn form_within(object: &Bound<'_, PyAny>, document: &Py<Document>, levels: usize) -> PyResult<Vec<Data>> {
    let Some(levels) = levels.checked_sub(1) else {
        return Err(PyValueError::new_err("these lists are nested deeper than in any form"));
    };
    let one = |item: Bound<'_, PyAny>| {
        if item.is_instance_of::<PyList>() || item.is_exact_instance_of::<PyTuple>() {
            return form_within(&item, document, levels).map(Data::List);
        }
        if let Some(text) = text_of(&item)? {
            return Ok(Data::Text(text));
        }
        if !item.is_instance_of::<PyBool>() {
            if let Ok(number) = item.extract::<i64>() {
                return Ok(Data::Int(number));
            }
            if let Ok(number) = item.extract::<f64>() {
                return Ok(Data::Double(number));
            }
        }
        let value = from_python(&item, None, true, document)?;
        let attribute = value.to_attribute().map(Data::Attribute);
        attribute.ok_or_else(|| PyTypeError::new_err(format!("a form has no {}", repr(&item))))
    };
    object.try_iter()?.map(|item| one(item?)).collect()
}
