//! Writing: model to bytes, by functions with the names and the order of those that read.

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
/// If the format cannot represent the model.
pub fn write(model: &Template) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file with options.
///
/// # Errors
///
/// Those of [`write()`].
pub fn write_with(model: &Template, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    file(&mut out, model, options)?;
    Ok(out.0)
}

/// Writes a file, and copies each part of `original` whose value is unchanged, byte for byte.
///
/// # Errors
///
/// Those of [`write()`]. An invalid original is not an error: its readable parts are copied.
pub fn write_onto(model: &Template, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`], with the options `options`.
///
/// `read` must be the options with which the model was read; with other options, values of the original would seem to
/// have changed.
///
/// # Errors
///
/// Those of [`write()`].
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
