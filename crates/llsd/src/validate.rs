//! Checks of values against the rules.

use crate::common::error::Error;
use crate::common::rules::{Findings, Rule};
use crate::common::show::quoted;
use crate::error::ErrorKind;
use crate::model::walk::{Step, Walk, joined};
use crate::model::{Text, Uri, Value};
use crate::options::{Duplicates, ReadOptions};
use crate::rules::{LSD001, LSD002, LSD003, LSD004, LSD005, LSD006, LSD007, LSD008, LSD009, LSD010};
use crate::wire::is_control;
use std::fmt;

/// Checks a value against the [rules](crate::rules). The findings are in the order of the values.
///
/// The first 1,000 findings of each rule are returned, and all are counted.
///
/// ```
/// let value = llsd::Value::from(vec![llsd::Value::from(f64::NAN)]);
/// let findings = llsd::validate(&value);
/// assert_eq!(findings[0].to_string(), "warning LSD008: [0]: A real is not a number; found NaN");
/// ```
#[must_use]
pub fn validate(value: &Value) -> Findings {
    let mut findings = Findings::default();
    values(value, &mut findings);
    findings
}

fn values(value: &Value, findings: &mut Findings) {
    let mut walk = Walk::value(value);
    while let Some(step) = walk.next() {
        let Step::Value(key, value) = step else { continue };
        let mut find = |rule: &'static Rule, found: &dyn fmt::Display, limit: &str| {
            findings.add(rule, &walk, found, limit);
        };
        if let Some(key) = key {
            if key.is_empty() {
                find(&LSD006, &"\"\"", "");
            }
            text(key, &mut find);
        }
        match value {
            Value::Date(date) if !date.is_in_calendar() => find(&LSD001, &date.0, ""),
            Value::Date(date) if date.is_suspicious() => find(&LSD002, &format_args!("{:e}", date.0), ""),
            Value::Real(number) if !number.is_finite() => find(&LSD008, number, ""),
            Value::String(string) => text(string, &mut find),
            Value::Uri(Uri(uri)) => {
                text(uri, &mut find);
                // The viewer writes URIs in double quotes without escaping them.
                if uri.as_bytes().contains(&b'"') {
                    find(&LSD010, &Quoted(uri.as_bytes()), "");
                }
            }
            // Reported once for each value that exceeds the depth while its parent does not.
            Value::Array(_) | Value::Map(_) if walk.depth() == DEPTH.saturating_add(1) => {
                find(&LSD007, &walk.depth(), "95");
            }
            _ => {}
        }
    }
}

/// Validates a document in any encoding. It also finds duplicate keys, which a [`Value`] cannot have.
///
/// ```
/// let findings = llsd::validate_bytes(b"{'a': i1, 'a': i2}")?;
/// assert_eq!((findings[0].rule, &*findings[0].path), (&llsd::rules::LSD005, "a"));
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`read`](fn@crate::read).
pub fn validate_bytes(bytes: &[u8]) -> Result<Findings, Error> {
    validate_with(bytes, &ReadOptions::default())
}

/// Validates like [`validate_bytes`], within the limits of `options`.
///
/// # Errors
///
/// The errors of [`read_with`](crate::read_with).
pub fn validate_with(bytes: &[u8], options: &ReadOptions) -> Result<Findings, Error> {
    // Duplicate keys are findings here, not errors.
    let options = match options.duplicates {
        Duplicates::Error => options.clone().duplicates(Duplicates::Last),
        _ => options.clone(),
    };
    let (value, warnings) = crate::read::read_with(bytes, &options.strict(false))?;
    let mut findings = Findings::default();
    for warning in &*warnings {
        if let ErrorKind::Duplicate { name, .. } = warning.kind() {
            let path: Vec<_> = warning.path().map(str::to_owned).collect();
            findings.add(&LSD005, joined(&path), name, "");
        }
    }
    values(&value, &mut findings);
    Ok(findings)
}

/// The maximum nesting that the viewer accepts in a mesh. Format document, section 1.
const DEPTH: usize = 95;

fn text(text: &Text, find: &mut impl FnMut(&'static Rule, &dyn fmt::Display, &str)) {
    let bytes = text.as_bytes();
    let found = Quoted(bytes);
    let is_kept = |character: char| {
        !matches!(character, '\u{fffe}' | '\u{ffff}') && !u8::try_from(character).is_ok_and(is_control)
    };
    // A text that is not UTF-8 has no characters to check.
    match text.as_str() {
        None => find(&LSD003, &found, ""),
        Some(text) if !text.chars().all(is_kept) => find(&LSD004, &found, ""),
        Some(_) => {}
    }
    if bytes.contains(&b'\r') {
        find(&LSD009, &found, "");
    }
}

/// Bytes in quotes, formatted only for findings that are kept.
struct Quoted<'a>(&'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(self.0, 0, f)
    }
}
