//! Decoding of JPEG files.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Upper bound on scans of a file: a few bytes can encode a scan without changes.
const MOST_SCANS: usize = 64;

/// The largest side of the blocks that a decoder processes.
const BLOCK: usize = 32;

/// Decodes the width, the height and the pixels of a JPEG file; `None` if the file is of another kind, is damaged, or
/// has more bytes of pixels than the limit.
pub(super) fn decode(bytes: &[u8], limit: usize) -> Option<(usize, usize, Vec<[u8; 4]>)> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .jpeg_set_max_scans(MOST_SCANS)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    let n_pixels = width.checked_mul(height)?;
    // A decoder of several scans keeps all blocks until the end: two bytes for each component.
    let n_padded = width.next_multiple_of(BLOCK).checked_mul(height.next_multiple_of(BLOCK))?;
    let bytes_kept = usize::from(decoder.info()?.components).checked_mul(2)?;
    let n_kept = if has_scans(bytes) { n_padded.checked_mul(bytes_kept)? } else { 0 };
    let size = decoder.output_buffer_size()?;
    // As for PNG, the mip levels take another third.
    if n_pixels == 0 || size != n_pixels.checked_mul(3)? {
        return None;
    }
    // Temporary memory may be twice as much.
    if n_pixels.checked_mul(6)? > limit || size.checked_add(n_kept)? > limit.saturating_mul(2) {
        return None;
    }
    let mut buffer = vec![0; size];
    decoder.decode_into(&mut buffer).ok()?;
    let pixels = buffer.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 255]);
    Some((width, height, pixels.collect()))
}

/// True if a decoder has to keep the whole image until its end: the file is progressive, or has several scans. The data
/// of a scan contain neither of these markers.
fn has_scans(bytes: &[u8]) -> bool {
    // Every image has one start of scan; a progressive frame has its own start marker.
    bytes.windows(2).filter(|mark| matches!(mark, [0xff, 0xc2 | 0xda])).take(2).count() > 1
}
