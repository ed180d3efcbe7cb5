//! Items, and the list of an item's properties. Format document, section 2.3.

use super::Writer;
use super::document::{Planned, Step, Tag};
use super::markup::pairs;
use crate::ItemId;
use crate::model::{Element, Extras, Item, Property};
use crate::mould::error::Error;
use crate::onto::Kind;
use std::ops::Range;

impl<'m> Writer<'m> {
    /// Items that lie in the same one.
    pub(super) fn item_steps(&self, within: Option<usize>, ids: &[ItemId], depth: usize) -> Vec<Planned<'m>> {
        let node = |id| self.original.and_then(|original| original.item(id));
        ids.iter().map(|id| Planned { step: Step::Item(*id), node: node(*id), within, depth }).collect()
    }

    /// The start tag, and as steps what is inside.
    pub(super) fn item(
        &mut self,
        id: ItemId,
        node: Option<usize>,
        depth: usize,
        pending: &mut Vec<Planned<'m>>,
    ) -> Result<(), Error> {
        let document = self.document;
        let Some(item) = document.item(id) else { return Ok(()) };
        let theirs = self.original.zip(node).and_then(|(original, node)| match original.kind(node)? {
            Kind::Item(id) => original.document.item(id),
            _ => None,
        });
        let streams = [
            self.property_lists(id, item, theirs, node, depth),
            self.other_elements(item, theirs, node, depth),
            self.item_steps(node, document.children(id), depth.saturating_add(1)),
        ];
        let is_empty = streams.iter().all(Vec::is_empty);
        let referent = item.referent.as_ref().or_else(|| self.made_referents.get(&id)).cloned();
        let same = theirs.filter(|theirs| {
            theirs.class == item.class
                && theirs.referent == referent
                && attributes(theirs) == attributes(item)
        });
        match self.kept_tag(node.filter(|_| same.is_some()), is_empty) {
            Some(Tag::Whole) => return Ok(()),
            Some(Tag::Start) => {}
            None => {
                let class = (b"class".as_slice(), item.class.as_bytes());
                let referent =
                    referent.as_ref().map(|referent| (b"referent".as_slice(), referent.as_bytes()));
                let others = pairs(attributes(item));
                self.start_tag(b"Item", [class].into_iter().chain(referent).chain(others))?;
            }
        }
        self.plan(
            streams,
            Planned { step: Step::End(b"Item", is_empty), node, within: None, depth },
            pending,
        );
        Ok(())
    }

    /// Mostly one; where the original has several, each property goes where it was.
    fn property_lists(
        &self,
        id: ItemId,
        item: &Item,
        theirs: Option<&Item>,
        node: Option<usize>,
        depth: usize,
    ) -> Vec<Planned<'m>> {
        let depth = depth.saturating_add(1);
        let len = item.properties.len();
        let n_lists = item.extras.as_ref().map_or(1, |extras| extras.property_lists);
        let has_content = len > 0 || item.extras.as_ref().is_some_and(|extras| !extras.nameless.is_empty());
        let n_lists = if has_content { n_lists.max(1) } else { n_lists };
        let lists = self.lists_of(node).filter(|lists| lists.len() == n_lists && theirs.is_some());
        let planned = |from, to, list, is_first| {
            let step = Step::Properties(id, from, to, is_first);
            Planned { step, node: list, within: node, depth }
        };
        let Some(lists) = lists else {
            // The first holds all; others are there because they were.
            let list = |number| {
                if number == 0 { planned(0, len, None, true) } else { planned(len, len, None, false) }
            };
            return (0..n_lists).map(list).collect();
        };
        let places = if lists.len() > 1 { self.places(item, theirs, &lists) } else { Vec::new() };
        let mut from = 0;
        let mut steps = Vec::new();
        for (number, list) in lists.iter().enumerate() {
            // What is new stays with what it follows; what comes after all others is in the last.
            let is_beyond = |place: &Option<usize>| place.is_some_and(|place| place > *list);
            let beyond = places.iter().skip(from).position(is_beyond);
            let is_last = number.saturating_add(1) == lists.len();
            let to = beyond.filter(|_| !is_last).map_or(len, |beyond| from.saturating_add(beyond));
            steps.push(planned(from, to, Some(*list), number == 0));
            from = to;
        }
        steps
    }

    /// The lists of properties that the original has for an item.
    fn lists_of(&self, node: Option<usize>) -> Option<Vec<usize>> {
        let original = self.original?;
        let is_list = |node: &&usize| original.kind(**node) == Some(Kind::Properties);
        Some(original.below(node?).iter().filter(is_list).copied().collect())
    }

    /// For each property, the list of the original that has it.
    fn places(&self, item: &Item, theirs: Option<&Item>, lists: &[usize]) -> Vec<Option<usize>> {
        let (Some(original), Some(theirs)) = (self.original, theirs) else { return Vec::new() };
        let mut of_name = std::collections::HashMap::new();
        for list in lists {
            for node in original.below(*list) {
                if let Some(Kind::Property(number)) = original.kind(*node)
                    && let Some(property) = theirs.properties.get(number)
                {
                    of_name.insert(&property.name, *list);
                }
            }
        }
        item.properties.iter().map(|property| of_name.get(&property.name).copied()).collect()
    }

    /// The start tag of a list, and as steps the properties.
    pub(super) fn properties(
        &mut self,
        id: ItemId,
        range: Range<usize>,
        is_first: bool,
        node: Option<usize>,
        depth: usize,
        pending: &mut Vec<Planned<'m>>,
    ) -> Result<(), Error> {
        let Some(item) = self.document.item(id) else { return Ok(()) };
        let depth_inside = depth.saturating_add(1);
        let properties = item.properties.get(range.clone()).unwrap_or_default();
        // Those without names are all in the first list.
        let nameless = item.extras.as_ref().filter(|_| is_first).map_or(&[][..], |extras| &extras.nameless);
        let (nodes, others) = self.nodes_in_list(node, properties, nameless);
        let planned = |step, own| Planned { step, node: own, within: node, depth: depth_inside };
        let steps = range.zip(nodes).map(|(number, own)| planned(Step::Property(id, number), own));
        let others = nameless.iter().zip(others).map(|(element, own)| planned(Step::Element(element), own));
        let streams = [steps.collect::<Vec<_>>(), others.collect()];
        let is_empty = streams.iter().all(Vec::is_empty);
        match self.kept_tag(node, is_empty) {
            Some(Tag::Whole) => return Ok(()),
            Some(Tag::Start) => {}
            None => self.start_tag(b"Properties", [])?,
        }
        let end = Planned { step: Step::End(b"Properties", is_empty), node, within: None, depth };
        self.plan(streams, end, pending);
        Ok(())
    }

    fn nodes_in_list(
        &self,
        node: Option<usize>,
        properties: &[Property],
        nameless: &[Element],
    ) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
        let theirs = self.original.zip(node).and_then(|(original, node)| {
            let Kind::Item(id) = original.kind(original.parent(node)?)? else { return None };
            Some((original, node, original.document.item(id)?))
        });
        let Some((original, node, theirs)) = theirs else {
            return (vec![None; properties.len()], vec![None; nameless.len()]);
        };
        let is_property = |kind| if let Kind::Property(number) = kind { Some(number) } else { None };
        let is_nameless = |kind| if let Kind::Nameless(number) = kind { Some(number) } else { None };
        let names = properties.iter().map(|property| &property.name);
        let sources = nameless.iter().map(|element| &element.source);
        let their_nameless = theirs.extras.as_ref().map_or(&[][..], |extras| &extras.nameless);
        (
            original.nodes_of(node, is_property, &theirs.properties, names, |property| &property.name),
            original.nodes_of(node, is_nameless, their_nameless, sources, |element| &element.source),
        )
    }

    fn other_elements(
        &self,
        item: &'m Item,
        theirs: Option<&Item>,
        node: Option<usize>,
        depth: usize,
    ) -> Vec<Planned<'m>> {
        let elements = |item| elements(item);
        let ours = elements(item);
        let is_element = |kind| if let Kind::Element(number) = kind { Some(number) } else { None };
        let sources = ours.iter().map(|element| &element.source);
        let nodes = match (self.original, node, theirs) {
            (Some(original), Some(node), Some(theirs)) if !ours.is_empty() => {
                original
                    .nodes_of(node, is_element, self::elements(theirs), sources, |element| &element.source)
            }
            _ => vec![None; ours.len()],
        };
        let depth = depth.saturating_add(1);
        let planned =
            |(element, own)| Planned { step: Step::Element(element), node: own, within: node, depth };
        ours.iter().zip(nodes).map(planned).collect()
    }
}

fn attributes(item: &Item) -> &[crate::model::Attribute] {
    item.extras.as_deref().map_or(&[], |extras: &Extras| &extras.attributes)
}

fn elements(item: &Item) -> &[Element] {
    item.extras.as_deref().map_or(&[], |extras| &extras.elements)
}
