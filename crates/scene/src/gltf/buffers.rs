//! Buffers, and views of them.

use super::context::{Context, Files};
use super::cursor::At;
use super::uri::{Uri, decoded, uri};
use super::write::MESHOPT;
use crate::counted::counted;
use crate::meshopt::{self, Filter, Mode};
use crate::problem::{Problem, ProblemKind};
use std::borrow::Cow;
use std::collections::HashMap;

/// All buffers, and the decompressed content of compressed views.
#[derive(Default)]
pub(super) struct Buffers<'a> {
    list: Vec<Buffer<'a>>,
    /// The bytes of compressed views, by the index of the view.
    unpacked: HashMap<usize, Buffer<'a>>,
}

/// The bytes of a buffer, or the reason why they are not available.
type Buffer<'a> = Result<Cow<'a, [u8]>, Problem>;

impl Buffers<'_> {
    /// The total size of the buffers in bytes.
    pub(super) fn len(&self) -> usize {
        let lens = self.list.iter().flatten().map(|bytes| bytes.len());
        lens.fold(0, usize::saturating_add)
    }

    /// Decompresses the compressed views; a failure is an error where the view is used.
    pub(super) fn unpack(&mut self, root: At<'_>, context: &mut Context) -> Result<(), Problem> {
        for (number, view) in root.list("bufferViews").iter().enumerate() {
            let Some(at) = view.path(["extensions", MESHOPT]) else { continue };
            let unpacked = unpacked(at, &self.list, context);
            if let Err(problem) = &unpacked {
                context.excuse(problem.clone())?;
            }
            self.unpacked.insert(number, unpacked.map(Cow::Owned));
        }
        Ok(())
    }
}

/// Decompresses the data that an extension describes.
fn unpacked(at: At<'_>, buffers: &[Buffer<'_>], context: &mut Context) -> Result<Vec<u8>, Problem> {
    let wrong = |what: String| at.fault(ProblemKind::Value, what);
    let (count, stride) = (at.needed_whole("count")?, at.needed_whole("byteStride")?);
    let mode = at.needed_text("mode")?;
    let mode = Mode::named(mode).ok_or_else(|| wrong(format!("{mode:?} is not a mode of compression")))?;
    let filter = at.text("filter").unwrap_or("NONE");
    let filter = Filter::named(filter).ok_or_else(|| wrong(format!("{filter:?} is not a filter")))?;
    if !mode.allows(stride) || !filter.allows(stride) || filter != Filter::None && mode != Mode::Attributes {
        return Err(wrong(format!(
            "this compression does not support elements of {}",
            counted(stride, "byte")
        )));
    }
    context.charge::<u8>(&at, count.saturating_mul(stride))?;
    let broken = |what| at.fault(ProblemKind::Framing, format!("the compressed data: {what}"));
    let mut bytes = meshopt::decode(mode, count, stride, part(at, buffers)?).map_err(broken)?;
    filter.undo(stride, &mut bytes);
    Ok(bytes)
}

/// Reads all buffers; a buffer that is not available is an error where it is used.
pub(super) fn buffers<'a>(
    root: At<'_>,
    bin: Option<&'a [u8]>,
    files: &mut Files<'_>,
    context: &mut Context,
) -> Result<Buffers<'a>, Problem> {
    let mut buffers = Buffers::default();
    for (index, at) in root.list("buffers").iter().enumerate() {
        let bin = bin.filter(|_| index == 0);
        let bytes = bytes(at, bin, files);
        if let (Ok(bytes), Ok(wanted)) = (&bytes, at.needed_whole("byteLength"))
            && bytes.len() < wanted
        {
            let message = format!("the buffer has only {} of its {}", bytes.len(), counted(wanted, "byte"));
            context.excuse(at.fault(ProblemKind::Framing, message))?;
        }
        // The fallback of compressed views may be missing, since they are decompressed.
        let is_fallback = at.path(["extensions", MESHOPT, "fallback"]).is_some();
        if let Err(problem) = &bytes
            && !is_fallback
        {
            context.excuse(problem.clone())?;
        }
        buffers.list.push(bytes);
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

/// The bytes at a URI.
pub(super) fn follow(at: At<'_>, text: &str, files: &mut Files<'_>) -> Result<Vec<u8>, Problem> {
    match uri(text).map_err(|why| at.fault(ProblemKind::Unsupported, why))? {
        Uri::Data(body) => decoded(body)
            .ok_or_else(|| at.fault(ProblemKind::Framing, "the base64 of the data URI is broken")),
        Uri::File(path) => files(&path)
            .ok_or_else(|| at.fault(ProblemKind::MissingFile, format!("the file {path:?} was not found"))),
    }
}

/// A range of bytes of a buffer.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) bytes: &'v [u8],
    pub(super) stride: Option<usize>,
}

/// The view to which a key of `at` refers.
pub(super) fn view<'v>(
    root: At<'v>,
    buffers: &'v Buffers<'_>,
    at: At<'v>,
    key: &'v str,
) -> Result<Option<View<'v>>, Problem> {
    let views = root.list("bufferViews");
    let index = at.index(key, views.len(), "buffer view")?;
    let Some((index, view)) = index.and_then(|index| Some((index, views.get(index)?))) else {
        return Ok(None);
    };
    let bytes = match buffers.unpacked.get(&index) {
        Some(Ok(bytes)) => &bytes[..],
        Some(Err(problem)) => return Err(problem.clone()),
        None => part(view, &buffers.list)?,
    };
    let stride = view.maybe_whole("byteStride")?;
    // The specification requires at least 4, but smaller strides can be read as well.
    if stride.is_some_and(|stride| !(1..=252).contains(&stride)) {
        return Err(view.fault(ProblemKind::Value, "the stride must be 1 to 252"));
    }
    Ok(Some(View { bytes, stride }))
}

/// The bytes of a buffer to which a view or an extension refers.
fn part<'v>(at: At<'_>, buffers: &'v [Buffer<'_>]) -> Result<&'v [u8], Problem> {
    let buffer = at.needed_index("buffer", buffers.len(), "buffer")?;
    let bytes = match buffers.get(buffer) {
        Some(Ok(bytes)) => &bytes[..],
        Some(Err(problem)) => return Err(problem.clone()),
        None => &[],
    };
    let start = at.maybe_whole("byteOffset")?.unwrap_or(0);
    let len = at.needed_whole("byteLength")?;
    start.checked_add(len).and_then(|end| bytes.get(start..end)).ok_or_else(|| {
        let message = format!(
            "{} from byte {start} exceed the buffer of {}",
            counted(len, "byte"),
            counted(bytes.len(), "byte")
        );
        at.fault(ProblemKind::Framing, message)
    })
}
