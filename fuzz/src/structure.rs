//! Damage that knows the structure of a file: one number, one part, or the data inside of what is packed.

use crate::mutate::{Random, mutant};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rezkit::layout::{Kind, Layout, Span};
use rezkit::{ConvertOptions, File, Format, OpenOptions, Packing, convert, identify};
use slmesh::{Block, Content};

/// Files that are longer take too long to be laid out for each mutant.
const MOST_BYTES: usize = 1 << 14;

/// A damaged copy of a file that can be laid out: a number is another one, a part is gone or there twice or changed places
/// with the next, or what is packed is damaged and packed again. `None` if the file cannot be laid out.
#[must_use]
pub fn structured(bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
    let mut random = Random::new(seed);
    if bytes.len() > MOST_BYTES {
        return None;
    }
    let file = File::open(bytes, &OpenOptions::default().max_memory(1 << 26)).ok()?;
    let layout = file.layout();
    match random.below(8) {
        0 => unpacked(&file),
        1 | 2 if layout.n_spaces() > 1 => packed_again(bytes, &layout, &mut random),
        3..=5 => with_number(bytes, &layout, &mut random),
        _ => with_parts(bytes, &layout, &mut random),
    }
}

/// The same file with nothing packed, so that further damage is inside.
fn unpacked(file: &File<'_>) -> Option<Vec<u8>> {
    let format = file.identity().format;
    let options = ConvertOptions::to(format).packing(Packing::Stored);
    let can = matches!(format, Format::RbxBinary | Format::M3d);
    can.then(|| convert(file, &options).ok()).flatten().map(|made| made.bytes)
}

/// One of the spans of the file itself that fit.
fn span(layout: &Layout<'_>, random: &mut Random, fits: impl Fn(&Span) -> bool) -> Option<Span> {
    let n = layout.n_spans();
    // Few tries find one in most files.
    (0..64).find_map(|_| layout.span(random.below(n)).filter(|span| span.space == 0 && fits(span)))
}

/// A count, a length, a type or another number of up to eight bytes is another one.
fn with_number(bytes: &[u8], layout: &Layout<'_>, random: &mut Random) -> Option<Vec<u8>> {
    let is_number = |span: &Span| span.kind == Kind::Typed && matches!(span.end - span.start, 1 | 2 | 4 | 8);
    let span = span(layout, random, is_number)?;
    let mut bytes = bytes.to_vec();
    let field = bytes.get_mut(span.start..span.end)?;
    let mut wide = [0; 8];
    wide.iter_mut().zip(field.iter()).for_each(|(to, from)| *to = *from);
    let own = u64::from_le_bytes(wide);
    let sizes = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, u64::MAX, span.start as u64];
    let new = match random.below(4) {
        0 => own.wrapping_add(1),
        1 => own.wrapping_sub(1),
        2 => random.below(16) as u64,
        _ => sizes.get(random.below(sizes.len())).copied().unwrap_or_default(),
    };
    let mut new = new.to_le_bytes();
    if random.below(4) == 0 {
        // The highest byte first.
        new.get_mut(..field.len())?.reverse();
    }
    field.iter_mut().zip(new).for_each(|(to, from)| *to = from);
    Some(bytes)
}

/// A part is gone, there twice, or in the place of another.
fn with_parts(bytes: &[u8], layout: &Layout<'_>, random: &mut Random) -> Option<Vec<u8>> {
    let is_part = |span: &Span| span.start < span.end && span.end - span.start < bytes.len();
    let one = span(layout, random, is_part)?;
    let own = bytes.get(one.start..one.end)?.to_vec();
    let mut bytes = bytes.to_vec();
    match random.below(3) {
        0 => drop(bytes.drain(one.start..one.end)),
        1 => drop(bytes.splice(one.end..one.end, own)),
        _ => {
            let other = span(layout, random, is_part)?;
            drop(bytes.splice(other.start..other.end, own));
        }
    }
    Some(bytes)
}

/// The data of something packed are damaged, and packed again.
fn packed_again(bytes: &[u8], layout: &Layout<'_>, random: &mut Random) -> Option<Vec<u8>> {
    let (inner, start) = layout.space(1 + random.below(layout.n_spaces() - 1));
    let (start, plain) = (start?, mutant(inner, random.below(1 << 30) as u64));
    match identify(bytes).format {
        Format::RbxBinary => {
            // Before the data: how long they are packed, how long they are, and four more bytes.
            let lengths = start.checked_sub(12)?;
            let n_packed = u32::from_le_bytes(bytes.get(lengths..lengths + 4)?.try_into().ok()?);
            let mut new = bytes.to_vec();
            let n_plain = u32::try_from(plain.len()).ok()?;
            new.get_mut(lengths..lengths + 4)?.fill(0);
            new.get_mut(lengths + 4..lengths + 8)?.copy_from_slice(&n_plain.to_le_bytes());
            let end = start.checked_add(usize::try_from(n_packed).ok()?)?.min(bytes.len());
            drop(new.splice(start..end, plain));
            Some(new)
        }
        Format::SlMesh => of_asset(bytes, &name(layout, start), &plain),
        _ => None,
    }
}

/// The name of the span whose packed data begin at this byte.
fn name(layout: &Layout<'_>, start: usize) -> String {
    let at = |index: &usize| layout.span(*index).is_some_and(|span| (span.space, span.start) == (0, start));
    (0..layout.n_spans()).find(at).map_or_else(String::new, |index| layout.name(index))
}

/// A mesh asset with other data in a block.
fn of_asset(bytes: &[u8], name: &str, plain: &[u8]) -> Option<Vec<u8>> {
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
