//! Writes items and their lists of properties. Format document, sections 2.3 and 2.4.

use super::Writer;
use super::markup::pairs;
use crate::common::error::Error;
use crate::model::{Attribute, Children, Element, Extras, Item, ItemId, List, PropertiesIter, PropertyRef};
use crate::nodes::Role;
use crate::onto::Original;
use crate::onto::plan::{At, Parts, Plan, Share, Stream};
use crate::read::title;
use std::{iter, mem};

impl<'m> Writer<'m> {
    /// The children of an item, or the roots, as parts to write.
    pub(super) fn items(&self, children: Children<'_>) -> Stream<'m> {
        let ids: Vec<_> = children.collect();
        let nodes = self.plan.original.map(|original| original.nodes_of_items(&ids));
        Stream::new(Parts::Items(ids), nodes.unwrap_or_default())
    }

    /// Writes the start tag of an item and schedules the content.
    pub(super) fn open_item(&mut self, id: ItemId, at: At) -> Result<(), Error> {
        let document = self.document;
        let Some(item) = document.item(id) else { return Ok(()) };
        match self.plan.original.and_then(|original| original.unread_item(at.node?)) {
            Some((source, false)) => {
                self.out.extend_from_slice(source);
                return Ok(());
            }
            Some((_, true)) => return self.alone(id, at),
            None => {}
        }
        let theirs = self.plan.their_item(at);
        let others =
            self.plan.nodes_of(at.node.as_slice(), Role::Element, elements(item), theirs.map(elements));
        // The properties come first, and the children last. Format document, section 2.3.
        let streams = [
            self.property_lists(id, item, at),
            Stream::new(Parts::Elements(elements(item)), others),
            self.items(document.children(id)),
        ];
        // An element without a referent stays as it is, unless a reference needs one.
        let stays = item.referent.is_none() && theirs.is_some_and(|theirs| theirs.referent.is_none());
        let new = if stays { self.new_referents.get_needed(id) } else { self.new_referents.get(id) };
        let referent = new.or_else(|| item.referent.clone());
        let is_same = theirs.is_some_and(|theirs| {
            theirs.class == item.class
                && theirs.referent == referent
                && attributes(theirs) == attributes(item)
        });
        let class = (b"class".as_slice(), item.class.as_bytes());
        let referent = referent.iter().map(|referent| (b"referent".as_slice(), referent.as_bytes()));
        let all = iter::once(class).chain(referent).chain(pairs(attributes(item)));
        self.open(b"Item", all, is_same, at, streams)
    }

    /// Writes an item without children. Its source in the original is read only now.
    fn alone(&mut self, id: ItemId, at: At) -> Result<(), Error> {
        let original = self.plan.original.and_then(|original| original.alone(at.node?));
        let node = original.as_ref().map(|_| Original::ALONE);
        let mut writer = Writer {
            out: mem::take(&mut self.out),
            plan: Plan::new(original.as_ref()),
            path: Vec::new(),
            ..*self
        };
        writer.open_item(id, At { node, within: node.map(|_| Original::ROOT), ..at })?;
        while let Some((task, at)) = writer.plan.next() {
            writer.task(task, at)?;
        }
        (self.out, self.n_indented) = (writer.out, writer.n_indented);
        self.text_end = writer.text_end;
        Ok(())
    }

    /// The lists of properties to write, usually one. If the original has several, each property stays in its list.
    fn property_lists(&mut self, id: ItemId, item: &Item, at: At) -> Stream<'m> {
        let (properties, nameless) = (&item.properties, nameless(item));
        let has_content = !properties.is_empty() || !nameless.is_empty();
        let n_lists = lists(item).len().max(usize::from(has_content));
        let theirs = self.plan.their_item(at);
        let parts = self.plan.with_role(Role::Properties, at);
        let shares = if n_lists > 1 || parts.len() > 1 {
            let ours = self.to_match(properties.iter());
            let theirs_all = theirs.map(|theirs| self.to_match(theirs.properties.iter()));
            let members = self.plan.nodes_of(&parts, Role::Property, &ours, theirs_all.as_deref());
            let others = self.plan.nodes_of(&parts, Role::Nameless, nameless, theirs.map(self::nameless));
            self.plan.shares(n_lists, &parts, (properties.len(), &members), (nameless.len(), &others))
        } else {
            vec![Share::all(properties.len(), nameless.len()); n_lists]
        };
        Stream::new(Parts::PropertyLists(id, shares), self.plan.lists(n_lists, &parts))
    }

    /// The properties to match with those of the original; empty if there is no original.
    fn to_match<'p>(&self, properties: PropertiesIter<'p>) -> Vec<PropertyRef<'p>> {
        self.plan.original.iter().flat_map(|_| properties.clone()).collect()
    }

    /// Writes the start tag of a list and schedules its content.
    pub(super) fn properties(&mut self, id: ItemId, share: Share, at: At) -> Result<(), Error> {
        let Some(item) = self.document.item(id) else { return Ok(()) };
        let range = share.members.0..share.members.1;
        let properties = item.properties.range(range.clone());
        let nameless_here = nameless(item).get(share.others.0..share.others.1).unwrap_or_default();
        let list = lists(item).get(share.number);
        let attributes = pairs(list.map_or(&[], |list| &list.attributes));
        let title = || title(id, &item.class);
        if at.node.is_none() && nameless_here.is_empty() {
            return self
                .new_properties(properties, attributes, at.depth)
                .map_err(|error| error.inside(title()));
        }
        let theirs = self.plan.original.zip(at.node).and_then(|(original, node)| {
            let item = original.their_item(original.parent(node)?)?;
            Some((item, lists(item).get(original.number_of(node, Role::Properties)?)))
        });
        let their_properties = theirs.map(|(theirs, _)| self.to_match(theirs.properties.iter()));
        let [members, others] = self.plan.nodes_of_share(
            share,
            at.node,
            (Role::Property, &self.to_match(properties), their_properties.as_deref()),
            (Role::Nameless, nameless_here, theirs.map(|(theirs, _)| nameless(theirs))),
        );
        let streams = [
            Stream::new(Parts::Properties(id, &item.properties, range), members),
            Stream::new(Parts::Elements(nameless_here), others),
        ];
        let is_same = theirs.is_some_and(|(_, theirs)| theirs == list);
        self.open(b"Properties", attributes, is_same, at, streams)
    }

    /// Writes a list of properties that the original does not have, so that nothing can be copied.
    fn new_properties<'t>(
        &mut self,
        properties: PropertiesIter<'m>,
        attributes: impl Iterator<Item = (&'t [u8], &'t [u8])>,
        depth: usize,
    ) -> Result<(), Error> {
        self.start_tag(b"Properties", attributes)?;
        let is_empty = properties.len() == 0;
        for property in properties {
            self.line(depth.saturating_add(1));
            self.content_of(property, depth.saturating_add(1))?;
        }
        if !is_empty {
            self.line(depth);
        }
        self.end_tag(b"Properties");
        Ok(())
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    item.extras.as_deref().map_or(&[], |extras: &Extras| &extras.attributes)
}

fn lists(item: &Item) -> &[List] {
    const ONE: &[List] = &[List { attributes: Vec::new() }];
    item.extras.as_deref().map_or(ONE, |extras| &extras.property_lists)
}

fn nameless(item: &Item) -> &[Element] {
    item.extras.as_deref().map_or(&[], |extras| &extras.nameless)
}

fn elements(item: &Item) -> &[Element] {
    item.extras.as_deref().map_or(&[], |extras| &extras.elements)
}
