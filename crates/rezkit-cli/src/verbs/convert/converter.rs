//! Conversion of files one by one, or of all files into one.

use super::destination::{self, Destination};
use super::scenes::SceneConverter;
use super::{ConvertArgs, ending};
use crate::args::Common;
use crate::batch::{self, Batch};
use crate::code::Code;
use crate::done::{self, Done};
use crate::inputs::{FoundInput, Input};
use crate::output::Out;
use crate::show::{self, BOLD, DIM, clean, json, losses, size};
use rezkit::{
    Conversion, ConvertOptions, Converted, Family, File, Format, Identified, Problem, StringKinds, Target,
    bundle_assets, convert, convert_json, exchange, extract_assets, identify,
};
use std::fmt::Write;
use std::path::Path;
use store::{make_room, replaced, save};

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
    pub(super) scenes: SceneConverter<'v>,
}

/// The number of files with losses: 0 or 1.
pub(super) type Lossy = usize;

impl Converter<'_> {
    pub(super) fn to_stdout(&self, inputs: &[FoundInput], out: &mut Out) -> Code {
        let batch: Batch<Vec<u8>> =
            batch::for_each_input(inputs, self.common, self.verb.json, out, |input, bytes| {
                if let Some(to) = self.scenes.target(input, identify(bytes).format, None) {
                    return Ok(self.scenes.bytes(input, bytes, to));
                }
                let (converted, is_one_format) = self.converted(input, bytes, None)?;
                let mut done = Done::new(String::new(), self.code(&converted, is_one_format));
                done.err = self.report(input, "-", bytes.len(), &converted, false);
                done.rest = (!self.is_refused(&converted)).then_some(converted.bytes);
                Ok(done)
            });
        let given = batch.rest.iter().map(|bytes| out.give(bytes)).max().unwrap_or_default();
        batch.code.max(given)
    }

    /// Converts an input and saves the result.
    pub(super) fn file(&self, input: &Input, bytes: &[u8], path: &Path) -> Result<Done<Lossy>, Done<()>> {
        let from = identify(bytes).format;
        let is_in_folder = matches!(self.destination, Destination::Folder(_));
        let target = self.scenes.target(input, from, Some(path));
        let is_slm = || from == Format::Slm && self.verb.to.is_none_or(|to| to == Target::Llmesh);
        if target.is_none() && is_in_folder && is_slm() {
            return self.extract(input, bytes, path);
        }
        replaced(path, self.verb.force).map_err(|error| Done::io(&path.to_string_lossy(), &error))?;
        if let Some(to) = target {
            return Ok(self.scenes.file(input, bytes, to, path, is_in_folder));
        }
        let (converted, is_one_format) = self.converted(input, bytes, Some(path))?;
        Ok(self.saved(input, bytes.len(), path, &converted, is_one_format))
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
            let converted = Converted::new(asset.bytes, losses);
            let done = self.saved(input, bytes.len(), &path, &converted, false);
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
                self.saved(&input, n_before, path, &upload, false)
            }
        };
        out.tell(&done.err);
        out.print(&done.out);
        done.code
    }

    fn opened<'b>(&self, input: &Input, bytes: &'b [u8]) -> Result<File<'b>, Done<()>> {
        done::opened(input, bytes, self.common, self.verb.json)
    }

    /// Converts an input. The returned flag is true if the result is another encoding of the same format.
    fn converted(
        &self,
        input: &Input,
        bytes: &[u8],
        path: Option<&Path>,
    ) -> Result<(Converted, bool), Done<()>> {
        let from = identify(bytes).format;
        let Some(to) = destination::format(from, self.verb, path) else {
            let message = "the extension of the output is not a known format: choose one with --to; other programs read glb, gltf, dae, obj and stl";
            return Err(Done::misused(&input.name, message));
        };
        let can = |from: Format| from.conversions().contains(&to) || exchange::converts(from, to);
        if input.is_found
            && !can(from)
            && (from.family() != Family::Other || done::is_foreign(input, from, can))
        {
            return Err(Done::skipped(input, from));
        }
        // Any other file is converted, or refused with a reason; it is never skipped.
        let input = &input.asked_for();
        if self.verb.levels.options().is_some() {
            let message = "--lods works when a file is converted to another format; to add levels to a mesh in its own format, use `rez lod`";
            return Err(Done::misused(&input.name, message));
        }
        let has_facts =
            self.verb.repeats.is_some() || self.verb.priority.is_some() || self.verb.ease.is_some();
        if has_facts || self.verb.curves.is_some() {
            let message = "--loop, --priority, --ease and --curves apply to animations that are converted to another format; to change one in its own format, use `rez set`, as in `rez set wave.anim loops=1`";
            return Err(Done::misused(&input.name, message));
        }
        let is_plain = self.verb.to == Some(Target::LlsdJson);
        let mut options = ConvertOptions::to(to).packing(self.verb.packing).plain_json(is_plain);
        options.kinds = self.kinds.clone();
        options.mesh_version = self.verb.mesh_version;
        options.weld = self.verb.weld;
        options.draco.clone_from(&self.verb.draco);
        let changes = options.mesh_version.is_some() || options.weld.is_some() || options.draco.is_some();
        if to == Format::RbxMesh && from == to && !changes {
            let message = "the file is a Roblox mesh already: choose another version with --mesh-version";
            return Err(Done::misused(&input.name, message));
        }
        let converted = match from {
            Format::Json => convert_json(bytes, &options),
            _ => convert(&self.opened(input, bytes)?, &options),
        };
        let converted = converted.map_err(|problem| Done::refused(&input.name, problem, self.verb.json))?;
        Ok((converted, is_one_format(from, to)))
    }

    /// Returns true if `--lossless` is given and the result has losses, so that it is not saved.
    fn is_refused(&self, converted: &Converted) -> bool {
        self.verb.lossless && losses::is_lossy(&converted.losses)
    }

    fn code(&self, converted: &Converted, is_one_format: bool) -> Code {
        ending(is_one_format, &converted.losses, false, self.is_refused(converted))
    }

    fn saved(
        &self,
        input: &Input,
        n_before: usize,
        path: &Path,
        converted: &Converted,
        is_one_format: bool,
    ) -> Done<Lossy> {
        let name = path.to_string_lossy();
        let lossy = Some(usize::from(losses::is_lossy(&converted.losses)));
        let mut done = Done { rest: lossy, ..Done::new(String::new(), self.code(converted, is_one_format)) };
        let is_refused = self.is_refused(converted);
        if !is_refused {
            let is_in_folder = matches!(self.destination, Destination::Folder(_));
            let room = if is_in_folder { make_room(path) } else { Ok(()) };
            if let Err(error) = room.and_then(|()| save(path, &converted.bytes, self.verb.force)) {
                done.err = show::error(&name, &error.to_string());
                done.code = Code::Io;
                return done;
            }
        }
        let report = self.report(input, &name, n_before, converted, !is_refused);
        if self.verb.json {
            done.out = report
        } else {
            done.err = report
        }
        done
    }

    /// Reports the sizes before and after, and the losses.
    fn report(
        &self,
        input: &Input,
        output: &str,
        n_before: usize,
        converted: &Converted,
        is_saved: bool,
    ) -> String {
        if self.verb.json {
            return json::line(&input.name, &Conversion::new(converted, output, n_before, is_saved));
        }
        let Converted { bytes, notes, .. } = converted;
        let mut text = String::new();
        if is_saved && !self.common.quiet {
            let (name, size, before) = (clean(output), size(bytes.len()), size(n_before));
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: {size} {DIM}from {before}{DIM:#}");
        }
        for note in notes.iter().filter(|_| !self.common.quiet) {
            let _ = writeln!(text, "  {}note:{:#} {}", show::NOTE, show::NOTE, clean(note));
        }
        if is_saved && !self.common.quiet && becomes_a_place(input, Path::new(output), bytes) {
            let note = "Studio shows only the Workspace of a place, and this file has none: `rez add` puts a model into a place";
            let _ = writeln!(text, "  {}note:{:#} {note}", show::NOTE, show::NOTE);
        }
        text.push_str(&losses::shown(&converted.losses, self.common.verbose));
        if self.is_refused(converted) {
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
