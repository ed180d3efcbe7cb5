//! Properties: the elements around values. Format document, sections 2.4 and 4.

use super::Writer;
use super::markup::{is_writable, pairs};
use super::value::are_elements;
use crate::ItemId;
use crate::model::PropertyRef;
use crate::mould::error::Error;
use crate::onto::plan::At;
use crate::read::title;
use crate::trace::Role;

impl<'m> Writer<'m> {
    pub(super) fn property(&mut self, id: ItemId, property: PropertyRef<'m>, at: At) -> Result<(), Error> {
        if let Some(source) = self.kept_property(property, at) {
            self.out.extend_from_slice(source);
            return Ok(());
        }
        let written = self.content_of(property, at.depth);
        let class = || self.document.item(id).map(|item| item.class.clone()).unwrap_or_default();
        written.map_err(|error| error.inside(title(id, &class())))
    }

    /// The source of an unchanged property.
    fn kept_property(&self, property: PropertyRef<'_>, at: At) -> Option<&'m [u8]> {
        let (original, node) = (self.plan.original?, at.node?);
        let item = original.their_item(original.parent(original.parent(node)?)?)?;
        let theirs = item.properties.get(original.number_of(node, Role::Property)?)?;
        let written = property.value.reference().and_then(|reference| self.referent_of(reference));
        let is_same = theirs.head().is(property.head())
            && original.same_value(theirs.value, property.value, written.as_deref());
        if is_same { original.source(node) } else { None }
    }

    /// Writes the element as Studio would, except for its spelling.
    pub(super) fn content_of(&mut self, property: PropertyRef<'m>, depth: usize) -> Result<(), Error> {
        self.element_of(property, depth).map_err(|error| error.inside(property.name().to_string()))
    }

    fn element_of(&mut self, property: PropertyRef<'m>, depth: usize) -> Result<(), Error> {
        let spelling = property.spelling();
        let own = spelling.and_then(|spelling| spelling.element.as_ref()).map(|name| name.as_bytes());
        let usual = property.value.kind().map_or(&[][..], |ty| ty.element().as_bytes());
        let element = own.unwrap_or(usual);
        let name = (b"name".as_slice(), property.name().as_bytes());
        let others = pairs(spelling.map_or(&[], |spelling| &spelling.attributes));
        self.start_tag(element, [name].into_iter().chain(others))?;
        self.parts = spelling.map_or(&[], |spelling| &spelling.parts);
        for part in self.parts {
            part.attributes.iter().try_for_each(|attribute| is_writable(&attribute.name))?;
            are_elements(&part.children)?;
        }
        self.value(element, property.value, spelling, depth)?;
        self.parts = &[];
        self.end_tag(element);
        Ok(())
    }
}
