//! Format document, section 4: HEAD.

use super::frame::frame;
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed, each, field, inside, literal, part, value};
use crate::mould::wire::Show;
use crate::wire::HEAD;
use crate::{Strings, Title, Types, Width};

/// The decoded header.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) scale: f32,
    pub(super) types: Types,
    pub(super) strings: Strings,
}

pub(super) fn head(input: Input<'_>) -> Parsed<'_, Head> {
    // Nothing else is allowed here, so this error is not recoverable.
    if let Err(nom::Err::Error(error)) = literal(HEAD)(input) {
        return Err(nom::Err::Failure(error));
    }
    let (input, length) = frame(input)?;
    inside(length, |input| {
        let (input, scale) = field("scale", value::<_, f32>)(input)?;
        let (input, types) = field("types", types)(input)?;
        let (input, strings) = part("strings", strings)(input)?;
        Ok((input, Head { scale, types, strings }))
    })(input)
}

/// Section 4.1: vertex indices and string offsets must be present, and voxels cannot have four bytes.
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
    fn show(&self) -> String {
        format!("{:#010x}", self.to_bits())
    }
}

/// Section 4.3.
fn strings(input: Input<'_>) -> Parsed<'_, Strings> {
    let strings = Strings { bytes: input.bytes().to_vec() };
    let n_strings = input.bytes().iter().filter(|byte| **byte == 0).count();
    if n_strings < Title::ALL.len() {
        let (expected, found) = ("four titles".into(), n_strings.to_string());
        input.warn(ErrorKind::Unexpected { expected, found })?;
    } else if input.bytes().last().is_some_and(|last| *last != 0) {
        input.warn(ErrorKind::Malformed { expected: "a zero byte at the end" })?;
    }
    if input.is_recording() {
        let (rest, ()) = each(n_strings, string, drop)(input)?;
        let left = rest.bytes().len();
        let rest = if left > 0 { crate::mould::input::unknown("without end")(rest)?.0 } else { rest };
        return Ok((rest, strings));
    }
    // The same number as in the layout, so that both stop at the same limit.
    input.grant_elements(n_strings)?;
    let (rest, _) = crate::mould::input::remainder(input)?;
    Ok((rest, strings))
}

fn string(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let len = input.bytes().iter().position(|byte| *byte == 0).unwrap_or(input.bytes().len());
    let (rest, string) = input.split(len.saturating_add(1))?;
    Ok((rest, string.bytes().get(..len).unwrap_or_default()))
}
