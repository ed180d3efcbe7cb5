//! Matrices of bones, for renderers.

use super::pose::SkeletonPose;
use crate::model::Model;
use geom::Mat4;

impl Model {
    /// The matrix of each bone, from its own space to that of the model, in the order of the bones.
    ///
    /// Bones in a cycle count as root bones, and so do bones with a parent that does not exist. Parents may come after
    /// their children.
    #[must_use]
    pub fn global_matrices(&self, pose: &SkeletonPose) -> Vec<Mat4> {
        let mut matrices = pose.local_matrices();
        let Some(skeleton) = self.skeleton() else { return matrices };
        // In this order, parents come first, so the matrix of each is complete before its children need it.
        for (index, depth) in skeleton.walk() {
            let bone = index.get().and_then(|at| Some((at, skeleton.bones.get(at)?)));
            let Some((at, bone)) = bone.filter(|_| depth > 0) else { continue };
            let parent = bone.parent.get().and_then(|parent| matrices.get(parent)).copied();
            if let (Some(parent), Some(matrix)) = (parent, matrices.get_mut(at)) {
                *matrix = parent * *matrix;
            }
        }
        matrices
    }

    /// The matrix of each bone, from the space of the model to that of the bone, in the bind pose.
    ///
    /// A matrix that is not finite is replaced by the identity.
    #[must_use]
    pub fn inverse_bind_matrices(&self) -> Vec<Mat4> {
        self.inverses(&self.bind_pose())
    }

    fn inverses(&self, pose: &SkeletonPose) -> Vec<Mat4> {
        let matrices = self.global_matrices(pose);
        matrices.into_iter().map(|matrix| matrix.inverse().unwrap_or_default()).collect()
    }

    /// The matrices that move the vertices attached to each bone: its global matrix in this pose, times its inverse
    /// bind matrix. [`Mat4::to_cols_array`] returns the order of numbers that graphics APIs expect.
    #[must_use]
    pub fn skin_matrices(&self, pose: &SkeletonPose) -> Vec<Mat4> {
        let bind_pose = self.bind_pose().orientations(pose.orientations);
        let matrices = self.global_matrices(pose).into_iter().zip(self.inverses(&bind_pose));
        matrices.map(|(global, inverse_bind)| global * inverse_bind).collect()
    }
}
