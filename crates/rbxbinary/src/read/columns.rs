//! Format document, section 4: arrays of numbers, interleaved.
//!
//! Layouts use the common part's parsers, which build a vector for each array. Plain reading uses faster code.

use crate::model::{Lanes, Referent, UniqueId, UniqueIds};
use crate::mould::input::{Input, Parsed, part, planes};
use crate::wire::numbers::{sums, unzigzag};
use std::fmt::Debug;

/// `n` values of `K` four-byte numbers, stored as `K` consecutive arrays.
pub(super) fn lanes<'a, T: Debug + Copy, const K: usize>(
    names: [&'static str; K],
    n: usize,
    decode: impl Fn([u8; 4]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Lanes<T, K>> {
    move |mut data| {
        let mut numbers = Vec::new();
        for name in names {
            (data, ()) = lane(name, n, &decode, &mut numbers, K)(data)?;
        }
        Ok((data, Lanes { numbers }))
    }
}

/// Appends one array of `n` numbers to `numbers`, which will hold `n_lanes` arrays in the end.
fn lane<'a, T: Debug>(
    name: &'static str,
    n: usize,
    decode: impl Fn([u8; 4]) -> T,
    numbers: &mut Vec<T>,
    n_lanes: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    move |data| {
        if data.is_recording() {
            let (rest, all) = planes(name, n, &decode, |all| all)(data)?;
            numbers.extend(all);
            return Ok((rest, ()));
        }
        let quick = |data: Input<'a>| {
            let (rest, taken) = data.split(n.saturating_mul(4))?;
            data.grant_elements(n)?;
            if numbers.is_empty() {
                numbers.reserve_exact(n.saturating_mul(n_lanes));
            }
            numbers.extend(quads(taken.bytes(), n).map(&decode));
            Ok((rest, ()))
        };
        part(name, quick)(data)
    }
}

/// `n` values of eight bytes.
pub(super) fn wide<'a, T: Debug>(
    n: usize,
    decode: impl Fn([u8; 8]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
    move |data| {
        if data.is_recording() {
            return planes("values", n, &decode, |all| all)(data);
        }
        let quick = |data: Input<'a>| {
            let (rest, taken) = data.split(n.saturating_mul(8))?;
            data.grant_elements(n)?;
            let (high, low) = taken.bytes().split_at_checked(n.saturating_mul(4)).unwrap_or_default();
            let both = quads(high, n).zip(quads(low, n));
            Ok((rest, both.map(|([a, b, c, d], [e, f, g, h])| decode([a, b, c, d, e, f, g, h])).collect()))
        };
        part("values", quick)(data)
    }
}

/// `n` unique ids, of sixteen bytes.
pub(super) fn unique_ids<'a>(n: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, UniqueIds> {
    let quick = move |data: Input<'a>| {
        let (rest, taken) = data.split(n.saturating_mul(16))?;
        data.grant_elements(n)?;
        let mut numbers = Vec::with_capacity(n.saturating_mul(4));
        for lane in taken.bytes().chunks_exact(n.saturating_mul(4).max(1)) {
            numbers.extend(quads(lane, n).map(u32::from_be_bytes));
        }
        Ok((rest, UniqueIds { words: Lanes { numbers } }))
    };
    move |data| {
        if data.is_recording() {
            let (rest, ids) = planes("values", n, unique_id, |all| all)(data)?;
            return Ok((rest, ids.into_iter().collect()));
        }
        part("values", quick)(data)
    }
}

fn unique_id(bytes: [u8; 16]) -> UniqueId {
    let mut words = bytes.as_chunks().0.iter().map(|word| u32::from_be_bytes(*word));
    UniqueId::of_words([(); 4].map(|()| words.next().unwrap_or_default()))
}

/// Referents, each stored as the difference from the previous one.
pub(super) fn referents<'a>(
    name: &'static str,
    n: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<Referent>> {
    move |data| {
        let (rest, all) = planes(name, n, unzigzag, sums)(data)?;
        Ok((rest, all.into_iter().map(Referent).collect()))
    }
}

/// Interleaved values of four bytes. Zipping slices of the same length lets the compiler vectorize the loop.
#[inline]
fn quads(bytes: &[u8], n: usize) -> impl ExactSizeIterator<Item = [u8; 4]> + '_ {
    let mut planes = bytes.chunks_exact(n.max(1));
    let [a, b, c, d] = [(); 4].map(|()| planes.next().unwrap_or_default());
    a.iter().zip(b).zip(c).zip(d).map(|(((a, b), c), d)| [*a, *b, *c, *d])
}
