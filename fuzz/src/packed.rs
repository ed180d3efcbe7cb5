//! Other data for a packed part of a file, packed again as its format does: LZ4 and zstd in chunks, zlib and zstd at the
//! end of a file, zlib in the blocks of a mesh asset.

use crate::mutate::Random;
use lz4_flex::block::{compress_into, get_maximum_output_size};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rezkit::layout::Layout;
use rezkit::{Format, identify};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use slmesh::{Block, Content};

/// Replaces the data of a space by others. `None` if its format packs in another way, or the file cannot be laid out.
#[must_use]
pub fn replaced(
    bytes: &[u8],
    layout: &Layout<'_>,
    space: usize,
    plain: &[u8],
    random: &mut Random,
) -> Option<Vec<u8>> {
    let start = layout.space(space).1?;
    match identify(bytes).format {
        Format::RbxBinary => chunk(bytes, start, plain, random),
        Format::SlMesh => asset(bytes, &name(layout, start), plain),
        Format::M3d => {
            let mut new = [bytes.get(..start)?, &compress_to_vec_zlib(plain, 1)].concat();
            let len = u32::try_from(new.len()).ok()?;
            new.get_mut(4..8)?.copy_from_slice(&len.to_le_bytes());
            Some(new)
        }
        Format::CsgPhysics => Some([bytes.get(..start)?, &zstd_frame(plain)?].concat()),
        _ => None,
    }
}

/// Replaces the data of a chunk: after its name come the length of the packed data, their own, and four more bytes.
fn chunk(bytes: &[u8], start: usize, plain: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let lengths = start.checked_add(4)?;
    let n_packed = u32::from_le_bytes(bytes.get(lengths..lengths + 4)?.try_into().ok()?);
    let end = (lengths + 12).checked_add(usize::try_from(n_packed).ok()?)?.min(bytes.len());
    let (packed, n_packed) = match random.below(3) {
        0 => (plain.to_vec(), 0),
        1 => (lz4(plain)?, 1),
        _ => (compress_to_vec(plain, CompressionLevel::Fastest), 1),
    };
    let n_packed = u32::try_from(packed.len() * n_packed).ok()?.to_le_bytes();
    let n_plain = u32::try_from(plain.len()).ok()?.to_le_bytes();
    Some(
        [
            bytes.get(..lengths)?,
            &n_packed,
            &n_plain,
            bytes.get(lengths + 8..lengths + 12)?,
            &packed,
            bytes.get(end..)?,
        ]
        .concat(),
    )
}

fn lz4(plain: &[u8]) -> Option<Vec<u8>> {
    let mut packed = vec![0; get_maximum_output_size(plain.len())];
    let len = compress_into(plain, &mut packed).ok()?;
    packed.truncate(len);
    Some(packed)
}

/// A frame of zstd with one stored block, which states its size in four bytes.
fn zstd_frame(plain: &[u8]) -> Option<Vec<u8>> {
    let len = u32::try_from(plain.len()).ok().filter(|len| *len < 1 << 17)?;
    let block = (len << 3 | 1).to_le_bytes();
    Some([&[0x28, 0xb5, 0x2f, 0xfd, 0xa0][..], &len.to_le_bytes(), block.get(..3)?, plain].concat())
}

/// The name of the span whose packed data begin at this byte.
fn name(layout: &Layout<'_>, start: usize) -> String {
    let at = |index: &usize| layout.span(*index).is_some_and(|span| (span.space, span.start) == (0, start));
    (0..layout.n_spans()).find(at).map_or_else(String::new, |index| layout.name(index))
}

/// A mesh asset with other data in a block.
fn asset(bytes: &[u8], name: &str, plain: &[u8]) -> Option<Vec<u8>> {
    let mut asset = slmesh::read(bytes).ok()?;
    let packed = compress_to_vec_zlib(plain, 1);
    fn put<T>(block: &mut Option<Block<T>>, packed: Vec<u8>) {
        block.iter_mut().for_each(|block| block.content = Content::Raw(packed.clone()));
    }
    match name {
        _ if name.contains("skin") => put(&mut asset.skin, packed),
        _ if name.contains("convex") => put(&mut asset.physics_convex, packed),
        _ if name.contains("physics") => put(&mut asset.physics_mesh, packed),
        _ if name.contains("medium") => put(&mut asset.medium_lod, packed),
        _ if name.contains("lowest") => put(&mut asset.lowest_lod, packed),
        _ if name.contains("low") => put(&mut asset.low_lod, packed),
        _ => put(&mut asset.high_lod, packed),
    }
    slmesh::write(&asset).ok()
}
