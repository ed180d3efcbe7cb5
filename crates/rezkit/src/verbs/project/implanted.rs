//! Writing the files of a project back into the place from which it was made.

use super::names::{Sort, sort};
use super::plan::{Carrier, Meta, Node, Plan, model, pretty};
use super::values::of_json;
use super::{PROJECT_FILE, document};
use crate::roblox::Document;
use crate::verbs::edit::Edited;
use dom::classes::Class;
use dom::{Id, Position, Value};
use files::File;
use files::Format;
use files::documents::problem;
use files::fault::refused;
use scene::{Problem, ProblemKind, counted};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Applies the changes of a project to the place from which [`project`](super::project()) made it: changed sources and
/// properties, new files, and removed files.
///
/// `paths` are all files of the folder, with `/` as separator, and `read` returns the bytes of one. Unchanged
/// content stays as it is in the place, byte for byte, and so does content that a project does not hold: the
/// order of children, and references between files. The notes list added and removed instances, and files
/// that belong to no instance.
///
/// # Errors
///
/// If the place cannot be read or written, if `read` fails, or if a file does not have the format of its extension.
pub fn implant_project(
    file: &File<'_>,
    paths: &[String],
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, Problem>,
) -> Result<Edited, Problem> {
    let document = document(file)?;
    let plan = Plan::new(&document, &file.allowance())?;
    let there = paths.iter().map(String::as_str).collect();
    let mut work = Work {
        document,
        there,
        used: BTreeSet::new(),
        folders: BTreeMap::new(),
        columns: BTreeMap::new(),
        notes: Vec::new(),
        n: 0,
        read,
    };
    work.used.insert(PROJECT_FILE.to_owned());
    work.project(&plan)?;
    for node in &plan.nodes {
        work.node(node)?;
    }
    work.added()?;
    let Work { document, notes, n, .. } = work;
    Edited::on(file, n, notes, || document.save_on(file, None))
}

struct Work<'w> {
    document: Document,
    /// The paths of the project's files.
    there: BTreeSet<&'w str>,
    /// The paths of files that belong to an instance.
    used: BTreeSet<String>,
    /// The instances of folders, by path.
    folders: BTreeMap<String, Id>,
    /// For each class in a binary file, the properties that its instances have, with the defaults for new ones.
    columns: BTreeMap<String, Vec<(String, Value<'static>)>>,
    notes: Vec<String>,
    n: usize,
    read: &'w mut dyn FnMut(&str) -> Result<Vec<u8>, Problem>,
}

fn parsed(path: &str, bytes: &[u8]) -> Result<Json, Problem> {
    serde_json::from_slice(bytes).map_err(|error| Problem { path: path.to_owned(), ..refused(error) })
}

/// The `properties` and `attributes` of an object in JSON.
fn maps(json: &Json, prefix: &str) -> Meta {
    let keys = ["properties", "attributes"].into_iter();
    let found = keys.filter_map(|key| Some((key.to_owned(), json.get(format!("{prefix}{key}"))?.clone())));
    found.collect()
}

impl Work<'_> {
    /// Reads a file, if it exists.
    fn file(&mut self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        if !self.there.contains(path) {
            return Ok(None);
        }
        self.used.insert(path.to_owned());
        (self.read)(path).map(Some)
    }

    fn has_folder(&self, path: &str) -> bool {
        let prefix = format!("{path}/");
        // The set is sorted, so paths with a common prefix are consecutive.
        self.there.range(&*prefix..).next().is_some_and(|first| first.starts_with(&prefix))
    }

    fn count(&mut self) {
        self.n = self.n.saturating_add(1);
    }

    /// Applies changes of the services in the project file.
    fn project(&mut self, plan: &Plan) -> Result<(), Problem> {
        let Some(bytes) = self.file(PROJECT_FILE)? else {
            return Err(Problem::new(ProblemKind::MissingFile, format!("there is no {PROJECT_FILE}")));
        };
        let project = parsed(PROJECT_FILE, &bytes)?;
        let tree = project.get("tree").and_then(Json::as_object);
        let tree = tree.ok_or_else(|| refused(format!("{PROJECT_FILE} has no tree")))?;
        let services = plan.nodes.iter().filter(|node| node.is_service);
        let names: BTreeMap<&str, &Node> =
            services.map(|node| (node.path.rsplit('/').next().unwrap_or_default(), node)).collect();
        for (name, entry) in tree.iter().filter(|(name, _)| !name.starts_with('$')) {
            match names.get(&**name) {
                Some(node) => {
                    if let Carrier::Folder { meta, .. } = &node.carrier {
                        self.meta(node.id, &node.class, meta, &maps(entry, "$"))?;
                    }
                }
                None => self.notes.push(format!("{name} in {PROJECT_FILE} is not a service of the place")),
            }
        }
        Ok(())
    }

    /// Applies the changes of the files of an instance.
    fn node(&mut self, node: &Node) -> Result<(), Problem> {
        if !self.document.contains(node.id) {
            // It was removed together with an ancestor.
            return Ok(());
        }
        let main = node.source().or_else(|| node.model());
        let is_there = match &main {
            Some(path) => self.there.contains(&**path),
            None => self.has_folder(&node.path),
        };
        if !is_there && !node.is_service {
            let path = self.document.path(node.id);
            let n = self.document.remove(node.id);
            let inside = if n > 1 { format!(" and {} in it", n.saturating_sub(1)) } else { String::new() };
            self.notes.push(format!("{path}{inside} was removed"));
            self.count();
            return Ok(());
        }
        if let Carrier::Folder { .. } = node.carrier {
            self.folders.insert(node.path.clone(), node.id);
        }
        if let Some(path) = node.source()
            && let Some(source) = self.file(&path)?
            && self.document.bytes(node.id, "Source").unwrap_or_default() != source
        {
            self.document.0.set_bytes(node.id, "Source", &source).map_err(problem)?;
            self.count();
        }
        if let Some(path) = node.model()
            && let Some(bytes) = self.file(&path)?
            && model(&self.document, node.id)?.0 != bytes
        {
            self.replace(node, &path, &bytes)?;
        }
        self.node_meta(node)
    }

    fn node_meta(&mut self, node: &Node) -> Result<(), Problem> {
        let (old, path) = match &node.carrier {
            Carrier::Folder { meta, .. } if !node.is_service => {
                (meta, format!("{}/init.meta.json", node.path))
            }
            Carrier::Script { meta, .. } => (meta, format!("{}.meta.json", node.path)),
            _ => return Ok(()),
        };
        let bytes = self.file(&path)?;
        if bytes.as_deref() == node.meta().map(|(_, meta)| pretty(&meta)).as_deref() {
            return Ok(());
        }
        let json = bytes.map_or(Ok(Json::Null), |bytes| parsed(&path, &bytes))?;
        if json.get("className").and_then(Json::as_str).is_some_and(|class| class != node.class) {
            self.notes.push(format!("{path}: the class of an existing instance is not changed"));
        }
        self.meta(node.id, &node.class, old, &maps(&json, ""))
    }

    /// Sets the properties and attributes that differ between the old and the new JSON of an instance.
    fn meta(&mut self, id: Id, class: &str, old: &Meta, new: &Meta) -> Result<(), Problem> {
        let entries = |meta: &Meta, key: &str| -> BTreeMap<String, Json> {
            let map = meta.get(key).and_then(Json::as_object);
            map.into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        for key in ["properties", "attributes"] {
            let (old, new) = (entries(old, key), entries(new, key));
            for (name, json) in new.iter().filter(|(name, json)| old.get(*name) != Some(json)) {
                let value =
                    if key == "properties" { of_json(class, name, json) } else { of_json("", "", json) };
                let Some(value) = value else {
                    let path = self.document.path(id);
                    self.notes
                        .push(format!("{path}.{name} was not changed: the value {json} is not understood"));
                    continue;
                };
                match key {
                    "properties" => self.set(id, name, value)?,
                    _ => self.document.set_attribute(id, name, value)?,
                }
                self.count();
            }
            for name in old.keys().filter(|name| !new.contains_key(*name)) {
                let default =
                    Class::from_name(class.as_bytes()).and_then(|class| class.default(name.as_bytes()));
                match (key, default) {
                    ("attributes", _) => _ = self.document.unset_attribute(id, name)?,
                    // In a binary file, all instances of a class have a property or none, so it gets its default.
                    (_, Some(default)) => self.set(id, name, default)?,
                    _ => _ = self.document.unset(id, name),
                }
                self.count();
            }
        }
        Ok(())
    }

    /// Sets a property by its name in files or in scripts. One that the class does not have keeps the name and the kind that
    /// the project gives it.
    fn set(&mut self, id: Id, name: &str, value: Value<'_>) -> Result<(), Problem> {
        let known = self.document.0.known(id, name).map(|known| known.name);
        match known {
            _ if self.document.get(id, name).is_some() => self.document.set(id, name, value),
            Some(name) => self.document.set(id, name, value),
            None => self.document.set_unknown(id, name, value),
        }
    }

    /// Inserts the single root instance of a model.
    fn insert(&mut self, path: &str, bytes: &[u8], parent: Id) -> Result<Id, Problem> {
        let at = |problem: Problem| Problem { path: path.to_owned(), ..problem };
        let other = Document::open(bytes).map_err(at)?;
        let roots = other.roots();
        if roots.len() != 1 {
            let n = counted(roots.len(), "instance");
            return Err(at(refused(format!(
                "a model in a project must have one instance at its top; this one has {n}"
            ))));
        }
        let inserted = self.document.insert(&other, &roots, Some(parent))?;
        let id = inserted.ids.first().copied().ok_or_else(|| at(refused("it could not be inserted")))?;
        for inside in self.document.within(id) {
            self.fill(inside)?;
        }
        let (name, _) = sort(path.rsplit('/').next().unwrap_or_default()).unwrap_or((path, Sort::Model));
        self.document.set(id, "Name", name)?;
        self.count();
        Ok(id)
    }

    fn replace(&mut self, node: &Node, path: &str, bytes: &[u8]) -> Result<(), Problem> {
        let Some(parent) = self.document.parent(node.id) else {
            self.notes.push(format!("{path}: a service stored as a model is not replaced"));
            return Ok(());
        };
        let new = self.insert(path, bytes, parent)?;
        self.document.move_to(new, Some(parent), Position::After(node.id))?;
        self.document.remove(node.id);
        Ok(())
    }

    /// Adds instances for new files.
    fn added(&mut self) -> Result<(), Problem> {
        let new: Vec<&str> = self.there.iter().copied().filter(|path| !self.used.contains(*path)).collect();
        for path in new {
            // The file of an instance that was added before, such as its `.meta.json`, has already been read.
            if self.used.contains(path) || path.ends_with(".gitkeep") {
                continue;
            }
            let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
            let Some((name, kind)) = sort(file).filter(|(_, kind)| *kind != Sort::Meta) else {
                self.strange(path);
                continue;
            };
            let parent =
                if name == "init" { folder.rsplit_once('/').map(|(above, _)| above) } else { Some(folder) };
            let Some(parent) = parent.map(|parent| self.folder(parent)).transpose()?.flatten() else {
                self.strange(path);
                continue;
            };
            self.add(path, name, kind, parent)?;
        }
        Ok(())
    }

    fn strange(&mut self, path: &str) {
        self.notes.push(format!("{path} does not belong to an instance"));
    }

    fn add(&mut self, path: &str, name: &str, kind: Sort, parent: Id) -> Result<(), Problem> {
        let Some(bytes) = self.file(path)? else { return Ok(()) };
        let (folder, _) = path.rsplit_once('/').unwrap_or_default();
        let id = match kind {
            // The script of a folder was added together with it.
            Sort::Script(..) if name == "init" => {
                if self.folder(folder)?.is_none() {
                    self.strange(path);
                }
                return Ok(());
            }
            Sort::Script(class, context) => {
                let id = self.new_instance(class, name, parent)?;
                self.document.0.set_bytes(id, "Source", &bytes).map_err(problem)?;
                if let Some(context) = context {
                    self.document.set(id, "RunContext", Value::Enum(context))?;
                }
                id
            }
            Sort::Model => self.insert(path, &bytes, parent)?,
            Sort::Text => {
                let id = self.new_instance("StringValue", name, parent)?;
                self.document.set(id, "Value", Value::String(bytes.into()))?;
                id
            }
            Sort::Json => self.tree(path, name, &parsed(path, &bytes)?, parent)?,
            Sort::Meta => return Ok(()),
        };
        let path = self.document.path(id);
        self.notes.push(format!("{path} was added"));
        self.beside(id, &format!("{folder}/{name}.meta.json"))
    }

    fn new_instance(&mut self, class: &str, name: &str, parent: Id) -> Result<Id, Problem> {
        let id = self.document.add(Some(parent), class)?;
        self.document.set(id, "Name", name)?;
        self.fill(id)?;
        self.count();
        Ok(id)
    }

    /// Sets the properties that other instances of the class have to the engine's defaults, because in a binary file
    /// all instances of a class have a property or none.
    fn fill(&mut self, id: Id) -> Result<(), Problem> {
        let Self { document, columns, .. } = self;
        if document.format() != Format::RbxBinary {
            return Ok(());
        }
        let class = document.class(id).into_owned();
        let columns = columns.entry(class).or_insert_with_key(|class| {
            let other = document.of_class(class).into_iter().find(|other| *other != id);
            let known = Class::from_name(class.as_bytes());
            let all = other.map(|other| document.properties(other)).into_iter().flatten();
            let filled = all.filter_map(|(name, value)| {
                let default = known?.default(name.as_bytes())?.cast(value.kind())?;
                Some((name.into_owned(), default))
            });
            filled.collect()
        });
        for (name, default) in columns.iter() {
            if document.get(id, name).is_none() {
                document.set(id, name, default.clone())?;
            }
        }
        Ok(())
    }

    /// Sets the properties in the `.meta.json` of a new instance.
    fn beside(&mut self, id: Id, path: &str) -> Result<(), Problem> {
        let Some(bytes) = self.file(path)? else { return Ok(()) };
        let class = self.document.class(id).into_owned();
        self.meta(id, &class, &Meta::new(), &maps(&parsed(path, &bytes)?, ""))
    }

    /// The instance of a folder, which is created if it is new; `None` outside of all services.
    fn folder(&mut self, path: &str) -> Result<Option<Id>, Problem> {
        let mut missing = Vec::new();
        let mut at = path;
        let mut parent = loop {
            if let Some(id) = self.folders.get(at) {
                break *id;
            }
            let Some((above, name)) = at.rsplit_once('/') else { return Ok(None) };
            missing.push((at.to_owned(), name.to_owned()));
            at = above;
        };
        for (path, name) in missing.into_iter().rev() {
            parent = self.new_folder(&path, &name, parent)?;
            self.folders.insert(path, parent);
        }
        Ok(Some(parent))
    }

    /// Creates the instance of a folder: a `Folder`, or the script in its `init` file.
    fn new_folder(&mut self, path: &str, name: &str, parent: Id) -> Result<Id, Problem> {
        let prefix = format!("{path}/init.");
        let inits = self.there.range(&*prefix..).take_while(|file| file.starts_with(&prefix));
        let script = inits.copied().find_map(|file| match sort(file.rsplit('/').next()?)? {
            ("init", Sort::Script(class, context)) => Some((file, class, context)),
            _ => None,
        });
        let meta = format!("{path}/init.meta.json");
        let id = match script {
            Some((file, class, context)) => {
                let id = self.new_instance(class, name, parent)?;
                let source = self.file(file)?.unwrap_or_default();
                self.document.0.set_bytes(id, "Source", &source).map_err(problem)?;
                if let Some(context) = context {
                    self.document.set(id, "RunContext", Value::Enum(context))?;
                }
                id
            }
            None => {
                let json = self.file(&meta)?.map(|bytes| parsed(&meta, &bytes)).transpose()?;
                let class = json.as_ref().and_then(|json| json.get("className")).and_then(Json::as_str);
                self.new_instance(class.unwrap_or("Folder"), name, parent)?
            }
        };
        let shown = self.document.path(id);
        self.notes.push(format!("{shown} was added"));
        self.beside(id, &meta)?;
        Ok(id)
    }

    /// Creates the instances of a JSON tree.
    fn tree(&mut self, path: &str, name: &str, json: &Json, parent: Id) -> Result<Id, Problem> {
        let word = |json: &Json, key: &str, other: &str| {
            json.get(key).or_else(|| json.get(other)).and_then(Json::as_str).map(str::to_owned)
        };
        let mut top = None;
        let mut pending = vec![(json, name.to_owned(), parent)];
        while let Some((json, name, parent)) = pending.pop() {
            let Some(class) = word(json, "className", "ClassName") else {
                return Err(Problem { path: path.to_owned(), ..refused("an instance has no className") });
            };
            let id = self.new_instance(&class, &name, parent)?;
            top.get_or_insert(id);
            self.meta(id, &class, &Meta::new(), &maps(json, ""))?;
            let children = json.get("children").or_else(|| json.get("Children")).and_then(Json::as_array);
            // The stack is popped from its end, so children are pushed in reverse.
            for child in children.into_iter().flatten().rev() {
                let name = word(child, "name", "Name").or_else(|| word(child, "className", "ClassName"));
                pending.push((child, name.unwrap_or_default(), id));
            }
        }
        top.ok_or_else(|| Problem { path: path.to_owned(), ..refused("the model has no instance") })
    }
}
