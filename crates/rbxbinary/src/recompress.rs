//! Other compression, and nothing else.

use crate::chunks::chunks;
use crate::compress::{Deflater, Inflater};
use crate::mould::output::Output;
use crate::wire::HEADER_LEN;
use crate::write::frame;
use crate::{Compression, Error, ErrorKind, Place, ReadOptions};

/// Writes a file with other compression, and touches no payload: not even one that this crate cannot read.
///
/// Bodies that do not decompress stay as they are, and so does what follows the last whole chunk.
///
/// # Errors
///
/// If the bytes are not a file of this format, or a limit of `options` is exceeded.
pub fn recompress(bytes: &[u8], compression: Compression, options: &ReadOptions) -> Result<Vec<u8>, Error> {
    let mut all = chunks(bytes)?;
    let mut out = Output::default();
    out.bytes(bytes.get(..HEADER_LEN).unwrap_or_default());
    let (mut inflater, mut deflater) = (Inflater::default(), Deflater::new(compression));
    let mut left = options.limits.output_bytes;
    for chunk in all.by_ref() {
        let limits = options.limits.output_bytes(left);
        let plain = match chunk.frame.is_stored() {
            true => Ok(chunk.body),
            false => chunk.inflate(&mut inflater, &options.clone().limits(limits)),
        };
        match plain {
            Ok(plain) => {
                left = left.saturating_sub(plain.len());
                frame(&mut out, chunk.frame, plain, &mut deflater)?;
            }
            Err(error) if matches!(error.kind(), ErrorKind::LimitExceeded { .. }) => {
                let name = chunk.name().escape_ascii().to_string();
                return Err(Error::new(Place::Input(chunk.start()), error.kind().clone()).inside(name));
            }
            Err(_) => {
                out.value(&chunk.frame);
                out.bytes(chunk.body);
            }
        }
    }
    out.bytes(all.rest());
    Ok(out.0)
}
