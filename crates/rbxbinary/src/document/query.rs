//! Searches and walks of a document.

use super::links::{Children, Numbers};
use super::referrers::label;
use super::{Document, ItemRef};
use crate::model::{Name, Referent, Value};
use std::iter;

/// An item, visited by a [`Walk`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Visit<'d> {
    /// The id of the item.
    pub id: Referent,
    /// The item.
    pub item: ItemRef<'d>,
    /// The depth of the item below the start of the walk.
    pub depth: usize,
}

/// Items in document order: parents before their children.
#[derive(Debug, Clone)]
pub struct Walk<'d> {
    document: &'d Document,
    numbers: Option<Numbers<'d>>,
}

impl<'d> Iterator for Walk<'d> {
    type Item = Visit<'d>;

    fn next(&mut self) -> Option<Visit<'d>> {
        let numbers = self.numbers.as_mut()?;
        let depth = numbers.depth;
        let item = self.document.item_of(numbers.next()?)?;
        Some(Visit { id: item.id, item, depth })
    }
}

impl Document {
    /// All items in document order: parents before their children.
    ///
    /// ```rust,standalone_crate
    /// # let file = include_bytes!("../../fixtures/rbxbinary/valid/nested.rbxm");
    /// let document = rbxbinary::Document::try_from(&file[..])?;
    /// let names: Vec<_> = document.walk().map(|visit| visit.item.name_lossy()).collect();
    /// assert_eq!(names[..3], ["Outer", "Inner", "Brick"]);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk { document: self, numbers: Some(self.numbers()) }
    }

    /// An item and its descendants, in document order.
    #[must_use]
    pub fn walk_from(&self, id: Referent) -> Walk<'_> {
        Walk { document: self, numbers: self.number(id).map(|number| self.numbers_from(number)) }
    }

    /// The descendants of an item, in document order.
    pub fn descendants(&self, id: Referent) -> impl Iterator<Item = Visit<'_>> {
        self.walk_from(id).skip(1)
    }

    /// The ancestors of an item, from its parent upwards.
    pub fn ancestors(&self, id: Referent) -> impl Iterator<Item = Referent> {
        iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// The items of a class, in document order.
    pub fn of_class<'d>(&'d self, class: &'d str) -> impl Iterator<Item = Visit<'d>> + 'd {
        self.walk().filter(move |visit| *visit.item.class == *class)
    }

    /// The items that have a property, with its value, in document order.
    pub fn with_property<'d>(&'d self, name: &str) -> impl Iterator<Item = (Visit<'d>, Value<'d>)> + use<'d> {
        let property = self.names.find(name.as_bytes());
        self.walk().filter_map(move |visit| Some((visit, self.value(visit.item.node, property?)?)))
    }

    /// The first child of `parent`, or the first root, with this name.
    #[must_use]
    pub fn find_first_child(&self, parent: impl Into<Option<Referent>>, name: &str) -> Option<Referent> {
        self.children_of(parent.into()).find(|id| self.is_called(*id, name))
    }

    /// The first child of `parent`, or the first root, of this class.
    #[must_use]
    pub fn find_first_child_of_class(
        &self,
        parent: impl Into<Option<Referent>>,
        class: &str,
    ) -> Option<Referent> {
        self.children_of(parent.into()).find(|id| self.is_of_class(*id, class))
    }

    /// The first descendant of an item with this name, in document order.
    #[must_use]
    pub fn find_first_descendant(&self, id: Referent, name: &str) -> Option<Referent> {
        self.descendants(id).find(|visit| visit.item.name() == name.as_bytes()).map(|visit| visit.id)
    }

    /// The nearest ancestor of an item with this name.
    #[must_use]
    pub fn find_first_ancestor(&self, id: Referent, name: &str) -> Option<Referent> {
        self.ancestors(id).find(|id| self.is_called(*id, name))
    }

    /// The nearest ancestor of an item of this class.
    #[must_use]
    pub fn find_first_ancestor_of_class(&self, id: Referent, class: &str) -> Option<Referent> {
        self.ancestors(id).find(|id| self.is_of_class(*id, class))
    }

    /// Returns true if an item is inside another, at any depth.
    #[must_use]
    pub fn is_descendant_of(&self, id: Referent, ancestor: Referent) -> bool {
        self.ancestors(id).any(|id| id == ancestor)
    }

    /// Returns true if another item is inside this one, at any depth.
    #[must_use]
    pub fn is_ancestor_of(&self, id: Referent, descendant: Referent) -> bool {
        self.is_descendant_of(descendant, id)
    }

    /// The references in an item's properties to existing items, sorted by the name of the property. The name is `@`
    /// and the name of the attribute if the reference is in an attribute.
    pub fn references_from(&self, id: Referent) -> impl Iterator<Item = (Name, Referent)> {
        let references = self.item(id).into_iter().flat_map(move |item| {
            let properties = item.properties().filter_map(|(name, _)| Some((name, self.names.find(name)?)));
            properties.flat_map(move |(name, property)| {
                let references = self.references_in(item.node, property).into_iter();
                references.map(|(attribute, target)| (label(name, attribute), target))
            })
        });
        references.filter(|(_, target)| self.number(*target).is_some())
    }

    /// The bytes of a string-like property, including shared strings.
    #[must_use]
    pub fn bytes(&self, id: Referent, property: &str) -> Option<&[u8]> {
        self.item(id)?.bytes(property)
    }

    /// The first value of a class's property in the file, whether or not it was changed since. It shows the type: all
    /// values of a property have the same one in a file.
    #[doc(hidden)]
    #[must_use]
    pub fn first_in_file(&self, class: &[u8], property: &str) -> Option<Value<'_>> {
        let table = self.tables.get(*self.by_class.get(class)? as usize)?;
        self.column(table.column(self.names.find(property.as_bytes())?)?)?.values.get(0)
    }

    /// Returns true if an item comes from the file, rather than being added later.
    #[doc(hidden)]
    #[must_use]
    pub fn is_from_file(&self, id: Referent) -> bool {
        self.number(id).and_then(|number| self.node(number)).is_some_and(|node| self.is_of_file(node))
    }

    /// The children of an item, or the roots.
    pub(super) fn children_of(&self, parent: Option<Referent>) -> Children<'_> {
        parent.map_or_else(|| self.roots(), |id| self.children(id))
    }

    fn is_called(&self, id: Referent, name: &str) -> bool {
        self.item(id).is_some_and(|item| item.name() == name.as_bytes())
    }

    fn is_of_class(&self, id: Referent, class: &str) -> bool {
        self.item(id).is_some_and(|item| *item.class == *class)
    }
}
