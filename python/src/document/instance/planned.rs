//! Values that are about to be set.

use crate::error::Failure;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rezkit::Problem;
use rezkit::roblox::{Document, Id, Value};

/// A value that is about to be set, and that is valid as far as can be determined before.
pub(in crate::document) enum Planned {
    /// The name in the file, and the value.
    Value(String, Value<'static>),
    /// The name as it was given, and a text as `rez set` takes it.
    Text(String, String),
}

impl Planned {
    pub(in crate::document) fn apply(&self, document: &mut Document, id: Id) -> Result<(), Problem> {
        let (name, value) = match self {
            Self::Text(name, text) => return document.set_text(id, name, text),
            Self::Value(name, value) => (name, value.clone()),
        };
        if document.get(id, name).is_some() {
            document.set(id, name, value)
        } else if document.value_or_default(id, name).is_none() {
            // The caller has asked for a property that nobody knows.
            document.set_unknown(id, name, value)
        } else {
            document.assign(id, name, value)
        }
    }

    /// The exception for a value that was refused.
    pub(in crate::document) fn refused(&self, problem: Problem) -> PyErr {
        match self {
            Self::Value(..) => Failure::Problem(problem).into(),
            Self::Text(name, _) => PyValueError::new_err(format!("{name}: {problem}")),
        }
    }
}
