//! Format document, section 2: chunks and their compression.

use super::{inst, meta, prnt, prop, sign, sstr};
use crate::chunks::Chunks;
use crate::compress::compression;
use crate::context::Context;
use crate::model::{Chunk, Packed, Unknown, shown};
use crate::mould::input::{Input, Parsed, Reading, field, remainder, row, span, unknown};
use crate::mould::layout::SpanKind;
use crate::wire::{END, END_NAME, Frame, lz4};
use crate::{Compression, ErrorKind};

impl Context<'_> {
    /// Scans the frames to count the chunks and to read the classes that come after a column.
    pub(super) fn look_ahead(&mut self, chunks: Input<'_>) {
        let mut late = Context { limits: self.limits, ..Context::new(self.options, 0) };
        // A separate reading, because warnings are reported when the chunk itself is read. It is shared by all these
        // chunks, so that together they stay within the limits.
        let reading = Reading::new(false, self.limits);
        let (mut n_chunks, mut seen_column) = (0_usize, false);
        for chunk in Chunks::within(chunks.bytes()) {
            n_chunks = n_chunks.saturating_add(1);
            seen_column |= chunk.name() == *b"PROP";
            if seen_column && chunk.name() == *b"INST" {
                let _ = reading.read(chunk.body, |body| unpack(body, chunk.frame, 0, &mut late));
                // Only the names and the numbers of instances are needed.
                late.chunks.clear();
            }
        }
        self.chunks.reserve_exact(n_chunks);
        self.places.reserve_exact(n_chunks);
        self.classes.add_late(late.classes);
    }

    /// What to keep of a column that the options exclude: `None` if it is to be read, `Some(None)` to discard it.
    #[cold]
    fn left_out(&mut self, body: Input<'_>, frame: Frame) -> Option<Option<Packed>> {
        let wanted = self.options.columns.0.as_ref().filter(|_| frame.name.0 == *b"PROP")?;
        let (mut start, bytes) = ([0; 256], body.bytes());
        let start = match compression(bytes, frame.is_stored()) {
            Compression::Stored => bytes,
            Compression::Lz4 => {
                let len = lz4::decode_start(bytes, &mut start)?;
                start.get(..len)?
            }
            // The decoder outputs nothing before a whole window is decoded, so decode everything, within the limits.
            Compression::Zstd => {
                let plain_len = frame.plain_len as usize;
                self.inflater.inflate(body, plain_len).ok()?;
                self.inflater.plain(plain_len)
            }
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

/// A chunk with its frame.
// Chunks are passed through the context, because returning them would move them at every level and files contain
// thousands of chunks of fifty bytes. `inline(always)`, here and below, because an input is three words that every call
// would otherwise store and reload.
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
            // `places` has one entry per chunk that is kept.
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
    let Frame { name, plain_len, reserved, .. } = frame;
    let (is_stored, body) = (frame.is_stored(), body.to_vec());
    Packed { name: name.0, is_stored, plain_len, reserved, body, column: None }
}

/// A decompressed payload. If it cannot be read, its bytes are kept.
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
        // Not named in the layout: the first of these bytes are named already.
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
        data.warn(ErrorKind::Unexpected { expected: "END stored".into(), found: "END compressed".into() })?;
    }
    context.chunks.push(Chunk::End(content.to_vec()));
    Ok((rest, ()))
}
