//! Files to which the parts of a model refer.

use crate::{NamedFiles, said};
use ::files::hash::{Sha256, sha256};
use scene::file_names::FileNames;
use scene::loss::{LossCode, LossSeverity, Losses};
use std::collections::HashMap;

/// The folder in the addresses of files that have no asset number yet.
const FOLDER: &str = "rbxasset://rezkit/";

/// The files next to a model; files of equal content are written once.
pub(super) struct FilesBeside {
    base: String,
    names: FileNames,
    all: NamedFiles,
    known: HashMap<Sha256, usize>,
}

impl FilesBeside {
    pub(super) fn new(base: &str) -> Self {
        Self { base: base.to_owned(), names: FileNames::default(), all: Vec::new(), known: HashMap::new() }
    }

    /// The address of a file with this content, which is added if it is new.
    pub(super) fn address(&mut self, name: &str, ending: &str, bytes: Vec<u8>) -> String {
        let number = *self.known.entry(sha256(&bytes)).or_insert_with(|| {
            // With these characters alone, neither addresses nor rows of the list need quotes.
            let letter =
                |letter: char| if letter.is_alphanumeric() || "._-".contains(letter) { letter } else { '_' };
            let name: String = format!("{}_{}", self.base, said(name)).chars().map(letter).collect();
            self.all.push((self.names.beside(&name, ending), bytes));
            self.all.len().saturating_sub(1)
        });
        format!("{FOLDER}{}", self.all.get(number).map_or("", |(name, _)| &**name))
    }

    /// Returns all files, and a list of their addresses in which the asset numbers are to be entered.
    pub(super) fn all(mut self, losses: &mut Losses) -> NamedFiles {
        if !self.all.is_empty() {
            let mut list = String::from("old,new\n");
            for (name, _) in &self.all {
                list.push_str(&format!("{FOLDER}{name},\n"));
            }
            let name = self.names.beside(&format!("{}_assets", self.base), ".csv");
            let what = format!("files are not uploaded yet: enter their asset ids in {name}");
            losses.report(LossCode::AssetMissing, LossSeverity::Note, &what, self.all.len(), &name);
            self.all.push((name, list.into_bytes()));
        }
        self.all
    }
}
