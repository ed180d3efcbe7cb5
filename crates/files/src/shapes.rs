//! What a model is made of, whatever its format: surfaces, bones, images.

use geom::Vec3;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Who looks at shapes, and may have seen enough.
pub(crate) type See<'s> = dyn FnMut(Shape<'_>) -> ControlFlow<()> + 's;

/// Gives a name, for those who want it: thousands may share the bytes of a long one.
pub type Name<'m> = &'m (dyn Fn() -> Cow<'m, str> + 'm);

/// A part of a model.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub enum Shape<'m> {
    Surface(Surface<'m>),
    Bone(Bone<'m>),
    Image(Image<'m>),
}

/// Triangles of one level of detail and one material.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Surface<'m> {
    /// The level; 0 is the finest.
    pub level: usize,
    pub n_vertices: usize,
    /// How many faces there are, and how many triangles they consist of at most.
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
    /// Where it is at rest.
    pub position: Option<Vec3>,
    /// How many vertices it moves.
    pub n_influenced: usize,
}

/// A picture.
#[expect(missing_debug_implementations, reason = "functions have no text")]
pub struct Image<'m> {
    pub name: Name<'m>,
    pub bytes: &'m [u8],
}

/// The triangles of a list of positions.
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

/// How many different vertices triangles have.
pub fn n_used<I: Copy + Into<u64>>(triangles: impl Iterator<Item = [I; 3]>) -> usize {
    let mut used: Vec<u64> = triangles.flatten().map(Into::into).collect();
    used.sort_unstable();
    used.dedup();
    used.len()
}

/// Adds to the count of a bone, if there is such a bone.
pub(crate) fn tally(counts: &mut [usize], bone: usize) {
    if let Some(count) = counts.get_mut(bone) {
        *count = count.saturating_add(1);
    }
}
