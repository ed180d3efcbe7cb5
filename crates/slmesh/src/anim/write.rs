//! Writes animations. The functions have the names and the order of those that read.

use super::model::{Animation, Constraint, Joint, Keys, Version};
use super::read;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::options::{ReadOptions, WriteOptions};
use geom::Same;
use llsd::Text;

/// Writes an animation.
///
/// # Errors
///
/// If a name contains a zero, or if keys are not of the type that the version requires.
pub fn write(animation: &Animation) -> Result<Vec<u8>, Error> {
    write_with(animation, &WriteOptions::default())
}

/// Writes an animation. The options have no effect, because an animation is not compressed.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_with(animation: &Animation, _: &WriteOptions) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    self::animation(&mut out, animation)?;
    Ok(out.0)
}

/// Writes an animation. If it equals the animation in `original`, the bytes of `original` are returned. These differ
/// from the output of [`write()`] only for files that are read with a warning.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto(animation: &Animation, original: &[u8]) -> Result<Vec<u8>, Error> {
    write_onto_with(animation, original, &ReadOptions::default(), &WriteOptions::default())
}

/// Writes like [`write_onto`], with the options with which the animation was read.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_onto_with(
    animation: &Animation,
    original: &[u8],
    read: &ReadOptions,
    options: &WriteOptions,
) -> Result<Vec<u8>, Error> {
    match read::read_with(original, &read.clone().strict(false)) {
        Ok((theirs, _)) if theirs.same(animation) => Ok(original.to_vec()),
        _ => write_with(animation, options),
    }
}

/// Writes a file: format document, section 2.
fn animation(out: &mut Output, animation: &Animation) -> Result<(), Error> {
    version(out, animation.version);
    out.value(&animation.base_priority);
    out.value(&animation.duration);
    text(out, &animation.emote_name).map_err(|error| error.inside("emote_name"))?;
    out.value(&animation.loop_in_point);
    out.value(&animation.loop_out_point);
    out.value(&animation.loops);
    out.value(&animation.ease_in_duration);
    out.value(&animation.ease_out_duration);
    out.value(&animation.hand_pose);
    out.value(&count::<u32>(animation.joints.len(), "joints")?);
    for (number, of) in animation.joints.iter().enumerate() {
        joint(out, of, animation.version).map_err(|error| error.inside(format!("joints[{number}]")))?;
    }
    constraints(out, &animation.constraints)?;
    out.bytes(&animation.trailing);
    Ok(())
}

/// Writes the version: format document, section 1.
fn version(out: &mut Output, version: Version) {
    out.rows(&version.numbers());
}

fn text(out: &mut Output, text: &Text) -> Result<(), Error> {
    if text.as_bytes().contains(&0) {
        let (expected, found) = ("a text without a zero".into(), format!("{text:?}"));
        return Err(Error::model(ErrorKind::Unexpected { expected, found }));
    }
    out.bytes(text.as_bytes());
    out.bytes(&[0]);
    Ok(())
}

/// Writes a joint: format document, section 3.
fn joint(out: &mut Output, joint: &Joint, version: Version) -> Result<(), Error> {
    text(out, &joint.name).map_err(|error| error.inside("name"))?;
    out.value(&joint.priority);
    keys(out, &joint.rotations, version, "rotations")?;
    keys(out, &joint.positions, version, "positions")
}

/// Writes the keys of a curve: format document, sections 3.1 and 3.2.
fn keys(out: &mut Output, keys: &Keys, version: Version, name: &'static str) -> Result<(), Error> {
    out.value(&count::<i32>(keys.len(), name)?);
    match (keys, version) {
        (Keys::Plain(keys), Version::Old) => out.rows(keys),
        (Keys::Codes(keys), Version::Current) => out.rows(keys),
        (keys, version) => {
            let (expected, found) = (format!("keys of version {version}").into(), keys.version().to_string());
            return Err(Error::model(ErrorKind::Unexpected { expected, found }).inside(name));
        }
    }
    Ok(())
}

/// Writes the constraints: format document, section 4.
fn constraints(out: &mut Output, constraints: &[Constraint]) -> Result<(), Error> {
    out.value(&count::<i32>(constraints.len(), "constraints")?);
    out.rows(constraints);
    Ok(())
}
