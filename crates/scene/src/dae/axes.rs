//! Conversion from the axes and the unit of a file to those of a scene, and back.

use crate::affine::Affine;
use geom::Vec3;

/// A rotation that permutes axes, and a factor for lengths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axes {
    turn: Affine,
    back: Affine,
    scale: f64,
}

impl Axes {
    /// The conversion from a file with this `up_axis` to a scene; `scale` is the length of its unit in units of the
    /// scene.
    pub(super) fn new(up: &str, scale: f64) -> Self {
        let mut turn = Affine::IDENTITY;
        turn.0 = match up {
            "X_UP" => [[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
            "Z_UP" => [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]],
            _ => turn.0,
        };
        Self { turn, back: turn.inverse().unwrap_or(Affine::IDENTITY), scale }
    }

    /// The inverse conversion.
    pub(super) fn inverse(self) -> Self {
        Self { turn: self.back, back: self.turn, scale: 1.0 / self.scale }
    }

    pub(super) fn point(&self, point: Vec3) -> Vec3 {
        self.turned(point, self.scale)
    }

    pub(super) fn direction(&self, direction: Vec3) -> Vec3 {
        self.turned(direction, 1.0)
    }

    #[expect(clippy::cast_possible_truncation, reason = "scenes and files have single precision")]
    fn turned(&self, vector: Vec3, by: f64) -> Vec3 {
        let turned = self.turn.vector(vector.to_array().map(f64::from));
        Vec3::from_array(turned.map(|part| (part * by) as f32))
    }

    /// Converts a transform whose source and target spaces are both converted.
    pub(super) fn transform(&self, transform: &Affine) -> Affine {
        let mut turned = self.turn.times(transform).times(&self.back);
        for [.., shift] in &mut turned.0 {
            *shift *= self.scale;
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_transforms_change_alike() {
        let shift = Affine([[2.0, 0.0, 0.0, 1.0], [0.0, 3.0, 0.0, 2.0], [0.0, 0.0, 4.0, 3.0]]);
        let point = Vec3::new(5.0, 6.0, 7.0);
        let moved =
            |by: &Affine, point: Vec3| by.point(point.to_array().map(f64::from)).map(|part| part as f32);
        for up in ["X_UP", "Y_UP", "Z_UP"] {
            let axes = Axes::new(up, 0.25);
            let before = axes.point(Vec3::from_array(moved(&shift, point)));
            assert_eq!(before.to_array(), moved(&axes.transform(&shift), axes.point(point)));
            assert_eq!(axes.inverse().point(axes.point(point)), point);
            assert_eq!(axes.inverse().transform(&axes.transform(&shift)), shift);
        }
        assert_eq!(Axes::new("Z_UP", 0.5).point(Vec3::new(0.0, 0.0, 1.0)), Vec3::new(0.0, 0.5, 0.0));
        assert_eq!(Axes::new("X_UP", 0.5).direction(Vec3::new(1.0, 0.0, 0.0)), Vec3::new(0.0, 1.0, 0.0));
    }
}
