//! Names of files that every system allows, whatever the names in a file are.

use crate::visible::is_hidden;
use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// How long a name may be without its ending, in bytes.
const MOST_BYTES: usize = 80;

/// How long the path of a folder may be; what is deeper lies beside what is in it. Windows allows 260 in all.
const MOST_FOLDER: usize = 120;

/// The names that are taken, all in small letters: not every system tells `a` from `A`.
#[derive(Debug, Default)]
pub(super) struct Names {
    seed: RandomState,
    taken: HashSet<u64>,
    /// Behind which number a name may be free, so that many equal names do not take quadratic time.
    next: HashMap<u64, usize>,
}

impl Names {
    /// The path of a new file in a folder.
    pub(super) fn file(&mut self, folder: &str, name: &[u8], ending: &str) -> String {
        let name = safe(name);
        let first = self.seed.hash_one(format!("{folder}/{name}{ending}").to_lowercase());
        let mut number = self.next.get(&first).copied().unwrap_or(1);
        let mut path = format!("{folder}/{name}{ending}");
        while !self.taken.insert(self.seed.hash_one(path.to_lowercase())) {
            number = number.saturating_add(1);
            path = format!("{folder}/{name}~{number}{ending}");
        }
        if number > 1 {
            self.next.insert(first, number);
        }
        path
    }

    /// The path of a new folder in another; `None` if it would be too deep.
    pub(super) fn folder(&mut self, folder: &str, name: &[u8]) -> Option<String> {
        (folder.len() <= MOST_FOLDER).then(|| self.file(folder, name, ""))
    }
}

/// A name without letters that a system gives a meaning to, and unlike the names of Windows' devices.
fn safe(name: &[u8]) -> String {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let mut text = String::new();
    for letter in String::from_utf8_lossy(name).chars() {
        if text.len().saturating_add(letter.len_utf8()) > MOST_BYTES {
            break;
        }
        // A dot at the start hides a file, and some programs trust what is in a hidden folder.
        let is_odd = is_hidden(letter) || letter == '.' && text.is_empty() || "<>:\"/\\|?*~".contains(letter);
        text.push(if is_odd { '_' } else { letter });
    }
    // Windows drops dots and spaces at the end, and dots alone are folders elsewhere.
    let n_kept = text.trim_end_matches(['.', ' ']).len();
    let n_dropped = text.len().saturating_sub(n_kept);
    text.truncate(n_kept);
    text.push_str(&"_".repeat(n_dropped));
    if text.is_empty() {
        return "_".into();
    }
    let stem = text.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_port = |name: &str| {
        let port = stem.strip_prefix(name).map(str::chars);
        port.is_some_and(|mut port| {
            matches!((port.next(), port.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
        })
    };
    if DEVICES.contains(&&*stem) || is_port("com") || is_port("lpt") {
        text.insert(0, '_');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_allowed_everywhere() {
        for (name, expected) in [
            ("Main", "Main"),
            ("..", "__"),
            (".git", "_git"),
            (".", "_"),
            ("", "_"),
            ("a/../b", "a_.._b"),
            ("C:\\x", "C__x"),
            ("end. ", "end__"),
            ("CON", "_CON"),
            ("aux.txt", "_aux.txt"),
            ("Com7", "_Com7"),
            ("com10", "com10"),
            ("a\0\n", "a__"),
            ("é\u{1b}\u{9b}", "é__"),
            ("exe.\u{202e}gnp\u{200b}", "exe._gnp_"),
        ] {
            assert_eq!(safe(name.as_bytes()), expected, "{name:?}");
        }
        assert_eq!(safe("ü".repeat(500).as_bytes()).len(), MOST_BYTES);
    }

    #[test]
    fn no_path_is_given_twice() {
        let mut names = Names::default();
        let found: Vec<_> =
            ["a", "A", "a", "a~2", "b"].map(|name| names.file("x", name.as_bytes(), ".luau")).into();
        assert_eq!(found, ["x/a.luau", "x/A~2.luau", "x/a~3.luau", "x/a_2.luau", "x/b.luau"]);
        assert_eq!(names.folder("x", b"a").unwrap(), "x/a");
        assert_eq!(names.folder(&"x".repeat(200), b"a"), None);
    }
}
