//! What is inside a file, as files of its own.

use crate::Code;
use crate::args::{Common, Extract};
use crate::batch::{opened, options};
use crate::inputs::one;
use crate::output::{Out, Staged, stage_below};
use crate::show::{self, DIM, ODD, VALUE, clean, counted, json, size};
use rezkit::{Content, ContentKind, File, extract, extract_where, project};
use std::ops::ControlFlow;
use std::path::Path;

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
    if let Some(folder) = &verb.rojo {
        return as_project(&file, &input.name, folder, verb, common, out);
    }
    if let Some(folder) = &verb.output
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        out.tell(&show::error(&folder.to_string_lossy(), &error.to_string()));
        return Code::Io;
    }
    let (mut n_files, mut n_bytes, mut trouble) = (0, 0, None);
    let mut take = |content: Content<'_>| {
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
    };
    let found = match &verb.query {
        None => extract(&file, &mut take).map(|()| Vec::new()),
        Some(query) => extract_where(&file, query, &mut take),
    };
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
        Ok(notes) => {
            notes.iter().for_each(|note| out.tell(&show::note(&input.name, note)));
            if !verb.json {
                let what = if verb.output.is_some() { "extracted" } else { "inside" };
                out.mention(&format!("{} {what}, {}\n", counted(n_files, "file"), size(n_bytes)));
            }
            Code::Fine
        }
    }
}

/// Writes a place as a project of Rojo.
fn as_project(
    file: &File<'_>,
    name: &str,
    folder: &Path,
    verb: &Extract,
    common: &Common,
    out: &mut Out,
) -> Code {
    let stem = Path::new(name).file_stem().map_or_else(|| "place".into(), |stem| stem.to_string_lossy());
    let made = match project(file, &stem) {
        Ok(made) => made,
        Err(problem) => {
            match verb.json {
                true => _ = out.print(&json::problem(name, &problem)),
                false => out.tell(&show::problem(name, &problem)),
            }
            return Code::Refused;
        }
    };
    let written =
        std::fs::create_dir_all(folder).map_err(|error| (folder.to_path_buf(), error)).and_then(|()| {
            made.files.iter().try_for_each(|(path, bytes)| {
                let staged = stage_below(folder, path, bytes, verb.force);
                staged.and_then(Staged::commit).map_err(|error| (folder.join(path), error))
            })
        });
    if let Err((path, error)) = written {
        out.tell(&show::error(&path.to_string_lossy(), &error.to_string()));
        return Code::Io;
    }
    if verb.json {
        out.print(&json::line(name, &made));
        return Code::Fine;
    }
    if common.verbose {
        made.files.iter().for_each(|(path, _)| _ = out.print(&format!("{path}\n")));
    }
    for note in &made.notes {
        out.mention(&format!("{ODD}note:{ODD:#} {}\n", clean(note)));
    }
    let (scripts, models) = (counted(made.n_scripts, "script"), counted(made.n_models, "model"));
    out.mention(&format!("{}: {scripts}, {models}\n", counted(made.files.len(), "file")));
    Code::Fine
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
