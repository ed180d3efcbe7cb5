//! All rules, and which of them a person may have meant.

use crate::Code;
use crate::args::{Common, examples};
use crate::done::{Done, Ending};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, json, severity_style, short};
use clap::Args;
use rezkit::{RuleLine, rule_lines};

/// Lists the rules that `rez check` checks.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez rules" => "all rules, by format"
    "rez rules rbxmesh --json" => "those of a format, with what to do, as JSON"
})]
pub(super) struct RulesArgs {
    /// Only those of this format, or whose names begin with this, such as RBM.
    #[arg(value_name = "FORMAT")]
    of: Option<String>,
    /// Print JSON Lines: one object per rule.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(verb: &RulesArgs, _: &Common, out: &mut Out) -> Ending {
    let wanted = verb.of.as_deref().unwrap_or_default();
    let is_wanted = |line: &RuleLine| {
        wanted.is_empty()
            || line.format.eq_ignore_ascii_case(wanted)
            || line.rule.id.to_ascii_uppercase().starts_with(&wanted.to_ascii_uppercase())
    };
    let lines: Vec<_> = rule_lines().into_iter().filter(is_wanted).collect();
    if lines.is_empty() {
        return Err(Done::failed(Code::Usage, unknown(wanted)));
    }
    let mut format = "";
    for line in lines {
        if verb.json {
            out.print(&json::object(&line));
            continue;
        }
        if line.format != format {
            let space = if format.is_empty() { "" } else { "\n" };
            format = line.format;
            out.print(&format!("{space}{BOLD}{format}{BOLD:#}\n"));
        }
        let (rule, style) = (line.rule, severity_style(line.rule.severity));
        let title = short(rule.title.trim_end_matches('.'), 60);
        out.print(&format!("  {:6}  {style}{:7}{style:#}  {title}\n", rule.id, rule.severity.to_string()));
    }
    if !verb.json {
        out.mention(&format!("{DIM}rez check --explain RULE says more{DIM:#}\n"));
    }
    Ok(Code::Fine)
}

/// That there is no such rule, and which there are that look like it.
pub(crate) fn unknown(id: &str) -> String {
    let id_in_capitals = id.to_ascii_uppercase();
    let mut near: Vec<_> = rule_lines()
        .into_iter()
        .map(|line| (distance(&id_in_capitals, line.rule.id), line.rule.id))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort_unstable();
    let near: Vec<_> = near.into_iter().take(5).map(|(_, id)| id).collect();
    let advice = match &near[..] {
        [] => "`rez rules` lists all of them".to_owned(),
        near => format!("near it are {}; `rez rules` lists all of them", near.join(", ")),
    };
    show::error(id, &format!("there is no such rule; {advice}"))
}

/// How many letters have to be put in, taken out or changed to make one word of another; words are short.
fn distance(one: &str, other: &str) -> usize {
    const MOST: usize = 40;
    let other: Vec<_> = other.chars().take(MOST).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().take(MOST).enumerate() {
        let mut before = i;
        row[0] = i + 1;
        for (j, other) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *other);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_rules_are_named() {
        assert_eq!(
            [distance("RBM017", "RBM017"), distance("RBM17", "RBM017"), distance("", "RZK")],
            [0, 1, 3]
        );
        let text = unknown("rbm0x1");
        assert!(text.contains("near it are RBM001, RBM011, RBM021, RBM031, "), "{text}");
        assert!(unknown("everything").contains("no such rule; `rez rules` lists all of them"));
    }
}
