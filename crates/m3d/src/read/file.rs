//! Reading of the file around the chunks. Format document, section 2.

use super::frame::frame;
use super::{chunk, head};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::kinds::counted;
use crate::common::packed::PlainBuffer;
use crate::common::parsers::{bytes, field, literal, part, remainder, surplus, unknown};
use crate::common::show::{Show, SpanType};
use crate::common::trace::Label;
use crate::common::wire::value;
use crate::common::zlib::{CHECKSUM, HEADER};
use crate::error::ErrorKind;
use crate::model::{Model, Packing};
use crate::options::ReadOptions;
use crate::wire::{Context, END, HEAD, MAGIC, PREVIEW, inflate_zlib, is_unique};
use nom::Parser;
use nom::combinator::cond;

pub(super) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Model> {
    let whole = input;
    let (input, ()) = field("magic", literal(MAGIC))(input)?;
    let (rest, (size, preview)) = (field("size", value::<_, u32>), preview).parse(input)?;
    // Nothing else shows whether the chunks are packed: format document, section 2.
    let packing = if rest.bytes().starts_with(HEAD) { Packing::Plain } else { Packing::Zlib };
    let (rest, mut model) = match packing {
        Packing::Plain => chunks(rest, options)?,
        Packing::Zlib => packed(rest, options)?,
    };
    // The size reaches to the end mark or the end of the packed data; other bytes may follow.
    let n_after_end = if model.end.starts_with(END) { model.end.len().saturating_sub(END.len()) } else { 0 };
    let end = rest.position().saturating_sub(if packing == Packing::Plain { n_after_end } else { 0 });
    let size = size as usize;
    // There may be bytes between the end of packed data and the size: format document, section 2.1.
    if size != end && (packing == Packing::Plain || size < end || size > whole.bytes().len()) {
        let kind = || {
            let expected = format!("a size of {end} bytes").into();
            ErrorKind::Unexpected { expected, found: size.to_string() }
        };
        input.warn_with(|| input.error(kind()).inside("size"))?;
    }
    let (rest, trailing) = surplus("trailing")(rest)?;
    (model.preview, model.packing, model.trailing) = (preview, packing, trailing.to_vec());
    Ok((rest, model))
}

/// Reads the preview: format document, section 3.
fn preview(input: Input<'_>) -> Parsed<'_, Option<Vec<u8>>> {
    cond(input.bytes().starts_with(PREVIEW), part("preview", image)).parse(input)
}

fn image(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    let (input, length) = frame(input)?;
    let (rest, own) = input.split(length)?;
    field("image", remainder)(own).map(|(_, image)| (rest, image.to_vec()))
}

/// The highest compression ratio that causes no warning. Deflate reaches at most 1032 to 1, for constant
/// bytes; voxel models reach 20 to 1.
const MAX_DEFLATED: usize = 500;

/// Reads packed chunks: format document, section 2.1.
fn packed<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Model> {
    let (start, limit) = (input.position(), input.remaining().output_bytes.get());
    let mut plain = PlainBuffer::default();
    let (n_read, fault) = inflate_zlib(input.bytes(), limit, &mut plain);
    let n_plain = plain.bytes().len();
    input.charge_output(n_plain)?;
    let fault = match fault {
        // The data before the damage are used if they start like a model.
        Some(kind) if !plain.bytes().starts_with(HEAD) => return Err(input.fatal(kind)),
        fault => fault,
    };
    // A high ratio is harmless if the output is small, as that of a short constant stream.
    if n_plain > n_read.saturating_mul(MAX_DEFLATED) && n_plain > 1 << 20 {
        input.warn(|| ErrorKind::Inflated { packed: n_read, plain: n_plain })?;
    }
    let rest = stream(input, n_read, n_plain, fault)?;
    let model = input.read_inner(start, &mut plain, |input| chunks(input, options))?;
    Ok((rest, model))
}

/// Traces the parts of a zlib stream, and warns if it is damaged.
fn stream<'a>(
    input: Input<'a>,
    n_read: usize,
    n_plain: usize,
    fault: Option<ErrorKind>,
) -> Checked<Input<'a>> {
    let n_packed = n_read.saturating_sub(HEADER).saturating_sub(CHECKSUM);
    let warn = |input: Input<'a>, kind: &ErrorKind| input.warn(|| kind.clone());
    let (rest, own) = input.split(n_read)?;
    let header = bytes(HEADER.min(n_read));
    let deflate = |input: Input<'a>| {
        if let Some(kind @ ErrorKind::Compression { .. }) = &fault {
            warn(input, kind)?;
        }
        bytes(n_packed).map(|_| Packed(n_plain)).parse(input)
    };
    let checksum = |input: Input<'a>| {
        if let Some(kind @ ErrorKind::Checksum { .. }) = &fault {
            warn(input, kind)?;
        }
        remainder(input)
    };
    (field("zlib_header", header), field("deflate", deflate), field("checksum", checksum)).parse(own)?;
    Ok(rest)
}

/// A deflate stream, which traces print as the length of its decompressed data.
struct Packed(usize);

impl Show for Packed {
    const SPAN_TYPE: &'static SpanType =
        &SpanType::field(|_, n_plain, out| write!(out, "{}", counted(n_plain, "byte")));

    fn context(&self) -> u64 {
        self.0.try_into().unwrap_or(u64::MAX)
    }
}

/// Reads the chunks from the header to the end mark: format document, section 2.2.
fn chunks<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Model> {
    let (mut input, head) = part("header", head::head)(input)?;
    let context = Context::survey(head.types, &head.strings, input.bytes(), options);
    let mut chunks = Vec::new();
    let mut seen = Vec::new();
    while !input.bytes().starts_with(END) && !input.bytes().is_empty() {
        let letters = input.bytes().get(..4).unwrap_or_default();
        let magic = letters.first_chunk().copied().unwrap_or_default();
        let label = Label { word: "chunks", index: Some(chunks.len()), text: letters };
        let framed = part(label, |input: Input<'a>| {
            // An error in the frame of a chunk ends the file; an error in its content affects that chunk only.
            let (body, length) = frame(input)?;
            let (rest, own) = body.split(length)?;
            // A chunk may be empty in the file, but takes the memory of many elements.
            input.charge_elements(24)?;
            if is_unique(magic) && seen.contains(&magic) {
                let name = magic.escape_ascii().to_string();
                input.warn(|| ErrorKind::Duplicate { what: "chunk", name })?;
            }
            chunk::chunk(own, magic, &context).map(|(_, chunk)| (rest, chunk))
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
                input.recover(error)?;
                break;
            }
        }
    }
    let (input, end) = end(input)?;
    let head::Head { scale, types, strings } = head;
    Ok((input, Model { scale, types, strings, chunks, end: end.to_vec(), ..Model::default() }))
}

/// Reads the end mark and all bytes after it, or the bytes in place of the end mark.
fn end(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let all = input.bytes();
    if !all.starts_with(END) {
        let found = || all.get(..END.len()).unwrap_or(all).to_vec();
        let kind = || ErrorKind::UnexpectedBytes { expected: END, found: found() };
        input.warn_with(|| input.error(kind()).inside("end"))?;
        return if all.is_empty() { Ok((input, all)) } else { unknown("unread")(input) };
    }
    (field("end", literal(END)), surplus("trailing")).map(|_| all).parse(input)
}
