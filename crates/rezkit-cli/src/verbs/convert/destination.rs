//! Where results go, and which format they have.

use super::ConvertArgs;
use crate::inputs::{FoundInput, Input};
use rezkit::{Family, Format, Target};
use std::collections::{HashMap, HashSet};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Where results go.
pub(super) enum Destination {
    Stdout,
    File(PathBuf),
    /// A file for each input.
    Folder(PathBuf),
    /// One file of all inputs.
    Upload(PathBuf),
}

impl Destination {
    pub(super) fn new(verb: &ConvertArgs, inputs: &[FoundInput]) -> Result<Self, &'static str> {
        let output = verb.output.clone();
        let is_folder_input = inputs.iter().flatten().any(|input| input.is_found);
        let is_many = inputs.len() > 1 || is_folder_input;
        if output.as_os_str() == "-" {
            return match (is_many, verb.json) {
                (true, _) => Err("the standard output takes one file; give a folder"),
                (_, true) => Err("the standard output is taken; --json needs another output"),
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
                Err("several files need a folder as output; a name that ends in / makes one")
            }
            true => Ok(Self::Folder(output)),
        }
    }
}

/// The format that an input becomes.
pub(super) fn format(from: Format, verb: &ConvertArgs, path: Option<&Path>) -> Option<Format> {
    if let Some(to) = verb.to {
        return Some(to.into());
    }
    if verb.mesh_version.is_some() && from == Format::RbxMesh {
        return Some(from);
    }
    let extension = path.and_then(Path::extension).map(|extension| extension.to_string_lossy());
    let Some(extension) = extension else {
        // To be read on the terminal.
        return match from.family() {
            Family::Llsd => Some(Format::LlsdNotation),
            Family::RbxBinary => Some(Format::RbxXml),
            Family::M3d => Some(Format::A3d),
            _ => None,
        };
    };
    let to = Target::of_extension(&extension)?;
    // Second Life meshes have this extension, too.
    if to == Target::Mesh && from.family() == Family::SlMesh {
        Some(Format::SlMesh)
    } else {
        Some(to.format())
    }
}

/// Where each input goes in a folder: its path with another extension, with its own before that if two inputs differ
/// only there, and with a number if two have the same name in different folders.
pub(super) fn paths(folder: &Path, inputs: &[FoundInput], to: Option<Target>) -> HashMap<Input, PathBuf> {
    let usual = |relative: &Path| folder.join(relative.with_extension(extension(relative, to)));
    let (mut seen, mut repeated) = (HashSet::new(), HashSet::new());
    for input in inputs.iter().flatten() {
        let path = usual(&input.relative);
        if !seen.insert(path.clone()) {
            repeated.insert(path);
        }
    }
    let unlike = |relative: &Path, number: usize| {
        let path = usual(relative);
        if number == 1 && !repeated.contains(&path) {
            return path;
        }
        let mut name = relative.file_name().unwrap_or_default().to_owned();
        if number > 1 {
            name.push(format!(".{number}"));
        }
        name.push(".");
        name.push(extension(relative, to));
        path.with_file_name(name)
    };
    let (mut paths, mut taken) = (HashMap::new(), HashSet::new());
    for input in inputs.iter().flatten() {
        let mut possible = (1..).map(|number| unlike(&input.relative, number));
        paths
            .entry(input.clone())
            .or_insert_with(|| possible.find(|path| taken.insert(path.clone())).unwrap_or_default());
    }
    paths
}

/// The extension of a result. With another version or other packing, files keep their names.
fn extension(relative: &Path, to: Option<Target>) -> String {
    let own = relative.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    to.map_or_else(|| own.clone(), |to| to.extension(&own).to_owned())
}
