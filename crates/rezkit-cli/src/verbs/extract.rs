//! What is inside a file, as files of its own.

use crate::Code;
use crate::args::{Common, Extract};
use crate::batch::{opened, options};
use crate::inputs::one;
use crate::output::{Out, Staged, stage_below};
use crate::show::{self, DIM, VALUE, clean, counted, json, size};
use rezkit::{Content, ContentKind, extract};
use std::ops::ControlFlow;

pub(crate) fn run(verb: &Extract, common: &Common, out: &mut Out) -> Code {
    let Some(input) = one(&verb.path) else {
        out.tell(&show::error(&verb.path.to_string_lossy(), "this is a folder, and not a file"));
        return Code::Usage;
    };
    let bytes = match input.read(common.max_memory) {
        Ok(bytes) => bytes,
        Err(error) => {
            out.tell(&show::error(&input.name, &error.to_string()));
            return Code::Io;
        }
    };
    let file = match opened::<()>(&input, &bytes, &options(common, &input.name), verb.json) {
        Ok(file) => file,
        Err(done) => return done.tell(out),
    };
    if let Some(folder) = &verb.output
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        out.tell(&show::error(&folder.to_string_lossy(), &error.to_string()));
        return Code::Io;
    }
    let (mut n_files, mut n_bytes, mut trouble) = (0, 0, None);
    let found = extract(&file, &mut |content| {
        if !verb.is_wanted(content.kind) {
            return ControlFlow::Continue(());
        }
        if let Some(folder) = &verb.output
            && let Err(error) =
                stage_below(folder, &content.path, content.bytes, verb.force).and_then(Staged::commit)
        {
            trouble = Some((folder.join(&content.path).to_string_lossy().into_owned(), error));
            return ControlFlow::Break(());
        }
        n_files += 1;
        n_bytes += content.bytes.len();
        let text = match verb.json {
            true => json::line(&input.name, &content),
            // What was saved is counted, unless all is to be said.
            false if verb.output.is_some() && !common.verbose => String::new(),
            false => listed(&content),
        };
        if out.print(&text) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if let Some((path, error)) = trouble {
        out.tell(&show::error(&path, &error.to_string()));
        return Code::Io;
    }
    match found {
        Err(problem) => {
            if verb.json {
                out.print(&json::problem(&input.name, &problem));
            } else {
                out.tell(&show::problem(&input.name, &problem));
            }
            Code::Refused
        }
        Ok(()) => {
            if !verb.json {
                let what = if verb.output.is_some() { "extracted" } else { "inside" };
                out.mention(&format!("{} {what}, {}\n", counted(n_files, "file"), size(n_bytes)));
            }
            Code::Fine
        }
    }
}

fn listed(content: &Content<'_>) -> String {
    let (n, kind) = (size(content.bytes.len()), format!("{:?}", content.kind).to_lowercase());
    format!("{n:>12}  {VALUE}{kind:9}{VALUE:#}  {}  {DIM}{}{DIM:#}\n", content.path, clean(&content.source))
}

impl Extract {
    fn is_wanted(&self, kind: ContentKind) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|wanted| ContentKind::from(*wanted) == kind)
    }
}
