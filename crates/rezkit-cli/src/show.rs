//! Formatting of messages and values.

pub(crate) mod changes;
pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod losses;
pub(crate) mod verdict;

use anstyle::{AnsiColor, Style};
pub(crate) use rezkit::internal::{counted, grouped, size};
use rezkit::{Excerpt, Problem, ProblemKind, Severity, Warnings};
use std::borrow::Cow;
use std::fmt::Write;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const VALUE: Style = AnsiColor::Cyan.on_default();
pub(crate) const ODD: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const NOTE: Style = AnsiColor::Blue.on_default();

/// A text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of a severity.
pub(crate) fn severity_style(severity: Severity) -> Style {
    match severity {
        Severity::Note => NOTE,
        Severity::Warning => ODD,
        Severity::Error => BAD,
    }
}

/// An error message about a file.
pub(crate) fn error(name: &str, message: &str) -> String {
    format!("{BAD}error:{BAD:#} {BOLD}{}{BOLD:#}: {}\n", clean(name), clean(message))
}

/// A note about a file.
pub(crate) fn note(name: &str, message: &str) -> String {
    format!("{ODD}note:{ODD:#} {BOLD}{}{BOLD:#}: {}\n", clean(name), clean(message))
}

/// A note that a file was not read completely; empty if it was.
pub(crate) fn damage(name: &str, warnings: &Warnings) -> String {
    warnings.in_words().map(|words| note(name, &words)).unwrap_or_default()
}

/// The message for a problem in a file, with an excerpt of the bytes at its location.
pub(crate) fn problem(name: &str, problem: &Problem) -> String {
    let mut text = error(name, &problem.to_string());
    if let Some(excerpt) = &problem.excerpt {
        text.push_str(&shown(excerpt));
    }
    if let Some(help) = help(problem) {
        let _ = writeln!(text, "  {GOOD}help:{GOOD:#} {}", clean(&help));
    }
    text
}

/// Advice on a problem. The library does not know the name of the option that raises a limit, so it is added here.
pub(crate) fn help(problem: &Problem) -> Option<Cow<'static, str>> {
    let help = problem.help.clone()?;
    if problem.kind != ProblemKind::Limit {
        return Some(help);
    }
    let amount = problem.needs_mebibytes.map(|mebibytes| grant(mebibytes.get())).unwrap_or_default();
    Some(format!("{help} (--max-memory{amount})").into())
}

/// The argument of the option for at least this many MiB.
fn grant(mebibytes: u32) -> String {
    let mebibytes = u64::from(mebibytes).next_power_of_two();
    if mebibytes < 1024 { format!(" {mebibytes}M") } else { format!(" {}G", mebibytes / 1024) }
}

/// Formats an excerpt of the bytes around a location.
fn shown(excerpt: &Excerpt) -> String {
    let mut text = String::new();
    if let Some(start) = excerpt.packed_at {
        let _ = writeln!(text, "  {DIM}in the data decompressed from byte {start:#x}{DIM:#}");
    }
    let width = excerpt.lines.iter().map(|line| line.hex.chars().count()).max().unwrap_or_default();
    for line in &excerpt.lines {
        let (mark, style) =
            if line.is_marked { (styled(BAD, ">"), BOLD) } else { (" ".into(), Style::new()) };
        let place = match line.line {
            Some(number) => format!("{number:6}"),
            None => format!("{:08x}", line.start),
        };
        let hex = if width == 0 { String::new() } else { format!("{:width$}  ", line.hex) };
        let _ = writeln!(text, " {mark} {DIM}{place}{DIM:#}  {hex}{style}{}{style:#}", clean(&line.text));
        if let Some(column) = line.column {
            let _ = writeln!(text, "   {:6}  {:column$}{BAD}^{BAD:#}", "", "");
        }
    }
    text
}

/// Text from a file, with characters escaped that control a terminal.
pub(crate) fn clean(text: &str) -> String {
    rezkit::visible(text).into_owned()
}

/// A line from a file, escaped like [`clean`] except for tabs.
pub(crate) fn line(line: &str) -> String {
    line.split('\t').map(clean).collect::<Vec<_>>().join("\t")
}

/// Escaped text, abbreviated to at most this many characters.
pub(crate) fn short(text: &str, most: usize) -> String {
    // Only this prefix is escaped, because the text may be long.
    let end = text.char_indices().nth(most.saturating_add(1)).map_or(text.len(), |(end, _)| end);
    let text = clean(text.get(..end).unwrap_or_default());
    match text.char_indices().nth(most) {
        None => text,
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// A number rounded to four significant digits.
pub(crate) fn rounded(number: f32) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.abs().to_string();
    }
    let digits = (3 - number.abs().log10().floor() as i32).clamp(0, 9) as usize;
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A share as a percentage.
pub(crate) fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_files_cannot_command_the_terminal() {
        assert_eq!(clean("a\x1b[31mb\n\u{9b}"), "a\\u{1b}[31mb\\n\\u{9b}");
        assert_eq!(short("äöüß", 3), "äö…");
    }
}
