//! Models and places of Roblox.

mod instance;

pub(crate) use self::instance::Instance;

use crate::convert::write;
use crate::error::{Failure, detached};
use crate::file::File;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rezkit::Format;
use rezkit::roblox::{self, Id, Saved};
use std::path::PathBuf;

/// A model or place of Roblox, binary or XML: a tree of instances to look at and to change.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxmx")
/// >>> part = place.add("Part", name="Door")
/// >>> part.set("size", (4, 1, 2), kind="Vector3")
/// >>> place["Door"].Size
/// Vector3(x=4.0, y=1.0, z=2.0)
/// >>> rezkit.open(place.to_bytes()).find("Door").class_name
/// 'Part'
#[pyclass(extends = File, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Document {
    document: roblox::Document,
}

impl Document {
    pub(crate) fn open(file: &File, py: Python<'_>) -> PyResult<Self> {
        Ok(Self { document: file.read(py, roblox::Document::read)? })
    }

    fn instance(this: &Bound<'_, Self>, id: Id) -> Instance {
        Instance { document: this.clone().unbind(), id }
    }

    fn instances(this: &Bound<'_, Self>, ids: Vec<Id>) -> Vec<Instance> {
        ids.into_iter().map(|id| Self::instance(this, id)).collect()
    }

    /// What is saved: onto the file that was opened, unless there is none.
    fn saved(this: &Bound<'_, Self>) -> PyResult<Saved> {
        let py = this.py();
        let document = this.borrow().document.clone();
        let original = this.as_super().get().content(py);
        let original = original.as_bytes(py);
        detached(py, || match original {
            [] => Ok(document.save()?),
            original => Ok(document.save_onto(original)?),
        })
    }
}

#[pymethods]
impl Document {
    /// An empty document that is saved as 'rbxm' or 'rbxmx'.
    #[new]
    fn new(py: Python<'_>, format: &str) -> PyResult<PyClassInitializer<Self>> {
        let target: rezkit::Target = format.parse().map_err(Failure::Problem)?;
        let document = roblox::Document::new(target.format()).map_err(Failure::Problem)?;
        let format = document.format();
        Ok(PyClassInitializer::from(File::empty(py, format)).add_subclass(Self { document }))
    }

    /// The instances at the top.
    #[getter]
    fn roots(this: &Bound<'_, Self>) -> Vec<Instance> {
        let ids = this.borrow().document.roots();
        Self::instances(this, ids)
    }

    /// All instances, parents before what is in them.
    fn walk(this: &Bound<'_, Self>) -> Vec<Instance> {
        let ids = this.borrow().document.ids();
        Self::instances(this, ids)
    }

    /// All instances of a class.
    fn of_class(this: &Bound<'_, Self>, class_name: &str) -> Vec<Instance> {
        let ids = this.borrow().document.of_class(class_name);
        Self::instances(this, ids)
    }

    /// The instance at a path such as 'Workspace/Car/Wheel[2]', or None.
    fn find(this: &Bound<'_, Self>, path: &str) -> Option<Instance> {
        let id = this.borrow().document.find(path)?;
        Some(Self::instance(this, id))
    }

    /// Adds an instance, as the last in its parent or at the top.
    #[pyo3(signature = (class_name, parent=None, *, name=None))]
    fn add(
        this: &Bound<'_, Self>,
        class_name: &str,
        parent: Option<&Instance>,
        name: Option<&str>,
    ) -> PyResult<Instance> {
        let parent = parent.map(|parent| parent.within(this)).transpose()?;
        let document = &mut this.borrow_mut().document;
        let id = document.add(parent, class_name).map_err(Failure::Problem)?;
        if let Some(name) = name {
            document.set(id, "Name", name).map_err(Failure::Problem)?;
        }
        Ok(Self::instance(this, id))
    }

    /// Copies instances with all in them, which may be of another document and of the other encoding, as the last in
    /// parent or at the top.
    #[pyo3(signature = (instances, parent=None))]
    fn insert(
        this: &Bound<'_, Self>,
        instances: Vec<PyRef<'_, Instance>>,
        parent: Option<&Instance>,
    ) -> PyResult<Vec<Instance>> {
        let parent = parent.map(|parent| parent.within(this)).transpose()?;
        let Some(first) = instances.first() else { return Ok(Vec::new()) };
        let py = this.py();
        if instances.iter().any(|instance| !instance.document.is(&first.document)) {
            return Err(PyValueError::new_err("the instances are of several documents"));
        }
        let ids: Vec<_> = instances.iter().map(|instance| instance.id).collect();
        // A copy, since both may be one document.
        let other = first.document.borrow(py).document.clone();
        let inserted = this.borrow_mut().document.insert(&other, &ids, parent).map_err(Failure::Problem)?;
        Ok(Self::instances(this, inserted.ids))
    }

    /// The file, in which all that was not changed is as it was, byte by byte.
    fn to_bytes<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(this.py(), &Self::saved(this)?.bytes))
    }

    /// Saves the file, in which all that was not changed is as it was, byte by byte. Returns notes on what had to be made
    /// up: in a binary file, all instances of a class have a property or none.
    fn save(this: &Bound<'_, Self>, path: PathBuf) -> PyResult<Vec<String>> {
        let Saved { bytes, notes, .. } = Self::saved(this)?;
        this.py().detach(|| write(&path, &bytes))?;
        Ok(notes)
    }

    fn __getitem__(this: &Bound<'_, Self>, path: &str) -> PyResult<Instance> {
        Self::find(this, path).ok_or_else(|| PyKeyError::new_err(path.to_owned()))
    }

    fn __contains__(&self, path: &str) -> bool {
        self.document.find(path).is_some()
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        Self::walk(this).into_pyobject(this.py())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.document.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let encoding = if self.document.format() == Format::RbxXml { "XML" } else { "binary" };
        format!("<Document: {encoding}, {} instances>", self.document.len())
    }
}
