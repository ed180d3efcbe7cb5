//! Roblox models and places, XML.

mod outline;

use super::Format;
use super::codec::Codec;
use super::facts::Facts;
use super::identify::Found;
use super::items::{Item, Items, List, is_address, is_script, n_lines, of_rules, repeated};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::{Look, Outline, Paths};
use super::problem::Problem;
use super::rules::{Findings, Profile};
use rbxxml::{Content, Document, Value};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How Studio's files begin.
const STUDIOS_HEAD: &[u8] = b"<roblox xmlns:xmime=\"http://www.w3.org/2005/05/xmlmime\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:noNamespaceSchemaLocation=\"http://www.roblox.com/roblox.xsd\" version=\"4\">\n\t<";

codec!(rbxxml, ::rbxxml, Document; depth elements);

impl Described for Document {
    const TITLE: &'static str = "Roblox XML";
    const BYTES_OF_ELEMENT: usize = 240;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        rbxxml::detect(bytes).then(|| Found::new(Format::RbxXml))
    }
}

impl AnyModel for Document {
    /// Studio's layout, which other programs and people do not follow.
    fn owed(&self, bytes: &[u8]) -> Exact {
        if bytes.starts_with(STUDIOS_HEAD) { Exact::BytesUnlessEdited } else { Exact::Values }
    }

    fn findings(&self, _: &[u8], _: Options, _: &[Profile]) -> Result<Findings, Problem> {
        Ok(self.validate())
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

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let show = |memory, look: &mut Look<'_>| self.outline(memory, look);
        items.of_tree(show, |outline, items| listed(self, outline, what, items))
    }

    fn outline(&self, memory: usize, look: &mut Look<'_>) -> Result<(), Problem> {
        outline::of_document(self, memory, look)
    }
}

fn listed(document: &Document, outline: &dyn Outline, what: List, items: &mut Items) -> ControlFlow<()> {
    let paths = Paths::new(outline);
    // The nodes of the outline are the items of the walk.
    let walk = || (1..).zip(document.walk());
    let path = |number: u32| paths.of(outline, number);
    match what {
        List::Scripts => items.extend(walk().filter_map(|(number, visit)| {
            let class = visit.item.class.as_bytes();
            is_script(class).then(|| {
                let source = document.bytes(visit.id, "Source").unwrap_or_default();
                Item::new(path(number), String::from_utf8_lossy(class), n_lines(source), source.len())
            })
        })),
        List::Assets | List::Strings => {
            for (number, visit) in walk() {
                // The path is only built if there is something to report.
                let mut own = None;
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
                    let own = own.get_or_insert_with(|| path(number));
                    let name = String::from_utf8_lossy(property.name().as_bytes());
                    let count = if what == List::Strings { text.len() } else { 0 };
                    items.push(Item::new(own.clone(), name, text, count))?;
                }
            }
            ControlFlow::Continue(())
        }
        List::Classes => {
            items.extend(classes(document).into_iter().map(|(class, count)| Item::new("", class, "", count)))
        }
        List::Duplicates => {
            of_rules(Codec::validate(document), &["RXX001", "RXX005", "RXX019", "RXX027"], items)?;
            let sources =
                walk().filter_map(|(number, visit)| Some((document.bytes(visit.id, "Source")?, number)));
            repeated(sources.filter(|(source, _)| source.len() >= 64), "Source", path, items)
        }
        List::Dangling => of_rules(Codec::validate(document), &["RXX003", "RXX004"], items),
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
