//! Compressed blocks.

use crate::common::zlib::deflate_zlib;
use crate::options::WriteOptions;

/// Format document, section 2: always zlib, whatever the block was read from.
pub(crate) fn deflate(plain: &[u8], options: &WriteOptions) -> Vec<u8> {
    deflate_zlib(plain, options.engine, options.level)
}
