//! Git's use of `rez` in a repository: what `.gitattributes` and the configuration need.

use crate::Code;
use crate::args::{Common, InstallGit};
use crate::output::{Out, Staged, no_link, stage_below};
use crate::show::{self, BOLD, DIM, GOOD};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The lines of `.gitattributes`: models and places are compared and merged, other formats compared.
const ATTRIBUTES: [&str; 7] = [
    "*.rbxl diff=rez merge=rez",
    "*.rbxm diff=rez merge=rez",
    "*.rbxlx diff=rez merge=rez",
    "*.rbxmx diff=rez merge=rez",
    "*.mesh diff=rez",
    "*.llmesh diff=rez",
    "*.m3d diff=rez",
];

/// The configuration of a clone. Names that people give to files begin with anything, which is no option behind `--` or `=`.
const CONFIG: [(&str, &str); 6] = [
    ("diff.rez.textconv", "rez print --textconv --"),
    ("diff.rez.xfuncname", r"^\[.*"),
    ("diff.rez.binary", "true"),
    ("merge.rez.name", "models and places"),
    ("merge.rez.driver", "rez merge --path=%P -fo %A -- %O %A %B"),
    (
        "mergetool.rez.cmd",
        r#"rez merge --markers --path="$MERGED" -f --output="$MERGED" -- "$BASE" "$LOCAL" "$REMOTE""#,
    ),
];

pub(crate) fn run(verb: &InstallGit, common: &Common, out: &mut Out) -> Code {
    match Change::new(verb) {
        Ok(change) => change.run(verb, common, out),
        Err(why) => {
            out.tell(&show::error(&verb.folder.to_string_lossy(), &why));
            Code::Usage
        }
    }
}

/// What is to be done.
struct Change {
    /// Where the repository is.
    root: PathBuf,
    /// `.gitattributes` as it is, if it is there, and as it will be.
    old: Option<String>,
    new: String,
    /// The lines that make the difference.
    lines: Vec<&'static str>,
    /// What is set or unset.
    config: Vec<(&'static str, &'static str)>,
}

impl Change {
    fn new(verb: &InstallGit) -> Result<Self, String> {
        let root =
            git(&verb.folder, &["rev-parse", "--show-toplevel"])?.ok_or("this is in no repository of git")?;
        let root = PathBuf::from(root);
        let path = root.join(".gitattributes");
        // Git passes links over, which lead out of the repository.
        let old = match no_link(&path).and_then(|()| fs::read_to_string(path)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!(".gitattributes: {error}")),
        };
        let text = old.as_deref().unwrap_or_default();
        let is_there = |line: &&str| text.lines().any(|other| other.trim_end() == *line);
        let lines: Vec<_> = ATTRIBUTES.into_iter().filter(|line| is_there(line) == verb.undo).collect();
        let new = if verb.undo { without(text, &lines) } else { with(text, &lines) };
        let mut config = Vec::new();
        for (name, value) in CONFIG {
            match git(&root, &["config", "--local", "--get", name])? {
                Some(found) if found == value => config.extend(verb.undo.then_some((name, value))),
                // What somebody else has set is theirs.
                Some(found) if !verb.undo => {
                    return Err(format!("{name} is `{found}` already: unset it first"));
                }
                Some(_) => {}
                None => config.extend((!verb.undo).then_some((name, value))),
            }
        }
        Ok(Self { root, old, new, lines, config })
    }

    fn run(self, verb: &InstallGit, common: &Common, out: &mut Out) -> Code {
        if self.lines.is_empty() && self.config.is_empty() {
            let state = if verb.undo { "nothing of it is there" } else { "all of it is there" };
            out.mention(&format!("{state}, and nothing was changed\n"));
            return Code::Fine;
        }
        out.print(&self.shown(verb.undo));
        if verb.dry_run {
            return Code::Fine;
        }
        if !verb.yes && !agrees() {
            out.tell("nothing was changed; --yes does it without a question\n");
            return Code::Usage;
        }
        if let Err(why) = self.done(verb.undo) {
            out.tell(&show::error(&self.root.to_string_lossy(), &why));
            return Code::Io;
        }
        if !common.quiet && !verb.undo {
            out.mention("done; `rez install-git --undo` takes it back\n");
        }
        Code::Fine
    }

    /// The lines and keys that are added or removed.
    fn shown(&self, is_undone: bool) -> String {
        let mark = if is_undone { "-" } else { "+" };
        let mut text = String::new();
        let mut part = |name: &Path, lines: Vec<String>| {
            if !lines.is_empty() {
                text.push_str(&format!("{BOLD}{}{BOLD:#}\n", name.display()));
                lines.iter().for_each(|line| text.push_str(&format!("{GOOD}{mark}{GOOD:#} {line}\n")));
            }
        };
        part(&self.root.join(".gitattributes"), self.lines.iter().map(ToString::to_string).collect());
        let set = |(name, value): &(&str, &str)| format!("{name} {DIM}={DIM:#} {value}");
        part(&self.root.join(".git/config"), self.config.iter().map(set).collect());
        text
    }

    fn done(&self, is_undone: bool) -> Result<(), String> {
        let path = self.root.join(".gitattributes");
        let written = match &self.old {
            _ if self.lines.is_empty() => Ok(()),
            // The file is gone with the last line, as it came with the first.
            Some(_) if self.new.is_empty() => fs::remove_file(&path),
            old => stage_below(&self.root, ".gitattributes", self.new.as_bytes(), old.is_some())
                .and_then(Staged::commit),
        };
        written.map_err(|error| format!(".gitattributes: {error}"))?;
        for (name, value) in &self.config {
            let arguments = match is_undone {
                true => vec!["config", "--local", "--unset", name],
                false => vec!["config", "--local", name, value],
            };
            git(&self.root, &arguments)?.ok_or_else(|| format!("git cannot change {name}"))?;
        }
        if is_undone {
            // A section without keys is left over.
            for section in ["diff.rez", "merge.rez", "mergetool.rez"] {
                let left =
                    git(&self.root, &["config", "--local", "--get-regexp", &format!("^{section}\\.")])?;
                if left.is_none() {
                    git(&self.root, &["config", "--local", "--remove-section", section])?;
                }
            }
        }
        Ok(())
    }
}

/// A text with more lines at its end.
fn with(text: &str, lines: &[&str]) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = text.to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new.push_str(end);
    }
    lines.iter().for_each(|line| new.push_str(&format!("{line}{end}")));
    new
}

/// A text without some of its lines.
fn without(text: &str, lines: &[&str]) -> String {
    text.split_inclusive('\n').filter(|line| !lines.contains(&line.trim_end())).collect()
}

/// What git prints; `None` if it says no.
fn git(folder: &Path, arguments: &[&str]) -> Result<Option<String>, String> {
    let mut command = Command::new("git");
    let output = command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_owned();
    Ok(output.status.success().then_some(text))
}

/// Asks, where somebody can answer.
fn agrees() -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    eprint!("Do this? [y/N] ");
    let mut answer = String::new();
    let is_read = io::stderr().flush().and_then(|()| io::stdin().read_line(&mut answer)).is_ok();
    is_read && matches!(answer.trim(), "y" | "Y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_and_go_without_a_trace() {
        for text in ["", "* text=auto\n", "* text=auto\r\n*.png binary\r\n"] {
            let more = with(text, &ATTRIBUTES);
            assert_eq!(more.lines().count(), text.lines().count() + ATTRIBUTES.len());
            assert_eq!(without(&more, &ATTRIBUTES), text);
        }
        assert_eq!(with("a", &["b"]), "a\nb\n");
    }
}
