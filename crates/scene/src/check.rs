//! Validation of scenes.

use super::{Role, Scene, Slot};
use geom::MeshFault;
use std::collections::HashSet;
use std::fmt;

/// Faults that [`Scene::check`] reports.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneFault {
    /// The parent of this node does not exist.
    Parent(usize),
    /// This node is its own ancestor.
    Circle(usize),
    /// The mesh, skin, material, light or camera of this node does not exist.
    NodeRefers(usize),
    /// The node of the finest level in this node's role does not exist.
    LodOf(usize),
    /// The shape of this mesh has a fault.
    Mesh(usize, MeshFault),
    /// This mesh has influences, polygons, morphs, lines or points that do not fit its vertices and triangles.
    MeshLists(usize, &'static str),
    /// A group of this mesh refers to a material that does not exist.
    GroupMaterial(usize, String),
    /// A vertex of this mesh refers to a joint that a skin used with it does not have.
    Influence(usize),
    /// A joint of this skin does not exist.
    Joint(usize),
    /// A joint occurs twice in this skin.
    JointTwice(usize),
    /// The number of bind matrices of this skin differs from that of its joints.
    Bind(usize),
    /// This material has the name of an earlier one.
    MaterialName(usize),
    /// A texture of this material refers to an image that does not exist.
    TextureImage(usize),
    /// This track of this animation refers to a node that does not exist, or its lists do not match, or its times do
    /// not ascend.
    Track(usize, usize),
    /// Two tracks of this animation have the same target.
    TrackTwice(usize, usize),
}

impl fmt::Display for SceneFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parent(node) => write!(f, "node {node} has a missing parent"),
            Self::Circle(node) => write!(f, "node {node} is its own ancestor"),
            Self::NodeRefers(node) => {
                write!(f, "node {node} has a missing mesh, skin, material, light or camera")
            }
            Self::LodOf(node) => write!(f, "node {node} is a level of detail of no node"),
            Self::Mesh(mesh, fault) => write!(f, "mesh {mesh}: {fault}"),
            Self::MeshLists(mesh, list) => {
                write!(f, "mesh {mesh} has {list} that do not match its vertices or triangles")
            }
            Self::GroupMaterial(mesh, name) => {
                write!(f, "mesh {mesh} uses the missing material {name:?}")
            }
            Self::Influence(mesh) => write!(f, "mesh {mesh} uses a joint that its skin does not have"),
            Self::Joint(skin) => write!(f, "skin {skin} has a missing joint"),
            Self::JointTwice(skin) => write!(f, "skin {skin} has a joint twice"),
            Self::Bind(skin) => write!(f, "skin {skin} does not have one bind matrix per joint"),
            Self::MaterialName(material) => {
                write!(f, "material {material} has the same name as an earlier one")
            }
            Self::TextureImage(material) => write!(f, "material {material} has a missing texture"),
            Self::Track(animation, track) => {
                write!(
                    f,
                    "animation {animation}, track {track} has a missing node, or invalid times or values"
                )
            }
            Self::TrackTwice(animation, track) => {
                write!(f, "animation {animation}, track {track} animates the same property as another track")
            }
        }
    }
}

impl Scene {
    /// Checks the lengths of lists and the references; returns no faults if all are valid. Values are not checked.
    ///
    /// ```
    /// use scene::{Node, Scene, SceneFault};
    ///
    /// let node = |parent| Node { parent, ..Node::default() };
    /// let scene = Scene { nodes: vec![node(Some(1)), node(Some(0)), node(Some(7))], ..Scene::default() };
    /// assert_eq!(scene.check(), [SceneFault::Circle(0), SceneFault::Circle(1), SceneFault::Parent(2)]);
    /// ```
    #[must_use]
    pub fn check(&self) -> Vec<SceneFault> {
        let mut faults = self.nodes_check();
        self.meshes_check(&mut faults);
        self.skins_check(&mut faults);
        let mut names = HashSet::new();
        for (index, material) in self.materials.iter().enumerate() {
            if !names.insert(material.name.as_str()) {
                faults.push(SceneFault::MaterialName(index));
            }
            let mut textures = Slot::ALL.iter().filter_map(|slot| material.texture(*slot));
            if textures.any(|texture| texture.image >= self.images.len()) {
                faults.push(SceneFault::TextureImage(index));
            }
        }
        for (index, animation) in self.animations.iter().enumerate() {
            let mut targets = HashSet::new();
            for (number, track) in animation.tracks.iter().enumerate() {
                let ascends = track.times.is_sorted_by(|a, b| a < b);
                if track.node >= self.nodes.len() || !ascends || track.width().is_none() {
                    faults.push(SceneFault::Track(index, number));
                }
                if !targets.insert((track.node, track.path as u8)) {
                    faults.push(SceneFault::TrackTwice(index, number));
                }
            }
        }
        faults
    }

    fn nodes_check(&self) -> Vec<SceneFault> {
        let mut faults = Vec::new();
        let in_circles = self.in_circles();
        for (index, node) in self.nodes.iter().enumerate() {
            match node.parent {
                Some(parent) if parent >= self.nodes.len() => faults.push(SceneFault::Parent(index)),
                _ if in_circles.get(index) == Some(&true) => faults.push(SceneFault::Circle(index)),
                _ => {}
            }
            let is_missing = |index: Option<usize>, len: usize| index.is_some_and(|index| index >= len);
            if is_missing(node.mesh, self.meshes.len())
                || is_missing(node.skin, self.skins.len())
                || is_missing(node.material, self.materials.len())
                || is_missing(node.light, self.lights.len())
                || is_missing(node.camera, self.cameras.len())
            {
                faults.push(SceneFault::NodeRefers(index));
            }
            if matches!(node.role, Role::Lod { of, .. } if of >= self.nodes.len() || of == index) {
                faults.push(SceneFault::LodOf(index));
            }
        }
        faults
    }

    /// For each node, true if it is its own ancestor.
    pub fn in_circles(&self) -> Vec<bool> {
        // For each node, the number of the walk that visited it, counted from 1; 0 if none did.
        let mut seen = vec![0_usize; self.nodes.len()];
        let mut in_circle = vec![false; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let walk = start.saturating_add(1);
            let mut next = Some(start);
            while let Some(index) = next {
                let Some(mark) = seen.get_mut(index) else { break };
                if *mark == walk {
                    // A second round marks the nodes of the cycle.
                    let mut at = index;
                    while let Some(place) = in_circle.get_mut(at).filter(|is_marked| !**is_marked) {
                        *place = true;
                        let Some(parent) = self.nodes.get(at).and_then(|node| node.parent) else { break };
                        at = parent;
                    }
                    break;
                }
                // An earlier walk has been here, so all walks together take about as many steps as there are nodes.
                if *mark != 0 {
                    break;
                }
                *mark = walk;
                next = self.nodes.get(index).and_then(|node| node.parent);
            }
        }
        in_circle
    }

    fn meshes_check(&self, faults: &mut Vec<SceneFault>) {
        let names: HashSet<&str> = self.materials.iter().map(|material| material.name.as_str()).collect();
        for (index, mesh) in self.meshes.iter().enumerate() {
            let n_vertices = mesh.shape.vertex_count();
            let is_vertex = |vertex: &u32| (*vertex as usize) < n_vertices;
            faults.extend(mesh.shape.check().into_iter().map(|fault| SceneFault::Mesh(index, fault)));
            let n_split: u64 = mesh.polygons.iter().map(|n| u64::from(*n)).sum();
            let lists = [
                ("influences", [0, n_vertices].contains(&mesh.extra_influences.len())),
                ("polygons", mesh.polygons.is_empty() || n_split == mesh.shape.indices.len() as u64),
                (
                    "morphs",
                    mesh.morphs.iter().flat_map(|morph| &morph.offsets).all(|(vertex, _)| is_vertex(vertex)),
                ),
                ("lines", mesh.lines.iter().flatten().all(is_vertex)),
                ("points", mesh.points.iter().all(is_vertex)),
            ];
            let unfit = lists.into_iter().filter(|(_, fits)| !fits);
            faults.extend(unfit.map(|(list, _)| SceneFault::MeshLists(index, list)));
            let materials = mesh.shape.groups.iter().filter_map(|group| group.material.as_deref());
            let unknown = materials.filter(|name| !names.contains(name));
            faults.extend(unknown.map(|name| SceneFault::GroupMaterial(index, name.to_owned())));
        }
    }

    fn skins_check(&self, faults: &mut Vec<SceneFault>) {
        for (index, skin) in self.skins.iter().enumerate() {
            let mut seen = HashSet::new();
            if skin.joints.iter().any(|joint| *joint >= self.nodes.len()) {
                faults.push(SceneFault::Joint(index));
            }
            if !skin.joints.iter().all(|joint| seen.insert(*joint)) {
                faults.push(SceneFault::JointTwice(index));
            }
            if ![0, skin.joints.len()].contains(&skin.inverse_bind.len()) {
                faults.push(SceneFault::Bind(index));
            }
        }
        // Each pair of mesh and skin is checked once.
        let mut seen = HashSet::new();
        for node in &self.nodes {
            let (Some(mesh_index), Some(skin_index)) = (node.mesh, node.skin) else { continue };
            let pair = self.meshes.get(mesh_index).zip(self.skins.get(skin_index));
            let Some((mesh, skin)) = pair.filter(|_| seen.insert((mesh_index, skin_index))) else { continue };
            let mut influences = (0..mesh.shape.vertex_count()).flat_map(|vertex| mesh.influences(vertex));
            if influences.any(|(joint, weight)| weight != 0.0 && usize::from(joint) >= skin.joints.len()) {
                faults.push(SceneFault::Influence(mesh_index));
            }
        }
    }
}
