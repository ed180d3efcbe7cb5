//! Values of properties from Python.

use super::Instance;
use super::leaves::Leaves;
use crate::document::Document;
use crate::text::encoded;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString};
use rezkit::roblox::{Content, Kind, Target, Value};
use std::borrow::Cow;

/// A kind by its name.
pub(super) fn kind_named(name: &str) -> PyResult<Kind> {
    Kind::of_name(name)
        .ok_or_else(|| PyValueError::new_err(format!("{name:?} is not one of {}", Kind::NAMES.join(", "))))
}

/// The name of the enum and the number of an item.
pub(super) fn item_of(object: &Bound<'_, PyAny>) -> PyResult<Option<(String, u32)>> {
    let class = object.get_type();
    if object.is_exact_instance_of::<PyInt>()
        || !object.is_instance_of::<PyInt>()
        || !class.getattr("__module__")?.eq("rezkit.enums")?
    {
        return Ok(None);
    }
    Ok(Some((class.name()?.to_string(), object.extract()?)))
}

/// Converts an object to a value of a kind, or else of the kind that fits the object: integers become `Int32` or
/// `Int64`; other numbers are `Float64` in attributes, and `Float32` elsewhere.
pub(super) fn from_python(
    object: &Bound<'_, PyAny>,
    kind: Option<Kind>,
    is_attribute: bool,
    document: &Py<Document>,
) -> PyResult<Value<'static>> {
    let Some(kind) = kind.or_else(|| kind_of(object, is_attribute)) else {
        let class = object.get_type();
        return Err(PyTypeError::new_err(format!(
            "a new value of class {class} could have several types: name the type"
        )));
    };
    let wrong = || PyTypeError::new_err(format!("{} is not a value of type {}", repr(object), kind.name()));
    if object.is_none() {
        return nothing(kind).ok_or_else(wrong);
    }
    if let Ok(instance) = object.cast::<Instance>() {
        return referred(instance, kind, document)?.ok_or_else(wrong);
    }
    if let (Kind::EnumItem, Some((of, number))) = (kind, item_of(object)?) {
        return Ok(Value::EnumItem(of.into_bytes().into(), number));
    }
    if let Some(text) = text_of(object)? {
        let of_kind = |text: Cow<'static, [u8]>| match kind {
            Kind::Content if text.is_empty() => Some(Value::Content(Content::None)),
            Kind::Content => Some(Value::Content(Content::Uri(text))),
            _ => Value::String(text).cast(kind),
        };
        return of_kind(text.into()).ok_or_else(wrong);
    }
    let value = Leaves::collect(object)?.value(kind).map_err(|error| {
        let (wrong, py) = (wrong(), object.py());
        // The numbers may be of the right type, and not in its range.
        let is_range = !error.is_instance_of::<PyTypeError>(py);
        if is_range {
            PyTypeError::new_err(format!("{}: {}", wrong.value(py), error.value(py)))
        } else {
            wrong
        }
    });
    value?.ok_or_else(wrong)
}

pub(super) fn repr(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map(|text| text.to_string()).unwrap_or_default();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// The kind of a property that is new.
fn kind_of(object: &Bound<'_, PyAny>, is_attribute: bool) -> Option<Kind> {
    if object.is_instance_of::<PyBool>() {
        return Some(Kind::Bool);
    }
    if item_of(object).ok().flatten().is_some() {
        return Some(if is_attribute { Kind::EnumItem } else { Kind::Enum });
    }
    if object.is_instance_of::<PyInt>() {
        return Some(if object.extract::<i32>().is_ok() { Kind::Int32 } else { Kind::Int64 });
    }
    if object.is_instance_of::<PyFloat>() {
        return Some(if is_attribute { Kind::Float64 } else { Kind::Float32 });
    }
    if object.is_instance_of::<PyString>() {
        return Some(Kind::String);
    }
    if object.is_instance_of::<PyBytes>() {
        return Some(if is_attribute { Kind::String } else { Kind::BinaryString });
    }
    if object.is_instance_of::<Instance>() {
        return Some(Kind::Referent);
    }
    let name = object.get_type().name().ok()?.to_string();
    // Tuples without names are points.
    match (Kind::of_name(&name), object.len().ok()) {
        (Some(kind), _) => Some(kind),
        (None, Some(2)) => Some(Kind::Vector2),
        (None, Some(3)) => Some(Kind::Vector3),
        _ => None,
    }
}

/// The value for `None`, in the kinds that have one.
fn nothing(kind: Kind) -> Option<Value<'static>> {
    Some(match kind {
        Kind::Referent => Value::Referent(Target::None),
        Kind::ContentId | Kind::OldContent => Value::ContentId(None),
        Kind::Content => Value::Content(Content::None),
        Kind::OptionalCFrame => Value::OptionalCFrame(None),
        Kind::PhysicalProperties => Value::PhysicalProperties(None),
        // Values of all other kinds are something.
        _ => return None,
    })
}

fn referred(
    instance: &Bound<'_, Instance>,
    kind: Kind,
    document: &Py<Document>,
) -> PyResult<Option<Value<'static>>> {
    let instance = instance.get();
    if !instance.document.is(document) {
        return Err(PyValueError::new_err("the instance belongs to another document"));
    }
    let target = Target::Instance(instance.id);
    Ok(match kind {
        Kind::Referent => Some(Value::Referent(target)),
        Kind::Content => Some(Value::Content(Content::Object(target))),
        // No other kind refers to instances.
        _ => None,
    })
}

pub(super) fn text_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Some(encoded(text)?.into_owned()));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    Ok(None)
}
