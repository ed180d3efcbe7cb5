//! Quadrics: sums of squared distances from planes.

/// The weighted sum of the squared distances of a point from planes: `p·A·p + 2 b·p + c`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Quadric {
    /// The upper half of the matrix A: xx, xy, xz, yy, yz, zz.
    a: [f64; 6],
    b: [f64; 3],
    c: f64,
    /// The sum of the weights.
    pub(super) weight: f64,
}

impl Quadric {
    /// The weighted square of `g·p + d`.
    pub(super) fn of_plane([x, y, z]: [f64; 3], d: f64, weight: f64) -> Self {
        let [wx, wy, wz] = [x * weight, y * weight, z * weight];
        Self {
            a: [wx * x, wx * y, wx * z, wy * y, wy * z, wz * z],
            b: [wx * d, wy * d, wz * d],
            c: weight * d * d,
            weight,
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.a.iter_mut().zip(other.a).for_each(|(own, other)| *own += other);
        self.b.iter_mut().zip(other.b).for_each(|(own, other)| *own += other);
        self.c += other.c;
        self.weight += other.weight;
    }

    /// The sum at a point.
    pub(super) fn error_at(&self, [x, y, z]: [f64; 3]) -> f64 {
        let [xx, xy, xz, yy, yz, zz] = self.a;
        let [bx, by, bz] = self.b;
        let rx = xx * x + 2.0 * (xy * y + xz * z + bx);
        let ry = yy * y + 2.0 * (yz * z + by);
        let rz = zz * z + 2.0 * bz;
        rx * x + ry * y + rz * z + self.c
    }

    /// The mean of the squared distances at a point.
    pub(super) fn mean_at(&self, point: [f64; 3]) -> f64 {
        if self.weight > 0.0 { (self.error_at(point) / self.weight).max(0.0) } else { 0.0 }
    }
}

pub(super) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The normalised vector and its length; `None` if the length is 0.
pub(super) fn unit(vector: [f64; 3]) -> Option<([f64; 3], f64)> {
    let length = dot(vector, vector).sqrt();
    (length > 0.0).then(|| (vector.map(|number| number / length), length))
}

/// A number in single precision.
#[expect(clippy::cast_possible_truncation, reason = "meshes are of single precision")]
pub(super) fn narrowed(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadric_is_the_mean_of_squared_distances() {
        let mut quadric = Quadric::of_plane([0.0, 0.0, 1.0], -2.0, 3.0);
        assert_eq!((quadric.mean_at([5.0, 7.0, 2.0]), quadric.mean_at([5.0, 7.0, 6.0])), (0.0, 16.0));
        quadric.add(&Quadric::of_plane([1.0, 0.0, 0.0], 0.0, 1.0));
        assert_eq!(quadric.error_at([5.0, 7.0, 6.0]), 3.0 * 16.0 + 25.0);
        assert_eq!(quadric.mean_at([5.0, 7.0, 6.0]), (3.0 * 16.0 + 25.0) / 4.0);
        assert_eq!(Quadric::default().mean_at([1.0; 3]), 0.0);
    }

    #[test]
    fn a_vector_without_length_has_no_direction() {
        assert_eq!(unit([0.0, 3.0, 4.0]), Some(([0.0, 0.6, 0.8], 5.0)));
        assert_eq!((unit([0.0; 3]), unit([f64::NAN; 3])), (None, None));
    }
}
