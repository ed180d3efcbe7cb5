//! Nodes, and the scenes that show them.

use super::mesh::Meshes;
use super::{LIGHTS, Out, camera, scene_extras};
use crate::json::{Json, Writer};
use crate::names::Names;
use crate::node::{Node, Role, Trs};
use crate::scene::Scene;
use crate::thumb::View;
use geom::{Quat, Vec3};
use std::collections::{BTreeMap, HashSet};

/// The tree as it is written: parents that are there, no circles, and skinned meshes at the root.
pub(super) struct Tree {
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// The coarser forms of each node, by level.
    lods: BTreeMap<usize, BTreeMap<u8, usize>>,
}

impl Tree {
    pub(super) fn of(out: &mut Out<'_>) -> Self {
        let scene = out.scene;
        let in_circles = scene.in_circles();
        let mut has_children = vec![false; scene.nodes.len()];
        for node in &scene.nodes {
            if let Some(has) = node.parent.and_then(|parent| has_children.get_mut(parent)) {
                *has = true;
            }
        }
        let mut tree = Self {
            parents: vec![None; scene.nodes.len()],
            children: vec![Vec::new(); scene.nodes.len()],
            lods: BTreeMap::new(),
        };
        for (index, node) in scene.nodes.iter().enumerate() {
            let is_good =
                |parent: &usize| *parent < scene.nodes.len() && in_circles.get(index) == Some(&false);
            // The place of a skinned mesh does not matter, and the validator warns of any but the root.
            let is_free = is_skinned(scene, node) && has_children.get(index) == Some(&false);
            let parent = node.parent.filter(is_good).filter(|_| !is_free);
            if let Some(place) = tree.parents.get_mut(index) {
                *place = parent;
            }
            if let Some(children) = parent.and_then(|parent| tree.children.get_mut(parent)) {
                children.push(index);
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
        tree
    }

    fn root_of(&self, index: usize) -> usize {
        let mut root = index;
        while let Some(parent) = self.parents.get(root).copied().flatten() {
            root = parent;
        }
        root
    }

    /// The list of nodes, the last of which has a camera.
    pub(super) fn nodes(&self, out: &mut Out<'_>, meshes: &Meshes, view: Option<&View>) -> String {
        let scene = out.scene;
        let (mut json, mut names) = (Writer::default(), Names::default());
        let joints: HashSet<usize> = scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
        for (index, node) in scene.nodes.iter().enumerate() {
            let is_skinned = is_skinned(scene, node);
            let is_hoisted = is_skinned && self.children.get(index).is_some_and(Vec::is_empty);
            let local = if is_hoisted { Trs::IDENTITY } else { node.local };
            let name = if node.name.is_empty() { String::new() } else { names.take(&node.name) };
            json.map(|map| {
                if !name.is_empty() {
                    map.key("name").text(&name);
                }
                if let Some(children) = self.children.get(index).filter(|children| !children.is_empty()) {
                    map.key("children").list(|list| children.iter().for_each(|child| list.integer(*child)));
                }
                trs(map, &local);
                if let Some(mesh) = node.mesh.and_then(|mesh| meshes.number(mesh, node.material)) {
                    map.key("mesh").integer(mesh);
                    if let Some(skin) = node.skin.filter(|_| is_skinned) {
                        map.key("skin").integer(skin);
                    }
                    let n_morphs =
                        node.mesh.and_then(|mesh| scene.meshes.get(mesh)).map_or(0, |mesh| mesh.morphs.len());
                    if node.weights.iter().any(|weight| *weight != 0.0) && n_morphs > 0 {
                        let mut weights = node.weights.clone();
                        weights.resize(n_morphs, 0.0);
                        map.key("weights").numbers(&weights);
                    }
                }
                if let Some(camera) = node.camera.filter(|camera| *camera < scene.cameras.len()) {
                    map.key("camera").integer(camera);
                }
                self.extensions(map, index, node.light.filter(|light| *light < scene.lights.len()));
                let extras = extras(out, node, &name, !joints.contains(&index));
                if !extras.is_empty() {
                    map.key("extras").json(&extras);
                }
            });
        }
        if let Some(view) = view {
            camera::node(&mut json, &names.take("camera"), view, scene.cameras.len());
        }
        json.text
    }

    fn extensions(&self, map: &mut Writer, index: usize, light: Option<usize>) {
        let lods = self.lods.get(&index);
        if lods.is_none() && light.is_none() {
            return;
        }
        map.key("extensions").map(|map| {
            if let Some(lods) = lods {
                map.key("MSFT_lod").map(|map| {
                    map.key("ids").list(|list| lods.values().for_each(|id| list.integer(*id)));
                });
            }
            if let Some(light) = light {
                map.key(LIGHTS).map(|map| map.key("light").integer(light));
            }
        });
    }

    /// The list of scenes: what is shown, and one for each other thing, so that programs that know
    /// neither MSFT_lod nor our extras show the finest form alone.
    pub(super) fn scenes(&self, out: &Out<'_>, has_camera: bool) -> String {
        let scene = out.scene;
        let mut shown = Vec::new();
        let mut others: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, node) in scene.nodes.iter().enumerate() {
            if self.parents.get(index) != Some(&None) {
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
        shown.extend(has_camera.then_some(scene.nodes.len()));
        let mut json = Writer::default();
        let mut write = |name: &str, nodes: &[usize], extras: &Json| {
            json.map(|map| {
                if !name.is_empty() {
                    map.key("name").text(name);
                }
                if !nodes.is_empty() {
                    map.key("nodes").list(|list| nodes.iter().for_each(|node| list.integer(*node)));
                }
                if !extras.is_empty() {
                    map.key("extras").json(extras);
                }
            });
        };
        write(&scene.name, &shown, &scene_extras(out));
        for (name, mut nodes) in others {
            // The root of the joints stands in every scene that has a mesh on them.
            let joints: Vec<_> = nodes.iter().filter_map(|index| self.joint_root(scene, *index)).collect();
            for root in joints {
                if !nodes.contains(&root) {
                    nodes.push(root);
                }
            }
            write(&name, &nodes, &Json::Null);
        }
        json.text
    }

    fn joint_root(&self, scene: &Scene, index: usize) -> Option<usize> {
        let node = scene.nodes.get(index).filter(|node| is_skinned(scene, node))?;
        let joint = scene.skins.get(node.skin?)?.joints.first()?;
        Some(self.root_of(*joint))
    }
}

/// Whether joints move the mesh of a node.
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

/// The quaternion as it is if its length is 1 as exactly as single precision has it, else made so.
pub(super) fn unit(rotation: [f32; 4]) -> [f32; 4] {
    let square: f64 = rotation.iter().map(|number| f64::from(*number) * f64::from(*number)).sum();
    if (square - 1.0).abs() < 2e-6 {
        return rotation;
    }
    if square == 0.0 || !square.is_finite() {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let length = square.sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    rotation.map(|number| (f64::from(number) / length) as f32)
}

/// What our own reader takes back: the role, and the name where it had to be changed.
fn extras(out: &Out<'_>, node: &Node, name: &str, is_in_no_skin: bool) -> Json {
    let mut extras = node.extras.clone();
    if !out.options.extras {
        return Json::Null;
    }
    let role = match node.role {
        Role::Physics => Some("physics"),
        Role::Hull => Some("hull"),
        Role::Bounding => Some("bounding"),
        Role::Cage => Some("cage"),
        Role::Attachment => Some("attachment"),
        Role::Label => Some("label"),
        // Programs that drop MSFT_lod keep this.
        Role::Lod { .. } => Some("lod"),
        // Others are known by their skins.
        Role::Joint if is_in_no_skin => Some("joint"),
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
        && let Some(finest) = out.scene.nodes.get(of)
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
