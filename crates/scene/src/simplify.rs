//! Mesh simplification by edge collapses, the cheapest first.
//!
//! A vertex is moved onto a neighbour and merged with it, so all vertices of the result are vertices of the original,
//! with their normals, texture coordinates, colours and weights. The cost of a collapse is measured by quadrics:
//! squared distances from the planes of all triangles that were around a position, and from the normals, texture
//! coordinates and colours expected there. Vertices at the same position, which differ at seams and sharp edges, have
//! separate quadrics for these attributes, and the cost of a collapse is the sum for all of them: a seam is crossed
//! where that changes little, and stays where it would be visible. All arithmetic is that of IEEE 754 in a fixed order,
//! so every machine computes the same result.

mod attributes;
mod collapse;
mod nearest;
mod order;
mod parts;
mod places;
mod quadric;
mod queue;
mod record;
mod rings;

pub use order::order_for_cache;

use attributes::Attributes;
pub(crate) use record::Step;

use collapse::Collapse;
use geom::{Group, TriMesh};
use places::Places;
use record::Record;

/// Options for [`simplify`]: when to stop, and what to preserve.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct SimplifyOptions {
    /// The number of triangles to reach.
    pub n_triangles: usize,
    /// The error at which to stop, as a fraction of the extent. If it is finite, each part also keeps most of its area:
    /// thin parts stop earlier, before they are flattened.
    pub max_error: f32,
    /// The length of which errors are fractions, for a mesh that is part of a larger model. By default, and if that is
    /// larger, it is the longest side of the mesh's bounding box.
    pub extent: f32,
    /// Removes whole small parts where that changes less than any other simplification.
    pub drops_parts: bool,
    /// Removes the largest part, too, where [`drops_parts`](Self::drops_parts) allows it.
    pub drops_all: bool,
    /// The weight of a difference of 1 in a normal: with 0.1, it counts as much as a surface that is off by a tenth of
    /// its width.
    pub normals: f32,
    /// The weight of differences in texture coordinates, as for `normals`.
    pub uvs: f32,
    /// The weight of differences in colours, as for `normals`; white is 1.
    pub colours: f32,
    /// The weight of differences in joint weights, as for `normals`; the distance between joints counts five times as
    /// much.
    pub weights: f32,
}

impl Default for SimplifyOptions {
    fn default() -> Self {
        Self {
            n_triangles: 0,
            max_error: f32::INFINITY,
            extent: 0.0,
            drops_parts: false,
            drops_all: false,
            normals: 0.12,
            uvs: 0.14,
            colours: 0.5,
            weights: 0.12,
        }
    }
}

impl SimplifyOptions {
    /// Options for a number of triangles.
    pub fn to(n_triangles: usize) -> Self {
        Self { n_triangles, ..Self::default() }
    }

    /// Sets the error at which to stop, as a fraction of the extent.
    pub fn max_error(self, error: f32) -> Self {
        Self { max_error: error, ..self }
    }

    /// Sets the length of which errors are fractions.
    pub fn extent(self, length: f32) -> Self {
        Self { extent: length, ..self }
    }

    /// Removes the largest part, too, if removing parts is allowed.
    pub fn drops_all(self, is_allowed: bool) -> Self {
        Self { drops_all: is_allowed, ..self }
    }

    /// Removes whole small parts where that changes less than any other simplification. By default they stay.
    pub fn drops_parts(self, is_allowed: bool) -> Self {
        Self { drops_parts: is_allowed, ..self }
    }

    /// Ignores all attributes except positions.
    pub fn positions_only(mut self) -> Self {
        (self.normals, self.uvs, self.colours, self.weights) = (0.0, 0.0, 0.0, 0.0);
        self
    }
}

/// The reason why [`simplify`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The number of triangles was reached.
    Reached,
    /// Every further collapse would exceed the largest error.
    Error,
    /// No edge can be collapsed any more: each collapse would flip triangles, or create a duplicate.
    Stuck,
    /// The mesh is so entangled that the work exceeds the limit for its size.
    Work,
}

/// The result of [`simplify`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Simplified {
    /// The simplified mesh, with the same groups. Triangles are in an order that suits the vertex cache of graphics
    /// cards, and vertices in the order in which triangles use them.
    pub shape: TriMesh,
    /// For each vertex, its index in the original.
    pub vertices: Vec<u32>,
    /// The largest error of a collapse, in the unit of the mesh, as a root mean square.
    pub error: f32,
    /// The reason why simplification stopped.
    pub stop: Stop,
    /// The number of triangles of the original that were dropped because a vertex does not exist, a position is not
    /// finite, or two corners are equal.
    pub n_left_out: usize,
    /// The number of parts that were removed.
    pub n_parts_dropped: usize,
}

/// Simplifies a mesh.
///
/// A vertex at the border of an open surface moves along the border. Seams of texture coordinates, sharp edges and
/// borders between groups are weighted by the change that they would undergo. Entangled and damaged meshes are handled,
/// too: triangles without finite positions are dropped, vertices with very many triangles stay, and the work is limited
/// to some thousand steps for each triangle.
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

/// Simplifies one mesh to several sizes, each smaller than the one before, in about the time of the last one alone.
#[derive(Debug)]
pub struct Simplifier<'m> {
    shape: &'m TriMesh,
    collapse: Collapse,
}

impl<'m> Simplifier<'m> {
    /// Prepares a mesh for these options, apart from the number of triangles.
    #[must_use]
    pub fn new(shape: &'m TriMesh, options: &SimplifyOptions) -> Self {
        Self::of_joined(shape, &[], options)
    }

    /// Prepares a mesh that is joined from several, of which these are the first vertices. Vertices of different meshes
    /// are not merged.
    pub(crate) fn of_joined(shape: &'m TriMesh, starts: &[usize], options: &SimplifyOptions) -> Self {
        let places = Places::from_mesh(shape, options.extent, starts);
        let attributes = Attributes::from_mesh(shape, &places, options);
        Self { shape, collapse: Collapse::new(places, attributes, options) }
    }

    /// Simplifies to this number of triangles, and keeps all states in between.
    pub(crate) fn record(self, n_triangles: usize) -> History<'m> {
        let Self { shape, mut collapse } = self;
        collapse.start_record();
        let stop = collapse.collapse_to(n_triangles);
        let n_left_out = collapse.places.n_left_out;
        let originals = std::mem::take(&mut collapse.places.originals);
        History { shape, originals, record: collapse.into_record(), stop, n_left_out }
    }

    /// Simplifies to this number of triangles; the result is that of [`simplify`] if the number does not exceed the
    /// previous one.
    pub fn reach(&mut self, n_triangles: usize) -> Simplified {
        let Self { shape, collapse } = self;
        let stop = collapse.collapse_to(n_triangles);
        let (shape, vertices) = assembled(shape, &collapse.places.originals, collapse.left());
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

/// All states of a mesh that was simplified.
#[derive(Debug)]
pub(crate) struct History<'m> {
    shape: &'m TriMesh,
    /// For each vertex, its index in the mesh.
    originals: Vec<u32>,
    record: Record,
    stop: Stop,
    n_left_out: usize,
}

impl History<'_> {
    /// The steps, in ascending order of cost.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.record.steps
    }

    /// The state with at most this many triangles; the result is that of [`simplify`].
    pub(crate) fn reach(&self, n_triangles: usize) -> Simplified {
        let (n_left, error) = self.record.state(n_triangles);
        let (shape, vertices) = assembled(self.shape, &self.originals, self.record.left(n_left));
        Simplified {
            shape,
            vertices,
            error,
            stop: if n_left <= n_triangles { Stop::Reached } else { self.stop },
            n_left_out: self.n_left_out,
            n_parts_dropped: self.record.n_dropped(n_left),
        }
    }
}

/// Builds a mesh from the remaining triangles, by group, with the vertices that they use.
fn assembled(
    original: &TriMesh,
    originals: &[u32],
    left: impl Iterator<Item = ([u32; 3], u32)>,
) -> (TriMesh, Vec<u32>) {
    // Triangles without a group are in the last list.
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
    let vertices = order::renumber(&mut shape.indices, originals.len());
    let vertices = super::subset::some(originals, &vertices);
    (
        TriMesh {
            indices: shape.indices,
            groups: shape.groups,
            ..super::subset::vertices(original, &vertices)
        },
        vertices,
    )
}
