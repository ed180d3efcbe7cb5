//! Compressed blocks.

use crate::mould::zlib::deflate_zlib;
use crate::{Error, WriteOptions};

/// Format document, section 2: always zlib, whatever the block was read from.
pub(crate) fn deflate(plain: &[u8], options: &WriteOptions) -> Result<Vec<u8>, Error> {
    deflate_zlib(plain, options.engine, options.level).map_err(Error::model)
}
