//! Files that Python passes as paths, bytes or objects.

use crate::error::Failure;
use crate::file::File;
use crate::module;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use store::{Original, Stamp, save};

/// A file: its path, its bytes, or an object whose `read` returns bytes.
pub(crate) enum FileSource {
    Path(PathBuf),
    /// An immutable `bytes` object, which is not copied.
    Shared(PyBackedBytes),
    /// A copy of bytes that might change while they are read.
    Own(Vec<u8>),
    /// The content of an open file, and its path if known.
    Open(PyBackedBytes, Option<PathBuf>),
}

impl<'py> FromPyObject<'_, 'py> for FileSource {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Shared(bytes.to_owned().into()));
        }
        if let Ok(file) = object.cast::<File>() {
            let bytes = file.call_method0("to_bytes")?.cast_into::<PyBytes>()?;
            return Ok(Self::Open(bytes.into(), file.get().path.clone()));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(&object) {
            return buffer.to_vec(object.py()).map(Self::Own);
        }
        if object.hasattr("read")? {
            let bytes = object.call_method0("read")?.cast_into::<PyBytes>().map_err(|_| {
                PyTypeError::new_err("the file must be open for reading bytes: open(path, \"rb\")")
            })?;
            // What the system opened has its path as a name; others have numbers, or none.
            let name = object.getattr("name").ok().and_then(|name| name.extract().ok());
            return Ok(Self::Open(bytes.into(), name));
        }
        object.extract().map(Self::Path).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(object.py()) {
                true => {
                    let class = object.get_type();
                    PyTypeError::new_err(format!("expected a path, bytes or an open file, not {class}"))
                }
                // Ctrl-C, say.
                false => error,
            }
        })
    }
}

/// The destination of a file: a path, or an object whose `write` takes bytes.
pub(crate) enum Sink<'py> {
    Path(PathBuf),
    Open(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Sink<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.hasattr("write")? {
            return Ok(Self::Open(object.to_owned()));
        }
        Ok(Self::Path(object.extract()?))
    }
}

impl Sink<'_> {
    pub(crate) fn write(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        match self {
            Self::Path(path) => {
                Ok(py.detach(|| save(path, bytes, true)).map_err(|error| Failure::Io(error, path.clone()))?)
            }
            Self::Open(file) => {
                let write = module(py, "_files")?.getattr("write")?;
                write.call1((file, PyBytes::new(py, bytes))).map(drop)
            }
        }
    }
}

/// Replaces a file whose content matches one of the stamps `known`, and returns the stamp of the new content.
pub(crate) fn overwrite(path: &Path, bytes: &[u8], known: &[Stamp]) -> Result<Stamp, Failure> {
    let replaced = Original::open(path, u64::MAX).and_then(|original| {
        original.expect(known)?;
        let mut draft = original.draft();
        draft.write(bytes);
        original.replace(draft)
    });
    replaced.map_err(|error| Failure::Io(error, path.to_owned()))
}

impl FileSource {
    /// The bytes. Paths are read here, so that this can be done without Python's lock.
    pub(crate) fn read(&self) -> Result<Cow<'_, [u8]>, Failure> {
        match self {
            Self::Path(path) => match std::fs::read(path) {
                Ok(bytes) => Ok(Cow::Owned(bytes)),
                Err(error) => Err(Failure::Io(error, path.clone())),
            },
            Self::Shared(bytes) | Self::Open(bytes, _) => Ok(Cow::Borrowed(bytes)),
            Self::Own(bytes) => Ok(Cow::Borrowed(bytes)),
        }
    }

    /// Returns true for a source of more than 1 MiB.
    pub(crate) fn is_large(&self) -> bool {
        const LARGE: usize = 1 << 20;
        match self {
            Self::Path(path) => std::fs::metadata(path).is_ok_and(|data| data.len() > LARGE as u64),
            Self::Shared(bytes) | Self::Open(bytes, _) => bytes.len() > LARGE,
            Self::Own(bytes) => bytes.len() > LARGE,
        }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            Self::Open(_, path) => path.as_deref(),
            _ => None,
        }
    }

    /// The name of the file.
    pub(crate) fn name(&self) -> Option<String> {
        self.path().map(|path| path.to_string_lossy().into_owned())
    }

    /// The folder that contains the file.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.path().and_then(Path::parent).map(Path::to_owned)
    }

    /// The bytes as a Python object, which arrays can view without a copy.
    pub(crate) fn to_object(&self, py: Python<'_>) -> PyResult<Py<PyBytes>> {
        Ok(match self {
            Self::Shared(bytes) | Self::Open(bytes, _) => {
                bytes.clone_ref(py).into_pyobject(py)?.cast_into()?.unbind()
            }
            _ => PyBytes::new(py, &py.detach(|| self.read())?).unbind(),
        })
    }
}

/// Finds the files to which a file refers: by a Python function, or else next to the file.
pub(crate) struct Files {
    pub(crate) function: Option<Py<PyAny>>,
    pub(crate) folder: Option<PathBuf>,
    /// The exception that the function raised.
    pub(crate) raised: Option<PyErr>,
}

impl Files {
    pub(crate) fn new(function: Option<Py<PyAny>>, folder: Option<PathBuf>) -> Self {
        Self { function, folder, raised: None }
    }

    /// The bytes of a file, by the name that the other file uses for it.
    pub(crate) fn find(&mut self, name: &str) -> Option<Vec<u8>> {
        match &self.function {
            Some(function) => match Python::attach(|py| called(function.bind(py), name)) {
                Ok(found) => found,
                Err(error) => {
                    self.raised.get_or_insert(error);
                    None
                }
            },
            // The meshes and pictures of a converted Roblox model, which `save` writes next to it.
            None => beside(
                self.folder.as_deref()?,
                Path::new(name.strip_prefix("rbxasset://rezkit/").unwrap_or(name)),
            ),
        }
    }

    /// Fails if the function has raised an exception.
    pub(crate) fn settle(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}

fn called(function: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Vec<u8>>> {
    let found: Option<FileSource> = function.call1((name,))?.extract()?;
    Ok(found.map(|source| source.read().map(Cow::into_owned)).transpose()?)
}

/// Reads a file in a folder or below it. Names that lead out of the folder are not found.
fn beside(folder: &Path, name: &Path) -> Option<Vec<u8>> {
    let is_below = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    is_below.then(|| std::fs::read(folder.join(name)).ok())?
}
