//! Headers and records that are longer than what is known of them. Format document, section 3.

use crate::mould::input::{Input, Parsed, bytes, field, inside, part, records, row, unknown};
use crate::mould::wire::{Show, Wire};
use crate::records::Records;
use crate::{ErrorKind, Mesh, NameTable};

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
        let (rest, all) = match size.checked_sub(N) {
            Some(0) => return array::<N, T>(name, count)(input),
            Some(surplus) => part(name, |input| longer::<N, T>(count, size, surplus, input))(input)?,
            // What does not exist has no size that could matter.
            None => part(name, |input: Input<'a>| {
                let expected = format!("records of {N} bytes or more").into();
                let unexpected = input.fatal(ErrorKind::Unexpected { expected, found: size.to_string() });
                if count == 0 { input.excuse(unexpected).map(|()| (input, [].as_slice())) } else { Err(unexpected) }
            })(input)?,
        };
        Ok((rest, Records::new(all, size)))
    }
}

/// `count` records of which all is known.
pub(super) fn array<'a, const N: usize, T: Wire<N> + Show>(
    name: &'static str,
    count: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Records<'a, T>> {
    let mut records = records::<N, T>(name, count);
    move |input| records(input).map(|(rest, all)| (rest, Records::new(all.as_flattened(), N)))
}

fn longer<'a, const N: usize, T: Wire<N> + Show>(
    count: usize,
    size: usize,
    surplus: usize,
    input: Input<'a>,
) -> Parsed<'a, &'a [u8]> {
    let (rest, all) = input.split(count.saturating_mul(size))?;
    input.grant_elements(count)?;
    let expected = format!("records of {N} bytes").into();
    input.warn(ErrorKind::Unexpected { expected, found: size.to_string() })?;
    if input.is_recording() {
        let mut record = all;
        for i in 0..count {
            (record, _) = row::<N, T>(|| format!("[{i}]"))(record)?;
            (record, _) = inside(surplus, unknown("surplus"))(record)?;
        }
    }
    Ok((rest, all.bytes()))
}

/// A table of names.
pub(super) fn names<'a>(name: &'static str, size: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, NameTable> {
    field(name, move |input: Input<'a>| {
        bytes(size)(input).map(|(rest, names)| (rest, NameTable(names.to_vec())))
    })
}
