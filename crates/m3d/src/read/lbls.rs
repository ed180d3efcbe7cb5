//! Format document, section 6.11: LBLS.

use super::frame::{again, to_end};
use super::reference::reference;
use crate::mould::input::{Input, Parsed};
use crate::mould::words::field;
use crate::wire::Context;
use crate::{Label, Labels};

pub(super) fn lbls<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Labels> {
    let (input, group) = field("group", reference(context))(input)?;
    let (input, language) = field("language", reference(context))(input)?;
    let (input, colour) = field("colour", reference(context))(input)?;
    let mut labels = Vec::new();
    let (input, surplus) = to_end(input, "labels", again!(label), context, |input| {
        let (rest, one) = label(input, context)?;
        labels.push(one);
        Ok((rest, ()))
    })?;
    Ok((input, Labels { group, language, colour, labels, surplus }))
}

fn label<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Label> {
    // A label may refer to a string of its own, which counts as well.
    input.grant_elements(6)?;
    let (input, vertex) = field("vertex", reference(context))(input)?;
    let (input, text) = field("text", reference(context))(input)?;
    Ok((input, Label { vertex, text }))
}
