//! Conversions by way of scenes: between models of different families, and between models and scenes.

use super::{ConvertArgs, ending};
use crate::args::Common;
use crate::assets::{Assets, Beside};
use crate::code::Code;
use crate::done::{self, Done};
use crate::findings;
use crate::inputs::Input;
use crate::show::{BOLD, DIM, ODD, clean, json, losses, size, verdict};
use rezkit::exchange::{ExchangeOptions, Exchanged, TargetRig, Verdict, convert, judge_file};
use rezkit::{Exchange, Format, Target, file_key};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use store::{Staged, make_room, save, stage, stage_below};

/// The conversion of inputs by way of scenes.
pub(super) struct SceneConverter<'v> {
    verb: &'v ConvertArgs,
    common: &'v Common,
    assets: Assets,
    /// The rig whose joints animations move.
    rig: Option<TargetRig>,
    /// The additional files that this call has saved, or found to exist with the same content.
    saved: Mutex<HashSet<String>>,
}

impl<'v> SceneConverter<'v> {
    pub(super) fn new(verb: &'v ConvertArgs, common: &'v Common) -> Result<Self, Done<()>> {
        let assets = verb.assets.open(common)?;
        let rig = match verb.rig.as_deref() {
            None | Some("") => None,
            Some(rig) => Some(match TargetRig::named(rig) {
                Some(rig) => rig,
                None => TargetRig::Model(done::content(Path::new(rig), common)?),
            }),
        };
        Ok(Self { verb, common, assets, rig, saved: Mutex::default() })
    }

    /// The target format of an input that is converted by way of a scene; `None` if other conversions apply.
    pub(super) fn target(&self, input: &Input, from: Format, path: Option<&Path>) -> Option<Format> {
        let implied = || Target::of_extension(&path?.extension()?.to_string_lossy());
        let to = self.verb.to.or_else(implied)?.format();
        let is_scene = matches!(
            to,
            Format::Glb | Format::Gltf | Format::Obj | Format::Collada | Format::Stl | Format::M3d
        );
        // Files that were named by the user get an error if they cannot become scenes; others are skipped.
        let is_refused = is_scene && !input.is_found && !from.conversions().contains(&to);
        (self.options(to).apply_to(from) || is_refused).then_some(to)
    }

    /// The options for this format, without those that depend on the input.
    fn options(&self, to: Format) -> ExchangeOptions {
        let verb = self.verb;
        let mut options = ExchangeOptions::to(to);
        options.asset.target_rig.clone_from(&self.rig);
        options.asset.curves = verb.curves;
        (options.playback.repeats, options.playback.priority) = (verb.repeats, verb.priority);
        options.playback.ease = verb.ease;
        options
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
        if !is_refused && let Err((path, error)) = self.save(made, to, path, is_in_folder) {
            return Done::io(&path.to_string_lossy(), &error);
        }
        let verdicts = Verdicts::new(made, to, self.verb.levels.scale);
        let mut done = Done::new(String::new(), self.code(made).max(verdicts.code()));
        done.rest = Some(usize::from(losses::is_lossy(&made.losses)));
        let output = path.to_string_lossy();
        if self.verb.json {
            done.out = json::line(&input.name, &Exchange::new(made, &output, n_before, !is_refused));
            return done;
        }
        done.err = self.report(&output, n_before, made, !is_refused);
        if !is_refused && !self.common.quiet {
            // The findings of the uploader and the cost.
            let folder = self.folder_beside(to, path);
            for (number, (beside, verdict)) in verdicts.0.iter().enumerate() {
                let name = beside.map(|name| folder.join(name).to_string_lossy().into_owned());
                let name = name.unwrap_or_else(|| output.to_string());
                if to == Format::SlMesh || verdicts.is_told(verdict) {
                    if number > 0 {
                        let _ = writeln!(done.err, "{BOLD}{}{BOLD:#}", clean(&name));
                    }
                    done.err.push_str(&findings::shown(
                        &name,
                        &verdict.report,
                        findings::FindingsStyle::whole(self.common.verbose),
                    ));
                    done.err.push_str(&verdict::facts(verdict));
                }
            }
        }
        done
    }

    /// Converts an input for output on stdout.
    pub(super) fn bytes(&self, input: &Input, bytes: &[u8], to: Format) -> Done<Vec<u8>> {
        let mut files = self.assets.beside(input.path());
        let done = match self.made(input, bytes, to, Path::new(&input.name), &mut files) {
            Err(done) => done,
            Ok(made) => {
                let code = self.code(&made).max(Verdicts::new(&made, to, self.verb.levels.scale).code());
                let mut done = Done::new(String::new(), code);
                done.err = self.report("-", bytes.len(), &made, false);
                done.rest = (!self.is_refused(&made)).then_some(made.bytes);
                done
            }
        };
        files.add_to(done)
    }

    /// Converts an input; the scene is named after the file `named`.
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
        let mut options = self.options(to);
        let name = stem.unwrap_or_else(|| "model".into());
        options.scene = options.scene.name(name).extras(!verb.no_extras).all_parts(verb.all_parts);
        options.scene = options.scene.terrain_error(verb.terrain_error);
        options.scene.rig = verb.rig.as_deref() == Some("");
        if let Some(TargetRig::Model(model)) = &self.rig {
            options.scene.rig_model = Some(model.clone());
        }
        if let Some(memory) = self.common.memory(input.is_found, bytes.len()) {
            options.scene = options.scene.max_memory(memory);
        }
        options.scene.face_poses = verb.facs;
        options.scene.level_order = verb.lod_order;
        let is_packed = matches!(verb.compress, Some(super::Compression::Meshopt));
        options.gltf = options.gltf.instancing(verb.instancing).quantize(verb.quantize).compress(is_packed);
        options.asset.version = verb.mesh_version;
        options.asset.weld = verb.weld;
        verb.joints.put(&mut options.asset);
        options.asset.animation.clone_from(&verb.animation);
        options.asset.physics = verb.physics;
        options.asset.physics_error = verb.physics_error;
        options.asset.drop_degenerate = verb.drop_degenerate;
        options.asset.draco.clone_from(&verb.draco);
        options.materials = verb.materials;
        options.parts = verb.meshes.is_some();
        options.level = verb.level;
        options.levels = verb.levels.options();
        options.copies_levels = verb.levels.is_none();
        convert(bytes, &options, &mut |name| files.read(name))
            .map_err(|problem| Done::refused(&input.name, problem, verb.json))
    }

    /// Returns true if `--lossless` is given and the result has losses, so that it is not saved.
    fn is_refused(&self, made: &Exchanged) -> bool {
        self.verb.lossless && losses::is_lossy(&made.losses)
    }

    fn code(&self, made: &Exchanged) -> Code {
        ending(false, &made.losses, made.is_empty, self.is_refused(made))
    }

    /// Saves the additional files, then the model. All are written to temporary files before any of them is
    /// renamed.
    fn save(
        &self,
        made: &Exchanged,
        to: Format,
        path: &Path,
        is_in_folder: bool,
    ) -> Result<(), (PathBuf, io::Error)> {
        let folder = self.folder_beside(to, path);
        let own = self.verb.meshes.as_deref().filter(|own| *own == folder);
        let at_path = |error| (path.to_owned(), error);
        if is_in_folder {
            make_room(path).map_err(at_path)?;
        }
        if let Some(folder) = own {
            std::fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
        }
        if made.beside.is_empty() {
            return save(path, &made.bytes, self.verb.force).map_err(at_path);
        }
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        // An additional file must not have the path of the model.
        saved.insert(key(path));
        let mut all = Vec::new();
        for (name, bytes) in &made.beside {
            let path = folder.join(name);
            match self.stage_beside(folder, name, bytes, &saved) {
                Ok(staged) => all.push((path, staged)),
                Err(error) => return Err((path, error)),
            }
        }
        // The model comes last, because the folder of an additional file may have its name.
        let model = stage(path, &made.bytes, self.verb.force).map_err(at_path)?;
        for (path, staged) in all {
            if let Some(Err(error)) = staged.map(Staged::commit) {
                return Err((path, error));
            }
            saved.insert(key(&path));
        }
        model.commit().map_err(at_path)
    }

    /// The folder for the additional files of a model.
    fn folder_beside<'p>(&'p self, to: Format, path: &'p Path) -> &'p Path {
        let is_parts = matches!(to, Format::RbxBinary | Format::RbxXml);
        let own = self.verb.meshes.as_deref().filter(|_| is_parts);
        own.or(path.parent()).unwrap_or(Path::new(""))
    }

    /// Stages an additional file; returns `None` if it exists with the same content. Two models of one call must not
    /// have different files with one name.
    fn stage_beside(
        &self,
        folder: &Path,
        name: &str,
        bytes: &[u8],
        saved: &HashSet<String>,
    ) -> io::Result<Option<Staged>> {
        let path = folder.join(name);
        let is_as_long = path.metadata().is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
        if is_as_long && std::fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(None);
        }
        if saved.contains(&key(&path)) {
            let message = "another model of this conversion already has a different file with this name";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        stage_below(folder, name, bytes, self.verb.force).map(Some)
    }

    /// Reports the sizes before and after, and the losses; with `--verbose` also notes.
    fn report(&self, output: &str, n_bytes_before: usize, made: &Exchanged, is_saved: bool) -> String {
        let mut text = String::new();
        if is_saved && !self.common.quiet {
            let (name, now, before) = (clean(output), size(made.bytes.len()), size(n_bytes_before));
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: {now} {DIM}from {before}{DIM:#}");
        }
        for line in rezkit::lod::lines(&made.levels, &made.tried).iter().filter(|_| !self.common.quiet) {
            let _ = writeln!(text, "  {}", clean(line));
        }
        text.push_str(&losses::shown(&made.losses, self.common.verbose));
        if made.is_empty {
            let _ = writeln!(
                text,
                "  {ODD}empty:{ODD:#} the converted file has no triangles, lines, points or animations"
            );
        }
        if self.is_refused(made) {
            text.push_str("nothing was written, because data would be lost\n");
        }
        text
    }
}

/// Verdicts on a model and its additional models, by name; empty for other files.
struct Verdicts<'m>(Vec<(Option<&'m str>, Verdict)>, Format);

impl<'m> Verdicts<'m> {
    /// Checks a result. `scale` is the size in metres for which the cost of a Second Life mesh is computed, instead of
    /// its own.
    fn new(made: &'m Exchanged, to: Format, scale: Option<[f32; 3]>) -> Self {
        let is_model =
            matches!(to, Format::SlMesh | Format::Slm | Format::SlAnim | Format::RbxMesh | Format::M3d);
        let is_parts = matches!(to, Format::RbxBinary | Format::RbxXml);
        let options = verdict::checks(to, &[], &[]);
        let n_more = if is_parts { made.beside.len() } else { made.n_more };
        let more = made.beside.iter().take(n_more).map(|(name, bytes)| (Some(&**name), &**bytes));
        // The additional files of a Roblox model include images.
        let more = more.filter(|(name, _)| !is_parts || name.is_some_and(|name| name.ends_with(".mesh")));
        let files = [(None, &*made.bytes)].into_iter().chain(more).filter(|_| is_model || is_parts);
        let verdicts =
            files.filter_map(|(name, bytes)| Some((name, judge_file(bytes, &options, scale).ok()?)));
        Self(verdicts.collect(), to)
    }

    /// The exit code: errors in any model count as findings.
    fn code(&self) -> Code {
        let has_errors = self.0.iter().any(|(_, verdict)| verdict.report.n_errors > 0);
        if has_errors { Code::Found } else { Code::Fine }
    }

    /// Returns true if the findings are shown. For the meshes of a Roblox model, warnings are shown as well.
    fn is_told(&self, verdict: &Verdict) -> bool {
        let is_parts = matches!(self.1, Format::RbxBinary | Format::RbxXml);
        verdict.report.n_errors > 0 || is_parts && verdict.report.n_warnings > 0
    }
}

fn key(path: &Path) -> String {
    file_key(&path.to_string_lossy())
}
