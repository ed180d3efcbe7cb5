//! Files inside a model.

use crate::model::{Asset, Chunk, Model, Name, Width};

impl Model {
    /// Puts a file into the model, in place of the one of this name, if there is one. The name of a texture has no
    /// extension, that of a script has one.
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

    /// The name of a string, which is added if it is missing.
    pub(super) fn name_of(&mut self, string: &str) -> Name {
        let name = self.strings.intern(string);
        self.types.string = self.types.string.max(Width::for_count(self.strings.bytes.len()));
        name
    }
}
