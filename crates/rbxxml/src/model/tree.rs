//! The document: a tree of items, and the other parts of a file.

use super::item::{External, Extras, Item, Meta};
use super::links::{Ends, Links, NONE};
use super::origin::Origin;
use super::properties::Properties;
use super::referrers::Referrers;
use super::shared::SharedStrings;
use super::spelling::{Attribute, Element};
use super::text::{Name, Text};
use super::value::{ItemId, Reference};
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::options::ReadOptions;
use crate::wire::trim;
use std::collections::HashMap;
use std::ops::{Index, IndexMut};

/// A model or a place.
#[derive(Debug, Clone)]
pub struct Document {
    /// The attributes of the root element: the version and Studio's name spaces.
    pub attributes: Vec<Attribute>,
    /// Metadata: keys and values that describe the whole file.
    pub metas: Vec<Meta>,
    /// Obsolete `External` elements.
    pub externals: Vec<External>,
    /// Unknown elements and text next to the items.
    pub elements: Vec<Element>,
    /// The strings that properties share.
    pub shared_strings: SharedStrings,
    /// The bytes after the root: usually none, or a line end in the newest files of Studio.
    pub trailing: Text,
    /// Set if exponents have at least three digits, as in files of Studio up to 2019.
    ///
    /// This is a habit of the program that wrote the file, and is ignored when documents are compared.
    pub three_digit_exponents: bool,
    /// Set if text is written as UTF-8, as by other programs, rather than with references to its bytes, as by Studio.
    ///
    /// Reading sets it if the file contains no such references, and either contains non-ASCII text or does not begin
    /// like a file of Studio. It is ignored when documents are compared.
    pub plain_utf8: bool,
    /// The items by number; `None` for removed ones.
    pub(super) items: Vec<Option<Item>>,
    /// The links by number. They are separate from the items because most edits of the tree touch only links, and more
    /// of them fit into the cache.
    pub(super) links: Vec<Links>,
    pub(super) roots: Ends,
    /// The number of removed items.
    pub(super) n_removed: usize,
    pub(super) referrers: Referrers,
    /// For each class, the item with properties that was added last.
    pub(super) last_of_class: HashMap<Name, ItemId>,
    /// The facts about the file from which the document was read.
    pub(super) origin: Option<Box<Origin>>,
}

/// An empty document with the attributes, [`Meta`] and [`External`]s that Studio writes.
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
    /// A document without any content, not even a version.
    pub(crate) fn empty() -> Self {
        Self {
            attributes: Vec::new(),
            metas: Vec::new(),
            externals: Vec::new(),
            elements: Vec::new(),
            shared_strings: SharedStrings::default(),
            trailing: Text::default(),
            three_digit_exponents: false,
            plain_utf8: false,
            items: Vec::new(),
            links: Vec::new(),
            roots: Ends::EMPTY,
            n_removed: 0,
            referrers: Referrers::default(),
            last_of_class: HashMap::new(),
            origin: None,
        }
    }

    /// Reserves room for this many more items.
    pub(crate) fn reserve(&mut self, n_items: usize) {
        self.items.reserve_exact(n_items);
        self.links.reserve_exact(n_items);
    }

    /// An empty document, like [`Document::default`].
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

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len().saturating_sub(self.n_removed)
    }

    /// Returns true if there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An item; `None` if it was removed.
    #[must_use]
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(id.index())?.as_ref()
    }

    /// Returns an item like [`item`](Self::item), mutably.
    #[must_use]
    pub fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.referrers.note(id, self.items.len());
        self.note_change(id);
        self.item_without_references(id)
    }

    /// Returns an item, mutably, without marking it as changed. This is for invisible changes, and for reading.
    pub(crate) fn item_without_references(&mut self, id: ItemId) -> Option<&mut Item> {
        self.items.get_mut(id.index())?.as_mut()
    }

    /// The [`Extras`] of an item, which are created if there are none.
    pub(crate) fn extras_mut(&mut self, id: ItemId) -> Option<&mut Extras> {
        self.item_without_references(id).map(|item| &mut **item.extras.get_or_insert_default())
    }

    /// Adds an item as the last child of `parent`, or as the last root.
    ///
    /// # Errors
    ///
    /// If `parent` is not in the document.
    pub fn add(&mut self, parent: impl Into<Option<ItemId>>, item: Item) -> Result<ItemId, Error> {
        let parent = parent.into();
        self.place_for(parent)?;
        self.push(parent, item).map_err(Error::model)
    }

    /// Adds an item whose parent is in the document.
    pub(crate) fn push(&mut self, parent: Option<ItemId>, mut item: Item) -> Result<ItemId, ErrorKind> {
        let len = self.items.len();
        let id = ItemId::nth(len)?;
        if item.references().next().is_some() {
            self.referrers.note(id, len);
        }
        self.share_properties(id, &mut item);
        self.items.push(Some(item));
        self.links.push(Links::NEW);
        self.put_last(id, parent.unwrap_or(NONE));
        Ok(id)
    }

    /// Replaces the properties of an item, if the item exists. Like those of [new items](Self::add), they share the
    /// memory of names and values with another item of the class.
    ///
    /// ```
    /// use rbxxml::{Document, Item, Property};
    ///
    /// let mut document = Document::new();
    /// for name in ["Left", "Right"] {
    ///     let id = document.add(None, Item::new("Part"))?;
    ///     document.set_properties(id, vec![Property::new("Name", name), Property::new("Locked", true)]);
    /// }
    /// let names = document.walk().map(|visit| visit.item.name().to_string());
    /// assert_eq!(names.collect::<Vec<_>>(), ["Left", "Right"]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn set_properties(&mut self, id: ItemId, properties: impl Into<Properties>) {
        let Some(item) = self.item_mut(id) else { return };
        item.properties = properties.into();
        let Some(mut item) = self.items.get_mut(id.index()).and_then(Option::take) else { return };
        self.share_properties(id, &mut item);
        if let Some(place) = self.items.get_mut(id.index()) {
            *place = Some(item);
        }
    }

    /// Makes a new item share the memory of names and values with the last item of its class. That saves memory, and an
    /// edit of many items finds the names in the cache.
    fn share_properties(&mut self, id: ItemId, item: &mut Item) {
        if item.properties.is_empty() {
            return;
        }
        match self.last_of_class.get_mut(&item.class) {
            None => _ = self.last_of_class.insert(item.class.clone(), id),
            Some(last) => {
                let last = std::mem::replace(last, id);
                if let Some(last) = self.item_without_references(last) {
                    item.share(last);
                }
            }
        }
    }

    /// Resolves references whose referent an item has by now. If several items have it, the first is used.
    pub fn resolve_references(&mut self) {
        let referents = self.referents().0.into_iter().map(|(referent, id)| (referent.to_vec(), id));
        let referents: HashMap<Vec<u8>, ItemId> = referents.collect();
        let len = self.items.len();
        for (number, item) in (0..).zip(&mut self.items) {
            for reference in item.iter_mut().flat_map(Item::references_mut) {
                if let Reference::Unresolved(referent) = reference
                    && let Some(id) = referents.get(trim(referent))
                {
                    *reference = Reference::Item(*id);
                    self.referrers.note(ItemId(number), len);
                    if let Some(origin) = &mut self.origin {
                        origin.note(ItemId(number));
                    }
                }
            }
        }
    }

    /// Returns the number of the parent, or [`NONE`] for the top level.
    pub(super) fn place_for(&self, parent: Option<ItemId>) -> Result<ItemId, Error> {
        match parent {
            Some(parent) if self.links(parent).is_none() => Err(Error::model(ErrorKind::NoSuchItem)),
            parent => Ok(parent.unwrap_or(NONE)),
        }
    }

    /// Adds a shared string unless it is already present, and returns its key, like [`SharedStrings::share`].
    ///
    /// ```
    /// use rbxxml::{Document, Item, Value};
    ///
    /// let mut document = Document::new();
    /// let mesh = document.share(b"mesh");
    /// let item = Item::new("UnionOperation").with("MeshData2", Value::SharedString(mesh));
    /// let union = document.add(None, item)?;
    /// assert_eq!(document.bytes(union, "MeshData2"), Some(&b"mesh"[..]));
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[cfg(feature = "hash")]
    pub fn share(&mut self, content: &[u8]) -> Text {
        self.shared_strings.share(content)
    }

    /// Returns, for each item number, the number of items before it in document order; `None` for removed items.
    pub(crate) fn order(&self) -> Vec<Option<u32>> {
        let mut order = vec![None; self.items.len()];
        for (place, visit) in (0..).zip(self.walk()) {
            if let Some(slot) = order.get_mut(visit.id.index()) {
                *slot = Some(place);
            }
        }
        order
    }

    /// Returns the facts about the file from which the document was read, if these bytes are that file.
    pub(crate) fn origin(&self, bytes: &[u8], options: &ReadOptions) -> Option<&Origin> {
        self.origin.as_deref().filter(|origin| origin.is(bytes, options))
    }

    pub(crate) fn set_origin(&mut self, origin: Option<Origin>) {
        self.origin = origin.map(Box::new);
    }

    /// Records that an item, or its list of children, may have changed.
    pub(super) fn note_change(&mut self, id: ItemId) {
        if let Some(origin) = &mut self.origin {
            origin.note(id);
        }
    }

    /// The number of the next item.
    pub(crate) fn next_id(&self) -> Option<ItemId> {
        u32::try_from(self.items.len()).ok().map(ItemId)
    }

    /// Skips item numbers, so that `n_items` are used. The skipped items count as removed.
    pub(crate) fn skip_to(&mut self, n_items: usize) {
        let n_skipped = n_items.saturating_sub(self.items.len());
        self.items.resize_with(n_items.max(self.items.len()), || None);
        self.links.resize(self.items.len(), Links::REMOVED);
        self.n_removed = self.n_removed.saturating_add(n_skipped);
    }
}

/// An item that is known to exist; otherwise, use [`Document::item`].
///
/// # Panics
///
/// If the item was removed, or if the id is from another document and too large for this one.
impl Index<ItemId> for Document {
    type Output = Item;

    #[expect(clippy::panic, reason = "documented, as for slices")]
    fn index(&self, id: ItemId) -> &Item {
        self.item(id).unwrap_or_else(|| panic!("there is no item {}", id.index()))
    }
}

/// Indexes like [`Index`](#impl-Index<ItemId>-for-Document), mutably.
///
/// # Panics
///
/// If the item was removed, or if the id is from another document and too large for this one.
impl IndexMut<ItemId> for Document {
    #[expect(clippy::panic, reason = "documented, as for slices")]
    fn index_mut(&mut self, id: ItemId) -> &mut Item {
        self.item_mut(id).unwrap_or_else(|| panic!("there is no item {}", id.index()))
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Document, Item};

    #[test]
    fn items_are_found_by_index() {
        let mut document = Document::new();
        let id = document.add(None, Item::new("Part")).unwrap();
        document[id].set("Name", "Door");
        assert_eq!(*document[id].name(), "Door");
        document.remove(id);
        assert!(std::panic::catch_unwind(|| document[id].class.clone()).is_err());
    }

    #[test]
    fn new_items_of_a_class_share_their_names() {
        let mut document = Document::new();
        let ids = ["A", "B"].map(|name| document.add(None, Item::new("Part").with("Name", name)).unwrap());
        let [a, b] = ids.map(|id| document.item(id).unwrap().properties.get(0).unwrap().name());
        assert!(std::ptr::eq(a, b));
        document.item_mut(ids[1]).unwrap().properties.to_mut()[0].rename("Title");
        assert_eq!(*document.item(ids[0]).unwrap().name(), "A");
    }
}
