//! Files inside a model.

use crate::model::{Asset, Chunk, Model, Name, PropertyValue, Width};
use std::collections::HashSet;

/// A file from inside a model; see [`Model::extract`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetFile {
    /// The name under which programs look for the file. It comes from the model and is untrusted: check that
    /// it is not a path that leads out of your folder.
    pub file: String,
    /// The content of the file.
    pub data: Vec<u8>,
}

/// The signature of a PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

impl Model {
    /// Embeds a file, and replaces the embedded file of this name. The name of a texture has no extension,
    /// whereas that of a script has one.
    ///
    /// ```
    /// let mut model = m3d::Model::default();
    /// model.set_asset("skin", b"a PNG file".to_vec());
    /// assert_eq!(model.asset("skin").unwrap().data, b"a PNG file");
    /// ```
    pub fn set_asset(&mut self, name: &str, data: Vec<u8>) {
        let name = self.name_of(name);
        let text = self.strings.get(name).unwrap_or_default();
        let assets = self.chunks.iter_mut().filter_map(|chunk| match chunk {
            Chunk::Asset(asset) => Some(asset),
            _ => None,
        });
        let mut same = assets.filter(|asset| self.strings.is(asset.name, text));
        match same.next() {
            Some(asset) => asset.data = data,
            None => self.chunks.push(Chunk::Asset(Asset { name, data })),
        }
    }

    /// Embeds the textures and scripts that the model refers to, unless they are embedded already. Returns
    /// the names of the files that were not found.
    ///
    /// `read_file` returns the content of a file, or `None` if it does not exist. The file names come from the model
    /// and are untrusted; see [`texture`](Self::texture).
    pub fn inline(&mut self, read_file: impl Fn(&str) -> Option<Vec<u8>>) -> Vec<String> {
        let mut missing = Vec::new();
        for (name, is_script) in self.external_files() {
            let text = self.text(name).into_owned();
            let data = if is_script {
                read_file(&text)
            } else {
                self.texture(&text, &read_file).map(|found| found.data.into_owned())
            };
            match data {
                // The name is kept as bytes, because it need not be UTF-8.
                Some(data) => self.chunks.push(Chunk::Asset(Asset { name, data })),
                None => missing.push(text),
            }
        }
        missing
    }

    /// Removes all embedded files from the model and returns them. Textures get the extension `.png`, unless their
    /// names have one.
    pub fn extract(&mut self) -> Vec<AssetFile> {
        let chunks = std::mem::take(&mut self.chunks);
        let mut files = Vec::new();
        for chunk in chunks {
            match chunk {
                Chunk::Asset(Asset { name, data }) => {
                    let mut file = self.text(name).into_owned();
                    if data.starts_with(PNG) && !has_extension(&file) {
                        file.push_str(".png");
                    }
                    files.push(AssetFile { file, data });
                }
                other => self.chunks.push(other),
            }
        }
        files
    }

    /// The textures (`false`) and scripts (`true`) that the model refers to but does not embed, without
    /// duplicates.
    fn external_files(&self) -> Vec<(Name, bool)> {
        let key = |name: Name| self.strings.key(name);
        // Readers ignore an asset without data.
        let assets = self.assets().filter(|asset| !asset.data.is_empty());
        let mut seen: HashSet<_> = assets.map(|asset| key(asset.name)).collect();
        let textures = self.materials().flat_map(|material| &material.properties).filter_map(|property| {
            let PropertyValue::Texture(name) = property.value else { return None };
            Some((name, false))
        });
        let scripts = self.procedures().map(|procedure| (procedure.script, true));
        let files = textures.chain(scripts);
        files.filter(|(name, _)| !self.strings.start(*name).is_empty() && seen.insert(key(*name))).collect()
    }

    /// Returns the name of a string, which is added if it is missing.
    pub(super) fn name_of(&mut self, string: &str) -> Name {
        let name = self.strings.intern(string);
        self.types.string = self.types.string.max(Width::for_count(self.strings.bytes.len()));
        name
    }
}

/// Returns true if the fourth character from the end is a dot, which is how all known readers check for an
/// extension.
fn has_extension(file: &str) -> bool {
    file.len().checked_sub(4).is_some_and(|dot| file.as_bytes().get(dot) == Some(&b'.'))
}
