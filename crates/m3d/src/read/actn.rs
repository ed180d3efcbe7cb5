//! Format document, section 6.12: ACTN.

use super::chunk;
use super::reference::{count, reference};
use crate::mould::input::{Input, Parsed, field, part, value};
use crate::wire::Context;
use crate::{Action, Frame, Transform};

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
    let (input, rest) = chunk::rest(input)?;
    Ok((input, Action { name, duration, frames, rest }))
}

fn frame<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Frame> {
    input.grant_elements(1)?;
    let (input, time) = field("time", value)(input)?;
    let (mut input, n_transforms) = field("transform count", count(context.types.transforms))(input)?;
    let mut transforms = Vec::new();
    for number in 0..n_transforms {
        let (rest, one) = part(|| format!("transform {number}"), |input| transform(input, context))(input)?;
        transforms.push(one);
        input = rest;
    }
    Ok((input, Frame { time, transforms }))
}

fn transform<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Transform> {
    input.grant_elements(1)?;
    let (input, bone) = field("bone", reference(context))(input)?;
    let (input, position) = field("position", reference(context))(input)?;
    let (input, orientation) = field("orientation", reference(context))(input)?;
    Ok((input, Transform { bone, position, orientation }))
}
