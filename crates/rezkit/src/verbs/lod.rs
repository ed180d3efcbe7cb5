//! Generation of levels of detail for existing models.

use super::land_impact::{CostLimit, TriedLevels, fit};
use crate::verbs::edit::Edited;
use ::slmesh::{Builder, Level, MeshAsset, MissingLevels};
use convert::{AssetOptions, SceneOptions, from_scene, to_scene};
use files::Format;
use files::fault::refused;
use files::{Asset, File};
use scene::{LevelPlan, Loss, LossSeverity, MadeLevel, Mesh, Node, Problem, ProblemKind, Scene};

/// Options of [`lod`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct LodOptions {
    /// The levels to generate.
    pub plan: LevelPlan,
    /// Upper bound on the cost of a Second Life mesh.
    pub limit: Option<CostLimit>,
}

impl LodOptions {
    /// Generates these levels, without a bound on their cost.
    pub fn new(plan: LevelPlan) -> Self {
        Self { plan, limit: None }
    }

    /// Sets an upper bound on the cost of a Second Life mesh.
    pub fn limit(self, limit: CostLimit) -> Self {
        Self { limit: Some(limit), ..self }
    }
}

/// The result of [`lod`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Lodded {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The levels, the finest first.
    pub levels: Vec<MadeLevel>,
    /// The levels that were tried, to keep below a cost.
    pub tried: Vec<TriedLevels>,
    /// Features that the file represents differently now.
    pub losses: Vec<Loss>,
}

impl From<Lodded> for Edited {
    fn from(made: Lodded) -> Self {
        let mut notes = lines(&made.levels, &made.tried);
        notes.extend(made.losses.iter().map(|loss| format!("{}: {loss}", loss.code)));
        Self::new(made.bytes, made.levels.len(), notes)
    }
}

/// A table of the levels that were tried, then the generated levels, as lines of text.
#[must_use]
pub fn lines(levels: &[MadeLevel], tried: &[TriedLevels]) -> Vec<String> {
    let joined = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" → ");
    let of_try = |(number, tried): (usize, &TriedLevels)| {
        let triangles = joined(&mut tried.triangles.iter().map(ToString::to_string));
        let bytes = joined(&mut tried.n_bytes.iter().map(ToString::to_string));
        let shares = joined(&mut tried.shares.iter().map(|share| format!("{:.0} %", share * 100.0)));
        format!(
            "try {number}: {triangles} triangles, {bytes} bytes: cost {:.3}, of which {shares}",
            tried.streaming_cost
        )
    };
    let mut lines: Vec<String> = (1..).zip(tried).map(of_try).collect();
    for level in levels {
        lines.push(level.to_string());
        lines.extend(level.remarks.iter().map(|remark| format!("level {}: {remark}", level.level)));
    }
    lines
}

/// Generates levels of detail of a Second Life mesh asset or a Roblox mesh from its finest one. Everything else stays
/// unchanged.
///
/// ```rust,standalone_crate
/// use rezkit::lod::{LodOptions, lod};
/// use rezkit::scene::LevelPlan;
/// use rezkit::{File, OpenOptions};
///
/// let mesh = include_bytes!("../../fixtures/rbxmesh/valid/v300.mesh");
/// let file = File::open(mesh, &OpenOptions::default())?;
/// // However far that is from the cube that it was.
/// let plan = LevelPlan::with_triangles(vec![6, 4]).max_error(f32::INFINITY);
/// let made = lod(&file, &LodOptions::new(plan))?;
/// assert_eq!(made.levels.iter().map(|level| level.n_triangles).collect::<Vec<_>>(), [6, 4]);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the format has no levels of detail, the file has no triangles, or no levels are within the cost.
pub fn lod(file: &File<'_>, options: &LodOptions) -> Result<Lodded, Problem> {
    // Reading may take much memory, so it is delayed until the format is known to have levels.
    let asset = || Asset::read_within(file.bytes(), Some(file.memory()));
    match file.identity().format {
        Format::RbxMesh if options.limit.is_some() => {
            let message = "only meshes of Second Life have a land impact";
            Err(Problem::new(ProblemKind::Unsupported, message))
        }
        format @ (Format::SlMesh | Format::RbxMesh) => match asset()? {
            Asset::SlMesh(asset) => of_second_life(&asset, file, options),
            asset @ Asset::RbxMesh(_) => of_roblox(asset, file, options),
            _ => Err(no_levels(format)),
        },
        format => Err(no_levels(format)),
    }
}

/// The error for a format without levels.
pub(crate) fn no_levels(format: Format) -> Problem {
    let message = format!("{} has no levels of detail", format.in_words());
    Problem::new(ProblemKind::Unsupported, message)
}

fn of_second_life(asset: &MeshAsset, file: &File<'_>, options: &LodOptions) -> Result<Lodded, Problem> {
    let mut tried = Vec::new();
    let mut plan = options.plan.clone();
    if let Some(limit) = &options.limit {
        let fitted = fit(&plan, limit, &mut |plan| with_levels(asset, file, plan))?;
        (plan, tried) = (fitted.plan, fitted.tried);
    }
    let (levels, bytes) = with_levels(asset, file, &plan)?;
    Ok(Lodded { bytes, levels, tried, losses: Vec::new() })
}

/// Replaces the levels of an asset.
fn with_levels(
    asset: &MeshAsset,
    file: &File<'_>,
    plan: &LevelPlan,
) -> Result<(Vec<MadeLevel>, Vec<u8>), Problem> {
    let Some((shape, _)) = asset.to_trimesh(Level::High) else {
        return Err(Problem::new(ProblemKind::Empty, "the high level of the mesh cannot be read"));
    };
    // Faces of levels are matched by their order, which distinct materials could change.
    let mut scene = Scene::default();
    scene.meshes.push(Mesh { shape, ..Mesh::default() });
    scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.shape.groups).for_each(|group| group.material = None);
    scene.nodes.push(Node { mesh: Some(0), ..Node::default() });
    let n_triangles = scene.n_triangles();
    let levels = scene.make_levels_within(plan, &file.allowance())?;
    if levels.len() > Level::ALL.len() {
        let message = "a mesh of Second Life has four levels of detail";
        return Err(Problem::new(ProblemKind::Value, message));
    }
    let mut builder: Option<Builder<'_>> = None;
    for (number, level) in (0_u8..).zip(Level::ALL.into_iter().rev()) {
        // A missing level is a copy of the next finer one.
        let node = scene.at_level(number).first().and_then(|node| scene.nodes.get(*node));
        let Some(mesh) = node.and_then(|node| scene.meshes.get(node.mesh?)) else { continue };
        builder = Some(match builder {
            None => Builder::new(&mesh.shape),
            Some(builder) => builder.level(level, &mesh.shape),
        });
    }
    let Some(mut builder) = builder else {
        return Err(Problem::new(ProblemKind::Empty, "the mesh has no levels of detail"));
    };
    // The geometry of an asset already lies in the unit cube, and must not be moved.
    builder = builder.fit(false).normalized_scale(false).missing_levels(MissingLevels::Copy);
    if let Some(skin) = asset.skin.as_ref().and_then(|block| block.value()) {
        builder = builder.skin(skin.clone());
    }
    let built = builder.build().map_err(refused)?;
    let scale =
        asset.level(Level::High).and_then(|lod| lod.faces.first()).and_then(|face| face.normalized_scale);
    let mut asset = asset.clone();
    for (number, level) in (0_u8..).zip(Level::ALL.into_iter().rev()) {
        let is_as_it_was =
            number == 0 && levels.first().is_some_and(|level| level.n_triangles == n_triangles);
        let Some(lod) = built.asset.level(level).filter(|_| !is_as_it_was) else { continue };
        let mut lod = lod.clone();
        lod.faces
            .iter_mut()
            .filter(|face| face.no_geometry.is_none())
            .for_each(|face| face.normalized_scale = scale);
        asset.set_level(level, lod);
    }
    let bytes = ::slmesh::write_onto(&asset, file.bytes()).map_err(refused)?;
    Ok((levels, bytes))
}

fn of_roblox(asset: Asset, file: &File<'_>, options: &LodOptions) -> Result<Lodded, Problem> {
    let (mut scene, _) = to_scene(&asset, &SceneOptions::default().max_memory(file.memory()))?;
    let format = asset.format();
    let Asset::RbxMesh(before) = asset else { return Err(no_levels(format)) };
    let version = before.version;
    // Names of bones can be larger than the rest of the model, so the first copy is dropped.
    drop(before);
    let levels = scene.make_levels_within(&options.plan, &file.allowance())?;
    let mut wanted = AssetOptions::default();
    // Versions before 3.00 have one level.
    if levels.len() > 1 && version.major < 3 {
        wanted = wanted.version(::rbxmesh::Version::V3_00);
    }
    let (made, mut losses) = from_scene(&scene, Format::RbxMesh, &wanted)?;
    drop(scene);
    // Notes about regenerated levels are dropped: that was requested.
    losses.retain(|loss| loss.severity == LossSeverity::Lost);
    let Asset::RbxMesh(made) = made else { return Err(no_levels(format)) };
    let bytes = ::rbxmesh::write_onto(&made, file.bytes()).map_err(refused)?;
    Ok(Lodded { bytes, levels, tried: Vec::new(), losses })
}
