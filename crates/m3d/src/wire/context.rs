//! What decoding one chunk needs to know about the others.

use super::{Frame, Outline, index_from, is_unique};
use crate::mould::wire::Wire;
use crate::options::MeshCommand;
use crate::{BoneIndex, ReadOptions, Strings, Types};

/// What decoding one chunk needs to know about the others: the field widths, and the number of items that references
/// may refer to.
///
/// The counts come from a scan of the chunk headers, before any chunk is decoded, so the order of the chunks does not
/// matter.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) types: Types,
    pub(crate) mesh_command: MeshCommand,
    /// What decides the bytes that a value takes, for the layout: the types, and above them the form of the command
    /// `mesh`.
    pub(crate) packed: u64,
    pub(crate) max_voxels: u64,
    /// The number of bytes up to the end of the last terminated string.
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
    /// `chunks` are the bytes after the header chunk.
    pub(crate) fn survey(types: Types, strings: &Strings, chunks: &[u8], options: &ReadOptions) -> Self {
        let mut context = Self {
            types,
            mesh_command: options.mesh_command,
            packed: pack(types, options.mesh_command),
            max_voxels: options.max_voxels(),
            // Offset 0 is no string, so it is always valid.
            n_string_bytes: strings.n_ended().max(1),
            n_colours: 0,
            n_tex_coords: 0,
            n_vertices: 0,
            n_bones: 0,
            n_skins: 0,
            n_shapes: 0,
            n_voxel_types: 0,
        };
        let mut rest = chunks;
        let mut seen = Vec::new();
        while let Some((frame, body)) = rest.split_first_chunk() {
            let frame = Frame::decode(frame);
            let Some(len) = (frame.length as usize).checked_sub(Frame::LEN).filter(|len| *len <= body.len())
            else {
                break;
            };
            let (body, after) = body.split_at_checked(len).unwrap_or_default();
            rest = after;
            let magic = frame.magic.0;
            // The first chunk of a kind that may occur once counts, even if it is empty.
            if is_unique(magic) {
                if seen.contains(&magic) {
                    continue;
                }
                seen.push(magic);
            }
            let of_size = |size: usize| len.checked_div(size).unwrap_or_default();
            match &magic {
                b"CMAP" => context.n_colours = of_size(4),
                b"TMAP" => context.n_tex_coords = of_size(types.tex_coord_bytes()),
                b"VRTS" => context.n_vertices = of_size(types.vertex_bytes()),
                b"BONE" => (context.n_bones, context.n_skins) = context.bone_counts(body),
                b"SHPE" => context.n_shapes = context.n_shapes.saturating_add(1),
                b"VOXT" => context.n_voxel_types = context.voxel_types(body),
                _ => {}
            }
        }
        context
    }

    /// For a file in the text form. Its names lead to their strings by construction, and its colours are inline.
    pub(crate) fn of_text(outline: &Outline, options: &ReadOptions) -> Self {
        Self {
            mesh_command: options.mesh_command,
            packed: pack(Types::default(), options.mesh_command),
            max_voxels: options.max_voxels(),
            n_tex_coords: outline.n_tex_coords,
            n_vertices: outline.n_vertices,
            n_bones: outline.n_bones,
            n_shapes: outline.n_shapes,
            n_voxel_types: outline.n_voxel_types,
            ..Self::again(0)
        }
    }

    /// The number of bits of `packed`.
    pub(crate) const PACKED_BITS: u32 = 34;

    /// The context of what `packed` says, with bounds that every reference keeps.
    pub(crate) fn again(packed: u64) -> Self {
        let [a, b, c, d, high, ..] = packed.to_le_bytes();
        Self {
            types: Types::from_bits(u32::from_le_bytes([a, b, c, d])),
            mesh_command: match high & 3 {
                0 => MeshCommand::Face,
                1 => MeshCommand::Range,
                _ => MeshCommand::ScaledRange,
            },
            packed,
            max_voxels: u64::MAX,
            n_string_bytes: usize::MAX,
            n_colours: usize::MAX,
            n_tex_coords: usize::MAX,
            n_vertices: usize::MAX,
            n_bones: usize::MAX,
            n_skins: usize::MAX,
            n_shapes: usize::MAX,
            n_voxel_types: usize::MAX,
        }
    }

    /// The counts of bones and skins at the start of the chunk.
    fn bone_counts(&self, body: &[u8]) -> (usize, usize) {
        let (bones, rest) = body.split_at_checked(self.types.bone.bytes()).unwrap_or_default();
        let skins = rest.get(..self.types.skin.bytes()).unwrap_or_default();
        let count = |bytes| index_from::<BoneIndex>(bytes).get().unwrap_or_default();
        (count(bones), count(skins))
    }

    /// The number of records in the chunk of voxel types.
    fn voxel_types(&self, body: &[u8]) -> usize {
        let Types { colour, string, skin, .. } = self.types;
        let n_items_at = colour.bytes().saturating_add(string.bytes()).saturating_add(2);
        let fixed = n_items_at.saturating_add(1).saturating_add(skin.bytes());
        let item = string.bytes().saturating_add(2);
        let (mut rest, mut count) = (body, 0_usize);
        while let Some(n_items) = rest.get(n_items_at) {
            let len = usize::from(*n_items).saturating_mul(item).saturating_add(fixed);
            let Some(after) = rest.get(len..) else { break };
            rest = after;
            count = count.saturating_add(1);
        }
        count
    }
}

fn pack(types: Types, mesh_command: MeshCommand) -> u64 {
    let mesh_command = match mesh_command {
        MeshCommand::Face => 0,
        MeshCommand::Range => 1,
        MeshCommand::ScaledRange => 2,
    };
    u64::from(types.to_bits()) | mesh_command << u32::BITS
}
