//! Ways through a document.

use super::item::Item;
use super::tree::Document;
use super::value::{ItemId, Reference};
use std::collections::HashMap;

/// An item on the way through a document.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Visit<'a> {
    /// Its number.
    pub id: ItemId,
    /// The item.
    pub item: &'a Item,
    /// In how many others it lies, from where the walk began.
    pub depth: usize,
}

/// Items in document order: each before those in it.
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    document: &'a Document,
    /// The last is next.
    pending: Vec<(ItemId, usize)>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = Visit<'a>;

    fn next(&mut self) -> Option<Visit<'a>> {
        let (id, depth) = self.pending.pop()?;
        let item = self.document.item(id)?;
        let below = self.document.children(id).iter().rev();
        self.pending.extend(below.map(|child| (*child, depth.saturating_add(1))));
        Some(Visit { id, item, depth })
    }
}

impl Document {
    /// All items, each before those in it: the order of the file.
    ///
    /// ```
    /// let document = rbxxml::read(br#"<roblox version="4">
    ///     <Item class="Folder" referent="A"><Item class="Part" referent="B"></Item></Item>
    /// </roblox>"#)?;
    /// let classes: Vec<_> = document.walk().map(|visit| visit.item.class.to_string()).collect();
    /// assert_eq!(classes, ["Folder", "Part"]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk { document: self, pending: self.roots().iter().rev().map(|id| (*id, 0)).collect() }
    }

    /// An item and all that lie in it.
    #[must_use]
    pub fn walk_from(&self, id: ItemId) -> Walk<'_> {
        Walk { document: self, pending: self.item(id).map(|_| (id, 0)).into_iter().collect() }
    }

    /// The items of a class.
    pub fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = Visit<'a>> + 'a {
        self.walk().filter(move |visit| visit.item.class == *class)
    }

    /// The first item at a path of names, such as `Workspace/Model/Part`.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<ItemId> {
        let mut among = self.roots();
        let mut found = None;
        for name in path.split('/') {
            let is_named = |id: &&ItemId| self.item(**id).is_some_and(|item| *item.name() == *name);
            found = among.iter().find(is_named);
            among = self.children(*found?);
        }
        found.copied()
    }

    /// The names of the items that one lies in, and its own.
    #[must_use]
    pub fn path(&self, id: ItemId) -> String {
        let ids = std::iter::successors(Some(id), |id| self.parent(*id));
        let mut names: Vec<_> =
            ids.filter_map(|id| self.item(id)).map(|item| item.name().to_string()).collect();
        names.reverse();
        names.join("/")
    }

    /// The bytes of a text, a binary string or a shared string.
    #[must_use]
    pub fn bytes(&self, id: ItemId, property: &str) -> Option<&[u8]> {
        let value = self.item(id)?.get(property)?;
        match value.shared_key() {
            Some(key) => self.shared_strings.get(key).map(|string| &*string.data),
            None => value.as_bytes(),
        }
    }

    /// A model of an item and all that lies in it, with the shared strings that it needs.
    ///
    /// References to items that stay behind keep their referents.
    #[must_use]
    pub fn extract(&self, id: ItemId) -> Self {
        let mut extracted = Self::new();
        extracted.three_digit_exponents = self.three_digit_exponents;
        let mut moved = HashMap::new();
        for visit in self.walk_from(id) {
            let parent = self.parent(visit.id).and_then(|parent| moved.get(&parent).copied());
            for key in visit.item.properties.iter().filter_map(|property| property.value.shared_key()) {
                if extracted.shared_strings.get(key).is_none()
                    && let Some(string) = self.shared_strings.get(key)
                {
                    extracted.shared_strings.push(string.clone());
                }
            }
            if let Ok(new) = extracted.add(parent, visit.item.clone()) {
                moved.insert(visit.id, new);
            }
        }
        for new in moved.values() {
            let references = extracted.item_mut(*new).into_iter().flat_map(Item::references_mut);
            for reference in references {
                if let Reference::Item(old) = reference {
                    let left = || self.item(*old).and_then(|item| item.referent.clone());
                    *reference = match moved.get(old) {
                        Some(new) => Reference::Item(*new),
                        None => {
                            left().map_or(Reference::Null, |referent| Reference::Unresolved(referent.into()))
                        }
                    };
                }
            }
        }
        extracted
    }
}
