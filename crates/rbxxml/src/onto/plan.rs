//! Plans the order of writing: Studio's order, or that of the original file. Nothing here recurses.

use super::Original;
use super::pair::Listed;
use crate::model::{Document, Element, External, Item, ItemId, Meta, Properties, PropertyRef, SharedString};
use crate::nodes::{Role, some};
use std::ops::Range;

/// A part to write.
#[derive(Clone, Copy)]
pub(crate) enum Task<'m> {
    Meta(&'m Meta),
    External(&'m External),
    Item(ItemId),
    Properties(ItemId, Share),
    Property(ItemId, PropertyRef<'m>),
    SharedStrings(Share),
    SharedString(&'m SharedString),
    Element(&'m Element),
    /// The end tag of the named element; the flag is set if the element is empty.
    End(&'static [u8], bool),
}

/// The parts that remain to be written, with the corresponding elements of the original.
pub(crate) struct Plan<'m> {
    pub(crate) original: Option<&'m Original<'m>>,
    /// The open elements, innermost last.
    pending: Vec<Inside<'m>>,
    /// The elements of the original for members of items or documents that have several lists; 0 for none. Each
    /// [`Share`] has its ranges.
    shared: Vec<u32>,
}

/// The position at which a task is written.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// The element of the original that corresponds to the part being written.
    pub(crate) node: Option<usize>,
    /// The element of the original that corresponds to the part's parent.
    pub(crate) within: Option<usize>,
    pub(crate) depth: usize,
}

/// The parts that remain to be written inside an element.
struct Inside<'m> {
    streams: Vec<Stream<'m>>,
    end: Task<'m>,
    at: At,
}

/// Parts of one kind, in order. They are converted to [tasks](Task) one at a time, because a document may have a part
/// per four bytes.
pub(crate) struct Stream<'m> {
    parts: Parts<'m>,
    /// The element of the original for each part; 0 for none. The list is empty if there is no original.
    nodes: Vec<u32>,
    /// The ranks that order the parts of all streams of an element. `None` if the `nodes` are the ranks.
    keys: Option<Vec<u32>>,
    /// The index of the next part.
    next: usize,
}

pub(crate) enum Parts<'m> {
    Metas(&'m [Meta]),
    Externals(&'m [External]),
    Items(Vec<ItemId>),
    PropertyLists(ItemId, Vec<Share>),
    Properties(ItemId, &'m Properties, Range<usize>),
    StringLists(Vec<Share>),
    Strings(&'m [SharedString]),
    Elements(&'m [Element]),
}

/// One of the lists of an item or document, with the ranges of members and other elements that belong to it.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    /// The index of the list.
    pub(crate) number: usize,
    pub(crate) members: (usize, usize),
    pub(crate) others: (usize, usize),
    /// The starts in [`Plan::shared`] of the elements for the members and for the other elements of all lists.
    nodes: Option<(usize, usize)>,
}

impl Share {
    /// A single list with all members and other elements.
    pub(crate) fn all(n_members: usize, n_others: usize) -> Self {
        Self { number: 0, members: (0, n_members), others: (0, n_others), nodes: None }
    }
}

impl<'m> Parts<'m> {
    fn len(&self) -> usize {
        match self {
            Self::Metas(all) => all.len(),
            Self::Externals(all) => all.len(),
            Self::Items(all) => all.len(),
            Self::PropertyLists(_, all) | Self::StringLists(all) => all.len(),
            Self::Properties(_, _, range) => range.len(),
            Self::Strings(all) => all.len(),
            Self::Elements(all) => all.len(),
        }
    }

    fn task(&self, number: usize) -> Option<Task<'m>> {
        Some(match self {
            Self::Metas(all) => Task::Meta(all.get(number)?),
            Self::Externals(all) => Task::External(all.get(number)?),
            Self::Items(all) => Task::Item(*all.get(number)?),
            Self::PropertyLists(item, all) => Task::Properties(*item, *all.get(number)?),
            Self::Properties(item, all, range) => {
                Task::Property(*item, all.get(range.start.saturating_add(number))?)
            }
            Self::StringLists(all) => Task::SharedStrings(*all.get(number)?),
            Self::Strings(all) => Task::SharedString(all.get(number)?),
            Self::Elements(all) => Task::Element(all.get(number)?),
        })
    }
}

impl<'m> Stream<'m> {
    /// A stream of parts; `nodes` has the corresponding element of the original for each.
    pub(crate) fn new(parts: Parts<'m>, nodes: Vec<u32>) -> Self {
        Self { parts, nodes, keys: None, next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.parts.len() == 0
    }

    /// The rank of the next part.
    fn key(&self) -> Option<u32> {
        if self.next >= self.parts.len() {
            return None;
        }
        Some(self.keys.as_ref().unwrap_or(&self.nodes).get(self.next).copied().unwrap_or_default())
    }

    /// Computes the ranks of the parts. A part that is in the original's order keeps its position in it. A new or moved
    /// part comes right after the part before it; at the beginning, right before the first part that has a position.
    fn order(&mut self, original: &Original<'_>, within: Option<usize>) {
        let is_here = |node: u32| some(node).is_some_and(|node| original.parent(node) == within);
        if self.nodes.iter().all(|node| is_here(*node)) && self.nodes.is_sorted() {
            return;
        }
        let places = self.nodes.iter().map(|node| if is_here(*node) { *node } else { 0 });
        let mut keys = in_order(places.collect());
        let mut key = keys.iter().find(|key| **key != 0).copied().unwrap_or(LAST);
        for place in &mut keys {
            key = if *place == 0 { key } else { *place };
            *place = key;
        }
        self.keys = Some(keys);
    }
}

/// The rank of parts that come after all others.
const LAST: u32 = u32::MAX;

impl<'m> Plan<'m> {
    pub(crate) fn new(original: Option<&'m Original<'m>>) -> Self {
        Self { original, pending: Vec::new(), shared: Vec::new() }
    }

    /// Takes the next task from the plan.
    pub(crate) fn next(&mut self) -> Option<(Task<'m>, At)> {
        let inside = self.pending.last_mut()?;
        let left = inside.streams.iter_mut().filter_map(|stream| Some((stream.key()?, stream)));
        // The first of several with the same rank is taken.
        if let Some((_, stream)) = left.min_by_key(|(key, _)| *key)
            && let Some(task) = stream.parts.task(stream.next)
        {
            let node = stream.nodes.get(stream.next).copied().and_then(some);
            stream.next = stream.next.saturating_add(1);
            let At { node: within, depth, .. } = inside.at;
            return Some((task, At { node, within, depth: depth.saturating_add(1) }));
        }
        self.pending.pop().map(|inside| (inside.end, inside.at))
    }

    /// Schedules the content of an element and its end tag, before everything pending. Parts that exist in the original
    /// are written in its order.
    pub(crate) fn put<const N: usize>(&mut self, streams: [Stream<'m>; N], (end, at): (Task<'m>, At)) {
        let mut streams: Vec<_> = streams.into_iter().filter(|stream| !stream.is_empty()).collect();
        if let Some(original) = self.original {
            streams.iter_mut().for_each(|stream| stream.order(original, at.node));
            // A stream with no part in the original comes before the next stream, as in Studio's order.
            let mut next = LAST;
            for stream in streams.iter_mut().rev() {
                match stream.key() {
                    Some(LAST) => stream.keys.iter_mut().flatten().for_each(|key| *key = next),
                    key => next = key.unwrap_or(next),
                }
            }
        }
        self.pending.push(Inside { streams, end, at });
    }

    /// The elements inside `parents` that correspond to parts of the model; 0 for none.
    pub(crate) fn nodes_of<T: Listed>(
        &self,
        parents: &[usize],
        role: Role,
        ours: &[T],
        theirs: Option<&[T]>,
    ) -> Vec<u32> {
        match (self.original, theirs) {
            (Some(original), Some(theirs)) => original.nodes_of(parents, role, ours, theirs),
            // There is no list of the original to compare with, so all parts are new.
            (Some(_), None) => vec![0; ours.len()],
            (None, _) => Vec::new(),
        }
    }

    /// The item of the original that corresponds to the task at `at`.
    pub(crate) fn their_item(&self, at: At) -> Option<&'m Item> {
        self.original?.their_item(at.node?)
    }

    /// The part of the original's model that corresponds to the task at `at`.
    pub(crate) fn theirs<T>(&self, at: At, role: Role, list: fn(&Document) -> &[T]) -> Option<&'m T> {
        list(&self.original?.document).get(self.original?.number_of(at.node?, role)?)
    }

    /// The elements of the original with this role inside the element at `at`.
    pub(crate) fn with_role(&self, role: Role, at: At) -> Vec<usize> {
        self.original.zip(at.node).map(|(original, node)| original.with_role(node, role)).unwrap_or_default()
    }

    /// The elements of the original for `n_lists` lists, in order; 0 for lists that it lacks.
    pub(crate) fn lists(&self, n_lists: usize, lists: &[usize]) -> Vec<u32> {
        let nodes = lists.iter().filter_map(|list| u32::try_from(*list).ok());
        let mut nodes: Vec<_> = nodes.take(n_lists).collect();
        if self.original.is_some() {
            nodes.resize(n_lists, 0);
        }
        nodes
    }

    /// Distributes members and other elements among lists as in the original, if it has as many lists; otherwise the
    /// first list gets everything.
    pub(crate) fn shares(
        &mut self,
        n_lists: usize,
        lists: &[usize],
        members: (usize, &[u32]),
        others: (usize, &[u32]),
    ) -> Vec<Share> {
        let is_there = lists.len() == n_lists;
        let first = self.shared.len();
        let nodes = self.original.map(|_| (first, first.saturating_add(members.1.len())));
        self.shared.extend(members.1.iter().chain(others.1));
        let mut from = (0, 0);
        let share = |number: usize| {
            let last = lists.get(number).filter(|_| is_there && number.saturating_add(1) < n_lists);
            let to = (self.share(last, members, from.0), self.share(last, others, from.1));
            let share = Share { number, members: (from.0, to.0), others: (from.1, to.1), nodes };
            from = to;
            share
        };
        (0..n_lists).map(share).collect()
    }

    /// The elements of the original that correspond to the members and the other elements of a list.
    pub(crate) fn nodes_of_share<T: Listed, U: Listed>(
        &self,
        share: Share,
        list: Option<usize>,
        members: (Role, &[T], Option<&[T]>),
        others: (Role, &[U], Option<&[U]>),
    ) -> [Vec<u32>; 2] {
        let Some((first_member, first_other)) = share.nodes else {
            return [
                self.nodes_of(list.as_slice(), members.0, members.1, members.2),
                self.nodes_of(list.as_slice(), others.0, others.1, others.2),
            ];
        };
        [(first_member, share.members), (first_other, share.others)].map(|(first, (from, to))| {
            let nodes = self.shared.get(first.saturating_add(from)..first.saturating_add(to));
            nodes.unwrap_or_default().to_vec()
        })
    }

    /// The index after the last member that belongs to a list, counted from `from`. A new member belongs to the list of
    /// the member before it.
    fn share(&self, list: Option<&usize>, (n_members, nodes): (usize, &[u32]), from: usize) -> usize {
        let (Some(original), Some(list)) = (self.original, list) else { return n_members };
        let is_beyond = |node: &u32| {
            some(*node).and_then(|node| original.parent(node)).is_some_and(|parent| parent > *list)
        };
        let beyond = nodes.iter().skip(from).position(is_beyond);
        beyond.map_or(n_members, |beyond| from.saturating_add(beyond))
    }
}

/// Keeps a longest increasing subsequence of the numbers, so that as few parts as possible move. The other numbers are
/// set to 0, which means none.
fn in_order(mut places: Vec<u32>) -> Vec<u32> {
    if places.iter().filter(|place| **place != 0).is_sorted() {
        return places;
    }
    // For each length, the index of the smallest number so far that ends an increasing sequence of this length.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; places.len()];
    for (index, place) in places.iter().enumerate().filter(|(_, place)| **place != 0) {
        let len = ends.partition_point(|end| places.get(*end) < Some(place));
        let link = len.checked_sub(1).and_then(|len| ends.get(len)).copied();
        if let Some(before) = before.get_mut(index) {
            *before = link;
        }
        match ends.get_mut(len) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut kept = ends.last().copied();
    // The links are followed backwards; elements outside the sequence move.
    for index in (0..places.len()).rev() {
        if kept == Some(index) {
            kept = before.get(index).copied().flatten();
        } else if let Some(place) = places.get_mut(index) {
            *place = 0;
        }
    }
    places
}
