//! Dangling references. The first one in each list is reported.

use super::{Findings, title};
use crate::rules::*;
use crate::visit::{Visitor, visit_chunk};
use crate::{
    BoneIndex, Chunk, ColourRef, Model, Name, OrientationIndex, Rule, ShapeIndex, SkinIndex, TexCoordIndex,
    VertexIndex, VoxelIndex,
};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let bounds = Bounds::of(model);
    for (number, chunk) in model.chunks.iter().enumerate() {
        if let Chunk::Mesh(mesh) = chunk {
            mesh_faces(mesh, number, &bounds, findings);
        }
        // A visitor needs a mutable model, so this copies the small parts; meshes are checked above without a copy.
        let mut copy = match chunk {
            Chunk::Mesh(mesh) => {
                Chunk::Mesh(crate::Mesh { records: mesh.records.clone(), ..crate::Mesh::default() })
            }
            Chunk::Vertices(vertices) => Chunk::Vertices(crate::Vertices {
                coordinates: crate::Coordinates::default(),
                rest: Vec::new(),
                ..vertices.clone()
            }),
            Chunk::Asset(asset) => Chunk::Asset(crate::Asset { name: asset.name, data: Vec::new() }),
            Chunk::ColourMap(_) | Chunk::TextureMap(_) | Chunk::Unknown(_) => continue,
            other => other.clone(),
        };
        let mut check = Check { bounds: &bounds, path: title(number, chunk), found: Vec::new() };
        visit_chunk(&mut copy, &mut check);
        for (rule, value, bound) in check.found {
            findings.add(rule, check.path.as_str(), value, bound);
        }
    }
}

/// The number of items of each kind.
struct Bounds {
    strings: usize,
    vertices: usize,
    tex_coords: usize,
    colours: Option<usize>,
    bones: usize,
    skins: usize,
    shapes: usize,
    voxels: usize,
}

impl Bounds {
    fn of(model: &Model) -> Self {
        Self {
            // Offset 0 is no string, so it is always valid.
            strings: model.strings.n_ended().max(1),
            vertices: model.vertices().map_or(0, crate::Vertices::len),
            tex_coords: model.texture_map().map_or(0, |map| map.pairs.len()),
            colours: model
                .types
                .has_colour_map()
                .then(|| model.colour_map().map_or(0, |map| map.colours.len())),
            bones: model.skeleton().map_or(0, |skeleton| skeleton.bones.len()),
            skins: model.skeleton().map_or(0, |skeleton| skeleton.skins.len()),
            shapes: model.shapes().count(),
            voxels: model.voxel_types().map_or(0, |voxels| voxels.types.len()),
        }
    }
}

/// Checks meshes; the path includes the number of the face.
fn mesh_faces(mesh: &crate::Mesh, number: usize, bounds: &Bounds, findings: &mut Findings) {
    for (i, face) in mesh.faces().enumerate() {
        let path = || format!("MESH #{number}, face {i}");
        let points = face.vertices.iter().chain(face.max_vertices);
        if let Some(bad) =
            points.into_iter().find(|vertex| vertex.get().is_none_or(|at| at >= bounds.vertices))
        {
            findings.add(&M3D012, path(), signed(bad.0), bounds.vertices);
        }
        if let Some(bad) =
            face.normals.iter().find(|normal| normal.get().is_some_and(|at| at >= bounds.vertices))
        {
            findings.add(&M3D012, path(), signed(bad.0), bounds.vertices);
        }
        if let Some(bad) =
            face.tex_coords.iter().find(|pair| pair.get().is_some_and(|at| at >= bounds.tex_coords))
        {
            findings.add(&M3D013, path(), signed(bad.0), bounds.tex_coords);
        }
    }
}

fn signed(number: u32) -> String {
    if number >= u32::MAX - 1 { number.cast_signed().to_string() } else { number.to_string() }
}

struct Check<'a> {
    bounds: &'a Bounds,
    path: String,
    found: Vec<(&'static Rule, String, usize)>,
}

impl Check<'_> {
    fn check(
        &mut self,
        rule: &'static Rule,
        number: u32,
        index: Option<usize>,
        bound: usize,
        is_optional: bool,
    ) {
        let is_there = match index {
            Some(index) => index < bound,
            None => is_optional,
        };
        if !is_there && !self.found.iter().any(|(of, ..)| *of == rule) {
            self.found.push((rule, signed(number), bound));
        }
    }
}

impl Visitor for Check<'_> {
    fn name(&mut self, name: &mut Name) {
        self.check(&M3D010, name.0, Some(name.0 as usize), self.bounds.strings, true);
    }

    fn colour(&mut self, colour: &mut ColourRef) {
        if let Some(bound) = self.bounds.colours {
            self.check(&M3D011, colour.0, Some(colour.0 as usize), bound, true);
        }
    }

    fn vertex(&mut self, vertex: &mut VertexIndex) {
        self.check(&M3D012, vertex.0, vertex.get(), self.bounds.vertices, false);
    }

    fn normal(&mut self, vertex: &mut VertexIndex) {
        self.check(&M3D012, vertex.0, vertex.get(), self.bounds.vertices, true);
    }

    fn orientation(&mut self, vertex: &mut OrientationIndex) {
        self.check(&M3D012, vertex.0, vertex.get(), self.bounds.vertices, false);
    }

    fn tex_coord(&mut self, pair: &mut TexCoordIndex) {
        self.check(&M3D013, pair.0, pair.get(), self.bounds.tex_coords, true);
    }

    fn bone(&mut self, bone: &mut BoneIndex) {
        self.check(&M3D014, bone.0, bone.get(), self.bounds.bones, true);
    }

    fn skin(&mut self, skin: &mut SkinIndex) {
        self.check(&M3D015, skin.0, skin.get(), self.bounds.skins, true);
    }

    fn shape(&mut self, shape: &mut ShapeIndex) {
        self.check(&M3D016, shape.0, shape.get(), self.bounds.shapes, false);
    }

    fn voxel(&mut self, voxel: &mut VoxelIndex) {
        self.check(&M3D017, voxel.0, voxel.get(), self.bounds.voxels, true);
    }
}
