//! Animation curves.

use super::words::{Parts, each, exactly, float, int, other, until};
use super::{Data, Kind, attributes};
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
pub(super) const FLOAT: Kind = Kind {
    name: "FloatCurve",
    read: |input| {
        curve(input, 2, |input| {
            let (input, (mode, tangents)) = head(input)?;
            let (input, value) = float("value")(input)?;
            slopes(input, vec![value, mode, tangents])
        })
    },
    write: |all, out| {
        writing(all, out, 2, |key, out| {
            let value = key.float("value")?;
            write_head(key, out)?;
            out.value(&value);
            write_slopes(key, out)
        })
    },
};

/// The time of each key, a value of any type, and the remaining fields of a number curve.
pub(super) const VALUE: Kind = Kind {
    name: "ValueCurve",
    read: |input| {
        curve(input, 2, |input| {
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
        writing(all, out, 2, |key, out| {
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
pub(super) const ROTATION: Kind = Kind {
    name: "RotationCurve",
    read: |input| {
        curve(input, 1, |input| {
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
        writing(all, out, 1, |key, out| {
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
pub(super) const MARKER: Kind = Kind {
    name: "MarkerCurve",
    read: |input| {
        curve(input, 2, |input| {
            // Unlike other texts, these have no length. Format document, section 6.5.
            let (input, text) = until("value", 0)(input)?;
            Ok((input, vec![Data::Text(text.to_vec())]))
        })
    },
    write: |all, out| {
        writing(all, out, 2, |key, out| {
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

/// The version of old curves. Number and event curves of this version have only been seen without keys, so curves with
/// keys are rejected.
const OLD: u32 = 1;

/// The data of an old curve without keys; current curves have another version.
const OLD_WITHOUT_KEYS: &[Data] = &[Data::Int(OLD as i64)];

/// Reads the keys of a curve, and then their times.
fn curve<'a>(input: Input<'a>, version: u32, key: impl ParseFn<'a, Vec<Data>>) -> Parsed<'a, Vec<Data>> {
    if version != OLD && input.bytes().starts_with(&OLD.to_le_bytes()) {
        let (input, ()) = exactly("version", OLD)(input)?;
        let (input, ()) = exactly::<_, u32>("count", 0)(input)?;
        let (input, ()) = exactly::<_, u32>("times_version", 1)(input)?;
        let (input, ()) = exactly::<_, u32>("times_count", 0)(input)?;
        return Ok((input, OLD_WITHOUT_KEYS.to_vec()));
    }
    let (input, ()) = exactly("version", version)(input)?;
    let (input, count) = field("count", value::<_, u32>)(input)?;
    let (input, keys) = list("keys", count as usize, key)(input)?;
    let (input, ()) = exactly::<_, u32>("times_version", 1)(input)?;
    // Keys and times are two lists of one length. Format document, section 6.5.
    let (input, ()) = exactly("times_count", count)(input)?;
    let (input, times) = list("times", count as usize, field("time", value::<_, i32>))(input)?;
    let of = |(key, ticks): (Vec<Data>, i32)| {
        Data::List([Data::Double(f64::from(ticks) / TICKS)].into_iter().chain(key).collect())
    };
    Ok((input, zip(keys, times).map(of).collect()))
}

fn writing(
    all: &[Data],
    out: &mut Output,
    version: u32,
    write: impl Fn(&mut Parts<'_>, &mut Output) -> Result<(), Error>,
) -> Result<(), Error> {
    let (version, all) =
        if version != OLD && all == OLD_WITHOUT_KEYS { (OLD, &[][..]) } else { (version, all) };
    let n_keys = count::<u32>(all.len(), "keys")?;
    out.value(&version);
    out.value(&n_keys);
    let mut times = Vec::with_capacity(all.len());
    each(all, "keys", |key| {
        times.push(ticks(key.double("time")?)?);
        write(key, out)
    })?;
    out.value(&1_u32);
    out.value(&n_keys);
    out.rows(&times);
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
