//! The plan of a project: which file holds which instance. Writing a project and reading one back share it.

use super::names::{ending, is_trap, refusal};
use super::values::to_json;
use super::{PROJECT_FILE, Project};
use crate::roblox::Document;
use dom::classes::Class;
use dom::names::{is_script, is_service};
use dom::{ATTRIBUTES, Content, Id, Kind, Target, Value};
use files::Format;
use files::roblox::StringKinds;
use scene::allowance::Allowance;
use scene::file_names::file_key;
use scene::{Loss, Problem, ProblemKind, counted};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The folder of the services.
const SOURCE: &str = "src";

/// Upper bound on the length of a folder's path. Windows allows 260 characters for the whole path, including the folder
/// of the project.
const MOST_PATH: usize = 160;

/// The approximate overhead of an instance, or of a property in JSON, in bytes.
const COST_OF_NODE: usize = 400;

/// The `properties` and `attributes` of an instance in JSON.
pub(super) type Meta = Map<String, Json>;

/// The form in which an instance is stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Carrier {
    /// A folder with its children; for a script, with the extension of its `init` file.
    Folder { init: Option<&'static str>, meta: Meta },
    /// A script without children.
    Script { ending: &'static str, meta: Meta },
    /// A model file with the instance and its descendants.
    Model,
}

/// An instance that has a file or a folder of its own.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) id: Id,
    pub(super) class: String,
    /// The path without an extension.
    pub(super) path: String,
    pub(super) carrier: Carrier,
    pub(super) is_service: bool,
}

impl Node {
    /// The path of the script's source, if the node is a script.
    pub(super) fn source(&self) -> Option<String> {
        match &self.carrier {
            Carrier::Folder { init: Some(ending), .. } => Some(format!("{}/init{ending}", self.path)),
            Carrier::Script { ending, .. } => Some(format!("{}{ending}", self.path)),
            _ => None,
        }
    }

    /// The path and the content of the file with other properties of the instance. Those of services are in the project
    /// file.
    pub(super) fn meta(&self) -> Option<(String, Json)> {
        match &self.carrier {
            Carrier::Folder { init: None, meta } if !self.is_service => {
                let mut meta = meta.clone();
                // The class is written even for a plain folder, because git does not track empty folders.
                meta.insert("className".into(), self.class.as_str().into());
                Some((format!("{}/init.meta.json", self.path), Json::Object(meta)))
            }
            Carrier::Folder { init: Some(_), meta } if !meta.is_empty() => {
                Some((format!("{}/init.meta.json", self.path), Json::Object(meta.clone())))
            }
            Carrier::Script { meta, .. } if !meta.is_empty() => {
                Some((format!("{}.meta.json", self.path), Json::Object(meta.clone())))
            }
            _ => None,
        }
    }

    pub(super) fn model(&self) -> Option<String> {
        (self.carrier == Carrier::Model).then(|| format!("{}.rbxm", self.path))
    }
}

/// The files of a place.
#[derive(Debug)]
pub(super) struct Plan {
    /// Parents before their descendants.
    pub(super) nodes: Vec<Node>,
    pub(super) notes: Vec<String>,
    n_scripts_inside: usize,
}

impl Plan {
    pub(super) fn new(document: &Document, memory: &Allowance) -> Result<Self, Problem> {
        let mut planner = Planner::new(document, memory);
        let roots = document.roots();
        if !roots.iter().any(|id| is_service(document.class(*id).as_bytes())) {
            let message = "the file has no services: a project can be built only from a place";
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
        let roots = planner.with_files(roots);
        let path = |id| format!("{SOURCE}/{}", document.name(id));
        let mut pending: Vec<_> = roots.into_iter().rev().map(|id| (id, path(id), true)).collect();
        while let Some((id, path, is_service)) = pending.pop() {
            let carrier = planner.carrier(id, &path, is_service)?;
            if matches!(carrier, Carrier::Folder { .. }) {
                let children = document.children(id).into_iter().rev();
                let inside = |child| format!("{path}/{}", document.name(child));
                pending.extend(children.map(|child| (child, inside(child), false)));
            }
            let class = document.class(id).into_owned();
            memory.take(path.len().saturating_add(class.len()).saturating_add(COST_OF_NODE))?;
            planner.plan.nodes.push(Node { id, class, path, carrier, is_service });
        }
        Ok(planner.plan)
    }

    /// The files with their contents.
    pub(super) fn made(
        self,
        document: &Document,
        name: &str,
        memory: &Allowance,
    ) -> Result<Project, Problem> {
        let mut made = Project {
            schema: "rezkit.project/1",
            n_scripts: 0,
            n_scripts_inside: self.n_scripts_inside,
            n_models: 0,
            notes: Vec::new(),
            files: vec![(PROJECT_FILE.into(), pretty(&self.project(name)))],
        };
        let mut lost = Vec::new();
        for node in &self.nodes {
            if let Some(path) = node.source() {
                let source = document.bytes(node.id, "Source").unwrap_or_default();
                if source.contains(&b'\r') {
                    lost.push(format!("{path}: Rojo reads its line ends as LF"));
                }
                made.n_scripts = made.n_scripts.saturating_add(1);
                made.files.push((path, source.to_vec()));
            }
            made.files.extend(node.meta().map(|(path, meta)| (path, pretty(&meta))));
            if let Some(path) = node.model() {
                let (bytes, lacking) = model(document, node.id)?;
                lost.extend(lacking.iter().map(|what| format!("{path}: {what}")));
                made.n_models = made.n_models.saturating_add(1);
                made.files.push((path, bytes));
            }
            let n_bytes = made.files.last().map_or(0, |(path, bytes)| path.len().saturating_add(bytes.len()));
            memory.take(n_bytes)?;
        }
        made.notes = self.notes;
        made.notes.extend(lost);
        Ok(made)
    }

    /// The content of `default.project.json`.
    fn project(&self, name: &str) -> Json {
        let mut tree = Map::new();
        tree.insert("$className".into(), "DataModel".into());
        for node in self.nodes.iter().filter(|node| node.is_service) {
            let name = node.path.rsplit('/').next().unwrap_or_default();
            tree.insert(name.to_owned(), node.entry());
        }
        json!({"name": name, "tree": tree})
    }
}

impl Node {
    /// The entry of a service in the project file.
    pub(super) fn entry(&self) -> Json {
        if let Some(path) = self.model() {
            return json!({"$path": path});
        }
        let mut entry = Map::new();
        entry.insert("$className".into(), self.class.as_str().into());
        entry.insert("$path".into(), json!({"optional": self.path}));
        if let Carrier::Folder { meta, .. } = &self.carrier {
            let named = meta.iter().map(|(key, value)| (format!("${key}"), value.clone()));
            entry.extend(named);
        }
        Json::Object(entry)
    }
}

/// Serialises JSON as Rojo does, with each value on a line of its own.
pub(super) fn pretty(json: &Json) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(json).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// Converts a value to the kind that Rojo expects: a binary file has one kind of strings, and JSON distinguishes
/// addresses.
fn typed<'v>(class: &str, property: &str, known: Option<Class>, value: Value<'v>) -> Value<'v> {
    let value = StringKinds::default().in_xml(class.as_bytes(), property.as_bytes(), value);
    let kind = known.and_then(|known| known.property(property.as_bytes()));
    let kind = kind.and_then(|property| Kind::of_name(&property.kind()));
    match kind {
        Some(kind @ (Kind::ContentId | Kind::Content)) => value.clone().cast(kind).unwrap_or(value),
        _ => value,
    }
}

/// Writes an instance and its descendants as a model; also returns the losses.
pub(super) fn model(document: &Document, id: Id) -> Result<(Vec<u8>, Vec<String>), Problem> {
    let mut model = Document::new(Format::RbxBinary)?;
    let inserted = model.insert(document, &[id], None)?;
    let lost = inserted.references.iter().chain(&inserted.left_out);
    let lost =
        lost.map(|(id, name)| format!("{}.{name} refers to another file, and is lost", model.path(*id)));
    let lost: Vec<_> = lost.chain(model.0.unclear_copies()).collect();
    let saved = model.into_saved()?;
    Ok((saved.bytes, lost.into_iter().chain(saved.losses.iter().map(Loss::to_string)).collect()))
}

struct Planner<'d> {
    document: &'d Document,
    memory: &'d Allowance,
    plan: Plan,
    /// Instances that contain scripts.
    with_scripts: HashSet<Id>,
    /// Instances that hold references, or contain instances that do.
    with_references: HashSet<Id>,
    classes: HashMap<String, Option<Class>>,
}

impl<'d> Planner<'d> {
    fn new(document: &'d Document, memory: &'d Allowance) -> Self {
        let (mut with_scripts, mut with_references) = (HashSet::new(), HashSet::new());
        // Each instance comes after its parent, so going backwards visits all descendants of an instance before it.
        for id in document.ids().into_iter().rev() {
            let is_script = is_script(document.class(id).as_bytes());
            let refers = |value: &Value<'_>| matches!(value, Value::Referent(Target::Instance(_)));
            if document.properties(id).iter().any(|(_, value)| refers(value))
                || document.attributes(id).iter().any(|(_, value)| refers(value))
            {
                with_references.insert(id);
            }
            let Some(parent) = document.parent(id) else { continue };
            if is_script || with_scripts.contains(&id) {
                with_scripts.insert(parent);
            }
            if with_references.contains(&id) {
                with_references.insert(parent);
            }
        }
        let plan = Plan { nodes: Vec::new(), notes: Vec::new(), n_scripts_inside: 0 };
        Self { document, memory, plan, with_scripts, with_references, classes: HashMap::new() }
    }

    /// The roots that can have files of their own. Notes name the others.
    fn with_files(&mut self, roots: Vec<Id>) -> Vec<Id> {
        let document = self.document;
        // Only Studio can create objects without a public class.
        let (hidden, mut roots): (Vec<_>, Vec<_>) =
            roots.into_iter().partition(|id| document.class(*id) == "Instance");
        self.leave_out(&hidden, "Rojo does not know the class");
        let mut by_name: BTreeMap<String, Vec<Id>> = BTreeMap::new();
        for id in &roots {
            by_name.entry(file_key(&document.name(*id))).or_default().push(*id);
        }
        let mut left_out = HashSet::new();
        for same in by_name.into_values() {
            if same.len() > 1 {
                self.leave_out(&same, "they have the same name, and so would their files");
                left_out.extend(same);
            } else if let Some(why) = same.first().and_then(|id| refusal(&document.name(*id))) {
                self.leave_out(&same, &format!("it has {why}"));
                left_out.extend(same);
            }
        }
        roots.retain(|id| !left_out.contains(id));
        roots
    }

    /// Adds a note about instances without files.
    fn leave_out(&mut self, ids: &[Id], why: &str) {
        let shown = |id: &Id| format!("{} {:?}", self.document.class(*id), self.document.name(*id));
        let verb = match ids {
            [] => return,
            [_] => "is",
            _ => "are",
        };
        let shown = ids.iter().map(shown).collect::<Vec<_>>().join(", ");
        self.plan.notes.push(format!("{shown} {verb} left out, because {why}"));
    }

    fn carrier(&mut self, id: Id, path: &str, is_service: bool) -> Result<Carrier, Problem> {
        let document = self.document;
        let class = document.class(id).into_owned();
        let (is_script, has_children) = (is_script(class.as_bytes()), !document.children(id).is_empty());
        // A model keeps instances that refer to each other in one file.
        let is_container = is_service && self::is_service(class.as_bytes())
            || is_script
            || class == "Folder"
            || self.with_scripts.contains(&id) && !self.with_references.contains(&id);
        if !is_container {
            self.count_inside(id, path);
            return Ok(Carrier::Model);
        }
        // Deeper instances are not visited, because building their paths would take quadratic time.
        let obstacle =
            if path.len() > MOST_PATH { Some("its path is long".to_owned()) } else { self.obstacle(id) };
        let (why, meta) = match (obstacle, self.meta(id, &class, is_script)?) {
            (Some(why), _) => (why, Meta::new()),
            (None, (meta, None)) => (String::new(), meta),
            // A service always is a folder, so properties that JSON cannot represent are lost.
            (None, (meta, Some(name))) if is_service => {
                self.plan.notes.push(format!("{path}: JSON cannot express its {name}, which is lost"));
                (String::new(), meta)
            }
            (None, (_, Some(name))) => (format!("JSON cannot express its {name}"), Meta::new()),
        };
        if !why.is_empty() {
            self.plan.notes.push(format!("{path} becomes one model: {why}"));
            self.count_inside(id, path);
            return Ok(Carrier::Model);
        }
        let context = document.get(id, "RunContext").and_then(|value| value.as_enum());
        let ending = is_script.then(|| ending(&class, context));
        Ok(match ending {
            Some(ending) if !has_children => Carrier::Script { ending, meta },
            init => Carrier::Folder { init, meta },
        })
    }

    /// Counts the scripts in a model.
    fn count_inside(&mut self, id: Id, path: &str) {
        let document = self.document;
        let scripts = document.within(id).into_iter().filter(|id| is_script(document.class(*id).as_bytes()));
        let n = scripts.count();
        if n > 0 {
            self.plan.n_scripts_inside = self.plan.n_scripts_inside.saturating_add(n);
            self.plan.notes.push(format!("{path}.rbxm contains {}", counted(n, "script")));
        }
    }

    /// The reason why the children of an instance, or its source, cannot be files.
    fn obstacle(&self, id: Id) -> Option<String> {
        let document = self.document;
        let class = document.class(id);
        if is_script(class.as_bytes()) {
            let source = document.bytes(id, "Source").unwrap_or_default();
            if std::str::from_utf8(source).is_err() {
                return Some("its source is not UTF-8".into());
            }
            if document.children(id).is_empty() && is_trap(&document.name(id)) {
                return Some("Rojo would read a different name from such a file".into());
            }
        }
        let mut taken = HashSet::new();
        for child in document.children(id) {
            let name = document.name(child);
            if let Some(why) = refusal(&name) {
                return Some(format!("its child `{name}` has {why}"));
            }
            if !taken.insert(file_key(&name)) {
                return Some(format!("several of its children are called {name}"));
            }
        }
        None
    }

    /// The properties of an instance other than its class, name and source, as JSON; and the name of one that JSON
    /// cannot represent.
    fn meta(&mut self, id: Id, class: &str, is_script: bool) -> Result<(Meta, Option<String>), Problem> {
        let document = self.document;
        let known =
            *self.classes.entry(class.to_owned()).or_insert_with(|| Class::from_name(class.as_bytes()));
        let (mut properties, mut attributes, mut unsaid) = (Map::new(), Map::new(), None);
        for (name, value) in document.properties(id) {
            let n_bytes =
                value.as_bytes().map_or(0, <[u8]>::len).saturating_mul(2).saturating_add(name.len());
            match (&*name, &value) {
                // The name is that of the file, ids belong to the place, and attributes are added below.
                ("Name" | "UniqueId" | "HistoryId" | ATTRIBUTES, _) => continue,
                ("Source", _) if is_script => continue,
                // Legacy and Plugin follow from the extension of the file.
                ("RunContext", Value::Enum(0 | 3)) if class == "Script" => continue,
                (_, Value::Referent(target)) => {
                    if target.id().is_some() {
                        let path = document.path(id);
                        self.plan.notes.push(format!("{path}.{name} refers to another file, and is lost"));
                    }
                    continue;
                }
                _ => {}
            }
            let value = typed(class, &name, known, value);
            let default = known.and_then(|known| known.default(name.as_bytes()));
            if default.and_then(|default| default.cast(value.kind())).is_some_and(|default| default == value)
            {
                continue;
            }
            self.memory.take(n_bytes.saturating_add(COST_OF_NODE))?;
            match to_json(&name, &value) {
                Some(json) => drop(properties.insert(name.into_owned(), json)),
                None if matches!(value, Value::Content(Content::Object(_))) => {
                    let path = document.path(id);
                    self.plan.notes.push(format!("{path}.{name} refers to another file, and is lost"));
                }
                None => unsaid = Some(name.into_owned()),
            }
        }
        if document.0.whole_attributes(id).unshown().is_some() {
            unsaid = Some("attributes of unknown types".to_owned());
        }
        for (name, value) in document.attributes(id) {
            // The engine restores its own attributes, whose names begin with RBX.
            match to_json("", &value) {
                _ if name.starts_with("RBX") => {}
                None if matches!(value, Value::Referent(_)) => {
                    if let Value::Referent(Target::Instance(_)) = value {
                        let path = document.path(id);
                        self.plan.notes.push(format!("{path}.@{name} refers to another file, and is lost"));
                    }
                }
                Some(json) => drop(attributes.insert(name, json)),
                None => unsaid = Some(format!("attribute {name}")),
            }
        }
        let mut meta = Meta::new();
        for (key, map) in [("properties", properties), ("attributes", attributes)] {
            if !map.is_empty() {
                meta.insert(key.into(), Json::Object(map));
            }
        }
        Ok((meta, unsaid))
    }
}
