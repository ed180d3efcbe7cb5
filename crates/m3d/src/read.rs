//! Reading: from bytes to a model.

mod actn;
pub(crate) mod ascii;
mod aset;
mod bone;
mod chunk;
mod cmap;
mod file;
mod frame;
mod head;
mod lbls;
mod mesh;
mod mtrl;
mod proc;
pub(crate) mod reference;
mod shpe;
mod tmap;
mod voxd;
mod voxt;
mod vrts;

use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::trace::Trace;
use crate::model::Model;
use crate::options::ReadOptions;
use crate::wire::{MAGIC, TEXT_MAGIC, in_file};
use std::borrow::Cow;

/// Returns true if bytes start like a file of this format, binary or text. The first seven bytes suffice.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(TEXT_MAGIC)
}

/// Reads a file, binary (`.m3d`) or text (`.a3d`).
///
/// # Errors
///
/// If nothing usable can be read, or a limit of [`ReadOptions::default`] is exceeded.
///
/// ```
/// let error = m3d::read(b"something else").unwrap_err();
/// assert_eq!(error.place(), m3d::Place::Input(0));
/// ```
pub fn read(bytes: &[u8]) -> Result<Model, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a file, and returns recoverable errors as warnings.
///
/// # Errors
///
/// Those of [`read`]; strict reading also fails at the first problem that would otherwise be a warning.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Model, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, |input| either(input, options, &|_| None))?;
    Ok((model, reading.into_warnings()))
}

/// Reads a text; see [`ascii::read_with_files`](crate::ascii::read_with_files).
pub(crate) fn text(
    bytes: &[u8],
    options: &ReadOptions,
    read_file: ascii::ReadFile<'_>,
) -> Result<(Model, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, |input| ascii::file(input, options, read_file))?;
    Ok((model, reading.into_warnings()))
}

/// Reads a file of either form.
fn either<'a>(input: Input<'a>, options: &ReadOptions, read_file: ascii::ReadFile<'_>) -> Parsed<'a, Model> {
    if input.bytes().starts_with(TEXT_MAGIC) {
        return ascii::file(input, options, read_file);
    }
    file::file(input, options)
}

/// Reads a file by [`read`].
impl TryFrom<&[u8]> for Model {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}

/// Reads a file, and reports each span of bytes to `trace`; an invalid file is reported up to the error.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Model, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, |input| either(input, options, &|_| None));
    (result, reading.into_warnings())
}

/// Translates paths of findings to the names that [`trace`] reports, which differ from those of the model for some
/// parts, and for most of a text.
#[must_use]
pub fn paths_in_file<'p>(bytes: &[u8], options: &ReadOptions, paths: &[&'p str]) -> Vec<Cow<'p, str>> {
    let text = ascii::Paths::new(bytes, options);
    let in_text = |path: &str| text.as_ref().and_then(|text| text.path(path)).map(Cow::Owned);
    paths.iter().map(|path| in_text(path).unwrap_or_else(|| in_file(path))).collect()
}
