//! Model to bytes: the reader's functions, in the same order.

mod actn;
mod aset;
mod bone;
mod chunk;
mod cmap;
mod file;
mod frame;
mod head;
mod lbls;
mod mesh;
mod mtrl;
mod proc;
mod reference;
mod shpe;
mod tmap;
mod voxd;
mod voxt;
mod vrts;

use crate::{Error, Model, ReadOptions, WriteOptions};

/// Writes a file as the model says: the chunks as they stand, fields as wide as its types.
///
/// # Errors
///
/// If the model holds what the format cannot say, such as an index too large for its width.
///
/// ```
/// use m3d::{Chunk, Mesh, Model, Vertices};
///
/// let corners = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let mut model = Model::default();
/// model.chunks.push(Chunk::Vertices(Vertices::from_positions(corners)));
/// model.chunks.push(Chunk::Mesh(Mesh::from_triangles([[0, 1, 2]])));
/// model.fit();
/// let bytes = m3d::write(&model)?;
/// assert_eq!(m3d::read(&bytes)?, model);
/// # Ok::<(), m3d::Error>(())
/// ```
pub fn write(model: &Model) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file in the form that `options` ask for.
///
/// # Errors
///
/// As [`write()`]; in canonical form also as [`Model::canonical`].
pub fn write_with(model: &Model, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    form(model, options, &file::Original::default())
}

/// Writes a file, and takes what is the same from `original`, byte for byte: the packed data, and the size in
/// the header, right or wrong, of a file in which nothing has moved.
///
/// So an untouched model gives the file that it was read from, however that was packed.
///
/// # Errors
///
/// As [`write()`]. An original that is broken helps as far as it goes.
pub fn write_onto(model: &Model, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// As [`write_onto`], of a model that was read with the options `read`, in the form that `options` ask for.
///
/// Packed data that hold the same are taken however they are packed.
///
/// # Errors
///
/// As [`write()`].
pub fn write_onto_with(
    model: &Model,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    form(model, options, &file::Original::of(original, read))
}

fn form(model: &Model, options: &WriteOptions, original: &file::Original<'_>) -> Result<Vec<u8>, Error> {
    match &options.canonical {
        Some(canonical) => file::smallest(&model.canonical(canonical)?, options, original),
        None => file::file(model, options, original),
    }
}
