//! Instances, with their properties as attributes.

mod values;

use self::values::{form_of_python, form_to_python, from_python, kind_named, to_python};
use super::Document;
use crate::error::Failure;
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rezkit::Problem;
use rezkit::internal::near;
use rezkit::roblox::{self, Id, Kind, Position, Value, known_properties, known_property};

/// An instance of a document. Its properties are attributes, by the names that they have in the file.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxm")
/// >>> door = place.add("Part", name="Door")
/// >>> door.Anchored = True
/// >>> door.Anchored, door.class_name, door.path
/// (True, 'Part', 'Door')
///
/// Of 'Size', which files have as 'size', both spellings are known.
#[pyclass(frozen, module = "rezkit", eq, hash)]
#[derive(Debug)]
pub(crate) struct Instance {
    pub(super) document: Py<Document>,
    pub(super) id: Id,
}

impl PartialEq for Instance {
    fn eq(&self, other: &Self) -> bool {
        self.document.is(&other.document) && self.id == other.id
    }
}

impl std::hash::Hash for Instance {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl Instance {
    /// Its id, in a document that has to be its own.
    pub(super) fn within(&self, document: &Bound<'_, Document>) -> PyResult<Id> {
        if self.document.is(document) {
            return Ok(self.id);
        }
        Err(PyValueError::new_err("the instance is of another document: insert copies it"))
    }

    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&roblox::Document) -> T) -> T {
        look(&self.document.borrow(py).document)
    }

    fn change<T>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut roblox::Document) -> Result<T, Problem>,
    ) -> PyResult<T> {
        let mut document = self.document.try_borrow_mut(py)?;
        Ok(change(&mut document.document).map_err(Failure::Problem)?)
    }

    /// The name that a property has in the file.
    fn property(&self, py: Python<'_>, name: &str) -> Option<String> {
        self.look(py, |document| {
            let spellings = [name.to_owned(), other_spelling(name)];
            spellings.into_iter().find(|name| document.get(self.id, name).is_some())
        })
    }

    /// The name that a property would have, and what its values would be: as the first instance of the class has it, or
    /// else as the engine knows it.
    fn new_property(&self, py: Python<'_>, name: &str) -> Option<(String, Option<Kind>)> {
        self.look(py, |document| {
            let class = document.class(self.id);
            let spellings = [name.to_owned(), other_spelling(name)];
            let mut alike = document.of_class(&class).into_iter();
            let of_other = alike.find_map(|id| {
                let found = spellings.iter().find_map(|name| Some((name, document.get(id, name)?)));
                found.map(|(name, value)| (name.clone(), Some(value.kind())))
            });
            let known = || spellings.iter().find_map(|name| known_property(&class, name));
            of_other.or_else(|| known().map(|known| (known.name.to_owned(), known.kind)))
        })
    }

    /// That there is no such property, and which there are that look like it.
    fn no_property(&self, py: Python<'_>, name: &str, what: &str) -> PyErr {
        let names = self.look(py, |document| {
            let own = document.properties(self.id).into_iter().map(|(name, _)| name.into_owned());
            let known = known_properties(&document.class(self.id)).into_iter().map(str::to_owned);
            own.chain(known).collect::<Vec<_>>()
        });
        let near: Vec<_> = near(name, names.iter().map(String::as_str)).into_iter().take(3).collect();
        let near = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
        let class = self.class_name(py);
        PyAttributeError::new_err(format!("{class} {:?} {what} {name:?}{near}", self.name(py)))
    }
}

/// With a first letter of the other case.
fn other_spelling(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().unwrap_or_default();
    let other =
        if first.is_ascii_uppercase() { first.to_ascii_lowercase() } else { first.to_ascii_uppercase() };
    format!("{other}{}", letters.as_str())
}

#[pymethods]
impl Instance {
    /// The document that it is in.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// Its class; empty if it was removed.
    #[getter]
    fn class_name(&self, py: Python<'_>) -> String {
        self.look(py, |document| document.class(self.id).into_owned())
    }

    /// Its name, or else its class.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        self.look(py, |document| document.name(self.id).into_owned())
    }

    /// The path by which the document finds it.
    #[getter]
    fn path(&self, py: Python<'_>) -> String {
        self.look(py, |document| document.path(self.id))
    }

    /// The instance that it is in; None at the top.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        let parent = self.look(py, |document| document.parent(self.id))?;
        Some(Document::instance(self.document.bind(py), parent))
    }

    /// What is in it.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Self> {
        let children = self.look(py, |document| document.children(self.id));
        Document::instances(self.document.bind(py), children)
    }

    /// It and all that is in it.
    fn walk(&self, py: Python<'_>) -> Vec<Self> {
        let all = self.look(py, |document| document.within(self.id));
        Document::instances(self.document.bind(py), all)
    }

    /// The first child of a name, or what a path from here leads to; None if there is none.
    fn find(&self, py: Python<'_>, path: &str) -> Option<Self> {
        let found = self.look(py, |document| document.find(&format!("{}/{path}", document.path(self.id))))?;
        Some(Document::instance(self.document.bind(py), found))
    }

    /// The value of a property, or else the default.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(name) = self.property(py, name) else { return Ok(default) };
        let value = self.look(py, |document| document.get(self.id, &name).map(Value::into_owned));
        value.map(|value| to_python(py, value, &self.document)).transpose()
    }

    /// Sets a property, to a value of the kind that it has. One that others of the class have, or that the engine knows,
    /// gets the kind of these; any other has to be called new, and gets the kind that fits the value, or that is named,
    /// such as 'Vector3' or 'Enum'.
    #[pyo3(signature = (name, value, *, kind=None, new=false))]
    fn set(
        &self,
        py: Python<'_>,
        name: &str,
        value: &Bound<'_, PyAny>,
        kind: Option<&str>,
        new: bool,
    ) -> PyResult<()> {
        let kind = kind.map(kind_named).transpose()?;
        let (name, known) = match self.property(py, name) {
            Some(name) => {
                let kind = self.look(py, |document| document.get(self.id, &name).map(|old| old.kind()));
                (name, kind)
            }
            None => match self.new_property(py, name) {
                Some(known) => known,
                None if new => (name.to_owned(), None),
                None => {
                    return Err(self.no_property(py, name, "has no property (new=True of set writes one)"));
                }
            },
        };
        let value = from_python(value, kind.or(known), false, &self.document)?;
        self.change(py, |document| {
            if kind.is_some() {
                document.unset(self.id, &name);
            }
            document.set(self.id, &name, value)
        })
    }

    /// Removes a property; whether there was one.
    fn unset(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        let Some(name) = self.property(py, name) else { return Ok(false) };
        self.change(py, |document| Ok(document.unset(self.id, &name)))
    }

    /// The bytes of a property that is a text of any kind; None if it is none.
    fn bytes<'py>(&self, py: Python<'py>, name: &str) -> Option<Bound<'py, PyBytes>> {
        let name = self.property(py, name)?;
        self.look(py, |document| document.bytes(self.id, &name).map(|bytes| PyBytes::new(py, bytes)))
    }

    /// What a property holds whose bytes have a form of their own, such as collision groups or a curve: lists of numbers,
    /// texts and values. None of another property, and of bytes that do not have the form.
    fn form<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(name) = self.property(py, name) else { return Ok(None) };
        let all = self.look(py, |document| document.form(self.id, &name));
        all.map(|all| form_to_python(py, &all, &self.document)).transpose()
    }

    /// Sets a property whose bytes have a form of their own, to lists as those of 'form'.
    fn set_form(&self, py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = self.property(py, name).unwrap_or_else(|| name.to_owned());
        let all = form_of_python(values, &self.document)?;
        self.change(py, |document| document.set_form(self.id, &name, &all))
    }

    /// The kind of a property, such as 'Vector3'; None without it.
    fn kind(&self, py: Python<'_>, name: &str) -> Option<&'static str> {
        let name = self.property(py, name)?;
        self.look(py, |document| document.get(self.id, &name).map(|value| value.kind().name()))
    }

    /// All properties, by the names that they have in the file.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all: Vec<_> = self.look(py, |document| {
            let all = document.properties(self.id).into_iter();
            all.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
        });
        self.dict(py, all)
    }

    /// All attributes, by their names.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, self.look(py, |document| document.attributes(self.id)))
    }

    /// Sets an attribute, to a value of the kind that it has; one that is new gets the kind that fits the value.
    #[pyo3(signature = (name, value, *, kind=None))]
    fn set_attribute(
        &self,
        py: Python<'_>,
        name: &str,
        value: &Bound<'_, PyAny>,
        kind: Option<&str>,
    ) -> PyResult<()> {
        let old = match kind {
            Some(kind) => Some(kind_named(kind)?),
            None => self.look(py, |document| document.attribute(self.id, name)).map(|old| old.kind()),
        };
        let value = from_python(value, old, true, &self.document)?;
        self.change(py, |document| document.set_attribute(self.id, name, value))
    }

    /// Removes an attribute; whether there was one.
    fn unset_attribute(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.change(py, |document| document.unset_attribute(self.id, name))
    }

    /// Moves it with all in it, to the end of a parent or of the top.
    #[pyo3(signature = (parent=None))]
    fn move_to(&self, py: Python<'_>, parent: Option<&Self>) -> PyResult<()> {
        let parent = parent.map(|parent| parent.within(self.document.bind(py))).transpose()?;
        self.change(py, |document| document.move_to(self.id, parent, Position::Last))
    }

    /// Copies it with all in it, to the end of a parent or of the top.
    #[pyo3(signature = (parent=None))]
    fn copy(&self, py: Python<'_>, parent: Option<&Self>) -> PyResult<Self> {
        let parent = parent.map(|parent| parent.within(self.document.bind(py))).transpose()?;
        let copy = self.change(py, |document| document.copy(self.id, parent))?;
        Ok(Document::instance(self.document.bind(py), copy))
    }

    /// Removes it with all in it, and returns how many instances these are.
    fn remove(&self, py: Python<'_>) -> PyResult<usize> {
        self.change(py, |document| Ok(document.remove(self.id)))
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        // Python asks for many names that are no properties.
        if !name.starts_with('_') && self.property(py, name).is_some() {
            return Ok(self.get(py, name, None)?.unwrap_or_else(|| py.None().into_bound(py)));
        }
        Err(self.no_property(py, name, "has no property"))
    }

    /// A property; the name; the parent.
    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "name" => self.set(py, "Name", value, Some("String"), true),
            "parent" => self.move_to(py, value.extract::<Option<PyRef<'_, Self>>>()?.as_deref()),
            // What Python and this class have is no property.
            _ if name.starts_with('_') || is_method(py, name)? => {
                Err(PyAttributeError::new_err(format!("{name:?} of an instance cannot be set")))
            }
            _ => self.set(py, name, value, None, false),
        }
    }

    fn __delattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        match self.unset(py, name)? {
            true => Ok(()),
            false => Err(PyAttributeError::new_err(name.to_owned())),
        }
    }

    fn __getitem__(&self, py: Python<'_>, path: &str) -> PyResult<Self> {
        self.find(py, path).ok_or_else(|| PyKeyError::new_err(path.to_owned()))
    }

    fn __dir__(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let class = py.get_type::<Self>().dir()?;
        let mut names: Vec<String> = class.extract()?;
        names.extend(self.look(py, |document| {
            document.properties(self.id).into_iter().map(|(name, _)| name.into_owned()).collect::<Vec<_>>()
        }));
        Ok(names)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (class, path) =
            self.look(py, |document| (document.class(self.id).into_owned(), document.path(self.id)));
        match &*class {
            "" => "<Instance: removed>".to_owned(),
            class => format!("<Instance: {class} {path:?}>"),
        }
    }
}

impl Instance {
    fn dict<'py>(&self, py: Python<'py>, all: Vec<(String, Value<'static>)>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in all {
            dict.set_item(name, to_python(py, value, &self.document)?)?;
        }
        Ok(dict)
    }
}

/// Whether the class has a name of its own.
fn is_method(py: Python<'_>, name: &str) -> PyResult<bool> {
    py.get_type::<Instance>().hasattr(name)
}
