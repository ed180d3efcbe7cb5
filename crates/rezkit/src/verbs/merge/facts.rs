//! What is compared of an instance, property by property.

use dom::ATTRIBUTES;
use files::outline::{Datum, Label, Outline};
use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};

/// What is merged as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    /// The name, which is in the path.
    Name,
    Property(Vec<u8>),
    Attribute(Vec<u8>),
    /// Elements of XML that are not known.
    Elements,
}

impl Unit {
    fn of(label: &Label<'_>) -> Self {
        match label {
            Label::Name(name) => Self::Property(name.to_vec()),
            Label::Attribute(name) => Self::Attribute(name.to_vec()),
            _ => Self::Elements,
        }
    }

    /// As the file calls it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Name => "Name".into(),
            Self::Property(name) => Label::name(name).to_string(),
            Self::Attribute(name) => Label::Attribute(name).to_string(),
            Self::Elements => "(element)".into(),
        }
    }
}

/// A value: what tells it apart, and the nodes that it leads to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) hash: u64,
    pub(super) nodes: Vec<u32>,
}

pub(super) type Facts = BTreeMap<Unit, Fact>;

/// What is known of a node.
pub(super) fn facts(outline: &dyn Outline, number: u32, seed: &RandomState) -> Facts {
    let mut facts = Facts::new();
    if let files::outline::Step::Name(name) = outline.step(number) {
        facts.insert(Unit::Name, Fact { hash: seed.hash_one(name), nodes: Vec::new() });
    }
    outline.properties(number, &mut |label, value| {
        let fact = facts.entry(Unit::of(label)).or_default();
        // Elements that are no properties may be several.
        let mut hasher = seed.build_hasher();
        fact.hash.hash(&mut hasher);
        value.hash(&mut hasher, true);
        fact.hash = hasher.finish();
        value.nodes(&mut fact.nodes);
    });
    facts
}

/// Attributes can be merged one by one only if those of all files can be taken apart.
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

/// Looks at the value of a unit.
pub(super) fn look(outline: &dyn Outline, number: u32, unit: &Unit, look: &mut dyn FnMut(&Datum<'_>)) {
    if *unit == Unit::Name {
        if let files::outline::Step::Name(name) = outline.step(number) {
            look(&Datum::Text(name));
        }
        return;
    }
    let mut is_found = false;
    outline.properties(number, &mut |label, value| {
        if !is_found && Unit::of(label) == *unit {
            is_found = true;
            look(value);
        }
    });
}
