//! Format document, section 4: HEAD.

use super::frame::frame;
use crate::ErrorKind;
use crate::mould::divided::divided;
use crate::mould::input::{Input, Parsed};
use crate::mould::raw::inside;
use crate::mould::rows::value;
use crate::mould::show::{Look, Show};
use crate::mould::words::{field, literal};
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
        let (input, strings) = strings(input)?;
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
    const LOOK: &'static Look = &Look::field(|_, context, out| write!(out, "{context:#010x}"));

    fn context(&self) -> u64 {
        self.to_bits().into()
    }
}

/// Section 4.3.
fn strings(input: Input<'_>) -> Parsed<'_, Strings> {
    let n_strings = input.bytes().iter().filter(|byte| **byte == 0).count();
    if n_strings < Title::ALL.len() {
        let kind = || ErrorKind::Unexpected { expected: "four titles".into(), found: n_strings.to_string() };
        input.warn_with(|| input.error(kind()).inside("strings"))?;
    } else if input.bytes().last().is_some_and(|last| *last != 0) {
        let kind = || ErrorKind::Malformed { expected: "a zero byte at the end" };
        input.warn_with(|| input.error(kind()).inside("strings"))?;
    }
    input.grant_elements(n_strings)?;
    let (rest, all) = divided("strings", input.bytes().len(), string, 0)(input)?;
    Ok((rest, Strings { bytes: all.to_vec() }))
}

/// A string with its zero byte; the last one may have none.
fn string(input: Input<'_>, _: u64) -> Parsed<'_, &[u8]> {
    let all = input.bytes();
    let len = all.iter().position(|byte| *byte == 0).map_or(all.len(), |len| len.saturating_add(1));
    input.split(len).map(|(rest, string)| (rest, string.bytes()))
}
