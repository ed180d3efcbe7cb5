//! The serde form of a document: a flat list of items with the indices of their parents, so that any depth works.

use super::item::{External, Item, Meta};
use super::shared::SharedStrings;
use super::spelling::{Attribute, Element};
use super::text::Text;
use super::tree::Document;
use super::value::{ItemId, Reference};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Flat {
    attributes: Vec<Attribute>,
    metas: Vec<Meta>,
    externals: Vec<External>,
    elements: Vec<Element>,
    shared_strings: SharedStrings,
    trailing: Text,
    three_digit_exponents: bool,
    #[serde(default)]
    plain_utf8: bool,
    /// The items in document order. Parents and references are indices of this list.
    items: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    parent: Option<ItemId>,
    item: Item,
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let order = self.order();
        let place = |id: ItemId| order.get(id.index()).copied().flatten().map(ItemId);
        let entry = |(id, item): (ItemId, &Item)| {
            let mut item = item.clone();
            for reference in item.references_mut() {
                // Numbers of items may have gaps where items were removed; places in the list have none.
                if let Reference::Item(id) = reference {
                    *reference = place(*id).map_or(Reference::None, Reference::Item);
                }
            }
            Entry { parent: self.parent(id).and_then(place), item }
        };
        let flat = Flat {
            attributes: self.attributes.clone(),
            metas: self.metas.clone(),
            externals: self.externals.clone(),
            elements: self.elements.clone(),
            shared_strings: self.shared_strings.clone(),
            trailing: self.trailing.clone(),
            three_digit_exponents: self.three_digit_exponents,
            plain_utf8: self.plain_utf8,
            items: self.walk().map(|visit| entry((visit.id, visit.item))).collect(),
        };
        flat.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Flat {
            attributes,
            metas,
            externals,
            elements,
            shared_strings,
            trailing,
            three_digit_exponents,
            plain_utf8,
            items,
        } = Flat::deserialize(deserializer)?;
        let mut document = Self {
            attributes,
            metas,
            externals,
            elements,
            shared_strings,
            trailing,
            three_digit_exponents,
            plain_utf8,
            ..Self::empty()
        };
        for Entry { parent, item } in items {
            document.add(parent, item).map_err(D::Error::custom)?;
        }
        Ok(document)
    }
}
