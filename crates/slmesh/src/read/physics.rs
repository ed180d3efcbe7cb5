//! Convex hulls. Format document, section 8.

use super::llsd::{At, Fate, Known, binary, known, map, reals, table};
use crate::common::input::Checked;
use crate::common::wire::{Wire, records};
use crate::error::ErrorKind;
use crate::model::Convex;
use llsd::Kind;
use nom::Parser;

/// Section 8. `None` if it is not a map.
pub(crate) fn convex(at: At<'_, '_>) -> Checked<Option<Convex>> {
    if !at.is(Kind::Map) {
        // The viewer writes undef in the further parts of a split model.
        if !at.is(Kind::Undef) {
            at.warn_of_kind("a map")?;
        }
        return Ok(None);
    }
    let mut convex = Convex::default();
    (convex.other, convex.order) = map(at, |key, at| {
        Ok(match key {
            b"HullList" => known(&mut convex.hull_list, hull_list(at)?),
            b"Positions" => known(&mut convex.positions, table(at)?),
            b"BoundingVerts" => known(&mut convex.bounding_verts, table(at)?),
            b"Min" => known(&mut convex.min, reals(at)?),
            b"Max" => known(&mut convex.max, reals(at)?),
            _ => Fate::Unknown,
        })
    })?;
    // If the counts exceed the points, the viewer reads past the end. Format document, section 8.1.
    let (expected, found) = (convex.n_hull_points(), convex.positions.as_ref().map_or(0, Vec::len));
    if expected != found {
        at.input().warn(|| ErrorKind::Mismatch { what: "points of hulls", found, expected })?;
    }
    Ok(Some(convex))
}

/// Section 8.1: one byte per hull.
pub(crate) fn hull_list(at: At<'_, '_>) -> Checked<Known<Vec<u8>>> {
    binary(at, |input| {
        records("values", input.bytes().len(), 1, u8::TABLE, 0).map(<[u8]>::to_vec).parse(input)
    })
}
