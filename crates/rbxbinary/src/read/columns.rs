//! Format document, section 4: arrays of numbers, interleaved.

use crate::model::{Lanes, Referent};
use crate::mould::input::{Input, Parsed, planes};
use crate::wire::numbers::{sums, unzigzag};
use std::fmt::Debug;

/// `n` values of `K` numbers of four bytes, each number's array after the one before.
pub(super) fn lanes<'a, T: Debug + Copy, const K: usize>(
    names: [&'static str; K],
    n: usize,
    decode: impl Fn([u8; 4]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Lanes<T, K>> {
    move |data| {
        let (rest, taken) = data.split(n.saturating_mul(4).saturating_mul(K))?;
        let mut numbers = Vec::new();
        if data.is_recording() {
            let mut data = data;
            for name in names {
                let (rest, lane) = planes(name, n, &decode, |all| all)(data)?;
                numbers.extend(lane);
                data = rest;
            }
        } else {
            data.grant_elements(n.saturating_mul(K))?;
            numbers.reserve_exact(n.saturating_mul(K));
            for lane in taken.bytes().chunks_exact(n.saturating_mul(4).max(1)) {
                numbers.extend(quads(lane, n).map(&decode));
            }
        }
        Ok((rest, Lanes { numbers }))
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
        let (rest, taken) = data.split(n.saturating_mul(8))?;
        data.grant_elements(n)?;
        let (high, low) = taken.bytes().split_at_checked(n.saturating_mul(4)).unwrap_or_default();
        let both = quads(high, n).zip(quads(low, n));
        Ok((rest, both.map(|([a, b, c, d], [e, f, g, h])| decode([a, b, c, d, e, f, g, h])).collect()))
    }
}

/// Numbers of instances, each stored as the difference to the one before.
pub(super) fn referents<'a>(
    name: &'static str,
    n: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<Referent>> {
    move |data| {
        let (rest, all) = planes(name, n, unzigzag, sums)(data)?;
        Ok((rest, all.into_iter().map(Referent).collect()))
    }
}

/// Interleaved values of four bytes. Over slices of one length, which compilers turn into vector instructions.
#[inline]
pub(super) fn quads(bytes: &[u8], n: usize) -> impl ExactSizeIterator<Item = [u8; 4]> + '_ {
    let mut planes = bytes.chunks_exact(n.max(1));
    let [a, b, c, d] = [(); 4].map(|()| planes.next().unwrap_or_default());
    a.iter().zip(b).zip(c).zip(d).map(|(((a, b), c), d)| [*a, *b, *c, *d])
}
