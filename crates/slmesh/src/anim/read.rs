//! Reads animations.

use super::model::{Animation, Constraint, Joint, Keys, Version};
use super::wire::Terminated;
use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::list::list;
use crate::common::parsers::{ParseFn, bytes, field, surplus};
use crate::common::trace::Trace;
use crate::common::wire::{rows, value};
use crate::error::ErrorKind;
use crate::options::ReadOptions;
use crate::read::llsd::charge_record;
use llsd::Text;

/// The maximum number of constraints that viewers read.
pub(super) const MAX_CONSTRAINTS: usize = 10;

/// Returns true if the bytes look like an animation; the first few hundred are enough.
///
/// There is no magic number: the version, the ranges of numbers, and the name of the first joint are checked.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    looks_like_one(bytes).unwrap_or_default()
}

fn looks_like_one(bytes: &[u8]) -> Option<bool> {
    fn name(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        const MAX: usize = 255;
        let len = bytes.iter().take(MAX).position(|byte| *byte == 0)?;
        let (name, rest) = bytes.split_at_checked(len)?;
        Some((name, rest.get(1..)?)).filter(|_| name.iter().all(|byte| *byte >= b' '))
    }
    let (version, rest) = bytes.split_first_chunk::<4>()?;
    let (priority, rest) = rest.split_first_chunk()?;
    let (duration, rest) = rest.split_first_chunk()?;
    let (_, rest) = name(rest)?;
    // The two points of the loop, the flag of the loop, and two durations.
    let (_, rest) = rest.split_first_chunk::<20>()?;
    let (pose, rest) = rest.split_first_chunk()?;
    let (n_joints, rest) = rest.split_first_chunk()?;
    let is_joint = match u32::from_le_bytes(*n_joints) {
        // The number of constraints follows.
        0 => rest.len() >= 4,
        1..=0xffff => name(rest).is_some_and(|(name, _)| !name.is_empty()),
        _ => false,
    };
    Some(
        // Versions 1.0 and 0.1. The ranges are wider than the viewer's, so that a file with an invalid number is
        // recognised.
        matches!(version, [1, 0, 0, 0] | [0, 0, 1, 0])
            && (-16..=16).contains(&i32::from_le_bytes(*priority))
            && f32::from_le_bytes(*duration).is_finite()
            && u32::from_le_bytes(*pose) <= 0xff
            && is_joint,
    )
}

/// Reads an animation.
///
/// # Errors
///
/// If the version is unknown, the file ends too early, or a limit of [`ReadOptions::default`] is exceeded.
///
/// ```
/// let error = slmesh::anim::read(b"\x02\0\0\0").unwrap_err();
/// assert_eq!(error.to_string(), "expected version 1.0 or 0.1, found 2.0 (at byte 0x0)");
/// ```
pub fn read(bytes: &[u8]) -> Result<Animation, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(animation, _)| animation)
}

/// Reads an animation, and returns recoverable errors as warnings.
///
/// # Errors
///
/// The errors of [`read`]. With [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Animation, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let animation = reading.read(bytes, animation)?;
    Ok((animation, reading.into_warnings()))
}

/// Reads an animation, and reports each span of bytes to `trace`. An invalid file is reported up to the error.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Animation, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, animation);
    (result, reading.into_warnings())
}

/// Reads a file: format document, section 2.
fn animation(input: Input<'_>) -> Parsed<'_, Animation> {
    let (rest, version) = version(input)?;
    let (rest, base_priority) = field("base_priority", value)(rest)?;
    let (rest, duration) = field("duration", value)(rest)?;
    let (rest, emote_name) = text("emote_name")(rest)?;
    let (rest, loop_in_point) = field("loop_in_point", value)(rest)?;
    let (rest, loop_out_point) = field("loop_out_point", value)(rest)?;
    let (rest, loops) = field("loops", value)(rest)?;
    let (rest, ease_in_duration) = field("ease_in_duration", value)(rest)?;
    let (rest, ease_out_duration) = field("ease_out_duration", value)(rest)?;
    let (rest, hand_pose) = field("hand_pose", value)(rest)?;
    let (rest, n_joints) = field("num_joints", value::<_, u32>)(rest)?;
    let (rest, joints) = list("joints", n_joints as usize, |input| joint(input, version))(rest)?;
    let (rest, constraints) = constraints(rest)?;
    let (rest, trailing) = surplus("trailing")(rest)?;
    let animation = Animation {
        version,
        base_priority,
        duration,
        emote_name,
        loop_in_point,
        loop_out_point,
        loops,
        ease_in_duration,
        ease_out_duration,
        hand_pose,
        joints,
        constraints,
        trailing: trailing.to_vec(),
    };
    Ok((rest, animation))
}

/// Reads the version: format document, section 1.
fn version(input: Input<'_>) -> Parsed<'_, Version> {
    let (rest, version) = field("version", value::<_, u16>)(input)?;
    let (rest, sub_version) = field("sub_version", value::<_, u16>)(rest)?;
    match Version::from_numbers([version, sub_version]) {
        Some(version) => Ok((rest, version)),
        None => {
            let found = format!("{version}.{sub_version}");
            Err(input.fatal(ErrorKind::Unexpected { expected: "version 1.0 or 0.1".into(), found }))
        }
    }
}

/// Reads a text that ends with a zero.
fn text<'a>(name: &'static str) -> impl ParseFn<'a, Text> {
    move |input| {
        let (rest, text) = field(name, |input: Input<'a>| {
            let Some(len) = input.bytes().iter().position(|byte| *byte == 0) else {
                return Err(input.fatal(ErrorKind::Malformed { expected: "a text that ends with a zero" }));
            };
            let (rest, text) = bytes(len)(input)?;
            let (rest, _) = bytes(1)(rest)?;
            Ok((rest, Terminated(text)))
        })(input)?;
        Ok((rest, Text::from(text.0)))
    }
}

/// Reads a joint: format document, section 3.
fn joint(input: Input<'_>, version: Version) -> Parsed<'_, Joint> {
    charge_record::<Joint>(input)?;
    let (rest, name) = text("name")(input)?;
    let (rest, priority) = field("priority", value)(rest)?;
    let (rest, rotations) = keys(["num_rot_keys", "rotations"], version)(rest)?;
    let (rest, positions) = keys(["num_pos_keys", "positions"], version)(rest)?;
    Ok((rest, Joint { name, priority, rotations, positions }))
}

/// Reads the keys of a curve: format document, sections 3.1 and 3.2.
fn keys<'a>([count, name]: [&'static str; 2], version: Version) -> impl ParseFn<'a, Keys> {
    move |input| {
        let (rest, n) = field(count, value::<_, i32>)(input)?;
        let Ok(n) = usize::try_from(n) else {
            let expected = "a number of keys".into();
            let error = input.error(ErrorKind::Unexpected { expected, found: n.to_string() });
            return Err(nom::Err::Failure(error.inside(count)));
        };
        match version {
            Version::Old => rows(name, n)(rest).map(|(rest, keys)| (rest, Keys::Plain(keys))),
            Version::Current => rows(name, n)(rest).map(|(rest, keys)| (rest, Keys::Codes(keys))),
        }
    }
}

/// Reads the constraints: format document, section 4. Like viewers, this reads at most ten of them.
fn constraints(input: Input<'_>) -> Parsed<'_, Vec<Constraint>> {
    let (rest, n) = field("num_constraints", value::<_, i32>)(input)?;
    let Ok(n) = usize::try_from(n) else {
        let expected = "a number of constraints".into();
        let kind = ErrorKind::Unexpected { expected, found: n.to_string() };
        input.warn_with(|| input.error(kind).inside("num_constraints"))?;
        return Ok((rest, Vec::new()));
    };
    match rows("constraints", n)(rest) {
        Err(error) if n > MAX_CONSTRAINTS => rest.recover(error).map(|()| (rest, Vec::new())),
        read => read,
    }
}

impl TryFrom<&[u8]> for Animation {
    type Error = Error;

    /// Reads an animation like [`read`].
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}
