//! Reads the first line, which states the version. Format document, section 2.

use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, fixed, literal};
use crate::error::ErrorKind;
use crate::model::{LineEnd, Version};
use crate::wire::MAGIC;
use nom::Parser;
use nom::branch::alt;
use nom::sequence::preceded;

pub(super) fn first_line(input: Input<'_>) -> Parsed<'_, (Version, LineEnd)> {
    let contents = (field("version", version), field("line_end", line_end));
    preceded(field("magic", literal(MAGIC)), contents).parse(input)
}

pub(super) fn version(input: Input<'_>) -> Parsed<'_, Version> {
    let (rest, text) = fixed::<4>(input)?;
    let [major @ b'0'..=b'9', b'.', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text else {
        let found = text.escape_ascii().to_string();
        return Err(input.fatal(ErrorKind::Unexpected { expected: "a version such as 2.00".into(), found }));
    };
    let [major, tens, ones] = [major, tens, ones].map(|digit| digit.wrapping_sub(b'0'));
    Ok((rest, Version { major, minor: tens.wrapping_mul(10).wrapping_add(ones) }))
}

/// Reads a single line end, because the binary data after it may look like another one.
fn line_end(input: Input<'_>) -> Parsed<'_, LineEnd> {
    let lf = literal(b"\n").map(|()| LineEnd::Lf);
    let cr_lf = literal(b"\r\n").map(|()| LineEnd::CrLf);
    alt((lf, cr_lf)).parse(input)
}
