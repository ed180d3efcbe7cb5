//! Conversion from saved uploads to scenes: each instance at its position, with the colours of its materials.

use super::super::{SceneOptions, said};
use super::space::turned;
use super::to_scene;
use ::slmesh::slm::{Container, Instance, Item};
use ::slmesh::{Matrix, MeshAsset};
use geom::Vec4;
use llsd::Value;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::names::Names;
use scene::{Problem, ProblemKind, Role, Scene};
use std::collections::HashMap;
use std::ops::Range;

/// Converts all instances; an upload without instances shows each asset once, at the origin.
pub(in super::super) fn scene_of_upload(
    container: &Container,
    options: &SceneOptions,
    losses: &mut Losses,
) -> Result<Scene, Problem> {
    let items = container.mesh.as_deref().unwrap_or_default();
    let of_asset = |number| Instance { mesh_id: Some(number), ..Instance::default() };
    let one_of_each: Vec<Instance> = (0..).zip(items).map(|(number, _)| of_asset(number)).collect();
    let instances = container.instance.as_deref().filter(|all| !all.is_empty()).unwrap_or(&one_of_each);
    let whole = Scene { name: options.name.clone(), ..Scene::default() };
    let mut placed = Placed { whole, materials: Names::default(), known: HashMap::new() };
    let (mut n_absent, mut n_sheared) = (0_usize, 0_usize);
    for instance in instances {
        let number = instance.mesh_id.and_then(|number| usize::try_from(number).ok());
        let Some((number, Item::Asset(asset))) = number.and_then(|number| Some((number, items.get(number)?)))
        else {
            n_absent = n_absent.saturating_add(1);
            continue;
        };
        let nodes = match placed.known.get(&number) {
            Some(nodes) => placed.copy(nodes.clone()),
            None => placed.add(number, asset, instance, options, losses)?,
        };
        let is_straight = instance.transform.is_none_or(|matrix| placed.place(nodes, &matrix));
        n_sheared = n_sheared.saturating_add(usize::from(!is_straight));
    }
    let what = "instances of assets that are missing or cannot be read";
    losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, n_absent, "instance");
    let what = "instances are sheared, which a node cannot be";
    losses.report(LossCode::NodeDropped, LossSeverity::Changed, what, n_sheared, "instance");
    if placed.whole.meshes.is_empty() {
        return Err(Problem::new(ProblemKind::Empty, "the upload has no asset with geometry"));
    }
    Ok(placed.whole)
}

/// The instances so far.
struct Placed {
    whole: Scene,
    materials: Names,
    /// The nodes of the first instance of each asset, whose meshes further instances share.
    known: HashMap<usize, Range<usize>>,
}

impl Placed {
    /// Adds the first instance of an asset.
    fn add(
        &mut self,
        number: usize,
        asset: &MeshAsset,
        instance: &Instance,
        options: &SceneOptions,
        losses: &mut Losses,
    ) -> Result<Range<usize>, Problem> {
        let label = instance.label.as_ref().map(|label| said(label.as_bytes())).filter(|it| !it.is_empty());
        let name = label.unwrap_or_else(|| format!("{}_{number}", options.name));
        // What only an asset has cannot be restored from a scene of several.
        let options = SceneOptions { name, extras: false, ..options.clone() };
        let mut part = to_scene(asset, &options, losses)?;
        for material in instance.material.iter().flatten() {
            let name = material.get("binding").and_then(Value::as_str);
            let same = part.materials.iter_mut().find(|known| Some(&*known.name) == name);
            if let Some((known, colour)) = same.zip(colour_of(material)) {
                known.base = colour;
            }
        }
        let nodes = self.append(part);
        self.known.insert(number, nodes.clone());
        Ok(nodes)
    }

    /// Appends the nodes of an asset, with the materials, meshes and skins to which they refer.
    fn append(&mut self, part: Scene) -> Range<usize> {
        let whole = &mut self.whole;
        let [first, n_meshes, n_skins] = [whole.nodes.len(), whole.meshes.len(), whole.skins.len()];
        let mut renamed = HashMap::new();
        for mut material in part.materials {
            let name = self.materials.take(&material.name);
            renamed.insert(std::mem::replace(&mut material.name, name.clone()), name);
            whole.materials.push(material);
        }
        for mut mesh in part.meshes {
            for name in mesh.shape.groups.iter_mut().filter_map(|group| group.material.as_mut()) {
                if let Some(new) = renamed.get(name) {
                    name.clone_from(new);
                }
            }
            whole.meshes.push(mesh);
        }
        for mut skin in part.skins {
            skin.joints.iter_mut().for_each(|joint| *joint = joint.saturating_add(first));
            whole.skins.push(skin);
        }
        for mut node in part.nodes {
            node.parent = node.parent.map(|parent| parent.saturating_add(first));
            node.mesh = node.mesh.map(|mesh| mesh.saturating_add(n_meshes));
            node.skin = node.skin.map(|skin| skin.saturating_add(n_skins));
            if let Role::Lod { of, .. } = &mut node.role {
                *of = of.saturating_add(first);
            }
            whole.nodes.push(node);
        }
        first..whole.nodes.len()
    }

    /// Adds another instance of an asset. Joints are shared: the avatar has each of them once.
    fn copy(&mut self, nodes: Range<usize>) -> Range<usize> {
        let whole = &mut self.whole;
        let first = whole.nodes.len();
        let added = first.saturating_sub(nodes.start);
        for node in nodes {
            let Some(mut node) = whole.nodes.get(node).filter(|node| node.mesh.is_some()).cloned() else {
                continue;
            };
            // Nodes with a mesh precede those without one.
            if let Role::Lod { of, .. } = &mut node.role {
                *of = of.saturating_add(added);
            }
            whole.nodes.push(node);
        }
        first..whole.nodes.len()
    }

    /// Moves the meshes of an instance, which are in a unit cube; false if the transform has a shear. Skinned meshes
    /// are not moved, since the avatar's joints place them.
    fn place(&mut self, nodes: Range<usize>, transform: &Matrix) -> bool {
        let (local, is_straight) = turned(transform).decomposed();
        let own = self.whole.nodes.get_mut(nodes).into_iter().flatten();
        let own: Vec<_> = own.filter(|node| node.mesh.is_some()).collect();
        if own.iter().any(|node| node.skin.is_some()) {
            return true;
        }
        own.into_iter().for_each(|node| node.local = local);
        is_straight
    }
}

/// The colour of a material in the viewer's form.
fn colour_of(material: &Value) -> Option<Vec4> {
    let colour = material.get("diffuse")?.get("color")?.as_array()?;
    #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
    let parts: Vec<f32> = colour.iter().map(|part| part.to_real() as f32).collect();
    let parts = <[f32; 4]>::try_from(parts).ok()?;
    parts.iter().all(|part| part.is_finite()).then(|| Vec4::from_array(parts))
}
