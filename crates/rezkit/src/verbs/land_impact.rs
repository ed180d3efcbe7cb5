//! Search for levels of detail that keep a Second Life mesh below a cost.

use crate::verbs::info::{InfoOptions, info_with};
use ::slmesh::LodSizes;
use files::{File, OpenOptions};
use geom::Vec3;
use scene::{LevelPlan, LevelSizes, MadeLevel, Problem, ProblemKind};
use serde::Serialize;

/// The number of levels of a Second Life mesh.
const N_LEVELS: usize = 4;

/// Upper bound on the number of attempts.
const MAX_TRIES: usize = 64;

/// The number of triangles below which a level gets no cheaper: the cost formula subtracts a fixed number of bytes.
const LEAST_TRIANGLES: usize = 8;

/// The default share of triangles that the finest level keeps, which is what viewers see from near.
const KEEP: f64 = 0.5;

/// An upper bound on the cost of a Second Life mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct CostLimit {
    /// The largest streaming cost, which is the part of the land impact that follows from the file.
    pub cost: f64,
    /// The size of the object in metres; by default that of the model.
    pub scale: Option<[f32; 3]>,
    /// The minimum share of its triangles that the finest level keeps.
    pub keep: f64,
}

impl CostLimit {
    /// The largest streaming cost, at the size of the model. The finest level keeps half of its triangles.
    pub fn new(cost: f64) -> Self {
        Self { cost, scale: None, keep: KEEP }
    }

    /// Sets the size of the object in metres.
    pub fn scale(self, scale: [f32; 3]) -> Self {
        Self { scale: Some(scale), ..self }
    }

    /// Sets the minimum share of its triangles that the finest level keeps.
    pub fn keep(self, share: f64) -> Self {
        Self { keep: share, ..self }
    }
}

/// Levels of detail that were tried, and what they cost.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TriedLevels {
    /// The numbers of triangles, the finest level first.
    pub triangles: Vec<usize>,
    /// The bytes of each level, the finest first.
    pub n_bytes: [u64; 4],
    /// The streaming cost.
    pub streaming_cost: f64,
    /// The share of the cost that each level has, the finest first.
    pub shares: [f64; 4],
}

/// Levels within the allowed cost, and the attempts before them.
pub(crate) struct Fitted {
    pub(crate) plan: LevelPlan,
    pub(crate) tried: Vec<TriedLevels>,
}

/// A callback that makes a file with levels.
pub(crate) type Attempt<'a> = &'a mut dyn FnMut(&LevelPlan) -> Result<(Vec<MadeLevel>, Vec<u8>), Problem>;

/// Tries levels until the cost is within the limit. Each attempt reduces the level that costs most among those that can
/// have fewer triangles, and coarser levels that would have more than it. The finest level is reduced only when no
/// other level can be.
pub(crate) fn fit(plan: &LevelPlan, limit: &CostLimit, attempt: Attempt<'_>) -> Result<Fitted, Problem> {
    let mut plan = plan.clone();
    let mut scale = limit.scale.map(Vec3::from_array);
    let mut tried: Vec<TriedLevels> = Vec::new();
    let mut is_least = [false; N_LEVELS];
    let mut floor = None;
    while tried.len() < MAX_TRIES {
        let (made, bytes) = attempt(&plan)?;
        let size = match scale {
            Some(size) => size,
            None => *scale.insert(size_of(&bytes)?),
        };
        let sizes =
            LodSizes::of_file(&bytes).map_err(|error| Problem::new(ProblemKind::Value, error.to_string()))?;
        let cost = sizes.cost(size);
        let mut n_bytes = sizes.bytes;
        // `LodSizes` begins with the lowest level.
        n_bytes.reverse();
        let whole = cost.weighted_triangles;
        let mut shares = [0.0; N_LEVELS];
        let parts = cost.triangles.into_iter().zip(cost.shares).rev();
        shares.iter_mut().zip(parts).for_each(|(share, (count, area))| *share = count * area / whole);
        let triangles: Vec<usize> = made.iter().map(|level| level.n_triangles).collect();
        tried.push(TriedLevels {
            triangles: triangles.clone(),
            n_bytes,
            streaming_cost: cost.streaming,
            shares,
        });
        if cost.streaming <= limit.cost {
            return Ok(Fitted { plan, tried });
        }
        for (is_least, level) in is_least.iter_mut().zip(&made) {
            let is_stuck = level.n_wanted.is_some_and(|wanted| level.n_triangles > wanted);
            *is_least = *is_least || is_stuck || level.n_triangles <= LEAST_TRIANGLES;
        }
        let floor = *floor.get_or_insert_with(|| kept(&triangles, limit.keep));
        if let Some((is_least, finest)) = is_least.first_mut().zip(triangles.first()) {
            *is_least |= *finest <= floor;
        }
        let open = (0..N_LEVELS).zip(shares).zip(is_least).filter(|(_, is_least)| !is_least);
        let dearest = open
            .map(|((level, share), _)| (level, share))
            // Level 0, the finest, is chosen only if there is no other.
            .max_by(|(one, a), (other, b)| (*one > 0).cmp(&(*other > 0)).then(a.total_cmp(b)));
        let Some((dearest, _)) = dearest else { break };
        let mut sizes = fewer(&triangles, dearest, limit.cost / cost.streaming);
        if let Some(finest) = sizes.first_mut() {
            *finest = (*finest).max(floor);
        }
        plan.triangles = LevelSizes::Each(sizes);
    }
    let cheapest = tried.iter().min_by(|a, b| a.streaming_cost.total_cmp(&b.streaming_cost));
    let (cost, levels) = cheapest.map_or((0.0, String::new()), |tried| {
        let levels: Vec<String> = tried.triangles.iter().map(ToString::to_string).collect();
        (tried.streaming_cost, levels.join(", "))
    });
    let n_tries = tried.len();
    let (keep, bound) = (limit.keep * 100.0, plan.max_error * 100.0);
    let message = format!(
        "the cheapest of {n_tries} attempts costs {cost:.3}, with {levels} triangles; the finest level may \
         not go below {keep:.0} % of its triangles, and no level may differ by more than {bound:.1} % of the \
         size"
    );
    let help = "allow a larger difference with --max-error, or fewer triangles in the finest level with \
        --keep";
    Err(Problem::new(ProblemKind::Value, message).help(help))
}

/// The number of triangles that the finest level keeps.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share"
)]
fn kept(triangles: &[usize], share: f64) -> usize {
    triangles.first().map_or(0, |finest| (*finest as f64 * share).ceil() as usize)
}

/// The default size of an object with this mesh.
fn size_of(bytes: &[u8]) -> Result<Vec3, Problem> {
    let info = info_with(&File::open(bytes, &OpenOptions::default())?, &InfoOptions::default())?;
    let size = info.streaming_cost.and_then(|cost| cost.scale);
    Ok(Vec3::from_array(size.unwrap_or([1.0; 3])))
}

/// Reduces the triangles of one level, and those of coarser levels to at most as many.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share"
)]
fn fewer(triangles: &[usize], dearest: usize, share: f64) -> Vec<usize> {
    // Steps are large far from the limit, and small near it.
    let share = share.clamp(0.5, 0.9);
    let mut sizes = Vec::new();
    let mut most = usize::MAX;
    for (level, size) in triangles.iter().enumerate() {
        let fewer = (*size as f64 * share) as usize;
        let size = if level == dearest { fewer.max(1) } else { *size };
        most = most.min(size);
        sizes.push(most);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coarser_levels_have_no_more_triangles() {
        assert_eq!(fewer(&[900, 300, 100, 33], 1, 0.1), [900, 150, 100, 33]);
        assert_eq!(fewer(&[900, 300, 200, 33], 1, 0.1), [900, 150, 150, 33]);
        assert_eq!(fewer(&[900, 300, 100, 33], 0, 0.99), [810, 300, 100, 33]);
        assert_eq!(fewer(&[1, 1, 1, 1], 0, 0.5), [1; 4]);
    }
}
