//! Transforms in double precision, so that long chains of nodes do not drift.

use super::Trs;
use geom::{Mat4, Pose, Quat, Vec3};

/// A 3 by 4 matrix for column vectors: three rows, with the translation in the last column.
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use]
pub struct Affine(pub [[f64; 4]; 3]);

impl Affine {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// The transform of translation, rotation and scale.
    pub fn from_trs(trs: &Trs) -> Self {
        let [x, y, z, w] = unit(trs.rotation);
        let scale = trs.scale.to_array().map(f64::from);
        let shift = trs.translation.to_array().map(f64::from);
        let rows = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let mut out = Self::IDENTITY;
        for ((out, [a, b, c]), shift) in out.0.iter_mut().zip(rows).zip(shift) {
            *out = [a * scale[0], b * scale[1], c * scale[2], shift];
        }
        out
    }

    /// Drops the last row of a matrix.
    pub fn of_mat4(matrix: &Mat4) -> Self {
        let [a, b, c, _] = matrix.rows;
        Self([a, b, c].map(|row| row.to_array().map(f64::from)))
    }

    /// The matrix in single precision.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    pub fn to_mat4(self) -> Mat4 {
        let [a, b, c] = self.0.map(|row| row.map(|number| number as f32));
        let rows = [a, b, c, [0.0, 0.0, 0.0, 1.0]];
        let mut numbers = [0.0; 16];
        numbers.iter_mut().zip(rows.as_flattened()).for_each(|(to, from)| *to = *from);
        Mat4::from_rows_array(numbers)
    }

    /// The product, which applies `other` first.
    pub fn times(&self, other: &Self) -> Self {
        let [p, q, r] = other.0;
        Self(self.0.map(|[a, b, c, d]| {
            let mut row = [0.0; 4];
            for (((row, p), q), r) in row.iter_mut().zip(p).zip(q).zip(r) {
                *row = a * p + b * q + c * r;
            }
            let [x, y, z, w] = row;
            [x, y, z, w + d]
        }))
    }

    /// Transforms a point.
    #[must_use]
    pub fn point(&self, point: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = point;
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d)
    }

    /// Transforms a direction, without the translation.
    #[must_use]
    pub fn vector(&self, vector: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = vector;
        self.0.map(|[a, b, c, _]| a * x + b * y + c * z)
    }

    /// The sum of this transform and a multiple of another.
    pub fn plus(&self, other: &Self, weight: f64) -> Self {
        let mut sum = *self;
        for (sum, other) in sum.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *sum += other * weight;
        }
        sum
    }

    /// The largest absolute value.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.0.as_flattened().iter().map(|number| number.abs()).fold(0.0, f64::max)
    }

    /// The factor by which volumes grow; negative if the transform mirrors.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = self.0;
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    }

    /// The inverse; `None` if the transform is singular.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let determinant = self.determinant();
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = self.0;
        let rows = [
            [e * i - f * h, c * h - b * i, b * f - c * e],
            [f * g - d * i, a * i - c * g, c * d - a * f],
            [d * h - e * g, b * g - a * h, a * e - b * d],
        ];
        Some(Self(rows.map(|row| {
            let [p, q, r] = row.map(|cofactor| cofactor / determinant);
            [p, q, r, -(p * x + q * y + r * z)]
        })))
    }

    /// The matrix for normals: the cofactors, which are the transposed inverse up to a factor.
    pub fn for_normals(&self) -> Self {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = self.0;
        // The factor is the determinant; a negative one would reverse normals.
        let sign = if self.determinant() < 0.0 { -1.0 } else { 1.0 };
        Self([
            [sign * (e * i - f * h), sign * (f * g - d * i), sign * (d * h - e * g), 0.0],
            [sign * (c * h - b * i), sign * (a * i - c * g), sign * (b * g - a * h), 0.0],
            [sign * (b * f - c * e), sign * (c * d - a * f), sign * (a * e - b * d), 0.0],
        ])
    }

    /// Decomposes the transform into translation, rotation and scale; `false` if it also has a shear, which is dropped.
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    pub fn decomposed(&self) -> (Trs, bool) {
        let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = self.0;
        let columns = [[a, d, g], [b, e, h], [c, f, i]];
        let mut scale = columns.map(length);
        let mut axes = [None; 3];
        for ((axis, column), scale) in axes.iter_mut().zip(columns).zip(scale) {
            *axis = (scale > 0.0 && scale.is_finite()).then(|| column.map(|number| number / scale));
        }
        if self.determinant() < 0.0 {
            // A reflection becomes a negative scale on one axis; which one does not matter.
            scale[0] = -scale[0];
            axes[0] = axes[0].map(|axis| axis.map(|number| -number));
        }
        let axes = completed(axes);
        let [p, q, r] = axes;
        let is_straight = [dot(p, q), dot(q, r), dot(r, p)].iter().all(|cosine| cosine.abs() < 1e-4);
        let trs = Trs {
            translation: Vec3::new(x as f32, y as f32, z as f32),
            rotation: quaternion(axes),
            scale: Vec3::from_array(scale.map(|number| number as f32)),
        };
        (trs, is_straight)
    }
}

/// The normalised quaternion in double precision; the identity if its length is 0 or not finite.
fn unit(rotation: Quat) -> [f64; 4] {
    let numbers = [rotation.x, rotation.y, rotation.z, rotation.w].map(f64::from);
    let length = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        numbers.map(|number| number / length)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    }
}

fn dot([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
    a * x + b * y + c * z
}

pub(crate) fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

pub(crate) fn length(vector: [f64; 3]) -> f64 {
    dot(vector, vector).sqrt()
}

/// Completes three axes to a right-handed system; axes with a scale of 0 are computed from the others.
fn completed(axes: [Option<[f64; 3]>; 3]) -> [[f64; 3]; 3] {
    let perpendicular = |axis: [f64; 3]| {
        // Any axis that is not nearly parallel.
        let other = if axis[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let found = cross(axis, other);
        let length = length(found);
        found.map(|number| number / length)
    };
    match axes {
        [Some(x), Some(y), Some(z)] => [x, y, z],
        [Some(x), Some(y), None] => [x, y, cross(x, y)],
        [Some(x), None, Some(z)] => [x, cross(z, x), z],
        [None, Some(y), Some(z)] => [cross(y, z), y, z],
        [Some(x), None, None] => {
            let y = perpendicular(x);
            [x, y, cross(x, y)]
        }
        [None, Some(y), None] => {
            let z = perpendicular(y);
            [cross(y, z), y, z]
        }
        [None, None, Some(z)] => {
            let x = perpendicular(z);
            [x, cross(z, x), z]
        }
        [None, None, None] => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    }
}

/// The rotation from the coordinate axes to the given axes, computed from the largest of the four components for
/// accuracy.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn quaternion([[a, d, g], [b, e, h], [c, f, i]]: [[f64; 3]; 3]) -> Quat {
    let parts = [1.0 + a - e - i, 1.0 - a + e - i, 1.0 - a - e + i, 1.0 + a + e + i];
    let [x, y, z, w] = parts;
    let numbers = if w >= x && w >= y && w >= z {
        [h - f, c - g, d - b, w]
    } else if x >= y && x >= z {
        [x, b + d, c + g, h - f]
    } else if y >= z {
        [b + d, y, f + h, c - g]
    } else {
        [c + g, f + h, z, d - b]
    };
    let length = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    let [x, y, z, w] = numbers.map(|number| if length > 0.0 { (number / length) as f32 } else { 0.0 });
    if length > 0.0 { Quat::new(x, y, z, w) } else { Quat::IDENTITY }
}

impl Trs {
    /// The identity.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Decomposes a matrix; `false` if it also has a shear, which is dropped.
    ///
    /// ```
    /// use geom::{Mat4, Quat, Vec3};
    /// use scene::Trs;
    ///
    /// let trs = Trs { translation: Vec3::X, rotation: Quat::new(0.0, 0.6, 0.0, 0.8), scale: Vec3::splat(2.0) };
    /// let (parts, is_all) = Trs::of_matrix(&trs.matrix());
    /// assert!(is_all && (parts.scale - trs.scale).length() < 1e-6);
    /// ```
    #[must_use]
    pub fn of_matrix(matrix: &Mat4) -> (Self, bool) {
        Affine::of_mat4(matrix).decomposed()
    }

    /// The equivalent matrix, for column vectors.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        Affine::from_trs(self).to_mat4()
    }

    /// The transform without its scale.
    pub fn pose(&self) -> Pose {
        Pose { rotation: self.rotation.to_mat3(), position: self.translation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &Affine, b: &Affine) -> bool {
        a.0.as_flattened().iter().zip(b.0.as_flattened()).all(|(a, b)| (a - b).abs() < 1e-6)
    }

    #[test]
    fn parts_give_the_matrix_back() {
        let rotations =
            [[0.1, 0.7, -0.3, 0.6], [1.0, 0.0, 0.0, 0.0], [0.0, 0.9, 0.1, 0.0], [0.2, 0.0, -0.9, 0.1]];
        let scales = [[1.0, 1.0, 1.0], [2.0, 3.0, 0.5], [-1.0, 1.0, 2.0], [0.0, 1.0, 2.0], [1.0, 0.0, 0.0]];
        for rotation in rotations {
            for scale in scales {
                let [x, y, z, w] = rotation;
                let trs = Trs {
                    translation: Vec3::new(1.0, 2.0, 3.0),
                    rotation: Quat::new(x, y, z, w),
                    scale: Vec3::from_array(scale),
                };
                let matrix = Affine::from_trs(&trs);
                let (parts, is_straight) = matrix.decomposed();
                assert!(is_straight && close(&Affine::from_trs(&parts), &matrix), "{trs:?} {parts:?}");
            }
        }
        let matrix = Affine([[2.0, 1.0, 0.0, 5.0], [0.0, 3.0, 1.0, -1.0], [0.5, 0.0, 1.0, 2.0]]);
        assert!(close(&matrix.times(&matrix.inverse().unwrap()), &Affine::IDENTITY));
        let sheared = Affine([[1.0, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
        assert!(!sheared.decomposed().1);
    }
}
