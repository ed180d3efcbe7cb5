//! Compresses blocks.

use crate::options::WriteOptions;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Compresses data as a zlib stream, even if the block was read in another format: format document, section 2.
pub(crate) fn deflate(plain: &[u8], options: &WriteOptions) -> Vec<u8> {
    compress_to_vec_zlib(plain, options.level)
}
