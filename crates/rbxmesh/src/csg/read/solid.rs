//! Reads source solids. Format document, section 4.

use super::indices::coded;
use super::{triangles_of, warn_beyond};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{ParseFn, field, literal, surplus};
use crate::common::wire::{rows, value};
use crate::csg::model::SolidMesh;
use crate::csg::wire::SOLID;
use crate::error::ErrorKind;
use geom::Vec3;

pub(super) fn solid(input: Input<'_>) -> Parsed<'_, SolidMesh> {
    let (rest, ()) = field("magic", literal(SOLID))(input)?;
    let (rest, positions) = points(["n_positions", "positions"])(rest)?;
    let (rest, normals) = points(["n_normals", "normals"])(rest)?;
    // Empty in all known files, and of unknown meaning. Format document, section 4.
    let (rest, third) = points(["n_third", "third"])(rest)?;
    let (rest, colours) = points(["n_colours", "colours"])(rest)?;
    let n_triangles = None;
    let (rest, position_corners) =
        corners(["n_position_corners", "position_corners"], positions.len(), n_triangles)(rest)?;
    let n_triangles = Some(position_corners.len());
    let (rest, normal_corners) =
        corners(["n_normal_corners", "normal_corners"], normals.len(), n_triangles)(rest)?;
    let (rest, third_corners) =
        corners(["n_third_corners", "third_corners"], third.len(), n_triangles)(rest)?;
    let (rest, colour_corners) =
        corners(["n_colour_corners", "colour_corners"], colours.len(), n_triangles)(rest)?;
    let (rest, trailing) = surplus("trailing")(rest)?;
    let trailing = trailing.to_vec();
    let solid = SolidMesh {
        positions,
        normals,
        third,
        colours,
        position_corners,
        normal_corners,
        third_corners,
        colour_corners,
        trailing,
    };
    Ok((rest, solid))
}

fn points<'a>([count, name]: [&'static str; 2]) -> impl ParseFn<'a, Vec<Vec3>> {
    move |input| {
        let (rest, n) = field(count, value::<_, u64>)(input)?;
        rows(name, usize::try_from(n).unwrap_or(usize::MAX))(rest)
    }
}

/// Reads the corners of triangles for one attribute. Warns unless there are `n_triangles` or none.
fn corners<'a>(
    [count, name]: [&'static str; 2],
    n_points: usize,
    n_triangles: Option<usize>,
) -> impl ParseFn<'a, Vec<[u32; 3]>> {
    move |input| {
        let (at, n) = field(count, value::<_, u64>)(input)?;
        let n = triangles_of(input, usize::try_from(n).unwrap_or(usize::MAX))?;
        let (rest, triangles) = coded(name, n)(at)?;
        if let Some(expected) = n_triangles.filter(|expected| n > 0 && *expected != n) {
            input.warn_with(|| {
                let kind = ErrorKind::Mismatch { what: "triangles", found: n, expected };
                input.error(kind).inside(name)
            })?;
        }
        warn_beyond((at, 0), name, &triangles, n_points)?;
        Ok((rest, triangles))
    }
}
