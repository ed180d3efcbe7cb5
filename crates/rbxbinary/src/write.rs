//! The writer: model to bytes, with the same functions as the reader, in the same order.

mod chunk;
mod coded;
pub(crate) mod columns;
mod header;
mod inst;
mod meta;
mod parallel;
mod prnt;
mod prop;
mod sign;
mod sstr;
mod string;
mod values;

pub(crate) use chunk::frame;

use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::Model;
use crate::options::{ReadOptions, WriteOptions};
use crate::title::Title;
use crate::wire::END_NAME;
use chunk::Packer;

/// Writes a file, compressed with LZ4.
///
/// # Errors
///
/// If the format cannot represent the model, for example because a column has too few values for its class or
/// there are chunks after END.
pub fn write(model: &Model) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a file with options.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_with(model: &Model, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    file(model, Packer::new(model, options), options, 0)
}

/// Writes an edited file, and copies every chunk with an unchanged payload from `original` byte for byte. Other chunks
/// get the compression that most of `original` has.
///
/// # Errors
///
/// The errors of [`write()`]. A broken original is not an error: its chunks are used up to the damage.
pub fn write_onto(model: &Model, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(model, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`], with options. `read` are the options that the model was read with.
///
/// Packed chunks keep their compression, and new ones get the compression that most of `original` has. If `original`
/// has no chunks, or uses Zstandard and the feature for writing it is off, the compression of `options` is used.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto_with(
    model: &Model,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    file(model, Packer::new(model, options).onto(original, read), options, original.len())
}

/// Writes a file. Format document, section 1.
fn file(
    model: &Model,
    mut packer: Packer<'_>,
    options: &WriteOptions,
    expected_len: usize,
) -> Result<Vec<u8>, Error> {
    let mut out = Output(Vec::with_capacity(expected_len));
    header::header(&mut out, model);
    let mut ahead = packer.ahead(model, &mut out, options.threads);
    for (number, chunk) in model.chunks.iter().enumerate() {
        let class = |id| model.classes().find(|class| class.id == id).map(|class| &class.name);
        let title = || Title::new(number, chunk, class).to_string();
        let packed = ahead.chunk(&mut out, chunk, &mut packer);
        packed.map_err(|error| error.inside(title()))?;
        let n_after = model.chunks.len().saturating_sub(number).saturating_sub(1);
        if chunk.name() == END_NAME && n_after > 0 {
            // Readers stop at END and would treat these chunks as trailing bytes.
            let (expected, found) = ("END as the last chunk".into(), format!("{n_after} more after it"));
            return Err(Error::model(ErrorKind::Unexpected { expected, found }).inside(title()));
        }
    }
    out.bytes(&model.trailing);
    // The buffer was sized for the worst case of compression, which is far more than the compressed data.
    if out.0.len() < out.0.capacity() / 2 {
        out.0.shrink_to_fit();
    }
    Ok(out.0)
}
