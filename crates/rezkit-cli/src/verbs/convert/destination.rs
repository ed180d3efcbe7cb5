//! The destinations and formats of results.

use super::ConvertArgs;
use crate::inputs::{FoundInput, Input};
use crate::results;
use rezkit::{Family, Format, Target};
use std::collections::HashMap;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The destination of results.
pub(super) enum Destination {
    Stdout,
    File(PathBuf),
    /// A file for each input, in a folder.
    Folder(PathBuf),
    /// One upload with all inputs.
    Upload(PathBuf),
}

impl Destination {
    pub(super) fn new(verb: &ConvertArgs, inputs: &[FoundInput]) -> Result<Self, &'static str> {
        let output = verb.output.clone();
        let is_folder_input = inputs.iter().flatten().any(|input| input.is_found);
        let is_many = inputs.len() > 1 || is_folder_input;
        if output.as_os_str() == "-" {
            return match (is_many, verb.json) {
                (true, _) => Err("only one file can go to stdout: give a folder"),
                (_, true) => Err("the result goes to stdout: --json needs another output"),
                _ => Ok(Self::Stdout),
            };
        }
        let ends_as_folder = output.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
        if output.is_dir() || ends_as_folder {
            return Ok(Self::Folder(output));
        }
        let is_upload = output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("slm"));
        match is_many {
            false => Ok(Self::File(output)),
            true if is_upload || verb.to == Some(Target::Slm) => Ok(Self::Upload(output)),
            true if output.extension().is_some() || output.exists() => {
                Err("for several files, the output must be a folder: end its name with /")
            }
            true => Ok(Self::Folder(output)),
        }
    }
}

/// The target of an input.
pub(super) fn target(from: Format, verb: &ConvertArgs, path: Option<&Path>) -> Option<Target> {
    let extension = path.and_then(Path::extension).map(|extension| extension.to_string_lossy());
    let implied = extension.as_ref().and_then(|extension| Target::of_extension(extension));
    match verb.to.or(implied) {
        None if verb.mesh_version.is_some() && from == Format::RbxMesh => Some(Target::Mesh),
        // On a terminal, a textual encoding is the default.
        None if extension.is_none() => match from.family() {
            Family::Llsd => Some(Target::LlsdNotation),
            Family::RbxBinary => Some(Target::Rbxmx),
            Family::M3d => Some(Target::A3d),
            _ => None,
        },
        to => to,
    }
}

/// The path of each result in a folder. Inputs that already have the path of their result are left out, so
/// that a second call in the same folder does not convert the results of the first.
pub(super) fn paths(folder: &Path, inputs: &[FoundInput], to: Option<Target>) -> HashMap<Input, PathBuf> {
    let ending = |relative: &Path| extension(relative, to);
    let is_there = |input: &Input| {
        let own = folder.join(input.relative.with_extension(ending(&input.relative)));
        to.is_some()
            && own.canonicalize().is_ok_and(|own| input.path().canonicalize().is_ok_and(|path| path == own))
    };
    results::paths(folder, inputs.iter().flatten().filter(|input| !is_there(input)), ending)
}

/// The extension of a result. Without a target, only version or compression change, and files keep their extension.
fn extension(relative: &Path, to: Option<Target>) -> String {
    let own = relative.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    to.map_or_else(|| own.clone(), |to| to.extension(&own).to_owned())
}
