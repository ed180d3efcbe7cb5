//! Instances, with their properties as attributes.

mod forms;
mod leaves;
mod numbers;
mod planned;
mod shown;
mod values;

pub(super) use self::numbers::{Channels, Number, of_numbers};
pub(super) use self::planned::Planned;

use self::forms::{form_of_python, form_to_python};
use self::shown::{item, to_python};
use self::values::{from_python, item_of, kind_named};
use super::{Document, StoredProperty};
use crate::error::Failure;
use crate::module;
use crate::text::decoded;
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rezkit::Problem;
use rezkit::internal::near;
use rezkit::roblox::{self, Id, Kind, Position, Value, classes};

/// An instance of a document. Its properties are attributes, by the names that scripts use, or by those in the file.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxm")
/// >>> door = place.add("Part", name="Door")
/// >>> door.Anchored = True
/// >>> door.Anchored, door.class_name, door.path
/// (True, 'Part', 'Door')
///
/// Of 'Size', which files have as 'size', both spellings are known, and 'Position' is read and set in the CFrame.
#[pyclass(frozen, module = "rezkit", eq, hash)]
#[derive(Debug)]
pub(crate) struct Instance {
    pub(super) document: Py<Document>,
    pub(super) id: Id,
}

/// The function that recreates an instance when it is unpickled, and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Py<Document>, String));

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
    /// The id of the instance, or an error if it belongs to another document.
    pub(super) fn within(&self, document: &Bound<'_, Document>) -> PyResult<Id> {
        if self.document.is(document) {
            return Ok(self.id);
        }
        Err(PyValueError::new_err("the instance belongs to another document: to copy it, use insert"))
    }

    pub(super) fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&roblox::Document) -> T) -> PyResult<T> {
        self.document.get().0.look(py, |state| state.existing(self.id).map(look))?
    }

    /// The value of a property, or its default.
    pub(super) fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value =
            self.look(py, |document| document.value_or_default(self.id, name).map(Value::into_owned))?;
        value.map(|value| self.shown(py, name, value)).transpose()
    }

    /// The name that a property has or would have in the file, and the kind of its values, if that is known. Properties
    /// that files do not store, such as a position, keep their names.
    pub(super) fn place_of(&self, py: Python<'_>, name: &str, new: bool) -> PyResult<StoredProperty> {
        if let Some(name) = self.property(py, name)? {
            let kind = self.look(py, |document| document.get(self.id, &name).map(|old| old.kind()))?;
            return Ok((name, kind));
        }
        if let Some(alike) = self.of_others(py, name)? {
            return Ok(alike);
        }
        let default =
            self.look(py, |document| document.value_or_default(self.id, name).map(|value| value.kind()))?;
        match default.map_or_else(|| self.known_kind(py, name), |kind| Ok(Some(kind)))? {
            Some(kind) => Ok((name.to_owned(), Some(kind))),
            None if new => Ok((name.to_owned(), None)),
            None => Err(self.no_property(py, name, "; set(…, new=True) writes a new one")),
        }
    }

    fn change<T>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut roblox::Document) -> Result<T, Problem>,
    ) -> PyResult<T> {
        let changed = self.document.get().0.change(py, |state| {
            state.existing(self.id)?;
            Ok::<_, PyErr>(change(&mut state.document))
        })?;
        Ok(changed?.map_err(Failure::Problem)?)
    }

    /// The name that a property has in the file.
    fn property(&self, py: Python<'_>, name: &str) -> PyResult<Option<String>> {
        self.look(py, |document| document.stored_name(self.id, name))
    }

    /// The stored name and the kind of a property that the instance lacks, from the first instance of the class that
    /// has it.
    fn of_others(&self, py: Python<'_>, name: &str) -> PyResult<Option<StoredProperty>> {
        let asked = (self.class_name(py)?, name.to_owned());
        let state = &self.document.get().0;
        if let Some(known) = state.look(py, |state| state.properties.get(&asked).cloned())? {
            return Ok(known);
        }
        let found = self.look(py, |document| {
            let mut alike = document.of_class(&asked.0).into_iter();
            alike.find_map(|id| {
                let stored = document.stored_name(id, name)?;
                let kind = document.get(id, &stored)?.kind();
                Some((stored, Some(kind)))
            })
        })?;
        state.change(py, |state| state.properties.insert(asked, found.clone()))?;
        Ok(found)
    }

    /// The name of the enum of a property.
    fn enumeration(&self, py: Python<'_>, name: &str) -> PyResult<Option<&'static str>> {
        self.look(py, |document| {
            let of = classes::class(&document.class(self.id))?.enumeration(name)?;
            Some(of.name())
        })
    }

    /// The kind that the engine has for a property.
    fn known_kind(&self, py: Python<'_>, name: &str) -> PyResult<Option<Kind>> {
        self.look(py, |document| classes::class(&document.class(self.id))?.property(name)?.kind)
    }

    /// Converts a value to Python, with the names of enum items.
    fn shown<'py>(&self, py: Python<'py>, name: &str, value: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        if let Value::Enum(number) = value
            && let Some(of) = self.enumeration(py, name)?
        {
            return item(py, of, number);
        }
        if let Value::String(text) | Value::ProtectedString(text) | Value::BinaryString(text) = &value {
            // Binary files have one type for texts and bytes.
            return match self.known_kind(py, name)? {
                Some(Kind::BinaryString | Kind::SharedString) => Ok(PyBytes::new(py, text).into_any()),
                Some(_) => decoded(py, text),
                None => to_python(py, value, &self.document),
            };
        }
        to_python(py, value, &self.document)
    }

    /// Converts a value from Python for a property. An enum item must belong to the enum of the property.
    fn taken(
        &self,
        py: Python<'_>,
        name: &str,
        value: &Bound<'_, PyAny>,
        kind: Option<Kind>,
    ) -> PyResult<Value<'static>> {
        if let Some((of, _)) = item_of(value)?
            && let Some(wanted) = self.enumeration(py, name)?
            && of != wanted
        {
            return Err(PyTypeError::new_err(format!("{} is not an item of Enum.{wanted}", value.repr()?)));
        }
        from_python(value, kind, false, &self.document)
    }

    /// Prepares a value for a property, before any value is set.
    pub(super) fn planned(
        &self,
        py: Python<'_>,
        name: &str,
        value: &Bound<'_, PyAny>,
        new: bool,
    ) -> PyResult<Planned> {
        let (stored, known) = self.place_of(py, name, new)?;
        match self.taken(py, name, value, known) {
            Ok(value) => Ok(Planned::Value(stored, value)),
            // What is no value may be the text of one, such as 'Grass' and '#ff8800'.
            Err(wrong) => match value.cast::<PyString>() {
                Ok(text) => Ok(Planned::Text(name.to_owned(), text.to_cow()?.into_owned())),
                Err(_) => Err(wrong),
            },
        }
    }

    /// The error for a missing property, with similar names.
    fn no_property(&self, py: Python<'_>, name: &str, help: &str) -> PyErr {
        let message = self.look(py, |document| {
            let class = document.class(self.id);
            let own = document.properties(self.id).into_iter().map(|(name, _)| name.into_owned());
            let known =
                classes::class(&class).map(|class| class.properties()).unwrap_or_default().into_iter();
            let names: Vec<_> = own.chain(known.map(|(name, _)| name.to_owned())).collect();
            let near: Vec<_> = near(name, names.iter().map(String::as_str)).into_iter().take(3).collect();
            let near =
                if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
            format!("{class} {:?} has no property {name:?}{near}{help}", document.name(self.id))
        });
        message.map_or_else(|removed| removed, PyAttributeError::new_err)
    }
}

#[pymethods]
impl Instance {
    /// The document that contains it.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// Its class.
    #[getter]
    fn class_name(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |document| document.class(self.id).into_owned())
    }

    /// Its name, or else its class.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |document| document.name(self.id).into_owned())
    }

    /// The path by which the document finds it.
    #[getter]
    fn path(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |document| document.path(self.id))
    }

    /// The parent of the instance; None at the top.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let parent = self.look(py, |document| document.parent(self.id))?;
        Ok(parent.map(|parent| Document::instance(self.document.bind(py), parent)))
    }

    /// True for an instance of a class, or of one that is derived from it.
    ///
    /// >>> import rezkit
    /// >>> door = rezkit.Document("rbxm").add("Part")
    /// >>> door.is_a("BasePart"), door.is_a("Model")
    /// (True, False)
    fn is_a(&self, py: Python<'_>, class_name: &str) -> PyResult<bool> {
        let own = self.class_name(py)?;
        Ok(own == class_name || classes::class(&own).is_some_and(|class| class.is_a(class_name)))
    }

    /// The children of the instance.
    #[getter]
    fn children<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let children = self.look(py, |document| document.children(self.id))?;
        Document::instances(self.document.bind(py), children)
    }

    /// The instance and its descendants.
    fn walk<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = self.look(py, |document| document.within(self.id))?;
        Document::instances(self.document.bind(py), all)
    }

    /// The first child with a name, or the descendant at a path relative to this instance; None if there is none.
    fn find(&self, py: Python<'_>, path: &str) -> PyResult<Option<Self>> {
        let found = self.look(py, |document| document.find(&format!("{}/{path}", document.path(self.id))))?;
        Ok(found.map(|found| Document::instance(self.document.bind(py), found)))
    }

    /// The value of a property, as the attribute returns it; the default if the property does not exist.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.value(py, name)?.or(default))
    }

    /// Sets a property, to a value of the kind that it has. A property that other instances of the class have, or that
    /// the engine knows, gets that kind. Any other requires new=True, and gets the kind that fits the value,
    /// or the given one, such as 'Vector3' or 'Enum'.
    #[pyo3(signature = (name, value, *, kind=None, new=false))]
    fn set(
        &self,
        py: Python<'_>,
        name: &str,
        value: &Bound<'_, PyAny>,
        kind: Option<&str>,
        new: bool,
    ) -> PyResult<()> {
        let Some(kind) = kind.map(kind_named).transpose()? else {
            let planned = self.planned(py, name, value, new)?;
            let done = self.change(py, |document| Ok(planned.apply(document, self.id)))?;
            return done.map_err(|problem| planned.refused(problem));
        };
        let (stored, _) = self.place_of(py, name, new)?;
        let value = from_python(value, Some(kind), false, &self.document)?;
        self.document.get().0.change(py, |state| state.properties.clear())?;
        self.change(py, |document| {
            document.unset(self.id, &stored);
            document.set_unknown(self.id, &stored, value)
        })
    }

    /// Removes a property; returns whether it existed.
    fn unset(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        let Some(name) = self.property(py, name)? else { return Ok(false) };
        self.change(py, |document| Ok(document.unset(self.id, &name)))
    }

    /// The bytes of a property that is a string of any kind; None for other properties.
    fn bytes<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let Some(name) = self.property(py, name)? else { return Ok(None) };
        let bytes = self.look(py, |document| document.bytes(self.id, &name).map(<[u8]>::to_vec))?;
        Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// The text of a property that is a string of any kind; None for other properties. Bytes that are not UTF-8 become
    /// surrogates, which are the same bytes when set again; with errors='replace', they become replacement characters.
    #[pyo3(signature = (name, errors="surrogateescape"))]
    fn text<'py>(&self, py: Python<'py>, name: &str, errors: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.bytes(py, name)?.map(|bytes| bytes.call_method1("decode", ("utf-8", errors))).transpose()
    }

    /// The content of a property whose bytes have a structure, such as collision groups or a curve: lists of numbers,
    /// texts and values. None for other properties, and for bytes that do not follow the structure.
    fn form<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(name) = self.property(py, name)? else { return Ok(None) };
        let all = self.look(py, |document| document.form(self.id, &name))?;
        all.map(|all| form_to_python(py, &all, &self.document)).transpose()
    }

    /// Sets a property whose bytes have a structure, to lists such as 'form' returns.
    fn set_form(&self, py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = self.property(py, name)?.unwrap_or_else(|| name.to_owned());
        let all = form_of_python(values, &self.document)?;
        self.change(py, |document| document.set_form(self.id, &name, &all))
    }

    /// The kind of a property, such as 'Vector3'; None if the property does not exist.
    fn kind(&self, py: Python<'_>, name: &str) -> PyResult<Option<&'static str>> {
        let Some(name) = self.property(py, name)? else { return Ok(None) };
        self.look(py, |document| document.get(self.id, &name).map(|value| value.kind().name()))
    }

    /// All properties that are stored, by the names that scripts use; the file may use others, such as 'size'. What is
    /// set or deleted in the dict is set or deleted in the instance, too.
    #[getter]
    fn properties<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = this.get();
        let all: Vec<_> = own.look(this.py(), |document| {
            let all = document.properties(own.id).into_iter();
            let all = all.map(|(name, value)| {
                let shown = roblox::name_in_scripts(&name);
                let is_taken = shown != name && document.get(own.id, shown).is_some();
                (if is_taken { name.into_owned() } else { shown.to_owned() }, value.into_owned())
            });
            all.collect()
        })?;
        Self::entries(this, all, ["get", "set", "unset"])
    }

    /// All attributes, by their names. What is set or deleted in the dict is set or deleted in the instance, too.
    #[getter]
    fn attributes<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = this.get();
        let all = own.look(this.py(), |document| document.attributes(own.id))?;
        Self::entries(this, all, ["GetAttribute", "set_attribute", "unset_attribute"])
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
            None => self.look(py, |document| document.attribute(self.id, name))?.map(|old| old.kind()),
        };
        let value = from_python(value, old, true, &self.document)?;
        self.change(py, |document| document.set_attribute(self.id, name, value))
    }

    /// Removes an attribute; returns whether it existed.
    fn unset_attribute(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.change(py, |document| document.unset_attribute(self.id, name))
    }

    /// Moves the instance with its descendants, to become the last child of a parent or the last at the top.
    #[pyo3(signature = (parent=None))]
    fn move_to(&self, py: Python<'_>, parent: Option<&Self>) -> PyResult<()> {
        let parent = parent.map(|parent| parent.within(self.document.bind(py))).transpose()?;
        self.change(py, |document| document.move_to(self.id, parent, Position::Last))
    }

    /// Copies the instance with its descendants, as the last child of a parent or the last at the top.
    #[pyo3(signature = (parent=None))]
    fn copy(&self, py: Python<'_>, parent: Option<&Self>) -> PyResult<Self> {
        let parent = parent.map(|parent| parent.within(self.document.bind(py))).transpose()?;
        let copy = self.change(py, |document| document.copy(self.id, parent))?;
        Ok(Document::instance(self.document.bind(py), copy))
    }

    /// Removes the instance with its descendants, and returns the number of instances removed.
    fn remove(&self, py: Python<'_>) -> PyResult<usize> {
        let id = self.id;
        self.document.get().0.change(py, |state| state.existing(id).map(drop).map(|()| state.remove(id)))?
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        // Python asks for many names that are no properties.
        if !name.starts_with('_')
            && let Some(value) = self.value(py, name)?
        {
            return Ok(value);
        }
        // A child, as in scripts, where properties come first.
        let child = |document: &roblox::Document| {
            document.children(self.id).into_iter().find(|child| document.name(*child) == name)
        };
        if let Some(child) = self.look(py, child)? {
            return Ok(Bound::new(py, Document::instance(self.document.bind(py), child))?.into_any());
        }
        Err(self.no_property(py, name, ""))
    }

    /// Sets a property, the name or the parent.
    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "name" | "Name" => self.set(py, "Name", value, Some("String"), true),
            "parent" | "Parent" => self.move_to(py, value.extract::<Option<PyRef<'_, Self>>>()?.as_deref()),
            "ClassName" => Err(PyAttributeError::new_err("the class of an instance cannot be changed")),
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
        self.find(py, path)?.ok_or_else(|| PyKeyError::new_err(path.to_owned()))
    }

    fn __dir__(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let class = py.get_type::<Self>().dir()?;
        let mut names: Vec<String> = class.extract()?;
        names.extend(self.look(py, |document| {
            let all = document.properties(self.id).into_iter();
            let both =
                all.flat_map(|(name, _)| [roblox::name_in_scripts(&name).to_owned(), name.into_owned()]);
            both.collect::<Vec<_>>()
        })?);
        Ok(names)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let shown = self.look(py, |document| {
            format!("<Instance: {} {:?}>", document.class(self.id), document.path(self.id))
        });
        shown.unwrap_or_else(|_| "<Instance: removed>".to_owned())
    }

    /// The same instance. A deep copy belongs to a copy of the document.
    fn __copy__(&self, py: Python<'_>) -> Self {
        Self { document: self.document.clone_ref(py), id: self.id }
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let copy = py.import("copy")?.call_method1("deepcopy", (&self.document, memo))?;
        Ok(Self { document: copy.cast_into::<Document>()?.unbind(), id: self.id })
    }

    /// Pickles the instance with its document.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        Ok((py.import("operator")?.getattr("getitem")?, (self.document.clone_ref(py), self.path(py)?)))
    }
}

impl Instance {
    /// A dict of values, by the names of the methods that read, set and remove one.
    fn entries<'py>(
        this: &Bound<'py, Self>,
        all: Vec<(String, Value<'static>)>,
        methods: [&str; 3],
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, dict) = (this.py(), PyDict::new(this.py()));
        for (name, value) in all {
            let value = this.get().shown(py, &name, value)?;
            dict.set_item(name, value)?;
        }
        let [get, set, unset] = methods.map(|method| this.getattr(method));
        module(py, "instances")?.getattr("Entries")?.call1((dict, get?, set?, unset?))
    }
}

/// True for a name that the class itself has.
fn is_method(py: Python<'_>, name: &str) -> PyResult<bool> {
    py.get_type::<Instance>().hasattr(name)
}
