//! The facts about an instance that a merge compares, one for each property.

use crate::verbs::diff::DiffOptions;
use dom::ATTRIBUTES;
use files::outline::{Datum, Label, Outline, is_default};
use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};

/// A unit that is merged as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    /// The name, which is part of the path.
    Name,
    Property(Vec<u8>),
    Attribute(Vec<u8>),
    /// Unknown elements of XML.
    Elements,
}

impl Unit {
    fn from_label(label: &Label<'_>) -> Self {
        match label {
            Label::Name(name) => Self::Property(name.to_vec()),
            Label::Attribute(name) => Self::Attribute(name.to_vec()),
            _ => Self::Elements,
        }
    }

    /// The name of the unit in the file.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Name => "Name".into(),
            Self::Property(name) => Label::name(name).to_string(),
            Self::Attribute(name) => Label::Attribute(name).to_string(),
            Self::Elements => "(element)".into(),
        }
    }
}

/// A value as it is compared: a hash, and the nodes that it refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) hash: u64,
    pub(super) nodes: Vec<u32>,
}

pub(super) type Facts = BTreeMap<Unit, Fact>;

/// The facts about a node. A property with the default of its class counts as missing.
pub(super) fn facts(outline: &dyn Outline, number: u32, compared: &DiffOptions, seed: &RandomState) -> Facts {
    let mut facts = Facts::new();
    if let files::outline::Step::Name(name) = outline.step(number) {
        facts.insert(Unit::Name, Fact { hash: seed.hash_one(name), nodes: Vec::new() });
    }
    outline.properties(number, &mut |label, value| {
        if !compared.compares(label) || is_default(outline, number, label) {
            return;
        }
        let fact = facts.entry(Unit::from_label(label)).or_default();
        // There may be several unknown elements, which are hashed together.
        let mut hasher = seed.build_hasher();
        fact.hash.hash(&mut hasher);
        value.hash(&mut hasher, true);
        fact.hash = hasher.finish();
        value.nodes(&mut fact.nodes);
    });
    facts
}

/// Combines attributes into one unit, unless those of all three files can be decoded, and hence merged one by
/// one.
pub(super) fn fold_attributes(all: [&mut Facts; 3], seed: &RandomState) {
    let whole = Unit::Property(ATTRIBUTES.into());
    if !all.iter().any(|facts| facts.contains_key(&whole)) {
        return;
    }
    for facts in all {
        let (mut hasher, mut nodes) = (seed.build_hasher(), Vec::new());
        let mut n = 0_u32;
        facts.retain(|unit, fact| {
            let is_attribute = matches!(unit, Unit::Attribute(_)) || *unit == whole;
            if is_attribute {
                (unit.shown(), fact.hash).hash(&mut hasher);
                nodes.append(&mut fact.nodes);
                n = n.saturating_add(1);
            }
            !is_attribute
        });
        if n > 0 {
            facts.insert(whole.clone(), Fact { hash: hasher.finish(), nodes });
        }
    }
}

/// Passes the value of a unit to `look`.
pub(super) fn look(outline: &dyn Outline, number: u32, unit: &Unit, look: &mut dyn FnMut(&Datum<'_>)) {
    if *unit == Unit::Name {
        if let files::outline::Step::Name(name) = outline.step(number) {
            look(&Datum::Text(name));
        }
        return;
    }
    let mut is_found = false;
    outline.properties(number, &mut |label, value| {
        if !is_found && Unit::from_label(label) == *unit {
            is_found = true;
            look(value);
        }
    });
}
