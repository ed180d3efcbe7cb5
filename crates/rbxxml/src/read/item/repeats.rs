//! Properties that equal, byte for byte, those of another item. Many properties occur in all classes and have the same
//! value in most items.

use super::List;
use crate::common::input::{Checked, Input};
use crate::model::ItemId;
use crate::nodes::Role;
use crate::read::Reader;

/// A cache of the properties read last, except those that must be read each time.
#[derive(Default)]
pub(in crate::read) struct Repeats<'a> {
    /// The slots. The first bytes of a property determine its slot.
    places: Vec<ReadProperty<'a>>,
}

/// A property that has been read.
#[derive(Clone)]
struct ReadProperty<'a> {
    /// The source of the property's element; empty for an unused slot.
    source: &'a [u8],
    /// The item with the value, after the properties of its list were moved to it.
    item: ItemId,
    number: u32,
}

impl<'a> Repeats<'a> {
    /// Allocates a cache for a document with this many items.
    pub(in crate::read) fn for_items(n_items: usize) -> Self {
        /// The maximum number of slots. A place has about a thousand different properties.
        const MOST: usize = 1024;
        let n_places = n_items.saturating_mul(16).min(MOST).next_power_of_two();
        Self { places: vec![ReadProperty { source: &[], item: ItemId(0), number: 0 }; n_places] }
    }

    /// The slot for a property whose element begins with `bytes`.
    #[inline]
    fn place(&mut self, bytes: &[u8]) -> Option<&mut ReadProperty<'a>> {
        // Few elements are shorter, and the bytes after those that are mostly agree, too.
        let words = bytes.first_chunk::<32>()?.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
        let mixed = words.fold(0, |mixed: u64, word| mixed.rotate_left(19) ^ word);
        // An odd number next to 2^64 over the golden ratio; the high bits of the product are mixed best.
        let hash = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.places.len().wrapping_sub(1);
        self.places.get_mut(usize::try_from(hash >> 40).ok()? & mask)
    }
}

impl<'a> Reader<'a, '_> {
    /// Remembers a property that is about to be added to its list.
    pub(in crate::read) fn remember(&mut self, list: &List, start: Input<'a>, source: &'a [u8]) {
        if let Some(place) = self.repeats.place(start.bytes())
            && let Ok(number) = u32::try_from(list.len)
        {
            *place = ReadProperty { source, item: list.id, number };
        }
    }

    /// Skips a property that equals, byte for byte, one of an earlier item, and takes over its value; `None` if it
    /// differs.
    #[inline]
    pub(super) fn repeated_property(
        &mut self,
        list: &mut List,
        input: Input<'a>,
    ) -> Checked<Option<Input<'a>>> {
        let Some(&mut ReadProperty { source, item, number }) = self.repeats.place(input.bytes()) else {
            return Ok(None);
        };
        // A hash that fits is no proof: the whole element is compared.
        if source.is_empty() || !input.bytes().starts_with(source) {
            return Ok(None);
        }
        let item = self.document.item(item);
        let Some(found) = item.and_then(|item| item.properties.get(number as usize)) else {
            return Ok(None);
        };
        let (head, value) = (found.head().clone(), found.value.clone());
        let rest = self.pass(list, input, source)?;
        list.push(head, value);
        Ok(Some(rest))
    }

    /// Skips the element of a property that need not be parsed.
    #[inline]
    pub(super) fn pass(&mut self, list: &List, input: Input<'a>, source: &'a [u8]) -> Checked<Input<'a>> {
        input.charge_elements(1)?;
        let (rest, here) = input.split(source.len())?;
        self.note(|nodes| nodes.leaf(Role::Property, list.len, input.position(), rest.position()));
        self.starts.push(here);
        Ok(rest)
    }
}
