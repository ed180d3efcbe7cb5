//! File names that are valid on every system, whatever the names in a file are.

use crate::material::Mime;
use crate::scene::Scene;
use crate::visible::is_hidden;
use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// The largest length of a name in a folder without its extension, in bytes.
const MOST_BYTES: usize = 80;

/// The largest length of a folder's path; deeper folders are placed next to their contents. Windows allows 260 in all.
const MOST_FOLDER: usize = 120;

/// The largest length of the path of a file next to a model: with a number and an extension, less than 200.
const MOST_BESIDE: usize = 180;

/// The extensions of images.
pub const IMAGES: &[&str] =
    &["png", "jpg", "jpeg", "gif", "bmp", "webp", "tga", "dds", "ktx", "ktx2", "tif", "tiff", "hdr", "exr"];

/// True if a path may refer to a location outside the folder of the model. Colons separate drives, schemes and streams.
pub(crate) fn leads_out(path: &str) -> bool {
    path.starts_with('/') || path.split('/').any(|part| part == ".." || part.contains(':'))
}

/// A key that is equal for all paths that some system treats as the same file: Windows and macOS ignore case, and macOS
/// also ignores the Unicode normal form. WebAssembly has no file system, so there only case is ignored, since the tables
/// of normal forms would make the web page larger.
#[must_use]
pub fn file_key(path: &str) -> String {
    let lower = path.to_lowercase();
    if lower.is_ascii() { lower } else { normalized(lower) }
}

/// The text with accents as separate characters; on WebAssembly, the unchanged text.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn normalized(text: String) -> String {
    unicode_normalization::UnicodeNormalization::nfd(text.as_str()).collect()
}

#[cfg(target_family = "wasm")]
pub(crate) fn normalized(text: String) -> String {
    text
}

/// The names in use, compared by [`file_key`].
#[derive(Debug, Default)]
pub struct FileNames {
    seed: RandomState,
    // Hashes take less memory than names, and a collision merely adds a number to a name.
    taken: HashSet<u64>,
    folders: HashSet<u64>,
    /// For each name, the last number in use, so that many equal names do not take quadratic time.
    next: HashMap<u64, usize>,
}

impl FileNames {
    /// The path of a new file in a folder.
    pub fn file(&mut self, folder: &str, name: &[u8], ending: &str) -> String {
        self.free(&format!("{folder}/{}", safe(name, MOST_BYTES)), ending)
    }

    /// The path of a new folder in another; `None` if it would be too deep.
    pub fn folder(&mut self, folder: &str, name: &[u8]) -> Option<String> {
        (folder.len() <= MOST_FOLDER).then(|| self.file(folder, name, ""))
    }

    /// The name of a new file next to a model.
    pub fn beside(&mut self, name: &str, ending: &str) -> String {
        self.free(&safe(name.as_bytes(), MOST_BESIDE), ending)
    }

    /// The path of an image next to a model. It keeps its relative path if that is valid on every system.
    fn image(&mut self, path: &str, mime: Mime) -> String {
        let path = path.strip_prefix("./").unwrap_or(path);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let name = safe(name.as_bytes(), MOST_BESIDE);
        let (stem, ending) = name.split_at(name.rfind('.').unwrap_or(name.len()));
        // An image from a file never gets the extension of a program, a script or a web page.
        if !ending.get(1..).is_some_and(|ending| IMAGES.iter().any(|own| own.eq_ignore_ascii_case(ending))) {
            return self.free(&name, mime.ending());
        }
        let is_allowed =
            |folder: &str| folder.split('/').all(|name| name == safe(name.as_bytes(), MOST_BESIDE));
        match path.len() <= MOST_BESIDE && is_allowed(folder) && self.add_folder(folder) {
            true => self.free(&format!("{folder}/{stem}"), ending),
            false => self.free(stem, ending),
        }
    }

    /// A path that no file and no folder has.
    fn free(&mut self, stem: &str, ending: &str) -> String {
        let mut path = format!("{stem}{ending}");
        let first = self.hash(&path);
        let mut number = self.next.get(&first).copied().unwrap_or(1);
        let mut hash = first;
        while self.folders.contains(&hash) || !self.taken.insert(hash) {
            number = number.saturating_add(1);
            path = format!("{stem}~{number}{ending}");
            hash = self.hash(&path);
        }
        if number > 1 {
            self.next.insert(first, number);
        }
        path
    }

    /// Adds a folder; false if the folder or one of its ancestors has the name of a file.
    fn add_folder(&mut self, folder: &str) -> bool {
        let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
        let hashes: Vec<u64> = ends.filter_map(|end| Some(self.hash(folder.get(..end)?))).collect();
        let is_free = !hashes.iter().any(|hash| self.taken.contains(hash));
        if is_free {
            self.folders.extend(hashes);
        }
        is_free
    }

    fn hash(&self, path: &str) -> u64 {
        self.seed.hash_one(file_key(path))
    }
}

/// The files of a scene's images, next to a model that is called `base`.
#[derive(Debug)]
pub struct ImageFiles(Vec<Option<String>>);

impl ImageFiles {
    /// Chooses a name for each image.
    #[must_use]
    pub fn new(scene: &Scene, base: &str, names: &mut FileNames) -> Self {
        // Several images may be the same file.
        let mut known: HashMap<(&str, &[u8]), String> = HashMap::new();
        let mut files = Vec::new();
        for image in &scene.images {
            let mut new = || match &image.uri {
                Some(path) => names.image(path, image.mime),
                // Many readers of text formats end a name at white space.
                None => {
                    let name = if image.name.is_empty() { "image" } else { &image.name };
                    let name = format!("{base}_{name}").replace(char::is_whitespace, "_");
                    names.beside(&name, image.mime.ending())
                }
            };
            files.push(match &image.uri {
                _ if image.bytes.is_empty() => None,
                Some(path) => Some(known.entry((path, &image.bytes)).or_insert_with(new).clone()),
                None => Some(new()),
            });
        }
        Self(files)
    }

    /// The path of an image; `None` if its bytes are missing.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.0.get(index)?.as_deref()
    }

    /// The paths and contents of these images, without duplicates.
    pub fn contents(&self, scene: &Scene, images: impl IntoIterator<Item = usize>) -> Vec<(String, Vec<u8>)> {
        let mut seen = HashSet::new();
        let named = images.into_iter().filter_map(|index| Some((self.get(index)?, scene.images.get(index)?)));
        let once = named.filter(|(name, _)| seen.insert(*name));
        once.map(|(name, image)| (name.to_owned(), image.bytes.clone())).collect()
    }
}

/// A name without characters that have a meaning on some system, and unlike the device names of Windows.
fn safe(name: &[u8], most: usize) -> String {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let mut text = String::new();
    for letter in String::from_utf8_lossy(name).chars() {
        if text.len().saturating_add(letter.len_utf8()) > most {
            break;
        }
        // A leading dot hides a file, and some programs trust the contents of hidden folders. Others read a leading
        // dash as an option.
        let is_odd =
            is_hidden(letter) || text.is_empty() && ".- ".contains(letter) || "<>:\"/\\|?*~".contains(letter);
        text.push(if is_odd { '_' } else { letter });
    }
    // Windows drops trailing dots and spaces, and a name of dots alone is a folder elsewhere.
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
    use crate::material::Image;

    #[test]
    fn names_are_allowed_everywhere() {
        for (name, expected) in [
            ("Main", "Main"),
            ("..", "__"),
            (".git", "_git"),
            (".", "_"),
            ("", "_"),
            ("-rf", "_rf"),
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
            assert_eq!(safe(name.as_bytes(), MOST_BYTES), expected, "{name:?}");
        }
        assert_eq!(safe("ü".repeat(500).as_bytes(), MOST_BYTES).len(), MOST_BYTES);
    }

    #[test]
    fn no_path_is_given_twice() {
        let mut names = FileNames::default();
        let found: Vec<_> =
            ["a", "A", "a", "a~2", "b"].map(|name| names.file("x", name.as_bytes(), ".luau")).into();
        assert_eq!(found, ["x/a.luau", "x/A~2.luau", "x/a~3.luau", "x/a_2.luau", "x/b.luau"]);
        // A composed character and its decomposed forms; a Hangul syllable and its parts.
        let found = ["\u{e9}", "e\u{301}", "E\u{301}", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}"]
            .map(|name| names.file("x", name.as_bytes(), ""));
        let expected = ["\u{e9}", "e\u{301}~2", "E\u{301}~3", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}~2"];
        assert_eq!(found, expected.map(|name| format!("x/{name}")));
        assert_eq!(names.folder("x", b"a").unwrap(), "x/a");
        assert_eq!(names.folder(&"x".repeat(200), b"a"), None);
    }

    #[test]
    fn images_stay_beside_their_model() {
        let long = "n".repeat(300);
        let cases = [
            // The address, the name, and the expected file name.
            (Some("wood.png"), "", "wood.png"),
            (Some("WOOD.png"), "", "WOOD~2.png"),
            (Some("textures/wood.JPG"), "", "textures/wood.JPG"),
            (Some("textures"), "", "textures.png"),
            (Some("wood.png/in.png"), "", "in.png"),
            (Some("textures/a b.png"), "", "textures/a b.png"),
            (Some("../../victim/x.png"), "", "x.png"),
            (Some("/etc/x.png"), "", "x~2.png"),
            (Some("C:/x.png"), "", "x~3.png"),
            (Some("a\\..\\x.png"), "", "a_.._x.png"),
            (Some("package.json"), "", "package.json.png"),
            (Some("https://example.org/"), "", "_.png"),
            (Some("chair.gltf"), "", "chair.gltf.png"),
            (Some("NUL.png"), "", "_NUL.png"),
            (None, "/../../victim/x", "my_chair__.._.._victim_x.png"),
            (None, "", "my_chair_image.png"),
            (None, "", "my_chair_image~2.png"),
        ];
        let image = |(number, (uri, name, _)): (usize, &(Option<&str>, &str, &str))| Image {
            name: (*name).to_owned(),
            uri: uri.map(str::to_owned),
            bytes: vec![1, u8::try_from(number).unwrap()],
            mime: Mime::Png,
        };
        let mut scene = Scene { images: cases.iter().enumerate().map(image).collect(), ..Scene::default() };
        // A file used twice, a missing one, and long names.
        scene.images.push(scene.images[0].clone());
        scene.images.push(Image { bytes: Vec::new(), ..scene.images[0].clone() });
        for uri in [None, Some(format!("{long}.png")), Some(format!("{long}/a.png"))] {
            scene.images.push(Image { uri, name: long.clone(), bytes: vec![7], mime: Mime::Jpeg });
        }
        let files = ImageFiles::new(&scene, "my chair", &mut FileNames::default());
        let found: Vec<_> = (0..scene.images.len()).map(|index| files.get(index)).collect();
        let expected: Vec<_> = cases.iter().map(|(.., expected)| Some(*expected)).collect();
        assert_eq!(found[..cases.len()], expected);
        assert_eq!(found[cases.len()..][..2], [Some("wood.png"), None]);
        let long = found[cases.len() + 2..].iter().map(|name| name.unwrap());
        assert!(long.clone().all(|name| name.len() < 200 && !name.contains('/')), "{long:?}");
        let written = files.contents(&scene, 0..scene.images.len());
        let names: HashSet<_> = written.iter().map(|(name, _)| name.to_lowercase()).collect();
        assert_eq!((written.len(), names.len()), (cases.len() + 3, cases.len() + 3));
    }
}
