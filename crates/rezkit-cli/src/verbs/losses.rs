//! What conversions lose.

use crate::Code;
use crate::show::{NOTE, ODD, clean};
use rezkit::{Loss, LossSeverity};

/// Whether a value is another one afterwards, or gone.
pub(super) fn is_lossy(losses: &[Loss]) -> bool {
    losses.iter().any(Loss::is_real)
}

/// How a conversion ends: docs/rez.md, «For other programs», has the rule.
pub(super) fn code(is_one_format: bool, losses: &[Loss], is_empty: bool, is_refused: bool) -> Code {
    let is_found = is_refused || is_empty || is_one_format && is_lossy(losses);
    if is_found { Code::Found } else { Code::Fine }
}

/// A line for each loss; notes only if they are asked for.
pub(super) fn shown(losses: &[Loss], is_verbose: bool) -> String {
    let mut text = String::new();
    for loss in losses.iter().filter(|loss| is_verbose || loss.is_real()) {
        let (style, word) = match loss.severity {
            LossSeverity::Lost => (ODD, "lost"),
            LossSeverity::Changed => (ODD, "changed"),
            LossSeverity::Note => (NOTE, "note"),
        };
        text.push_str(&format!("  {style}{word}:{style:#} {}: {}\n", loss.code, clean(&loss.to_string())));
    }
    text
}
