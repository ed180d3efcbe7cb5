//! Reading of CMAP chunks. Format document, section 6.1.

use super::frame::surplus;
use crate::common::input::{Input, Parsed};
use crate::common::wire::rows;
use crate::error::ErrorKind;
use crate::model::{ColourMap, Width};
use crate::wire::Context;
use nom::Parser;

pub(super) fn cmap<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, ColourMap> {
    if context.types.colour == Width::Absent {
        input.warn(|| ErrorKind::AbsentType { what: "colour" })?;
    }
    (rows("colours", input.bytes().len() / 4), surplus)
        .map(|(colours, surplus)| ColourMap { colours, surplus })
        .parse(input)
}
