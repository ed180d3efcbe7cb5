//! Reading of ACTN chunks. Format document, section 6.12.

use super::frame::{repeated, surplus};
use super::reference::{count, expect, field_of, reference};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::common::show::{Field, Show, SpanType};
use crate::common::wire::{records, value};
use crate::model::{Action, BoneIndex, Frame, OrientationIndex, Transform, Types, VertexIndex};
use crate::wire::{Context, index_from};
use nom::Parser;
use std::borrow::Cow;

pub(super) fn actn<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Action> {
    let (input, (name, n_frames, duration)) =
        (field("name", reference(context)), field("frame_count", value::<_, u16>), field("duration", value))
            .parse(input)?;
    (repeated("frames", n_frames.into(), |input| frame(input, context)), surplus)
        .map(|(frames, surplus)| Action { name, duration, frames, surplus })
        .parse(input)
}

fn frame<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Frame> {
    // A frame takes a few bytes in the file, but the memory of four elements.
    input.charge_elements(4)?;
    let (input, (time, count)) =
        (field("time", value), field("transform_count", count(context.types.transforms))).parse(input)?;
    let Types { bone, vertex, .. } = context.types;
    let position_at = bone.bytes();
    let orientation_at = position_at.saturating_add(vertex.bytes());
    let stride = orientation_at.saturating_add(vertex.bytes());
    let shown = const { &SpanType::table(fields) };
    let (rest, all) = records("transforms", count as usize, stride, shown, context.types.context())(input)?;
    input.charge_elements(count as usize)?;
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
    let Types { bone, vertex, .. } = Types::of_context(context);
    let mut fields = Vec::new();
    field_of::<BoneIndex>(&mut fields, "bone", bone);
    field_of::<VertexIndex>(&mut fields, "position", vertex);
    field_of::<OrientationIndex>(&mut fields, "orientation", vertex);
    fields.into()
}
