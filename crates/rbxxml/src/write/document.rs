//! Writes the root, and the elements next to the items. Format document, section 2.

use super::markup::pairs;
use super::{Sink, Writer};
use crate::common::error::Error;
use crate::model::{External, Meta};
use crate::nodes::Role;
use crate::onto::Original;
use crate::onto::plan::{At, Parts, Stream};

impl<'m> Writer<'m> {
    /// Writes a file. Section 1.
    pub(super) fn file(mut self, mut sink: Option<&mut Sink<'_>>) -> Result<Vec<u8>, Error> {
        if let Some(original) = self.plan.original {
            if sink.is_none() {
                // A file with few changes fits into this block, so that it need not double.
                self.out.reserve(original.len().saturating_add(original.len() / 64));
            }
            self.out.extend_from_slice(original.before_root());
        }
        self.root()?;
        while let Some((task, at)) = self.plan.next() {
            self.task(task, at)?;
            if let Some(sink) = &mut sink {
                self.give(sink);
            }
        }
        self.out.extend_from_slice(&self.document.trailing);
        Ok(self.out)
    }

    /// Passes large output to the sink. A text at the end is kept back, because it decides how the next text begins.
    fn give(&mut self, sink: &mut Sink<'_>) {
        const MUCH: usize = 1 << 18;
        if self.out.len() < MUCH {
            return;
        }
        let end = self.text_end.filter(|end| self.is_text_since(*end));
        let len = end.unwrap_or(self.out.len());
        sink(self.out.get(..len).unwrap_or_default());
        self.out.drain(..len);
        self.n_gone = self.n_gone.saturating_add(len);
        self.text_end = end.map(|_| 0);
    }

    fn root(&mut self) -> Result<(), Error> {
        let document = self.document;
        let theirs = self.plan.original.map(|original| &original.document);
        let at = At { node: theirs.map(|_| Original::ROOT), within: None, depth: 0 };
        let root = at.node.as_slice();
        let plan = &self.plan;
        let metas = theirs.map(|theirs| &*theirs.metas);
        let metas = plan.nodes_of(root, Role::Meta, &document.metas, metas);
        let externals = theirs.map(|theirs| &*theirs.externals);
        let externals = plan.nodes_of(root, Role::External, &document.externals, externals);
        let elements = theirs.map(|theirs| &*theirs.elements);
        let elements = plan.nodes_of(root, Role::Element, &document.elements, elements);
        // Studio's order; unknown elements follow the items, and shared strings come last.
        // Format document, section 2.5.
        let streams = [
            Stream::new(Parts::Metas(&document.metas), metas),
            Stream::new(Parts::Externals(&document.externals), externals),
            self.items(document.roots()),
            Stream::new(Parts::Elements(&document.elements), elements),
            self.string_lists(at),
        ];
        let is_same = theirs.is_some_and(|theirs| theirs.attributes == document.attributes);
        self.open(b"roblox", pairs(&document.attributes), is_same, at, streams)
    }

    pub(super) fn meta(&mut self, meta: &Meta, at: At) -> Result<(), Error> {
        let theirs = self.plan.theirs(at, Role::Meta, |document| &document.metas);
        if self.copied(meta, theirs, at) {
            return Ok(());
        }
        let name = (b"name".as_slice(), meta.name.as_bytes());
        self.start_tag(b"Meta", [name].into_iter().chain(pairs(&meta.attributes)))?;
        self.text(&meta.value, false);
        self.end_tag(b"Meta");
        Ok(())
    }

    pub(super) fn external(&mut self, external: &External, at: At) -> Result<(), Error> {
        let theirs = self.plan.theirs(at, Role::External, |document| &document.externals);
        if self.copied(external, theirs, at) {
            return Ok(());
        }
        self.start_tag(b"External", pairs(&external.attributes))?;
        self.text(&external.value, false);
        self.end_tag(b"External");
        Ok(())
    }
}
