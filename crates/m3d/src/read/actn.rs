//! Format document, section 6.12: ACTN.

use super::frame::{again, surplus};
use super::reference::{count, expect, field_of, reference};
use crate::mould::each::each_with;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::{records, value};
use crate::mould::show::{Field, Look};
use crate::mould::words::field;
use crate::wire::{Context, index_from};
use crate::{Action, BoneIndex, Frame, OrientationIndex, Transform, Types, VertexIndex};
use std::borrow::Cow;

pub(super) fn actn<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Action> {
    let (input, name) = field("name", reference(context))(input)?;
    let (input, n_frames) = field("frame_count", value::<_, u16>)(input)?;
    let (input, duration) = field("duration", value)(input)?;
    let mut frames = Vec::new();
    let read = |input| {
        let (rest, one) = frame(input, context)?;
        frames.push(one);
        Ok((rest, ()))
    };
    let (input, ()) = each_with("frames", Some(n_frames.into()), again!(frame), context.packed, read)(input)?;
    let (input, surplus) = surplus(input)?;
    Ok((input, Action { name, duration, frames, surplus }))
}

fn frame<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Frame> {
    // A frame takes a few bytes in the file, but the memory of four elements.
    input.grant_elements(4)?;
    let (input, time) = field("time", value)(input)?;
    let (input, count) = field("transform_count", count(context.types.transforms))(input)?;
    let Types { bone, vertex, .. } = context.types;
    let position_at = bone.bytes();
    let orientation_at = position_at.saturating_add(vertex.bytes());
    let stride = orientation_at.saturating_add(vertex.bytes());
    let look = const { &Look::table(fields) };
    let (rest, all) = records("transforms", count as usize, stride, look, context.packed)(input)?;
    input.grant_elements(count as usize)?;
    let records = input.with(all);
    let mut transforms = Vec::with_capacity(count as usize);
    for (number, record) in all.chunks_exact(stride).enumerate() {
        let (bone, rest) = record.split_at_checked(position_at).unwrap_or_default();
        let (position, orientation) = rest.split_at_checked(vertex.bytes()).unwrap_or_default();
        let (bone, position, orientation) = (index_from(bone), index_from(position), index_from(orientation));
        let at = number.saturating_mul(stride);
        expect::<BoneIndex>(records, at, bone, context, ("transforms", number, "bone"))?;
        let position_at = at.saturating_add(position_at);
        expect::<VertexIndex>(records, position_at, position, context, ("transforms", number, "position"))?;
        let orientation_at = at.saturating_add(orientation_at);
        expect::<OrientationIndex>(
            records,
            orientation_at,
            orientation,
            context,
            ("transforms", number, "orientation"),
        )?;
        transforms.push(Transform { bone, position, orientation });
    }
    Ok((rest, Frame { time, transforms }))
}

fn fields(context: u64) -> Cow<'static, [Field]> {
    let Types { bone, vertex, .. } = Context::again(context).types;
    let mut fields = Vec::new();
    field_of::<BoneIndex>(&mut fields, "bone", bone);
    field_of::<VertexIndex>(&mut fields, "position", vertex);
    field_of::<OrientationIndex>(&mut fields, "orientation", vertex);
    fields.into()
}
