//! Buffers and views on them.

use super::context::{Context, Files};
use super::cursor::At;
use super::uri::{Uri, decoded, uri};
use crate::counted::counted;
use crate::problem::{Problem, ProblemKind};
use std::borrow::Cow;

/// The bytes of a buffer, or the reason why they are not available.
pub(super) struct Buffer<'a>(Result<Cow<'a, [u8]>, Problem>);

impl Buffer<'_> {
    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |bytes| bytes.len())
    }
}

/// All buffers; one that is not available is an error where it is used.
pub(super) fn buffers<'a>(
    root: At<'_>,
    bin: Option<&'a [u8]>,
    files: &mut Files<'_>,
    context: &mut Context,
) -> Result<Vec<Buffer<'a>>, Problem> {
    let mut buffers = Vec::new();
    for (index, at) in root.list("buffers").iter().enumerate() {
        let bin = bin.filter(|_| index == 0);
        let bytes = bytes(at, bin, files);
        if let (Ok(bytes), Ok(wanted)) = (&bytes, at.needed_whole("byteLength"))
            && bytes.len() < wanted
        {
            let message = format!("the buffer has {} of its {}", bytes.len(), counted(wanted, "byte"));
            context.excuse(at.fault(ProblemKind::Framing, message))?;
        }
        if let Err(problem) = &bytes {
            context.excuse(problem.clone())?;
        }
        buffers.push(Buffer(bytes));
    }
    Ok(buffers)
}

fn bytes<'a>(at: At<'_>, bin: Option<&'a [u8]>, files: &mut Files<'_>) -> Result<Cow<'a, [u8]>, Problem> {
    let Some(text) = at.text("uri") else {
        return bin.map(Cow::Borrowed).ok_or_else(|| {
            at.fault(ProblemKind::Framing, "the buffer has no URI, and there is no BIN chunk for it")
        });
    };
    follow(at, text, files).map(Cow::Owned)
}

/// The bytes that a URI leads to.
pub(super) fn follow(at: At<'_>, text: &str, files: &mut Files<'_>) -> Result<Vec<u8>, Problem> {
    match uri(text).map_err(|why| at.fault(ProblemKind::Unsupported, why))? {
        Uri::Data(body) => decoded(body)
            .ok_or_else(|| at.fault(ProblemKind::Framing, "the base64 of the data URI is broken")),
        Uri::File(path) => files(&path)
            .ok_or_else(|| at.fault(ProblemKind::MissingFile, format!("the file {path:?} is not at hand"))),
    }
}

/// A part of a buffer.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) bytes: &'v [u8],
    pub(super) stride: Option<usize>,
}

/// The view that a key of `at` names.
pub(super) fn view<'v>(
    root: At<'v>,
    buffers: &'v [Buffer<'_>],
    at: At<'v>,
    key: &'v str,
) -> Result<Option<View<'v>>, Problem> {
    let views = root.list("bufferViews");
    let index = at.index(key, views.len(), "buffer view")?;
    let Some(view) = index.and_then(|index| views.get(index)) else { return Ok(None) };
    let buffer = view.needed_index("buffer", buffers.len(), "buffer")?;
    let bytes = match buffers.get(buffer).map(|buffer| &buffer.0) {
        Some(Ok(bytes)) => &bytes[..],
        Some(Err(problem)) => return Err(problem.clone()),
        None => &[],
    };
    let start = view.maybe_whole("byteOffset")?.unwrap_or(0);
    let len = view.needed_whole("byteLength")?;
    let part = start.checked_add(len).and_then(|end| bytes.get(start..end)).ok_or_else(|| {
        let message = format!(
            "{} from {start}, beyond the buffer of {}",
            counted(len, "byte"),
            counted(bytes.len(), "byte")
        );
        view.fault(ProblemKind::Framing, message)
    })?;
    let stride = view.maybe_whole("byteStride")?;
    if stride.is_some_and(|stride| !(1..=252).contains(&stride)) {
        return Err(view.fault(ProblemKind::Value, "the stride is not from 4 to 252"));
    }
    Ok(Some(View { bytes: part, stride }))
}
