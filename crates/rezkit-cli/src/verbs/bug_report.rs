//! The verb `bug-report`: facts about a file for a bug report, without its content.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{self, Ending};
use crate::output::Out;
use crate::show::grouped;
use clap::Args;
use rezkit::roblox::classes;
use rezkit::{CheckOptions, Fact, Family, File, Identity, Problem, check, identify, info, roundtrip};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// Prints what a bug report about a file needs.
///
/// Versions, the structure of the file as sizes and counts, and the rules that it breaks: no names, values or bytes.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez bug-report chair.mesh" => "text for an issue"
})]
pub(super) struct BugReportArgs {
    /// A file; `-` is stdin.
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub(super) fn run(verb: &BugReportArgs, common: &Common, out: &mut Out) -> Ending {
    let input = done::named(&verb.path)?;
    let bytes = done::read(&input, common)?;
    let mut text = versions();
    structure(&identify(&bytes), &bytes, &mut text);
    // The file is opened without its name, which is private.
    match File::open(&bytes, &done::options(common, &input, bytes.len()).name("")) {
        Err(problem) => trouble("opening", &problem, &mut text),
        Ok(file) => describe(&file, &mut text),
    }
    out.print(&text);
    out.mention(
        "attach this text, and describe what you did and expected; it contains none of the file's content\n",
    );
    Ok(Code::Fine)
}

fn versions() -> String {
    let features = if cfg!(feature = "tables") { " with tables" } else { "" };
    format!(
        "rez        {}{features}, {} {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

fn structure(identity: &Identity, bytes: &[u8], text: &mut String) {
    let version = identity.version.map(|version| format!(" {version}")).unwrap_or_default();
    let wrappers: String = identity.wrappers.iter().map(|wrapper| format!(" in {wrapper}")).collect();
    let _ = writeln!(text, "format     {}{version}{wrappers}", identity.format.in_words());
    let _ = writeln!(text, "size       {} bytes", grouped(bytes.len()));
    if identity.damage.is_some() {
        let _ = writeln!(text, "damage     yes");
    }
}

/// Adds the kind and the location of a problem to the report. Its message may contain names and values, and
/// is left out.
fn trouble(what: &str, problem: &Problem, text: &mut String) {
    let at = problem.byte.map(|byte| format!(" at byte {byte:#x}")).unwrap_or_default();
    let kind = rezkit::to_json(&problem.kind);
    let _ = writeln!(text, "error      {what}: {}{at}", kind.trim_matches('"'));
}

fn describe(file: &File<'_>, text: &mut String) {
    match info(file) {
        Err(problem) => return trouble("reading", &problem, text),
        Ok(info) => {
            for (name, fact) in &info.facts {
                if let Fact::Count(count) = fact {
                    let _ = writeln!(text, "count      {name}: {}", grouped(*count));
                }
            }
            // In LLSD, classes are the types of values.
            let is_llsd = file.identity().format.family() == Family::Llsd;
            let (known, others): (Vec<_>, Vec<_>) =
                info.classes.iter().partition(|class| is_llsd || is_known(&class.name));
            for class in known.iter().take(40) {
                let _ = writeln!(text, "class      {}: {}", class.name, grouped(class.count));
            }
            if !others.is_empty() {
                let n = others.iter().map(|class| class.count).sum();
                let _ = writeln!(text, "class      of other names: {}", grouped(n));
            }
        }
    }
    let layout = file.layout();
    let mut parts = BTreeMap::<_, (usize, usize)>::new();
    for index in 0..layout.n_spans() {
        let Some(span) = layout.span(index).filter(|span| span.depth == 1) else { continue };
        // The word comes from the format; the text after it comes from the file.
        let label = layout.label(index);
        let name = label.text.split(' ').next().filter(|name| is_known(name)).unwrap_or_default();
        let (n, n_bytes) = parts.entry((label.word, name.to_owned())).or_default();
        (*n, *n_bytes) = (*n + 1, *n_bytes + span.end - span.start);
    }
    for ((word, name), (n, n_bytes)) in parts {
        let name = [word, &*name].join(" ");
        let name = if name == " " { "other" } else { name.trim() };
        let _ = writeln!(text, "part       {} bytes, {n} × {name}", grouped(n_bytes));
    }
    match check(file, &CheckOptions::default()) {
        Err(problem) => trouble("checking", &problem, text),
        Ok(report) => {
            let mut rules = BTreeMap::<&str, usize>::new();
            for finding in &report.findings {
                *rules.entry(finding.rule).or_default() += 1 + finding.n_more;
            }
            for (rule, n) in rules {
                let _ = writeln!(text, "rule       {rule} × {}", grouped(n));
            }
        }
    }
    match roundtrip(file) {
        Err(problem) => trouble("writing", &problem, text),
        Ok(kept) => {
            let _ = writeln!(
                text,
                "laws       {} of {} kept",
                kept.n_laws - kept.broken.len().min(kept.n_laws),
                kept.n_laws
            );
        }
    }
}

/// The names of chunks and blocks in the formats: Roblox models, Roblox meshes, Model 3D, Second Life meshes. Other
/// names come from programs and users, and could be private.
const NAMES: &str = "INST PROP PRNT META SSTR SIGN END COREMESH LODS SKINNING FACS HSRAVIS HEAD PRVW CMAP TMAP VRTS BONE \
    MTRL PROC MESH VOXT VOXD SHPE LBLS ACTN ASET skin physics_convex lowest_lod low_lod medium_lod high_lod physics_mesh \
    physics_shape physics_havok";

fn is_known(name: &str) -> bool {
    NAMES.split_ascii_whitespace().any(|known| known == name) || classes::class(name).is_some()
}
