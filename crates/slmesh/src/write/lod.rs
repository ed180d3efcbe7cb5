//! Writes levels of detail, and physics shapes of triangles. Format document, sections 4 to 6.

use super::llsd::{Entries, boolean, list, reals, table};
use crate::model::{Domain, Face, Influences, Lod};
use crate::read;
use crate::wire::{MAX_INFLUENCES, NO_MORE};
use llsd::{Map, Value};

/// Writes a level of detail: format document, section 4.
pub(crate) fn lod(lod: &Lod) -> Value {
    list(|one| face(one).finish().into())(&lod.faces)
}

/// Writes a face: format document, section 4.1.
pub(crate) fn face(face: &Face) -> Entries<'_> {
    let n_vertices = face.n_vertices();
    let mut map = Entries::new(&face.other, &face.order);
    map.known("NoGeometry", &face.no_geometry, boolean, read::llsd::boolean);
    map.known("Position", &face.position, table, read::llsd::table);
    map.known("PositionDomain", &face.position_domain, domain, read::lod::domain);
    map.known("NormalizedScale", &face.normalized_scale, reals, read::llsd::reals);
    map.known("Normal", &face.normal, table, read::llsd::table);
    map.known("Tangent", &face.tangent, table, read::llsd::table);
    map.known("TexCoord0", &face.tex_coord0, table, read::llsd::table);
    map.known("TexCoord0Domain", &face.tex_coord0_domain, domain, read::lod::domain);
    map.known("TriangleList", &face.triangle_list, table, read::llsd::table);
    map.known("Weights", &face.weights, weights, |at| read::lod::weights(at, n_vertices));
    map
}

/// Writes a domain: format document, section 5.
fn domain<const N: usize>(domain: &Domain<N>) -> Value {
    let (min, max) = (("Min", reals(&domain.min)), ("Max", reals(&domain.max)));
    // The viewer sorts keys by their bytes, so that `Max` comes first: format document, section 1.1.
    Map::from(if domain.min_first { [min, max] } else { [max, min] }).into()
}

/// Writes the influences of all vertices: format document, section 6.
#[expect(clippy::ptr_arg, reason = "of a field, which is a Vec")]
fn weights(all: &Vec<Influences>) -> Value {
    let mut bytes = Vec::with_capacity(all.len().saturating_mul(10));
    all.iter().for_each(|one| influences(&mut bytes, one));
    bytes.into()
}

/// Writes up to four influences, and an end byte if there are fewer. Format document, section 6.
fn influences(bytes: &mut Vec<u8>, all: &Influences) {
    for influence in all.iter() {
        bytes.push(influence.joint);
        bytes.extend_from_slice(&influence.weight.to_le_bytes());
    }
    if all.len() < MAX_INFLUENCES {
        bytes.push(NO_MORE);
    }
}
