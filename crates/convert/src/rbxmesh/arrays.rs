//! Vertices and faces, of a model or still in the file, and their assignment to levels.

use super::MOST_LEVELS;
use ::rbxmesh::{Mesh as Model, MeshRef, Records, Tangent, Vertex};
use geom::Rgba8;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// The number of vertices processed together: 512 of up to 40 bytes fit into the L1 cache.
const BLOCK: usize = 512;

/// The large arrays of a mesh, and the model with everything else.
pub(super) struct MeshArrays<'m> {
    pub(super) model: &'m Model,
    pub(super) faces: Cow<'m, [[u32; 3]]>,
    /// The range of faces of each level.
    pub(super) levels: Vec<Range<usize>>,
    vertices: VertexRows<'m>,
}

enum VertexRows<'m> {
    Read(&'m [Vertex]),
    Stored(&'m Records<'m, Vertex>),
}

impl<'m> MeshArrays<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Self {
            model,
            faces: Cow::Borrowed(&model.faces),
            levels: model.lods(),
            vertices: VertexRows::Read(&model.vertices),
        }
    }

    /// The arrays in a file without bones, if its records have the usual sizes.
    pub(super) fn in_file(mesh: &'m MeshRef<'m>) -> Option<Self> {
        let MeshRef { vertices, envelopes, faces, rest } = mesh;
        // The size of vertices without and with a colour, and that of three indices.
        let is_usual = matches!(vertices.stride(), 36 | 40) && faces.stride() == 12;
        let is_plain = envelopes.is_empty() && rest.bones.is_empty();
        (is_usual && is_plain).then(|| Self {
            model: rest,
            faces: Cow::Owned(faces.to_vec()),
            levels: mesh.lods(),
            vertices: VertexRows::Stored(vertices),
        })
    }

    pub(super) fn n_vertices(&self) -> usize {
        match self.vertices {
            VertexRows::Read(list) => list.len(),
            VertexRows::Stored(records) => records.len(),
        }
    }

    pub(super) fn first(&self) -> Option<Vertex> {
        self.vertex(0)
    }

    fn vertex(&self, index: usize) -> Option<Vertex> {
        match self.vertices {
            VertexRows::Read(list) => list.get(index).copied(),
            VertexRows::Stored(records) => records.get(index),
        }
    }

    /// The faces of a level.
    fn some(&self, level: &Range<usize>) -> Cow<'m, [[u32; 3]]> {
        match &self.faces {
            Cow::Borrowed(faces) => Cow::Borrowed(faces.get(level.clone()).unwrap_or_default()),
            Cow::Owned(faces) => Cow::Owned(faces.get(level.clone()).unwrap_or_default().to_vec()),
        }
    }

    /// Visits vertices in order, a block at a time.
    pub(super) fn each(&self, vertices: &Vertices, mut visit: impl FnMut(&[Vertex])) {
        let mut decoded = Vec::new();
        match (vertices, &self.vertices) {
            (Vertices::Range(range), VertexRows::Read(list)) => {
                list.get(range.clone()).unwrap_or_default().chunks(BLOCK).for_each(visit);
            }
            (Vertices::Range(range), VertexRows::Stored(records)) => {
                let mut rest = records.iter().skip(range.start).take(range.len());
                // The buffer is overwritten in place: `extend` would check its capacity for each vertex.
                decoded.resize(BLOCK.min(range.len()), Vertex::default());
                loop {
                    let n_decoded =
                        decoded.iter_mut().zip(&mut rest).map(|(place, vertex)| *place = vertex).count();
                    if n_decoded == 0 {
                        break;
                    }
                    visit(decoded.get(..n_decoded).unwrap_or_default());
                }
            }
            (Vertices::These(list), _) => {
                decoded.extend(list.iter().filter_map(|vertex| self.vertex(*vertex as usize)));
                visit(&decoded);
            }
        }
    }
}

/// Facts about all vertices.
pub(super) struct VertexFacts {
    /// Set if any vertex has a tangent.
    pub(super) has_tangents: bool,
    /// The bytes of a missing tangent, if all vertices without a tangent have the same bytes.
    pub(super) no_tangent: Tangent,
    /// Set if any vertex has a colour other than white.
    pub(super) has_colours: bool,
}

impl VertexFacts {
    /// Examines all vertices. Each block is also passed to `visit`, because decoding takes as long as examining.
    pub(super) fn examine(arrays: &MeshArrays<'_>, mut visit: impl FnMut(&[Vertex])) -> Self {
        let (mut has_tangents, mut has_colours) = (false, false);
        let (mut first, mut is_usual) = (None, true);
        arrays.each(&Vertices::Range(0..arrays.n_vertices()), |block| {
            visit(block);
            has_colours |= block.iter().any(|vertex| vertex.colour != Rgba8::WHITE);
            for tangent in block.iter().map(|vertex| vertex.tangent) {
                // A fast path: nearly all tangents equal the first without a direction.
                if first == Some(tangent) {
                    continue;
                }
                match tangent.as_vec4() {
                    Some(_) => has_tangents = true,
                    None => is_usual &= *first.get_or_insert(tangent) == tangent,
                }
            }
        });
        let no_tangent = first.filter(|_| is_usual).unwrap_or(Tangent::NONE);
        Self { has_tangents, no_tangent, has_colours }
    }
}

/// The vertices and faces of each level.
pub(super) struct Contents<'m>(pub(super) Vec<Content<'m>>);

pub(super) struct Content<'m> {
    pub(super) faces: Cow<'m, [[u32; 3]]>,
    pub(super) vertices: Vertices,
}

pub(super) enum Vertices {
    /// Consecutive vertices.
    Range(Range<usize>),
    /// A list of vertices, some of which other levels use as well.
    These(Vec<u32>),
}

/// The smallest and the largest vertex index of these faces.
fn ends(faces: &[[u32; 3]]) -> Option<(usize, usize)> {
    let indices = faces.as_flattened().iter();
    let (min, max) = indices.fold((u32::MAX, 0), |(min, max), index| (min.min(*index), max.max(*index)));
    (min <= max).then_some((min as usize, max as usize))
}

impl<'m> Contents<'m> {
    /// Assigns vertices and faces to levels. If one level has all faces, they are moved out of the arrays.
    pub(super) fn by_level(arrays: &mut MeshArrays<'m>) -> Self {
        let n_vertices = arrays.n_vertices();
        let faces: Vec<Cow<'m, [[u32; 3]]>> = match &*arrays.levels {
            [level] if *level == (0..arrays.faces.len()) => vec![std::mem::take(&mut arrays.faces)],
            levels => levels.iter().take(MOST_LEVELS).map(|level| arrays.some(level)).collect(),
        };
        let exists = |face: &&[u32; 3]| face.iter().all(|vertex| (*vertex as usize) < n_vertices);
        let checked = |faces: Cow<'m, [[u32; 3]]>| match ends(&faces) {
            Some((_, max)) if max >= n_vertices => {
                let faces: Cow<'m, [[u32; 3]]> = faces.iter().filter(exists).copied().collect();
                let ends = ends(&faces);
                (faces, ends)
            }
            ends => (faces, ends),
        };
        let (faces, ends): (Vec<_>, Vec<_>) = faces.into_iter().map(checked).unzip();
        // The vertex ranges of levels are disjoint and in order, so each level can take the vertices up to the next
        // one.
        let known: Vec<_> = ends.iter().copied().flatten().collect();
        let is_apart = known.len() == ends.len() && known.is_sorted_by(|(_, end), (start, _)| end < start);
        let mut parts = Vec::new();
        let mut start = 0;
        let n_levels = faces.len();
        for (number, (faces, ends)) in faces.into_iter().zip(&ends).enumerate() {
            let is_last = number.saturating_add(1) == n_levels;
            let vertices = match ends {
                Some((_, end)) if is_apart => {
                    let end = if is_last { n_vertices } else { end.saturating_add(1) };
                    Vertices::Range(std::mem::replace(&mut start, end)..end)
                }
                _ if number == 0 => Vertices::Range(0..n_vertices),
                _ => {
                    let used: BTreeSet<u32> = faces.as_flattened().iter().copied().collect();
                    Vertices::These(used.into_iter().collect())
                }
            };
            parts.push(Content { faces, vertices });
        }
        Self(parts)
    }

    pub(super) fn is_apart(&self) -> bool {
        self.0.iter().all(|part| matches!(part.vertices, Vertices::Range(_)))
    }
}

impl Vertices {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Range(range) => range.len(),
            Self::These(list) => list.len(),
        }
    }

    pub(super) fn indices(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Self::Range(range) => Box::new(range.clone()),
            Self::These(list) => Box::new(list.iter().map(|vertex| *vertex as usize)),
        }
    }

    pub(super) fn place(&self, vertex: u32) -> u32 {
        match self {
            Self::Range(range) => vertex.saturating_sub(u32::try_from(range.start).unwrap_or(u32::MAX)),
            Self::These(list) => {
                list.binary_search(&vertex).ok().and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX)
            }
        }
    }
}
