//! Computes the volume of hulls.

use super::model::{Collision, Hull};
use geom::Vec3;

impl Hull {
    /// The enclosed volume, which is 0 for a flat hull. Triangles with missing points are ignored.
    #[must_use]
    pub fn volume(&self) -> f64 {
        // Relative to one of the points, so that a small hull far away is not rounded off.
        let origin = self.points.first().copied().unwrap_or_default();
        let corners = self.triangles.iter().filter_map(|triangle| {
            let [a, b, c] = triangle.map(|index| self.points.get(index as usize).copied());
            Some([a? - origin, b? - origin, c? - origin].map(doubled))
        });
        corners.map(|[a, b, c]| determinant(a, b, c) / 6.0).sum()
    }

    /// The number of edges that the triangles do not use equally often in both directions: 0 for a closed surface.
    pub(super) fn n_open_edges(&self) -> usize {
        let around = |[a, b, c]: [u32; 3]| [(a, b), (b, c), (c, a)];
        let edge = |(from, to): (u32, u32)| if from < to { (from, to, 1_i64) } else { (to, from, -1) };
        let mut edges: Vec<_> = self.triangles.iter().flat_map(|of| around(*of).map(edge)).collect();
        edges.sort_unstable();
        let of_one = edges.chunk_by(|(a, b, _), (c, d, _)| (a, b) == (c, d));
        of_one.filter(|all| all.iter().map(|(_, _, direction)| direction).sum::<i64>() != 0).count()
    }
}

impl Collision {
    /// The volume of all hulls together, in cubic studs. It is the volume at the size `InitialSize` of the instance.
    #[must_use]
    pub fn volume(&self) -> f64 {
        self.hulls().iter().map(Hull::volume).sum()
    }
}

fn doubled(of: Vec3) -> [f64; 3] {
    of.to_array().map(f64::from)
}

fn determinant([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3], [cx, cy, cz]: [f64; 3]) -> f64 {
    ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}
