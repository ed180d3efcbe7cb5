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

    /// Turns the sprites of a pose about their own Y axes, so that they face a camera at this position, and returns
    /// those that would veil its whole picture, because it is within a quarter of their width: it is in a beam, or in
    /// smoke.
    #[expect(clippy::cast_possible_truncation, reason = "an angle needs no more")]
    pub(crate) fn face(&self, pose: &mut Pose, eye: [f64; 3]) -> Vec<usize> {
        let mut veils = Vec::new();
        if self.sprites().next().is_none() {
            return veils;
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
            let (right, ahead) = (along([a, d, g]), along([c, f, i]));
            let width = Vec3::from_array([a, d, g].map(|part| part as f32)).length();
            veils.extend((libm::hypotf(right, ahead) < width / 4.0).then_some(index));
            let half = libm::atan2f(right, ahead) / 2.0;
            local.rotation = local.rotation * Quat::new(0.0, libm::sinf(half), 0.0, libm::cosf(half));
        }
        veils
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
        assert!(scene.face(&mut pose, [-4.0, 9.0, 0.0]).is_empty());
        let world = scene.worlds(&pose)[1].0;
        let column = |number: usize| Vec3::from_array([0, 1, 2].map(|row: usize| world[row][number] as f32));
        assert!((column(2) - -Vec3::X).length() < 1e-5, "{:?}", column(2));
        assert!((column(1) - Vec3::Y * 2.0).length() < 1e-5, "{:?}", column(1));
        assert_eq!(scene.face(&mut Pose::default(), [0.5, 9.0, -0.5]), [1]);
    }
}
