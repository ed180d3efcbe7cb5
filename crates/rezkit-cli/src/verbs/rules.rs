//! The verb `rules`, and suggestions for misspelt ids of rules.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, json, severity_style, short};
use clap::Args;
use rezkit::internal::near;
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
        out.mention(&format!("{DIM}rez check --explain RULE explains a rule{DIM:#}\n"));
    }
    Ok(Code::Fine)
}

/// The error for an unknown rule. It suggests similar ids.
pub(crate) fn unknown(id: &str) -> String {
    let lines = rule_lines();
    let near = near(id, lines.iter().map(|line| line.rule.id));
    let near: Vec<_> = near.into_iter().take(5).collect();
    let advice = match &near[..] {
        [] => "`rez rules` lists all of them".to_owned(),
        near => format!("near it are {}; `rez rules` lists all of them", near.join(", ")),
    };
    show::error(id, &format!("there is no such rule; {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_rules_are_named() {
        let text = unknown("rbm0x1");
        assert!(text.contains("near it are RBM001, RBM011, RBM021, RBM031, "), "{text}");
        assert!(unknown("everything").contains("no such rule; `rez rules` lists all of them"));
    }
}
