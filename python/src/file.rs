//! Files that are open.

use crate::error::detached;
use crate::opening::Opening;
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use rezkit::{Format, Identity, Problem};
use std::path::{Path, PathBuf};
use store::Stamp;

/// A file that was opened. Its subclasses Document, Model and Llsd give access to its content.
///
/// All functions of rezkit take one in place of a path or bytes.
#[pyclass(subclass, frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct File {
    bytes: Py<PyBytes>,
    identity: Identity,
    pub(crate) path: Option<PathBuf>,
    name: Option<String>,
    strict: bool,
    max_memory: Option<usize>,
    /// True if the bytes were read from the path.
    is_read: bool,
}

impl File {
    /// Opens a file from its bytes.
    pub(crate) fn new(
        py: Python<'_>,
        bytes: Py<PyBytes>,
        path: Option<PathBuf>,
        is_read: bool,
        opening: Opening<'_>,
    ) -> Self {
        let Opening { name, strict, max_memory } = opening;
        let identity = match name {
            Some(name) => rezkit::identify_named(bytes.as_bytes(py), name),
            None => rezkit::identify(bytes.as_bytes(py)),
        };
        Self { bytes, identity, path, name: name.map(str::to_owned), strict, max_memory, is_read }
    }

    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// A file without bytes yet, in a format.
    pub(crate) fn empty(py: Python<'_>, format: Format) -> Self {
        let mut identity = rezkit::identify(b"");
        (identity.format, identity.family, identity.title) = (format, format.family(), format.in_words());
        let bytes = PyBytes::new(py, b"").unbind();
        Self { bytes, identity, path: None, name: None, strict: false, max_memory: None, is_read: false }
    }

    /// The same file, as another object.
    pub(crate) fn copy(&self, py: Python<'_>) -> Self {
        Self {
            bytes: self.content(py),
            identity: self.identity.clone(),
            path: self.path.clone(),
            name: self.name.clone(),
            strict: self.strict,
            max_memory: self.max_memory,
            is_read: self.is_read,
        }
    }

    /// The stamp of the content as it was read, if the path refers to the file from which it was read.
    pub(crate) fn stamp_at(&self, py: Python<'_>, path: &Path) -> Option<Stamp> {
        let own = self.path.as_deref().filter(|_| self.is_read)?.canonicalize().ok()?;
        (own == path.canonicalize().ok()?).then(|| Stamp::of_bytes(self.bytes.as_bytes(py)))
    }

    pub(crate) fn content(&self, py: Python<'_>) -> Py<PyBytes> {
        self.bytes.clone_ref(py)
    }

    pub(crate) fn max_memory(&self) -> Option<usize> {
        self.max_memory
    }

    /// Calls a function with the file, while other threads of Python can run.
    pub(crate) fn read<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&rezkit::File<'_>) -> Result<T, Problem> + Send,
    ) -> PyResult<T> {
        let bytes = self.bytes.as_bytes(py);
        let opening =
            Opening { name: self.name.as_deref(), strict: self.strict, max_memory: self.max_memory };
        detached(py, || Ok(call(&rezkit::File::open(bytes, &opening.with(opening.name))?)?))
    }
}

#[pymethods]
impl File {
    /// The format, such as 'rbx-mesh', 'sl-mesh' or 'm3d'.
    #[getter]
    fn format<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::json(py, &self.identity.format)
    }

    /// The version, if the format states one at its start; else None.
    #[getter]
    fn version(&self) -> Option<String> {
        self.identity.version.map(|version| version.to_string())
    }

    /// The path, if it was opened by one.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// The bytes of the file as it is saved.
    fn to_bytes(&self, py: Python<'_>) -> Py<PyBytes> {
        self.content(py)
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    /// Does nothing, because no file stays open: it is read as a whole, and saved only by `save`.
    #[pyo3(signature = (*_error))]
    #[expect(clippy::unused_self, reason = "Python calls it so")]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {}

    /// The facts about the file: see rezkit.info.
    fn info<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("rezkit")?.call_method1("info", (this,))
    }

    /// The broken rules: see rezkit.check.
    #[pyo3(signature = (**options))]
    fn check<'py>(
        this: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("rezkit")?.call_method("check", (this,), options)
    }

    /// Converts the file: see rezkit.convert.
    #[pyo3(signature = (to, **options))]
    fn convert<'py>(
        this: &Bound<'py, Self>,
        to: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("rezkit")?.call_method("convert", (this, to), options)
    }

    /// Draws the file: see rezkit.thumb.
    #[pyo3(signature = (**options))]
    fn thumb<'py>(
        this: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("rezkit")?.call_method("thumb", (this,), options)
    }

    /// The picture that a notebook shows; None for files that cannot be drawn.
    fn _repr_png_<'py>(this: &Bound<'py, Self>) -> Option<Bound<'py, PyAny>> {
        Self::thumb(this, None).ok()
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let class = this.get_type().name()?;
        let file = this.get();
        let version = file.version().map(|version| format!(" {version}")).unwrap_or_default();
        let n_bytes = file.bytes.as_bytes(this.py()).len();
        Ok(format!("<{class}: {}{version}, {n_bytes} bytes>", file.identity.title))
    }
}

/// Opens a file as rezkit.open does; fails unless it is of the class `T`.
pub(crate) fn opened<'py, T: PyClass>(
    source: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, T>> {
    let file = source.py().import("rezkit")?.call_method("open", (source,), options)?;
    file.cast_into::<T>().map_err(|error| {
        let found = error.into_inner().get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!(
            "this is a rezkit.{found}, not a rezkit.{}: rezkit.open opens any file",
            T::NAME
        ))
    })
}
