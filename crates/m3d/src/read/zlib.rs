//! Format document, section 2.1: the zlib stream around the chunks.

use crate::common::block::Plain;
use crate::common::zlib::{CHECKSUM, HEADER, adler32, inflate};
use crate::{Engine, ErrorKind};

/// Decompresses a zlib stream to at most `limit` bytes, and verifies its checksum.
///
/// Returns the length of the stream, and what is wrong with it. If it is damaged, that is the length of the input,
/// because the end cannot be known.
pub(crate) fn inflate_zlib(
    bytes: &[u8],
    engine: Engine,
    limit: usize,
    plain: &mut Plain,
) -> (usize, Option<ErrorKind>) {
    plain.len = 0;
    let broken = |reason: &'static str| ErrorKind::Compression { reason: reason.into() };
    let packed = match bytes.split_first_chunk::<HEADER>() {
        // Method 8 is deflate, the bit is for a dictionary, and both bytes together are a multiple of 31.
        Some(([method, flags], packed))
            if method & 0x0f == 8 && flags & 0x20 == 0 && u16::from_be_bytes([*method, *flags]) % 31 == 0 =>
        {
            Ok(packed)
        }
        Some(_) => Err(broken("it does not start like a zlib stream")),
        None => Err(broken("it is cut short")),
    };
    let stream = packed.and_then(|packed| {
        let n_packed = inflate(packed, engine, limit, plain)?;
        let stored = packed.get(n_packed..).and_then(|rest| rest.first_chunk());
        Ok((n_packed, *stored.ok_or_else(|| broken("it ends before its checksum"))?))
    });
    match stream {
        Ok((n_packed, stored)) => {
            let (found, expected) = (u32::from_be_bytes(stored), adler32(plain.bytes(), engine));
            let fault = (found != expected).then_some(ErrorKind::Checksum { expected, found });
            (n_packed.saturating_add(HEADER).saturating_add(CHECKSUM), fault)
        }
        Err(kind) => (bytes.len(), Some(kind)),
    }
}
