//! A property: the element around a value. Format document, sections 2.4 and 4.

use super::Writer;
use super::markup::pairs;
use crate::ItemId;
use crate::model::{Attribute, Property};
use crate::mould::error::Error;
use crate::onto::Kind;

impl<'m> Writer<'m> {
    pub(super) fn property(
        &mut self,
        id: ItemId,
        number: usize,
        node: Option<usize>,
        depth: usize,
    ) -> Result<(), Error> {
        let document = self.document;
        let Some(item) = document.item(id) else { return Ok(()) };
        let Some(property) = item.properties.get(number) else { return Ok(()) };
        let inside = |error: Error| {
            error.inside(property.name.to_string()).inside(format!("Item #{} {}", id.index(), item.class))
        };
        if let Some(source) = self.kept_property(property, node).map_err(inside)? {
            self.out.extend_from_slice(source);
            return Ok(());
        }
        self.content_of(property, depth).map_err(inside)
    }

    /// The source of a property that is unchanged.
    fn kept_property(&self, property: &Property, node: Option<usize>) -> Result<Option<&'m [u8]>, Error> {
        let (Some(original), Some(node)) = (self.original, node) else { return Ok(None) };
        let theirs = || {
            let Kind::Property(number) = original.kind(node)? else { return None };
            let Kind::Item(id) = original.kind(original.parent(original.parent(node)?)?)? else {
                return None;
            };
            original.document.item(id)?.properties.get(number)
        };
        let Some(theirs) = theirs() else { return Ok(None) };
        let written = match property.value.reference() {
            Some(reference) => self.referent_of(reference)?,
            None => None,
        };
        let same = theirs.spelling == property.spelling
            && original.same_value(&theirs.value, &property.value, written.as_deref());
        Ok(if same { original.source(node) } else { None })
    }

    fn content_of(&mut self, property: &Property, depth: usize) -> Result<(), Error> {
        let spelling = property.spelling.as_deref();
        let own = spelling.and_then(|spelling| spelling.element.as_ref()).map(|name| name.as_bytes());
        let usual = property.value.kind().map_or(&[][..], |ty| ty.element().as_bytes());
        let element = own.unwrap_or(usual);
        let name = (b"name".as_slice(), property.name.as_bytes());
        let others: &[Attribute] = spelling.map_or(&[], |spelling| &spelling.attributes);
        self.start_tag(element, [name].into_iter().chain(pairs(others)))?;
        self.value(element, &property.value, spelling, depth)?;
        self.end_tag(element);
        Ok(())
    }
}
