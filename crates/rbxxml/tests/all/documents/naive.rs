//! A tree that does what a document does in the simplest way, for the crates of both encodings of Roblox.

use super::{Id, NUMBERS, REFERENCES, new_item, rows};
use crate::format::{Document, Position};
use crate::random::Random;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The value of a property.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Prop {
    Number(i32),
    /// An item, or in a [`Row`] its place in document order.
    Item(Option<usize>),
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) class: String,
    pub(crate) parent: Option<usize>,
    /// Without the name.
    pub(crate) properties: BTreeMap<String, Prop>,
    pub(crate) name: Option<String>,
}

/// A tree by numbers; those of items in the document are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Naive {
    pub(crate) nodes: HashMap<usize, Node>,
    pub(crate) roots: Vec<usize>,
    pub(crate) children: HashMap<usize, Vec<usize>>,
}

/// An item in document order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) depth: usize,
    pub(crate) class: String,
    pub(crate) name: Option<String>,
    pub(crate) properties: BTreeMap<String, Prop>,
}

impl Naive {
    fn siblings(&mut self, parent: Option<usize>) -> &mut Vec<usize> {
        match parent {
            None => &mut self.roots,
            Some(parent) => self.children.entry(parent).or_default(),
        }
    }

    fn below(&self, id: usize) -> Vec<usize> {
        let mut all = vec![id];
        for child in self.children.get(&id).into_iter().flatten() {
            all.extend(self.below(*child));
        }
        all
    }

    pub(crate) fn walk(&self) -> Vec<usize> {
        self.roots.iter().flat_map(|root| self.below(*root)).collect()
    }

    fn depth(&self, id: usize) -> usize {
        self.nodes[&id].parent.map_or(0, |parent| self.depth(parent) + 1)
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        let order = self.walk();
        let places: HashMap<_, _> = order.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let row = |id: &usize| {
            let Node { class, name, properties, .. } = self.nodes[id].clone();
            let properties = properties.into_iter().map(|(name, value)| match value {
                Prop::Item(target) => (name, Prop::Item(target.map(|target| places[&target]))),
                number => (name, number),
            });
            Row { depth: self.depth(*id), class, name, properties: properties.collect() }
        };
        order.iter().map(row).collect()
    }

    fn add(&mut self, id: usize, parent: Option<usize>, node: Node) {
        self.nodes.insert(id, Node { parent, ..node });
        self.siblings(parent).push(id);
    }

    fn take_out(&mut self, id: usize) {
        let parent = self.nodes[&id].parent;
        self.siblings(parent).retain(|other| *other != id);
    }

    /// Gives the references that are cleared.
    pub(crate) fn remove(&mut self, id: usize) -> HashSet<(usize, String)> {
        self.take_out(id);
        let gone: HashSet<_> = self.below(id).into_iter().collect();
        self.nodes.retain(|id, _| !gone.contains(id));
        self.children.retain(|id, _| !gone.contains(id));
        let mut cleared = HashSet::new();
        for (id, node) in &mut self.nodes {
            for (name, value) in &mut node.properties {
                if matches!(value, Prop::Item(Some(target)) if gone.contains(target)) {
                    *value = Prop::Item(None);
                    cleared.insert((*id, name.clone()));
                }
            }
        }
        cleared
    }

    fn move_to(&mut self, id: usize, parent: Option<usize>, beside: Option<(usize, bool)>, is_first: bool) {
        self.take_out(id);
        let siblings = self.siblings(parent);
        let at = match beside {
            Some((beside, after)) => {
                siblings.iter().position(|id| *id == beside).unwrap() + usize::from(after)
            }
            None => {
                if is_first {
                    0
                } else {
                    siblings.len()
                }
            }
        };
        siblings.insert(at, id);
        self.nodes.get_mut(&id).unwrap().parent = parent;
    }

    /// Copies from `from`, which may be another tree; the new numbers continue from `next`.
    fn copy(&mut self, from: &Self, id: usize, parent: Option<usize>, next: usize, is_other: bool) {
        let all = from.below(id);
        let new: HashMap<_, _> = all.iter().enumerate().map(|(place, id)| (*id, next + place)).collect();
        for old in &all {
            let mut node = from.nodes[old].clone();
            for value in node.properties.values_mut() {
                if let Prop::Item(Some(target)) = value {
                    *value = match new.get(target) {
                        Some(new) => Prop::Item(Some(*new)),
                        None if is_other => Prop::Item(None),
                        None => *value,
                    };
                }
            }
            let parent = if old == &id { parent } else { Some(new[&node.parent.unwrap()]) };
            self.add(new[old], parent, node);
        }
    }
}

/// A document and the tree that it should be.
pub(crate) struct Both {
    pub(crate) document: Document,
    pub(crate) naive: Naive,
    /// The ids by number.
    pub(crate) ids: Vec<Id>,
}

const CLASSES: &[&str] = &["Part", "Model", "Folder"];
const NAMES: &[&str] = &["A", "B", "A/B", "A[2]", "A.B", r"\", r"\n", "", "''", "é"];

impl Both {
    pub(crate) fn new() -> Self {
        Self { document: Document::new(), naive: Naive::default(), ids: Vec::new() }
    }

    fn any(&self, random: &mut Random) -> Option<usize> {
        let mut all: Vec<_> = self.naive.nodes.keys().copied().collect();
        all.sort_unstable();
        random.pick(&all)
    }

    fn any_parent(&self, random: &mut Random) -> Option<usize> {
        if random.once_in(4) { None } else { self.any(random) }
    }

    fn id(&self, number: Option<usize>) -> Option<Id> {
        number.map(|number| self.ids[number])
    }

    /// The number of an existing item.
    pub(crate) fn number_of(&self, id: Id) -> usize {
        *self.naive.nodes.keys().find(|number| self.ids[**number] == id).unwrap()
    }

    /// Numbers for what was added.
    fn number(&mut self) {
        // Ids of removed items are used again in a document that was read anew.
        let is_old = |number: &&usize| **number < self.ids.len();
        let known: HashSet<_> =
            self.naive.nodes.keys().filter(is_old).map(|number| self.ids[*number]).collect();
        let mut new: Vec<_> = self.document.walk().map(|visit| visit.id).collect();
        new.retain(|id| !known.contains(id));
        new.sort_unstable();
        self.ids.extend(new);
    }

    pub(crate) fn edit(&mut self, other: Option<&Self>, random: &mut Random) {
        let parent = self.any_parent(random);
        let Some(one) = self.any(random).filter(|_| !random.once_in(5)) else {
            let (class, name) = (random.pick(CLASSES).unwrap(), random.pick(NAMES).unwrap());
            let mut item = new_item(class, random);
            let mut node =
                Node { class: class.into(), parent: None, properties: BTreeMap::new(), name: None };
            if !random.once_in(4) {
                item.set("Name", name);
                node.name = Some(name.into());
            }
            let id = self.document.add(self.id(parent), item).unwrap();
            self.naive.add(self.ids.len(), parent, node);
            self.ids.push(id);
            return;
        };
        let id = self.ids[one];
        let (number, reference) = (random.pick(NUMBERS).unwrap(), random.pick(REFERENCES).unwrap());
        match random.below(10) {
            0 => {
                let removed = self.document.remove(id).unwrap();
                assert_eq!(removed.n_items, self.naive.below(one).len());
                let cleared = self.naive.remove(one);
                let number = |id| self.number_of(id);
                let found: HashSet<_> =
                    removed.references.iter().map(|(id, name)| (number(*id), name.to_string())).collect();
                assert_eq!((found.len(), &found), (removed.references.len(), &cleared));
                assert!(self.document.remove(id).is_none());
                assert!(self.document.set(id, "P", 1).is_err());
            }
            1 | 2 => {
                let siblings = self.naive.siblings(parent).clone();
                let beside = random.pick(&siblings).filter(|_| random.once_in(2));
                let (is_first, after) = (random.once_in(2), random.once_in(2));
                let position = match beside.map(|beside| self.ids[beside]) {
                    Some(beside) if after => Position::After(beside),
                    Some(beside) => Position::Before(beside),
                    None if is_first => Position::First,
                    None => Position::Last,
                };
                let is_cycle = parent.is_some_and(|parent| self.naive.below(one).contains(&parent));
                let done = self.document.move_to(id, self.id(parent), position);
                assert_eq!(done.is_err(), is_cycle, "{position:?}");
                if !is_cycle && beside != Some(one) {
                    self.naive.move_to(one, parent, beside.map(|beside| (beside, after)), is_first);
                }
            }
            3 => {
                self.document.copy(id, self.id(parent)).unwrap();
                let from = self.naive.clone();
                self.naive.copy(&from, one, parent, self.ids.len(), false);
                self.number();
            }
            4 => {
                let Some(other) = other else { return };
                let Some(from) = other.any(random) else { return };
                self.document.insert(&other.document, [other.ids[from]], self.id(parent)).unwrap();
                self.naive.copy(&other.naive, from, parent, self.ids.len(), true);
                self.number();
            }
            5 => {
                let value = i32::try_from(random.below(9)).unwrap();
                self.document.set(id, number, value).unwrap();
                let node = self.naive.nodes.get_mut(&one).unwrap();
                node.properties.insert(number.into(), Prop::Number(value));
            }
            6 => {
                let target = self.any(random);
                self.document.set(id, reference, self.ids[target.unwrap()]).unwrap();
                let node = self.naive.nodes.get_mut(&one).unwrap();
                node.properties.insert(reference.into(), Prop::Item(target));
            }
            7 => {
                let property = random.pick(&[number, reference]).unwrap();
                let had = self.naive.nodes.get_mut(&one).unwrap().properties.remove(property);
                assert_eq!(self.document.unset(id, property).is_some(), had.is_some());
            }
            8 => {
                let name = random.pick(NAMES).unwrap();
                self.document.rename(id, name).unwrap();
                self.naive.nodes.get_mut(&one).unwrap().name = Some(name.into());
            }
            _ if random.once_in(2) => {
                self.document.sort_children(self.id(parent), |one, other| {
                    one.class.to_string().cmp(&other.class.to_string())
                });
                let nodes = self.naive.nodes.clone();
                self.naive.siblings(parent).sort_by_key(|id| nodes[id].class.clone());
            }
            _ => {
                let n_set = self.document.set_all(|_, item| *item.class == *"Part", "P", 7);
                let parts = self.naive.nodes.values_mut().filter(|node| node.class == "Part");
                let parts = parts.map(|node| node.properties.insert("P".into(), Prop::Number(7)));
                assert_eq!(n_set, parts.count());
            }
        }
    }

    /// All that can be asked is as in the tree.
    pub(crate) fn check(&mut self) {
        let Self { document, naive, ids } = self;
        assert_eq!(rows(document), naive.rows());
        assert_eq!((document.len(), document.is_empty()), (naive.nodes.len(), naive.nodes.is_empty()));
        let to_ids = |numbers: &[usize]| numbers.iter().map(|number| ids[*number]).collect::<Vec<_>>();
        assert_eq!(document.roots().collect::<Vec<_>>(), to_ids(&naive.roots));
        let (all, mut paths) = (document.paths(), HashSet::new());
        for id in naive.nodes.keys().map(|number| ids[*number]) {
            let path = document.path(id);
            assert_eq!([document.find(&path), all.find(&path)], [Some(id); 2], "{path}");
            assert_eq!(all.path(id), path);
            assert!(paths.insert(path));
        }
        for (number, node) in &naive.nodes {
            let id = ids[*number];
            assert_eq!(document.parent(id), node.parent.map(|parent| ids[parent]));
            let children = naive.children.get(number).cloned().unwrap_or_default();
            assert_eq!(document.children(id).len(), children.len());
            assert_eq!(document.children(id).collect::<Vec<_>>(), to_ids(&children));
            let mut reversed: Vec<_> = document.children(id).rev().collect();
            reversed.reverse();
            assert_eq!(reversed, to_ids(&children));
            let below: Vec<_> = document.walk_from(id).map(|visit| visit.id).collect();
            assert_eq!(below, to_ids(&naive.below(*number)));
            assert_eq!(document.ancestors(id).count(), naive.depth(*number));
            let mut expected: Vec<_> = naive
                .nodes
                .iter()
                .flat_map(|(other, node)| node.properties.iter().map(move |property| (*other, property)))
                .filter(|(_, (_, value))| **value == Prop::Item(Some(*number)))
                .map(|(other, (name, _))| (ids[other], name.clone()))
                .collect();
            let found = document.references_to(id).into_iter();
            let mut found: Vec<_> = found.map(|(id, name)| (id, name.to_string())).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected);
        }
    }
}
