//! Names in the text form. Text format document, section 2.

use crate::model::{Name, Strings};
use std::borrow::Cow;
use std::collections::HashMap;

/// A string table that is built from a text.
#[derive(Debug)]
pub(crate) struct Names {
    strings: Strings,
    found: HashMap<Vec<u8>, Name>,
}

impl Names {
    /// Creates a table with these titles.
    pub(crate) fn new(titles: &[Vec<u8>; 4]) -> Self {
        let mut bytes = titles.join(&0);
        bytes.push(0);
        Self { strings: Strings { bytes }, found: HashMap::new() }
    }

    /// Adds an identifier, in which white space and slashes become underscores.
    pub(crate) fn name(&mut self, words: &[u8]) -> Name {
        self.text(&identifier(words))
    }

    /// Adds a string unchanged.
    pub(crate) fn text(&mut self, text: &[u8]) -> Name {
        let text = until_zero(text);
        if text.is_empty() {
            return Name::NONE;
        }
        if let Some(name) = self.found.get(text) {
            return *name;
        }
        let name = self.strings.push(text);
        self.found.insert(text.to_vec(), name);
        name
    }

    pub(crate) fn into_strings(self) -> Strings {
        self.strings
    }
}

/// Converts words to an identifier, with underscores in place of white space and slashes.
pub(crate) fn identifier(words: &[u8]) -> Cow<'_, [u8]> {
    let is_bad = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'\\');
    let words = words.trim_ascii();
    if !words.iter().any(is_bad) {
        return words.into();
    }
    words.iter().map(|byte| if is_bad(byte) { b'_' } else { *byte }).collect::<Vec<_>>().into()
}

/// The maximum size of all names of a model in the text form. In the binary form, names may share the bytes of one
/// long string, so that a small file may have a million of them; 16 MiB is far more than any real model has.
pub(crate) const MAX_NAME_BYTES: usize = 16 << 20;

/// The file name of an asset, with the extension `.png` for pictures, which have none in models.
pub(crate) fn text_file(name: &[u8]) -> Vec<u8> {
    // Programs check the fourth character from the end to find out whether there is an extension.
    let has_extension = name.len().checked_sub(4).and_then(|dot| name.get(dot)) == Some(&b'.');
    if has_extension { name.to_vec() } else { [name, b".png"].concat() }
}

/// The file name of the preview, which has no name in models.
pub(crate) const PREVIEW_FILE: &str = "preview.png";

/// Returns true for chunks that have sections of their own, or frame the binary form.
pub(crate) fn is_reserved(magic: [u8; 4]) -> bool {
    const MAGICS: [&[u8; 4]; 16] = [
        b"HEAD", b"PRVW", b"OMD3", b"CMAP", b"TMAP", b"VRTS", b"BONE", b"MTRL", b"PROC", b"MESH", b"VOXT",
        b"VOXD", b"SHPE", b"LBLS", b"ACTN", b"ASET",
    ];
    MAGICS.contains(&&magic)
}

/// The bytes up to a zero byte, which ends strings in the binary form.
pub(crate) fn until_zero(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or_default()
}
