//! Model to bytes: the reader's functions, in the same order.

mod header;

use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::Template;
use crate::options::{ReadOptions, WriteOptions};

/// Writes a file.
///
/// # Errors
///
/// If the model holds what the format cannot say.
pub fn write(model: &Template) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file in the form that `options` ask for.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with(model: &Template, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    file(&mut out, model, options)?;
    Ok(out.0)
}

/// Writes a file, and takes each part of `original` whose value is the same from there, byte for byte.
///
/// # Errors
///
/// As [`write()`]. An original that is broken helps as far as it goes.
pub fn write_onto(model: &Template, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// As [`write_onto`], of a model that was read with the options `read`, in the form that `options` ask for.
///
/// Read with others, values of the original would seem to have changed.
///
/// # Errors
///
/// As [`write()`].
pub fn write_onto_with(
    model: &Template,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let _ = (original, read);
    write_with(model, options)
}

/// Format document, section 1.
fn file(out: &mut Output, model: &Template, _options: &WriteOptions) -> Result<(), Error> {
    header::header(out);
    out.bytes(&model.trailing);
    Err(Error::model(ErrorKind::NotYet))
}
