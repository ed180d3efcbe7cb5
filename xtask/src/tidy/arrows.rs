//! Checks that the files of a crate do not use each other in cycles.

use super::{Complaint, homes};
use crate::workspace::{Workspace, below, files};
use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module, as the names of its path from the root of the crate.
type Module = Vec<String>;

/// The names of a path, which `::` separates in the source.
type Names = Vec<String>;

/// Reports cycles of files that use each other, and files that use names by way of the root of their crate.
pub(super) fn arrows(workspace: &Workspace) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for package in &workspace.members {
        let folder = workspace.root.join(&package.folder).join("src");
        let modules = Crate::read(&folder)?;
        complaints.extend(by_the_root(workspace, &package.folder, &modules)?);
        let arrows = modules.arrows();
        complaints.extend(circles(&arrows).into_iter().map(|circle| {
            let uses = |[from, to]: Use<'_>| format!("{} uses {}", from.join("::"), to.join("::"));
            let all = circle.into_iter().map(uses).collect::<Vec<_>>().join(", ");
            Complaint::from(format!("{}: this is a circle: {all}. Move what they share.", package.folder))
        }));
    }
    Ok(complaints)
}

/// Reports files that use names by way of the root of their crate, which only re-exports them.
fn by_the_root(workspace: &Workspace, folder: &str, modules: &Crate) -> Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for file in modules.0.iter().filter(|(module, _)| !module.is_empty()).map(|(_, file)| file) {
        let by_root = file.used.iter().filter(|path| path.first().is_some_and(|first| first == "crate"));
        let home = |path: &Names| Some((path.get(1)?.clone(), modules.home(path.get(1)?)?));
        let wrong: BTreeMap<String, String> = by_root.filter_map(home).collect();
        if wrong.is_empty() {
            continue;
        }
        let path = format!("{folder}/src/{}", file.path);
        let names = wrong.iter().map(|(name, home)| format!("`crate::{name}` is `{home}`"));
        let names = names.collect::<Vec<_>>().join(", ");
        complaints.push(Complaint {
            text: format!("{path}: {names}. Name that, or run `cargo xtask tidy --fix` and `cargo fmt`."),
            fix: Some((path.clone(), homes::named(&workspace.read(&path)?, &|name| modules.home(name)))),
        });
    }
    Ok(complaints)
}

type Arrows = BTreeMap<Module, BTreeSet<Module>>;

/// Two modules, the first of which uses the second.
type Use<'a> = [&'a Module; 2];

/// The uses between the rooms of a folder, each with a pair of modules as evidence.
type Rooms<'a> = BTreeMap<[&'a String; 2], Use<'a>>;

/// The cycles of rooms that use each other, with the uses that form them. A room is a file together with the folder of
/// the same name. Uses inside a room do not count.
fn circles(arrows: &Arrows) -> Vec<Vec<Use<'_>>> {
    let mut folders: BTreeMap<&[String], Rooms<'_>> = BTreeMap::new();
    for (from, to) in arrows.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
        let n_same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if let (Some(room), Some(other)) = (from.get(n_same), to.get(n_same)) {
            folders.entry(&from[..n_same]).or_default().entry([room, other]).or_insert([from, to]);
        }
    }
    folders.values().flat_map(circles_of).collect()
}

fn circles_of<'a>(rooms: &Rooms<'a>) -> Vec<Vec<Use<'a>>> {
    let reached = |from: &'a String| {
        let (mut all, mut pending) = (BTreeSet::new(), vec![from]);
        while let Some(from) = pending.pop() {
            let next = rooms.keys().filter(|[room, _]| *room == from).map(|[_, to]| *to);
            pending.extend(next.filter(|to| all.insert(*to)).collect::<Vec<_>>());
        }
        all
    };
    let reached: BTreeMap<_, _> = rooms.keys().map(|[from, _]| (*from, reached(from))).collect();
    let mut circles: BTreeMap<BTreeSet<&String>, Vec<Use<'_>>> = BTreeMap::new();
    for ([from, to], files) in rooms {
        if reached.get(to).is_some_and(|all| all.contains(from)) {
            let is_in = |room: &&&String| reached.get(**room).is_some_and(|all| all.contains(from));
            let circle = reached[from].iter().filter(is_in).copied().collect();
            circles.entry(circle).or_default().push(*files);
        }
    }
    circles.into_values().collect()
}

/// The modules of a crate.
#[derive(Default)]
struct Crate(BTreeMap<Module, File>);

/// The references of a file to others.
#[derive(Default)]
struct File {
    /// The path below `src`.
    path: String,
    modules: BTreeSet<String>,
    /// The names that `use` declares, and the paths that they stand for; `*` stands for all names.
    names: Vec<(String, Names)>,
    /// The paths that the file uses and does not only re-export.
    used: Vec<Names>,
}

impl Crate {
    fn read(folder: &Path) -> Result<Self> {
        let mut modules = Self::default();
        for path in files(folder)?.iter().filter(|path| path.extension().is_some_and(|it| it == "rs")) {
            let name = below(folder, path);
            let mut module: Module = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if module.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
                module.pop();
            }
            let tokens: TokenStream =
                fs::read_to_string(path)?.parse().map_err(|error| anyhow!("{}: {error}", path.display()))?;
            modules.0.insert(module, File { path: name, ..File::read(tokens) });
        }
        modules.forget_tests();
        Ok(modules)
    }

    /// Removes files that only tests declare as modules.
    fn forget_tests(&mut self) {
        let declared: BTreeSet<Module> = self
            .0
            .iter()
            .flat_map(|(module, file)| {
                file.modules.iter().map(|name| [&module[..], std::slice::from_ref(name)].concat())
            })
            .collect();
        self.0.retain(|module, _| module.is_empty() || declared.contains(module));
    }

    /// The module that defines a name which the root re-exports.
    fn home(&self, name: &str) -> Option<String> {
        let root = Module::new();
        let file = self.0.get(&root).filter(|file| !file.modules.contains(name))?;
        let own = file.names.iter().find(|(known, _)| known == name).map(|(_, path)| (root.clone(), path));
        // Of what the root passes on as a whole.
        let room = || {
            let all = file.names.iter().filter(|(known, _)| known == "*");
            let rooms = all.filter_map(|(_, path)| self.resolved(&root, path, 0));
            let passed_on = |room: Module| {
                let names = &self.0.get(&room)?.names;
                names.iter().find(|(known, _)| known == name).map(|(_, path)| (room, path))
            };
            rooms.filter_map(passed_on).next()
        };
        let (room, path) = own.or_else(room)?;
        let is_inside = path.first().is_some_and(|first| self.0[&room].modules.contains(first));
        match (is_inside, room.is_empty()) {
            (true, true) => Some(format!("crate::{}", path.join("::"))),
            (true, false) => Some(format!("crate::{}::{name}", room.join("::"))),
            (false, _) => path.last().filter(|last| *last == name).map(|_| path.join("::")),
        }
    }

    /// The modules that each module uses. The root is left out, because it only re-exports names.
    fn arrows(&self) -> Arrows {
        let of = |from: &Module, file: &File| {
            let found = file.used.iter().filter_map(|path| self.resolved(from, path, 0));
            found.filter(|to| to != from).collect()
        };
        let inner = self.0.iter().filter(|(module, _)| !module.is_empty());
        inner.map(|(from, file)| (from.clone(), of(from, file))).collect()
    }

    /// The module that defines the target of a path; `None` if it is not in this crate.
    fn resolved(&self, from: &[String], path: &[String], depth: usize) -> Option<Module> {
        if depth > 20 {
            return None;
        }
        let mut module = from.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" | "$crate" => (module, rest) = (Module::new(), rest.get(1..)?),
            "self" => rest = rest.get(1..)?,
            "super" => {
                while let Some(("super", after)) =
                    rest.split_first().map(|(name, after)| (name.as_str(), after))
                {
                    module.pop()?;
                    rest = after;
                }
            }
            name if !self.0.get(from)?.modules.contains(name) => return None,
            _ => {}
        }
        while let Some((name, after)) = rest.split_first() {
            let file = self.0.get(&module)?;
            if file.modules.contains(name) {
                module.push(name.clone());
                rest = after;
                continue;
            }
            if let Some((_, path)) = file.names.iter().find(|(known, _)| known == name) {
                return self.resolved(&module, &[path, after].concat(), depth + 1);
            }
            let all = file.names.iter().filter(|(known, _)| known == "*");
            let mut all = all.filter_map(|(_, path)| self.resolved(&module, path, depth + 1));
            let passed_on = all.find(|to| *to != module && self.has(to, name));
            return match passed_on {
                Some(to) => self.resolved(&to, &[&["self".to_owned()], rest].concat(), depth + 1),
                None => Some(module),
            };
        }
        Some(module)
    }

    /// Returns true if a module re-exports a name or has a submodule with this name.
    fn has(&self, module: &[String], name: &str) -> bool {
        let file = self.0.get(module);
        file.is_some_and(|file| {
            file.modules.contains(name) || file.names.iter().any(|(known, _)| known == name)
        })
    }
}

impl File {
    /// Reads declarations and paths.
    fn read(tokens: TokenStream) -> Self {
        let mut all = Vec::new();
        flatten(tokens, &mut all);
        let word = |at: usize| all.get(at).map_or("", String::as_str);
        let end = |at: usize| (at..all.len()).find(|at| word(*at) == ";").unwrap_or(all.len());
        let mut file = Self::default();
        let mut at = 0;
        while at < all.len() {
            match word(at) {
                "mod" if word(at + 2) == ";" => _ = file.modules.insert(word(at + 1).to_owned()),
                "use" => {
                    // `pub use` and `pub(crate) use` pass names on.
                    let is_public = at > 0 && ["pub", ")"].contains(&word(at - 1));
                    file.declare(&all[at + 1..end(at)], is_public);
                    at = end(at);
                }
                "crate" | "super" if word(at + 1) == "::" => {
                    let start = at;
                    while word(at + 1) == "::"
                        && word(at + 2).starts_with(|it: char| it.is_alphabetic() || it == '_')
                    {
                        at += 2;
                    }
                    let mut path: Names = all[start..=at].iter().step_by(2).cloned().collect();
                    // A macro may be used in other crates, which see only what the root passes on.
                    if start > 0 && word(start - 1) == "$" {
                        path[0] = "$crate".into();
                    }
                    file.used.push(path);
                }
                _ => {}
            }
            at += 1;
        }
        file
    }

    /// Declares the names of a tree of `use`.
    fn declare(&mut self, tree: &[String], is_public: bool) {
        let (mut path, mut outer, mut name) = (Names::new(), Vec::new(), None);
        for (i, word) in tree.iter().map(String::as_str).chain([","]).enumerate() {
            match word {
                "{" => outer.push(path.clone()),
                "," | "}" => {
                    if let Some(last) = path.last().filter(|_| outer.last() != Some(&path)) {
                        self.names.push((name.take().unwrap_or_else(|| last.clone()), path.clone()));
                        self.used.extend((!is_public).then(|| path.clone()));
                    }
                    path = outer.last().cloned().unwrap_or_default();
                    if word == "}" {
                        outer.pop();
                    }
                }
                "*" => name = Some("*".to_owned()),
                "as" => name = tree.get(i + 1).cloned(),
                "self" if !path.is_empty() => {}
                _ if word != "::" && name.is_none() => path.push(word.to_owned()),
                _ => {}
            }
        }
    }
}

/// Adds the words and operators of a file, without comments and tests. `::` is a single operator.
fn flatten(tokens: TokenStream, all: &mut Vec<String>) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let inside = group.stream();
                let text = inside.to_string().replace(' ', "");
                if text.starts_with("cfg(test)") || text.starts_with("cfg(all(test") {
                    // Up to the end of the item.
                    let _ = tokens.find(|token| match token {
                        TokenTree::Punct(sign) => sign.as_char() == ';',
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        _ => false,
                    });
                    continue;
                }
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
                };
                all.push(open.into());
                flatten(inside, all);
                all.push(close.into());
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' && all.last().is_some_and(|last| last == ":") => {
                all.pop();
                all.push("::".into());
            }
            other => all.push(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;
    use crate::workspace::scratch::Scratch;
    use serde_json::json;

    #[test]
    fn rooms_and_circles() {
        let files = [
            ("crates/rezkit/src/lib.rs", "mod formats; mod verbs; pub use verbs::*;"),
            ("crates/rezkit/src/formats.rs", "pub mod a; mod b; use b::b; // crate::verbs"),
            (
                "crates/rezkit/src/formats/a.rs",
                "//! A.\nuse super::b::{self, B}; #[cfg(test)] mod t { use crate::verbs::Verb; }",
            ),
            (
                "crates/rezkit/src/formats/b.rs",
                "pub fn b() { crate::formats::a::a(); crate::verbs::Verb::new(); }",
            ),
            ("crates/rezkit/src/verbs.rs", "mod v; pub use v::Verb; use crate::formats::a;"),
            ("crates/rezkit/src/verbs/v.rs", "pub struct Verb;"),
            ("crates/toy/src/lib.rs", "mod formats; mod verbs; pub use verbs::Verb;"),
            // Each file uses one of the other room that does not use it.
            ("crates/toy/src/formats.rs", "mod format; mod name;"),
            ("crates/toy/src/formats/format.rs", "use crate::verbs::Verb; pub struct Format;"),
            ("crates/toy/src/formats/name.rs", "pub struct Name;"),
            ("crates/toy/src/verbs.rs", "mod v; mod w; pub use v::Verb; #[cfg(test)] mod tests;"),
            ("crates/toy/src/verbs/v.rs", "pub struct Verb;"),
            ("crates/toy/src/verbs/w.rs", "use crate::formats::name::Name;"),
            ("crates/toy/src/verbs/tests.rs", "use crate::formats::format::Format;"),
        ];
        let tree = Scratch::new(&files).member("crates/rezkit", json!({})).member("crates/toy", json!({}));
        assert_eq!(
            texts(arrows(&tree.0)),
            [
                "crates/rezkit: this is a circle: formats::b uses verbs::v, verbs uses formats::a. Move what they share.",
                "crates/rezkit: this is a circle: formats::a uses formats::b, formats::b uses formats::a. Move what they share.",
                "crates/toy: this is a circle: formats::format uses verbs::v, verbs::w uses formats::name. Move what they share.",
            ]
        );
    }

    #[test]
    fn the_root_is_not_named() {
        let files = [
            (
                "crates/toy/src/lib.rs",
                "mod a; mod b; mod room; pub use a::A; pub use geom::Same; pub use room::*;",
            ),
            ("crates/toy/src/a.rs", "pub struct A;"),
            ("crates/toy/src/b.rs", "use crate::{A, Same, a, Kept}; fn b() { $crate::A; crate::A }"),
            ("crates/toy/src/room.rs", "mod kept; pub use kept::Kept;"),
            ("crates/toy/src/room/kept.rs", "pub struct Kept;"),
        ];
        let complaints = arrows(&Scratch::new(&files).member("crates/toy", json!({})).0).unwrap();
        let [complaint] = &complaints[..] else { panic!("{complaints:?}") };
        assert_eq!(
            complaint.text,
            "crates/toy/src/b.rs: `crate::A` is `crate::a::A`, `crate::Kept` is `crate::room::Kept`, `crate::Same` is \
             `geom::Same`. Name that, or run `cargo xtask tidy --fix` and `cargo fmt`."
        );
        let fixed = "use crate::a::A;\nuse geom::Same;\nuse crate::a;\nuse crate::room::Kept; fn b() { $crate::A; crate::a::A }";
        assert_eq!(complaint.fix, Some(("crates/toy/src/b.rs".into(), fixed.into())));
    }
}
