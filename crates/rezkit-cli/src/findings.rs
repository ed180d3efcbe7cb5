//! Findings as text and rows.

use crate::code::Code;
use crate::output::Terminal;
use crate::show::{self, BOLD, DIM, GOOD, clean, counted, csv, grouped, short};
use crate::tally::{self, TallyLine};
use rezkit::{File, Finding, Report, Severity};
use std::fmt::{Display, Write};

/// Upper bound on the findings of a rule that are shown.
const SHOWN: usize = 3;

pub(crate) fn code(report: &Report, deny: &[String]) -> Code {
    let is_denied = |finding: &Finding| {
        deny.iter().any(|what| what.eq_ignore_ascii_case(finding.rule) || what.eq_ignore_ascii_case("note"))
    };
    let is_found = report.n_errors + report.n_warnings > 0 || report.findings.iter().any(is_denied);
    if is_found { Code::Found } else { Code::Fine }
}

/// The approximate memory of a report that is kept for SARIF, including its text, in bytes.
pub(crate) fn cost(report: &Report) -> usize {
    let own = |finding: &Finding| finding.path.len() + finding.found.len() + finding.limit.len();
    report.findings.iter().map(|finding| 32 * own(finding) + (32 << 10)).sum()
}

pub(crate) fn totals(counts: [usize; 3]) -> String {
    let words = ["error", "warning", "note"];
    let some: Vec<_> = counts
        .into_iter()
        .zip(words)
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| counted(count, word))
        .collect();
    if some.is_empty() { "nothing found".into() } else { some.join(", ") }
}

/// Options for printing findings.
#[derive(Clone, Copy)]
pub(crate) struct FindingsStyle {
    /// Prints locations and advice; otherwise one line for each rule.
    pub(crate) is_whole: bool,
    /// Prints all locations, and files without findings.
    pub(crate) is_verbose: bool,
    pub(crate) only: Option<Severity>,
    pub(crate) has_notes: bool,
    /// The terminal whose width lines are cut to.
    pub(crate) terminal: Option<Terminal>,
}

impl FindingsStyle {
    /// Options that print everything.
    pub(crate) fn whole(is_verbose: bool) -> Self {
        Self { is_whole: true, is_verbose, only: None, has_notes: true, terminal: None }
    }

    /// Returns true if findings of a severity are printed.
    fn has(&self, severity: Severity) -> bool {
        match self.only {
            Some(only) => severity == only,
            None => severity != Severity::Note || self.has_notes,
        }
    }
}

/// The lines of a report to be totalled.
pub(crate) fn lines(file: &File<'_>, report: &Report, style: FindingsStyle) -> Vec<TallyLine> {
    let mut lines = tally::file(file);
    for (severity, n) in
        [("error", report.n_errors), ("warning", report.n_warnings), ("note", report.n_notes)]
    {
        if n > 0 {
            lines.push(TallyLine::inside("severity", severity, n));
        }
    }
    for group in groups(report, style) {
        let Some(first) = group.first() else { continue };
        let name = format!("{} {}", first.rule, first.broken);
        lines.push(TallyLine::inside("rule", name, n_all(&group)));
    }
    lines
}

/// Rows of CSV, one for each finding.
pub(crate) fn rows(name: &str, report: &Report, style: FindingsStyle) -> String {
    let row = |finding: &Finding| {
        let byte = finding.range.map(|range| range.start.to_string()).unwrap_or_default();
        let Finding { rule, severity, path, found, limit, .. } = finding;
        csv::row([&name as &dyn Display, rule, severity, path, found, limit, &byte])
    };
    report.findings.iter().filter(|finding| style.has(finding.severity)).map(row).collect()
}

pub(crate) fn shown(name: &str, report: &Report, style: FindingsStyle) -> String {
    if report.findings.is_empty() {
        return if style.is_verbose {
            format!("{BOLD}{}{BOLD:#}: {GOOD}fine{GOOD:#}\n", clean(name))
        } else {
            String::new()
        };
    }
    let groups = groups(report, style);
    if groups.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "{BOLD}{}{BOLD:#}: {}\n",
        clean(name),
        totals([report.n_errors, report.n_warnings, report.n_notes])
    );
    for group in groups {
        match style.is_whole {
            true => show_rule(&group, style.is_verbose, &mut text),
            false => text.push_str(&one_line(&group, style)),
        }
    }
    text
}

/// The findings to print, grouped by rule, the most severe first.
fn groups(report: &Report, style: FindingsStyle) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in report.findings.iter().filter(|finding| style.has(finding.severity)) {
        let is_same =
            |group: &&mut Vec<&Finding>| group.first().is_some_and(|first| first.rule == finding.rule);
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups.sort_by_key(|group| group.first().map(|finding| std::cmp::Reverse(finding.severity)));
    groups
}

/// The number of findings of a rule, including those that were counted but not kept.
fn n_all(group: &[&Finding]) -> usize {
    group.len() + group.iter().map(|finding| finding.n_more).sum::<usize>()
}

/// One line for all findings of a rule in a file.
fn one_line(group: &[&Finding], style: FindingsStyle) -> String {
    let Some(first) = group.first() else { return String::new() };
    let severity = first.severity.to_string();
    let many = if n_all(group) > 1 { format!(" × {}", grouped(n_all(group))) } else { String::new() };
    let line = format!("  {severity:7} {}  {}{many}", first.rule, first.broken);
    let colour = show::severity_style(first.severity);
    // The line is coloured after it is cut, because styles take no columns.
    style.terminal.map_or_else(|| line.clone(), |terminal| terminal.cut(&line)).replacen(
        &severity,
        &format!("{colour}{severity}{colour:#}"),
        1,
    ) + "\n"
}

fn show_rule(group: &[&Finding], is_verbose: bool, text: &mut String) {
    let Some(first) = group.first() else { return };
    let (style, severity) = (show::severity_style(first.severity), first.severity.to_string());
    let n_all = n_all(group);
    let many = if n_all > 1 { format!(" {DIM}× {}{DIM:#}", grouped(n_all)) } else { String::new() };
    let _ = writeln!(text, "  {style}{severity:7}{style:#} {}  {}{many}", first.rule, first.broken);
    let n_shown = if is_verbose { group.len() } else { SHOWN };
    for finding in group.iter().take(n_shown) {
        let part = finding.part.as_ref().filter(|part| **part != finding.path);
        let part = part.map(|part| format!(" ({})", short(part, 60))).unwrap_or_default();
        let path = match &*finding.path {
            "" => String::new(),
            _ => format!("{}{part}: ", short(&finding.place(), 90)),
        };
        let found = if finding.is_sentence() { "" } else { "found " };
        let limit = if finding.limit.is_empty() {
            String::new()
        } else {
            format!(", limit {}", short(&finding.limit, 60))
        };
        let place = match finding.range {
            None => String::new(),
            Some(range) => match range.packed_at {
                None => format!("  {DIM}at {:#x}{DIM:#}", range.start),
                Some(start) => {
                    format!("  {DIM}at {:#x} in the data decompressed from {start:#x}{DIM:#}", range.start)
                }
            },
        };
        let _ = writeln!(text, "          {path}{found}{}{limit}{place}", short(&finding.found, 90));
    }
    if n_all > n_shown {
        let _ = writeln!(text, "          {DIM}and {} more{DIM:#}", grouped(n_all - n_shown));
    }
    let _ = writeln!(text, "          {GOOD}→{GOOD:#} {DIM}{}{DIM:#}", first.help.trim_end_matches('.'));
}
