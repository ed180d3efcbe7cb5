//! Writes properties: the elements around values. Format document, sections 2.4 and 4.

use super::Writer;
use super::markup::{is_writable, pairs};
use super::text::Quoting;
use super::value::are_elements;
use crate::common::error::Error;
use crate::model::{ItemId, PropertyRef, Value};
use crate::nodes::Role;
use crate::onto::Original;
use crate::onto::plan::At;
use crate::read::title;

impl<'m> Writer<'m> {
    pub(super) fn property(&mut self, id: ItemId, property: PropertyRef<'m>, at: At) -> Result<(), Error> {
        if let Some((theirs, source)) = self.their_property(at) {
            if self.is_kept(property, theirs) {
                self.out.extend_from_slice(source);
                return Ok(());
            }
            if property.value.kind() == theirs.value.kind() && is_text(property.value) {
                self.quoting = Quoting::detect(source);
            }
        }
        let written = self.content_of(property, at.depth);
        self.quoting = Quoting::Usual;
        let class = || self.document.item(id).map(|item| item.class.clone()).unwrap_or_default();
        written.map_err(|error| error.inside(title(id, &class())))
    }

    /// The corresponding property of the original, and its source.
    fn their_property(&self, at: At) -> Option<(PropertyRef<'m>, &'m [u8])> {
        let (original, node) = (self.plan.original?, at.node?);
        let item = original.their_item(original.parent(original.parent(node)?)?)?;
        Some((item.properties.get(original.number_of(node, Role::Property)?)?, original.source(node)?))
    }

    /// Returns true if a property equals that of the original.
    fn is_kept(&self, ours: PropertyRef<'_>, theirs: PropertyRef<'_>) -> bool {
        let written = ours.value.reference().and_then(|reference| self.referent_of(reference));
        let is_same =
            |original: &Original<'_>| original.same_value(theirs.value, ours.value, written.as_deref());
        theirs.head().is(ours.head()) && self.plan.original.is_some_and(is_same)
    }

    /// Writes the element of a property in Studio's form, except for the differences that its spelling records.
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

/// Returns true if a value is a single text, which can be quoted in several ways.
fn is_text(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::ProtectedString(_) | Value::QDir(_) | Value::QFont(_))
}
