//! The links between instances.

use super::{TOP, UNKNOWN};

/// The instances of a file, each with its parent, its first child and its next sibling.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Nodes {
    all: Vec<Node>,
    /// The first instance at the top level.
    first: u32,
}

/// An instance. A walk needs all fields, so they are stored together.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Node {
    class: u32,
    parent: u32,
    first: u32,
    next: u32,
}

impl Default for Nodes {
    fn default() -> Self {
        Self { all: Vec::new(), first: TOP }
    }
}

impl Nodes {
    pub(super) fn with_capacity(n: usize) -> Self {
        Self { all: Vec::with_capacity(n), ..Self::default() }
    }

    /// Adds `n` instances of a class that are not linked yet.
    pub(super) fn add(&mut self, class: u32, n: usize) {
        let node = Node { class, parent: UNKNOWN, first: TOP, next: TOP };
        self.all.extend(std::iter::repeat_n(node, n));
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    fn get(&self, number: u32) -> Option<Node> {
        self.all.get(number as usize).copied()
    }

    /// The class of an instance, by its index.
    #[inline]
    pub(super) fn class(&self, number: u32) -> Option<u32> {
        self.get(number).map(|node| node.class)
    }

    /// The parent of an instance; [`TOP`] at the top level.
    #[inline]
    pub(crate) fn parent(&self, number: u32) -> Option<u32> {
        self.get(number).map(|node| node.parent)
    }

    pub(super) fn parent_mut(&mut self, number: u32) -> Option<&mut u32> {
        self.all.get_mut(number as usize).map(|node| &mut node.parent)
    }

    /// The first child of `parent`, which may be [`TOP`].
    pub(super) fn first_mut(&mut self, parent: u32) -> &mut u32 {
        self.all.get_mut(parent as usize).map_or(&mut self.first, |node| &mut node.first)
    }

    /// Inserts an instance, which has no parent yet, before a sibling. Returns `None` if it has a parent.
    #[inline]
    pub(super) fn put(&mut self, number: u32, parent: u32, next: u32) -> Option<()> {
        let node = self.all.get_mut(number as usize).filter(|node| node.parent == UNKNOWN)?;
        (node.parent, node.next) = (parent, next);
        Some(())
    }

    /// Links the children of each parent, given all instances in order.
    pub(super) fn link(&mut self, order: &[u32]) {
        // Backwards, each goes before its later siblings, which keeps the order of the file.
        for number in order.iter().rev() {
            let Some(parent) = self.parent(*number) else { continue };
            let next = std::mem::replace(self.first_mut(parent), *number);
            if let Some(node) = self.all.get_mut(*number as usize) {
                node.next = next;
            }
        }
    }

    /// The first child of `parent`; [`TOP`] if it has none.
    pub(crate) fn first(&self, parent: u32) -> u32 {
        self.get(parent).map_or(self.first, |node| node.first)
    }

    /// The children of `parent`, which may be [`TOP`].
    pub(crate) fn children(&self, parent: u32) -> impl Iterator<Item = u32> {
        let is_any = |number: &u32| *number != TOP;
        std::iter::successors(Some(self.first(parent)).filter(is_any), move |number| {
            self.get(*number).map(|node| node.next).filter(is_any)
        })
    }

    /// The descendant of `top` that comes after `number` in document order; [`TOP`] after the last.
    #[inline]
    pub(crate) fn after(&self, number: u32, top: u32) -> u32 {
        let Some(mut node) = self.get(number) else { return TOP };
        if node.first != TOP {
            return node.first;
        }
        let mut at = number;
        while at != top {
            if node.next != TOP {
                return node.next;
            }
            at = node.parent;
            let Some(parent) = self.get(at) else { break };
            node = parent;
        }
        TOP
    }
}
