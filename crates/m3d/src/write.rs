//! Writing: from a model to bytes. The functions mirror the reader's, in the same order.

mod actn;
mod ascii;
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

use crate::common::error::Error;
use crate::model::Model;
use crate::options::{LineEnd, ReadOptions, WriteOptions};
use crate::wire::TEXT_MAGIC;

/// Writes a binary file exactly as the model describes it: the chunks in order, with the field widths of its types.
///
/// # Errors
///
/// If the model contains something that the format cannot represent, such as an index too large for its width.
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

/// Writes a file with options.
///
/// # Errors
///
/// Those of [`write()`]; in canonical form also those of [`Model::canonical`].
pub fn write_with(model: &Model, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    form(model, options, &file::Original::default())
}

/// Writes a file in the form of `original`, binary or text, and copies its unchanged parts byte for byte: the packed
/// data and, if no byte of the file moves, the size field, right or wrong; in the text form, sections.
///
/// An unmodified model is written as the file from which it was read, however that file was packed.
///
/// # Errors
///
/// Those of [`write()`]. A damaged original is not an error: its readable parts are copied.
pub fn write_onto(model: &Model, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`], with the options `options`; `read` are the options with which the model was
/// read.
///
/// Packed data with the same content are reused, however they were packed.
///
/// # Errors
///
/// Those of [`write()`].
pub fn write_onto_with(
    model: &Model,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    if original.starts_with(TEXT_MAGIC) {
        return match &options.canonical {
            Some(canonical) => ascii::onto(&model.canonical(canonical)?, original, read),
            None => ascii::onto(model, original, read),
        };
    }
    form(model, options, &file::Original::new(original))
}

/// Writes a text; see [`ascii::write`](crate::ascii::write).
pub(crate) fn text(model: &Model) -> Result<Vec<u8>, Error> {
    text_with(model, LineEnd::default())
}

/// Writes a text; see [`ascii::write_with`](crate::ascii::write_with).
pub(crate) fn text_with(model: &Model, line_end: LineEnd) -> Result<Vec<u8>, Error> {
    ascii::file(model, line_end)
}

fn form(model: &Model, options: &WriteOptions, original: &file::Original<'_>) -> Result<Vec<u8>, Error> {
    match &options.canonical {
        Some(canonical) => file::smallest(&model.canonical(canonical)?, options, original),
        None => file::file(model, options, original),
    }
}
