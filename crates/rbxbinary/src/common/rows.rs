//! Words for values of fixed size, and for tables of them.

use super::input::{Input, Name, Parsed};
use super::trace::Shown;
use super::wire::Wire;
use super::words::{fixed, named};

/// One value of fixed size.
#[inline]
pub(crate) fn value<const N: usize, T: Wire<N>>(input: Input<'_>) -> Parsed<'_, T> {
    let (rest, bytes) = fixed::<N>(input)?;
    Ok((rest, T::decode(&bytes)))
}

/// The bytes of `count` records of `stride` bytes, counted against the limit and not decoded: nom's `take` with a name.
///
/// The context has what `shown` needs to know about their fields from the rest of the file.
#[inline]
pub(crate) fn records<'a>(
    name: impl Name,
    count: usize,
    stride: usize,
    shown: &'static Shown,
    context: u64,
) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    let read = move |input: Input<'a>| {
        let (rest, taken) = input.split(count.saturating_mul(stride))?;
        input.grant_elements(count)?;
        Ok((rest, taken.rest))
    };
    named(name, shown, read, move |bytes| (bytes, context))
}

/// `count` records of a table: nom's `count`, but decoded in bulk. Nothing is allocated before their bytes are known
/// to exist.
#[inline]
pub(crate) fn rows<'a, const N: usize, T: Wire<N>>(
    name: impl Name,
    count: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
    let mut records = records(name, count, N, T::TABLE, 0);
    move |input| {
        let (rest, bytes) = records(input)?;
        Ok((rest, bytes.as_chunks::<N>().0.iter().map(T::decode).collect()))
    }
}
