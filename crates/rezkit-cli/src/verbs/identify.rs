//! The verb `identify`: the formats of files.

use crate::args::{Common, Many, Paths, examples};
use crate::batch;
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::isolation::Isolation;
use crate::output::Out;
use crate::show::{BOLD, DIM, ODD, VALUE, clean, csv, json};
use crate::tally::{self, TallyLine};
use clap::Args;
use rezkit::{Family, Identified, Identity, identify, identify_named};
use std::fmt::{Display, Write};

/// Identifies files by their content.
///
/// It knows all supported formats, and what often turns up in their place, such as a server's error page.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez identify downloads" => "one line per file"
    "rez identify downloads --json" => "with the usual extension and the SHA-256 of each"
})]
pub(super) struct IdentifyArgs {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    many: Many,
    #[command(flatten)]
    isolation: Isolation,
}

pub(super) fn run(verb: &IdentifyArgs, common: &Common, out: &mut Out) -> Ending {
    let many = verb.many;
    if many.csv {
        let names = ["file", "format", "version", "extension", "bytes", "sha256", "damage", "disagreement"];
        out.print(&csv::row(names));
    }
    let batch = batch::for_each_file(&verb.paths, common, many, verb.isolation, out, |input, bytes| {
        let mut identity = match &*input.name {
            "-" => identify(bytes),
            name => identify_named(bytes, name),
        };
        // A file that was damaged in its archive may look intact itself.
        let warning = input.warnings.first().map(|warning| warning.message.clone().into());
        identity.damage = identity.damage.or(warning);
        let text = match many {
            _ if many.summary => return Ok(Done::<()>::tallied(lines(&identity), Code::Fine)),
            _ if many.json => json::line(&input.name, &Identified::new(&identity, bytes)),
            _ if many.csv => row(&input.name, &Identified::new(&identity, bytes)),
            _ => shown(&input.name, &identity),
        };
        Ok(Done::new(text, Code::Fine))
    });
    if batch.n_hidden > 0 && many.is_text() {
        batch.tell("", out);
    }
    Ok(batch.code)
}

fn lines(identity: &Identity) -> Vec<TallyLine> {
    let mut lines = tally::identity(identity);
    lines.extend(identity.damage.iter().map(|damage| TallyLine::file("damage", damage.clone())));
    if identity.disagreement.is_some() {
        lines.push(TallyLine::file("remark", "the extension belongs to a different format"));
    }
    lines
}

fn row(name: &str, it: &Identified<'_>) -> String {
    let Identity { format, version, damage, disagreement, .. } = it.identity;
    let format = rezkit::to_json(format);
    let version = version.map(|version| version.to_string()).unwrap_or_default();
    csv::row([
        &name as &dyn Display,
        &format.trim_matches('"'),
        &version,
        &it.extension.unwrap_or_default(),
        &it.n_bytes,
        &it.sha256,
        &damage.as_deref().unwrap_or_default(),
        &disagreement.as_deref().unwrap_or_default(),
    ])
}

fn shown(name: &str, identity: &Identity) -> String {
    // Formats that can be read are highlighted.
    let style = match identity.format.family() {
        Family::Other => DIM,
        _ => VALUE,
    };
    let mut text = format!("{BOLD}{}{BOLD:#}: {style}{}{style:#}", clean(name), identity.title);
    if let Some(version) = &identity.version {
        let _ = write!(text, " {version}");
    }
    for wrapper in identity.wrappers.iter().rev() {
        let _ = write!(text, " in {wrapper}");
    }
    for oddity in identity.damage.iter().map(|damage| &**damage).chain(identity.disagreement.as_deref()) {
        let _ = write!(text, "; {ODD}{}{ODD:#}", clean(oddity));
    }
    text.push('\n');
    text
}
