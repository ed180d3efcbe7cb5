//! From the axes of a file to those of a scene and back.

use crate::affine::Affine;
use geom::Vec3;

/// The axis that points up in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Up {
    X,
    #[default]
    Y,
    Z,
}

impl Up {
    pub(super) fn of(text: &str) -> Self {
        match text.trim() {
            "X_UP" => Self::X,
            "Z_UP" => Self::Z,
            _ => Self::Y,
        }
    }

    /// The rotation from the file to the scene.
    fn turn(self) -> Affine {
        let mut turn = Affine::IDENTITY;
        turn.0 = match self {
            Self::X => [[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
            Self::Y => turn.0,
            Self::Z => [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]],
        };
        turn
    }

    /// A position or a direction, in the axes of a scene.
    pub(super) fn vector(self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        match self {
            Self::X => Vec3::new(-y, x, z),
            Self::Y => Vec3::new(x, y, z),
            Self::Z => Vec3::new(x, z, -y),
        }
    }

    /// The same of a transform between two spaces that both have these axes.
    pub(super) fn transform(self, transform: &Affine) -> Affine {
        if self == Self::Y {
            return *transform;
        }
        let turn = self.turn();
        let back = turn.inverse().unwrap_or(Affine::IDENTITY);
        turn.times(transform).times(&back)
    }

    /// A vector of a scene, in the axes of a file with Z up.
    pub(super) fn to_z(Vec3 { x, y, z }: Vec3) -> Vec3 {
        Vec3::new(x, -z, y)
    }

    /// A transform of a scene, likewise.
    pub(super) fn transform_to_z(transform: &Affine) -> Affine {
        let turn = Self::Z.turn();
        let back = turn.inverse().unwrap_or(Affine::IDENTITY);
        back.times(transform).times(&turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_transforms_turn_alike() {
        let shift = Affine([[2.0, 0.0, 0.0, 1.0], [0.0, 3.0, 0.0, 2.0], [0.0, 0.0, 4.0, 3.0]]);
        let point = Vec3::new(5.0, 6.0, 7.0);
        for up in [Up::X, Up::Y, Up::Z] {
            let moved = |by: &Affine, point: Vec3| by.point(point.to_array().map(f64::from)).map(|part| part as f32);
            let before = up.vector(Vec3::from_array(moved(&shift, point)));
            assert_eq!(before.to_array(), moved(&up.transform(&shift), up.vector(point)));
        }
        assert_eq!(Up::to_z(Up::Z.vector(point)), point);
        assert_eq!(Up::transform_to_z(&Up::Z.transform(&shift)), shift);
        assert_eq!(Up::Z.vector(Vec3::new(0.0, 0.0, 1.0)), Vec3::new(0.0, 1.0, 0.0));
        assert_eq!(Up::X.vector(Vec3::new(1.0, 0.0, 0.0)), Vec3::new(0.0, 1.0, 0.0));
    }
}
