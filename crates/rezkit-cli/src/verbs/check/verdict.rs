//! `check --as`: checks of files as they would be in another format.

use super::CheckArgs;
use crate::args::Common;
use crate::assets::{Assets, Beside};
use crate::batch;
use crate::done::{self, Done, Ending};
use crate::findings::{self, FindingsStyle};
use crate::inputs::Input;
use crate::output::Out;
use crate::show::verdict::{checks, facts};
use crate::show::{BOLD, clean, json, losses, size};
use rezkit::exchange::{ExchangeOptions, Verdict, convert, converts, judge};
use rezkit::{Format, Problem, identify};
use std::fmt::Write;

/// Converts each input to another format, and checks the result.
pub(super) fn check_converted(verb: &CheckArgs, to: Format, common: &Common, out: &mut Out) -> Ending {
    let (inputs, assets) = (verb.paths.inputs().list, Assets::none(common));
    let batch: batch::Batch<()> = batch::for_each_input(&inputs, common, verb.json, out, |input, bytes| {
        let from = identify(bytes).format;
        let can = |from| converts(from, Format::Glb);
        if !can(from) && done::is_foreign(input, from, can) {
            return Err(Done::skipped(input, from));
        }
        let mut files = assets.beside(input.path());
        let done = match judged(verb, to, common, input, bytes, &mut files) {
            Err(problem) => Done::refused(&input.name, problem, verb.json),
            Ok(verdict) => {
                let text = match verb.json {
                    true => json::line(&input.name, &verdict),
                    false => shown(&input.name, &verdict, common.verbose),
                };
                Done::new(text, findings::code(&verdict.report, &verb.deny))
            }
        };
        Ok(files.add_to(done))
    });
    Ok(batch.code)
}

fn judged(
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
    if let Some(memory) = common.memory(input.is_found, bytes.len()) {
        options.scene = options.scene.max_memory(memory);
    }
    verb.joints.put(&mut options.asset);
    options.purpose = verb.purpose;
    let made = convert(bytes, &options, &mut |name| files.read(name))?;
    judge(&made, &checks(to, &verb.profile, &verb.allow), verb.scale)
}

fn shown(name: &str, verdict: &Verdict, is_verbose: bool) -> String {
    let mut text = findings::shown(name, &verdict.report, FindingsStyle::whole(is_verbose));
    let (name, format) = (clean(name), verdict.format.in_words());
    let _ = writeln!(text, "{BOLD}{name}{BOLD:#} as {format}: {}", size(verdict.n_bytes));
    text.push_str(&facts(verdict));
    text.push_str(&losses::shown(&verdict.losses, is_verbose));
    text
}
