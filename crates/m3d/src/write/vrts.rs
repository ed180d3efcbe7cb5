//! Writing of VRTS chunks. Format document, section 6.3.

use super::reference::{column, coordinates};
use crate::common::error::Error;
use crate::common::output::Output;
use crate::common::wire::Wire;
use crate::error::ErrorKind;
use crate::model::{Coordinates, Types, Vertices, Width};
use crate::wire::CellLayout;

pub(super) fn vrts(out: &mut Output, vertices: &Vertices, types: &Types) -> Result<(), Error> {
    coordinates(vertices.coordinates.coordinate_type(), types)?;
    let n = |width| if width == Width::Absent { 0 } else { vertices.len() };
    fitted("colours", vertices.colours.len(), n(types.colour))?;
    fitted("skins", vertices.skins.len(), n(types.skin))?;
    let stride = types.vertex_bytes();
    match &vertices.coordinates {
        Coordinates::I8(all) => values(out, all, stride),
        Coordinates::I16(all) => values(out, all, stride),
        Coordinates::F32(all) => values(out, all, stride),
        Coordinates::F64(all) => values(out, all, stride),
    }
    let start = out.0.len().saturating_sub(stride.saturating_mul(vertices.len()));
    let records = out.0.get_mut(start..).unwrap_or_default();
    let colour_at = types.coordinate.bytes().saturating_mul(4);
    let skin_at = colour_at.saturating_add(types.colour.bytes());
    column(records, CellLayout::one(stride, colour_at), &vertices.colours, types)?;
    column(records, CellLayout::one(stride, skin_at), &vertices.skins, types)?;
    out.bytes(&vertices.surplus);
    Ok(())
}

/// Checks that a list has the length that the header's types require.
fn fitted(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::model(ErrorKind::Unfitted { what, found, expected }))
}

/// Writes the values, each at the start of a record of `stride` bytes.
fn values<const N: usize, T: Wire<N>>(out: &mut Output, all: &[T], stride: usize) {
    if stride == N {
        return out.rows(all);
    }
    out.0.reserve(all.len().saturating_mul(stride));
    for value in all {
        let end = out.0.len().saturating_add(stride);
        out.value(value);
        out.0.resize(end, 0);
    }
}
