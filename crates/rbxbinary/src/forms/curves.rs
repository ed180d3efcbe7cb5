//! Animation curves.

use super::words::{Parts, each, exactly, float, int, other, until};
use super::{Data, FormCodec, attributes};
use crate::attributes::Attribute;
use crate::common::error::Error;
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::output::{Output, count};
use crate::common::parsers::{ParseFn, field};
use crate::common::wire::value;
use crate::error::ErrorKind;
use std::iter::zip;

/// The time, value, interpolation, set slopes, and left and right slope of each key.
pub(super) const FLOAT: FormCodec = FormCodec {
    name: "FloatCurve",
    read: |input| {
        curve(input, [OLD, 2], |input| {
            let (input, (mode, tangents)) = head(input)?;
            let (input, value) = float("value")(input)?;
            slopes(input, vec![value, mode, tangents])
        })
    },
    write: |all, out| {
        writing(all, out, [OLD, 2], |key, out| {
            let value = key.float("value")?;
            write_head(key, out)?;
            out.value(&value);
            write_slopes(key, out)
        })
    },
};

/// The time of each key, a value of any type, and the remaining fields of a number curve.
pub(super) const VALUE: FormCodec = FormCodec {
    name: "ValueCurve",
    read: |input| {
        curve(input, [2, 2], |input| {
            let (input, (mode, tangents)) = head(input)?;
            let (rest, len) = field("length", value::<_, u32>)(input)?;
            let (input, inner) = rest.split(len as usize)?;
            let (left, value) = Attribute::parse(inner)?;
            attributes::plain(inner, &value)?;
            match left.bytes().len() {
                0 => slopes(input, vec![attributes::data(value), mode, tangents]),
                n_bytes => Err(left.fatal(ErrorKind::Surplus { n_bytes })),
            }
        })
    },
    write: |all, out| {
        writing(all, out, [2, 2], |key, out| {
            let value =
                attributes::attribute(key.any("value")?).ok_or_else(|| other("a value with a type"))?;
            write_head(key, out)?;
            let bytes = value.to_bytes()?;
            out.value(&count::<u32>(bytes.len(), "value")?);
            out.bytes(&bytes);
            write_slopes(key, out)
        })
    },
};

/// The time, quaternion (x, y, z, w), interpolation, and both slopes of each key.
pub(super) const ROTATION: FormCodec = FormCodec {
    name: "RotationCurve",
    read: |input| {
        curve(input, [OLD, OLD], |input| {
            let (rest, mode) = field("interpolation", value::<_, u8>)(input)?;
            let mode = mode.checked_sub(FIRST_OF_ROTATIONS).and_then(|mode| MODES.get(usize::from(mode)));
            let mode =
                mode.ok_or_else(|| input.fatal(ErrorKind::Malformed { expected: "interpolation 12 to 14" }))?;
            let (mut rest, mut key) = (rest, Vec::with_capacity(8));
            for name in ["x", "y", "z", "w"] {
                let (after, number) = float(name)(rest)?;
                key.push(number);
                rest = after;
            }
            key.push(Data::from(*mode));
            slopes(rest, key)
        })
    },
    write: |all, out| {
        writing(all, out, [OLD, OLD], |key, out| {
            let mut quaternion = [0.0; 4];
            for (axis, name) in zip(&mut quaternion, ["x", "y", "z", "w"]) {
                *axis = key.float(name)?;
            }
            out.value(&mode(key)?.saturating_add(FIRST_OF_ROTATIONS));
            out.rows(&quaternion);
            write_slopes(key, out)
        })
    },
};

/// The time, and the text of an event, of each key.
pub(super) const MARKER: FormCodec = FormCodec {
    name: "MarkerCurve",
    read: |input| {
        curve(input, [2, 2], |input| {
            // Unlike other texts, these have no length. Format document, section 6.5.
            let (input, text) = until("value", 0)(input)?;
            Ok((input, vec![Data::Text(text.to_vec())]))
        })
    },
    write: |all, out| {
        writing(all, out, [2, 2], |key, out| {
            out.bytes(key.text("value")?);
            out.value(&0_u8);
            Ok(())
        })
    },
};

/// The interpolations between a key and the next one, by their number.
const MODES: [&str; 3] = ["Constant", "Linear", "Cubic"];

/// The number of the first interpolation in rotation curves.
const FIRST_OF_ROTATIONS: u8 = 12;

/// The number of ticks, the unit of times, per second.
const TICKS: f64 = 2400.0;

/// The version of old curves, and of rotations. Only curves of numbers have been seen with keys in this version, so
/// others with keys are rejected.
const OLD: u32 = 1;

/// The versions of the times: numbers of ticks, after their rate in older files.
const TIMES: u32 = 1;
const OLD_TIMES: u32 = 0;

/// Reads the keys of a curve, and then their times. `versions` are the oldest one that has keys, and the current one.
/// Data of other than the current versions begin with the version of the times.
fn curve<'a>(
    input: Input<'a>,
    versions: [u32; 2],
    key: impl ParseFn<'a, Vec<Data>>,
) -> Parsed<'a, Vec<Data>> {
    let [oldest, current] = versions;
    let version = if input.bytes().starts_with(&OLD.to_le_bytes()) { OLD } else { current };
    let (input, ()) = exactly("version", version)(input)?;
    let (input, count) = field("count", value::<_, u32>)(input)?;
    if count > 0 && version < oldest {
        return Err(input.fatal(ErrorKind::Malformed { expected: "no keys in a curve of version 1" }));
    }
    let (input, keys) = list("keys", count as usize, key)(input)?;
    let is_old = input.bytes().starts_with(&OLD_TIMES.to_le_bytes()) && version == OLD;
    let (input, times) = if is_old { old_times(input, count)? } else { times(input, count)? };
    let times_version = if is_old { OLD_TIMES } else { TIMES };
    let first = (version != current || is_old).then_some(Data::Int(times_version.into()));
    let of = |(key, ticks): (Vec<Data>, f64)| {
        Data::List([Data::Double(ticks / TICKS)].into_iter().chain(key).collect())
    };
    Ok((input, first.into_iter().chain(zip(keys, times).map(of)).collect()))
}

fn times(input: Input<'_>, count: u32) -> Parsed<'_, Vec<f64>> {
    let (input, ()) = exactly("times_version", TIMES)(input)?;
    // Keys and times are two lists of one length. Format document, section 6.5.
    let (input, ()) = exactly("times_count", count)(input)?;
    let (input, times) = list("times", count as usize, field("time", value::<_, i32>))(input)?;
    Ok((input, times.into_iter().map(f64::from).collect()))
}

fn old_times(input: Input<'_>, count: u32) -> Parsed<'_, Vec<f64>> {
    let (input, ()) = exactly("times_version", OLD_TIMES)(input)?;
    let (rest, rate) = field("rate", value::<_, f32>)(input)?;
    if f64::from(rate) != TICKS {
        return Err(input.fatal(ErrorKind::Malformed { expected: "2400 ticks per second" }));
    }
    let (input, ()) = exactly("times_count", count)(rest)?;
    let (rest, times) = list("times", count as usize, field("time", value::<_, f32>))(input)?;
    match times.iter().all(|time| time.is_finite()) {
        true => Ok((rest, times.into_iter().map(f64::from).collect())),
        false => Err(input.fatal(ErrorKind::Malformed { expected: "finite times" })),
    }
}

fn writing(
    all: &[Data],
    out: &mut Output,
    versions: [u32; 2],
    write: impl Fn(&mut Parts<'_>, &mut Output) -> Result<(), Error>,
) -> Result<(), Error> {
    let [oldest, current] = versions;
    let (is_old, version, all) = match all.split_first() {
        Some((Data::Int(0), rest)) => (true, OLD, rest),
        Some((Data::Int(1), rest)) if current != OLD => (false, OLD, rest),
        _ => (false, current, all),
    };
    if version < oldest && !all.is_empty() {
        return Err(other("a current curve, as old ones of this class have no keys"));
    }
    let n_keys = count::<u32>(all.len(), "keys")?;
    out.value(&version);
    out.value(&n_keys);
    let mut times = Vec::with_capacity(all.len());
    each(all, "keys", |key| {
        times.push(key.double("time")?);
        write(key, out)
    })?;
    if is_old {
        out.value(&OLD_TIMES);
        out.value(&2400_f32);
        out.value(&n_keys);
        #[expect(clippy::cast_possible_truncation, reason = "old times have single precision")]
        times.iter().for_each(|seconds| out.value(&((seconds * TICKS) as f32)));
    } else {
        out.value(&TIMES);
        out.value(&n_keys);
        let times = times.into_iter().map(ticks).collect::<Result<Vec<i32>, Error>>()?;
        out.rows(&times);
    }
    Ok(())
}

fn ticks(seconds: f64) -> Result<i32, Error> {
    let ticks = (seconds * TICKS).round();
    #[expect(clippy::cast_possible_truncation, reason = "within the range")]
    match (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&ticks) {
        true => Ok(ticks as i32),
        false => Err(other("a time of fewer than 894,784 seconds")),
    }
}

/// Reads the interpolation and the bits of the slopes that are set: 1 for the left, 2 for the right.
fn head(input: Input<'_>) -> Parsed<'_, (Data, Data)> {
    let (rest, mode) = field("interpolation", value::<_, u8>)(input)?;
    let mode = MODES.get(usize::from(mode));
    let mode = mode.ok_or_else(|| input.fatal(ErrorKind::Malformed { expected: "interpolation 0 to 2" }))?;
    let (rest, tangents) = int::<_, u8>("tangents")(rest)?;
    Ok((rest, (Data::from(*mode), tangents)))
}

fn write_head(key: &mut Parts<'_>, out: &mut Output) -> Result<(), Error> {
    out.value(&mode(key)?);
    out.value(&key.int::<u8>("tangents")?);
    Ok(())
}

fn mode(key: &mut Parts<'_>) -> Result<u8, Error> {
    let word = key.text("interpolation")?;
    let at = MODES.iter().position(|mode| mode.as_bytes() == word);
    at.and_then(|at| u8::try_from(at).ok()).ok_or_else(|| other("Constant, Linear or Cubic"))
}

fn slopes(input: Input<'_>, mut key: Vec<Data>) -> Parsed<'_, Vec<Data>> {
    let (input, left) = float("left_tangent")(input)?;
    let (input, right) = float("right_tangent")(input)?;
    key.extend([left, right]);
    Ok((input, key))
}

fn write_slopes(key: &mut Parts<'_>, out: &mut Output) -> Result<(), Error> {
    out.value(&key.float("left_tangent")?);
    out.value(&key.float("right_tangent")?);
    Ok(())
}
