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

use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::layout::Asked;
use crate::mould::record;
use crate::wire::{ALIASES, MAGIC, TEXT_MAGIC};
use crate::{Error, Layout, Model, ReadOptions, Warnings};

/// Whether these bytes look like a file of this format, binary or text. The first seven bytes are enough.
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
/// As [`read`]; in strict mode also the first problem that would otherwise be a warning.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Model, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, |input| either(input, options, &|_| None))?;
    Ok((model, reading.into_warnings()))
}

/// As [`ascii::read_with_files`](crate::ascii::read_with_files).
pub(crate) fn text(
    bytes: &[u8],
    options: &ReadOptions,
    read_file: ascii::ReadFile<'_>,
) -> Result<(Model, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, |input| ascii::file(input, options, read_file))?;
    Ok((model, reading.into_warnings()))
}

/// A file of either form.
fn either<'a>(input: Input<'a>, options: &ReadOptions, read_file: ascii::ReadFile<'_>) -> Parsed<'a, Model> {
    if input.bytes().starts_with(TEXT_MAGIC) {
        return ascii::file(input, options, read_file);
    }
    file::file(input, options)
}

/// As [`read`].
impl TryFrom<&[u8]> for Model {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}

/// As [`ascii::read`](crate::ascii::read).
///
/// ```
/// let model: m3d::Model = "3dmodel 1\ntri\nCC0-1.0\nme\n\n\nVertex\n0 0 0\n".parse()?;
/// assert_eq!(model.vertices().unwrap().len(), 1);
/// # Ok::<(), m3d::Error>(())
/// ```
impl std::str::FromStr for Model {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        crate::ascii::read(text.as_bytes())
    }
}

/// Names every byte of a file. A damaged file is covered as far as it can be read.
#[must_use]
pub fn layout(bytes: &[u8]) -> Layout<'_> {
    layout_with(bytes, &ReadOptions::default())
}

/// As [`layout`], within the limits of `options`.
#[must_use]
pub fn layout_with<'a>(bytes: &'a [u8], options: &ReadOptions) -> Layout<'a> {
    let asked = Asked { strict: options.strict, limits: options.limits, aliases: ALIASES };
    let options = options.clone();
    let mut layout = record::layout(bytes, asked, move |input| either(input, &options, &|_| None));
    layout.translate = bytes.starts_with(TEXT_MAGIC).then_some(ascii::in_text);
    layout
}
