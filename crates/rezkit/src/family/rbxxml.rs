//! Roblox models and places, XML.

use super::rbxbinary::lines;
use super::{Facts, Family, Item, List, is_address, of_rules, repeated};
use crate::codec::Codec;
use crate::laws::Exact;
use crate::outline::{self, Look};
use rbxxml::{Content, Document, Value};
use std::cell::LazyCell;
use std::collections::BTreeMap;

/// How Studio's files begin.
const STUDIOS_HEAD: &[u8] = b"<roblox xmlns:xmime=\"http://www.w3.org/2005/05/xmlmime\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:noNamespaceSchemaLocation=\"http://www.roblox.com/roblox.xsd\" version=\"4\">\n\t<";

impl Family for Document {
    const TITLE: &'static str = "Roblox XML";

    /// Studio's layout, which other programs and people do not follow.
    fn owed(&self, bytes: &[u8]) -> Exact {
        if bytes.starts_with(STUDIOS_HEAD) { Exact::BytesUnlessEdited } else { Exact::Values }
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        facts.version = self.attribute("version").map(|version| version.to_string_lossy().into_owned());
        facts.count("instances", self.len());
        facts.count("at the top", self.roots().len());
        facts.classes = classes(self);
        facts.count("classes", facts.classes.len());
        facts.count("shared strings", self.shared_strings.as_slice().len());
        facts.count("unknown elements", self.elements.len());
    }

    fn list(&self, what: List, items: &mut Vec<Item>) {
        let paths = LazyCell::new(|| self.paths());
        match what {
            List::Scripts => {
                for visit in self.walk() {
                    let class = String::from_utf8_lossy(visit.item.class.as_bytes());
                    if matches!(&*class, "Script" | "LocalScript" | "ModuleScript") {
                        let source = self.bytes(visit.id, "Source").unwrap_or_default();
                        items.push(Item::new(paths.of(visit.id), class, lines(source), source.len()));
                    }
                }
            }
            List::Assets | List::Strings => {
                for visit in self.walk() {
                    let mut path = None;
                    for property in &visit.item.properties {
                        let text = match property.value {
                            Value::String(text) | Value::ProtectedString(text) => text.as_str(),
                            Value::ContentId(id) => id.url().and_then(|url| url.as_str()),
                            Value::Content(Content::Uri(uri)) => std::str::from_utf8(uri.as_bytes()).ok(),
                            _ => None,
                        };
                        let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
                        if what == List::Assets && !is_address(text) {
                            continue;
                        }
                        let path = path.get_or_insert_with(|| paths.of(visit.id));
                        let name = String::from_utf8_lossy(property.name().as_bytes());
                        let count = if what == List::Strings { text.len() } else { 0 };
                        items.push(Item::new(path.clone(), name, text, count));
                    }
                }
            }
            List::Classes => {
                items.extend(classes(self).into_iter().map(|(class, count)| Item::new("", class, "", count)));
            }
            List::Duplicates => {
                of_rules(Codec::validate(self), &["RXX001", "RXX005", "RXX019", "RXX027"], items);
                let sources = self.walk().filter_map(|visit| {
                    let source = self.bytes(visit.id, "Source").filter(|source| source.len() >= 64)?;
                    Some((source.to_vec(), paths.of(visit.id)))
                });
                repeated(sources, "Source", items);
            }
            List::Dangling => of_rules(Codec::validate(self), &["RXX003", "RXX004"], items),
        }
    }

    fn outline(&self, look: &mut Look<'_>) {
        outline::of_document(self, look);
    }
}

fn classes(document: &Document) -> BTreeMap<String, usize> {
    let mut classes = BTreeMap::<Vec<u8>, usize>::new();
    for visit in document.walk() {
        let class = visit.item.class.as_bytes();
        match classes.get_mut(class) {
            Some(count) => *count = count.saturating_add(1),
            None => {
                classes.insert(class.to_vec(), 1);
            }
        }
    }
    let named =
        classes.into_iter().map(|(class, count)| (String::from_utf8_lossy(&class).into_owned(), count));
    named.collect()
}
