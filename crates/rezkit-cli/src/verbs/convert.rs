//! Files of one format from files of another.

mod target;

use super::exchange::Exchanges;
use super::losses::{self, is_lossy};
use super::summary;
use crate::Code;
use crate::args::{Common, Convert};
use crate::batch::{self, Batch, Done};
use crate::inputs::{Found, Input, inputs};
use crate::output::{Out, make_room, save};
use crate::show::{self, BOLD, DIM, ODD, clean, grouped, json, size};
use rezkit::{
    Conversion, ConvertOptions, Converted, Family, File, Format, Problem, StringKinds, Target as To,
    bundle_assets, convert, convert_json, exchange, extract_assets, identify,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use target::Target;

pub(crate) fn run(verb: &Convert, common: &Common, out: &mut Out) -> Code {
    let kinds = match verb.strings.as_deref().map(kinds).transpose() {
        Ok(kinds) => kinds.unwrap_or_default(),
        Err(message) => {
            out.tell(&message);
            return Code::Usage;
        }
    };
    if verb.rig.is_some() && is_avatar(&verb.paths.paths) {
        return avatar(verb, out);
    }
    let inputs = inputs(&verb.paths.paths, &verb.paths.stdin_name);
    let target = match Target::new(verb, &inputs) {
        Ok(target) => target,
        Err(message) => {
            out.tell(&show::error(&verb.output.to_string_lossy(), message));
            return Code::Usage;
        }
    };
    let exchanges = match Exchanges::new(verb, common) {
        Ok(exchanges) => exchanges,
        Err((path, error)) => {
            out.tell(&show::error(&path.to_string_lossy(), &error.to_string()));
            return Code::Io;
        }
    };
    let job = Job { verb, common, target, kinds, exchanges };
    let batch = match &job.target {
        Target::Stdout => return job.to_stdout(&inputs, out),
        Target::Upload(path) => return job.bundle(&inputs, path, out),
        Target::File(path) => {
            batch::run_on(&inputs, common, verb.json, out, |input, bytes| job.file(input, bytes, path))
        }
        Target::Folder(folder) => {
            let paths = target::paths(folder, &inputs, verb.to);
            batch::run_on(&inputs, common, verb.json, out, |input, bytes| {
                // Every input has a path of its own.
                let path = paths.get(input).cloned().unwrap_or_default();
                job.file(input, bytes, &path)
            })
        }
    };
    if !verb.json && (batch.n_files != 1 || batch.n_skipped > 0) {
        let found = match batch.rest.iter().sum() {
            0 => "nothing lost".into(),
            n => format!("{} with losses", grouped(n)),
        };
        summary(&batch, &found, out);
    }
    batch.code
}

/// Whether the only input is the skeleton of Second Life's avatar, and not a file of this name.
fn is_avatar(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if path.as_os_str() == "sl-avatar" && !path.exists())
}

/// Writes the skeleton of Second Life's avatar.
fn avatar(verb: &Convert, out: &mut Out) -> Code {
    let path = verb.output.to_string_lossy();
    let written = exchange::sl_avatar_glb();
    let glb = match written {
        Ok(glb) => glb,
        Err(problem) => {
            out.tell(&show::problem(&path, &problem));
            return Code::Io;
        }
    };
    if verb.output.as_os_str() == "-" {
        return out.give(&glb);
    }
    let is_glb = verb.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("glb"));
    if !is_glb {
        out.tell(&show::error(
            &path,
            "the skeleton is written as binary glTF: use an output that ends in .glb",
        ));
        return Code::Usage;
    }
    match save(&verb.output, &glb, verb.force) {
        Ok(()) => Code::Fine,
        Err(error) => {
            out.tell(&show::error(&path, &error.to_string()));
            Code::Io
        }
    }
}

/// Whether two formats are encodings of one, which both can say the same.
fn is_one_format(from: Format, to: Format) -> bool {
    let content = |format: Format| match format.family() {
        Family::RbxXml => Family::RbxBinary,
        family => family,
    };
    content(from) == content(to) && matches!(content(from), Family::RbxBinary | Family::M3d | Family::Llsd)
}

/// What strings are in XML, from a file.
fn kinds(path: &Path) -> Result<StringKinds, String> {
    let name = path.to_string_lossy();
    let table = std::fs::read_to_string(path).map_err(|error| show::error(&name, &error.to_string()))?;
    StringKinds::parse(&table).map_err(|problem| show::problem(&name, &problem))
}

/// What is done with each input.
struct Job<'v> {
    verb: &'v Convert,
    common: &'v Common,
    target: Target,
    kinds: StringKinds,
    exchanges: Exchanges<'v>,
}

/// Whether a file has losses: 1 if so.
type Lossy = usize;

impl Job<'_> {
    fn to_stdout(&self, inputs: &[Found], out: &mut Out) -> Code {
        let batch: Batch<Vec<u8>> =
            batch::run_on(inputs, self.common, self.verb.json, out, |input, bytes| {
                if let Some(to) = self.exchanges.target(input, identify(bytes).format, None) {
                    return self.exchanges.bytes(input, bytes, to);
                }
                let (converted, is_one_format) = match self.converted(input, bytes, None) {
                    Ok(converted) => converted,
                    Err(done) => return done,
                };
                let mut done = Done::new(String::new(), self.code(&converted, is_one_format));
                done.err = self.report(input, "-", bytes.len(), &converted, false);
                done.rest = (!self.is_refused(&converted)).then_some(converted.bytes);
                done
            });
        let given = batch.rest.iter().map(|bytes| out.give(bytes)).max().unwrap_or_default();
        batch.code.max(given)
    }

    /// Converts an input and saves the result.
    fn file(&self, input: &Input, bytes: &[u8], path: &Path) -> Done<Lossy> {
        let from = identify(bytes).format;
        let is_in_folder = matches!(self.target, Target::Folder(_));
        if let Some(to) = self.exchanges.target(input, from, Some(path)) {
            return self.exchanges.file(input, bytes, to, path, is_in_folder);
        }
        let is_slm = || from == Format::Slm && self.verb.to.is_none_or(|to| to == To::Llmesh);
        if is_in_folder && is_slm() {
            return self.extract(input, bytes, path);
        }
        match self.converted(input, bytes, Some(path)) {
            Err(done) => done,
            Ok((converted, is_one_format)) => self.saved(input, bytes.len(), path, &converted, is_one_format),
        }
    }

    /// Saves every mesh of an upload.
    fn extract(&self, input: &Input, bytes: &[u8], path: &Path) -> Done<Lossy> {
        let file = match self.opened(input, bytes) {
            Ok(file) => file,
            Err(done) => return done,
        };
        let (assets, losses) = match extract_assets(&file) {
            Ok(extracted) => extracted,
            Err(problem) => return Done::refused(&input.name, problem, self.verb.json),
        };
        let mut all = Done::new(String::new(), Code::Fine);
        for (number, asset) in assets.into_iter().enumerate() {
            let mut name = path.file_stem().unwrap_or_default().to_owned();
            name.push(format!("_{number}.llmesh"));
            let path = path.with_file_name(name);
            // What the upload says of all its meshes is reported once.
            let losses = if number == 0 { losses.clone() } else { Vec::new() };
            let converted = Converted::of(asset.bytes, losses);
            let done = self.saved(input, bytes.len(), &path, &converted, false);
            all.out.push_str(&done.out);
            all.err.push_str(&done.err);
            all.code = all.code.max(done.code);
            all.rest = all.rest.max(done.rest);
        }
        all
    }

    /// Makes an upload of all inputs.
    fn bundle(&self, inputs: &[Found], path: &Path, out: &mut Out) -> Code {
        let read: Batch<(String, Vec<u8>)> =
            batch::run_on(inputs, self.common, self.verb.json, out, |input, bytes| {
                if let Err(done) = self.opened::<(String, Vec<u8>)>(input, bytes) {
                    return done;
                }
                let label = input.relative.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Done { rest: Some((label, bytes.to_vec())), ..Done::new(String::new(), Code::Fine) }
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

    fn opened<'b, T>(&self, input: &Input, bytes: &'b [u8]) -> Result<File<'b>, Done<T>> {
        batch::opened(input, bytes, &batch::options(self.common, &input.name), self.verb.json)
    }

    /// Whether it is another encoding of the same format, too.
    fn converted<T>(
        &self,
        input: &Input,
        bytes: &[u8],
        path: Option<&Path>,
    ) -> Result<(Converted, bool), Done<T>> {
        let from = identify(bytes).format;
        let Some(to) = target::format(from, self.verb, path) else {
            let message = "the output's extension does not say what to convert to: use --to";
            let mut done = Done::new(String::new(), Code::Usage);
            done.err = show::error(&input.name, message);
            return Err(done);
        };
        let can = |from: Format| from.conversions().contains(&to) || exchange::converts(from, to);
        if input.is_found
            && !can(from)
            && (from.family() != Family::Other || batch::is_foreign(input, from, can))
        {
            return Err(Done::skipped(input, from));
        }
        // What is left is to be converted, or told why it is not.
        let input = &input.asked_for();
        if self.verb.levels.options().is_some() {
            let message =
                "levels of detail are made on the way to a mesh of another format; in this one, by rez lod";
            let mut done = Done::new(String::new(), Code::Usage);
            done.err = show::error(&input.name, message);
            return Err(done);
        }
        let is_plain = self.verb.to == Some(To::LlsdJson);
        let mut options = ConvertOptions::to(to).packing(self.verb.packing).plain_json(is_plain);
        options.kinds = self.kinds.clone();
        options.mesh_version = self.verb.mesh_version;
        options.weld = self.verb.weld;
        options.draco.clone_from(&self.verb.draco);
        let changes = options.mesh_version.is_some() || options.weld.is_some() || options.draco.is_some();
        if to == Format::RbxMesh && from == to && !changes {
            let mut done = Done::new(String::new(), Code::Usage);
            done.err = show::error(
                &input.name,
                "it is a Roblox mesh already: say which version it is to have, with --mesh-version",
            );
            return Err(done);
        }
        let converted = match from {
            Format::Json => convert_json(bytes, &options),
            _ => convert(&self.opened(input, bytes)?, &options),
        };
        let converted = converted.map_err(|problem| Done::refused(&input.name, problem, self.verb.json))?;
        Ok((converted, is_one_format(from, to)))
    }

    /// Whether nothing is to be written, since something would be lost.
    fn is_refused(&self, converted: &Converted) -> bool {
        self.verb.lossless && is_lossy(&converted.losses)
    }

    fn code(&self, converted: &Converted, is_one_format: bool) -> Code {
        losses::code(is_one_format, &converted.losses, false, self.is_refused(converted))
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
        let lossy = Some(usize::from(is_lossy(&converted.losses)));
        let mut done = Done { rest: lossy, ..Done::new(String::new(), self.code(converted, is_one_format)) };
        let is_refused = self.is_refused(converted);
        if !is_refused {
            let room = if matches!(self.target, Target::Folder(_)) { make_room(path) } else { Ok(()) };
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

    /// Sizes before and after, and what is lost.
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
        let Converted { bytes, losses, notes, .. } = converted;
        let mut text = String::new();
        if is_saved && !self.common.quiet {
            let (name, size, before) = (clean(output), size(bytes.len()), size(n_before));
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: {size} {DIM}from {before}{DIM:#}");
        }
        for note in notes.iter().filter(|_| !self.common.quiet) {
            let _ = writeln!(text, "  {}note:{:#} {}", show::NOTE, show::NOTE, clean(note));
        }
        for loss in losses {
            let _ = writeln!(text, "  {ODD}lost:{ODD:#} {}", clean(&loss.to_string()));
        }
        if self.is_refused(converted) {
            let name = clean(&input.name);
            let _ = writeln!(text, "{BOLD}{name}{BOLD:#}: not converted, because something would be lost");
        }
        text
    }
}
