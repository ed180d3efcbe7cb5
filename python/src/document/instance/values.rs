//! Values of properties, in Python's representation: numbers, texts, and the tuples with names of `rezkit/values.py`.

use super::Instance;
use crate::document::Document;
use crate::items::Items;
use crate::module;
use crate::text::encoded;
use geom::{Mat3, Pose, Vec2, Vec3};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};
use rezkit::roblox::{
    ColorKeypoint, Content, Data, Font, FontStyle, Id, Kind, NumberKeypoint, NumberRange, PhysicalProperties,
    Ray, Target, TweenInfo, UniqueId, Value,
};
use std::borrow::Cow;
use std::fmt;

/// A kind by its name.
pub(super) fn kind_named(name: &str) -> PyResult<Kind> {
    Kind::of_name(name)
        .ok_or_else(|| PyValueError::new_err(format!("{name:?} is not one of {}", Kind::NAMES.join(", "))))
}

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
    let tuple =
        |name: &str, arguments: Bound<'py, PyTuple>| module(py, "values")?.getattr(name)?.call1(arguments);
    macro_rules! named {
        ($name:literal, $($part:expr),+) => { tuple($name, ($($part,)+).into_pyobject(py)?) };
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

/// An item of an enum, which may be newer than the known items.
pub(super) fn item<'py>(py: Python<'py>, name: &str, number: u32) -> PyResult<Bound<'py, PyAny>> {
    module(py, "enums")?.getattr("_item")?.call1((name, number))
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

fn text_or_bytes<'py>(py: Python<'py>, text: &[u8]) -> Bound<'py, PyAny> {
    match std::str::from_utf8(text) {
        Ok(text) => PyString::new(py, text).into_any(),
        Err(_) => PyBytes::new(py, text).into_any(),
    }
}

fn list<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

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
        attribute.ok_or_else(|| PyTypeError::new_err(format!("a form has no {}", shown(&item))))
    };
    object.try_iter()?.map(|item| one(item?)).collect()
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
    let wrong = || PyTypeError::new_err(format!("{} is not a value of type {}", shown(object), kind.name()));
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
    let value = Leaves::of(object)?.value(kind).map_err(|error| {
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

fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map(|text| text.to_string()).unwrap_or_default();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

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
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
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
fn single(number: f64) -> Option<f32> {
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
    pub(in crate::document) fn of(numbers: &[Number]) -> Self {
        let is_whole = numbers.iter().all(|number| matches!(number, Number::Whole(_)));
        let is_above = numbers.iter().any(|number| matches!(number, Number::Whole(2..)));
        if is_whole && is_above { Self::Bytes } else { Self::Unit }
    }

    /// Converts channels to the range from 0 to 1; `None` if one is out of range.
    fn unit(self, numbers: [Number; 3]) -> Option<[f32; 3]> {
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
fn matrix(numbers: &[Number]) -> Option<Pose> {
    let numbers: [Number; 16] = numbers.try_into().ok()?;
    let [a, b, c, x, d, e, f, y, g, h, i, z, last @ ..] = Number::singles(numbers)?;
    let pose =
        Pose { position: Vec3::new(x, y, z), rotation: Mat3::from_rows_array([a, b, c, d, e, f, g, h, i]) };
    (last == [0.0, 0.0, 0.0, 1.0]).then_some(pose)
}

fn of_pose(pose: Pose, kind: Kind) -> Value<'static> {
    match kind {
        Kind::CFrameQuat => Value::CFrameQuat(pose),
        Kind::OptionalCFrame => Value::OptionalCFrame(Some(pose)),
        _ => Value::CFrame(pose),
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

fn text_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Some(encoded(text)?.into_owned()));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    Ok(None)
}

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
struct Leaves<'py> {
    all: Vec<Bound<'py, PyAny>>,
    /// True for a `Color3`, whose channels may exceed 1.
    is_colour: bool,
}

impl<'py> Leaves<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
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
        self.all.iter().map(Number::of).collect()
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
        let channels = if self.is_colour { Channels::Unit } else { Channels::of(&numbers) };
        of_numbers(&numbers, kind, channels).ok_or_else(|| PyValueError::new_err(COLOURS))
    }

    fn colours(&self) -> PyResult<Vec<ColorKeypoint>> {
        let mut groups = self.groups::<5>()?;
        for (group, numbers) in groups.iter_mut().zip(self.numbers()?.as_chunks::<5>().0) {
            let [_, r, g, b, _] = *numbers;
            if Channels::of(&[r, g, b]) == Channels::Bytes {
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
    fn value(&self, kind: Kind) -> PyResult<Option<Value<'static>>> {
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

/// The description of the range of channels in messages.
const COLOURS: &str = "channels must be from 0 to 1, or whole numbers up to 255 with at least one above 1";

/// Converts a channel of a colour to a byte.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 255 then")]
fn channel(value: f32) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}
