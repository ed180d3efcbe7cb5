//! Skinning: vertices that follow bones.

use super::pose::SkeletonPose;
use crate::model::{Model, Skin};
use geom::{Mat4, Vec3, Vec4};

impl Model {
    /// The position of each vertex in a pose. Vertices without a skin, such as normals and orientations, are
    /// unchanged.
    ///
    /// Missing bones of a skin are ignored, and the weights of its other bones are scaled to add up to 1.
    ///
    /// ```rust,standalone_crate
    /// let model = m3d::read(include_bytes!("../../fixtures/m3d/valid/rigged.m3d"))?;
    /// let still = model.skinned_positions(&model.bind_pose());
    /// assert_eq!(still[1], model.vertices().unwrap().get(1).unwrap().position.xyz());
    /// # Ok::<(), m3d::Error>(())
    /// ```
    #[must_use]
    pub fn skinned_positions(&self, pose: &SkeletonPose) -> Vec<Vec3> {
        let Some(vertices) = self.vertices() else { return Vec::new() };
        let bones = self.skin_matrices(pose);
        let skins = self.skeleton().map_or(&[][..], |skeleton| &skeleton.skins);
        // Each skin is blended once, because many vertices share one.
        let blended: Vec<Option<Mat4>> = skins.iter().map(|skin| blend(skin, &bones)).collect();
        let place = |vertex: crate::model::Vertex| {
            let position = vertex.position.xyz();
            let matrix = vertex.skin.get().and_then(|at| *blended.get(at)?);
            matrix.map_or(position, |matrix| matrix.transform_point(position))
        };
        vertices.iter().map(place).collect()
    }
}

/// The weighted sum of the matrices; `None` if no bone of the skin exists.
fn blend(skin: &Skin, bones: &[Mat4]) -> Option<Mat4> {
    let mut sum = 0.0;
    let mut rows = [Vec4::ZERO; 4];
    for (bone, weight) in skin.influences() {
        let Some(matrix) = bone.get().and_then(|at| bones.get(at)) else { continue };
        sum += weight;
        for (row, of_bone) in rows.iter_mut().zip(matrix.rows) {
            *row += of_bone * weight;
        }
    }
    let scaled = rows.map(|row| if sum == 1.0 { row } else { row / sum });
    (sum > 0.0).then_some(Mat4 { rows: scaled })
}
