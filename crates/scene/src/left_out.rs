//! Features that the target format cannot represent, in one list for all writers.

use crate::affine::Affine;
use crate::animation::Animation;
use crate::counted::counted;
use crate::json::Json;
use crate::loss::{LossCode, LossSeverity, Losses};
use crate::material::{Material, Slot};
use crate::material_loss::{self, Property};
use crate::mesh::{Mesh, Morph};
use crate::node::{Node, Role};
use crate::playback::Fact;
use crate::scene::{Scene, Unit};
use LossSeverity::{Changed, Lost};
use geom::{Rgba8, Vec3};
use std::collections::HashSet;

/// Features of a scene in addition to triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Levels of detail other than the one that is written.
    Levels,
    /// Collision shapes.
    Collisions,
    /// Cages and attachments.
    Wear,
    /// Texts at positions in the scene.
    Labels,
    /// Objects outside of the default scene.
    Hidden,
    /// Nodes without a mesh.
    Tree,
    /// Transforms of nodes, separate from their vertices.
    Places,
    /// Several nodes with a mesh.
    Objects,
    /// Names of meshes and skins.
    Names,
    /// Joints, and up to four weights of each vertex.
    Joints,
    /// Joints that belong to no skin.
    IdleJoints,
    /// The fifth to eighth influence of a vertex.
    MoreWeights,
    /// Animations of nodes and morph targets.
    Animations,
    /// Facts about animations that are not in their keys.
    Playback,
    /// Lights and cameras.
    Lights,
    /// Morph targets.
    Morphs,
    /// Normals of vertices.
    Normals,
    /// Tangents of vertices.
    Tangents,
    /// Texture coordinates.
    Uvs,
    /// Colours of vertices.
    Colours,
    /// Assignment of triangles to materials.
    Groups,
    /// Names of groups that are not those of their materials.
    GroupNames,
    /// Polygons of more than three corners.
    Polygons,
    /// Lines and points.
    Lines,
    /// Colour, opacity, emission, roughness and metalness of materials, with the textures of colour, emission and
    /// normals.
    Materials,
    /// The names of materials without any of the properties of [`Materials`](Self::Materials).
    MaterialNames,
    /// The indices of refraction of materials.
    Refraction,
    /// The occlusion textures of materials.
    Occlusion,
    /// All other properties of materials.
    MaterialRest,
    /// Images that no material uses.
    IdleImages,
    /// The stud as the unit.
    Studs,
    /// A unit that is neither the metre nor the stud.
    OtherUnit,
    /// The copyright.
    Copyright,
    /// Custom properties.
    Extras,
    /// Data kept of a source file so that it can be restored.
    Kept,
}

/// The loss that is reported for each feature.
const LINES: &[(Feature, LossCode, LossSeverity, &str)] = &[
    (Feature::Levels, LossCode::LodDropped, Lost, "levels of detail"),
    (Feature::Collisions, LossCode::PhysicsDropped, Lost, "shapes for collisions"),
    (Feature::Wear, LossCode::NodeDropped, Lost, "cages and attachments"),
    (Feature::Labels, LossCode::LabelNode, Lost, "labels"),
    (Feature::Hidden, LossCode::NodeDropped, Lost, "objects outside of the default scene"),
    (Feature::Tree, LossCode::NodeDropped, Lost, "nodes without a mesh"),
    (
        Feature::Places,
        LossCode::NodeDropped,
        Changed,
        "objects whose transform was applied to their vertices",
    ),
    (Feature::Objects, LossCode::GroupMerged, Lost, "objects were merged into another"),
    (Feature::Names, LossCode::Renamed, Lost, "names of meshes and skins"),
    (Feature::Joints, LossCode::JointUnknown, Lost, "joints"),
    (Feature::Joints, LossCode::WeightTruncated, Lost, "vertices with joint weights"),
    (Feature::IdleJoints, LossCode::JointUnknown, Lost, "joints without a vertex"),
    (
        Feature::MoreWeights,
        LossCode::WeightTruncated,
        Changed,
        "vertices with more than four joints: the four strongest weights were kept",
    ),
    (Feature::Animations, LossCode::AnimResampled, Lost, "animations"),
    (Feature::Lights, LossCode::CameraLightDropped, Lost, "lights and cameras"),
    (Feature::Morphs, LossCode::ParamMorph, Lost, "morphs"),
    (Feature::Normals, LossCode::NormalChanged, Lost, "normals of vertices"),
    (Feature::Tangents, LossCode::Tangent, Lost, "vertices with a tangent"),
    (Feature::Uvs, LossCode::UvRounded, Lost, "texture coordinates"),
    (Feature::Colours, LossCode::ColourDropped, Lost, "vertices with a colour"),
    (Feature::Groups, LossCode::GroupMerged, Lost, "groups of triangles became one"),
    (Feature::GroupNames, LossCode::Renamed, Lost, "names of groups"),
    (Feature::Polygons, LossCode::NgonSplit, Changed, "polygons became triangles"),
    (Feature::Lines, LossCode::TriDropped, Lost, "lines and points"),
    (Feature::Materials, LossCode::MaterialProp, Lost, "materials, with their textures"),
    (Feature::MaterialNames, LossCode::MaterialProp, Lost, "names of materials"),
    (Feature::Refraction, LossCode::MaterialProp, Lost, "indices of refraction"),
    (Feature::Occlusion, LossCode::MaterialProp, Lost, "occlusion textures"),
    (Feature::IdleImages, LossCode::TextureExternal, Lost, "images that no material uses"),
    (Feature::Studs, LossCode::FileFields, Lost, "the length of a unit"),
    (Feature::OtherUnit, LossCode::FileFields, Lost, "the length of a unit"),
    (Feature::Copyright, LossCode::FileFields, Lost, "the copyright"),
    (Feature::Extras, LossCode::FileFields, Lost, "parts with custom properties"),
    (Feature::Kept, LossCode::FileFields, Lost, "data of the original model that the scene keeps"),
];

/// Reports the features of a scene that a format does not hold, if these nodes with meshes are written.
pub fn left_out(scene: &Scene, nodes: &[usize], holds: &dyn Fn(Feature) -> bool, losses: &mut Losses) {
    let tally = Tally { scene, nodes, holds };
    for (part, code, severity, what) in LINES.iter().filter(|(part, ..)| !holds(*part)) {
        let count = match code {
            LossCode::WeightTruncated if *part == Feature::Joints => tally.n_skinned(),
            _ => tally.count(*part),
        };
        match part {
            Feature::Morphs if count > 0 => {
                losses.report(*code, *severity, &format!("{what}: {}", tally.morphs()), count, "");
            }
            _ => losses.report(*code, *severity, what, count, ""),
        }
    }
    if holds(Feature::Materials) && !holds(Feature::MaterialRest) {
        material_loss::report(&scene.materials, &[Property::Metallic], losses);
    }
    // A format without animations reports the animations as a whole.
    if holds(Feature::Animations) && !holds(Feature::Playback) {
        report_lost(&scene.animations, &[], losses);
    }
}

/// Reports facts about animations that a format does not hold.
pub fn report_lost(animations: &[Animation], holds: &[Fact], losses: &mut Losses) {
    for animation in animations {
        let end = animation.span().map_or(0.0, |(_, end)| end);
        for what in animation.playback.lost(holds, end) {
            losses.report(LossCode::Playback, Lost, &what, 1, &animation.name);
        }
    }
}

/// Counts features of a scene.
struct Tally<'s> {
    scene: &'s Scene,
    nodes: &'s [usize],
    holds: &'s dyn Fn(Feature) -> bool,
}

impl<'s> Tally<'s> {
    /// The names of the first morph targets, with the number of vertices that each moves.
    fn morphs(&self) -> String {
        const MOST: usize = 20;
        let named = |morph: &Morph| {
            let n = morph.offsets.iter().filter(|(_, offset)| *offset != Vec3::ZERO).count();
            let name: String = morph.name.chars().take(64).collect();
            format!("{name} ({})", counted(n, "vertex"))
        };
        let mut morphs = self.meshes().flat_map(|mesh| &mesh.morphs);
        let first: Vec<String> = morphs.by_ref().take(MOST).map(named).collect();
        let more = if morphs.next().is_some() { ", and others" } else { "" };
        first.join(", ") + more
    }

    fn count(&self, part: Feature) -> usize {
        let scene = self.scene;
        match part {
            Feature::Levels => {
                let is_level = |node: &Node| match node.role {
                    Role::Lod { .. } => true,
                    role => role == Role::Plain && !node.hidden,
                };
                let written: HashSet<usize> = self.nodes.iter().copied().collect();
                let all = scene.nodes.iter().enumerate();
                all.filter(|(index, node)| node.mesh.is_some() && is_level(node) && !written.contains(index))
                    .count()
            }
            Feature::Collisions => {
                self.n_roles(|role| matches!(role, Role::Physics | Role::Hull | Role::Bounding))
            }
            Feature::Wear => self.n_roles(|role| matches!(role, Role::Cage | Role::Attachment)),
            Feature::Labels => self.n_roles(|role| role == Role::Label),
            Feature::Hidden => {
                let is_object = |node: &&Node| node.hidden && node.mesh.is_some() && node.role == Role::Plain;
                scene.nodes.iter().filter(is_object).count()
            }
            Feature::Tree => self.n_without_mesh(),
            Feature::Places => {
                let worlds = scene.worlds_at_rest();
                let is_moved = |node: &&usize| {
                    let is_skinned = scene.nodes.get(**node).is_some_and(|node| node.skin.is_some());
                    !is_skinned && worlds.get(**node).is_some_and(|world| *world != Affine::IDENTITY)
                };
                self.nodes.iter().filter(is_moved).count()
            }
            Feature::Objects => scene.at_level(0).len().saturating_sub(1),
            Feature::Names => {
                let named = |node: &&Node| {
                    let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh));
                    mesh.is_some_and(|mesh| !mesh.name.is_empty() && mesh.name != node.name)
                };
                let n_skins = scene.skins.iter().filter(|skin| !skin.name.is_empty()).count();
                scene.nodes.iter().filter(named).count().saturating_add(n_skins)
            }
            Feature::Joints => self.n_roles(|role| role == Role::Joint),
            Feature::IdleJoints => {
                let used: HashSet<usize> =
                    scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
                let is_idle =
                    |(index, node): &(usize, &Node)| node.role == Role::Joint && !used.contains(index);
                let n_idle = scene.nodes.iter().enumerate().filter(is_idle).count();
                // A format without joints drops all of them, which `Part::Joints` reports.
                if (self.holds)(Feature::Joints) { n_idle } else { 0 }
            }
            Feature::MoreWeights => {
                let is_used = |weights: &geom::Vec4| weights.to_array().iter().any(|weight| *weight != 0.0);
                let more = self.meshes().flat_map(|mesh| &mesh.extra_influences);
                let n_crowded = more.filter(|(_, weights)| is_used(weights)).count();
                if (self.holds)(Feature::Joints) { n_crowded } else { 0 }
            }
            Feature::Animations => scene.animations.len(),
            Feature::Lights => scene.lights.len().saturating_add(scene.cameras.len()),
            Feature::Morphs => self.sum(|mesh| mesh.morphs.len()),
            Feature::Normals => self.sum(|mesh| mesh.shape.normals.len()),
            Feature::Tangents => self.sum(|mesh| mesh.shape.tangents.len()),
            Feature::Uvs => self.sum(|mesh| mesh.shape.uvs.len()),
            Feature::Colours => {
                let is_coloured = |colour: &&Rgba8| **colour != Rgba8::WHITE;
                self.sum(|mesh| mesh.shape.colours.iter().filter(is_coloured).count())
            }
            Feature::Groups => self.sum(|mesh| mesh.shape.groups.len().saturating_sub(1)),
            Feature::GroupNames => {
                self.sum(|mesh| mesh.shape.groups.iter().filter(|group| !group.name.is_empty()).count())
            }
            // A polygon of one triangle loses nothing.
            Feature::Polygons => self.sum(|mesh| mesh.polygons.iter().filter(|n| **n > 1).count()),
            Feature::Lines => self.sum(|mesh| mesh.lines.len().saturating_add(mesh.points.len())),
            Feature::Materials => scene.materials.iter().filter(|material| !is_plain(material)).count(),
            Feature::MaterialNames => scene.materials.iter().filter(|material| is_plain(material)).count(),
            Feature::Refraction => self.n_materials(|material| usize::from(material.ior.is_some())),
            Feature::Occlusion => {
                self.n_materials(|material| usize::from(material.texture(Slot::Occlusion).is_some()))
            }
            // These are reported by their facts and properties instead.
            Feature::Playback | Feature::MaterialRest => 0,
            Feature::IdleImages => {
                let used = self.used_images();
                let all = scene.images.iter().enumerate();
                all.filter(|(index, image)| !used.contains(index) && !image.bytes.is_empty()).count()
            }
            Feature::Studs => usize::from(scene.unit == Unit::Stud),
            Feature::OtherUnit => usize::from(matches!(scene.unit, Unit::Other(_))),
            Feature::Copyright => usize::from(!scene.copyright.is_empty()),
            Feature::Extras => {
                let nodes = scene.nodes.iter().map(|node| &node.extras);
                let all = nodes
                    .chain(scene.meshes.iter().map(|mesh| &mesh.extras))
                    .chain(scene.skins.iter().map(|skin| &skin.extras))
                    .chain(scene.materials.iter().map(|material| &material.extras))
                    .chain(scene.animations.iter().map(|animation| &animation.extras))
                    .chain([&scene.extras]);
                all.filter(|extras| extras.entries().iter().any(|(key, _)| key != "rezkit")).count()
            }
            Feature::Kept => {
                let kept = scene.extras.get("rezkit").and_then(|own| own.get("file"));
                usize::from(kept.is_some_and(|file| *file != Json::Null))
            }
        }
    }

    fn meshes(&self) -> impl Iterator<Item = &'s Mesh> {
        let scene = self.scene;
        self.nodes.iter().filter_map(|node| scene.meshes.get(scene.nodes.get(*node)?.mesh?))
    }

    fn sum(&self, count: impl Fn(&Mesh) -> usize) -> usize {
        self.meshes().map(count).fold(0, usize::saturating_add)
    }

    fn n_roles(&self, is: fn(Role) -> bool) -> usize {
        self.scene.nodes.iter().filter(|node| is(node.role)).count()
    }

    fn n_skinned(&self) -> usize {
        self.sum(|mesh| mesh.shape.joints.len())
    }

    /// The number of empty nodes. Ancestors of joints are not counted if the format holds joints, since they are
    /// restored with them.
    fn n_without_mesh(&self) -> usize {
        let nodes = &self.scene.nodes;
        let mut is_above_joint = vec![false; nodes.len()];
        if (self.holds)(Feature::Joints) {
            for joint in nodes.iter().filter(|node| node.role == Role::Joint) {
                let mut next = joint.parent;
                // Each node is marked once, so the time is linear.
                while let Some(mark) =
                    next.and_then(|index| is_above_joint.get_mut(index)).filter(|mark| !**mark)
                {
                    *mark = true;
                    next = next.and_then(|index| nodes.get(index)).and_then(|node| node.parent);
                }
            }
        }
        let is_empty = |(node, is_above): &(&Node, &bool)| {
            node.mesh.is_none() && node.role == Role::Plain && !**is_above
        };
        nodes.iter().zip(&is_above_joint).filter(is_empty).count()
    }

    fn n_materials(&self, count: impl Fn(&Material) -> usize) -> usize {
        if !(self.holds)(Feature::Materials) {
            return 0;
        }
        self.scene.materials.iter().map(count).fold(0, usize::saturating_add)
    }

    fn used_images(&self) -> HashSet<usize> {
        let textures = self.scene.materials.iter().flat_map(|material| material.textures.iter().flatten());
        textures.map(|texture| texture.image).collect()
    }
}

/// True if a material looks like the default.
fn is_plain(material: &Material) -> bool {
    Material { name: String::new(), extras: Json::Null, ..material.clone() } == Material::default()
}
