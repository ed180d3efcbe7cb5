//! The counts of a file in the binary form, found before any chunk is decoded.

use super::{Context, Frame, index_from, is_unique};
use crate::common::wire::Wire;
use crate::model::{BoneIndex, Strings, Types};
use crate::options::ReadOptions;

impl Context {
    /// Counts items in `chunks`, the bytes after the header chunk.
    pub(crate) fn survey(types: Types, strings: &Strings, chunks: &[u8], options: &ReadOptions) -> Self {
        let mut context = Self {
            types,
            mesh_command: options.mesh_command,
            max_voxels: options.max_voxels(),
            // Offset 0 is no string, so it is always valid.
            n_string_bytes: strings.n_ended().max(1),
            ..Self::default()
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

    /// Reads the counts of bones and skins at the start of the chunk.
    fn bone_counts(&self, body: &[u8]) -> (usize, usize) {
        let (bones, rest) = body.split_at_checked(self.types.bone.bytes()).unwrap_or_default();
        let skins = rest.get(..self.types.skin.bytes()).unwrap_or_default();
        let count = |bytes| index_from::<BoneIndex>(bytes).get().unwrap_or_default();
        (count(bones), count(skins))
    }

    /// Counts the records in the chunk of voxel types.
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
