//! Reading of materials in the text form. Text format document, section 7.

use super::Text;
use super::line::{blanks, colour, expected, line_end, real, small, word, words};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use crate::model::{Chunk, ColourRef, Material, Property, PropertyId, PropertyKind, PropertyValue};
use crate::read::frame::list_to_end;
use nom::Parser;

pub(super) fn material<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, name) = super::name(input, "name")?;
    let mut material = Material { name: text.names.name(name), ..Material::default() };
    let read = |input| {
        let (rest, (id, value)) = property(input)?;
        rest.charge_elements(6)?;
        let value = match value {
            Value::Unknown(key) => {
                let found = in_quotes(key);
                input.warn(|| ErrorKind::Unexpected { expected: "the key of a property".into(), found })?;
                return Ok((rest, ()));
            }
            Value::Colour(colour) => PropertyValue::Colour(ColourRef(colour)),
            Value::Float(number) => PropertyValue::Float(number),
            Value::Byte(number) => PropertyValue::Byte(number),
            Value::Texture(name) => PropertyValue::Texture(text.names.name(name)),
        };
        material.properties.push(Property { id, value });
        Ok((rest, ()))
    };
    let (rest, _) = list_to_end("lines", read)(rest)?;
    text.chunks.push(Chunk::Material(material));
    Ok((rest, ()))
}

enum Value<'a> {
    Unknown(&'a [u8]),
    Colour(u32),
    Float(f32),
    Byte(u8),
    Texture(&'a [u8]),
}

fn property(input: Input<'_>) -> Parsed<'_, (PropertyId, Value<'_>)> {
    let (rest, key) = field("key", word)(input)?;
    let id = id(key);
    let (rest, value) = match id.and_then(PropertyId::kind) {
        // Programs skip lines with unknown keys.
        None => field("value", words).map(|_| Value::Unknown(key)).parse(rest)?,
        Some(PropertyKind::Colour) => field("value", colour).map(Value::Colour).parse(rest)?,
        Some(PropertyKind::Float) => field("value", real).map(Value::Float).parse(rest)?,
        Some(PropertyKind::Byte) => field("value", small).map(Value::Byte).parse(rest)?,
        Some(PropertyKind::Texture) => {
            let (after, name) = field("value", words)(rest)?;
            if name.is_empty() {
                return Err(expected(blanks(rest), "the name of a texture"));
            }
            (after, Value::Texture(name))
        }
    };
    let (rest, ()) = field("line_end", line_end)(rest)?;
    Ok((rest, (id.unwrap_or(PropertyId(0)), value)))
}

/// Returns true if a line that starts with this word is a property; programs skip other lines.
pub(super) fn is_key(word: &[u8]) -> bool {
    id(word).and_then(PropertyId::kind).is_some()
}

/// The property that a key names, including spellings of other documents and programs.
fn id(key: &[u8]) -> Option<PropertyId> {
    match key {
        b"map_bump" | b"bump" => Some(PropertyId::BUMP_MAP),
        b"map_refl" | b"refl" => Some(PropertyId::METALLIC_MAP),
        // The second spelling is what the reference library writes, the third what it reads.
        b"map_N" | b"map_map_N" | b"map_il" => Some(PropertyId::NORMAL_MAP),
        key => {
            let is_key = |id: &&PropertyId| id.keyword().is_some_and(|keyword| keyword.as_bytes() == key);
            PropertyId::ALL.iter().find(is_key).copied()
        }
    }
}
