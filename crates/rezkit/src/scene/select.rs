//! Which nodes are drawn and written.

use super::{Role, Scene};
use std::collections::BTreeMap;

impl Scene {
    /// The nodes with a mesh that make up the model at a level of detail: 0 is the finest.
    ///
    /// Where a node has no form that coarse, the coarsest that it has is taken. Shapes for collisions
    /// and cages are left out.
    #[must_use]
    pub fn at_level(&self, level: u8) -> Vec<usize> {
        let mut chosen: BTreeMap<usize, (u8, usize)> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some()) {
            match node.role {
                Role::Lod { of, level: own } if own <= level => {
                    let place = chosen.entry(of).or_insert((own, index));
                    if own > place.0 {
                        *place = (own, index);
                    }
                }
                Role::Lod { .. } | Role::Physics | Role::Hull | Role::Bounding | Role::Cage => {}
                _ if node.hidden => {}
                _ => {
                    chosen.entry(index).or_insert((0, index));
                }
            }
        }
        let mut nodes: Vec<usize> = chosen.into_values().map(|(_, index)| index).collect();
        nodes.sort_unstable();
        nodes
    }
}
