//! What conversions lose.

use crate::show::{NOTE, ODD, clean};
use rezkit::{Loss, LossSeverity};

/// A line for each loss; notes only if they are asked for.
pub(crate) fn shown(losses: &[Loss], is_verbose: bool) -> String {
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
