//! Writing of nodes, and of the scenes that show them.

use super::instances::{self, Groups};
use super::mesh::Meshes;
use super::vertices::unit;
use super::{INSTANCING, LIGHTS, Out, camera, scene_extras};
use crate::json::{Json, Writer};
use crate::names::Names;
use crate::node::{Node, Role, Trs};
use crate::pose::Pose;
use crate::scene::Scene;
use crate::threads::{self, EACH};
use crate::thumb::View;
use geom::{Quat, Vec3};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;

/// The node hierarchy as it is written: parents that exist, no cycles, and skinned meshes at the root.
pub(super) struct Tree<'s> {
    scene: &'s Scene,
    /// Nodes that are written at the root, whatever their parents are.
    is_root: Vec<bool>,
    /// The children of nodes that have any.
    children: HashMap<usize, Vec<usize>>,
    /// The coarser levels of each node.
    lods: BTreeMap<usize, BTreeMap<u8, usize>>,
    /// Nodes that are merged into one.
    groups: Groups,
    /// The written index of each node, if there are groups, and the number of written nodes.
    numbers: Vec<usize>,
    n_nodes: usize,
    /// The nodes of groups other than the first.
    merged: HashSet<usize>,
}

/// The list of nodes as it is written.
pub(super) struct Nodes {
    json: Writer,
    names: Names,
    len: usize,
}

impl Nodes {
    /// The list of nodes, and the index of the last node if it has the camera of a view.
    pub(super) fn with(mut self, view: Option<&View>) -> (String, Option<usize>) {
        if let Some(view) = view {
            camera::node(&mut self.json, &self.names.take(camera::NAME), view);
        }
        (self.json.text, view.map(|_| self.len))
    }
}

/// A node, and the parts of its text that depend on previous nodes.
struct Head<'a> {
    index: usize,
    node: &'a Node,
    name: String,
    /// The index of an added child node that shows its mesh; added nodes follow all others.
    added: Option<usize>,
    /// The transforms of the nodes that this node represents, as JSON of the instancing extension.
    places: String,
}

/// The data for the rest of a node's text.
struct Body<'w> {
    tree: &'w Tree<'w>,
    meshes: &'w Meshes,
    turned: &'w Pose,
    joints: HashSet<usize>,
    has_extras: bool,
    n_cameras_before: usize,
}

impl Body<'_> {
    fn write(&self, map: &mut Writer, head: &Head<'_>) {
        let Self { tree, meshes, .. } = *self;
        let scene = tree.scene;
        let Head { index, node, ref name, added, ref places } = *head;
        if !name.is_empty() {
            map.key("name").text(name);
        }
        let (children, is_group) = (tree.children(index), !tree.group(index).is_empty());
        let mut numbers = children.iter().map(|child| tree.number(*child)).chain(added).peekable();
        if numbers.peek().is_some() {
            map.key("children").list(|list| numbers.for_each(|number| list.integer(number)));
        }
        let is_skinned = is_skinned(scene, node);
        let shown = meshes.index(node).filter(|_| added.is_none());
        let grid = node.mesh.and_then(|mesh| meshes.grid(mesh)).filter(|_| shown.is_some());
        if !(is_group || is_skinned && children.is_empty()) {
            let local = self.turned.locals.get(index).unwrap_or(&node.local);
            trs(map, &grid.map_or(*local, |grid| grid.placed(local)));
        }
        if let Some(mesh) = shown {
            map.key("mesh").integer(mesh);
            if let Some(skin) = node.skin.filter(|_| is_skinned) {
                map.key("skin").integer(skin);
            }
            let n_morphs =
                node.mesh.and_then(|mesh| scene.meshes.get(mesh)).map_or(0, |mesh| mesh.morphs.len());
            if node.weights.iter().any(|weight| *weight != 0.0) && n_morphs > 0 {
                let mut weights = node.weights.clone();
                // glTF requires one weight for each morph target.
                weights.resize(n_morphs, 0.0);
                map.key("weights").numbers(&weights);
            }
        }
        if let Some(camera) = node.camera.filter(|camera| *camera < scene.cameras.len()) {
            map.key("camera").integer(camera.saturating_add(self.n_cameras_before));
        }
        if !is_group {
            tree.extensions(map, index, node.light.filter(|light| *light < scene.lights.len()));
        } else if !places.is_empty() {
            map.key("extensions").map(|map| map.key(INSTANCING).fragment(places));
        }
        let extras = self.extras(index, node, if is_group { &node.name } else { name });
        if !extras.is_empty() {
            map.key("extras").json(&extras);
        }
    }

    /// The extras of a node, with the entries for the reader of this crate: the role, and the name if it had to be
    /// changed.
    fn extras(&self, index: usize, node: &Node, name: &str) -> Json {
        if !self.has_extras {
            return Json::Null;
        }
        let mut extras = node.extras.clone();
        let role = match node.role {
            Role::Physics => Some("physics"),
            Role::Hull => Some("hull"),
            Role::Bounding => Some("bounding"),
            Role::Cage => Some("cage"),
            Role::Attachment => Some("attachment"),
            Role::Label => Some("label"),
            Role::Sprite => Some("sprite"),
            // Tools that drop MSFT_lod keep this.
            Role::Lod { .. } => Some("lod"),
            // Other joints are recognised by their skins.
            Role::Joint if !self.joints.contains(&index) => Some("joint"),
            Role::Plain | Role::Joint => None,
        };
        if role.is_none() && name == node.name {
            return extras;
        }
        let mut own = extras.get("rezkit").cloned().unwrap_or_default();
        if let Some(role) = role {
            own.set("role", role);
        }
        if let Role::Lod { of, level } = node.role
            && let Some(finest) = self.tree.scene.nodes.get(of)
        {
            own.set("level", i32::from(level));
            own.set("of", finest.name.as_str());
        }
        if name != node.name {
            own.set("name", node.name.as_str());
        }
        extras.set("rezkit", own);
        extras
    }
}

impl<'s> Tree<'s> {
    pub(super) fn new(out: &mut Out<'s>) -> Self {
        let scene = out.scene;
        let mut has_children = vec![false; scene.nodes.len()];
        for node in &scene.nodes {
            if let Some(has) = node.parent.and_then(|parent| has_children.get_mut(parent)) {
                *has = true;
            }
        }
        let mut tree = Self {
            scene,
            is_root: scene.in_circles(),
            children: HashMap::new(),
            lods: BTreeMap::new(),
            groups: Groups::new(),
            numbers: Vec::new(),
            n_nodes: scene.nodes.len(),
            merged: HashSet::new(),
        };
        for (index, node) in scene.nodes.iter().enumerate() {
            // The transform of a skinned mesh's node has no effect, and the validator warns unless the node is at the
            // root.
            let is_free = is_skinned(scene, node) && has_children.get(index) == Some(&false);
            if let Some(is_root) = tree.is_root.get_mut(index) {
                *is_root |= is_free || node.parent.is_none_or(|parent| parent >= scene.nodes.len());
            }
            if let Some(parent) = tree.parent(index) {
                tree.children.entry(parent).or_default().push(index);
            }
            if let Role::Lod { of, level } = node.role
                && of < scene.nodes.len()
                && of != index
            {
                tree.lods.entry(of).or_default().entry(level).or_insert(index);
            }
        }
        if !tree.lods.is_empty() {
            out.uses("MSFT_lod");
        }
        let is_free = |index: usize| !(tree.children.contains_key(&index) || tree.lods.contains_key(&index));
        tree.groups = instances::groups(out, |index| tree.parent(index), is_free);
        if !tree.groups.is_empty() {
            tree.count();
        }
        tree
    }

    /// Assigns written indices to the nodes: all nodes of a group have the same index.
    fn count(&mut self) {
        let others = self.groups.iter().flat_map(|(first, nodes)| nodes.iter().map(|node| (*node, *first)));
        let firsts: HashMap<usize, usize> = others.filter(|(node, first)| node != first).collect();
        self.n_nodes = 0;
        for index in 0..self.scene.nodes.len() {
            // The first node of a group precedes the others.
            let number = firsts.get(&index).map_or(self.n_nodes, |first| self.number(*first));
            self.n_nodes = self.n_nodes.max(number.saturating_add(1));
            self.numbers.push(number);
        }
        for siblings in self.children.values_mut() {
            siblings.retain(|child| !firsts.contains_key(child));
        }
        self.merged = firsts.into_keys().collect();
    }

    /// The index with which a node is written.
    pub(super) fn number(&self, index: usize) -> usize {
        self.numbers.get(index).copied().unwrap_or(index)
    }

    fn parent(&self, index: usize) -> Option<usize> {
        let is_below = self.is_root.get(index) == Some(&false);
        self.scene.nodes.get(index).filter(|_| is_below)?.parent
    }

    fn root_of(&self, index: usize) -> usize {
        let mut root = index;
        // Cycles were cut when the hierarchy was built.
        while let Some(parent) = self.parent(root) {
            root = parent;
        }
        root
    }

    fn children(&self, index: usize) -> &[usize] {
        self.children.get(&index).map_or(&[], |children| children)
    }

    /// The nodes that a node represents, if it is a group.
    fn group(&self, index: usize) -> &[usize] {
        self.groups.get(&index).map_or(&[], |nodes| nodes)
    }

    /// Writes the list of nodes, to which another can be added. Nodes have the transforms of the pose `turned`, or else
    /// their own.
    pub(super) fn nodes(&self, out: &mut Out<'_>, meshes: &Meshes, turned: &Pose) -> Nodes {
        let scene = self.scene;
        let (mut json, mut names) = (Writer::default(), Names::default());
        let joints = scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
        let n_cameras_before = camera::n_before(scene, out.options);
        let body =
            Body { tree: self, meshes, turned, joints, has_extras: out.options.extras, n_cameras_before };
        let moved = instances::moved(out);
        // Child nodes for quantised meshes whose node must keep its own transform.
        let mut below: Vec<(usize, Trs)> = Vec::new();
        let mut left = scene.nodes.iter().enumerate().filter(|(index, _)| !self.merged.contains(index));
        let heads = std::iter::from_fn(|| {
            let heads = left.by_ref().take(EACH).map(|(index, node)| {
                let group = self.group(index);
                let own_name = match group {
                    [] => &node.name,
                    _ => instances::name(out, group).unwrap_or_default(),
                };
                let name = if own_name.is_empty() { String::new() } else { names.take(own_name) };
                let mesh = || meshes.index(node);
                let grid = node.mesh.and_then(|mesh| meshes.grid(mesh));
                let has_more = node.light.is_some() || node.camera.is_some() || moved.contains(&index);
                let below_this = grid
                    .filter(|_| has_more || !self.children(index).is_empty())
                    .and_then(|grid| Some((grid, mesh()?)));
                let added = below_this.map(|_| self.n_nodes.saturating_add(below.len()));
                below.extend(below_this.map(|(grid, mesh)| (mesh, grid.placed(&Trs::IDENTITY))));
                let places = if group.is_empty() || mesh().is_none() {
                    String::new()
                } else {
                    let nodes = group.iter().filter_map(|node| scene.nodes.get(*node));
                    let places = nodes.map(|node| grid.map_or(node.local, |grid| grid.placed(&node.local)));
                    instances::write(&mut out.pool, &places.collect::<Vec<_>>())
                };
                Head { index, node, name, added, places }
            });
            Some(heads.collect::<Vec<_>>()).filter(|heads| !heads.is_empty())
        });
        let write = |heads: Vec<Head<'_>>| {
            let mut json = Writer::default();
            heads.iter().for_each(|head| json.map(|map| body.write(map, head)));
            json.text
        };
        let Ok(()) = threads::pipe(heads, write, |text| {
            json.fragment(&text);
            Ok::<_, Infallible>(())
        });
        for (mesh, local) in &below {
            json.map(|map| {
                trs(map, local);
                map.key("mesh").integer(*mesh);
            });
        }
        Nodes { json, names, len: self.n_nodes.saturating_add(below.len()) }
    }

    fn extensions(&self, map: &mut Writer, index: usize, light: Option<usize>) {
        let lods = self.lods.get(&index);
        if lods.is_none() && light.is_none() {
            return;
        }
        map.key("extensions").map(|map| {
            if let Some(lods) = lods {
                map.key("MSFT_lod").map(|map| {
                    // The extension lists the next coarser level first.
                    map.key("ids").list(|list| lods.values().for_each(|id| list.integer(self.number(*id))));
                });
            }
            if let Some(light) = light {
                map.key(LIGHTS).map(|map| map.key("light").integer(light));
            }
        });
    }

    /// Writes the list of scenes: the visible nodes, and one scene for each other role, so that tools which support
    /// neither MSFT_lod nor `extras.rezkit` show the finest level alone.
    pub(super) fn scenes(&self, out: &Out<'_>, camera: Option<usize>) -> String {
        let scene = out.scene;
        let mut shown = Vec::new();
        let mut others: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, node) in scene.nodes.iter().enumerate() {
            if self.parent(index).is_some() || self.merged.contains(&index) {
                continue;
            }
            if !node.hidden {
                shown.push(index);
                continue;
            }
            let name = match node.role {
                Role::Lod { level, .. } => format!("lod{level}"),
                Role::Physics | Role::Hull | Role::Bounding => "physics".into(),
                _ => "hidden".into(),
            };
            others.entry(name).or_default().push(index);
        }
        let mut json = Writer::default();
        let mut write = |name: &str, nodes: &[usize], camera: Option<usize>, extras: &Json| {
            json.map(|map| {
                if !name.is_empty() {
                    map.key("name").text(name);
                }
                let nodes = nodes.iter().map(|node| self.number(*node));
                let mut nodes = camera.into_iter().chain(nodes).peekable();
                if nodes.peek().is_some() {
                    map.key("nodes").list(|list| nodes.for_each(|node| list.integer(node)));
                }
                if !extras.is_empty() {
                    map.key("extras").json(extras);
                }
            });
        };
        write(&scene.name, &shown, camera, &scene_extras(out));
        for (name, mut nodes) in others {
            // A scene with a skinned mesh needs the root of its joints, too.
            let joints: Vec<_> = nodes.iter().filter_map(|index| self.joint_root(*index)).collect();
            let mut known: HashSet<usize> = nodes.iter().copied().collect();
            nodes.extend(joints.into_iter().filter(|root| known.insert(*root)));
            write(&name, &nodes, None, &Json::Null);
        }
        json.text
    }

    fn joint_root(&self, index: usize) -> Option<usize> {
        let node = self.scene.nodes.get(index).filter(|node| is_skinned(self.scene, node))?;
        let joint = self.scene.skins.get(node.skin?)?.joints.first()?;
        Some(self.root_of(*joint))
    }
}

/// True if a skin deforms the mesh of a node.
pub(super) fn is_skinned(scene: &Scene, node: &Node) -> bool {
    let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh));
    let skin = node.skin.and_then(|skin| scene.skins.get(skin));
    mesh.is_some_and(|mesh| !mesh.shape.joints.is_empty()) && skin.is_some_and(|skin| !skin.joints.is_empty())
}

fn trs(map: &mut Writer, local: &Trs) {
    if local.translation != Vec3::ZERO {
        map.key("translation").numbers(&local.translation.to_array());
    }
    let rotation = local.rotation.to_array();
    if rotation != Quat::IDENTITY.to_array() {
        map.key("rotation").numbers(&unit(rotation));
    }
    if local.scale != Vec3::ONE {
        map.key("scale").numbers(&local.scale.to_array());
    }
}
