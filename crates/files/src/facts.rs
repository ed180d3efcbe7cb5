//! What a file holds, in numbers.

use geom::{Aabb, Vec3};
use rbxbinary::forms::CollisionGroup;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a file holds, in numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Facts {
    /// The size of a Second Life mesh in the world, which is an option and not a part of the file.
    pub(crate) scale: Option<Vec3>,
    /// Its cost at this size.
    pub(crate) cost: Option<StreamingCost>,
    pub(crate) version: Option<String>,
    pub(crate) list: Vec<(&'static str, Fact)>,
    pub(crate) bounds: Option<Aabb>,
    /// How many metres a unit of them is.
    pub(crate) unit: f32,
    /// The number of instances of each class.
    pub(crate) classes: BTreeMap<String, usize>,
    /// The collision groups of a place.
    pub(crate) collision_groups: Vec<CollisionGroup>,
    /// The triangles of each level of detail, the finest first.
    pub(crate) levels: Vec<usize>,
}

impl Default for Facts {
    fn default() -> Self {
        let (list, levels, classes, collision_groups) = Default::default();
        Self {
            scale: None,
            cost: None,
            version: None,
            list,
            bounds: None,
            unit: 1.0,
            classes,
            collision_groups,
            levels,
        }
    }
}

/// The part of the land impact that follows from a Second Life mesh. The land impact is the largest of it and of two
/// costs that only the simulator knows, rounded.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StreamingCost {
    /// The size in metres that it is for; absent for uploads, whose instances have sizes of their own.
    pub scale: Option<[f32; 3]>,
    /// The cost.
    pub cost: f64,
    /// The level of detail that contributes most.
    pub largest_level: &'static str,
}

/// A number or a text.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Fact {
    /// How many there are.
    Count(usize),
    /// In words.
    Text(String),
}

impl Facts {
    /// Adds a number, unless it is 0.
    pub(crate) fn count(&mut self, name: &'static str, count: usize) {
        if count > 0 {
            self.list.push((name, Fact::Count(count)));
        }
    }

    /// Adds a text, unless it is empty.
    pub(crate) fn text(&mut self, name: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.list.push((name, Fact::Text(text)));
        }
    }
}
