//! A single instance.

use super::Tree;
use crate::common::path::append;
use crate::model::{Class, Column, Referent, Value};
use crate::outline::TOP;
use std::fmt;

/// An instance: a row of the columns of its class.
#[derive(Clone, Copy)]
pub struct Instance<'t> {
    tree: &'t Tree<'t>,
    number: u32,
}

impl<'t> Instance<'t> {
    pub(super) fn new(tree: &'t Tree<'_>, number: u32) -> Self {
        Self { tree, number }
    }

    /// The position of the instance in [`Tree::instances`], for lists that are parallel to the tree.
    #[must_use]
    pub fn index(self) -> usize {
        self.number as usize
    }

    /// The referent of the instance.
    #[must_use]
    pub fn referent(self) -> Referent {
        let place = self.tree.place(self.number);
        place.and_then(|(class, row, _)| class.referents.get(row).copied()).unwrap_or(Referent::NONE)
    }

    /// The name of the instance's class.
    #[must_use]
    pub fn class_name(self) -> &'t [u8] {
        self.tree.place(self.number).map_or(&[], |(class, _, _)| &class.name)
    }

    /// The class of the instance, and its row: the index of the instance in the class's referents and in the values of
    /// its columns.
    #[must_use]
    pub fn row(self) -> Option<(&'t Class, usize)> {
        self.tree.place(self.number).map(|(class, row, _)| (class, row))
    }

    /// Returns true if the instance is marked as a service in its usual place at the top level.
    #[must_use]
    pub fn is_service(self) -> bool {
        let place = self.tree.place(self.number);
        place.is_some_and(|(class, row, _)| class.markers.get(row).is_some_and(|marker| *marker != 0))
    }

    /// The property `Name`, or the name of the class if there is none.
    #[must_use]
    pub fn name(self) -> &'t [u8] {
        self.bytes("Name").unwrap_or(self.class_name())
    }

    /// [`name`](Self::name) as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn name_lossy(self) -> std::borrow::Cow<'t, str> {
        String::from_utf8_lossy(self.name())
    }

    /// The parent; `None` at the top level.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = self.tree.shape.outline.nodes.parent(self.number)?;
        (parent != TOP).then_some(Self { number: parent, ..self })
    }

    /// The children, in order.
    pub fn children(self) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        self.tree.shape.children().get(self.number).iter().map(move |number| Self { number: *number, ..self })
    }

    /// The ancestors, from the parent upwards.
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |instance| instance.parent())
    }

    /// The instance and its descendants in depth-first order, parents before their children.
    pub fn walk(self) -> impl Iterator<Item = Self> {
        self.tree.walk_from(self.number, self.number)
    }

    /// The names from the top level down, separated by dots, as `GetFullName` in scripts. It does not identify an
    /// instance.
    #[must_use]
    pub fn full_name(self) -> String {
        let mut names: Vec<_> = self.ancestors().map(Self::name_lossy).collect();
        names.reverse();
        names.push(self.name_lossy());
        names.join(".")
    }

    /// The path from which [`Tree::find`] finds the instance again: the names from the top level down, separated by
    /// slashes.
    ///
    /// If siblings have the same name, all but the first have a number: `Part` is the first, and `Part[2]` the second.
    /// In names, `/`, `[` and `\` follow a `\`, as does `'` at the start, and bytes that are not UTF-8 are written as
    /// `\xff`. An empty name is `''`. The first call for a tree takes time in proportion to the whole tree.
    #[must_use]
    pub fn path(self) -> String {
        let mut instances: Vec<_> = std::iter::once(self).chain(self.ancestors()).collect();
        instances.reverse();
        let mut path = String::new();
        for (depth, one) in instances.into_iter().enumerate() {
            if depth > 0 {
                path.push('/');
            }
            append(&mut path, one.name(), self.tree.index(one.number));
        }
        path
    }

    /// The value of a property, by its serialization name.
    #[must_use]
    pub fn get(self, property: &str) -> Option<Value<'t>> {
        let (_, row, index) = self.tree.place(self.number)?;
        let columns = self.tree.columns_of(index);
        let found = columns.binary_search_by(|(_, column)| (*column.name).cmp(property.as_bytes())).ok()?;
        columns.get(found)?.1.values.get(row)
    }

    /// The bytes of a string-like property, including shared strings.
    #[must_use]
    pub fn bytes(self, property: &str) -> Option<&'t [u8]> {
        match self.get(property)? {
            Value::SharedString(index) => self.tree.shared_string(index),
            value => value.as_bytes(),
        }
    }

    /// The instance that a property refers to.
    #[must_use]
    pub fn instance(self, property: &str) -> Option<Self> {
        self.tree.get(self.get(property)?.as_referent()?)
    }

    /// The decoded properties, sorted by name.
    pub fn properties(self) -> impl Iterator<Item = (&'t [u8], Value<'t>)> {
        let (columns, row): (&[(usize, &Column)], _) = match self.tree.place(self.number) {
            Some((_, row, index)) => (self.tree.columns_of(index), row),
            None => (&[], 0),
        };
        columns.iter().filter_map(move |(_, column)| Some((&*column.name, column.values.get(row)?)))
    }
}

/// Instances are equal if they are the same instance of the same `Tree` object.
impl PartialEq for Instance<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.number == other.number
    }
}

impl Eq for Instance<'_> {}

impl fmt::Debug for Instance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, name) = (self.class_name().escape_ascii(), self.name().escape_ascii());
        write!(f, "{class} \"{name}\" ({})", self.referent().0)
    }
}
