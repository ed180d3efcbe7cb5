//! Changes of a file as text.

use super::{self as show, BOLD, DIM, GOOD, NOTE, ODD, VALUE, clean, counted, short};
use anstyle::{AnsiColor, Style};
use rezkit::{Change, ChangeKind, LineKind, PropertyChange};
use std::fmt::Write;

/// The style of removed content.
pub(crate) const OLD: Style = AnsiColor::Red.on_default();

/// Upper bounds on the characters of a value and the lines of a text that are shown, unless all are requested.
const MOST_LETTERS: usize = 70;
const MOST_LINES: usize = 30;

fn mark(kind: ChangeKind) -> (&'static str, Style) {
    match kind {
        ChangeKind::Added => ("+", GOOD),
        ChangeKind::Removed => ("-", OLD),
        ChangeKind::Moved => (">", NOTE),
        ChangeKind::Renamed => ("=", NOTE),
        _ => ("~", ODD),
    }
}

pub(crate) fn shown(change: &Change, is_full: bool) -> String {
    let (mark, style) = mark(change.kind);
    let mut text = format!("{style}{mark}{style:#} [{VALUE}{}{VALUE:#}] ", clean(&change.class));
    if let Some(old) = &change.old_path {
        let _ = write!(text, "{DIM}{old} →{DIM:#} ");
    }
    let _ = write!(text, "{BOLD}{}{BOLD:#}", change.path);
    if change.n_inside > 0 {
        let _ = write!(text, "  {DIM}and {} inside{DIM:#}", show::grouped(change.n_inside));
    }
    text.push('\n');
    if change.n_reordered > 0 {
        let what = counted(change.n_reordered, "part");
        let _ = writeln!(text, "    {DIM}{what} in another order{DIM:#}");
    }
    for property in &change.properties {
        show_property(property, is_full, &mut text);
    }
    text
}

fn show_property(property: &PropertyChange, is_full: bool, text: &mut String) {
    let PropertyChange { name, old, new, lines, .. } = property;
    let cut = |value: &str| if is_full { clean(value) } else { short(value, MOST_LETTERS) };
    if lines.is_empty() {
        let _ = match (old, new) {
            (Some(old), Some(new)) => {
                writeln!(text, "    {name}: {OLD}{}{OLD:#} → {GOOD}{}{GOOD:#}", cut(old), cut(new))
            }
            (Some(old), None) => writeln!(text, "    {OLD}-{OLD:#} {name}: {}", cut(old)),
            (None, new) => {
                writeln!(text, "    {GOOD}+{GOOD:#} {name}: {}", cut(new.as_deref().unwrap_or_default()))
            }
        };
        return;
    }
    let _ = writeln!(text, "    {name}:");
    let most = if is_full { usize::MAX } else { MOST_LINES };
    for line in lines.iter().take(most) {
        let (mark, style) = match line.kind {
            LineKind::Added => ("+", GOOD),
            LineKind::Removed => ("-", OLD),
            LineKind::Gap => ("…", DIM),
            _ => (" ", DIM),
        };
        let number = if line.kind == LineKind::Gap { String::new() } else { line.line.to_string() };
        let line = format!("    {DIM}{number:>5}{DIM:#} {style}{mark} {}{style:#}", show::line(&line.text));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(more @ 1..) = lines.len().checked_sub(most) {
        let _ = writeln!(text, "    {DIM}{} more; -v shows all{DIM:#}", counted(more, "line"));
    }
}
