//! Texture look-up.

use crate::model::Model;
use std::borrow::Cow;

/// A texture, and the file that contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texture<'a> {
    /// The file with the texture; `None` if it is embedded in the model.
    pub file: Option<String>,
    /// The content of a PNG file.
    pub data: Cow<'a, [u8]>,
}

impl Model {
    /// Looks up a texture in the order that the format specifies: embedded by its exact name, then in the file
    /// `name.png`, then in the file `name`.
    ///
    /// `read_file` returns the content of a file, or `None` if it does not exist. The file name comes from
    /// the model and is untrusted: check that it is not a path that leads out of your folder. If the fourth
    /// character from the end of the name is a dot, as in `skin.png`, no extension is added.
    ///
    /// ```
    /// let files = |name: &str| (name == "skin.png").then(|| b"PNG".to_vec());
    /// let model = m3d::Model::default();
    /// assert_eq!(model.texture("skin", files).unwrap().file.as_deref(), Some("skin.png"));
    /// ```
    #[must_use]
    pub fn texture(&self, name: &str, read_file: impl Fn(&str) -> Option<Vec<u8>>) -> Option<Texture<'_>> {
        if name.is_empty() {
            return None;
        }
        let mut assets = self.assets().filter(|asset| self.strings.is(asset.name, name.as_bytes()));
        if let Some(asset) = assets.find(|asset| !asset.data.is_empty()) {
            return Some(Texture { file: None, data: Cow::Borrowed(&asset.data) });
        }
        let has_extension =
            name.len().checked_sub(4).is_some_and(|dot| name.as_bytes().get(dot) == Some(&b'.'));
        let with_extension = (!has_extension).then(|| format!("{name}.png"));
        with_extension.into_iter().chain([name.to_owned()]).find_map(|file| {
            let data = read_file(&file)?;
            Some(Texture { file: Some(file), data: Cow::Owned(data) })
        })
    }
}
