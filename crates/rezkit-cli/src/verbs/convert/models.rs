//! Saving of models with the files that belong next to them.

use rezkit::file_key;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use store::{Staged, save, stage, stage_below};

/// The models that one call saves.
pub(super) struct ModelSaver {
    pub(super) force: bool,
    /// The additional files that this call has saved, or found to exist with the same content.
    pub(super) saved: Mutex<HashSet<String>>,
}

impl ModelSaver {
    /// Saves the files that belong next to a model in this folder, then the model. All are written to temporary files
    /// before any of them is renamed.
    pub(super) fn save(
        &self,
        path: &Path,
        bytes: &[u8],
        folder: &Path,
        beside: &[(String, Vec<u8>)],
    ) -> Result<(), (PathBuf, io::Error)> {
        let at_path = |error| (path.to_owned(), error);
        if beside.is_empty() {
            return save(path, bytes, self.force).map_err(at_path);
        }
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        // An additional file must not have the path of the model.
        saved.insert(key(path));
        let mut all = Vec::new();
        for (name, bytes) in beside {
            let path = folder.join(name);
            match self.stage_beside(folder, name, bytes, &saved) {
                Ok(staged) => all.push((path, staged)),
                Err(error) => return Err((path, error)),
            }
        }
        // The model comes last, because the folder of an additional file may have its name.
        let model = stage(path, bytes, self.force).map_err(at_path)?;
        for (path, staged) in all {
            if let Some(Err(error)) = staged.map(Staged::commit) {
                return Err((path, error));
            }
            saved.insert(key(&path));
        }
        model.commit().map_err(at_path)
    }

    /// Stages an additional file; returns `None` if it exists with the same content. Two models of one call must not
    /// have different files with one name.
    fn stage_beside(
        &self,
        folder: &Path,
        name: &str,
        bytes: &[u8],
        saved: &HashSet<String>,
    ) -> io::Result<Option<Staged>> {
        let path = folder.join(name);
        let is_as_long = path.metadata().is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
        if is_as_long && std::fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(None);
        }
        if saved.contains(&key(&path)) {
            let message = "another model of this conversion already has a different file with this name";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        stage_below(folder, name, bytes, self.force).map(Some)
    }
}

fn key(path: &Path) -> String {
    file_key(&path.to_string_lossy())
}
