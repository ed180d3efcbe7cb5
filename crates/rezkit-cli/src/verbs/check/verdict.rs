//! What files would be in another format.

use super::CheckArgs;
use crate::Code;
use crate::args::Common;
use crate::assets::{Assets, Beside};
use crate::batch::{self, Done};
use crate::inputs::Input;
use crate::output::Out;
use crate::show::findings::{self, Style};
use crate::show::verdict::{checks, facts};
use crate::show::{BOLD, clean, json, losses, size};
use rezkit::exchange::{ExchangeOptions, Verdict, convert, converts, judge};
use rezkit::{Format, Problem, identify};
use std::fmt::Write;

/// Checks each input as if it were a file of another format.
pub(crate) fn run(verb: &CheckArgs, to: Format, common: &Common, out: &mut Out) -> Code {
    let (inputs, assets) = (verb.paths.inputs().list, Assets::none(common));
    let batch: batch::Batch<()> = batch::run_on(&inputs, common, verb.json, out, |input, bytes| {
        let from = identify(bytes).format;
        let can = |from| converts(from, Format::Glb);
        if !can(from) && batch::is_foreign(input, from, can) {
            return Done::skipped(input, from);
        }
        let mut files = assets.beside(input.path());
        let done = match of(verb, to, common, input, bytes, &mut files) {
            Err(problem) => Done::refused(&input.name, problem, verb.json),
            Ok(verdict) if verb.json => Done::new(json::line(&input.name, &verdict), code(verb, &verdict)),
            Ok(verdict) => {
                let style = Style::whole(common.verbose);
                Done::new(shown(&input.name, &verdict, style), code(verb, &verdict))
            }
        };
        files.add_to(done)
    });
    batch.code
}

fn of(
    verb: &CheckArgs,
    to: Format,
    common: &Common,
    input: &Input,
    bytes: &[u8],
    files: &mut Beside<'_>,
) -> Result<Verdict, Problem> {
    let mut options = ExchangeOptions::to(to);
    let stem = input.path().file_stem().map(|stem| stem.to_string_lossy().into_owned());
    options.scene = options.scene.name(stem.unwrap_or_else(|| "model".into()));
    if let Some(memory) = common.memory(input, bytes.len()) {
        options.scene = options.scene.max_memory(memory);
    }
    verb.joints.put(&mut options.asset);
    let made = convert(bytes, &options, &mut |name| files.read(name))?;
    judge(&made, &checks(to, &verb.profile, &verb.allow), verb.scale)
}

fn code(verb: &CheckArgs, verdict: &Verdict) -> Code {
    findings::code(&verdict.report, &verb.deny)
}

fn shown(name: &str, verdict: &Verdict, style: Style) -> String {
    let mut text = findings::shown(name, &verdict.report, style);
    let (name, format) = (clean(name), verdict.format.in_words());
    let _ = writeln!(text, "{BOLD}{name}{BOLD:#} as {format}: {}", size(verdict.n_bytes));
    text.push_str(&facts(verdict));
    text.push_str(&losses::shown(&verdict.losses, style.is_verbose));
    text
}
