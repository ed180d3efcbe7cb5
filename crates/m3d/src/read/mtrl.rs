//! Format document, section 6.5: MTRL.

use super::frame::{again, to_end};
use super::reference::reference;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::show::{Look, Show};
use crate::mould::words::field;
use crate::wire::Context;
use crate::{ErrorKind, Material, Property, PropertyId, PropertyKind, PropertyValue};

pub(super) fn mtrl<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Material> {
    let (input, name) = field("name", reference(context))(input)?;
    let mut properties = Vec::new();
    let (input, surplus) = to_end(input, "properties", again!(property), context, |input| {
        let (rest, one) = property(input, context)?;
        properties.push(one);
        Ok((rest, ()))
    })?;
    Ok((input, Material { name, properties, surplus }))
}

fn property<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Property> {
    // A property may be a single byte in the file, and may refer to a string of its own.
    input.grant_elements(6)?;
    let (after, id) = field("id", id)(input)?;
    let (rest, value) = match id.kind() {
        Some(PropertyKind::Colour) => {
            field("value", reference(context))(after).map(to(PropertyValue::Colour))?
        }
        Some(PropertyKind::Float) => field("value", value)(after).map(to(PropertyValue::Float))?,
        Some(PropertyKind::Byte) => field("value", value)(after).map(to(PropertyValue::Byte))?,
        Some(PropertyKind::Texture) => {
            field("value", reference(context))(after).map(to(PropertyValue::Texture))?
        }
        // The length of its value is unknown.
        None => {
            let (expected, found) = ("a property of known size".into(), id.0.to_string());
            return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
        }
    };
    Ok((rest, Property { id, value }))
}

fn id(input: Input<'_>) -> Parsed<'_, PropertyId> {
    let (rest, id) = value(input)?;
    Ok((rest, PropertyId(id)))
}

impl Show for PropertyId {
    const LOOK: &'static Look = &Look::field(|bytes, _, out| {
        let id = Self(bytes.first().copied().unwrap_or_default());
        write!(out, "{} {}", id.0, id.keyword().unwrap_or_default())
    });
}

fn to<'a, T>(kind: fn(T) -> PropertyValue) -> impl Fn((Input<'a>, T)) -> (Input<'a>, PropertyValue) {
    move |(rest, value)| (rest, kind(value))
}
