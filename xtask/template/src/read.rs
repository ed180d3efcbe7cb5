//! Bytes to model.

mod header;

use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::trace::Trace;
use crate::common::words::part;
use crate::error::ErrorKind;
use crate::model::Template;
use crate::options::ReadOptions;
use crate::wire::MAGIC;

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

/// Reads a file, and tells `trace` what each byte is; of a broken file, as far as it can be read.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Template, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).told(trace);
    let result = reading.read(bytes, file);
    (result, reading.into_warnings())
}

/// Format document, section 1.
fn file(input: Input<'_>) -> Parsed<'_, Template> {
    let (input, ()) = part("header", header::header)(input)?;
    Err(input.fatal(ErrorKind::NotYet))
}
