//! Images composed of others: glTF has one texture for roughness and metalness, and none that is drawn over a colour.

use files::image::size;
use scene::Image;
use scene::colour::{Curve, linear, linear_table};
use scene::thumb::{Picture, pixels};

/// Upper bound on pixels of an image: images of Roblox have at most 8192 pixels on a side.
const MOST_PIXELS: u64 = 8192 * 8192;

/// Upper bound on decoded pixels of an image that is composed with others, in bytes, with room for its mip levels.
const MOST_BYTES: usize = 4096 * 4096 * 6;

/// The same bound for an image without mip levels.
const MOST_DECODED: usize = 8192 * 8192 * 6;

/// True if an image is larger than any that viewers show. An image of unknown size is shown or refused later.
pub(super) fn is_too_large(bytes: &[u8]) -> bool {
    size(bytes).is_some_and(|[width, height]| u64::from(width).saturating_mul(height.into()) > MOST_PIXELS)
}

/// The remaining bytes of pixels that may be decoded for one model.
pub(super) struct Budget(pub(super) usize);

impl Budget {
    pub(super) fn decode(&mut self, image: &Image) -> Option<(usize, usize, Vec<[u8; 4]>)> {
        let decoded = pixels(&image.bytes, MOST_BYTES.min(self.0))?;
        self.0 = self.0.saturating_sub(decoded.2.len().saturating_mul(4));
        Some(decoded)
    }

    /// Decodes a block-compressed image and encodes it as PNG; `None` if it has another format.
    pub(super) fn unblocked(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let (width, height, pixels) = pixels(bytes, MOST_DECODED.min(self.0))?;
        self.0 = self.0.saturating_sub(pixels.len().saturating_mul(4));
        png(width, height, pixels.into_flattened())
    }

    /// Combines two grey images, roughness in green and metalness in blue, at the size of the larger; `None` if neither
    /// can be read.
    pub(super) fn rough_metal(&mut self, rough: Option<&Image>, metal: Option<&Image>) -> Option<Vec<u8>> {
        let [rough, metal] = [rough, metal].map(|image| image.and_then(|image| self.decode(image)));
        let sizes = [&rough, &metal].into_iter().flatten().map(|(width, height, _)| (*width, *height));
        let (width, height) = sizes.max_by_key(|(width, height)| width.saturating_mul(*height))?;
        let at = |picture: &Option<(usize, usize, Vec<[u8; 4]>)>, x: usize, y: usize| {
            let (w, h, pixels) = picture.as_ref()?;
            let x = x.saturating_mul(*w).checked_div(width)?;
            let y = y.saturating_mul(*h).checked_div(height)?;
            pixels.get(y.saturating_mul(*w).saturating_add(x)).map(|[red, ..]| *red)
        };
        let mut rgba = Vec::with_capacity(width.saturating_mul(height).saturating_mul(4));
        for y in 0..height {
            for x in 0..width {
                // Without an image, everything is rough and nothing is metallic.
                rgba.extend([255, at(&rough, x, y).unwrap_or(255), at(&metal, x, y).unwrap_or(0), 255]);
            }
        }
        png(width, height, rgba)
    }

    /// A channel of an image in grey, multiplied by a factor; `None` if the image cannot be read.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    pub(super) fn channel(&mut self, image: &Image, channel: usize, factor: f32) -> Option<Vec<u8>> {
        let (width, height, pixels) = self.decode(image)?;
        let grey = |pixel: &[u8; 4]| {
            let byte = pixel.get(channel).copied().unwrap_or_default();
            (f32::from(byte) * factor).round() as u8
        };
        let rgba = pixels.iter().map(grey).flat_map(|grey| [grey, grey, grey, 255]).collect();
        png(width, height, rgba)
    }

    /// Composes an image over a colour; `None` if it is opaque everywhere or cannot be read.
    pub(super) fn above(&mut self, image: &Image, colour: [u8; 3]) -> Option<Vec<u8>> {
        let (width, height, pixels) = self.decode(image)?;
        if pixels.iter().all(|[.., alpha]| *alpha == 255) {
            return None;
        }
        let (curve, table, below) = (Curve::default(), linear_table(), colour.map(linear));
        let mut rgba = Vec::with_capacity(pixels.len().saturating_mul(4));
        for [red, green, blue, alpha] in pixels {
            let alpha = f32::from(alpha) / 255.0;
            let light = |byte: u8| table.get(usize::from(byte)).copied().unwrap_or_default();
            let mixed = |byte: u8, below: f32| curve.byte(light(byte) * alpha + below * (1.0 - alpha));
            let [r, g, b] = below;
            rgba.extend([mixed(red, r), mixed(green, g), mixed(blue, b), 255]);
        }
        png(width, height, rgba)
    }
}

fn png(width: usize, height: usize, rgba: Vec<u8>) -> Option<Vec<u8>> {
    let picture = Picture { width: u32::try_from(width).ok()?, height: u32::try_from(height).ok()?, rgba };
    Some(picture.to_png()).filter(|file| !file.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: u32, height: u32, rgba: &[u8]) -> Image {
        let bytes = Picture { width, height, rgba: rgba.to_vec() }.to_png();
        Image { bytes, ..Image::default() }
    }

    #[test]
    fn roughness_and_metal_become_one() {
        let mut budget = Budget(1 << 20);
        let rough = image(2, 1, &[10, 10, 10, 255, 200, 200, 200, 255]);
        let metal = image(1, 1, &[90, 90, 90, 255]);
        let both = budget.rough_metal(Some(&rough), Some(&metal)).unwrap();
        assert_eq!(pixels(&both, 1 << 20).unwrap(), (2, 1, vec![[255, 10, 90, 255], [255, 200, 90, 255]]));
        let one = budget.rough_metal(None, Some(&metal)).unwrap();
        assert_eq!(pixels(&one, 1 << 20).unwrap().2, [[255, 255, 90, 255]]);
        assert_eq!(Budget(4).rough_metal(Some(&rough), None), None);
    }

    #[test]
    fn colours_are_seen_through_pictures() {
        let mut budget = Budget(1 << 20);
        let over = image(2, 1, &[255, 0, 0, 255, 255, 0, 0, 0]);
        let made = budget.above(&over, [0, 0, 255]).unwrap();
        assert_eq!(pixels(&made, 1 << 20).unwrap().2, [[255, 0, 0, 255], [0, 0, 255, 255]]);
        assert_eq!(budget.above(&image(1, 1, &[1, 2, 3, 255]), [0; 3]), None);
    }

    #[test]
    fn pictures_of_usual_sizes_are_looked_into() {
        let image = image(1024, 1024, &[7, 8, 9, 255].repeat(1 << 20));
        let grey = Budget(1 << 23).channel(&image, 1, 2.0).unwrap();
        assert_eq!(pixels(&grey, 1 << 23).unwrap(), (1024, 1024, vec![[16, 16, 16, 255]; 1 << 20]));
    }

    #[test]
    fn the_largest_pictures_are_refused_by_what_they_say() {
        let of = |head: &[u8], sides: [Vec<u8>; 2]| [head, &sides.concat()].concat();
        let le = |side: u16| u32::from(side).to_le_bytes().to_vec();
        for side in [8192_u16, 20_000] {
            let be = || u32::from(side).to_be_bytes().to_vec();
            let files = [
                of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", [be(), be()]),
                of(b"\xff\xd8\xff\xc0\0\x11\x08", [side.to_be_bytes().into(), side.to_be_bytes().into()]),
                of(b"DDS \x7c\0\0\0\0\0\0\0", [le(side), le(side)]),
                of(b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0", [le(side), le(side)]),
            ];
            assert_eq!(files.map(|file| is_too_large(&file)), [side > 8192; 4], "{side}");
        }
    }
}
