//! Reads fonts. Format document, section 6.

use super::children::{children, set};
use super::content::content_id;
use super::scalar::unsigned;
use super::spelled::Spelled;
use crate::common::input::Parsed;
use crate::model::{Font, FontStyle};
use crate::read::opening::Opening;
use crate::wire;

pub(super) fn font<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<Box<Font>>> {
    let mut font = Box::<Font>::default();
    let (rest, found) = children(value, wire::FONT, |name, child| match name {
        "Family" => content_id(child).map(set(&mut font.family)),
        "Weight" => unsigned(child).map(set(&mut font.weight)),
        "Style" => style(child).map(set(&mut font.style)),
        _ => content_id(child).map(|(rest, face)| {
            font.cached_face_id = Some(face.value);
            (rest, face.notes)
        }),
    })?;
    // The face that the engine resolved last is only written once it is known.
    found.need_all_but("CachedFaceId", value.inside)?;
    Ok((rest, Spelled { value: font, notes: found.notes }))
}

fn style<'a>(value: &Opening<'a, '_>) -> Parsed<'a, FontStyle> {
    let (rest, style) = value.word()?;
    let style = match &*style {
        // Other programs write the number of the enumeration's item.
        b"Normal" | b"0" => FontStyle::Normal,
        b"Italic" | b"1" => FontStyle::Italic,
        _ => FontStyle::Other(style.as_ref().into()),
    };
    Ok((rest, style))
}
