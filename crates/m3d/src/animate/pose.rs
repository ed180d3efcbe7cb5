//! Poses: the position and orientation of every bone at one time.

use super::interpolate::{slerp, straight};
use crate::model::{Bone, Model, OrientationIndex, Transform, VertexIndex, Vertices};
use geom::{Mat3, Mat4, Quat, Vec3};

/// The pose of a skeleton at one time, from [`Model::bind_pose`] or [`Model::pose`].
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SkeletonPose {
    /// The bones, in the order of [`Skeleton::bones`](crate::Skeleton::bones).
    pub bones: Vec<BonePose>,
    /// The treatment of orientations whose length is not 1.
    pub orientations: OrientationMode,
}

/// The treatment of bones whose orientation does not have length 1, as in models that store integers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OrientationMode {
    /// Orientations are normalised, so that matrices only rotate.
    #[default]
    Normalised,
    /// Matrices are computed by the formula for length 1, as in the reference library, which also stretches
    /// the bone a little.
    AsStored,
}

/// The pose of a bone in the space of its parent or, for a root bone, of the model.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BonePose {
    /// The position.
    pub position: Vec3,
    /// The orientation as stored, whose length may differ from 1.
    pub orientation: Quat,
}

impl BonePose {
    /// The matrix from the space of the bone to that of its parent.
    ///
    /// The orientation 0, 0, √½, 0 stands for a reflection through the origin, as in the reference library.
    #[must_use]
    pub fn matrix(self) -> Mat4 {
        self.matrix_of(OrientationMode::Normalised)
    }

    fn matrix_of(self, orientations: OrientationMode) -> Mat4 {
        let rotation = match orientations {
            _ if is_reflection(self.orientation) => Mat3::from_scale(Vec3::splat(-1.0)),
            OrientationMode::Normalised => self.orientation.to_mat3(),
            OrientationMode::AsStored => of_length_1(self.orientation),
        };
        Mat4::from_parts(rotation, self.position)
    }
}

/// Converts a quaternion to a matrix by the formula for length 1, whatever its length.
fn of_length_1(Quat { x, y, z, w }: Quat) -> Mat3 {
    Mat3 {
        rows: [
            Vec3::new(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
            Vec3::new(2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)),
            Vec3::new(2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)),
        ],
    }
}

/// Returns true for the orientation that stands for a reflection. The bounds are those of the reference library:
/// format document, section 6.4.
fn is_reflection(orientation: Quat) -> bool {
    let Quat { x, y, z, w } = orientation;
    [x, y, w] == [0.0; 3] && (0.707_106_5..=0.707_107_5).contains(&z)
}

impl SkeletonPose {
    /// Interpolates between this pose (0) and another (1): positions along a straight line, orientations
    /// along the shorter arc. The result is exact at both ends.
    #[must_use]
    pub fn towards(&self, other: &Self, part: f64) -> Self {
        let between = |(from, to): (&BonePose, &BonePose)| BonePose {
            position: straight(from.position, to.position, part),
            orientation: slerp(from.orientation, to.orientation, part),
        };
        let bones = self.bones.iter().zip(&other.bones).map(between).collect();
        Self { bones, orientations: self.orientations }
    }

    /// Selects the treatment of orientations whose length is not 1; they are normalised by default.
    ///
    /// ```
    /// use m3d::{OrientationMode, Playback};
    ///
    /// # let bytes = std::fs::read("fixtures/m3d/valid/authored/auth_bones2.fixedsdk.m3d")?;
    /// let model = m3d::read(&bytes)?;
    /// let pose = model.pose(model.action("bend").unwrap(), 200.0, Playback::Loop);
    /// // Where the reference library has the vertices.
    /// let positions = model.skinned_positions(&pose.orientations(OrientationMode::AsStored));
    /// # assert_eq!(positions.len(), model.vertices().unwrap().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn orientations(self, orientations: OrientationMode) -> Self {
        Self { orientations, ..self }
    }

    /// The matrix of each bone from its space to that of its parent.
    #[must_use]
    pub fn local_matrices(&self) -> Vec<Mat4> {
        self.bones.iter().map(|bone| bone.matrix_of(self.orientations)).collect()
    }
}

impl Model {
    /// The pose in which skins were attached: the skeleton without any action.
    ///
    /// A bone whose position dangles is at the origin of its parent, and one whose orientation dangles is not
    /// rotated.
    ///
    /// ```rust,standalone_crate
    /// let model = m3d::read(include_bytes!("../../fixtures/m3d/valid/rigged.m3d"))?;
    /// let pose = model.bind_pose();
    /// assert_eq!(pose.bones[1].position, geom::Vec3::new(0.0, 0.5, 0.0));
    /// # Ok::<(), m3d::Error>(())
    /// ```
    #[must_use]
    pub fn bind_pose(&self) -> SkeletonPose {
        let places = Places { vertices: self.vertices() };
        let bones = self.skeleton().map_or(&[][..], |skeleton| &skeleton.bones);
        let place = |bone: &Bone| BonePose {
            position: places.position(bone.position).unwrap_or_default(),
            orientation: places.orientation(bone.orientation).unwrap_or_default(),
        };
        SkeletonPose { bones: bones.iter().map(place).collect(), ..SkeletonPose::default() }
    }
}

/// The vertices that hold positions and orientations of bones.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) vertices: Option<&'a Vertices>,
}

impl Places<'_> {
    /// Applies the transform of a bone in a frame. Dangling references are ignored.
    pub(super) fn apply(self, pose: &mut SkeletonPose, transform: &Transform) {
        let Some(bone) = transform.bone.get().and_then(|at| pose.bones.get_mut(at)) else { return };
        bone.position = self.position(transform.position).unwrap_or(bone.position);
        bone.orientation = self.orientation(transform.orientation).unwrap_or(bone.orientation);
    }

    fn position(self, index: VertexIndex) -> Option<Vec3> {
        Some(self.vertices?.get(index.get()?)?.position.xyz())
    }

    fn orientation(self, index: OrientationIndex) -> Option<Quat> {
        Some(Quat::from_array(self.vertices?.get(index.get()?)?.position.to_array()))
    }
}
