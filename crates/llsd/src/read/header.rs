//! Reading the header line, and the padding after a document. Format document, section 7.

use crate::common::input::{Input, Parsed};
use crate::common::parsers::{bytes, field, remainder, surplus};
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use crate::options::Encoding;
use nom::Parser;
use nom::combinator::cond;

/// Reads an optional byte order mark and an optional header line.
pub(super) fn header(input: Input<'_>) -> Parsed<'_, ()> {
    // The viewer and python-llsd do not read most documents after that.
    let n_before = input.bytes().len().saturating_sub(start(input.bytes()).len());
    if n_before > 0 {
        let (_, before) = input.split(n_before)?;
        input.warn(|| ErrorKind::Misplaced {
            what: "before the document,",
            found: in_quotes(before.bytes()),
        })?;
    }
    let len = length(input.bytes());
    cond(len > 0, field("<header>", bytes(len))).map(|_| ()).parse(input)
}

/// The length of the header line, including a byte order mark; that of the mark alone if there is no line.
pub(crate) fn length(bytes: &[u8]) -> usize {
    let n_mark = bytes.len().saturating_sub(without_mark(bytes).len());
    line(bytes).map_or(n_mark, |(_, len)| len)
}

/// Reads an optional byte order mark.
pub(super) fn mark(input: Input<'_>) -> Parsed<'_, ()> {
    let len = input.bytes().len().saturating_sub(without_mark(input.bytes()).len());
    cond(len > 0, field("<header>", bytes(len))).map(|_| ()).parse(input)
}

/// The encoding that a header line names, and the length of the line including the white space around it.
///
/// White space and case are ignored: `<? LLSD/Binary ?>` and `<?llsd/binary?>` are the same.
pub(super) fn line(bytes: &[u8]) -> Option<(Encoding, usize)> {
    let text = start(bytes).strip_prefix(b"<?")?.trim_ascii_start();
    let names = [
        (Encoding::Binary, "llsd/binary"),
        (Encoding::Xml, "llsd/xml"),
        (Encoding::Notation, "llsd/notation"),
    ];
    names.into_iter().find_map(|(encoding, name)| {
        let (found, rest) = text.split_at_checked(name.len())?;
        let rest = rest
            .trim_ascii_start()
            .strip_prefix(b"?>")
            .filter(|_| found.eq_ignore_ascii_case(name.as_bytes()))?;
        Some((encoding, bytes.len().saturating_sub(rest.trim_ascii_start().len())))
    })
}

/// The bytes without a byte order mark.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The bytes without a byte order mark and white space at the start.
fn start(bytes: &[u8]) -> &[u8] {
    without_mark(bytes).trim_ascii_start()
}

/// Returns true if the bytes are only white space and zeros: some assets are uploaded with the zero that
/// terminates C strings.
pub(crate) fn is_padding(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0)
}

/// Reads the end of the input, or padding.
pub(super) fn end(input: Input<'_>) -> Parsed<'_, ()> {
    if !is_padding(input.bytes()) {
        return surplus("<trailing>").map(|_| ()).parse(input);
    }
    cond(!input.bytes().is_empty(), field("<padding>", remainder)).map(|_| ()).parse(input)
}
