//! Writes chunks. Format document, section 2.

use super::{inst, meta, prnt, prop, sign, sstr};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::common::wire::Wire;
use crate::compress::{Deflater, append};
use crate::error::ErrorKind;
use crate::model::{Chunk, ClassId, Model, Packed, Unknown};
use crate::options::{Compression, ReadOptions, WriteOptions};
use crate::originals::Originals;
use crate::outline::class;
use crate::wire::{END_NAME, Frame, Tag};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Writes chunks with reused buffers.
pub(super) struct Packer<'o> {
    plain: Output,
    deflater: Deflater,
    originals: Originals<'o>,
    /// The number of instances of each class.
    pub(super) n_instances: Arc<BTreeMap<ClassId, usize>>,
}

impl<'o> Packer<'o> {
    pub(super) fn new(model: &Model, options: &WriteOptions) -> Self {
        let mut n_instances = BTreeMap::new();
        for class in model.chunks.iter().filter_map(class) {
            // If classes share an id, columns belong to the first of them, as in reading.
            n_instances.entry(class.id).or_insert(class.referents.len());
        }
        Self::with(options.compression, Arc::new(n_instances))
    }

    pub(super) fn with(compression: Compression, n_instances: Arc<BTreeMap<ClassId, usize>>) -> Self {
        let (deflater, originals) = (Deflater::new(compression), Originals::none());
        Self { plain: Output::default(), deflater, originals, n_instances }
    }

    /// Makes a packer that copies unchanged chunks from `original` and compresses the others like those of `original`.
    pub(super) fn onto(self, original: &'o [u8], read: &ReadOptions) -> Self {
        let originals = Originals::new(original, read);
        let deflater = originals.compression().map_or(self.deflater, Deflater::thorough);
        Self { originals, deflater, ..self }
    }

    pub(super) fn compression(&self) -> Compression {
        self.deflater.compression
    }

    /// Returns true if there are chunks of an original to copy.
    pub(super) fn is_onto(&self) -> bool {
        !self.originals.is_empty()
    }

    /// Writes a chunk with its frame.
    pub(super) fn chunk(&mut self, out: &mut Output, chunk: &Chunk) -> Result<(), Error> {
        let name = chunk.name();
        if let Chunk::Packed(packed) = chunk {
            return as_it_is(out, packed);
        }
        self.plain.0.clear();
        let n = |id: ClassId| self.n_instances.get(&id).copied();
        let lent = match chunk {
            Chunk::Column(column) => prop::lent(&mut self.plain, column, n(column.class))?,
            Chunk::End(plain) | Chunk::Unknown(Unknown { data: plain, .. }) => Some(&**plain),
            _ => None,
        };
        let plain = match lent {
            Some(lent) => lent,
            None => {
                // `prop::lent` may have left the head of a column here.
                self.plain.0.clear();
                payload(&mut self.plain, chunk, &self.n_instances)?;
                &self.plain.0
            }
        };
        match self.originals.take(name, plain) {
            Some(original) => {
                out.value(&original.frame);
                append(out, original.body);
                Ok(())
            }
            None => {
                let head = Frame { name: Tag(name), packed_len: 0, plain_len: 0, reserved: 0 };
                frame(out, head, plain, &mut self.deflater)
            }
        }
    }
}

/// Writes a chunk that was never unpacked.
fn as_it_is(out: &mut Output, packed: &Packed) -> Result<(), Error> {
    let frame = Frame::from_packed(packed);
    let (expected, found) = (frame.body_len(), packed.body.len());
    if expected != found {
        return Err(Error::model(ErrorKind::Mismatch { what: "bytes in the body", found, expected }));
    }
    out.value(&frame);
    append(out, &packed.body);
    Ok(())
}

/// Writes the frame and body of a payload. Only the name and the reserved field of `frame` are used.
pub(crate) fn frame(
    out: &mut Output,
    frame: Frame,
    plain: &[u8],
    deflater: &mut Deflater,
) -> Result<(), Error> {
    let plain_len = count(plain.len(), "payload")?;
    // The compressed length is known only afterwards, so the frame is overwritten below.
    let start = out.0.len();
    out.value(&frame);
    let body = out.0.len();
    // END is never compressed. Format document, section 3, END.
    if frame.name.0 != END_NAME {
        deflater.deflate(plain, out)?;
    }
    let packed_len = count(out.0.len().saturating_sub(body), "body")?;
    // A compressed length of 0 means that the body is the payload. Format document, section 2.
    if packed_len == 0 {
        append(out, plain);
    }
    let head = Frame { packed_len, plain_len, ..frame }.encode();
    if let Some(place) = out.0.get_mut(start..body) {
        place.copy_from_slice(&head);
    }
    Ok(())
}

fn payload(data: &mut Output, chunk: &Chunk, n_instances: &BTreeMap<ClassId, usize>) -> Result<(), Error> {
    match chunk {
        Chunk::Metadata(metadata) => meta::meta(data, metadata),
        Chunk::SharedStrings(shared) => sstr::sstr(data, shared),
        Chunk::Class(class) => inst::inst(data, class),
        Chunk::Column(column) => prop::prop(data, column, n_instances.get(&column.class).copied()),
        Chunk::Hierarchy(hierarchy) => prnt::prnt(data, hierarchy),
        Chunk::Signatures(signatures) => sign::sign(data, signatures),
        // These hold their payload or body as bytes, which the caller writes.
        Chunk::End(_) | Chunk::Unknown(_) | Chunk::Packed(_) => Ok(()),
    }
}
