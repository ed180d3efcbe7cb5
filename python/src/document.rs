//! Models and places of Roblox.

mod columns;
mod instance;

pub(crate) use self::columns::{_assign, _assign_numbers, _numbers_of};
pub(crate) use self::instance::Instance;

use crate::error::{Failure, detached};
use crate::file::{File, opened};
use crate::items::Items;
use crate::opening::Opening;
use crate::shared::Shared;
use crate::source::{Sink, overwrite};
use crate::{json, module};
use pyo3::exceptions::{PyKeyError, PyReferenceError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rezkit::roblox::{self, Id, Kind};
use rezkit::{ConvertOptions, Format, Loss, LossSeverity, Problem, ProblemKind, Target};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::Path;
use store::Stamp;

/// The name of a property in a file, and the kind of its values, if that is known.
pub(crate) type StoredProperty = (String, Option<Kind>);

/// A model or place of Roblox, binary or XML: a tree of instances to read and to change.
///
/// >>> import rezkit
/// >>> place = rezkit.Document("rbxmx")
/// >>> part = place.add("Part", name="Door")
/// >>> part.Size = (4, 1, 2)
/// >>> place["Door"].Size
/// Vector3(4, 1, 2)
/// >>> rezkit.open(place.to_bytes()).find("Door").class_name
/// 'Part'
#[pyclass(extends = File, frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Document(Shared<DocumentState>);

/// A document, with caches and the state of its file.
#[derive(Debug)]
struct DocumentState {
    document: roblox::Document,
    /// A cache of the stored names and the kinds of properties, by class and name in Python, because finding them among
    /// all instances takes long.
    properties: HashMap<(String, String), Option<StoredProperty>>,
    /// The paths of removed instances; if there are too many, only the newest.
    removed: BTreeMap<Id, String>,
    /// The stamp of the content last saved to the path from which the file was read.
    saved: Option<Stamp>,
}

/// Upper bound on the removed instances whose paths are kept: paths take more memory than instances.
const MOST_REMOVED: usize = 10_000;

/// The number of instances above which a search in a document takes long.
const LARGE: usize = 1_000;

impl DocumentState {
    fn new(document: roblox::Document) -> Self {
        Self { document, properties: HashMap::new(), removed: BTreeMap::new(), saved: None }
    }

    /// The error for an instance that was removed, with its path.
    fn removed(&self, id: Id) -> PyErr {
        let path = self.removed.get(&id).map_or_else(String::new, |path| format!(" {path:?}"));
        PyReferenceError::new_err(format!("the instance{path} was removed"))
    }

    /// The document, if it contains an instance; otherwise the error that the instance was removed.
    fn existing(&self, id: Id) -> PyResult<&roblox::Document> {
        if self.document.contains(id) { Ok(&self.document) } else { Err(self.removed(id)) }
    }

    fn remove(&mut self, id: Id) -> usize {
        let within = self.document.within(id);
        for id in within {
            self.removed.insert(id, self.document.path(id));
            if self.removed.len() > MOST_REMOVED {
                self.removed.pop_first();
            }
        }
        self.document.remove(id)
    }
}

impl Document {
    fn from_document(document: roblox::Document) -> Self {
        Self(Shared::new(DocumentState::new(document)))
    }

    pub(crate) fn open(file: &File, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::from_document(file.read(py, roblox::Document::read)?))
    }

    /// Calls `look` with the document. If that may take more than a millisecond, other threads of Python can run
    /// meanwhile.
    fn look<T: Send>(
        this: &Bound<'_, Self>,
        look: impl FnOnce(&roblox::Document) -> T + Send,
    ) -> PyResult<T> {
        let (py, state) = (this.py(), &this.get().0);
        if state.look(py, |state| state.document.len())? > LARGE {
            state.look_detached(py, |state| look(&state.document))
        } else {
            state.look(py, |state| look(&state.document))
        }
    }

    fn change<T>(
        this: &Bound<'_, Self>,
        change: impl FnOnce(&mut roblox::Document) -> Result<T, Problem>,
    ) -> PyResult<T> {
        let changed = this.get().0.change(this.py(), |state| change(&mut state.document))?;
        Ok(changed.map_err(Failure::Problem)?)
    }

    fn own_format(&self, py: Python<'_>) -> PyResult<Format> {
        self.0.look(py, |state| state.document.format())
    }

    fn instance(this: &Bound<'_, Self>, id: Id) -> Instance {
        Instance { document: this.clone().unbind(), id }
    }

    /// Instances as a list whose properties are columns.
    fn instances<'py>(this: &Bound<'py, Self>, ids: Vec<Id>) -> PyResult<Bound<'py, PyAny>> {
        let instances: Vec<_> = ids.into_iter().map(|id| Self::instance(this, id)).collect();
        module(this.py(), "instances")?.getattr("Instances")?.call1((instances,))
    }

    /// Saves to bytes in a format, onto the file that was opened, if any. Values may be lost only if `lossy` is set.
    fn saved(this: &Bound<'_, Self>, format: Format, lossy: bool) -> PyResult<(Vec<u8>, Vec<Loss>)> {
        let py = this.py();
        let document = Self::look(this, Clone::clone)?;
        let is_other = document.format() != format;
        let file = this.as_super().get();
        let (original, max_memory) = (file.content(py), file.max_memory());
        let original = original.as_bytes(py);
        detached(py, || {
            let saved = if original.is_empty() { document.save()? } else { document.save_onto(original)? };
            let (mut bytes, mut losses) = (saved.bytes, saved.losses);
            if is_other {
                let opening = Opening { max_memory, ..Opening::default() };
                let file = rezkit::File::open(&bytes, &opening.with(None))?;
                let converted = rezkit::convert(&file, &ConvertOptions::to(format))?;
                losses.extend(converted.losses);
                bytes = converted.bytes;
            }
            let mut lost = losses.iter().filter(|loss| loss.severity == LossSeverity::Lost);
            match lost.next() {
                Some(first) if !lossy => Err(Failure::Problem(lost_values(first, lost.count()))),
                _ => Ok((bytes, losses)),
            }
        })
    }

    /// The format for saving to a path: that of its extension, or else that of the document.
    fn format_of(&self, py: Python<'_>, path: &Path) -> PyResult<Format> {
        let own = self.own_format(py)?;
        let Some(extension) = path.extension().and_then(OsStr::to_str) else { return Ok(own) };
        match Target::of_extension(extension).map(Target::format) {
            Some(format @ (Format::RbxBinary | Format::RbxXml)) => Ok(format),
            Some(_) => Err(PyValueError::new_err(format!(
                "documents are saved as .rbxm, .rbxl, .rbxmx or .rbxlx, not as .{extension}: for other formats, use convert"
            ))),
            None => Ok(own),
        }
    }
}

/// The error for a save that would lose values.
fn lost_values(first: &Loss, n_more: usize) -> Problem {
    let more = if n_more == 0 { String::new() } else { format!(", and {n_more} more") };
    let message = format!("values would be lost: {first}{more}");
    Problem::new(ProblemKind::Dropped, message).help("to save it anyway, use lossy=True")
}

#[pymethods]
impl Document {
    /// An empty document that is saved as 'rbxm' or 'rbxmx'.
    #[new]
    fn new(py: Python<'_>, format: &str) -> PyResult<PyClassInitializer<Self>> {
        let target: rezkit::Target = format.parse().map_err(Failure::Problem)?;
        let document = roblox::Document::new(target.format()).map_err(Failure::Problem)?;
        let format = document.format();
        Ok(PyClassInitializer::from(File::empty(py, format)).add_subclass(Self::from_document(document)))
    }

    /// Opens a model or place of Roblox. rezkit.open opens any file.
    #[staticmethod]
    #[pyo3(name = "open", signature = (source, **options))]
    fn open_file<'py>(
        source: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        opened(source, options)
    }

    /// The instances at the top.
    #[getter]
    fn roots<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let ids = Self::look(this, roblox::Document::roots)?;
        Self::instances(this, ids)
    }

    /// All instances, parents before their descendants.
    fn walk<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let ids = Self::look(this, roblox::Document::ids)?;
        Self::instances(this, ids)
    }

    /// All instances of a class, or of those derived from an abstract one such as BasePart. Raises a ValueError if the
    /// class does not exist.
    fn of_class<'py>(this: &Bound<'py, Self>, class_name: &str) -> PyResult<Bound<'py, PyAny>> {
        let ids = Self::look(this, |document| document.of_class(class_name))?;
        if ids.is_empty() {
            return Self::query(this, &format!("class={class_name:?}"));
        }
        Self::instances(this, ids)
    }

    /// The instances that an expression or a selector selects, such as 'Model.Door > BasePart[Anchored = true]'. Raises
    /// a ValueError if it is invalid, or names a class or property that does not exist.
    fn query<'py>(this: &Bound<'py, Self>, expression: &str) -> PyResult<Bound<'py, PyAny>> {
        let wrong = |problem: Problem| PyValueError::new_err(problem.to_string());
        let query: rezkit::Query = expression.parse().map_err(wrong)?;
        let ids = Self::look(this, |document| document.select(&query))?.map_err(wrong)?;
        Self::instances(this, ids)
    }

    /// The instance at a path such as 'Workspace/Car/Wheel[2]', or None.
    fn find(this: &Bound<'_, Self>, path: &str) -> PyResult<Option<Instance>> {
        let id = Self::look(this, |document| document.find(path))?;
        Ok(id.map(|id| Self::instance(this, id)))
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
        let id = Self::change(this, |document| {
            let id = document.add(parent, class_name)?;
            name.map_or(Ok(()), |name| document.set(id, "Name", name))?;
            Ok(id)
        })?;
        Ok(Self::instance(this, id))
    }

    /// Copies instances with their descendants, as the last children of parent or at the top. They may belong to
    /// another document, of either encoding.
    #[pyo3(signature = (instances, parent=None))]
    fn insert<'py>(
        this: &Bound<'py, Self>,
        instances: Items<PyRef<'py, Instance>>,
        parent: Option<&Instance>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parent = parent.map(|parent| parent.within(this)).transpose()?;
        let Items(instances) = instances;
        let Some(first) = instances.first() else { return Self::instances(this, Vec::new()) };
        let py = this.py();
        if instances.iter().any(|instance| !instance.document.is(&first.document)) {
            return Err(PyValueError::new_err("the instances belong to several documents"));
        }
        let ids: Vec<_> = instances.iter().map(|instance| instance.id).collect();
        // A copy, since both may be one document.
        let other = Self::look(first.document.bind(py), Clone::clone)?;
        let inserted = Self::change(this, |document| document.insert(&other, &ids, parent))?;
        Self::instances(this, inserted.ids)
    }

    /// The bytes of the file. Everything unchanged is kept byte for byte.
    ///
    /// lossy: whether values may be lost; otherwise, a FormatError names them
    #[pyo3(signature = (*, lossy=false))]
    fn to_bytes<'py>(this: &Bound<'py, Self>, lossy: bool) -> PyResult<Bound<'py, PyBytes>> {
        let format = this.get().own_format(this.py())?;
        Ok(PyBytes::new(this.py(), &Self::saved(this, format, lossy)?.0))
    }

    /// Saves the file in the format of the path's extension. If that is its own format, everything unchanged is kept
    /// byte for byte. Returns the losses: dicts with 'code', 'severity' and more. If another program has changed the
    /// file since it was opened, saving to the same path is an OSError.
    ///
    /// path: a path, or a file that is open for writing bytes, in which the format stays the same
    /// lossy: whether values may be lost; otherwise, a FormatError names them, and nothing is written
    #[pyo3(signature = (path, *, lossy=false))]
    fn save<'py>(this: &Bound<'py, Self>, path: Sink<'py>, lossy: bool) -> PyResult<Bound<'py, PyAny>> {
        let (py, document) = (this.py(), this.get());
        let format = match &path {
            Sink::Path(path) => document.format_of(py, path)?,
            Sink::Open(_) => document.own_format(py)?,
        };
        let (bytes, losses) = Self::saved(this, format, lossy)?;
        let read = match &path {
            Sink::Path(path) => this.as_super().get().stamp_at(py, path).map(|stamp| (path, stamp)),
            Sink::Open(_) => None,
        };
        let Some((path, read)) = read else {
            path.write(py, &bytes)?;
            return json(py, &losses);
        };
        let known: Vec<_> = std::iter::once(read).chain(document.0.look(py, |state| state.saved)?).collect();
        let saved = py.detach(|| overwrite(path, &bytes, &known))?;
        document.0.change(py, |state| state.saved = Some(saved))?;
        json(py, &losses)
    }

    /// The instance at a path, or else the default.
    #[pyo3(signature = (path, default=None))]
    fn get<'py>(
        this: &Bound<'py, Self>,
        path: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match Self::find(this, path)? {
            Some(found) => Ok(Some(Bound::new(this.py(), found)?.into_any())),
            None => Ok(default),
        }
    }

    /// A copy of the document, in which instances have the same paths.
    fn __deepcopy__<'py>(this: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let py = this.py();
        let copied = |state: &DocumentState| DocumentState {
            removed: state.removed.clone(),
            saved: state.saved,
            ..DocumentState::new(state.document.clone())
        };
        let document = Self(Shared::new(this.get().0.look_detached(py, copied)?));
        let file = this.as_super().get().copy(py);
        let copy = Bound::new(py, PyClassInitializer::from(file).add_subclass(document))?;
        memo.set_item(this.as_ptr().addr(), &copy)?;
        Ok(copy)
    }

    fn __copy__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        Self::__deepcopy__(this, PyDict::new(this.py()).as_any())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let py = this.py();
        if !Self::look(this, roblox::Document::is_empty)? {
            return Ok((py.import("rezkit")?.getattr("open")?, (Self::to_bytes(this, false)?.into_any(),)));
        }
        let format = if this.get().own_format(py)? == Format::RbxXml { "rbxmx" } else { "rbxm" };
        Ok((this.get_type().into_any(), (PyString::new(py, format).into_any(),)))
    }

    /// The broken rules, as rezkit.check reports them; in each finding, 'instance' is the instance that it concerns, or
    /// None.
    ///
    /// >>> import rezkit
    /// >>> place = rezkit.Document("rbxm")
    /// >>> door = place.add("Part", name="Door")
    /// >>> door.Size = (0, 1, 1)
    /// >>> [(finding["rule"], finding["instance"]) for finding in place.check()["findings"]]
    /// [('RBX010', <Instance: Part "Door">)]
    #[pyo3(signature = (**options))]
    fn check<'py>(
        this: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let report = this.py().import("rezkit")?.call_method("check", (this,), options)?;
        for finding in report.get_item("findings")?.try_iter()? {
            let finding = finding?;
            let path: Option<String> = finding.call_method1("get", ("part",))?.extract()?;
            let instance = path.map(|path| Self::find(this, &path)).transpose()?.flatten();
            finding.set_item("instance", instance)?;
        }
        Ok(report)
    }

    /// The differences of another file from this document: see rezkit.diff.
    #[pyo3(signature = (other, **options))]
    fn diff<'py>(
        this: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("rezkit")?.call_method("diff", (this, other), options)
    }

    /// The view in a notebook: the picture, if there is one, and the tree with the number of descendants of each
    /// instance.
    fn _repr_html_<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        module(this.py(), "instances")?.call_method1("_tree", (this,))
    }

    fn __getitem__(this: &Bound<'_, Self>, path: &str) -> PyResult<Instance> {
        Self::find(this, path)?.ok_or_else(|| PyKeyError::new_err(path.to_owned()))
    }

    fn __contains__(this: &Bound<'_, Self>, path: &str) -> PyResult<bool> {
        Ok(Self::find(this, path)?.is_some())
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        Self::walk(this)?.try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.0.look(py, |state| state.document.len())
    }

    #[expect(clippy::unused_self, reason = "Python calls it so")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (format, n_instances) =
            self.0.look(py, |state| (state.document.format(), state.document.len()))?;
        let encoding = if format == Format::RbxXml { "XML" } else { "binary" };
        Ok(format!("<Document: {encoding}, {n_instances} instances>"))
    }
}
