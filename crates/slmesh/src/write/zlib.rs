//! Compressed blocks.

use crate::options::Engine;
use crate::{Error, ErrorKind, WriteOptions};

/// Format document, section 2: always zlib, whatever the block was read from.
pub(crate) fn deflate(plain: &[u8], options: &WriteOptions) -> Result<Vec<u8>, Error> {
    match options.engine {
        Engine::MinizOxide => Ok(miniz_oxide::deflate::compress_to_vec_zlib(plain, options.level)),
        #[cfg(feature = "zlib-rs")]
        Engine::ZlibRs => zlib_rs(plain, options.level),
    }
    .and_then(|bytes| match bytes.as_slice() {
        [] => Err(Error::model(ErrorKind::Deflate { reason: "it gave nothing" })),
        _ => Ok(bytes),
    })
}

#[cfg(feature = "zlib-rs")]
fn zlib_rs(plain: &[u8], level: u8) -> Result<Vec<u8>, Error> {
    let failed = || Error::model(ErrorKind::Deflate { reason: "zlib-rs failed" });
    let mut packed = vec![0; zlib_rs::compress_bound(plain.len())];
    let config = zlib_rs::DeflateConfig { level: level.into(), ..zlib_rs::DeflateConfig::default() };
    let (bytes, code) = zlib_rs::compress_slice(&mut packed, plain, config);
    let len = bytes.len();
    if code != zlib_rs::ReturnCode::Ok {
        return Err(failed());
    }
    packed.truncate(len);
    Ok(packed)
}
