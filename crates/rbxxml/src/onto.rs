//! A file that is written onto: what is unchanged is copied from there.

pub(crate) mod plan;

use crate::model::{Item, Reference};
use crate::read::traced;
use crate::trace::{Node, Part, Trace};
use crate::wire::{is_space, trim};
use crate::{Document, ItemId, Limits, ReadOptions, Same, Text};
use memchr::memmem;
use std::collections::{HashMap, VecDeque};

/// A file, and which of its elements the items of a model are.
pub(crate) struct Original<'a> {
    bytes: &'a [u8],
    pub(crate) document: Document,
    nodes: Vec<Node>,
    /// By the number of the model's item.
    items: HashMap<ItemId, usize>,
    /// What the file has between its elements is not only white space and comments, or an element has no end.
    pub(crate) is_damaged: bool,
    pub(crate) keeps_only_comments: bool,
}

impl<'a> Original<'a> {
    pub(crate) const ROOT: usize = 0;

    /// `None` for a file that cannot be read at all.
    pub(crate) fn of(bytes: &'a [u8], options: &ReadOptions, model: &Document) -> Option<Self> {
        // All that is kept of it is smaller than the file itself, which is there.
        let limits = Limits::default().depth(usize::MAX).elements(usize::MAX);
        let (document, trace) = traced(bytes, &options.clone().limits(limits)).ok()?;
        let Trace { nodes, is_damaged, .. } = trace;
        let mut original =
            Self { bytes, document, nodes, items: HashMap::new(), is_damaged, keeps_only_comments: false };
        original.match_items(model);
        Some(original)
    }

    /// An item of the model is that of the file with the same referent. Where referents are missing, not
    /// unique or changed, it is the next of the same class and name in the same item.
    fn match_items(&mut self, model: &Document) {
        let mut unique: HashMap<&Text, Option<usize>> = HashMap::new();
        for (number, referent) in self.referents() {
            unique.entry(referent).and_modify(|node| *node = None).or_insert(Some(number));
        }
        let mut items = HashMap::new();
        let mut is_taken = vec![false; self.nodes.len()];
        for visit in model.walk() {
            let referent = visit.item.referent.as_ref();
            if let Some(node) = referent.and_then(|referent| unique.get_mut(referent)?.take()) {
                items.insert(visit.id, node);
                is_taken.get_mut(node).into_iter().for_each(|is_taken| *is_taken = true);
            }
        }
        let mut others: HashMap<_, VecDeque<usize>> = HashMap::new();
        for (number, (node, _)) in
            self.nodes.iter().zip(is_taken).enumerate().filter(|(_, (_, taken))| !taken)
        {
            if let Some(item) = self.their_item(number) {
                others.entry((node.parent, &item.class, item.name())).or_default().push_back(number);
            }
        }
        for visit in model.walk() {
            if others.is_empty() || items.contains_key(&visit.id) {
                continue;
            }
            let parent = match model.parent(visit.id) {
                Some(parent) => items.get(&parent).copied(),
                None => Some(Self::ROOT),
            };
            let same =
                parent.and_then(|parent| others.get_mut(&(parent, &visit.item.class, visit.item.name())));
            if let Some(node) = same.and_then(VecDeque::pop_front) {
                items.insert(visit.id, node);
            }
        }
        self.items = items;
    }

    fn referents(&self) -> impl Iterator<Item = (usize, &Text)> {
        (0..self.nodes.len()).filter_map(|node| Some((node, self.their_item(node)?.referent.as_ref()?)))
    }

    /// The element of an item of the model.
    pub(crate) fn item(&self, id: ItemId) -> Option<usize> {
        self.items.get(&id).copied()
    }

    /// The item that an element is in the file's own model.
    pub(crate) fn their_item(&self, node: usize) -> Option<&Item> {
        self.document.item(ItemId(u32::try_from(self.number_of(node, Part::Item)?).ok()?))
    }

    /// The number of an element, if it is this part of something.
    pub(crate) fn number_of(&self, node: usize, part: Part) -> Option<usize> {
        self.nodes.get(node).filter(|node| node.part == part).map(|node| node.number)
    }

    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.get(node).map(|node| node.parent)
    }

    /// The elements directly in one, those in lists of properties and shared strings not among them.
    pub(crate) fn below(&self, node: usize) -> &[usize] {
        self.nodes.get(node).map_or(&[], |node| &node.below)
    }

    /// What stands before the root.
    pub(crate) fn before_root(&self) -> &[u8] {
        self.nodes.first().and_then(|root| self.bytes.get(..root.start)).unwrap_or_default()
    }

    /// What stands before an element, from the end of the one before it.
    pub(crate) fn gap(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.get(node)?;
        self.bytes.get(node.gap..node.start).filter(|gap| !self.keeps_only_comments || is_harmless(gap))
    }

    /// What stands before a new element: what stands before the first beside it, if that is white space.
    pub(crate) fn usual_gap(&self, parent: usize) -> Option<&[u8]> {
        /// Longer ones are not for copying: each new element would make the file so much larger.
        const LONGEST: usize = 4096;
        let first = self.below(parent).first()?;
        self.gap(*first).filter(|gap| (1..=LONGEST).contains(&gap.len()) && trim(gap).is_empty())
    }

    pub(crate) fn start_tag(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.get(node)?;
        self.bytes.get(node.start..node.inner)
    }

    /// Whether an element has tags that something can stand between.
    pub(crate) fn is_open(&self, node: usize) -> bool {
        self.start_tag(node).is_some_and(|tag| !tag.ends_with(b"/>"))
    }

    /// What follows the last element in this one, with the end tag.
    pub(crate) fn end(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.get(node)?;
        let last = node.below.last().and_then(|last| self.nodes.get(*last));
        let from = last.map_or(node.inner, |last| last.end);
        let gap = self.bytes.get(from..node.inner_end)?;
        if self.keeps_only_comments && !(is_harmless(gap) && node.inner_end < node.end) {
            return None;
        }
        self.bytes.get(from..node.end)
    }

    /// All of an element.
    pub(crate) fn source(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.get(node)?;
        self.bytes.get(node.start..node.end)
    }

    /// Those directly in one that are this part of it.
    pub(crate) fn parts(&self, parent: usize, part: Part) -> Vec<usize> {
        let is_one = |node: &usize| self.number_of(*node, part).is_some();
        self.below(parent).iter().copied().filter(is_one).collect()
    }

    /// For each of `ours`, the element in `parents` that has the same key; keys that occur more than once go in turn.
    pub(crate) fn nodes_of<T>(
        &self,
        parents: &[usize],
        part: Part,
        ours: &[T],
        theirs: &[T],
        key: fn(&T) -> &[u8],
    ) -> Vec<Option<usize>> {
        let nodes = parents.iter().flat_map(|parent| self.below(*parent));
        let there = nodes.filter_map(|node| Some((key(theirs.get(self.number_of(*node, part)?)?), *node)));
        let there: Vec<_> = there.collect();
        // Mostly nothing has come or gone.
        if ours.len() == there.len() && ours.iter().zip(&there).all(|(one, (other, _))| key(one) == *other) {
            return there.into_iter().map(|(_, node)| Some(node)).collect();
        }
        let mut nodes: HashMap<&[u8], VecDeque<usize>> = HashMap::new();
        for (key, node) in there {
            nodes.entry(key).or_default().push_back(node);
        }
        ours.iter().map(|one| nodes.get_mut(key(one))?.pop_front()).collect()
    }

    /// Whether a value of the file is that of the model.
    pub(crate) fn same_value(
        &self,
        theirs: &crate::Value,
        ours: &crate::Value,
        written: Option<&[u8]>,
    ) -> bool {
        match (theirs.reference(), ours.reference()) {
            (Some(theirs_to), Some(_)) => {
                let text = match theirs_to {
                    Reference::Null => None,
                    Reference::Unresolved(referent) => Some(&**referent),
                    Reference::Item(id) => self.document.item(*id).and_then(|item| item.referent.as_ref()),
                };
                theirs.kind() == ours.kind() && text.map(|text| trim(text)) == written
            }
            _ => theirs.same(ours),
        }
    }
}

/// Whether there is nothing but white space and comments.
fn is_harmless(gap: &[u8]) -> bool {
    let mut rest = gap;
    loop {
        let start = rest.iter().position(|byte| !is_space(*byte));
        rest = match start.and_then(|start| rest.get(start..)) {
            None => return true,
            Some(comment) if comment.starts_with(b"<!--") => match memmem::find(comment, b"-->") {
                Some(end) => comment.get(end.saturating_add(3)..).unwrap_or_default(),
                None => return false,
            },
            Some(_) => return false,
        };
    }
}
