use std::ops::Mul;

use crate::{Mat3, Vec3};

/// Where something is and how it is turned: points are rotated, then moved.
///
/// The rotation is a matrix, since files hold ones that are not quite orthonormal, and
/// those must come back as they were.
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
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Pose {
    /// How it is turned.
    pub rotation: Mat3,
    /// Where its origin is.
    pub position: Vec3,
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self { rotation: Mat3::IDENTITY, position: Vec3::ZERO };

    /// Where a point goes.
    pub fn transform_point(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.position
    }

    /// What becomes of a direction, which no position changes.
    pub fn transform_vector(self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    /// The pose that undoes this one; `None` if the rotation flattens or something is not finite.
    pub fn inverse(self) -> Option<Self> {
        let rotation = self.rotation.inverse()?;
        let position = -(rotation * self.position);
        position.is_finite().then_some(Self { rotation, position })
    }
}

/// The right pose first, then the left one: what is placed by the right one in the space of the left one.
impl Mul for Pose {
    type Output = Self;

    fn mul(self, right: Self) -> Self {
        Self { rotation: self.rotation * right.rotation, position: self.transform_point(right.position) }
    }
}
