//! Roblox models and places, binary.

use super::rbx::Instances;
use super::{Facts, Family, Items, List};
use crate::Problem;
use crate::codec::Codec;
use crate::laws::Exact;
use crate::outline::{self, Look};
use rbxbinary::{Chunk, Model, Tree};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

impl Family for Model {
    const TITLE: &'static str = "Roblox binary model";
    const BYTES_OF_ELEMENT: usize = 16;

    fn owed(&self, bytes: &[u8]) -> Exact {
        if is_packed(bytes) { Exact::Payloads } else { Exact::Values }
    }

    fn facts(&self, _: &[u8], facts: &mut Facts) {
        let tree = Tree::new(self);
        facts.count("instances", tree.len());
        facts.count("at the top", tree.roots().len());
        facts.count("depth", tree.depth());
        facts.classes = classes(self);
        facts.count("classes", facts.classes.len());
        facts.count("properties", self.columns().count());
        facts.count("shared strings", self.shared_strings().len());
        let unknown = |chunk: &&Chunk| matches!(chunk, Chunk::Unknown(_) | Chunk::Packed(_));
        facts.count("unknown chunks", self.chunks.iter().filter(unknown).count());
    }

    fn list(&self, what: List, items: &mut Items) -> ControlFlow<()> {
        let instances = Instances {
            classes: || classes(self),
            findings: || Codec::validate(self),
            duplicates: &["RBX001", "RBX002", "RBX005", "RBX013"],
            dangling: &["RBX003", "RBX011", "RBX014", "RBX015"],
        };
        items.of_tree(self, |outline, items| instances.list(outline, what, items))
    }

    fn outline(&self, memory: usize, look: &mut Look<'_>) -> Result<(), Problem> {
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

/// Whether all chunks but END are compressed, as Studio writes them. Others come back compressed.
fn is_packed(bytes: &[u8]) -> bool {
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
