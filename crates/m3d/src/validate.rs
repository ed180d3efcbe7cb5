//! Validation, which finds problems in models that can be read.

mod actions;
mod frame;
mod materials;
mod meshes;
mod points;
mod raylib;
mod references;
mod shapes;
mod skeleton;
mod strings;
mod voxels;

use crate::common::rules::Findings;
use crate::model::{Chunk, Model, Name};
use crate::wire;
use std::borrow::Cow;

/// Checks a model against the [`rules`](crate::rules). Findings are in the order of the rules' subjects; the list is
/// empty if the model is valid.
///
/// The list has at most 1,000 findings of each rule, because a badly damaged file would have millions;
/// [`Findings::total`] counts all of them.
///
/// ```
/// use m3d::{Chunk, Mesh, Model};
///
/// let mut model = Model::default();
/// model.chunks.push(Chunk::Mesh(Mesh::from_triangles([[0, 1, 2]])));
/// let findings = m3d::validate(&model);
/// assert_eq!(findings[0].rule, &m3d::rules::M3D012);
/// assert_eq!(
///     findings[0].to_string(),
///     "error M3D012: chunks[0] MESH, records[0].polygons[0].vertices[0]: A vertex index is out of range; found 0, limit 0"
/// );
/// ```
#[must_use]
pub fn validate(model: &Model) -> Findings {
    let mut findings = Findings::default();
    frame::check(model, &mut findings);
    strings::check(model, &mut findings);
    references::check(model, &mut findings);
    points::check(model, &mut findings);
    skeleton::check(model, &mut findings);
    materials::check(model, &mut findings);
    meshes::check(model, &mut findings);
    voxels::check(model, &mut findings);
    shapes::check(model, &mut findings);
    actions::check(model, &mut findings);
    findings
}

/// A program whose treatment of models this crate knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Program {
    /// The game library raylib.
    Raylib,
}

/// Reports features that a program ignores or shows differently, by the rules in the program's module of
/// [`rules`](crate::rules).
#[must_use]
pub fn validate_for(model: &Model, program: Program) -> Findings {
    let mut findings = Findings::default();
    match program {
        Program::Raylib => raylib::check(model, &mut findings),
    }
    findings
}

/// The start of the string of a name, for a path.
fn text(model: &Model, name: Name) -> Cow<'_, str> {
    String::from_utf8_lossy(model.strings.start(name))
}

/// The name of a chunk in paths, by its index among all chunks: `chunks[3] MESH`.
fn title(number: usize, chunk: &Chunk) -> String {
    wire::title(number, &chunk.magic())
}

/// The path of the first chunk of a kind; empty if there is none.
fn first(model: &Model, magic: [u8; 4]) -> String {
    let number = model.chunks.iter().position(|chunk| chunk.magic() == magic);
    number.map(|number| wire::title(number, &magic)).unwrap_or_default()
}
