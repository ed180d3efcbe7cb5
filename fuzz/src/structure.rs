//! Damage that knows the structure of a file: one number, one part, the data inside of what is packed, or a part of
//! another file.

use crate::mutate::{Random, mutant};
use crate::{bounds, packed};
use rezkit::layout::{Kind, Layout, Span};
use rezkit::{ConvertOptions, File, Format, OpenOptions, Packing, convert};

/// Files that are longer take too long to be laid out for each mutant.
const MOST_BYTES: usize = 1 << 14;

/// A damaged copy of a file that can be laid out: a number is another one, a value is at a bound of its type, a part is
/// gone or there twice or changed places with the next, or what is packed is damaged and packed again. `None` if the file
/// cannot be laid out.
#[must_use]
pub fn structured(bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
    let mut random = Random::new(seed);
    let file = opened(bytes)?;
    match random.below(12) {
        0 => unpacked(&file),
        _ => damaged(bytes, &file.layout(), &mut random),
    }
}

/// The same, of a file that is laid out, without the copy with nothing packed.
pub(crate) fn damaged(bytes: &[u8], layout: &Layout<'_>, random: &mut Random) -> Option<Vec<u8>> {
    match random.below(11) {
        0..=2 if layout.n_spaces() > 1 => {
            let space = 1 + random.below(layout.n_spaces() - 1);
            let plain = mutant(layout.space(space).0, random.below(1 << 30) as u64);
            packed::replaced(bytes, layout, space, &plain, random)
        }
        3..=5 => at_bound(bytes, layout, random),
        6..=8 => with_number(bytes, layout, random),
        _ => with_parts(bytes, layout, random),
    }
}

pub(crate) fn opened(bytes: &[u8]) -> Option<File<'_>> {
    let options = OpenOptions::default().max_memory(1 << 26);
    File::open(bytes, &options).ok().filter(|_| bytes.len() <= MOST_BYTES)
}

/// A value at a bound, in the file or in something packed.
fn at_bound(bytes: &[u8], layout: &Layout<'_>, random: &mut Random) -> Option<Vec<u8>> {
    // Text has no zero bytes.
    if !bytes.contains(&0) {
        return bounds::text(bytes, random);
    }
    match random.below(layout.n_spaces()) {
        0 => bounds::value(layout, 0, random),
        space => packed::replaced(bytes, layout, space, &bounds::value(layout, space, random)?, random),
    }
}

/// A copy of a file with a part of another one of its format: instead of a part with the same name, or, if one of the files
/// cannot be laid out, from a byte on.
#[must_use]
pub fn spliced(bytes: &[u8], other: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let files = [bytes, other].map(opened);
    let layouts = files.each_ref().map(|file| file.as_ref().map(File::layout));
    joined([bytes, other], layouts.each_ref().map(Option::as_ref), &mut random)
}

/// The same, of files that are laid out, if they can be.
pub(crate) fn joined(files: [&[u8]; 2], layouts: [Option<&Layout<'_>>; 2], random: &mut Random) -> Vec<u8> {
    let [bytes, other] = files;
    let parts = match layouts {
        [Some(layout), Some(from)] => parts_spliced(files, [layout, from], random),
        _ => None,
    };
    parts.unwrap_or_else(|| {
        let (end, start) = (random.below(bytes.len()), random.below(other.len()));
        [bytes.get(..end).unwrap_or_default(), other.get(start..).unwrap_or_default()].concat()
    })
}

fn parts_spliced(
    [bytes, other]: [&[u8]; 2],
    [layout, from]: [&Layout<'_>; 2],
    random: &mut Random,
) -> Option<Vec<u8>> {
    let word = |layout: &Layout<'_>, index: usize| layout.label(index).word;
    let part = |layout: &Layout<'_>, index: usize| {
        let span = layout.span(index).filter(|span| span.space == 0 && span.start < span.end)?;
        (span.parent.is_some() || span.depth > 0).then_some(span)
    };
    // Few tries find two in most files.
    let (at, new) = (0..64).find_map(|_| {
        let (here, there) = (random.below(layout.n_spans()), random.below(from.n_spans()));
        let is_alike = word(layout, here) == word(from, there);
        Some((part(layout, here)?, part(from, there)?)).filter(|_| is_alike)
    })?;
    let new = other.get(new.start..new.end)?;
    Some([bytes.get(..at.start)?, new, bytes.get(at.end..)?].concat())
}

/// The same file with nothing packed, so that further damage is inside.
pub(crate) fn unpacked(file: &File<'_>) -> Option<Vec<u8>> {
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
