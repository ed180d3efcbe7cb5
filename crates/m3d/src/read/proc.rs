//! Reading of PROC chunks. Format document, section 6.6.

use super::frame::surplus;
use super::reference::reference;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::model::Procedure;
use crate::wire::Context;
use nom::Parser;

pub(super) fn proc<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Procedure> {
    (field("script", reference(context)), surplus)
        .map(|(script, surplus)| Procedure { script, surplus })
        .parse(input)
}
