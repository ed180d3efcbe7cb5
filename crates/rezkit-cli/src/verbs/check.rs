//! What breaks the rules.

use super::report::{self, Style};
use super::rules::unknown;
use super::{summary, verdict};
use crate::Code;
use crate::args::{Check, CheckFormat, Common};
use crate::batch::{self, Done, How};
use crate::inputs::gathered;
use crate::output::Out;
use crate::show::{self, BOLD, GOOD, csv, json};
use rezkit::{CheckOptions, Rule, Severity, check, github, rule, sarif};
use std::fmt::Display;

pub(crate) fn run(verb: &Check, common: &Common, out: &mut Out) -> Code {
    if let Some(id) = &verb.explain {
        return explain(id, out);
    }
    let named = verb.allow.iter().chain(verb.deny.iter().filter(|what| !what.eq_ignore_ascii_case("note")));
    for id in named {
        if rule(id).is_none() {
            out.tell(&unknown(id));
            return Code::Usage;
        }
    }
    if let Some(to) = verb.as_format {
        return verdict::run(verb, to, common, out);
    }
    if verb.joints.has_any() {
        out.tell(&show::error("check", "options of joints need --as"));
        return Code::Usage;
    }
    let options = CheckOptions { profiles: verb.profile.clone(), allow: verb.allow.clone() };
    let format = if verb.json { CheckFormat::Json } else { verb.format };
    let is_json = format == CheckFormat::Json;
    let inputs = gathered(&verb.paths, &verb.stdin_name);
    // Of one file all is shown, of several what fits.
    let is_one = matches!(&inputs.list[..], [Ok(input)] if !input.is_found);
    let style = Style {
        is_whole: is_one || common.verbose,
        is_verbose: common.verbose,
        only: verb.only.map(Into::into),
        has_notes: common.verbose || verb.deny.iter().any(|what| what.eq_ignore_ascii_case("note")),
        look: Some(out.look),
    };
    if verb.csv {
        let names = ["file", "rule", "severity", "path", "found", "limit", "byte"];
        out.print(&csv::row(names.iter().map(|name| name as &dyn Display)));
    }
    let keeps_problems = format == CheckFormat::Sarif;
    let how = How { is_json, is_summary: verb.summary, walks: true, keeps_problems };
    let mut batch = batch::read(&inputs, common, how, out, |input, bytes| {
        let open = batch::options(common, &input.name).strict(verb.strict);
        let file = match batch::opened(input, bytes, &open, is_json) {
            Ok(file) => file,
            Err(done) => return done,
        };
        let mut report = match check(&file, &options) {
            Err(problem) => return Done::refused(&input.name, problem, is_json),
            Ok(report) => report,
        };
        let code = report::code(&report, &verb.deny);
        // An archive is several files.
        let style = Style { is_whole: style.is_whole && (!input.is_found || common.verbose), ..style };
        if verb.summary {
            return Done::tallied(report::lines(&file, &report, style), code);
        }
        if let Some(only) = style.only.filter(|_| format != CheckFormat::Human) {
            report.findings.retain(|finding| finding.severity == only);
        }
        let text = match format {
            _ if verb.csv => report::rows(&input.name, &report, style),
            CheckFormat::Human => report::shown(&input.name, &report, style),
            CheckFormat::Json => json::line(&input.name, &report),
            CheckFormat::Github => github(&input.name, &report),
            CheckFormat::Sarif => String::new(),
        };
        let counts = [report.n_errors, report.n_warnings, report.n_notes];
        let report = keeps_problems.then_some(report);
        let n_kept = input.name.len() + report.as_ref().map_or(0, report::cost);
        Done { rest: Some((input.name.clone(), counts, report)), n_kept, ..Done::new(text, code) }
    });
    if keeps_problems {
        let reports = std::mem::take(&mut batch.rest);
        let log = sarif(
            reports.iter().filter_map(|(name, _, report)| Some((&**name, report.as_ref()?))),
            batch.problems().iter().map(|(name, problem)| (&**name, problem)),
        );
        out.print(&json::object(&log));
    }
    let sum = |which: usize| batch.rest.iter().map(|(_, counts, _)| counts[which]).sum::<usize>();
    if format == CheckFormat::Human && !verb.csv && !verb.summary {
        let counts = [sum(0), sum(1), sum(2)];
        let mut found = report::totals(counts);
        if counts[2] > 0 && !style.has_notes && style.only != Some(Severity::Note) {
            found += " (-v shows notes)";
        }
        summary(&batch, &found, out);
    }
    batch.code
}

fn explain(id: &str, out: &mut Out) -> Code {
    let Some(Rule { id, severity, title, why, fix, .. }) = rule(id) else {
        out.tell(&unknown(id));
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
