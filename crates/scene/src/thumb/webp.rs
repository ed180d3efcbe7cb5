//! Decoding of WebP files.

use image_webp::WebPDecoder;
use std::io::Cursor;

/// Decodes the width, the height and the pixels of a WebP file, or of the first frame of an animated one; `None` if the
/// file is of another kind, is damaged, or has more bytes of pixels than the limit.
pub(super) fn decode(bytes: &[u8], limit: usize) -> Option<(usize, usize, Vec<[u8; 4]>)> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).ok()?;
    decoder.set_memory_limit(limit);
    let (width, height) = decoder.dimensions();
    let (width, height) = (width as usize, height as usize);
    let n_pixels = width.checked_mul(height)?;
    let size = decoder.output_buffer_size()?;
    // As for PNG, the mip levels take another third.
    if n_pixels == 0 || n_pixels.checked_mul(6)? > limit || size > limit {
        return None;
    }
    let mut buffer = vec![0; size];
    decoder.read_image(&mut buffer).ok()?;
    let pixels: Vec<[u8; 4]> = match decoder.has_alpha() {
        true => buffer.as_chunks().0.to_vec(),
        false => buffer.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
    };
    (pixels.len() == n_pixels).then_some((width, height, pixels))
}
