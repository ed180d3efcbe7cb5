//! The verb `install-git`: sets up git to use `rez` in a repository, by `.gitattributes` and the configuration.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::git::git;
use crate::output::Out;
use crate::show::{self, BOLD, DIM, GOOD};
use clap::Args;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use store::{make_room, no_link, save};

/// Lets git show and merge models and places in a repository.
///
/// It adds lines to `.gitattributes` and keys to the configuration of the clone, which it shows first. What is there
/// already stays, and `--undo` removes only lines and keys that this verb adds.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez install-git --dry-run" => "what would be added to the repository of this folder"
    "rez install-git game --yes" => "sets up another repository, without asking"
    "rez install-git game --undo" => "removes it again"
})]
pub(super) struct InstallGitArgs {
    /// A folder in the repository.
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Only show what would change.
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Do not ask for confirmation.
    #[arg(short, long)]
    yes: bool,
    /// Remove what was added.
    #[arg(long)]
    undo: bool,
}

/// The lines of `.gitattributes`: models and places are compared and merged, other formats only compared.
const ATTRIBUTES: [&str; 7] = [
    "*.rbxl diff=rez merge=rez",
    "*.rbxm diff=rez merge=rez",
    "*.rbxlx diff=rez merge=rez",
    "*.rbxmx diff=rez merge=rez",
    "*.mesh diff=rez",
    "*.llmesh diff=rez",
    "*.m3d diff=rez",
];

/// The configuration of a clone. File names may begin with a hyphen, so they come after `--` or `=`. Lines that begin
/// with `[` are parts, which git shows as headings of changes.
const CONFIG: [(&str, &str); 7] = [
    ("diff.rez.textconv", "rez print --textconv --"),
    ("diff.rez.xfuncname", r"^\[.*"),
    ("diff.rez.binary", "true"),
    ("merge.rez.name", "models and places"),
    ("merge.rez.driver", "rez merge --path=%P -fo %A -- %O %A %B"),
    ("mergetool.rez.cmd", MERGETOOL),
    // Without this, git takes a file as resolved if its time of modification changed.
    ("mergetool.rez.trustExitCode", "true"),
];

/// After a failure, git restores its backup of the file. Where conflicts are left, the merged file with markers becomes
/// that backup, and the original is kept under the name that git uses for it.
const MERGETOOL: &str = concat!(
    r#"rez merge --markers --path="$MERGED" -f --output="$MERGED" -- "$BASE" "$LOCAL" "$REMOTE""#,
    r#" || { mv -f -- "$BACKUP" "$MERGED.orig"; cp -- "$MERGED" "$BACKUP"; false; }"#
);

pub(super) fn run(verb: &InstallGitArgs, common: &Common, out: &mut Out) -> Ending {
    let change = GitChange::new(verb).map_err(|why| Done::misused(&verb.folder.to_string_lossy(), &why))?;
    change.apply(verb, common, out)
}

/// The changes to a repository.
struct GitChange {
    /// The root of the repository.
    root: PathBuf,
    attributes: Lines,
    /// The keys that are set or unset.
    config: Vec<(&'static str, &'static str)>,
}

impl GitChange {
    fn new(verb: &InstallGitArgs) -> Result<Self, String> {
        let root = git(&verb.folder, &["rev-parse", "--show-toplevel"])?
            .ok_or("the folder is not in a git repository")?;
        let root = PathBuf::from(root);
        let attributes = ATTRIBUTES.map(str::to_owned).to_vec();
        let attributes = Lines::new(root.join(".gitattributes"), attributes, verb.undo)?;
        let mut config = Vec::new();
        for (name, value) in CONFIG {
            match git(&root, &["config", "--local", "--get", name])? {
                Some(found) if found == value => config.extend(verb.undo.then_some((name, value))),
                // A value that the user has set is not overwritten.
                Some(found) if !verb.undo => {
                    return Err(format!("{name} is already set to `{found}`: unset it first"));
                }
                Some(_) => {}
                None => config.extend((!verb.undo).then_some((name, value))),
            }
        }
        Ok(Self { root, attributes, config })
    }

    fn apply(self, verb: &InstallGitArgs, common: &Common, out: &mut Out) -> Ending {
        if self.attributes.lines.is_empty() && self.config.is_empty() {
            let state = if verb.undo { "none of it is set up" } else { "all of it is set up already" };
            out.mention(&format!("{state}, so nothing was changed\n"));
            return Ok(Code::Fine);
        }
        out.print(&self.shown(verb.undo));
        if verb.dry_run {
            return Ok(Code::Fine);
        }
        if !verb.yes && !agrees() {
            let message = "nothing was changed; to skip the question, use --yes\n";
            return Err(Done::failed(Code::Usage, message.to_owned()));
        }
        self.done(verb.undo)
            .map_err(|why| Done::failed(Code::Io, show::error(&self.root.to_string_lossy(), &why)))?;
        if !common.quiet && !verb.undo {
            out.mention("done; `rez install-git --undo` reverts it\n");
        }
        Ok(Code::Fine)
    }

    /// The lines and keys that are added or removed.
    fn shown(&self, is_undone: bool) -> String {
        let mark = if is_undone { "-" } else { "+" };
        let mut text = String::new();
        let mut part = |name: &Path, lines: &[String]| {
            if !lines.is_empty() {
                text.push_str(&format!("{BOLD}{}{BOLD:#}\n", name.display()));
                lines.iter().for_each(|line| text.push_str(&format!("{GOOD}{mark}{GOOD:#} {line}\n")));
            }
        };
        part(&self.attributes.path, &self.attributes.lines);
        let set = |(name, value): &(&str, &str)| format!("{name} {DIM}={DIM:#} {value}");
        part(&self.root.join(".git/config"), &self.config.iter().map(set).collect::<Vec<_>>());
        text
    }

    fn done(&self, is_undone: bool) -> Result<(), String> {
        self.attributes.save()?;
        for (name, value) in &self.config {
            let arguments = match is_undone {
                true => vec!["config", "--local", "--unset", name],
                false => vec!["config", "--local", name, value],
            };
            git(&self.root, &arguments)?.ok_or_else(|| format!("git cannot change {name}"))?;
        }
        if is_undone {
            // Unsetting the last key leaves an empty section, which is removed.
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

/// A file of git's to which lines are added, or from which they are removed.
struct Lines {
    path: PathBuf,
    /// The content before, if the file exists, and after.
    old: Option<String>,
    new: String,
    /// The lines that are added or removed.
    lines: Vec<String>,
}

impl Lines {
    fn new(path: PathBuf, mut lines: Vec<String>, is_undone: bool) -> Result<Self, String> {
        // Git ignores a `.gitattributes` that is a symbolic link, which could lead out of the repository.
        let old = match no_link(&path).and_then(|()| fs::read_to_string(&path)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let text = old.as_deref().unwrap_or_default();
        lines.retain(|line| text.lines().any(|other| other.trim_end() == line) == is_undone);
        let new = if is_undone { without(text, &lines) } else { with(text, &lines) };
        Ok(Self { path, old, new, lines })
    }

    fn save(&self) -> Result<(), String> {
        let written = match &self.old {
            _ if self.lines.is_empty() => Ok(()),
            // The file is removed with its last line.
            Some(_) if self.new.is_empty() => fs::remove_file(&self.path),
            old => make_room(&self.path).and_then(|()| save(&self.path, self.new.as_bytes(), old.is_some())),
        };
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Appends lines to a text.
fn with(text: &str, lines: &[String]) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = text.to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new.push_str(end);
    }
    lines.iter().for_each(|line| new.push_str(&format!("{line}{end}")));
    new
}

/// Removes lines from a text.
fn without(text: &str, lines: &[String]) -> String {
    let is_kept = |line: &&str| !lines.iter().any(|other| other == line.trim_end());
    text.split_inclusive('\n').filter(is_kept).collect()
}

/// Asks for confirmation; returns false if stdin is not a terminal.
fn agrees() -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    let mut stderr = io::stderr();
    let asked = stderr.write_all(b"Do this? [y/N] ").and_then(|()| stderr.flush());
    let mut answer = String::new();
    let is_read = asked.and_then(|()| io::stdin().read_line(&mut answer)).is_ok();
    is_read && matches!(answer.trim(), "y" | "Y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_and_go_without_a_trace() {
        for text in ["", "* text=auto\n", "* text=auto\r\n*.png binary\r\n"] {
            let own = ATTRIBUTES.map(str::to_owned);
            let more = with(text, &own);
            assert_eq!(more.lines().count(), text.lines().count() + ATTRIBUTES.len());
            assert_eq!(without(&more, &own), text);
        }
        assert_eq!(with("a", &["b".to_owned()]), "a\nb\n");
    }
}
