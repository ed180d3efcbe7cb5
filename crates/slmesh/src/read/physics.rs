//! Reads convex hulls. Format document, section 8.

use super::llsd::{FieldValue, KeyUse, ValueAt, binary, known, map, reals, table};
use crate::common::input::Checked;
use crate::common::wire::{Wire, records};
use crate::error::ErrorKind;
use crate::model::Convex;
use llsd::Kind;
use nom::Parser;

/// Reads hulls; returns `None` if they are not a map. Format document, section 8.
pub(crate) fn convex(at: ValueAt<'_, '_>) -> Checked<Option<Convex>> {
    if !at.is(Kind::Map) {
        // The viewer writes undef in the additional assets of a split model.
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
            _ => KeyUse::Unknown,
        })
    })?;
    // If the counts exceed the points, the viewer reads past the end: format document, section 8.1.
    let (expected, found) = (convex.n_hull_points(), convex.positions.as_ref().map_or(0, Vec::len));
    if expected != found {
        at.input().warn(|| ErrorKind::Mismatch { what: "points of hulls", found, expected })?;
    }
    Ok(Some(convex))
}

/// Reads the list of hulls, one byte for each: format document, section 8.1.
pub(crate) fn hull_list(at: ValueAt<'_, '_>) -> Checked<FieldValue<Vec<u8>>> {
    binary(at, |input| {
        records("values", input.bytes().len(), 1, u8::TABLE, 0).map(<[u8]>::to_vec).parse(input)
    })
}
