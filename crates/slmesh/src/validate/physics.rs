//! Checks convex hulls.

use super::Findings;
use crate::common::kinds::counted;
use crate::model::Convex;
use crate::rules::*;

/// The maximum number of points of a hull, above which the uploader warns.
const MAX_POINTS: usize = 256;
/// The minimum number of points of a hull with a volume.
const MIN_POINTS: usize = 4;

/// Checks SLM049 to SLM052.
pub(super) fn convex(path: &str, convex: &Convex, findings: &mut Findings) {
    let keys = [("HullList", 1), ("Positions", 6), ("BoundingVerts", 6), ("Min", 0), ("Max", 0)];
    super::forms(path, &convex.other, &keys, findings);
    let n_points = convex.positions.as_ref().map_or(0, Vec::len);
    // If HullList counts too many points, the viewer reads past the end.
    if convex.hull_list.is_some() != convex.positions.is_some() || convex.n_hull_points() != n_points {
        let found = format!("{} in HullList", counted(convex.n_hull_points(), "point"));
        // The path is that of the only present key.
        let key = if convex.hull_list.is_some() { "HullList" } else { "Positions" };
        findings.add(&SLM049, format_args!("{path}.{key}"), found, format_args!("{n_points} in Positions"));
    }
    // The hull around everything may have three points, which the uploader writes for flat meshes; a hull of the list
    // cannot have more than 256.
    if let Some(hull) = convex.bounding_verts.as_ref().filter(|hull| hull.len() > MAX_POINTS) {
        findings.add(&SLM051, format_args!("{path}.BoundingVerts"), hull.len(), MAX_POINTS);
    }
    for (number, hull) in convex.hulls().enumerate() {
        let n_different = different(hull);
        if n_different < MIN_POINTS {
            findings.add(&SLM050, format_args!("{path}.HullList.values[{number}]"), n_different, MIN_POINTS);
        }
    }
    for (name, is_there) in [("Min", convex.min.is_some()), ("Max", convex.max.is_some())] {
        if !is_there {
            findings.add(&SLM052, format_args!("{path}.{name}"), "none", "");
        }
    }
    if let (Some(min), Some(max)) = (convex.min, convex.max) {
        super::domain(path, min, max, findings);
    }
}

/// The number of distinct points, counted up to [`MIN_POINTS`], because there may be millions of hulls.
fn different(hull: &[[u16; 3]]) -> usize {
    let mut first = [[0; 3]; MIN_POINTS];
    let mut n = 0;
    for point in hull {
        let (seen, free) = first.split_at_mut(n);
        let Some(free) = free.first_mut() else { break };
        if !seen.contains(point) {
            *free = *point;
            n = n.saturating_add(1);
        }
    }
    n
}
