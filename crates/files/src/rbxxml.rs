//! Roblox models and places, XML.

use super::Format;
use super::codec::Codec;
use super::facts::Facts;
use super::identify::Found;
use super::instances::Instances;
use super::items::{Items, List};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::{self, Viewer};
use super::roblox::{attributes, forms, gist, terrain, unions};
use super::rules::{Findings, Profile};
use dom::{Instance, View};
use rbxxml::Document;
use scene::problem::Problem;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The start of files that Studio writes.
const STUDIOS_HEAD: &[u8] = b"<roblox xmlns:xmime=\"http://www.w3.org/2005/05/xmlmime\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:noNamespaceSchemaLocation=\"http://www.roblox.com/roblox.xsd\" version=\"4\">\n\t<";

codec!(rbxxml, ::rbxxml, Document; depth elements);

impl Described for Document {
    const TITLE: &'static str = "Roblox XML";
    const BYTES_OF_ELEMENT: usize = 28;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        rbxxml::detect(bytes).then(|| Found::new(Format::RbxXml))
    }
}

impl AnyModel for Document {
    /// Only Studio's files are reproduced byte for byte, because other programs and people format files
    /// differently.
    fn owed(&self, bytes: &[u8]) -> Exact {
        if bytes.starts_with(STUDIOS_HEAD) { Exact::BytesUnlessEdited } else { Exact::Values }
    }

    /// Also checks attributes and terrain by the rules of binary files, and unions.
    fn findings(&self, bytes: &[u8], options: Options, profiles: &[Profile]) -> Result<Findings, Problem> {
        let mut findings = Codec::validate(self);
        findings.append(attributes::findings(self));
        findings.append(terrain::findings(self));
        findings.append(forms::findings(self));
        unions::findings_of_document(self, &mut findings);
        let memory = options.memory(bytes.len());
        self.outline(memory, &mut |outline| findings.append(outline::findings(outline, profiles)))?;
        Ok(findings)
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        facts.version = self.attribute("version").map(|version| version.to_string_lossy().into_owned());
        facts.count("instances", self.len());
        gist::facts(&View::of_xml(self), facts);
        facts.count("at the top", self.roots().len());
        facts.classes = classes(self);
        facts.count("classes", facts.classes.len());
        facts.count("shared strings", self.shared_strings.as_slice().len());
        facts.collision_groups = Instance::all_of_xml(self).find_map(forms::groups).unwrap_or_default();
        unions::count(Instance::all_of_xml(self), facts);
        facts.count("unknown elements", self.elements.len());
        terrain::facts(|grid| terrain::of_document(self, grid).map(|(_, _, bytes)| bytes), facts);
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let instances = Instances {
            classes: || classes(self),
            findings: || {
                let mut findings = Codec::validate(self);
                findings.append(attributes::findings(self));
                findings
            },
            duplicates: &["RXX001", "RXX005", "RXX019", "RXX027"],
            dangling: &["RXX003", "RXX004", "RBX003"],
        };
        let show = |memory, look: &mut Viewer<'_>| self.outline(memory, look);
        items.of_tree(show, |outline, items| instances.list(outline, what, items))
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_document(self, memory, look)
    }
}

fn classes(document: &Document) -> BTreeMap<String, usize> {
    let mut classes = BTreeMap::<Vec<u8>, usize>::new();
    for visit in document.walk() {
        let class = visit.item.class.as_bytes();
        // The name is copied once for each class instead of each instance.
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
