//! What is inside a file, as files of its own.

use crate::Code;
use crate::args::{Common, Extract};
use crate::batch::{opened, options};
use crate::inputs::one;
use crate::output::{Out, save};
use crate::show::{self, DIM, VALUE, clean, counted, json, size};
use rezkit::{Content, ContentKind, extract};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

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
        Err(done) => {
            out.tell(&done.err);
            out.print(&done.out);
            return done.code;
        }
    };
    let (mut n_files, mut n_bytes, mut trouble) = (0, 0, None);
    let found = extract(&file, &mut |content| {
        if !verb.is_wanted(content.kind) {
            return ControlFlow::Continue(());
        }
        if let Some(folder) = &verb.output
            && let Err(error) = saved(folder, &content, verb.force)
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

/// Saves a file below a folder, whose own folders are made; links in it are not followed.
fn saved(folder: &Path, content: &Content<'_>, overwrite: bool) -> io::Result<()> {
    let mut path = PathBuf::from(folder);
    std::fs::create_dir_all(&path)?;
    let mut names = content.path.split('/').peekable();
    while let Some(name) = names.next() {
        path.push(name);
        if names.peek().is_none() {
            break;
        }
        match std::fs::symlink_metadata(&path) {
            // A link may lead out of the folder.
            Ok(found) if !found.is_dir() => {
                return Err(io::Error::other(format!("{} is not a folder", path.display())));
            }
            Ok(_) => {}
            Err(_) => std::fs::create_dir(&path)?,
        }
    }
    save(&path, content.bytes, overwrite)
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
