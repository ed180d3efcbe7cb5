//! Totals of many files.

use crate::show::{BOLD, DIM, clean, grouped};
use rezkit::{File, Identity, Problem, ProblemKind};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A property of a file, with a count.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TallyLine {
    group: Cow<'static, str>,
    name: Cow<'static, str>,
    /// The count; `None` if only files are counted.
    n: Option<usize>,
}

impl TallyLine {
    /// A line that counts the file itself.
    pub(crate) fn file(group: &'static str, name: impl Into<Cow<'static, str>>) -> Self {
        Self { group: group.into(), name: name.into(), n: None }
    }

    /// The approximate memory of the first line with a name, in bytes.
    pub(crate) fn cost(&self) -> usize {
        size_of::<Self>() + self.name.len()
    }

    /// A line that counts items in the file.
    pub(crate) fn inside(group: &'static str, name: impl Into<Cow<'static, str>>, n: usize) -> Self {
        Self { group: group.into(), name: name.into(), n: Some(n) }
    }
}

/// Lines for the format and the version of a file.
pub(crate) fn identity(identity: &Identity) -> Vec<TallyLine> {
    let words = identity.format.in_words();
    let strip = |words: &'static str, article: &str| words.strip_prefix(article).unwrap_or(words);
    let words = ["a ", "an ", "the "].into_iter().fold(words, strip);
    let mut lines = vec![TallyLine::file("format", words)];
    if let Some(version) = &identity.version {
        lines.push(TallyLine::file("version", format!("{words} {version}")));
    }
    lines
}

/// Lines like those of [`identity`], for an open file.
pub(crate) fn file(file: &File<'_>) -> Vec<TallyLine> {
    identity(file.identity())
}

/// The line for an uncertain answer, if there are notes on unreadable values.
pub(crate) fn unsure(notes: &[String]) -> Option<TallyLine> {
    (!notes.is_empty()).then(|| TallyLine::file("not sure", "attributes of unknown types"))
}

/// The reason why a file was not read, in a few words.
pub(crate) fn reason(problem: &Problem) -> String {
    match problem.kind {
        ProblemKind::Unsupported | ProblemKind::Io | ProblemKind::Limit => {
            problem.message.chars().take(60).collect()
        }
        _ if problem.is_short => "the file is cut short".to_owned(),
        _ => "damaged".to_owned(),
    }
}

/// Totals by group and name.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<Cow<'static, str>, Names>);

/// For each name in a group, the number of files and the sum of the counts.
type Names = BTreeMap<Cow<'static, str>, (usize, Option<usize>)>;

/// The groups in the order of output.
const GROUPS: &[&str] = &[
    "format",
    "version",
    "damage",
    "severity",
    "rule",
    "class",
    "remark",
    "kind",
    "result",
    "not sure",
    "not readable",
    "skipped",
];

/// Upper bound on the lines of all groups together, so that they fit on a screen.
const MOST_LINES: usize = 36;

impl Tally {
    pub(crate) fn add(&mut self, lines: Vec<TallyLine>) {
        for TallyLine { group, name, n } in lines {
            let (n_files, sum) = self.0.entry(group).or_default().entry(name).or_default();
            *n_files += 1;
            *sum = sum.map_or(n, |sum| Some(sum + n.unwrap_or(0)));
        }
    }

    /// The totals as a table for each group, sorted by count and short enough for a screen.
    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        let groups: Vec<_> = GROUPS.iter().filter_map(|group| Some((*group, self.0.get(*group)?))).collect();
        // Lines that small groups do not use are available to larger ones.
        let mut left = MOST_LINES;
        let mut by_size: Vec<_> = groups.iter().map(|(group, names)| (names.len(), *group)).collect();
        by_size.sort_unstable();
        let mut most = BTreeMap::new();
        for (i, (n, group)) in by_size.iter().enumerate() {
            let share = (left / (by_size.len() - i)).saturating_sub(2);
            most.insert(*group, share);
            left -= (*n + 1).min(share + 2);
        }
        for (group, names) in groups {
            let has_sums = names.values().any(|(_, sum)| sum.is_some());
            let count = if has_sums { format!("{:>12}", "count") } else { String::new() };
            let _ = writeln!(text, "{DIM}{:>10}{count}  {DIM:#}{BOLD}{group}{BOLD:#}", "files");
            let mut rows: Vec<_> = names.iter().collect();
            rows.sort_by_key(|(_, (n_files, sum))| std::cmp::Reverse((sum.unwrap_or(*n_files), *n_files)));
            let n_shown = if rows.len() <= most[group] { rows.len() } else { most[group].saturating_sub(1) };
            for (name, (n_files, sum)) in rows.iter().take(n_shown) {
                let sum = sum.map_or(String::new(), |sum| format!("{:>12}", grouped(sum)));
                let _ = writeln!(text, "{:>10}{sum}  {}", grouped(*n_files), short(name));
            }
            if rows.len() > n_shown {
                let _ = writeln!(text, "{DIM}{:>10}  and {} more{DIM:#}", "", rows.len() - n_shown);
            }
        }
        text
    }
}

fn short(name: &str) -> String {
    crate::show::short(&clean(name), 56)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_fit_a_screen_however_much_there_is() {
        let mut tally = Tally::default();
        for i in 0..1000 {
            tally.add(vec![
                TallyLine::file("format", format!("format {}", i % 30)),
                TallyLine::inside("rule", format!("R{i:04}"), i),
                TallyLine::file("not readable", format!("because {}", i % 3)),
                TallyLine::inside("class", "Part", 2),
            ]);
        }
        let table = tally.table();
        assert!(table.lines().count() < 39, "{table}");
        assert!(
            table.contains("        999  R0999\n") && table.contains("     1,000       2,000  Part\n"),
            "{table}"
        );
        assert!(table.contains(" more"), "{table}");
    }
}
