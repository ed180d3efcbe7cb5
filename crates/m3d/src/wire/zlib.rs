//! Format document, section 2.1: the zlib stream around the chunks.

use crate::common::packed::PlainBuffer;
use crate::common::zlib::{CHECKSUM, HEADER, adler32, inflate};
use crate::error::ErrorKind;

/// Decompresses a zlib stream to at most `limit` bytes, and verifies its checksum.
///
/// Returns the length of the stream, and the error in it, if any. The length of a damaged stream is that of
/// the input, because its end cannot be known.
pub(crate) fn inflate_zlib(
    bytes: &[u8],
    limit: usize,
    plain: &mut PlainBuffer,
) -> (usize, Option<ErrorKind>) {
    plain.len = 0;
    let broken = |reason: &'static str| ErrorKind::Compression { reason: reason.into() };
    let packed = match bytes.split_first_chunk::<HEADER>() {
        // A valid header has method 8, which is deflate, no dictionary, and is a multiple of 31: RFC 1950, section
        // 2.2.
        Some(([method, flags], packed))
            if method & 0x0f == 8 && flags & 0x20 == 0 && u16::from_be_bytes([*method, *flags]) % 31 == 0 =>
        {
            Ok(packed)
        }
        Some(_) => Err(broken("it does not start like a zlib stream")),
        None => Err(broken("it is cut short")),
    };
    let stream = packed.and_then(|packed| {
        let n_packed = inflate(packed, limit, plain)?;
        let stored = packed.get(n_packed..).and_then(|rest| rest.first_chunk());
        Ok((n_packed, *stored.ok_or_else(|| broken("it ends before its checksum"))?))
    });
    match stream {
        Ok((n_packed, stored)) => {
            let (found, expected) = (u32::from_be_bytes(stored), adler32(plain.bytes()));
            let fault = (found != expected).then_some(ErrorKind::Checksum { expected, found });
            (n_packed.saturating_add(HEADER).saturating_add(CHECKSUM), fault)
        }
        Err(kind) => (bytes.len(), Some(kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec_zlib;

    #[test]
    fn what_is_around_the_deflate_stream_is_read() {
        let text = b"some plain data, some plain data";
        let packed = compress_to_vec_zlib(text, 6);
        let unpack = |bytes: &[u8]| {
            let mut plain = PlainBuffer::default();
            let (n_read, fault) = inflate_zlib(bytes, 100, &mut plain);
            (n_read, fault.map_or_else(String::new, |kind| kind.to_string()), plain.bytes() == text)
        };
        assert_eq!(unpack(&[&packed[..], b"tail"].concat()), (packed.len(), String::new(), true));
        for (len, reason) in [(1, "it is cut short"), (8, "it is cut short")] {
            assert_eq!(unpack(&packed[..len]), (len, format!("does not decompress: {reason}"), false));
        }
        let len = packed.len() - 1;
        let reason = "does not decompress: it ends before its checksum";
        assert_eq!(unpack(&packed[..len]), (len, reason.into(), true));
        // The headers have another method, a dictionary, and a number that is no multiple of 31.
        for header in [[0x79, 0x9c], [0x78, 0xbb], [0x78, 0x9d]] {
            let bytes = [&header, &packed[HEADER..]].concat();
            let reason = "does not decompress: it does not start like a zlib stream";
            assert_eq!(unpack(&bytes), (bytes.len(), reason.into(), false));
        }
        let mut damaged = packed.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let sum = u32::from_be_bytes(*packed.last_chunk().unwrap());
        let kind = ErrorKind::Checksum { expected: sum, found: sum ^ 1 };
        assert_eq!(unpack(&damaged), (packed.len(), kind.to_string(), true));
    }
}
