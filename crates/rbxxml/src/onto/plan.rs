//! What is written in which order: items lie in each other as deep as they like, and an original has an order of its own.

use super::Original;
use crate::model::{Element, External, Item, Meta, Property, SharedString};
use crate::trace::Part;
use crate::{Document, ItemId};

/// Something to write.
#[derive(Clone, Copy)]
pub(crate) enum Step<'m> {
    Meta(&'m Meta),
    External(&'m External),
    Item(ItemId),
    Properties(ItemId, Share),
    Property(ItemId, &'m Property),
    SharedStrings(Share),
    SharedString(&'m SharedString),
    Element(&'m Element),
    /// The end of an element, and whether nothing is in it.
    End(&'static [u8], bool),
}

/// What is still to be written, and what the original has for it.
pub(crate) struct Plan<'m> {
    pub(crate) original: Option<&'m Original<'m>>,
    /// The last is next.
    pending: Stream<'m>,
}

/// Where something is written.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// The element that the original has for it.
    pub(crate) node: Option<usize>,
    /// The element of the original that it goes into.
    pub(crate) within: Option<usize>,
    pub(crate) depth: usize,
}

/// Steps one after the other, each with its place.
pub(crate) type Stream<'m> = Vec<(Step<'m>, At)>;

/// A list of several, and what of all their members is in it: up to these numbers, from those of the list before.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    /// The number of the list.
    pub(crate) number: usize,
    pub(crate) members: (usize, usize),
    pub(crate) others: (usize, usize),
}

impl At {
    /// Steps inside of what is here; for each, the element that the original has for it.
    pub(crate) fn inside<'m>(
        self,
        steps: impl Iterator<Item = Step<'m>>,
        nodes: impl IntoIterator<Item = Option<usize>>,
    ) -> Stream<'m> {
        let depth = self.depth.saturating_add(1);
        steps.zip(nodes).map(|(step, node)| (step, Self { node, within: self.node, depth })).collect()
    }
}

impl<'m> Plan<'m> {
    pub(crate) fn new(original: Option<&'m Original<'m>>) -> Self {
        Self { original, pending: Vec::new() }
    }

    /// The next step.
    pub(crate) fn next(&mut self) -> Option<(Step<'m>, At)> {
        self.pending.pop()
    }

    /// Puts steps and then an end before what is pending, in the order of the original as far as it has them.
    pub(crate) fn put<const N: usize>(&mut self, streams: [Stream<'m>; N], end: (Step<'m>, At)) {
        self.pending.push(end);
        let Some(original) = self.original else {
            self.pending.extend(streams.into_iter().rev().flat_map(|stream| stream.into_iter().rev()));
            return;
        };
        let place =
            |at: At| at.node.filter(|node| at.within.is_some() && original.parent(*node) == at.within);
        let mut keyed = Vec::new();
        for stream in streams {
            // What is new follows what it follows; the first ones precede what they precede.
            let first = stream.iter().find_map(|(_, at)| place(*at));
            let mut key = first.unwrap_or(usize::MAX);
            for (step, at) in stream {
                key = match place(at) {
                    Some(place) if key == usize::MAX => place,
                    Some(place) => place.max(key),
                    None => key,
                };
                keyed.push((key, (step, at)));
            }
        }
        keyed.sort_by_key(|(key, _)| *key);
        self.pending.extend(keyed.into_iter().rev().map(|(_, planned)| planned));
    }

    /// The elements in some of the original for parts of the model, by their keys.
    pub(crate) fn nodes_of<T>(
        &self,
        parents: &[usize],
        part: Part,
        ours: &[T],
        theirs: Option<&[T]>,
        key: fn(&T) -> &[u8],
    ) -> Vec<Option<usize>> {
        match (self.original, theirs) {
            (Some(original), Some(theirs)) => original.nodes_of(parents, part, ours, theirs, key),
            _ => vec![None; ours.len()],
        }
    }

    /// What the format does not know, as steps inside of what is `at` a place.
    pub(crate) fn elements(
        &self,
        part: Part,
        ours: &'m [Element],
        theirs: Option<&[Element]>,
        at: At,
    ) -> Stream<'m> {
        let nodes = self.nodes_of(at.node.as_slice(), part, ours, theirs, source);
        at.inside(ours.iter().map(Step::Element), nodes)
    }

    /// The item that the original has.
    pub(crate) fn their_item(&self, at: At) -> Option<&'m Item> {
        self.original?.their_item(at.node?)
    }

    /// The part of the original's model that is written here.
    pub(crate) fn theirs<T>(&self, at: At, part: Part, list: fn(&Document) -> &[T]) -> Option<&'m T> {
        list(&self.original?.document).get(self.original?.number_of(at.node?, part)?)
    }

    /// The elements of the original that are this part of what is `at` a place.
    pub(crate) fn parts(&self, part: Part, at: At) -> Vec<usize> {
        self.original.zip(at.node).map(|(original, node)| original.parts(node, part)).unwrap_or_default()
    }

    /// Shares members and others out among lists: each goes where the original has it, if there are as many lists
    /// there; else the first list has all.
    pub(crate) fn shares(
        &self,
        n_lists: usize,
        lists: &[usize],
        members: &[Option<usize>],
        others: &[Option<usize>],
    ) -> Vec<Share> {
        let is_there = lists.len() == n_lists;
        let mut from = (0, 0);
        let share = |number: usize| {
            let last = lists.get(number).filter(|_| is_there && number.saturating_add(1) < n_lists);
            let to = (self.share(last, members, from.0), self.share(last, others, from.1));
            let share = Share { number, members: (from.0, to.0), others: (from.1, to.1) };
            from = to;
            share
        };
        (0..n_lists).map(share).collect()
    }

    /// Up to where members from one on are in a list: what is new stays with what it follows.
    fn share(&self, list: Option<&usize>, members: &[Option<usize>], from: usize) -> usize {
        let (Some(original), Some(list)) = (self.original, list) else { return members.len() };
        let is_beyond = |member: &Option<usize>| {
            member.and_then(|member| original.parent(member)).is_some_and(|parent| parent > *list)
        };
        let beyond = members.iter().skip(from).position(is_beyond);
        beyond.map_or(members.len(), |beyond| from.saturating_add(beyond))
    }
}

/// Those with the same source are the same.
pub(crate) fn source(element: &Element) -> &[u8] {
    &element.source
}
