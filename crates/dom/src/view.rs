//! A read-only view of the instances of a model or place, without the lists that edits need.

use super::attributes::{ATTRIBUTES, Whole, reference_beside};
use super::{Id, Value};
use rbxbinary::Tree;
use rbxxml::{Document, Item, ItemId};
use std::ops::ControlFlow;

/// A function that derives the key by which properties are sorted from their names in files.
pub type SortKey = fn(&[u8]) -> &[u8];

/// All instances, parents before their children.
#[derive(Debug)]
pub struct View<'m> {
    source: ViewSource<'m>,
    list: Vec<One<'m>>,
    /// The number of the parent of each instance, counted from 1; 0 at the top level.
    parents: Vec<u32>,
    /// The number of each instance by its index in the tree or the document; 0 if there is none.
    numbers: Vec<u32>,
}

/// The model or document that a view shows.
#[derive(Debug, Clone, Copy)]
pub enum ViewSource<'m> {
    Binary(&'m Tree<'m>),
    Xml(&'m Document),
}

#[derive(Debug, Clone, Copy)]
enum One<'m> {
    Binary(rbxbinary::Instance<'m>),
    Xml(&'m Item),
}

/// An instance.
#[derive(Debug, Clone, Copy)]
pub struct Instance<'m> {
    source: ViewSource<'m>,
    one: One<'m>,
}

/// A property of an instance, or all its attributes.
#[derive(Debug)]
pub enum Property<'m> {
    /// `None` for a value that has no kind, such as an optional value inside another one.
    Value(Option<Value<'m>>),
    Attributes(Whole),
}

impl<'m> View<'m> {
    pub fn of_binary(tree: &'m Tree<'m>) -> Self {
        let mut view = Self::with(ViewSource::Binary(tree), tree.len());
        for instance in tree.walk() {
            view.add(
                instance.index(),
                instance.parent().map(rbxbinary::Instance::index),
                One::Binary(instance),
            );
        }
        view
    }

    pub fn of_xml(document: &'m Document) -> Self {
        let mut view = Self::with(ViewSource::Xml(document), document.len());
        for visit in document.walk() {
            view.add(visit.id.index(), document.parent(visit.id).map(ItemId::index), One::Xml(visit.item));
        }
        view
    }

    fn with(source: ViewSource<'m>, n: usize) -> Self {
        let (list, parents) = (Vec::with_capacity(n), Vec::with_capacity(n));
        Self { source, list, parents, numbers: vec![0; n] }
    }

    fn add(&mut self, index: usize, parent: Option<usize>, one: One<'m>) {
        // Walks visit parents before their children, so that the parent has its number.
        let parent = parent.map_or(0, |parent| self.number_at(parent));
        self.list.push(one);
        self.parents.push(parent);
        // Removed items have numbers, too.
        if index >= self.numbers.len() {
            self.numbers.resize(index.saturating_add(1), 0);
        }
        if let Some(number) = self.numbers.get_mut(index) {
            *number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        }
    }

    fn number_at(&self, index: usize) -> u32 {
        self.numbers.get(index).copied().unwrap_or(0)
    }

    pub fn source(&self) -> ViewSource<'m> {
        self.source
    }

    /// The number of instances.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if there are no instances.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The instance with this number, counted from 1.
    pub fn get(&self, number: u32) -> Option<Instance<'m>> {
        let one = *self.list.get((number as usize).checked_sub(1)?)?;
        Some(Instance { source: self.source, one })
    }

    /// All instances, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Instance<'m>)> {
        (1..).zip(self.list.iter().map(|one| Instance { source: self.source, one: *one }))
    }

    /// The number of the parent of an instance; 0 at the top level.
    pub fn parent(&self, number: u32) -> u32 {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.parents.get(index)).copied().unwrap_or(0)
    }

    pub fn number(&self, id: Id) -> Option<u32> {
        let index = match self.source {
            ViewSource::Binary(tree) => tree.get(id.referent())?.index(),
            ViewSource::Xml(_) => id.item()?.index(),
        };
        Some(self.number_at(index)).filter(|number| *number != 0)
    }
}

impl<'m> Instance<'m> {
    /// All instances of a binary model, for a single pass without a [`View`].
    pub fn all_of_binary(tree: &'m Tree<'m>) -> impl Iterator<Item = Self> {
        tree.walk().map(move |instance| Self { source: ViewSource::Binary(tree), one: One::Binary(instance) })
    }

    /// All instances of an XML document, for a single pass without a [`View`].
    pub fn all_of_xml(document: &'m Document) -> impl Iterator<Item = Self> {
        document
            .walk()
            .map(move |visit| Self { source: ViewSource::Xml(document), one: One::Xml(visit.item) })
    }

    pub fn class(self) -> &'m [u8] {
        match self.one {
            One::Binary(instance) => instance.class_name(),
            One::Xml(item) => item.class.as_bytes(),
        }
    }

    /// The name of the instance, or its class if it has none.
    pub fn name(self) -> &'m [u8] {
        match self.one {
            One::Binary(instance) => instance.name(),
            One::Xml(item) => item.name_bytes(),
        }
    }

    pub fn get(self, property: &str) -> Option<Value<'m>> {
        self.property(property).flatten()
    }

    /// The value as [`get`](Self::get) returns it, but `Some(None)` for one that has no kind.
    pub fn property(self, name: &str) -> Option<Option<Value<'m>>> {
        match self.one {
            One::Binary(instance) => instance.get(name).map(|value| self.binary(value)),
            One::Xml(item) => item.get(name).map(|value| self.xml(value)),
        }
    }

    /// The bytes of a property that holds text or other bytes, of any kind.
    pub fn bytes(self, property: &str) -> Option<&'m [u8]> {
        match (self.one, self.source) {
            (One::Binary(instance), _) => instance.bytes(property),
            (One::Xml(item), ViewSource::Xml(document)) => {
                let value = item.get(property)?;
                match value.shared_key() {
                    Some(key) => document.shared_strings.get(key).map(|string| &*string.data),
                    None => value.as_bytes(),
                }
            }
            _ => None,
        }
    }

    fn binary(self, value: rbxbinary::Value<'m>) -> Option<Value<'m>> {
        let ViewSource::Binary(tree) = self.source else { return None };
        Value::of_binary(value, |index| tree.shared_string(index))
    }

    fn xml(self, value: &'m rbxxml::Value) -> Option<Value<'m>> {
        let ViewSource::Xml(document) = self.source else { return None };
        Value::of_xml(value, &document.shared_strings)
    }

    /// The XML item of the instance; `None` in a binary file.
    pub fn item(self) -> Option<&'m Item> {
        if let One::Xml(item) = self.one { Some(item) } else { None }
    }

    /// Calls a function for each property, in the order of the file.
    pub fn each(self, visit: &mut dyn FnMut(&'m [u8], Value<'m>) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.one {
            One::Binary(instance) => {
                for (name, value) in instance.properties() {
                    if let Some(value) = self.binary(value) {
                        visit(name, value)?;
                    }
                }
            }
            One::Xml(item) => {
                for property in &item.properties {
                    if let Some(value) = self.xml(property.value) {
                        visit(property.name().as_bytes(), value)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls a function for each property, sorted by name or by a key derived from the name. All attributes
    /// are passed in one call, in the position of their string.
    pub fn sorted(self, by: Option<SortKey>, visit: &mut dyn FnMut(&'m [u8], Property<'m>)) {
        let mut show = |name: &'m [u8], value| {
            let value = self.binary(value);
            let string = value.as_ref().filter(|_| name == ATTRIBUTES.as_bytes());
            let attributes = string.and_then(Value::as_bytes).map(Whole::of_binary);
            visit(name, attributes.map_or(Property::Value(value), Property::Attributes));
        };
        match (self.one, by) {
            (One::Binary(instance), None) => {
                instance.properties().for_each(|(name, value)| show(name, value));
            }
            (One::Binary(instance), Some(key)) => {
                let mut all: Vec<_> = instance.properties().collect();
                all.sort_by_cached_key(|one| (key(one.0), one.0));
                all.into_iter().for_each(|(name, value)| show(name, value));
            }
            (One::Xml(item), _) => self.sorted_item(item, by, visit),
        }
    }

    fn sorted_item(self, item: &'m Item, by: Option<SortKey>, visit: &mut dyn FnMut(&'m [u8], Property<'m>)) {
        let key = by.unwrap_or(|name| name);
        let (mut properties, mut beside) = (Vec::with_capacity(item.properties.len()), Vec::new());
        for property in item.properties.iter().rev() {
            match reference_beside(property) {
                Some(reference) => beside.push(reference),
                None => properties.push((key(property.name().as_bytes()), property)),
            }
        }
        // Of two properties with one name the last is used, and sorting keeps their order.
        properties.sort_by(|one, other| (one.0, one.1.name()).cmp(&(other.0, other.1.name())));
        properties.dedup_by(|next, one| next.1.name() == one.1.name());
        beside.reverse();
        let name_of_string = ATTRIBUTES.as_bytes();
        let mut attributes = Some(beside);
        let mut show = |string: Option<&[u8]>, visit: &mut dyn FnMut(&'m [u8], Property<'m>)| {
            let beside = attributes.take().filter(|beside| string.is_some() || !beside.is_empty());
            if let Some(beside) = beside {
                let all = Whole::of_xml(string.unwrap_or_default(), beside.into_iter());
                visit(name_of_string, Property::Attributes(all));
            }
        };
        for (order, property) in properties {
            let (name, value) = (property.name().as_bytes(), self.xml(property.value));
            let string = value.as_ref().filter(|_| name == name_of_string).and_then(Value::as_bytes);
            // References next to the string are shown at its place, even if it is missing.
            if order >= name_of_string {
                show(string, visit);
            }
            if string.is_none() {
                visit(name, Property::Value(value));
            }
        }
        show(None, visit);
    }
}
