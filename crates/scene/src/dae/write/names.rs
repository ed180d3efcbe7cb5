//! Names of meshes, by which the uploader finds their levels.

use super::text::MOST_LETTERS;
use super::{Writer, is_plain};
use crate::names::Names;
use crate::node::{Node, Role};
use std::collections::HashMap;

/// The coarsest level of detail that the uploader reads.
const COARSEST: u8 = 3;

impl Writer<'_> {
    /// The name of each node's mesh; `None` if it is not written.
    pub(super) fn names_of_shapes(&mut self) -> Vec<Option<String>> {
        let scene = self.scene;
        let mut taken = Names::default();
        // A mesh has the name of the first node that shows it.
        let mut of_meshes: HashMap<usize, String> = HashMap::new();
        let mut first = None;
        for node in scene.nodes.iter().filter(|node| is_plain(node)) {
            let Some(mesh) = node.mesh else { continue };
            let of_mesh = || scene.meshes.get(mesh).map(|mesh| mesh.name.as_str()).unwrap_or_default();
            let wanted = [&*node.name, of_mesh(), "mesh"].into_iter().find(|name| !name.is_empty());
            // Names are cut, because many nodes may show a mesh with a long name.
            let wanted: String = wanted.unwrap_or_default().chars().take(MOST_LETTERS).collect();
            let name = of_meshes.entry(mesh).or_insert_with(|| taken.take(&wanted));
            first.get_or_insert_with(|| name.clone());
        }
        let first = first.unwrap_or_else(|| "mesh".into());
        let mut has_physics =
            scene.nodes.iter().any(|node| node.role == Role::Physics && node.mesh.is_some());
        let mut names = Vec::new();
        for node in &scene.nodes {
            let base = |node: &Node| node.mesh.and_then(|mesh| of_meshes.get(&mesh)).unwrap_or(&first);
            names.push(match node.role {
                _ if node.mesh.is_none() => None,
                Role::Lod { level, .. } if level > COARSEST => {
                    self.counts.n_too_coarse = self.counts.n_too_coarse.saturating_add(1);
                    None
                }
                Role::Lod { of, level } => {
                    let finest = scene.nodes.get(of).map_or(&first, base);
                    Some(format!("{finest}_LOD{}", COARSEST.saturating_sub(level)))
                }
                Role::Physics if node.name.len() < MOST_LETTERS && node.name.ends_with("_PHYS") => {
                    Some(node.name.clone())
                }
                Role::Physics => Some(format!("{first}_PHYS")),
                Role::Hull => {
                    self.counts.n_hulls = self.counts.n_hulls.saturating_add(1);
                    // Without another physics shape, the first hull represents all of them.
                    let is_first = !std::mem::replace(&mut has_physics, true);
                    is_first.then(|| format!("{first}_PHYS"))
                }
                _ if is_plain(node) => Some(base(node).clone()),
                _ => None,
            });
        }
        names
    }
}
