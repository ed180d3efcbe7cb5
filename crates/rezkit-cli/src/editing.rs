//! The steps that all verbs which change a file share: opening it, writing the result, and reporting on it.

use crate::args::{Common, destination};
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::inputs::Input;
use crate::output::{Out, misnamed};
use crate::show::{self, ODD, changes, counted, json, losses};
use clap::Args;
use rezkit::{Change, DiffOptions, Edited, File, OpenOptions, Problem, ProblemKind};
use std::path::{Path, PathBuf};
use store::{Original, Sink, Staged, Staging};

/// The file to edit, and the destination of the result.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("destination").required(true).args(["output", "in_place", "dry_run"]))]
pub(crate) struct EditArgs {
    /// A file; `-` is stdin.
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    /// Output file; `-` is stdout.
    #[arg(short, long, value_name = "PATH", value_parser = destination())]
    output: Option<PathBuf>,
    /// Replace the file; rez undo restores the older version, of which a copy is kept.
    #[arg(long)]
    in_place: bool,
    /// Write nothing, and print what would change.
    #[arg(long)]
    dry_run: bool,
    /// Overwrite the output.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// JSON Lines: with `--dry-run` an object for each change, then one that counts what was done; not with `-` as the
    /// output.
    #[arg(long)]
    json: bool,
}

/// Lets `edit` change the file. The new file consists of the bytes that `edit` passes to its second argument,
/// followed by those of its result.
pub(crate) fn edit_file(
    target: &EditArgs,
    what: &str,
    word: &str,
    common: &Common,
    out: &mut Out,
    edit: impl FnOnce(&File<'_>, &mut Sink<'_>) -> Result<Edited, Problem>,
) -> Ending {
    let input = done::named(&target.path)?;
    let to_stdout = target.goes_to_stdout();
    if target.json && to_stdout {
        return Err(Done::misused("-", "the result goes to stdout: --json needs another output"));
    }
    let source = EditInput::open(&input, target.replaces(), common)?;
    let bytes = source.bytes();
    let file = done::opened(&input, bytes, common, target.json)?;
    if file.bytes() != bytes {
        return Err(Done::misused(
            &input.name,
            "the whole file is compressed with gzip, zlib or zstd: decompress it first",
        ));
    }
    let edit = |give: &mut Sink<'_>| {
        edit(&file, give).map_err(|problem| {
            let code = match problem.kind {
                ProblemKind::Reference | ProblemKind::Value => Code::Usage,
                ProblemKind::Io => Code::Io,
                _ => Code::Refused,
            };
            Done { code, ..Done::refused(&input.name, problem, target.json) }
        })
    };
    if target.dry_run || to_stdout {
        let mut new = Vec::new();
        let edited = edit(&mut |piece| new.extend_from_slice(piece))?;
        new.extend_from_slice(&edited.bytes);
        if to_stdout {
            out.tell(&losses::shown(&edited.losses, common.verbose));
            return Ok(out.give(&new).max(code(&edited)));
        }
        if !target.json {
            mention(&edited, common, out);
            if new == bytes {
                out.mention("nothing would change\n");
            }
        }
        let shown = |change: &Change| match target.json {
            true => json::line(&input.name, change),
            false => changes::shown(change, common.verbose),
        };
        compared(&file, &new, shown, out)
            .map_err(|problem| Done::refused(&input.name, problem, target.json))?;
        if target.json {
            out.print(&json::line(&input.name, &edited));
        }
        return Ok(code(&edited));
    }
    let (edited, saved) = target.saved(&source, edit)?;
    if target.json {
        out.print(&json::line(&input.name, &edited));
        return Ok(code(&edited));
    }
    mention(&edited, common, out);
    if matches!(saved, Saved::Nothing) {
        out.mention("nothing would change, so nothing was written\n");
        return Ok(code(&edited));
    }
    // Where there is no word for it, the notes say all.
    if !word.is_empty() {
        out.mention(&format!("{} {word}\n", counted(edited.n_values, what)));
    }
    if let Saved::WithCopy(copy) = saved {
        out.mention(&format!(
            "the older version is {}; rez undo restores it\n",
            show::clean(&copy.to_string_lossy())
        ));
    }
    Ok(code(&edited))
}

/// The file that is edited.
pub(crate) enum EditInput {
    /// The content of a file that is not replaced.
    Bytes(Vec<u8>),
    /// A file that will be replaced, and is locked until then.
    Original(Original),
}

impl EditInput {
    pub(crate) fn open(input: &Input, is_replaced: bool, common: &Common) -> Result<Self, Done<()>> {
        if is_replaced && input.has_path() {
            let original = input.own(common.max_memory).map_err(|error| Done::io(&input.name, &error))?;
            return Ok(Self::Original(original));
        }
        done::read(input, common).map(Self::Bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Original(original) => original.bytes(),
        }
    }
}

/// The destination of a saved edit.
enum Saved {
    /// Nothing is written, since the edit changes nothing.
    Nothing,
    /// The output is written.
    Output,
    /// The file itself is replaced; this is the path of the copy of the older version.
    WithCopy(PathBuf),
}

impl EditArgs {
    /// The arguments of a verb that replaces a file unless it has an output.
    pub(crate) fn on(path: PathBuf, output: Option<PathBuf>, dry_run: bool, force: bool, json: bool) -> Self {
        let in_place = output.is_none() && !dry_run;
        Self { path, output, in_place, dry_run, force, json }
    }

    fn output(&self) -> &Path {
        self.output.as_deref().unwrap_or(&self.path)
    }

    /// Returns `true` if the result replaces the file.
    fn replaces(&self) -> bool {
        !self.dry_run && (self.in_place || self.force && is_same_file(self.output(), &self.path))
    }

    fn goes_to_stdout(&self) -> bool {
        !self.dry_run && self.output().as_os_str() == "-"
    }

    /// Runs `edit`, and writes the result.
    fn saved(
        &self,
        source: &EditInput,
        edit: impl FnOnce(&mut Sink<'_>) -> Result<Edited, Done<()>>,
    ) -> Result<(Edited, Saved), Done<()>> {
        let output = self.output();
        let failed = |error| Done::io(&output.to_string_lossy(), &error);
        match source {
            EditInput::Original(original) => {
                let mut new = original.draft();
                let edited = edit(&mut |piece| new.write(piece))?;
                new.write(&edited.bytes);
                let saved = match (new.differs(), self.in_place) {
                    (false, true) => Saved::Nothing,
                    (_, true) => Saved::WithCopy(original.replace_keeping_copy(new).map_err(failed)?),
                    (_, false) => original.replace(new).map(|_| Saved::Output).map_err(failed)?,
                };
                Ok((edited, saved))
            }
            EditInput::Bytes(bytes) => {
                let mut new = Staging::new(output, self.force);
                let edited = edit(&mut |piece| new.write(piece))?;
                new.write(&edited.bytes);
                if let Some(why) = misnamed(bytes, output) {
                    return Err(Done::misused(&output.to_string_lossy(), &why));
                }
                new.finish().and_then(Staged::commit).map_err(failed)?;
                Ok((edited, Saved::Output))
            }
        }
    }
}

/// Returns `true` if both paths refer to the same existing file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The exit code of an edit; as in grep, it is 1 if an expression selected nothing.
pub(crate) fn code(edited: &Edited) -> Code {
    let idle = if edited.is_idle { Code::Found } else { Code::Fine };
    losses::code(&edited.losses).max(idle)
}

/// Prints the notes on further changes, and the losses.
pub(crate) fn mention(edited: &Edited, common: &Common, out: &mut Out) {
    for note in &edited.notes {
        out.mention(&format!("{ODD}note:{ODD:#} {}\n", show::clean(note)));
    }
    out.tell(&losses::shown(&edited.losses, common.verbose));
}

/// Prints the differences between a file and its edited version.
fn compared(
    file: &File<'_>,
    edited: &[u8],
    shown: impl Fn(&Change) -> String,
    out: &mut Out,
) -> Result<(), Problem> {
    let edited = File::open(edited, &OpenOptions::default())?;
    // Of an edit, everything counts that it writes.
    let options = DiffOptions::default().stored(true).ids(true);
    rezkit::diff(file, &edited, &options, &mut |change| out.flow(&shown(&change)))?;
    Ok(())
}
