//! A property: the element around a value. Format document, sections 2.4 and 4.

use super::Writer;
use super::markup::{is_writable, pairs};
use super::value::are_elements;
use crate::ItemId;
use crate::model::Property;
use crate::mould::error::Error;
use crate::onto::plan::At;
use crate::read::title;
use crate::trace::Part;

impl<'m> Writer<'m> {
    pub(super) fn property(&mut self, id: ItemId, property: &'m Property, at: At) -> Result<(), Error> {
        let written = match self.kept_property(property, at) {
            Ok(Some(source)) => {
                self.out.extend_from_slice(source);
                Ok(())
            }
            Ok(None) => self.content_of(property, at.depth),
            Err(error) => Err(error.inside(property.name().to_string())),
        };
        let class = || self.document.item(id).map(|item| item.class.clone()).unwrap_or_default();
        written.map_err(|error| error.inside(title(id, &class())))
    }

    /// The source of a property that is unchanged.
    fn kept_property(&self, property: &Property, at: At) -> Result<Option<&'m [u8]>, Error> {
        let (Some(original), Some(node)) = (self.plan.original, at.node) else { return Ok(None) };
        let item = original.parent(node).and_then(|list| original.their_item(original.parent(list)?));
        let number = original.number_of(node, Part::Property);
        let Some(theirs) = item.zip(number).and_then(|(item, number)| item.properties.get(number)) else {
            return Ok(None);
        };
        let written = match property.value.reference() {
            Some(reference) => self.referent_of(reference)?,
            None => None,
        };
        let is_same = theirs.head().is(property.head())
            && original.same_value(&theirs.value, &property.value, written.as_deref());
        Ok(if is_same { original.source(node) } else { None })
    }

    /// The element as Studio would write it, but for what its spelling says.
    pub(super) fn content_of(&mut self, property: &'m Property, depth: usize) -> Result<(), Error> {
        self.element_of(property, depth).map_err(|error| error.inside(property.name().to_string()))
    }

    fn element_of(&mut self, property: &'m Property, depth: usize) -> Result<(), Error> {
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
        self.value(element, &property.value, spelling, depth)?;
        self.parts = &[];
        self.end_tag(element);
        Ok(())
    }
}
