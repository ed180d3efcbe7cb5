//! The coordinate systems of mesh assets and scenes.

use ::slmesh::Skin;
use geom::{Mat4, Quat, Vec3};
use scene::affine::Affine;

/// The transform from the axes of Second Life to those of glTF.
const TURN: Affine = Affine([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]]);
/// The inverse of [`TURN`].
const TURN_BACK: Affine = Affine([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0]]);

/// The rotation from the axes of Second Life to those of glTF.
pub(crate) fn to_gltf() -> Quat {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    // The angle is -90 degrees about X: Z becomes Y, and Y becomes -Z.
    Quat::new(-HALF, 0.0, 0.0, HALF)
}

/// The rotation from the axes of glTF to those of Second Life.
pub(crate) fn from_gltf() -> Quat {
    to_gltf().conjugate()
}

/// The transform from the unit cube of an asset to the mesh in a scene; for a skinned mesh, to its bind pose.
#[derive(Debug, Clone, Copy)]
pub(super) struct Space {
    there: Affine,
    back: Affine,
}

impl Space {
    pub(super) fn from_skin(skin: Option<&Skin>) -> Self {
        let shape = skin.and_then(|skin| skin.bind_shape_matrix.as_ref()).map(by_columns);
        let shape = shape.and_then(|shape| Some((shape, shape.inverse()?)));
        // A singular bind shape matrix would flatten all vertices, so it is ignored.
        let (shape, inverse) = shape.unwrap_or((Affine::IDENTITY, Affine::IDENTITY));
        Self { there: TURN.times(&shape), back: inverse.times(&TURN_BACK) }
    }

    pub(super) fn point(&self, point: Vec3) -> Vec3 {
        narrow(self.there.point(point.to_array().map(f64::from)))
    }

    pub(super) fn point_back(&self, point: Vec3) -> [f64; 3] {
        self.back.point(point.to_array().map(f64::from))
    }

    /// The length of a normal does not change, so that its stored numbers are restored exactly.
    pub(super) fn normal(&self, normal: Vec3) -> Vec3 {
        narrow(keeping_length(&self.there.for_normals(), normal.to_array().map(f64::from)))
    }

    pub(super) fn normal_back(&self, normal: Vec3) -> [f64; 3] {
        keeping_length(&self.back.for_normals(), normal.to_array().map(f64::from))
    }
}

/// Converts a matrix of an asset to the axes of glTF, for column vectors.
pub(super) fn turned(matrix: &::slmesh::Matrix) -> Affine {
    TURN.times(&by_columns(matrix)).times(&TURN_BACK)
}

/// Converts a matrix in the axes of glTF to one of an asset.
pub(super) fn stored(matrix: &Mat4) -> ::slmesh::Matrix {
    // Applied from right to left: into the axes of glTF, the matrix, and back.
    by_rows(&TURN_BACK.times(&Affine::of_mat4(matrix)).times(&TURN))
}

/// Converts a matrix in the axes of Second Life to one of an asset, for row vectors.
pub(super) fn by_rows(matrix: &Affine) -> ::slmesh::Matrix {
    let Affine([[a, b, c, x], [d, e, f, y], [g, h, i, z]]) = *matrix;
    [a, d, g, 0.0, b, e, h, 0.0, c, f, i, 0.0, x, y, z, 1.0]
}

/// Converts a matrix for row vectors to one for column vectors.
pub(super) fn by_columns(matrix: &::slmesh::Matrix) -> Affine {
    let [a, d, g, _, b, e, h, _, c, f, i, _, x, y, z, _] = *matrix;
    Affine([[a, b, c, x], [d, e, f, y], [g, h, i, z]])
}

fn keeping_length(matrix: &Affine, vector: [f64; 3]) -> [f64; 3] {
    let length = |[x, y, z]: [f64; 3]| (x * x + y * y + z * z).sqrt();
    let moved = matrix.vector(vector);
    let factor = length(vector) / length(moved);
    if factor.is_finite() { moved.map(|number| number * factor) } else { vector }
}

#[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
fn narrow(point: [f64; 3]) -> Vec3 {
    Vec3::from_array(point.map(|number| number as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_and_points_come_back() {
        let matrix = [2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.5, 0.0, 0.0, 0.0, 4.0, 0.0, 5.0, 6.0, 7.0, 1.0];
        assert_eq!(stored(&turned(&matrix).to_mat4()), matrix);
        let skin = Skin { bind_shape_matrix: Some(matrix), ..Skin::default() };
        let space = Space::from_skin(Some(&skin));
        // The row (1, 0, 0) times the matrix is (2, 0, 0), translated by (5, 6, 7); rotated, that is (7, 7, -6).
        assert_eq!(space.point(Vec3::X), Vec3::new(7.0, 7.0, -6.0));
        let [x, y, z] = space.point_back(Vec3::new(7.0, 7.0, -6.0));
        assert!((x - 1.0).abs() < 1e-6 && y.abs() < 1e-6 && z.abs() < 1e-6);
    }
}
