//! The joints that move a mesh.

use super::trimesh::{normal_matrix, turned};
use geom::{Mat4, TriMesh, same};
use llsd::{Map, Text};

/// A matrix for row vectors, as sixteen numbers in row-major order: elements 12 to 14 are the translation.
pub type Matrix = [f64; 16];

/// The joints that move a mesh. Format document, section 7.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skin {
    /// The names of the joints. Influences refer to their indices in this list.
    pub joint_names: Option<Vec<Text>>,
    /// The matrix of each joint from the mesh at rest to the joint.
    pub inverse_bind_matrix: Option<Vec<Matrix>>,
    /// The matrix from the unit cube to the mesh at rest.
    pub bind_shape_matrix: Option<Matrix>,
    /// The position of each joint relative to its parent, as a matrix of which only elements 12 to 14 are used.
    pub alt_inverse_bind_matrix: Option<Vec<Matrix>>,
    /// The distance by which the hip is raised, in metres.
    pub pelvis_offset: Option<f64>,
    /// Set if joints that are repositioned keep their scale.
    pub lock_scale_if_joint_position: Option<bool>,
    /// Other keys.
    pub other: Map,
    /// The order of the keys; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
}

impl Skin {
    /// The number of joints.
    #[must_use]
    pub fn n_joints(&self) -> usize {
        self.joint_names.as_ref().map_or(0, Vec::len)
    }

    /// The matrix from the unit cube to the mesh at rest; the identity if none is stored.
    #[must_use]
    pub fn bind_shape(&self) -> Mat4 {
        self.bind_shape_matrix.as_ref().map_or(Mat4::default(), to_mat4)
    }

    /// The matrix from the mesh at rest to a joint, for column vectors, as in `geom`; `None` if the joint has no
    /// matrix.
    #[must_use]
    pub fn inverse_bind(&self, joint: usize) -> Option<Mat4> {
        self.inverse_bind_matrix.as_ref()?.get(joint).map(to_mat4)
    }

    /// The matrix from a joint to the mesh at rest, which includes the position of the joint at rest; `None` if the
    /// joint has no matrix, or one that cannot be inverted.
    #[must_use]
    pub fn bind(&self, joint: usize) -> Option<Mat4> {
        self.inverse_bind(joint)?.inverse()
    }

    /// Poses a mesh in the unit cube. `joints` has a matrix from each joint of the skin to the world; other joints,
    /// and joints without an inverse bind matrix, stay at rest.
    ///
    /// The position of a vertex is the weighted sum over its joints, as in the viewer. Only the bind shape is applied
    /// to vertices without weights.
    ///
    /// ```rust,standalone_crate
    /// use slmesh::{Level, Skin, geom::{Mat3, Mat4, Vec3}};
    ///
    /// let asset = slmesh::read(include_bytes!("../../fixtures/slmesh/valid/sound.llmesh"))?;
    /// let (mesh, _) = asset.to_trimesh(Level::High).unwrap();
    /// let skin = asset.skin.as_ref().and_then(|block| block.value()).unwrap();
    /// let up = Mat4::from_parts(Mat3::from_scale(Vec3::ONE), Vec3::new(0.0, 0.0, 2.0));
    /// let joints: Vec<Mat4> = (0..skin.n_joints()).map(|joint| up * skin.bind(joint).unwrap()).collect();
    /// let (rest, posed) = (skin.posed(&mesh, &[]), skin.posed(&mesh, &joints));
    /// assert_eq!(posed.positions[0] - rest.positions[0], Vec3::new(0.0, 0.0, 2.0));
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    #[must_use]
    pub fn posed(&self, mesh: &TriMesh, joints: &[Mat4]) -> TriMesh {
        let shape = self.bind_shape();
        // The matrices from the mesh at rest to the world.
        let moves: Vec<Mat4> = (0..self.n_joints())
            .map(|joint| match (joints.get(joint), self.inverse_bind(joint)) {
                (Some(to_world), Some(inverse_bind)) => *to_world * inverse_bind,
                _ => Mat4::default(),
            })
            .collect();
        let mut posed = mesh.clone();
        for number in 0..mesh.positions.len() {
            let influences = mesh.joints.get(number).zip(mesh.weights.get(number));
            let moved = influences.map_or(Mat4::default(), |(joints, weights)| {
                blended(&moves, joints.iter().copied().zip(weights.to_array()))
            });
            let matrix = moved * shape;
            if let Some(position) = posed.positions.get_mut(number) {
                *position = matrix.transform_point(*position);
            }
            if let Some(normal) = posed.normals.get_mut(number) {
                *normal = turned(normal_matrix(matrix), *normal);
            }
        }
        posed
    }
}

/// The weighted sum of the matrices. A missing joint counts as the last one, as in the viewer.
fn blended(moves: &[Mat4], influences: impl Iterator<Item = (u16, f32)>) -> Mat4 {
    let mut sum = [0.0; 16];
    for (joint, weight) in influences.filter(|(_, weight)| *weight != 0.0) {
        let Some(matrix) = moves.get(usize::from(joint)).or(moves.last()) else { return Mat4::default() };
        for (sum, number) in sum.iter_mut().zip(matrix.to_rows_array()) {
            *sum += number * weight;
        }
    }
    Mat4::from_rows_array(sum)
}

/// Converts a [`Matrix`], which multiplies row vectors, to one that multiplies column vectors.
#[expect(clippy::cast_possible_truncation, reason = "the viewer has single precision")]
pub(crate) fn to_mat4(matrix: &Matrix) -> Mat4 {
    // The rows of a matrix for row vectors are the columns of the one for column vectors.
    Mat4::from_cols_array(matrix.map(|number| number as f32))
}

same! {
    Skin {
        joint_names, inverse_bind_matrix, bind_shape_matrix, alt_inverse_bind_matrix, pelvis_offset,
        lock_scale_if_joint_position, other, order,
    }
}
