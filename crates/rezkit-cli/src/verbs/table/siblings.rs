//! The members of an archive to which other members refer: buffers of glTF, and materials of OBJ.

use crate::members::Inside;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// Upper bound on the bytes that are kept of each group of members.
const MOST: usize = 64 << 20;

/// Files of the last two groups of members to which others may refer, and the glTF files that wait for a buffer.
///
/// Archives are read front to back. A buffer is found if it is in the group of its glTF file, or in one next to it.
#[derive(Default)]
pub(super) struct Siblings {
    groups: [HashMap<PathBuf, Vec<u8>>; 2],
    waiting: Vec<Inside<'static>>,
}

impl Siblings {
    /// Keeps the buffers and materials of a group. Returns the group without the glTF files that have to wait, but with
    /// those that have waited.
    pub(super) fn admit<'m>(&mut self, group: Vec<Inside<'m>>) -> Vec<Inside<'m>> {
        self.groups.swap(0, 1);
        let mut kept = HashMap::new();
        let mut n_left = MOST;
        for (input, content) in &group {
            let Ok(bytes) = content else { continue };
            if has_extension(&input.relative, &["bin", "mtl"]) && bytes.len() <= n_left {
                n_left -= bytes.len();
                kept.extend(joined(Path::new(""), &input.relative).map(|path| (path, bytes.to_vec())));
            }
        }
        self.groups[0] = kept;
        let mut admitted = std::mem::take(&mut self.waiting);
        admitted.reserve(group.len());
        for (input, content) in group {
            match content {
                Ok(bytes) if !self.is_complete(&input.relative, &bytes) => {
                    self.waiting.push((input, Ok(Cow::Owned(bytes.into_owned()))));
                }
                content => admitted.push((input, content)),
            }
        }
        admitted
    }

    /// A file by its name in a member.
    pub(super) fn get(&self, member: &Path, name: &str) -> Option<&[u8]> {
        let path = joined(member.parent()?, Path::new(name))?;
        self.groups.iter().find_map(|group| group.get(&path)).map(Vec::as_slice)
    }

    /// Returns false if a member is glTF and one of its buffers is missing.
    fn is_complete(&self, member: &Path, bytes: &[u8]) -> bool {
        if !has_extension(member, &["gltf"]) {
            return true;
        }
        let scene: Value = serde_json::from_slice(bytes).unwrap_or_default();
        let buffers = scene["buffers"].as_array().into_iter().flatten();
        let mut uris = buffers.filter_map(|buffer| buffer["uri"].as_str());
        uris.all(|uri| uri.contains(':') || uri.contains('%') || self.get(member, uri).is_some())
    }
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let own = path.extension().unwrap_or_default();
    extensions.iter().any(|extension| own.eq_ignore_ascii_case(extension))
}

/// A path relative to a folder, without `.`; `None` if it leads out of the folder.
fn joined(folder: &Path, path: &Path) -> Option<PathBuf> {
    let mut joined = PathBuf::new();
    for component in folder.join(path).components() {
        match component {
            Component::Normal(name) => joined.push(name),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(joined)
}
