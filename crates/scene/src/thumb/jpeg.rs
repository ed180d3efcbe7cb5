//! Reads JPEG files.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// How often a file may go over the picture: few bytes can say that nothing changes.
const MOST_SCANS: usize = 64;

/// The largest sides of the blocks that a decoder works on.
const BLOCK: usize = 32;

/// Width, height and pixels of a JPEG file; `None` if it is not one, is damaged, or has more bytes of pixels than this.
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
    // Whole blocks of it, which are kept until all scans are read: two bytes for each component.
    let n_padded = width.next_multiple_of(BLOCK).checked_mul(height.next_multiple_of(BLOCK))?;
    let bytes_kept = usize::from(decoder.info()?.components).checked_mul(2)?;
    let n_kept = if has_scans(bytes) { n_padded.checked_mul(bytes_kept)? } else { 0 };
    let size = decoder.output_buffer_size()?;
    // As of PNG, its smaller levels take another third.
    if n_pixels == 0 || size != n_pixels.checked_mul(3)? {
        return None;
    }
    // What is needed only while it is decoded may be twice as much.
    if n_pixels.checked_mul(6)? > limit || size.checked_add(n_kept)? > limit.saturating_mul(2) {
        return None;
    }
    let mut buffer = vec![0; size];
    decoder.decode_into(&mut buffer).ok()?;
    let pixels = buffer.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 255]);
    Some((width, height, pixels.collect()))
}

/// Whether a decoder has to keep the whole picture until its end: it is progressive, or has several scans. In the data of
/// a scan neither of these marks occurs.
fn has_scans(bytes: &[u8]) -> bool {
    // A progressive picture has a start of frame of its own, and every picture the start of a scan.
    bytes.windows(2).filter(|mark| matches!(mark, [0xff, 0xc2 | 0xda])).take(2).count() > 1
}
