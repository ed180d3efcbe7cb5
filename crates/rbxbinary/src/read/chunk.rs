//! Format document, section 2: chunks and their compression.

use super::{inst, meta, prnt, prop, sign, sstr};
use crate::chunks::Chunks;
use crate::compress::{Inflater, compression, start_of};
use crate::model::{Chunk, Class, ClassId, Name, Packed, Unknown, shown};
use crate::mould::input::{Input, Parsed, Reading, field, remainder, row, span, unknown};
use crate::mould::layout::SpanKind;
use crate::outline::Spot;
use crate::wire::{END, END_NAME, Frame};
use crate::{Compression, Error, ErrorKind, Place, ReadOptions};
use std::collections::BTreeMap;

/// What is known of the file so far.
pub(super) struct Context<'o> {
    pub(super) options: &'o ReadOptions,
    pub(super) chunks: Vec<Chunk>,
    pub(super) classes: Classes,
    inflater: Inflater,
    /// Where the chunk starts that is being read, if its payload is compressed.
    block: Option<usize>,
    /// For each chunk: its start if its payload is compressed, and where its references or the payload begin.
    places: Vec<(Option<usize>, usize)>,
    /// A bit for each unknown type that was warned of.
    pub(super) warned: [u64; 4],
}

/// The classes declared so far.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// Those of Studio are numbered in their order, so that the id is the index.
    numbered: Vec<Declared>,
    others: BTreeMap<ClassId, Declared>,
    /// Those that come after a column, which they do in no file of Studio.
    late: BTreeMap<ClassId, Declared>,
}

/// What a column needs to know of its class.
#[derive(Debug, Clone)]
pub(super) struct Declared {
    pub(super) name: Name,
    pub(super) n_instances: usize,
}

impl Classes {
    /// Notes a class; says whether its id was free.
    pub(super) fn declare(&mut self, class: &Class) -> bool {
        let index = class.id.0 as usize;
        if index < self.numbered.len() || self.others.contains_key(&class.id) {
            return false;
        }
        let declared = Declared { name: class.name.clone(), n_instances: class.referents.len() };
        if index == self.numbered.len() {
            self.numbered.push(declared);
        } else {
            self.others.insert(class.id, declared);
        }
        true
    }

    #[inline]
    pub(super) fn get(&self, id: ClassId) -> Option<&Declared> {
        let numbered = self.numbered.get(id.0 as usize);
        numbered.or_else(|| self.others.get(&id)).or_else(|| self.late.get(&id))
    }

    /// What messages call a column.
    pub(super) fn title(&self, class: ClassId, property: &[u8]) -> String {
        let class = self.get(class).map_or_else(|| "?".into(), |class| shown(&class.name));
        format!("{class}.{}", shown(property))
    }
}

impl<'o> Context<'o> {
    pub(super) fn new(options: &'o ReadOptions) -> Self {
        Self {
            options,
            chunks: Vec::new(),
            classes: Classes::default(),
            inflater: Inflater::default(),
            block: None,
            places: Vec::new(),
            warned: [0; 4],
        }
    }

    /// Whether strings of the chunk that is being read may do without a buffer, as they will get the chunk's own.
    pub(super) fn may_lend(&self, plain_len: usize) -> bool {
        self.block.is_some() && plain_len >= LENT
    }

    /// Notes that the references of the chunk that is being read begin here.
    pub(super) fn references_at(&mut self, data: Input<'_>) {
        self.places.last_mut().into_iter().for_each(|place| *place = (self.block, data.at()));
    }

    /// An error at a reference, or at a chunk; after the last one, at the end of what was read.
    pub(super) fn error(&self, kind: ErrorKind, spot: Spot, end: usize) -> Error {
        let row = spot.row.unwrap_or_default();
        let place = match self.places.get(spot.chunk) {
            Some((Some(start), at)) => Place::Chunk { start: *start, at: at.saturating_add(row) },
            Some((None, at)) => Place::Input(at.saturating_add(row)),
            None => Place::Input(end),
        };
        let mut error = Error::new(place, kind);
        let Some(chunk) = self.chunks.get(spot.chunk) else { return error };
        if let Some(row) = spot.row {
            error = error.inside(format!("value {row}"));
        }
        match chunk {
            Chunk::Class(class) => error = error.inside(shown(&class.name)),
            Chunk::Column(column) => error = error.inside(self.classes.title(column.class, &column.name)),
            _ => {}
        }
        error.inside(format!("{} #{}", trimmed(&chunk.name()).escape_ascii(), spot.chunk))
    }

    /// Walks over the frames: counts them, and reads the classes that come after a column.
    pub(super) fn look_ahead(&mut self, chunks: Input<'_>) {
        let mut late = Context::new(self.options);
        // A reading of its own: what is wrong is said when the chunk's turn comes. One for all, so that all keep
        // to the limits.
        let reading = Reading::new(false, self.options.limits);
        let (mut n_chunks, mut seen_column) = (0_usize, false);
        for chunk in Chunks::within(chunks.bytes()) {
            n_chunks = n_chunks.saturating_add(1);
            seen_column |= chunk.name() == *b"PROP";
            if seen_column && chunk.name() == *b"INST" {
                let _ = reading.read(chunk.body, |body| unpack(body, chunk.frame, 0, &mut late));
            }
        }
        self.chunks.reserve_exact(n_chunks);
        self.places.reserve_exact(n_chunks);
        let numbered = (0..).map(ClassId).zip(late.classes.numbered);
        self.classes.late = numbered.chain(late.classes.others).collect();
    }

    /// What to keep of a column, if the options leave it out.
    #[cold]
    fn left_out(&mut self, body: Input<'_>, frame: Frame) -> Option<Option<Packed>> {
        let wanted = self.options.columns.0.as_ref().filter(|_| frame.name.0 == *b"PROP")?;
        let (mut start, bytes) = ([0; 256], body.bytes());
        let start = match compression(bytes, frame.is_stored()) {
            // It gives nothing before a whole window is decoded, so this is within the limits.
            Compression::Zstd => {
                let plain_len = frame.plain_len as usize;
                self.inflater.inflate(body, plain_len).ok()?;
                self.inflater.plain(plain_len)
            }
            _ => start_of(bytes, frame.is_stored(), &mut start)?,
        };
        let (id, property, _) = prop::quick_head(start)?;
        if wanted(&self.classes.get(id)?.name, property) {
            return None;
        }
        if self.options.forget {
            return Some(None);
        }
        Some(Some(Packed { column: Some((id, property.into())), ..packed(bytes, frame) }))
    }
}

/// From this length on, strings keep the buffer that their chunk was decompressed into.
const LENT: usize = 4096;

/// A chunk's name without its padding.
pub(crate) fn trimmed(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
    name.get(..end).unwrap_or(name)
}

/// A chunk with its frame.
// The chunks are handed on through the context: each level that returned one would move it, and files hold
// thousands of chunks of fifty bytes. And an input is three words, which each call that is not inlined would write and
// wait for: hence `inline(always)`, here and below.
#[inline(always)]
pub(super) fn chunk<'a>(input: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (body, frame) = row::<_, Frame>("frame")(input)?;
    let (rest, body) = body.split(frame.body_len())?;
    if frame.reserved != 0 {
        let (expected, found) = ("0 as reserved".into(), frame.reserved.to_string());
        input.warn(ErrorKind::Unexpected { expected, found })?;
    }
    context.places.push((None, input.at()));
    if context.options.columns.0.is_some()
        && let Some(packed) = context.left_out(body, frame)
    {
        let _ = unknown("body")(body)?;
        match packed {
            Some(packed) => context.chunks.push(Chunk::Packed(packed)),
            // Places go with chunks.
            None => drop(context.places.pop()),
        }
        return Ok((rest, ()));
    }
    unpack(body, frame, input.at(), context)?;
    Ok((rest, ()))
}

/// A chunk's body.
#[inline(always)]
pub(super) fn unpack<'a>(
    body: Input<'a>,
    frame: Frame,
    start: usize,
    context: &mut Context<'_>,
) -> Parsed<'a, ()> {
    if frame.is_stored() {
        context.block = None;
        return span("body", |data| payload(data, frame.name.0, context))(body);
    }
    let opened = body.open("body");
    let (end, bytes) = remainder(body)?;
    context.block = Some(start);
    let plain_len = frame.plain_len as usize;
    let mut inflater = std::mem::take(&mut context.inflater);
    match inflater.inflate(body, plain_len) {
        Ok(()) => {
            let plain = inflater.plain(plain_len);
            body.block(start, plain, |data| payload(data, frame.name.0, context))?;
            if context.may_lend(plain_len)
                && let Some(Chunk::Column(column)) = context.chunks.last_mut()
                && let Some(strings) = column.values.strings_mut().filter(|strings| strings.lacks_buffer())
            {
                strings.adopt(inflater.lend(plain_len));
            }
        }
        Err(error) => {
            body.excuse(error)?;
            context.chunks.push(Chunk::Packed(packed(bytes, frame)));
        }
    }
    context.inflater = inflater;
    if opened.is_some() {
        end.close(opened, SpanKind::Field, || format!("compressed, of {plain_len} bytes"));
    }
    Ok((end, ()))
}

fn packed(body: &[u8], frame: Frame) -> Packed {
    let Frame { name, plain_len, .. } = frame;
    Packed { name: name.0, is_stored: frame.is_stored(), plain_len, body: body.to_vec(), column: None }
}

/// A chunk's plain payload. One that cannot be read is kept as it is.
#[inline(always)]
fn payload<'a>(data: Input<'a>, name: [u8; 4], context: &mut Context<'_>) -> Parsed<'a, ()> {
    context.references_at(data);
    let parsed = match &name {
        b"META" => meta::meta(data, context),
        b"SSTR" => sstr::sstr(data, context),
        b"INST" => inst::inst(data, context),
        b"PROP" => prop::prop(data, context),
        b"PRNT" => prnt::prnt(data, context),
        b"SIGN" => sign::sign(data, context),
        &END_NAME => end(data, context),
        _ => other(data, name, context),
    };
    parsed.or_else(|error| {
        data.excuse(error)?;
        // Without a name: the beginning of these bytes has names already.
        let (rest, bytes) = remainder(data)?;
        context.chunks.push(Chunk::Unknown(Unknown { name, data: bytes.to_vec() }));
        Ok((rest, ()))
    })
}

fn other<'a>(data: Input<'a>, name: [u8; 4], context: &mut Context<'_>) -> Parsed<'a, ()> {
    data.warn(ErrorKind::UnknownChunk)?;
    let (rest, bytes) = unknown("payload")(data)?;
    context.chunks.push(Chunk::Unknown(Unknown { name, data: bytes.to_vec() }));
    Ok((rest, ()))
}

/// Format document, section 3, END.
fn end<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (rest, content) = field("content", remainder)(data)?;
    if content != END {
        let (expected, found) = ("</roblox>".into(), shown(content));
        data.warn(ErrorKind::Unexpected { expected, found })?;
    }
    if context.block.is_some() {
        data.warn(ErrorKind::Unexpected { expected: "END stored".into(), found: "it compressed".into() })?;
    }
    context.chunks.push(Chunk::End(content.to_vec()));
    Ok((rest, ()))
}

/// What a newer program may have added to a payload.
pub(super) fn left_over(data: Input<'_>) -> Parsed<'_, Vec<u8>> {
    if data.bytes().is_empty() {
        return Ok((data, Vec::new()));
    }
    data.warn(ErrorKind::LeftOver { n_bytes: data.bytes().len() })?;
    unknown("left over")(data).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// Format document, section 4.
pub(super) fn string(data: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, len) = crate::mould::input::value::<_, u32>(data)?;
    crate::mould::input::bytes(len as usize)(rest)
}
