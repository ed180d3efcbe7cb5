//! Format document, section 6.1: CMAP.

use super::frame;
use crate::mould::input::{Input, Parsed, rows};
use crate::wire::Context;
use crate::{ColourMap, ErrorKind, Width};

pub(super) fn cmap<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, ColourMap> {
    if context.types.colour == Width::Absent {
        input.warn(ErrorKind::AbsentType { what: "colour" })?;
    }
    let (input, colours) = rows("colours", input.bytes().len() / 4)(input)?;
    let (input, rest) = frame::rest(input)?;
    Ok((input, ColourMap { colours, rest }))
}
