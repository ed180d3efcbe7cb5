//! The bounding box of a scene.

use crate::pose::Pose;
use crate::scene::Scene;
use geom::Aabb;

impl Scene {
    /// The box around all vertices of visible nodes, at rest.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        self.bounds_in(&self.still())
    }

    /// The box around all vertices of visible nodes, in a pose.
    #[must_use]
    pub fn bounds_in(&self, pose: &Pose) -> Option<Aabb> {
        let worlds = self.worlds(pose);
        let shown =
            (0..self.nodes.len()).filter(|index| self.nodes.get(*index).is_some_and(|node| !node.hidden));
        let boxes = shown.filter_map(|index| Aabb::from_points(self.posed(index, pose, &worlds)));
        boxes.reduce(Aabb::union)
    }
}
