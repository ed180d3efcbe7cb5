//! The uses of vertices.

use crate::model::{Chunk, Model, OrientationIndex, SkinIndex, Vertex, VertexIndex, Vertices};
use crate::visit::{Visitor, visit_chunk};

/// The uses of a vertex; see [`Model::vertex_uses`]. A vertex may have several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be true together")]
pub struct VertexUse {
    /// Set if the vertex is a corner of a polygon.
    pub is_corner: bool,
    /// Set if it is a point of a shape or a label.
    pub is_point: bool,
    /// Set if it is a normal, or another vector.
    pub is_normal: bool,
    /// Set if it is the position of a bone, at rest or in an action.
    pub is_bone: bool,
    /// Set if it is the orientation of a bone or of a part of a shape.
    pub is_orientation: bool,
}

impl VertexUse {
    /// Returns true for a position in the space of the model, as opposed to a direction or a position in the space of
    /// a bone.
    #[must_use]
    pub const fn is_position(self) -> bool {
        self.is_corner || self.is_point
    }

    /// Returns true if nothing refers to the vertex.
    #[must_use]
    pub fn is_unused(self) -> bool {
        self == Self::default()
    }
}

impl Model {
    /// The uses of each vertex, in the order of the [vertices](Self::vertices): points, normals, bone
    /// positions and orientations share one list.
    ///
    /// ```rust,standalone_crate
    /// let model = m3d::read(include_bytes!("../fixtures/m3d/valid/rigged.m3d"))?;
    /// let uses = model.vertex_uses();
    /// assert_eq!(uses.iter().filter(|usage| usage.is_corner).count(), 3);
    /// assert_eq!(uses.iter().filter(|usage| usage.is_orientation).count(), 1);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    #[must_use]
    pub fn vertex_uses(&self) -> Vec<VertexUse> {
        let mut uses = UseMarker(vec![VertexUse::default(); self.vertices().map_or(0, Vertices::len)]);
        for chunk in &self.chunks {
            match chunk {
                Chunk::Mesh(mesh) => {
                    let corners = mesh.vertices.iter().chain(&mesh.max_vertices);
                    corners.for_each(|corner| uses.mark(corner.get(), |usage| usage.is_corner = true));
                    mesh.normals
                        .iter()
                        .for_each(|normal| uses.mark(normal.get(), |usage| usage.is_normal = true));
                }
                Chunk::Skeleton(skeleton) => {
                    for bone in &skeleton.bones {
                        uses.bone(bone.position, bone.orientation);
                    }
                }
                Chunk::Action(action) => {
                    for transform in action.frames.iter().flat_map(|frame| &frame.transforms) {
                        uses.bone(transform.position, transform.orientation);
                    }
                }
                Chunk::Labels(_) | Chunk::Shape(_) => visit_chunk(&mut chunk.clone(), &mut uses),
                _ => {}
            }
        }
        uses.0
    }

    /// The vertices that are positions in the model: corners of polygons, and points of shapes and labels. If there
    /// are none, the unused vertices, except orientations.
    ///
    /// ```rust,standalone_crate
    /// let model = m3d::read(include_bytes!("../fixtures/m3d/valid/rigged.m3d"))?;
    /// assert_eq!((model.vertices().unwrap().len(), model.points().len()), (5, 3));
    /// # Ok::<(), m3d::Error>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> Vec<Vertex> {
        let uses = self.vertex_uses();
        let has_positions = uses.iter().any(|usage| usage.is_position());
        let is_point = |(vertex, usage): &(Vertex, &VertexUse)| match has_positions {
            true => usage.is_position(),
            false => usage.is_unused() && vertex.skin != SkinIndex::ORIENTATION,
        };
        let vertices = self.vertices().into_iter().flat_map(Vertices::iter);
        vertices.zip(&uses).filter(is_point).map(|(vertex, _)| vertex).collect()
    }
}

struct UseMarker(Vec<VertexUse>);

impl UseMarker {
    fn mark(&mut self, index: Option<usize>, mark: fn(&mut VertexUse)) {
        if let Some(usage) = index.and_then(|index| self.0.get_mut(index)) {
            mark(usage);
        }
    }

    fn bone(&mut self, position: VertexIndex, orientation: OrientationIndex) {
        self.mark(position.get(), |usage| usage.is_bone = true);
        self.mark(orientation.get(), |usage| usage.is_orientation = true);
    }
}

impl Visitor for UseMarker {
    fn vertex(&mut self, vertex: &mut VertexIndex) {
        self.mark(vertex.get(), |usage| usage.is_point = true);
    }

    fn normal(&mut self, vertex: &mut VertexIndex) {
        self.mark(vertex.get(), |usage| usage.is_normal = true);
    }

    fn orientation(&mut self, orientation: &mut OrientationIndex) {
        self.mark(orientation.get(), |usage| usage.is_orientation = true);
    }
}
