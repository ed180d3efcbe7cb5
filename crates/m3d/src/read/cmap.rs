//! Format document, section 6.1: CMAP.

use super::frame::surplus;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::rows;
use crate::wire::Context;
use crate::{ColourMap, ErrorKind, Width};

pub(super) fn cmap<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, ColourMap> {
    if context.types.colour == Width::Absent {
        input.warn(|| ErrorKind::AbsentType { what: "colour" })?;
    }
    let (input, colours) = rows("colours", input.bytes().len() / 4)(input)?;
    let (input, surplus) = surplus(input)?;
    Ok((input, ColourMap { colours, surplus }))
}
