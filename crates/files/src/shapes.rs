//! A common view of the surfaces, bones and images of models of all formats.

use geom::Vec3;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// A callback that receives shapes, and may end the iteration.
pub(crate) type See<'s> = dyn FnMut(Shape<'_>) -> ControlFlow<()> + 's;

/// A name that is decoded only when it is needed, because thousands of parts may share a long one.
pub type Name<'m> = &'m (dyn Fn() -> Cow<'m, str> + 'm);

/// A part of a model.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub enum Shape<'m> {
    Surface(Surface<'m>),
    Bone(Bone<'m>),
    Image(Image<'m>),
}

/// The triangles of one level of detail with one material.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Surface<'m> {
    /// The level of detail; 0 is the finest.
    pub level: usize,
    pub n_vertices: usize,
    /// The number of faces, and an upper bound on the number of their triangles.
    pub n_faces: usize,
    pub n_triangles: usize,
    /// The corners of the triangles whose vertices exist.
    pub triangles: Box<dyn Iterator<Item = [Vec3; 3]> + 'm>,
    pub has_uv: bool,
    pub has_skin: bool,
    pub has_colour: bool,
    pub material: Option<Name<'m>>,
}

/// A bone or a joint.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Bone<'m> {
    pub name: Name<'m>,
    pub parent: Option<usize>,
    /// The position in the rest pose.
    pub position: Option<Vec3>,
    /// The number of vertices that the bone influences.
    pub n_influenced: usize,
}

/// An embedded image.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Image<'m> {
    pub name: Name<'m>,
    pub bytes: &'m [u8],
}

/// The corners of triangles, looked up in a list of positions.
pub fn corners<'m, I: Copy + Into<u64> + 'm>(
    triangles: impl Iterator<Item = [I; 3]> + 'm,
    position: impl Fn(usize) -> Option<Vec3> + 'm,
) -> Box<dyn Iterator<Item = [Vec3; 3]> + 'm> {
    Box::new(triangles.filter_map(move |triangle| {
        let corner = |index: I| position(usize::try_from(index.into()).ok()?);
        let [a, b, c] = triangle.map(corner);
        Some([a?, b?, c?])
    }))
}

/// The number of distinct vertices of triangles.
pub fn n_used<I: Copy + Into<u64>>(triangles: impl Iterator<Item = [I; 3]>) -> usize {
    let mut used: Vec<u64> = triangles.flatten().map(Into::into).collect();
    used.sort_unstable();
    used.dedup();
    used.len()
}

/// Increments the count of a bone, if the bone exists.
pub(crate) fn tally(counts: &mut [usize], bone: usize) {
    if let Some(count) = counts.get_mut(bone) {
        *count = count.saturating_add(1);
    }
}
