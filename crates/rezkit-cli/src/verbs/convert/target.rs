//! Where results go, and which format they have.

use crate::args::{Convert, To};
use crate::inputs::{Found, Input};
use rezkit::{Family, Format};
use std::collections::{HashMap, HashSet};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Where results go.
pub(super) enum Target {
    Stdout,
    File(PathBuf),
    /// A file for each input.
    Folder(PathBuf),
    /// One file of all inputs.
    Upload(PathBuf),
}

impl Target {
    pub(super) fn new(verb: &Convert, inputs: &[Found]) -> Result<Self, &'static str> {
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
            true if is_upload || verb.to == Some(To::Slm) => Ok(Self::Upload(output)),
            true if output.extension().is_some() || output.exists() => {
                Err("several files need a folder as output; a name that ends in / makes one")
            }
            true => Ok(Self::Folder(output)),
        }
    }
}

/// The format that an input becomes.
pub(super) fn format(from: Format, verb: &Convert, path: Option<&Path>) -> Option<Format> {
    if let Some(to) = verb.to {
        return Some(to.into());
    }
    if verb.mesh_version.is_some() && from == Format::RbxMesh {
        return Some(from);
    }
    let extension =
        path.and_then(Path::extension).map(|extension| extension.to_string_lossy().to_lowercase());
    let Some(extension) = extension else {
        // To be read on the terminal.
        return match from.family() {
            Family::Llsd => Some(Format::LlsdNotation),
            Family::RbxBinary => Some(Format::RbxXml),
            Family::M3d => Some(Format::A3d),
            _ => None,
        };
    };
    match &*extension {
        "rbxm" | "rbxl" => Some(Format::RbxBinary),
        "rbxmx" | "rbxlx" => Some(Format::RbxXml),
        "mesh" if from.family() == Family::SlMesh => Some(Format::SlMesh),
        "mesh" => Some(Format::RbxMesh),
        "llsd" | "llsdb" => Some(Format::LlsdBinary),
        "xml" => Some(Format::LlsdXml),
        "notation" => Some(Format::LlsdNotation),
        "json" => Some(Format::Json),
        "llmesh" => Some(Format::SlMesh),
        "slm" => Some(Format::Slm),
        "m3d" => Some(Format::M3d),
        "a3d" => Some(Format::A3d),
        _ => None,
    }
}

/// Where each input goes in a folder: its path with another extension, with its own before that if two inputs differ
/// only there, and with a number if two have the same name in different folders.
pub(super) fn paths(folder: &Path, inputs: &[Found], to: Option<To>) -> HashMap<Input, PathBuf> {
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

/// The extension of a result. A place stays a place.
fn extension(relative: &Path, to: Option<To>) -> String {
    let own = relative.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_place = own.starts_with("rbxl");
    let extension = match to {
        Some(To::Rbxm) if is_place => "rbxl",
        Some(To::Rbxm) => "rbxm",
        Some(To::Rbxmx) if is_place => "rbxlx",
        Some(To::Rbxmx) => "rbxmx",
        Some(To::Mesh) => "mesh",
        Some(To::LlsdBinary) => "llsd",
        Some(To::LlsdXml) => "xml",
        Some(To::LlsdNotation) => "notation",
        Some(To::LlsdJson | To::LlsdJsonTagged) => "json",
        Some(To::Llmesh) => "llmesh",
        Some(To::Slm) => "slm",
        Some(To::M3d) => "m3d",
        Some(To::A3d) => "a3d",
        Some(To::Glb) => "glb",
        Some(To::Gltf) => "gltf",
        Some(To::Obj) => "obj",
        Some(To::Stl) => "stl",
        // With another version or other packing, files keep their names.
        None => return own,
    };
    extension.to_owned()
}
