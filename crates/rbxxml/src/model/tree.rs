//! The document: items in a tree, and what stands beside them.

use super::item::{Attribute, Element, External, Extras, Item, Meta};
use super::shared::SharedStrings;
use super::siblings::{Gaps, NONE};
use super::text::Text;
use super::value::{ItemId, Reference};
use crate::wire::trim;
use crate::{Error, ErrorKind};
use std::collections::HashMap;

/// A model or a place.
#[derive(Debug, Clone)]
pub struct Document {
    /// Of the root element: the version, and Studio's name spaces.
    pub attributes: Vec<Attribute>,
    /// Words about the whole file.
    pub metas: Vec<Meta>,
    /// Without meaning.
    pub externals: Vec<External>,
    /// Elements beside the items that the format does not have.
    pub elements: Vec<Element>,
    /// Strings that properties refer to.
    pub shared_strings: SharedStrings,
    /// What follows the root: mostly nothing, a line end in Studio's newest files.
    pub trailing: Text,
    /// Exponents have three digits at least, as in Studio's files up to 2019.
    ///
    /// A habit of who wrote the file, and no part of what the document says: it does not count when two are compared.
    pub three_digit_exponents: bool,
    pub(super) nodes: Vec<Option<Node>>,
    pub(super) roots: Vec<ItemId>,
    /// Of the roots and of what lies in items, where there are any.
    pub(super) gaps: HashMap<ItemId, Gaps>,
}

#[derive(Debug, Clone)]
pub(super) struct Node {
    item: Item,
    /// [`NONE`] for a root.
    pub(super) parent: ItemId,
    /// Its place among those that lie in the parent.
    pub(super) place: u32,
    pub(super) children: Vec<ItemId>,
}

/// An empty model, with the attributes and the [`Meta`] that Studio writes.
impl Default for Document {
    fn default() -> Self {
        let attribute = |(name, value): (&str, &str)| Attribute::new(name, value);
        let attributes = [
            ("xmlns:xmime", "http://www.w3.org/2005/05/xmlmime"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            ("xsi:noNamespaceSchemaLocation", "http://www.roblox.com/roblox.xsd"),
            ("version", "4"),
        ];
        let meta = Meta { name: "ExplicitAutoJoints".into(), value: "true".into(), attributes: Vec::new() };
        let external = |value: &str| External { value: value.into(), attributes: Vec::new() };
        Self {
            attributes: attributes.map(attribute).into(),
            metas: vec![meta],
            externals: vec![external("null"), external("nil")],
            ..Self::empty()
        }
    }
}

impl Document {
    /// With nothing at all, not even a version.
    pub(crate) fn empty() -> Self {
        Self {
            attributes: Vec::new(),
            metas: Vec::new(),
            externals: Vec::new(),
            elements: Vec::new(),
            shared_strings: SharedStrings::default(),
            trailing: Text::default(),
            three_digit_exponents: false,
            nodes: Vec::new(),
            roots: Vec::new(),
            gaps: HashMap::new(),
        }
    }

    /// Makes room for so many items more.
    pub(crate) fn reserve(&mut self, n_items: usize) {
        self.nodes.reserve_exact(n_items);
    }

    /// An empty model, as [`Document::default`].
    ///
    /// ```
    /// use rbxxml::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let folder = document.add(None, Item::new("Folder").with("Name", "Maps"))?;
    /// let part = document.add(folder, Item::new("Part").with("Transparency", 0.5_f32))?;
    /// document.add(folder, Item::new("ObjectValue").with("Value", part))?;
    /// let text = String::from_utf8(rbxxml::write(&document)?).unwrap();
    /// assert!(text.contains("<float name=\"Transparency\">0.5</float>"));
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An attribute of the root element.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Text> {
        self.attributes.iter().find(|attribute| attribute.name == *name).map(|attribute| &attribute.value)
    }

    /// How many items there are.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.nodes.iter().flatten().count()
    }

    /// The items that lie in no other.
    #[must_use]
    pub fn roots(&self) -> &[ItemId] {
        self.siblings(NONE)
    }

    /// An item; `None` once it is removed.
    #[must_use]
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.node(id).map(|node| &node.item)
    }

    /// An item, to change it.
    #[must_use]
    pub fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.node_mut(id).map(|node| &mut node.item)
    }

    /// What an item has beside its properties, to add to it.
    pub(crate) fn extras_mut(&mut self, id: ItemId) -> Option<&mut Extras> {
        self.item_mut(id).map(|item| &mut **item.extras.get_or_insert_default())
    }

    /// The items that lie directly in one.
    #[must_use]
    pub fn children(&self, id: ItemId) -> &[ItemId] {
        self.node(id).map_or(&[], |_| self.siblings(id))
    }

    /// The item that one lies in.
    #[must_use]
    pub fn parent(&self, id: ItemId) -> Option<ItemId> {
        self.node(id).map(|node| node.parent).filter(|parent| *parent != NONE)
    }

    /// Adds an item, behind those that lie in `parent` already.
    ///
    /// # Errors
    ///
    /// If `parent` is not in the document.
    pub fn add(&mut self, parent: impl Into<Option<ItemId>>, item: Item) -> Result<ItemId, Error> {
        let parent = self.place_for(parent.into())?;
        let len = self.nodes.len();
        let id = u32::try_from(len).map(ItemId).ok().filter(|id| *id != NONE);
        let id = id.ok_or_else(|| Error::model(ErrorKind::TooLong { len }))?;
        self.nodes.push(Some(Node { item, parent, place: 0, children: Vec::new() }));
        self.put_last(parent, id);
        Ok(id)
    }

    /// Removes an item and all that lies in it, and gives it. References to them then point at nothing.
    pub fn remove(&mut self, id: ItemId) -> Option<Item> {
        self.take_out(id);
        let mut removed = None;
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if let Some(node) = self.nodes.get_mut(id.index()).and_then(Option::take) {
                self.gaps.remove(&id);
                pending.extend(node.children);
                removed.get_or_insert(node.item);
            }
        }
        removed
    }

    /// Moves an item, with all that lies in it, behind those that lie in `parent` already.
    ///
    /// # Errors
    ///
    /// If one of them is not in the document, or `parent` lies in the item.
    pub fn reparent(&mut self, id: ItemId, parent: impl Into<Option<ItemId>>) -> Result<(), Error> {
        let parent = parent.into();
        let mut above = parent;
        while let Some(ancestor) = above {
            if ancestor == id {
                let name = id.index().to_string();
                return Err(Error::model(ErrorKind::Cycle { what: "item", name }));
            }
            above = self.parent(ancestor);
        }
        self.node(id).ok_or_else(|| Error::model(ErrorKind::NoSuchItem))?;
        let parent = self.place_for(parent)?;
        self.take_out(id);
        self.put_last(parent, id);
        Ok(())
    }

    /// Points each unresolved reference whose referent an item has at that item; of two, at the first.
    pub fn resolve_references(&mut self) {
        let referents = self.referents().into_iter().map(|(referent, id)| (referent.to_vec(), id));
        let referents: HashMap<Vec<u8>, ItemId> = referents.collect();
        let nodes = self.nodes.iter_mut().flatten();
        for reference in nodes.flat_map(|node| node.item.references_mut()) {
            if let Reference::Unresolved(referent) = reference
                && let Some(id) = referents.get(trim(referent))
            {
                *reference = Reference::Item(*id);
            }
        }
    }

    /// The first item of each referent, in document order.
    pub(crate) fn referents(&self) -> HashMap<&[u8], ItemId> {
        let mut referents = HashMap::new();
        for visit in self.walk() {
            if let Some(referent) = &visit.item.referent {
                referents.entry(trim(referent)).or_insert(visit.id);
            }
        }
        referents
    }

    /// The node of an item.
    pub(super) fn node(&self, id: ItemId) -> Option<&Node> {
        self.nodes.get(id.index())?.as_ref()
    }

    pub(super) fn node_mut(&mut self, id: ItemId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())?.as_mut()
    }

    /// What an item goes into.
    fn place_for(&self, parent: Option<ItemId>) -> Result<ItemId, Error> {
        match parent {
            Some(parent) if self.node(parent).is_none() => Err(Error::model(ErrorKind::NoSuchItem)),
            parent => Ok(parent.unwrap_or(NONE)),
        }
    }

    /// For each number, how many items come before it in the document; `None` for one that is removed.
    pub(crate) fn order(&self) -> Vec<Option<u32>> {
        let mut order = vec![None; self.nodes.len()];
        for (place, visit) in (0..).zip(self.walk()) {
            if let Some(slot) = order.get_mut(visit.id.index()) {
                *slot = Some(place);
            }
        }
        order
    }
}
