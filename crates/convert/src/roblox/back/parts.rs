//! Conversion from nodes with meshes to parts, with models for the hierarchy of nodes.

mod joints;
mod tree;

use super::files::FilesBeside;
use super::look::{Looks, PartLook};
use super::meshes::{Bent, Bones, MeshFile, Meshes, Piece, mirrored, sheared};
use crate::NamedFiles;
use crate::options::AssetOptions;
use crate::said;
use dom::{Content, Document, Id, Value};
use files::documents::problem;
use geom::{Pose, Vec3};
use scene::affine::Affine;
use scene::allowance::Allowance;
use scene::left_out::{Feature, left_out};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Node, Problem, ProblemKind, Role, Scene, Trs};
use std::collections::HashSet;
use tree::Tree;

/// Features that a model of parts can represent, or whose losses are reported for each mesh or material.
const HOLDS: &[Feature] = &[
    Feature::Tree,
    Feature::Places,
    Feature::Wear,
    Feature::Objects,
    Feature::Names,
    Feature::Joints,
    Feature::IdleJoints,
    Feature::MoreWeights,
    Feature::Animations,
    Feature::Normals,
    Feature::Tangents,
    Feature::Uvs,
    Feature::Colours,
    Feature::Groups,
    Feature::Materials,
    Feature::Refraction,
    Feature::Occlusion,
    Feature::MaterialRest,
    Feature::Studs,
];

/// The shortest side of a part that the engine accepts.
const SHORTEST: f32 = 0.001;

/// Estimated memory of an instance, with its properties and while it is written, and the additional memory of a part or
/// of its textures, in bytes. Measured with names and addresses of 255 characters: 1700 bytes for an attachment, 2700
/// for a part, 5500 with textures.
const BYTES_OF_INSTANCE: usize = 2000;
const BYTES_OF_PART: usize = 2000;

/// Adds the nodes of a scene to a model; returns the files to which its parts refer.
pub(super) fn put(
    document: &mut Document,
    scene: &Scene,
    base: &str,
    options: &AssetOptions,
    memory: &Allowance,
    losses: &mut Losses,
) -> Result<NamedFiles, Problem> {
    let shown = scene.at_level(0);
    left_out(scene, &shown, &|part| HOLDS.contains(&part), losses);
    let n_cages = scene.nodes.iter().filter(|node| node.role == Role::Cage).count();
    losses.report(LossCode::NodeDropped, LossSeverity::Lost, "cages", n_cages, "");
    let mut build = Build {
        document,
        scene,
        memory,
        worlds: scene.worlds_at_rest(),
        meshes: Meshes::new(scene, options, memory),
        looks: Looks::new(scene),
        files: FilesBeside::new(base),
        parts: vec![None; scene.nodes.len()],
        made: Vec::new(),
    };
    let mut tree = Tree::from_scene(scene);
    let mut pieces: Vec<Vec<Piece>> = vec![Vec::new(); scene.nodes.len()];
    for node in shown {
        if let Some(place) = pieces.get_mut(tree.part_of(node)) {
            *place = build.pieces(node, losses)?;
        }
    }
    tree.find_parts(|node| pieces.get(node).is_some_and(|pieces| !pieces.is_empty()));
    build.all_parts(&tree, &pieces, base, losses)?;
    build.attachments(&tree, losses)?;
    build.joints(&tree, losses)?;
    Ok(build.files.all(losses))
}

/// The state of a conversion to a model.
struct Build<'d, 's> {
    document: &'d mut Document,
    scene: &'s Scene,
    memory: &'d Allowance,
    worlds: Vec<Affine>,
    meshes: Meshes<'s>,
    looks: Looks<'s>,
    files: FilesBeside,
    /// For each node, its first part, and the part's pose in the world.
    parts: Vec<Option<(Id, Pose)>>,
    /// All parts, with their nodes.
    made: Vec<(usize, Id, Pose)>,
}

impl Build<'_, '_> {
    /// The pieces of a node's mesh; none if its transform is not finite or it has no triangle.
    fn pieces(&mut self, index: usize, losses: &mut Losses) -> Result<Vec<Piece>, Problem> {
        let Some((node, mesh)) = self.scene.nodes.get(index).and_then(|node| Some((node, node.mesh?))) else {
            return Ok(Vec::new());
        };
        let is_number = |number: &f64| number.abs() < f64::from(f32::MAX);
        let is_somewhere = |world: &Affine| world.0.as_flattened().iter().all(is_number);
        if !self.worlds.get(index).is_some_and(is_somewhere) {
            let what = "objects whose transform is not finite";
            losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, 1, &node.name);
            return Ok(Vec::new());
        }
        self.meshes.pieces(mesh, node.material)
    }

    fn all_parts(
        &mut self,
        tree: &Tree,
        pieces: &[Vec<Piece>],
        base: &str,
        losses: &mut Losses,
    ) -> Result<(), Problem> {
        let is_model = |node: usize| {
            let n_pieces = pieces.get(node).map_or(0, Vec::len);
            tree.leads.get(node) == Some(&true) || n_pieces > 1
        };
        let mut roots = tree
            .order
            .iter()
            .copied()
            .filter(|node| tree.parent(*node).is_none() && tree.has_parts.get(*node) == Some(&true));
        let top = match (roots.next(), roots.next()) {
            (None, _) if self.scene.animations.is_empty() => {
                return Err(Problem::new(ProblemKind::Empty, "the scene has no triangles"));
            }
            (None, _) => return Ok(()),
            // The only top node is converted to a model itself.
            (Some(only), None) if is_model(only) => None,
            _ => {
                let name = if self.scene.name.is_empty() { base } else { &self.scene.name };
                Some(self.instance(None, "Model", name)?)
            }
        };
        let mut models: Vec<Option<Id>> = vec![None; self.scene.nodes.len()];
        for node in tree.order.iter().copied().filter(|node| tree.has_parts.get(*node) == Some(&true)) {
            let above = tree.parent(node).map_or(top, |parent| models.get(parent).copied().flatten());
            let Some(of) = self.scene.nodes.get(node) else { continue };
            let within = if is_model(node) {
                let model = self.instance(above, "Model", &of.name)?;
                set_at(&mut models, node, Some(model));
                Some(model)
            } else {
                above
            };
            let shown = tree.shown_by(node);
            for piece in pieces.get(node).into_iter().flatten() {
                self.part(within, [node, shown], piece, losses)?;
            }
        }
        Ok(())
    }

    /// Adds an instance with a name; without one, it has the name of its class.
    fn instance(&mut self, parent: Option<Id>, class: &str, name: &str) -> Result<Id, Problem> {
        self.memory.take(BYTES_OF_INSTANCE)?;
        let id = self.document.add(parent, class).map_err(problem)?;
        self.document.set(id, "Name", &*said(if name.is_empty() { class } else { name })).map_err(problem)?;
        Ok(id)
    }

    /// Adds a part for a piece of a node. `shown` is the node that holds the geometry.
    fn part(
        &mut self,
        parent: Option<Id>,
        [index, shown]: [usize; 2],
        piece: &Piece,
        losses: &mut Losses,
    ) -> Result<(), Problem> {
        let scene = self.scene;
        let Some((named, node)) = scene.nodes.get(index).zip(scene.nodes.get(shown)) else { return Ok(()) };
        let joints = self.meshes.on_joints(node, piece);
        let (trs, bent) = match joints {
            // A skinned mesh is in world space, as its joints are.
            Some(_) => (Trs::IDENTITY, None),
            None => placed(self.worlds.get(shown).unwrap_or(&Affine::IDENTITY)),
        };
        if bent.is_some() {
            let what = "mirrored or sheared objects: the transform was applied to their vertices";
            losses.report(LossCode::NodeDropped, LossSeverity::Changed, what, 1, &named.name);
        }
        let Some(made) = self.meshes.made(node, piece, bent, &self.looks, &mut self.files, losses)? else {
            return Ok(());
        };
        self.memory.take(BYTES_OF_PART)?;
        let MeshFile { address, centre, size, bones } = &*made;
        let scale = trs.scale;
        let wanted = Vec3::new(size.x * scale.x, size.y * scale.y, size.z * scale.z);
        let n_thin = wanted.to_array().iter().filter(|side| **side < SHORTEST).count();
        let what = "sides of parts are shorter than the engine allows, and became 0.001 studs long";
        losses.report(LossCode::PosRounded, LossSeverity::Changed, what, n_thin, &named.name);
        let at = Affine::from_trs(&trs).point(centre.to_array().map(f64::from));
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what files have")]
        let position = Vec3::from_array(at.map(|number| number as f32));
        let pose = Pose { rotation: trs.rotation.to_mat3(), position };
        let name = match piece.material.and_then(|material| self.scene.materials.get(material)) {
            Some(material) if !piece.is_whole => &material.name,
            _ => &named.name,
        };
        let id = self.instance(parent, "MeshPart", name)?;
        let look = self.looks.part_look(piece.material, &mut self.files, losses);
        let document = &mut *self.document;
        // An unanchored part would fall. Parts that joints attach to others are released later.
        document.set(id, "Anchored", true).map_err(problem)?;
        document.set(id, "CFrame", pose).map_err(problem)?;
        document.set(id, "size", longer(wanted)).map_err(problem)?;
        // A flat side has the same length in both sizes, so it is not scaled.
        document
            .set(
                id,
                "InitialSize",
                Vec3::from_array(size.to_array().map(|side| if side > 0.0 { side } else { SHORTEST })),
            )
            .map_err(problem)?;
        document
            .set(id, "MeshContent", Value::Content(Content::Uri(address.as_bytes().into())))
            .map_err(problem)?;
        document.set(id, "HasSkinnedMesh", joints.is_some()).map_err(problem)?;
        look.put(document, id)?;
        self.dress(id, &look)?;
        self.bones((id, pose), bones, joints.unwrap_or_default())?;
        if let Some(place @ None) = self.parts.get_mut(index) {
            *place = Some((id, pose));
        }
        self.made.push((index, id, pose));
        Ok(())
    }

    /// Adds a SurfaceAppearance for textures for which a part has no property.
    fn dress(&mut self, part: Id, look: &PartLook) -> Result<(), Problem> {
        if look.has_surface() {
            self.memory.take(BYTES_OF_PART)?;
            let surface = self.instance(Some(part), "SurfaceAppearance", "SurfaceAppearance")?;
            look.put_surface(self.document, surface)?;
        }
        Ok(())
    }

    /// Adds bones to a part: in the poses of the scene's joints that they represent, or else in those of the mesh.
    fn bones(&mut self, (part, place): (Id, Pose), bones: &Bones, joints: &[usize]) -> Result<(), Problem> {
        let mut ids: Vec<Option<Id>> = vec![None; bones.len()];
        let joint = |index: usize| {
            let number = *joints.get(index)?;
            let is_it = said(&self.scene.nodes.get(number)?.name) == bones.get(index)?.0;
            self.worlds.get(number).filter(|_| is_it).map(|world| world.decomposed().0.pose())
        };
        let places: Vec<Option<Pose>> = (0..bones.len()).map(joint).collect();
        let at = |index: usize| places.get(index).copied().flatten();
        // Parents come first, whatever their order in the list.
        for index in bones.order() {
            let Some((name, above, local)) = bones.get(index) else { continue };
            let parent = above.and_then(|above| ids.get(above).copied().flatten()).unwrap_or(part);
            let id = self.instance(Some(parent), "Bone", name)?;
            let around = above.map_or(Some(place), at).and_then(|around| around.inverse());
            let moved = around.zip(at(index)).map(|(back, own)| back * own);
            self.document.set(id, "CFrame", moved.unwrap_or(local)).map_err(problem)?;
            set_at(&mut ids, index, Some(id));
        }
        Ok(())
    }

    /// Adds empty nodes as attachments of the part above them, or else of the first part in their model.
    fn attachments(&mut self, tree: &Tree, losses: &mut Losses) -> Result<(), Problem> {
        let used: HashSet<usize> = self.scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
        let n_nodes = self.scene.nodes.len();
        // The first part within each node, found from the leaves upward.
        let mut first = self.parts.clone();
        for node in tree.order.iter().rev().copied() {
            let own = self.parts.get(node).copied().flatten().or(first.get(node).copied().flatten());
            for at in [Some(node), tree.parent(node)].into_iter().flatten() {
                if let (Some(place), Some(own)) = (first.get_mut(at), own) {
                    *place = Some(own);
                }
            }
        }
        let Some(any) = tree.order.iter().find_map(|node| first.get(*node).copied().flatten()) else {
            return Ok(());
        };
        // Ancestors of joints are restored together with them.
        let mut is_used = vec![false; n_nodes];
        for node in tree.order.iter().rev().copied() {
            let is = is_used.get(node) == Some(&true) || used.contains(&node);
            for at in [Some(node), tree.parent(node)].into_iter().flatten() {
                if let Some(place) = is_used.get_mut(at) {
                    *place |= is;
                }
            }
        }
        let mut hosts: Vec<(Id, Pose)> = vec![any; n_nodes];
        let mut is_below = vec![false; n_nodes];
        let mut n_odd = 0_usize;
        for node in tree.order.iter().copied() {
            let above = tree.parent(node);
            let inherited = above.and_then(|above| hosts.get(above).copied()).unwrap_or(any);
            let was_below = above.is_some_and(|above| is_below.get(above) == Some(&true));
            let own = self.parts.get(node).copied().flatten();
            let first = first.get(node).copied().flatten().filter(|_| !was_below);
            let host = own.or(first).unwrap_or(inherited);
            set_at(&mut hosts, node, host);
            set_at(&mut is_below, node, was_below || own.is_some());
            let Some(of) = self.scene.nodes.get(node).filter(|of| is_anchor(of)) else { continue };
            let is_joint = tree.is_joint(node) || joints::weld(of).is_some();
            if is_joint || tree.has_parts.get(node) == Some(&true) || is_used.get(node) == Some(&true) {
                continue;
            }
            let world = self.worlds.get(node).copied().unwrap_or(Affine::IDENTITY);
            let (trs, _) = world.decomposed();
            let (part, pose) = host;
            let here = trs.pose();
            let Some(back) = pose.inverse().filter(|_| here.position.is_finite()) else { continue };
            n_odd = n_odd.saturating_add(usize::from((trs.scale - Vec3::ONE).length() > 1e-3));
            let id = self.instance(Some(part), "Attachment", &of.name)?;
            self.document.set(id, "CFrame", back * here).map_err(problem)?;
        }
        let what = "attachment sizes";
        losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, n_odd, "");
        Ok(())
    }
}

/// True if a node has a transform, and nothing else.
fn is_anchor(node: &Node) -> bool {
    let is_place = matches!(node.role, Role::Plain | Role::Joint | Role::Attachment);
    let is_empty = node.mesh.is_none() && node.light.is_none() && node.camera.is_none();
    is_place && is_empty && !node.hidden
}

/// Sets an element of a list, if the index is valid.
fn set_at<T>(list: &mut [T], index: usize, value: T) {
    if let Some(place) = list.get_mut(index) {
        *place = value;
    }
}

/// The placement of a part, and the reflection or shear that is applied to its vertices instead.
fn placed(world: &Affine) -> (Trs, Bent) {
    let (mut trs, is_straight) = world.decomposed();
    if !is_straight {
        return (Trs { translation: trs.translation, ..Trs::IDENTITY }, sheared(world));
    }
    let is_mirrored = world.determinant() < 0.0;
    trs.scale = Vec3::from_array(trs.scale.to_array().map(f32::abs));
    (trs, if is_mirrored { mirrored() } else { None })
}

/// The size with each side lengthened to the least that the engine accepts.
fn longer(size: Vec3) -> Vec3 {
    Vec3::from_array(size.to_array().map(|side| side.max(SHORTEST)))
}
