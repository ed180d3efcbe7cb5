//! Writes convex hulls. Format document, section 8.

use super::llsd::{Entries, reals, table};
use crate::model::Convex;
use crate::read;

/// Writes hulls: format document, section 8.
pub(crate) fn convex(convex: &Convex) -> Entries<'_> {
    let mut map = Entries::new(&convex.other, &convex.order);
    map.known("HullList", &convex.hull_list, |list| list.clone().into(), read::physics::hull_list);
    map.known("Positions", &convex.positions, table, read::llsd::table);
    map.known("BoundingVerts", &convex.bounding_verts, table, read::llsd::table);
    map.known("Min", &convex.min, reals, read::llsd::reals);
    map.known("Max", &convex.max, reals, read::llsd::reals);
    map
}
