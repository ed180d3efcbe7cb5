use std::ops::Mul;

use crate::mat::{Mat3, Mat4};
use crate::vec::{Vec3, components};

components! {
    /// A rotation as x, y, z, w, with the real part last.
    ///
    /// Files hold quaternions whose length is not quite 1, so the methods that rotate normalise first.
    /// A quaternion that is zero or not finite counts as the identity.
    ///
    /// ```
    /// use geom::{Quat, Vec3};
    ///
    /// let quarter = Quat::from_axis_angle(Vec3::Z, std::f32::consts::FRAC_PI_2).unwrap();
    /// assert!((quarter.rotate(Vec3::X) - Vec3::Y).length() < 1e-6);
    /// assert!((quarter.to_mat3() * Vec3::X - Vec3::Y).length() < 1e-6);
    /// ```
    Quat, 4, x y z w
}

impl Quat {
    /// The identity: no rotation.
    pub const IDENTITY: Self = Self::new(0.0, 0.0, 0.0, 1.0);

    /// A rotation about an axis of any length; about Z it turns X towards Y. Returns `None` if the axis has no
    /// direction.
    pub fn from_axis_angle(axis: Vec3, radians: f32) -> Option<Self> {
        let (sin, cos) = (radians / 2.0).sin_cos();
        let Vec3 { x, y, z } = axis.normalised()? * sin;
        Some(Self::new(x, y, z, cos))
    }

    /// The quaternion of a rotation matrix; `None` if the matrix is not finite.
    ///
    /// The matrix must be free of scale, shear and mirroring; see [`Mat3::orthonormalised`].
    pub fn from_mat3(matrix: Mat3) -> Option<Self> {
        let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = matrix.rows.map(Vec3::to_array);
        // Each case computes the quaternion times four times one of its components. A small component would lose
        // precision, so the case of a large one is taken.
        let scaled = if xx + yy + zz > 0.0 {
            Self::new(zy - yz, xz - zx, yx - xy, 1.0 + xx + yy + zz)
        } else if xx >= yy && xx >= zz {
            Self::new(1.0 + xx - yy - zz, xy + yx, xz + zx, zy - yz)
        } else if yy >= zz {
            Self::new(xy + yx, 1.0 - xx + yy - zz, yz + zy, xz - zx)
        } else {
            Self::new(xz + zx, yz + zy, 1.0 - xx - yy + zz, yx - xy)
        };
        scaled.normalised()
    }

    /// The rotation as a matrix.
    pub fn to_mat3(self) -> Mat3 {
        Mat3::from_cols([Vec3::X, Vec3::Y, Vec3::Z].map(|axis| self.rotate(axis)))
    }

    /// Rotates a vector.
    pub fn rotate(self, vector: Vec3) -> Vec3 {
        let Self { x, y, z, w } = self.normalised().unwrap_or(Self::IDENTITY);
        let axis = Vec3::new(x, y, z);
        let side = axis.cross(vector) * 2.0;
        vector + side * w + axis.cross(side)
    }

    /// The conjugate, which is the inverse if the length is 1.
    pub const fn conjugate(self) -> Self {
        Self::new(-self.x, -self.y, -self.z, self.w)
    }
}

impl Mat4 {
    /// A matrix that applies the scale first, then the rotation, then the translation.
    pub fn from_translation_rotation_scale(translation: Vec3, rotation: Quat, scale: Vec3) -> Self {
        Self::from_parts(rotation.to_mat3() * Mat3::from_scale(scale), translation)
    }

    /// Decomposes a matrix that [`from_translation_rotation_scale`](Self::from_translation_rotation_scale) has built.
    /// Returns `None` if the images of X and Y are parallel or zero, or a number is not finite.
    ///
    /// A matrix that mirrors gets a negative scale along X. Shear and the last row are lost; to find out whether
    /// there were any, build the matrix again and compare.
    pub fn to_translation_rotation_scale(self) -> Option<(Vec3, Quat, Vec3)> {
        let [mut x, y, z] = self.linear().cols();
        let mut scale = Vec3::new(x.length(), y.length(), z.length());
        if self.linear().mirrors() {
            x = -x;
            scale.x = -scale.x;
        }
        let rotation = Quat::from_mat3(Mat3::from_cols([x, y, z]).orthonormalised()?)?;
        self.is_finite().then_some((self.translation(), rotation, scale))
    }
}

/// The identity.
impl Default for Quat {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Applies the right rotation first, then the left one.
impl Mul for Quat {
    type Output = Self;

    fn mul(self, right: Self) -> Self {
        let (a, b) = (self, right);
        Self {
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        }
    }
}
