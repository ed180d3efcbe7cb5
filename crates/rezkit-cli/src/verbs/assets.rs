//! The files that models name.

use crate::Code;
use crate::args::Common;
use crate::batch::Done;
use crate::inputs::{is_absent, read_below};
use crate::output::Out;
use crate::show;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

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
        let mut by_number = HashMap::new();
        for name in &names {
            let stem = name.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            by_number.entry(stem).or_insert_with(|| name.clone());
        }
        // A number alone counts before one among words.
        for name in &names {
            let stem = name.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            for word in
                stem.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| names_asset(word))
            {
                by_number.entry(word.to_owned()).or_insert_with(|| name.clone());
            }
        }
        Ok(Self { folder: folder.to_owned(), by_number, max_memory: common.max_memory })
    }

    /// What a model names: assets, and files beside it.
    pub(crate) fn beside<'a>(&'a self, model: &'a Path) -> Beside<'a> {
        Beside { assets: self, folder: model.parent().unwrap_or(Path::new("")), refused: Vec::new() }
    }
}

/// Whether a word in the name of a file is the number of an asset, or the hash of its content.
fn names_asset(word: &str) -> bool {
    let is_hash = word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
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
        let asset = name.strip_prefix("rbxassetid://").or_else(|| name.strip_prefix("rbxassethash://"));
        let (folder, path) = match asset {
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
