//! Conversion from scenes to mesh assets of Second Life.

use super::super::bake::{self, Joints};
use super::super::own::{Kept, Witness, unpacked};
use super::super::rest::is_near;
use super::super::rigs::Rigging;
use super::super::space::Space;
use super::super::{AssetOptions, Physics, failed};
use super::bones::Bones;
use super::fit::{self, Fit};
use super::physics::Shapes;
use super::{block_mut, faces, is_shown, size};
use ::slmesh::{
    Block, Builder, BuiltAll, Convex, Domain, ErrorKind, Influence, Influences, Level, Lod, MeshAsset,
    Report, Rounding, quantise_normal,
};
use geom::{TriMesh, Vec3};
use scene::affine::Affine;
use scene::left_out::{Feature, left_out};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Json, Mesh, Node, Problem, ProblemKind, Role, Scene, Trs};
use std::collections::HashMap;
use std::ops::Range;

/// Features that an asset can represent.
const HOLDS: &[Feature] = &[
    Feature::Levels,
    Feature::Collisions,
    Feature::Joints,
    Feature::Normals,
    Feature::Uvs,
    Feature::Groups,
    Feature::Kept,
];
/// Features that material files represent, or about which their writer reports losses.
const MATERIALS: &[Feature] = &[
    Feature::Materials,
    Feature::MaterialNames,
    Feature::Occlusion,
    Feature::Refraction,
    Feature::MaterialRest,
];
/// Features that are restored if the scene was built from an asset.
const HOLDS_ITS_OWN: &[Feature] = &[Feature::GroupNames, Feature::MaterialNames, Feature::Places];

/// The assets of a scene, and the placement of the object that has them.
pub(in super::super) struct MadeAssets {
    /// The first asset, and the assets with further faces.
    pub(in super::super) assets: Vec<MeshAsset>,
    /// The size of the object, in the axes of Second Life.
    pub(in super::super) scale: Vec3,
    /// The position of the object.
    pub(in super::super) centre: Vec3,
}

/// Converts a scene; `is_split` allows several assets.
pub(in super::super) fn from_scene(
    scene: &Scene,
    options: &AssetOptions,
    rigging: Rigging,
    is_split: bool,
    losses: &mut Losses,
) -> Result<MadeAssets, Problem> {
    let kept = Kept::from_scene(scene, "slmesh", losses);
    let rest = kept.as_ref().and_then(|kept| ::slmesh::read(&kept.file).ok());
    let has_own = rest.is_some();
    let holds = |part| {
        HOLDS.contains(&part)
            || has_own && HOLDS_ITS_OWN.contains(&part)
            || options.names_materials && part == Feature::MaterialNames
            || options.keeps_materials && MATERIALS.contains(&part)
    };
    left_out(scene, &bake::levels(scene).concat(), &holds, losses);
    let Some((kept, rest)) = kept.zip(rest) else { return anew(scene, options, rigging, is_split, losses) };
    // The kept asset has its own physics shape and joints, so changing these needs a new one.
    let is_changed = options.physics.is_some()
        || options.physics_error.is_some()
        || options.drop_degenerate
        || options.joint_positions.is_some();
    if !is_changed && let Some(asset) = again(scene, &kept, rest.clone(), losses) {
        let [x, y, z] = size(&asset).to_array();
        return Ok(MadeAssets { assets: vec![asset], scale: Vec3::new(x, z, y), centre: Vec3::ZERO });
    }
    let mut made = anew(scene, options, rigging, is_split, losses)?;
    for asset in &mut made.assets {
        (asset.version, asset.creator, asset.date) = (rest.version, rest.creator, rest.date);
        asset.submodel_id = asset.submodel_id.or(rest.submodel_id);
    }
    Ok(made)
}

/// The node with the mesh of each block; `None` if a block does not have exactly one.
fn nodes(scene: &Scene, n_levels: usize) -> Option<Vec<usize>> {
    let of = |is: &dyn Fn(&Role) -> bool| -> Option<usize> {
        let mut all =
            scene.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some() && is(&node.role));
        let first = all.next().map(|(index, _)| index);
        first.filter(|_| all.next().is_none())
    };
    let mut nodes = Vec::new();
    for number in (0..=u8::MAX).take(n_levels) {
        nodes.push(match number {
            0 => of(&|role| matches!(role, Role::Plain | Role::Joint))?,
            number => of(&|role| matches!(role, Role::Lod { level, .. } if *level == number))?,
        });
    }
    let is_physics = |role: &Role| *role == Role::Physics;
    if scene.nodes.iter().any(|node| is_physics(&node.role)) {
        nodes.push(of(&is_physics)?);
    }
    Some(nodes)
}

/// The asset from which the scene was built, with the current values of the scene; `None` if its arrays no longer fit.
fn again(scene: &Scene, kept: &Kept<'_>, mut asset: MeshAsset, losses: &mut Losses) -> Option<MeshAsset> {
    let blocks = kept.field("blocks")?.entries();
    let n_levels = blocks.iter().filter(|(name, _)| name.ends_with("_lod")).count();
    let solid = nodes(scene, n_levels).unwrap_or_default();
    if !kept.fits("triangles", Witness::triangles(scene, &solid), losses) || solid.len() != blocks.len() {
        return None;
    }
    let skin = solid.iter().find_map(|node| scene.skins.get(scene.nodes.get(*node)?.skin?));
    let has_skeleton = kept.fits("skeleton", Witness::skeleton(scene, skin), losses);
    let has_weights = kept.fits("weights", Witness::weights(scene, &solid), losses);
    let own_skin = asset.skin.as_ref().and_then(Block::value).filter(|skin| skin.n_joints() > 0);
    if own_skin.is_some_and(|own| skin.is_none_or(|skin| skin.joints.len() != own.n_joints())) && n_levels > 0
    {
        return None;
    }
    let bound = Space::from_skin(own_skin);
    let worlds = scene.worlds_at_rest();
    let joints = Joints::unposed(scene, &solid, &worlds, true, losses);
    let size = Affine::from_trs(&Trs { scale: size(&asset), ..Trs::IDENTITY });
    let is_hull = |node: &Node| node.mesh.is_some() && matches!(node.role, Role::Hull | Role::Bounding);
    let hull_nodes = scene.nodes.iter().enumerate().filter(|(_, node)| is_hull(node)).map(|(index, _)| index);
    let is_moved = |node: usize| {
        let is_skinned = scene.nodes.get(node).is_some_and(|node| node.skin.is_some());
        let expected = if is_skinned { Affine::IDENTITY } else { size };
        !is_near(&joints.stand(scene, node, &worlds), &expected, 1e-5 * expected.largest())
    };
    if solid.iter().copied().chain(hull_nodes).any(is_moved) {
        let what = "objects were moved, turned or stretched";
        losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, 1, "nodes");
        return None;
    }
    for ((name, block), node) in blocks.iter().zip(&solid) {
        let of = scene.nodes.get(*node)?;
        let mesh = scene.meshes.get(of.mesh?)?;
        let is_level = name.ends_with("_lod");
        let space = if is_level { bound } else { Space::from_skin(None) };
        let lod = block_mut(&mut asset, name)?;
        let weights = if has_weights { Weights::from_block(block) } else { Weights::default() };
        fill(lod, &counts(block), mesh, &space, &weights)?;
        refit(lod, &counts(block), mesh, &space, losses);
    }
    if !has_skeleton && let (Some(skin), Some(own)) = (skin, asset.skin.as_mut().and_then(Block::value_mut)) {
        let anew = Bones::all(scene, &joints, losses).skin();
        own.joint_names = anew.joint_names;
        own.inverse_bind_matrix = anew.inverse_bind_matrix;
        // The kept alternative matrices belong to the previous joints.
        if own.alt_inverse_bind_matrix.as_ref().is_some_and(|all| all.len() != skin.joints.len()) {
            own.alt_inverse_bind_matrix = None;
        }
    }
    if kept.field("hulls").is_some() {
        hulls(scene, kept, &mut asset, losses);
    }
    Some(asset)
}

/// The numbers of vertices and triangles of each face.
fn counts(block: &Json) -> Vec<usize> {
    let list = block.get("faces").map(Json::items).unwrap_or_default();
    list.iter().map(|count| count.as_usize().unwrap_or(0)).collect()
}

/// The properties of stored weights that normalised weights do not have.
#[derive(Default)]
struct Weights {
    /// For each vertex, the difference between 65,535 and the sum of its weights.
    sums: Vec<u8>,
    /// Vertices whose weights cannot be restored from normalised ones.
    odd: HashMap<usize, Influences>,
}

impl Weights {
    fn from_block(block: &Json) -> Self {
        let sums = block.get("missing_weights").and_then(unpacked).unwrap_or_default();
        let mut odd = HashMap::new();
        let numbers = block.get("odd_weights").map(Json::items).unwrap_or_default();
        let mut numbers = numbers.iter().map(|number| number.as_usize().unwrap_or(0));
        while let (Some(vertex), Some(count)) = (numbers.next(), numbers.next()) {
            let mut all = Vec::new();
            // A vertex has at most four influences (docs/formats/slmesh.md, 6).
            for _ in 0..count.min(4) {
                let (joint, weight) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
                let joint = u8::try_from(joint).unwrap_or_default();
                all.push(Influence { joint, weight: u16::try_from(weight).unwrap_or_default() });
            }
            odd.extend(Influences::new(&all).map(|influences| (vertex, influences)));
        }
        Self { sums, odd }
    }
}

/// The ranges of vertices and triangles of each face in the mesh.
fn ranges(counts: &[usize]) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let (mut vertex, mut triangle) = (0_usize, 0_usize);
    counts.as_chunks::<2>().0.iter().map(move |[n_vertices, n_triangles]| {
        let vertices = vertex..vertex.saturating_add(*n_vertices);
        let triangles = triangle..triangle.saturating_add(*n_triangles);
        (vertex, triangle) = (vertices.end, triangles.end);
        (vertices, triangles)
    })
}

/// Fills the arrays of the faces with the values of a mesh. The kept asset has empty arrays for values that the scene
/// shows.
fn fill(lod: &mut Lod, counts: &[usize], mesh: &Mesh, space: &Space, kept: &Weights) -> Option<()> {
    let shape = &mesh.shape;
    for (face, (vertices, triangles)) in lod.faces.iter_mut().zip(ranges(counts)) {
        if vertices.is_empty() {
            continue;
        }
        let domain = face.position_domain.unwrap_or_default();
        let points = shape.positions.get(vertices.clone())?;
        face.position = Some(points.iter().map(|point| steps(&domain, space.point_back(*point))).collect());
        if let Some(normals) = shape.normals.get(vertices.clone())
            && face.normal.as_ref().is_some_and(Vec::is_empty)
        {
            #[expect(clippy::cast_possible_truncation, reason = "as the viewer computes")]
            let step = |normal: &Vec3| {
                quantise_normal(space.normal_back(*normal).map(|number| number as f32), Rounding::Nearest)
            };
            face.normal = Some(normals.iter().map(step).collect());
        }
        if let Some(uvs) = shape.uvs.get(vertices.clone())
            && face.tex_coord0.as_ref().is_some_and(Vec::is_empty)
        {
            let domain = face.tex_coord0_domain.unwrap_or_default();
            // V points up in the asset.
            let turned = uvs.iter().map(|uv| [f64::from(uv.x), f64::from(1.0 - uv.y)]);
            face.tex_coord0 = Some(turned.map(|uv| steps(&domain, uv)).collect());
        }
        if face.weights.as_ref().is_some_and(Vec::is_empty) {
            let all = vertices.clone().map(|vertex| match kept.odd.get(&vertex) {
                Some(odd) => Some(*odd),
                None => influences(mesh, vertex, kept.sums.get(vertex).copied()),
            });
            face.weights = Some(all.collect::<Option<Vec<_>>>()?);
        }
        let first = u32::try_from(vertices.start).ok()?;
        let local = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|at| at.checked_sub(first).and_then(|at| u16::try_from(at).ok()));
            Some([a?, b?, c?])
        };
        let indices = shape.indices.get(triangles)?.iter().map(local);
        let indices = indices.collect::<Option<Vec<_>>>()?;
        if face.triangle_list.is_some() || !indices.is_empty() {
            face.triangle_list = Some(indices);
        }
    }
    Some(())
}

/// Quantises a value within a domain. Double precision makes this the exact inverse of decoding.
fn steps<const N: usize>(domain: &Domain<N>, value: [f64; N]) -> [u16; N] {
    share(domain, value).map(|share| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
        let stored = (share * 65_535.0).round() as u16;
        stored
    })
}

/// The position of a value between the ends of a domain, 0 to 1.
fn share<const N: usize>(domain: &Domain<N>, mut value: [f64; N]) -> [f64; N] {
    // Viewers compute with the ends in single precision.
    #[expect(clippy::cast_possible_truncation, reason = "as the viewer computes")]
    let single = |number: f64| f64::from(number as f32);
    for ((value, min), max) in value.iter_mut().zip(domain.min).zip(domain.max) {
        let extent = single(max) - single(min);
        *value = if extent == 0.0 { 0.0 } else { (*value - single(min)) / extent };
    }
    value
}

/// Replaces the domain if positions have moved out of it.
fn refit(lod: &mut Lod, counts: &[usize], mesh: &Mesh, space: &Space, losses: &mut Losses) {
    // The margin is more than half a step, for rounding.
    let half_a_step = 0.75 / 65_535.0;
    let is_inside = |share: f64| (-half_a_step..=1.0 + half_a_step).contains(&share);
    let points: Vec<[f64; 3]> = mesh.shape.positions.iter().map(|point| space.point_back(*point)).collect();
    let faces = || lod.faces.iter().zip(ranges(counts));
    let is_moved = faces().filter(|(face, _)| is_shown(face)).any(|(face, (vertices, _))| {
        let domain = face.position_domain.unwrap_or_default();
        let own = points.get(vertices).unwrap_or_default();
        own.iter().any(|point| !share(&domain, *point).into_iter().all(is_inside))
    });
    if !is_moved {
        return;
    }
    #[expect(clippy::cast_possible_truncation, reason = "domains are around single precision")]
    let domain = Domain::around(points.iter().map(|point| point.map(|number| number as f32)));
    for (face, (vertices, _)) in lod.faces.iter_mut().zip(ranges(counts)) {
        if !vertices.is_empty() {
            let own = points.get(vertices).unwrap_or_default();
            face.position = Some(own.iter().map(|point| steps(&domain, *point)).collect());
            face.position_domain = Some(domain);
        }
    }
    let what = "positions were moved out of their domain, which was recomputed";
    losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, 1, "position_domain");
}

/// The stored influences of a vertex. The weights are fractions of their sum, which is 65,535 less the part that was
/// missing.
fn influences(mesh: &Mesh, vertex: usize, missing: Option<u8>) -> Option<Influences> {
    let sum =
        f32::from(65_535_u16.saturating_sub(missing.filter(|missing| *missing < 255).unwrap_or(0).into()));
    let mut all: Vec<Influence> = Vec::new();
    for (joint, share) in mesh.influences(vertex).filter(|(_, share)| *share > 0.0).take(4) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
        let weight = (share * sum).round() as u16;
        all.push(Influence { joint: u8::try_from(joint).ok()?, weight });
    }
    Influences::new(&all)
}

/// Writes the points of the hulls.
fn hulls(scene: &Scene, kept: &Kept<'_>, asset: &mut MeshAsset, losses: &mut Losses) {
    let of = |is: &dyn Fn(&Role) -> bool| -> Vec<usize> {
        let all = scene.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some() && is(&node.role));
        all.map(|(index, _)| index).collect()
    };
    let both = of(&|role| matches!(role, Role::Hull | Role::Bounding));
    let fits = kept.fits("hulls", Witness::triangles(scene, &both), losses);
    let Some(convex) = asset.physics_convex.as_mut().and_then(Block::value_mut) else { return };
    let domain = convex.domain();
    let space = Space::from_skin(None);
    let stored = |node: &usize| -> Option<Vec<[u16; 3]>> {
        let mesh = scene.meshes.get(scene.nodes.get(*node)?.mesh?)?;
        Some(mesh.shape.positions.iter().map(|point| steps(&domain, space.point_back(*point))).collect())
    };
    let mut parts: Vec<_> = of(&|role| *role == Role::Hull).iter().filter_map(stored).collect();
    let mut around =
        of(&|role| *role == Role::Bounding).iter().filter_map(stored).collect::<Vec<_>>().concat();
    if !fits {
        // Other tools split vertices, so duplicates are removed.
        let mut n_left_out = 0_usize;
        for points in parts.iter_mut().chain([&mut around]) {
            let (few, n_more) = Convex::points_of_hull(points);
            (*points, n_left_out) = (few, n_left_out.saturating_add(n_more));
        }
        report_hull_points(n_left_out, losses);
        parts.retain(|part| !part.is_empty());
        // A count of 0 means 256.
        let counts = parts.iter().map(|part| u8::try_from(part.len()).unwrap_or(0)).collect();
        convex.hull_list = Some(counts).filter(|_| !parts.is_empty());
        convex.positions = None;
    }
    let parts = parts.concat();
    if convex.positions.is_some() || !parts.is_empty() {
        convex.positions = Some(parts);
    }
    if convex.bounding_verts.is_some() || !around.is_empty() {
        convex.bounding_verts = Some(around);
    }
}

/// Reports corners of hulls that exceed the number an asset can store.
fn report_hull_points(n_left_out: usize, losses: &mut Losses) {
    let what = "corners of hulls, which have at most 256 each";
    losses.report(LossCode::PhysicsDropped, LossSeverity::Lost, what, n_left_out, "");
}

/// Builds assets from the visible nodes, as the viewer's uploader does.
fn anew(
    scene: &Scene,
    options: &AssetOptions,
    rigging: Rigging,
    is_split: bool,
    losses: &mut Losses,
) -> Result<MadeAssets, Problem> {
    faces::refuse_too_many(scene)?;
    let levels = bake::levels(scene);
    let all: Vec<usize> = levels.concat();
    let worlds = scene.worlds_at_rest();
    let joints = Joints::unposed(scene, &all, &worlds, rigging.is_own(), losses);
    let stance = fit::stance(scene, &joints, rigging);
    let turn = fit::turn(&stance).to_mat4();
    let shape = |nodes: &[usize], joints: &Joints| {
        let mut shape = bake::shape(scene, nodes, joints, &worlds);
        shape.transform(turn);
        shape
    };
    let what = "levels of detail beyond the fourth";
    losses.report(LossCode::LodDropped, LossSeverity::Lost, what, levels.len().saturating_sub(4), "");
    // An asset has at most four levels (docs/formats/slmesh.md, 4).
    let mut shapes: Vec<TriMesh> = levels.iter().take(4).map(|nodes| shape(nodes, &joints)).collect();
    let n_merged = shapes.iter_mut().map(faces::merge).fold(0, usize::saturating_add);
    let what = "parts were merged into one face with others of the same material";
    losses.report(LossCode::GroupMerged, LossSeverity::Changed, what, n_merged, "");
    faces::name_nothing(&mut shapes);
    let n_made = shapes.iter_mut().map(bake::make_normals).sum();
    let what = "normals were computed from the triangles";
    losses.report(LossCode::NormalMade, LossSeverity::Changed, what, n_made, "");
    let bones = Bones::select(scene, &joints, &shapes, rigging, losses)?;
    bones.hang(&mut shapes, losses);
    let fit = Fit::new(&bones, &stance, rigging);
    shapes.iter_mut().for_each(|shape| fit.pose(shape));
    let Some((high, lower)) = shapes.split_first().filter(|(high, _)| !high.indices.is_empty()) else {
        return Err(Problem::new(ProblemKind::Unsupported, "the scene has no triangles"));
    };
    if !faces::has_area(high) {
        let message = "the model has no area: its triangles are all lines or points";
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    let skin = fit.skin(&bones, high, options.joint_positions.as_ref(), losses);
    let mut builder = Builder::new(high).drop_degenerate(options.drop_degenerate);
    builder = builder.material_names(options.names_materials);
    for (level, shape) in [Level::Medium, Level::Low, Level::Lowest].into_iter().zip(lower) {
        builder = builder.level(level, shape);
    }
    let mut physics = Shapes::of_scene(scene, |node| shape(&[node], &Joints::default()));
    let of_error = options.physics_error.map(|_| Physics::Hulls(u8::MAX));
    if let Some(wanted) = options.physics.or(of_error) {
        physics = physics.asked_for(wanted, options.physics_error, &shapes, losses);
    }
    if !physics.mesh.indices.is_empty() {
        builder = builder.physics_mesh(&physics.mesh);
    }
    builder = builder.hulls(physics.hulls.clone());
    if physics.around.is_empty() {
        let what = "the hull around everything was computed";
        losses.report(LossCode::HullMade, LossSeverity::Note, what, 1, "physics_convex");
    } else {
        builder = builder.bounding_points(physics.around.clone());
    }
    if let Some(skin) = skin {
        builder = builder.skin(skin);
    }
    let built = if is_split { builder.build_all() } else { builder.build().map(BuiltAll::from) };
    let BuiltAll { assets, scale, centre, report, .. } = built.map_err(|error| match error.kind() {
        ErrorKind::TooManyFaces { .. } => failed(error).help(
            "each material needs one face per 65,534 vertices: use fewer materials, simplify the model, or \
             split it into several assets",
        ),
        _ => failed(error),
    })?;
    physics.report_degenerate(&report.degenerate, options.drop_degenerate, losses);
    report_built(&report, assets.len(), losses);
    Ok(MadeAssets { assets, scale, centre })
}

/// Reports the changes that the builder made.
fn report_built(report: &Report, n_assets: usize, losses: &mut Losses) {
    use LossSeverity::{Changed, Lost, Note};
    for (code, severity, what, count) in [
        (LossCode::LodCopied, Note, "levels of detail are copies of the next finer one", report.copied.len()),
        (LossCode::GroupSplit, Changed, "groups became several faces", report.split.len()),
        (
            LossCode::GroupSplit,
            Changed,
            "further assets, since an asset has eight faces: they fit together at one position and scale",
            n_assets.saturating_sub(1),
        ),
        (LossCode::TriDropped, Lost, "triangles with a missing vertex", report.n_triangles_left_out),
        (
            LossCode::TriDropped,
            Lost,
            "faces of fewer than three vertices have no geometry",
            report.n_too_small,
        ),
        (
            LossCode::WeightRounded,
            Changed,
            "weights of vertices were made to add up to 1",
            report.n_renormalised,
        ),
        (LossCode::WeightRounded, Changed, "vertices without weights", report.n_unweighted),
    ] {
        losses.report(code, severity, what, count, "");
    }
    report_hull_points(report.n_hull_points_left_out, losses);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::slmesh::Face;

    #[test]
    fn stored_numbers_come_back_from_their_values() {
        for domain in [Domain::new([-0.5], [0.5]), Domain::new([-0.01], [0.01]), Domain::new([-20.0], [35.0])]
        {
            for stored in 0..=u16::MAX {
                assert_eq!(steps(&domain, domain.value([stored]).map(f64::from)), [stored]);
            }
        }
        assert_eq!(steps(&Domain::new([1.0], [1.0]), [7.0]), [0]);
    }

    #[test]
    fn a_face_without_vertices_is_left_alone() {
        let mut lod = Lod { faces: vec![Face { no_geometry: Some(true), ..Face::default() }] };
        let before = lod.clone();
        fill(&mut lod, &[0, 0], &Mesh::default(), &Space::from_skin(None), &Weights::default()).unwrap();
        assert_eq!(lod, before);
    }
}
