//! Findings, as people read them.

use crate::Code;
use crate::show::{self, BOLD, DIM, GOOD, clean, counted, grouped, short};
use rezkit::{Finding, RZK001, Report};
use std::fmt::Write;

/// How many findings of a rule are shown.
const SHOWN: usize = 3;

pub(super) fn code(report: &Report, deny: &[String]) -> Code {
    let is_denied = |finding: &Finding| {
        deny.iter().any(|what| what.eq_ignore_ascii_case(finding.rule) || what.eq_ignore_ascii_case("note"))
    };
    let is_found = report.n_errors + report.n_warnings > 0 || report.findings.iter().any(is_denied);
    if is_found { Code::Found } else { Code::Fine }
}

pub(super) fn totals(counts: [usize; 3]) -> String {
    let words = ["error", "warning", "note"];
    let some: Vec<_> = counts
        .into_iter()
        .zip(words)
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| counted(count, word))
        .collect();
    if some.is_empty() { "nothing found".into() } else { some.join(", ") }
}

pub(super) fn shown(name: &str, report: &Report, is_verbose: bool) -> String {
    if report.findings.is_empty() {
        return if is_verbose {
            format!("{BOLD}{}{BOLD:#}: {GOOD}fine{GOOD:#}\n", clean(name))
        } else {
            String::new()
        };
    }
    let mut text = format!(
        "{BOLD}{}{BOLD:#}: {}\n",
        clean(name),
        totals([report.n_errors, report.n_warnings, report.n_notes])
    );
    let mut groups: Vec<(&str, Vec<&Finding>)> = Vec::new();
    for finding in &report.findings {
        match groups.iter_mut().find(|(rule, _)| *rule == finding.rule) {
            Some((_, group)) => group.push(finding),
            None => groups.push((finding.rule, vec![finding])),
        }
    }
    // What is worst comes first.
    groups.sort_by_key(|(_, group)| group.first().map(|finding| std::cmp::Reverse(finding.severity)));
    for (_, group) in groups {
        of_rule(&group, is_verbose, &mut text);
    }
    text
}

fn of_rule(group: &[&Finding], is_verbose: bool, text: &mut String) {
    let Some(first) = group.first() else { return };
    let (style, severity) = (show::of(first.severity), first.severity.to_string());
    let n_all = group.len() + first.n_more;
    let many = if n_all > 1 { format!(" {DIM}× {}{DIM:#}", grouped(n_all)) } else { String::new() };
    let title = first.title.trim_end_matches('.');
    let _ = writeln!(text, "  {style}{severity:7}{style:#} {}  {title}{many}", first.rule);
    let n_shown = if is_verbose { group.len() } else { SHOWN };
    for finding in group.iter().take(n_shown) {
        let path =
            if finding.path.is_empty() { String::new() } else { format!("{}: ", short(&finding.path, 90)) };
        let found = if finding.rule == RZK001.id { "" } else { "found " };
        let limit = if finding.limit.is_empty() {
            String::new()
        } else {
            format!(", limit {}", short(&finding.limit, 60))
        };
        let place = match finding.range {
            None => String::new(),
            Some(range) => match range.packed_at {
                None => format!("  {DIM}at {:#x}{DIM:#}", range.start),
                Some(start) => format!("  {DIM}at {:#x} in what is packed at {start:#x}{DIM:#}", range.start),
            },
        };
        let _ = writeln!(text, "          {path}{found}{}{limit}{place}", short(&finding.found, 90));
    }
    if n_all > n_shown {
        let _ = writeln!(text, "          {DIM}and {} more{DIM:#}", grouped(n_all - n_shown));
    }
    let _ = writeln!(text, "          {GOOD}→{GOOD:#} {DIM}{}{DIM:#}", first.help.trim_end_matches('.'));
}
