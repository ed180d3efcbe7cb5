//! Format document, section 6.11: LBLS.

use super::frame;
use super::reference::reference;
use crate::mould::input::{Input, Parsed, field, part};
use crate::wire::Context;
use crate::{Label, Labels};

pub(super) fn lbls<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Labels> {
    let (input, group) = field("group", reference(context))(input)?;
    let (input, language) = field("language", reference(context))(input)?;
    let (input, colour) = field("colour", reference(context))(input)?;
    let mut labels = Vec::new();
    let read =
        |input: Input<'a>, number| part(|| format!("label {number}"), |input| label(input, context))(input);
    let (input, rest) = frame::records(input, read, |label| labels.push(label))?;
    Ok((input, Labels { group, language, colour, labels, rest }))
}

fn label<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Label> {
    // A label may refer to a string of its own, which counts as well.
    input.grant_elements(6)?;
    let (input, vertex) = field("vertex", reference(context))(input)?;
    let (input, text) = field("text", reference(context))(input)?;
    Ok((input, Label { vertex, text }))
}
