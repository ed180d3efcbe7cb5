//! Reading of meshes: their primitives become groups of one mesh.

use super::super::context::Context;
use super::super::cursor::At;
use super::super::document::Document;
use super::draco::unpacked;
use super::materials::Surfaces;
use super::primitive::{Attributes, attributes, faces};
use crate::counted::counted;
use crate::json::Json;
use crate::loss::LossCode;
use crate::mesh::{Mesh, Morph};
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use geom::{Group, Rgba8, Vec2, Vec3, Vec4};
use std::collections::HashMap;

pub(super) fn meshes(
    document: &Document<'_>,
    context: &mut Context,
    surfaces: &Surfaces,
    scene: &mut Scene,
) -> Result<(), Problem> {
    let (mut n_read, mut first_problem) = (0_usize, None);
    for at in document.root().list("meshes").iter() {
        context.charge::<Mesh>(&at, 1)?;
        let mut builder = Builder::new(at);
        for primitive in at.list("primitives").iter() {
            context.charge::<Group>(&primitive, 1)?;
            match builder.primitive(document, context, surfaces, primitive) {
                Ok(()) => n_read = n_read.saturating_add(1),
                Err(problem) => {
                    first_problem.get_or_insert_with(|| problem.clone());
                    context.excuse(problem)?;
                }
            }
        }
        scene.meshes.push(builder.mesh);
    }
    if context.n_rounded_colours > 0 {
        let n_rounded = counted(context.n_rounded_colours, "vertex");
        let message = format!("colours were rounded to 8 bits: {n_rounded}");
        let problem = Problem::new(ProblemKind::Dropped, message).with_path("/meshes");
        context.excuse(problem.code(LossCode::ColourRounded))?;
    }
    // All meshes failed, so the file has no usable content.
    match first_problem {
        Some(problem) if n_read == 0 => Err(problem),
        _ => Ok(()),
    }
}

/// A mesh that is being built.
struct Builder {
    mesh: Mesh,
    /// The first vertex and the number of vertices for each set of attributes.
    starts: HashMap<Vec<usize>, (u32, u32)>,
    target_names: Vec<String>,
}

impl Builder {
    fn new(at: At<'_>) -> Self {
        let names = at.path(["extras", "targetNames"]);
        let names =
            names.map(|names| names.items().map(|at| at.value.as_text().unwrap_or_default().to_owned()));
        let mut mesh = Mesh { name: at.name(), extras: at.extras(), ..Mesh::default() };
        if names.is_some() {
            // The names are stored in the morph targets.
            mesh.extras.retain(|key| key != "targetNames");
        }
        if mesh.extras.is_empty() {
            mesh.extras = Json::Null;
        }
        Self { mesh, starts: HashMap::new(), target_names: names.map(Iterator::collect).unwrap_or_default() }
    }

    fn primitive(
        &mut self,
        document: &Document<'_>,
        context: &mut Context,
        surfaces: &Surfaces,
        at: At<'_>,
    ) -> Result<(), Problem> {
        let material = at.index("material", surfaces.len(), "material");
        let material = context.or_warn(material)?.flatten();
        let surface = material.and_then(|index| surfaces.get(index));
        let layout = surface.map(|surface| surface.layout).unwrap_or_default();
        let unpacked = unpacked(document, context, at)?;
        let unpacked = unpacked.as_ref();
        // Exporters that split a mesh by material often share its vertices between the primitives.
        let key = key(at, layout.transform.and(material));
        let (start, count) = match self.starts.get(&key) {
            Some(known) => *known,
            None => {
                let attributes = attributes(document, context, at, unpacked, &layout)?;
                let added = self.add(attributes, at)?;
                self.starts.insert(key, added);
                added
            }
        };
        let faces = faces(document, context, at, unpacked, start, count)?;
        let shape = &mut self.mesh.shape;
        let first = shape.indices.len();
        if shape.indices.is_empty() {
            // Most meshes have one primitive, whose triangles are moved instead of copied.
            shape.indices = faces.triangles;
        } else {
            shape.indices.extend(faces.triangles);
        }
        self.mesh.lines.extend(faces.lines);
        self.mesh.points.extend(faces.points);
        let group_name =
            at.path(["extras", "rezkit", "name"]).and_then(|name| name.value.as_text()).unwrap_or_default();
        // Triangles without a name and a material of their own belong to no group.
        if surface.is_some() || !group_name.is_empty() {
            let triangles = first..shape.indices.len();
            let material = surface.map(|surface| surface.name.clone());
            // Any number of primitives may share a material with a long name.
            context.charge::<u8>(&at, material.as_ref().map_or(0, String::len))?;
            shape.groups.push(Group { name: group_name.to_owned(), material, triangles });
        }
        Ok(())
    }

    /// Appends vertices; returns the index of the first and their number.
    fn add(&mut self, added: Attributes, at: At<'_>) -> Result<(u32, u32), Problem> {
        let shape = &mut self.mesh.shape;
        let (before, n_added) = (shape.positions.len(), added.positions.len());
        let range = u32::try_from(before).ok().zip(u32::try_from(n_added).ok());
        let (start, count) =
            range.filter(|(start, count)| start.checked_add(*count).is_some()).ok_or_else(|| {
                at.fault(ProblemKind::Limit, "the mesh has more vertices than an index can count")
            })?;
        join(&mut shape.normals, added.normals, [before, n_added], Vec3::ZERO);
        join(&mut shape.tangents, added.tangents, [before, n_added], Vec4::ZERO);
        join(&mut shape.uvs, added.uvs, [before, n_added], Vec2::ZERO);
        join(&mut shape.colours, added.colours, [before, n_added], Rgba8::WHITE);
        join(&mut shape.joints, added.joints, [before, n_added], [0; 4]);
        join(&mut shape.weights, added.weights, [before, n_added], Vec4::ZERO);
        join(
            &mut self.mesh.extra_influences,
            added.extra_influences,
            [before, n_added],
            ([0; 4], Vec4::ZERO),
        );
        if before == 0 {
            shape.positions = added.positions;
        } else {
            shape.positions.extend(added.positions);
        }
        for (index, offsets) in added.morphs.into_iter().enumerate() {
            if self.mesh.morphs.len() <= index {
                let name = self.target_names.get(index).cloned().unwrap_or_else(|| format!("target_{index}"));
                self.mesh.morphs.push(Morph { name, offsets: Vec::new() });
            }
            if let Some(morph) = self.mesh.morphs.get_mut(index) {
                let moved =
                    offsets.into_iter().map(|(vertex, offset)| (vertex.saturating_add(start), offset));
                morph.offsets.extend(moved);
            }
        }
        Ok((start, count))
    }
}

/// The identity of shared vertices: the accessors, and the material if it transforms coordinates.
fn key(at: At<'_>, material: Option<usize>) -> Vec<usize> {
    let mut key = vec![material.unwrap_or(usize::MAX)];
    let maps = at.get("attributes").into_iter().chain(at.list("targets").iter());
    for map in maps {
        let mut entries: Vec<_> = map.entries().map(|(name, at)| (name, at.value.as_usize())).collect();
        entries.sort_unstable();
        for (name, accessor) in entries {
            // The name is part of the key as numbers, with its length, so that different names never give the same key.
            key.push(name.len());
            key.extend(name.bytes().map(usize::from));
            key.push(accessor.unwrap_or(usize::MAX));
        }
        key.push(usize::MAX);
    }
    key
}

/// Appends an attribute so that it has one entry per vertex, or none if no primitive has it.
fn join<T: Copy>(mine: &mut Vec<T>, theirs: Vec<T>, [before, added]: [usize; 2], filler: T) {
    if mine.is_empty() && theirs.is_empty() {
        return;
    }
    if before == 0 {
        *mine = theirs;
    } else {
        mine.resize(before, filler);
        mine.extend(theirs);
    }
    mine.resize(before.saturating_add(added), filler);
}
