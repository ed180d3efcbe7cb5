//! Reading: bytes to model.

mod header;

use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::parsers::part;
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::model::Template;
use crate::options::ReadOptions;
use crate::wire::MAGIC;

/// Returns true if bytes start like a file of this format; the first four suffice.
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

/// Reads a file with options, and returns warnings for errors from which it has recovered.
///
/// # Errors
///
/// Those of [`read`]; strict reading also fails where the default adds a warning.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Template, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, file)?;
    Ok((model, reading.into_warnings()))
}

/// Reads a file, and reports each span of bytes to `trace`; an invalid file is reported up to the error.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Template, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, file);
    (result, reading.into_warnings())
}

/// Format document, section 1.
fn file(input: Input<'_>) -> Parsed<'_, Template> {
    let (input, ()) = part("header", header::header)(input)?;
    Err(input.fatal(ErrorKind::NotYet))
}
