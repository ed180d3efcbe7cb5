//! Format document, section 2: the file around the chunks.

use super::frame::frame;
use super::{chunk, head};
use crate::mould::input::{
    Input, Parsed, bytes, field, inside, left_over, literal, part, remainder, span, unknown, value,
};
use crate::mould::wire::Show;
use crate::packing::{self, Inflated};
use crate::wire::{Context, END, HEAD, MAGIC, PREVIEW, TEXT_MAGIC, is_unique};
use crate::{ErrorKind, Limits, Model, Packing, ReadOptions};
use nom::Err;

pub(super) fn file<'a>(input: Input<'a>, options: &ReadOptions, limits: Limits) -> Parsed<'a, Model> {
    let whole = input;
    if input.bytes().starts_with(TEXT_MAGIC) {
        return Err(input.fatal(ErrorKind::TextForm));
    }
    let (input, ()) = field("magic", literal(MAGIC))(input)?;
    let (after_size, size) = field("size", value::<_, u32>)(input)?;
    let (rest, preview) = preview(after_size)?;
    let packing = if rest.bytes().starts_with(HEAD) { Packing::Plain } else { Packing::Zlib };
    let (rest, mut model) = match packing {
        Packing::Plain => chunks(rest, options)?,
        Packing::Zlib => span("payload", |input| packed(input, options, limits))(rest)?,
    };
    // The size reaches to the end mark or the end of the packed data; other bytes may follow.
    let behind_end = if model.end.starts_with(END) { model.end.len().saturating_sub(END.len()) } else { 0 };
    let end = rest.at().saturating_sub(if packing == Packing::Plain { behind_end } else { 0 });
    let size = size as usize;
    if size != end && (packing == Packing::Plain || size < end || size > whole.bytes().len()) {
        let (expected, found) = (format!("a size of {end} bytes").into(), size.to_string());
        input.excuse(Err::Failure(input.error(ErrorKind::Unexpected { expected, found }).inside("size")))?;
    }
    let (rest, trailing) = left_over("trailing")(rest)?;
    (model.preview, model.packing, model.trailing) = (preview, packing, trailing.to_vec());
    Ok((rest, model))
}

/// Section 3.
fn preview(input: Input<'_>) -> Parsed<'_, Option<Vec<u8>>> {
    if !input.bytes().starts_with(PREVIEW) {
        return Ok((input, None));
    }
    part("PRVW", |input: Input<'_>| {
        let (rest, length) = frame(input)?;
        let (rest, image) = inside(length, field("image", remainder))(rest)?;
        Ok((rest, Some(image.to_vec())))
    })(input)
}

/// The highest ratio that is read without a warning. Deflate reaches at most 1032 to 1, on constant bytes; voxel
/// models reach 20 to 1.
const MOST_DEFLATED: usize = 500;

/// Section 2.1.
fn packed<'a>(input: Input<'a>, options: &ReadOptions, limits: Limits) -> Parsed<'a, Model> {
    let start = input.at();
    let limit = limits.output_bytes;
    let Inflated { plain, n_used, fault, is_too_long } =
        packing::inflate(input.bytes(), options.engine, limit, packing::guess(input.bytes().len()));
    input.grant_output(plain.len().max(if is_too_long { limit.saturating_add(1) } else { 0 }))?;
    match fault {
        Some(fault) if !plain.starts_with(HEAD) => return Err(input.fatal(fault)),
        Some(fault) => input.warn(fault)?,
        None => {}
    }
    // A high ratio is harmless if the output is small, as that of a short constant stream.
    if plain.len() > n_used.saturating_mul(MOST_DEFLATED) && plain.len() > 1 << 20 {
        input.warn(ErrorKind::Inflated { packed: n_used, plain: plain.len() })?;
    }
    let rest = stream(input, n_used)?;
    let model = input.block(start, &plain, |input| chunks(input, options))?;
    Ok((rest, model))
}

/// The layout of a zlib stream.
fn stream(input: Input<'_>, n_used: usize) -> Result<Input<'_>, Err<crate::Error>> {
    let n_packed = n_used.saturating_sub(packing::HEADER).saturating_sub(packing::CHECKSUM);
    let (rest, ()) = inside(n_used, |input| {
        let (input, _) = field("zlib header", bytes(packing::HEADER.min(n_used)))(input)?;
        let (input, _) = field("deflated data", |input| {
            let (rest, data) = bytes(n_packed)(input)?;
            Ok((rest, Packed(data.len())))
        })(input)?;
        let (input, _) = field("Adler-32", remainder)(input)?;
        Ok((input, ()))
    })(input)?;
    Ok(rest)
}

struct Packed(usize);

impl Show for Packed {
    fn show(&self) -> String {
        format!("{} bytes", self.0)
    }
}

/// Section 2.2: from the header to the end mark.
fn chunks<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Model> {
    let (mut input, head) = part("HEAD", head::head)(input)?;
    let context = Context::survey(head.types, &head.strings, input.bytes(), options);
    let mut chunks = Vec::new();
    let mut seen = Vec::new();
    while !input.bytes().starts_with(END) && !input.bytes().is_empty() {
        let magic = input.bytes().first_chunk::<4>().copied().unwrap_or_default();
        let title = || format!("{} #{}", magic.escape_ascii(), chunks.len());
        let framed = part(title, |input: Input<'a>| {
            // An error in the frame of a chunk ends the file; an error in its content affects that chunk only.
            let (body, length) = frame(input)?;
            body.split(length)?;
            // A chunk may be empty in the file, but takes the memory of many elements.
            input.grant_elements(24)?;
            if is_unique(magic) && seen.contains(&magic) {
                input.warn(ErrorKind::Repeated)?;
            }
            inside(length, |body| chunk::chunk(body, magic, &context))(body)
        })(input);
        match framed {
            Ok((rest, chunk)) => {
                if is_unique(magic) && !seen.contains(&magic) {
                    seen.push(magic);
                }
                input = rest;
                chunks.push(chunk);
            }
            Err(error) => {
                input.excuse(error)?;
                break;
            }
        }
    }
    let (input, end) = end(input)?;
    let head::Head { scale, types, strings } = head;
    Ok((input, Model { scale, types, strings, chunks, end: end.to_vec(), ..Model::default() }))
}

/// The end mark and all bytes after it; or whatever bytes are there instead.
fn end(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let all = input.bytes();
    if !all.starts_with(END) {
        let found = all.get(..END.len()).unwrap_or(all).to_vec();
        let error = input.error(ErrorKind::UnexpectedBytes { expected: END, found }).inside("end");
        input.excuse(Err::Failure(error))?;
        return if all.is_empty() { Ok((input, all)) } else { unknown("unread")(input) };
    }
    let (input, ()) = field("end", literal(END))(input)?;
    let (input, _) = left_over("behind the end")(input)?;
    Ok((input, all))
}
