//! A file as a tree for interactive programs.

use dom::script_path::path_of_script;
use files::File;
use files::model::AnyModel;
use files::outline::{Children, Outline, Paths, SLASH, Viewer, follow, is_whole, item, shown_name, step};
use scene::Problem;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

/// The instances of a place, the blocks of a mesh or the chunks of a model as a tree, for programs in which users
/// browse a file. Node 0 is the file.
///
/// [`print()`](crate::print()) prints the same parts with the same properties.
///
/// ```
/// use rezkit::{File, OpenOptions, Tree};
///
/// let file = File::open(b"{'chair':{'legs':i4},'table':{}}", &OpenOptions::default())?;
/// let tree = Tree::read(&file)?;
/// let chair = tree.children(0)[0];
/// assert_eq!((tree.kind(chair), tree.name(chair)), ("map", "chair"));
/// assert_eq!(tree.node(chair).properties, [("legs".to_owned(), "4".to_owned())]);
/// assert_eq!(tree.find("LEGS", 0, 10), [chair]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
pub struct Tree {
    model: Box<dyn AnyModel>,
    memory: usize,
    paths: Paths,
    /// The separator of the steps of a path.
    separator: char,
    children: Children,
    parents: Vec<u32>,
    /// The index into `kinds` for each node.
    kind_of: Vec<u32>,
    kinds: Vec<String>,
    names: Vec<Box<str>>,
}

/// A node with its path and its properties.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Node {
    /// Its path.
    pub path: String,
    /// Its properties as [`print()`](crate::print()) shows them, by the names that scripts use; a value of
    /// several lines is one text.
    pub properties: Vec<(String, String)>,
}

impl Tree {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read(file: &File<'_>) -> Result<Self, Problem> {
        let (model, _) = file.read()?;
        let mut parts = None;
        let memory = file.memory();
        model.outline(memory, &mut |outline| parts = Some(Parts::from_outline(outline)))?;
        let Parts { paths, separator, children, parents, kind_of, kinds, names } = parts.unwrap_or_default();
        Ok(Self { model, memory, paths, separator, children, parents, kind_of, kinds, names })
    }

    /// The number of nodes, including the file.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if the file has no parts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() < 2
    }

    /// The class or kind of a node.
    #[must_use]
    pub fn kind(&self, number: u32) -> &str {
        let kind = self.kind_of.get(number as usize).and_then(|kind| self.kinds.get(*kind as usize));
        kind.map_or("", |kind| kind)
    }

    /// The last step of the path of a node.
    #[must_use]
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", |name| name)
    }

    /// The parent of a node.
    #[must_use]
    pub fn parent(&self, number: u32) -> Option<u32> {
        self.parents.get(number as usize).copied().filter(|_| number > 0)
    }

    /// The children of a node.
    #[must_use]
    pub fn children(&self, number: u32) -> &[u32] {
        self.children.get(number)
    }

    /// The path and the properties of a node.
    #[must_use]
    pub fn node(&self, number: u32) -> Node {
        let empty = || Node { path: String::new(), properties: Vec::new() };
        self.nodes(&[number]).pop().unwrap_or_else(empty)
    }

    /// The paths and the properties of several nodes, in little more time than those of one.
    #[must_use]
    pub fn nodes(&self, numbers: &[u32]) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.show(&mut |outline| nodes = numbers.iter().map(|number| self.shown(outline, *number)).collect());
        nodes
    }

    /// The raw text of a property for each of several nodes, without quotes and escapes; `None` for nodes without a
    /// readable text.
    #[must_use]
    pub fn texts(&self, numbers: &[u32], property: &str) -> Vec<Option<String>> {
        let mut texts = vec![None; numbers.len()];
        self.show(&mut |outline| {
            for (number, text) in numbers.iter().zip(&mut texts) {
                outline.shown_properties(*number, &mut |label, value| {
                    if text.is_none() && shown_name(outline, *number, label) == property {
                        *text = value.text().map(str::to_owned);
                    }
                });
            }
        });
        texts
    }

    fn shown(&self, outline: &dyn Outline, number: u32) -> Node {
        let mut node = Node { path: self.paths.path(outline, number), properties: Vec::new() };
        self.properties(outline, number, &mut |name, value| {
            node.properties.push((name.to_owned(), value.to_owned()));
            true
        });
        node
    }

    /// Up to `most` nodes, from `first` on, whose name, kind, or the name or value of a property contains a text,
    /// regardless of case.
    #[must_use]
    pub fn find(&self, text: &str, first: u32, most: usize) -> Vec<u32> {
        let text = text.to_lowercase();
        let has = |part: &str| part.to_lowercase().contains(&text);
        let is_kind: Vec<bool> = self.kinds.iter().map(|kind| has(kind)).collect();
        let mut found = Vec::new();
        self.show(&mut |outline| {
            for number in first..u32::try_from(self.len()).unwrap_or(u32::MAX) {
                if found.len() >= most {
                    break;
                }
                let kind = self.kind_of.get(number as usize).and_then(|kind| is_kind.get(*kind as usize));
                let is_named = kind.is_some_and(|is_it| *is_it) || has(self.name(number));
                if is_named || self.has_property(outline, number, &has) {
                    found.push(number);
                }
            }
        });
        found
    }

    /// The instances at the paths of [findings](crate::Finding::path), in files with instances.
    #[must_use]
    pub fn instances(&self, paths: &[String]) -> Vec<Option<u32>> {
        let mut found = Vec::new();
        self.show(&mut |outline| found = paths.iter().map(|path| outline.node_at(path)).collect());
        found
    }

    /// The nodes at these paths, which may also be written as in scripts: `game.Workspace.Door`.
    #[must_use]
    pub fn nodes_at(&self, paths: &[&str]) -> Vec<Option<u32>> {
        let mut found = self.at_paths(paths);
        for (path, number) in paths.iter().zip(&mut found).filter(|(_, number)| number.is_none()) {
            *number = path_of_script(path).and_then(|path| self.at_paths(&[&path]).pop()?);
        }
        found
    }

    fn at_paths(&self, paths: &[&str]) -> Vec<Option<u32>> {
        // Unabbreviated paths are followed from the root; others need a pass over all nodes.
        if self.separator == SLASH && paths.iter().all(|path| is_whole(path)) {
            return paths.iter().map(|path| follow(path, &self.children, |node| self.name(node))).collect();
        }
        let wanted = paths.iter().copied().collect();
        let mut found = HashMap::new();
        self.show(&mut |outline| found = self.paths.numbers(outline, &wanted));
        paths.iter().map(|path| found.get(*path).copied()).collect()
    }

    /// The memory limit for output.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    pub(super) fn paths(&self) -> &Paths {
        &self.paths
    }

    pub(super) fn show(&self, look: &mut Viewer<'_>) {
        // It stayed within the limit the first time, and takes the same memory again.
        let _ = self.model.outline(self.memory, look);
    }

    fn has_property(&self, outline: &dyn Outline, number: u32, has: &dyn Fn(&str) -> bool) -> bool {
        let mut is_found = false;
        self.properties(outline, number, &mut |name, value| {
            is_found = has(name) || has(value);
            !is_found
        });
        is_found
    }

    /// Passes properties to `show` until it returns false.
    fn properties(&self, outline: &dyn Outline, number: u32, show: &mut dyn FnMut(&str, &str) -> bool) {
        let (mut text, mut is_wanted) = (String::new(), true);
        outline.shown_properties(number, &mut |label, value| {
            if !is_wanted {
                return;
            }
            text.clear();
            match (value.lines(), item(outline, number, label, value)) {
                (Some(lines), _) => text.push_str(lines),
                (None, Some((_, item))) => text.push_str(item),
                (None, None) => value.write(&mut text, outline, &self.paths),
            }
            is_wanted = show(&shown_name(outline, number, label), &text);
        });
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The data taken from an outline.
#[derive(Default)]
struct Parts {
    paths: Paths,
    separator: char,
    children: Children,
    parents: Vec<u32>,
    kind_of: Vec<u32>,
    kinds: Vec<String>,
    names: Vec<Box<str>>,
}

impl Parts {
    fn from_outline(outline: &dyn Outline) -> Self {
        let (paths, children) = (Paths::new(outline), Children::new(outline));
        let mut parts = Self { paths, separator: outline.separator(), children, ..Self::default() };
        let mut numbers: HashMap<&[u8], u32> = HashMap::new();
        for number in 0..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
            let kind = outline.kind(number);
            let kind = *numbers.entry(kind).or_insert_with(|| {
                parts.kinds.push(step(kind, ']'));
                u32::try_from(parts.kinds.len()).unwrap_or(u32::MAX).saturating_sub(1)
            });
            parts.kind_of.push(kind);
            parts.parents.push(outline.parent(number));
            parts.names.push(parts.paths.last(outline, number).into());
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::OpenOptions;

    const PLACE: &[u8] = br#"<roblox version="4"><Item class="Folder"><Properties><string name="Name">A</string></Properties>
        <Item class="Part"><Properties><string name="Name">B</string><bool name="Anchored">true</bool></Properties></Item>
        <Item class="Part"><Properties><string name="Name">B</string></Properties></Item></Item></roblox>"#;

    #[test]
    fn siblings_of_one_name_are_told_apart() {
        let tree = Tree::read(&File::open(PLACE, &OpenOptions::default()).unwrap()).unwrap();
        assert_eq!((tree.len(), tree.children(0), tree.children(1)), (4, &[1][..], &[2, 3][..]));
        assert_eq!([1, 2, 3].map(|number| tree.name(number)), ["A", "B", "B[2]"]);
        assert_eq!((tree.node(3).path.as_str(), tree.parent(3), tree.parent(0)), ("A/B[2]", Some(1), None));
        assert_eq!(tree.nodes_at(&["A/B[2]", "A/C", "A"]), [Some(3), None, Some(1)]);
        assert_eq!(tree.nodes(&[3, 2]), [tree.node(3), tree.node(2)]);
        assert_eq!(tree.node(2).properties, [("Anchored".to_owned(), "true".to_owned())]);
        assert_eq!((tree.kind(9), tree.name(9), tree.children(9).len()), ("", "", 0));
    }

    #[test]
    fn paths_of_scripts_lead_to_the_same_nodes() {
        let place = br#"<roblox version="4"><Item class="Folder"><Properties><string name="Name">A</string></Properties>
            <Item class="Part"><Properties><string name="Name">v1.2/b</string><token name="Material">288</token></Properties></Item>
            <Item class="Part"><Properties><string name="Name">B</string></Properties></Item>
            <Item class="Part"><Properties><string name="Name">B</string></Properties></Item></Item></roblox>"#;
        let file = File::open(place, &OpenOptions::default()).unwrap();
        let tree = Tree::read(&file).unwrap();
        let paths = [
            "game.A",
            "game.A.B[2]",
            r#"game.A["v1.2/b"]"#,
            "game['A'].B",
            "game.A.",
            "game",
            "A.B",
            "game.A.C",
        ];
        assert_eq!(tree.nodes_at(&paths), [Some(1), Some(4), Some(2), Some(3), None, None, None, None]);
        let document = crate::roblox::Document::read(&file).unwrap();
        let found = document.0.find_all(&paths);
        assert_eq!(
            found.iter().map(Option::is_some).collect::<Vec<_>>(),
            tree.nodes_at(&paths).iter().map(Option::is_some).collect::<Vec<_>>()
        );
        assert_eq!(found[1], document.find("A/B[2]"));
        let inside = "inside game.A and name=B".parse().unwrap();
        assert_eq!(tree.select(&inside, &mut Vec::new()).unwrap(), [3, 4]);
        assert_eq!(tree.node(2).properties, [("Material".to_owned(), "Neon".to_owned())]);
    }

    #[test]
    fn texts_are_given_as_they_are() {
        let model = br#"<roblox version="4"><Item class="Script"><Properties><ProtectedString name="Source">print("a")</ProtectedString>
            </Properties></Item><Item class="Part"></Item></roblox>"#;
        let tree = Tree::read(&File::open(model, &OpenOptions::default()).unwrap()).unwrap();
        assert_eq!(tree.texts(&[1, 2, 9], "Source"), [Some("print(\"a\")".to_owned()), None, None]);
        assert_eq!(tree.node(1).properties, [("Source".to_owned(), r#""print(\"a\")""#.to_owned())]);
    }

    #[test]
    fn texts_are_found_in_names_kinds_and_properties() {
        let tree = Tree::read(&File::open(PLACE, &OpenOptions::default()).unwrap()).unwrap();
        assert_eq!(tree.find("part", 0, 10), [2, 3]);
        assert_eq!(tree.find("part", 3, 10), [3]);
        assert_eq!(tree.find("part", 0, 1), [2]);
        assert_eq!(tree.find("TRUE", 0, 10), [2]);
        assert_eq!(tree.find("nothing", 0, 10), [0_u32; 0]);
    }

    fn found(bytes: &[u8]) -> Vec<(String, Option<(String, String)>)> {
        let file = File::open(bytes, &OpenOptions::default()).unwrap();
        let tree = Tree::read(&file).unwrap();
        let findings = crate::verbs::check(&file, &crate::verbs::CheckOptions::default()).unwrap().findings;
        let paths: Vec<_> = findings.into_iter().map(|finding| finding.path).collect();
        let instances = tree.instances(&paths);
        let named = instances
            .into_iter()
            .map(|node| node.map(|node| (tree.kind(node).to_owned(), tree.name(node).to_owned())));
        paths.into_iter().zip(named).collect()
    }

    #[test]
    fn findings_are_about_instances() {
        let part = |name: &str| Some(("Part".to_owned(), name.to_owned()));
        let xml = br#"<roblox version="4"><Item class="Folder" referent="a"><Properties/><Item class="Part" referent="b">
            <Properties><string name="Name">B</string><Axes name="x"><axes>8</axes></Axes></Properties></Item></Item></roblox>"#;
        assert_eq!(found(xml), [("items[1] Part, x.axes".to_owned(), part("B"))]);
        let binary = include_bytes!("../../fixtures/rbxbinary/rules/RBX010.fires.rbxm");
        let folder = Some(("Folder".to_owned(), "Folder".to_owned()));
        assert_eq!(found(binary), [("chunks[2] PROP Folder.size, x[0]".to_owned(), folder)]);
        let class = include_bytes!("../../fixtures/rbxbinary/rules/RBX004.fires.rbxm");
        assert_eq!(found(class), [("chunks[0] INST Folder".to_owned(), None)]);
    }
}
