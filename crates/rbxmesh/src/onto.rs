//! Writes a mesh onto the file from which it was read.

use crate::common::error::Error;
use crate::model::Mesh;
use crate::options::{ReadOptions, WriteOptions};
use crate::write::write_with;

/// Writes a mesh, and keeps the bytes of `original` for values that are the same.
///
/// Binary versions have a single encoding, so unchanged parts are always written with the same bytes. Text has many
/// encodings: the original text is kept if none of its values has changed, and otherwise all of it is written again.
///
/// # Errors
///
/// The errors of [`write`](crate::write()). A broken original is used as far as it can be read.
pub fn write_onto(model: &Mesh, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`], with the options that the mesh was read with, and options for writing.
///
/// Other reading options might make values of the original seem changed.
///
/// # Errors
///
/// The errors of [`write`](crate::write()).
pub fn write_onto_with(
    model: &Mesh,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let written = write_with(model, options)?;
    let read = read.clone().strict(false);
    let again =
        crate::read::read_with(original, &read).and_then(|(original, _)| write_with(&original, options));
    Ok(if again.as_ref() == Ok(&written) { original.to_vec() } else { written })
}
