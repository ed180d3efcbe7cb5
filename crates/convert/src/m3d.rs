//! Conversion between Model 3D and scenes.

mod action;
mod back;
mod corners;
mod material;
mod shading;
mod table;

pub(super) use back::from_scene;
use scene::allowance::too_much;
use scene::loss::{LossCode, LossSeverity, Losses};

use super::own::{Own, Witness, packed};
use super::{SceneOptions, failed, said};
use ::m3d::{
    BonePose, Chunk, Colours, Coordinates, Model, Polyline, Skeleton, TexCoords, TextureMap, Title,
    TrimeshOptions, VertexIndex, Vertices, VoxelMode,
};
use corners::{Corner, Corners, NOTHING};
use geom::{Group, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use material::Surfaces;
use scene::affine::Affine;
use scene::{Json, Mesh, Mime, Morph, Node, Problem, ProblemKind, Role, Scene, Skin, Trs, Unit};

/// The name of the node that contains all bones, and that is the joint of vertices without a bone.
const ROOT: &str = "Armature";

/// Converts a model to a scene: meshes and bones, then voxels, shapes and labels.
pub(super) fn to_scene(model: &Model, options: &SceneOptions, losses: &mut Losses) -> Result<Scene, Problem> {
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Changed };
    let what = "coordinates of double precision were rounded";
    losses.report(LossCode::PosRounded, severity, what, n_doubles(model), "VRTS");
    let title = |title| said(model.strings.title(title).unwrap_or_default());
    let name = if title(Title::Name).is_empty() { options.name.clone() } else { title(Title::Name) };
    let mut scene = Scene { name, copyright: title(Title::Licence), ..Scene::default() };
    if model.scale > 0.0 && model.scale.is_finite() && model.scale != 1.0 {
        scene.unit = Unit::Other(model.scale);
    }
    let mut surfaces = Surfaces::from_model(model, &mut scene, options.extras, losses);
    let bones = Bones::from_model(model);
    polygons(model, options, &bones, &mut surfaces, &mut scene, losses)?;
    let n_meshes = scene.nodes.len();
    skeleton(model, &bones, n_meshes, &mut scene, losses);
    let n_before = scene.nodes.len();
    solids(model, options, &mut surfaces, &mut scene, losses);
    shading::read(model, &mut scene);
    let has_shapes = scene.nodes.iter().skip(n_before).any(|node| part_of(node) == Some("shapes"));
    if has_shapes {
        // Solid shapes replace the polygons.
        scene.nodes.iter_mut().take(n_meshes).for_each(|node| node.hidden = true);
    }
    let n_solids = scene.nodes.len().saturating_sub(n_before);
    labels(model, options, &mut scene, losses);
    if scene.meshes.is_empty() && bones.n == 0 {
        return Err(Problem::new(
            ProblemKind::Empty,
            "the model has no meshes or bones that a scene can show",
        ));
    }
    action::animations(model, n_meshes, kept(options), &mut scene, losses);
    keep(model, &mut scene, n_meshes, n_solids, options, losses)?;
    // In the text form, the preview is a separate file next to the model.
    if let Some(preview) = model.preview.as_ref().filter(|preview| !preview.is_empty()) {
        let (mime, bytes) = (Mime::detect(preview), preview.clone());
        scene.images.push(scene::Image { name: "preview".into(), mime, bytes, uri: None });
    }
    Ok(scene)
}

/// The severity of losses of data that the extras keep if they are enabled.
const fn kept(options: &SceneOptions) -> LossSeverity {
    if options.extras { LossSeverity::Note } else { LossSeverity::Lost }
}

/// The number of coordinates that single precision cannot hold exactly.
fn n_doubles(model: &Model) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "that is the question")]
    let is_double = |number: &&f64| !number.is_nan() && f64::from(**number as f32) != **number;
    let count = |numbers: &[f64]| numbers.iter().filter(is_double).count();
    let n_points = match model.vertices().map(|vertices| &vertices.coordinates) {
        Some(Coordinates::F64(rows)) => count(rows.as_flattened()),
        _ => 0,
    };
    match model.texture_map().map(|map| &map.pairs) {
        Some(TexCoords::F64(rows)) => count(rows.as_flattened()).saturating_add(n_points),
        _ => n_points,
    }
}

/// The tables in which vertices and corners are looked up. They are found once, since the methods of the model scan the
/// chunks on each call.
struct Tables<'m> {
    vertices: Option<&'m Vertices>,
    coords: Option<&'m TextureMap>,
    skeleton: Option<&'m Skeleton>,
    colours: Colours<'m>,
}

impl<'m> Tables<'m> {
    fn from_model(model: &'m Model) -> Self {
        Self {
            vertices: model.vertices(),
            coords: model.texture_map(),
            skeleton: model.skeleton(),
            colours: model.colours(),
        }
    }
}

/// The bones that vertices can refer to. One more joint follows them, for vertices without a bone.
struct Bones {
    n: usize,
    is_used: bool,
}

impl Bones {
    fn from_model(model: &Model) -> Self {
        // Joint indices have 16 bits, and one index is needed for the joint after the bones.
        let n = model.skeleton().map_or(0, |skeleton| skeleton.bones.len().min(usize::from(u16::MAX)));
        let skins = model.vertices().map_or(&[][..], |vertices| &vertices.skins);
        Self { n, is_used: n > 0 && skins.iter().any(|skin| skin.get().is_some()) }
    }
}

fn polygons(
    model: &Model,
    options: &SceneOptions,
    bones: &Bones,
    surfaces: &mut Surfaces,
    scene: &mut Scene,
    losses: &mut Losses,
) -> Result<(), Problem> {
    let (mut n_dropped, mut n_between, mut n_thin) = (0_usize, 0_usize, 0_usize);
    let tables = Tables::from_model(model);
    for chunk in model.meshes() {
        let corners = Corners::collect(&tables, chunk, options.max_triangles)
            .ok_or_else(|| too_much(format!("there are more than {} triangles", options.max_triangles)))?;
        n_dropped = n_dropped.saturating_add(corners.n_dropped);
        n_thin = n_thin.saturating_add(corners.lines.len()).saturating_add(corners.points.len());
        n_between = n_between.saturating_add(corners.parameters.len());
        let number = scene.meshes.len();
        let name = match number {
            0 => options.name.clone(),
            number => format!("{}_{}", options.name, number.saturating_add(1)),
        };
        let mesh = mesh(model, &tables, corners, bones, surfaces, scene);
        scene.meshes.push(Mesh { name: name.clone(), ..mesh });
        let skin = bones.is_used.then_some(0);
        scene.nodes.push(Node { name, mesh: Some(number), skin, ..Node::default() });
    }
    let kept = if options.extras { LossSeverity::Note } else { LossSeverity::Changed };
    let what = "polygons with a missing point";
    losses.report(LossCode::TriDropped, kept, what, n_dropped, "MESH");
    losses.report(LossCode::NgonSplit, kept, "polygons of one or two corners", n_thin, "MESH");
    losses.report(LossCode::ParamMorph, kept, "parameters became morphs", n_between, "MESH");
    Ok(())
}

fn mesh(
    model: &Model,
    tables: &Tables<'_>,
    corners: Corners,
    bones: &Bones,
    surfaces: &mut Surfaces,
    scene: &mut Scene,
) -> Mesh {
    let vertex = |index: u32| tables.vertices.and_then(|vertices| vertices.get(VertexIndex(index).get()?));
    let list = &corners.list;
    let points: Vec<::m3d::Vertex> = list.iter().filter_map(|corner| vertex(corner.point)).collect();
    let mut shape = TriMesh {
        positions: points.iter().map(|point| point.position.xyz()).collect(),
        indices: corners.triangles,
        ..TriMesh::default()
    };
    if list.iter().any(|corner| corner.normal != NOTHING) {
        let normal = |corner: &Corner| vertex(corner.normal).map_or(Vec3::ZERO, |it| it.position.xyz());
        shape.normals = list.iter().map(normal).collect();
    }
    if let Some(map) = tables.coords.filter(|_| list.iter().any(|corner| corner.coord != NOTHING)) {
        let coord = |corner: &Corner| {
            // V points up in the file.
            map.pairs.get(corner.coord as usize).map_or(Vec2::ZERO, |pair| Vec2::new(pair.x, 1.0 - pair.y))
        };
        shape.uvs = list.iter().map(coord).collect();
    }
    let colours: Vec<Rgba8> = points.iter().map(|point| colour(tables, point)).collect();
    if colours.iter().any(|colour| *colour != Rgba8::WHITE) {
        shape.colours = colours;
    }
    let mut extra_influences = Vec::new();
    if bones.is_used {
        let all: Vec<_> = points.iter().map(|point| influences(tables, point, bones.n)).collect();
        shape.joints = all.iter().map(|[(joints, _), _]| *joints).collect();
        shape.weights = all.iter().map(|[(_, weights), _]| *weights).collect();
        if all.iter().any(|[_, (_, weights)]| *weights != Vec4::ZERO) {
            extra_influences = all.iter().map(|[_, more]| *more).collect();
        }
    }
    for (name, triangles) in corners.groups {
        let material = surfaces.named(model, name, scene);
        shape.groups.push(Group { name: String::new(), material, triangles });
    }
    let mut morphs = Vec::new();
    for (name, places) in corners.parameters {
        let offset = |place: &u32| {
            let top = vertex(list.get(*place as usize)?.top)?.position.xyz();
            let low = shape.positions.get(*place as usize)?;
            Some((*place, top - *low))
        };
        morphs.push(Morph {
            name: said(model.strings.start(name)),
            offsets: places.iter().filter_map(offset).collect(),
        });
    }
    let (polygons, lines, points) = (corners.polygons, corners.lines, corners.points);
    Mesh { shape, polygons, extra_influences, morphs, lines, points, ..Mesh::default() }
}

/// The colour of a vertex; white if it has none, or if it refers to a colour that the file does not have.
fn colour(tables: &Tables<'_>, vertex: &::m3d::Vertex) -> Rgba8 {
    let colour = tables.colours.get(vertex.colour).unwrap_or(Rgba8::WHITE);
    if colour == Rgba8::default() { Rgba8::WHITE } else { colour }
}

/// Up to eight influences of a vertex; a vertex without a bone is bound to the joint after the bones.
fn influences(tables: &Tables<'_>, vertex: &::m3d::Vertex, n_bones: usize) -> [([u16; 4], Vec4); 2] {
    let skin = tables.skeleton.and_then(|skeleton| skeleton.skins.get(vertex.skin.get()?));
    let mut all: Vec<(u16, f32)> = Vec::new();
    for (bone, weight) in skin.into_iter().flat_map(::m3d::Skin::influences) {
        if let Some(joint) =
            bone.get().filter(|bone| *bone < n_bones).and_then(|bone| u16::try_from(bone).ok())
        {
            all.push((joint, weight));
        }
    }
    if all.is_empty() {
        all.push((u16::try_from(n_bones).unwrap_or_default(), 1.0));
    }
    all.resize(8, (0, 0.0));
    let set = |part: &[(u16, f32)]| {
        let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
        for (((joint, weight), to), share) in part.iter().zip(&mut joints).zip(&mut weights) {
            (*to, *share) = (*joint, *weight);
        }
        (joints, Vec4::from_array(weights))
    };
    let (first, second) = all.split_at_checked(4).unwrap_or_default();
    [set(first), set(second)]
}

/// Adds a node for each bone, and a root for them.
fn skeleton(model: &Model, bones: &Bones, first: usize, scene: &mut Scene, losses: &mut Losses) {
    let Some(skeleton) = model.skeleton().filter(|_| bones.n > 0) else { return };
    let root = first.saturating_add(bones.n);
    let bind = model.bind_pose();
    let mut n_reflected = 0_usize;
    for (bone, pose) in skeleton.bones.iter().zip(&bind.bones).take(bones.n) {
        let parent = bone.parent.get().filter(|parent| *parent < bones.n);
        let parent = Some(parent.map_or(root, |parent| parent.saturating_add(first)));
        let name = said(model.strings.start(bone.name));
        let local = local(pose, &mut n_reflected);
        scene.nodes.push(Node { name, parent, local, role: Role::Joint, ..Node::default() });
    }
    scene.nodes.push(Node { name: ROOT.into(), ..Node::default() });
    // Bones in a cycle have no root, so they become children of ours.
    for (node, is_in_circle) in scene.in_circles().into_iter().enumerate() {
        if let Some(node) = scene.nodes.get_mut(node).filter(|_| is_in_circle) {
            node.parent = Some(root);
        }
    }
    let what = "bones are reflected";
    losses.report(LossCode::JointScale, LossSeverity::Note, what, n_reflected, "BONE");
    if bones.is_used {
        let worlds = scene.worlds_at_rest();
        let joints: Vec<usize> = (first..=root).collect();
        let bind = |joint: &usize| worlds.get(*joint).and_then(Affine::inverse).unwrap_or(Affine::IDENTITY);
        let inverse_bind = joints.iter().map(|joint| bind(joint).to_mat4()).collect();
        scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
    }
}

fn local(pose: &BonePose, n_reflected: &mut usize) -> Trs {
    let (trs, _) = Trs::of_matrix(&pose.matrix());
    *n_reflected = n_reflected.saturating_add(usize::from(trs.scale.x < 0.0));
    let translation = if pose.position.is_finite() { pose.position } else { Vec3::ZERO };
    if trs.scale.x < 0.0 {
        return Trs { translation, ..trs };
    }
    Trs { translation, rotation: action::unit(pose.orientation), scale: Vec3::ONE }
}

/// Adds voxels and shapes as triangles.
fn solids(
    model: &Model,
    options: &SceneOptions,
    surfaces: &mut Surfaces,
    scene: &mut Scene,
    losses: &mut Losses,
) {
    let plain = TrimeshOptions::default().polygons(false).max_triangles(options.max_triangles);
    let kept = kept(options);
    let n_voxels = model.voxel_blocks().count();
    let n_shapes = model.shapes().count();
    let mut add = |name: &str, options: &TrimeshOptions, losses: &mut Losses| -> usize {
        let triangles = match model.to_trimesh(options) {
            Ok(triangles) => triangles,
            Err(error) => {
                let what = format!("there are too many {name} to show: {error}");
                losses.report(LossCode::ShapeUndrawn, kept, &what, 1, "");
                return 0;
            }
        };
        let mut shape = triangles.mesh;
        add_lines(name, &triangles.lines, scene);
        if shape.indices.is_empty() {
            return triangles.report.undrawn.len();
        }
        (shape.joints, shape.weights) = Default::default();
        for group in &mut shape.groups {
            group.material = group.material.take().map(|material| surfaces.called(&said(&material), scene));
            group.name.clear();
        }
        add_part(name, Mesh { shape, ..Mesh::default() }, scene);
        triangles.report.undrawn.len()
    };
    if n_voxels > 0 {
        add("voxels", &plain.clone().shapes(false), losses);
    }
    let n_undrawn = if n_shapes > 0 { add("shapes", &plain.voxels(VoxelMode::Omitted), losses) } else { 0 };
    losses.report(LossCode::VoxelMeshed, kept, "blocks of voxels became triangles", n_voxels, "VOXD");
    losses.report(LossCode::ShapeUndrawn, kept, "shapes became triangles", n_shapes, "SHPE");
    losses.report(LossCode::ShapeUndrawn, kept, "shape commands are not drawn", n_undrawn, "SHPE");
}

/// Adds lines and curves of shapes.
fn add_lines(name: &str, lines: &[Polyline], scene: &mut Scene) {
    let mut mesh = Mesh::default();
    for line in lines {
        let start = u32::try_from(mesh.shape.positions.len()).unwrap_or(u32::MAX);
        mesh.shape.positions.extend(&line.points);
        let end = u32::try_from(mesh.shape.positions.len()).unwrap_or(u32::MAX);
        mesh.lines.extend((start..end.saturating_sub(1)).map(|at| [at, at.saturating_add(1)]));
    }
    if !mesh.lines.is_empty() {
        add_part(name, mesh, scene);
    }
}

/// Adds a node that represents something other than polygons, and names it in the extras.
fn add_part(name: &str, mesh: Mesh, scene: &mut Scene) {
    let (mut own, mut extras) = (Json::default(), Json::default());
    own.set("part", name);
    extras.set("rezkit", own);
    let index = Some(scene.meshes.len());
    scene.nodes.push(Node { name: name.into(), mesh: index, extras, ..Node::default() });
    scene.meshes.push(Mesh { name: name.into(), ..mesh });
}

fn part_of(node: &Node) -> Option<&str> {
    node.extras.get("rezkit")?.get("part")?.as_text()
}

/// Adds a node for each label, at its vertex.
fn labels(model: &Model, options: &SceneOptions, scene: &mut Scene, losses: &mut Losses) {
    let mut n_labels = 0_usize;
    let vertices = model.vertices();
    for label in model.labels().flat_map(|labels| &labels.labels).take(1 << 16) {
        let place = vertices.and_then(|vertices| vertices.get(label.vertex.get()?));
        let translation = place.map_or(Vec3::ZERO, |vertex| vertex.position.xyz());
        let translation = if translation.is_finite() { translation } else { Vec3::ZERO };
        let local = Trs { translation, ..Trs::IDENTITY };
        let name = said(model.strings.start(label.text));
        scene.nodes.push(Node { name, local, role: Role::Label, ..Node::default() });
        n_labels = n_labels.saturating_add(1);
    }
    losses.report(LossCode::LabelNode, kept(options), "labels became nodes", n_labels, "LBLS");
}

/// Stores in the extras all of the file except the values that the scene shows, so that the file can be restored.
fn keep(
    model: &Model,
    scene: &mut Scene,
    n_meshes: usize,
    n_solids: usize,
    options: &SceneOptions,
    losses: &mut Losses,
) -> Result<(), Problem> {
    let severity = kept(options);
    let what = "data that only Model 3D has: its widths, strings, tables, and chunks that a scene does not \
        show";
    losses.report(LossCode::FileFields, severity, what, 1, "");
    if !options.extras {
        return Ok(());
    }
    let mut rest = model.clone();
    let mut seen = table::UsedEntries::from_model(&rest);
    let tables = Tables::from_model(model);
    for chunk in model.meshes() {
        let corners = Corners::collect(&tables, chunk, options.max_triangles).map(|corners| corners.list);
        corners.unwrap_or_default().iter().for_each(|corner| seen.mark(corner));
    }
    let no_direction = table::empty(&mut rest, &seen);
    for chunk in &mut rest.chunks {
        if let Chunk::Asset(asset) = chunk {
            let is_shown = |image: &&scene::Image| {
                image.bytes == asset.data && matches!(image.mime, Mime::Png | Mime::Jpeg)
            };
            if scene.images.iter().any(|image| is_shown(&image)) {
                asset.data.clear();
            }
        }
    }
    // A PNG is restored from an image of the scene.
    rest.preview = rest.preview.filter(|preview| Mime::detect(preview) != Mime::Png);
    let file = ::m3d::write(&rest).map_err(failed)?;
    let meshes: Vec<usize> = (0..n_meshes).collect();
    let skin = scene.skins.first();
    let witnesses = vec![
        ("triangles", Witness::triangles(scene, &meshes)),
        ("weights", Witness::weights(scene, &meshes)),
        ("colours", Witness::colours(scene, &meshes)),
        ("skeleton", Witness::skeleton(scene, skin)),
        ("actions", Witness::animations(&scene.animations, skin)),
        ("solids", solid_witness(scene)),
        ("labels", Witness::labels(scene)),
    ];
    let whole = |count: usize| Json::from(i32::try_from(count).unwrap_or(i32::MAX));
    let mut fields = vec![("meshes", whole(n_meshes)), ("solids", whole(n_solids))];
    if !no_direction.is_empty() {
        let bytes: Vec<u8> = no_direction.into_iter().flat_map(u32::to_le_bytes).collect();
        fields.push(("no_direction", packed(&bytes)));
    }
    Own { source: "m3d", file, witnesses, fields }.put(scene);
    Ok(())
}

/// The nodes that represent polygons, in order, and those that represent voxels and shapes.
fn mesh_nodes(scene: &Scene) -> (Vec<usize>, Vec<usize>) {
    let is_shown = |node: &Node| node.mesh.is_some() && node.role == Role::Plain;
    let all = scene.nodes.iter().enumerate().filter(|(_, node)| is_shown(node));
    let (solids, meshes): (Vec<_>, Vec<_>) = all.partition(|(_, node)| part_of(node).is_some());
    let index = |(index, _): (usize, &Node)| index;
    (meshes.into_iter().map(index).collect(), solids.into_iter().map(index).collect())
}

fn solid_witness(scene: &Scene) -> u64 {
    let (_, solids) = mesh_nodes(scene);
    Witness::shapes(scene, &solids)
}
