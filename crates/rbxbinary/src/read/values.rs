//! Reads the values of a column. Format document, section 5.

use super::coded::{InCode, coded};
use super::columns::{self, Array, array, collect, lanes};
use super::string::{item, string};
use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::parsers::{ParseFn, field, part, unknown};
use crate::common::wire::{self, Wire, records, value};
use crate::error::ErrorKind;
use crate::model::{
    Coded, Contents, FEW, Font, Fonts, Lanes, Lists, OptionalCFrames, PhysicalProperties, Placements,
    Referent, Strings, Type, UDim2s, UDims, UniqueIds, Values, with_kinds,
};
use crate::wire::numbers::Interleaved;
use nom::Parser;
use nom::sequence::preceded;

/// The facts about a column that are needed to read its values.
#[derive(Clone, Copy)]
struct ColumnFacts {
    n: usize,
    /// Builds strings without a buffer, which they get afterwards from the decompressed chunk.
    may_lend: bool,
}

macro_rules! reader {
    ($($(#[$doc:meta])+ $id:literal $keep:ident $Kind:ident($($part:ident: $ty:ty = $least:expr),+)
        $Column:ty: $read:ident, $write:ident;)*) => {
        /// Reads the `n` values of a column. With `may_lend`, strings are built without a buffer, which they get
        /// afterwards from the decompressed chunk.
        pub(super) fn values<'a>(
            data: Input<'a>,
            type_id: u8,
            n: usize,
            may_lend: bool,
            warned: &mut [u64; 4],
            column: &mut Values,
        ) -> Parsed<'a, ()> {
            let known = ColumnFacts { n, may_lend };
            match type_id {
                $($id => store(column, $read(data, known), Values::$Kind),)*
                // Newer versions of Studio may write further types.
                _ => unknown_type(data, type_id, warned, column),
            }
        }
    };
}
with_kinds!(reader);

/// Stores the parsed values in the column.
fn store<'a, T>(column: &mut Values, parsed: Parsed<'a, T>, values: impl Fn(T) -> Values) -> Parsed<'a, ()> {
    let (rest, all) = parsed?;
    *column = values(all);
    Ok((rest, ()))
}

/// Keeps the bytes of a column of unknown type. Warns once per type, because a release of the engine may add a type to
/// thousands of columns.
fn unknown_type<'a>(
    data: Input<'a>,
    type_id: u8,
    warned: &mut [u64; 4],
    column: &mut Values,
) -> Parsed<'a, ()> {
    // One bit for each of the 256 type ids.
    let (word, bit) = (usize::from(type_id / 64), 1 << (type_id % 64));
    if let Some(word) = warned.get_mut(word).filter(|word| **word & bit == 0) {
        *word |= bit;
        data.warn(|| ErrorKind::UnknownType { type_id })?;
    }
    store(column, unknown("values")(data), |data| Values::Raw { type_id, data: data.to_vec() })
}

/// The span name of an array of single numbers.
const VALUES: Array = array!("values");

fn numbers<T: Interleaved<4>>(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Vec<T>> {
    columns::numbers(VALUES, known.n)(data)
}

fn wide<T: Interleaved<8>>(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Vec<T>> {
    columns::wide(VALUES, known.n)(data)
}

fn rows<const N: usize, T: Wire<N> + 'static>(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Vec<T>> {
    wire::rows("values", known.n)(data)
}

fn flags(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Vec<u8>> {
    bytes("values", known.n)(data)
}

fn rgb(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Lanes<f32, 3>> {
    lanes([array!("r"), array!("g"), array!("b")], known.n)(data)
}

fn xy(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Lanes<f32, 2>> {
    lanes([array!("x"), array!("y")], known.n)(data)
}

fn xyz(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Lanes<f32, 3>> {
    lanes([array!("x"), array!("y"), array!("z")], known.n)(data)
}

fn sides(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Lanes<f32, 4>> {
    lanes([array!("min_x"), array!("min_y"), array!("max_x"), array!("max_y")], known.n)(data)
}

fn referents(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Vec<Referent>> {
    columns::referents(VALUES, known.n)(data)
}

fn unique_ids(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, UniqueIds> {
    columns::unique_ids(VALUES, known.n)(data)
}

fn strings(data: Input<'_>, ColumnFacts { n, may_lend }: ColumnFacts) -> Parsed<'_, Strings> {
    consecutive("values", data, n, may_lend)
}

/// Reads consecutive strings. Only their positions are decoded.
pub(super) fn consecutive<'a>(
    name: &'static str,
    data: Input<'a>,
    n: usize,
    may_lend: bool,
) -> Parsed<'a, Strings> {
    let (has_table, may_lend) = (n > FEW, may_lend && n > FEW);
    // Strings that take over the buffer keep the bytes before them. Positions fit in 32 bits, as a chunk's plain length
    // does.
    let start = if may_lend { data.position() } else { 0 };
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
    let (_, wire) = data.split(rest.position().saturating_sub(data.position()))?;
    let wire = wire.bytes();
    let strings = match has_table {
        true => Strings::of_wire(wire.to_vec(), starts),
        false => Strings::of_few(wire.to_vec(), u32::try_from(n).unwrap_or_default()),
    };
    Ok((rest, strings))
}

/// Reads `n` values of one byte.
fn bytes<'a>(name: &'static str, n: usize) -> impl ParseFn<'a, Vec<u8>> {
    let mut flags = records(name, n, 1, u8::TABLE, 0);
    move |data| flags(data).map(|(rest, all)| (rest, all.to_vec()))
}

fn udim(data: Input<'_>, ColumnFacts { n, .. }: ColumnFacts) -> Parsed<'_, UDims> {
    // Here and below: most columns are short, and a tuple of nom's is a call for each array.
    let (data, scale) = columns::numbers(array!("scale"), n)(data)?;
    let (data, offset) = columns::numbers(array!("offset"), n)(data)?;
    Ok((data, UDims { scale, offset }))
}

fn udim2(data: Input<'_>, ColumnFacts { n, .. }: ColumnFacts) -> Parsed<'_, UDim2s> {
    let (data, scale) = lanes([array!("x_scale"), array!("y_scale")], n)(data)?;
    let (data, offset) = lanes([array!("x_offset"), array!("y_offset")], n)(data)?;
    Ok((data, UDim2s { scale, offset }))
}

fn placements<M: InCode + Copy + 'static>(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, Placements<M>> {
    // An upper bound: exact if there is no surplus after the column.
    let n_free = at_most(data, known.n.saturating_mul(13), M::size(0));
    let (data, rotations) = coded("rotations", known.n, n_free)(data)?;
    let (data, positions) = xyz(data, known)?;
    Ok((data, Placements { rotations: Box::new(rotations), positions }))
}

/// Returns the largest number of records of `len` bytes that leaves room for `others` bytes of other data.
fn at_most(data: Input<'_>, others: usize, len: usize) -> usize {
    data.bytes().len().saturating_sub(others).checked_div(len).unwrap_or_default()
}

fn sequences<const N: usize, T: Wire<N> + 'static>(
    data: Input<'_>,
    ColumnFacts { n, .. }: ColumnFacts,
) -> Parsed<'_, Lists<T>> {
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

fn physical_properties(
    data: Input<'_>,
    ColumnFacts { n, .. }: ColumnFacts,
) -> Parsed<'_, Coded<PhysicalProperties>> {
    // An upper bound: a byte of flags for each value, and at least twenty bytes for each that has numbers.
    coded("values", n, at_most(data, n, 20))(data)
}

fn color3uint8(data: Input<'_>, ColumnFacts { n, .. }: ColumnFacts) -> Parsed<'_, Lanes<u8, 3>> {
    let (data, r) = records("r", n, 1, u8::TABLE, 0)(data)?;
    let (data, g) = records("g", n, 1, u8::TABLE, 0)(data)?;
    let (data, b) = records("b", n, 1, u8::TABLE, 0)(data)?;
    Ok((data, Lanes { numbers: [r, g, b].concat() }))
}

/// Reads an array of values and an array of flags, each after its type. CFrame is the only known type of optional
/// values.
fn optional(data: Input<'_>, known: ColumnFacts) -> Parsed<'_, OptionalCFrames> {
    // Absent values have a frame too. Format document, section 5, 1E.
    let frames = preceded(
        field("type_of_frames", expect(Type::CFrame)),
        part("frames", |data| placements(data, known)),
    );
    let present = preceded(field("type_of_flags", expect(Type::Bool)), bytes("present", known.n));
    (frames, present).map(|(frames, present)| OptionalCFrames { frames, present }).parse(data)
}

fn expect<'a>(expected: Type) -> impl ParseFn<'a, ()> {
    let expected = expected as u8;
    move |data| match value::<_, u8>(data)? {
        (rest, found) if found == expected => Ok((rest, ())),
        (_, found) => {
            let (expected, found) = (format!("type {expected:#04x}").into(), format!("{found:#04x}"));
            Err(data.fatal(ErrorKind::Unexpected { expected, found }))
        }
    }
}

fn fonts(data: Input<'_>, ColumnFacts { n, .. }: ColumnFacts) -> Parsed<'_, Fonts> {
    // Each takes at least eleven bytes, and as much memory as four numbers. Reading the list counts one.
    data.split(n.saturating_mul(11))?;
    data.charge_elements(n.saturating_mul(3))?;
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

/// Reads a column of contents. In traces, the list of kinds is named `values`, because every value has a kind.
fn contents(data: Input<'_>, ColumnFacts { n, .. }: ColumnFacts) -> Parsed<'_, Box<Contents>> {
    // Format document, section 5, 22: the kinds of all values, then a list for each kind that has entries.
    let (data, kinds) = columns::numbers(VALUES, n)(data)?;
    // Together with its list entry, a value takes at least as much memory as two numbers. Reading the kinds counted one.
    data.charge_elements(n)?;
    let (after, n_uris) = field("n_uris", value::<_, u32>)(data)?;
    expect_count(data, "uris", n_uris, &kinds, crate::model::URI)?;
    let (data, uris) = consecutive("uris", after, n_uris as usize, false)?;
    let (after, n_objects) = field("n_objects", value::<_, u32>)(data)?;
    expect_count(data, "objects", n_objects, &kinds, crate::model::OBJECT)?;
    let (data, objects) = columns::referents(array!("objects"), n_objects as usize)(after)?;
    let (data, externals) = field("n_externals", value::<_, u32>)
        .flat_map(|n_externals| columns::referents(array!("externals"), n_externals as usize))
        .parse(data)?;
    Ok((data, Box::new(Contents::of_lists(&kinds, uris, objects, externals))))
}

/// Warns if the list for a kind is longer or shorter than the values of that kind require. The list is kept; a value
/// without an entry reads as [`Content::None`](crate::Content::None).
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
