//! Format document, section 5: the values of a column.

use super::coded::{InCode, coded};
use super::columns::{Array, array, collect, lanes, numbers, referents, unique_ids, wide};
use super::string::{item, string};
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::wire::{Wire, records, rows, value};
use crate::common::words::{Word, field, part, unknown};
use crate::error::ErrorKind;
use crate::model::{
    Coded, Contents, FEW, Font, Fonts, Lanes, Lists, PhysicalProperties, Placements, Strings, Values,
};
use nom::Parser;
use nom::sequence::preceded;

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
    const VALUES: Array = array!("values");
    const XYZ: [Array; 3] = [array!("x"), array!("y"), array!("z")];
    match type_id {
        0x01 => of(column, strings("values", data, n, may_lend), Values::String),
        0x02 => of(column, flags("values", n)(data), Values::Bool),
        0x03 => of(column, numbers(VALUES, n)(data), Values::Int32),
        0x04 => of(column, numbers(VALUES, n)(data), Values::Float32),
        0x05 => of(column, rows("values", n)(data), Values::Float64),
        0x06 => of(column, udim(data, n), |values| values),
        0x07 => of(column, udim2(data, n), |values| values),
        0x08 => of(column, rows("values", n)(data), Values::Ray),
        0x09 => of(column, flags("values", n)(data), Values::Faces),
        0x0a => of(column, flags("values", n)(data), Values::Axes),
        0x0b => of(column, numbers(VALUES, n)(data), Values::BrickColor),
        0x0c => of(column, lanes([array!("r"), array!("g"), array!("b")], n)(data), Values::Color3),
        0x0d => of(column, lanes([array!("x"), array!("y")], n)(data), Values::Vector2),
        0x0e => of(column, lanes(XYZ, n)(data), Values::Vector3),
        0x0f => of(column, rows("values", n)(data), Values::Vector2int16),
        0x10 => of(column, placements(data, n), Values::CFrame),
        0x11 => of(column, placements(data, n), Values::CFrameQuat),
        0x12 => of(column, numbers(VALUES, n)(data), Values::Enum),
        0x13 => of(column, referents(VALUES, n)(data), Values::Referent),
        0x14 => of(column, rows("values", n)(data), Values::Vector3int16),
        0x15 => of(column, sequences(data, n), Values::NumberSequence),
        0x16 => of(column, sequences(data, n), Values::ColorSequence),
        0x17 => of(column, rows("values", n)(data), Values::NumberRange),
        0x18 => {
            const SIDES: [Array; 4] = [array!("min_x"), array!("min_y"), array!("max_x"), array!("max_y")];
            of(column, lanes(SIDES, n)(data), Values::Rect)
        }
        0x19 => of(column, physical_properties(data, n), Values::PhysicalProperties),
        0x1a => of(column, color3uint8(data, n), Values::Color3uint8),
        0x1b => of(column, wide(VALUES, n)(data), Values::Int64),
        0x1c => of(column, numbers(VALUES, n)(data), Values::SharedString),
        0x1d => of(column, strings("values", data, n, may_lend), Values::Bytecode),
        0x1e => of(column, optional(data, n), |values| values),
        0x1f => of(column, unique_ids(VALUES, n)(data), Values::UniqueId),
        0x20 => of(column, fonts(data, n), Values::Font),
        0x21 => of(column, wide(VALUES, n)(data), Values::SecurityCapabilities),
        0x22 => of(column, contents(data, n), |contents| Values::Content(Box::new(contents))),
        _ => {
            // Warn once per type: an engine release may add one to thousands of columns.
            let (word, bit) = (usize::from(type_id / 64), 1 << (type_id % 64));
            if let Some(word) = warned.get_mut(word).filter(|word| **word & bit == 0) {
                *word |= bit;
                data.warn(|| ErrorKind::UnknownType { type_id })?;
            }
            of(column, unknown("values")(data), |data| Values::Raw { type_id, data: data.to_vec() })
        }
    }
}

/// Consecutive strings, of which only the positions are read.
pub(super) fn strings<'a>(
    name: &'static str,
    data: Input<'a>,
    n: usize,
    may_lend: bool,
) -> Parsed<'a, Strings> {
    let (has_table, may_lend) = (n > FEW, may_lend && n > FEW);
    // Strings that take over the buffer keep what precedes them in it. Positions fit in 32 bits, as a chunk's plain length does.
    let start = if may_lend { data.at() } else { 0 };
    let empty = || (if has_table { Vec::with_capacity(n) } else { Vec::new() }, start);
    let add = |(starts, start): &mut (Vec<u32>, usize), len: usize| {
        if has_table {
            starts.push(u32::try_from(*start).unwrap_or(u32::MAX));
            *start = start.saturating_add(len);
        }
    };
    let step = |all: &mut _, bytes: &[u8]| {
        let (len, _) = bytes.split_first_chunk::<4>()?;
        let len = (u32::from_le_bytes(*len) as usize).checked_add(4)?;
        add(all, len);
        Some(len)
    };
    let parser = |all: &mut _, data| {
        let (rest, text) = item(data)?;
        add(all, text.len().saturating_add(4));
        Ok((rest, ()))
    };
    let (rest, (starts, _)) = collect(name, n, 4, empty, step, parser)(data)?;
    if may_lend {
        return Ok((rest, Strings::of_wire(Vec::new(), starts)));
    }
    let (_, wire) = data.split(rest.at().saturating_sub(data.at()))?;
    let wire = wire.bytes();
    let strings = match has_table {
        true => Strings::of_wire(wire.to_vec(), starts),
        false => Strings::of_few(wire.to_vec(), u32::try_from(n).unwrap_or_default()),
    };
    Ok((rest, strings))
}

/// One byte per value.
fn flags<'a>(name: &'static str, n: usize) -> impl Word<'a, Vec<u8>> {
    let mut flags = records(name, n, 1, u8::TABLE, 0);
    move |data| flags(data).map(|(rest, all)| (rest, all.to_vec()))
}

fn udim(data: Input<'_>, n: usize) -> Parsed<'_, Values> {
    // Here and below: most columns are short, and a tuple of nom's is a call for each array.
    let (data, scale) = numbers(array!("scale"), n)(data)?;
    let (data, offset) = numbers(array!("offset"), n)(data)?;
    Ok((data, Values::UDim { scale, offset }))
}

fn udim2(data: Input<'_>, n: usize) -> Parsed<'_, Values> {
    let (data, scale) = lanes([array!("x_scale"), array!("y_scale")], n)(data)?;
    let (data, offset) = lanes([array!("x_offset"), array!("y_offset")], n)(data)?;
    Ok((data, Values::UDim2 { scale, offset }))
}

fn placements<M: InCode + Copy + 'static>(data: Input<'_>, n: usize) -> Parsed<'_, Placements<M>> {
    // An upper bound: exact if there is no surplus after the column.
    let n_free = at_most(data, n.saturating_mul(13), M::SIZE);
    let (data, rotations) = coded("rotations", n, n_free)(data)?;
    let (data, positions) = lanes([array!("x"), array!("y"), array!("z")], n)(data)?;
    Ok((data, Placements { rotations: Box::new(rotations), positions }))
}

/// How many records of `len` bytes fit beside `others` bytes of other data.
fn at_most(data: Input<'_>, others: usize, len: usize) -> usize {
    data.bytes().len().saturating_sub(others).checked_div(len).unwrap_or_default()
}

fn sequences<const N: usize, T: Wire<N> + 'static>(data: Input<'_>, n: usize) -> Parsed<'_, Lists<T>> {
    // Each takes at least four bytes.
    data.split(n.saturating_mul(4))?;
    // Exact, except for surplus bytes.
    let n_points = at_most(data, n.saturating_mul(4), N);
    let mut all = Lists::with_capacity(n, n_points);
    let sequence = |data| {
        field("count", value::<_, u32>)
            .flat_map(|count| records("keypoints", count as usize, N, T::TABLE, 0))
            .map(|points| all.push(points.as_chunks::<N>().0.iter().map(T::decode)))
            .parse(data)
    };
    let (rest, _) = list("values", n, sequence)(data)?;
    Ok((rest, all))
}

fn physical_properties(data: Input<'_>, n: usize) -> Parsed<'_, Coded<PhysicalProperties>> {
    coded("values", n, at_most(data, n, 20))(data)
}

fn color3uint8(data: Input<'_>, n: usize) -> Parsed<'_, Lanes<u8, 3>> {
    let (data, r) = records("r", n, 1, u8::TABLE, 0)(data)?;
    let (data, g) = records("g", n, 1, u8::TABLE, 0)(data)?;
    let (data, b) = records("b", n, 1, u8::TABLE, 0)(data)?;
    Ok((data, Lanes { numbers: [r, g, b].concat() }))
}

/// An array of values and an array of flags. CFrame is the only known type of values.
fn optional(data: Input<'_>, n: usize) -> Parsed<'_, Values> {
    let frames = preceded(field("type_of_frames", type_of(0x10)), part("frames", |data| placements(data, n)));
    let present = preceded(field("type_of_flags", type_of(0x02)), flags("present", n));
    (frames, present).map(|(frames, present)| Values::OptionalCFrame { frames, present }).parse(data)
}

fn type_of<'a>(expected: u8) -> impl Word<'a, ()> {
    move |data| match value::<_, u8>(data)? {
        (rest, found) if found == expected => Ok((rest, ())),
        (_, found) => {
            let (expected, found) = (format!("type {expected:#04x}").into(), format!("{found:#04x}"));
            Err(data.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

fn fonts(data: Input<'_>, n: usize) -> Parsed<'_, Fonts> {
    // Each takes at least eleven bytes, and as much memory as four numbers. Reading the list counts one.
    data.split(n.saturating_mul(11))?;
    data.grant_elements(n.saturating_mul(3))?;
    // Exact, except for surplus bytes.
    let n_bytes = data.bytes().len().saturating_sub(n.saturating_mul(11));
    let mut all = Fonts::with_capacity(n, n_bytes);
    let font = |data| {
        let (data, font) =
            (string("family"), field("weight", value), field("style", value), string("cached_face"))
                .map(|(family, weight, style, cached_face)| Font { family, weight, style, cached_face })
                .parse(data)?;
        all.push(font).map_err(nom::Err::Failure)?;
        Ok((data, ()))
    };
    let (rest, _) = list("values", n, font)(data)?;
    Ok((rest, all))
}

/// The kinds are called values, because they are what all values have.
fn contents(data: Input<'_>, n: usize) -> Parsed<'_, Contents> {
    let (data, kinds) = numbers(array!("values"), n)(data)?;
    // Together with its list entry, a value takes at least as much memory as two numbers. Reading the kinds counted one.
    data.grant_elements(n)?;
    let (after, n_uris) = field("n_uris", value::<_, u32>)(data)?;
    expect_count(data, "uris", n_uris, &kinds, crate::model::URI)?;
    let (data, uris) = strings("uris", after, n_uris as usize, false)?;
    let (after, n_objects) = field("n_objects", value::<_, u32>)(data)?;
    expect_count(data, "objects", n_objects, &kinds, crate::model::OBJECT)?;
    let (data, objects) = referents(array!("objects"), n_objects as usize)(after)?;
    let (data, externals) = field("n_externals", value::<_, u32>)
        .flat_map(|n_externals| referents(array!("externals"), n_externals as usize))
        .parse(data)?;
    Ok((data, Contents::of_lists(&kinds, uris, objects, externals)))
}

/// Warns if a list is longer or shorter than its kind requires. The list is kept; values without an entry read as none.
fn expect_count(
    data: Input<'_>,
    what: &'static str,
    count: u32,
    kinds: &[i32],
    kind: i32,
) -> Result<(), nom::Err<crate::common::error::Error>> {
    let (expected, found) = (kinds.iter().filter(|one| **one == kind).count(), count as usize);
    if expected == found {
        return Ok(());
    }
    data.warn(|| ErrorKind::Mismatch { what, found, expected })
}
