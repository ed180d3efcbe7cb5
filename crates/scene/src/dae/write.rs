//! A scene to text.

use super::axes::Up;
use crate::affine::Affine;
use crate::animation::{Animation, Interpolation, Path, Track};
use crate::file_names::{FileNames, ImageFiles};
use crate::left_out::{Part, left_out};
use crate::loss::{Loss, LossCode, LossSeverity, Losses};
use crate::material::{Alpha, Material, Slot, Wrap};
use crate::mesh::{Mesh, Skin};
use crate::names::Names;
use crate::node::{Node, Role};
use crate::scene::Scene;
use geom::{Group, TriMesh, Vec4};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

/// A `.dae` and the files that belong beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct DaeFiles {
    /// The `.dae` itself.
    pub dae: Vec<u8>,
    /// Names and contents of the textures. Every system allows these names, and they lead nowhere but beside the model or
    /// below, whatever the names in the scene are.
    pub files: Vec<(String, Vec<u8>)>,
}

/// What the text has a place for, and what a reader finds again.
const HOLDS: &[Part] = &[
    Part::Levels,
    Part::Collisions,
    Part::Tree,
    Part::Places,
    Part::Objects,
    Part::Joints,
    Part::IdleJoints,
    Part::MoreWeights,
    Part::Animations,
    Part::Normals,
    Part::Uvs,
    Part::Colours,
    Part::Groups,
    Part::Materials,
    Part::MaterialNames,
    Part::Refraction,
    Part::IdleImages,
    Part::OtherUnit,
];

/// How long names are by which the uploader finds levels.
const MOST_LETTERS: usize = 100;

/// The coarsest level of detail that the uploader knows.
const COARSEST: u8 = 3;

/// Writes the whole scene as the uploader of Second Life reads it, and says what Collada has no place for; `base` names the
/// textures.
///
/// Z is up. Coarser levels of detail have the name of the finest with `_LOD2`, `_LOD1` and `_LOD0`, and the shape for
/// collisions with `_PHYS`, which hulls become together. Joints are where their matrices say, so that their positions can
/// be uploaded.
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
    let nodes: Vec<usize> = (0..scene.nodes.len()).collect();
    left_out(scene, &nodes, &|part| HOLDS.contains(&part), &mut losses);
    let mut names = FileNames::default();
    names.beside(base, ".dae");
    let images = ImageFiles::new(scene, base, &mut names);
    let mut out = Writer::of(scene);
    out.asset();
    out.materials(&images);
    out.shapes();
    out.animations();
    out.nodes();
    let files = images.of(scene, 0..scene.images.len());
    out.counts.report(&mut losses);
    (DaeFiles { dae: out.text.into_bytes(), files }, losses.0)
}

/// How much of what there is a place for is written in another way.
#[derive(Default)]
struct Counts {
    n_infinite: usize,
    n_dangling: usize,
    n_rounded: usize,
    n_metal: usize,
    n_curves: usize,
    n_hulls: usize,
    n_too_coarse: usize,
}

impl Counts {
    fn report(&self, losses: &mut Losses) {
        use LossSeverity::{Changed, Lost};
        for (code, severity, what, count) in [
            (LossCode::PosNonfinite, Changed, "numbers that are not finite became 0", self.n_infinite),
            (LossCode::TriDropped, Lost, "triangles name a vertex that is not there", self.n_dangling),
            (LossCode::UvRounded, Changed, "texture coordinates were rounded when V was turned over", self.n_rounded),
            (LossCode::MaterialProp, Lost, "how metallic materials are, and textures of roughness", self.n_metal),
            (LossCode::AnimResampled, Changed, "animated properties lost the curves between keys", self.n_curves),
            (LossCode::PhysicsDropped, Changed, "hulls became one shape for collisions", self.n_hulls),
            (LossCode::LodDropped, Lost, "levels of detail beyond the four that the uploader knows", self.n_too_coarse),
        ] {
            losses.report(code, severity, what, count, "");
        }
    }
}

/// What a node shows.
#[derive(Clone)]
struct Shown {
    /// What the uploader is to find it by.
    name: String,
    geometry: String,
    controller: Option<String>,
}

struct Writer<'s> {
    scene: &'s Scene,
    text: String,
    ids: Names,
    /// The ids of nodes and materials.
    nodes: Vec<String>,
    materials: Vec<String>,
    by_name: HashMap<&'s str, usize>,
    shown: BTreeMap<usize, Shown>,
    counts: Counts,
}

impl<'s> Writer<'s> {
    fn of(scene: &'s Scene) -> Self {
        let mut ids = Names::default();
        let nodes = scene.nodes.iter().map(|node| ids.take(&id(&node.name, "node"))).collect();
        let materials = scene.materials.iter().map(|material| ids.take(&id(&material.name, "material"))).collect();
        let mut by_name = HashMap::new();
        for (number, material) in scene.materials.iter().enumerate() {
            by_name.entry(material.name.as_str()).or_insert(number);
        }
        Self {
            scene,
            text: String::new(),
            ids,
            nodes,
            materials,
            by_name,
            shown: BTreeMap::new(),
            counts: Counts::default(),
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn asset(&mut self) {
        self.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        self.line("<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">");
        self.line("<asset><contributor><authoring_tool>rezkit</authoring_tool></contributor>");
        self.line("<created>2000-01-01T00:00:00Z</created><modified>2000-01-01T00:00:00Z</modified>");
        let metres = self.scene.unit.metres();
        let _ = writeln!(self.text, "<unit name=\"unit\" meter=\"{metres}\"/><up_axis>Z_UP</up_axis></asset>");
    }

    fn materials(&mut self, images: &ImageFiles) {
        if !self.scene.images.is_empty() {
            self.line("<library_images>");
            for number in 0..self.scene.images.len() {
                let name = self.scene.images.get(number).map(|image| escaped(&image.name)).unwrap_or_default();
                let path = images.get(number).map(escaped).unwrap_or_default();
                let _ = writeln!(
                    self.text,
                    "<image id=\"image-{number}\" name=\"{name}\"><init_from>{path}</init_from></image>"
                );
            }
            self.line("</library_images>");
        }
        if self.scene.materials.is_empty() {
            return;
        }
        self.line("<library_effects>");
        for (number, material) in self.scene.materials.iter().enumerate() {
            self.effect(number, material);
        }
        self.line("</library_effects>\n<library_materials>");
        for (material, own) in self.scene.materials.iter().zip(self.materials.clone()) {
            let name = escaped(&material.name);
            let _ = writeln!(
                self.text,
                "<material id=\"{own}\" name=\"{name}\"><instance_effect url=\"#{own}-effect\"/></material>"
            );
        }
        self.line("</library_materials>");
    }

    fn effect(&mut self, number: usize, material: &Material) {
        let Some(own) = self.materials.get(number).cloned() else { return };
        let _ = writeln!(self.text, "<effect id=\"{own}-effect\"><profile_COMMON>");
        let texture = |slot: Slot| material.texture(slot).filter(|texture| texture.image < self.scene.images.len());
        for slot in [Slot::Base, Slot::Emissive, Slot::Normal] {
            let Some(texture) = texture(slot) else { continue };
            let (name, image) = (sampler(slot), texture.image);
            let [s, t] = texture.wrap.map(|wrap| match wrap {
                Wrap::Repeat => "WRAP",
                Wrap::Mirror => "MIRROR",
                Wrap::Clamp => "CLAMP",
            });
            let _ = writeln!(
                self.text,
                "<newparam sid=\"{name}-surface\"><surface type=\"2D\"><init_from>image-{image}</init_from></surface>\
                 </newparam>\n<newparam sid=\"{name}\"><sampler2D><source>{name}-surface</source><wrap_s>{s}</wrap_s>\
                 <wrap_t>{t}</wrap_t></sampler2D></newparam>"
            );
        }
        let shading = if material.unlit { "constant" } else { "phong" };
        let _ = writeln!(self.text, "<technique sid=\"common\"><{shading}>");
        let slot = |name: &str, slot: Slot, colour: Vec4| match texture(slot) {
            Some(_) => format!("<{name}><texture texture=\"{}\" texcoord=\"UVMap\"/></{name}>", sampler(slot)),
            None => format!("<{name}><color>{}</color></{name}>", numbers(&colour.to_array())),
        };
        let emission = slot("emission", Slot::Emissive, material.emissive.extend(1.0));
        self.line(&emission);
        if !material.unlit {
            let diffuse = slot("diffuse", Slot::Base, material.base);
            self.line(&diffuse);
            // The exponent of a roughness; infinite for a mirror.
            let exponent = 2.0 / (material.roughness * material.roughness).max(1e-6) - 2.0;
            let _ = writeln!(self.text, "<shininess><float>{}</float></shininess>", exponent.max(0.0));
        }
        if material.alpha == Alpha::Blend && material.base.w < 1.0 {
            let opacity = material.base.w;
            let _ = writeln!(
                self.text,
                "<transparent opaque=\"A_ONE\"><color>1 1 1 1</color></transparent>\
                 <transparency><float>{opacity}</float></transparency>"
            );
        }
        if let Some(ior) = material.ior {
            let _ = writeln!(self.text, "<index_of_refraction><float>{ior}</float></index_of_refraction>");
        }
        let _ = writeln!(self.text, "</{shading}>");
        if texture(Slot::Normal).is_some() {
            let name = sampler(Slot::Normal);
            let _ = writeln!(
                self.text,
                "<extra><technique profile=\"FCOLLADA\"><bump><texture texture=\"{name}\" texcoord=\"UVMap\"/></bump>\
                 </technique></extra>"
            );
        }
        self.line("</technique>");
        if material.double_sided {
            self.line("<extra><technique profile=\"GOOGLEEARTH\"><double_sided>1</double_sided></technique></extra>");
        }
        self.line("</profile_COMMON></effect>");
        let is_metal = material.metallic != 0.0 || texture(Slot::MetallicRoughness).is_some();
        self.counts.n_metal = self.counts.n_metal.saturating_add(usize::from(is_metal));
    }

    /// The geometries and controllers of all nodes that are shown.
    fn shapes(&mut self) {
        let mut geometries = String::new();
        let mut controllers = String::new();
        let mut known: HashMap<(usize, String), String> = HashMap::new();
        let scene = self.scene;
        let names = self.names_of_shapes();
        for ((number, node), name) in scene.nodes.iter().enumerate().zip(names) {
            let (Some(name), Some(of)) = (name, node.mesh) else { continue };
            let Some(mesh) = scene.meshes.get(of) else { continue };
            let geometry = match known.get(&(of, name.clone())) {
                Some(known) => known.clone(),
                None => {
                    let own = self.ids.take(&format!("{}-mesh", id(&name, "mesh")));
                    let hulls = (node.role == Role::Hull).then(|| self.hulls());
                    self.geometry(&own, &name, hulls.as_ref().unwrap_or(&mesh.shape), &mut geometries);
                    known.insert((of, name.clone()), own.clone());
                    own
                }
            };
            let skin = node.skin.and_then(|skin| scene.skins.get(skin)).filter(|_| !mesh.shape.joints.is_empty());
            let controller = skin.map(|skin| {
                let own = self.ids.take(&format!("{geometry}-skin"));
                self.controller(&own, &geometry, mesh, skin, &mut controllers);
                own
            });
            self.shown.insert(number, Shown { name, geometry, controller });
        }
        for (folder, text) in [("library_geometries", geometries), ("library_controllers", controllers)] {
            if !text.is_empty() {
                let _ = writeln!(self.text, "<{folder}>\n{text}</{folder}>");
            }
        }
    }

    /// What the mesh of each node is called, by which the uploader finds its levels; `None` if it is not written.
    fn names_of_shapes(&mut self) -> Vec<Option<String>> {
        let scene = self.scene;
        let mut taken = Names::default();
        // Of the nodes that show a mesh, the first names it.
        let mut of_meshes: HashMap<usize, String> = HashMap::new();
        let mut first = None;
        for node in scene.nodes.iter().filter(|node| is_plain(node)) {
            let Some(mesh) = node.mesh else { continue };
            let of_mesh = || scene.meshes.get(mesh).map(|mesh| mesh.name.as_str()).unwrap_or_default();
            let wanted = [&*node.name, of_mesh(), "mesh"].into_iter().find(|name| !name.is_empty());
            // Many nodes may show a mesh with a long name.
            let wanted: String = wanted.unwrap_or_default().chars().take(MOST_LETTERS).collect();
            let name = of_meshes.entry(mesh).or_insert_with(|| taken.take(&wanted));
            first.get_or_insert_with(|| name.clone());
        }
        let first = first.unwrap_or_else(|| "mesh".into());
        let mut has_physics = scene.nodes.iter().any(|node| node.role == Role::Physics && node.mesh.is_some());
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
                    // The first stands for all of them, where there is no other shape.
                    let is_first = !std::mem::replace(&mut has_physics, true);
                    is_first.then(|| format!("{first}_PHYS"))
                }
                _ if is_plain(node) => Some(base(node).clone()),
                _ => None,
            });
        }
        names
    }

    /// The shape of all hulls, seen from the first of them.
    fn hulls(&self) -> TriMesh {
        let worlds = self.scene.worlds_at_rest();
        let world = |number: usize| worlds.get(number).copied().unwrap_or(Affine::IDENTITY);
        let hulls = self.scene.nodes.iter().enumerate().filter(|(_, node)| node.role == Role::Hull);
        let mut all = TriMesh::default();
        let mut back = None;
        for (number, node) in hulls {
            let back = *back.get_or_insert_with(|| world(number).inverse().unwrap_or(Affine::IDENTITY));
            let Some(mesh) = node.mesh.and_then(|mesh| self.scene.meshes.get(mesh)) else { continue };
            let mut shape =
                TriMesh { positions: mesh.shape.positions.clone(), indices: mesh.shape.indices.clone(), ..TriMesh::default() };
            shape.transform(back.times(&world(number)).to_mat4());
            all.append(&shape);
        }
        all
    }

    fn geometry(&mut self, own: &str, name: &str, shape: &TriMesh, out: &mut String) {
        let n_vertices = shape.positions.len();
        let _ = writeln!(out, "<geometry id=\"{own}\" name=\"{}\"><mesh>", escaped(name));
        let positions = shape.positions.iter().flat_map(|place| Up::to_z(*place).to_array());
        self.source(out, own, "positions", 3, &["X", "Y", "Z"], positions);
        let has = |len: usize| len == n_vertices && len > 0;
        let mut inputs = format!("<input semantic=\"VERTEX\" source=\"#{own}-vertices\" offset=\"0\"/>");
        if has(shape.normals.len()) {
            let normals = shape.normals.iter().flat_map(|normal| Up::to_z(*normal).to_array());
            self.source(out, own, "normals", 3, &["X", "Y", "Z"], normals);
            let _ = write!(inputs, "<input semantic=\"NORMAL\" source=\"#{own}-normals\" offset=\"0\"/>");
        }
        if has(shape.uvs.len()) {
            let is_rounded = shape.uvs.iter().filter(|uv| uv.y.is_finite() && 1.0 - (1.0 - uv.y) != uv.y).count();
            self.counts.n_rounded = self.counts.n_rounded.saturating_add(is_rounded);
            self.source(out, own, "map", 2, &["S", "T"], shape.uvs.iter().flat_map(|uv| [uv.x, 1.0 - uv.y]));
            let _ = write!(inputs, "<input semantic=\"TEXCOORD\" source=\"#{own}-map\" offset=\"0\" set=\"0\"/>");
        }
        if has(shape.colours.len()) {
            let colours = shape.colours.iter().flat_map(|colour| colour.to_vec4().to_array());
            self.source(out, own, "colours", 4, &["R", "G", "B", "A"], colours);
            let _ = write!(inputs, "<input semantic=\"COLOR\" source=\"#{own}-colours\" offset=\"0\"/>");
        }
        let _ = writeln!(
            out,
            "<vertices id=\"{own}-vertices\"><input semantic=\"POSITION\" source=\"#{own}-positions\"/></vertices>"
        );
        let whole = [Group { triangles: 0..shape.indices.len(), ..Group::default() }];
        let groups = if shape.groups.is_empty() { &whole[..] } else { &shape.groups };
        for group in groups {
            let triangles = shape.indices.get(group.triangles.clone()).unwrap_or_default();
            let is_sound = |triangle: &&[u32; 3]| triangle.iter().all(|corner| (*corner as usize) < n_vertices);
            let sound: Vec<&[u32; 3]> = triangles.iter().filter(is_sound).collect();
            self.counts.n_dangling =
                self.counts.n_dangling.saturating_add(triangles.len().saturating_sub(sound.len()));
            if sound.is_empty() {
                continue;
            }
            let material = group.material.as_deref().and_then(|name| self.by_name.get(name)).and_then(|at| self.materials.get(*at));
            let material = material.map(|own| format!(" material=\"{own}\"")).unwrap_or_default();
            let _ = write!(out, "<triangles count=\"{}\"{material}>{inputs}<p>", sound.len());
            for (number, corner) in sound.into_iter().flatten().enumerate() {
                let _ = write!(out, "{}{corner}", if number == 0 { "" } else { " " });
            }
            out.push_str("</p></triangles>\n");
        }
        out.push_str("</mesh></geometry>\n");
    }

    fn source(&mut self, out: &mut String, own: &str, what: &str, stride: usize, params: &[&str], values: impl Iterator<Item = f32>) {
        let mut n_values = 0_usize;
        let mut text = String::new();
        for value in values {
            let finite = if value.is_finite() { value } else { 0.0 };
            self.counts.n_infinite = self.counts.n_infinite.saturating_add(usize::from(!value.is_finite()));
            let _ = write!(text, "{}{finite}", if n_values == 0 { "" } else { " " });
            n_values = n_values.saturating_add(1);
        }
        let count = n_values.checked_div(stride).unwrap_or(0);
        let _ = write!(
            out,
            "<source id=\"{own}-{what}\"><float_array id=\"{own}-{what}-array\" count=\"{n_values}\">{text}</float_array>\
             <technique_common><accessor source=\"#{own}-{what}-array\" count=\"{count}\" stride=\"{stride}\">"
        );
        let kind = if stride == 16 { "float4x4" } else { "float" };
        for param in params {
            let _ = write!(out, "<param name=\"{param}\" type=\"{kind}\"/>");
        }
        out.push_str("</accessor></technique_common></source>\n");
    }

    fn names(out: &mut String, own: &str, what: &str, param: &str, list: &[&str]) {
        let _ = writeln!(
            out,
            "<source id=\"{own}-{what}\"><Name_array id=\"{own}-{what}-array\" count=\"{0}\">{1}</Name_array>\
             <technique_common><accessor source=\"#{own}-{what}-array\" count=\"{0}\" stride=\"1\">\
             <param name=\"{param}\" type=\"name\"/></accessor></technique_common></source>",
            list.len(),
            list.join(" ")
        );
    }

    fn controller(&mut self, own: &str, geometry: &str, mesh: &Mesh, skin: &Skin, out: &mut String) {
        let _ = writeln!(out, "<controller id=\"{own}\"><skin source=\"#{geometry}\">");
        out.push_str("<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>\n");
        let joints: Vec<String> =
            skin.joints.iter().map(|joint| self.nodes.get(*joint).cloned().unwrap_or_default()).collect();
        let names: Vec<&str> = joints.iter().map(String::as_str).collect();
        Self::names(out, own, "joints", "JOINT", &names);
        let binds = (0..joints.len()).flat_map(|joint| {
            let bind = skin.inverse_bind.get(joint).map_or(Affine::IDENTITY, Affine::of_mat4);
            Up::transform_to_z(&bind).to_mat4().to_rows_array()
        });
        self.source(out, own, "binds", 16, &["TRANSFORM"], binds);
        let influences: Vec<Vec<(u16, f32)>> = (0..mesh.shape.positions.len())
            .map(|vertex| mesh.influences(vertex).filter(|(joint, weight)| *weight > 0.0 && usize::from(*joint) < joints.len()).collect())
            .collect();
        self.source(out, own, "weights", 1, &["WEIGHT"], influences.iter().flatten().map(|(_, weight)| *weight));
        let _ = writeln!(
            out,
            "<joints><input semantic=\"JOINT\" source=\"#{own}-joints\"/><input semantic=\"INV_BIND_MATRIX\" \
             source=\"#{own}-binds\"/></joints>"
        );
        let _ = write!(
            out,
            "<vertex_weights count=\"{}\"><input semantic=\"JOINT\" source=\"#{own}-joints\" offset=\"0\"/><input \
             semantic=\"WEIGHT\" source=\"#{own}-weights\" offset=\"1\"/>\n<vcount>",
            influences.len()
        );
        let counts: Vec<String> = influences.iter().map(|own| own.len().to_string()).collect();
        out.push_str(&counts.join(" "));
        out.push_str("</vcount>\n<v>");
        for (number, (joint, _)) in influences.iter().flatten().enumerate() {
            let _ = write!(out, "{}{joint} {number}", if number == 0 { "" } else { " " });
        }
        out.push_str("</v></vertex_weights></skin></controller>\n");
    }

    fn animations(&mut self) {
        if self.scene.animations.is_empty() {
            return;
        }
        let mut text = String::new();
        let mut clips = String::new();
        for animation in &self.scene.animations {
            let own = self.ids.take(&id(&animation.name, "animation"));
            let name = escaped(&animation.name);
            let _ = writeln!(text, "<animation id=\"{own}\" name=\"{name}\">");
            self.animation(&own, animation, &mut text);
            text.push_str("</animation>\n");
            let (start, end) = animation.span().unwrap_or_default();
            // A clip that is longer than what moves would have no other keys.
            let _ = writeln!(
                clips,
                "<animation_clip name=\"{name}\" start=\"{}\" end=\"{end}\"><instance_animation url=\"#{own}\"/></animation_clip>",
                start.min(0.0)
            );
        }
        let _ = writeln!(self.text, "<library_animations>\n{text}</library_animations>");
        let _ = writeln!(self.text, "<library_animation_clips>\n{clips}</library_animation_clips>");
    }

    fn animation(&mut self, own: &str, animation: &Animation, out: &mut String) {
        // Of several tracks of one property, the last one counts.
        let mut of_nodes: BTreeMap<usize, BTreeMap<u8, &Track>> = BTreeMap::new();
        for track in animation.tracks.iter().filter(|track| track.path != Path::Weights) {
            of_nodes.entry(track.node).or_default().insert(track.path as u8, track);
            let is_curve = track.interpolation == Interpolation::Cubic;
            self.counts.n_curves = self.counts.n_curves.saturating_add(usize::from(is_curve));
        }
        for (node, tracks) in of_nodes {
            let Some(target) = self.nodes.get(node).cloned() else { continue };
            let mut times: Vec<f32> =
                tracks.values().flat_map(|track| &track.times).copied().filter(|time| time.is_finite()).collect();
            times.sort_unstable_by(f32::total_cmp);
            times.dedup();
            let own = format!("{own}-{target}");
            let is_stepped = tracks.values().any(|track| track.interpolation == Interpolation::Step);
            let matrices = times.iter().flat_map(|time| {
                let mut local = self.scene.nodes.get(node).map(|node| node.local).unwrap_or_default();
                for track in tracks.values() {
                    if let Some(value) = track.sample(*time) {
                        track.path.set(&mut local, &value);
                    }
                }
                Up::transform_to_z(&Affine::of(&local)).to_mat4().to_rows_array()
            });
            let matrices: Vec<f32> = matrices.collect();
            out.push_str("<animation>\n");
            self.source(out, &own, "input", 1, &["TIME"], times.iter().copied());
            self.source(out, &own, "output", 16, &["TRANSFORM"], matrices.into_iter());
            let way = if is_stepped { "STEP" } else { "LINEAR" };
            Self::names(out, &own, "way", "INTERPOLATION", &vec![way; times.len()]);
            let _ = writeln!(
                out,
                "<sampler id=\"{own}-sampler\"><input semantic=\"INPUT\" source=\"#{own}-input\"/><input semantic=\"OUTPUT\" \
                 source=\"#{own}-output\"/><input semantic=\"INTERPOLATION\" source=\"#{own}-way\"/></sampler>\n\
                 <channel source=\"#{own}-sampler\" target=\"{target}/transform\"/>\n</animation>"
            );
        }
    }

    /// The tree, and the scene that it is.
    fn nodes(&mut self) {
        let scene = self.scene;
        let name = escaped(if scene.name.is_empty() { "scene" } else { &scene.name });
        let _ = writeln!(self.text, "<library_visual_scenes><visual_scene id=\"the-scene\" name=\"{name}\">");
        let is_there = |node: &usize| *node < scene.nodes.len();
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); scene.nodes.len()];
        let mut roots = Vec::new();
        for (number, node) in scene.nodes.iter().enumerate() {
            match node.parent.filter(is_there).and_then(|parent| below.get_mut(parent)) {
                Some(below) => below.push(number),
                None => roots.push(number),
            }
        }
        let joints: HashSet<usize> = scene.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
        // The numbers of nodes to begin with, and `None` where one ends. Nodes in a circle hang on no root.
        let mut pending: Vec<Option<usize>> = roots.into_iter().rev().map(Some).collect();
        while let Some(step) = pending.pop() {
            let Some(number) = step else {
                self.line("</node>");
                continue;
            };
            let Some(node) = scene.nodes.get(number) else { continue };
            let is_left_out = node.mesh.is_some()
                && !self.shown.contains_key(&number)
                && matches!(node.role, Role::Lod { .. } | Role::Hull | Role::Bounding | Role::Cage)
                && below.get(number).is_none_or(Vec::is_empty);
            if is_left_out {
                continue;
            }
            self.node(number, node, joints.contains(&number) || node.role == Role::Joint);
            pending.push(None);
            pending.extend(below.get(number).into_iter().flatten().rev().copied().map(Some));
        }
        self.line("</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#the-scene\"/></scene>");
        self.line("</COLLADA>");
    }

    fn node(&mut self, number: usize, node: &Node, is_joint: bool) {
        let own = self.nodes.get(number).cloned().unwrap_or_default();
        let shown = self.shown.get(&number).cloned();
        // Levels and shapes are found by the names of their nodes, too.
        let name = match &shown {
            Some(shown) if !is_plain(node) => &shown.name,
            _ => &node.name,
        };
        let kind = if is_joint { format!("type=\"JOINT\" sid=\"{own}\"") } else { "type=\"NODE\"".into() };
        let matrix = Up::transform_to_z(&Affine::of(&node.local)).to_mat4().to_rows_array();
        let _ = writeln!(
            self.text,
            "<node id=\"{own}\" name=\"{}\" {kind}><matrix sid=\"transform\">{}</matrix>",
            escaped(name),
            numbers(&matrix)
        );
        let Some(Shown { geometry, controller, .. }) = shown else { return };
        match controller {
            Some(controller) => {
                let _ = writeln!(self.text, "<instance_controller url=\"#{controller}\">");
                for root in self.skeletons(node) {
                    let root = self.nodes.get(root).cloned().unwrap_or_default();
                    let _ = writeln!(self.text, "<skeleton>#{root}</skeleton>");
                }
                self.bind(node);
                self.line("</instance_controller>");
            }
            None => {
                let _ = writeln!(self.text, "<instance_geometry url=\"#{geometry}\">");
                self.bind(node);
                self.line("</instance_geometry>");
            }
        }
    }

    /// The joints of a node's skin that hang on no other of them.
    fn skeletons(&self, node: &Node) -> Vec<usize> {
        let joints = node.skin.and_then(|skin| self.scene.skins.get(skin)).map(|skin| &skin.joints[..]).unwrap_or_default();
        let own: HashSet<usize> = joints.iter().copied().collect();
        let parent = |joint: &usize| self.scene.nodes.get(*joint).and_then(|node| node.parent);
        joints.iter().copied().filter(|joint| parent(joint).is_none_or(|parent| !own.contains(&parent))).collect()
    }

    fn bind(&mut self, node: &Node) {
        let mesh = node.mesh.and_then(|mesh| self.scene.meshes.get(mesh));
        let groups = mesh.map(|mesh| &mesh.shape.groups[..]).unwrap_or_default();
        let used = groups.iter().filter_map(|group| self.by_name.get(group.material.as_deref()?).copied());
        let used: std::collections::BTreeSet<usize> = used.collect();
        if used.is_empty() {
            return;
        }
        self.line("<bind_material><technique_common>");
        for symbol in used {
            let target = node.material.filter(|own| *own < self.materials.len()).unwrap_or(symbol);
            let (Some(symbol), Some(target)) = (self.materials.get(symbol), self.materials.get(target)) else { continue };
            let _ = writeln!(
                self.text,
                "<instance_material symbol=\"{symbol}\" target=\"#{target}\"><bind_vertex_input semantic=\"UVMap\" \
                 input_semantic=\"TEXCOORD\" input_set=\"0\"/></instance_material>"
            );
        }
        self.line("</technique_common></bind_material>");
    }
}

fn is_plain(node: &Node) -> bool {
    matches!(node.role, Role::Plain | Role::Joint) && !node.hidden
}

fn sampler(slot: Slot) -> &'static str {
    match slot {
        Slot::Emissive => "emission-sampler",
        Slot::Normal => "bump-sampler",
        _ => "diffuse-sampler",
    }
}

fn numbers(values: &[f32]) -> String {
    let text: Vec<String> =
        values.iter().map(|value| if value.is_finite() { value.to_string() } else { "0".into() }).collect();
    text.join(" ")
}

/// A name as XML allows it for an id: letters, digits and a few signs, a letter first.
fn id(name: &str, usual: &str) -> String {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let plain: String = name.chars().take(MOST_LETTERS).map(|letter| if is_allowed(letter) { letter } else { '_' }).collect();
    match plain.chars().next() {
        None => usual.to_owned(),
        Some(first) if first.is_ascii_alphabetic() || first == '_' => plain,
        Some(_) => format!("_{plain}"),
    }
}

/// A text in XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML has no place for these.
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}
