//! The parts that queries search: nodes of an outline, or instances of a document.

use super::Key;
use crate::roblox::Document;
use crate::verbs::sizes::{add_to_parents, bytes_of_nodes, n_bytes};
use dom::{ATTRIBUTES, Id, Instance, Value, ViewSource};
use files::outline::{Datum, Label, Outline, Paths, Step, Visit, attributes_alone, property_of};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Parts by number from 1, parents before their children; 0 is the file.
pub(super) trait Parts {
    fn len(&self) -> u32;
    fn parent(&self, number: u32) -> u32;
    fn class(&self, number: u32) -> Cow<'_, [u8]>;
    fn name(&self, number: u32) -> Cow<'_, [u8]>;
    fn path(&self, number: u32) -> String;
    /// The part at a path.
    fn node_at(&self, path: &str) -> Option<u32>;
    /// Visits at least the properties with this key.
    fn visit(&self, number: u32, key: &Key, visit: &mut Visit<'_>);
    /// The value of a property of an instance.
    fn value(&self, number: u32, name: &str) -> Option<Value<'_>>;
    /// A value as `print` prints it.
    fn shown(&self, value: &Datum<'_>) -> String;
    /// Returns true if the parts are Roblox instances.
    fn are_instances(&self) -> bool;
    /// The stored names of all properties of instances.
    fn properties(&self) -> HashSet<Vec<u8>>;
    /// The bytes of the values of each instance and of all instances in it, by number.
    fn n_bytes(&self) -> Vec<usize>;

    /// Returns true if the first instance with a property has a string there.
    fn is_text(&self, name: &str) -> bool {
        let first = (1..self.len()).find_map(|number| self.value(number, name));
        first.is_some_and(|value| value.as_bytes().is_some())
    }
}

/// The nodes of an outline.
pub(super) struct InOutline<'o> {
    pub(super) outline: &'o dyn Outline,
    pub(super) paths: &'o Paths,
}

impl Parts for InOutline<'_> {
    fn len(&self) -> u32 {
        u32::try_from(self.outline.len()).unwrap_or(u32::MAX)
    }

    fn parent(&self, number: u32) -> u32 {
        self.outline.parent(number)
    }

    fn class(&self, number: u32) -> Cow<'_, [u8]> {
        self.outline.kind(number).into()
    }

    fn name(&self, number: u32) -> Cow<'_, [u8]> {
        match self.outline.step(number) {
            Step::Name(name) => name.into(),
            _ => self.paths.last(self.outline, number).into_bytes().into(),
        }
    }

    fn path(&self, number: u32) -> String {
        self.paths.path(self.outline, number)
    }

    fn node_at(&self, path: &str) -> Option<u32> {
        self.paths.number(self.outline, path)
    }

    fn visit(&self, number: u32, key: &Key, visit: &mut Visit<'_>) {
        let Key::Stored(names) = key else { return self.outline.properties(number, visit) };
        let mut is_found = false;
        for name in names {
            self.outline.property(number, name, &mut |label, value| {
                is_found = true;
                visit(label, value);
            });
            if is_found {
                break;
            }
        }
    }

    fn value(&self, number: u32, name: &str) -> Option<Value<'_>> {
        self.outline.instances()?.get(number)?.get(name)
    }

    fn shown(&self, value: &Datum<'_>) -> String {
        let mut text = String::new();
        value.write(&mut text, self.outline, self.paths);
        text
    }

    fn are_instances(&self) -> bool {
        self.outline.instances().is_some()
    }

    fn properties(&self) -> HashSet<Vec<u8>> {
        let mut names = Names::default();
        let Some(view) = self.outline.instances() else { return names.all };
        match view.source() {
            // Columns have the names, so instances need not be visited.
            ViewSource::Binary(tree) => {
                names.all.extend(tree.model().columns().map(|column| column.name.to_vec()));
            }
            ViewSource::Xml(_) => {
                for item in view.iter().filter_map(|(_, instance)| Instance::item(instance)) {
                    names.add(item.properties.iter().map(|property| property.name().as_bytes()));
                }
            }
        }
        names.all
    }

    fn n_bytes(&self) -> Vec<usize> {
        bytes_of_nodes(self.outline)
    }
}

/// A set of property names. Most instances have the same names as the one before, which skips hashing.
#[derive(Default)]
struct Names {
    all: HashSet<Vec<u8>>,
    before: Vec<Vec<u8>>,
}

impl Names {
    fn add<'n>(&mut self, names: impl Iterator<Item = &'n [u8]>) {
        for (at, name) in names.enumerate() {
            match self.before.get_mut(at) {
                Some(before) if before == name => continue,
                Some(before) => *before = name.to_vec(),
                None => self.before.push(name.to_vec()),
            }
            if !self.all.contains(name) {
                self.all.insert(name.to_vec());
            }
        }
    }
}

/// The instances of a document. References are shown as paths.
pub(super) struct InDocument<'d> {
    document: &'d Document,
    path: &'d dyn Fn(Id) -> String,
    ids: Vec<Id>,
    /// The numbers of the parents.
    parents: Vec<u32>,
}

impl<'d> InDocument<'d> {
    pub(super) fn new(document: &'d Document, path: &'d dyn Fn(Id) -> String) -> Self {
        let ids = document.ids();
        let numbers: HashMap<Id, u32> = ids.iter().copied().zip(1..).collect();
        let parent = |id: &Id| document.parent(*id).and_then(|parent| numbers.get(&parent)).copied();
        let parents = ids.iter().map(|id| parent(id).unwrap_or(0)).collect();
        Self { document, path, ids, parents }
    }

    /// The instance with this number.
    pub(super) fn id(&self, number: u32) -> Option<Id> {
        self.ids.get((number as usize).checked_sub(1)?).copied()
    }
}

impl Parts for InDocument<'_> {
    fn len(&self) -> u32 {
        u32::try_from(self.ids.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn parent(&self, number: u32) -> u32 {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.parents.get(index)).copied().unwrap_or(0)
    }

    fn class(&self, number: u32) -> Cow<'_, [u8]> {
        let class = self.id(number).map(|id| self.document.class(id).into_owned());
        class.unwrap_or_default().into_bytes().into()
    }

    fn name(&self, number: u32) -> Cow<'_, [u8]> {
        let name = self.id(number).map(|id| self.document.name(id).into_owned());
        name.unwrap_or_default().into_bytes().into()
    }

    fn path(&self, number: u32) -> String {
        self.id(number).map(self.path).unwrap_or_default()
    }

    fn node_at(&self, path: &str) -> Option<u32> {
        let id = self.document.find(path)?;
        let index = self.ids.iter().position(|one| *one == id)?;
        u32::try_from(index).ok()?.checked_add(1)
    }

    fn visit(&self, number: u32, key: &Key, visit: &mut Visit<'_>) {
        let Some(id) = self.id(number) else { return };
        match key {
            Key::Stored(names) if names.iter().all(|name| name != ATTRIBUTES) => {
                let found = names.iter().find_map(|name| Some((name, self.document.get(id, name)?)));
                if let Some((name, value)) = found {
                    property_of(&self.class(number), name.as_bytes(), &value, self.path, visit);
                }
            }
            _ => attributes_alone(&self.document.0.whole_attributes(id), self.path, visit),
        }
    }

    fn value(&self, number: u32, name: &str) -> Option<Value<'_>> {
        self.document.get(self.id(number)?, name)
    }

    fn shown(&self, value: &Datum<'_>) -> String {
        value.alone()
    }

    fn are_instances(&self) -> bool {
        true
    }

    fn properties(&self) -> HashSet<Vec<u8>> {
        let mut names = Names::default();
        for id in &self.ids {
            let properties = self.document.properties(*id);
            names.add(properties.iter().map(|(name, _)| name.as_bytes()));
        }
        names.all
    }

    fn n_bytes(&self) -> Vec<usize> {
        let (mut all, mut seen) = (vec![0_usize; self.len() as usize], HashSet::new());
        for ((number, n), id) in (1..).zip(all.iter_mut().skip(1)).zip(&self.ids) {
            let class = self.class(number);
            for (name, value) in self.document.properties(*id) {
                property_of(&class, name.as_bytes(), &value, self.path, &mut |_, value| {
                    *n = n.saturating_add(n_bytes(value, &mut seen));
                });
            }
        }
        add_to_parents(&mut all, &|number| self.parent(number));
        all
    }
}

/// Returns true if a property matches a key. All names in a key stand for the same property.
pub(super) fn is_label(key: &Key, label: &Label<'_>) -> bool {
    match (key, label) {
        (Key::Stored(names), Label::Name(found)) => names.iter().any(|name| name.as_bytes() == &**found),
        (Key::Stored(names), Label::Plain(found)) => names.iter().any(|name| name == found),
        (Key::Attribute(name), Label::Attribute(found)) => name.as_bytes() == *found,
        (Key::Index(index), Label::Index(found)) => index == found,
        _ => false,
    }
}
