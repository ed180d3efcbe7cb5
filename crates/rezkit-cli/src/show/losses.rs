//! What conversions lose.

use crate::Code;
use crate::show::{NOTE, ODD, clean};
use rezkit::{Loss, LossCode, LossSeverity};

/// Whether a value is another one afterwards, or gone.
pub(crate) fn is_lossy(losses: &[Loss]) -> bool {
    losses.iter().any(Loss::is_real)
}

/// How a verb ends whose result is of the format of its file.
pub(crate) fn code(losses: &[Loss]) -> Code {
    if is_lossy(losses) { Code::Found } else { Code::Fine }
}

/// A line for each loss; notes only if they are asked for.
pub(crate) fn shown(losses: &[Loss], is_verbose: bool) -> String {
    let mut text = String::new();
    for loss in losses.iter().filter(|loss| is_verbose || loss.is_real()) {
        let (style, word) = match loss.severity {
            LossSeverity::Lost => (ODD, "lost"),
            LossSeverity::Changed => (ODD, "changed"),
            LossSeverity::Note => (NOTE, "note"),
        };
        // That of values in general says no more than the word.
        let code = if loss.code == LossCode::Value { String::new() } else { format!("{}: ", loss.code) };
        text.push_str(&format!("  {style}{word}:{style:#} {code}{}\n", clean(&loss.to_string())));
    }
    text
}
