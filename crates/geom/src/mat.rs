use std::{array::from_fn, fmt, ops::Mul};

use crate::vec::{Vec3, Vec4};

/// A 3×3 matrix: rotation, scale, shear, mirroring.
///
/// See the [conventions](crate#conventions).
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Mat3 {
    /// The rows from top to bottom.
    pub rows: [Vec3; 3],
}

/// A 4×4 matrix: a [`Mat3`], and a translation in the last column.
///
/// See the [conventions](crate#conventions).
///
/// ```
/// use geom::{Mat4, Quat, Vec3};
///
/// let matrix = Mat4::from_translation_rotation_scale(Vec3::X, Quat::IDENTITY, Vec3::splat(2.0));
/// assert_eq!(matrix.transform_point(Vec3::ONE), Vec3::new(3.0, 2.0, 2.0));
/// assert_eq!(matrix.transform_vector(Vec3::ONE), Vec3::splat(2.0));
/// let back = matrix.inverse().unwrap();
/// assert_eq!(back.transform_point(Vec3::new(3.0, 2.0, 2.0)), Vec3::ONE);
/// ```
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Mat4 {
    /// The rows from top to bottom.
    pub rows: [Vec4; 4],
}

/// Implements the methods that both matrices share.
macro_rules! matrix {
    ($Type:ident, $Vec:ident, $n:literal) => {
        /// Prints the rows from top to bottom.
        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let [first, rest @ ..] = self.rows;
                write!(f, "[{first:?}")?;
                rest.iter().try_for_each(|row| write!(f, ", {row:?}"))?;
                f.write_str("]")
            }
        }

        impl $Type {
            /// A matrix from its elements in row-major order.
            pub fn from_rows_array(numbers: [f32; $n * $n]) -> Self {
                Self { rows: from_fn(|row| $Vec::from_array(from_fn(|col| numbers[$n * row + col]))) }
            }

            /// The elements in row-major order.
            pub fn to_rows_array(self) -> [f32; $n * $n] {
                let rows = self.rows.map($Vec::to_array);
                from_fn(|at| rows[at / $n][at % $n])
            }

            /// A matrix from its elements in column-major order.
            pub fn from_cols_array(numbers: [f32; $n * $n]) -> Self {
                Self::from_rows_array(numbers).transposed()
            }

            /// The elements in column-major order.
            pub fn to_cols_array(self) -> [f32; $n * $n] {
                self.transposed().to_rows_array()
            }

            /// A matrix from its columns, left to right: the images of the axes.
            pub fn from_cols(cols: [$Vec; $n]) -> Self {
                Self { rows: cols }.transposed()
            }

            /// The columns, left to right: the images of the axes.
            pub fn cols(self) -> [$Vec; $n] {
                self.transposed().rows
            }

            /// The transpose.
            pub fn transposed(self) -> Self {
                let rows = self.rows.map($Vec::to_array);
                Self { rows: from_fn(|col| $Vec::from_array(from_fn(|row| rows[row][col]))) }
            }

            /// Returns true if no element is NaN or infinite.
            pub fn is_finite(self) -> bool {
                self.rows.iter().all(|row| row.is_finite())
            }

            /// The determinant: negative if the matrix mirrors, 0 if it is singular.
            pub fn determinant(self) -> f32 {
                self.wide_adjugate().0 as f32
            }

            /// The inverse; `None` if the matrix is singular or not finite,
            /// or if the inverse does not fit `f32`.
            pub fn inverse(self) -> Option<Self> {
                let (determinant, adjugate) = self.wide_adjugate();
                let inverse = Self {
                    rows: adjugate
                        .map(|row| $Vec::from_array(row.map(|number| (number / determinant) as f32))),
                };
                (self.is_finite() && inverse.is_finite()).then_some(inverse)
            }
        }

        /// The identity.
        impl Default for $Type {
            fn default() -> Self {
                Self::IDENTITY
            }
        }

        impl Mul<$Vec> for $Type {
            type Output = $Vec;

            #[inline]
            fn mul(self, column: $Vec) -> $Vec {
                $Vec::from_array(self.rows.map(|row| row.dot(column)))
            }
        }

        /// Applies the right matrix first, then the left one.
        impl Mul for $Type {
            type Output = Self;

            fn mul(self, right: Self) -> Self {
                let cols = right.cols();
                Self { rows: self.rows.map(|row| $Vec::from_array(cols.map(|col| row.dot(col)))) }
            }
        }
    };
}

matrix!(Mat3, Vec3, 3);
matrix!(Mat4, Vec4, 4);

impl Mat3 {
    /// The identity.
    pub const IDENTITY: Self = Self::from_scale(Vec3::ONE);

    /// A scale along the axes.
    pub const fn from_scale(scale: Vec3) -> Self {
        Self {
            rows: [Vec3::new(scale.x, 0.0, 0.0), Vec3::new(0.0, scale.y, 0.0), Vec3::new(0.0, 0.0, scale.z)],
        }
    }

    /// The rotation that keeps the direction of the first column and the plane of the first two; mirroring is
    /// removed. Returns `None` if these columns are parallel or zero.
    pub fn orthonormalised(self) -> Option<Self> {
        let [x, y, _] = self.cols();
        let x = x.normalised()?;
        let z = x.cross(y.normalised()?).normalised()?;
        Some(Self::from_cols([x, z.cross(x), z]))
    }

    /// Returns true if the matrix mirrors: its determinant is negative.
    pub fn mirrors(self) -> bool {
        self.wide_adjugate().0 < 0.0
    }

    // The determinant and the adjugate, whose quotient is the inverse. Both are in `f64`, where products of three or
    // four `f32` neither overflow nor underflow.
    fn wide_adjugate(self) -> (f64, [[f64; 3]; 3]) {
        let [x, y, z] = self.cols().map(|col| col.to_array().map(f64::from));
        let adjugate = [cross(y, z), cross(z, x), cross(x, y)];
        (dot(x, adjugate[0]), adjugate)
    }
}

impl Mat4 {
    /// The identity.
    pub const IDENTITY: Self = Self::from_parts(Mat3::IDENTITY, Vec3::ZERO);

    /// A matrix that applies `linear`, then `translation`; its last row is 0, 0, 0, 1.
    pub const fn from_parts(linear: Mat3, translation: Vec3) -> Self {
        let [x, y, z] = linear.rows;
        Self {
            rows: [
                x.extend(translation.x),
                y.extend(translation.y),
                z.extend(translation.z),
                Vec4::new(0.0, 0.0, 0.0, 1.0),
            ],
        }
    }

    /// The first three rows and columns.
    pub fn linear(self) -> Mat3 {
        let [x, y, z, _] = self.rows;
        Mat3 { rows: [x.xyz(), y.xyz(), z.xyz()] }
    }

    /// The last column.
    pub const fn translation(self) -> Vec3 {
        let [x, y, z, _] = self.rows;
        Vec3::new(x.w, y.w, z.w)
    }

    /// Transforms a point; the last row is taken for 0, 0, 0, 1.
    pub fn transform_point(self, point: Vec3) -> Vec3 {
        (self * point.extend(1.0)).xyz()
    }

    /// Transforms a direction, without the translation.
    pub fn transform_vector(self, vector: Vec3) -> Vec3 {
        (self * vector.extend(0.0)).xyz()
    }

    fn wide_adjugate(self) -> (f64, [[f64; 4]; 4]) {
        let rows = self.rows.map(|row| row.to_array().map(f64::from));
        let adjugate: [[f64; 4]; 4] = from_fn(|col| from_fn(|row| cofactor(&rows, row, col)));
        ((0..4).map(|col| rows[0][col] * adjugate[col][0]).sum(), adjugate)
    }
}

/// The cofactor of an element: the signed determinant of the matrix without the row and the column of the element.
fn cofactor(rows: &[[f64; 4]; 4], row: usize, col: usize) -> f64 {
    let others = |without: usize| [1, 2, 3].map(|step| (without + step) % 4);
    let [x, y, z] = others(row).map(|row| others(col).map(|col| rows[row][col]));
    let sign = if (row + col).is_multiple_of(2) { 1.0 } else { -1.0 };
    sign * dot(x, cross(y, z))
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
