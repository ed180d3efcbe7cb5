//! Facts about the content of a file, most of them counts.

use geom::{Aabb, Vec3};
use rbxbinary::forms::CollisionGroup;
use serde::Serialize;
use std::collections::BTreeMap;

/// Facts about the content of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// The size of a Second Life mesh in the world, which is an option rather than part of the file.
    pub scale: Option<Vec3>,
    /// The cost at this size.
    pub cost: Option<StreamingCost>,
    pub version: Option<String>,
    pub list: Vec<(&'static str, Fact)>,
    pub bounds: Option<Aabb>,
    /// The length in metres of one unit of the bounds.
    pub unit: f32,
    /// The number of instances of each class.
    pub classes: BTreeMap<String, usize>,
    /// The collision groups of a place.
    pub collision_groups: Vec<CollisionGroup>,
    /// The triangles of each level of detail, the finest first.
    pub levels: Vec<usize>,
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

impl StreamingCost {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(scale: Option<[f32; 3]>, cost: f64, largest_level: &'static str) -> Self {
        Self { scale, cost, largest_level }
    }
}

/// A number or a text.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Fact {
    /// A number of items.
    Count(usize),
    /// A text.
    Text(String),
}

impl Facts {
    /// Adds a count, unless it is 0.
    pub fn count(&mut self, name: &'static str, count: usize) {
        if count > 0 {
            self.list.push((name, Fact::Count(count)));
        }
    }

    /// Adds a text, unless it is empty.
    pub fn text(&mut self, name: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.list.push((name, Fact::Text(text)));
        }
    }
}
