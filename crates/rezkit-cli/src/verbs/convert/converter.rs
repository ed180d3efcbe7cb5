//! Conversion of files one by one, or of all files into one.

use super::destination::{self, Destination};
use super::models::ModelSaver;
use super::verdicts::Verdicts;
use super::{Compression, ConvertArgs, ending};
use crate::args::Common;
use crate::assets::{Assets, Beside};
use crate::batch::{self, Batch};
use crate::code::Code;
use crate::done::{self, Done};
use crate::inputs::{FoundInput, Input};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, ODD, clean, json, losses, size};
use rezkit::exchange::TargetRig;
use rezkit::{
    Conversion, Converted, ConvertedTo, Exchange, Family, File, Format, Identified, Loss, Problem,
    StringKinds, Target, TargetOptions, bundle_assets, convert_to, convert_to_in_pieces, extract_assets,
    identify, lod,
};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::create_dir_all;
use std::io::{self, IsTerminal};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use store::{Staged, Staging, make_room, replaced};

/// What takes the pieces of a result.
type Taker<'w> = &'w mut dyn FnMut(&[u8]);

/// Returns true if two formats are encodings with equal expressiveness.
fn is_one_format(from: Format, to: Format) -> bool {
    let content = |format: Format| match format.family() {
        Family::RbxXml => Family::RbxBinary,
        family => family,
    };
    content(from) == content(to) && matches!(content(from), Family::RbxBinary | Family::M3d | Family::Llsd)
}

/// The conversion of each input.
pub(super) struct Converter<'v> {
    pub(super) verb: &'v ConvertArgs,
    pub(super) common: &'v Common,
    pub(super) destination: Destination,
    pub(super) kinds: StringKinds,
    pub(super) assets: Assets,
    /// The rig whose joints animations move.
    pub(super) rig: Option<TargetRig>,
    pub(super) saver: ModelSaver,
}

/// The number of files with losses: 0 or 1.
pub(super) type Lossy = usize;

/// A converted input.
struct Made {
    to: Format,
    /// True if the result is another encoding of the same format, which can hold the same.
    is_one_format: bool,
    /// The number of bytes of the input.
    n_before: usize,
    result: ConvertedTo,
    /// The number of bytes that were written while the input was converted.
    n_written: usize,
    /// True if a model is saved under the extension of a place.
    lacks_workspace: bool,
}

impl Made {
    /// An asset of an upload, or an upload of assets.
    fn asset(converted: Converted, to: Format, n_before: usize) -> Self {
        let result = ConvertedTo::Direct(converted);
        Self { to, is_one_format: false, n_before, result, n_written: 0, lacks_workspace: false }
    }

    fn n_bytes(&self) -> usize {
        self.n_written + self.result.bytes().len()
    }
}

impl Converter<'_> {
    pub(super) fn to_stdout(&self, inputs: &[FoundInput], out: &mut Out) -> Code {
        // A terminal gets the result as a whole, since control characters in it are escaped.
        let is_terminal = io::stdout().is_terminal();
        let pieces = Mutex::new(out.pieces());
        let batch: Batch<Vec<u8>> =
            batch::for_each_input(inputs, self.common, self.verb.json, out, |input, bytes| {
                let mut files = self.assets.beside(input.path());
                let mut pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner);
                let write = &mut |piece: &[u8]| pieces.write(piece);
                let write = (!is_terminal).then_some(write as Taker<'_>);
                let made =
                    self.made(input, bytes, None, &mut files, write).map_err(|done| files.add_to(done))?;
                let mut done = Done::new(String::new(), self.code(&made).max(self.verdicts(&made).code()));
                done.err = self.report(input, "-", &made, false);
                done.rest = (!self.is_refused(made.result.losses())).then(|| made.result.into_parts().0);
                Ok(files.add_to(done))
            });
        out.end_pieces(pieces.into_inner().unwrap_or_else(PoisonError::into_inner));
        let given = batch.rest.iter().map(|bytes| out.give(bytes)).max().unwrap_or_default();
        batch.code.max(given)
    }

    /// Converts an input and saves the result.
    pub(super) fn file(&self, input: &Input, bytes: &[u8], path: &Path) -> Result<Done<Lossy>, Done<()>> {
        let is_to_mesh = self.verb.to.is_none_or(|to| to == Target::Llmesh);
        if self.is_in_folder() && is_to_mesh && identify(bytes).format == Format::Slm {
            return self.extract(input, bytes, path);
        }
        replaced(path, self.verb.force).map_err(|error| Done::io(&path.to_string_lossy(), &error))?;
        let mut files = self.assets.beside(input.path());
        let (mut new, mut room) = (Staging::new(path, self.verb.force), None);
        let write = &mut |piece: &[u8]| {
            let make_room = || if self.is_in_folder() { make_room(path) } else { Ok(()) };
            if room.get_or_insert_with(make_room).is_ok() {
                new.write(piece);
            }
        };
        let made = self.made(input, bytes, Some(path), &mut files, Some(write));
        let made = made.map_err(|done| files.add_to(done))?;
        if let Some(Err(error)) = room {
            return Err(Done::io(&path.to_string_lossy(), &error));
        }
        Ok(files.add_to(self.saved(input, path, &made, Some(new))))
    }

    fn is_in_folder(&self) -> bool {
        matches!(self.destination, Destination::Folder(_))
    }

    /// Saves every mesh of an upload.
    fn extract(&self, input: &Input, bytes: &[u8], path: &Path) -> Result<Done<Lossy>, Done<()>> {
        let file = self.opened(input, bytes)?;
        let (assets, losses) =
            extract_assets(&file).map_err(|problem| Done::refused(&input.name, problem, self.verb.json))?;
        let mut all = Done::new(String::new(), Code::Fine);
        for (number, asset) in assets.into_iter().enumerate() {
            let mut name = path.file_stem().unwrap_or_default().to_owned();
            name.push(format!("_{number}.llmesh"));
            let path = path.with_file_name(name);
            // Losses of the upload as a whole are reported once.
            let losses = if number == 0 { losses.clone() } else { Vec::new() };
            let made = Made::asset(Converted::new(asset.bytes, losses), Format::SlMesh, bytes.len());
            let done = self.saved(input, &path, &made, None);
            all.out.push_str(&done.out);
            all.err.push_str(&done.err);
            all.code = all.code.max(done.code);
            all.rest = all.rest.max(done.rest);
        }
        Ok(all)
    }

    /// Bundles all inputs into one upload.
    pub(super) fn bundle(&self, inputs: &[FoundInput], path: &Path, out: &mut Out) -> Code {
        let read: Batch<(String, Vec<u8>)> =
            batch::for_each_input(inputs, self.common, self.verb.json, out, |input, bytes| {
                self.opened(input, bytes)?;
                let label = input.relative.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Ok(Done { rest: Some((label, bytes.to_vec())), ..Done::new(String::new(), Code::Fine) })
            });
        if read.code != Code::Fine {
            return read.code;
        }
        let options = rezkit::OpenOptions::default();
        let files: Result<Vec<_>, Problem> =
            read.rest.iter().map(|(label, bytes)| Ok((&**label, File::open(bytes, &options)?))).collect();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let bundled =
            files.and_then(|files| bundle_assets(&name, files.iter().map(|(label, file)| (*label, file))));
        let input = Input::named(&self.verb.output);
        let done = match bundled {
            Err(problem) => Done::refused(&input.name, problem, self.verb.json),
            Ok(upload) => {
                let n_before = read.rest.iter().map(|(_, bytes)| bytes.len()).sum();
                self.saved(&input, path, &Made::asset(upload, Format::Slm, n_before), None)
            }
        };
        out.tell(&done.err);
        out.print(&done.out);
        done.code
    }

    fn opened<'b>(&self, input: &Input, bytes: &'b [u8]) -> Result<File<'b>, Done<()>> {
        done::opened(input, bytes, self.common, self.verb.json)
    }

    /// Converts an input. A result that comes in pieces is passed to `write`, unless it is refused for its losses.
    fn made(
        &self,
        input: &Input,
        bytes: &[u8],
        path: Option<&Path>,
        files: &mut Beside<'_>,
        write: Option<Taker<'_>>,
    ) -> Result<Made, Done<()>> {
        let from = identify(bytes).format;
        let Some(target) = destination::target(from, self.verb, path) else {
            let message = "the extension of the output is not a known format: choose one with --to; other programs read glb, gltf, dae, obj and stl";
            return Err(Done::misused(&input.name, message));
        };
        let to = target.format();
        let options = self.options(input, bytes.len(), target, path);
        let can = |from: Format| from.conversions().contains(&to) || options.by_scene.apply_to(from);
        if input.is_found
            && !can(from)
            && (from.family() != Family::Other || done::is_foreign(input, from, can))
        {
            return Err(Done::skipped(input, from));
        }
        // Any other file is converted, or refused with a reason; it is never skipped.
        let is_by_scene = options.is_by_scene(from);
        if !is_by_scene {
            self.refuse_options(from, &options).map_err(|message| Done::misused(&input.name, message))?;
        }
        let (mut n_written, files) = (0, &mut |name: &str| files.read(name));
        let result = match write {
            None => convert_to(bytes, &options, files),
            Some(write) => convert_to_in_pieces(bytes, &options, files, &mut |piece, losses| {
                n_written += piece.len();
                if !self.is_refused(losses) {
                    write(piece);
                }
            }),
        };
        let result = result.map_err(|problem| Done::refused(&input.name, problem, self.verb.json))?;
        let is_one_format = !is_by_scene && is_one_format(from, to);
        let lacks_workspace = path.is_some_and(|path| becomes_a_place(input, path, bytes));
        Ok(Made { to, is_one_format, n_before: bytes.len(), result, n_written, lacks_workspace })
    }

    /// Refuses options that have no effect between formats of one family.
    fn refuse_options(&self, from: Format, options: &TargetOptions<'_>) -> Result<(), &'static str> {
        let verb = self.verb;
        if verb.levels.options().is_some() {
            return Err(
                "--lods works when a file is converted to another format; to add levels to a mesh in its own format, use `rez lod`",
            );
        }
        let has_facts = verb.repeats.is_some() || verb.priority.is_some() || verb.ease.is_some();
        if has_facts || verb.curves.is_some() {
            return Err(
                "--loop, --priority, --ease and --curves apply to animations that are converted to another format; to change one in its own format, use `rez set`, as in `rez set wave.anim loops=1`",
            );
        }
        let changes = verb.mesh_version.is_some() || verb.weld.is_some() || verb.draco.is_some();
        if options.direct.to == Format::RbxMesh && from == Format::RbxMesh && !changes {
            return Err("the file is a Roblox mesh already: choose another version with --mesh-version");
        }
        Ok(())
    }

    /// The options for an input; the scene is named after the output or the input.
    fn options<'i>(
        &self,
        input: &'i Input,
        n_bytes: usize,
        target: Target,
        path: Option<&Path>,
    ) -> TargetOptions<'i> {
        let verb = self.verb;
        let opening = done::options(self.common, input, n_bytes).warnings(&input.warnings);
        let mut options = TargetOptions::to(target).opening(opening).mesh(verb.mesh_version, verb.weld);
        options.direct.packing = verb.packing;
        options.direct.kinds = self.kinds.clone();
        options.direct.draco.clone_from(&verb.draco);

        let TargetOptions { by_scene, .. } = &mut options;
        let stem = path.unwrap_or(Path::new(&input.name)).file_stem().map(OsStr::to_string_lossy);
        let name = stem.filter(|stem| stem != "-").unwrap_or_else(|| "model".into());
        let mut scene = mem::take(&mut by_scene.scene).name(name).extras(!verb.no_extras);
        scene = scene.all_parts(verb.all_parts).terrain_error(verb.terrain_error);
        scene.rig = verb.rig.as_deref() == Some("");
        if let Some(TargetRig::Model(model)) = &self.rig {
            scene.rig_model = Some(model.clone());
        }
        if let Some(memory) = input.max_memory.or_else(|| self.common.memory(input.is_found, n_bytes)) {
            scene = scene.max_memory(memory);
        }
        scene.face_poses = verb.facs;
        scene.level_order = verb.lod_order;
        by_scene.scene = scene;
        let is_packed = matches!(verb.compress, Some(Compression::Meshopt));
        let gltf = mem::take(&mut by_scene.gltf).instancing(verb.instancing);
        by_scene.gltf = gltf.quantize(verb.quantize).compress(is_packed);
        verb.joints.put(&mut by_scene.asset);
        by_scene.asset.target_rig.clone_from(&self.rig);
        by_scene.asset.curves = verb.curves;
        by_scene.asset.animation.clone_from(&verb.animation);
        by_scene.asset.physics = verb.physics;
        by_scene.asset.physics_error = verb.physics_error;
        by_scene.asset.drop_degenerate = verb.drop_degenerate;
        by_scene.asset.draco.clone_from(&verb.draco);
        by_scene.playback.repeats = verb.repeats;
        by_scene.playback.priority = verb.priority;
        by_scene.playback.ease = verb.ease;
        by_scene.materials = verb.materials;
        by_scene.parts = verb.meshes.is_some();
        by_scene.level = verb.level;
        by_scene.levels = verb.levels.options();
        by_scene.copies_levels = verb.levels.is_none();
        options
    }

    /// Returns true if `--lossless` is given and there are losses, so that the result is not saved.
    fn is_refused(&self, losses: &[Loss]) -> bool {
        self.verb.lossless && losses::is_lossy(losses)
    }

    fn code(&self, made: &Made) -> Code {
        let is_empty = matches!(&made.result, ConvertedTo::ByScene(result) if result.is_empty);
        ending(made.is_one_format, made.result.losses(), is_empty, self.is_refused(made.result.losses()))
    }

    fn verdicts<'m>(&self, made: &'m Made) -> Verdicts<'m> {
        match &made.result {
            ConvertedTo::Direct(_) => Verdicts::none(made.to),
            ConvertedTo::ByScene(result) => Verdicts::new(result, made.to, self.verb.levels.scale),
        }
    }

    /// Saves a result with the files that belong next to it.
    fn saved(&self, input: &Input, path: &Path, made: &Made, new: Option<Staging<'_>>) -> Done<Lossy> {
        let is_refused = self.is_refused(made.result.losses());
        let folder = self.folder_beside(made.to, path);
        let save = || match new.filter(|_| made.n_written > 0) {
            Some(new) => new.finish().and_then(Staged::commit).map_err(|error| (path.to_owned(), error)),
            None => self.save(path, &made.result, folder),
        };
        if !is_refused && let Err((path, error)) = save() {
            return Done::io(&path.to_string_lossy(), &error);
        }
        let verdicts = self.verdicts(made);
        let mut done = Done::new(String::new(), self.code(made).max(verdicts.code()));
        done.rest = Some(usize::from(losses::is_lossy(made.result.losses())));
        let output = path.to_string_lossy();
        if self.verb.json {
            let is_saved = !is_refused;
            done.out = match &made.result {
                ConvertedTo::Direct(result) => {
                    let mut conversion = Conversion::new(result, &output, made.n_before, is_saved);
                    conversion.n_bytes = made.n_bytes();
                    json::line(&input.name, &conversion)
                }
                ConvertedTo::ByScene(result) => {
                    json::line(&input.name, &Exchange::new(result, &output, made.n_before, is_saved))
                }
            };
            return done;
        }
        done.err = self.report(input, &output, made, !is_refused);
        if !is_refused && !self.common.quiet {
            done.err.push_str(&verdicts.shown(&output, folder, self.common.verbose));
        }
        done
    }

    fn save(&self, path: &Path, result: &ConvertedTo, folder: &Path) -> Result<(), (PathBuf, io::Error)> {
        if self.is_in_folder() {
            make_room(path).map_err(|error| (path.to_owned(), error))?;
        }
        if self.verb.meshes.as_deref() == Some(folder) {
            create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
        }
        let beside = match result {
            ConvertedTo::Direct(_) => &[],
            ConvertedTo::ByScene(result) => &*result.beside,
        };
        self.saver.save(path, result.bytes(), folder, beside)
    }

    /// The folder for the additional files of a model.
    fn folder_beside<'p>(&'p self, to: Format, path: &'p Path) -> &'p Path {
        let own = self.verb.meshes.as_deref().filter(|_| to.is_roblox());
        own.or(path.parent()).unwrap_or(Path::new(""))
    }

    /// Reports the sizes before and after, remarks, generated levels, and the losses.
    fn report(&self, input: &Input, output: &str, made: &Made, is_saved: bool) -> String {
        let mut text = String::new();
        let is_quiet = self.common.quiet;
        if is_saved && !is_quiet {
            let (name, size, before) = (clean(output), size(made.n_bytes()), size(made.n_before));
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: {size} {DIM}from {before}{DIM:#}");
        }
        match &made.result {
            ConvertedTo::Direct(result) => {
                let place = "Studio shows only the Workspace of a place, and this file has none: `rez add` puts a model into a place";
                let is_place = is_saved && made.lacks_workspace;
                let notes = result.notes.iter().map(|note| &**note).chain(is_place.then_some(place));
                for note in notes.filter(|_| !is_quiet) {
                    let _ = writeln!(text, "  {}note:{:#} {}", show::NOTE, show::NOTE, clean(note));
                }
            }
            ConvertedTo::ByScene(result) => {
                for line in lod::lines(&result.levels, &result.tried).iter().filter(|_| !is_quiet) {
                    let _ = writeln!(text, "  {}", clean(line));
                }
            }
        }
        text.push_str(&losses::shown(made.result.losses(), self.common.verbose));
        if matches!(&made.result, ConvertedTo::ByScene(result) if result.is_empty) {
            let message = "the converted file has no triangles, lines, points or animations";
            let _ = writeln!(text, "  {ODD}empty:{ODD:#} {message}");
        }
        if self.is_refused(made.result.losses()) {
            let name = clean(&input.name);
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: not converted, because data would be lost");
        }
        text
    }
}

/// Returns true if a model would be saved under the extension of a place.
fn becomes_a_place(input: &Input, output: &Path, bytes: &[u8]) -> bool {
    let has = |path: &Path, endings: [&str; 2]| {
        let own = path.extension().unwrap_or_default();
        endings.iter().any(|ending| own.eq_ignore_ascii_case(ending))
    };
    let is_place = || {
        let identity = identify(bytes);
        matches!(Identified::new(&identity, bytes).extension, Some("rbxl" | "rbxlx"))
    };
    has(Path::new(&input.name), ["rbxm", "rbxmx"]) && has(output, ["rbxl", "rbxlx"]) && !is_place()
}
