//! Reading of the header in the text form. Text format document, section 3.

use super::line::{empty_lines, line_end, real, to_end, word};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, literal};
use crate::error::ErrorKind;
use crate::model::Title;
use crate::wire::{TEXT_MAGIC, n_empty, until_zero};
use nom::Parser;
use nom::combinator::{cond, opt};
use nom::sequence::terminated;

pub(super) struct Header {
    pub(super) scale: f32,
    /// The titles in the order of the string table.
    pub(super) titles: [Vec<u8>; 4],
}

pub(super) fn header(input: Input<'_>) -> Parsed<'_, Header> {
    let (rest, magic) = field("magic", word)(input)?;
    if magic != TEXT_MAGIC {
        let found = magic.get(..TEXT_MAGIC.len()).unwrap_or(magic).to_vec();
        return Err(input.fatal(ErrorKind::UnexpectedBytes { expected: TEXT_MAGIC, found }));
    }
    let scale = cond(super::line::next(rest).is_some(), field("scale", scale));
    let (mut input, scale) = terminated(scale, field("line_end", line_end)).parse(rest)?;
    let mut titles: [Vec<u8>; 4] = Default::default();
    for (title, (name, kind)) in titles.iter_mut().zip(NAMES) {
        let line;
        (input, line) = match kind {
            Title::Description => field(name, description)(input)?,
            _ => field(name, title_line)(input)?,
        };
        input.charge_elements(1)?;
        *title = until_zero(&line).to_vec();
    }
    // Programs write an empty line for an empty description, and another one after every description.
    let n_empty = n_empty(input.bytes());
    let (rest, own) = input.split(n_empty)?;
    field("empty_lines", empty_lines)(own)?;
    Ok((rest, Header { scale: scale.unwrap_or(1.0), titles }))
}

const NAMES: [(&str, Title); 4] = [
    ("name", Title::Name),
    ("licence", Title::Licence),
    ("author", Title::Author),
    ("description", Title::Description),
];

/// Reads the scale. A scale that is not a number causes a warning, and counts as unknown.
fn scale(input: Input<'_>) -> Parsed<'_, f32> {
    real(input).or_else(|error| {
        input.recover(error)?;
        word(input).map(|(rest, _)| (rest, 1.0))
    })
}

/// Reads a line, including its end.
fn title_line(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    terminated(to_end, opt(literal(b"\n"))).map(<[u8]>::to_vec).parse(input)
}

/// Reads lines up to an empty one, and joins them by line feeds.
fn description(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    let (mut rest, mut all) = (input, Vec::new());
    while !rest.bytes().is_empty() && n_empty(rest.bytes()) == 0 {
        let line;
        (rest, line) = title_line(rest)?;
        if !all.is_empty() {
            all.push(b'\n');
        }
        all.extend_from_slice(&line);
    }
    Ok((rest, all))
}
