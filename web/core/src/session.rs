//! One file, and the questions about it.

#[cfg(test)]
mod schemas;

use crate::annotate::Annotations;
use crate::change::{self, Step};
use crate::compare::compare;
use crate::contents::Contents;
use crate::convert::{self, Wish};
use crate::draw::{How, draw};
use crate::findings::Findings;
use crate::follow::{self, Chosen, Together};
use crate::picture::{Sitting, picture};
use crate::room::MEMORY;
use crate::shelf::{self, Members};
use crate::structure::Sought;
use rezkit::{
    Family, File, Identity, Info, InfoOptions, List, OpenOptions, Problem, Profile, Query, Tree,
    identify_named, info_of_scene, info_with, list, sizes,
};
// The tests describe what answers are made of.
#[cfg(test)]
use schemars::JsonSchema as Described;
#[cfg(not(test))]
use serde::Serialize as Described;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;

/// A file that the page has opened.
///
/// The file and everything borrowed from it live until the module ends: there is one module for each file.
pub struct Session {
    bytes: &'static [u8],
    name: String,
    identity: Identity,
    file: Result<&'static File<'static>, Problem>,
    annotations: Option<Annotations>,
    findings: Option<Findings>,
    contents: Option<Contents>,
    tree: Option<Tree>,
    members: Option<Members>,
    /// Further files that the page passed: one to compare with, or those that a model refers to.
    beside: Vec<(String, Vec<u8>)>,
}

/// An answer: JSON with `result` or `error`, and bytes that are too many for JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// `{"result": …}` or `{"error": …}`.
    pub json: String,
    /// A file, a part of one, or nothing.
    pub bytes: Vec<u8>,
}

/// A question: its verb with an object, such as `{"findings": {"rule": "RBM001", "first": 0, "n": 9}}`.
// Not tagged inside of the object, for which serde would need 0.1 MB of code.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    /// The identity of the file.
    Summary {},
    /// The facts about the file.
    Info { scale: Option<[f32; 3]> },
    /// The broken rules, with how often each is broken.
    Check { profiles: Vec<String> },
    /// The findings of one rule.
    Findings { rule: String, first: usize, n: usize },
    /// The findings in scripts, of the last check if there was one.
    Faults {},
    /// The spaces of bytes: the file, and the plain data of packed parts.
    Spaces {},
    /// The leaves of a window.
    Leaves { space: usize, from: usize, to: usize },
    /// The bytes of a window.
    Bytes { space: usize, from: usize, to: usize },
    /// The parts that a part of the bytes consists of.
    Parts { of: Option<usize>, first: usize, n: usize },
    /// The parts that a byte is in.
    Trail { space: usize, at: usize },
    /// The kinds of bytes of a space, at a glance.
    Strip { space: usize, n: usize },
    /// The next match of a search in the bytes.
    Seek(Sought),
    /// The bytes of a part, by its path.
    Place { path: String },
    /// The children of a node of the tree.
    Children { of: u32, first: usize, n: usize },
    /// All descendants of a node, each after its parent.
    Subtree { of: u32, first: usize, n: usize },
    /// The path and the properties of a node.
    Node { of: u32 },
    /// The paths and the properties of several nodes.
    Nodes { of: Vec<u32> },
    /// The nodes that an expression selects, from an index on.
    Select {
        query: String,
        #[serde(default)]
        first: usize,
    },
    /// The nodes that contain a text.
    Search { text: String },
    /// The instances that findings concern, by the paths of the findings.
    Instances { paths: Vec<String> },
    /// The sizes of the components of the file.
    Sizes {},
    /// The node, bytes and names that belong to a choice.
    Follow(Chosen),
    /// The ids and addresses of assets in the file.
    Assets {},
    /// The names of enum items, as JSON.
    Enums {},
    /// The files inside the file.
    Contents {},
    /// One of the files inside.
    Content { index: usize },
    /// The lines of scripts that contain a text.
    Grep { text: String, n: usize },
    /// A model or place as lists of numbers for a graphics card.
    // The page asks it of places, and shows others as a GLB, by `Convert`.
    Draw(How),
    /// A picture of the file, as PNG.
    Picture(Sitting),
    /// The formats to which the file can be converted.
    Targets {},
    /// A conversion.
    Convert(Wish),
    /// The summary of the file in a list of files.
    Card {},
    /// The files in an archive.
    Members {},
    /// One of the files in an archive.
    Member { index: usize },
    /// The differences from an older file that the page passed.
    Compare {},
    /// The file with some changes.
    Edit { steps: Vec<Step> },
}

/// The identity of the file, which is the first answer.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Summary<'s> {
    identity: &'s Identity,
    n_bytes: usize,
    /// The problem, if the file is not of the six families or cannot be read.
    problem: Option<&'s Problem>,
    /// The start of the file, if it is text of no known format.
    text: Option<String>,
    /// True if there is a model to show.
    is_model: bool,
    /// True if the file may have scripts.
    is_place: bool,
    /// True if the file contains other files.
    is_archive: bool,
    tool: &'static str,
}

/// A node of the tree.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Row<'t> {
    id: u32,
    kind: &'t str,
    name: &'t str,
    n_children: usize,
    /// The number after that of the last descendant. Descendants have the numbers from the next one to this.
    end: u32,
}

/// A node, with the number of its ancestors.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Deep<'t> {
    #[serde(flatten)]
    row: Row<'t>,
    depth: usize,
}

/// A node that was found, or an ancestor of one.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Found<'t> {
    #[serde(flatten)]
    deep: Deep<'t>,
    is_found: bool,
}

/// A node that was found, with its ancestors, outermost first.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Hit<'t> {
    #[serde(flatten)]
    row: Row<'t>,
    around: Vec<u32>,
}

/// The results of a search for a text or an expression.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Selected<'t> {
    /// The number of nodes.
    n: usize,
    /// The nodes that were found, each after its ancestors.
    rows: Vec<Found<'t>>,
    /// The reasons why the answer may be wrong.
    notes: Vec<String>,
}

/// Upper bound on the nodes that are listed at once.
const MOST_NODES: usize = 200;

/// Upper bounds on the nodes that a search returns, and on the lines for them.
const MOST_HITS: usize = 500;
const MOST_LINES: usize = 20_000;

/// The node, bytes and names that belong together, with the ancestors of the node.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Followed<'t> {
    hit: Option<Hit<'t>>,
    #[serde(flatten)]
    together: Together,
}

impl Session {
    /// Opens a file.
    #[must_use]
    pub fn open(bytes: Vec<u8>, name: &str) -> Self {
        let bytes: &'static [u8] = Vec::leak(bytes);
        let file = File::open(bytes, &OpenOptions::default().name(name).max_memory(MEMORY));
        Self {
            bytes,
            name: name.to_owned(),
            identity: identify_named(bytes, name),
            file: file.map(|file| &*Box::leak(Box::new(file))),
            annotations: None,
            findings: None,
            contents: None,
            tree: None,
            members: None,
            beside: Vec::new(),
        }
    }

    /// Adds another file to the session, for comparison or because a model refers to it.
    pub fn add(&mut self, bytes: Vec<u8>, name: &str) {
        self.beside.retain(|(other, _)| other != name);
        self.beside.push((name.to_owned(), bytes));
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &str) -> Answer {
        let answered = match serde_json::from_str(question) {
            Ok(question) => self.answer(question),
            Err(error) => Err(Error::new(format!("not a question: {error}"))),
        };
        answered.unwrap_or_else(|error| Answer::new("error", &error, Vec::new()))
    }

    fn answer(&mut self, question: Question) -> Result<Answer, Error> {
        match question {
            Question::Summary {} => json(&self.summary()),
            Question::Info { scale } => json(&self.info(scale)?),
            Question::Check { profiles } => {
                let is_wanted = |profile: &&Profile| profiles.iter().any(|name| name == profile.name());
                let profiles = Profile::ALL.iter().filter(is_wanted).copied().collect();
                let findings = Findings::check(self.file()?, profiles)?;
                json(&self.findings.insert(findings).rules())
            }
            Question::Findings { rule, first, n } => {
                let annotations = Self::annotated(&mut self.annotations, self.bytes, &self.file);
                let found = self.findings.as_ref().map(|all| all.of_rule(&rule, first, n, annotations));
                json(&found.unwrap_or_default())
            }
            Question::Faults {} => {
                let findings = match self.findings.take() {
                    Some(findings) => findings,
                    None => Findings::check(self.file()?, Vec::new())?,
                };
                json(&self.findings.insert(findings).in_scripts())
            }
            Question::Spaces {} => json(&self.annotations().spaces()),
            Question::Leaves { space, from, to } => json(&self.annotations().leaves(space, from..to)),
            Question::Bytes { space, from, to } => {
                let bytes = self.annotations().bytes(space, from..to).to_vec();
                Ok(Answer::new("result", &(), bytes))
            }
            Question::Parts { of, first, n } => json(&self.annotations().parts(of, first, n)),
            Question::Trail { space, at } => json(&self.annotations().trail(space, at)),
            Question::Strip { space, n } => json(&self.annotations().strip(space, n)),
            Question::Seek(sought) => json(&self.annotations().seek(&sought)),
            Question::Place { path } => json(&self.annotations().place(&path)),
            Question::Children { of, first, n } => {
                let tree = self.tree()?;
                let children = tree.children(of).iter().skip(first).take(n);
                let rows: Vec<_> = children.map(|child| Row::new(tree, *child)).collect();
                json(&rows)
            }
            Question::Subtree { of, first, n } => json(&subtree(self.tree()?, of, first, n)),
            Question::Node { of } => json(&self.tree()?.node(of)),
            Question::Nodes { of } => {
                let of = of.get(..MOST_NODES).unwrap_or(&of);
                json(&self.tree()?.nodes(of))
            }
            Question::Select { query, first } => {
                let query: Query = query.parse()?;
                let tree = self.tree()?;
                let mut notes = Vec::new();
                let found = tree.select(&query, &mut notes)?;
                let behind = found.get(first..).unwrap_or_default();
                json(&Selected { n: found.len(), notes, ..Selected::new(tree, behind) })
            }
            Question::Search { text } => {
                let tree = self.tree()?;
                json(&Selected::new(tree, &tree.find(&text, 0, usize::MAX)))
            }
            Question::Instances { paths } => {
                let tree = self.tree()?;
                let found = tree.instances(&paths).into_iter();
                let hits: Vec<_> = found.map(|node| node.map(|node| Hit::new(tree, node))).collect();
                json(&hits)
            }
            Question::Sizes {} => json(&sizes(self.file()?)),
            Question::Assets {} => json(&list(self.file()?, List::Assets)?),
            Question::Enums {} => Ok(Answer::new("result", &(), rezkit::ENUM_ITEMS.into())),
            Question::Contents {} => json(&self.contents()?.list()),
            Question::Content { index } => {
                let bytes = self.contents()?.bytes(index).to_vec();
                Ok(Answer::new("result", &(), bytes))
            }
            Question::Grep { text, n } => json(&self.contents()?.lines_with(&text, n)),
            Question::Follow(chosen) => {
                let is_needed = chosen.needs_tree();
                let file = self.file.as_ref().ok().copied().filter(|_| is_needed);
                let tree = self.tree.take().or_else(|| Tree::read(file?).ok());
                let annotations = Self::annotated(&mut self.annotations, self.bytes, &self.file);
                let family = self.identity.format.family();
                let together = follow::follow(chosen, family, tree.as_ref(), annotations);
                let hit = together.node.zip(tree.as_ref()).map(|(node, tree)| Hit::new(tree, node));
                let answer = json(&Followed { hit, together });
                self.tree = tree;
                answer
            }
            Question::Draw(how) => {
                let mut drawn = draw(self.bytes, &self.name, how, &mut |name| self.beside(name))?;
                let bytes = drawn.as_mut().map(|drawing| std::mem::take(&mut drawing.bytes));
                Ok(Answer::new("result", &drawn, bytes.unwrap_or_default()))
            }
            Question::Picture(sitting) => {
                let mut drawn = picture(self.bytes, &self.name, &sitting, &mut |name| self.beside(name))?;
                let png = std::mem::take(&mut drawn.png);
                Ok(Answer::new("result", &drawn, png))
            }
            Question::Targets {} => json(&convert::targets(self.identity.format)),
            Question::Convert(wish) => {
                let made = convert::convert(self.bytes, &self.name, &wish, &mut |name| self.beside(name))?;
                Ok(Answer::new("result", &made.report, made.bytes))
            }
            Question::Card {} => json(&shelf::card(&self.identity, self.file())),
            Question::Members {} => {
                json(self.members.get_or_insert_with(|| Members::read(self.bytes)).list())
            }
            Question::Member { index } => {
                let bytes = self.members.as_mut().map(|members| members.take(index)).unwrap_or_default();
                Ok(Answer::new("result", &(), bytes))
            }
            Question::Compare {} => {
                let file = self.file()?;
                let tree = match self.tree.take() {
                    Some(tree) => tree,
                    None => Tree::read(file)?,
                };
                let (name, old) =
                    self.beside.last().ok_or_else(|| Error::new("there is no other file".into()))?;
                let compared = compare(old, name, file, &tree);
                self.tree = Some(tree);
                json(&compared?)
            }
            Question::Edit { steps } => {
                let file = self.file()?;
                let mut edited = change::edited(file, self.tree()?, steps)?;
                let bytes = std::mem::take(&mut edited.bytes);
                Ok(Answer::new("result", &edited, bytes))
            }
        }
    }

    fn summary(&self) -> Summary<'_> {
        let family = self.identity.format.family();
        let is_foreign = matches!(family, Family::Other | Family::Exchange);
        Summary {
            identity: &self.identity,
            n_bytes: self.bytes.len(),
            problem: self.file.as_ref().err(),
            text: is_foreign.then(|| start_of_text(self.bytes)).flatten(),
            is_model: convert::is_model(self.identity.format),
            is_place: matches!(family, Family::RbxBinary | Family::RbxXml),
            is_archive: is_foreign && shelf::is_archive(self.bytes),
            tool: concat!("rezkit ", env!("CARGO_PKG_VERSION")),
        }
    }

    /// Summarises the file; a scene file is summarised as by `rez info`.
    fn info(&self, scale: Option<[f32; 3]>) -> Result<Info, Problem> {
        let options = match scale {
            Some(scale) => InfoOptions::default().scale(scale),
            None => InfoOptions::default(),
        };
        if self.file.is_err() && self.identity.format.is_scene() {
            let open = OpenOptions::default().name(&self.name);
            return info_of_scene(self.bytes, &open, &options, &mut |name| self.beside(name));
        }
        info_with(self.file()?, &options)
    }

    fn file(&self) -> Result<&'static File<'static>, Problem> {
        self.file.clone()
    }

    /// A further file that the page passed, by its name.
    fn beside(&self, name: &str) -> Option<Vec<u8>> {
        self.beside.iter().find(|(other, _)| other == name).map(|(_, bytes)| bytes.clone())
    }

    fn annotations(&mut self) -> &mut Annotations {
        Self::annotated(&mut self.annotations, self.bytes, &self.file)
    }

    fn annotated<'s>(
        annotations: &'s mut Option<Annotations>,
        bytes: &'static [u8],
        file: &Result<&'static File<'static>, Problem>,
    ) -> &'s mut Annotations {
        annotations.get_or_insert_with(|| Annotations::new(bytes, file.as_ref().ok().copied()))
    }

    fn tree(&mut self) -> Result<&Tree, Problem> {
        let tree = match self.tree.take() {
            Some(tree) => tree,
            None => Tree::read(self.file()?)?,
        };
        Ok(self.tree.insert(tree))
    }

    fn contents(&mut self) -> Result<&Contents, Problem> {
        let contents = match self.contents.take() {
            Some(contents) => contents,
            None => Contents::extract(self.file()?)?,
        };
        Ok(self.contents.insert(contents))
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("name", &self.name)
            .field("format", &self.identity.format)
            .finish_non_exhaustive()
    }
}

/// An answer without bytes.
fn json(value: &(impl Serialize + Described)) -> Result<Answer, Error> {
    Ok(Answer::new("result", value, Vec::new()))
}

impl Answer {
    fn new<T: Serialize + Described>(key: &str, value: &T, bytes: Vec<u8>) -> Self {
        #[cfg(test)]
        schemas::SHAPE.set(Some(|generator| generator.subschema_for::<T>()));
        // Our types have strings as keys and no number that JSON lacks, which are the reasons to fail.
        let value = serde_json::to_string(value).unwrap_or_else(|_| "null".into());
        Self { json: format!("{{\"{key}\":{value}}}"), bytes }
    }
}

/// The reason why there is no answer.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Serialize)]
struct Error {
    message: String,
    problem: Option<Box<Problem>>,
}

impl Error {
    fn new(message: String) -> Self {
        Self { message, problem: None }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self { message: problem.to_string(), problem: Some(Box::new(problem)) }
    }
}

impl<'t> Row<'t> {
    fn new(tree: &'t Tree, id: u32) -> Self {
        let n_children = tree.children(id).len();
        Self { id, kind: tree.kind(id), name: tree.name(id), n_children, end: end_of(tree, id) }
    }
}

impl<'t> Hit<'t> {
    fn new(tree: &'t Tree, id: u32) -> Self {
        let mut around: Vec<u32> =
            std::iter::successors(tree.parent(id), |node| tree.parent(*node)).collect();
        around.reverse();
        Self { row: Row::new(tree, id), around }
    }
}

impl<'t> Selected<'t> {
    fn new(tree: &'t Tree, found: &[u32]) -> Self {
        let shown: HashSet<u32> = found.iter().take(MOST_HITS).copied().collect();
        let mut wanted = shown.clone();
        for node in &shown {
            let around = std::iter::successors(tree.parent(*node), |node| tree.parent(*node));
            // What is around a node that was there before is there, too.
            let _ = around.take_while(|node| wanted.insert(*node)).count();
        }
        let below = |node: u32, depth: usize| {
            let wanted = &wanted;
            let children = tree.children(node).iter().rev().filter(move |child| wanted.contains(child));
            children.map(move |child| (*child, depth))
        };
        let mut pending: Vec<_> = below(0, 1).collect();
        let mut rows = Vec::new();
        while let Some((node, depth)) = pending.pop()
            && rows.len() < MOST_LINES
        {
            let deep = Deep { row: Row::new(tree, node), depth };
            rows.push(Found { deep, is_found: shown.contains(&node) });
            pending.extend(below(node, depth.saturating_add(1)));
        }
        Self { n: found.len(), rows, notes: Vec::new() }
    }
}

/// The number after that of the last descendant of a node. Descendants have consecutive numbers after the node.
fn end_of(tree: &Tree, id: u32) -> u32 {
    let last = std::iter::successors(Some(id), |node| tree.children(*node).last().copied()).last();
    last.unwrap_or(id).saturating_add(1)
}

fn subtree(tree: &Tree, of: u32, first: usize, n: usize) -> Vec<Deep<'_>> {
    let below = |node: u32, depth: usize| tree.children(node).iter().rev().map(move |child| (*child, depth));
    let mut pending: Vec<_> = below(of, 1).collect();
    let (mut rows, mut n_seen) = (Vec::new(), 0_usize);
    while let Some((node, depth)) = pending.pop()
        && rows.len() < n
    {
        if n_seen >= first {
            rows.push(Deep { row: Row::new(tree, node), depth });
        }
        n_seen = n_seen.saturating_add(1);
        pending.extend(below(node, depth.saturating_add(1)));
    }
    rows
}

/// The start of the file if it is text, such as the answer of a server.
fn start_of_text(bytes: &[u8]) -> Option<String> {
    const MOST: usize = 4000;
    let start = bytes.get(..MOST).unwrap_or(bytes);
    // The last letter may be cut.
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(start.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    let is_text =
        !text.is_empty() && !text.contains(|letter: char| letter.is_control() && !letter.is_whitespace());
    is_text.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn session(path: &str) -> Session {
        let bytes = std::fs::read(format!("{}/../../fixtures/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        Session::open(bytes, path)
    }

    /// A question as the page sends it.
    fn sent(mut question: Value) -> String {
        let verb = question.as_object_mut().unwrap().remove("verb").unwrap();
        json!({ verb.as_str().unwrap(): question }).to_string()
    }

    fn ask(session: &mut Session, question: Value) -> Value {
        let answer: Value = serde_json::from_str(&session.ask(&sent(question)).json).unwrap();
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    #[test]
    fn a_place_is_walked_through() {
        let mut place = session("rbxbinary/valid/nested.rbxm");
        let summary = ask(&mut place, json!({"verb": "summary"}));
        assert_eq!(
            (&summary["identity"]["format"], &summary["is_place"]),
            (&json!("rbx-binary"), &json!(true))
        );
        let top = ask(&mut place, json!({"verb": "children", "of": 0, "first": 0, "n": 9}));
        assert!(top.as_array().unwrap().iter().any(|row| row["n_children"] != 0));
        let all = ask(&mut place, json!({"verb": "subtree", "of": 0, "first": 0, "n": 99}));
        let rest = ask(&mut place, json!({"verb": "subtree", "of": 0, "first": 1, "n": 2}));
        assert_eq!(all.as_array().unwrap().len(), 4);
        assert_eq!(rest.as_array().unwrap()[..], all.as_array().unwrap()[1..3]);
        let last = &all[3];
        let found = ask(&mut place, json!({"verb": "search", "text": last["name"]}));
        let rows = found["rows"].as_array().unwrap();
        assert!(rows.iter().any(|row| row["id"] == last["id"] && row["is_found"] == true), "{found}");
        let around: Vec<_> =
            rows.iter().filter(|row| row["is_found"] == false).map(|row| &row["depth"]).collect();
        assert_eq!((around, &found["n"]), (vec![&json!(1), &json!(2)], &json!(2)));
        let node = ask(&mut place, json!({"verb": "node", "of": last["id"]}));
        assert!(node["path"].as_str().unwrap().ends_with(last["name"].as_str().unwrap()));
    }

    #[test]
    fn findings_lead_to_instances() {
        let mut place = session("rbxbinary/rules/RBX003.fires.rbxm");
        ask(&mut place, json!({"verb": "check", "profiles": []}));
        let found = ask(&mut place, json!({"verb": "findings", "rule": "RBX003", "first": 0, "n": 1}));
        let paths = [found[0]["path"].clone(), "chunks[0] INST Folder".into()];
        let instances = ask(&mut place, json!({"verb": "instances", "paths": paths}));
        assert_eq!((&instances[0]["kind"], &instances[1]), (&json!("Folder"), &Value::Null));
        let node = ask(&mut place, json!({"verb": "node", "of": instances[0]["id"]}));
        assert!(node["properties"].to_string().contains("Target"), "{node}");
    }

    #[test]
    fn a_scene_of_another_program_has_facts_too() {
        for (path, facts) in [
            ("foreign/gltf/lamp.blender.glb", json!(["triangles", "materials"])),
            ("foreign/gltf/lamp.three.obj", json!(["triangles", "materials"])),
            ("foreign/gltf/lamp.assimp.dae", json!(["triangles", "materials"])),
        ] {
            let info = ask(&mut session(path), json!({"verb": "info", "scale": null}));
            for fact in facts.as_array().unwrap() {
                assert!(info["facts"][fact.as_str().unwrap()].as_u64().unwrap() > 0, "{path}: {info}");
            }
            assert!(info["streaming_cost"]["cost"].as_f64().unwrap() > 0.0, "{path}: {info}");
        }
        let problem = Session::open(Vec::new(), "none.glb").ask(r#"{"info": {"scale": null}}"#).json;
        assert!(problem.contains("error"), "{problem}");
    }

    #[test]
    fn a_mesh_says_what_it_costs_at_a_size() {
        let mut mesh = session("slmesh/valid/part.llmesh");
        let mut level = |scale: Value| {
            ask(&mut mesh, json!({"verb": "info", "scale": scale}))["streaming_cost"]["largest_level"].clone()
        };
        assert_eq!(
            (level(Value::Null), level(json!([60, 60, 60]))),
            ("lowest_lod".into(), "high_lod".into())
        );
        assert_eq!(ask(&mut mesh, json!({"verb": "targets"}))[0]["id"], "glb");
    }

    #[test]
    fn an_expression_chooses_nodes_and_a_wrong_one_says_where() {
        let mut place = session("rbxbinary/valid/nested.rbxm");
        let chosen = ask(&mut place, json!({"verb": "select", "query": "class=Part"}));
        let rows = chosen["rows"].as_array().unwrap();
        let found: Vec<_> = rows.iter().filter(|row| row["is_found"] == true).collect();
        assert_eq!(chosen["n"], found.len());
        assert!(found.iter().all(|row| row["kind"] == "Part"));
        let nodes = ask(&mut place, json!({"verb": "nodes", "of": [found[0]["id"]]}));
        assert!(nodes[0]["path"].as_str().unwrap().ends_with(found[0]["name"].as_str().unwrap()));
        let behind = ask(&mut place, json!({"verb": "select", "query": "class=Part", "first": chosen["n"]}));
        assert_eq!((&behind["n"], &behind["rows"]), (&chosen["n"], &json!([])));
        let wrong = place.ask(r#"{"select": {"query": "class="}}"#);
        assert!(wrong.json.contains("expected a value"), "{}", wrong.json);
    }

    #[test]
    fn a_comparison_is_that_of_rez_diff() {
        let xml = |anchored: bool, name: &str| {
            format!(
                r#"<roblox version="4"><Item class="Folder"><Properties><string name="Name">A</string></Properties>
                <Item class="Part"><Properties><string name="Name">{name}</string><bool name="Anchored">{anchored}</bool>
                </Properties></Item></Item></roblox>"#
            )
            .into_bytes()
        };
        let (old, new) = (xml(false, "B"), xml(true, "B"));
        let mut session = Session::open(new.clone(), "new.rbxmx");
        session.add(old.clone(), "old.rbxmx");
        let compared = ask(&mut session, json!({"verb": "compare"}));
        let change = &compared["changes"][0];
        assert_eq!(
            (&change["path"], &change["node"], &change["old_node"]),
            (&json!("A/B"), &json!(2), &json!(2))
        );
        // What `rez diff --json` prints, but for the numbers of nodes.
        let files = [&old, &new].map(|bytes| File::open(bytes, &OpenOptions::default()).unwrap());
        let mut changes = Vec::new();
        let diff = rezkit::diff(&files[0], &files[1], &rezkit::DiffOptions::default(), &mut |change| {
            changes.push(serde_json::to_value(change).unwrap());
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(serde_json::to_value(diff.unwrap()).unwrap(), compared["diff"]);
        assert_eq!(changes.len(), compared["changes"].as_array().unwrap().len());
        for (name, value) in changes[0].as_object().unwrap() {
            assert_eq!(&change[name], value);
        }
    }

    /// The page has no database of classes.
    #[test]
    fn a_default_is_no_difference_to_a_missing_value() {
        let model = |property: &str| {
            let name = "<string name=\"Name\">A</string>";
            let item = format!("<Item class=\"Model\"><Properties>{name}{property}</Properties></Item>");
            format!("<roblox version=\"4\">{item}</roblox>").into_bytes()
        };
        for (property, n) in [
            ("<float name=\"ScaleFactor\">1</float><bool name=\"Archivable\">true</bool>", 0),
            ("<float name=\"ScaleFactor\">2</float>", 1),
            ("<bool name=\"Archivable\">false</bool>", 1),
        ] {
            let mut session = Session::open(model(property), "new.rbxmx");
            session.add(model(""), "old.rbxmx");
            let compared = ask(&mut session, json!({"verb": "compare"}));
            assert_eq!(compared["diff"]["n_properties"], n, "{compared}");
        }
    }

    #[test]
    fn an_edit_is_the_only_difference() {
        let mut place = session("rbxbinary/valid/nested.rbxm");
        let part = ask(&mut place, json!({"verb": "select", "query": "class=Part and Anchored=false"}));
        let part = part["rows"].as_array().unwrap().iter().find(|row| row["is_found"] == true).unwrap();
        let path = ask(&mut place, json!({"verb": "node", "of": part["id"]}))["path"].clone();
        let path = path.as_str().unwrap();
        let steps = json!([{"set": {"node": part["id"], "property": "Anchored", "value": "true"}}]);
        let edited = place.ask(&sent(json!({"verb": "edit", "steps": steps})));
        let mut new = Session::open(edited.bytes, "new.rbxm");
        new.add(place.bytes.to_vec(), "old.rbxm");
        let compared = ask(&mut new, json!({"verb": "compare"}));
        let change = &compared["changes"][0];
        assert_eq!((&compared["diff"]["n_properties"], &change["path"]), (&json!(1), &json!(path)));
        assert_eq!(change["properties"], json!([{"name": "Anchored", "old": "false", "new": "true"}]));
        assert_eq!(compared["changes"].as_array().unwrap().len(), 1);
        // What cannot be set is refused, and says why.
        let steps = json!([{"set": {"node": part["id"], "property": "Anchored", "value": "7"}}]);
        let refused = place.ask(&sent(json!({"verb": "edit", "steps": steps})));
        assert!(refused.json.starts_with(r#"{"error":"#) && refused.bytes.is_empty(), "{}", refused.json);
    }

    #[test]
    fn instances_are_named_and_moved() {
        let mut place = session("rbxbinary/valid/nested.rbxm");
        let all = ask(&mut place, json!({"verb": "subtree", "of": 0, "first": 0, "n": 99}));
        let part = all.as_array().unwrap().iter().rfind(|row| row["kind"] == "Part").unwrap();
        assert_eq!(all[0]["end"], 1 + all.as_array().unwrap().len());
        let steps = json!([{"rename": {"node": part["id"], "name": "Gate"}}, {"move": {"node": part["id"], "parent": 0}}]);
        let edited = place.ask(&sent(json!({"verb": "edit", "steps": steps})));
        let mut new = Session::open(edited.bytes, "new.rbxm");
        let top = ask(&mut new, json!({"verb": "children", "of": 0, "first": 0, "n": 9}));
        assert!(top.as_array().unwrap().iter().any(|row| row["name"] == "Gate"), "{top}");
        // Nothing goes into itself.
        let steps = json!([{"move": {"node": all[0]["id"], "parent": part["id"]}}]);
        let refused = place.ask(&sent(json!({"verb": "edit", "steps": steps})));
        assert!(refused.json.starts_with(r#"{"error":"#), "{}", refused.json);
    }

    #[test]
    fn values_of_documents_are_changed() {
        let mut document = Session::open(b"{'chair': {'legs': i4}, 'n': i1 }".to_vec(), "a.notation");
        let chair =
            ask(&mut document, json!({"verb": "children", "of": 0, "first": 0, "n": 9}))[0]["id"].clone();
        let steps = json!([{"set": {"node": chair, "property": "legs", "value": "3"}}, {"set": {"node": 0, "property": "n", "value": "2"}}]);
        let edited = document.ask(&sent(json!({"verb": "edit", "steps": steps})));
        assert_eq!(edited.bytes, b"{'chair': {'legs': i3}, 'n': i2 }", "{}", edited.json);
        let refused = document
            .ask(&sent(json!({"verb": "edit", "steps": [{"rename": {"node": chair, "name": "stool"}}]})));
        assert!(refused.json.contains("only Roblox instances"), "{}", refused.json);
    }

    #[test]
    fn bytes_come_apart_from_the_json() {
        let mut mesh = session("rbxmesh/valid/v200.mesh");
        let answer = mesh.ask(r#"{"bytes": {"space": 0, "from": 0, "to": 7}}"#);
        assert_eq!(answer, Answer { json: r#"{"result":null}"#.into(), bytes: b"version".to_vec() });
        let made = mesh.ask(r#"{"convert": {"to": "glb"}}"#);
        assert!(made.bytes.starts_with(b"glTF"), "{}", made.json);
    }

    #[test]
    fn what_moves_is_drawn_at_rest_if_it_is_to_be_still() {
        let mut figure = session("m3d/samples/figure.m3d");
        assert_eq!(figure.ask(r#"{"draw": {}}"#).json, r#"{"result":null}"#);
        let drawn = figure.ask(r#"{"draw": {"still": true}}"#);
        assert!(
            drawn.json.contains(r#""shapes":[{"n_vertices":"#) && !drawn.bytes.is_empty(),
            "{}",
            drawn.json
        );
        let picture = figure.ask(r#"{"picture": {"size": [32, 32]}}"#);
        assert!(picture.bytes.starts_with(b"\x89PNG"), "{}", picture.json);
    }

    #[test]
    fn what_is_no_asset_has_a_problem_and_its_first_lines() {
        let mut page = Session::open(b"<!doctype html><title>404</title>".to_vec(), "chair.mesh");
        let summary = ask(&mut page, json!({"verb": "summary"}));
        assert_eq!(summary["identity"]["format"], "html");
        assert_eq!(summary["text"], "<!doctype html><title>404</title>");
        assert!(summary["problem"]["help"].is_string());
        for verb in ["info", "sizes", "assets", "contents"] {
            let answer = page.ask(&json!({ verb: {} }).to_string());
            assert!(answer.json.starts_with(r#"{"error":{"message":"#), "{verb}: {}", answer.json);
        }
        assert_eq!(page.ask(r#"{"bytes": {"space": 0, "from": 1, "to": 9}}"#).bytes, b"!doctype");
    }

    #[test]
    fn findings_in_scripts_have_lines() {
        let model =
            br#"<roblox version="4"><Item class="Script"><Properties><string name="Name">Main</string>
            <ProtectedString name="Source">print(1)
local a = = 2
require(0x4F3E2D1)</ProtectedString></Properties></Item></roblox>"#;
        let mut page = Session::open(model.to_vec(), "door.rbxmx");
        let lines = |page: &mut Session| {
            let found = ask(page, json!({"verb": "faults"}));
            let found = found.as_array().unwrap().iter();
            found.map(|one| (one["script"].clone(), one["line"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(lines(&mut page), [(json!("Main"), json!(2))]);
        ask(&mut page, json!({"verb": "check", "profiles": ["toolbox"]}));
        assert!(lines(&mut page).contains(&(json!("Main"), json!(2))));
    }

    #[test]
    fn a_question_that_is_none_is_refused() {
        let mut page = session("rbxmesh/valid/v200.mesh");
        assert!(page.ask("{}").json.starts_with(r#"{"error":{"message":"not a question: "#));
    }

    #[test]
    fn text_is_told_from_bytes() {
        assert_eq!(start_of_text(b"a\nb"), Some("a\nb".into()));
        assert_eq!(start_of_text(b"a\0b"), None);
        assert_eq!(start_of_text("é".repeat(2500).as_bytes()).map(|text| text.len()), Some(4000));
        assert_eq!(start_of_text(b"x\xff\xff"), None);
    }
}
