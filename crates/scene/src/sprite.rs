//! Sprites: pictures that face the camera.

use crate::node::Role;
use crate::pose::Pose;
use crate::scene::Scene;
use geom::{Quat, Vec3};

impl Scene {
    /// The nodes that are sprites.
    pub(crate) fn sprites(&self) -> impl Iterator<Item = usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(|(_, node)| node.role == Role::Sprite).map(|(index, _)| index)
    }

    /// Turns the sprites of a pose about their own Y axes, so that they face a camera at this position.
    #[expect(clippy::cast_possible_truncation, reason = "an angle needs no more")]
    pub(crate) fn face(&self, pose: &mut Pose, eye: [f64; 3]) {
        if self.sprites().next().is_none() {
            return;
        }
        if pose.locals.is_empty() {
            pose.locals = self.rest_of_nodes().locals;
        }
        let worlds = self.worlds(pose);
        for index in self.sprites() {
            let (Some(world), Some(local)) = (worlds.get(index), pose.locals.get_mut(index)) else {
                continue;
            };
            let [[a, _, c, x], [d, _, f, y], [g, _, i, z]] = world.0;
            let from = Vec3::from_array([eye[0] - x, eye[1] - y, eye[2] - z].map(|part| part as f32));
            let along = |axis: [f64; 3]| {
                let axis = Vec3::from_array(axis.map(|part| part as f32)).normalised();
                axis.map_or(0.0, |axis| axis.dot(from))
            };
            let half = libm::atan2f(along([a, d, g]), along([c, f, i])) / 2.0;
            local.rotation = local.rotation * Quat::new(0.0, libm::sinf(half), 0.0, libm::cosf(half));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Node, Trs};

    #[test]
    fn sprites_face_the_camera_and_stay_upright() {
        let quarter = Quat::from_axis_angle(Vec3::Y, 1.0).unwrap();
        let parent = Node { local: Trs { rotation: quarter, ..Trs::IDENTITY }, ..Node::default() };
        let local = Trs { scale: Vec3::new(3.0, 2.0, 1.0), ..Trs::IDENTITY };
        let sprite = Node { parent: Some(0), local, role: Role::Sprite, ..Node::default() };
        let scene = Scene { nodes: vec![parent, sprite], ..Scene::default() };
        let mut pose = Pose::default();
        scene.face(&mut pose, [-4.0, 9.0, 0.0]);
        let world = scene.worlds(&pose)[1].0;
        let column = |number: usize| Vec3::from_array([0, 1, 2].map(|row: usize| world[row][number] as f32));
        assert!((column(2) - -Vec3::X).length() < 1e-5, "{:?}", column(2));
        assert!((column(1) - Vec3::Y * 2.0).length() < 1e-5, "{:?}", column(1));
    }
}
