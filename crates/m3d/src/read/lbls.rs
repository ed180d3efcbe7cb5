//! Reading of LBLS chunks. Format document, section 6.11.

use super::frame::to_end;
use super::reference::reference;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::model::{Label, Labels};
use crate::wire::Context;
use nom::Parser;

pub(super) fn lbls<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Labels> {
    let (input, (group, language, colour)) = (
        field("group", reference(context)),
        field("language", reference(context)),
        field("colour", reference(context)),
    )
        .parse(input)?;
    let (input, (labels, surplus)) = to_end("labels", |input| label(input, context))(input)?;
    Ok((input, Labels { group, language, colour, labels, surplus }))
}

fn label<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Label> {
    // A label may refer to a string of its own, which counts as well.
    input.charge_elements(6)?;
    (field("vertex", reference(context)), field("text", reference(context)))
        .map(|(vertex, text)| Label { vertex, text })
        .parse(input)
}
