//! Parts of a mesh that are not connected to each other.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::places::Places;
use super::quadric::{cross, dot, minus};

/// The smallest share of a part's area that must remain, for slender parts and for others: a round rod may have three
/// sides, which is 83 %, but not two, which is 64 %. Growth is limited by the inverse, so that a fence does not become a
/// wall.
const LEAST_AREA: [f64; 2] = [0.72, 0.4];

/// The area of a part, as a multiple of the squared diagonal of its bounding box, below which it is slender: that of a
/// rod nine times as long as thick.
const SLENDER: f64 = 0.35;

/// The parts of a mesh that may be removed, the smallest first.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// For each part, an eighth of the squared diagonal of its bounding box, which approximates the mean squared
    /// distance from its centre; and the end of its triangles in the list.
    parts: Vec<(f64, usize)>,
    triangles: Vec<u32>,
    at: usize,
    pub(super) n_dropped: usize,
}

impl Parts {
    /// The parts of a mesh, without the largest one unless it may be removed, too.
    pub(super) fn find(places: &Places, has_largest: bool) -> Self {
        let roots = roots(places);
        let n_triangles = u32::try_from(places.triangles.len()).unwrap_or(u32::MAX);
        let part = |index: u32| roots[places.place(places.triangles[index as usize][0]) as usize];
        let mut triangles: Vec<u32> = (0..n_triangles).collect();
        triangles.sort_by_key(|index| part(*index));
        let mut parts: Vec<(f64, &[u32])> = triangles
            .chunk_by(|a, b| part(*a) == part(*b))
            .map(|triangles| (radius(places, triangles), triangles))
            .collect();
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !has_largest {
            parts.pop();
        }
        let ordered: Vec<u32> = parts.iter().flat_map(|(_, triangles)| *triangles).copied().collect();
        let mut end = 0;
        let parts = parts.iter().map(|(radius, triangles)| {
            end += triangles.len();
            (*radius, end)
        });
        Self { parts: parts.collect(), triangles: ordered, at: 0, n_dropped: 0 }
    }

    /// The smallest remaining part, with its triangles.
    pub(super) fn smallest(&self) -> Option<(f64, &[u32])> {
        let (radius, end) = *self.parts.get(self.at)?;
        let start = self.at.checked_sub(1).map_or(0, |before| self.parts[before].1);
        Some((radius, &self.triangles[start..end]))
    }

    /// Advances to the next part.
    pub(super) fn next(&mut self, is_dropped: bool) {
        self.at += 1;
        self.n_dropped += usize::from(is_dropped);
    }

    /// Keeps all remaining parts.
    pub(super) fn keep_all(&mut self) {
        self.at = self.parts.len();
    }
}

/// An eighth of the squared diagonal of the bounding box of some triangles.
fn radius(places: &Places, triangles: &[u32]) -> f64 {
    let [mut low, mut high] = [f64::INFINITY, f64::NEG_INFINITY].map(|end| [end; 3]);
    for point in triangles.iter().flat_map(|index| places.corners(places.triangles[*index as usize])) {
        for ((low, high), number) in low.iter_mut().zip(&mut high).zip(point) {
            (*low, *high) = (low.min(number), high.max(number));
        }
    }
    let size = minus(high, low);
    dot(size, size) / 8.0
}

/// The areas of parts, of which enough must remain visible.
///
/// The mean area that a convex shape covers, seen from all sides, is a quarter of its surface (Cauchy). A rod that
/// shrinks to a hairline has a small error, but hardly any area.
#[derive(Debug, Default)]
pub(super) struct Areas {
    /// For each place, the first place of its part, which has the area of the part.
    roots: Vec<u32>,
    areas: Vec<Area>,
}

/// The area of a part, and its limits.
#[derive(Debug)]
struct Area {
    now: f64,
    least: f64,
    most: f64,
}

impl Areas {
    pub(super) fn measure(places: &Places) -> Self {
        let roots = roots(places);
        let mut parts = vec![([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], 0.0); roots.len()];
        for triangle in &places.triangles {
            let corners = places.corners(*triangle);
            let (low, high, area) = &mut parts[roots[places.place(triangle[0]) as usize] as usize];
            *area += area_of(corners);
            for point in corners {
                for ((low, high), number) in low.iter_mut().zip(high.iter_mut()).zip(point) {
                    (*low, *high) = (low.min(number), high.max(number));
                }
            }
        }
        let areas = parts.into_iter().map(|(low, high, area)| {
            let [x, y, z] = minus(high, low);
            // The surface of fins and fur is larger than that of the box around them, and they may become smooth.
            let of_box = 2.0 * (x * y + y * z + z * x);
            let [of_slender, of_other] = LEAST_AREA;
            let share = if area < SLENDER * (x * x + y * y + z * z) { of_slender } else { of_other };
            Area { now: area, least: share * area.min(of_box), most: area / share }
        });
        Self { areas: areas.collect(), roots }
    }

    /// True if areas are not limited.
    pub(super) fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// True if the part of a place may change its area by this much.
    pub(super) fn allow(&self, place: u32, change: f64) -> bool {
        let Some(root) = self.roots.get(place as usize) else { return true };
        let Area { now, least, most } = self.areas[*root as usize];
        if change < 0.0 { now + change >= least } else { now + change <= most }
    }

    /// Changes the area of the part of a place.
    pub(super) fn change(&mut self, place: u32, change: f64) {
        if let Some(root) = self.roots.get(place as usize) {
            self.areas[*root as usize].now += change;
        }
    }
}

pub(super) fn area_of([a, b, c]: [[f64; 3]; 3]) -> f64 {
    let across = cross(minus(b, a), minus(c, a));
    dot(across, across).sqrt() / 2.0
}

/// For each place, the first place of its part.
fn roots(places: &Places) -> Vec<u32> {
    let mut roots: Vec<u32> = (0..u32::try_from(places.points.len()).unwrap_or(u32::MAX)).collect();
    for triangle in &places.triangles {
        let [a, b, c] = triangle.map(|vertex| places.place(vertex));
        let a = root(&mut roots, a);
        for other in [b, c] {
            let (a, b) = (root(&mut roots, a), root(&mut roots, other));
            // The smaller index is the root, so the result does not depend on the order.
            roots[a.max(b) as usize] = a.min(b);
        }
    }
    (0..u32::try_from(roots.len()).unwrap_or(u32::MAX)).map(|place| root(&mut roots, place)).collect()
}

/// The first place of a part. The walk halves the paths it follows, so that later walks are short.
fn root(roots: &mut [u32], mut place: u32) -> u32 {
    while roots[place as usize] != place {
        roots[place as usize] = roots[roots[place as usize] as usize];
        place = roots[place as usize];
    }
    place
}
