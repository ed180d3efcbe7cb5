//! The verb `check`: violations of rules.

mod verdict;

use super::rules::unknown;
use crate::args::{Common, Joints, Paths, examples, one_of, scale};
use crate::batch::{self, BatchOptions};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::findings::{self, FindingsStyle};
use crate::isolation::Isolation;
use crate::output::Out;
use crate::show::{self, BOLD, GOOD, csv, json};
use clap::{Args, ValueEnum};
use rezkit::{CheckOptions, Format, Profile, Report, Rule, Severity, check, github, rule, sarif};
use serde::{Deserialize, Serialize};

/// Checks files against the rules of their formats.
///
/// Of one file, each finding is shown with its place and what to do; of several, findings of one rule in one file are
/// one line, unless -v is given. The exit status is 1 if there is an error or a warning. Notes are only counted, unless
/// -v or `--deny note` is given.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez check downloads" => "problems in the files of a folder"
    "rez check chair.mesh --deny note --allow RBM017" => "notes count, but one rule is ignored"
    "rez check --explain SLM012" => "what a rule means, why it matters and what to do"
    "rez check place.rbxl --profile toolbox" => "what hides in the scripts of somebody else"
    "rez check downloads --format sarif" => "for code review systems"
    "rez check chair.glb --as llmesh --scale 1,1,2" => "what Second Life would say of a model, and what it would cost"
}, mut_arg("paths", |paths| paths.required(false).required_unless_present("explain")))]
pub(super) struct CheckArgs {
    #[command(flatten)]
    paths: Paths,
    /// Form of the findings.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: CheckFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print comma-separated values with a line of names: a row per finding.
    #[arg(long, conflicts_with_all = ["format", "json", "summary", "as_format"])]
    csv: bool,
    /// Print only totals of all files, by format and rule.
    #[arg(long, conflicts_with_all = ["format", "json", "as_format"])]
    summary: bool,
    /// Print only errors, only warnings or only notes; all are counted.
    #[arg(long, value_name = "SEVERITY", value_parser = one_of(SEVERITIES))]
    only: Option<Severity>,
    /// Let notes (`note`), or a rule such as SLM012, make the exit status 1 too.
    #[arg(long, value_name = "WHAT")]
    deny: Vec<String>,
    /// Ignore a rule, such as SLM012.
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// Judge files by what a program demands: raylib, sl-upload or roblox; with toolbox, look in scripts for known
    /// disguises, and for code that comes from elsewhere, before a model goes into a game. It proves nothing.
    #[arg(long, value_name = "PROGRAM", value_parser = profile)]
    profile: Vec<Profile>,
    /// Check models as if they were files of this format, by what its programs demand, and show the findings, the cost
    /// and the losses.
    #[arg(long = "as", value_name = "FORMAT", value_parser = one_of(AS), conflicts_with_all = ["format", "strict"])]
    as_format: Option<Format>,
    /// Avatar item of Roblox for `--as mesh`: rigid, layered, body, head or eyes; with the kind of a rigid accessory,
    /// rigid:hat, hair, face, neck, shoulder, front, back or waist.
    #[arg(long = "for", value_name = "ITEM", requires = "as_format")]
    purpose: Option<rezkit::exchange::Purpose>,
    /// Size in metres for the cost of `--as llmesh`, as one number or X,Y,Z.
    #[arg(long, value_name = "METRES", value_parser = scale, requires = "as_format")]
    scale: Option<[f32; 3]>,
    #[command(flatten)]
    joints: Joints,
    /// Refuse files at the first recoverable error.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    isolation: Isolation,
    /// Explain a rule instead of checking files.
    #[arg(long, value_name = "RULE")]
    explain: Option<String>,
}

/// The severities for `--only`.
const SEVERITIES: [(&str, &str, Severity); 3] =
    [("error", "", Severity::Error), ("warning", "", Severity::Warning), ("note", "", Severity::Note)];

/// The formats for `--as`.
const AS: [(&str, &str, Format); 3] = [
    ("mesh", "A Roblox mesh", Format::RbxMesh),
    ("llmesh", "A Second Life mesh", Format::SlMesh),
    ("m3d", "Model 3D", Format::M3d),
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// For people; findings are grouped by rule.
    #[default]
    Human,
    /// JSON Lines: one object per file.
    Json,
    /// SARIF 2.1.0, one log for all files.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
}

fn profile(text: &str) -> Result<Profile, String> {
    let named = Profile::ALL.iter().find(|profile| profile.name() == text);
    let names: Vec<_> = Profile::ALL.iter().map(|profile| profile.name()).collect();
    named.copied().ok_or_else(|| format!("programs are {}", names.join(", ")))
}

pub(super) fn run(verb: &CheckArgs, common: &Common, out: &mut Out) -> Ending {
    if let Some(id) = &verb.explain {
        return explain(id, out);
    }
    let named = verb.allow.iter().chain(verb.deny.iter().filter(|what| !what.eq_ignore_ascii_case("note")));
    for id in named {
        if rule(id).is_none() {
            return Err(Done::failed(Code::Usage, unknown(id)));
        }
    }
    if verb.purpose.is_some() && verb.as_format != Some(Format::RbxMesh) {
        return Err(Done::misused("--for", "this option applies to Roblox items, and needs --as mesh"));
    }
    if let Some(to) = verb.as_format {
        verb.isolation.refuse("--as")?;
        return verdict::check_converted(verb, to, common, out);
    }
    if verb.joints.has_any() {
        return Err(Done::misused("check", "options about joints need --as"));
    }
    let options = CheckOptions { profiles: verb.profile.clone(), allow: verb.allow.clone() };
    let format = if verb.json { CheckFormat::Json } else { verb.format };
    let is_json = format == CheckFormat::Json;
    let inputs = verb.isolation.inputs(|| verb.paths.inputs());
    // A single file is reported in full, several in short.
    let is_one = matches!(&inputs.list[..], [Ok(input)] if !input.is_found);
    let style = FindingsStyle {
        is_whole: is_one || common.verbose,
        is_verbose: common.verbose,
        only: verb.only,
        // What a person wants to know of a stranger's model is mostly no fault of it.
        has_notes: common.verbose
            || verb.profile.contains(&Profile::Toolbox)
            || verb.deny.iter().any(|what| what.eq_ignore_ascii_case("note")),
        terminal: Some(out.terminal),
    };
    if verb.csv {
        let names = ["file", "rule", "severity", "path", "found", "limit", "byte"];
        out.print(&csv::row(names));
    }
    let keeps_problems = format == CheckFormat::Sarif;
    if keeps_problems {
        verb.isolation.refuse("a SARIF log")?;
    }
    let isolation = verb.isolation;
    let how = BatchOptions { is_json, is_summary: verb.summary, walks: true, keeps_problems, isolation };
    let mut batch = batch::read(&inputs, common, how, out, |input, bytes| {
        let open = done::options(common, input, bytes.len()).strict(verb.strict);
        let file = done::opened_with(input, bytes, &open, is_json)?;
        let mut report =
            check(&file, &options).map_err(|problem| Done::refused(&input.name, problem, is_json))?;
        let code = findings::code(&report, &verb.deny);
        // An archive counts as several files.
        let style =
            FindingsStyle { is_whole: style.is_whole && (!input.is_found || common.verbose), ..style };
        if verb.summary {
            return Ok(Done::tallied(findings::lines(&file, &report, style), code));
        }
        if let Some(only) = style.only.filter(|_| format != CheckFormat::Human) {
            report.findings.retain(|finding| finding.severity == only);
        }
        let text = match format {
            _ if verb.csv => findings::rows(&input.name, &report, style),
            CheckFormat::Human => findings::shown(&input.name, &report, style),
            CheckFormat::Json => json::line(&input.name, &report),
            CheckFormat::Github => github(&input.name, &report),
            CheckFormat::Sarif => String::new(),
        };
        let counts = [report.n_errors, report.n_warnings, report.n_notes];
        let report = keeps_problems.then_some(report);
        let n_kept = input.name.len() + report.as_ref().map_or(0, findings::cost);
        Ok(Done {
            rest: Some(Checked { name: input.name.clone(), counts, report }),
            n_kept,
            ..Done::new(text, code)
        })
    });
    if keeps_problems {
        // SARIF is one log for all files, so it is written at the end.
        let reports = std::mem::take(&mut batch.rest);
        let log = sarif(
            reports.iter().filter_map(|it| Some((&*it.name, it.report.as_ref()?))),
            batch.problems().iter().map(|(name, problem)| (&**name, problem)),
        );
        out.print(&json::object(&log));
    }
    let sum = |which: usize| batch.rest.iter().map(|it| it.counts[which]).sum::<usize>();
    if format == CheckFormat::Human && !verb.csv && !verb.summary {
        let counts = [sum(0), sum(1), sum(2)];
        let mut found = findings::totals(counts);
        if counts[2] > 0 && !style.has_notes && style.only != Some(Severity::Note) {
            found += " (-v shows notes)";
        }
        batch.tell(&found, out);
    }
    Ok(batch.code)
}

/// The data about a file that are kept until the end.
#[derive(Serialize, Deserialize)]
struct Checked {
    name: String,
    /// The numbers of errors, warnings and notes.
    counts: [usize; 3],
    /// The report, which is kept for SARIF only.
    #[serde(skip)]
    report: Option<Report>,
}

fn explain(id: &str, out: &mut Out) -> Ending {
    let Some(Rule { id, severity, title, why, fix, .. }) = rule(id) else {
        return Err(Done::failed(Code::Usage, unknown(id)));
    };
    let style = show::severity_style(severity);
    out.print(&format!(
        "{BOLD}{id}{BOLD:#}  {style}{severity}{style:#}  {BOLD}{title}{BOLD:#}\n\n{why}\n\n{GOOD}What to do:{GOOD:#} {fix}\n"
    ));
    if severity == Severity::Note {
        out.print("\nNotes do not change the exit status, unless `--deny note` is given.\n");
    }
    Ok(Code::Fine)
}
