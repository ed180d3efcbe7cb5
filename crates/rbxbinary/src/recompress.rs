//! Changes the compression of a file and nothing else.

use crate::common::error::{Error, Place};
use crate::common::input::Reading;
use crate::common::output::Output;
use crate::compress::{Deflater, Inflater, append};
use crate::error::ErrorKind;
use crate::options::{Compression, ReadOptions};
use crate::read::chunks;
use crate::wire::HEADER_LEN;
use crate::write::frame;

/// Rewrites a file with another compression. Payloads stay the same, including those that this crate cannot read.
///
/// Bodies that do not decompress are copied unchanged, as is everything after the last complete chunk.
///
/// # Errors
///
/// If the bytes do not start with a valid file header, or a limit of `options` is exceeded.
pub fn recompress(bytes: &[u8], compression: Compression, options: &ReadOptions) -> Result<Vec<u8>, Error> {
    let mut all = chunks(bytes)?;
    let mut out = Output::default();
    out.bytes(bytes.get(..HEADER_LEN).unwrap_or_default());
    let (mut inflater, mut deflater) = (Inflater::default(), Deflater::new(compression));
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    for chunk in all.by_ref() {
        match chunk.unpack(&mut inflater, &reading) {
            Ok(plain) => frame(&mut out, chunk.frame, plain, &mut deflater)?,
            Err(error) if matches!(error.kind(), ErrorKind::LimitExceeded { .. }) => {
                let name = chunk.name().escape_ascii().to_string();
                return Err(Error::new(Place::Input(chunk.start()), error.kind().clone()).inside(name));
            }
            Err(_) => {
                out.value(&chunk.frame);
                append(&mut out, chunk.body);
            }
        }
    }
    append(&mut out, all.rest());
    Ok(out.0)
}
