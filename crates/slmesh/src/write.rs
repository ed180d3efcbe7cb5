//! Model to bytes: the reader's functions, in the same order.

mod header;

use crate::mould::output::Output;
use crate::{Error, ErrorKind, MeshAsset, WriteOptions};

/// Writes a file.
///
/// # Errors
///
/// If the model holds what the format cannot say.
pub fn write(model: &MeshAsset) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file in the form that `options` ask for.
///
/// # Errors
///
/// As [`write`].
pub fn write_with(model: &MeshAsset, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    file(&mut out, model, options)?;
    Ok(out.0)
}

/// Writes a file, and takes each part of `original` whose value is the same from there, byte for byte.
///
/// # Errors
///
/// As [`write`]. An original that is broken helps as far as it goes.
pub fn write_onto(model: &MeshAsset, original: &[u8]) -> Result<Vec<u8>, Error> {
    let _ = original;
    write(model)
}

/// Format document, section 1.
fn file(out: &mut Output, model: &MeshAsset, _options: &WriteOptions) -> Result<(), Error> {
    header::header(out);
    out.bytes(&model.trailing);
    Err(Error::model(ErrorKind::NotYet))
}
