//! Reads chunks. Format document, section 2.

use super::{inst, meta, prnt, prop, sign, sstr};
use crate::chunks::Chunks;
use crate::common::input::{Input, Parsed, Reading};
use crate::common::kinds::counted;
use crate::common::parsers::{field, fixed, named, remainder, unknown};
use crate::common::show::{Show, SpanType};
use crate::common::trace::Label;
use crate::common::wire::Wire;
use crate::compress::{Inflater, compression};
use crate::context::Context;
use crate::error::ErrorKind;
use crate::model::{Chunk, Packed, Unknown, shown};
use crate::options::Compression;
use crate::wire::{END, END_NAME, Frame, lz4, trimmed};
use std::sync::Arc;

impl Context<'_> {
    /// Scans the frames to count the chunks and to read the classes that come after a column.
    pub(super) fn look_ahead(&mut self, chunks: Input<'_>) {
        let mut late = Context::new(self.options, self.n_bytes);
        // A separate reading, because warnings are reported when the chunk itself is read. It is shared by all these
        // chunks, so that together they stay within the limits.
        let reading = Reading::new(false, self.options.limits, self.n_bytes);
        let (mut n_chunks, mut seen_column, mut inflater) = (0_usize, false, Inflater::default());
        for chunk in Chunks::within(chunks.bytes()) {
            n_chunks = n_chunks.saturating_add(1);
            seen_column |= chunk.name() == *b"PROP";
            if seen_column && chunk.name() == *b"INST" {
                let _ =
                    reading.read(chunk.body, |body| unpack(body, chunk.frame, 0, &mut late, &mut inflater));
                // Only the names and the numbers of instances are needed.
                late.chunks.clear();
            }
        }
        // Each of these frames lies in the file, so this is no more than the input justifies.
        self.chunks.reserve_exact(n_chunks);
        self.places.reserve_exact(n_chunks);
        Arc::make_mut(&mut self.classes).add_late(&late.classes);
    }

    /// Returns the chunk to keep in place of a column that the options exclude: `None` if the column is to be read,
    /// `Some(None)` to discard it.
    #[cold]
    fn left_out(&mut self, body: Input<'_>, frame: Frame, inflater: &mut Inflater) -> Option<Option<Packed>> {
        let wanted = self.options.columns.0.as_ref().filter(|_| frame.name.0 == *b"PROP")?;
        // Usually enough for a class id and a name; a column with a longer name is read.
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
                inflater.inflate(body, plain_len).ok()?;
                inflater.plain.bytes()
            }
        };
        // A separate reading: if the column is read, its warnings are reported then.
        let reading = Reading::new(false, self.options.limits, 0);
        let column = reading.read(start, |data| {
            let (rest, (id, property)) = prop::head(data)?;
            // A column of an undeclared class is read, so that a warning names it.
            let is_wanted = self.classes.get(id).is_none_or(|class| wanted(&class.name, property));
            Ok((rest, (!is_wanted).then(|| (id, property.into()))))
        });
        let column = column.ok()??;
        if self.options.forget {
            return Some(None);
        }
        Some(Some(Packed { column: Some(column), ..packed(bytes, frame) }))
    }
}

impl Context<'_> {
    /// Reads the chunk at which strict reading has stopped again, to get its full name.
    #[cold]
    fn finish(&mut self, chunk: Input<'_>) {
        if self.options.strict {
            let reading = Reading::new(false, self.options.limits, self.n_bytes);
            let _ = reading.read(chunk.bytes(), |input| framed(input, self, &mut Inflater::default()));
        }
    }

    fn push_unknown(&mut self, name: [u8; 4], payload: Input<'_>) {
        // `lend` puts the buffer here afterwards.
        let data = if self.may_lend { Vec::new() } else { payload.bytes().to_vec() };
        self.chunks.push(Chunk::Unknown(Unknown { name, data }));
    }
}

/// Reads the next chunk, under its name.
// `inline(always)`, here and below, because an input is three words that every call would otherwise store and reload.
#[inline(always)]
pub(super) fn chunk<'a>(
    input: Input<'a>,
    context: &mut Context<'_>,
    inflater: &mut Inflater,
) -> Parsed<'a, ()> {
    let name = input.bytes().get(..4).unwrap_or(input.bytes());
    let label = Label { word: "chunks", index: Some(context.chunks.len()), text: trimmed(name) };
    let span = input.open(label, SpanType::PART)?;
    // Not the word `part`: the whole name is known only afterwards.
    match framed(input, context, inflater) {
        Ok(done) if !input.needs_end(span) => Ok(done),
        Ok((rest, ())) => {
            rest.source.finish(rest.bytes(), span, (label, || context.title(label)), 0);
            Ok((rest, ()))
        }
        Err(error) => {
            context.finish(input);
            Err(input.source.fail(span, (label, || context.title(label)), error))
        }
    }
}

/// Reads a chunk with its frame.
// Chunks are passed through the context, because returning them would move them at every level and files contain
// thousands of chunks of fifty bytes.
#[inline(always)]
pub(super) fn framed<'a>(
    input: Input<'a>,
    context: &mut Context<'_>,
    inflater: &mut Inflater,
) -> Parsed<'a, ()> {
    // The header is read as bytes, which are moved faster than four numbers.
    let (body, frame) = named("frame", Frame::SPAN_TYPE, fixed, |bytes| (bytes, 0))(input)?;
    let frame = Frame::decode(&frame);
    let (rest, body) = body.split(frame.body_len())?;
    if frame.reserved != 0 {
        let (expected, found) = ("0 as reserved".into(), frame.reserved.to_string());
        input.warn(|| ErrorKind::Unexpected { expected, found })?;
    }
    // Chunks that stay packed keep this place; reading a payload replaces it.
    context.places.push((None, input.position()));
    if context.options.columns.0.is_some()
        && let Some(packed) = context.left_out(body, frame, inflater)
    {
        let _ = unknown("body")(body)?;
        match packed {
            Some(packed) => context.chunks.push(Chunk::Packed(packed)),
            // `places` has one entry per chunk that is kept.
            None => drop(context.places.pop()),
        }
        return Ok((rest, ()));
    }
    unpack(body, frame, input.position(), context, inflater)?;
    Ok((rest, ()))
}

/// Reads the body of a chunk. Paths do not contain a name for it.
#[inline(always)]
pub(super) fn unpack<'a>(
    body: Input<'a>,
    frame: Frame,
    start: usize,
    context: &mut Context<'_>,
    inflater: &mut Inflater,
) -> Parsed<'a, ()> {
    if frame.is_stored() {
        (context.block, context.may_lend) = (None, false);
        return payload(body, frame.name.0, context);
    }
    const PACKED: &SpanType =
        &SpanType::field(|_, n_bytes, out| write!(out, "compressed, of {}", counted(n_bytes, "byte")));
    let span = body.open("body", PACKED)?;
    let (end, bytes) = remainder(body)?;
    if body.source.reading.is_paused.get() && frame.name.0 == *b"PROP" {
        // No later chunk depends on a column, so that it may stay packed.
        context.chunks.push(Chunk::Packed(packed(bytes, frame)));
        end.close(span, frame.plain_len.into());
        return Ok((end, ()));
    }
    // A tracer takes over the buffer, so that strings may not borrow from it.
    (context.block, context.may_lend) = (Some(start), frame.plain_len >= LENT && !body.is_traced());
    match inflater.inflate(body, frame.plain_len as usize) {
        Ok(()) => {
            body.read_inner(start, &mut inflater.plain, |data| payload(data, frame.name.0, context))?;
            lend(inflater, context.chunks.last_mut());
        }
        Err(error) => {
            // A body that does not decompress stays packed. Format document, section 8.
            body.recover(error)?;
            context.chunks.push(Chunk::Packed(packed(bytes, frame)));
        }
    }
    end.close(span, frame.plain_len.into());
    Ok((end, ()))
}

/// The minimum plain length for which a chunk takes over the buffer into which it was decompressed.
const LENT: u32 = 4096;

/// Moves the payload into the chunk that was read from it, if the chunk needs its buffer.
#[inline]
fn lend(inflater: &mut Inflater, chunk: Option<&mut Chunk>) {
    match chunk {
        Some(Chunk::Column(column)) => {
            if let Some(strings) = column.values.strings_mut().filter(|strings| strings.lacks_buffer()) {
                strings.adopt(inflater.lend());
            }
        }
        Some(Chunk::Unknown(unknown)) if unknown.data.is_empty() => unknown.data = inflater.lend(),
        _ => {}
    }
}

fn packed(body: &[u8], frame: Frame) -> Packed {
    let Frame { name, plain_len, reserved, .. } = frame;
    let (is_stored, body) = (frame.is_stored(), body.to_vec());
    Packed { name: name.0, is_stored, plain_len, reserved, body, column: None }
}

/// Reads a decompressed payload. If it cannot be decoded, its bytes are kept.
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
        data.recover(error)?;
        // Without a name: the first of these bytes have names already.
        let (rest, _) = remainder(data)?;
        context.push_unknown(name, data);
        Ok((rest, ()))
    })
}

/// Reads a chunk of an unknown kind. Format document, section 8.
fn other<'a>(data: Input<'a>, name: [u8; 4], context: &mut Context<'_>) -> Parsed<'a, ()> {
    data.warn(|| ErrorKind::UnknownChunk)?;
    let (rest, _) = unknown("payload")(data)?;
    context.push_unknown(name, data);
    Ok((rest, ()))
}

/// Reads the END chunk. Format document, section 3.
fn end<'a>(data: Input<'a>, context: &mut Context<'_>) -> Parsed<'a, ()> {
    let (rest, content) = field("content", remainder)(data)?;
    // Roblox's web upload searches the file for this text. Format document, section 3, END.
    if content != END {
        let (expected, found) = ("</roblox>".into(), shown(content));
        data.warn(|| ErrorKind::Unexpected { expected, found })?;
    }
    if context.block.is_some() {
        let (expected, found) = ("END stored".into(), "END compressed".into());
        data.warn(|| ErrorKind::Unexpected { expected, found })?;
    }
    context.chunks.push(Chunk::End(content.to_vec()));
    Ok((rest, ()))
}
