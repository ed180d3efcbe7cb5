//! Reading of the HEAD chunk. Format document, section 4.

use super::frame::frame;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, literal};
use crate::common::show::{Show, SpanType};
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{Strings, Title, Types, Width};
use crate::read::frame::list_to_end;
use crate::wire::HEAD;
use memchr::memchr;
use nom::Parser;
use nom::combinator::{cut, peek};
use nom::sequence::preceded;

/// The content of the header.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) scale: f32,
    pub(super) types: Types,
    pub(super) strings: Strings,
}

pub(super) fn head(input: Input<'_>) -> Parsed<'_, Head> {
    // Nothing else is allowed here, so this error is not recoverable.
    let magic = peek(cut(literal(HEAD)));
    let (input, length) = preceded(magic, frame).parse(input)?;
    let (rest, own) = input.split(length)?;
    content(own).map(|(_, head)| (rest, head))
}

fn content(input: Input<'_>) -> Parsed<'_, Head> {
    (field("scale", value), field("types", types), strings)
        .map(|(scale, types, strings)| Head { scale, types, strings })
        .parse(input)
}

/// Reads the types. Vertex indices and string offsets must be present, and voxels cannot have four bytes: format
/// document, section 4.1.
fn types(input: Input<'_>) -> Parsed<'_, Types> {
    let (rest, bits) = value(input)?;
    let types = Types::from_bits(bits);
    let refuse = |expected: &'static str, found: &str| {
        let (expected, found) = (expected.into(), format!("{found} ({bits:#010x})"));
        Err(input.fatal(ErrorKind::Unexpected { expected, found }))
    };
    match types {
        Types { vertex: Width::Absent, .. } => refuse("a width of vertex indices", "none"),
        Types { string: Width::Absent, .. } => refuse("a width of string offsets", "none"),
        Types { voxel: Width::Four, .. } => refuse("voxels of one or two bytes", "four"),
        types => Ok((rest, types)),
    }
}

impl Show for Types {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(|_, context, out| write!(out, "{context:#010x}"));

    fn context(&self) -> u64 {
        self.to_bits().into()
    }
}

/// Reads the string table: format document, section 4.3.
fn strings(input: Input<'_>) -> Parsed<'_, Strings> {
    let n_strings = input.bytes().iter().filter(|byte| **byte == 0).count();
    if n_strings < Title::ALL.len() {
        let kind = || ErrorKind::Unexpected { expected: "four titles".into(), found: n_strings.to_string() };
        input.warn_with(|| input.error(kind()).inside("strings"))?;
    } else if input.bytes().last().is_some_and(|last| *last != 0) {
        let kind = || ErrorKind::Malformed { expected: "a zero byte at the end" };
        input.warn_with(|| input.error(kind()).inside("strings"))?;
    }
    input.charge_elements(n_strings)?;
    let (rest, _) = list_to_end("strings", string)(input)?;
    Ok((rest, Strings { bytes: input.bytes().to_vec() }))
}

/// Skips a string with its zero byte; the last one may have none. Nothing is copied, because the model keeps
/// the whole table.
fn string(input: Input<'_>) -> Parsed<'_, ()> {
    let len = memchr(0, input.bytes()).map_or(input.bytes().len(), |len| len.saturating_add(1));
    input.split(len).map(|(rest, _)| (rest, ()))
}
