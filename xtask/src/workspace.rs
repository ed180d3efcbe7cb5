//! The checkout: its packages, its files, and how to run cargo in it.

use crate::formats::{self, Format};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) packages: Vec<Package>,
    pub(crate) formats: Vec<Format>,
}

/// A member, from `cargo metadata`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Package {
    /// Its name in the registry; its library may have another name.
    pub(crate) name: String,
    pub(crate) version: String,
    /// Below the root, with forward slashes.
    pub(crate) folder: String,
    pub(crate) is_published: bool,
    pub(crate) has_features: bool,
    /// The features that are not on by default.
    pub(crate) more_features: Vec<String>,
    pub(crate) description: String,
    pub(crate) keywords: Vec<String>,
    pub(crate) categories: Vec<String>,
    /// The kinds of its targets: `lib`, `bin`, `example`, `bench`, `test`.
    pub(crate) targets: Vec<String>,
    /// The folders of the members that it depends on, including for tests.
    pub(crate) dependencies: Vec<String>,
    /// The folders of those that it depends on otherwise, and the features that it asks of each.
    pub(crate) asks: Vec<(String, Vec<String>)>,
}

impl Package {
    /// The name of its folder, which is that of its library.
    pub(crate) fn short_name(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or_default()
    }

    /// Whether it reads and writes one family of formats. geom is below these, rezkit above.
    pub(crate) fn is_format(&self) -> bool {
        self.folder.starts_with("crates/") && !["geom", "rezkit", "rezkit-cli"].contains(&self.short_name())
    }
}

impl Workspace {
    pub(crate) fn load() -> Result<Self> {
        // Determined at run time, because a shared target folder may hold the program of another checkout.
        let xtask = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&xtask).parent().context("xtask lies in the root")?;
        let mut command = cargo(root, &["metadata", "--format-version", "1", "--no-deps"]);
        let output = command.output().context("cargo metadata")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        let packages = packages(&metadata)?;
        Ok(Self { root: root.to_path_buf(), packages, formats: formats::all() })
    }

    /// Whether there are formats; prints a message if there are none.
    pub(crate) fn has_formats(&self) -> bool {
        if self.formats.is_empty() {
            eprintln!("No format is registered yet: docs/adding-a-format.md says how.");
        }
        !self.formats.is_empty()
    }

    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_published)
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> Result<String> {
        let path = path.as_ref();
        let text = fs::read_to_string(self.root.join(path));
        text.with_context(|| path.display().to_string())
    }
}

fn packages(metadata: &Value) -> Result<Vec<Package>> {
    let root = metadata["workspace_root"].as_str().context("cargo metadata tells no root")?;
    // Below the root, with forward slashes.
    let folder = |path: &Value| {
        let path = Path::new(path.as_str()?).strip_prefix(root).ok()?;
        Some(path.to_str()?.replace('\\', "/"))
    };
    let list = |value: &Value| -> Vec<Value> { value.as_array().cloned().unwrap_or_default() };
    let strings = |value: &Value| -> Vec<String> {
        list(value).iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let package = |value: Value| {
        let manifest = folder(&value["manifest_path"]).context("a member lies outside the workspace")?;
        let features = value["features"].as_object();
        let usual = strings(&value["features"]["default"]);
        let names = features.into_iter().flatten().map(|(name, _)| name.clone());
        let mut dependencies: Vec<_> = list(&value["dependencies"])
            .iter()
            .filter_map(|dependency| folder(&dependency["path"]))
            .collect();
        dependencies.sort();
        dependencies.dedup();
        let asks = list(&value["dependencies"]).into_iter().filter(|dependency| dependency["kind"].is_null());
        let asks = asks
            .filter_map(|dependency| Some((folder(&dependency["path"])?, strings(&dependency["features"]))))
            .collect();
        Ok(Package {
            name: value["name"].as_str().unwrap_or_default().into(),
            version: value["version"].as_str().unwrap_or_default().into(),
            folder: manifest.trim_end_matches("Cargo.toml").trim_end_matches('/').into(),
            is_published: value["publish"].is_null(),
            has_features: features.is_some_and(|features| !features.is_empty()),
            more_features: names.filter(|name| name != "default" && !usual.contains(name)).collect(),
            description: value["description"].as_str().unwrap_or_default().into(),
            keywords: strings(&value["keywords"]),
            categories: strings(&value["categories"]),
            targets: list(&value["targets"]).iter().flat_map(|target| strings(&target["kind"])).collect(),
            dependencies,
            asks,
        })
    };
    let mut packages = list(&metadata["packages"]).into_iter().map(package).collect::<Result<Vec<_>>>()?;
    packages.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(packages)
}

/// Cargo, in the root.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root);
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

/// Prints a command, runs it, and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {}", shown(command));
    let status = command.status().with_context(|| shown(command))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// A command as a user would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
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

/// The path of a file below a folder, with forward slashes.
pub(crate) fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

/// Writes a file, and creates its folders.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let result = fs::create_dir_all(path.parent().unwrap_or(path)).and_then(|()| fs::write(path, contents));
    result.with_context(|| path.display().to_string())
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A temporary tree, which is removed when dropped.
    pub(crate) struct Scratch(pub(crate) Workspace);

    impl Scratch {
        pub(crate) fn new(files: &[(&str, &str)]) -> Self {
            static NUMBER: AtomicUsize = AtomicUsize::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let root = std::env::temp_dir().join(format!("xtask-{}-{number}", std::process::id()));
            for (path, text) in files {
                write(&root.join(path), text).unwrap();
            }
            Self(Workspace { root, packages: Vec::new(), formats: Vec::new() })
        }

        pub(crate) fn packages(mut self, packages: impl IntoIterator<Item = Package>) -> Self {
            self.0.packages.extend(packages);
            self
        }

        pub(crate) fn formats(mut self, formats: impl IntoIterator<Item = Format>) -> Self {
            self.0.formats.extend(formats);
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
        let member = |folder: &str| workspace.packages.iter().find(|member| member.folder == folder);
        let geom = member("crates/geom").unwrap();
        assert_eq!((geom.name.as_str(), geom.short_name(), geom.is_format()), ("rezkit-geom", "geom", false));
        assert!(geom.is_published && geom.has_features && geom.dependencies.is_empty());
        assert_eq!(geom.more_features, ["mint", "serde"]);
        assert_eq!(member("crates/rbxxml").unwrap().more_features, ["serde"]);
        let rezkit = member("crates/rezkit").unwrap();
        assert!(rezkit.asks.contains(&("crates/rbxbinary".into(), vec!["zstd".into()])));
        let xtask = member("xtask").unwrap();
        assert!(!xtask.is_published && xtask.dependencies.contains(&"fuzz".into()));
        assert!(member("xtask/template").is_some() && member("xtask/peers").is_none());
    }

    #[test]
    fn numbers_have_a_comma_every_three_digits() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 2000].map(|n| counted(n, "file")), ["0 files", "1 file", "2,000 files"]);
    }
}
