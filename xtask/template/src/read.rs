//! Bytes to model.

mod header;

use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::layout::Asked;
use crate::mould::record;
use crate::mould::words::part;
use crate::wire::MAGIC;
use crate::{Error, ErrorKind, Layout, ReadOptions, Template, Warnings};

/// Whether these bytes look like a file of this format; its first few are enough.
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
/// let error = template::read(b"something else").unwrap_err();
/// assert_eq!(error.place(), template::Place::Input(0));
/// ```
pub fn read(bytes: &[u8]) -> Result<Template, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a file, and says what was recoverable.
///
/// # Errors
///
/// As [`read`]; when strict, also the first thing that would be a warning.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Template, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, file)?;
    Ok((model, reading.into_warnings()))
}

/// What each byte of a file is; of a broken one, as far as it can be read.
#[must_use]
pub fn layout(bytes: &[u8]) -> Layout<'_> {
    layout_with(bytes, &ReadOptions::default())
}

/// As [`layout`], within the limits of `options`.
#[must_use]
pub fn layout_with<'a>(bytes: &'a [u8], options: &ReadOptions) -> Layout<'a> {
    record::layout(bytes, Asked { strict: options.strict, limits: options.limits, aliases: &[] }, file)
}

/// Format document, section 1.
fn file(input: Input<'_>) -> Parsed<'_, Template> {
    let (input, ()) = part("header", header::header)(input)?;
    Err(input.fatal(ErrorKind::NotYet))
}
