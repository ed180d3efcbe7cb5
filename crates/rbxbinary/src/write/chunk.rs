//! Format document, section 2: chunks and their compression.

use super::{inst, meta, prnt, prop, sign, sstr};
use crate::chunks::{RawChunk, chunks};
use crate::compress::{Deflater, Inflater, start_of};
use crate::model::{Chunk, ClassId, Model};
use crate::mould::output::{Output, count};
use crate::mould::wire::Tag;
use crate::outline::class;
use crate::wire::{END_NAME, Frame, lz4};
use crate::{Compression, Error, ReadOptions, WriteOptions};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Writes one chunk after the other, with the same buffers.
pub(super) struct Packer<'o> {
    plain: Output,
    deflater: Deflater,
    originals: Originals<'o>,
    /// How many instances each class has.
    pub(super) n_instances: BTreeMap<ClassId, usize>,
}

impl<'o> Packer<'o> {
    pub(super) fn new(model: &Model, options: &WriteOptions) -> Self {
        let mut n_instances = BTreeMap::new();
        for class in model.chunks.iter().filter_map(class) {
            n_instances.entry(class.id).or_insert(class.referents.len());
        }
        let (deflater, originals) = (Deflater::new(options.compression), Originals::default());
        Self { plain: Output::default(), deflater, originals, n_instances }
    }

    /// Takes what is the same from the chunks of `original`.
    pub(super) fn onto(self, original: &'o [u8], read: &ReadOptions) -> Self {
        Self { originals: Originals::new(original, read), ..self }
    }

    /// A chunk with its frame.
    pub(super) fn chunk(&mut self, out: &mut Output, chunk: &Chunk) -> Result<(), Error> {
        let name = chunk.name();
        if let Chunk::Packed(packed) = chunk {
            let frame = Frame::of(packed);
            count::<u32>(packed.body.len(), "body")?;
            match self.originals.take_packed(frame, &packed.body) {
                Some(original) => out.value(&original.frame),
                None => out.value(&frame),
            }
            out.bytes(&packed.body);
            return Ok(());
        }
        self.plain.0.clear();
        let n = |id: ClassId| self.n_instances.get(&id).copied();
        let lent = match chunk {
            Chunk::Column(column) => prop::lent(&mut self.plain, column, n(column.class))?,
            _ => None,
        };
        let plain = match lent {
            Some(lent) => lent,
            None => {
                self.plain.0.clear();
                payload(&mut self.plain, chunk, &self.n_instances)?;
                &self.plain.0
            }
        };
        match self.originals.take(name, plain) {
            Some(original) => {
                out.value(&original.frame);
                out.bytes(original.body);
                Ok(())
            }
            None => {
                let head = Frame { name: Tag(name), packed_len: 0, plain_len: 0, reserved: 0 };
                frame(out, head, plain, &mut self.deflater)
            }
        }
    }
}

/// Frame and body of a plain payload. Of `frame`, name and reserved field count.
pub(crate) fn frame(
    out: &mut Output,
    frame: Frame,
    plain: &[u8],
    deflater: &mut Deflater,
) -> Result<(), Error> {
    let plain_len = count(plain.len(), "payload")?;
    let body = if frame.name.0 == END_NAME { None } else { deflater.deflate(plain)? };
    let packed_len = count(body.map_or(0, <[u8]>::len), "body")?;
    out.value(&Frame { packed_len, plain_len, ..frame });
    out.bytes(body.unwrap_or(plain));
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
        Chunk::End(content) => {
            data.bytes(content);
            Ok(())
        }
        Chunk::Unknown(unknown) => {
            data.bytes(&unknown.data);
            Ok(())
        }
        Chunk::Packed(_) => Ok(()),
    }
}

/// The chunks of a file that is written again.
///
/// What a chunk is about is in its first bytes: class and property. Those of the original that are about the
/// same thing are compared in their order, each once, so that the time is linear and only one is unpacked at a time.
#[derive(Default)]
struct Originals<'o> {
    by_start: HashMap<Start, VecDeque<RawChunk<'o>>>,
    inflater: Inflater,
    read: ReadOptions,
}

/// A chunk's name, and the first bytes of its payload.
type Start = ([u8; 4], Vec<u8>);

/// So many bytes of a payload say what it is about; of two properties whose long names begin alike, the order does.
const N_START: usize = 48;

impl<'o> Originals<'o> {
    /// Takes what it can: an original that is broken helps as far as it goes.
    fn new(original: &'o [u8], read: &ReadOptions) -> Self {
        let mut all = Self { read: read.clone().strict(false), ..Self::default() };
        for chunk in chunks(original).into_iter().flatten() {
            let mut start = [0; N_START];
            let start = start_of(chunk.body, chunk.frame.is_stored(), &mut start).unwrap_or_default();
            all.by_start.entry(Self::start(chunk.name(), start)).or_default().push_back(chunk);
        }
        all
    }

    fn start(name: [u8; 4], plain: &[u8]) -> Start {
        // Class, length of the property's name, and the name; of the other chunks there are few.
        let len = match &name {
            b"PROP" => plain
                .get(4..)
                .and_then(<[u8]>::first_chunk)
                .map_or(8, |len| u32::from_le_bytes(*len).saturating_add(8)),
            b"INST" => 4,
            _ => 0,
        };
        let len = plain.len().min(N_START).min(len as usize);
        (name, plain.get(..len).unwrap_or_default().to_vec())
    }

    /// The next chunk of the original that is about the same, if its payload is the same.
    fn take(&mut self, name: [u8; 4], plain: &[u8]) -> Option<RawChunk<'o>> {
        if self.by_start.is_empty() {
            return None;
        }
        let chunk = self.by_start.get_mut(&Self::start(name, plain))?.pop_front()?;
        let is_same = chunk.plain_len() == plain.len()
            && match chunk.compression() {
                Compression::Stored => chunk.body == plain,
                Compression::Lz4 => lz4::holds(chunk.body, plain),
                Compression::Zstd => {
                    chunk.inflate(&mut self.inflater, &self.read).is_ok_and(|original| original == plain)
                }
            };
        is_same.then_some(chunk)
    }

    /// As [`take`](Self::take), of a chunk that was never unpacked.
    fn take_packed(&mut self, frame: Frame, body: &[u8]) -> Option<RawChunk<'o>> {
        if self.by_start.is_empty() {
            return None;
        }
        let mut start = [0; N_START];
        let start = start_of(body, frame.is_stored(), &mut start).unwrap_or_default();
        let chunk = self.by_start.get_mut(&Self::start(frame.name.0, start))?.pop_front()?;
        (chunk.body == body && chunk.frame.plain_len == frame.plain_len).then_some(chunk)
    }
}
