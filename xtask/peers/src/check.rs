//! Comparison of the values that we and the peers read from the same files.

mod draco;
mod explained;
mod gltf;
mod llsd;
mod m3d;
mod rbxmesh;
mod roblox;
mod unions;

pub(crate) use self::explained::fits;

use self::explained::Explanations;
use rezkit::internal::{Codec, Options};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The values that one side reads from a file, as text, by their paths.
pub(crate) type Values = BTreeMap<String, String>;

/// Reads a file, or says why not.
pub(crate) type Read = fn(&[u8]) -> Result<Values, String>;

/// A library that reads a format as we do.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// Returns true if bytes look like a file of the format.
    pub(crate) supports: fn(&[u8]) -> bool,
    pub(crate) ours: Read,
    pub(crate) theirs: Read,
    /// Our first warning about a file.
    pub(crate) warning: fn(&[u8]) -> Option<String>,
}

/// The peers, with the versions that are compared.
const PEERS: &[Peer] = &[
    roblox::BINARY,
    roblox::XML,
    rbxmesh::PEER,
    unions::PEER,
    draco::PEER,
    m3d::PEER,
    llsd::SERDE,
    llsd::PYTHON,
];

/// The peers that take part in differential fuzzing; a process of Python for each mutant would take too long.
pub(crate) fn fuzzed() -> impl Iterator<Item = &'static Peer> {
    let others = PEERS.iter().filter(|peer| ![llsd::PYTHON.name, m3d::PEER.name].contains(&peer.name));
    others.chain([&llsd::RS, &m3d::FUZZED, &gltf::PEER])
}

/// The start of the error of a peer whose own process ends.
pub(crate) const ENDS: &str = "its process ends: ";

/// The first warning of one of our readers.
fn warning<M: Codec>(bytes: &[u8]) -> Option<String> {
    let (_, warnings) = M::read(bytes, Options::default()).ok()?;
    warnings.list.first().map(|warning| warning.message.clone())
}

/// A path at which the two sides read different values.
struct Difference {
    file: String,
    place: String,
    ours: String,
    theirs: String,
}

/// Compares all fixtures and the files of the folder that `REZKIT_CORPUS` names; fails on a difference that
/// docs/peers.md does not explain, and on an explanation without a difference.
///
/// # Errors
///
/// If there are any, or a file cannot be read.
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = std::env::var_os("REZKIT_CORPUS").map(PathBuf::from);
    let mut files = Vec::new();
    for (title, folder) in [("fixtures", Some(root.join("fixtures"))), ("corpus", corpus.clone())] {
        files.extend(folder.map_or(Ok(Vec::new()), |folder| below(title, &folder))?);
    }
    let mut explanations = Explanations::parse(&fs::read_to_string(root.join("docs/peers.md"))?);
    // What panics is told as a difference.
    std::panic::set_hook(Box::new(|_| {}));
    let mut n_unexplained = 0;
    writeln!(out, "| Peer | Files | Values | Other values |\n|---|---|---|---|")?;
    for peer in PEERS {
        if peer.name.starts_with("python") && llsd::interpreter().is_none() {
            writeln!(out, "| {} | skipped: PYTHON_LLSD names no Python with it | | |", peer.name)?;
            explanations.skip(peer.name);
            continue;
        }
        let (mut n_files, mut n_values, mut found) = (0, 0, Vec::new());
        for (name, path) in &files {
            if explanations.ends_process(peer.name, name) {
                if one(peer.name, path)? {
                    writeln!(out, "{}: {name}: ends no process any more", peer.name)?;
                    n_unexplained += 1;
                }
                continue;
            }
            let bytes = fs::read(path)?;
            let Some(ours) = (peer.supports)(&bytes).then(|| (peer.ours)(&bytes).ok()).flatten() else {
                continue;
            };
            let theirs = by_peer(|| (peer.theirs)(&bytes));
            n_files += 1;
            n_values += compare(name, &ours, theirs, &mut found);
        }
        writeln!(out, "| {} | {n_files} | {n_values} | {} |", peer.name, found.len())?;
        for difference in found.iter().filter(|difference| !explanations.explain(peer.name, difference)) {
            let Difference { file, place, ours, theirs } = difference;
            writeln!(out, "{}: {file}: {place}: we read {ours:.200}, it reads {theirs:.200}", peer.name)?;
            n_unexplained += 1;
        }
    }
    let unused: Vec<_> = explanations.unused(corpus.is_some()).collect();
    for line in &unused {
        writeln!(out, "docs/peers.md explains what does not occur: {line}")?;
    }
    if n_unexplained > 0 || !unused.is_empty() {
        return Err(
            format!("{n_unexplained} unexplained differences, {} unused explanations", unused.len()).into()
        );
    }
    Ok(())
}

/// Compares a file in a separate process; returns false if the process crashes.
fn one(peer: &str, path: &Path) -> Result<bool, std::io::Error> {
    let mut child = Command::new(std::env::current_exe()?);
    Ok(child.args(["check", peer]).arg(path).stderr(Stdio::null()).status()?.success())
}

/// Compares one file, in a process that the peer may crash.
///
/// # Errors
///
/// If there is no such peer, or the file cannot be read.
pub fn run_one(peer: &str, path: &str) -> Result<(), Box<dyn Error>> {
    let peer = PEERS.iter().find(|one| one.name == peer).ok_or("no such peer")?;
    drop((peer.theirs)(&fs::read(path)?));
    Ok(())
}

/// Adds the differences: values that differ, and values of one side only. Returns the number of values compared.
fn compare(file: &str, ours: &Values, theirs: Result<Values, String>, found: &mut Vec<Difference>) -> usize {
    let mut tell = |place: &str, ours: &str, theirs: &str| {
        let [place, ours, theirs] = [place, ours, theirs].map(str::to_owned);
        found.push(Difference { file: file.to_owned(), place, ours, theirs });
    };
    let mut theirs = match theirs {
        Ok(theirs) => theirs,
        Err(error) => {
            tell("file", "it", &format!("nothing: {error}"));
            return 0;
        }
    };
    let mut n_compared = 0;
    for (place, ours) in ours {
        match theirs.remove(place) {
            Some(value) => {
                n_compared += 1;
                if value != *ours {
                    tell(place, ours, &value);
                }
            }
            None => tell(place, ours, "nothing"),
        }
    }
    theirs.iter().for_each(|(place, value)| tell(place, "nothing", value));
    n_compared
}

/// The values that a peer reads; turns a panic of the peer into an error.
fn by_peer(read: impl FnOnce() -> Result<Values, String>) -> Result<Values, String> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err("it panics".into()))
}

/// Bytes as text.
fn text(bytes: impl AsRef<[u8]>) -> String {
    format!("\"{}\"", bytes.as_ref().escape_ascii())
}

/// All files below a folder, each with its path relative to the folder.
pub(crate) fn below(title: &str, folder: &Path) -> Result<Vec<(String, PathBuf)>, std::io::Error> {
    let (mut all, mut pending) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                pending.push(entry?.path());
            }
        } else {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            all.push((format!("{title}/{name}"), path));
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(all: &[(&str, &str)]) -> Values {
        all.iter().map(|(place, value)| ((*place).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn what_differs_and_what_one_side_lacks_is_told() {
        let ours = values(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let theirs = Ok(values(&[("a", "1"), ("b", "4"), ("d", "5")]));
        let mut found = Vec::new();
        assert_eq!(compare("file", &ours, theirs, &mut found), 2);
        let told: Vec<_> = found.iter().map(|one| (&*one.place, &*one.ours, &*one.theirs)).collect();
        assert_eq!(told, [("b", "2", "4"), ("c", "3", "nothing"), ("d", "nothing", "5")]);
    }

    #[test]
    fn a_panic_is_a_refusal() {
        assert_eq!(by_peer(|| panic!("on purpose")), Err("it panics".into()));
    }
}
