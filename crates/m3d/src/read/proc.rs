//! Format document, section 6.6: PROC.

use super::frame;
use super::reference::reference;
use crate::Procedure;
use crate::mould::input::{Input, Parsed, field};
use crate::wire::Context;

pub(super) fn proc<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Procedure> {
    let (input, script) = field("script", reference(context))(input)?;
    let (input, rest) = frame::rest(input)?;
    Ok((input, Procedure { script, rest }))
}
