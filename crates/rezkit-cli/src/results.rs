//! The names of results of many inputs in a folder.

use crate::inputs::Input;
use rezkit::file_key;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The path of each result: the relative path of the input with another extension. If two inputs differ only in their
/// extension, it is kept before the new one; if two have one name in different folders, a number is added.
pub(crate) fn paths<'i>(
    folder: &Path,
    inputs: impl Iterator<Item = &'i Input> + Clone,
    extension: impl Fn(&Path) -> String,
) -> HashMap<Input, PathBuf> {
    let usual = |relative: &Path| folder.join(relative.with_extension(extension(relative)));
    let (mut seen, mut repeated) = (HashSet::new(), HashSet::new());
    for input in inputs.clone() {
        let path = usual(&input.relative);
        if !seen.insert(key(&path)) {
            repeated.insert(key(&path));
        }
    }
    let unlike = |relative: &Path, number: usize| {
        let path = usual(relative);
        if number == 1 && !repeated.contains(&key(&path)) {
            return path;
        }
        let mut name = relative.file_name().unwrap_or_default().to_owned();
        if number > 1 {
            name.push(format!(".{number}"));
        }
        name.push(".");
        name.push(extension(relative));
        path.with_file_name(name)
    };
    let (mut paths, mut taken) = (HashMap::new(), HashSet::new());
    for input in inputs {
        let mut possible = (1..).map(|number| unlike(&input.relative, number));
        paths
            .entry(input.clone())
            .or_insert_with(|| possible.find(|path| taken.insert(key(path))).unwrap_or_default());
    }
    paths
}

fn key(path: &Path) -> String {
    file_key(&path.to_string_lossy())
}
