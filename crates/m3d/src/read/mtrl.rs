//! Reading of MTRL chunks. Format document, section 6.5.

use super::frame::to_end;
use super::reference::reference;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::show::{Show, SpanType};
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{Material, Property, PropertyId, PropertyKind, PropertyValue};
use crate::wire::Context;
use nom::Parser;

pub(super) fn mtrl<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Material> {
    (field("name", reference(context)), to_end("properties", |input| property(input, context)))
        .map(|(name, (properties, surplus))| Material { name, properties, surplus })
        .parse(input)
}

fn property<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Property> {
    // A property may be a single byte in the file, and may refer to a string of its own.
    input.charge_elements(6)?;
    let (after, id) = field("id", id)(input)?;
    let (rest, value) = match id.kind() {
        Some(PropertyKind::Colour) => {
            field("value", reference(context)).map(PropertyValue::Colour).parse(after)?
        }
        Some(PropertyKind::Float) => field("value", value).map(PropertyValue::Float).parse(after)?,
        Some(PropertyKind::Byte) => field("value", value).map(PropertyValue::Byte).parse(after)?,
        Some(PropertyKind::Texture) => {
            field("value", reference(context)).map(PropertyValue::Texture).parse(after)?
        }
        // The length of an unknown property is not known, so the rest cannot be read.
        None => {
            let (expected, found) = ("a property of known size".into(), id.0.to_string());
            return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
        }
    };
    Ok((rest, Property { id, value }))
}

fn id(input: Input<'_>) -> Parsed<'_, PropertyId> {
    value.map(PropertyId).parse(input)
}

impl Show for PropertyId {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(|bytes, _, out| {
        let id = Self(bytes.first().copied().unwrap_or_default());
        write!(out, "{} {}", id.0, id.keyword().unwrap_or_default())
    });
}
