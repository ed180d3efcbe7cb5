//! Annotations for GitHub workflows.

use super::Report;
use files::rules::Severity;
use scene::visible::visible_but;

/// Formats findings as annotations that GitHub shows next to the file, one line each: `::error
/// file=a.mesh,title=RBM001::…`.
#[must_use]
pub fn github(file: &str, report: &Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let command = match finding.severity {
            Severity::Note => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let (place, more) = match (finding.path.is_empty(), finding.n_more) {
            (true, 0) => (String::new(), String::new()),
            (true, more) => (String::new(), format!(" (and {more} more)")),
            (false, 0) => (format!("{}: ", finding.place()), String::new()),
            (false, more) => (format!("{}: ", finding.place()), format!(" (and {more} more)")),
        };
        let message = escaped(&format!("{place}{}{more}", finding.message()), false);
        let (file, rule) = (escaped(file, true), finding.rule);
        text.push_str(&format!("::{command} file={file},title={rule}::{message}\n"));
    }
    text
}

/// Escapes characters with a meaning in workflow commands, and invisible ones.
fn escaped(text: &str, is_property: bool) -> String {
    let text = visible_but(text, |letter| "\r\n".contains(letter));
    // The percent sign comes first, because the other escapes contain it.
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    if is_property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CheckOptions, File, OpenOptions, check};

    #[test]
    fn a_finding_is_one_line_whatever_its_texts_hold() {
        let file = File::open(b"version 1.00\n0\n", &OpenOptions::default()).unwrap();
        let mut report = check(&file, &CheckOptions::default()).unwrap();
        report.findings.truncate(1);
        report.findings[0].path = "a%\nb\u{202e}\u{1b}".into();
        assert_eq!(
            github("c,d:e.mesh", &report),
            "::warning file=c%2Cd%3Ae.mesh,title=RBM032::a%25%0Ab\\u{202e}\\u{1b}: There are no faces; found none\n"
        );
    }
}
