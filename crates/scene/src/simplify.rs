//! Fewer triangles for the same shape: edges are collapsed, those first that change it least.
//!
//! A vertex is moved onto a neighbour and becomes it, so all vertices of the result are vertices of the original, with
//! their normals, texture coordinates, colours and weights. What a collapse costs is measured by quadrics: squared
//! distances from the planes of all triangles that were around a place, and from what normals, texture coordinates and
//! colours would be there. Vertices at one place, which differ at seams and sharp edges, each have quadrics of their own for
//! these, and the collapse of a place costs what it costs all of them: a seam is crossed where that changes little, and
//! stays where it would be seen. All arithmetic is that of IEEE 754, in one order, so that every machine gives the same.

mod attributes;
mod collapse;
mod order;
mod parts;
mod places;
mod quadric;
mod queue;
mod rings;

pub use order::order_for_cache;

use attributes::Attributes;
use collapse::Collapse;
use geom::{Group, TriMesh};
use places::Places;

/// When [`simplify`] stops, and what it keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct SimplifyOptions {
    /// The number of triangles to reach.
    pub n_triangles: usize,
    /// The error at which to stop, as a share of the longest side of the box around the mesh.
    pub max_error: f32,
    /// Whether whole small parts may be left out where that changes less than anything else would.
    pub drops_parts: bool,
    /// How much a difference of 1 in a normal counts: with 0.1, as much as if the surface there were off by a tenth of its
    /// width.
    pub normals: f32,
    /// As `normals`, for texture coordinates.
    pub uvs: f32,
    /// As `normals`, for colours, where white is 1.
    pub colours: f32,
    /// As `normals`, for weights of joints, and five times as much for how far apart the joints are.
    pub weights: f32,
}

impl Default for SimplifyOptions {
    fn default() -> Self {
        Self {
            n_triangles: 0,
            max_error: f32::INFINITY,
            drops_parts: false,
            normals: 0.12,
            uvs: 0.14,
            colours: 0.5,
            weights: 0.12,
        }
    }
}

impl SimplifyOptions {
    /// To a number of triangles.
    pub fn to(n_triangles: usize) -> Self {
        Self { n_triangles, ..Self::default() }
    }

    /// The error at which to stop, as a share of the longest side of the box around the mesh.
    pub fn max_error(self, error: f32) -> Self {
        Self { max_error: error, ..self }
    }

    /// Whether whole small parts may be left out where that changes less than anything else would. By default they stay.
    pub fn drops_parts(self, is_allowed: bool) -> Self {
        Self { drops_parts: is_allowed, ..self }
    }

    /// Counts positions alone.
    pub fn positions_only(mut self) -> Self {
        (self.normals, self.uvs, self.colours, self.weights) = (0.0, 0.0, 0.0, 0.0);
        self
    }
}

/// Why [`simplify`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The number of triangles was reached.
    Reached,
    /// Every further collapse would exceed the error.
    Error,
    /// No edge can be collapsed any more: any collapse would turn triangles over, or leave two where there was one.
    Stuck,
    /// The mesh is so entangled that it takes more work than a mesh of its size should.
    Work,
}

/// What [`simplify`] gives.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Simplified {
    /// The mesh, with the same groups. Its vertices are in the order in which triangles use them, those in an order that
    /// suits the cache of graphics cards.
    pub shape: TriMesh,
    /// The vertex of the original that each vertex was.
    pub vertices: Vec<u32>,
    /// The largest error of a collapse, in the unit of the mesh: a root of a mean of squared distances.
    pub error: f32,
    /// Why it ended.
    pub stop: Stop,
    /// The number of triangles of the original that name no vertex, have no finite position, or two equal corners.
    pub n_left_out: usize,
    /// The number of parts that were left out.
    pub n_parts_dropped: usize,
}

/// Simplifies a mesh.
///
/// A vertex at the end of an open surface moves along it. Seams of texture coordinates, sharp edges and borders between
/// groups count by what would change. What happens to entangled and broken meshes: triangles without a place are left out;
/// vertices with very many triangles stay; and the work is limited, to some thousand steps for each triangle.
///
/// ```
/// use geom::{TriMesh, Vec3};
/// use scene::simplify::{SimplifyOptions, Stop, simplify};
///
/// // A flat field of 20 x 20 squares needs two triangles.
/// let at = |index: u32| Vec3::new((index % 21) as f32, 0.0, (index / 21) as f32);
/// let square = |index: u32| [[index, index + 21, index + 1], [index + 1, index + 21, index + 22]];
/// let field = TriMesh {
///     positions: (0..21 * 21).map(at).collect(),
///     indices: (0..20 * 21).filter(|index| index % 21 < 20).flat_map(square).collect(),
///     ..TriMesh::default()
/// };
/// let coarse = simplify(&field, &SimplifyOptions::to(2));
/// assert_eq!((coarse.shape.indices.len(), coarse.error, coarse.stop), (2, 0.0, Stop::Reached));
/// ```
#[must_use]
pub fn simplify(shape: &TriMesh, options: &SimplifyOptions) -> Simplified {
    let mut simplifier = Simplifier::new(shape, options);
    simplifier.reach(options.n_triangles)
}

/// Makes several meshes of one, each with fewer triangles than the one before, in about the time that the last one takes by
/// itself.
#[derive(Debug)]
pub struct Simplifier<'m> {
    shape: &'m TriMesh,
    collapse: Collapse<'m>,
}

impl<'m> Simplifier<'m> {
    /// Of a mesh, with these options but for the number of triangles.
    #[must_use]
    pub fn new(shape: &'m TriMesh, options: &SimplifyOptions) -> Self {
        let places = Places::of(shape);
        let attributes = Attributes::of(shape, &places, options);
        Self { shape, collapse: Collapse::new(places, attributes, options) }
    }

    /// What [`simplify`] gives for so many triangles, if that is no more than before.
    pub fn reach(&mut self, n_triangles: usize) -> Simplified {
        let Self { shape, collapse } = self;
        let stop = collapse.run(n_triangles);
        let (shape, vertices) = assembled(shape, collapse.left());
        Simplified {
            shape,
            vertices,
            error: collapse.error(),
            stop,
            n_left_out: collapse.places.n_left_out,
            n_parts_dropped: collapse.n_parts_dropped(),
        }
    }
}

/// The triangles that are left, by group, with the vertices that they use.
fn assembled(original: &TriMesh, left: impl Iterator<Item = ([u32; 3], u32)>) -> (TriMesh, Vec<u32>) {
    // Triangles in no group are in the last list.
    let mut by_group: Vec<Vec<[u32; 3]>> = vec![Vec::new(); original.groups.len().saturating_add(1)];
    for (triangle, group) in left {
        if let Some(of_group) = by_group.get_mut(group as usize) {
            of_group.push(triangle);
        }
    }
    let mut shape = TriMesh::default();
    for (number, triangles) in by_group.into_iter().enumerate() {
        let start = shape.indices.len();
        shape.indices.extend(order_for_cache(&triangles));
        if let Some(group) = original.groups.get(number) {
            let triangles = start..shape.indices.len();
            shape.groups.push(Group { triangles, ..group.clone() });
        }
    }
    let vertices = order::renumber(&mut shape.indices, original.positions.len());
    (
        TriMesh {
            indices: shape.indices,
            groups: shape.groups,
            ..super::subset::vertices(original, &vertices)
        },
        vertices,
    )
}
