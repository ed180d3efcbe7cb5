//! The context of a chunk: field widths and counts from other chunks.

use super::Outline;
use crate::model::Types;
use crate::options::{MeshCommand, ReadOptions};

/// The context in which a chunk is decoded: the field widths, and the number of items that references may refer to.
///
/// The counts come from a [survey](Context::survey) of the chunk headers, before any chunk is decoded, so the order
/// of the chunks does not matter.
#[derive(Debug, Default)]
pub(crate) struct Context {
    pub(crate) types: Types,
    pub(crate) mesh_command: MeshCommand,
    pub(crate) max_voxels: u64,
    /// The number of bytes of the string table up to the end of the last terminated string.
    pub(crate) n_string_bytes: usize,
    pub(crate) n_colours: usize,
    pub(crate) n_tex_coords: usize,
    pub(crate) n_vertices: usize,
    pub(crate) n_bones: usize,
    pub(crate) n_skins: usize,
    pub(crate) n_shapes: usize,
    pub(crate) n_voxel_types: usize,
}

impl Context {
    /// The context of a file in the text form, whose names, colours and skins are not numbers.
    pub(crate) fn of_text(outline: &Outline, options: &ReadOptions) -> Self {
        Self {
            mesh_command: options.mesh_command,
            max_voxels: options.max_voxels(),
            n_tex_coords: outline.n_tex_coords,
            n_vertices: outline.n_vertices,
            n_bones: outline.n_bones,
            n_shapes: outline.n_shapes,
            n_voxel_types: outline.n_voxel_types,
            ..Self::default()
        }
    }
}
