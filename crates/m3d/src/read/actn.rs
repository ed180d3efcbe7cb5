//! Format document, section 6.12: ACTN.

use super::frame;
use super::reference::{count, expect, field_of, reference};
use crate::mould::input::{Input, Parsed, field, part, sized_records, value};
use crate::wire::{Context, index_from};
use crate::{Action, BoneIndex, Frame, OrientationIndex, Transform, Types, VertexIndex};

pub(super) fn actn<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Action> {
    let (input, name) = field("name", reference(context))(input)?;
    let (input, n_frames) = field("frame count", value::<_, u16>)(input)?;
    let (mut input, duration) = field("duration", value)(input)?;
    let mut frames = Vec::new();
    for number in 0..n_frames {
        let (rest, one) = part(|| format!("frame {number}"), |input| frame(input, context))(input)?;
        frames.push(one);
        input = rest;
    }
    let (input, rest) = frame::rest(input)?;
    Ok((input, Action { name, duration, frames, rest }))
}

fn frame<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Frame> {
    // A frame takes a few bytes in the file, but the memory of four elements.
    input.grant_elements(4)?;
    let (input, time) = field("time", value)(input)?;
    let (input, count) = field("transform count", count(context.types.transforms))(input)?;
    let Types { bone, vertex, .. } = context.types;
    let position_at = bone.bytes();
    let orientation_at = position_at.saturating_add(vertex.bytes());
    let stride = orientation_at.saturating_add(vertex.bytes());
    let fields = || {
        let mut fields = Vec::new();
        field_of::<BoneIndex>(&mut fields, "bone", bone);
        field_of::<VertexIndex>(&mut fields, "position", vertex);
        field_of::<OrientationIndex>(&mut fields, "orientation", vertex);
        fields
    };
    let (rest, all) = sized_records("transforms", stride, count as usize, fields)(input)?;
    input.grant_elements(count as usize)?;
    let records = input.with(all);
    let mut transforms = Vec::with_capacity(count as usize);
    for (number, record) in all.chunks_exact(stride).enumerate() {
        let (bone, rest) = record.split_at_checked(position_at).unwrap_or_default();
        let (position, orientation) = rest.split_at_checked(vertex.bytes()).unwrap_or_default();
        let (bone, position, orientation) = (index_from(bone), index_from(position), index_from(orientation));
        let at = number.saturating_mul(stride);
        expect::<BoneIndex>(records, at, bone, context)?;
        expect::<VertexIndex>(records, at.saturating_add(position_at), position, context)?;
        expect::<OrientationIndex>(records, at.saturating_add(orientation_at), orientation, context)?;
        transforms.push(Transform { bone, position, orientation });
    }
    Ok((rest, Frame { time, transforms }))
}
