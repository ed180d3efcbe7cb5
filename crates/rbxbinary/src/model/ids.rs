//! Referents, class ids and other identifiers.

use geom::{Mat3, Same, Vec3};

macro_rules! ids {
    ($($(#[$doc:meta])+ $Id:ident($Number:ty))*) => { $(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $Id(pub $Number);

        /// Shows the number.
        impl std::fmt::Display for $Id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$Number> for $Id {
            fn from(number: $Number) -> Self {
                Self(number)
            }
        }

        impl Same for $Id {
            fn difference(&self, other: &Self) -> Option<String> {
                self.0.difference(&other.0)
            }
        }
    )* };
}

ids! {
    /// The id of a class, by which columns refer to it.
    ClassId(u32)
    /// The number by which the hierarchy and properties refer to an instance.
    Referent(i32)
    /// The index of a shared string, counted across all SSTR chunks of the file.
    SharedIndex(u32)
    /// A rotation by multiples of 90 degrees, as one byte. Of the numbers from 1 to 36, 24 are valid.
    RotationId(u8)
}

impl Referent {
    /// The null referent, which means no instance.
    pub const NONE: Self = Self(-1);

    /// Returns true for the null referent.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }
}

impl SharedIndex {
    /// An index that no string has.
    pub(crate) const NOWHERE: Self = Self(u32::MAX);
}

impl RotationId {
    /// The identity rotation.
    pub const IDENTITY: Self = Self(2);

    /// The rotation as a matrix, with the signs of zeros as Studio prints them; `None` if the id is invalid.
    #[must_use]
    pub fn matrix(self) -> Option<Mat3> {
        let (right, up) = self.faces()?;
        let face = |face: u8| {
            let sign = if face < 3 { 1.0 } else { -1.0 };
            match face % 3 {
                0 => Vec3::new(sign, 0.0, 0.0),
                1 => Vec3::new(0.0, sign, 0.0),
                _ => Vec3::new(0.0, 0.0, sign),
            }
        };
        let (right, up) = (face(right), face(up));
        // Computed in floats, the cross product has the negative zeros that Studio prints. Format
        // document, section 5, 10.
        Some(Mat3::from_cols([right, up, right.cross(up)]))
    }

    /// The id whose matrix equals `matrix` bit for bit, if there is one.
    #[must_use]
    pub fn from_matrix(matrix: Mat3) -> Option<Self> {
        if matrix.same(&Mat3::IDENTITY) {
            return Some(Self::IDENTITY);
        }
        // Other matrices need no search.
        let is_face = |row: &Vec3| row.to_array().iter().all(|number| [-1.0, 0.0, 1.0].contains(number));
        if !matrix.rows.iter().all(is_face) {
            return None;
        }
        (1..=36).map(Self).find(|id| id.matrix().is_some_and(|canonical| canonical.same(&matrix)))
    }

    /// Returns true if the id is valid.
    #[inline]
    pub(crate) const fn is_known(self) -> bool {
        /// A bit for each valid id.
        const KNOWN: u64 = {
            let (mut known, mut id) = (0, 0_u8);
            while id < 64 {
                if RotationId(id).faces().is_some() {
                    known |= 1 << id;
                }
                id = id.saturating_add(1);
            }
            known
        };
        self.0 < 64 && KNOWN >> self.0 & 1 == 1
    }

    /// The faces at which the first two columns of the matrix point: right, top, back, left, bottom or front.
    const fn faces(self) -> Option<(u8, u8)> {
        // Format document, section 5, 10: the id is 1 + 6 · right + up.
        let Some(number @ 0..36) = self.0.checked_sub(1) else { return None };
        // Faces 0 to 2 are the positive axes, 3 to 5 the negative ones. Both columns on one axis are no rotation.
        let (right, up) = (number / 6, number % 6);
        if right % 3 == up % 3 { None } else { Some((right, up)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 256 numbers, and all matrices whose numbers are those of axes, with zeros of both signs.
    #[test]
    fn a_rotation_id_and_its_matrix_are_each_others() {
        let known: Vec<_> = (0..=u8::MAX).map(RotationId).filter(|id| id.is_known()).collect();
        assert_eq!(known.len(), 24);
        for id in (0..=u8::MAX).map(RotationId) {
            assert_eq!(id.matrix().is_some(), known.contains(&id), "{id:?}");
            let Some(matrix) = id.matrix() else { continue };
            assert_eq!(RotationId::from_matrix(matrix), Some(id));
            let [x, y, z] = matrix.rows;
            assert_eq!((x.cross(y) - z).length(), 0.0, "{id:?} is a reflection");
        }
        let numbers = [-1.0, -0.0, 0.0, 1.0_f32];
        let number = |bits: u32, at: u32| numbers[(bits >> (2 * at) & 3) as usize];
        let mut n_found = 0;
        for bits in 0..1_u32 << 18 {
            let row = |row: u32| Vec3::new(number(bits, row), number(bits, row + 1), number(bits, row + 2));
            let matrix = Mat3 { rows: [row(0), row(3), row(6)] };
            let Some(id) = RotationId::from_matrix(matrix) else { continue };
            n_found += 1;
            assert!(id.matrix().is_some_and(|own| own.same(&matrix)), "{matrix:?}");
        }
        assert_eq!(n_found, 24);
    }
}
