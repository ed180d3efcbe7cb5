//! Conversion of Roblox meshes between versions, and welding of vertices.

use super::{ConvertOptions, Converted, Losses, refused, with};
use convert::compress;
use files::File;
use files::codec::Codec;
use rbxmesh::{Mesh, Version};
use scene::{Problem, ProblemKind, counted};

pub(super) fn convert(file: &File<'_>, options: &ConvertOptions) -> Result<Converted, Problem> {
    if options.mesh_version.is_none() && options.weld.is_none() && options.draco.is_none() {
        return Err(Problem::new(
            ProblemKind::Unsupported,
            "the file is a Roblox mesh already: give the version to convert it to",
        ));
    }
    let (mut mesh, warnings) = Mesh::read(file.bytes(), file.options())?;
    let mut losses = Losses::default();
    losses.warnings(&warnings);
    // Versions before 7.00 cannot contain a Draco stream.
    let packed = options.draco.as_ref().map_or(mesh.version, |_| mesh.version.max(Version::V7_00));
    let loss = mesh.transcode(options.mesh_version.unwrap_or(packed)).map_err(refused)?;
    for (kind, count) in loss.iter() {
        losses.add_many(kind.name(), count);
    }
    let n_welded = options.weld.as_ref().map_or(0, |weld| mesh.weld(weld));
    if let Some(draco) = &options.draco {
        compress(&mut mesh, draco, &mut losses)?;
    }
    let mut converted = with(losses, rbxmesh::write(&mesh).map_err(refused)?);
    if n_welded > 0 {
        converted.notes.push(format!("joined with others: {}", counted(n_welded, "vertex")));
    }
    Ok(converted)
}
