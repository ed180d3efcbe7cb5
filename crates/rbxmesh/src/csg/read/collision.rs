//! Reads collision data. Format document, section 5.

use super::edgebreaker::{Counts, hulls_of_bits};
use super::{triangles_of, warn_beyond};
use crate::common::input::{Input, Parsed};
use crate::common::kinds::counted;
use crate::common::list::list_until_failure;
use crate::common::packed::PlainBuffer;
use crate::common::parsers::{ParseFn, bytes, field, literal, part, remainder, surplus};
use crate::common::show::SpanType;
use crate::common::wire::{rows, value};
use crate::common::zstd;
use crate::csg::model::{Collision, Hull, Mass, Shape};
use crate::csg::wire::{BLOCK, COLLISION, HULL_HEAD, MassRecord, PackedHeader};
use crate::error::ErrorKind;
use geom::Vec3;

pub(super) fn collision(input: Input<'_>) -> Parsed<'_, Collision> {
    let (at, ()) = field("magic", literal(COLLISION))(input)?;
    let (mut rest, version) = field("version", value::<_, u32>)(at)?;
    let mut model = Collision { version, ..Collision::default() };
    // The meaning of the kind is unknown. Format document, section 5.
    if matches!(version, 7 | 8) {
        let kind;
        (rest, kind) = field("kind", value::<_, u8>)(rest)?;
        model.kind = Some(kind);
    }
    if matches!(version, 6 | 7) {
        let mass;
        (rest, mass) = field("mass", value::<_, MassRecord>)(rest)?;
        let MassRecord { volume, centre, inertia } = mass;
        model.mass = Some(Mass { volume, centre, inertia });
    }
    match version {
        0 => (rest, ()) = field("shape", literal(BLOCK))(rest)?,
        3 | 5..=7 => {
            let hulls;
            (rest, hulls) = hulls_to_the_end(rest, &mut model.trailing)?;
            model.shape = Shape::Hulls(hulls);
        }
        8 => {
            let (at, _) = field("zero", value::<_, u8>)(rest)?;
            (rest, ()) = packed(at, &mut model)?;
        }
        _ => {
            let expected = "version 0, 3 or 5 to 8 of CSGPHS".into();
            return Err(at.fatal(ErrorKind::Unexpected { expected, found: version.to_string() }));
        }
    }
    let (rest, trailing) = surplus("trailing")(rest)?;
    model.trailing.extend(trailing);
    Ok((rest, model))
}

/// Reads hulls until the input ends. If a hull after the first one is damaged, the bytes from there on are kept.
fn hulls_to_the_end<'a>(input: Input<'a>, trailing: &mut Vec<u8>) -> Parsed<'a, Vec<Hull>> {
    let is_more = |rest: Input<'_>, _| !rest.bytes().is_empty();
    let (mut rest, (hulls, failure)) = list_until_failure(input, "hulls", is_more, &mut |input| hull(input))?;
    if let Some(failure) = failure {
        if hulls.is_empty() {
            return Err(failure);
        }
        rest.recover(failure)?;
        let bytes;
        // Without a name, because the first of these bytes may already have names.
        (rest, bytes) = remainder(rest)?;
        trailing.extend(bytes);
    } else if hulls.is_empty() {
        rest.warn(|| ErrorKind::Missing { what: "hull" })?;
    }
    Ok((rest, hulls))
}

/// Reads a hull. Section 5.2.
fn hull(input: Input<'_>) -> Parsed<'_, Hull> {
    input.charge_elements(1)?;
    let (at, ()) = field("head", literal(HULL_HEAD))(input)?;
    let (rest, n_floats) = field("n_floats", value::<_, u32>)(at)?;
    if !n_floats.is_multiple_of(3) {
        let expected = "a number of floats that is divisible by 3".into();
        return Err(at.fatal(ErrorKind::Unexpected { expected, found: n_floats.to_string() }));
    }
    let (after, float_size) = field("float_size", value::<_, u32>)(rest)?;
    if float_size != 4 {
        let expected = "floats of 4 bytes".into();
        return Err(rest.fatal(ErrorKind::Unexpected { expected, found: float_size.to_string() }));
    }
    let (at, points) = rows::<_, Vec3>("points", n_floats as usize / 3)(after)?;
    let (rest, n_indices) = field("n_indices", value::<_, u32>)(at)?;
    let n_triangles = triangles_of(at, n_indices as usize)?;
    let (end, triangles) = rows("triangles", n_triangles)(rest)?;
    warn_beyond((rest, 12), "triangles", &triangles, points.len())?;
    Ok((end, Hull { points, triangles }))
}

/// Reads version 8: a zstd frame. Section 5.3.
fn packed<'a>(input: Input<'a>, model: &mut Collision) -> Parsed<'a, ()> {
    const PACKED: &SpanType =
        &SpanType::field(|_, n_bytes, out| write!(out, "compressed, of {}", counted(n_bytes, "byte")));
    let span = input.open("packed", PACKED)?;
    let (end, frame) = remainder(input)?;
    let wrong = |reason: &'static str| input.fatal(ErrorKind::Compression { reason: reason.into() });
    // An impossible length is rejected before it counts against the limit.
    let most = frame.len().saturating_mul(zstd::MAX_RATIO);
    let plain_len = plain_len(frame).and_then(|len| usize::try_from(len).ok());
    let plain_len =
        plain_len.ok_or_else(|| wrong("there is no zstd frame that states the length of its data"))?;
    if plain_len > most {
        return Err(wrong("the zstd frame is too short for its data"));
    }
    input.charge_output(plain_len)?;
    let mut plain = PlainBuffer { buffer: Vec::new(), len: plain_len };
    zstd::decode(frame, plain_len, &mut plain.buffer).or_else(|n_decoded| {
        // The output of a broken frame counts too, because producing it takes time.
        input.charge_output(n_decoded)?;
        Err(wrong("the zstd frame is broken"))
    })?;
    let hulls = input.read_inner(input.position(), &mut plain, |plain| unpacked(plain, model))?;
    model.shape = Shape::Hulls(hulls);
    end.close(span, plain_len as u64);
    Ok((end, ()))
}

/// Returns the decompressed length of a zstd frame, if its header stores it.
fn plain_len(frame: &[u8]) -> Option<u64> {
    let (header, descriptor) = (zstd::header_decoder(frame)?, frame.get(zstd::MAGIC.len())?);
    (descriptor & zstd::HAS_LEN != 0).then(|| header.content_size())
}

fn unpacked<'a>(input: Input<'a>, model: &mut Collision) -> Parsed<'a, Vec<Hull>> {
    let (rest, head) = field("header", value::<_, PackedHeader>)(input)?;
    model.bounds = Some([head.lowest, head.highest]);
    let equal = |what, found: u32, expected: usize| match found as usize == expected {
        true => Ok(()),
        false => Err(input.fatal(ErrorKind::Mismatch { what, found: found as usize, expected })),
    };
    let n_points = head.n_points as usize;
    equal("bytes of points", head.points_size, n_points.saturating_mul(12))?;
    // The bits are in words of 32. Format document, section 5.3.
    equal("bytes of bits", head.bits_size, (head.n_bits as usize).div_ceil(32).saturating_mul(4))?;
    let (rest, raw) = rest.split(head.raw_size as usize)?;
    let mut hulls = Vec::new();
    if head.raw_size > 0 {
        (_, hulls) = part("raw_hulls", raw_hulls)(raw)?;
    }
    let (at, bits) = field("bits", bytes(head.bits_size as usize))(rest)?;
    let (after, points) = rows::<_, Vec3>("points", n_points)(at)?;
    let counts = Counts {
        n_hulls: head.n_hulls as usize,
        n_triangles: head.n_triangles as usize,
        n_bits: head.n_bits as usize,
    };
    hulls.extend(hulls_of_bits(rest, bits, &points, counts)?);
    let (rest, _) = surplus("after_points")(after)?;
    Ok((rest, hulls))
}

/// Reads hulls from a list of the indices and a list of the floats of all hulls, each with the bounds of every hull in
/// it.
fn raw_hulls(input: Input<'_>) -> Parsed<'_, Vec<Hull>> {
    let (rest, index_bounds) = raw_bounds(["n_index_bounds", "index_bounds"])(input)?;
    let n_indices = index_bounds.last().map_or(0, |last| *last as usize);
    let (at, indices) = rows::<_, u32>("indices", n_indices)(rest)?;
    let (rest, float_bounds) = raw_bounds(["n_float_bounds", "float_bounds"])(at)?;
    let n_floats = float_bounds.last().map_or(0, |last| *last as usize);
    let (rest, floats) = rows::<_, f32>("floats", n_floats)(rest)?;
    if float_bounds.len() != index_bounds.len() {
        let (found, expected) = (float_bounds.len(), index_bounds.len());
        return Err(at.fatal(ErrorKind::Mismatch { what: "bounds", found, expected }));
    }
    surplus("after_floats")(rest)?;
    let hull = |(index_bounds, float_bounds): (&[u32], &[u32])| {
        let indices = between(&indices, index_bounds);
        let floats = between(&floats, float_bounds);
        let (points, _) = floats.as_chunks::<3>();
        let points = points.iter().map(|point| Vec3::from_array(*point)).collect();
        Hull { points, triangles: indices.as_chunks::<3>().0.to_vec() }
    };
    let hulls: Vec<_> = index_bounds.windows(2).zip(float_bounds.windows(2)).map(hull).collect();
    for hull in &hulls {
        warn_beyond((input, 0), "indices", &hull.triangles, hull.points.len())?;
    }
    Ok((rest, hulls))
}

/// Reads bounds, which never decrease and are each divisible by 3.
fn raw_bounds<'a>([count, name]: [&'static str; 2]) -> impl ParseFn<'a, Vec<u32>> {
    move |input| {
        let (at, n) = field(count, value::<_, u32>)(input)?;
        let (rest, bounds) = rows::<_, u32>(name, n as usize)(at)?;
        if !bounds.is_sorted() || bounds.iter().any(|bound| !bound.is_multiple_of(3)) {
            let expected = "ascending bounds, divisible by 3";
            return Err(at.fatal(ErrorKind::Malformed { expected }));
        }
        Ok((rest, bounds))
    }
}

/// The values between the first two bounds.
fn between<'v, T>(values: &'v [T], bounds: &[u32]) -> &'v [T] {
    let range = match bounds {
        [start, end, ..] => *start as usize..*end as usize,
        _ => 0..0,
    };
    values.get(range).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::plain_len;
    use crate::common::zstd::MAGIC;

    #[test]
    fn a_frame_says_how_long_its_data_are() {
        let none: &[u8] = &[];
        let headers = [
            (none, None),
            (&[0, 0xf0], None),
            (&[0x20, 0], Some(0)),
            (&[0x20, 7], Some(7)),
            (&[0x60, 1, 0], Some(257)),
            (&[0xa0, 0, 0, 1, 0], Some(1 << 16)),
            (&[0xc0, 0xf0, 0, 0, 0, 0, 1, 0, 0, 0], Some(1 << 32)),
        ];
        for (header, len) in headers {
            assert_eq!(plain_len(&[MAGIC, header].concat()), len, "{header:02x?}");
        }
        assert_eq!(plain_len(b"no frame"), None);
    }
}
