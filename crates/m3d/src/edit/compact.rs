//! Removal of unused vertices and texture coordinates.

use crate::model::{Chunk, Coordinates, Model, OrientationIndex, TexCoordIndex, TexCoords, VertexIndex};
use crate::visit::{Visitor, visit};

/// Flags of the vertices and texture coordinates that are in use.
#[derive(Default)]
struct UsedItems {
    vertices: Vec<bool>,
    tex_coords: Vec<bool>,
}

fn mark(used: &mut [bool], index: u32) {
    if let Some(used) = used.get_mut(index as usize) {
        *used = true;
    }
}

impl Visitor for UsedItems {
    fn vertex(&mut self, index: &mut VertexIndex) {
        mark(&mut self.vertices, index.0);
    }

    fn normal(&mut self, index: &mut VertexIndex) {
        mark(&mut self.vertices, index.0);
    }

    fn orientation(&mut self, index: &mut OrientationIndex) {
        mark(&mut self.vertices, index.0);
    }

    fn tex_coord(&mut self, index: &mut TexCoordIndex) {
        mark(&mut self.tex_coords, index.0);
    }
}

/// The new indices of vertices and texture coordinates; −1 stands for dangling references.
struct NewIndices {
    vertices: Vec<u32>,
    tex_coords: Vec<u32>,
}

/// The new index of each item: its number among the items in use, or −1 if it is not in use.
fn new_indices(used: &[bool]) -> Vec<u32> {
    let mut next = 0..;
    used.iter().map(|used| if *used { next.next().unwrap_or(u32::MAX) } else { u32::MAX }).collect()
}

fn follow(places: &[u32], index: &mut u32) {
    // −1 and −2 are no indices, and stay.
    if *index < u32::MAX - 1 {
        *index = places.get(*index as usize).copied().unwrap_or(u32::MAX);
    }
}

impl Visitor for NewIndices {
    fn vertex(&mut self, index: &mut VertexIndex) {
        follow(&self.vertices, &mut index.0);
    }

    fn normal(&mut self, index: &mut VertexIndex) {
        follow(&self.vertices, &mut index.0);
    }

    fn orientation(&mut self, index: &mut OrientationIndex) {
        follow(&self.vertices, &mut index.0);
    }

    fn tex_coord(&mut self, index: &mut TexCoordIndex) {
        follow(&self.tex_coords, &mut index.0);
    }
}

/// Keeps the items of a list that are in use.
fn keep<T>(list: &mut Vec<T>, used: &[bool]) {
    let mut used = used.iter();
    list.retain(|_| used.next().copied().unwrap_or_default());
}

impl Model {
    /// Removes unused vertices and texture coordinates. Dangling references to them become −1, and chunks that become
    /// empty are removed.
    pub fn drop_unused(&mut self) {
        let n_tex_coords = self.texture_map().map_or(0, |map| map.pairs.len());
        let mut used = UsedItems {
            vertices: vec![false; self.vertices().map_or(0, crate::model::Vertices::len)],
            tex_coords: vec![false; n_tex_coords],
        };
        visit(self, &mut used);
        let UsedItems { vertices: used, tex_coords: used_pairs } = used;
        visit(self, &mut NewIndices { vertices: new_indices(&used), tex_coords: new_indices(&used_pairs) });
        if let Some(vertices) = self.vertices_mut() {
            match &mut vertices.coordinates {
                Coordinates::I8(list) => keep(list, &used),
                Coordinates::I16(list) => keep(list, &used),
                Coordinates::F32(list) => keep(list, &used),
                Coordinates::F64(list) => keep(list, &used),
            }
            keep(&mut vertices.colours, &used);
            keep(&mut vertices.skins, &used);
        }
        if let Some(map) = self.texture_map_mut() {
            match &mut map.pairs {
                TexCoords::U8(list) => keep(list, &used_pairs),
                TexCoords::U16(list) => keep(list, &used_pairs),
                TexCoords::F32(list) => keep(list, &used_pairs),
                TexCoords::F64(list) => keep(list, &used_pairs),
            }
        }
        self.chunks.retain(|chunk| match chunk {
            Chunk::Vertices(vertices) => !vertices.is_empty() || !vertices.surplus.is_empty(),
            Chunk::TextureMap(map) => !map.pairs.is_empty() || !map.surplus.is_empty(),
            _ => true,
        });
    }
}
