//! The files that models refer to.

use crate::args::Common;
use crate::code::Code;
use crate::done::Done;
use crate::inputs::{is_absent, read_below};
use crate::output::Out;
use crate::show;
use clap::Args;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of assets.
#[derive(Debug, Args)]
pub(crate) struct AssetsArgs {
    /// A folder with the meshes and textures that Roblox models name, in files whose names have the numbers of the assets, or
    /// the hashes of their content.
    #[arg(long = "assets", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl AssetsArgs {
    pub(crate) fn open(&self, common: &Common) -> Result<Assets, Done<()>> {
        let Some(folder) = &self.folder else { return Ok(Assets::none(common)) };
        Assets::below(folder, common).map_err(|error| Done::io(&folder.to_string_lossy(), &error))
    }
}

/// The files that models refer to: those next to them, and Roblox assets in a folder.
pub(crate) struct Assets {
    folder: PathBuf,
    by_number: HashMap<String, PathBuf>,
    /// Files by their whole names, in lower case.
    by_name: HashMap<String, PathBuf>,
    max_memory: Option<usize>,
}

impl Assets {
    /// Finds only files next to models.
    pub(crate) fn none(common: &Common) -> Self {
        let (by_number, by_name) = Default::default();
        Self { folder: PathBuf::new(), by_number, by_name, max_memory: common.max_memory }
    }

    /// Finds the assets in a folder and its subfolders.
    fn below(folder: &Path, common: &Common) -> io::Result<Self> {
        let names = names_below(folder)?;
        let small = |name: Option<&OsStr>| name.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let (mut by_number, mut by_name) = (HashMap::new(), HashMap::new());
        for name in &names {
            by_name.entry(small(name.file_name())).or_insert_with(|| name.clone());
            by_number.entry(small(name.file_stem())).or_insert_with(|| name.clone());
        }
        // A name that is only a number takes precedence over a number among other words.
        for name in &names {
            let stem = small(name.file_stem());
            for word in
                stem.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| names_asset(word))
            {
                by_number.entry(word.to_owned()).or_insert_with(|| name.clone());
            }
        }
        Ok(Self { folder: folder.to_owned(), by_number, by_name, max_memory: common.max_memory })
    }

    /// The file of an asset, by its address; `None` for unknown assets and other addresses.
    fn path(&self, address: &str) -> Option<&Path> {
        let number =
            address.strip_prefix("rbxassetid://").or_else(|| address.strip_prefix("rbxassethash://"));
        let found = match number {
            Some(number) => self.by_number.get(number),
            None => self.by_name.get(&address.rsplit('/').next()?.to_ascii_lowercase()),
        };
        found.map(PathBuf::as_path)
    }

    /// A reader for the files that a model refers to: assets, and files next to it.
    pub(crate) fn beside<'a>(&'a self, model: &'a Path) -> Beside<'a> {
        Beside { assets: self, folder: model.parent().unwrap_or(Path::new("")), refused: Vec::new() }
    }
}

/// The paths of all files in a folder and its subfolders, sorted by name, with the files of a folder before
/// those in deeper ones: among several files with the same asset id, the same one comes first on every
/// system. Links to folders are not followed.
fn names_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut names, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while !folders.is_empty() {
        let mut deeper = Vec::new();
        for inside in std::mem::take(&mut folders) {
            let start = names.len();
            for entry in std::fs::read_dir(folder.join(&inside))? {
                let entry = entry?;
                let list = if entry.file_type()?.is_dir() { &mut deeper } else { &mut names };
                list.push(inside.join(entry.file_name()));
            }
            names.get_mut(start..).unwrap_or_default().sort();
        }
        deeper.sort();
        folders = deeper;
    }
    Ok(names)
}

/// Returns true if a word in the name of a file is the number of an asset, or the hash of its content.
fn names_asset(word: &str) -> bool {
    let is_hash = word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the files that a model refers to.
pub(crate) struct Beside<'a> {
    assets: &'a Assets,
    folder: &'a Path,
    /// Messages about files that exist but cannot be read.
    refused: Vec<String>,
}

impl Beside<'_> {
    /// Upper bound on messages about unreadable files; the report of the model counts all of them.
    const MOST: usize = 10;

    pub(crate) fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        let (folder, path) = match name.starts_with("rbxasset") && name.contains("://") {
            true => (&*self.assets.folder, self.assets.path(name)?),
            false => (self.folder, Path::new(name)),
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

    /// Prints the messages about files that could not be read.
    pub(crate) fn tell(&self, out: &mut Out) -> Code {
        if self.refused.is_empty() {
            return Code::Fine;
        }
        out.tell(&self.refused.concat());
        Code::Io
    }

    /// Inserts the messages about unreadable files before those about the model.
    pub(crate) fn add_to<T>(&self, mut done: Done<T>) -> Done<T> {
        if !self.refused.is_empty() {
            done.err.insert_str(0, &self.refused.concat());
            done.code = done.code.max(Code::Io);
        }
        done
    }
}
