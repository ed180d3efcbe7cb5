//! Conversion of Roblox meshes between versions.

use super::{ConvertOptions, Converted, Losses, refused};
use crate::codec::Codec;
use crate::{File, Problem, ProblemKind};
use rbxmesh::Mesh;

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    let Some(version) = options.mesh_version else {
        return Err(Problem::new(
            ProblemKind::Unsupported,
            "a Roblox mesh is converted to another version, and none is given",
        ));
    };
    let (mut mesh, warnings) = Mesh::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    let loss = mesh.transcode(version).map_err(refused)?;
    for (kind, count) in loss.iter() {
        losses.add_many(kind.name(), count);
    }
    let bytes = rbxmesh::write(&mesh).map_err(refused)?;
    Ok(losses.with(bytes))
}
