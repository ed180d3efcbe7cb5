//! The container: a GLB is a header with chunks, a `.gltf` is only JSON.

use crate::counted::counted;
use crate::problem::{Problem, ProblemKind};

const JSON: [u8; 4] = *b"JSON";
const BIN: [u8; 4] = *b"BIN\0";

/// The JSON and the binary chunk of a file.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) json: &'a [u8],
    /// The position of the JSON in the file.
    pub(super) json_start: usize,
    pub(super) bin: Option<&'a [u8]>,
    pub(super) problems: Vec<Problem>,
}

/// True if bytes start as glTF does: as a GLB, or as the text of a JSON object.
#[must_use]
pub fn detect(file: &[u8]) -> bool {
    file.starts_with(b"glTF") || without_mark(file).trim_ascii_start().starts_with(b"{")
}

/// The text without a byte order mark.
fn without_mark(file: &[u8]) -> &[u8] {
    file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file)
}

/// Splits a file into its chunks, by section 4 of the specification (GLB). Unknown chunks are ignored, as the
/// specification requires.
pub(super) fn parts(file: &[u8]) -> Result<Parts<'_>, Problem> {
    let framing = |message: &str, byte: usize| Problem::new(ProblemKind::Framing, message).on_byte(byte);
    if !detect(file) {
        let message = "expected glTF, found neither a GLB nor a JSON object";
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    if !file.starts_with(b"glTF") {
        let json = without_mark(file);
        let json_start = file.len().saturating_sub(json.len());
        return Ok(Parts { json, json_start, bin: None, problems: Vec::new() });
    }
    let number = |at: usize| Some(u32::from_le_bytes(*file.get(at..)?.first_chunk()?));
    let (Some(version), Some(length)) = (number(4), number(8)) else {
        return Err(framing("the GLB header is cut short", file.len()));
    };
    if version != 2 {
        let of = if version == 1 { " (glTF 1.0)" } else { "" };
        let message = format!("GLB container version {version}{of}");
        return Err(Problem::new(ProblemKind::Unsupported, message).on_byte(4));
    }
    let mut parts = Parts { json: &[], json_start: 0, bin: None, problems: Vec::new() };
    if length as usize != file.len() {
        let message = format!(
            "the header states {}, and the file has {}",
            counted(length as usize, "byte"),
            file.len()
        );
        parts.problems.push(framing(&message, 8));
    }
    // The header has 12 bytes.
    let mut at: usize = 12;
    let mut index = 0_u32;
    while let (Some(len), Some(kind)) = (number(at), number(at.saturating_add(4))) {
        let start = at.saturating_add(8);
        let wanted = start.saturating_add(len as usize);
        let body = file.get(start..wanted.min(file.len())).unwrap_or_default();
        if wanted > file.len() {
            let message =
                format!("the chunk has only {} of its {}", body.len(), counted(len as usize, "byte"));
            parts.problems.push(framing(&message, at));
        }
        match kind.to_le_bytes() {
            JSON if index == 0 => (parts.json, parts.json_start) = (body, start),
            BIN if parts.bin.is_none() => parts.bin = Some(body),
            _ => {}
        }
        // Chunks are padded to 4 bytes; some writers do not count the padding in the length, and some omit it.
        let padded = wanted.checked_next_multiple_of(4).unwrap_or(usize::MAX);
        let is_chunk = |at: usize| {
            number(at.saturating_add(4)).is_some_and(|kind| [JSON, BIN].contains(&kind.to_le_bytes()))
        };
        let is_unpadded = padded != wanted && !is_chunk(padded) && is_chunk(wanted);
        if is_unpadded {
            parts.problems.push(framing("the chunk is not padded to a multiple of 4 bytes", at));
        }
        at = if is_unpadded { wanted } else { padded };
        index = index.saturating_add(1);
    }
    if parts.json_start == 0 {
        return Err(framing("the first chunk is not JSON", 12));
    }
    Ok(parts)
}
