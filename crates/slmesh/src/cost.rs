//! The cost of an asset, by the formulas of the viewer. Format document, section 12.

use crate::common::error::Error;
use crate::common::input::Reading;
use crate::model::{Convex, Level, MeshAsset};
use crate::options::{ReadOptions, WriteOptions};
use crate::read::header;
use crate::write::write_with;
use geom::Vec3;
use std::f64::consts::PI;

/// The number of bytes of a level that the viewer does not count as triangles.
const DISCOUNT: f64 = 384.0;
/// The number of bytes that count as one triangle, and the minimum size of a level in bytes.
const TRIANGLE: f64 = 16.0;
/// The viewer's triangle budget.
const BUDGET: f64 = 250_000.0;
/// The land impact of as many triangles as the budget has.
const BUDGET_COST: f64 = 15_000.0;
/// The area of the circle around a region, in square metres, beyond which nothing is visible.
const AREA: f64 = 102_944.0;
/// The maximum distance at which the viewer switches levels, in metres.
const FURTHEST: f64 = 512.0;

/// The sizes of the compressed levels of detail, which alone determine the cost.
///
/// ```rust,standalone_crate
/// use slmesh::{Level, LodSizes, geom::Vec3};
///
/// let bytes = include_bytes!("../fixtures/slmesh/valid/sound.llmesh");
/// let sizes = LodSizes::of_file(bytes)?;
/// let cost = sizes.cost(Vec3::new(1.0, 1.0, 2.0));
/// assert_eq!(cost.triangles, [1.0; 4]); // none has more than 400 bytes
/// assert!((cost.streaming - 0.06).abs() < 1e-12);
/// # Ok::<(), slmesh::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LodSizes {
    /// The size of each level in bytes, from the lowest up; 0 if it is absent.
    pub bytes: [u64; 4],
    /// The version in the header.
    pub version: Option<i32>,
    /// Set if the header has the key `404`, with which clients mark an asset as not available.
    pub is_unavailable: bool,
}

/// The cost of an object of a given size.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Cost {
    /// Half the diagonal of the object, in metres.
    pub radius: f64,
    /// The distances up to which the viewer shows the high, the medium and the low level, in metres. Beyond them, it
    /// shows the lowest.
    pub distances: [f64; 3],
    /// The viewer's estimate of the number of triangles of each level, from the lowest up. An absent level counts as
    /// the one above it.
    pub triangles: [f64; 4],
    /// The share of the area around the object in which each level is shown, from the lowest up; they add up to 1.
    pub shares: [f64; 4],
    /// The triangles of the levels, weighted by their shares.
    pub weighted_triangles: f64,
    /// The level that contributes most to the weighted triangles.
    pub dominant: Level,
    /// The streaming cost: the part of the land impact that follows from the file. The land impact is the rounded
    /// maximum of this and of two costs that only the simulator computes.
    pub streaming: f64,
    /// Set if the viewer shows a cost of 0 instead, because there is no lowest level, the version is unknown, or the
    /// asset is marked as not available.
    pub viewer_shows_zero: bool,
}

/// A change that makes an object cheaper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Halves the bytes of a level.
    Halve(Level),
    /// Reduces the lowest level to the minimum size that counts, 400 bytes.
    LeastLowest,
}

/// A [`Change`] and its effect.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Saving {
    /// The change.
    pub change: Change,
    /// The streaming cost afterwards.
    pub streaming: f64,
    /// The difference from the current cost.
    pub saved: f64,
}

impl LodSizes {
    /// Reads the sizes in the header of a file.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](crate::read()) for the header.
    pub fn of_file(bytes: &[u8]) -> Result<Self, Error> {
        let options = ReadOptions::default().for_input(bytes.len());
        let reading = Reading::new(false, options.limits, bytes.len());
        let mut head = MeshAsset::default();
        let mut sizes = [0; 4];
        reading.read(bytes, |input| {
            let (input, _) = header::preamble(input)?;
            let (rest, entries) = header::header(input, &options, &mut head)?;
            for (level, size) in Level::ALL.iter().zip(&mut sizes) {
                let entry = entries.iter().find(|entry| entry.name == *level.name());
                *size = entry.and_then(|entry| u64::try_from(entry.size).ok()).unwrap_or_default();
            }
            Ok((rest, ()))
        })?;
        Ok(Self { bytes: sizes, version: head.version, is_unavailable: head.is_unavailable() })
    }

    /// Writes an asset to determine the sizes of its levels.
    ///
    /// # Errors
    ///
    /// The errors of [`write`](crate::write()).
    pub fn of_asset(asset: &MeshAsset, options: &WriteOptions) -> Result<Self, Error> {
        Self::of_file(&write_with(asset, options)?)
    }

    /// The size of each level; for an absent level, the size of the next one above it.
    fn with_fallback(&self) -> [f64; 4] {
        let mut sizes = [0.0; 4];
        let mut above = 0.0;
        #[expect(clippy::cast_precision_loss, reason = "files are smaller")]
        for (size, bytes) in sizes.iter_mut().zip(self.bytes).rev() {
            above = if bytes == 0 { above } else { bytes as f64 };
            *size = above;
        }
        sizes
    }

    /// The viewer's estimate of the number of triangles of each level, from the lowest up.
    #[must_use]
    pub fn triangles(&self) -> [f64; 4] {
        self.with_fallback().map(|bytes| (bytes - DISCOUNT).max(TRIANGLE) / TRIANGLE)
    }

    /// The cost of an object of this scale.
    #[must_use]
    pub fn cost(&self, scale: Vec3) -> Cost {
        let [x, y, z] = scale.to_array().map(f64::from);
        let radius = (x * x + y * y + z * z).sqrt() / 2.0;
        let distances = [0.24, 0.06, 0.03].map(|factor| (radius / factor).min(FURTHEST));
        // Each share is the area of a circle minus that of the circle inside it. The lowest level has the rest.
        let [high, medium, low] = distances.map(|distance| (PI * distance * distance).min(AREA));
        let areas = [AREA - low, low - medium, medium - high, high].map(|area| area.clamp(1.0, AREA));
        let whole: f64 = areas.iter().sum();
        let (triangles, shares) = (self.triangles(), areas.map(|area| area / whole));
        let mut parts = triangles;
        parts.iter_mut().zip(shares).for_each(|(part, share)| *part *= share);
        let weighted_triangles: f64 = parts.iter().sum();
        let largest = Level::ALL.into_iter().zip(parts).max_by(|(_, a), (_, b)| a.total_cmp(b));
        Cost {
            radius,
            distances,
            triangles,
            shares,
            weighted_triangles,
            dominant: largest.map_or(Level::High, |(level, _)| level),
            streaming: weighted_triangles / BUDGET * BUDGET_COST,
            // The reasons are no lowest level, a version that is too high, and an unavailable asset: format document,
            // section 12.
            viewer_shows_zero: self.bytes.first() == Some(&0)
                || self.version.is_some_and(|version| version > header::LAST_VERSION)
                || self.is_unavailable,
        }
    }

    /// The number of triangles that count for an animated object: those of the high level, and those by which each
    /// lower level exceeds half of the level above it.
    #[must_use]
    pub fn charged_triangles(&self) -> f64 {
        let [lowest, low, medium, high] = self.triangles();
        let (mut charged, mut allowed) = (high, high);
        for triangles in [medium, low, lowest] {
            // The allowance is never less than 64.
            allowed = (allowed / 2.0).min(triangles).max(64.0);
            charged += (triangles - allowed).max(0.0);
        }
        charged
    }

    /// The cost of the triangles of an animated object. It does not depend on the object's size. The root of a linkset
    /// adds 15.
    #[must_use]
    pub fn animated_cost(&self) -> f64 {
        self.charged_triangles() * 1.5 / 1000.0
    }

    /// The savings of single changes for an object of this scale, largest first. Savings of less than a thousandth are
    /// left out.
    #[must_use]
    pub fn savings(&self, scale: Vec3) -> Vec<Saving> {
        let before = self.cost(scale).streaming;
        let halves = Level::ALL.into_iter().map(|level| {
            let mut changed = *self;
            for (_, bytes) in Level::ALL.into_iter().zip(&mut changed.bytes).filter(|(of, _)| *of == level) {
                *bytes = bytes.div_ceil(2);
            }
            (Change::Halve(level), changed)
        });
        let [_, low, medium, high] = self.bytes;
        // 384 bytes that do not count, and 16 for one triangle: format document, section 12.
        let least = Self { bytes: [400, low, medium, high], ..*self };
        let all = halves.chain([(Change::LeastLowest, least)]).map(|(change, sizes)| {
            let streaming = sizes.cost(scale).streaming;
            Saving { change, streaming, saved: before - streaming }
        });
        let mut all: Vec<Saving> = all.filter(|saving| saving.saved > before * 1e-3).collect();
        all.sort_by(|a, b| b.saved.total_cmp(&a.saved));
        all
    }
}

impl Convex {
    /// An estimate of the cost of collisions with the hulls, or with the bounding hull if there are no others: 0.04 for
    /// each hull and each of its points. A box costs 0.36.
    ///
    /// The simulator's own formula is not published. OpenSim charges this cost for the bounding hull.
    ///
    /// ```
    /// use slmesh::Convex;
    ///
    /// let convex = Convex { hull_list: Some(vec![8, 4]), positions: Some(vec![[0; 3]; 12]), ..Convex::default() };
    /// assert!((convex.physics_cost() - 0.56).abs() < 1e-12);
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "files are smaller")]
    pub fn physics_cost(&self) -> f64 {
        let n_around = self.bounding_verts.as_ref().map_or(0, Vec::len);
        let (n_hulls, n_points) = match self.hull_list.as_ref().map_or(0, Vec::len) {
            // Without a decomposition, the hull around everything counts.
            0 => (1, n_around),
            n => (n, self.n_hull_points()),
        };
        (n_hulls as f64 + n_points as f64) * 0.04
    }
}

impl MeshAsset {
    /// The cost of an object of this scale, if the asset is written with the default options; see [`LodSizes`].
    ///
    /// # Errors
    ///
    /// The errors of [`write`](crate::write()).
    pub fn cost(&self, scale: Vec3) -> Result<Cost, Error> {
        Ok(LodSizes::of_asset(self, &WriteOptions::default())?.cost(scale))
    }
}
