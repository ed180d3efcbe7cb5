use crate::vec::Vec3;

/// An axis-aligned box.
///
/// ```
/// use geom::{Aabb, Vec3};
///
/// let points = [Vec3::ZERO, Vec3::new(4.0, 2.0, 0.0), Vec3::splat(f32::NAN)];
/// let bounds = Aabb::from_points(points).unwrap();
/// assert_eq!(bounds.size(), Vec3::new(4.0, 2.0, 0.0));
/// assert_eq!(bounds.centre(), Vec3::new(2.0, 1.0, 0.0));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: Vec3,
    /// The corner with the largest coordinates.
    pub max: Vec3,
}

impl Aabb {
    /// The smallest box around all finite points; `None` if there is none.
    ///
    /// A point with a NaN or an infinity among its coordinates is ignored.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut finite = points.into_iter().filter(|point| point.is_finite());
        let first = finite.next()?;
        let around = |bounds: Self, point| bounds.union(Self { min: point, max: point });
        Some(finite.fold(Self { min: first, max: first }, around))
    }

    /// The smallest box that contains both.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns true if a point is inside or on the surface.
    pub fn contains(self, point: Vec3) -> bool {
        // Clamping changes every point outside, and a NaN equals nothing, so only points inside compare equal.
        self.min.max(point) == point && self.max.min(point) == point
    }

    /// The lengths of the edges.
    pub fn size(self) -> Vec3 {
        self.max - self.min
    }

    /// The point in the middle.
    pub fn centre(self) -> Vec3 {
        self.min.lerp(self.max, 0.5)
    }

    /// The eight corners: X changes fastest, Z slowest.
    pub fn corners(self) -> [Vec3; 8] {
        let ends = [self.min, self.max];
        std::array::from_fn(|bits| Vec3::new(ends[bits & 1].x, ends[bits >> 1 & 1].y, ends[bits >> 2].z))
    }
}
