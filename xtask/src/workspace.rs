//! The checkout: its packages, its files, and cargo commands in it.

use anyhow::{Context, Result, ensure};
use cargo_metadata::{MetadataCommand, Package, TargetKind};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::ErrorKind;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// The target folder of cargo.
    pub(crate) target: PathBuf,
    /// The members by their folders.
    pub(crate) members: Vec<Member>,
}

/// A package of the workspace.
#[derive(Debug)]
pub(crate) struct Member {
    /// The path below the root, with forward slashes.
    pub(crate) folder: String,
    package: Package,
}

impl Deref for Member {
    type Target = Package;

    fn deref(&self) -> &Package {
        &self.package
    }
}

impl Member {
    /// The name of the package's folder, which is also the name of its library.
    pub(crate) fn short_name(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or_default()
    }

    /// Returns true if the crate reads and writes one family of formats. Format crates depend on geom, scene is
    /// independent of them, and the other crates depend on them.
    pub(crate) fn is_format(&self) -> bool {
        self.folder.starts_with("crates/")
            && !["convert", "dom", "files", "geom", "luau", "rezkit", "rezkit-cli", "scene", "store"]
                .contains(&self.short_name())
    }

    pub(crate) fn is_published(&self) -> bool {
        self.publish.is_none()
    }

    pub(crate) fn has_target(&self, kind: TargetKind) -> bool {
        self.targets.iter().any(|target| target.kind.contains(&kind))
    }

    /// The arguments of cargo that select the package.
    pub(crate) fn chosen(&self) -> [&str; 2] {
        ["--package", &self.name]
    }

    /// The features that are not on by default.
    pub(crate) fn more_features(&self) -> impl Iterator<Item = &str> {
        let usual = self.features.get("default");
        let is_usual =
            move |name: &String| name == "default" || usual.is_some_and(|usual| usual.contains(name));
        self.features.keys().filter(move |name| !is_usual(name)).map(|name| &**name)
    }
}

impl Workspace {
    pub(crate) fn load() -> Result<Self> {
        // Determined at run time, because a shared target folder may hold the program of another checkout.
        let xtask = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&xtask).parent().context("xtask lies in the root")?;
        let metadata = MetadataCommand::new().no_deps().current_dir(root).exec()?;
        let member = |package: Package| {
            let folder = package.manifest_path.parent().map(|folder| below(root, folder.as_std_path()));
            Some(Member { folder: folder?, package })
        };
        let mut members: Vec<_> = metadata.packages.into_iter().filter_map(member).collect();
        members.sort_by(|a, b| a.folder.cmp(&b.folder));
        let target = metadata.target_directory.into_std_path_buf();
        Ok(Self { root: root.to_path_buf(), target, members })
    }

    pub(crate) fn published(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.is_published())
    }

    /// The published packages that have an API.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Member> {
        self.published().filter(|package| package.has_target(TargetKind::Lib))
    }

    pub(crate) fn format_crates(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.is_format())
    }

    /// A command of cargo in the root.
    pub(crate) fn cargo(&self, line: &str) -> Command {
        cargo(&self.root, line)
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> Result<String> {
        let path = path.as_ref();
        fs::read_to_string(self.root.join(path)).with_context(|| path.display().to_string())
    }

    /// The paths of all fixtures and of the files in the corpus.
    pub(crate) fn samples(&self) -> Result<Vec<PathBuf>> {
        let mut samples = files(&self.root.join("fixtures"))?;
        if let Some(corpus) = corpus() {
            ensure!(corpus.exists(), "{} is not there", corpus.display());
            samples.extend(files(&corpus)?);
        }
        Ok(samples)
    }
}

/// A command of cargo in a folder. Spaces in `line` separate the arguments.
pub(crate) fn cargo(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(line.split(' ')).current_dir(folder);
    command
}

/// The folders that cargo has unpacked crates into, one for each registry.
pub(crate) fn registries() -> Result<Vec<PathBuf>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.context("there is no home folder")?.join("registry/src");
    match fs::read_dir(&sources) {
        Ok(entries) => Ok(entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| sources.display().to_string()),
    }
}

/// All files below a folder, sorted, as paths that begin with it; none if it does not exist. A file is itself.
pub(crate) fn files(path: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending = vec![path.to_path_buf()];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
                pending.push(entry?.path());
            }
        } else if path.exists() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The corpus: third-party samples in the folder that `REZKIT_CORPUS` names.
pub(crate) fn corpus() -> Option<PathBuf> {
    std::env::var_os("REZKIT_CORPUS").map(PathBuf::from)
}

/// The path of a file below a folder, with forward slashes.
pub(crate) fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

/// Writes a file, and creates its folders.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let result = fs::create_dir_all(path.parent().unwrap_or(path)).and_then(|()| fs::write(path, contents));
    result.with_context(|| path.display().to_string())
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The MD5 of bytes, in hexadecimal digits.
pub(crate) fn md5(bytes: &[u8]) -> String {
    hexadecimal(&md5::Md5::digest(bytes))
}

fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number with a comma every three digits.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    parts.join(",")
}

/// A number and what it counts: `1 warning`, `2 warnings`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
pub(crate) mod scratch {
    use super::*;
    use serde_json::{Value, json};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A temporary workspace, which is removed when dropped.
    pub(crate) struct Scratch(pub(crate) Workspace);

    impl Scratch {
        pub(crate) fn new(files: &[(&str, &str)]) -> Self {
            static NUMBER: AtomicUsize = AtomicUsize::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let root = std::env::temp_dir().join(format!("xtask-{}-{number}", std::process::id()));
            for (path, text) in files {
                write(&root.join(path), text).unwrap();
            }
            Self(Workspace { target: root.join("target"), root, members: Vec::new() })
        }

        /// Adds a member in a folder, with `more` as additional metadata.
        pub(crate) fn member(mut self, folder: &str, more: Value) -> Self {
            let name = folder.rsplit('/').next();
            let mut package = json!({
                "name": name, "version": "0.1.0", "id": folder, "manifest_path": "", "dependencies": [],
                "targets": [], "features": {},
            });
            package.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let package = serde_json::from_value(package).unwrap();
            self.0.members.push(Member { folder: folder.into(), package });
            self
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0.root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_members_are_those_of_the_manifest() {
        let workspace = Workspace::load().unwrap();
        let member = |folder: &str| workspace.members.iter().find(|member| member.folder == folder);
        let geom = member("crates/geom").unwrap();
        assert_eq!((geom.name.as_str(), geom.short_name(), geom.is_format()), ("rezkit-geom", "geom", false));
        assert!(geom.is_published() && geom.more_features().eq(["mint", "serde"]));
        assert!(member("crates/rbxxml").unwrap().more_features().eq(["serde"]));
        assert!(!member("xtask").unwrap().is_published());
        assert!(member("xtask/template").is_some() && member("xtask/peers").is_none());
    }

    #[test]
    fn numbers_have_a_comma_every_three_digits() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 2000].map(|n| counted(n, "file")), ["0 files", "1 file", "2,000 files"]);
    }
}
