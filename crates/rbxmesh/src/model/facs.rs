//! Facial animation: the face bones, the poses, and the offset of each bone in each pose. Format document, section 8.

use super::NameTable;
use geom::{Vec3, same};

/// The facial animation of a mesh.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FacsBlock {
    /// No facial animation.
    #[default]
    None,
    /// Decoded data of format 1, the only known one.
    Decoded(Box<Facs>),
    /// Data that is kept as bytes: in an unknown format, broken, or empty although a format is stated.
    Raw {
        /// The format that the header of 5.00 states; 1 in chunks.
        format: u32,
        /// The bytes of the block.
        data: Vec<u8>,
    },
}

/// The poses of a face: one per control, then one per corrective.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Facs {
    /// The names of the bones that the poses move. The mesh need not have all of them.
    pub bone_names: NameTable,
    /// The controls, such as `c_JD` (jaw drop).
    pub control_names: NameTable,
    /// The offsets of the bones in the poses: the translation along X, Y and Z, in studs, then the rotation about X, Y
    /// and Z, in degrees. Rows are bones, and columns are poses.
    pub transforms: Option<[Matrix; 6]>,
    /// Poses that correct the sum of the poses of two controls that act together.
    pub two_pose_correctives: Vec<[u16; 2]>,
    /// Poses that correct the sum of the poses of three controls that act together.
    pub three_pose_correctives: Vec<[u16; 3]>,
}

/// A matrix of numbers, row by row.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Matrix {
    /// The number of rows.
    pub n_rows: u32,
    /// The number of columns.
    pub n_columns: u32,
    /// The numbers.
    pub values: MatrixValues,
}

/// The numbers of a matrix.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MatrixValues {
    /// Plain numbers: format 1.
    Floats(Vec<f32>),
    /// Steps of 1/65,535 of the range from `min` to `max`: format 2, which all known files use.
    Quantised {
        /// The value of step 0.
        min: f32,
        /// The value of step 65,535.
        max: f32,
        /// The steps.
        steps: Vec<u16>,
    },
}

/// The offset by which a pose moves a bone from its rest position.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PoseOffset {
    /// The translation in studs.
    pub position: Vec3,
    /// Angles about X, Y and Z, in degrees.
    pub rotation: Vec3,
}

impl Facs {
    /// The number of poses: one per control and one per corrective.
    #[must_use]
    pub fn n_poses(&self) -> usize {
        let n_correctives = self.two_pose_correctives.len().saturating_add(self.three_pose_correctives.len());
        self.control_names.count().saturating_add(n_correctives)
    }

    /// The names of the controls of each pose, in the order of the columns: one name for the pose of a control, and two
    /// or three for a corrective.
    ///
    /// Indices of missing controls are skipped.
    pub fn poses(&self) -> impl Iterator<Item = Vec<&[u8]>> {
        let controls: Vec<_> = self.control_names.iter().collect();
        let two = self.two_pose_correctives.iter().map(|indices| indices.as_slice());
        let three = self.three_pose_correctives.iter().map(|indices| indices.as_slice());
        let correctives = two.chain(three).map({
            let controls = controls.clone();
            move |indices| {
                indices.iter().filter_map(|index| controls.get(usize::from(*index)).copied()).collect()
            }
        });
        controls.into_iter().map(|control| vec![control]).chain(correctives)
    }

    /// Returns the offset by which a pose moves a face bone; `None` if either does not exist.
    #[must_use]
    pub fn offset(&self, bone: usize, pose: usize) -> Option<PoseOffset> {
        let [px, py, pz, rx, ry, rz] = self.transforms.as_ref()?.each_ref().map(|all| all.get(bone, pose));
        Some(PoseOffset { position: Vec3::new(px?, py?, pz?), rotation: Vec3::new(rx?, ry?, rz?) })
    }
}

impl Matrix {
    /// Quantises numbers to a matrix, as files store it; `None` unless there are `n_rows * n_columns` numbers.
    ///
    /// Each number is off by at most half a step. Infinities and NaN are replaced by finite numbers.
    #[must_use]
    pub fn quantise(n_rows: u32, n_columns: u32, numbers: &[f32]) -> Option<Self> {
        let expected = (n_rows as usize).checked_mul(n_columns as usize)?;
        if numbers.len() != expected {
            return None;
        }
        let finite = || numbers.iter().copied().filter(|number| number.is_finite());
        let min = finite().reduce(f32::min).unwrap_or(0.0);
        let max = finite().reduce(f32::max).unwrap_or(0.0);
        // The difference is an `f64`, because that of two `f32`s may overflow. If it is 0, each step is NaN, and is
        // stored as 0.
        let range = f64::from(max) - f64::from(min);
        #[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and turns NaN into 0")]
        let step = |number: &f32| ((f64::from(*number) - f64::from(min)) / range * 65535.0).round() as u16;
        let steps = numbers.iter().map(step).collect();
        Some(Self { n_rows, n_columns, values: MatrixValues::Quantised { min, max, steps } })
    }

    /// The number at this row and column, if there is one.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<f32> {
        let n_columns = self.n_columns as usize;
        if row >= self.n_rows as usize || column >= n_columns {
            return None;
        }
        let index = row.checked_mul(n_columns)?.checked_add(column)?;
        match &self.values {
            MatrixValues::Floats(numbers) => numbers.get(index).copied(),
            MatrixValues::Quantised { min, max, steps } => {
                steps.get(index).map(|step| number_at(*min, *max, *step))
            }
        }
    }

    /// All numbers, row by row.
    #[must_use]
    pub fn to_floats(&self) -> Vec<f32> {
        match &self.values {
            MatrixValues::Floats(numbers) => numbers.clone(),
            MatrixValues::Quantised { min, max, steps } => {
                steps.iter().map(|step| number_at(*min, *max, *step)).collect()
            }
        }
    }
}

/// The value of a step, computed in `f64`: the difference of two `f32`s may overflow an `f32`.
#[expect(clippy::cast_possible_truncation, reason = "it lies between two `f32`s")]
fn number_at(min: f32, max: f32, step: u16) -> f32 {
    let [min, max] = [min, max].map(f64::from);
    (min + f64::from(step) * (max - min) / 65535.0) as f32
}

same! {
    enum FacsBlock { None, Decoded(facs), Raw { format, data } }
    Facs { bone_names, control_names, transforms, two_pose_correctives, three_pose_correctives }
    Matrix { n_rows, n_columns, values }
    enum MatrixValues { Floats(numbers), Quantised { min, max, steps } }
}
