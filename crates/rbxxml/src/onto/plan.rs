//! What is written in which order: items lie in each other as deep as they like, and an original has an order of its own.

use super::Original;
use super::pair::Listed;
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
    /// The elements that the original has for what is in several lists.
    shared: Vec<Option<usize>>,
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
    /// Where the plan has the elements of the original for all members, and for all others.
    nodes: Option<(usize, usize)>,
}

impl Share {
    /// The only list, which has all.
    pub(crate) fn all(n_members: usize, n_others: usize) -> Self {
        Self { number: 0, members: (0, n_members), others: (0, n_others), nodes: None }
    }
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
        Self { original, pending: Vec::new(), shared: Vec::new() }
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
        let keys = streams.each_ref().map(|stream| keys(stream.iter().map(|(_, at)| place(*at)).collect()));
        // Of what there is none in the original, all precedes what it precedes in Studio's order.
        let mut next = usize::MAX;
        let mut firsts = [usize::MAX; N];
        for (first, keys) in firsts.iter_mut().zip(&keys).rev() {
            next = keys.first().copied().filter(|key| *key != usize::MAX).unwrap_or(next);
            *first = next;
        }
        let mut keyed = Vec::new();
        for ((stream, keys), first) in streams.into_iter().zip(keys).zip(firsts) {
            let key = |key| if key == usize::MAX { first } else { key };
            keyed.extend(keys.into_iter().map(key).zip(stream));
        }
        keyed.sort_by_key(|(key, _)| *key);
        self.pending.extend(keyed.into_iter().rev().map(|(_, planned)| planned));
    }

    /// The elements in some of the original for parts of the model.
    pub(crate) fn nodes_of<T: Listed>(
        &self,
        parents: &[usize],
        part: Part,
        ours: &[T],
        theirs: Option<&[T]>,
    ) -> Vec<Option<usize>> {
        match (self.original, theirs) {
            (Some(original), Some(theirs)) => original.nodes_of(parents, part, ours, theirs),
            _ => vec![None; ours.len()],
        }
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
        &mut self,
        n_lists: usize,
        lists: &[usize],
        members: &[Option<usize>],
        others: &[Option<usize>],
    ) -> Vec<Share> {
        let is_there = lists.len() == n_lists;
        let nodes = Some((self.shared.len(), self.shared.len().saturating_add(members.len())));
        self.shared.extend(members.iter().chain(others));
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

    /// The elements that the original has for the members and the others of a list.
    pub(crate) fn nodes_of_share<T: Listed, U: Listed>(
        &self,
        share: Share,
        list: Option<usize>,
        members: (Part, &[T], Option<&[T]>),
        others: (Part, &[U], Option<&[U]>),
    ) -> [Vec<Option<usize>>; 2] {
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

/// Numbers to sort the steps of a stream by, which leave it in its order. Those that are in the order of the original
/// have their places there. What is new or has moved follows what it follows; the first ones precede what they precede.
fn keys(places: Vec<Option<usize>>) -> Vec<usize> {
    let stays = in_order(&places);
    let mut keys: Vec<_> =
        places.into_iter().zip(stays).map(|(place, stays)| place.filter(|_| stays)).collect();
    let mut key = keys.iter().flatten().next().copied().unwrap_or(usize::MAX);
    for place in &mut keys {
        key = place.unwrap_or(key);
        *place = Some(key);
    }
    keys.into_iter().flatten().collect()
}

/// Which numbers are of a longest sequence that rises: the least is moved if the others are.
fn in_order(places: &[Option<usize>]) -> Vec<bool> {
    let there: Vec<_> =
        places.iter().copied().enumerate().filter_map(|(at, place)| Some((at, place?))).collect();
    if there.is_sorted_by_key(|(_, place)| *place) {
        return places.iter().map(Option::is_some).collect();
    }
    // For each length, the number that ends a sequence of it and is the smallest so far.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; there.len()];
    let place_of = |number: usize| there.get(number).map(|(_, place)| *place);
    for (number, (_, place)) in there.iter().enumerate() {
        let len = ends.partition_point(|end| place_of(*end) < Some(*place));
        let link = len.checked_sub(1).and_then(|len| ends.get(len)).copied();
        before.get_mut(number).into_iter().for_each(|before| *before = link);
        match ends.get_mut(len) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut stays = vec![false; places.len()];
    let mut last = ends.last().copied();
    while let Some(number) = last {
        let at = there.get(number).map(|(at, _)| *at);
        at.and_then(|at| stays.get_mut(at)).into_iter().for_each(|stays| *stays = true);
        last = before.get(number).copied().flatten();
    }
    stays
}
