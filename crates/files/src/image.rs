//! The format and size of images, without decoding them.

use crate::Format;
use crate::identify::magic::by_magic;

/// The format of an image; `None` for other files.
pub fn media(bytes: &[u8]) -> Option<Format> {
    use Format::{Dds, Gif, Jpeg, Jpeg2000, Ktx, Png, WebP};
    by_magic(bytes).filter(|format| matches!(format, Dds | Gif | Jpeg | Jpeg2000 | Ktx | Png | WebP))
}

/// The width and height that an image declares, in pixels.
pub fn size(bytes: &[u8]) -> Option<[u32; 2]> {
    match media(bytes)? {
        // The chunk IHDR, which comes first, begins with width and height.
        Format::Png => big(bytes, 16),
        // The marker SIZ is the first of a stream: its length, capabilities, then the size.
        Format::Jpeg2000 if bytes.starts_with(b"\xff\x4f") => big(bytes, 8),
        Format::Jpeg => jpeg(bytes),
        Format::Gif => {
            let sides = bytes.get(6..)?.first_chunk::<4>()?;
            let [width, height] = [[sides[0], sides[1]], [sides[2], sides[3]]].map(u16::from_le_bytes);
            Some([width.into(), height.into()])
        }
        // The height comes before the width.
        Format::Dds => Some([little(bytes, 16)?, little(bytes, 12)?]),
        Format::Ktx if bytes.starts_with(b"\xabKTX 20") => Some([little(bytes, 20)?, little(bytes, 24)?]),
        _ => None,
    }
}

/// Reads two big-endian 32-bit numbers.
fn big(bytes: &[u8], at: usize) -> Option<[u32; 2]> {
    let (width, rest) = bytes.get(at..)?.split_first_chunk()?;
    Some([u32::from_be_bytes(*width), u32::from_be_bytes(*rest.first_chunk()?)])
}

/// Reads a little-endian 32-bit number.
fn little(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Reads the size from the SOF marker, which starts a frame.
fn jpeg(bytes: &[u8]) -> Option<[u32; 2]> {
    let mut rest = bytes.get(2..)?;
    loop {
        let ([0xff, marker, len @ ..], after) = rest.split_first_chunk::<4>()? else { return None };
        // Of 0xc0 to 0xcf, these three (DHT, JPG and DAC) do not start frames.
        if (0xc0..=0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker) {
            let sides = after.get(1..)?.first_chunk::<4>()?;
            let [height, width] = [[sides[0], sides[1]], [sides[2], sides[3]]].map(u16::from_be_bytes);
            return Some([width.into(), height.into()]);
        }
        // The length includes its own two bytes.
        rest = after.get(usize::from(u16::from_be_bytes(*len)).checked_sub(2)?..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_the_heads_of_images() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x40";
        assert_eq!(size(png), Some([256, 64]));
        assert_eq!(size(b"GIF89a\x10\0\x20\0"), Some([16, 32]));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc4\0\x02\xff\xc2\0\x11\x08\0\x30\0\x50";
        assert_eq!(size(jpeg), Some([80, 48]));
        assert_eq!(size(b"\xff\xd8\xff\xe0\0\x01"), None);
        let stream = b"\xff\x4f\xff\x51\0\x29\0\0\0\0\x02\0\0\0\x03\0";
        assert_eq!(size(stream), Some([512, 768]));
        let dds = [b"DDS \x7c\0\0\0\0\0\0\0".as_slice(), &[8, 0, 0, 0, 4, 0, 0, 0]].concat();
        assert_eq!(size(&dds), Some([4, 8]));
        let ktx =
            [b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0".as_slice(), &[4, 0, 0, 0, 8, 0, 0, 0]].concat();
        assert_eq!(size(&ktx), Some([4, 8]));
        assert_eq!((size(b"\x89PNG"), size(b"glTF")), (None, None));
    }
}
