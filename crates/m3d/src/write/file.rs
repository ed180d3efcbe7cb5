//! Writing of the file around the chunks. Format document, section 2.

use super::frame::frame;
use super::{chunk, head};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::common::packed::PlainBuffer;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Chunk, Model, Packing};
use crate::options::WriteOptions;
use crate::wire::{END, Frame, MAGIC, PREVIEW, inflate_zlib, title};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// The original file, whose packed data and size can be reused.
#[derive(Debug, Default)]
pub(super) struct Original<'a> {
    /// The bytes of the whole file.
    bytes: &'a [u8],
    /// The bytes of the header and chunks, packed or not, and all bytes after them.
    payload: &'a [u8],
}

impl<'a> Original<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, payload: payload(bytes).unwrap_or_default() }
    }

    /// The offset at which the chunks end according to their frames: after the end mark, or at the end of the file.
    fn chunks_end(&self) -> usize {
        let mut rest = self.payload;
        while !rest.starts_with(END) {
            let length = rest.split_first_chunk().map(|(frame, _)| Frame::decode(frame).length as usize);
            let after = length.filter(|length| *length >= Frame::LEN).and_then(|length| rest.get(length..));
            let Some(after) = after else { return self.bytes.len() };
            rest = after;
        }
        self.bytes.len().saturating_sub(rest.len()).saturating_add(END.len())
    }

    /// The packed data, if they decompress to `plain` and `trailing` can follow them. Decompression stops beyond the
    /// length of `plain`.
    fn stream_of(&self, plain: &[u8], trailing: &[u8]) -> Option<&'a [u8]> {
        let mut found = PlainBuffer::default();
        let (n_read, fault) = inflate_zlib(self.payload, plain.len(), &mut found);
        let is_same = found.bytes() == plain
            && match fault {
                None | Some(ErrorKind::Checksum { .. }) => true,
                // The end of a damaged stream is unknown, so bytes after it would become part of it.
                Some(_) => trailing.is_empty(),
            };
        if is_same { self.payload.get(..n_read) } else { None }
    }
}

/// The bytes after the magic number, the size and the preview.
fn payload(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.get(MAGIC.len().saturating_add(4)..)?;
    match rest.split_first_chunk() {
        Some((frame, _)) if rest.starts_with(PREVIEW) => rest.get(Frame::decode(frame).length as usize..),
        _ => Some(rest),
    }
}

pub(super) fn file(model: &Model, options: &WriteOptions, original: &Original<'_>) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    out.bytes(MAGIC);
    // The size is patched at the end, when it is known.
    out.value(&0_u32);
    preview(&mut out, model)?;
    let packing = options.packing.unwrap_or(model.packing);
    let original_end = match packing {
        Packing::Plain => {
            chunks(&mut out, model)?;
            original.chunks_end()
        }
        Packing::Zlib => packed(&mut out, model, options, original)?,
    };
    if model.packing == Packing::Plain && !model.trailing.is_empty() {
        let what = "trailing bytes of a model that is not packed";
        let found = model.trailing.len();
        return Err(Error::model(ErrorKind::Mismatch { what, found, expected: 0 }));
    }
    // The size reaches to the end mark or the end of the packed data; other bytes may follow.
    let n_after_end = if model.end.starts_with(END) { model.end.len().saturating_sub(END.len()) } else { 0 };
    let n_after_end = if packing == Packing::Plain { n_after_end } else { 0 };
    let end = out.0.len().saturating_sub(n_after_end);
    let size = count::<u32>(end, "file")?.encode();
    out.bytes(&model.trailing);
    // The original size is kept, right or wrong, if no byte of the file moves.
    let is_as_before = out.0.len() == original.bytes.len() && end == original_end;
    let before = original.bytes.strip_prefix(MAGIC).and_then(|rest| rest.first_chunk().copied());
    let size = before.filter(|_| is_as_before).unwrap_or(size);
    if let Some(place) = out.0.get_mut(MAGIC.len()..).and_then(|rest| rest.first_chunk_mut()) {
        *place = size;
    }
    Ok(out.0)
}

/// Writes the file packed, if that makes it smaller.
pub(super) fn smallest(
    model: &Model,
    options: &WriteOptions,
    original: &Original<'_>,
) -> Result<Vec<u8>, Error> {
    let write = |packing| file(model, &options.clone().packing(packing), original);
    let packed = write(options.packing.unwrap_or(Packing::Zlib))?;
    if options.packing.is_some() {
        return Ok(packed);
    }
    let plain = write(Packing::Plain)?;
    // The reference writer compares, too: format document, section 2.1.
    Ok(if packed.len() < plain.len() { packed } else { plain })
}

/// Writes the preview: format document, section 3.
fn preview(out: &mut Output, model: &Model) -> Result<(), Error> {
    match &model.preview {
        Some(image) => frame(out, *b"PRVW", |out| {
            out.bytes(image);
            Ok(())
        }),
        None => Ok(()),
    }
}

/// Writes packed chunks: format document, section 2.1. Returns the offset at which equal packed data end in the
/// original; 0 if they differ.
fn packed(
    out: &mut Output,
    model: &Model,
    options: &WriteOptions,
    original: &Original<'_>,
) -> Result<usize, Error> {
    let mut plain = Output::default();
    chunks(&mut plain, model)?;
    match original.stream_of(&plain.0, &model.trailing) {
        Some(stream) => {
            out.bytes(stream);
            let start = original.bytes.len().saturating_sub(original.payload.len());
            Ok(start.saturating_add(stream.len()))
        }
        None => {
            out.bytes(&compress_to_vec_zlib(&plain.0, options.level));
            Ok(0)
        }
    }
}

/// Writes the chunks from the header to the end mark: format document, section 2.2.
fn chunks(out: &mut Output, model: &Model) -> Result<(), Error> {
    reserve(out, model.strings.bytes.len());
    head::head(out, model)?;
    for (number, chunk) in model.chunks.iter().enumerate() {
        let body = |out: &mut Output| match chunk.magic() == END {
            // Readers would take such a chunk for the end mark.
            true => {
                let (expected, found) = ("a chunk".into(), "the end mark".into());
                Err(Error::model(ErrorKind::Unexpected { expected, found }))
            }
            false => chunk::chunk(out, chunk, &model.types),
        };
        reserve(out, least(chunk));
        frame(out, chunk.magic(), body).map_err(|error| error.inside(title(number, &chunk.magic())))?;
    }
    reserve(out, model.end.len());
    out.bytes(&model.end);
    Ok(())
}

/// Reserves memory for a part of at least `len` bytes. Doubling the buffer, as it would grow otherwise, would briefly
/// take three times the memory of the file.
fn reserve(out: &mut Output, len: usize) {
    let len = len.saturating_add(32);
    if out.0.capacity().saturating_sub(out.0.len()) < len {
        out.0.reserve_exact(len.max(out.0.len() / 8));
    }
}

/// The minimum size of a chunk in bytes.
fn least(chunk: &Chunk) -> usize {
    match chunk {
        Chunk::Vertices(vertices) => vertices.len().saturating_mul(4),
        Chunk::Mesh(mesh) => mesh.vertices.len(),
        Chunk::VoxelBlock(block) => block.runs.len().saturating_add(block.voxels.len()),
        Chunk::Shape(shape) => shape.commands.len(),
        Chunk::Asset(asset) => asset.data.len(),
        Chunk::Unknown(unknown) => unknown.data.len(),
        _ => 0,
    }
}
