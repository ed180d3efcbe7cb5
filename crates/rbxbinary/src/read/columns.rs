//! Reads interleaved arrays of numbers, and lists of values of varying length. Format document, section 4.

use crate::common::input::{Checked, Input, Parsed};
use crate::common::list::list_while;
use crate::common::parsers::ParseFn;
use crate::common::show::{Field, SpanType, nothing, quoted};
use crate::model::{Lanes, Referent, UniqueId, UniqueIds};
use crate::wire::numbers::{Interleaved, sum_up, unzigzag};
use std::fmt;

/// The span names of the two parts of an array: the first byte of each value, and the bytes after it.
#[derive(Clone, Copy)]
pub(super) struct Array(pub(super) &'static str, pub(super) &'static str);

/// Names the parts of the array `x`: `x` and `x_low_bytes`.
macro_rules! array {
    ($name:literal) => {
        $crate::read::columns::Array($name, concat!($name, "_low_bytes"))
    };
}
pub(super) use array;

/// Reads the bytes of an array of `n` values.
///
/// The values are interleaved, so the bytes of a value are far apart unless it is the only one. The trace therefore
/// shows a table with the first byte of each value, for paths such as `values[3]`. After that, it shows all second
/// bytes as one value, all third bytes, and so on.
#[inline]
fn planes<'a, const N: usize, T: Interleaved<N>>(name: Array, n: usize) -> impl ParseFn<'a, &'a [u8]> {
    move |data| {
        let whole = data.split(n.saturating_mul(N)).and_then(|split| {
            data.charge_elements(n)?;
            Ok(split)
        });
        let (rest, taken) = whole.map_err(|error| data.name_failure(data.n_warnings(), name.0, error))?;
        if data.is_traced() {
            tell::<N, T>(data, rest, name, n)?;
        }
        Ok((rest, taken.bytes()))
    }
}

/// Reports the two parts of an array to the tracer.
#[cold]
fn tell<const N: usize, T: Interleaved<N>>(
    data: Input<'_>,
    rest: Input<'_>,
    name: Array,
    n: usize,
) -> Checked {
    match data.split(n) {
        Ok((others, _)) if n > 1 => {
            data.span(others, name.0, FIRST_BYTES, 0)?;
            // The payload of a chunk has less than 4 GiB, so `n` fits in the lower half.
            others.span(rest, name.1, OTHER_BYTES, (N as u64) << 32 | n as u64)
        }
        _ => data.span(rest, name.0, T::SINGLE, 0),
    }
}

const FIRST_BYTES: &SpanType =
    &SpanType::table(|_| (&[Field { name: "", at: 0, len: 1, show: first_byte }]).into());

fn first_byte(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    bytes.first().map_or(Ok(()), |byte| write!(out, "{byte:#04x} …"))
}

/// All second bytes, all third bytes, and so on. The context holds the size of a value (upper half) and the number of
/// values.
const OTHER_BYTES: &SpanType = &SpanType::record(
    |context| {
        // No value has more than sixteen bytes.
        const NAMES: [&str; 15] = [
            "byte_1", "byte_2", "byte_3", "byte_4", "byte_5", "byte_6", "byte_7", "byte_8", "byte_9",
            "byte_10", "byte_11", "byte_12", "byte_13", "byte_14", "byte_15",
        ];
        let n = usize::try_from(context & 0xffff_ffff).unwrap_or(usize::MAX);
        let n_planes = usize::try_from(context >> 32).unwrap_or_default().saturating_sub(1);
        let planes = NAMES.into_iter().take(n_planes).enumerate();
        planes.map(|(i, name)| Field { name, at: i.saturating_mul(n), len: n, show: quoted }).collect()
    },
    nothing,
);

/// Reads `n` numbers.
pub(super) fn numbers<'a, T: Interleaved<4>>(name: Array, n: usize) -> impl ParseFn<'a, Vec<T>> {
    let mut lane = lanes::<T, 1>([name], n);
    move |data| lane(data).map(|(rest, all)| (rest, all.numbers))
}

/// Reads `n` values of `K` four-byte numbers, stored as `K` consecutive arrays.
pub(super) fn lanes<'a, T: Interleaved<4>, const K: usize>(
    names: [Array; K],
    n: usize,
) -> impl ParseFn<'a, Lanes<T, K>> {
    move |mut data| {
        let mut numbers = Vec::new();
        for name in names {
            let lane;
            (data, lane) = planes::<4, T>(name, n)(data)?;
            // Only once the first array is known to be there: `n` may be anything. Format
            // document, section 9.
            if numbers.is_empty() {
                numbers.reserve_exact(n.saturating_mul(K));
            }
            numbers.extend(quads(lane, n).map(T::decode));
        }
        Ok((data, Lanes { numbers }))
    }
}

/// Reads `n` values of eight bytes.
pub(super) fn wide<'a, T: Interleaved<8>>(name: Array, n: usize) -> impl ParseFn<'a, Vec<T>> {
    move |data| {
        let (rest, taken) = planes::<8, T>(name, n)(data)?;
        // The high byte comes first, so the first four planes hold the high halves.
        let (high, low) = taken.split_at_checked(n.saturating_mul(4)).unwrap_or_default();
        let both = quads(high, n).zip(quads(low, n));
        Ok((rest, both.map(|([a, b, c, d], [e, f, g, h])| T::decode([a, b, c, d, e, f, g, h])).collect()))
    }
}

/// Reads `n` unique ids of sixteen bytes.
pub(super) fn unique_ids<'a>(name: Array, n: usize) -> impl ParseFn<'a, UniqueIds> {
    move |data| {
        let (rest, taken) = planes::<16, UniqueId>(name, n)(data)?;
        let mut numbers = Vec::with_capacity(n.saturating_mul(4));
        // Four planes of bytes hold one of the four words of all ids.
        for lane in taken.chunks_exact(n.saturating_mul(4).max(1)) {
            numbers.extend(quads(lane, n).map(u32::from_be_bytes));
        }
        Ok((rest, UniqueIds { words: Lanes { numbers } }))
    }
}

/// Reads referents, each stored as the difference from the previous one.
pub(super) fn referents<'a>(name: Array, n: usize) -> impl ParseFn<'a, Vec<Referent>> {
    move |data| {
        let (rest, taken) = planes::<4, i32>(name, n)(data)?;
        let (mut all, mut sum) = (Vec::with_capacity(n), 0);
        // Adding up in a second pass leaves the first one vectorized. In blocks, the second finds the numbers in the cache.
        let mut blocks = quarters(taken, n).map(|plane| plane.chunks(BLOCK));
        // The planes have the same length, so they end together.
        while let [Some(a), Some(b), Some(c), Some(d)] = blocks.each_mut().map(Iterator::next) {
            let start = all.len();
            if [a, b, c].iter().all(|plane| is_zero(plane)) {
                // The usual case: each is near the one before.
                all.extend(d.iter().map(|byte| Referent(unzigzag([0, 0, 0, *byte]))));
            } else {
                all.extend(joined([a, b, c, d]).map(|bytes| Referent(unzigzag(bytes))));
            }
            let new = all.get_mut(start..).unwrap_or_default();
            sum_up(&mut sum, new.iter_mut().map(|one| &mut one.0));
        }
        Ok((rest, all))
    }
}

/// Returns true if all bytes are 0. Reading all of them takes less time than stopping at the first non-zero byte.
fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().fold(0, |all, byte| all | byte) == 0
}

/// The number of referents that are decoded and added up at once.
const BLOCK: usize = 1024;

/// The `n` interleaved four-byte values in `bytes`.
#[inline]
fn quads(bytes: &[u8], n: usize) -> impl ExactSizeIterator<Item = [u8; 4]> + '_ {
    joined(quarters(bytes, n))
}

/// Splits `bytes` into the first bytes of `n` values, their second bytes, and so on.
fn quarters(bytes: &[u8], n: usize) -> [&[u8]; 4] {
    // `chunks_exact` panics on 0.
    let mut planes = bytes.chunks_exact(n.max(1));
    [(); 4].map(|()| planes.next().unwrap_or_default())
}

/// Joins the first bytes of values, their second bytes, and so on. Zipping slices of the same length lets the compiler
/// vectorize the loop.
#[inline]
fn joined([a, b, c, d]: [&[u8]; 4]) -> impl ExactSizeIterator<Item = [u8; 4]> + '_ {
    // Assembled in the byte order of the machine, a number need not be swapped afterwards.
    let value = |a: &u8, b: &u8, c: &u8, d: &u8| u32::from_le_bytes([*d, *c, *b, *a]).to_be_bytes();
    a.iter().zip(b).zip(c).zip(d).map(move |(((a, b), c), d)| value(a, b, c, d))
}

/// Reads `n` values of at least `least` bytes each; `parser` reads a value and adds it to a collection.
///
/// If there is no tracer, `step` decodes values from the bytes alone: it adds the value at the start of the bytes and
/// returns its length, or `None` if the value is invalid. Using the parser instead would slow down reading a place of
/// 10,000 parts by a quarter.
pub(super) fn collect<'a, A>(
    name: &'static str,
    n: usize,
    least: usize,
    empty: impl Fn() -> A,
    step: impl Fn(&mut A, &'a [u8]) -> Option<usize>,
    parser: impl Fn(&mut A, Input<'a>) -> Parsed<'a, ()>,
) -> impl ParseFn<'a, A> {
    move |data| {
        let enough = data.split(n.saturating_mul(least)).and_then(|_| data.charge_elements(n));
        enough.map_err(|error| data.name_failure(data.n_warnings(), name, error))?;
        if !data.is_traced()
            && let Some((rest, all)) = at_once(data.bytes(), n, empty(), &step)
        {
            return Ok((data.with(rest), all));
        }
        let mut all = empty();
        let (rest, _) = list_while(name, |_, i| i < n, |at| parser(&mut all, at))(data)?;
        Ok((rest, all))
    }
}

/// Decodes all values at once, and returns the remaining bytes and the values; `None` if a value is invalid.
#[inline]
fn at_once<'a, A>(
    bytes: &'a [u8],
    n: usize,
    mut all: A,
    step: &impl Fn(&mut A, &'a [u8]) -> Option<usize>,
) -> Option<(&'a [u8], A)> {
    let mut rest = bytes;
    for _ in 0..n {
        rest = rest.get(step(&mut all, rest)?..)?;
    }
    Some((rest, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::input::Reading;
    use crate::common::limits::Limits;
    use crate::common::output::Output;
    use crate::write::columns::{self as write};

    /// Interleaving moves bytes and does not look at them: if a column of different numbers comes back, every column of
    /// its length does. The bytes are where the format document has them.
    #[test]
    fn columns_of_up_to_600_numbers_come_back() {
        for n in 0..=600_usize {
            let words: Vec<_> = (0..n as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
            let longs: Vec<_> = words.iter().map(|word| i64::from(*word).wrapping_mul(0x10001)).collect();
            let near: Vec<_> = words.iter().map(|word| Referent(word.cast_signed() >> (word % 32))).collect();
            let numbers = words.iter().flat_map(|word| [0, 1, 2, 3].map(|i| word ^ i)).collect();
            let ids = UniqueIds { words: Lanes { numbers } };
            let mut data = Output::default();
            write::numbers::<4, u32>(&mut data, &words);
            for (at, byte) in data.0.iter().enumerate() {
                assert_eq!(*byte, words[at % n].to_be_bytes()[at / n], "byte {at} of {n} numbers");
            }
            write::numbers::<8, i64>(&mut data, &longs);
            write::referents(&mut data, &near);
            let all: Vec<_> = (0..n).filter_map(|at| ids.get(at)).collect();
            write::numbers::<16, _>(&mut data, &all);
            let read = Reading::new(true, Limits::default(), data.0.len()).read(&data.0, |input| {
                let (input, read) = super::numbers::<u32>(array!("words"), n)(input)?;
                assert_eq!(read, words);
                let (input, read) = wide::<i64>(array!("longs"), n)(input)?;
                assert_eq!(read, longs);
                let (input, read) = referents(array!("near"), n)(input)?;
                assert_eq!(read, near);
                let (input, read) = unique_ids(array!("ids"), n)(input)?;
                assert_eq!((0..n).filter_map(|at| read.get(at)).collect::<Vec<_>>(), all);
                assert_eq!(input.bytes(), b"");
                Ok((input, ()))
            });
            assert_eq!(read, Ok(()), "{n}");
        }
    }

    /// Of every limit and number up to 300, and at the bounds of the type, what is charged is what is left less.
    #[test]
    fn elements_are_charged_up_to_the_limit_and_no_further() {
        let counts = || (0..=300).chain([usize::MAX / 2, usize::MAX - 1, usize::MAX]);
        for (limit, count) in counts().flat_map(|limit| counts().map(move |count| (limit, count))) {
            let reading = Reading::new(true, Limits::default().elements(limit), 0);
            let left = reading.read(b"", |input| {
                let is_charged = input.charge_elements(count).is_ok();
                Ok((input, (is_charged, input.remaining().elements.get())))
            });
            let expected = limit.checked_sub(count).map_or((false, limit), |left| (true, left));
            assert_eq!(left, Ok(expected), "{count} of {limit}");
        }
    }
}
