//! Writing a mesh onto the file that it was read from.

use crate::{Error, Mesh, ReadOptions, WriteOptions, write_with};

/// Writes a mesh, and takes what `original` says the same from there, byte for byte.
///
/// Binary versions have one form for each value, and so chunks come out as they were. Text has many:
/// it is taken whole if all of its values are the same, and otherwise written anew.
///
/// # Errors
///
/// As [`write`](crate::write()). An original that is broken helps as far as it goes.
pub fn write_onto(model: &Mesh, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// As [`write_onto`], of a mesh that was read with the options `read`, in the form that `options` ask for.
///
/// Read with others, values of the original would seem to have changed.
///
/// # Errors
///
/// As [`write`](crate::write()).
pub fn write_onto_with(
    model: &Mesh,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    let written = write_with(model, options)?;
    let read = read.clone().strict(false);
    let again = crate::read_with(original, &read).and_then(|(original, _)| write_with(&original, options));
    Ok(if again.as_ref() == Ok(&written) { original.to_vec() } else { written })
}
