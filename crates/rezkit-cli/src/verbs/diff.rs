//! The verb `diff`: differences between two files.

use crate::args::{Common, examples};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::output::Out;
use crate::show::changes::{self, OLD};
use crate::show::{self, BOLD, GOOD, VALUE, clean, counted, json};
use anstyle::Style;
use clap::Args;
use rezkit::{Change, ChangeKind, DiffOptions, DiffSide, diff_sides, identify};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Compares two files part by part.
///
/// It shows what was added, removed, moved, renamed and changed.
///
/// Instances are matched by their UniqueId, then by their path, then by their content, so that a subtree that was
/// renamed or moved is one change. Instances with different UniqueIds are never matched, even if they have the same
/// name. Scripts are compared line by line, vertices of meshes by how far they moved. Binary and XML models can be
/// compared, and LLSD in any encoding. The exit status is 1 if there is a difference.
///
/// With the seven or nine arguments of git's external diffs, the file is named first, a file that only one side has is
/// a line, and the exit status is 0.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez diff old.rbxl place.rbxl" => "what was changed"
    "rez diff --stat old.rbxl place.rbxl" => "how much, class by class"
    "rez diff --json old.rbxl place.rbxl" => "an object for each change, then one that counts them"
    "git difftool -yx 'rez diff --'" => "what is not committed yet"
    "git config diff.rez.command 'rez diff --'" => "what git compares files with the attribute diff=rez with"
})]
pub(super) struct DiffArgs {
    /// The old file; `-` is stdin.
    old: PathBuf,
    /// The new file; `-` is stdin, if the old one is not.
    new: PathBuf,
    /// The arguments that git appends for an external diff.
    #[arg(hide = true, num_args = 5..=7)]
    of_git: Vec<PathBuf>,
    /// Only how many parts of each class were changed.
    #[arg(long, conflicts_with = "json")]
    stat: bool,
    /// Compare hidden objects of a binary and an XML model, too, which XML leaves out.
    #[arg(long)]
    exact: bool,
    /// Distance from which on a vertex counts as moved.
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0001)]
    tolerance: f32,
    /// Number of unchanged lines around changed ones.
    #[arg(short = 'U', long, value_name = "LINES", default_value_t = 2)]
    context: usize,
    /// Compare properties as they are stored, by their names in the file, such as size.
    ///
    /// Otherwise a property that a file leaves out has the value that the engine takes in its place, so that a default
    /// which one file spells out is no difference.
    #[arg(long)]
    stored: bool,
    /// Compare UniqueId, HistoryId and ScriptGuid, which only identify an instance.
    #[arg(long)]
    ids: bool,
    /// Properties that are not compared; may be repeated.
    #[arg(long, value_name = "PROPERTY")]
    ignore: Vec<String>,
    /// JSON Lines: an object for each change, and one that counts them.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(verb: &DiffArgs, common: &Common, out: &mut Out) -> Ending {
    if let Some(git) = GitArguments::new(verb) {
        return Ok(git.compare(verb, common, out));
    }
    if !verb.of_git.is_empty() {
        return Err(Done::misused(
            "diff",
            "expected two files, or the seven or nine arguments of git's external diffs",
        ));
    }
    // Git passes `/dev/null` for a missing file.
    match [&verb.old, &verb.new].map(|path| is_nothing(path)) {
        _ if verb.json => compared(&verb.old, &verb.new, verb, common, out),
        [true, false] => one_sided(("+", GOOD), &verb.new, &verb.new.to_string_lossy(), common, out),
        [false, true] => one_sided(("-", OLD), &verb.old, &verb.old.to_string_lossy(), common, out),
        _ => compared(&verb.old, &verb.new, verb, common, out),
    }
}

/// The arguments with which git calls an external diff.
struct GitArguments<'v> {
    /// The name of the file in the repository.
    path: &'v Path,
    old: &'v Path,
    new: &'v Path,
    /// The new name of a renamed file, and git's description of the change.
    renamed: Option<(&'v Path, &'v Path)>,
}

impl<'v> GitArguments<'v> {
    /// Git passes path, old file, hash, mode, new file, hash, mode; for a renamed file also its new name, and a
    /// description.
    fn new(verb: &'v DiffArgs) -> Option<Self> {
        let renamed = match &verb.of_git[..] {
            [_, _, _, _, _] => None,
            [_, _, _, _, _, name, text] => Some((&**name, &**text)),
            _ => return None,
        };
        Some(Self { path: &verb.old, old: &verb.new, new: &verb.of_git[2], renamed })
    }

    /// Compares the files. Git aborts at any exit status other than 0, so neither a difference nor an unreadable file
    /// is an error.
    fn compare(&self, verb: &DiffArgs, common: &Common, out: &mut Out) -> Code {
        let path = clean(&self.path.to_string_lossy());
        let name = match self.renamed {
            Some((name, _)) => format!("{path} → {}", clean(&name.to_string_lossy())),
            None => path,
        };
        let code = match [self.old, self.new].map(is_nothing) {
            [true, _] => one_sided(("+", GOOD), self.new, &name, common, out),
            [_, true] => one_sided(("-", OLD), self.old, &name, common, out),
            _ => {
                out.print(&format!("{BOLD}{name}{BOLD:#}\n"));
                compared(self.old, self.new, verb, common, out)
            }
        };
        match code.unwrap_or_else(|done| done.tell(out)) {
            code @ (Code::Io | Code::Usage) => code,
            _ => Code::Fine,
        }
    }
}

/// Returns true for the path that git passes for a missing file; it is `nul` on Windows.
fn is_nothing(path: &Path) -> bool {
    path.as_os_str() == "/dev/null" || path.as_os_str() == "nul"
}

/// Shows a file that exists on one side only.
fn one_sided(
    (mark, style): (&str, Style),
    path: &Path,
    name: &str,
    common: &Common,
    out: &mut Out,
) -> Ending {
    let input = done::named(path)?;
    let bytes = done::read(&input, common)?;
    let (words, size) = (identify(&bytes).format.in_words(), show::size(bytes.len()));
    out.print(&format!("{style}{mark}{style:#} {BOLD}{name}{BOLD:#}  {words}, {size}\n"));
    Ok(Code::Found)
}

fn compared(old: &Path, new: &Path, verb: &DiffArgs, common: &Common, out: &mut Out) -> Ending {
    let (old, new) = (done::named(old)?, done::named(new)?);
    // The bytes of one file are dropped before the other one is read; this matters for large files.
    let side = |input| {
        let bytes = done::read(input, common)?;
        let file = done::opened(input, &bytes, common, verb.json)?;
        DiffSide::read(&file).map_err(|problem| Done::refused(&input.name, problem, verb.json))
    };
    let (one, other) = match (side(&old), side(&new)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(old), Err(new)) if old.code == Code::Io && new.code == Code::Io => {
            return Err(Done::failed(Code::Io, old.err + &new.err));
        }
        (Err(done), _) | (_, Err(done)) => return Err(done),
    };
    let wanted = DiffOptions::default()
        .exact(verb.exact)
        .tolerance(verb.tolerance)
        .context(verb.context)
        .stored(verb.stored)
        .ids(verb.ids)
        .ignore(verb.ignore.clone());
    let mut stat = Stat::default();
    let compared = diff_sides(one, other, &wanted, &mut |mut change| {
        if verb.stored {
            for property in &mut change.properties {
                property.name = property.stored.take().unwrap_or(std::mem::take(&mut property.name));
            }
        }
        let text = match (verb.stat, verb.json) {
            (true, _) => {
                stat.add(&change);
                String::new()
            }
            (_, true) => json::line(&new.name, &change),
            _ => changes::shown(&change, common.verbose),
        };
        out.flow(&text)
    });
    let found = compared.map_err(|problem| Done::refused(&new.name, problem, verb.json))?;
    for (input, warnings) in [&old, &new].into_iter().zip(&found.warnings) {
        out.tell(&show::damage(&input.name, warnings));
    }
    if verb.json {
        out.print(&json::line(&new.name, &found));
    } else {
        out.print(&stat.shown());
        out.mention(&summary(&found));
    }
    Ok(if found.is_empty() { Code::Fine } else { Code::Found })
}

/// The number of changes of each kind, by class.
#[derive(Default)]
struct Stat {
    classes: BTreeMap<String, [usize; 5]>,
}

impl Stat {
    fn add(&mut self, change: &Change) {
        let counts = self.classes.entry(clean(&change.class)).or_default();
        let column = match change.kind {
            ChangeKind::Added => 0,
            ChangeKind::Removed => 1,
            ChangeKind::Moved => 2,
            ChangeKind::Renamed => 3,
            _ => 4,
        };
        counts[column] += 1 + change.n_inside;
    }

    /// A line for each class; empty without changes.
    fn shown(&self) -> String {
        let words = ["added", "removed", "moved", "renamed", "changed"];
        let width = self.classes.keys().map(|class| class.chars().count()).max().unwrap_or_default();
        let mut text = String::new();
        for (class, counts) in &self.classes {
            let counts = counts.iter().zip(words).filter(|(count, _)| **count > 0);
            let counts: Vec<_> =
                counts.map(|(count, word)| format!("{} {word}", show::grouped(*count))).collect();
            let _ = writeln!(text, "{VALUE}{class:width$}{VALUE:#}  {}", counts.join(", "));
        }
        text
    }
}

fn summary(found: &rezkit::Diff) -> String {
    if found.is_empty() {
        return "no difference\n".into();
    }
    let counts = [
        (found.n_added, "added"),
        (found.n_removed, "removed"),
        (found.n_moved, "moved"),
        (found.n_renamed, "renamed"),
        (found.n_changed, "changed"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, word)| format!("{} {word}", show::grouped(*count))).collect();
    let [_, n] = found.n_parts;
    format!("{} of {}\n", counts.join(", "), counted(n, "part"))
}
