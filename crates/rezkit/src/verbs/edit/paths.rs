//! Paths in edits, and the nodes that they refer to.

use super::{Edit, no_part, value};
use crate::roblox::Document;
use files::names::near;
use files::outline::{Outline, Paths};
use scene::{Problem, ProblemKind, grouped};
use std::collections::{HashMap, HashSet};

/// The nodes that paths in edits refer to, as numbers or ids.
pub(super) struct Targets<N> {
    pub(super) nodes: HashMap<String, N>,
    /// The node of an empty path.
    pub(super) root: Option<N>,
}

impl Targets<u32> {
    /// Resolves the paths of all edits in one pass.
    pub(super) fn new(outline: &dyn Outline, edits: &[Edit]) -> Result<Self, Problem> {
        let nodes = Paths::new(outline).numbers(outline, &paths_in(edits)?);
        Ok(Self { nodes, root: Some(0) })
    }
}

impl<N: Copy> Targets<N> {
    pub(super) fn node(&self, path: &str) -> Option<N> {
        self.nodes.get(path).copied()
    }

    /// The node and the name of the property at the path of an [`Edit::Set`]. `missing` makes the error for a
    /// path without a node.
    pub(super) fn property(
        &self,
        path: &str,
        missing: impl Fn(&str) -> Problem,
    ) -> Result<(N, String), Problem> {
        let (path, property) = split(path)?;
        let node = if path.is_empty() { self.root } else { self.node(path) };
        match node {
            Some(node) => Ok((node, property)),
            None if path.is_empty() => Err(of_no_part(&property)),
            None => Err(missing(path)),
        }
    }
}

/// The paths of all parts that edits name, and all values that may be paths, as those of references are.
pub(super) fn paths_in(edits: &[Edit]) -> Result<HashSet<&str>, Problem> {
    let mut paths = HashSet::new();
    for edit in edits {
        match edit {
            Edit::Set { path, value, .. } => {
                paths.insert(split(path)?.0);
                paths.extend(value::paths_in(value));
            }
            Edit::SetAll { value, .. } => paths.extend(value::paths_in(value)),
            Edit::Copy { model, paths: copied, parent, .. } => {
                paths.extend(copied.iter().filter(|_| model.is_none()).map(String::as_str));
                paths.extend(parent.as_deref());
            }
            Edit::New { parent, properties, .. } => {
                paths.insert(parent);
                paths.extend(properties.iter().flat_map(|(_, text)| value::paths_in(text)));
            }
            Edit::Add { parent: path, .. } | Edit::Remove { path } => _ = paths.insert(path),
            _ => {}
        }
    }
    Ok(paths)
}

/// [`no_part`] with a suggestion: a sibling with a similar name, or an instance elsewhere with this name or class.
#[cold]
pub(super) fn no_part_in(document: &Document, path: &str) -> Problem {
    let mut problem = no_part(path);
    // Scripts separate names by dots, and begin at `game`.
    let slashes = path.strip_prefix("game.").unwrap_or(path).replace('.', "/");
    if let Some(id) = document.find(&slashes).filter(|_| path.contains('.')) {
        problem.message.push_str(&format!("; {}?", document.path(id)));
        return problem;
    }
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let beside = if parent.is_empty() {
        document.roots()
    } else {
        document.find(parent).map_or_else(Vec::new, |parent| document.children(parent))
    };
    let names: Vec<_> = beside.iter().map(|id| document.name(*id)).collect();
    let nearest = near(name, names.iter().map(|name| &**name))
        .first()
        .and_then(|nearest| names.iter().zip(&beside).find(|(name, _)| name == nearest).map(|(_, id)| *id));
    let named = || document.ids().into_iter().find(|id| document.name(*id).eq_ignore_ascii_case(name));
    if let Some(id) = nearest.or_else(named) {
        problem.message.push_str(&format!("; {}?", document.path(id)));
        return problem;
    }
    match document.of_class(name)[..] {
        [] => problem,
        [only] => problem.help(format!("{name} is a class; the file has {}", document.path(only))),
        [first, ref others @ ..] => problem.help(format!(
            "{name} is a class; the file has {} and {} more: `--where class={name}` chooses them",
            document.path(first),
            grouped(others.len()),
        )),
    }
}

/// Splits a path into that of the part and the name of a property, at the last unescaped dot. If a component such as
/// `.X` follows, it stays with the property.
pub(super) fn split(path: &str) -> Result<(&str, String), Problem> {
    let (mut at, mut before) = (None, None);
    let mut is_escaped = false;
    for (i, letter) in path.char_indices() {
        match letter {
            '.' if !is_escaped => (before, at) = (at, Some(i)),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    if number_of(path).is_some() {
        at = before.or(at);
    }
    let (part, property) = match at {
        Some(at) => (path.get(..at).unwrap_or_default(), path.get(at..).unwrap_or_default()),
        None => ("", path),
    };
    let property = property.strip_prefix('.').unwrap_or(property);
    if property.is_empty() {
        return Err(Problem::new(ProblemKind::Value, format!("{path} is not PATH.PROPERTY")));
    }
    Ok((part, unescaped(property)))
}

/// Splits a name such as `Size.Y` into the property and the index of the component.
pub(super) fn number_of(property: &str) -> Option<(&str, usize)> {
    // Names of attributes may contain dots.
    let (whole, letter) = property.rsplit_once('.').filter(|_| !property.starts_with('@'))?;
    Some((whole, ["X", "Y", "Z"].iter().position(|known| *known == letter)?))
}

/// Removes backslash escapes from a name.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

#[cold]
fn of_no_part(property: &str) -> Problem {
    let message = format!("the part of {property} is missing");
    Problem::new(ProblemKind::Reference, message).help(format!(
        "put the path before it, as in Workspace/Part.{property}=…, or choose parts, as in `--where class=Part {property}=…`"
    ))
}
