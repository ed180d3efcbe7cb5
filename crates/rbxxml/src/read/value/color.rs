//! Reads colours. Format document, section 6.

use super::children::array;
use super::scalar::whole;
use super::spelled::{Spelled, map};
use super::vector::floats;
use crate::common::input::Parsed;
use crate::error::ErrorKind;
use crate::read::opening::Opening;
use crate::wire;

/// Reads three floats, or a single number as in [`color3uint8`].
pub(super) fn color3<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<[f32; 3]>> {
    if value.has_text() {
        return color3uint8(value).map(map(|color: [u8; 3]| color.map(|byte| f32::from(byte) / 255.0)));
    }
    floats(value, wire::RGB)
}

/// Reads a single number, 0xFFRRGGBB, or three numbers from 0 to 255.
pub(super) fn color3uint8<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Spelled<[u8; 3]>> {
    let input = value.inside;
    if !value.has_text() && !value.tag.is_closed {
        let byte = |child: &Opening<'a, '_>| whole(child, u8::MIN, u8::MAX);
        let (rest, (children, color)) = array(value, wire::RGB, byte)?;
        if children.notes.as_ref().is_some_and(|notes| !notes.parts.is_empty()) {
            return Err(input.fatal(ErrorKind::PartAttributes));
        }
        return Ok((rest, children.make(color, input)?));
    }
    // Old programs wrote it as a signed number.
    let (rest, number) = whole(value, i64::from(i32::MIN), u32::MAX.into())?;
    // The highest byte is an alpha that has no effect.
    let [.., r, g, b] = number.to_be_bytes();
    Ok((rest, [r, g, b].into()))
}
