//! The arguments for levels of detail.

use super::scale;
use clap::Args;
use rezkit::exchange::CostLimit;
use rezkit::lod::LodOptions;
use rezkit::scene::{LevelPlan, LevelSizes};

/// The levels of detail to make.
#[derive(Debug, Args)]
pub(crate) struct Levels {
    /// Make levels of detail: this many, or with these numbers of triangles, the finest first.
    ///
    /// Given a number of levels, the finest is unchanged, and each further one has a third of the triangles of the one
    /// before, as in the uploader of Second Life's viewer. Small parts are left out where anything else would change
    /// more, which is reported.
    ///
    /// A mesh of Second Life that comes from a model without levels gets four, unless this is `none`: then the levels that
    /// it lacks are copies of the finest one.
    #[arg(long, value_name = "N|TRIANGLES,…", value_parser = lods)]
    lods: Option<Lods>,
    /// Make levels of detail that differ by no more than this share of the size of each mesh, such as 0.01; each
    /// further level may differ by twice that of the one before.
    #[arg(long, value_name = "SHARE", value_parser = share, hide_short_help = true)]
    error: Option<f32>,
    /// Keep levels finer where they would differ by more than this share of the size of the model.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = LevelPlan::MAX_ERROR, hide_short_help = true)]
    max_error: f32,
    /// Make levels of detail of a mesh of Second Life that cost no more than this; the attempts are shown.
    #[arg(long, value_name = "COST", value_parser = cost)]
    land_impact: Option<f64>,
    /// The size of the object in metres for --land-impact, as one number or three; by default that of the model.
    #[arg(long, value_name = "METRES", value_parser = scale, requires = "land_impact")]
    pub(crate) scale: Option<[f32; 3]>,
    /// The smallest share of its triangles that the finest level keeps, for --land-impact.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0.5", requires = "land_impact", hide_short_help = true)]
    keep: f32,
}

/// The value of `--lods`.
#[derive(Debug, Clone, PartialEq)]
enum Lods {
    None,
    Sizes(LevelSizes),
}

impl Levels {
    /// Returns true for `--lods none`, which suppresses levels even in formats that have them by default.
    pub(crate) fn is_none(&self) -> bool {
        self.lods == Some(Lods::None)
    }

    /// The options for levels; `None` if the arguments request none.
    pub(crate) fn options(&self) -> Option<LodOptions> {
        let sizes = match &self.lods {
            Some(Lods::Sizes(sizes)) => Some(sizes.clone()),
            _ => None,
        };
        if sizes.is_none() && self.error.is_none() && self.land_impact.is_none() {
            return None;
        }
        let plan = match sizes {
            Some(LevelSizes::Each(triangles)) => LevelPlan::with_triangles(triangles),
            Some(LevelSizes::Parts(n_levels, _)) => LevelPlan::levels(n_levels),
            // This is finer than the viewer's default, because the search for a cost only makes levels coarser.
            _ if self.land_impact.is_some() => LevelPlan::halves(4),
            _ => LevelPlan::levels(4),
        };
        let plan = self.error.map_or(plan.clone(), |error| plan.first_error(error));
        let options = LodOptions::new(plan.max_error(self.max_error));
        let Some(limit) = self.land_impact.map(CostLimit::new) else { return Some(options) };
        let limit = limit.keep(self.keep.into());
        Some(options.limit(self.scale.map_or(limit, |scale| limit.scale(scale))))
    }
}

/// Parses `4`, `4000,1000,200,50`, or `none`.
fn lods(text: &str) -> Result<Lods, String> {
    if text == "none" { Ok(Lods::None) } else { sizes(text).map(Lods::Sizes) }
}

fn sizes(text: &str) -> Result<LevelSizes, String> {
    const MOST_LEVELS: usize = 8;
    let numbers: Result<Vec<usize>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    match numbers.as_deref() {
        Ok([number]) if (1..=MOST_LEVELS).contains(number) => {
            Ok(LevelSizes::Parts(u8::try_from(*number).unwrap_or(u8::MAX), 3))
        }
        Ok(numbers) if numbers.len() > MOST_LEVELS => Err(format!("there are at most {MOST_LEVELS} levels")),
        Ok(numbers) if numbers.contains(&0) => Err("a level needs at least one triangle".to_owned()),
        Ok(numbers) if !numbers.is_sorted_by(|finer, coarser| finer >= coarser) => {
            Err("list the finest level first; no level may have more triangles than the one before"
                .to_owned())
        }
        Ok(numbers) => Ok(LevelSizes::Each(numbers.to_vec())),
        Err(_) => {
            Err("expected a number of levels, or of the triangles of each, such as 4000,1000,200".to_owned())
        }
    }
}

/// Parses a share of the size of a mesh, from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share: &f32| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to 1, such as 0.01".to_owned())
}

fn cost(text: &str) -> Result<f64, String> {
    let cost = text.parse().ok().filter(|cost: &f64| cost.is_finite() && *cost > 0.0);
    cost.ok_or_else(|| "expected a cost above 0".to_owned())
}
