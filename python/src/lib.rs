//! The Python package `rezkit`: its module in Rust. The package itself is in the folder `rezkit`, whose `__init__.py`
//! lists its contents.

#![forbid(unsafe_code)]

mod classes;
mod convert;
mod document;
mod error;
mod file;
mod items;
mod llsd;
mod model;
mod open;
mod opening;
mod pose;
mod shared;
mod source;
mod table;
mod text;
mod thumb;
mod verbs;

use pyo3::prelude::*;
use pyo3::types::PyModule;
use serde::Serialize;

/// Converts a value to Python as `json.loads` would from the output of `rez --json`.
fn json<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value)
        .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Converts a value like [`json`], to a dict that notebooks show as tables.
fn report<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    module(py, "reports")?.getattr("Report")?.call1((json(py, value)?,))
}

/// Imports a module of the package that is written in Python.
fn module<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(format!("rezkit.{name}"))
}

/// The module in Rust from which `rezkit` is built.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::classes::{_classes, _enum, _enums};
    #[pymodule_export]
    use super::convert::{Converted, convert};
    #[pymodule_export]
    use super::document::{_assign, _assign_numbers, _numbers_of, Document, Instance};
    #[pymodule_export]
    use super::error::{FormatError, TableWarning};
    #[pymodule_export]
    use super::file::File;
    #[pymodule_export]
    use super::llsd::{Llsd, dumps, loads};
    #[pymodule_export]
    use super::model::{Mesh, Model};
    #[pymodule_export]
    use super::open::open;
    #[pymodule_export]
    use super::pose::{_pose_inverse, _pose_places, _pose_times};
    #[pymodule_export]
    use super::table::{Batch, rows, table};
    #[pymodule_export]
    use super::thumb::thumb;
    #[pymodule_export]
    use super::verbs::{check, checks, copy, diff, identify, info, infos, merge, new, restore, roundtrip};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
