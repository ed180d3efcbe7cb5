//! Reading of bones and actions in the text form. Text format document, sections 6 and 12.

use super::line::{check, integer, line_end, next, reference, small, word, words};
use super::{Text, comment};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::field;
use crate::error::ErrorKind;
use crate::model::{
    Action, Bone, BoneIndex, Chunk, Frame, OrientationIndex, Skeleton, Transform, VertexIndex,
};
use crate::read::frame::list_to_end;
use crate::wire::{Context, Stored};
use nom::Parser;
use nom::sequence::terminated;

pub(super) fn bones<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = comment(input)?;
    // The last bone of each depth.
    let mut open: Vec<BoneIndex> = Vec::new();
    let mut next = BoneIndex(0);
    let read = |input: Input<'a>| {
        let (rest, line) = bone(input)?;
        rest.charge_elements(5)?;
        if line.depth > open.len() {
            let (expected, found) = (format!("slashes: {} at most", open.len()), line.depth.to_string());
            input.warn(|| ErrorKind::Unexpected { expected: expected.into(), found })?;
        }
        // The parent is the last bone with one slash less: text format document, section 6.
        open.truncate(line.depth);
        let parent = open.last().copied().unwrap_or(BoneIndex::NONE);
        open.push(next);
        next = BoneIndex(next.0.saturating_add(1));
        let (position, orientation) = line.pose.checked(input, 0, text)?;
        Ok((rest, Bone { parent, name: text.names.name(line.name), position, orientation }))
    };
    let (rest, bones) = list_to_end("bones", read)(rest)?;
    if text.skeleton.is_none() {
        text.skeleton = Some(text.chunks.len());
    }
    text.push_unique(input, Chunk::Skeleton(Skeleton { bones, ..Skeleton::default() }))?;
    Ok((rest, ()))
}

struct Line<'a> {
    depth: usize,
    pose: Pose,
    name: &'a [u8],
}

/// Reads the line of a bone: one slash for each ancestor, the vertices of its pose, its name.
fn bone(input: Input<'_>) -> Parsed<'_, Line<'_>> {
    terminated((field("depth", slashes), pose, field("name", words)), field("line_end", line_end))
        .map(|(depth, pose, name)| Line { depth: depth as usize, pose, name })
        .parse(input)
}

fn slashes(input: Input<'_>) -> Parsed<'_, u32> {
    let start = super::line::blanks(input);
    let n_slashes = start.bytes().iter().take_while(|byte| **byte == b'/').count();
    Ok((start.split(n_slashes)?.0, u32::try_from(n_slashes).unwrap_or(u32::MAX)))
}

/// The indices of the vertices with the position and the orientation of a bone.
struct Pose {
    position: i64,
    orientation: i64,
}

fn pose(input: Input<'_>) -> Parsed<'_, Pose> {
    (field("position", integer), field("orientation", integer))
        .map(|(position, orientation)| Pose { position, orientation })
        .parse(input)
}

impl Pose {
    /// Checks the references of a pose; `first` is the number of its first word on the line.
    fn checked(
        &self,
        input: Input<'_>,
        first: usize,
        text: &mut Text<'_>,
    ) -> Result<(VertexIndex, OrientationIndex), nom::Err<crate::common::error::Error>> {
        let position = checked(input, (first, "position"), self.position, &text.context)?;
        let orientation =
            checked(input, (first.saturating_add(1), "orientation"), self.orientation, &text.context)?;
        text.orientations.push(orientation);
        Ok((position, orientation))
    }
}

/// Converts a number to a reference, with a warning if it dangles; `word` is the index of its word on the
/// line.
fn checked<T: Stored>(
    input: Input<'_>,
    (word, name): (usize, &'static str),
    number: i64,
    context: &Context,
) -> Result<T, nom::Err<crate::common::error::Error>> {
    let value = reference(number).unwrap_or(T::from_number(u32::MAX));
    check(input, word, value, context, || name.into())?;
    Ok(value)
}

pub(super) fn action<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, duration) = field("duration", small::<u32>)(input)?;
    let (rest, name) = super::name(rest, "name")?;
    let mut frames: Vec<Frame> = Vec::new();
    let read = |input| {
        let (rest, line) = action_line(input)?;
        match line {
            ActionLine::Frame(time) => {
                rest.charge_elements(4)?;
                if frames.len() == MAX_FRAMES {
                    return Err(super::line::expected(input, "at most 65535 frames"));
                }
                frames.push(Frame { time, transforms: Vec::new() });
            }
            ActionLine::Transform(bone, pose) => {
                rest.charge_elements(2)?;
                let Some(frame) = frames.last_mut() else {
                    return Err(super::line::expected(input, "a frame"));
                };
                let bone = checked(input, (0, "bone"), bone, &text.context)?;
                let (position, orientation) = pose.checked(input, 1, text)?;
                frame.transforms.push(Transform { bone, position, orientation });
            }
        }
        Ok((rest, ()))
    };
    let (rest, _) = list_to_end("lines", read)(rest)?;
    let name = text.names.name(name);
    text.chunks.push(Chunk::Action(Action { name, duration, frames, surplus: Vec::new() }));
    Ok((rest, ()))
}

/// The maximum number of frames, which the binary form counts with 16 bits.
const MAX_FRAMES: usize = 65_535;

enum ActionLine {
    Frame(u32),
    Transform(i64, Pose),
}

/// Reads a line that begins a frame, or moves a bone in it.
fn action_line(input: Input<'_>) -> Parsed<'_, ActionLine> {
    let (input, step) = if next(input) == Some(b'f') {
        let (rest, keyword) = field("keyword", word)(input)?;
        if keyword != b"frame" {
            return Err(super::line::expected(input, "a frame or a bone"));
        }
        field("time", small).map(ActionLine::Frame).parse(rest)?
    } else {
        (field("bone", integer), pose).map(|(bone, pose)| ActionLine::Transform(bone, pose)).parse(input)?
    };
    let (input, ()) = field("line_end", line_end)(input)?;
    Ok((input, step))
}
