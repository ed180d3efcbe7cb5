//! Models from files of other families, and scenes.

use super::{check, verdict};
use crate::Code;
use crate::args::{Common, Convert};
use crate::batch::Done;
use crate::inputs::{Input, is_absent, read_below};
use crate::output::{Out, Staged, save, stage, stage_below};
use crate::show::{self, BOLD, DIM, NOTE, ODD, clean, json, size};
use rezkit::exchange::{ExchangeOptions, Exchanged, convert, converts, judge};
use rezkit::{Exchange, Format, Loss, LossSeverity, Target};
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files that models name: those beside them, and assets of Roblox in a folder.
pub(crate) struct Assets {
    folder: PathBuf,
    by_number: HashMap<String, PathBuf>,
    max_memory: Option<usize>,
}

impl Assets {
    /// Only the files beside models.
    pub(crate) fn none(common: &Common) -> Self {
        Self { folder: PathBuf::new(), by_number: HashMap::new(), max_memory: common.max_memory }
    }

    pub(crate) fn of(folder: Option<&Path>, common: &Common) -> io::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::none(common)) };
        let mut names = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            names.push(PathBuf::from(entry?.file_name()));
        }
        // Of several files of one number, the first by name counts everywhere.
        names.sort();
        names.reverse();
        let numbered = |name: PathBuf| Some((name.file_stem()?.to_string_lossy().into_owned(), name));
        let by_number = names.into_iter().filter_map(numbered).collect();
        Ok(Self { folder: folder.to_owned(), by_number, max_memory: common.max_memory })
    }

    /// What a model names: assets, and files beside it.
    pub(crate) fn beside<'a>(&'a self, model: &'a Path) -> Beside<'a> {
        Beside { assets: self, folder: model.parent().unwrap_or(Path::new("")), refused: Vec::new() }
    }
}

/// Reads the files that a model names.
pub(crate) struct Beside<'a> {
    assets: &'a Assets,
    folder: &'a Path,
    /// Messages about files that are there and cannot be read.
    refused: Vec<String>,
}

impl Beside<'_> {
    /// How many of such files are named; the report of the model counts all.
    const MOST: usize = 10;

    pub(crate) fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        let (folder, path) = match name.strip_prefix("rbxassetid://") {
            Some(number) => (&*self.assets.folder, &**self.assets.by_number.get(number)?),
            None => (self.folder, Path::new(name)),
        };
        let read = read_below(folder, path, self.assets.max_memory);
        if let Err(error) = &read
            && !is_absent(error)
            && self.refused.len() < Self::MOST
        {
            self.refused.push(show::error(&folder.join(path).to_string_lossy(), &error.to_string()));
        }
        read.ok()
    }

    /// Says which files could not be read.
    pub(crate) fn tell(&self, out: &mut Out) -> Code {
        if self.refused.is_empty() {
            return Code::Fine;
        }
        out.tell(&self.refused.concat());
        Code::Io
    }

    /// Says it before what is said of the model.
    pub(crate) fn add_to<T>(&self, mut done: Done<T>) -> Done<T> {
        if !self.refused.is_empty() {
            done.err.insert_str(0, &self.refused.concat());
            done.code = done.code.max(Code::Io);
        }
        done
    }
}

/// Converts inputs by way of scenes.
pub(super) struct Exchanges<'v> {
    verb: &'v Convert,
    common: &'v Common,
    assets: Assets,
    /// The files beside models that this call has saved, or found to be there already.
    saved: Mutex<HashSet<String>>,
}

impl<'v> Exchanges<'v> {
    pub(super) fn new(verb: &'v Convert, common: &'v Common) -> io::Result<Self> {
        let assets = Assets::of(verb.assets.as_deref(), common)?;
        Ok(Self { verb, common, assets, saved: Mutex::default() })
    }

    /// The format that an input becomes by way of a scene; `None` if that is for other conversions.
    pub(super) fn target(&self, input: &Input, from: Format, path: Option<&Path>) -> Option<Format> {
        let implied = || Target::of_extension(&path?.extension()?.to_string_lossy());
        let to = self.verb.to.or_else(implied)?.format();
        let is_scene = matches!(to, Format::Glb | Format::Gltf | Format::Obj | Format::Stl | Format::M3d);
        // Files that were asked for by name are told why they cannot become scenes; others are skipped.
        let is_refused = is_scene && !input.is_found && !from.conversions().contains(&to);
        (converts(from, to) || is_refused).then_some(to)
    }

    /// Converts an input and saves the result.
    pub(super) fn file(
        &self,
        input: &Input,
        bytes: &[u8],
        to: Format,
        path: &Path,
        is_in_folder: bool,
    ) -> Done<usize> {
        let mut files = self.assets.beside(input.path());
        let done = match self.made(input, bytes, to, path, &mut files) {
            Ok(made) => self.saved(input, bytes.len(), to, &made, path, is_in_folder),
            Err(done) => done,
        };
        files.add_to(done)
    }

    fn saved(
        &self,
        input: &Input,
        n_before: usize,
        to: Format,
        made: &Exchanged,
        path: &Path,
        is_in_folder: bool,
    ) -> Done<usize> {
        let is_refused = self.is_refused(made);
        if !is_refused && let Err((path, error)) = self.save(made, path, is_in_folder) {
            let mut done = Done::new(String::new(), Code::Io);
            done.err = show::error(&path.to_string_lossy(), &error.to_string());
            return done;
        }
        let mut done = Done::new(String::new(), self.code(made));
        done.rest = Some(usize::from(is_lossy(&made.losses)));
        let output = path.to_string_lossy();
        if self.verb.json {
            done.out = json::line(&input.name, &Exchange::new(made, &output, n_before, !is_refused));
            return done;
        }
        done.err = self.report(&output, n_before, made, !is_refused);
        if to == Format::SlMesh && !is_refused && !self.common.quiet {
            // What the uploader will say, and what it will cost.
            if let Ok(verdict) = judge(made, &verdict::checks(to, &[], &[]), None) {
                done.err.push_str(&check::shown(&output, &verdict.report, self.common.verbose));
                done.err.push_str(&verdict::facts(&verdict));
            }
        }
        done
    }

    /// Converts an input to be printed.
    pub(super) fn bytes(&self, input: &Input, bytes: &[u8], to: Format) -> Done<Vec<u8>> {
        let mut files = self.assets.beside(input.path());
        let done = match self.made(input, bytes, to, Path::new(&input.name), &mut files) {
            Err(done) => done,
            Ok(made) => {
                let mut done = Done::new(String::new(), self.code(&made));
                done.err = self.report("-", bytes.len(), &made, false);
                done.rest = (!self.is_refused(&made)).then_some(made.bytes);
                done
            }
        };
        files.add_to(done)
    }

    /// `named` is the file that names the scene.
    fn made<T>(
        &self,
        input: &Input,
        bytes: &[u8],
        to: Format,
        named: &Path,
        files: &mut Beside<'_>,
    ) -> Result<Exchanged, Done<T>> {
        let verb = self.verb;
        let stem = named.file_stem().map(OsStr::to_string_lossy).filter(|stem| stem != "-");
        let mut options = ExchangeOptions::to(to);
        let name = stem.unwrap_or_else(|| "model".into());
        options.scene = options.scene.name(name).extras(!verb.no_extras).rig(verb.rig);
        if let Some(memory) = self.common.max_memory {
            options.scene = options.scene.max_memory(memory);
        }
        options.scene.face_poses = verb.facs.into();
        options.scene.level_order = verb.lod_order.into();
        options.asset.version = verb.mesh_version;
        options.asset.weld = verb.weld;
        options.asset.joint_names.clone_from(&verb.map_joint);
        options.level = verb.level;
        convert(bytes, &options, &mut |name| files.read(name))
            .map_err(|problem| Done::refused(&input.name, problem, verb.json))
    }

    /// Whether nothing is to be written, since something would be lost.
    fn is_refused(&self, made: &Exchanged) -> bool {
        self.verb.lossless && is_lossy(&made.losses)
    }

    fn code(&self, made: &Exchanged) -> Code {
        super::convert::code(false, &made.losses, made.is_empty, self.is_refused(made))
    }

    /// Saves the files beside a model, then the model; none before all of them are written.
    fn save(&self, made: &Exchanged, path: &Path, is_in_folder: bool) -> Result<(), (PathBuf, io::Error)> {
        let folder = path.parent().unwrap_or(Path::new(""));
        if is_in_folder {
            std::fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
        }
        let at_path = |error| (path.to_owned(), error);
        if made.beside.is_empty() {
            return save(path, &made.bytes, self.verb.force).map_err(at_path);
        }
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        // None of those beside it is the model itself.
        saved.insert(lowercase(path));
        let mut all = Vec::new();
        for (name, bytes) in &made.beside {
            let path = folder.join(name);
            match self.stage_beside(folder, name, bytes, &saved) {
                Ok(staged) => all.push((path, staged)),
                Err(error) => return Err((path, error)),
            }
        }
        // Last, since a folder of those beside it may have its name.
        let model = stage(path, &made.bytes, self.verb.force).map_err(at_path)?;
        for (path, staged) in all {
            if let Some(Err(error)) = staged.map(Staged::commit) {
                return Err((path, error));
            }
            saved.insert(lowercase(&path));
        }
        model.commit().map_err(at_path)
    }

    /// `None` if the same file is there already. Two models of one call cannot have different files of one name.
    fn stage_beside<'b>(
        &self,
        folder: &Path,
        name: &str,
        bytes: &'b [u8],
        saved: &HashSet<String>,
    ) -> io::Result<Option<Staged<'b>>> {
        let path = folder.join(name);
        let is_as_long = path.metadata().is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
        if is_as_long && std::fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(None);
        }
        if saved.contains(&lowercase(&path)) {
            let message = "another of these models has a different file of this name beside it";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        stage_below(folder, name, bytes, self.verb.force).map(Some)
    }

    /// Sizes before and after, and what is lost; notes if they are asked for.
    fn report(&self, output: &str, n_bytes_before: usize, made: &Exchanged, is_saved: bool) -> String {
        let mut text = String::new();
        if is_saved && !self.common.quiet {
            let (name, now, before) = (clean(output), size(made.bytes.len()), size(n_bytes_before));
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: {now} {DIM}from {before}{DIM:#}");
        }
        text.push_str(&losses(&made.losses, self.common.verbose));
        if made.is_empty {
            let _ = writeln!(text, "  {ODD}empty:{ODD:#} there is nothing in it");
        }
        if self.is_refused(made) {
            text.push_str("nothing was written, since something would be lost\n");
        }
        text
    }
}

/// Whether a value is another one afterwards, or gone.
pub(super) fn is_lossy(losses: &[Loss]) -> bool {
    losses.iter().any(Loss::is_real)
}

/// What tells files apart on every system.
fn lowercase(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

/// A line for each loss; notes only if they are asked for.
pub(super) fn losses(losses: &[Loss], is_verbose: bool) -> String {
    let mut text = String::new();
    for loss in losses.iter().filter(|loss| is_verbose || loss.is_real()) {
        let (style, word) = match loss.severity {
            LossSeverity::Lost => (ODD, "lost"),
            LossSeverity::Changed => (ODD, "changed"),
            LossSeverity::Note => (NOTE, "note"),
        };
        text.push_str(&format!("  {style}{word}:{style:#} {}: {}\n", loss.code, clean(&loss.to_string())));
    }
    text
}
