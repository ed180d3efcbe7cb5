//! Sorting of faces by material: those without a material first, then by decreasing opacity.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Chunk, Command, Mesh, Model, Name, Parts, Record, Shape};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Checks that the lists of each mesh match its records. Otherwise sorting would drop surplus corners, or all corners
/// after the first missing one.
pub(super) fn check(model: &Model) -> Result<(), Error> {
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Mesh(mesh) = chunk else { continue };
        let mut expected = [0_usize; 4];
        for record in &mesh.records {
            if let Record::Polygons { sides, parts, count } = *record {
                advance(&mut expected, sides, parts, count);
            }
        }
        let found = [mesh.vertices.len(), mesh.tex_coords.len(), mesh.normals.len(), mesh.max_vertices.len()];
        let names = ["corners", "texture coordinates", "normals", "maximum vertices"];
        for ((what, found), expected) in names.into_iter().zip(found).zip(expected) {
            if found != expected {
                let error = Error::model(ErrorKind::Mismatch { what, found, expected });
                return Err(error.inside(format!("chunks[{number}] MESH")));
            }
        }
    }
    Ok(())
}

/// Advances the positions in a mesh's four lists past some polygons.
fn advance(places: &mut [usize; 4], sides: u8, parts: Parts, count: u32) {
    let n_corners = (count as usize).saturating_mul(sides.into());
    let has = [true, parts.has(Parts::TEX_COORD), parts.has(Parts::NORMAL), parts.has(Parts::MAX_VERTEX)];
    for (place, _) in places.iter_mut().zip(has).filter(|(_, has)| *has) {
        *place = place.saturating_add(n_corners);
    }
}

pub(super) fn sort(model: &mut Model) {
    let names_faces = |shape: &Shape| shape.commands.iter().any(|one| matches!(one, Command::Mesh { .. }));
    // The numbers by which shapes refer to faces would change.
    if model.shapes().any(names_faces) {
        return;
    }
    let mut opacity = HashMap::new();
    let colours = model.colours();
    for material in model.materials() {
        opacity.entry(material.name).or_insert_with(|| colours.opacity(material));
    }
    for chunk in &mut model.chunks {
        if let Chunk::Mesh(mesh) = chunk {
            // Polygons of a single kind without a material are sorted already.
            if !matches!(mesh.records[..], [] | [Record::Polygons { .. }]) {
                *mesh = sorted(mesh, &opacity);
            }
        }
    }
}

/// Consecutive polygons of one kind, with the material and parameter that apply to them.
struct Run {
    material: Name,
    parameter: (u8, Name),
    sides: u8,
    parts: Parts,
    count: u32,
    /// The index of the first corner in each of the mesh's lists.
    starts: [usize; 4],
}

fn sorted(mesh: &Mesh, opacity: &HashMap<Name, u8>) -> Mesh {
    let mut runs = runs(mesh);
    // Materials of equal opacity are ordered by first use, so that the faces of each are together.
    let mut first_use: HashMap<(Name, u8, Name), usize> = HashMap::new();
    for run in &runs {
        let next = first_use.len();
        first_use.entry((run.material, run.parameter.0, run.parameter.1)).or_insert(next);
    }
    let mut first_material: HashMap<Name, usize> = HashMap::new();
    for run in &runs {
        let next = first_material.len();
        first_material.entry(run.material).or_insert(next);
    }
    runs.sort_by_key(|run| {
        let Run { material, parameter, .. } = run;
        let is_none = *material == Name::NONE;
        let opacity = if is_none { u8::MAX } else { opacity.get(material).copied().unwrap_or(u8::MAX) };
        let parameter =
            (parameter.1 != Name::NONE, first_use.get(&(*material, parameter.0, parameter.1)).copied());
        // Format document, section 6.7.2: faces without a material first, then by falling opacity.
        (!is_none, Reverse(opacity), first_material.get(material).copied(), parameter)
    });
    let mut all = Mesh::default();
    let (mut material, mut parameter) = (Name::NONE, (0, Name::NONE));
    for run in runs {
        if run.material != material {
            material = run.material;
            all.records.push(Record::Material(material));
        }
        if run.parameter.1 != parameter.1 || (run.parameter.0 != parameter.0 && run.parameter.1 != Name::NONE)
        {
            parameter = run.parameter;
            all.records.push(Record::Parameter { kind: parameter.0.max(1), name: parameter.1 });
        }
        let n_corners = (run.count as usize).saturating_mul(run.sides.into());
        let [at, tex_coord, normal, max] = run.starts;
        take(&mut all.vertices, &mesh.vertices, at, n_corners);
        for (part, start) in
            [(Parts::TEX_COORD, tex_coord), (Parts::NORMAL, normal), (Parts::MAX_VERTEX, max)]
        {
            match part {
                part if !run.parts.has(part) => {}
                Parts::TEX_COORD => take(&mut all.tex_coords, &mesh.tex_coords, start, n_corners),
                Parts::NORMAL => take(&mut all.normals, &mesh.normals, start, n_corners),
                _ => take(&mut all.max_vertices, &mesh.max_vertices, start, n_corners),
            }
        }
        match all.records.last_mut() {
            Some(Record::Polygons { sides, parts, count }) if *sides == run.sides && *parts == run.parts => {
                *count = count.saturating_add(run.count);
            }
            _ => all.records.push(Record::Polygons { sides: run.sides, parts: run.parts, count: run.count }),
        }
    }
    all
}

fn runs(mesh: &Mesh) -> Vec<Run> {
    let mut runs = Vec::new();
    let (mut material, mut parameter, mut starts) = (Name::NONE, (0, Name::NONE), [0_usize; 4]);
    for record in &mesh.records {
        match *record {
            Record::Material(name) => material = name,
            Record::Parameter { kind, name } => parameter = (kind, name),
            Record::Polygons { sides, parts, count } => {
                runs.push(Run { material, parameter, sides, parts, count, starts });
                advance(&mut starts, sides, parts, count);
            }
        }
    }
    runs
}

fn take<T: Copy>(all: &mut Vec<T>, list: &[T], start: usize, n: usize) {
    all.extend_from_slice(list.get(start..).and_then(|rest| rest.get(..n)).unwrap_or_default());
}
