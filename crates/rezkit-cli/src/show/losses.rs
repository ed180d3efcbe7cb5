//! Losses of conversions as text.

use crate::code::Code;
use crate::show::{NOTE, ODD, clean, grouped};
use rezkit::{Loss, LossSeverity};
use std::cmp::Reverse;

/// Returns true if a value was changed or dropped.
pub(crate) fn is_lossy(losses: &[Loss]) -> bool {
    losses.iter().any(Loss::is_real)
}

/// The exit code of a verb whose result has the format of its input.
pub(crate) fn code(losses: &[Loss]) -> Code {
    if is_lossy(losses) { Code::Found } else { Code::Fine }
}

/// A line for each loss, the most severe first. Notes, the codes of losses, and locations after the first are
/// shown only if `is_verbose` is set.
pub(crate) fn shown(losses: &[Loss], is_verbose: bool) -> String {
    let mut listed: Vec<_> = losses.iter().filter(|loss| is_verbose || loss.is_real()).collect();
    listed.sort_by_key(|loss| (Reverse(loss.severity), loss.code));
    listed.into_iter().map(|loss| line(loss, is_verbose)).collect()
}

/// The line of a loss, such as `lost: 24 sounds are left out`.
fn line(loss: &Loss, is_verbose: bool) -> String {
    let (style, word) = match loss.severity {
        LossSeverity::Lost => (ODD, "lost"),
        LossSeverity::Changed => (ODD, "changed"),
        LossSeverity::Note => (NOTE, "note"),
    };
    let code = if is_verbose { format!("{}: ", loss.code) } else { String::new() };
    let n_shown = if is_verbose { loss.places.len() } else { 1 };
    let places: Vec<&str> = loss.places.iter().take(n_shown).map(String::as_str).collect();
    let at = if places.is_empty() { String::new() } else { format!("at {}", places.join(", ")) };
    let first = if loss.count > 1 && !at.is_empty() { "first " } else { "" };
    // The text of a loss is a plural, such as "sounds are left out", or what a reader says of one place.
    let is_of_one = ["a ", "an ", "the "].iter().any(|article| loss.what.starts_with(article));
    let (count, times) = match (loss.count, is_of_one) {
        (1, _) => (String::new(), String::new()),
        (count, false) => (format!("{} ", grouped(count)), String::new()),
        (count, true) => (String::new(), format!("{} times", grouped(count))),
    };
    let notes = [times, format!("{first}{at}")].into_iter().filter(|note| !note.is_empty());
    let notes = notes.collect::<Vec<_>>().join(", ");
    let notes = if notes.is_empty() { notes } else { format!(" ({notes})") };
    format!("  {style}{word}:{style:#} {code}{count}{}\n", clean(&format!("{}{notes}", loss.what)))
}
