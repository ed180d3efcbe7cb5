//! Roblox models and places, binary.

use super::Format;
use super::codec::Codec;
use super::facts::Facts;
use super::identify::{Found, Version, damage};
use super::instances::Instances;
use super::items::{Items, List};
use super::laws::Exact;
use super::model::{AnyModel, Described};
use super::options::Options;
use super::outline::{self, Viewer};
use super::roblox::{forms, gist, terrain, unions};
use super::rules::{Findings, Profile};
use dom::classes::Class;
use dom::{Instance, Value, View};
use rbxbinary::{Chunk, Model, Tree};
use scene::problem::Problem;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

codec!(rbxbinary, ::rbxbinary, Model; output_bytes depth elements, threads);

impl Described for Model {
    const TITLE: &'static str = "Roblox binary model";
    const BYTES_OF_ELEMENT: usize = 16;

    fn recognise(bytes: &[u8]) -> Option<Found> {
        let rest = bytes.strip_prefix(b"<roblox!")?;
        let is_whole = rest.starts_with(b"\x89\xff\r\n\x1a\n");
        let version = rest.get(6..8).and_then(|bytes| bytes.first_chunk()).filter(|_| is_whole);
        Some(Found {
            format: Format::RbxBinary,
            version: version.map(|bytes| Version::whole(u16::from_le_bytes(*bytes))),
            damage: damage::of_signature(rest).map(Cow::Borrowed),
        })
    }
}

impl AnyModel for Model {
    fn owed(&self, bytes: &[u8]) -> Exact {
        if is_packed(bytes) { Exact::Payloads } else { Exact::Values }
    }

    /// Also checks unions, whose data have a separate format.
    fn findings(&self, bytes: &[u8], options: Options, profiles: &[Profile]) -> Result<Findings, Problem> {
        let mut findings = self.validate();
        unions::findings_of_model(self, &mut findings);
        if profiles.contains(&Profile::Roblox) || has_wrong_kinds(self) {
            let memory = options.memory(bytes.len());
            self.outline(memory, &mut |outline| findings.append(outline::findings(outline, profiles)))?;
        }
        Ok(findings)
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        let tree = Tree::new(self);
        facts.count("instances", tree.len());
        gist::facts(&View::of_binary(&tree), facts);
        facts.count("at the top", tree.roots().len());
        facts.count("depth", tree.depth());
        facts.classes = classes(self);
        facts.count("classes", facts.classes.len());
        facts.count("properties", self.columns().count());
        facts.count("shared strings", self.shared_strings().len());
        let unknown = |chunk: &&Chunk| matches!(chunk, Chunk::Unknown(_) | Chunk::Packed(_));
        facts.collision_groups = Instance::all_of_binary(&tree).find_map(forms::groups).unwrap_or_default();
        unions::count(Instance::all_of_binary(&tree), facts);
        facts.count("unknown chunks", self.chunks.iter().filter(unknown).count());
        terrain::facts(|grid| terrain::of_model(&tree, grid), facts);
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let instances = Instances {
            classes: || classes(self),
            findings: || Codec::validate(self),
            duplicates: &["RBX001", "RBX002", "RBX005", "RBX013"],
            dangling: &["RBX003", "RBX011", "RBX014", "RBX015"],
        };
        let show = |memory, look: &mut Viewer<'_>| self.outline(memory, look);
        items.of_tree(show, |outline, items| instances.list(outline, what, items))
    }

    fn outline(&self, memory: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
        outline::of_model(self, memory, look)
    }
}

fn classes(model: &Model) -> BTreeMap<String, usize> {
    let mut classes = BTreeMap::<String, usize>::new();
    for class in model.classes() {
        let count = classes.entry(String::from_utf8_lossy(&class.name).into_owned()).or_default();
        *count = count.saturating_add(class.referents.len());
    }
    classes
}

/// Returns true if all chunks except for END are compressed, as in files of Studio. Writing compresses the
/// chunks of other files, too, so they are not reproduced exactly.
fn is_packed(bytes: &[u8]) -> bool {
    // The header has 32 bytes, and that of a chunk 16 (docs/formats/rbxbinary.md, 1 and 2).
    let mut rest = bytes.get(32..).unwrap_or_default();
    while let Some((frame, data)) = rest.split_first_chunk::<16>() {
        let [name, n_packed, n_plain, _] = frame.as_chunks::<4>().0 else { break };
        let [n_packed, n_plain] = [n_packed, n_plain].map(|len| u32::from_le_bytes(*len) as usize);
        if n_packed == 0 && n_plain > 0 && name != b"END\0" {
            return false;
        }
        rest = data.get(if n_packed == 0 { n_plain } else { n_packed }..).unwrap_or_default();
    }
    true
}

/// Returns true if a column has values of a kind from which the engine does not read the property. Only the
/// first value is checked, because all values of a column have the same type.
fn has_wrong_kinds(model: &Model) -> bool {
    let mut classes = HashMap::new();
    for class in model.classes() {
        // Of classes with the same id, columns belong to the first.
        classes.entry(class.id).or_insert_with(|| Class::from_name(&class.name));
    }
    model.columns().any(|column| {
        let class = classes.get(&column.class).copied().flatten();
        let property = class.and_then(|class| class.property(&column.name));
        let value = column.values.get(0).and_then(|value| Value::of_binary(value, |_| None));
        property.zip(value).is_some_and(|(property, value)| !property.takes(&value))
    })
}
