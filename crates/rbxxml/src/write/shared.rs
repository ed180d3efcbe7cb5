//! Writes shared strings. Format document, section 2.5.

use super::Writer;
use super::markup::pairs;
use crate::common::error::Error;
use crate::model::{SharedString, SharedStrings};
use crate::nodes::Role;
use crate::onto::plan::{At, Parts, Share, Stream};

impl<'m> Writer<'m> {
    /// The lists of shared strings to write, normally one.
    pub(super) fn string_lists(&mut self, at: At) -> Stream<'m> {
        let ours = &self.document.shared_strings;
        let theirs = self.plan.original.map(|original| &original.document.shared_strings);
        let lists = self.plan.with_role(Role::SharedStrings, at);
        let strings = self.plan.nodes_of(
            &lists,
            Role::SharedString,
            ours.as_slice(),
            theirs.map(SharedStrings::as_slice),
        );
        let elements = self.plan.nodes_of(
            &lists,
            Role::SharedElement,
            ours.elements(),
            theirs.map(SharedStrings::elements),
        );
        let n_lists = ours.lists().len();
        let (strings, elements) = ((ours.as_slice().len(), &*strings), (ours.elements().len(), &*elements));
        let shares = self.plan.shares(n_lists, &lists, strings, elements);
        Stream::new(Parts::StringLists(shares), self.plan.lists(n_lists, &lists))
    }

    /// Writes the start tag of a list and schedules its content.
    pub(super) fn shared_strings(&mut self, share: Share, at: At) -> Result<(), Error> {
        let ours = &self.document.shared_strings;
        let theirs = self.plan.original.map(|original| &original.document.shared_strings);
        let strings = ours.as_slice().get(share.members.0..share.members.1).unwrap_or_default();
        let elements = ours.elements().get(share.others.0..share.others.1).unwrap_or_default();
        let [members, others] = self.plan.nodes_of_share(
            share,
            at.node,
            (Role::SharedString, strings, theirs.map(SharedStrings::as_slice)),
            (Role::SharedElement, elements, theirs.map(SharedStrings::elements)),
        );
        let streams =
            [Stream::new(Parts::Strings(strings), members), Stream::new(Parts::Elements(elements), others)];
        let list = ours.lists().get(share.number);
        let is_same =
            self.plan.theirs(at, Role::SharedStrings, |document| document.shared_strings.lists()) == list;
        self.open(b"SharedStrings", pairs(list.map_or(&[], |list| &list.attributes)), is_same, at, streams)
    }

    pub(super) fn shared_string(&mut self, string: &SharedString, at: At) -> Result<(), Error> {
        let theirs = self.plan.theirs(at, Role::SharedString, |document| document.shared_strings.as_slice());
        if self.copied(string, theirs, at) {
            return Ok(());
        }
        let key = (b"md5".as_slice(), string.key.as_bytes());
        self.start_tag(b"SharedString", [key].into_iter().chain(pairs(&string.attributes)))?;
        match &string.broken {
            // However long, it is never in CDATA. Format document, section 2.5.
            None => self.binary(&string.data, false),
            Some(source) => self.raw(b"SharedString", source)?,
        }
        self.end_tag(b"SharedString");
        Ok(())
    }
}
