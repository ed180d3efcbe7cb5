//! Reading: from bytes to a model.

mod actn;
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
mod reference;
mod shpe;
mod tmap;
mod voxd;
mod voxt;
mod vrts;

use crate::mould::input::Reading;
use crate::mould::layout::Asked;
use crate::mould::record;
use crate::wire::{ALIASES, MAGIC};
use crate::{Error, Layout, Model, ReadOptions, Warnings};

/// Whether these bytes look like a file of this format. The first four bytes are enough.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a file.
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
    let model = reading.read(bytes, |input| file::file(input, options))?;
    Ok((model, reading.into_warnings()))
}

/// As [`read`].
impl TryFrom<&[u8]> for Model {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
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
    record::layout(bytes, asked, move |input| file::file(input, &options))
}
