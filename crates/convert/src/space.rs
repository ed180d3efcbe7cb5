//! The spaces of a mesh asset and of a scene.

use ::slmesh::Skin;
use geom::{Mat4, Quat, Vec3};
use scene::affine::Affine;

/// From the axes of Second Life to those of glTF.
const TURN: Affine = Affine([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]]);
/// And back.
const TURN_BACK: Affine = Affine([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0]]);

/// The rotation from the axes of Second Life to those of glTF.
pub(crate) fn to_gltf() -> Quat {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    // By -90 degrees about X: Z becomes Y, and Y becomes -Z.
    Quat::new(-HALF, 0.0, 0.0, HALF)
}

/// The rotation from the axes of glTF to those of Second Life.
pub(crate) fn from_gltf() -> Quat {
    to_gltf().conjugate()
}

/// From the unit cube of an asset to the space of its mesh in a scene: with a skin, where its joints have it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Space {
    there: Affine,
    back: Affine,
}

impl Space {
    pub(super) fn of(skin: Option<&Skin>) -> Self {
        let shape = skin.and_then(|skin| skin.bind_shape_matrix.as_ref()).map(by_columns);
        let shape = shape.and_then(|shape| Some((shape, shape.inverse()?)));
        // A shape that cannot be undone would take all vertices into a plane.
        let (shape, inverse) = shape.unwrap_or((Affine::IDENTITY, Affine::IDENTITY));
        Self { there: TURN.times(&shape), back: inverse.times(&TURN_BACK) }
    }

    pub(super) fn point(&self, point: Vec3) -> Vec3 {
        narrow(self.there.point(point.to_array().map(f64::from)))
    }

    pub(super) fn point_back(&self, point: Vec3) -> [f64; 3] {
        self.back.point(point.to_array().map(f64::from))
    }

    /// The length of the normal stays, so that its stored numbers come back.
    pub(super) fn normal(&self, normal: Vec3) -> Vec3 {
        narrow(keeping_length(&self.there.for_normals(), normal.to_array().map(f64::from)))
    }

    pub(super) fn normal_back(&self, normal: Vec3) -> [f64; 3] {
        keeping_length(&self.back.for_normals(), normal.to_array().map(f64::from))
    }
}

/// A matrix of an asset in the axes of glTF, on column vectors.
pub(super) fn turned(matrix: &::slmesh::Matrix) -> Affine {
    TURN.times(&by_columns(matrix)).times(&TURN_BACK)
}

/// A matrix in the axes of glTF as assets have it.
pub(super) fn stored(matrix: &Mat4) -> ::slmesh::Matrix {
    // From the right: into the axes of glTF, by the matrix, and back.
    by_rows(&TURN_BACK.times(&Affine::of_mat4(matrix)).times(&TURN))
}

/// A matrix in the axes of Second Life as assets have it, to the right of its vectors.
pub(super) fn by_rows(matrix: &Affine) -> ::slmesh::Matrix {
    let Affine([[a, b, c, x], [d, e, f, y], [g, h, i, z]]) = *matrix;
    [a, d, g, 0.0, b, e, h, 0.0, c, f, i, 0.0, x, y, z, 1.0]
}

/// The numbers of a matrix that stands to the right of its vectors.
fn by_columns(matrix: &::slmesh::Matrix) -> Affine {
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
        let space = Space::of(Some(&skin));
        // The row (1, 0, 0) by the matrix is (2, 0, 0), shifted by (5, 6, 7); turned: (7, 7, -6).
        assert_eq!(space.point(Vec3::X), Vec3::new(7.0, 7.0, -6.0));
        let [x, y, z] = space.point_back(Vec3::new(7.0, 7.0, -6.0));
        assert!((x - 1.0).abs() < 1e-6 && y.abs() < 1e-6 && z.abs() < 1e-6);
    }
}
