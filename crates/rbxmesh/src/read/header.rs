//! Headers and records that are longer than what is known of them. Format document, section 3.

use crate::mould::divided::divided;
use crate::mould::input::{Input, Parsed};
use crate::mould::raw::inside;
use crate::mould::rows::records;
use crate::mould::show::{Field, Look, quoted};
use crate::mould::wire::Wire;
use crate::mould::words::{bytes, unknown};
use crate::records::Records;
use crate::{ErrorKind, Mesh, NameTable};
use nom::Err;
use std::borrow::Cow;

/// The end of a header of `known` bytes that says that it has `stated`, with `body` bytes to follow.
///
/// The size is wrong, and not the header longer, if the file ends where a header of the known size has it end.
pub(super) fn header_end<'a>(
    header: Input<'a>,
    (stated, known): (u16, u16),
    body: u64,
    mesh: &mut Mesh,
) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    move |input| {
        if stated == known {
            return Ok((input, ()));
        }
        let expected = format!("a header of {known} bytes").into();
        header.warn(|| ErrorKind::Unexpected { expected, found: stated.to_string() })?;
        let left = input.bytes().len();
        match stated.checked_sub(known).map(usize::from) {
            Some(surplus) if surplus <= left && left as u64 != body => {
                let (rest, bytes) = inside(surplus, unknown("header_surplus"))(input)?;
                mesh.surplus.header = bytes.to_vec();
                Ok((rest, ()))
            }
            _ => {
                mesh.sizes.header = Some(stated);
                Ok((input, ()))
            }
        }
    }
}

/// `count` records of `size` bytes each, of which the first `N` are known.
pub(super) fn strided<'a, const N: usize, T: Wire<N>>(
    name: &'static str,
    count: usize,
    size: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Records<'a, T>> {
    move |input| {
        let unexpected = |limit| {
            let expected = format!("records of {N} bytes{limit}").into();
            Err::Failure(
                input.error(ErrorKind::Unexpected { expected, found: size.to_string() }).inside(name),
            )
        };
        let count = match size.checked_sub(N) {
            Some(0) => return array::<N, T>(name, count)(input),
            Some(_) => count,
            None if count > 0 => return Err(unexpected(" or more")),
            // What does not exist has no size that could matter.
            None => 0,
        };
        let look = const { &Look::table(longer_fields::<N, T>) };
        let (rest, all) = records(name, count, size, look, size as u64)(input)?;
        input.excuse(unexpected(""))?;
        Ok((rest, Records::new(all, size)))
    }
}

/// What is known of a record of this size, and its surplus.
fn longer_fields<const N: usize, T: Wire<N>>(size: u64) -> Cow<'static, [Field]> {
    let surplus = usize::try_from(size).unwrap_or(usize::MAX).saturating_sub(N);
    let surplus = Field { name: "surplus", at: N, len: surplus, show: quoted };
    let name = |name| if str::is_empty(name) { "value" } else { name };
    T::FIELDS.iter().map(|field| Field { name: name(field.name), ..*field }).chain([surplus]).collect()
}

/// `count` records of which all is known.
pub(super) fn array<'a, const N: usize, T: Wire<N>>(
    name: &'static str,
    count: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Records<'a, T>> {
    let mut records = records(name, count, N, T::TABLE, 0);
    move |input| records(input).map(|(rest, all)| (rest, Records::new(all, N)))
}

/// A table of names.
pub(super) fn names<'a>(word: &'static str, size: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, NameTable> {
    let mut names = divided(word, size, name, 0);
    move |input| names(input).map(|(rest, names)| (rest, NameTable(names.to_vec())))
}

/// A name, and the zero that ends it.
fn name(input: Input<'_>, _: u64) -> Parsed<'_, &[u8]> {
    let len = input
        .bytes()
        .iter()
        .position(|byte| *byte == 0)
        .map_or(input.bytes().len(), |at| at.saturating_add(1));
    bytes(len)(input)
}
