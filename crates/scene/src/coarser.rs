//! Levels of detail, simplified from the finest one.

use super::budget::{Account, shares};
use super::joined::Joined;
use super::simplify::{History, Simplified, Simplifier, SimplifyOptions, Stop};
use crate::allowance::Allowance;
use crate::mesh::{Mesh, Morph};
use crate::node::{Node, Role};
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use crate::subset;
use crate::threads;
use geom::{Aabb, TriMesh, Vec3};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Default ratio between the triangle counts of consecutive levels: that of the uploader of Second Life's viewer.
const RATIO: usize = 3;

/// Factor between the largest errors of consecutive levels.
const MORE_ERROR: f32 = 2.0;

/// Options for levels of detail.
///
/// ```
/// use scene::{LevelPlan, Role};
///
/// let mut scene = scene::obj::read(b"v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 1 0 -1\nv 2 0 0\nv 2 0 -1\no field\nf 1 2 3\nf 3 2 4\nf 2 5 4\nf 5 6 4\n")?;
/// let made = scene.make_levels(&LevelPlan::with_triangles(vec![4, 2]))?;
/// assert_eq!((made[0].n_triangles, made[1].n_triangles, made[1].error), (4, 2, 0.0));
/// assert_eq!((&*scene.nodes[1].name, scene.nodes[1].role), ("field_LOD1", Role::Lod { of: 0, level: 1 }));
/// # Ok::<(), scene::Problem>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct LevelPlan {
    /// The number of triangles of each level, summed over all meshes, the finest first.
    pub triangles: LevelSizes,
    /// The error of the first level after the finest, as a fraction of the size of each mesh; each further level may
    /// have twice the error of the one before.
    pub first_error: Option<f32>,
    /// The largest error of any level, as a fraction of the size of the model. A level that would exceed it keeps more
    /// triangles, and the result reports the error it would have had.
    pub max_error: f32,
    /// Removes small parts where that changes less than any other simplification.
    pub drops_parts: bool,
}

/// The triangle counts of levels.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelSizes {
    /// The number of levels, and the divisor between them: the finest level is unchanged, and with a divisor of 3, each
    /// further level has a third of the triangles of the level before.
    Parts(u8, usize),
    /// The count of each level, the finest first. The finest level is unchanged if it has no more triangles than its
    /// count.
    Each(Vec<usize>),
}

impl LevelPlan {
    /// The default for the largest error, as a fraction of the size: beyond it, a model is hardly recognisable.
    pub const MAX_ERROR: f32 = 0.05;

    /// A plan for this number of levels: the finest is unchanged, and each further one has a third of the triangles of
    /// the one before.
    pub fn levels(n_levels: u8) -> Self {
        Self {
            triangles: LevelSizes::Parts(n_levels, RATIO),
            first_error: None,
            max_error: Self::MAX_ERROR,
            drops_parts: true,
        }
    }

    /// A plan for this number of levels: the finest is unchanged, and each further one has half of the triangles of the
    /// one before. Callers use this plan to search for levels that fit a budget.
    pub fn halves(n_levels: u8) -> Self {
        Self { triangles: LevelSizes::Parts(n_levels, 2), ..Self::levels(n_levels) }
    }

    /// A plan for levels with these numbers of triangles, the finest first.
    pub fn with_triangles(triangles: Vec<usize>) -> Self {
        Self {
            triangles: LevelSizes::Each(triangles),
            first_error: None,
            max_error: Self::MAX_ERROR,
            drops_parts: true,
        }
    }

    /// Sets the error of the first level after the finest, as a fraction of the size of each mesh; each further level
    /// may have twice the error of the one before. No parts are removed then.
    pub fn first_error(self, error: f32) -> Self {
        Self { first_error: Some(error), drops_parts: false, ..self }
    }

    /// Sets the largest error of any level, as a fraction of the size of the model, which is the longest side of its
    /// bounding box.
    pub fn max_error(self, error: f32) -> Self {
        Self { max_error: error, ..self }
    }

    /// The number of triangles of each level, for a scene with this many.
    fn sizes(&self, n_triangles: usize) -> Vec<usize> {
        match &self.triangles {
            LevelSizes::Each(sizes) => sizes.clone(),
            // The error alone decides where to stop.
            LevelSizes::Parts(n_levels, _) if self.first_error.is_some() => {
                (0..*n_levels).map(|level| if level == 0 { n_triangles } else { 0 }).collect()
            }
            LevelSizes::Parts(n_levels, part) => {
                let fewer = |size: &usize| Some(size.checked_div(*part).unwrap_or(*size).max(1));
                std::iter::successors(Some(n_triangles), fewer).take((*n_levels).into()).collect()
            }
        }
    }

    /// The options for a mesh.
    fn options(&self, level: u8, source: &Source<'_>) -> SimplifyOptions {
        let Source { size, n_times, .. } = *source;
        let options = SimplifyOptions::default().drops_parts(self.drops_parts).extent(size);
        let options = options.drops_all(!source.is_largest).max_error(self.max_error);
        let Some(error) = self.first_error.filter(|_| level > 0) else { return options };
        let error = (1..level).fold(error, |error, _| error * MORE_ERROR) / n_times;
        options.max_error(error.min(self.max_error))
    }
}

/// A level of detail that was built or kept.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MadeLevel {
    /// The number of the level; 0 is the finest.
    pub level: u8,
    /// The requested number of triangles; `null` if only an error was requested.
    pub n_wanted: Option<usize>,
    /// The number of triangles, counted for each node that shows a mesh.
    pub n_triangles: usize,
    /// The number of vertices of the meshes of the level.
    pub n_vertices: usize,
    /// The largest deviation of the surface in the unit of the scene, as a root mean square: single points may be
    /// farther away. 0 if the level is unchanged.
    pub error: f32,
    /// The largest deviation as a fraction of the size of the model, which is the longest side of its bounding box.
    pub error_share: f32,
    /// Losses, and the reasons why the level has more triangles than requested.
    pub remarks: Vec<String>,
}

impl fmt::Display for MadeLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}: {} triangles, {} vertices", self.level, self.n_triangles, self.n_vertices)?;
        if self.error > 0.0 {
            write!(f, ", error {}, {} of its size", shortest(self.error), percent(self.error_share))?;
        }
        Ok(())
    }
}

/// A number with two significant digits.
fn shortest(error: f32) -> String {
    let text = format!("{error:.1e}");
    match text.parse::<f32>() {
        Ok(rounded) if (0.001..1000.0).contains(&rounded) => rounded.to_string(),
        _ => text,
    }
}

fn percent(share: f32) -> String {
    format!("{} %", shortest(share * 100.0))
}

/// A mesh simplified for a level.
struct Coarse {
    simplified: Simplified,
    /// The size of the model in the unit of the mesh.
    size: f32,
    /// The error with the requested number of triangles, if it exceeds the limit.
    beyond: f32,
    /// The number of nodes that show the mesh.
    n_uses: usize,
}

/// The index of a mesh, or several that are joined.
enum Meshes<'m> {
    One(usize),
    Joined(&'m Joined),
}

/// A mesh of the finest level, or several that are joined, and the history of its simplification.
struct Source<'m> {
    shape: &'m TriMesh,
    meshes: Meshes<'m>,
    /// The number of nodes that show the mesh.
    n_uses: usize,
    /// The size of the model: as a multiple of the size of the mesh, and in the unit of the mesh.
    n_times: f32,
    size: f32,
    /// Set for the mesh that is never removed as a whole.
    is_largest: bool,
    /// `None` if only errors limit the levels.
    history: Option<History<'m>>,
}

impl<'m> Source<'m> {
    /// Estimated memory for a mesh, its vertices and its triangles, in bytes.
    fn memory(&self, [of_mesh, of_vertex, of_triangle]: [usize; 3]) -> usize {
        let of_vertices = self.shape.positions.len().saturating_mul(of_vertex);
        let of_triangles = self.shape.indices.len().saturating_mul(of_triangle);
        of_mesh.saturating_add(of_vertices).saturating_add(of_triangles)
    }

    /// Estimated memory while the mesh is simplified, in bytes.
    fn cost(&self) -> usize {
        self.memory([300_000, 700, 150])
    }

    /// Estimated memory of its history, in bytes.
    fn history_cost(&self) -> usize {
        self.memory([1000, 40, 40])
    }

    fn simplifier(&self, options: &SimplifyOptions) -> Simplifier<'m> {
        match self.meshes {
            Meshes::One(_) => Simplifier::new(self.shape, options),
            Meshes::Joined(joined) => Simplifier::of_joined(self.shape, &joined.starts(), options),
        }
    }

    /// The steps of the simplification; `None` if only errors limit the levels.
    fn account(&self) -> Option<Account<'_>> {
        let steps = self.history.as_ref()?.steps();
        Some(Account { n_uses: self.n_uses, steps })
    }

    fn simplified(&self, options: &SimplifyOptions) -> Simplified {
        match &self.history {
            Some(history) => history.reach(options.n_triangles),
            None => self.simplifier(options).reach(options.n_triangles),
        }
    }
}

/// Simplifies all meshes to a total number of triangles, or as far as their errors allow if they have no histories.
fn coarse(
    scene: &Scene,
    sources: &[Source<'_>],
    size: usize,
    options: &(dyn Fn(&Source<'_>) -> SimplifyOptions + Sync),
    memory: &Allowance,
) -> Result<BTreeMap<usize, Coarse>, Problem> {
    // Where no distribution reaches the number, each mesh is simplified as far as possible.
    let wanted = match sources {
        [source] => vec![size.checked_div(source.n_uses).unwrap_or(size).max(1)],
        sources => {
            let accounts: Option<Vec<Account<'_>>> = sources.iter().map(Source::account).collect();
            let wanted = accounts.and_then(|accounts| shares(&accounts, size));
            wanted.unwrap_or_else(|| vec![0; sources.len()])
        }
    };
    let is_alone = sources.len() == 1;
    let mut pairs: Vec<(&Source<'_>, usize)> = sources.iter().zip(wanted).collect();
    let made = threads::each(&mut pairs, |(source, n_triangles)| {
        let options = SimplifyOptions { n_triangles: *n_triangles, ..options(source) };
        let simplified = source.simplified(&options);
        // A mesh that stopped at the largest error is simplified once more, only to report the error that it would
        // have. Several meshes that cannot reach the number have no shares of it.
        let is_told = simplified.stop == Stop::Error && size > 0 && is_alone;
        let further = is_told.then(|| source.simplifier(&options.max_error(f32::INFINITY)));
        (simplified, further.map_or(0.0, |mut further| further.reach(*n_triangles).error))
    });
    let mut done: BTreeMap<usize, Coarse> = BTreeMap::new();
    for (source, (simplified, beyond)) in sources.iter().zip(made) {
        let meshes = match source.meshes {
            Meshes::One(mesh) => vec![(mesh, simplified)],
            Meshes::Joined(joined) => joined.split(scene, &simplified),
        };
        for (index, simplified) in meshes {
            if let Some(mesh) = scene.meshes.get(index) {
                memory.take(coarse_cost(mesh, &simplified))?;
            }
            done.insert(index, Coarse { simplified, size: source.size, beyond, n_uses: source.n_uses });
        }
    }
    Ok(done)
}

impl Scene {
    /// Builds levels of detail from the finest one, which replace existing levels.
    ///
    /// All meshes share the triangles of a level: those whose removal changes the model least are removed first,
    /// whichever mesh they belong to. Common borders of meshes that are shown once stay closed. Lines, points and polygons are in the finest level only.
    ///
    /// # Errors
    ///
    /// If there are no triangles, or no level is requested.
    pub fn make_levels(&mut self, plan: &LevelPlan) -> Result<Vec<MadeLevel>, Problem> {
        self.make_levels_within(plan, &Allowance::new(usize::MAX))
    }

    /// Builds levels as [`make_levels`](Self::make_levels) does, within a limit on memory.
    pub fn make_levels_within(
        &mut self,
        plan: &LevelPlan,
        memory: &Allowance,
    ) -> Result<Vec<MadeLevel>, Problem> {
        let finest = self.at_level(0);
        let mut uses: BTreeMap<usize, usize> = BTreeMap::new();
        for mesh in finest.iter().filter_map(|node| self.nodes.get(*node)?.mesh) {
            let n_uses = uses.entry(mesh).or_default();
            *n_uses = n_uses.saturating_add(1);
        }
        uses.retain(|mesh, _| self.meshes.get(*mesh).is_some_and(|mesh| !mesh.shape.indices.is_empty()));
        let n_triangles = self.n_shown(&uses);
        if n_triangles == 0 {
            return Err(Problem::new(
                ProblemKind::Empty,
                "the model has no triangles, so it can have no levels of detail",
            ));
        }
        let sizes = plan.sizes(n_triangles);
        // The role of a node has its level as a byte.
        if sizes.is_empty() || sizes.len() > 255 {
            let message = "the number of levels of detail must be 1 to 255";
            return Err(Problem::new(ProblemKind::Value, message));
        }
        let (whole, times) = self.times_as_large(&finest);
        let smallest = sizes.iter().copied().min().unwrap_or_default();
        let has_histories = plan.first_error.is_none() && smallest < n_triangles;
        let joined = if has_histories { Joined::from_scene(self, &finest, &uses, memory)? } else { None };
        let mut sources = self.sources(&uses, &times, joined.as_ref(), whole);
        memory.take(self.levels_cost(sizes.len(), &sources))?;
        if has_histories {
            let is_alone = sources.len() == 1;
            threads::each(&mut sources, |source| {
                // A mesh among others may be left out.
                let n_least = smallest.checked_div(source.n_uses).filter(|_| is_alone).unwrap_or_default();
                source.history = Some(source.simplifier(&plan.options(0, source)).record(n_least));
            });
        }
        let mut made = Vec::new();
        let mut levels = Vec::new();
        for (level, size) in (0..=u8::MAX).zip(sizes) {
            let is_kept = level == 0 && size >= n_triangles;
            let coarse = if is_kept {
                BTreeMap::new()
            } else {
                let options = |source: &Source<'_>| plan.options(level, source);
                coarse(self, &sources, size, &options, memory)?
            };
            let has_size = matches!(plan.triangles, LevelSizes::Each(_)) || plan.first_error.is_none();
            made.push(self.made(level, has_size.then_some(size), whole, &uses, &coarse));
            levels.push(coarse);
        }
        drop(sources);
        self.put(&finest, levels);
        Ok(made)
    }

    /// The visible meshes, of which some are joined.
    fn sources<'m>(
        &'m self,
        uses: &BTreeMap<usize, usize>,
        times: &BTreeMap<usize, f32>,
        joined: Option<&'m Joined>,
        whole: f32,
    ) -> Vec<Source<'m>> {
        let source = |(index, n_uses): (&usize, &usize)| {
            let (mesh, n_times) = (self.meshes.get(*index)?, times.get(index).copied().unwrap_or(1.0));
            let size = mesh.shape.bounds().map_or(0.0, |bounds| longest(bounds.size()) * n_times);
            let (shape, meshes, n_uses) = (&mesh.shape, Meshes::One(*index), *n_uses);
            Some(Source { shape, meshes, n_uses, n_times, size, is_largest: false, history: None })
        };
        let mut sources: Vec<Source<'m>> = uses.iter().filter_map(source).collect();
        if let Some(largest) = sources.iter_mut().min_by(|a, b| a.n_times.total_cmp(&b.n_times)) {
            largest.is_largest = true;
        }
        if let Some(joined) = joined {
            let members = joined.meshes();
            let is_member = |source: &Source<'_>| match source.meshes {
                Meshes::One(mesh) => members.binary_search(&mesh).is_ok(),
                Meshes::Joined(_) => false,
            };
            let is_largest = sources.iter().any(|source| source.is_largest && is_member(source));
            sources.retain(|source| !is_member(source));
            let (shape, meshes) = (&joined.shape, Meshes::Joined(joined));
            let (n_uses, n_times, size, history) = (1, 1.0, whole, None);
            sources.push(Source { shape, meshes, n_uses, n_times, size, is_largest, history });
        }
        sources
    }

    /// Estimated memory of these levels without their meshes: for the histories, for the largest meshes while they are
    /// simplified, one on each thread, and for the nodes until they are written.
    fn levels_cost(&self, n_levels: usize, sources: &[Source<'_>]) -> usize {
        // The estimate includes the node in the scene itself.
        const BYTES_OF_NODE: usize = 1200;
        let of_node = |node: &Node| {
            let n_bytes = size_of_val(&*node.weights).saturating_add(node.name.len());
            BYTES_OF_NODE.saturating_add(n_bytes)
        };
        let shown = self.nodes.iter().filter(|node| node.mesh.is_some());
        let nodes = shown.map(of_node).fold(0, usize::saturating_add).saturating_mul(n_levels);
        let histories = sources.iter().map(Source::history_cost).fold(nodes, usize::saturating_add);
        let mut costs: Vec<usize> = sources.iter().map(Source::cost).collect();
        costs.sort_unstable();
        costs.into_iter().rev().take(threads::count()).fold(histories, usize::saturating_add)
    }

    /// The size of the model, and for each mesh, this size relative to the largest instance of the mesh.
    fn times_as_large(&self, finest: &[usize]) -> (f32, BTreeMap<usize, f32>) {
        let worlds = self.worlds_at_rest();
        let mut sizes: BTreeMap<usize, f32> = BTreeMap::new();
        let mut boxes: BTreeMap<usize, Option<Aabb>> = BTreeMap::new();
        let mut whole: Option<Aabb> = None;
        for (node, mesh) in finest.iter().filter_map(|node| Some((*node, self.nodes.get(*node)?.mesh?))) {
            let Some(of_node) = self.meshes.get(mesh) else { continue };
            let Some(local) = *boxes.entry(mesh).or_insert_with(|| of_node.shape.bounds()) else { continue };
            // At rest, one vertex of a skinned mesh moves about as all others do.
            let mover = self.mover(node, of_node, &worlds).transform(0);
            let corners = [0_u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| mover.point(corner_of(&local, corner)));
            #[expect(clippy::cast_possible_truncation, reason = "meshes are of single precision")]
            let corners = corners.map(|point| Vec3::from_array(point.map(|number| number as f32)));
            let Some(own) = Aabb::from_points(corners) else { continue };
            let size = sizes.entry(mesh).or_default();
            *size = size.max(longest(own.size()));
            whole = Some(whole.map_or(own, |whole| whole.union(own)));
        }
        let whole = whole.map_or(0.0, |whole| longest(whole.size()));
        let times = |size: f32| if size > 0.0 && whole.is_finite() { (whole / size).max(1.0) } else { 1.0 };
        (whole, sizes.into_iter().map(|(mesh, size)| (mesh, times(size))).collect())
    }

    fn n_shown(&self, uses: &BTreeMap<usize, usize>) -> usize {
        let counts = uses.iter().map(|(mesh, n_uses)| {
            let n_triangles = self.meshes.get(*mesh).map_or(0, |mesh| mesh.shape.indices.len());
            n_triangles.saturating_mul(*n_uses)
        });
        counts.fold(0, usize::saturating_add)
    }

    fn made(
        &self,
        level: u8,
        n_wanted: Option<usize>,
        whole: f32,
        uses: &BTreeMap<usize, usize>,
        coarse: &BTreeMap<usize, Coarse>,
    ) -> MadeLevel {
        let mut made = MadeLevel {
            level,
            n_wanted,
            n_triangles: 0,
            n_vertices: 0,
            error: 0.0,
            error_share: 0.0,
            remarks: Vec::new(),
        };
        if coarse.is_empty() {
            let meshes = uses.keys().filter_map(|mesh| self.meshes.get(*mesh));
            made.n_vertices = meshes.map(|mesh| mesh.shape.positions.len()).fold(0, usize::saturating_add);
            made.n_triangles = self.n_shown(uses);
            return made;
        }
        let mut counts = [0_usize; 5];
        let mut beyond = 0.0_f32;
        for Coarse { simplified, size, beyond: further, n_uses, .. } in coarse.values() {
            let share = |error: f32| if *size > 0.0 { error / size } else { 0.0 };
            made.error_share = made.error_share.max(share(simplified.error));
            beyond = beyond.max(share(*further));
            let n_triangles = simplified.shape.indices.len();
            made.n_triangles = made.n_triangles.saturating_add(n_triangles.saturating_mul(*n_uses));
            made.n_vertices = made.n_vertices.saturating_add(simplified.vertices.len());
            let facts = [
                simplified.n_left_out,
                simplified.n_parts_dropped,
                usize::from(simplified.stop == Stop::Stuck),
                usize::from(simplified.stop == Stop::Error),
                usize::from(simplified.stop == Stop::Work),
            ];
            counts.iter_mut().zip(facts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
        }
        // One part may be worst, but the error and its share are of the same whole.
        made.error = made.error_share * whole;
        // These remarks matter only if there are more triangles than requested.
        let is_short = n_wanted.is_some_and(|wanted| made.n_triangles > wanted);
        let remarks = [
            ("triangles without area, or with positions that are not finite, were left out", true),
            ("small parts were left out", true),
            ("meshes have no more edges that can be collapsed without flipping triangles", is_short),
            (
                "meshes keep more triangles, so that none is off by more than --max-error allows",
                is_short && beyond == 0.0,
            ),
            ("meshes are too complex to simplify further", is_short),
        ];
        let told = remarks.into_iter().zip(counts).filter(|((_, is_told), count)| *is_told && *count > 0);
        made.remarks = told.map(|((what, _), count)| format!("{what} ({count})")).collect();
        if let Some(wanted) = n_wanted.filter(|_| is_short && beyond > 0.0) {
            let [error, share] = [shortest(beyond * whole), percent(beyond)];
            made.remarks.push(format!(
                "the level stays at {} triangles: with {wanted}, it would be {error} off, {share} of its \
                 size",
                made.n_triangles
            ));
        }
        made
    }

    /// Assigns the meshes of levels to nodes. Nodes of previous levels lose their meshes.
    fn put(&mut self, finest: &[usize], levels: Vec<BTreeMap<usize, Coarse>>) {
        let mut known: BTreeMap<(usize, u8), usize> = BTreeMap::new();
        let mut shown: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (node, mesh) in finest.iter().filter_map(|node| Some((*node, self.nodes.get(*node)?.mesh?))) {
            shown.entry(mesh).or_default().push(node);
        }
        for (index, node) in self.nodes.iter_mut().enumerate() {
            if let Role::Lod { of, level } = node.role
                && finest.binary_search(&of).is_ok()
            {
                (node.mesh, node.role, node.hidden) = (None, Role::Plain, true);
                known.entry((of, level)).or_insert(index);
            }
        }
        let mut replaced = Vec::new();
        for (level, coarse) in (0..=u8::MAX).zip(levels) {
            for (mesh, Coarse { simplified, .. }) in coarse {
                let Some(original) = self.meshes.get(mesh) else { continue };
                let made = coarser(original, simplified);
                if level == 0 {
                    // The finest mesh is replaced last, since the coarser ones are copied from the original.
                    replaced.push((mesh, made));
                    continue;
                }
                let number = self.meshes.len();
                let name = |name: &str| format!("{name}_LOD{level}");
                self.meshes.push(Mesh { name: name(&original.name), ..made });
                for of in shown.get(&mesh).into_iter().flatten().copied() {
                    let Some(node) = self.nodes.get(of).cloned() else { continue };
                    let there = known.get(&(of, level)).and_then(|index| self.nodes.get_mut(*index));
                    let kept = there.as_ref().map(|node| (node.name.clone(), node.extras.clone()));
                    let (name, extras) = kept.unwrap_or_else(|| (name(&node.name), Default::default()));
                    let role = Role::Lod { of, level };
                    let node = Node {
                        name,
                        mesh: Some(number),
                        role,
                        hidden: true,
                        extras,
                        // The node of the finest level has these already.
                        light: None,
                        camera: None,
                        ..node
                    };
                    match there {
                        Some(place) => *place = node,
                        None => self.nodes.push(node),
                    }
                }
            }
        }
        for (index, made) in replaced {
            if let Some(mesh) = self.meshes.get_mut(index) {
                let extras = std::mem::take(&mut mesh.extras);
                *mesh = Mesh { extras, ..made };
            }
        }
    }
}

/// One of the eight corners of a box.
fn corner_of(bounds: &Aabb, corner: u8) -> [f64; 3] {
    let (low, high) = (bounds.min.to_array(), bounds.max.to_array());
    let mut point = [0.0; 3];
    for ((number, (low, high)), bit) in point.iter_mut().zip(low.into_iter().zip(high)).zip([1, 2, 4]) {
        *number = f64::from(if corner & bit == 0 { low } else { high });
    }
    point
}

fn longest(size: Vec3) -> f32 {
    size.to_array().into_iter().fold(0.0, f32::max)
}

/// Estimated memory of a mesh reduced to these vertices, in bytes.
fn coarse_cost(original: &Mesh, simplified: &Simplified) -> usize {
    const BYTES_OF_VERTEX: usize = 120;
    const BYTES_OF_TRIANGLE: usize = 12;
    const BYTES_OF_MORPH: usize = 100;
    let of_morph = |morph: &Morph| {
        let n_bytes = size_of_val(&*morph.offsets).saturating_add(morph.name.len());
        n_bytes.saturating_add(BYTES_OF_MORPH)
    };
    [
        simplified.vertices.len().saturating_mul(BYTES_OF_VERTEX),
        simplified.shape.indices.len().saturating_mul(BYTES_OF_TRIANGLE),
        original.name.len(),
        original.morphs.iter().map(of_morph).fold(0, usize::saturating_add),
    ]
    .into_iter()
    .fold(0, usize::saturating_add)
}

/// The mesh reduced to the vertices of its simplified shape.
fn coarser(original: &Mesh, simplified: Simplified) -> Mesh {
    let Simplified { shape, vertices, .. } = simplified;
    let numbers = subset::numbers(&vertices, original.shape.positions.len());
    Mesh {
        name: original.name.clone(),
        shape,
        extra_influences: subset::some(&original.extra_influences, &vertices),
        morphs: original.morphs.iter().map(|morph| morph.of_some(&numbers)).collect(),
        ..Mesh::default()
    }
}
