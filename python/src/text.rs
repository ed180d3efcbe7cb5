//! Texts of files, which may not be UTF-8.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;

/// Decodes a text, with surrogates for bytes that are not UTF-8, as Python decodes file names.
pub(crate) fn decoded<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match std::str::from_utf8(text) {
        Ok(text) => Ok(PyString::new(py, text).into_any()),
        Err(_) => PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogateescape")),
    }
}

/// Encodes a text, whose surrogates become the original bytes.
pub(crate) fn encoded<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = text.to_str() {
        return Ok(text.as_bytes().into());
    }
    let bytes: Vec<u8> = text.call_method1("encode", ("utf-8", "surrogateescape"))?.extract()?;
    Ok(bytes.into())
}
