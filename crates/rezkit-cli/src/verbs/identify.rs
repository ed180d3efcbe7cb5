//! What files are.

use crate::Code;
use crate::args::{Common, Identify};
use crate::batch::{self, Done};
use crate::output::Out;
use crate::show::{BOLD, DIM, ODD, VALUE, clean, json};
use rezkit::{Family, Identity, identify, identify_named};
use std::fmt::Write;

pub(crate) fn run(verb: &Identify, common: &Common, out: &mut Out) -> Code {
    let batch = batch::run(&verb.paths, common, verb.json, out, |input, bytes| {
        let identity = match &*input.name {
            "-" => identify(bytes),
            name => identify_named(bytes, name),
        };
        let text = if verb.json { json::line(&input.name, &identity) } else { shown(&input.name, &identity) };
        Done::<()>::new(text, Code::Fine)
    });
    batch.code
}

fn shown(name: &str, identity: &Identity) -> String {
    // What can be read here stands out of what is only known.
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
