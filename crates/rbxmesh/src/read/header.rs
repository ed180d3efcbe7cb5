//! Headers and records that are longer than what is known of them. Format document, section 3.

use crate::mould::input::{Input, Parsed, bytes, field, inside, records, sized_records, unknown};
use crate::mould::wire::{Field, Show, Wire, show};
use crate::records::Records;
use crate::{ErrorKind, Mesh, NameTable};
use nom::Err;

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
        header.warn(ErrorKind::Unexpected { expected, found: stated.to_string() })?;
        let left = input.bytes().len();
        match stated.checked_sub(known).map(usize::from) {
            Some(surplus) if surplus <= left && left as u64 != body => {
                let (rest, bytes) = inside(surplus, unknown("surplus"))(input)?;
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
pub(super) fn strided<'a, const N: usize, T: Wire<N> + Show>(
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
        let (rest, all) = sized_records(name, size, count, || longer_fields::<N, T>(size))(input)?;
        input.excuse(unexpected(""))?;
        Ok((rest, Records::new(all, size)))
    }
}

/// What is known of a record, and the rest of it.
fn longer_fields<const N: usize, T: Wire<N> + Show>(size: usize) -> Vec<Field> {
    let mut fields = T::FIELDS.to_vec();
    if fields.is_empty() {
        fields.push(Field { name: "value", at: 0, len: N, show: show::<N, T> });
    }
    let surplus = size.saturating_sub(N);
    fields.push(Field { name: "surplus", at: N, len: surplus, show: |bytes| bytes.show() });
    fields
}

/// `count` records of which all is known.
pub(super) fn array<'a, const N: usize, T: Wire<N> + Show>(
    name: &'static str,
    count: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Records<'a, T>> {
    let mut records = records::<N, T>(name, count);
    move |input| records(input).map(|(rest, all)| (rest, Records::new(all.as_flattened(), N)))
}

/// A table of names.
pub(super) fn names<'a>(name: &'static str, size: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, NameTable> {
    field(name, move |input: Input<'a>| {
        bytes(size)(input).map(|(rest, names)| (rest, NameTable(names.to_vec())))
    })
}
