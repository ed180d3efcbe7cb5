//! Format document, section 5: the values of a column.

use super::columns::{lanes, referents, unique_ids, wide};
use super::string::string;
use crate::model::{
    Coded, Contents, FEW, Fonts, Lanes, Lists, PhysicalProperties, Placements, RotationId, SharedIndex,
    Strings, Values,
};
use crate::mould::input::{Input, Parsed, bytes, each, field, part, planes, rows, span, unknown, value};
use crate::mould::wire::{Show, Wire, preview};
use crate::wire::numbers::{unrotated, unzigzag, unzigzag64};
use crate::{ErrorKind, Font};
use std::fmt::Debug;

/// Reads the `n` values of a column. With `may_lend`, strings are built without a buffer; they get theirs afterwards.
pub(super) fn values<'a>(
    data: Input<'a>,
    type_id: u8,
    n: usize,
    may_lend: bool,
    warned: &mut [u64; 4],
    column: &mut Values,
) -> Parsed<'a, ()> {
    /// Stores the parsed values in the column.
    fn of<'a, T>(column: &mut Values, parsed: Parsed<'a, T>, values: impl Fn(T) -> Values) -> Parsed<'a, ()> {
        let (rest, all) = parsed?;
        *column = values(all);
        Ok((rest, ()))
    }
    match type_id {
        0x01 => of(column, strings(data, n, may_lend), Values::String),
        0x02 => of(column, flags(n)(data), Values::Bool),
        0x03 => of(column, numbers(n, unzigzag)(data), Values::Int32),
        0x04 => of(column, numbers(n, unrotated)(data), Values::Float32),
        0x05 => of(column, rows("values", n)(data), Values::Float64),
        0x06 => of(column, udim(data, n), |values| values),
        0x07 => of(column, udim2(data, n), |values| values),
        0x08 => of(column, rows("values", n)(data), Values::Ray),
        0x09 => of(column, flags(n)(data), Values::Faces),
        0x0a => of(column, flags(n)(data), Values::Axes),
        0x0b => of(column, numbers(n, u32::from_be_bytes)(data), Values::BrickColor),
        0x0c => of(column, lanes(["r", "g", "b"], n, unrotated)(data), Values::Color3),
        0x0d => of(column, lanes(["x", "y"], n, unrotated)(data), Values::Vector2),
        0x0e => of(column, lanes(["x", "y", "z"], n, unrotated)(data), Values::Vector3),
        0x0f => of(column, rows("values", n)(data), Values::Vector2int16),
        0x10 => of(column, placements(data, n), Values::CFrame),
        0x11 => of(column, placements(data, n), Values::CFrameQuat),
        0x12 => of(column, numbers(n, u32::from_be_bytes)(data), Values::Enum),
        0x13 => of(column, referents("values", n)(data), Values::Referent),
        0x14 => of(column, rows("values", n)(data), Values::Vector3int16),
        0x15 => of(column, sequences(data, n), Values::NumberSequence),
        0x16 => of(column, sequences(data, n), Values::ColorSequence),
        0x17 => of(column, rows("values", n)(data), Values::NumberRange),
        0x18 => of(column, lanes(["min x", "min y", "max x", "max y"], n, unrotated)(data), Values::Rect),
        0x19 => of(column, physical_properties(data, n), Values::PhysicalProperties),
        0x1a => of(column, color3uint8(data, n), Values::Color3uint8),
        0x1b => of(column, wide(n, unzigzag64)(data), Values::Int64),
        0x1c => {
            of(column, numbers(n, |index| SharedIndex(u32::from_be_bytes(index)))(data), Values::SharedString)
        }
        0x1d => of(column, strings(data, n, may_lend), Values::Bytecode),
        0x1e => of(column, optional(data, n), |values| values),
        0x1f => of(column, unique_ids(n)(data), Values::UniqueId),
        0x20 => of(column, fonts(data, n), Values::Font),
        0x21 => {
            of(column, wide(n, |bytes| unzigzag64(bytes).cast_unsigned())(data), Values::SecurityCapabilities)
        }
        0x22 => of(column, contents(data, n), |contents| Values::Content(Box::new(contents))),
        _ => {
            // Warn once per type: an engine release may add one to thousands of columns.
            let (word, bit) = (usize::from(type_id / 64), 1 << (type_id % 64));
            if let Some(word) = warned.get_mut(word).filter(|word| **word & bit == 0) {
                *word |= bit;
                data.warn(ErrorKind::UnknownType { type_id })?;
            }
            of(column, unknown("values")(data), |data| Values::Raw { type_id, data: data.to_vec() })
        }
    }
}

/// Consecutive strings.
fn strings(data: Input<'_>, n: usize, may_lend: bool) -> Parsed<'_, Strings> {
    // Each takes at least four bytes.
    data.split(n.saturating_mul(4))?;
    let mut starts = Vec::new();
    let quick = if data.is_recording() { None } else { quick_starts(data, n, &mut starts) };
    let rest = match quick {
        Some(rest) => {
            data.grant_elements(n)?;
            rest
        }
        None => {
            starts.clear();
            let mut at = data.at();
            // Positions fit in 32 bits, because a chunk's plain length does.
            let take = |one: &[u8]| {
                starts.push(u32::try_from(at).unwrap_or(u32::MAX));
                at = at.saturating_add(4).saturating_add(one.len());
            };
            each(n, string, take)(data)?.0
        }
    };
    if may_lend && n > FEW {
        return Ok((rest, Strings::of_wire(Vec::new(), starts)));
    }
    let (_, wire) = data.split(rest.at().saturating_sub(data.at()))?;
    let buffer = wire.bytes().to_vec();
    if n <= FEW {
        return Ok((rest, Strings::of_few(buffer, u32::try_from(n).unwrap_or_default())));
    }
    let first = u32::try_from(data.at()).unwrap_or(u32::MAX);
    starts.iter_mut().for_each(|start| *start = start.saturating_sub(first));
    Ok((rest, Strings::of_wire(buffer, starts)))
}

/// Collects the positions of the strings, if there are more than [`FEW`], and returns the input after them. `None` if
/// the data is too short; the slow path then reports the error.
fn quick_starts<'a>(data: Input<'a>, n: usize, starts: &mut Vec<u32>) -> Option<Input<'a>> {
    let whole = data.bytes();
    let mut at = 0_usize;
    let mut next = || {
        let (len, _) = whole.get(at..)?.split_first_chunk::<4>()?;
        let start = at;
        at = at.checked_add(4)?.checked_add(u32::from_le_bytes(*len) as usize)?;
        Some(start)
    };
    if n <= FEW {
        for _ in 0..n {
            next()?;
        }
    } else {
        let first = data.at();
        starts.reserve_exact(n);
        for _ in 0..n {
            starts.push(u32::try_from(first.checked_add(next()?)?).ok()?);
        }
    }
    whole.get(at..).map(|rest| data.with(rest))
}

/// One byte per value.
fn flags<'a>(n: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<u8>> {
    move |data| {
        let (rest, all) = field("values", bytes(n))(data)?;
        data.grant_elements(n)?;
        Ok((rest, all.to_vec()))
    }
}

/// Interleaved numbers of four bytes.
fn numbers<'a, T: Debug>(
    n: usize,
    decode: impl Fn([u8; 4]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
    planes("values", n, decode, |all| all)
}

fn udim(data: Input<'_>, n: usize) -> Parsed<'_, Values> {
    let (data, scale) = planes("scale", n, unrotated, |all| all)(data)?;
    let (data, offset) = planes("offset", n, unzigzag, |all| all)(data)?;
    Ok((data, Values::UDim { scale, offset }))
}

fn udim2(data: Input<'_>, n: usize) -> Parsed<'_, Values> {
    let (data, scale) = lanes(["x scale", "y scale"], n, unrotated)(data)?;
    let (data, offset) = lanes(["x offset", "y offset"], n, unzigzag)(data)?;
    Ok((data, Values::UDim2 { scale, offset }))
}

fn placements<const N: usize, M: Wire<N> + Copy + Debug>(
    data: Input<'_>,
    n: usize,
) -> Parsed<'_, Placements<M>> {
    // An upper bound: exact if nothing is left over after the column.
    let n_free = at_most(data, n.saturating_mul(13), N);
    let rotations = |data| coded(data, n, n_free.min(n), rotation::<N, M>, quick_rotation);
    let (data, rotations) = span("rotations", rotations)(data)?;
    let (data, positions) = lanes(["x", "y", "z"], n, unrotated)(data)?;
    Ok((data, Placements { rotations: Box::new(rotations), positions }))
}

/// How many records of `len` bytes fit beside `others` bytes of other data.
fn at_most(data: Input<'_>, others: usize, len: usize) -> usize {
    data.bytes().len().saturating_sub(others).checked_div(len).unwrap_or_default()
}

/// Values of one byte, some of which are followed by more data.
///
/// Reserves room for `n_large` larger values. `quick` decodes a value without naming it. If it returns `None`, all
/// values are read again with `parser`, which names them and reports the error.
fn coded<'a, T: Copy + Debug>(
    data: Input<'a>,
    n: usize,
    n_large: usize,
    parser: impl Fn(Input<'a>) -> Parsed<'a, Shown<T>>,
    quick: impl Fn(u8, &'a [u8]) -> Option<(Result<T, u8>, &'a [u8])>,
) -> Parsed<'a, Coded<T>> {
    // Each takes at least one byte.
    data.split(n)?;
    let mut all = Coded::with_capacity(n, n_large);
    if !data.is_recording() {
        let mut rest = data.bytes();
        let mut next = || {
            let (byte, after) = rest.split_first()?;
            let (value, after) = quick(*byte, after)?;
            rest = after;
            Some(value)
        };
        if (0..n).all(|_| next().map(|value| all.push(value)).is_some()) {
            data.grant_elements(n)?;
            return Ok((data.with(rest), all));
        }
        all.clear();
    }
    let (rest, ()) = each(n, parser, |value| all.push(value.0))(data)?;
    Ok((rest, all))
}

/// A value of [`coded`], as the layout shows it.
struct Shown<T>(Result<T, u8>);

impl<T: Debug> Show for Shown<T> {
    fn show(&self) -> String {
        match &self.0 {
            Ok(value) => format!("{value:?}"),
            Err(byte) => format!("{byte:#04x}"),
        }
    }
}

fn rotation<const N: usize, M: Wire<N>>(data: Input<'_>) -> Parsed<'_, Shown<M>> {
    let (rest, id) = value::<_, u8>(data)?;
    match id {
        0 => value(rest).map(|(rest, free)| (rest, Shown(Ok(free)))),
        _ if RotationId(id).is_known() => Ok((rest, Shown(Err(id)))),
        _ => Err(data
            .fatal(ErrorKind::Unexpected { expected: "a rotation id".into(), found: format!("{id:#04x}") })),
    }
}

#[inline]
fn quick_rotation<const N: usize, M: Wire<N>>(id: u8, rest: &[u8]) -> Option<(Result<M, u8>, &[u8])> {
    /// A bit for each valid id.
    const KNOWN: u64 = known_rotations();
    if id == 0 {
        let (free, rest) = rest.split_first_chunk::<N>()?;
        return Some((Ok(M::decode(free)), rest));
    }
    (id < 64 && KNOWN >> id & 1 == 1).then_some((Err(id), rest))
}

const fn known_rotations() -> u64 {
    let (mut known, mut id) = (0, 0_u8);
    while id < 64 {
        if RotationId(id).is_known() {
            known |= 1 << id;
        }
        id = id.saturating_add(1);
    }
    known
}

fn sequences<const N: usize, T: Wire<N> + Debug>(data: Input<'_>, n: usize) -> Parsed<'_, Lists<T>> {
    // Each takes at least four bytes.
    data.split(n.saturating_mul(4))?;
    // Exact, except for left-over bytes.
    let n_points = at_most(data, n.saturating_mul(4), N);
    let mut all = Lists::with_capacity(n, n_points);
    let (rest, ()) = each(n, sequence::<N, T>, |points: Keypoints<'_, N, T>| all.push(points.iter()))(data)?;
    Ok((rest, all))
}

/// The undecoded keypoints of one value.
struct Keypoints<'a, const N: usize, T>(&'a [[u8; N]], std::marker::PhantomData<T>);

impl<const N: usize, T: Wire<N>> Keypoints<'_, N, T> {
    fn iter(&self) -> impl Iterator<Item = T> {
        self.0.iter().map(T::decode)
    }
}

impl<const N: usize, T: Wire<N> + Debug> Show for Keypoints<'_, N, T> {
    fn show(&self) -> String {
        preview(&self.iter().collect::<Vec<_>>())
    }
}

fn sequence<const N: usize, T: Wire<N>>(data: Input<'_>) -> Parsed<'_, Keypoints<'_, N, T>> {
    let (rest, count) = value::<_, u32>(data)?;
    let (rest, points) = bytes((count as usize).saturating_mul(N))(rest)?;
    data.grant_elements(count as usize)?;
    Ok((rest, Keypoints(points.as_chunks().0, std::marker::PhantomData)))
}

fn physical_properties(data: Input<'_>, n: usize) -> Parsed<'_, Coded<PhysicalProperties>> {
    let n_custom = at_most(data, n, 20);
    coded(data, n, n_custom.min(n), physical, quick_physical)
}

fn physical(data: Input<'_>) -> Parsed<'_, Shown<PhysicalProperties>> {
    let (rest, flags) = value::<_, u8>(data)?;
    if flags > 3 {
        let (expected, found) = ("flags from 0 to 3".into(), flags.to_string());
        return Err(data.fatal(ErrorKind::Unexpected { expected, found }));
    }
    if flags & 1 == 0 {
        return Ok((rest, Shown(Err(flags))));
    }
    let (rest, five) = value::<_, [f32; 5]>(rest)?;
    let (rest, absorption) = match flags {
        3 => value(rest).map(|(rest, absorption)| (rest, Some(absorption)))?,
        _ => (rest, None),
    };
    Ok((rest, Shown(Ok(properties(five, absorption)))))
}

fn quick_physical(flags: u8, rest: &[u8]) -> Option<(Result<PhysicalProperties, u8>, &[u8])> {
    match flags {
        0 | 2 => Some((Err(flags), rest)),
        1 | 3 => {
            let (five, rest) = rest.split_first_chunk::<20>()?;
            let (absorption, rest) = match flags {
                3 => {
                    rest.split_first_chunk::<4>().map(|(one, rest)| (Some(f32::from_le_bytes(*one)), rest))?
                }
                _ => (None, rest),
            };
            Some((Ok(properties(Wire::decode(five), absorption)), rest))
        }
        _ => None,
    }
}

fn properties(five: [f32; 5], acoustic_absorption: Option<f32>) -> PhysicalProperties {
    let [density, friction, elasticity, friction_weight, elasticity_weight] = five;
    PhysicalProperties {
        density,
        friction,
        elasticity,
        friction_weight,
        elasticity_weight,
        acoustic_absorption,
    }
}

fn color3uint8(data: Input<'_>, n: usize) -> Parsed<'_, Lanes<u8, 3>> {
    let (data, r) = field("r", bytes(n))(data)?;
    let (data, g) = field("g", bytes(n))(data)?;
    let (data, b) = field("b", bytes(n))(data)?;
    data.grant_elements(n)?;
    Ok((data, Lanes { numbers: [r, g, b].concat() }))
}

/// An array of values and an array of flags. CFrame is the only known type of values.
fn optional(data: Input<'_>, n: usize) -> Parsed<'_, Values> {
    let (data, ()) = field("type of values", type_of(0x10))(data)?;
    let (data, frames) = part("frames", |data| placements(data, n))(data)?;
    let (data, ()) = field("type of flags", type_of(0x02))(data)?;
    let (data, present) = flags(n)(data)?;
    Ok((data, Values::OptionalCFrame { frames, present }))
}

fn type_of<'a>(expected: u8) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    move |data| match value::<_, u8>(data)? {
        (rest, found) if found == expected => Ok((rest, ())),
        (_, found) => {
            let (expected, found) = (format!("type {expected:#04x}").into(), format!("{found:#04x}"));
            Err(data.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

fn fonts(data: Input<'_>, n: usize) -> Parsed<'_, Fonts> {
    // Each takes at least eleven bytes.
    data.split(n.saturating_mul(11))?;
    data.grant_elements(n)?;
    // Exact, except for left-over bytes.
    let n_bytes = data.bytes().len().saturating_sub(n.saturating_mul(11));
    let (mut rest, mut all) = (data, Fonts::with_capacity(n, n_bytes));
    for i in 0..n {
        let (after, font) = part(|| format!("value {i}"), font)(rest)?;
        all.push(font).map_err(nom::Err::Failure)?;
        rest = after;
    }
    Ok((rest, all))
}

fn font(data: Input<'_>) -> Parsed<'_, Font<'_>> {
    let (data, family) = field("family", string)(data)?;
    let (data, weight) = field("weight", value)(data)?;
    let (data, style) = field("style", value)(data)?;
    let (data, cached_face) = field("cached face", string)(data)?;
    Ok((data, Font { family, weight, style, cached_face }))
}

fn contents(data: Input<'_>, n: usize) -> Parsed<'_, Contents> {
    let (data, kinds) = planes("source kinds", n, unzigzag, |all| all)(data)?;
    // Together with its list entry, a value takes at least as much memory as two numbers. Reading the kinds counted one.
    data.grant_elements(n)?;
    let (after, n_uris) = field("uri count", value::<_, u32>)(data)?;
    expect_count(data, "uris", n_uris, &kinds, crate::model::URI)?;
    let (data, uris) = part("uris", |data| strings(data, n_uris as usize, false))(after)?;
    let (after, n_objects) = field("object count", value::<_, u32>)(data)?;
    expect_count(data, "objects", n_objects, &kinds, crate::model::OBJECT)?;
    let (data, objects) = referents("objects", n_objects as usize)(after)?;
    let (data, n_externals) = field("external count", value::<_, u32>)(data)?;
    let (data, externals) = referents("externals", n_externals as usize)(data)?;
    Ok((data, Contents::of_lists(&kinds, uris, objects, externals)))
}

/// Warns if a list is longer or shorter than its kind requires. The list is kept; values without an entry read as none.
fn expect_count(
    data: Input<'_>,
    what: &'static str,
    count: u32,
    kinds: &[i32],
    kind: i32,
) -> Result<(), nom::Err<crate::Error>> {
    let needed = kinds.iter().filter(|one| **one == kind).count();
    if needed == count as usize {
        return Ok(());
    }
    data.warn(ErrorKind::Unexpected { expected: format!("{needed} {what}").into(), found: count.to_string() })
}
