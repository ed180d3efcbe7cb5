//! Which nodes are drawn and written.

use super::{Role, Scene};
use std::collections::BTreeMap;

impl Scene {
    /// The nodes with a mesh that make up the model at a level of detail: 0 is the finest.
    ///
    /// Where a node has no form that coarse, the coarsest that it has is taken. Shapes for collisions,
    /// cages and attachments are left out.
    #[must_use]
    pub fn at_level(&self, level: u8) -> Vec<usize> {
        // The forms of each node that are no coarser than wanted, by level; it may have several of one.
        let mut forms: BTreeMap<usize, BTreeMap<u8, Vec<usize>>> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some()) {
            let (of, own) = match node.role {
                Role::Lod { of, level: own } if own <= level => (of, own),
                Role::Plain | Role::Joint | Role::Label if !node.hidden => (index, 0),
                _ => continue,
            };
            forms.entry(of).or_default().entry(own).or_default().push(index);
        }
        let coarsest = forms.into_values().filter_map(|mut forms| forms.pop_last());
        let mut nodes: Vec<usize> = coarsest.flat_map(|(_, nodes)| nodes).collect();
        nodes.sort_unstable();
        nodes
    }
}
