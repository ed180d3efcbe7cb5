//! Fewer triangles for the same shape: edges are collapsed, those first that change it least.
//!
//! A vertex is moved onto a neighbour and becomes it, so all vertices of the result are vertices of the original, with
//! their normals, texture coordinates, colours and weights. What a collapse costs is measured by quadrics: squared
//! distances from the planes of all triangles that were around a vertex, and from what normals, texture coordinates and
//! colours would be there. All arithmetic is that of IEEE 754, in one order, so that every machine gives the same.

mod attributes;
mod collapse;
mod fans;
mod order;
mod parts;
mod places;
mod quadric;

pub use order::order_for_cache;

use attributes::Attributes;
use collapse::Collapse;
use geom::{Group, TriMesh};
use places::Places;

/// When [`simplify`] stops, and what it keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SimplifyOptions {
    /// The number of triangles to reach.
    pub n_triangles: usize,
    /// The error at which to stop, as a share of the longest side of the box around the mesh.
    pub max_error: f32,
    /// Whether texture coordinates may be torn at seams if there is no other way to reach the number of triangles.
    pub tears_seams: bool,
    /// Whether whole small parts may be left out if there is no other way to reach the number of triangles.
    pub drops_parts: bool,
    /// How much a difference of 1 in a normal counts beside the longest side of the box around the mesh.
    pub normals: f32,
    /// As `normals`, for texture coordinates.
    pub uvs: f32,
    /// As `normals`, for colours, where white is 1.
    pub colours: f32,
    /// As `normals`, for weights of joints.
    pub weights: f32,
}

impl Default for SimplifyOptions {
    fn default() -> Self {
        Self {
            n_triangles: 0,
            max_error: f32::INFINITY,
            tears_seams: false,
            drops_parts: false,
            normals: 0.005,
            uvs: 0.005,
            colours: 0.02,
            weights: 0.03,
        }
    }
}

impl SimplifyOptions {
    /// To a number of triangles.
    #[must_use]
    pub fn to(n_triangles: usize) -> Self {
        Self { n_triangles, ..Self::default() }
    }

    /// The error at which to stop, as a share of the longest side of the box around the mesh.
    #[must_use]
    pub fn max_error(mut self, error: f32) -> Self {
        self.max_error = error;
        self
    }

    /// Whether texture coordinates may be torn at seams, and whole small parts left out, if there is no other way to
    /// reach the number of triangles. By default neither is done.
    #[must_use]
    pub fn whatever_it_takes(mut self, is_allowed: bool) -> Self {
        (self.tears_seams, self.drops_parts) = (is_allowed, is_allowed);
        self
    }

    /// Counts positions alone.
    #[must_use]
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
    /// No edge can be collapsed any more: the vertices that are left are at corners of borders, seams and groups, or
    /// where more than two triangles meet at an edge, or any collapse would turn triangles over.
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
    /// Whether texture coordinates were torn at seams.
    pub tears_seams: bool,
    /// The number of parts that were left out.
    pub n_parts_dropped: usize,
}

/// Simplifies a mesh.
///
/// Borders, seams of texture coordinates and borders between groups stay where they are: a vertex on one moves along it,
/// and one where several meet stays. What happens to entangled and broken meshes: triangles without a place are left
/// out; vertices of edges with more than two triangles stay; and the work is limited, to some thousand steps for each
/// triangle.
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
    let places = Places::of(shape);
    let attributes = Attributes::of(shape, &places, options);
    let mut collapse = Collapse::new(places, attributes, options);
    let mut stop = collapse.run(false);
    let mut tears_seams = false;
    if stop == Stop::Stuck && options.tears_seams {
        stop = collapse.run(true);
        tears_seams = collapse.has_torn;
    }
    let mut n_parts_dropped = 0;
    if stop == Stop::Stuck && options.drops_parts {
        n_parts_dropped = collapse.drop_parts();
        if collapse.is_reached() {
            stop = Stop::Reached;
        }
    }
    let (shape, vertices) = assembled(shape, &collapse.places);
    Simplified {
        shape,
        vertices,
        error: collapse.error(),
        stop,
        n_left_out: collapse.places.n_left_out,
        tears_seams,
        n_parts_dropped,
    }
}

/// The triangles that are left, by group, with the vertices that they use.
fn assembled(original: &TriMesh, places: &Places) -> (TriMesh, Vec<u32>) {
    let mut by_group: Vec<Vec<[u32; 3]>> = vec![Vec::new(); original.groups.len().saturating_add(1)];
    for (triangle, group) in places.triangles.iter().zip(&places.groups) {
        if let Some(of_group) = by_group.get_mut(*group as usize) {
            of_group.push(*triangle);
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
