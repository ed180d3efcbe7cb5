//! Writing of materials in the text form. Text format document, section 7.

use super::Text;
use super::line::Lines;
use crate::common::error::Error;
use crate::model::{Material, Property, PropertyId, PropertyValue};

pub(super) fn material(out: &mut Lines, text: &Text<'_>, material: &Material) -> Result<(), Error> {
    let key = |property: &Property| key(property.id).filter(|_| can_be_said(text, property));
    let mut said =
        material.properties.iter().filter_map(|property| Some((key(property)?, property))).peekable();
    if said.peek().is_none() {
        return Ok(());
    }
    out.pair("Material", &text.name(material.name));
    for (key, property) in said {
        out.word(key);
        match property.value {
            PropertyValue::Colour(colour) => out.format(format_args!("#{:08x}", text.colour(colour))),
            PropertyValue::Float(number) => out.real(number, key)?,
            PropertyValue::Byte(number) => out.integer(number.into()),
            PropertyValue::Texture(name) => out.bytes(&text.name(name)),
        }
        out.end();
    }
    out.end();
    Ok(())
}

/// Returns true if the value is of the kind that the property requires, and a texture has a name.
fn can_be_said(text: &Text<'_>, property: &Property) -> bool {
    let has_name = match property.value {
        PropertyValue::Texture(name) => !text.name(name).is_empty(),
        _ => true,
    };
    has_name && property.id.kind() == Some(property.value.kind())
}

/// The key on which documents and the reference library agree: it reads `map_il`, but not `map_N`. Text format
/// document, section 7.
fn key(id: PropertyId) -> Option<&'static str> {
    match id {
        PropertyId::NORMAL_MAP => Some("map_il"),
        id => id.keyword(),
    }
}
