//! Compressed blocks.

use crate::options::WriteOptions;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Format document, section 2: always zlib, whatever the block was read from.
pub(crate) fn deflate(plain: &[u8], options: &WriteOptions) -> Vec<u8> {
    compress_to_vec_zlib(plain, options.level)
}
