//! Reads the faces. Format document, section 13.2.

use super::symbols::symbols;
use super::varint::{short_varint, varint};
use crate::error::ErrorKind;

use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::parsers::field;
use crate::common::wire::{Wire, records, rows, value};
use crate::references::are_below;
use crate::wire::size_of_wire;

/// Reads the faces of a sequential stream, and checks that their points exist.
pub(super) fn connectivity(input: Input<'_>, n_faces: u32, n_points: u32) -> Parsed<'_, Vec<[u32; 3]>> {
    let (at, method) = field("method", value::<_, u8>)(input)?;
    let (rest, faces) = match method {
        0 => compressed(at, n_faces as usize)?,
        1 => raw(at, n_faces as usize, n_points)?,
        _ => {
            let expected = "method 0 or 1 of connectivity".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: method.to_string() }));
        }
    };
    let indices = faces.as_flattened();
    if !are_below(indices.iter().copied(), n_points as usize) {
        let beyond = indices.iter().enumerate().find(|(_, index)| **index >= n_points);
        let (number, index) = beyond.unwrap_or((0, &0));
        let kind = ErrorKind::OutOfRange { what: "point", found: (*index).into(), bound: n_points.into() };
        return Err(nom::Err::Failure(at.error(kind).inside(format!("faces[{}]", number / 3))));
    }
    Ok((rest, faces))
}

/// Reads uncompressed indices, whose width depends on the number of points.
fn raw(input: Input<'_>, n_faces: usize, n_points: u32) -> Parsed<'_, Vec<[u32; 3]>> {
    // Format document, section 13.2, method 1.
    const NAME: &str = "indices";
    match n_points {
        0..=0xff => {
            let (rest, faces) =
                records(NAME, n_faces, size_of_wire::<_, [u8; 3]>(), <[u8; 3]>::TABLE, 0)(input)?;
            Ok((rest, faces.as_chunks::<3>().0.iter().map(|face| face.map(u32::from)).collect()))
        }
        0x100..=0xffff => {
            let (rest, faces) =
                records(NAME, n_faces, size_of_wire::<_, [u16; 3]>(), <[u16; 3]>::TABLE, 0)(input)?;
            let faces = faces.as_chunks::<6>().0.iter();
            Ok((rest, faces.map(|face| <[u16; 3]>::decode(face).map(u32::from)).collect()))
        }
        0x1_0000..=0x1f_ffff => indices(NAME, input, n_faces),
        0x20_0000.. => rows(NAME, n_faces)(input),
    }
}

/// Reads indices of one to three bytes each.
fn indices<'a>(name: &'static str, input: Input<'a>, n_faces: usize) -> Parsed<'a, Vec<[u32; 3]>> {
    let n_indices = n_faces.saturating_mul(3);
    // Each takes a byte at least.
    input.split(n_indices)?;
    // This is faster, and possible where no tracer needs the position of each index.
    if !input.is_traced()
        && let Some((faces, len)) = short_indices(input.bytes(), n_faces)
    {
        input.charge_elements(n_indices)?;
        return Ok((input.split(len)?.0, faces));
    }
    let (rest, indices) = list(name, n_indices, varint)(input)?;
    Ok((rest, indices.as_chunks().0.to_vec()))
}

/// Returns all indices and their length in bytes; `None` if an index is longer than necessary or missing.
fn short_indices(bytes: &[u8], n_faces: usize) -> Option<(Vec<[u32; 3]>, usize)> {
    let mut faces = Vec::with_capacity(n_faces);
    let mut rest = bytes;
    while faces.len() < n_faces {
        let n_left = n_faces.saturating_sub(faces.len());
        // The chunks are small enough to stay in the cache until they are decoded.
        let chunks = rest.as_chunks().0;
        let chunks = chunks.get(..n_left.min(LONG_AT_ONCE)).unwrap_or(chunks);
        let n_long = chunks.iter().take_while(|face| is_long(face)).count();
        let (long, after) = rest.split_at_checked(n_long.saturating_mul(9))?;
        faces.extend(long.as_chunks().0.iter().map(long_face));
        rest = after;
        if n_long < n_left.min(LONG_AT_ONCE) {
            let face;
            (face, rest) = short_face(rest)?;
            faces.push(face);
        }
    }
    Some((faces, bytes.len().saturating_sub(rest.len())))
}

fn short_face(bytes: &[u8]) -> Option<([u32; 3], &[u8])> {
    let (a, rest) = short_varint(bytes)?;
    let (b, rest) = short_varint(rest)?;
    let (c, rest) = short_varint(rest)?;
    Some(([a, b, c], rest))
}

/// The maximum number of faces that are decoded together if their indices have three bytes.
const LONG_AT_ONCE: usize = 128;

/// Returns true if all three indices have three bytes, as most do in such streams. The highest bit of a byte means that
/// another follows.
#[inline]
fn is_long([first @ .., last]: &[u8; 9]) -> bool {
    u64::from_le_bytes(*first) & 0x8080_8080_8080_8080 == 0x8080_0080_8000_8080 && *last < 0x80
}

#[inline]
fn long_face([a, b, c, d, e, f, g, h, i]: &[u8; 9]) -> [u32; 3] {
    let index = |a: u8, b: u8, c: u8| u32::from(a & 0x7f) | u32::from(b & 0x7f) << 7 | u32::from(c) << 14;
    [index(*a, *b, *c), index(*d, *e, *f), index(*g, *h, *i)]
}

/// Reads compressed indices: each is the difference from the previous one, with the sign in the lowest bit.
fn compressed(input: Input<'_>, n_faces: usize) -> Parsed<'_, Vec<[u32; 3]>> {
    // Format document, section 13.2, method 0.
    const NAME: &str = "compressed_indices";
    let n_indices = n_faces.saturating_mul(3);
    input.charge_elements(n_indices)?;
    let (rest, numbers) = symbols(NAME, n_indices, 1)(input)?;
    let (mut faces, mut last, mut n_valid) = (vec![[0; 3]; n_faces], Some(0_u32), 0_usize);
    let indices = faces.as_flattened_mut().as_chunks_mut::<1>().0;
    numbers.fill(indices, |_, number| {
        let difference = number >> 1;
        let sum = |last: u32| match number & 1 {
            1 => last.checked_sub(difference),
            _ => last.checked_add(difference),
        };
        last = last.and_then(sum);
        n_valid = n_valid.saturating_add(last.is_some().into());
        last.unwrap_or_default()
    })?;
    if last.is_none() {
        let kind = ErrorKind::Malformed { expected: "an index from 0 on" };
        let name = format!("faces[{}]", n_valid / 3);
        return Err(nom::Err::Failure(input.error(kind).inside(name).inside(NAME)));
    }
    Ok((rest, faces))
}
