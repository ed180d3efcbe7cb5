//! Geometry as triangle meshes.

use super::{Face, Level, Lod, MeshAsset};
use geom::{Group, Mat4, TriMesh, Vec2, Vec3, Vec4};

/// Converts positions and normals from the axes of Second Life (Z up) to those of glTF (Y up): (x, y, z) to (x, z,
/// -y).
///
/// ```
/// use slmesh::{TO_GLTF, geom::Vec4};
///
/// let rows = TO_GLTF.rows;
/// let up = Vec4::from_array([0.0, 0.0, 1.0, 1.0]);
/// assert_eq!(rows.map(|row| row.dot(up)), [0.0, 1.0, 0.0, 1.0]);
/// ```
pub const TO_GLTF: Mat4 = {
    const fn row(x: f32, y: f32, z: f32, w: f32) -> Vec4 {
        Vec4 { x, y, z, w }
    }
    Mat4 {
        rows: [
            row(1.0, 0.0, 0.0, 0.0),
            row(0.0, 0.0, 1.0, 0.0),
            row(0.0, -1.0, 0.0, 0.0),
            row(0.0, 0.0, 0.0, 1.0),
        ],
    }
};

impl MeshAsset {
    /// Converts a level of detail to floats; `None` if the level is missing. Also returns the number of triangles that
    /// were left out because they refer to missing vertices.
    ///
    /// Each face is a group, with its material if the asset has names of materials. The mesh has normals, texture
    /// coordinates and weights if every face with geometry has one for each vertex. Positions are in the unit cube:
    /// the scale of the object restores the size. For other spaces, see [`to_trimesh_in`](Self::to_trimesh_in). V of
    /// texture coordinates is flipped: it points down in every `TriMesh`, and up in the file.
    ///
    /// ```rust,standalone_crate
    /// let asset = slmesh::read(include_bytes!("../../fixtures/slmesh/valid/sound.llmesh"))?;
    /// let (mesh, n_left_out) = asset.to_trimesh(slmesh::Level::High).unwrap();
    /// assert_eq!((mesh.positions.len(), mesh.indices.len(), n_left_out), (4, 4, 0));
    /// assert_eq!(mesh.check(), []);
    /// assert_eq!(mesh.weights[0].x, 1.0);
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    #[must_use]
    pub fn to_trimesh(&self, level: Level) -> Option<(TriMesh, usize)> {
        Some(self.mesh_of(self.level(level)?))
    }

    /// Converts a level of detail like [`to_trimesh`](Self::to_trimesh), but into another space.
    #[must_use]
    pub fn to_trimesh_in(&self, level: Level, space: Space) -> Option<(TriMesh, usize)> {
        let lod = self.level(level)?;
        let (mut mesh, n_left_out) = self.mesh_of(lod);
        self.move_to(space, lod, &mut mesh);
        Some((mesh, n_left_out))
    }

    fn move_to(&self, space: Space, lod: &Lod, mesh: &mut TriMesh) {
        match space {
            Space::UnitCube => {}
            Space::Model => {
                // All faces have the same value.
                let scale = lod.faces.iter().find_map(|face| face.normalized_scale).unwrap_or([1.0; 3]);
                #[expect(clippy::cast_possible_truncation, reason = "meshes have single precision")]
                let scale = Vec3::from_array(scale.map(|value| value as f32));
                transform(mesh, Mat4::from_parts(geom::Mat3::from_scale(scale), Vec3::ZERO));
            }
            Space::Bind => {
                let skin = self.skin.as_ref().and_then(|block| block.value());
                transform(mesh, skin.map_or(Mat4::default(), |skin| skin.bind_shape()));
            }
        }
    }

    fn mesh_of(&self, lod: &Lod) -> (TriMesh, usize) {
        let mut mesh = TriMesh::default();
        let mut n_left_out: usize = 0;
        for (number, face) in lod.faces.iter().enumerate() {
            let material = self.material_list.as_ref().and_then(|list| list.get(number));
            let start = mesh.indices.len();
            n_left_out = n_left_out.saturating_add(append(&mut mesh, face));
            mesh.groups.push(Group {
                name: format!("face {number}"),
                material: material.map(ToString::to_string),
                triangles: start..mesh.indices.len(),
            });
        }
        let n_vertices = mesh.positions.len();
        if mesh.normals.len() != n_vertices {
            mesh.normals.clear();
        }
        if mesh.uvs.len() != n_vertices {
            mesh.uvs.clear();
        }
        if mesh.joints.len() != n_vertices {
            mesh.joints.clear();
            mesh.weights.clear();
        }
        (mesh, n_left_out)
    }
}

/// The space of the positions and normals of a converted mesh.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Space {
    /// The unit cube, as stored. The scale of an object enlarges it to its size.
    #[default]
    UnitCube,
    /// The space with the size of the model before it was fitted into the unit cube: `NormalizedScale` is undone. The
    /// original position is not stored. Without `NormalizedScale`, this is the unit cube.
    Model,
    /// The space of the mesh at rest, to which the inverse bind matrices apply: the bind shape matrix is applied.
    /// Without a skin, this is the unit cube.
    Bind,
}

/// Transforms positions, and transforms normals so that they stay perpendicular to the surface.
pub(super) fn transform(mesh: &mut TriMesh, matrix: Mat4) {
    mesh.positions.iter_mut().for_each(|position| *position = matrix.transform_point(*position));
    let upright = normal_matrix(matrix);
    mesh.normals.iter_mut().for_each(|normal| *normal = turned(upright, *normal));
}

/// The matrix for normals that corresponds to `matrix` for positions; `matrix` itself if it cannot be inverted.
pub(super) fn normal_matrix(matrix: Mat4) -> geom::Mat3 {
    let linear = matrix.linear();
    linear.inverse().map_or(linear, geom::Mat3::transposed)
}

/// The transformed normal with length 1; unchanged if it has no direction.
pub(super) fn turned(matrix: geom::Mat3, normal: Vec3) -> Vec3 {
    (matrix * normal).normalised().unwrap_or(normal)
}

/// Appends a face to the mesh; returns the number of triangles that are left out.
fn append(mesh: &mut TriMesh, face: &Face) -> usize {
    // Like the viewer, this ignores the geometry of such a face.
    if face.no_geometry.is_some() {
        return 0;
    }
    let first = u32::try_from(mesh.positions.len()).unwrap_or(u32::MAX);
    let n_vertices = face.n_vertices();
    mesh.positions.extend(face.positions());
    if face.normal.as_ref().is_some_and(|all| all.len() == n_vertices) {
        mesh.normals.extend(face.normals());
    }
    if face.tex_coord0.as_ref().is_some_and(|all| all.len() == n_vertices) {
        mesh.uvs.extend(face.tex_coords().map(|uv| Vec2::new(uv.x, 1.0 - uv.y)));
    }
    for influences in face.weights.iter().filter(|all| all.len() == n_vertices).flatten() {
        let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
        let places = joints.iter_mut().zip(&mut weights);
        for ((joint, weight), (of, share)) in places.zip(influences.as_in_viewer()) {
            (*joint, *weight) = (u16::from(of), share);
        }
        mesh.joints.push(joints);
        mesh.weights.push(Vec4::from_array(weights));
    }
    let before = mesh.indices.len();
    mesh.indices
        .extend(face.triangles().map(|corners| corners.map(|index| first.saturating_add(index.into()))));
    face.n_triangles().saturating_sub(mesh.indices.len().saturating_sub(before))
}
