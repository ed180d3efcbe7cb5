use std::{fmt, ops::Mul};

use crate::mat::{Mat3, Mat4};
use crate::vec::Vec3;

/// A rotation and a position: points are rotated, then translated.
///
/// The rotation is a matrix and not a quaternion, because files hold matrices that are not quite
/// orthonormal, and those must be written back unchanged.
///
/// ```
/// use geom::{Mat3, Pose, Vec3};
///
/// // A quarter turn about Z: X goes to Y.
/// let rotation = Mat3::from_rows_array([0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
/// let pose = Pose { rotation, position: Vec3::new(0.0, 0.0, 5.0) };
/// assert_eq!(pose.transform_point(Vec3::X), Vec3::new(0.0, 1.0, 5.0));
/// assert_eq!(pose.inverse().unwrap() * pose, Pose::IDENTITY);
/// ```
#[derive(Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Pose {
    /// The rotation.
    pub rotation: Mat3,
    /// The position of the origin.
    pub position: Vec3,
}

impl fmt::Debug for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rotation, position } = self;
        write!(f, "rotation {rotation:?}, position {position:?}")
    }
}

impl Pose {
    /// The pose at the origin, without rotation.
    pub const IDENTITY: Self = Self { rotation: Mat3::IDENTITY, position: Vec3::ZERO };

    /// Transforms a point.
    pub fn transform_point(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.position
    }

    /// Transforms a direction, which only rotates it.
    pub fn transform_vector(self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    /// The inverse; `None` if the rotation is singular or a number is not finite.
    pub fn inverse(self) -> Option<Self> {
        let rotation = self.rotation.inverse()?;
        let position = -(rotation * self.position);
        position.is_finite().then_some(Self { rotation, position })
    }
}

/// Applies the right pose first, then the left one, as in a hierarchy of child and parent.
impl Mul for Pose {
    type Output = Self;

    fn mul(self, right: Self) -> Self {
        Self { rotation: self.rotation * right.rotation, position: self.transform_point(right.position) }
    }
}

impl From<Pose> for Mat4 {
    fn from(pose: Pose) -> Self {
        Self::from_parts(pose.rotation, pose.position)
    }
}
