//! Decoding and encoding of PNG files.

use super::Picture;
use std::io::Cursor;

/// Decodes the width, the height and the pixels of a PNG file; `None` if the file is of another kind, is damaged, or
/// has more bytes of pixels than the limit.
pub(super) fn decode(bytes: &[u8], limit: usize) -> Option<(usize, usize, Vec<[u8; 4]>)> {
    let limits = png::Limits { bytes: limit };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let size = reader.output_buffer_size()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let n_pixels = width.checked_mul(height)?;
    // The mip levels take another third, so six bytes per pixel are more than enough.
    if size > limit || n_pixels.checked_mul(6)? > limit || n_pixels == 0 {
        return None;
    }
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).ok()?;
    let pixels: Vec<[u8; 4]> = match frame.color_type {
        png::ColorType::Rgba => buffer.as_chunks().0.to_vec(),
        png::ColorType::GrayscaleAlpha => {
            buffer.as_chunks::<2>().0.iter().map(|[grey, a]| [*grey, *grey, *grey, *a]).collect()
        }
        png::ColorType::Rgb => buffer.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
        png::ColorType::Grayscale => buffer.iter().map(|grey| [*grey, *grey, *grey, 255]).collect(),
        // The transformations expand all palettes.
        png::ColorType::Indexed => return None,
    };
    (pixels.len() >= n_pixels).then_some((width, height, pixels))
}

/// Encodes a picture. Writing to memory does not fail; if it did, the file would be empty.
pub(super) fn encode(picture: &Picture) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&picture.rgba)?;
        writer.finish()
    });
    if written.is_err() {
        file.clear();
    }
    file
}
