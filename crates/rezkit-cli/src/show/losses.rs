//! What conversions lose.

use crate::code::Code;
use crate::show::{NOTE, ODD, clean, grouped};
use rezkit::{Loss, LossSeverity};
use std::cmp::Reverse;

/// Whether a value is another one afterwards, or gone.
pub(crate) fn is_lossy(losses: &[Loss]) -> bool {
    losses.iter().any(Loss::is_real)
}

/// How a verb ends whose result is of the format of its file.
pub(crate) fn code(losses: &[Loss]) -> Code {
    if is_lossy(losses) { Code::Found } else { Code::Fine }
}

/// A line for each loss, those first that a person would miss first. Notes, and the codes of losses, are only shown if they
/// are asked for.
pub(crate) fn shown(losses: &[Loss], is_verbose: bool) -> String {
    let mut listed: Vec<_> = losses.iter().filter(|loss| is_verbose || loss.is_real()).collect();
    listed.sort_by_key(|loss| (Reverse(loss.severity), loss.code));
    listed.into_iter().map(|loss| line(loss, is_verbose)).collect()
}

/// `lost: 24 sounds are left out`.
fn line(loss: &Loss, has_code: bool) -> String {
    let (style, word) = match loss.severity {
        LossSeverity::Lost => (ODD, "lost"),
        LossSeverity::Changed => (ODD, "changed"),
        LossSeverity::Note => (NOTE, "note"),
    };
    let code = if has_code { format!("{}: ", loss.code) } else { String::new() };
    // The words are those of many.
    let (count, first) = match loss.count {
        1 => (String::new(), ""),
        count => (format!("{} ", grouped(count)), "first "),
    };
    let place = loss.places.first().filter(|place| !place.is_empty());
    let place = place.map(|place| format!(" ({first}at {place})")).unwrap_or_default();
    format!("  {style}{word}:{style:#} {code}{count}{}\n", clean(&format!("{}{place}", loss.what)))
}
