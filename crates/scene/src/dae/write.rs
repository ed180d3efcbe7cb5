//! The Collada writer: a scene to text.

mod animation;
mod material;
mod names;
mod shapes;
mod text;

use super::axes::Axes;
use crate::affine::Affine;
use crate::file_names::{FileNames, ImageFiles};
use crate::finite::finite;
use crate::left_out::{Feature, left_out};
use crate::loss::{Loss, LossCode, LossSeverity, Losses};
use crate::material_loss::{self, Property};
use crate::mesh::Mesh;
use crate::names::Names;
use crate::node::{Node, Role};
use crate::scene::{Scene, Unit};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use text::{escaped, id, numbers};

/// A `.dae` and the files that belong next to it.
#[derive(Debug, Clone, PartialEq)]
pub struct DaeFiles {
    /// The content of the `.dae`.
    pub dae: Vec<u8>,
    /// Names and contents of the textures. The names are valid on every system, and never refer to a location outside
    /// the folder of the model, whatever the names in the scene are.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Features that the text can represent, and a reader restores.
const HOLDS: &[Feature] = &[
    Feature::Levels,
    Feature::Collisions,
    Feature::Tree,
    Feature::Places,
    Feature::Objects,
    Feature::Joints,
    Feature::IdleJoints,
    Feature::MoreWeights,
    Feature::Animations,
    Feature::Normals,
    Feature::Uvs,
    Feature::Colours,
    Feature::Groups,
    Feature::Materials,
    Feature::MaterialNames,
    Feature::MaterialRest,
    Feature::Refraction,
    Feature::Studs,
    Feature::OtherUnit,
];

/// Properties of materials that the text can represent; some are in an element that only this crate reads.
const HOLDS_OF_MATERIALS: &[Property] = &[
    Property::DoubleSided,
    Property::Unlit,
    Property::Specular,
    Property::Metallic,
    Property::Mask,
    Property::TextureOpacity,
    Property::Clamp,
    Property::Mirror,
];

/// The symbol of triangles without a material, which the uploader uses as well.
const NO_MATERIAL: &str = "mat";

/// Writes the whole scene in the form that the uploader of Second Life reads, and reports losses; the names of textures
/// start with `base`.
///
/// Z is up, and the unit is a metre, or a stud if that is the unit of the scene and it has no skin. Coarser levels of
/// detail have the name of the finest with `_LOD2`, `_LOD1` and `_LOD0`, and the collision shape with `_PHYS`, into
/// which hulls are merged. Joints have matrices, so that their positions can be uploaded.
///
/// ```
/// let scene = scene::obj::read(b"o chair\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl Wood\nf 1 2 3\n")?;
/// let (written, losses) = scene::dae::write(&scene, "chair");
/// assert!(losses.is_empty());
/// let back = scene::dae::read(&written.dae)?;
/// assert_eq!((back.nodes[0].name.as_str(), back.materials[0].name.as_str()), ("chair", "Wood"));
/// assert_eq!(back.meshes[0].shape.positions, scene.meshes[0].shape.positions);
/// # Ok::<(), scene::Problem>(())
/// ```
#[must_use]
pub fn write(scene: &Scene, base: &str) -> (DaeFiles, Vec<Loss>) {
    let mut losses = Losses::default();
    let scene = &*finite(scene, &mut losses);
    let nodes: Vec<usize> = (0..scene.nodes.len()).collect();
    left_out(scene, &nodes, &|part| HOLDS.contains(&part), &mut losses);
    material_loss::report(&scene.materials, HOLDS_OF_MATERIALS, &mut losses);
    let mut names = FileNames::default();
    names.beside(base, ".dae");
    let images = ImageFiles::new(scene, base, &mut names);
    let mut out = Writer::new(scene);
    out.asset();
    out.materials(&images);
    out.shapes();
    out.animations();
    out.nodes();
    let files = images.contents(scene, out.images.iter().copied());
    out.counts.report(&mut losses);
    (DaeFiles { dae: out.text.into_bytes(), files }, losses.0)
}

/// Counts of elements that cannot be written unchanged.
#[derive(Default)]
struct Counts {
    n_infinite: usize,
    n_dangling: usize,
    n_rounded: usize,
    n_tinted: usize,
    n_curves: usize,
    n_hulls: usize,
    n_too_coarse: usize,
    n_units: usize,
}

impl Counts {
    fn report(&self, losses: &mut Losses) {
        use LossSeverity::{Changed, Lost};
        let Self { n_tinted, n_curves, .. } = *self;
        for (code, severity, what, count) in [
            (LossCode::PosNonfinite, Changed, "numbers that are not finite became 0", self.n_infinite),
            (LossCode::TriDropped, Lost, "triangles with a missing vertex", self.n_dangling),
            (
                LossCode::UvRounded,
                Changed,
                "texture coordinates were rounded when V was flipped",
                self.n_rounded,
            ),
            (LossCode::MaterialProp, Lost, "colours of materials with a texture", n_tinted),
            (
                LossCode::AnimResampled,
                Changed,
                "animated properties lost their interpolation between keys",
                n_curves,
            ),
            (LossCode::PhysicsDropped, Changed, "hulls became one collision shape", self.n_hulls),
            (
                LossCode::LodDropped,
                Lost,
                "levels of detail beyond the four that the uploader takes",
                self.n_too_coarse,
            ),
            (
                LossCode::FileFields,
                Changed,
                "the unit became a metre, and lengths were converted",
                self.n_units,
            ),
        ] {
            losses.report(code, severity, what, count, "");
        }
    }
}

/// The geometry of a node.
#[derive(Clone)]
struct NodeGeometry {
    /// The name by which the uploader finds the geometry.
    name: String,
    geometry: String,
    controller: Option<String>,
}

struct Writer<'s> {
    scene: &'s Scene,
    axes: Axes,
    text: String,
    ids: Names,
    /// The ids of nodes; those of materials follow.
    nodes: Vec<String>,
    materials: Vec<String>,
    by_name: HashMap<&'s str, usize>,
    /// The materials of each mesh. They are collected once, because names can be long, and many nodes may show a mesh.
    of_meshes: Vec<BTreeSet<Option<usize>>>,
    joints: HashSet<usize>,
    /// The images that materials use.
    images: BTreeSet<usize>,
    shown: BTreeMap<usize, NodeGeometry>,
    counts: Counts,
}

impl<'s> Writer<'s> {
    fn new(scene: &'s Scene) -> Self {
        let mut ids = Names::default();
        ids.take(NO_MATERIAL);
        let of_skins = scene.skins.iter().flat_map(|skin| skin.joints.iter().copied());
        let joints: HashSet<usize> = of_skins.filter(|joint| *joint < scene.nodes.len()).collect();
        // The uploader identifies joints by their ids, so these are assigned first.
        let mut nodes = vec![String::new(); scene.nodes.len()];
        for is_joint in [true, false] {
            for (number, (node, own)) in scene.nodes.iter().zip(&mut nodes).enumerate() {
                if joints.contains(&number) == is_joint {
                    *own = ids.take(&id(&node.name, "node"));
                }
            }
        }
        let materials = scene.materials.iter().map(|material| ids.take(&id(&material.name, "material")));
        let materials = materials.collect();
        let mut by_name = HashMap::new();
        for (number, material) in scene.materials.iter().enumerate() {
            by_name.entry(material.name.as_str()).or_insert(number);
        }
        let of_mesh = |mesh: &Mesh| match &mesh.shape.groups[..] {
            [] => BTreeSet::from([None]),
            groups => groups.iter().map(|group| by_name.get(group.material.as_deref()?).copied()).collect(),
        };
        let of_meshes = scene.meshes.iter().map(of_mesh).collect();
        let axes = Axes::new("Z_UP", 1.0 / scale(scene)).inverse();
        let images = scene.materials.iter().flat_map(material::textures).map(|(_, texture)| texture.image);
        let images = images.filter(|image| *image < scene.images.len()).collect();
        let (text, shown) = Default::default();
        let counts = Counts { n_units: usize::from(scale(scene) != 1.0), ..Counts::default() };
        Self { scene, axes, text, ids, nodes, materials, by_name, of_meshes, joints, images, shown, counts }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn asset(&mut self) {
        self.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        self.line("<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">");
        self.line("<asset><contributor><authoring_tool>rezkit</authoring_tool></contributor>");
        // The elements are required; a fixed time makes the output reproducible.
        self.line("<created>2000-01-01T00:00:00Z</created><modified>2000-01-01T00:00:00Z</modified>");
        let (name, metres) = match self.scene.unit {
            Unit::Stud if scale(self.scene) == 1.0 => ("stud", self.scene.unit.metres()),
            _ => ("meter", 1.0),
        };
        let _ =
            writeln!(self.text, "<unit name=\"{name}\" meter=\"{metres}\"/><up_axis>Z_UP</up_axis></asset>");
    }

    /// Writes the node hierarchy as a visual scene.
    fn nodes(&mut self) {
        let scene = self.scene;
        let name = escaped(if scene.name.is_empty() { "scene" } else { &scene.name });
        let _ = writeln!(self.text, "<library_visual_scenes><visual_scene id=\"the.scene\" name=\"{name}\">");
        let is_there = |node: &usize| *node < scene.nodes.len();
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); scene.nodes.len()];
        let mut roots = Vec::new();
        for (number, node) in scene.nodes.iter().enumerate() {
            match node.parent.filter(is_there).and_then(|parent| below.get_mut(parent)) {
                Some(below) => below.push(number),
                None => roots.push(number),
            }
        }
        let highest = self.highest_joints(&roots, &below);
        // Nodes to start, and `None` where one ends. Nodes in a cycle are not reached from a root.
        let mut pending: Vec<Option<usize>> = roots.into_iter().rev().map(Some).collect();
        while let Some(step) = pending.pop() {
            let Some(number) = step else {
                self.line("</node>");
                continue;
            };
            let (Some(node), Some(below)) = (scene.nodes.get(number), below.get(number)) else { continue };
            let is_left_out = node.mesh.is_some()
                && !self.shown.contains_key(&number)
                && matches!(node.role, Role::Lod { .. } | Role::Hull | Role::Bounding | Role::Cage)
                && below.is_empty();
            if is_left_out {
                continue;
            }
            self.node(number, node, &highest);
            pending.push(None);
            pending.extend(below.iter().rev().copied().map(Some));
        }
        self.line("</visual_scene></library_visual_scenes>");
        self.line("<scene><instance_visual_scene url=\"#the.scene\"/></scene>\n</COLLADA>");
    }

    /// For each joint, the topmost joint of its unbroken chain of ancestors that are joints.
    fn highest_joints(&self, roots: &[usize], below: &[Vec<usize>]) -> HashMap<usize, usize> {
        let mut highest = HashMap::new();
        let mut pending: Vec<(usize, Option<usize>)> = roots.iter().map(|root| (*root, None)).collect();
        while let Some((number, above)) = pending.pop() {
            let own = self.is_joint(number).then(|| above.unwrap_or(number));
            highest.extend(own.map(|own| (number, own)));
            pending.extend(below.get(number).into_iter().flatten().map(|child| (*child, own)));
        }
        highest
    }

    fn is_joint(&self, node: usize) -> bool {
        let role = self.scene.nodes.get(node).map(|node| node.role);
        role == Some(Role::Joint) || self.joints.contains(&node)
    }

    fn node(&mut self, number: usize, node: &Node, highest: &HashMap<usize, usize>) {
        let Some(own) = self.nodes.get(number).cloned() else { return };
        let shown = self.shown.get(&number).cloned();
        // The uploader also finds levels and physics shapes by the names of their nodes.
        let name = match &shown {
            Some(shown) if !is_plain(node) => &shown.name,
            _ => &node.name,
        };
        let kind = if self.is_joint(number) {
            format!("type=\"JOINT\" sid=\"{own}\"")
        } else {
            "type=\"NODE\"".into()
        };
        let matrix = self.axes.transform(&Affine::from_trs(&node.local)).to_mat4().to_rows_array();
        let _ = writeln!(
            self.text,
            "<node id=\"{own}\" name=\"{}\" {kind}><matrix sid=\"transform\">{}</matrix>",
            escaped(name),
            numbers(&matrix)
        );
        let Some(NodeGeometry { name, geometry, controller }) = shown else { return };
        let name = escaped(&name);
        let (element, of) = match &controller {
            Some(controller) => ("instance_controller", controller),
            None => ("instance_geometry", &geometry),
        };
        let _ = writeln!(self.text, "<{element} url=\"#{of}\" name=\"{name}\">");
        if controller.is_some() {
            let skin = node.skin.and_then(|skin| self.scene.skins.get(skin));
            let joints = skin.map(|skin| &skin.joints[..]).unwrap_or_default();
            let roots: BTreeSet<usize> =
                joints.iter().filter_map(|joint| highest.get(joint).copied()).collect();
            for root in roots.into_iter().filter_map(|root| self.nodes.get(root)) {
                let _ = writeln!(self.text, "<skeleton>#{root}</skeleton>");
            }
        }
        self.bind(node);
        let _ = writeln!(self.text, "</{element}>");
    }

    /// Writes the materials for which the symbols of a mesh stand.
    fn bind(&mut self, node: &Node) {
        let symbols = node.mesh.and_then(|mesh| self.of_meshes.get(mesh));
        let own = node.material.filter(|own| *own < self.materials.len());
        let bound = symbols.into_iter().flatten().filter_map(|symbol| Some((*symbol, own.or(*symbol)?)));
        let mut text = String::new();
        for (symbol, target) in bound.map(|(symbol, target)| (self.symbol(symbol), self.symbol(Some(target))))
        {
            let _ = writeln!(
                text,
                "<instance_material symbol=\"{symbol}\" target=\"#{target}\"><bind_vertex_input semantic=\"UVMap\" \
                 input_semantic=\"TEXCOORD\" input_set=\"0\"/></instance_material>"
            );
        }
        if !text.is_empty() {
            let _ = writeln!(
                self.text,
                "<bind_material><technique_common>\n{text}</technique_common></bind_material>"
            );
        }
    }

    /// The symbol of a material, which is its id.
    fn symbol(&self, material: Option<usize>) -> &str {
        material.and_then(|material| self.materials.get(material)).map_or(NO_MATERIAL, String::as_str)
    }
}

/// The length of a unit of the scene in the file. The uploader ignores the unit of the file for joints, so scenes with
/// skins are written in metres.
fn scale(scene: &Scene) -> f64 {
    let is_kept = scene.unit == Unit::Stud && scene.skins.is_empty();
    if is_kept { 1.0 } else { f64::from(scene.unit.metres()) }
}

fn is_plain(node: &Node) -> bool {
    matches!(node.role, Role::Plain | Role::Joint | Role::Sprite) && !node.hidden
}
