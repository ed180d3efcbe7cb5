//! Checks for dangling references. The first one of each kind in a chunk is reported; for meshes, the first
//! one of each kind in each polygon.

use super::{Findings, title};
use crate::common::rules::Rule;
use crate::model::{
    BoneIndex, Chunk, ColourRef, Model, Name, OrientationIndex, Record, ShapeIndex, SkinIndex, TexCoordIndex,
    VertexIndex, VoxelBlock, VoxelIndex,
};
use crate::rules::*;
use crate::visit::{Visitor, visit_chunk};
use std::fmt;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let bounds = Bounds::new(model);
    for (number, chunk) in model.chunks.iter().enumerate() {
        if let Chunk::Mesh(mesh) = chunk {
            mesh_faces(mesh, number, &bounds, findings);
        }
        // A visitor needs a mutable model, so the small parts are copied; meshes are checked above without a copy.
        let mut copy = match chunk {
            Chunk::Mesh(mesh) => Chunk::Mesh(crate::model::Mesh {
                records: mesh.records.clone(),
                ..crate::model::Mesh::default()
            }),
            Chunk::Vertices(vertices) => Chunk::Vertices(crate::model::Vertices {
                coordinates: crate::model::Coordinates::default(),
                surplus: Vec::new(),
                ..vertices.clone()
            }),
            Chunk::Asset(asset) => Chunk::Asset(crate::model::Asset { name: asset.name, data: Vec::new() }),
            Chunk::ColourMap(_) | Chunk::TextureMap(_) | Chunk::Unknown(_) => continue,
            other => other.clone(),
        };
        let mut check = Check { bounds: &bounds, place: ReferencePlace::default(), found: Vec::new() };
        visit_chunk(&mut copy, &mut check);
        let title = title(number, chunk);
        for (rule, place, value, bound) in check.found {
            match chunk {
                Chunk::VoxelBlock(block) => {
                    findings.add(
                        rule,
                        format_args!("{title}, {}", place.in_runs(block)),
                        signed(value),
                        bound,
                    );
                }
                _ => findings.add(rule, format_args!("{title}, {place}"), signed(value), bound),
            }
        }
    }
}

/// The number of items of each kind to which references may refer.
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
    fn new(model: &Model) -> Self {
        Self {
            // Offset 0 is no string, so it is always valid.
            strings: model.strings.n_ended().max(1),
            vertices: model.vertices().map_or(0, crate::model::Vertices::len),
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

/// Checks the corners of a mesh. For each polygon, the first reference of each kind that dangles is reported.
fn mesh_faces(mesh: &crate::model::Mesh, number: usize, bounds: &Bounds, findings: &mut Findings) {
    let mut faces = mesh.faces();
    for (record, count) in mesh.records.iter().enumerate().filter_map(|(i, record)| match record {
        Record::Polygons { count, .. } => Some((i, *count as usize)),
        _ => None,
    }) {
        for (polygon, face) in faces.by_ref().take(count).enumerate() {
            let mut add = |rule, list, bad: Option<(usize, u32)>, bound| {
                let Some((corner, value)) = bad else { return };
                let path = format_args!(
                    "chunks[{number}] MESH, records[{record}].polygons[{polygon}].{list}[{corner}]"
                );
                findings.add(rule, path, signed(value), bound);
            };
            let is_bad = |vertex: &VertexIndex| vertex.get().is_none_or(|at| at >= bounds.vertices);
            let is_bad_normal = |vertex: &VertexIndex| vertex.get().is_some_and(|at| at >= bounds.vertices);
            let is_bad_pair = |pair: &TexCoordIndex| pair.get().is_some_and(|at| at >= bounds.tex_coords);
            let bad = position(face.vertices, |vertex| vertex.0, is_bad);
            add(&M3D012, "vertices", bad, bounds.vertices);
            if bad.is_none() {
                let bad = position(face.max_vertices, |vertex| vertex.0, is_bad);
                add(&M3D012, "max_vertices", bad, bounds.vertices);
            }
            let bad = position(face.normals, |vertex| vertex.0, is_bad_normal);
            add(&M3D012, "normals", bad, bounds.vertices);
            let bad = position(face.tex_coords, |pair| pair.0, is_bad_pair);
            add(&M3D013, "tex_coords", bad, bounds.tex_coords);
        }
    }
}

/// The first invalid value of a list, with its index.
fn position<T>(list: &[T], number: fn(&T) -> u32, is_bad: impl Fn(&T) -> bool) -> Option<(usize, u32)> {
    list.iter().enumerate().find(|(_, value)| is_bad(value)).map(|(i, value)| (i, number(value)))
}

fn signed(number: u32) -> String {
    if number >= u32::MAX - 1 { number.cast_signed().to_string() } else { number.to_string() }
}

/// The position of a reference in a chunk, as in paths.
#[derive(Debug, Clone, Copy, Default)]
struct ReferencePlace {
    item: Option<(&'static str, usize)>,
    field: &'static str,
    element: Option<usize>,
    /// The field of the element, if that has several fields.
    cell: &'static str,
}

impl ReferencePlace {
    /// The path of a voxel. The list of the model contains the voxels of all runs, whereas the path names the
    /// run and the voxel in it.
    fn in_runs(self, block: &VoxelBlock) -> String {
        let Some((_, mut voxel)) = self.item else { return self.to_string() };
        for (number, run) in block.runs.iter().enumerate() {
            let len = if run.repeats { 1 } else { run.len.into() };
            match voxel.checked_sub(len) {
                Some(rest) => voxel = rest,
                None => return format!("runs[{number}].voxels[{voxel}]"),
            }
        }
        "runs".to_owned()
    }
}

impl fmt::Display for ReferencePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((list, index)) = self.item {
            write!(f, "{list}[{index}]")?;
        }
        let point = if self.item.is_some() && !self.field.is_empty() { "." } else { "" };
        write!(f, "{point}{}", self.field)?;
        if let Some(element) = self.element {
            write!(f, "[{element}]")?;
        }
        let point = if self.cell.is_empty() { "" } else { "." };
        write!(f, "{point}{}", self.cell)
    }
}

struct Check<'a> {
    bounds: &'a Bounds,
    place: ReferencePlace,
    found: Vec<(&'static Rule, ReferencePlace, u32, usize)>,
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
            self.found.push((rule, self.place, number, bound));
        }
    }
}

impl Visitor for Check<'_> {
    fn item(&mut self, list: &'static str, index: usize) {
        self.place = ReferencePlace { item: Some((list, index)), ..ReferencePlace::default() };
    }

    fn field(&mut self, name: &'static str) {
        self.place = ReferencePlace { item: self.place.item, field: name, ..ReferencePlace::default() };
    }

    fn element(&mut self, index: usize) {
        (self.place.element, self.place.cell) = (Some(index), "");
    }

    fn cell(&mut self, name: &'static str) {
        self.place.cell = name;
    }

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
