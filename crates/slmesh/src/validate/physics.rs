//! Convex hulls.

use super::Findings;
use crate::model::Convex;
use crate::rules::*;
use std::collections::HashSet;

/// Above it, the uploader warns.
const MAX_POINTS: usize = 256;

/// SLM049 to SLM052.
pub(super) fn convex(path: &str, convex: &Convex, findings: &mut Findings) {
    let keys = [("HullList", 1), ("Positions", 6), ("BoundingVerts", 6), ("Min", 0), ("Max", 0)];
    super::forms(path, &convex.other, &keys, findings);
    let mut find = |rule, place: String, found: String, limit: String| {
        findings.add(rule, place, found, limit);
    };
    let n_points = convex.positions.as_ref().map_or(0, Vec::len);
    if convex.hull_list.is_some() != convex.positions.is_some() || convex.n_hull_points() != n_points {
        let found = format!("{} points in HullList", convex.n_hull_points());
        find(&SLM049, path.into(), found, format!("{n_points} in Positions"));
    }
    let hulls = convex.hulls().enumerate().map(|(number, hull)| (format!("hull {number}"), hull));
    let bounding = convex.bounding_verts.iter().map(|hull| (String::from("BoundingVerts"), hull.as_slice()));
    for (name, hull) in bounding.chain(hulls) {
        let n_different = hull.iter().collect::<HashSet<_>>().len();
        // Three points around everything are what the uploader makes of something flat.
        if n_different < 4 && name != "BoundingVerts" {
            find(&SLM050, format!("{path}, {name}"), n_different.to_string(), "4".into());
        }
        if hull.len() > MAX_POINTS {
            find(&SLM051, format!("{path}, {name}"), hull.len().to_string(), MAX_POINTS.to_string());
        }
    }
    for (name, is_there) in [("Min", convex.min.is_some()), ("Max", convex.max.is_some())] {
        if !is_there {
            find(&SLM052, format!("{path}, {name}"), "none".into(), String::new());
        }
    }
    if let (Some(min), Some(max)) = (convex.min, convex.max)
        && !min.iter().zip(&max).all(|(min, max)| min <= max && min.is_finite() && max.is_finite())
    {
        find(&SLM030, path.into(), format!("{min:?} to {max:?}"), String::new());
    }
}
