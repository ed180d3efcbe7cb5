//! Values derived from a mesh.

use crate::draco::draco_header;
use crate::model::{
    Bone, BoneIndex, Chunk, ChunkPart, DracoHeader, Facs, FacsBlock, Mesh, VDirection, Vertex,
};
use geom::{Aabb, Mat4, Vec2};
use std::borrow::Cow;
use std::ops::{Index, IndexMut, Range};

/// The transformation from the axes of a mesh to those of glTF. It is the identity: both are right-handed, with Y up.
///
/// Units stay studs. As in glTF, the V texture coordinate that [`Mesh::uv`] returns points down.
///
/// ```
/// use rbxmesh::geom::Vec3;
///
/// assert_eq!(rbxmesh::TO_GLTF.transform_point(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(1.0, 2.0, 3.0));
/// ```
pub const TO_GLTF: Mat4 = Mat4::IDENTITY;

impl Mesh {
    /// The range of faces of each level of detail, the finest first. There is always at least one level.
    ///
    /// A table without usable levels, such as two offsets of 0, gives one level with all faces. Every level lies
    /// within [`faces`](Self::faces); if the geometry is not decoded, there is a single empty level.
    ///
    /// ```
    /// use rbxmesh::Mesh;
    ///
    /// let mesh = Mesh { faces: vec![[0; 3]; 3045], lod_offsets: vec![0, 1820, 2672, 3045], ..Mesh::default() };
    /// assert_eq!(mesh.lods(), [0..1820, 1820..2672, 2672..3045]);
    /// ```
    #[must_use]
    pub fn lods(&self) -> Vec<Range<usize>> {
        levels(&self.lod_offsets, Some(self.faces.len()))
    }

    /// The faces of a level; empty if there is no such level.
    #[must_use]
    pub fn lod_faces(&self, level: usize) -> &[[u32; 3]] {
        let range = self.lods().into_iter().nth(level).unwrap_or_default();
        self.faces.get(range).unwrap_or_default()
    }

    /// The texture coordinate of a vertex, with V pointing down regardless of the version.
    #[must_use]
    pub fn uv(&self, vertex: &Vertex) -> Vec2 {
        let Vec2 { x, y } = vertex.uv;
        let y = match self.v_direction {
            VDirection::Down => y,
            // V points upwards in 1.x. Format document, section 10.1.
            VDirection::Up => 1.0 - y,
        };
        Vec2 { x, y }
    }

    /// The box around all vertices whose position is finite; `None` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        Aabb::from_points(self.vertices.iter().map(|vertex| vertex.position))
    }

    /// The name of a bone of this mesh.
    #[must_use]
    pub fn bone_name(&self, bone: &Bone) -> Option<Cow<'_, str>> {
        self.bone_names.get(bone.name_offset)
    }

    /// The facial animation, if there is any and it is decoded.
    #[must_use]
    pub fn facs(&self) -> Option<&Facs> {
        match &self.facs {
            FacsBlock::Decoded(facs) => Some(facs),
            _ => None,
        }
    }

    /// The header of the Draco stream, if there is a stream with a valid one.
    #[must_use]
    pub fn draco_header(&self) -> Option<DracoHeader> {
        draco_header(self.draco.as_ref()?)
    }

    /// The number of vertices. For a Draco stream that is not decoded, it is the one in the header, if any.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.counts().map_or(self.vertices.len(), |(n_vertices, _)| n_vertices)
    }

    /// The number of faces. For a Draco stream that is not decoded, it is the one in the header, if any.
    #[must_use]
    pub fn n_faces(&self) -> usize {
        self.counts().map_or(self.faces.len(), |(_, n_faces)| n_faces)
    }

    /// The numbers of vertices and faces; `None` if they are unknown, because a Draco stream does not state them or
    /// `COREMESH` is kept as bytes. In that case references to vertices and faces cannot be checked.
    pub(crate) fn counts(&self) -> Option<(usize, usize)> {
        if self.draco.is_some() && self.vertices.is_empty() && self.faces.is_empty() {
            let header = self.draco_header()?;
            return Some((header.n_points? as usize, header.n_faces? as usize));
        }
        let is_core = |chunk: &Chunk| matches!(chunk, Chunk::Part { part: ChunkPart::CoreMesh, .. });
        let has_core = self.chunks.is_empty() || self.chunks.iter().any(is_core);
        has_core.then_some((self.vertices.len(), self.faces.len()))
    }

    /// Returns true if the mesh has a Draco stream that may contain geometry, but none was decoded.
    pub(crate) fn has_undecoded_stream(&self) -> bool {
        let is_decoded = !self.vertices.is_empty() || !self.faces.is_empty();
        self.draco.is_some() && !is_decoded && self.counts() != Some((0, 0))
    }

    /// Returns true if all geometry of the file was decoded to vertices and faces.
    pub(crate) fn is_decoded(&self) -> bool {
        self.counts().is_some() && !self.has_undecoded_stream()
    }

    /// Returns true if the mesh has bones, names of bones, or subsets.
    pub(crate) fn has_skeleton(&self) -> bool {
        !self.bones.is_empty() || !self.bone_names.0.is_empty() || !self.subsets.is_empty()
    }
}

/// The bone with an index, such as one of [`bone_influences`](Mesh::bone_influences), which returns only bones that
/// exist.
///
/// Stored parents and palettes may refer to bones that do not exist; look these up with [`BoneIndex::get`].
///
/// # Panics
///
/// If there is no such bone.
///
/// ```rust,standalone_crate
/// let mesh = rbxmesh::read(include_bytes!("../fixtures/rbxmesh/valid/v400.mesh"))?;
/// let moving = mesh.bone_influences(0).next().unwrap();
/// assert_eq!(mesh.bone_name(&mesh[moving.bone]).as_deref(), Some("Jaw"));
/// # Ok::<(), rbxmesh::Error>(())
/// ```
impl Index<BoneIndex> for Mesh {
    type Output = Bone;

    fn index(&self, BoneIndex(bone): BoneIndex) -> &Bone {
        #[expect(clippy::indexing_slicing, reason = "as documented")]
        &self.bones[usize::from(bone)]
    }
}

impl IndexMut<BoneIndex> for Mesh {
    fn index_mut(&mut self, BoneIndex(bone): BoneIndex) -> &mut Bone {
        #[expect(clippy::indexing_slicing, reason = "as documented")]
        &mut self.bones[usize::from(bone)]
    }
}

/// The faces of each level, from the table of offsets. If the number of faces is unknown, the table is not checked.
/// Format document, section 4.8.
pub(crate) fn levels(offsets: &[u32], n_faces: Option<usize>) -> Vec<Range<usize>> {
    let n_faces = n_faces.unwrap_or_else(|| offsets.iter().max().map_or(0, |end| *end as usize));
    let whole = || std::iter::once(0..n_faces).collect();
    // Some converters pad the table with zeros: it ends where it stops ascending.
    let n_ascending = offsets.windows(2).take_while(|pair| pair.is_sorted()).count().saturating_add(1);
    let offsets = match offsets {
        [] | [_] | [_, _] | [_, 0, ..] => return whole(),
        offsets => offsets.get(..n_ascending).unwrap_or(offsets),
    };
    let levels: Vec<_> = offsets
        .windows(2)
        .filter_map(|pair| match pair {
            [start, end] => Some(*start as usize..*end as usize),
            _ => None,
        })
        .collect();
    match levels.last() {
        Some(last) if last.end <= n_faces => levels,
        _ => whole(),
    }
}
