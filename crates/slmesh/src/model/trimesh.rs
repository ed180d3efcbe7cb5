//! Geometry as other formats have it.

use super::{Face, Level, MeshAsset};
use geom::{Group, Mat4, TriMesh, Vec4};

/// Turns positions and normals from the axes of Second Life (Z up) to those of glTF (Y up): (x, y, z) to (x, z, -y).
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
    /// A level of detail with floats for its stored numbers, and how many triangles were left out since an
    /// index of theirs names no vertex. `None` if the level is not there.
    ///
    /// Each face is a group, with its material if the asset has names of materials. Normals, coordinates and
    /// weights are there if every face with geometry has one for each vertex. Positions are those of the unit
    /// cube: the object's scale restores the size.
    ///
    /// ```
    /// let asset = slmesh::read(include_bytes!("../../../../fixtures/slmesh/valid/sound.llmesh"))?;
    /// let (mesh, n_left_out) = asset.to_trimesh(slmesh::Level::High).unwrap();
    /// assert_eq!((mesh.positions.len(), mesh.indices.len(), n_left_out), (4, 4, 0));
    /// assert_eq!(mesh.check(), []);
    /// assert_eq!(mesh.weights[0].x, 1.0);
    /// # Ok::<(), slmesh::Error>(())
    /// ```
    #[must_use]
    pub fn to_trimesh(&self, level: Level) -> Option<(TriMesh, usize)> {
        let lod = self.level(level)?;
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
        Some((mesh, n_left_out))
    }
}

/// Puts a face behind the others; gives how many triangles it leaves out.
fn append(mesh: &mut TriMesh, face: &Face) -> usize {
    // The viewer looks no further, whatever else there is.
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
        mesh.uvs.extend(face.tex_coords());
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
