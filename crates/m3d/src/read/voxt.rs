//! Format document, section 6.8: VOXT.

use super::frame::{again, to_end};
use super::reference::reference;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{field, part};
use crate::wire::Context;
use crate::{Item, VoxelType, VoxelTypes};

pub(super) fn voxt<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelTypes> {
    let mut types = Vec::new();
    let (input, surplus) = to_end(input, "types", again!(voxel_type), context, |input| {
        let (rest, one) = voxel_type(input, context)?;
        types.push(one);
        Ok((rest, ()))
    })?;
    Ok((input, VoxelTypes { types, surplus }))
}

fn voxel_type<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelType> {
    // A type takes a few bytes in the file, but the memory of several elements.
    input.grant_elements(10)?;
    let (input, colour) = field("colour", reference(context))(input)?;
    let (input, name) = field("name", reference(context))(input)?;
    let (input, info) = field("rotation", value::<_, u8>)(input)?;
    let (input, low) = field("shape", value::<_, u8>)(input)?;
    let (input, n_items) = field("item_count", value::<_, u8>)(input)?;
    let (mut input, skin) = field("skin", reference(context))(input)?;
    // The first item of a list allocates room for four.
    let mut items = Vec::with_capacity(n_items.into());
    for number in 0..n_items.into() {
        let (rest, one) = part(("items", number), |input| item(input, context))(input)?;
        items.push(one);
        input = rest;
    }
    // Bit 6 of the rotation is the ninth bit of the shape.
    let (rotation, shape) = (info & 0xbf, u16::from(info & 0x40) << 2 | u16::from(low));
    Ok((input, VoxelType { colour, name, rotation, shape, skin, items }))
}

fn item<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Item> {
    input.grant_elements(6)?;
    let (input, count) = field("count", value)(input)?;
    let (input, name) = field("name", reference(context))(input)?;
    Ok((input, Item { count, name }))
}
