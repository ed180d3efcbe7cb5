//! Files that were damaged in transfer.

/// The signature after `<roblox!`, in which typical damage by a transfer can be recognised.
const SIGNATURE: &[u8] = b"\x89\xff\r\n\x1a\n";

/// The damage to the signature of a Roblox binary model, if there is any.
pub(crate) fn of_signature(after_magic: &[u8]) -> Option<&'static str> {
    let changed: [(&[u8], &str); 6] = [
        (b"\x89\xff\n\x1a\n", CRLF_TO_LF),
        (b"\x89\xff\r\n\x1a\r\n", LF_TO_CRLF),
        (b"\x89\xff\r\r\n\x1a\r\n", LF_TO_CRLF),
        (b"\x09\x7f\r\n\x1a\n", "the highest bit of each byte was lost: the file was sent as seven-bit text"),
        (b"\xef\xbf\xbd", REPLACED),
        (b"\xc2\x89\xc3\xbf", "each byte above 127 became two: the file was saved as UTF-8 text"),
    ];
    if after_magic.starts_with(SIGNATURE) || after_magic.len() < SIGNATURE.len() {
        return None;
    }
    let found = changed.into_iter().find(|(start, _)| after_magic.starts_with(start));
    Some(found.map_or("the signature after `<roblox!` is damaged", |(_, what)| what))
}

const CRLF_TO_LF: &str = "line ends became LF: the file was sent as text";
const LF_TO_CRLF: &str = "line ends became CRLF: the file was sent as text";
const REPLACED: &str = "bytes above 127 were replaced by U+FFFD: the file was handled as UTF-8 text";

/// The damage to the signature of a PNG file, if there is any.
pub(super) fn of_png(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [_, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => None,
        [_, b'P', b'N', b'G', b'\n', 0x1a, b'\n', ..] => Some(CRLF_TO_LF),
        [_, b'P', b'N', b'G', b'\r', b'\r' | b'\n', ..] => Some(LF_TO_CRLF),
        _ => None,
    }
}

/// Recognises binary data that were decoded as text, in which U+FFFD replaced bytes many times.
pub(super) fn of_binary(bytes: &[u8]) -> Option<&'static str> {
    let start = bytes.get(..1 << 16).unwrap_or(bytes);
    let n_replaced = memchr::memmem::find_iter(start, "\u{fffd}").count();
    // By chance, binary data contain these three bytes once in 16 million positions.
    let is_text = !start.contains(&0);
    (n_replaced >= 8 && !is_text).then_some(REPLACED)
}

/// Converts text in UTF-16 to ASCII, with a replacement for other characters; `None` if it is not such text.
pub(super) fn from_utf16(bytes: &[u8]) -> Option<Vec<u8>> {
    let (is_big, body) = match bytes {
        [0xff, 0xfe, rest @ ..] => (false, rest),
        [0xfe, 0xff, rest @ ..] => (true, rest),
        [b'<', 0, _, 0, ..] => (false, bytes),
        [0, b'<', 0, ..] => (true, bytes),
        _ => return None,
    };
    let body = body.get(..8192).unwrap_or(body);
    let (pairs, _) = body.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| if is_big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    Some(pairs.iter().map(|pair| u8::try_from(unit(pair)).unwrap_or(b'?')).collect())
}
