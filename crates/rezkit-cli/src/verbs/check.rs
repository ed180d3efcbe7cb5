//! What breaks the rules.

use super::{report, summary, verdict};
use crate::Code;
use crate::args::{Check, CheckFormat, Common};
use crate::batch::{self, Done};
use crate::inputs::inputs;
use crate::output::Out;
use crate::show::{self, BOLD, GOOD, json};
use rezkit::{CheckOptions, Report, Rule, Severity, check, github, rule, sarif};

const NO_RULE: &str =
    "there is no such rule; https://github.com/rezkit/rezkit/tree/main/docs/rules lists all of them";

pub(crate) fn run(verb: &Check, common: &Common, out: &mut Out) -> Code {
    if let Some(id) = &verb.explain {
        return explain(id, out);
    }
    let named = verb.allow.iter().chain(verb.deny.iter().filter(|what| !what.eq_ignore_ascii_case("note")));
    for id in named {
        if rule(id).is_none() {
            out.tell(&show::error(id, NO_RULE));
            return Code::Usage;
        }
    }
    if let Some(to) = verb.as_format {
        return verdict::run(verb, to, common, out);
    }
    let options = CheckOptions { profiles: verb.profile.clone(), allow: verb.allow.clone() };
    let format = if verb.json { CheckFormat::Json } else { verb.format };
    let is_json = format == CheckFormat::Json;
    let inputs = inputs(&verb.paths, &verb.stdin_name);
    let batch = batch::run_on(&inputs, common, is_json, out, |input, bytes| {
        let open = batch::options(common, &input.name).strict(verb.strict);
        let file = match batch::opened(input, bytes, &open, is_json) {
            Ok(file) => file,
            Err(done) => return done,
        };
        let report = match check(&file, &options) {
            Err(problem) => return Done::refused(&input.name, problem, is_json),
            Ok(report) => report,
        };
        let text = match format {
            CheckFormat::Human => report::shown(&input.name, &report, common.verbose),
            CheckFormat::Json => json::line(&input.name, &report),
            CheckFormat::Github => github(&input.name, &report),
            CheckFormat::Sarif => String::new(),
        };
        let mut done = Done::new(text, report::code(&report, &verb.deny));
        done.rest = Some((input.name.clone(), report));
        done
    });
    if format == CheckFormat::Sarif {
        let log = sarif(
            batch.rest.iter().map(|(name, report)| (&**name, report)),
            batch.problems.iter().map(|(name, problem)| (&**name, problem)),
        );
        out.print(&json::object(&log));
    }
    let sum = |count: fn(&Report) -> usize| batch.rest.iter().map(|(_, report)| count(report)).sum::<usize>();
    let found = report::totals([
        sum(|report| report.n_errors),
        sum(|report| report.n_warnings),
        sum(|report| report.n_notes),
    ]);
    if format == CheckFormat::Human {
        summary(&batch, &found, out);
    }
    batch.code
}

fn explain(id: &str, out: &mut Out) -> Code {
    let Some(Rule { id, severity, title, why, fix }) = rule(id) else {
        out.tell(&show::error(id, NO_RULE));
        return Code::Usage;
    };
    let style = show::of(severity);
    out.print(&format!(
        "{BOLD}{id}{BOLD:#}  {style}{severity}{style:#}  {BOLD}{title}{BOLD:#}\n\n{why}\n\n{GOOD}What to do:{GOOD:#} {fix}\n"
    ));
    if severity == Severity::Note {
        out.print("\nNotes do not change the exit status, unless `--deny note` is given.\n");
    }
    Code::Fine
}
