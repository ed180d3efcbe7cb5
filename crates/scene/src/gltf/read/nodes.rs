//! Reading of nodes and scenes.

use super::super::context::Context;
use super::super::cursor::{At, List};
use super::super::document::Document;
use super::super::write::{INSTANCING, LIGHTS};
use crate::json::Json;
use crate::node::{Node, Role, Trs};
use crate::problem::{Problem, ProblemKind};
use crate::scene::{Scene, Unit};
use geom::{Mat4, Quat, Vec3};
use std::collections::HashMap;

pub(super) fn nodes(
    document: &Document<'_>,
    context: &mut Context,
    scene: &mut Scene,
) -> Result<(), Problem> {
    let root = document.root();
    let list = root.list("nodes");
    let meshes = root.list("meshes");
    for at in list.iter() {
        context.charge::<Node>(&at, 1)?;
        let read = node(context, at, scene, meshes, root.list("skins").len());
        let node = context.or_warn(read)?.unwrap_or_else(|| Node { name: at.name(), ..Node::default() });
        scene.nodes.push(node);
    }
    children(context, list, scene)?;
    humanoid(document, scene);
    roles(context, list, scene)?;
    instances(document, context, list, scene)?;
    shown(document, context, scene)
}

fn node(
    context: &mut Context,
    at: At<'_>,
    scene: &Scene,
    meshes: List<'_>,
    n_skins: usize,
) -> Result<Node, Problem> {
    let mut node = Node { name: at.name(), extras: at.extras(), ..Node::default() };
    node.local = context.or_warn(local(at))?.unwrap_or_default();
    // A node has a matrix, or translation, rotation and scale; if it has both, the matrix is used.
    if let Some(matrix) = at.numbers::<16>("matrix")? {
        let (parts, is_all) = Trs::of_matrix(&Mat4::from_cols_array(matrix));
        node.local = parts;
        if !is_all {
            context.excuse(at.fault(ProblemKind::Value, "the matrix has a shear, which is left out"))?;
        }
    }
    node.mesh = context.or_warn(at.index("mesh", scene.meshes.len(), "mesh"))?.flatten();
    node.skin = context.or_warn(at.index("skin", n_skins, "skin"))?.flatten();
    let light = at.path(["extensions", LIGHTS]).map(|at| at.index("light", scene.lights.len(), "light"));
    node.light = context.or_warn(light.transpose())?.flatten().flatten();
    node.camera = context.or_warn(at.index("camera", scene.cameras.len(), "camera"))?.flatten();
    node.weights = at.all_numbers("weights")?;
    // The weights of a node override those of its mesh.
    if let Some(mesh) = node.mesh.and_then(|index| meshes.get(index)).filter(|_| node.weights.is_empty()) {
        node.weights = mesh.all_numbers("weights")?;
    }
    context.charge::<f32>(&at, node.weights.len())?;
    Ok(node)
}

/// Adds a child node for each instance of EXT_mesh_gpu_instancing.
fn instances(
    document: &Document<'_>,
    context: &mut Context,
    list: List<'_>,
    scene: &mut Scene,
) -> Result<(), Problem> {
    for (index, at) in list.iter().enumerate() {
        let Some(attributes) = at.path(["extensions", INSTANCING, "attributes"]) else { continue };
        let places = places(document, context, attributes);
        let Some(places) = context.or_warn(places)? else { continue };
        let Some(node) = scene.nodes.get_mut(index).filter(|node| node.mesh.is_some()) else { continue };
        if node.skin.is_some() {
            context.excuse(at.fault(ProblemKind::Dropped, "a mesh with joints is shown once"))?;
            continue;
        }
        context.charge::<Node>(&at, places.len())?;
        context.charge::<f32>(&at, places.len().saturating_mul(node.weights.len()))?;
        let (mesh, weights) = (node.mesh.take(), std::mem::take(&mut node.weights));
        scene.nodes.extend(places.into_iter().map(|local| Node {
            parent: Some(index),
            local,
            mesh,
            weights: weights.clone(),
            ..Node::default()
        }));
    }
    Ok(())
}

/// The transforms of instances, relative to their node.
fn places(document: &Document<'_>, context: &mut Context, at: At<'_>) -> Result<Vec<Trs>, Problem> {
    let mut numbers = [const { Vec::new() }; 3];
    let names = [("TRANSLATION", 3), ("ROTATION", 4), ("SCALE", 3)];
    let mut count = None;
    for (floats, (name, wanted)) in numbers.iter_mut().zip(names) {
        let Some(accessor) = document.accessor(at, name, context)? else { continue };
        if accessor.width != wanted || *count.get_or_insert(accessor.count) != accessor.count {
            return Err(at.fault(ProblemKind::Value, format!("{name} does not fit the other attributes")));
        }
        accessor.needs_data()?;
        *floats = accessor.floats(context)?;
    }
    let count = count
        .ok_or_else(|| at.fault(ProblemKind::Value, "instances have no translation, rotation or scale"))?;
    context.charge::<Trs>(&at, count)?;
    let [translations, rotations, scales] = numbers;
    let place = |index: usize| {
        let vector = |list: &[f32]| list.as_chunks().0.get(index).copied().map(Vec3::from_array);
        Trs {
            translation: vector(&translations).unwrap_or(Vec3::ZERO),
            rotation: rotations.as_chunks().0.get(index).copied().map_or(Quat::IDENTITY, Quat::from_array),
            scale: vector(&scales).unwrap_or(Vec3::ONE),
        }
    };
    Ok((0..count).map(place).collect())
}

fn local(at: At<'_>) -> Result<Trs, Problem> {
    Ok(Trs {
        translation: at.vec3("translation", Vec3::ZERO)?,
        rotation: at.numbers("rotation")?.map_or(Quat::IDENTITY, Quat::from_array),
        scale: at.vec3("scale", Vec3::ONE)?,
    })
}

/// Builds the hierarchy: each node has at most one parent, and none is its own ancestor.
fn children(context: &mut Context, list: List<'_>, scene: &mut Scene) -> Result<(), Problem> {
    for (parent, at) in list.iter().enumerate() {
        for child in at.list("children").iter() {
            let index = child.whole().ok();
            match index.and_then(|index| scene.nodes.get_mut(index)) {
                Some(node) if node.parent.is_none() => node.parent = Some(parent),
                Some(_) => {
                    context.excuse(child.fault(ProblemKind::Reference, "the node already has a parent"))?
                }
                None => context.excuse(child.fault(ProblemKind::Reference, "the node does not exist"))?,
            }
        }
    }
    let in_circles = scene.in_circles();
    for ((node, at), is_in_circle) in scene.nodes.iter_mut().zip(list.iter()).zip(in_circles) {
        if is_in_circle {
            node.parent = None;
            context.excuse(at.fault(ProblemKind::Reference, "the node is its own ancestor"))?;
        }
    }
    Ok(())
}

/// Stores the humanoid bone that VRM 1.0 or 0.x assigns to a node in the extras, as `rezkit.humanoid`.
fn humanoid(document: &Document<'_>, scene: &mut Scene) {
    let bones = |extension| document.root().path(["extensions", extension, "humanoid", "humanBones"]);
    let new = bones("VRMC_vrm").into_iter().flat_map(|bones| bones.entries());
    let new = new.map(|(name, bone)| (Some(name), bone));
    let old = bones("VRM").into_iter().flat_map(|bones| bones.items());
    let old = old.map(|bone| (bone.text("bone"), bone));
    for (name, bone) in new.chain(old) {
        let node = bone.get("node").and_then(|node| node.whole().ok());
        if let Some((name, node)) = name.zip(node.and_then(|node| scene.nodes.get_mut(node))) {
            let mut own = node.extras.get("rezkit").cloned().unwrap_or_default();
            own.set("humanoid", name);
            node.extras.set("rezkit", own);
        }
    }
}

/// Reads the roles of nodes from `extras.rezkit` and from MSFT_lod.
fn roles(context: &mut Context, list: List<'_>, scene: &mut Scene) -> Result<(), Problem> {
    let n_nodes = scene.nodes.len();
    levels(list, scene);
    for (index, at) in list.iter().enumerate() {
        let role = match at.path(["extras", "rezkit", "role"]).and_then(|role| role.value.as_text()) {
            Some("physics") => Some(Role::Physics),
            Some("hull") => Some(Role::Hull),
            Some("bounding") => Some(Role::Bounding),
            Some("cage") => Some(Role::Cage),
            Some("attachment") => Some(Role::Attachment),
            Some("label") => Some(Role::Label),
            Some("sprite") => Some(Role::Sprite),
            Some("joint") => Some(Role::Joint),
            _ => None,
        };
        let name = at.path(["extras", "rezkit", "name"]).and_then(|name| name.value.as_text());
        if let Some(node) = scene.nodes.get_mut(index).filter(|_| role.is_some() || name.is_some()) {
            node.role = role.unwrap_or(node.role);
            node.name = name.map_or_else(|| std::mem::take(&mut node.name), str::to_owned);
            take_own(&mut node.extras, &["role", "name"]);
        }
        let Some(ids) = at.path(["extensions", "MSFT_lod", "ids"]) else { continue };
        // The node itself is level 0.
        let mut numbers = 1..=u8::MAX;
        for id in ids.items() {
            let Some(level) = numbers.next() else {
                context.excuse(id.fault(ProblemKind::Dropped, "a node has at most 255 coarser levels"))?;
                break;
            };
            match id.whole().ok().filter(|id| *id < n_nodes && *id != index) {
                Some(id) => {
                    if let Some(node) = scene.nodes.get_mut(id) {
                        node.role = Role::Lod { of: index, level };
                    }
                }
                None => context.excuse(id.fault(ProblemKind::Reference, "the node does not exist"))?,
            }
        }
    }
    Ok(())
}

/// Reads levels of detail from `extras.rezkit`: the name of the finest node, and the number.
fn levels(list: List<'_>, scene: &mut Scene) {
    let own = |at: At<'_>| -> Option<(String, u8)> {
        let own = at.path(["extras", "rezkit"])?;
        let level = u8::try_from(own.get("level")?.value.as_usize()?).ok()?;
        (own.text("role") == Some("lod")).then(|| own.text("of").map(|of| (of.to_owned(), level)))?
    };
    let coarse: Vec<_> = list.iter().enumerate().filter_map(|(index, at)| Some((index, own(at)?))).collect();
    if coarse.is_empty() {
        return;
    }
    let mut places = HashMap::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        places.entry(node.name.clone()).or_insert(index);
    }
    for (index, (of, level)) in coarse {
        if let Some(node) = scene.nodes.get_mut(index) {
            take_own(&mut node.extras, &["role", "level", "of"]);
            if let Some(of) = places.get(&of).copied().filter(|of| *of != index) {
                node.role = Role::Lod { of, level };
            }
        }
    }
}

/// Removes keys from `extras.rezkit` whose values were read into fields.
pub(super) fn take_own(extras: &mut Json, keys: &[&str]) {
    let Some(own) = extras.value_mut("rezkit") else { return };
    own.retain(|key| !keys.contains(&key));
    if own.is_empty() {
        extras.retain(|key| key != "rezkit");
    }
    if extras.is_empty() {
        *extras = Json::Null;
    }
}

/// Reads the length of a unit from `extras.rezkit`.
fn unit(scene: &mut Scene) {
    let Some(own) = scene.extras.get("rezkit") else { return };
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    match own.get("units") {
        Some(Json::Text(text)) if text == "stud" => scene.unit = Unit::Stud,
        Some(metres) if metres.as_f64().is_some() => {
            scene.unit = Unit::Other(metres.as_f64().unwrap_or(1.0) as f32);
        }
        _ => return,
    }
    let n_others =
        own.entries().iter().filter(|(key, _)| !["schema", "units"].contains(&key.as_str())).count();
    // The schema stays as long as other fields do.
    take_own(&mut scene.extras, if n_others == 0 { &["schema", "units"] } else { &["units"] });
}

/// Hides the nodes outside of the default scene. Without any scene, everything is visible.
fn shown(document: &Document<'_>, context: &mut Context, scene: &mut Scene) -> Result<(), Problem> {
    let root = document.root();
    let scenes = root.list("scenes");
    let wanted = context.or_warn(root.index("scene", scenes.len(), "scene"))?.flatten().unwrap_or(0);
    scene.extras = root.extras();
    let Some(default) = scenes.get(wanted) else { return Ok(()) };
    scene.name = default.name();
    match default.extras() {
        Json::Map(entries) if !entries.is_empty() => scene.extras.extend(entries),
        extras if scene.extras.is_empty() && !extras.is_empty() => scene.extras = extras,
        _ => {}
    }
    unit(scene);
    let mut children = vec![Vec::new(); scene.nodes.len()];
    for (index, node) in scene.nodes.iter_mut().enumerate() {
        node.hidden = true;
        if let Some(children) = node.parent.and_then(|parent| children.get_mut(parent)) {
            children.push(index);
        }
    }
    let mut pending = Vec::new();
    for at in default.list("nodes").iter() {
        match at.whole().ok().filter(|index| *index < scene.nodes.len()) {
            Some(index) => pending.push(index),
            None => context.excuse(at.fault(ProblemKind::Reference, "the node does not exist"))?,
        }
    }
    while let Some(index) = pending.pop() {
        // Each node is visited once, because it is not hidden afterwards.
        let Some(node) = scene.nodes.get_mut(index).filter(|node| node.hidden) else { continue };
        node.hidden = false;
        pending.extend(children.get(index).into_iter().flatten());
    }
    Ok(())
}
