//! A file in memory, with results that are computed from it once.

use super::ask::{Ask, Reply};
use crate::show::clean;
use rezkit::roblox::Document;
use rezkit::{
    Change, Diff, Family, File, Format, Identity, Listing, OpenOptions, Problem, ProblemKind, Query, Report,
    Tree, identify,
};
use std::path::{Path, PathBuf};

/// Upper bound on the older versions of a file that are kept, in bytes.
const MOST_OF_OLD: usize = 256 << 20;

/// A file with its unsaved changes.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) max_memory: Option<usize>,
    /// The bytes on the disk.
    pub(super) original: Vec<u8>,
    pub(super) bytes: Vec<u8>,
    /// The bytes before each change, in the order of the changes.
    pub(super) before: Vec<Vec<u8>>,
    pub(super) known: CachedResults,
}

/// Results that are kept until the file changes.
#[derive(Default)]
pub(super) struct CachedResults {
    pub(super) overview: Option<String>,
    tree: Option<Tree>,
    scripts: Option<Vec<Script>>,
    report: Option<Report>,
    assets: Option<Listing>,
    document: Option<Document>,
    /// The differences from another file, with the bytes of that file.
    pub(super) compared: Option<(Vec<u8>, Diff, Vec<Change>)>,
}

/// A script.
pub(super) struct Script {
    pub(super) kind: String,
    pub(super) path: String,
    /// The source; `None` if it is not readable text.
    pub(super) source: Option<String>,
}

impl Opened {
    pub(super) fn new(path: &Path, max_memory: Option<usize>, bytes: Vec<u8>) -> Self {
        let (original, before, known) = (bytes.clone(), Vec::new(), CachedResults::default());
        Self { path: path.to_owned(), max_memory, original, bytes, before, known }
    }

    /// Answers a question, with the bytes of the other file that it names.
    ///
    /// # Errors
    ///
    /// If the question cannot be answered: why, and what to ask instead.
    pub(super) fn answer(&mut self, ask: &Ask, other: &[u8]) -> Result<Reply, String> {
        if let Ask::Picture { path, view, size, .. } = ask {
            return self.picture(path.as_deref(), view.as_deref(), *size);
        }
        let answer = if ask.needs_write() { self.change(ask, other) } else { self.look(ask, other) };
        answer.map(Reply::Text)
    }

    /// The bytes to save, in the file itself or in a new one of this name.
    ///
    /// # Errors
    ///
    /// If nothing was changed, or a file of this format has no such name.
    pub(super) fn given(&self, name: Option<&str>) -> Result<&[u8], String> {
        match name {
            Some(name) => self.check_name(name)?,
            None if self.bytes == self.original => return Err("there is no change to save".to_owned()),
            None => {}
        }
        Ok(&self.bytes)
    }

    /// Checks that a new file has a format that this program writes, and an extension of this format only.
    /// Other extensions could make unrelated programs read the file.
    fn check_name(&self, name: &str) -> Result<(), String> {
        let Identity { format, title, wrappers, .. } = identify(&self.bytes);
        let is_ours =
            |format: Format| !matches!(format.family(), Family::RbxCsg | Family::Exchange | Family::Other);
        if !is_ours(format) || !wrappers.is_empty() {
            return Err(format!(
                "the file is {title}, which rez cannot write and so cannot save under another name"
            ));
        }
        let ending =
            Path::new(name).extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let endings = format
            .extensions()
            .iter()
            .filter(|ending| Format::of_name(&format!("a.{ending}")).is_some_and(is_ours));
        let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
        if ending.is_some_and(|ending| endings.contains(&format!(".{ending}"))) {
            return Ok(());
        }
        Err(format!(
            "| {}\nis not a valid name for {title}, which has the extension {}",
            clean(name),
            endings.join(" or ")
        ))
    }

    /// Opens the file in its current state.
    pub(super) fn file(&self) -> Result<File<'_>, String> {
        File::open(&self.bytes, &self.options()).map_err(|problem| match identify(&self.bytes).format {
            format if format.is_scene() => format!("{}\npicture draws it", told(problem)),
            _ => told(problem),
        })
    }

    /// The options for opening this file and others.
    pub(super) fn options(&self) -> OpenOptions<'_> {
        let name = self.path.file_name().and_then(|name| name.to_str());
        let options = OpenOptions::default();
        let options = name.map_or(options, |name| options.name(name));
        self.max_memory.map_or(options, |memory| options.max_memory(memory))
    }

    pub(super) fn tree(&mut self) -> Result<&Tree, String> {
        let tree = match self.known.tree.take() {
            Some(tree) => tree,
            None => Tree::read(&self.file()?).map_err(told)?,
        };
        Ok(self.known.tree.insert(tree))
    }

    pub(super) fn report(&mut self) -> Result<&Report, String> {
        let report = match self.known.report.take() {
            Some(report) => report,
            None => rezkit::check(&self.file()?, &rezkit::CheckOptions::default()).map_err(told)?,
        };
        Ok(self.known.report.insert(report))
    }

    pub(super) fn assets(&mut self) -> Result<&Listing, String> {
        let assets = match self.known.assets.take() {
            Some(assets) => assets,
            None => rezkit::list(&self.file()?, rezkit::List::Assets).map_err(told)?,
        };
        Ok(self.known.assets.insert(assets))
    }

    pub(super) fn document(&mut self) -> Result<&Document, String> {
        let document = match self.known.document.take() {
            Some(document) => document,
            None => Document::read(&self.file()?).map_err(told)?,
        };
        Ok(self.known.document.insert(document))
    }

    pub(super) fn scripts(&mut self) -> Result<&[Script], String> {
        let scripts = match self.known.scripts.take() {
            Some(scripts) => scripts,
            None => self.find_scripts()?,
        };
        Ok(self.known.scripts.insert(scripts))
    }

    fn find_scripts(&mut self) -> Result<Vec<Script>, String> {
        let tree = self.tree()?;
        let query: Query = "isa=LuaSourceContainer".parse().map_err(told)?;
        // In files without instances there is no such class.
        let numbers = tree.select(&query, &mut Vec::new()).unwrap_or_default();
        let sources = tree.texts(&numbers, "Source");
        let nodes = tree.nodes(&numbers);
        let all = numbers.iter().zip(nodes).zip(sources);
        let script = |((number, node), source): ((&u32, rezkit::Node), Option<String>)| Script {
            kind: tree.kind(*number).to_owned(),
            path: node.path,
            source,
        };
        Ok(all.map(script).collect())
    }

    /// The source of a script, by its path.
    pub(super) fn source(&mut self, path: &str) -> Result<&str, String> {
        let path = &self.path(path)?;
        let found = self.scripts()?.iter().find(|script| script.path == *path);
        found.and_then(|script| script.source.as_deref()).ok_or_else(|| {
            format!("| {}\nis not a script with source: list_scripts lists the scripts", clean(path))
        })
    }

    /// The node of a part.
    pub(super) fn node(&mut self, path: &str) -> Result<u32, String> {
        let tree = self.tree()?;
        if ["", "(file)", "game"].contains(&path) {
            return Ok(0);
        }
        tree.nodes_at(&[path]).pop().flatten().ok_or_else(|| no_part(tree, path))
    }

    /// The path of a part as answers show it. The given path may be written as in scripts.
    pub(super) fn path(&mut self, path: &str) -> Result<String, String> {
        Ok(match self.node(path)? {
            0 if path == "game" => "(file)".to_owned(),
            0 => path.to_owned(),
            number => self.tree()?.node(number).path,
        })
    }

    /// Replaces the content by that after a change. `undo` restores the content before it.
    pub(super) fn become_other(&mut self, bytes: Vec<u8>) {
        self.before.push(std::mem::replace(&mut self.bytes, bytes));
        let mut n_bytes = self.before.iter().map(Vec::len).sum::<usize>();
        while n_bytes > MOST_OF_OLD && self.before.len() > 1 {
            n_bytes -= self.before.remove(0).len();
        }
        self.known = CachedResults::default();
    }
}

/// A problem as a message for clients, whose advice does not mention options of `rez`.
pub(super) fn told(problem: Problem) -> String {
    let advice = match problem.kind {
        ProblemKind::Reference => {
            Some("tree and query list the parts, and get lists their properties".into())
        }
        ProblemKind::Limit => Some("the server can be started with a higher --max-memory".into()),
        _ => problem
            .help
            .clone()
            .filter(|help| !help.contains("--") && !help.contains("`rez") && !help.contains("-F")),
    };
    let advice = advice.map(|advice| format!("\n{advice}")).unwrap_or_default();
    format!("| {}{advice}", clean(&problem.to_string()))
}

/// The error for a missing part. It suggests parts of the same name, or the children of its parent.
fn no_part(tree: &Tree, path: &str) -> String {
    const MOST: usize = 8;
    let name = path.rsplit('/').next().unwrap_or(path);
    let bare = |name: &str| name.split('[').next().unwrap_or(name).to_lowercase();
    let n_nodes = u32::try_from(tree.len()).unwrap_or(u32::MAX);
    let mut near: Vec<u32> =
        (1..n_nodes).filter(|node| bare(tree.name(*node)) == bare(name)).take(MOST).collect();
    if near.is_empty() {
        let above = path.rmatch_indices('/').map(|(at, _)| &path[..at]).take(MOST);
        let parent = above.into_iter().find_map(|above| tree.nodes_at(&[above]).pop().flatten()).unwrap_or(0);
        near = tree.children(parent).iter().copied().take(MOST).collect();
    }
    let near: String = tree.nodes(&near).iter().map(|node| format!("\n| {}", node.path)).collect();
    format!("| {}\ndoes not exist; tree and query list the parts, such as{near}", clean(path))
}
