//! Values of properties as Python has them: numbers, texts, and the tuples with names of `rezkit/values.py`.

use super::Instance;
use crate::document::Document;
use geom::{Pose, Vec2, Vec3};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyList, PyString, PyTuple, PyType};
use rezkit::roblox::{ColorKeypoint, Content, FontStyle, Id, NumberKeypoint, NumberRange, Target, Value};

/// Converts a value to Python. Texts that are not UTF-8 become bytes.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: Value<'_>,
    document: &Py<Document>,
) -> PyResult<Bound<'py, PyAny>> {
    let value = match value {
        Value::Optional(inner) => *inner,
        value => value,
    };
    let instance = |target: Target| -> PyResult<Bound<'py, PyAny>> {
        let instance = target.id().map(|id: Id| Instance { document: document.clone_ref(py), id });
        Ok(instance.into_pyobject(py)?.into_any())
    };
    macro_rules! named {
        ($name:literal, $($part:expr),+) => {{
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            named_tuple(CLASS.import(py, "rezkit.values", $name)?, ($($part,)+).into_pyobject(py)?)
        }};
    }
    let none = || Ok(py.None().into_bound(py));
    let vector = |vector: Vec3| named!("Vector3", vector.x, vector.y, vector.z);
    let colour = |[r, g, b]: [f32; 3]| named!("Color3", r, g, b);
    let pose = |pose: Pose| {
        let [a, b, c, d, e, f, g, h, i] = pose.rotation.to_rows_array();
        named!("CFrame", vector(pose.position)?, ((a, b, c), (d, e, f), (g, h, i)))
    };
    let udim2 = |axes: [(f32, i32); 2]| {
        let [x, y] = axes.map(|(scale, offset)| named!("UDim", scale, offset));
        named!("UDim2", x?, y?)
    };
    let number_point =
        |point: NumberKeypoint| named!("NumberKeypoint", point.time, point.value, point.envelope);
    let colour_point =
        |point: ColorKeypoint| named!("ColorKeypoint", point.time, colour(point.color)?, point.envelope);
    match value {
        Value::String(text) | Value::ProtectedString(text) | Value::QDir(text) | Value::QFont(text) => {
            Ok(text_or_bytes(py, &text))
        }
        Value::ContentId(Some(text)) | Value::OldContent(_, text) | Value::Content(Content::Uri(text)) => {
            Ok(text_or_bytes(py, &text))
        }
        Value::BinaryString(bytes) | Value::Bytecode(bytes) | Value::Source(bytes) => {
            Ok(PyBytes::new(py, &bytes).into_any())
        }
        Value::SharedString(shared) | Value::NetAssetRef(shared) => match &shared.content {
            Some(bytes) => Ok(PyBytes::new(py, bytes).into_any()),
            None => none(),
        },
        Value::Content(Content::Object(target)) | Value::Referent(target) => instance(target),
        Value::Bool(value) => Ok(PyBool::new(py, value).to_owned().into_any()),
        Value::Int32(number) => Ok(number.into_pyobject(py)?.into_any()),
        Value::Int64(number) => Ok(number.into_pyobject(py)?.into_any()),
        Value::Float32(number) => Ok(number.into_pyobject(py)?.into_any()),
        Value::Float64(number) => Ok(number.into_pyobject(py)?.into_any()),
        Value::Enum(number) | Value::BrickColor(number) | Value::Faces(number) | Value::Axes(number) => {
            Ok(number.into_pyobject(py)?.into_any())
        }
        Value::SecurityCapabilities(set) => Ok(set.into_pyobject(py)?.into_any()),
        Value::UDim((scale, offset)) => named!("UDim", scale, offset),
        Value::UDim2(axes) => udim2(axes),
        Value::Vector2(Vec2 { x, y }) => named!("Vector2", x, y),
        Value::Vector3(value) => vector(value),
        Value::Vector2int16([x, y]) => named!("Vector2int16", x, y),
        Value::Vector3int16([x, y, z]) => named!("Vector3int16", x, y, z),
        Value::Color3(value) => colour(value),
        Value::Color3uint8(bytes) => colour(bytes.map(|channel| f32::from(channel) / 255.0)),
        Value::CFrame(value) | Value::CFrameQuat(value) | Value::OptionalCFrame(Some(value)) => pose(value),
        Value::Ray(ray) => named!("Ray", vector(ray.origin)?, vector(ray.direction)?),
        Value::NumberRange(NumberRange { min, max }) => named!("NumberRange", min, max),
        Value::NumberKeypoint(point) => number_point(point),
        Value::ColorKeypoint(point) => colour_point(point),
        Value::NumberSequence(points) => list(py, points.iter().copied().map(number_point)),
        Value::ColorSequence(points) => list(py, points.iter().copied().map(colour_point)),
        Value::Rect([a, b, c, d]) => named!("Rect", named!("Vector2", a, b)?, named!("Vector2", c, d)?),
        Value::Region3([low, high]) => named!("Region3", vector(low)?, vector(high)?),
        Value::Region3int16([low, high]) => {
            let [low, high] = [low, high].map(|[x, y, z]| named!("Vector3int16", x, y, z));
            named!("Region3int16", low?, high?)
        }
        Value::PhysicalProperties(Some(all)) => named!(
            "PhysicalProperties",
            all.density,
            all.friction,
            all.elasticity,
            all.friction_weight,
            all.elasticity_weight,
            all.acoustic_absorption
        ),
        Value::Font(font) => {
            let style = match &font.style {
                FontStyle::Number(number) => number.into_pyobject(py)?.into_any(),
                FontStyle::Word(word) => text_or_bytes(py, word),
                _ => py.None().into_bound(py),
            };
            let (family, face) = (text_or_bytes(py, &font.family), text_or_bytes(py, &font.cached_face));
            named!("Font", family, font.weight, style, face)
        }
        Value::UniqueId(id) => named!("UniqueId", id.random, id.time, id.index),
        Value::EnumItem(name, number) => item(py, &String::from_utf8_lossy(&name), number),
        Value::Path2DControlPoint(point) => {
            let [position, left, right] = point.map(udim2);
            named!("Path2DControlPoint", position?, left?, right?)
        }
        Value::TweenInfo(tween) => named!(
            "TweenInfo",
            tween.time,
            tween.delay,
            tween.repeat_count,
            tween.easing_style,
            tween.easing_direction,
            tween.reverses
        ),
        Value::ContentId(None) | Value::Content(Content::None | Content::Other(_)) => none(),
        Value::OptionalCFrame(None) | Value::PhysicalProperties(None) => none(),
        // One level of optional values is all that files have. Kinds to come are not among those of this version, which
        // `test_every_kind_of_value` goes through.
        _ => none(),
    }
}

/// A tuple with names, made as its class method `_make` does: numbers of files need no check and no rounding, which take
/// four times as long as the rest.
fn named_tuple<'py>(class: &Bound<'py, PyType>, parts: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = class.py();
    let new = NEW.get_or_try_init(py, || py.get_type::<PyTuple>().getattr("__new__").map(Bound::unbind))?;
    new.bind(py).call1((class, parts))
}

/// An item of an enum, which may be newer than the known items.
pub(super) fn item<'py>(py: Python<'py>, name: &str, number: u32) -> PyResult<Bound<'py, PyAny>> {
    static ITEM: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    ITEM.import(py, "rezkit.enums", "_item")?.call1((name, number))
}

pub(super) fn text_or_bytes<'py>(py: Python<'py>, text: &[u8]) -> Bound<'py, PyAny> {
    match std::str::from_utf8(text) {
        Ok(text) => PyString::new(py, text).into_any(),
        Err(_) => PyBytes::new(py, text).into_any(),
    }
}

pub(super) fn list<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
}
