//! Errors as Python raises them.

use crate::json;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rezkit::Problem;
use rezkit::internal::{Fault, joined};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{fmt, io, thread};

pyo3::create_exception!(
    rezkit,
    FormatError,
    PyValueError,
    "A file that cannot be read, written or converted.\n\n\
     offset: the byte where it went wrong, or None\n\
     within: where the packed part starts in the file, if offset counts the bytes of its plain data\n\
     path: the parts of the file that the byte is in, from the outside in\n\
     rule: the sort of problem, such as 'limit', 'framing' or 'format'\n\
     help: what to do about it, or None"
);

pyo3::create_exception!(
    rezkit,
    TableWarning,
    PyUserWarning,
    "A file without rows in a table, because it cannot be read. Only 'contents' has a row with the error."
);

/// The reason why a function failed.
pub(crate) enum Failure {
    Problem(Problem),
    Io(io::Error, PathBuf),
    /// A panic, which is a bug of this library, with its message.
    Panic(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(problem) => problem.fmt(f),
            Self::Io(error, _) => error.fmt(f),
            Self::Panic(message) => f.write_str(message),
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// Converts the errors of a format crate, which all have the same shape.
macro_rules! of_crate {
    ($($name:ident)+) => { $(
        impl From<$name::Error> for Failure {
            fn from(error: $name::Error) -> Self {
                let (byte, inner) = match error.place() {
                    $name::Place::Input(byte) => (Some(byte), None),
                    $name::Place::Inner { start, at } => (Some(start), Some(at)),
                    _ => (None, None),
                };
                let (path, message) = (joined(error.path()), error.kind().to_string());
                Self::Problem(Fault::Other.problem(message, path, byte, inner))
            }
        }
    )+ };
}
of_crate! { llsd rbxmesh }

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Problem(problem) => {
                Python::attach(|py| raised(py, &problem).unwrap_or_else(|error| error))
            }
            Failure::Io(error, path) => Python::attach(|py| os_error(py, error, &path)),
            Failure::Panic(message) => PyRuntimeError::new_err(message),
        }
    }
}

/// Builds an exception with the location of a problem.
fn raised(py: Python<'_>, problem: &Problem) -> PyResult<PyErr> {
    let error = FormatError::new_err(problem.to_string());
    for (name, value) in attributes(py, problem)? {
        error.value(py).setattr(name, value)?;
    }
    Ok(error)
}

/// The attributes that describe the location of a problem.
fn attributes<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Vec<(&'static str, Bound<'py, PyAny>)>> {
    let (offset, within) = match problem.inner {
        Some(inner) => (Some(inner), problem.byte),
        None => (problem.byte, None),
    };
    let path: Vec<_> = problem.path.split(", ").filter(|part| !part.is_empty()).collect();
    Ok(vec![
        ("offset", offset.into_pyobject(py)?),
        ("within", within.into_pyobject(py)?),
        ("path", path.into_pyobject(py)?),
        ("rule", json(py, &problem.kind)?),
        ("help", problem.help.as_deref().into_pyobject(py)?),
    ])
}

/// Builds the exception for an error of the system, with the path, as Python's `open` raises it.
fn os_error(py: Python<'_>, error: io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else { return error.into() };
    let message = py.import("os").and_then(|os| os.call_method1("strerror", (number,)));
    match message.map(|message| (number, message.unbind(), path.as_os_str().to_owned())) {
        Ok(arguments) => PyOSError::new_err(arguments),
        Err(error) => error,
    }
}

/// The entry `error` in the row of a batch for a file that failed.
pub(crate) fn row<'py>(py: Python<'py>, failure: &Failure) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("message", failure.to_string())?;
    if let Failure::Problem(problem) = failure {
        for (name, value) in attributes(py, problem)? {
            row.set_item(name, value)?;
        }
    }
    Ok(row)
}

/// Calls a function, and turns a panic into a failure, because Python's `except Exception` does not catch panics.
pub(crate) fn caught<T>(call: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| Err(Failure::Panic(said(&*panic))))
}

/// Runs a long call while other threads of Python can run.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    call: impl FnOnce() -> Result<T, Failure> + Send,
) -> PyResult<T> {
    Ok(py.detach(|| caught(call))?)
}

/// Runs like [`detached`] for calls that may take seconds: Ctrl-C ends the call; its work continues in a thread, and
/// the result is dropped.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    call: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::sync_channel(1);
    thread::Builder::new().spawn(move || {
        // Nobody waits for it any more after Ctrl-C.
        let _ = sender.send(caught(call));
    })?;
    loop {
        let receiver = &mut receiver;
        match py.detach(move || receiver.recv_timeout(Duration::from_millis(20))) {
            Ok(done) => return Ok(done?),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Panic("the call ended without a result".to_owned()).into());
            }
        }
    }
}

/// Runs like [`interruptible`] for a large file, and like [`detached`] for a small one, which is not worth a thread.
pub(crate) fn by_size<T: Send + 'static>(
    py: Python<'_>,
    is_large: bool,
    call: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    if is_large { interruptible(py, call) } else { detached(py, call) }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("of an unknown kind"))
}
