//! Reading of VOXT chunks. Format document, section 6.8.

use super::frame::to_end;
use super::reference::reference;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part};
use crate::common::wire::value;
use crate::model::{Item, VoxelType, VoxelTypes};
use crate::wire::Context;
use nom::Parser;

pub(super) fn voxt<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelTypes> {
    to_end("types", |input| voxel_type(input, context))
        .map(|(types, surplus)| VoxelTypes { types, surplus })
        .parse(input)
}

fn voxel_type<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, VoxelType> {
    // A type takes a few bytes in the file, but the memory of several elements.
    input.charge_elements(10)?;
    let (mut input, (colour, name, info, low, n_items, skin)) = (
        field("colour", reference(context)),
        field("name", reference(context)),
        field("rotation", value::<_, u8>),
        field("shape", value::<_, u8>),
        field("item_count", value::<_, u8>),
        field("skin", reference(context)),
    )
        .parse(input)?;
    // A vector that grows by pushes would allocate space for four items at first.
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
    input.charge_elements(6)?;
    (field("count", value), field("name", reference(context)))
        .map(|(count, name)| Item { count, name })
        .parse(input)
}
