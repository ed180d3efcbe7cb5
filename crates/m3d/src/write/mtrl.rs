//! Writing of MTRL chunks. Format document, section 6.5.

use super::reference::reference;
use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{Material, Property, PropertyValue, Types};

pub(super) fn mtrl(out: &mut Output, material: &Material, types: &Types) -> Result<(), Error> {
    reference(out, material.name, types)?;
    for (number, one) in material.properties.iter().enumerate() {
        property(out, one, types).map_err(|error| error.inside(format!("properties[{number}]")))?;
    }
    out.bytes(&material.surplus);
    Ok(())
}

fn property(out: &mut Output, property: &Property, types: &Types) -> Result<(), Error> {
    if property.id.kind() != Some(property.value.kind()) {
        let expected = match property.id.kind() {
            Some(kind) => format!("a value of kind {kind:?} for property {}", property.id.0).into(),
            None => "a property of known size".into(),
        };
        let found = format!("{:?}", property.value);
        return Err(Error::model(ErrorKind::Unexpected { expected, found }));
    }
    out.value(&property.id.0);
    match property.value {
        PropertyValue::Colour(colour) => reference(out, colour, types)?,
        PropertyValue::Float(number) => out.value(&number),
        PropertyValue::Byte(number) => out.value(&number),
        PropertyValue::Texture(name) => reference(out, name, types)?,
    }
    Ok(())
}
