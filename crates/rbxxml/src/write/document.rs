//! The root, and what stands beside the items. Format document, section 2.

use super::Writer;
use super::markup::pairs;
use crate::model::{Element, External, Meta, SharedString};
use crate::mould::error::Error;
use crate::onto::{Kind, Original};
use crate::read::markup::stands_alone;
use crate::{ErrorKind, ItemId, Same};

/// Something to write.
#[derive(Clone, Copy)]
pub(super) enum Step<'m> {
    Meta(&'m Meta),
    External(&'m External),
    Item(ItemId),
    /// A list of properties, from one number to another, and whether it is the item's first.
    Properties(ItemId, usize, usize, bool),
    Property(ItemId, usize),
    Element(&'m Element),
    SharedStrings,
    SharedString(&'m SharedString),
    /// The end of an element, and whether nothing is in it.
    End(&'static [u8], bool),
}

/// A step, and what the original has for it.
#[derive(Clone, Copy)]
pub(super) struct Planned<'m> {
    pub(super) step: Step<'m>,
    /// Its element.
    pub(super) node: Option<usize>,
    /// The element that it goes into.
    pub(super) within: Option<usize>,
    pub(super) depth: usize,
}

/// What a tag of the original is.
pub(super) enum Tag {
    Start,
    /// Its own end, too.
    Whole,
}

impl<'m> Writer<'m> {
    /// Section 1.
    pub(super) fn file(mut self) -> Result<Vec<u8>, Error> {
        let root = self.original.map(|_| Original::ROOT);
        let same = |original: &&Original<'_>| original.document.attributes == self.document.attributes;
        let original = self.original.filter(same).filter(|original| original.is_open(Original::ROOT));
        self.out.extend_from_slice(self.original.map_or(&[], |original| original.before_root()));
        match original.and_then(|original| original.start_tag(Original::ROOT)) {
            Some(tag) => self.out.extend_from_slice(tag),
            None => self.start_tag(b"roblox", pairs(&self.document.attributes))?,
        }
        // The last is next: items lie in each other as deep as they like.
        let mut pending = Vec::new();
        self.root(root, &mut pending);
        while let Some(planned) = pending.pop() {
            self.step(planned, &mut pending)?;
        }
        self.out.extend_from_slice(&self.document.trailing);
        Ok(self.out)
    }

    fn step(&mut self, planned: Planned<'m>, pending: &mut Vec<Planned<'m>>) -> Result<(), Error> {
        let Planned { step, node, depth, .. } = planned;
        if !matches!(step, Step::End(..)) {
            self.gap(&planned);
        }
        match step {
            Step::Meta(meta) => self.meta(meta, node),
            Step::External(external) => self.external(external, node),
            Step::Item(id) => self.item(id, node, depth, pending),
            Step::Properties(id, from, to, is_first) => {
                self.properties(id, from..to, is_first, node, depth, pending)
            }
            Step::Property(id, number) => self.property(id, number, node, depth),
            Step::Element(element) => self.element(element),
            Step::SharedStrings => self.shared_strings(node, depth, pending),
            Step::SharedString(string) => self.shared_string(string, node),
            Step::End(name, is_empty) => {
                self.end(name, is_empty, node, depth);
                Ok(())
            }
        }
    }

    /// What stands before an element: what stood there, if it is where it was.
    fn gap(&mut self, planned: &Planned<'m>) {
        let kept = self.original.and_then(|original| {
            let within = planned.within?;
            match planned.node.filter(|node| original.parent(*node) == Some(within)) {
                Some(node) => original.gap(node),
                None => original.usual_gap(within),
            }
        });
        match kept {
            Some(gap) => self.out.extend_from_slice(gap),
            None => self.line(planned.depth),
        }
    }

    /// The end of what `node` began.
    fn end(&mut self, name: &[u8], is_empty: bool, node: Option<usize>, depth: usize) {
        let original = self.original.zip(node).filter(|(original, node)| {
            original.is_open(*node) && (is_empty || !original.below(*node).is_empty())
        });
        match original.and_then(|(original, node)| original.end(node)) {
            Some(end) => self.out.extend_from_slice(end),
            None => {
                if !is_empty {
                    self.line(depth);
                }
                self.end_tag(name);
            }
        }
    }

    /// Puts the steps of an element before what is pending, in the order of the original as far as it has them.
    pub(super) fn plan<const N: usize>(
        &self,
        streams: [Vec<Planned<'m>>; N],
        end: Planned<'m>,
        pending: &mut Vec<Planned<'m>>,
    ) {
        pending.push(end);
        let Some(original) = self.original else {
            pending.extend(streams.into_iter().rev().flat_map(|stream| stream.into_iter().rev()));
            return;
        };
        let mut keyed = Vec::new();
        for stream in streams {
            let place = |planned: &Planned<'m>| {
                planned
                    .node
                    .filter(|node| planned.within.is_some() && original.parent(*node) == planned.within)
            };
            // What is new follows what it follows; the first ones precede what they precede.
            let mut key = stream.iter().find_map(place).unwrap_or(usize::MAX);
            for planned in stream {
                key = place(&planned)
                    .map_or(key, |place| if key == usize::MAX { place } else { place.max(key) });
                keyed.push((key, planned));
            }
        }
        keyed.sort_by_key(|(key, _)| *key);
        pending.extend(keyed.into_iter().rev().map(|(_, planned)| planned));
    }

    /// What stands in the root.
    fn root(&self, root: Option<usize>, pending: &mut Vec<Planned<'m>>) {
        let document = self.document;
        let is_meta = |kind| if let Kind::Meta(number) = kind { Some(number) } else { None };
        let is_external = |kind| if let Kind::External(number) = kind { Some(number) } else { None };
        let is_element = |kind| if let Kind::Element(number) = kind { Some(number) } else { None };
        let metas = self.nodes_of(root, is_meta, |document| &document.metas, |meta: &Meta| &meta.name);
        let externals = self.nodes_of(
            root,
            is_external,
            |document| &document.externals,
            |external: &External| &external.value,
        );
        let elements = self.nodes_of(
            root,
            is_element,
            |document| &document.elements,
            |element: &Element| &element.source,
        );
        let planned = |step, node| Planned { step, node, within: root, depth: 1 };
        let metas = document.metas.iter().zip(metas).map(|(meta, node)| planned(Step::Meta(meta), node));
        let externals = document.externals.iter().zip(externals);
        let externals = externals.map(|(external, node)| planned(Step::External(external), node));
        let elements = document.elements.iter().zip(elements);
        let elements = elements.map(|(element, node)| planned(Step::Element(element), node));
        let items = self.item_steps(root, document.roots(), 1);
        let is_list =
            |node: &&usize| self.original.is_some_and(|o| o.kind(**node) == Some(Kind::SharedStrings));
        let list = self.original.and_then(|original| original.below(Original::ROOT).iter().find(is_list));
        let strings = &document.shared_strings;
        let has_strings = list.is_some() || !strings.as_slice().is_empty() || !strings.elements.is_empty();
        let strings = has_strings.then(|| planned(Step::SharedStrings, list.copied()));
        let streams = [
            metas.collect(),
            externals.collect(),
            items,
            elements.collect(),
            strings.into_iter().collect::<Vec<_>>(),
        ];
        let is_empty = streams.iter().all(Vec::is_empty);
        let end = Planned { step: Step::End(b"roblox", is_empty), node: root, within: None, depth: 0 };
        self.plan(streams, end, pending);
    }

    /// The elements of the original for parts of the document.
    fn nodes_of<T: 'm>(
        &self,
        parent: Option<usize>,
        number: fn(Kind) -> Option<usize>,
        list: for<'d> fn(&'d crate::Document) -> &'d Vec<T>,
        key: for<'t> fn(&'t T) -> &'t [u8],
    ) -> Vec<Option<usize>> {
        let wanted = list(self.document);
        match (self.original, parent) {
            (Some(original), Some(parent)) => {
                original.nodes_of(parent, number, list(&original.document), wanted.iter().map(key), key)
            }
            _ => vec![None; wanted.len()],
        }
    }

    /// What the original has for a step, if the model has the same.
    pub(super) fn kept<T: Same + 'm>(
        &self,
        node: Option<usize>,
        ours: &T,
        theirs: impl FnOnce(&'m crate::Document, Kind) -> Option<&'m T>,
    ) -> Option<&'m [u8]> {
        let (original, node) = (self.original?, node?);
        theirs(&original.document, original.kind(node)?)?.same(ours).then(|| original.source(node)).flatten()
    }

    fn meta(&mut self, meta: &Meta, node: Option<usize>) -> Result<(), Error> {
        let kept = self.kept(node, meta, |document, kind| match kind {
            Kind::Meta(number) => document.metas.get(number),
            _ => None,
        });
        if let Some(source) = kept {
            self.out.extend_from_slice(source);
            return Ok(());
        }
        let name = (b"name".as_slice(), meta.name.as_bytes());
        self.start_tag(b"Meta", [name].into_iter().chain(pairs(&meta.attributes)))?;
        self.text(&meta.value, false);
        self.end_tag(b"Meta");
        Ok(())
    }

    fn external(&mut self, external: &External, node: Option<usize>) -> Result<(), Error> {
        let kept = self.kept(node, external, |document, kind| match kind {
            Kind::External(number) => document.externals.get(number),
            _ => None,
        });
        if let Some(source) = kept {
            self.out.extend_from_slice(source);
            return Ok(());
        }
        self.start_tag(b"External", pairs(&external.attributes))?;
        self.text(&external.value, false);
        self.end_tag(b"External");
        Ok(())
    }

    fn shared_strings(
        &mut self,
        node: Option<usize>,
        depth: usize,
        pending: &mut Vec<Planned<'m>>,
    ) -> Result<(), Error> {
        let strings = &self.document.shared_strings;
        let is_string = |kind| if let Kind::SharedString(number) = kind { Some(number) } else { None };
        let is_element = |kind| if let Kind::SharedElement(number) = kind { Some(number) } else { None };
        let (nodes, others) = match (self.original, node) {
            (Some(original), Some(node)) => {
                let theirs = &original.document.shared_strings;
                let keys = strings.as_slice().iter().map(|string| &string.key);
                let sources = strings.elements.iter().map(|element| &element.source);
                (
                    original.nodes_of(node, is_string, theirs.as_slice(), keys, |string| &string.key),
                    original.nodes_of(node, is_element, &theirs.elements, sources, |element| &element.source),
                )
            }
            _ => (vec![None; strings.as_slice().len()], vec![None; strings.elements.len()]),
        };
        let depth_inside = depth.saturating_add(1);
        let planned = |step, own| Planned { step, node: own, within: node, depth: depth_inside };
        let all = strings
            .as_slice()
            .iter()
            .zip(nodes)
            .map(|(string, own)| planned(Step::SharedString(string), own));
        let others =
            strings.elements.iter().zip(others).map(|(element, own)| planned(Step::Element(element), own));
        let streams = [all.collect::<Vec<_>>(), others.collect()];
        let is_empty = streams.iter().all(Vec::is_empty);
        match self.kept_tag(node, is_empty) {
            Some(Tag::Whole) => return Ok(()),
            Some(Tag::Start) => {}
            None => self.start_tag(b"SharedStrings", [])?,
        }
        let end = Planned { step: Step::End(b"SharedStrings", is_empty), node, within: None, depth };
        self.plan(streams, end, pending);
        Ok(())
    }

    /// Writes the start tag that the original has for an element, if there is room behind it for what it holds.
    pub(super) fn kept_tag(&mut self, node: Option<usize>, is_empty: bool) -> Option<Tag> {
        let (original, node) = self.original.zip(node)?;
        if !is_empty && !original.is_open(node) {
            return None;
        }
        self.out.extend_from_slice(original.start_tag(node)?);
        Some(if original.is_open(node) { Tag::Start } else { Tag::Whole })
    }

    fn shared_string(&mut self, string: &SharedString, node: Option<usize>) -> Result<(), Error> {
        let kept = self.kept(node, string, |document, kind| match kind {
            Kind::SharedString(number) => document.shared_strings.as_slice().get(number),
            _ => None,
        });
        if let Some(source) = kept {
            self.out.extend_from_slice(source);
            return Ok(());
        }
        let key = (b"md5".as_slice(), string.key.as_bytes());
        self.start_tag(b"SharedString", [key].into_iter().chain(pairs(&string.attributes)))?;
        match &string.broken {
            None => self.binary(&string.data, false),
            Some(source) => self.raw(b"SharedString", source)?,
        }
        self.end_tag(b"SharedString");
        Ok(())
    }

    /// An element that the format does not know.
    fn element(&mut self, element: &Element) -> Result<(), Error> {
        if !stands_alone(&element.source) {
            return Err(Error::model(ErrorKind::BadSource));
        }
        self.out.extend_from_slice(&element.source);
        Ok(())
    }
}
