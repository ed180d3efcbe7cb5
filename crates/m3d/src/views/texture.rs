//! Where the bytes of a texture are.

use crate::Model;
use std::borrow::Cow;

/// A texture's bytes, and where they are from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texture<'a> {
    /// The file they are from; `None` if they are inside the model.
    pub file: Option<String>,
    /// A PNG file.
    pub data: Cow<'a, [u8]>,
}

impl Model {
    /// The bytes of a texture, looked for where the format says: inside the model by exact name, in the file
    /// `name.png`, in the file `name`.
    ///
    /// `read_file` gives the bytes of a file, or `None` if there is none. It gets what the model says, which may
    /// be a path out of any folder: check that. A name that has its dot fourth from the end, as `skin.png` has,
    /// gets no second one.
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
