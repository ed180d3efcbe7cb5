//! Format document, section 6.6: PROC.

use super::frame::surplus;
use super::reference::reference;
use crate::Procedure;
use crate::mould::input::{Input, Parsed};
use crate::mould::words::field;
use crate::wire::Context;

pub(super) fn proc<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Procedure> {
    let (input, script) = field("script", reference(context))(input)?;
    let (input, surplus) = surplus(input)?;
    Ok((input, Procedure { script, surplus }))
}
