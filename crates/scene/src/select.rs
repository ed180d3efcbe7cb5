//! Selection of the nodes that are drawn and written.

use super::{Role, Scene};

impl Scene {
    /// The nodes with a mesh that make up the model at a level of detail: 0 is the finest.
    ///
    /// A node without a level that coarse is represented by its coarsest. Collision shapes, cages and attachments are
    /// left out.
    #[must_use]
    pub fn at_level(&self, level: u8) -> Vec<usize> {
        // The levels of each node that are no coarser than requested; a level may consist of several nodes.
        let forms = self.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some());
        let forms = forms.filter_map(|(index, node)| match node.role {
            Role::Lod { of, level: own } if own <= level => Some((of, own, index)),
            Role::Plain | Role::Joint | Role::Label | Role::Sprite if !node.hidden => Some((index, 0, index)),
            _ => None,
        });
        let mut forms: Vec<(usize, u8, usize)> = forms.collect();
        forms.sort_unstable();
        let coarsest = forms.chunk_by(|one, next| one.0 == next.0).flat_map(|forms| {
            let level = forms.last().map(|(_, level, _)| *level);
            forms.iter().filter(move |form| Some(form.1) == level).map(|(.., index)| *index)
        });
        let mut nodes: Vec<usize> = coarsest.collect();
        nodes.sort_unstable();
        nodes
    }
}
