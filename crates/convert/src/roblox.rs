//! Conversion from Roblox models and places to scenes.

mod asset;
mod back;
mod builtin;
mod cage;
mod colour;
mod curve;
mod decal;
mod face;
mod finish;
mod ground;
mod gui;
mod instance;
mod item;
mod joint;
mod light;
mod motion;
mod part;
mod picture;
mod plume;
mod rig;
mod rigs;
mod sequence;
mod shape;
mod skin;
mod solid;
mod sprite;
mod standard;
mod unshown;
mod variant;

use super::{BYTES_OF_TRIANGLE, FacePoses, SceneOptions};
use asset::{Assets, Missing};
pub(super) use back::from_scene;
use colour::{Look, PLASTIC, material};
use decal::Cut;
use dom::View;
use files::Asset;
use files::roblox::terrain;
use geom::{Mat4, Pose, TriMesh, Vec3};
use ground::Grounds;
use gui::Interfaces;
use instance::{Instance, Instances};
pub(super) use item::{Accessory, Item, item};
use part::{Part, PartKind};
use rbxbinary::terrain::{Chunk, Grid, Voxel};
use rig::Rig;
use rigs::Animated;
use scene::allowance::{Allowance, too_much, usual_memory};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::names::Names;
use scene::threads::{self, EACH};
use scene::thumb::Picture;
use scene::{Json, Mesh, Node, Problem, ProblemKind, Role, Scene, Slot, Trs, Unit, tangents};
use shape::PartShape;
use skin::Skinned;
pub(super) use solid::to_scene as blob_to_scene;
use std::collections::{BTreeSet, HashMap, HashSet};
use variant::Tiled;

/// Access to the files to which a model refers, by name.
pub(super) type AskFiles<'f> = &'f mut dyn FnMut(&str) -> Option<Vec<u8>>;

/// Converts a model: a node for each part and for each of its ancestors. Animations move the rig from the options, or
/// else the rigs of the file; if the file has no parts, a rig of blocks.
pub(super) fn to_scene(
    asset: &Asset,
    options: &SceneOptions,
    files: AskFiles<'_>,
    losses: &mut Losses,
) -> Result<Scene, Problem> {
    look(asset, options, &mut |instances| {
        if options.rig_model.is_none() && !motion::has_any(instances) {
            return Build::build_scene(instances, options, None, files, losses);
        }
        let motions = motion::all(instances, losses);
        let rig = match &options.rig_model {
            Some(bytes) => Asset::read_within(bytes, options.max_memory)?,
            None if has_parts_in(instances) => {
                let rigs = rigs::animated(instances, motions, losses);
                return Build::build_scene(
                    instances,
                    options,
                    Some(rigs).filter(|rigs| !rigs.is_empty()),
                    files,
                    losses,
                );
            }
            None => {
                let what = "no rig was given; a block rig is animated instead";
                losses.report(LossCode::HierarchyAssumed, LossSeverity::Changed, what, 1, "");
                standard::rig(motion::is_r15(&motions))?
            }
        };
        let mut motions = Some(motions);
        look(&rig, options, &mut |instances| {
            let moved = vec![(Rig::from_instances(instances, None), motions.take().unwrap_or_default())];
            Build::build_scene(instances, options, Some(moved), files, losses)
        })
    })
}

/// The parts and joints of a rig, without animations.
fn rig_scene(rig: &Asset) -> Result<Scene, Problem> {
    let options = SceneOptions::default();
    look(rig, &options, &mut |instances| {
        let rig = vec![(Rig::from_instances(instances, None), Vec::new())];
        Build::build_scene(instances, &options, Some(rig), &mut |_| None, &mut Losses::default())
    })
}

/// Passes the instances of a model to a function. Fails if there are too many.
fn look<T>(
    asset: &Asset,
    options: &SceneOptions,
    look: &mut dyn FnMut(&Instances<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    match asset {
        Asset::RbxBinary(model) => {
            few_enough(model.classes().map(|class| class.referents.len()).sum(), options)?;
            let tree = rbxbinary::Tree::new(model);
            look(&Instances(View::of_binary(&tree)))
        }
        Asset::RbxXml(document) => {
            few_enough(document.len(), options)?;
            look(&Instances(View::of_xml(document)))
        }
        _ => Err(Problem::new(ProblemKind::Unsupported, "this is not a Roblox model or place")),
    }
}

/// True if any instance is a part or terrain.
fn has_parts_in(instances: &Instances<'_>) -> bool {
    instances.iter().any(|it| PartKind::from_instance(&it).is_some() || terrain::has_grid(it.class()))
}

/// True if a place has hardly anything visible in its workspace and much more elsewhere: scripts then move these parts
/// into the workspace.
fn keeps_parts_in_store(instances: &Instances<'_>) -> bool {
    /// Upper bound on visible parts: a spawn, and a room in which players wait.
    const MOST_VISIBLE: usize = 24;
    const TIMES_IN_STORE: usize = 8;
    let has_voxels = |grid: &[u8]| {
        let (grid, _) = Grid::read(grid);
        grid.chunks().iter().flat_map(Chunk::runs).any(|run| run.voxel != Voxel::AIR)
    };
    let mut is_inside: Vec<bool> = Vec::with_capacity(instances.0.len());
    let (mut n_visible, mut n_stored) = (0_usize, 0_usize);
    for it in instances.iter() {
        let above = it.parent.and_then(|parent| is_inside.get(parent).copied());
        let is_in = above.unwrap_or(it.class() == b"Workspace");
        is_inside.push(is_in);
        match PartKind::from_instance(&it) {
            Some(PartKind::Negated) => {}
            Some(_) if !is_in => n_stored = n_stored.saturating_add(1),
            Some(_) if it.number("Transparency").is_some_and(|share| share >= 1.0) => {}
            Some(_) => n_visible = n_visible.saturating_add(1),
            None if is_in && it.class() == b"Terrain" && it.bytes(terrain::GRID).is_some_and(has_voxels) => {
                return false;
            }
            None => {}
        }
        if n_visible > MOST_VISIBLE {
            return false;
        }
    }
    n_stored > n_visible.saturating_mul(TIMES_IN_STORE)
}

/// True if the model has visible parts, judged by classes alone; `None` for other formats, and for models with terrain
/// but without parts.
pub(super) fn has_parts(asset: &Asset) -> Option<bool> {
    let build = |instances: &Instances<'_>| {
        let options = SceneOptions::default();
        let mut no_files = |_: &str| -> Option<Vec<u8>> { None };
        let mut build = Build::new(instances, &options, &mut no_files);
        build.choose(&options, &mut Losses::default());
        let has_parts = build.has(|it| matches!(it, Becomes::Part(kind) if *kind != PartKind::Negated));
        if !has_parts && build.has(|it| *it == Becomes::Ground) { None } else { Some(has_parts) }
    };
    match asset {
        Asset::RbxBinary(model) => build(&Instances(View::of_binary(&rbxbinary::Tree::new(model)))),
        Asset::RbxXml(document) => build(&Instances(View::of_xml(document))),
        _ => None,
    }
}

/// The picture of a model's interfaces on a screen of this size in pixels; `None` if there is nothing to see.
pub(super) fn interface(
    asset: &Asset,
    size: [f32; 2],
    scale: f32,
    files: AskFiles<'_>,
    losses: &mut Losses,
) -> Option<Picture> {
    let mut draw = |instances: &Instances<'_>| {
        let (mut assets, mut interfaces) = (Assets::new(files, 0), Interfaces::find(instances));
        let picture = interfaces.screen(instances, size, scale, &mut |url| assets.pixels(url));
        assets.report(losses);
        let what = "interface objects are not drawn: there are too many";
        losses.report(
            LossCode::ShapeUndrawn,
            LossSeverity::Lost,
            what,
            usize::from(interfaces.is_exhausted()),
            "",
        );
        picture
    };
    match asset {
        Asset::RbxBinary(model) => draw(&Instances(View::of_binary(&rbxbinary::Tree::new(model)))),
        Asset::RbxXml(document) => draw(&Instances(View::of_xml(document))),
        _ => None,
    }
}

/// Refuses models with so many instances that lists of them would exceed the memory allowed for a small file.
fn few_enough(n_instances: usize, options: &SceneOptions) -> Result<(), Problem> {
    // The limit is generous, because most instances of a place, such as scripts and sounds, get no node.
    let most = options.max_triangles.saturating_mul(2);
    if n_instances <= most {
        return Ok(());
    }
    Err(too_much(format!("there are {n_instances} instances, and a scene has at most {most}")))
}

/// Upper bound on the sides of parts with studs, inlets and the like, each of which takes a node.
const MOST_SIDES: usize = 20_000;

/// Classes of joints for which nodes are added.
const WELDS: &[&[u8]] = &[b"Weld", b"WeldConstraint", b"Motor6D", b"Motor", b"Snap", b"ManualWeld"];

/// The conversion of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Becomes {
    Nothing,
    /// No node, because there is nothing to see, or because the loss is reported elsewhere.
    Missing,
    /// A node without content that is an ancestor of something visible.
    Node,
    Part(PartKind),
    Ground,
    Attachment,
    Bone,
    Weld,
    /// A joint of an animated rig.
    Joint,
    /// The cages of a part.
    Wrap,
    Light,
    Camera,
    /// A decal or texture on one side, with the index of its image.
    Decal(usize),
    /// A picture that faces the camera, with the index of its image.
    Sprite(usize),
    Beam,
}

impl Becomes {
    /// True if a node is added when the instance is reached; joints and welds follow later.
    fn is_node(self) -> bool {
        !matches!(self, Self::Nothing | Self::Missing | Self::Weld | Self::Joint)
    }
}

/// An instance with the properties that do not depend on other instances, so that threads can read them in parallel.
struct ReadInstance<'a> {
    index: usize,
    becomes: Becomes,
    instance: Instance<'a>,
    name: String,
    part: Option<Part>,
}

impl<'a> ReadInstance<'a> {
    /// The instances of the batch from `first` on for which nodes are added.
    fn some(first: usize, becomes: &[Becomes], instances: &Instances<'a>) -> Vec<Self> {
        let these = becomes.iter().enumerate().skip(first).take(EACH);
        let these = these.filter(|(_, becomes)| becomes.is_node());
        these.filter_map(|(index, becomes)| Self::read(index, *becomes, instances)).collect()
    }

    fn read(index: usize, becomes: Becomes, instances: &Instances<'a>) -> Option<Self> {
        let instance = instances.get(index)?;
        let name = super::said(instance.name());
        let part = if let Becomes::Part(kind) = becomes { Some(Part::read(kind, &instance)) } else { None };
        Some(Self { index, becomes, instance, name, part })
    }
}

/// The state of a conversion to a scene.
struct Build<'a, 'f> {
    instances: &'a Instances<'a>,
    becomes: Vec<Becomes>,
    /// For each part, its SpecialMesh, BlockMesh or CylinderMesh.
    mesh_of: HashMap<usize, usize>,
    /// For each part, its SurfaceAppearance.
    dress_of: HashMap<usize, usize>,
    /// For each part with cages, the scale of its mesh.
    wrapped: HashMap<usize, Vec3>,
    /// For each block with children, its size, its offset, and the number of decals on it.
    blocks: HashMap<usize, (Vec3, Vec3, u16)>,
    cuts: HashMap<Cut, usize>,
    /// The interfaces of the model, once one is drawn.
    interfaces: Option<Interfaces>,
    /// The interfaces that are painted, or have nothing visible, and their descendants.
    signs: HashSet<usize>,
    /// The images of particle emitters, by the properties on which the pictures depend; `None` if nothing is visible.
    plumes: HashMap<String, Option<usize>>,
    /// The number of sides with studs, inlets and the like, and of sprites, that are left out because there are too
    /// many; `n_sides` counts those that are added.
    n_plain_sides: usize,
    n_sides: usize,
    /// For each bone, the part whose mesh it deforms; and the parts with such bones.
    bone_parts: HashMap<usize, usize>,
    skinned_parts: HashSet<usize>,
    /// For each part, the nodes of its bones by name; and the meshes that need skins.
    bone_nodes: HashMap<usize, HashMap<String, usize>>,
    waiting: Vec<Skinned>,
    /// The custom materials of the model, by name and base material.
    variants: HashMap<(String, u32), usize>,
    /// Meshes with tiled textures of custom materials, and the remaining number of triangles for them.
    tiled: HashMap<Tiled, usize>,
    n_tiled_left: usize,
    has_children: Vec<bool>,
    /// The node of each instance.
    nodes: Vec<Option<usize>>,
    /// World transforms of the instances that have children.
    worlds: HashMap<usize, Pose>,
    meshes: HashMap<PartShape, usize>,
    materials: HashMap<Look, usize>,
    material_names: Names,
    assets: Assets<'f>,
    grounds: Grounds,
    /// Set if joints connect the parts, for an animated rig.
    is_rig: bool,
    /// Adds to the extras of each node the number of its instance in a `Tree`.
    is_numbered: bool,
    /// Adds extras that describe the geometry of nodes.
    has_extras: bool,
    scene: Scene,
}

impl<'a, 'f> Build<'a, 'f> {
    fn new(instances: &'a Instances<'a>, options: &SceneOptions, files: AskFiles<'f>) -> Self {
        let scene = Scene { name: options.name.clone(), unit: Unit::Stud, ..Scene::default() };
        let n_instances = instances.0.len();
        Self {
            instances,
            becomes: vec![Becomes::Nothing; n_instances],
            mesh_of: HashMap::new(),
            dress_of: HashMap::new(),
            wrapped: HashMap::new(),
            blocks: HashMap::new(),
            cuts: HashMap::new(),
            interfaces: None,
            signs: HashSet::new(),
            plumes: HashMap::new(),
            n_plain_sides: 0,
            n_sides: 0,
            bone_parts: HashMap::new(),
            skinned_parts: HashSet::new(),
            bone_nodes: HashMap::new(),
            waiting: Vec::new(),
            variants: HashMap::new(),
            tiled: HashMap::new(),
            n_tiled_left: options.max_triangles,
            has_children: vec![false; n_instances],
            nodes: vec![None; n_instances],
            worlds: HashMap::new(),
            meshes: HashMap::new(),
            materials: HashMap::new(),
            material_names: Names::default(),
            assets: Assets::new(files, options.max_triangles),
            grounds: Grounds::new(options),
            is_rig: false,
            is_numbered: options.numbers,
            has_extras: options.extras,
            scene,
        }
    }

    fn build_scene(
        instances: &'a Instances<'a>,
        options: &SceneOptions,
        rigs: Option<Vec<Animated>>,
        files: AskFiles<'f>,
        losses: &mut Losses,
    ) -> Result<Scene, Problem> {
        let mut build = Self::new(instances, options, files);
        build.is_rig = rigs.is_some();
        let rigs = rigs.unwrap_or_default();
        let mut motions = rigs.iter().flat_map(|(_, motions)| motions);
        if options.face_poses == FacePoses::Morphs || motions.any(|motion| !motion.faces.is_empty()) {
            let memory = options.max_memory.unwrap_or(usual_memory(0));
            build.assets.faces = Some(Allowance::share_of(memory, 4));
        }
        build.choose(options, losses);
        for part in rigs.iter().flat_map(|(rig, _)| rig.parts()) {
            // The node of a part with children is not scaled by its size, so that joints can be its children.
            if let Some(has) = build.has_children.get_mut(part) {
                *has = true;
            }
        }
        let n_nodes =
            build.becomes.iter().filter(|it| !matches!(it, Becomes::Nothing | Becomes::Missing)).count();
        // A node takes twice as much memory as a triangle.
        let most = options.max_triangles / 2;
        if n_nodes > most {
            let message = format!("the scene would have {n_nodes} nodes, and the limit is {most}");
            return Err(too_much(message).needs(n_nodes.saturating_mul(2 * BYTES_OF_TRIANGLE)));
        }
        if !build.has(|it| matches!(it, Becomes::Part(_) | Becomes::Ground)) {
            return Err(Problem::new(ProblemKind::Empty, "there is nothing to see: the file has no parts"));
        }
        // Reserving avoids growth, during which a list exists twice.
        build.scene.nodes.reserve_exact(n_nodes);
        build.put_nodes(losses)?;
        if rigs.is_empty() && build.scene.nodes.iter().all(|node| node.mesh.is_none()) {
            let message = match build.grounds.has_old {
                true => "there is nothing to see but terrain from before 2015, which cannot be drawn",
                false => "there is nothing to see: the parts have no shape, and the terrain is empty",
            };
            return Err(Problem::new(ProblemKind::Empty, message));
        }
        build.put_skins(options.max_triangles)?;
        build.put_welds();
        let what = "studded surfaces, particles and beams are not shown: there are too many";
        losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, build.n_plain_sides, "");
        for (rig, motions) in &rigs {
            let memory = Allowance::share_of(options.max_memory.unwrap_or(usual_memory(0)), 2);
            build.animate(rig, motions, &memory, losses)?;
        }
        build.put_sun(options, losses);
        build.assets.report(losses);
        build.scene.images = std::mem::take(&mut build.assets.images);
        build.finish();
        Ok(build.scene)
    }

    /// Computes the tangents that normal maps need, and removes images that were used only to build others.
    fn finish(&mut self) {
        let Scene { nodes, meshes, materials, images, .. } = &mut self.scene;
        for node in nodes {
            let material = node.material.and_then(|material| materials.get(material));
            if material.is_some_and(|material| material.texture(Slot::Normal).is_some())
                && let Some(mesh) = node.mesh.and_then(|mesh| meshes.get_mut(mesh))
            {
                tangents::make(&mut mesh.shape);
            }
        }
        let mut textures: Vec<_> =
            materials.iter_mut().flat_map(|it| it.textures.iter_mut().flatten()).collect();
        let used: BTreeSet<usize> = textures.iter().map(|texture| texture.image).collect();
        let places: HashMap<usize, usize> = used.into_iter().zip(0..).collect();
        let mut number = 0..;
        images.retain(|_| number.next().is_some_and(|number| places.contains_key(&number)));
        for texture in &mut textures {
            texture.image = places.get(&texture.image).copied().unwrap_or_default();
        }
    }

    /// Adds the sun of a place, and reports the ambient light.
    fn put_sun(&mut self, options: &SceneOptions, losses: &mut Losses) {
        let instances = self.instances;
        let of = |class: &[u8]| instances.iter().position(|it| it.parent.is_none() && it.class() == class);
        let Some(number) = of(b"Workspace").and(of(b"Lighting")) else { return };
        let Some(lighting) = instances.get(number) else { return };
        match light::sun(&lighting) {
            Some((sun, rotation)) => {
                let local = Trs { rotation, ..Trs::IDENTITY };
                let light = Some(self.scene.lights.len());
                self.scene.lights.push(sun);
                self.scene.nodes.push(Node { name: "Sun".into(), local, light, ..Node::default() });
            }
            None => {
                let what = "the sun is below the horizon, and the moon is left out";
                losses.report(LossCode::CameraLightDropped, LossSeverity::Lost, what, 1, "");
            }
        }
        let effect =
            |class: &[u8]| instances.iter().find(|it| it.parent == Some(number) && it.class() == class);
        let surroundings = light::surroundings(&lighting, effect);
        if options.extras && !surroundings.is_empty() {
            let mut own = self.scene.extras.get("rezkit").cloned().unwrap_or_default();
            own.set("surroundings", surroundings);
            self.scene.extras.set("rezkit", own);
        }
    }

    /// True if the conversion of any instance satisfies the condition.
    fn has(&self, is_such: impl Fn(&Becomes) -> bool) -> bool {
        self.becomes.iter().any(is_such)
    }

    /// The extras of an instance's node.
    fn extras(&self, index: usize) -> Json {
        let mut extras = Json::default();
        if self.is_numbered {
            let mut own = Json::default();
            // Node 0 of a `Tree` is the file.
            own.set("node", i64::try_from(index.saturating_add(1)).unwrap_or(i64::MAX));
            extras.set("rezkit", own);
        }
        extras
    }

    /// Decides the conversion of each instance.
    fn choose(&mut self, options: &SceneOptions, losses: &mut Losses) {
        let instances = self.instances;
        let is_place = instances.iter().any(|it| it.parent.is_none() && it.class() == b"Workspace");
        if is_place && options.extras {
            let mut own = Json::default();
            own.set("schema", super::own::SCHEMA);
            own.set("place", true);
            self.scene.extras.set("rezkit", own);
        }
        let shows_stored = is_place && !options.all_parts && keeps_parts_in_store(instances);
        let mut is_shown: Vec<bool> = Vec::with_capacity(instances.0.len());
        let (mut n_stored, mut n_from_store) = (0_usize, 0_usize);
        for (index, instance) in instances.iter().enumerate() {
            let above = instance.parent.and_then(|parent| is_shown.get(parent).copied());
            // Only the workspace of a place is visible; parts elsewhere are templates that scripts clone.
            let is_all = options.all_parts || !is_place || shows_stored;
            let is_seen = above.unwrap_or(is_all || instance.class() == b"Workspace");
            is_shown.push(is_seen);
            let becomes = match instance.class() {
                b"SpecialMesh" | b"BlockMesh" | b"CylinderMesh" => {
                    if let Some(part) = instance.parent {
                        self.mesh_of.entry(part).or_insert(index);
                    }
                    continue;
                }
                b"SurfaceAppearance" => {
                    if let Some(part) = instance.parent {
                        self.dress_of.entry(part).or_insert(index);
                    }
                    continue;
                }
                b"MaterialVariant" => {
                    self.note_variant(index, &instance);
                    continue;
                }
                // Invisible parts are only counted.
                _ if !is_seen => PartKind::from_instance(&instance).map_or(Becomes::Nothing, Becomes::Part),
                b"Camera" if instance.pose("CFrame").is_some() => Becomes::Camera,
                _ if self.is_rig && rig::is_joint(&instance) => Becomes::Joint,
                _ if cage::is_wrap(&instance) && self.is_in_place(&instance) => {
                    self.wrapped.extend(instance.parent.map(|part| (part, Vec3::ONE)));
                    Becomes::Wrap
                }
                _ if light::is_light(&instance) && self.is_in_place(&instance) => Becomes::Light,
                _ if decal::is_decal(&instance) => self.decal(&instance),
                b"SurfaceGui" => self.sign(index, &instance),
                b"BillboardGui" => self.billboard(index, &instance),
                b"ParticleEmitter" | b"Fire" | b"Smoke" | b"Sparkles" if self.is_in_place(&instance) => {
                    self.plume(&instance)
                }
                b"Beam" if instance.flag("Enabled") != Some(false) => Becomes::Beam,
                // What does not move leaves no trail.
                b"Trail" => Becomes::Missing,
                class
                    if gui::is_part(class) && instance.parent.is_some_and(|it| self.signs.contains(&it)) =>
                {
                    self.signs.insert(index);
                    Becomes::Missing
                }
                // A TerrainRegion is a copy of terrain, which a place does not show.
                class if terrain::has_grid(class) && !(is_place && class == b"TerrainRegion") => {
                    Becomes::Ground
                }
                b"Attachment" if options.rig => Becomes::Attachment,
                b"Bone" if self.bone(index, instance.parent) || options.rig || self.is_rig => Becomes::Bone,
                class if options.rig && WELDS.contains(&class) => Becomes::Weld,
                _ => PartKind::from_instance(&instance).map_or(Becomes::Nothing, Becomes::Part),
            };
            if !is_seen {
                n_stored = n_stored.saturating_add(usize::from(matches!(becomes, Becomes::Part(_))));
                continue;
            }
            if shows_stored && matches!(becomes, Becomes::Part(_)) {
                n_from_store = n_from_store.saturating_add(1);
            }
            if let Some(place) = self.becomes.get_mut(index) {
                *place = becomes;
            }
            let has_no_node =
                [Becomes::Nothing, Becomes::Missing, Becomes::Weld, Becomes::Joint, Becomes::Wrap];
            if !has_no_node.contains(&becomes) {
                self.lead_to(instance.parent);
            }
        }
        let what = "parts outside of the workspace are left out";
        losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, n_stored, "");
        let what = "parts outside of the workspace are shown, because the workspace has hardly any";
        losses.report(LossCode::HierarchyAssumed, LossSeverity::Changed, what, n_from_store, "");
        let are_left_out = instances.iter().zip(&is_shown).zip(&self.becomes);
        let are_left_out =
            are_left_out.filter(|((_, is_shown), becomes)| **is_shown && **becomes == Becomes::Nothing);
        unshown::report(are_left_out.map(|((instance, _), _)| instance.class()), losses);
    }

    /// True if a bone deforms the mesh of a part; then records the bone and the part.
    fn bone(&mut self, index: usize, parent: Option<usize>) -> bool {
        let part = self.moved_by(parent);
        self.bone_parts.extend(part.map(|part| (index, part)));
        self.skinned_parts.extend(part);
        part.is_some()
    }

    /// True if the parent of an instance has a position.
    fn is_in_place(&self, instance: &Instance<'_>) -> bool {
        let Some(parent) = instance.parent else { return false };
        let is_part = matches!(self.becomes.get(parent), Some(Becomes::Part(_)));
        is_part || self.instances.get(parent).is_some_and(|it| matches!(it.class(), b"Attachment" | b"Bone"))
    }

    /// The conversion of a decal: none if the decal is not on a part that can be a block, or if its image is missing.
    /// All missing images are reported together.
    fn decal(&mut self, instance: &Instance<'_>) -> Becomes {
        let above = instance.parent.and_then(|parent| self.becomes.get(parent));
        if above != Some(&Becomes::Part(PartKind::Shaped)) {
            return Becomes::Nothing;
        }
        if let Some(bytes) = instance.embedded("Texture") {
            return self.assets.embedded(bytes).map_or(Becomes::Nothing, Becomes::Decal);
        }
        let Some(url) = instance.text("Texture").or_else(|| instance.text("TextureContent")) else {
            return Becomes::Nothing;
        };
        self.assets.image(&url).map_or(Becomes::Missing, Becomes::Decal)
    }

    /// The conversion of an interface on a part: its picture is a decal. There is none if nothing of the interface is
    /// visible, or if it is not painted because the model has too many interfaces.
    fn sign(&mut self, index: usize, instance: &Instance<'_>) -> Becomes {
        let above = instance.parent.and_then(|parent| self.becomes.get(parent));
        let part = instance.parent.and_then(|parent| self.instances.get(parent));
        let part = part.filter(|_| above == Some(&Becomes::Part(PartKind::Shaped)));
        let Some(size) = part.and_then(|part| part.vec3("size")) else { return Becomes::Nothing };
        let Self { interfaces, instances, assets, .. } = self;
        let interfaces = interfaces.get_or_insert_with(|| Interfaces::find(instances));
        let side = decal::side(instance, size);
        let becomes = match interfaces.sign(instances, index, side, &mut |url| assets.pixels(url)) {
            Some(picture) => assets.embedded(picture.to_png()).map_or(Becomes::Nothing, Becomes::Decal),
            None if interfaces.is_exhausted() => Becomes::Nothing,
            None => Becomes::Missing,
        };
        self.signs.extend((becomes != Becomes::Nothing).then_some(index));
        becomes
    }

    /// Marks the ancestors of a visible instance for conversion to nodes.
    fn lead_to(&mut self, mut parent: Option<usize>) {
        while let Some(index) = parent {
            match self.has_children.get_mut(index) {
                Some(has) if !*has => *has = true,
                _ => break,
            }
            match self.becomes.get_mut(index) {
                Some(becomes @ Becomes::Nothing) => {
                    let class = self.instances.get(index).map_or(&b""[..], |instance| instance.class());
                    *becomes = match class {
                        b"Attachment" => Becomes::Attachment,
                        b"Bone" => Becomes::Bone,
                        _ => Becomes::Node,
                    };
                }
                // Its ancestors were added before.
                _ => break,
            }
            parent = self.instances.get(index).and_then(|instance| instance.parent);
        }
    }

    /// Adds the nodes of instances while threads read the next ones.
    fn put_nodes(&mut self, losses: &mut Losses) -> Result<(), Problem> {
        let (instances, becomes) = (self.instances, std::mem::take(&mut self.becomes));
        let firsts = (0..becomes.len()).step_by(EACH);
        let look = |first| ReadInstance::some(first, &becomes, instances);
        threads::pipe(firsts, look, |seen| seen.into_iter().try_for_each(|seen| self.node(seen, losses)))?;
        self.becomes = becomes;
        Ok(())
    }

    fn node(&mut self, seen: ReadInstance<'_>, losses: &mut Losses) -> Result<(), Problem> {
        let ReadInstance { index, becomes, ref instance, name, part } = seen;
        let above = instance.parent;
        let parent = above.and_then(|above| self.node_of(above));
        let world = above.and_then(|above| self.worlds.get(&above).copied()).unwrap_or(Pose::IDENTITY);
        let extras = self.extras(index);
        let (node, world) = match becomes {
            Becomes::Nothing | Becomes::Missing | Becomes::Weld | Becomes::Joint => return Ok(()),
            Becomes::Wrap => {
                self.put_cages(index, instance, losses);
                return Ok(());
            }
            Becomes::Ground => {
                // Terrain has world coordinates, wherever its instance is.
                let local = placed(world.inverse().unwrap_or(Pose::IDENTITY), Vec3::ONE);
                let mesh = self.ground(instance, losses)?;
                (Node { name, parent, local, mesh, extras, ..Node::default() }, Pose::IDENTITY)
            }
            Becomes::Node => (Node { name, parent, extras, ..Node::default() }, world),
            Becomes::Attachment | Becomes::Bone => {
                let pose = instance.pose("CFrame").unwrap_or(Pose::IDENTITY);
                let role = if becomes == Becomes::Bone { Role::Joint } else { Role::Attachment };
                let local = placed(pose, Vec3::ONE);
                if let Some(part) = self.bone_parts.get(&index) {
                    let next = self.scene.nodes.len();
                    self.bone_nodes.entry(*part).or_default().entry(name.clone()).or_insert(next);
                }
                (Node { name, parent, local, role, extras, ..Node::default() }, world * pose)
            }
            Becomes::Light => {
                let part = instance.parent.and_then(|parent| self.instances.get(parent));
                let size = part.and_then(|part| part.vec3("size")).unwrap_or(Vec3::ZERO);
                let (light, translation, rotation) = light::light(instance, size);
                let local = Trs { translation, rotation, scale: Vec3::ONE };
                self.scene.lights.push(light);
                let light = self.scene.lights.len().checked_sub(1);
                (Node { name, parent, local, light, extras, ..Node::default() }, world)
            }
            Becomes::Camera => {
                let pose = instance.pose("CFrame").unwrap_or(Pose::IDENTITY);
                let local = placed(world.inverse().map_or(pose, |inverse| inverse * pose), Vec3::ONE);
                self.scene.cameras.push(light::camera(instance));
                let camera = self.scene.cameras.len().checked_sub(1);
                (Node { name, parent, local, camera, extras, ..Node::default() }, pose)
            }
            Becomes::Decal(image) => {
                let node = Node { name, parent, extras, ..Node::default() };
                self.put_decal(node, instance, image, losses);
                return Ok(());
            }
            Becomes::Sprite(_) | Becomes::Beam => {
                let node = Node { name, parent, extras, ..Node::default() };
                match becomes {
                    Becomes::Sprite(image) => self.put_sprite(node, instance, image),
                    _ => self.put_beam(node, instance),
                }
                return Ok(());
            }
            Becomes::Part(kind) => {
                let of = |all: &HashMap<usize, usize>| {
                    all.get(&index).and_then(|inside| self.instances.get(*inside))
                };
                let inside = [of(&self.mesh_of), of(&self.dress_of)];
                let inside = inside.each_ref().map(Option::as_ref);
                let mut part = part.unwrap_or_else(|| Part::read(kind, instance));
                part.complete(kind, instance, inside, &mut self.assets, losses);
                if let (PartShape::File(_), Some(stretch)) = (part.form, self.wrapped.get_mut(&index)) {
                    *stretch = part.scale;
                }
                if let Some(material) = part.look.plain_material()
                    && !self.skinned_parts.contains(&index)
                    && let Some(variant) = self.variant(instance, material)
                    && let Some(mesh) = self.tiled(part.form, part.scale, variant.tile, losses)
                {
                    part.look = part.look.varied(&variant);
                    part.mesh = Some(mesh);
                }
                let local = world.inverse().map_or(part.pose, |inverse| inverse * part.pose);
                let world = part.pose;
                let node = Node { name, parent, extras, ..Node::default() };
                if self.has_children.get(index) == Some(&true) {
                    self.add(index, Node { local: placed(local, Vec3::ONE), ..node }, world);
                    let parent = self.scene.nodes.len().checked_sub(1);
                    if part.form == PartShape::Block {
                        self.blocks.insert(index, (part.scale, part.offset, 0));
                    }
                    let shifted = Pose { position: part.offset, ..Pose::IDENTITY };
                    let extras = if self.has_extras { part.form.extras() } else { Json::default() };
                    let mut node = Node { name: part.form.name().into(), parent, extras, ..Node::default() };
                    if let Some((form, skeleton)) = self.skinned(index, part.form) {
                        self.wait_for_bones(index, skeleton, part.scale);
                        // A skinned mesh is positioned by its joints alone.
                        (part.form, part.scale, node.parent) = (form, Vec3::ONE, None);
                    }
                    self.shape(node, shifted, &part);
                    self.put_surfaces(instance, parent, shifted, &part);
                } else {
                    let shifted = Pose { position: local.transform_point(part.offset), ..local };
                    self.place(index, world);
                    self.shape(node, shifted, &part);
                    self.put_surfaces(instance, parent, shifted, &part);
                }
                return Ok(());
            }
        };
        self.add(index, node, world);
        Ok(())
    }

    fn add(&mut self, index: usize, node: Node, world: Pose) {
        self.place(index, world);
        self.scene.nodes.push(node);
    }

    /// Records that the next node belongs to an instance, and its pose if it has children.
    fn place(&mut self, index: usize, world: Pose) {
        if let Some(place) = self.nodes.get_mut(index) {
            *place = Some(self.scene.nodes.len());
        }
        if self.has_children.get(index) == Some(&true) || self.wrapped.contains_key(&index) {
            self.worlds.insert(index, world);
        }
    }

    fn node_of(&self, index: usize) -> Option<usize> {
        self.nodes.get(index).copied().flatten()
    }

    /// The geometry of a form.
    fn plain(&self, form: PartShape) -> TriMesh {
        match form {
            PartShape::File(number) => self.assets.shape(number),
            PartShape::Skinned(number) => {
                let shape = self.assets.shape(number);
                self.assets.skeleton(number).map(|skeleton| skeleton.on(shape)).unwrap_or_default()
            }
            form => form.shape(),
        }
    }

    /// The index of the mesh of a form.
    fn mesh(&mut self, form: PartShape) -> usize {
        if let Some(known) = self.meshes.get(&form) {
            return *known;
        }
        let shape = self.plain(form);
        let morphs = match form {
            PartShape::File(number) | PartShape::Skinned(number) => self.assets.morphs(number),
            _ => Vec::new(),
        };
        self.scene.meshes.push(Mesh { name: form.name().into(), shape, morphs, ..Mesh::default() });
        let number = self.scene.meshes.len().saturating_sub(1);
        self.meshes.insert(form, number);
        number
    }

    /// Adds the cages of a part as hidden nodes. They have no parent, because a visible parent would show them.
    fn put_cages(&mut self, index: usize, instance: &Instance<'_>, losses: &mut Losses) {
        let part = instance.parent.and_then(|part| Some((part, self.instances.get(part)?)));
        let Some((number, part)) = part else { return };
        let Some(world) = self.worlds.get(&number).copied() else { return };
        let stretch = self.wrapped.get(&number).copied().unwrap_or(Vec3::ONE);
        for cage in cage::all(instance) {
            let Some(file) = self.assets.mesh(&cage.url) else {
                self.assets.note(Missing::Cage, Some(&cage.url), &part.name(), losses);
                continue;
            };
            let name = super::said(part.name() + cage.ending);
            let (local, mesh) = (placed(world * cage.pose, stretch), Some(self.mesh(PartShape::File(file))));
            let (role, extras) = (Role::Cage, self.extras(index));
            self.scene.nodes.push(Node { name, local, mesh, role, hidden: true, extras, ..Node::default() });
        }
    }

    /// Adds the node with the geometry of a part.
    fn shape(&mut self, node: Node, pose: Pose, part: &Part) {
        let mesh = part.mesh.unwrap_or_else(|| self.mesh(part.form));
        self.put(Node { local: placed(pose, part.scale), mesh: Some(mesh), ..node }, part.look);
    }

    /// Gives a node an appearance, and adds it.
    fn put(&mut self, node: Node, look: Look) {
        let Self { scene, materials, material_names, .. } = self;
        let material = *materials.entry(look).or_insert_with(|| {
            scene.materials.push(material(&look, material_names));
            scene.materials.len().saturating_sub(1)
        });
        scene.nodes.push(Node { material: Some(material), ..node });
    }

    /// Adds the studs, inlets and the like on the sides of a block of plastic.
    fn put_surfaces(&mut self, instance: &Instance<'_>, parent: Option<usize>, pose: Pose, part: &Part) {
        if part.form != PartShape::Block || part.mesh.is_some() || part.look.plain_material() != Some(PLASTIC)
        {
            return;
        }
        for (cut, url) in Cut::surfaces(instance, part.scale) {
            if self.n_sides >= MOST_SIDES {
                self.n_plain_sides = self.n_plain_sides.saturating_add(1);
                continue;
            }
            let Some(image) = self.assets.image(url) else { continue };
            self.n_sides = self.n_sides.saturating_add(1);
            // Decals are in front.
            let position = pose.transform_point(cut.normal() * (decal::GAP / 2.0));
            let local = placed(Pose { position, ..pose }, part.scale);
            self.put_side(
                Node { name: "Surface".into(), parent, local, ..Node::default() },
                cut,
                part.look.covered(image),
            );
        }
    }

    /// Adds a decal on one side of a block.
    fn put_decal(&mut self, node: Node, instance: &Instance<'_>, image: usize, losses: &mut Losses) {
        let block = instance.parent.and_then(|parent| self.blocks.get_mut(&parent));
        let Some((scale, offset, n_above)) = block else {
            let what = "decals and textures on parts that are not blocks are left out";
            return losses.report(LossCode::NodeDropped, LossSeverity::Lost, what, 1, &node.name);
        };
        *n_above = n_above.saturating_add(1);
        let cut = Cut::from_instance(instance, *scale);
        // Later decals are in front of earlier ones.
        let translation = *offset + cut.normal() * (decal::GAP * f32::from(*n_above));
        let local = Trs { translation, scale: *scale, ..Trs::IDENTITY };
        let colour = instance.colour("Color3").unwrap_or([255; 3]);
        let transparency = instance.number("Transparency").unwrap_or(0.0).clamp(0.0, 1.0);
        self.put_side(Node { local, ..node }, cut, Look::decal(colour, transparency, image));
    }

    /// Gives a node the mesh of a region of a side, and adds it.
    fn put_side(&mut self, node: Node, cut: Cut, look: Look) {
        let Self { scene, cuts, .. } = self;
        let mesh = *cuts.entry(cut).or_insert_with(|| {
            scene.meshes.push(Mesh { name: "Side".into(), shape: cut.shape(), ..Mesh::default() });
            scene.meshes.len().saturating_sub(1)
        });
        self.put(Node { mesh: Some(mesh), ..node }, look);
    }

    /// Adds a node for each weld, as a child of its first part.
    fn put_welds(&mut self) {
        let instances = self.instances;
        for (index, instance) in instances.iter().enumerate() {
            if self.becomes.get(index) != Some(&Becomes::Weld) {
                continue;
            }
            let part = |part: usize| Some((self.node_of(part)?, instances.get(part)?.name()));
            let Some((first, second)) = instances.held(&instance) else { continue };
            let Some((first, second)) = part(first).zip(part(second)) else { continue };
            // A WeldConstraint has `CFrame0` instead of `C0`.
            let pose = instance.pose("C0").or_else(|| instance.pose("CFrame0")).unwrap_or(Pose::IDENTITY);
            let mut own = Json::default();
            own.set("weld", String::from_utf8_lossy(instance.class()).into_owned());
            own.set("to", second.1);
            let mut extras = Json::default();
            extras.set("rezkit", own);
            let (name, local) = (super::said(instance.name()), placed(pose, Vec3::ONE));
            self.scene.nodes.push(Node { name, parent: Some(first.0), local, extras, ..Node::default() });
        }
    }
}

/// A pose with a size. A mirrored pose, which Roblox does not create but files can hold, stays mirrored.
fn placed(pose: Pose, size: Vec3) -> Trs {
    let (trs, _) = Trs::of_matrix(&Mat4::from(pose));
    let is_rotation = (trs.scale - Vec3::ONE).length() < 1e-3;
    let scale = if is_rotation {
        size
    } else {
        Vec3::new(size.x * trs.scale.x, size.y * trs.scale.y, size.z * trs.scale.z)
    };
    Trs { scale, ..trs }
}
