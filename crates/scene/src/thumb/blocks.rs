//! Reads textures in formats of graphics cards: DDS, KTX 1 and KTX 2, with blocks of BC1 to BC5, BC7, ETC1 and ETC2, or
//! uncompressed.

use super::etc;
use crate::unpack::{inflate, zstd};
use std::ops::RangeInclusive;

const KTX1: &[u8] = b"\xabKTX 11\xbb\r\n\x1a\n";
const KTX2: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// The storage of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    Bc1,
    Bc2,
    Bc3,
    /// One channel, read as grey.
    Bc4,
    /// The X and Y of normals.
    Bc5,
    Bc7,
    /// ETC1 and ETC2, without opacity.
    Etc,
    /// ETC2 with a one-bit opacity.
    EtcHoles,
    /// ETC2 with separate blocks for opacity.
    EtcOpacity,
    Rgba,
    Bgra,
    /// Three channels with an unused fourth byte.
    Bgrx,
}

impl Layout {
    /// The layout for the four-character code of a DDS file.
    fn of_letters(letters: [u8; 4]) -> Option<Self> {
        Some(match &letters {
            b"DXT1" => Self::Bc1,
            b"DXT2" | b"DXT3" => Self::Bc2,
            b"DXT4" | b"DXT5" => Self::Bc3,
            b"ATI1" | b"BC4U" => Self::Bc4,
            b"ATI2" | b"BC5U" => Self::Bc5,
            _ => return None,
        })
    }

    /// The layout for a value of the enum `DXGI_FORMAT`.
    fn of_dxgi(number: u32) -> Option<Self> {
        const ALL: [(RangeInclusive<u32>, Layout); 9] = [
            (27..=29, Layout::Rgba),
            (70..=72, Layout::Bc1),
            (73..=75, Layout::Bc2),
            (76..=78, Layout::Bc3),
            (79..=80, Layout::Bc4),
            (82..=83, Layout::Bc5),
            (97..=99, Layout::Bc7),
            (87..=87, Layout::Bgra),
            (90..=91, Layout::Bgra),
        ];
        of_range(&ALL, number)
    }

    /// The layout for a value of the enum `VkFormat`.
    fn of_vulkan(number: u32) -> Option<Self> {
        const ALL: [(RangeInclusive<u32>, Layout); 13] = [
            (37..=37, Layout::Rgba),
            (43..=43, Layout::Rgba),
            (44..=44, Layout::Bgra),
            (50..=50, Layout::Bgra),
            (131..=134, Layout::Bc1),
            (135..=136, Layout::Bc2),
            (137..=138, Layout::Bc3),
            (139..=139, Layout::Bc4),
            (141..=141, Layout::Bc5),
            (145..=146, Layout::Bc7),
            (147..=148, Layout::Etc),
            (149..=150, Layout::EtcHoles),
            (151..=152, Layout::EtcOpacity),
        ];
        of_range(&ALL, number)
    }

    /// The layout for an internal format of OpenGL.
    fn of_opengl(number: u32) -> Option<Self> {
        const ALL: [(RangeInclusive<u32>, Layout); 12] = [
            (0x8058..=0x8058, Layout::Rgba),
            (0x8c43..=0x8c43, Layout::Rgba),
            (0x83f0..=0x83f1, Layout::Bc1),
            (0x83f2..=0x83f2, Layout::Bc2),
            (0x83f3..=0x83f3, Layout::Bc3),
            (0x8dbb..=0x8dbb, Layout::Bc4),
            (0x8dbd..=0x8dbd, Layout::Bc5),
            (0x8e8c..=0x8e8d, Layout::Bc7),
            (0x8d64..=0x8d64, Layout::Etc),
            (0x9274..=0x9275, Layout::Etc),
            (0x9276..=0x9277, Layout::EtcHoles),
            (0x9278..=0x9279, Layout::EtcOpacity),
        ];
        of_range(&ALL, number)
    }

    /// The size of a block in bytes; `None` for uncompressed pixels of four bytes.
    const fn n_bytes_of_block(self) -> Option<usize> {
        match self {
            Self::Bc1 | Self::Bc4 | Self::Etc | Self::EtcHoles => Some(8),
            Self::Bc2 | Self::Bc3 | Self::Bc5 | Self::Bc7 | Self::EtcOpacity => Some(16),
            Self::Rgba | Self::Bgra | Self::Bgrx => None,
        }
    }
}

fn of_range(all: &[(RangeInclusive<u32>, Layout)], number: u32) -> Option<Layout> {
    all.iter().find(|(numbers, _)| numbers.contains(&number)).map(|(_, layout)| *layout)
}

/// True if bytes start as a DDS or KTX file.
pub fn is_one(bytes: &[u8]) -> bool {
    [b"DDS ", KTX1, KTX2].iter().any(|start| bytes.starts_with(start))
}

/// The compression of a KTX file, if it is not supported, as a text for reports.
#[must_use]
pub fn unread(bytes: &[u8]) -> Option<&'static str> {
    let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    if bytes.starts_with(KTX1) {
        return matches!(word(28)?, 0x93b0..=0x93bd | 0x93d0..=0x93dd).then_some("ASTC");
    }
    match (bytes.starts_with(KTX2), word(12)?, word(44)?) {
        (true, 157..=184, _) => Some("ASTC"),
        (true, 0, 1) => Some("Basis Universal (ETC1S)"),
        (true, 0, _) => Some("Basis Universal (UASTC)"),
        _ => None,
    }
}

/// Decodes the width, the height and the pixels of a file's first image at its finest level; `None` if the file is of
/// another kind, is damaged, is stored in another way, or has more bytes of pixels than the limit.
pub(super) fn decode(bytes: &[u8], limit: usize) -> Option<(usize, usize, Vec<[u8; 4]>)> {
    let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let side = |at: usize| usize::try_from(word(at)?).ok();
    // KTX 2: the format is at 12, width and height at 20, the supercompression at 44, the offset of the finest level at
    // 80, and its length at 88.
    if bytes.starts_with(KTX2) {
        let (layout, width, height) = (Layout::of_vulkan(word(12)?)?, side(20)?, side(24)?);
        let n_bytes = n_bytes(layout, width, height, limit)?;
        let packed = bytes.get(side(80)?..)?.get(..side(88)?)?;
        // Offsets and lengths have eight bytes, whose upper halves must be 0.
        if word(84)? != 0 || word(92)? != 0 {
            return None;
        }
        return match word(44)? {
            0 => pixels(layout, width, height, packed),
            2 => pixels(layout, width, height, &zstd(packed, n_bytes).ok()?.0),
            3 => pixels(layout, width, height, &inflate(packed, n_bytes, true).ok()?.0),
            _ => None,
        };
    }
    // KTX 1: the byte order is at 12, the format at 28, width and height at 36, array elements and faces at 48, the
    // size of the metadata at 60; after these follow the length of the finest level, and the level.
    if bytes.starts_with(KTX1) {
        let (layout, width, height) = (Layout::of_opengl(word(28)?)?, side(36)?, side(40)?);
        let is_plain = word(12)? == 0x0403_0201 && word(48)? <= 1;
        n_bytes(layout, width, height, limit).filter(|_| is_plain)?;
        let start = side(60)?.checked_add(68)?;
        return pixels(layout, width, height, bytes.get(start..)?);
    }
    if !bytes.starts_with(b"DDS ") {
        return None;
    }
    // DDS: height and width are at 12, flags of the format at 80, its four-character code at 84, bits and masks from 88
    // on, and the number of a newer format at 128.
    let (height, width) = (side(12)?, side(16)?);
    let letters = *bytes.get(84..)?.first_chunk::<4>()?;
    let (layout, start) = match (&letters, word(80)? & 4 != 0) {
        (b"DX10", true) => (Layout::of_dxgi(word(128)?)?, 148),
        (_, true) => (Layout::of_letters(letters)?, 128),
        // Pixels of 32 bits are recognised by the masks of red, blue and opacity.
        (_, false) => match (word(88)?, word(92)?, word(100)?, word(104)?) {
            (32, 0xff, 0x00ff_0000, 0xff00_0000) => (Layout::Rgba, 128),
            (32, 0x00ff_0000, 0xff, 0xff00_0000) => (Layout::Bgra, 128),
            (32, 0x00ff_0000, 0xff, 0) => (Layout::Bgrx, 128),
            _ => return None,
        },
    };
    n_bytes(layout, width, height, limit)?;
    pixels(layout, width, height, bytes.get(start..)?)
}

/// The stored size of an image in bytes; `None` if it has no pixel, or its decoded pixels exceed the limit.
fn n_bytes(layout: Layout, width: usize, height: usize, limit: usize) -> Option<usize> {
    let n_pixels = width.checked_mul(height).filter(|n_pixels| *n_pixels > 0)?;
    // The mip levels take another third, so six bytes per pixel are more than enough.
    n_pixels.checked_mul(6).filter(|n_bytes| *n_bytes <= limit)?;
    match layout.n_bytes_of_block() {
        Some(n_bytes) => width.div_ceil(4).checked_mul(height.div_ceil(4))?.checked_mul(n_bytes),
        None => n_pixels.checked_mul(4),
    }
}

/// Decodes the pixels; `None` if bytes are missing.
fn pixels(layout: Layout, width: usize, height: usize, data: &[u8]) -> Option<(usize, usize, Vec<[u8; 4]>)> {
    let data = data.get(..n_bytes(layout, width, height, usize::MAX)?)?;
    let Some(n_bytes) = layout.n_bytes_of_block() else {
        let pixel = |[a, b, c, d]: &[u8; 4]| match layout {
            Layout::Rgba => [*a, *b, *c, *d],
            Layout::Bgra => [*c, *b, *a, *d],
            _ => [*c, *b, *a, 255],
        };
        return Some((width, height, data.as_chunks::<4>().0.iter().map(pixel).collect()));
    };
    let mut pixels = vec![[0; 4]; width.checked_mul(height)?];
    let n_across = width.div_ceil(4);
    for (number, block) in data.chunks_exact(n_bytes).enumerate() {
        let (left, top) =
            (number.checked_rem(n_across)?.checked_mul(4)?, number.checked_div(n_across)?.checked_mul(4)?);
        for (y, row) in decoded(layout, block).iter().enumerate() {
            let y = top.saturating_add(y);
            let start = y.saturating_mul(width).saturating_add(left);
            // Blocks at the edges extend beyond the image.
            let n_inside = if y < height { width.saturating_sub(left).min(4) } else { 0 };
            let end = start.saturating_add(n_inside);
            for (to, from) in pixels.get_mut(start..end).unwrap_or_default().iter_mut().zip(row) {
                *to = *from;
            }
        }
    }
    Some((width, height, pixels))
}

/// Decodes a block to four rows of four pixels.
fn decoded(layout: Layout, block: &[u8]) -> [[[u8; 4]; 4]; 4] {
    let mut rgba = [[[0; 4]; 4]; 4];
    let bytes = rgba.as_flattened_mut().as_flattened_mut();
    match layout {
        Layout::Bc1 => bcdec_rs::bc1(block, bytes, 16),
        Layout::Bc2 => bcdec_rs::bc2(block, bytes, 16),
        Layout::Bc3 => bcdec_rs::bc3(block, bytes, 16),
        Layout::Bc7 => bcdec_rs::bc7(block, bytes, 16),
        Layout::Etc | Layout::EtcHoles | Layout::EtcOpacity => {
            let colours = block.last_chunk::<8>().copied().unwrap_or_default();
            rgba = etc::colours(colours, layout == Layout::EtcHoles);
            if let (Layout::EtcOpacity, Some(opacity)) = (layout, block.first_chunk::<8>()) {
                etc::opacity(*opacity, &mut rgba);
            }
        }
        Layout::Bc4 => {
            let mut grey = [0; 16];
            bcdec_rs::bc4(block, &mut grey, 4, false);
            let pixels = rgba.as_flattened_mut().iter_mut().zip(grey);
            pixels.for_each(|(pixel, grey)| *pixel = [grey, grey, grey, 255]);
        }
        Layout::Bc5 => {
            let mut pairs = [[0; 2]; 16];
            bcdec_rs::bc5(block, pairs.as_flattened_mut(), 8, false);
            let pixels = rgba.as_flattened_mut().iter_mut().zip(pairs);
            pixels.for_each(|(pixel, [x, y])| *pixel = [x, y, depth(x, y), 255]);
        }
        Layout::Rgba | Layout::Bgra | Layout::Bgrx => {}
    }
    rgba
}

/// The Z of a normal of length 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 127.5 and 255")]
fn depth(x: u8, y: u8) -> u8 {
    let [x, y] = [x, y].map(|byte| f32::from(byte) / 127.5 - 1.0);
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    (z * 127.5 + 127.5).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1 << 20;

    /// A header with these words at these offsets.
    fn head(start: &[u8], len: usize, words: &[(usize, u32)]) -> Vec<u8> {
        let mut head = vec![0; len];
        head[..start.len()].copy_from_slice(start);
        for (at, word) in words {
            head[*at..*at + 4].copy_from_slice(&word.to_le_bytes());
        }
        head
    }

    fn dds(width: u32, height: u32, letters: [u8; 4], data: &[u8]) -> Vec<u8> {
        let words = [(12, height), (16, width), (80, 4), (84, u32::from_le_bytes(letters))];
        [head(b"DDS ", 128, &words), data.to_vec()].concat()
    }

    fn ktx(width: u32, height: u32, format: u32, scheme: u32, data: &[u8]) -> Vec<u8> {
        let len = u32::try_from(data.len()).unwrap();
        let words = [(12, format), (20, width), (24, height), (40, 1), (44, scheme), (80, 104), (88, len)];
        [head(KTX2, 104, &words), data.to_vec()].concat()
    }

    /// A block of BC1: red, with blue in the second row.
    const RED_AND_BLUE: [u8; 8] = [0x00, 0xf8, 0x1f, 0x00, 0x00, 0x55, 0x00, 0x00];

    #[test]
    fn blocks_become_pixels() {
        let file = dds(6, 5, *b"DXT1", &RED_AND_BLUE.repeat(4));
        let (width, height, pixels) = decode(&file, LIMIT).unwrap();
        assert_eq!((width, height, pixels.len()), (6, 5, 30));
        let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255]);
        assert!(pixels[..6].iter().all(|pixel| *pixel == red));
        assert!(pixels[6..12].iter().all(|pixel| *pixel == blue));
        // The fifth row is the first of the lower blocks.
        assert!(pixels[12..].iter().all(|pixel| *pixel == red));
        assert_eq!(decode(&ktx(6, 5, 131, 0, &RED_AND_BLUE.repeat(4)), LIMIT).unwrap().2, pixels);
        // An opaque block of opacity precedes the block of colour.
        let opaque = [[255, 255, 0, 0, 0, 0, 0, 0], RED_AND_BLUE].concat();
        assert_eq!(
            decode(&dds(4, 4, *b"DXT5", &opaque), LIMIT).unwrap().2[..8],
            [[red; 4], [blue; 4]].concat()
        );
        let grey = decode(&dds(4, 4, *b"ATI1", &[77, 77, 0, 0, 0, 0, 0, 0]), LIMIT).unwrap().2;
        assert_eq!(grey, [[77, 77, 77, 255]; 16]);
        let up = [[128, 128, 0, 0, 0, 0, 0, 0]; 2].concat();
        assert_eq!(decode(&ktx(4, 4, 141, 0, &up), LIMIT).unwrap().2, [[128, 128, 255, 255]; 16]);
    }

    fn ktx1(width: u32, height: u32, format: u32, notes: &[u8], data: &[u8]) -> Vec<u8> {
        let n_notes = u32::try_from(notes.len()).unwrap();
        let words =
            [(12, 0x0403_0201), (28, format), (36, width), (40, height), (52, 1), (56, 1), (60, n_notes)];
        let len = u32::try_from(data.len()).unwrap().to_le_bytes();
        [&head(KTX1, 64, &words), notes, &len, data].concat()
    }

    #[test]
    fn blocks_of_phones_become_pixels() {
        // Both halves are grey, and the pixels are lighter by 2, the nearest step.
        let grey = [0x88, 0x88, 0x88, 0, 0, 0, 0, 0];
        let light = [[138, 138, 138, 255]; 30];
        let data = grey.repeat(4);
        for file in
            [ktx1(6, 5, 0x8d64, b"", &data), ktx1(6, 5, 0x9274, b"notes...", &data), ktx(6, 5, 147, 0, &data)]
        {
            assert_eq!(decode(&file, LIMIT).unwrap(), (6, 5, light.to_vec()));
            for cut in 0..file.len() {
                assert_eq!(decode(&file[..cut], LIMIT), None, "{cut}");
            }
        }
        let half = [[128, 0, 0, 0, 0, 0, 0, 0], grey].concat();
        let clear = decode(&ktx(4, 4, 151, 0, &half), LIMIT).unwrap().2;
        assert_eq!(clear, [[138, 138, 138, 128]; 16]);
        assert_eq!(decode(&ktx1(u32::MAX, u32::MAX, 0x8d64, b"", &data), usize::MAX), None);
        assert_eq!(decode(&ktx1(4, 4, 0x8d64, b"", &data), 4 * 4 * 6 - 1), None);
    }

    #[test]
    fn what_is_not_read_has_a_name() {
        let names = [(157, 0), (0, 1), (0, 0), (131, 0)]
            .map(|(format, scheme)| unread(&ktx(4, 4, format, scheme, &[])));
        assert_eq!(
            names,
            [Some("ASTC"), Some("Basis Universal (ETC1S)"), Some("Basis Universal (UASTC)"), None]
        );
        assert_eq!((unread(&ktx1(4, 4, 0x93b0, b"", &[])), unread(b"DDS ")), (Some("ASTC"), None));
        assert!(
            decode(&ktx(4, 4, 157, 0, &[0; 64]), LIMIT).is_none() && is_one(&ktx1(4, 4, 0x93b0, b"", &[]))
        );
    }

    #[test]
    fn packed_levels_are_unpacked() {
        let plain = RED_AND_BLUE.repeat(4);
        let expected = decode(&ktx(8, 8, 131, 0, &plain), LIMIT).unwrap();
        let zstd = ruzstd::encoding::compress_to_vec(&*plain, ruzstd::encoding::CompressionLevel::Fastest);
        let zlib = miniz_oxide::deflate::compress_to_vec_zlib(&plain, 6);
        for (scheme, data) in [(2, zstd), (3, zlib)] {
            assert_eq!(decode(&ktx(8, 8, 131, scheme, &data), LIMIT), Some(expected.clone()), "{scheme}");
        }
        assert_eq!(decode(&ktx(8, 8, 131, 1, &plain), LIMIT), None);
    }

    #[test]
    fn plain_pixels_are_put_in_order() {
        let file = |masks: [u32; 3]| {
            let [red, blue, alpha] = masks;
            let words = [(12, 1), (16, 2), (88, 32), (92, red), (100, blue), (104, alpha)];
            [head(b"DDS ", 128, &words), vec![1, 2, 3, 4, 5, 6, 7, 8]].concat()
        };
        let pixels = |masks| decode(&file(masks), LIMIT).map(|(.., pixels)| pixels);
        assert_eq!(pixels([0xff, 0xff_0000, 0xff00_0000]).unwrap(), [[1, 2, 3, 4], [5, 6, 7, 8]]);
        assert_eq!(pixels([0xff_0000, 0xff, 0xff00_0000]).unwrap(), [[3, 2, 1, 4], [7, 6, 5, 8]]);
        assert_eq!(pixels([0xff_0000, 0xff, 0]).unwrap()[1], [7, 6, 5, 255]);
        assert_eq!(pixels([0xff00, 0xff, 0]), None);
    }

    #[test]
    fn what_is_cut_short_or_too_large_is_refused() {
        let data = [0; 16].repeat(4);
        for file in [dds(8, 8, *b"DXT5", &data), ktx(8, 8, 145, 0, &data)] {
            assert!(decode(&file, LIMIT).is_some());
            for cut in 0..file.len() {
                assert_eq!(decode(&file[..cut], LIMIT), None, "{cut}");
            }
            assert_eq!(decode(&file, 8 * 8 * 6 - 1), None);
        }
        assert_eq!(decode(&dds(20_000, 20_000, *b"DXT1", &data), 1 << 30), None);
        assert_eq!(decode(&ktx(20_000, 20_000, 145, 0, &data), 1 << 30), None);
        assert_eq!(decode(&dds(u32::MAX, u32::MAX, *b"DXT1", &data), usize::MAX), None);
        assert_eq!(decode(&dds(0, 8, *b"DXT1", &data), LIMIT), None);
    }
}
