//! Converts normals from positions on an octahedron that is unfolded to a square. Format document, section 13.6.

/// An octahedron, unfolded to a square whose coordinates have `n_bits` bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Octahedron {
    n_bits: u32,
}

/// A rotation of the previous position into one quadrant before the correction is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rotation {
    /// No rotation, as in streams of older encoders.
    None,
    /// A rotation, as in streams of current encoders.
    Canonical,
}

impl Octahedron {
    /// An octahedron with `n_bits` bits per coordinate; `None` unless there are 2 to 30.
    pub(super) fn new(n_bits: u32) -> Option<Self> {
        (2..=30).contains(&n_bits).then_some(Self { n_bits })
    }

    /// The number of coordinates per axis. The last one that the bits allow is never used.
    fn n_coordinates(self) -> i32 {
        1_i32.wrapping_shl(self.n_bits).wrapping_sub(1)
    }

    fn centre(self) -> i32 {
        self.n_coordinates().wrapping_sub(1) / 2
    }

    /// Adds a correction to the previous position.
    ///
    /// Corrections of a broken stream may have any size; overflow wraps, as in the reference decoder.
    #[inline]
    pub(super) fn sum(self, before: [i32; 2], correction: [i32; 2], rotation: Rotation) -> [i32; 2] {
        let centre = self.centre();
        let mut place = before.map(|coordinate| coordinate.wrapping_sub(centre));
        let is_folded = !self.is_inside(place);
        if is_folded {
            place = self.folded(place);
        }
        let n_turns = if rotation == Rotation::Canonical { quarter(place) } else { 0 };
        let [s, t] = turned(place, n_turns);
        let [by_s, by_t] = correction;
        let sum = [s.wrapping_add(by_s), t.wrapping_add(by_t)].map(|coordinate| self.wrapped(coordinate));
        place = turned(sum, n_turns.wrapping_neg() & 3);
        if is_folded {
            place = self.folded(place);
        }
        place.map(|coordinate| coordinate.wrapping_add(centre))
    }

    /// Returns true if a position, relative to the centre, is in the inner diamond, the half that faces X.
    fn is_inside(self, [s, t]: [i32; 2]) -> bool {
        s.unsigned_abs().wrapping_add(t.unsigned_abs()) <= self.centre().unsigned_abs()
    }

    /// Swaps the inner and the outer half: mirrors a position at the nearest edge of the diamond.
    fn folded(self, [s, t]: [i32; 2]) -> [i32; 2] {
        let sign = |positive: bool| if positive { 1 } else { -1 };
        let (sign_s, sign_t) = match () {
            () if s >= 0 && t >= 0 => (1, 1),
            () if s <= 0 && t <= 0 => (-1, -1),
            () => (sign(s > 0), sign(t > 0)),
        };
        let centre = self.centre();
        let (corner_s, corner_t) = (centre.wrapping_mul(sign_s), centre.wrapping_mul(sign_t));
        let s = s.wrapping_mul(2).wrapping_sub(corner_s);
        let t = t.wrapping_mul(2).wrapping_sub(corner_t);
        let (s, t) = if sign_s == sign_t { (t.wrapping_neg(), s.wrapping_neg()) } else { (t, s) };
        [s.wrapping_add(corner_s) / 2, t.wrapping_add(corner_t) / 2]
    }

    /// Wraps a coordinate back into the square.
    fn wrapped(self, coordinate: i32) -> i32 {
        match () {
            () if coordinate > self.centre() => coordinate.wrapping_sub(self.n_coordinates()),
            () if coordinate < self.centre().wrapping_neg() => coordinate.wrapping_add(self.n_coordinates()),
            () => coordinate,
        }
    }

    /// The unit vector of a position.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "as the programs do, to the last bit")]
    pub(super) fn direction(self, place: [i32; 2]) -> [f32; 3] {
        let scale = 2.0 / self.n_coordinates().wrapping_sub(1) as f32;
        let [mut y, mut z] = place.map(|coordinate| coordinate as f32 * scale - 1.0);
        let x = 1.0 - y.abs() - z.abs();
        let beyond = if x < 0.0 { -x } else { 0.0 };
        y += if y < 0.0 { beyond } else { -beyond };
        z += if z < 0.0 { beyond } else { -beyond };
        let squared = x * x + y * y + z * z;
        // A vector shorter than 0.001 has no direction. Format document, section 13.6.
        if squared < 1e-6 {
            return [0.0; 3];
        }
        let inverse = 1.0 / squared.sqrt();
        [x * inverse, y * inverse, z * inverse]
    }
}

/// The number of quarter turns that take a position to the quadrant with two negative coordinates.
fn quarter([s, t]: [i32; 2]) -> u32 {
    match (s.signum(), t.signum()) {
        (0, 0) | (-1, 0 | -1) => 0,
        (0 | 1, -1) => 1,
        (1, _) => 2,
        (_, _) => 3,
    }
}

fn turned([s, t]: [i32; 2], n_turns: u32) -> [i32; 2] {
    match n_turns {
        1 => [t, s.wrapping_neg()],
        2 => [s.wrapping_neg(), t.wrapping_neg()],
        3 => [t.wrapping_neg(), s],
        _ => [s, t],
    }
}
