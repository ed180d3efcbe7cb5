//! LLSD as values of Python.

use crate::error::{Failure, detached};
use crate::file::File;
use crate::items::Items;
use crate::module;
use crate::source::FileSource;
use crate::text::{decoded, encoded};
use ::llsd::json::JsonForm;
use ::llsd::{Array, Date, Encoding, Map, Text, Uri, Uuid, Value, WriteOptions};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyIterator, PyList, PyString, PyTuple,
};

/// A file of LLSD in any encoding.
#[pyclass(extends = File, frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Llsd {
    /// The value.
    #[pyo3(get)]
    value: Py<PyAny>,
}

#[pymethods]
impl Llsd {
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.value.bind(py).get_item(key)
    }

    fn __contains__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.value.bind(py).contains(key)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.value.bind(py).try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.value.bind(py).len()
    }
}

impl Llsd {
    pub(crate) fn open(file: &File, py: Python<'_>) -> PyResult<Self> {
        let bytes = file.read(py, |file| Ok(file.bytes().to_vec()))?;
        let value = detached(py, || read(&bytes, None))?;
        Ok(Self { value: to_python(py, &value)?.unbind() })
    }
}

/// The types and functions of `rezkit/llsd.py`, looked up once.
struct Ours {
    uri: Py<PyAny>,
    timestamp: Py<PyAny>,
    uuid: Py<PyAny>,
    uuid_of: Py<PyAny>,
    date: Py<PyAny>,
    seconds: Py<PyAny>,
    key: Py<PyAny>,
}

impl Ours {
    fn get(py: Python<'_>) -> PyResult<&Self> {
        static OURS: PyOnceLock<Ours> = PyOnceLock::new();
        OURS.get_or_try_init(py, || {
            let llsd = module(py, "llsd")?;
            let named = |name: &str| llsd.getattr(name).map(Bound::unbind);
            Ok(Self {
                uri: named("Uri")?,
                timestamp: named("Timestamp")?,
                uuid: named("UUID")?,
                uuid_of: named("_uuid_of")?,
                date: named("_date")?,
                seconds: named("_seconds")?,
                key: named("_key")?,
            })
        })
    }
}

/// The encodings of LLSD.
#[derive(Clone, Copy)]
enum Stored {
    Llsd(Encoding),
    Json(JsonForm),
}

fn stored(name: &str) -> PyResult<Stored> {
    match name {
        "json" => Ok(Stored::Json(JsonForm::Plain)),
        "json-tagged" => Ok(Stored::Json(JsonForm::Tagged)),
        name => name.parse().map(Stored::Llsd).map_err(|_| {
            let message = format!("{name:?} is not one of binary, xml, notation, json, json-tagged");
            PyValueError::new_err(message)
        }),
    }
}

fn read(bytes: &[u8], stored: Option<Stored>) -> Result<Value, Failure> {
    Ok(match stored {
        None => ::llsd::read(bytes)?,
        Some(Stored::Llsd(Encoding::Binary)) => ::llsd::binary::read(bytes)?,
        Some(Stored::Llsd(Encoding::Xml)) => ::llsd::xml::read(bytes)?,
        Some(Stored::Llsd(Encoding::Notation)) => ::llsd::notation::read(bytes)?,
        Some(Stored::Json(form)) => ::llsd::json::read(bytes, form)?,
    })
}

/// Reads LLSD: undef is None, a map a dict, an array a list, a UUID a uuid.UUID, a date a datetime in UTC, binary bytes,
/// and a URI a rezkit.llsd.Uri.
///
/// encoding: 'binary', 'xml', 'notation', 'json' or 'json-tagged'; by default it is recognised, except for JSON
///
/// >>> import rezkit
/// >>> rezkit.llsd.loads("{'name': 'chair', 'size': [r1, r2.5], 'made': d\"2006-02-01T14:29:53Z\"}")
/// {'name': 'chair', 'size': [1.0, 2.5], 'made': datetime.datetime(2006, 2, 1, 14, 29, 53, tzinfo=datetime.timezone.utc)}
///
/// Text that is not UTF-8 has surrogates, like file names in Python; dumps restores the bytes. A date that datetime
/// cannot represent is a rezkit.llsd.Timestamp, a float.
#[pyfunction]
#[pyo3(signature = (data, encoding=None))]
pub(crate) fn loads<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    encoding: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let stored = encoding.map(stored).transpose()?;
    let value = match data.cast::<PyString>() {
        Ok(text) => {
            let text = encoded(text)?;
            detached(py, || read(&text, stored))?
        }
        Err(_) if data.hasattr("__fspath__")? => {
            return Err(PyTypeError::new_err("expected text or bytes"));
        }
        Err(_) => {
            let source: FileSource = data.extract()?;
            detached(py, || read(&source.read()?, stored))?
        }
    };
    to_python(py, &value)
}

/// Writes LLSD, as bytes.
///
/// encoding: 'binary', 'xml', 'notation', 'json' or 'json-tagged'
/// convert_keys: whether whole numbers, UUIDs and dates may be keys, which become texts; keys of LLSD are texts
///
/// >>> import rezkit
/// >>> rezkit.llsd.dumps({"legs": 4, "names": ["chair"]}, "notation")
/// b"<? llsd/notation ?>\n{'legs':i4,'names':['chair']}"
#[pyfunction]
#[pyo3(signature = (value, encoding="binary", *, convert_keys=false))]
pub(crate) fn dumps<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    encoding: &str,
    convert_keys: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (value, stored) = (from_python(value, convert_keys)?, stored(encoding)?);
    let bytes = detached(py, || {
        Ok(match stored {
            Stored::Llsd(encoding) => {
                ::llsd::write_with(&value, &WriteOptions::default().encoding(encoding))?
            }
            Stored::Json(form) => ::llsd::json::write(&value, form)?,
        })
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// Converts a value to Python without recursion: containers are inserted while empty, and filled later.
fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    let mut keys = Keys::default();
    let mut pending = Vec::new();
    let root = put(py, value, &mut pending)?;
    while let Some(container) = pending.pop() {
        match container {
            Empty::List(list, array) => {
                for value in array.iter() {
                    list.append(put(py, value, &mut pending)?)?;
                }
            }
            Empty::Dict(dict, map) => {
                for (key, value) in map.iter() {
                    dict.set_item(keys.object(py, key)?, put(py, value, &mut pending)?)?;
                }
            }
        }
    }
    Ok(root)
}

/// An empty container of Python, and the LLSD container with its future contents.
enum Empty<'py, 'v> {
    List(Bound<'py, PyList>, &'v Array),
    Dict(Bound<'py, PyDict>, &'v Map),
}

fn put<'py, 'v>(
    py: Python<'py>,
    value: &'v Value,
    pending: &mut Vec<Empty<'py, 'v>>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Array(array) => {
            let list = PyList::empty(py);
            pending.push(Empty::List(list.clone(), array));
            list.into_any()
        }
        Value::Map(map) => {
            let dict = PyDict::new(py);
            pending.push(Empty::Dict(dict.clone(), map));
            dict.into_any()
        }
        scalar => scalar_to_python(py, scalar)?,
    })
}

/// A cache of recent keys, so that maps with equal keys share the key objects.
struct Keys<'py, 'v>([Option<(&'v Text, Bound<'py, PyAny>)>; 64]);

impl Default for Keys<'_, '_> {
    fn default() -> Self {
        Self([const { None }; 64])
    }
}

impl<'py, 'v> Keys<'py, 'v> {
    fn object(&mut self, py: Python<'py>, key: &'v Text) -> PyResult<Bound<'py, PyAny>> {
        let sum = key.as_bytes().iter().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte));
        let Some(slot) = self.0.get_mut(usize::from(sum % 64)) else { return decoded(py, key.as_bytes()) };
        match slot {
            Some((known, object)) if *known == key => Ok(object.clone()),
            _ => {
                let object = decoded(py, key.as_bytes())?;
                *slot = Some((key, object.clone()));
                Ok(object)
            }
        }
    }
}

fn scalar_to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Boolean(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Real(number) => PyFloat::new(py, *number).into_any(),
        Value::Uuid(Uuid(bytes)) => Ours::get(py)?.uuid_of.bind(py).call1((PyBytes::new(py, bytes),))?,
        Value::String(value) => decoded(py, value.as_bytes())?,
        Value::Date(Date(seconds)) => Ours::get(py)?.date.bind(py).call1((*seconds,))?,
        Value::Uri(Uri(value)) => Ours::get(py)?.uri.bind(py).call1((decoded(py, value.as_bytes())?,))?,
        Value::Binary(bytes) => PyBytes::new(py, bytes).into_any(),
        _ => py.None().into_bound(py),
    })
}

/// The maximum nesting of values. A value that contains itself exceeds it, and the reader refuses deeper ones.
const DEEPEST: usize = 128;

/// An LLSD container under construction, and the Python objects that are still to be added.
struct OpenContainer<'py> {
    rest: std::vec::IntoIter<(Option<Text>, Bound<'py, PyAny>)>,
    /// The key of the next value, in a map.
    key: Option<Text>,
    made: Value,
}

impl<'py> OpenContainer<'py> {
    fn open(object: &Bound<'py, PyAny>, convert_keys: bool) -> PyResult<Option<Self>> {
        let (items, made) = if let Ok(dict) = object.cast::<PyDict>() {
            let items = dict.iter().map(|(key, value)| Ok((Some(key_of(&key, convert_keys)?), value)));
            (items.collect::<PyResult<Vec<_>>>()?, Value::Map(Map::new()))
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let Items(items): Items<Bound<'py, PyAny>> = object.extract()?;
            (items.into_iter().map(|item| (None, item)).collect(), Value::Array(Vec::new().into()))
        } else {
            return Ok(None);
        };
        Ok(Some(Self { rest: items.into_iter(), key: None, made }))
    }

    fn put(&mut self, value: Value) -> PyResult<()> {
        match (&mut self.made, self.key.take()) {
            // Only keys that were converted can be equal.
            (Value::Map(map), Some(key)) if map.contains_key(&key) => {
                return Err(PyValueError::new_err(format!("two keys become the text {key:?}")));
            }
            (Value::Map(map), Some(key)) => drop(map.insert(key, value)),
            (Value::Array(array), _) => array.push(value),
            _ => {}
        }
        Ok(())
    }
}

fn key_of(key: &Bound<'_, PyAny>, convert: bool) -> PyResult<Text> {
    if let Ok(key) = key.cast::<PyString>() {
        return Ok(encoded(key)?.as_ref().into());
    }
    let text = if convert { Ours::get(key.py())?.key.bind(key.py()).call1((key,))? } else { key.clone() };
    let text = text.cast::<PyString>().map_err(|_| {
        let class = key.get_type();
        PyTypeError::new_err(format!(
            "keys of LLSD must be text, not {class}: to convert numbers, UUIDs and dates, use \
             convert_keys=True"
        ))
    })?;
    Ok(encoded(text)?.as_ref().into())
}

fn from_python(object: &Bound<'_, PyAny>, convert_keys: bool) -> PyResult<Value> {
    let Some(outermost) = OpenContainer::open(object, convert_keys)? else {
        return scalar_from_python(object);
    };
    let mut open = vec![outermost];
    loop {
        let depth = open.len();
        let Some(innermost) = open.last_mut() else { return Ok(Value::Undef) };
        if let Some((key, item)) = innermost.rest.next() {
            innermost.key = key;
            if let Some(value) = plain(&item)? {
                innermost.put(value)?;
                continue;
            }
            match OpenContainer::open(&item, convert_keys)? {
                Some(inner) if depth < DEEPEST => open.push(inner),
                Some(_) => {
                    return Err(PyValueError::new_err(format!(
                        "values are nested deeper than {DEEPEST} levels"
                    )));
                }
                None => {
                    let value = scalar_from_python(&item)?;
                    innermost.put(value)?;
                }
            }
        } else if let Some(OpenContainer { made, .. }) = open.pop() {
            match open.last_mut() {
                Some(outer) => outer.put(made)?,
                None => return Ok(made),
            }
        }
    }
}

/// Converts an object of exactly one of the most common types, without looking up classes; `None` for others.
fn plain(object: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    Ok(if let Ok(number) = object.cast_exact::<PyInt>() {
        Some(integer(number)?)
    } else if let Ok(number) = object.cast_exact::<PyFloat>() {
        Some(Value::Real(number.value()))
    } else if let Ok(text) = object.cast_exact::<PyString>() {
        Some(Value::String(encoded(text)?.as_ref().into()))
    } else if let Ok(value) = object.cast_exact::<PyBool>() {
        Some(Value::Boolean(value.is_true()))
    } else {
        object.is_none().then_some(Value::Undef)
    })
}

fn integer(number: &Bound<'_, PyInt>) -> PyResult<Value> {
    let integer = number.extract().map(Value::Integer);
    integer.map_err(|_| PyOverflowError::new_err(format!("integers of LLSD have 32 bits: {number}")))
}

fn scalar_from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = object.py();
    if let Some(value) = plain(object)? {
        return Ok(value);
    }
    if let Ok(number) = object.cast::<PyInt>() {
        return integer(number);
    }
    let ours = Ours::get(py)?;
    if let Ok(number) = object.cast::<PyFloat>() {
        let is_date = object.is_instance(ours.timestamp.bind(py))?;
        return Ok(if is_date { Value::Date(Date(number.value())) } else { Value::Real(number.value()) });
    }
    if let Ok(text) = object.cast::<PyString>() {
        let is_uri = object.is_instance(ours.uri.bind(py))?;
        let text: Text = encoded(text)?.as_ref().into();
        return Ok(if is_uri { Value::Uri(Uri(text)) } else { Value::String(text) });
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Value::Binary(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Value::Binary(bytes.to_vec()));
    }
    if object.is_instance(ours.uuid.bind(py))? {
        let bytes = object.getattr(intern!(py, "bytes"))?;
        return Ok(Value::Uuid(Uuid(bytes.cast::<PyBytes>()?.as_bytes().try_into()?)));
    }
    if let Some(seconds) = ours.seconds.call1(py, (object,))?.extract::<Option<f64>>(py)? {
        return Ok(Value::Date(Date(seconds)));
    }
    let class = object.get_type();
    Err(PyTypeError::new_err(format!("LLSD has no {class}")))
}
