//! The body of an HTTP/1 response (RFC 9112), as crawlers store it.

use scene::{Problem, ProblemKind};
use std::borrow::Cow;

/// Removes the header and the framing of chunked encoding. Bytes that are not an HTTP response are returned
/// unchanged. Other encodings, such as gzip, are kept.
///
/// # Errors
///
/// If chunks are malformed; the byte of the problem is an offset in the response.
pub(super) fn body(answer: &[u8]) -> Result<Cow<'_, [u8]>, Problem> {
    if !answer.starts_with(b"HTTP/") {
        return Ok(answer.into());
    }
    let mut rest = answer;
    let mut is_chunked = false;
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let (line, after) = rest.split_at_checked(end.saturating_add(1)).unwrap_or_default();
        rest = after;
        let line = String::from_utf8_lossy(line.trim_ascii_end());
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            is_chunked |= name.eq_ignore_ascii_case("transfer-encoding")
                && value.to_ascii_lowercase().split(',').any(|coding| coding.trim() == "chunked");
        }
    }
    // Some crawlers decode chunks and keep the header that announces them.
    if !is_chunked || size(rest).is_none() {
        return Ok(rest.into());
    }
    chunks(answer, rest).map(Cow::Owned)
}

/// The size of a chunk, and the bytes after the line that states it.
fn size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end.saturating_add(1))?;
    // Extensions may follow the size (RFC 9112, 7.1.1).
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    digits.first().is_some_and(u8::is_ascii_hexdigit).then_some((size, rest))
}

fn chunks(answer: &[u8], mut rest: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut body = Vec::new();
    let problem = |rest: &[u8], message: &str| {
        let at = answer.len().saturating_sub(rest.len());
        Problem::new(ProblemKind::Framing, message).on_byte(at)
    };
    loop {
        let Some((size, after)) = size(rest) else {
            return Err(problem(rest, "the size of a chunk is invalid"));
        };
        // An empty chunk is the last (RFC 9112, 7.1).
        if size == 0 {
            return Ok(body);
        }
        let Some((chunk, after)) = after.split_at_checked(size) else {
            return Err(problem(after, "the chunk is cut short"));
        };
        body.extend_from_slice(chunk);
        rest = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).unwrap_or(after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_frames_are_taken_away() {
        let plain = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na\nb";
        assert_eq!(&*body(plain).unwrap(), b"a\nb");
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n3;x=1\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        assert_eq!(&*body(chunked).unwrap(), b"abcde");
        let joined = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nversion 1.00\n";
        assert_eq!(&*body(joined).unwrap(), b"version 1.00\n");
        assert_eq!(&*body(b"no answer").unwrap(), b"no answer");
        let cut = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nff\r\nde";
        let problem = body(cut).unwrap_err();
        assert_eq!((&*problem.message, problem.byte), ("the chunk is cut short", Some(cut.len() - 2)));
    }
}
