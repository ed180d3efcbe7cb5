//! Edge collapses, the cheapest first.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::attributes::Attributes;
use super::parts::{Areas, Parts, area_of};
use super::places::{GONE, Places};
use super::quadric::{Quadric, cross, dot, minus, narrowed, unit};
use super::queue::Queue;
use super::record::Record;
use super::rings::{Corner, Neighbour, Rings, is_closed, neighbour_places, neighbours};
use super::{SimplifyOptions, Stop};

/// The factors of the borders of an open surface, and of lines where texture coordinates or groups change, compared
/// with the surface.
const BORDER: f64 = 1.0;
const SEAM: f64 = 0.05;

/// The factor of the surface's error compared with those of attributes.
const SURFACE: f64 = 3.6;

/// The factor of removing a part compared with a collapse of the same error.
const PART: f64 = 2.0;

/// The number of triangles around a vertex above which it is not moved.
// Finding the neighbours takes quadratic time.
const MAX_MOVING: usize = 48;

/// The number of triangles around a vertex above which nothing is moved onto it.
const MAX_AROUND: usize = 128;

/// Upper bound on steps for each triangle.
const STEPS: usize = 4000;

/// The smallest number of triangles for which steps are allowed.
const LEAST_TRIANGLES: usize = 1000;

/// The index that stands for no vertex and no place.
const NONE: u32 = u32::MAX;

/// A collapse onto a place. The cost is the squared error of the surface, with its emphasis, plus that of attributes.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Move {
    cost: f32,
    to: u32,
}

/// The value if there is no collapse, or none was refused.
const NOWHERE: Move = Move { cost: -1.0, to: NONE };

/// The cheapest collapse of a place, and the most expensive one that was refused: costlier collapses may still be
/// allowed.
#[derive(Debug, Clone, Copy)]
struct Choice {
    best: Move,
    refused: Move,
}

/// A mesh while edges are collapsed.
#[derive(Debug)]
pub(super) struct Collapse {
    pub(super) places: Places,
    attributes: Attributes,
    rings: Rings,
    quadrics: Vec<Quadric>,
    /// The factor of the surface's error at each place, compared with the errors of attributes. It grows slowly with
    /// the area around the place, so that errors of small areas count less.
    emphasis: Vec<f64>,
    queue: Queue,
    /// The next collapse of each place.
    choices: Vec<Choice>,
    /// For each place with exactly one vertex, that vertex.
    single: Vec<u32>,
    /// Set for places at the border of the surface.
    is_border: Vec<bool>,
    parts: Parts,
    n_triangles: usize,
    /// Empty if the error is unlimited.
    areas: Areas,
    /// The squared error at which to stop, and the largest so far.
    max_error: f64,
    worst: f64,
    n_steps_left: usize,
    /// Set if a collapse was not made because its error is too large.
    is_bounded: bool,
    /// Set once the queue is filled; `is_over` is set once the work exceeds its limit.
    is_begun: bool,
    is_over: bool,
    /// The history so far, if it is recorded.
    record: Option<Record>,
}

/// Lists that are reused to avoid allocation.
#[derive(Debug, Default)]
struct Scratch {
    own: Vec<Corner>,
    other: Vec<Corner>,
    ends: Vec<Corner>,
    near: Vec<Neighbour>,
    around: Vec<u32>,
    moves: Vec<(f64, u32)>,
    pairs: Vec<Pair>,
}

/// The vertex into which another is merged, and the squared difference of their values.
#[derive(Debug, Clone, Copy)]
struct Pair {
    from: u32,
    to: u32,
    error: f64,
}

impl Collapse {
    pub(super) fn new(places: Places, attributes: Attributes, options: &SimplifyOptions) -> Self {
        let max_error = f64::from(options.max_error.max(0.0));
        let n_places = places.points.len();
        let mut collapse = Self {
            rings: Rings::from_places(&places),
            quadrics: vec![Quadric::default(); n_places],
            emphasis: Vec::new(),
            queue: Queue::new(n_places),
            choices: vec![Choice { best: NOWHERE, refused: NOWHERE }; n_places],
            single: single_vertices(&places),
            is_border: vec![false; n_places],
            parts: if options.drops_parts {
                Parts::find(&places, options.drops_all)
            } else {
                Parts::default()
            },
            n_triangles: places.triangles.len(),
            areas: if max_error.is_finite() { Areas::measure(&places) } else { Areas::default() },
            max_error: max_error * max_error,
            worst: 0.0,
            n_steps_left: places.triangles.len().max(LEAST_TRIANGLES).saturating_mul(STEPS),
            is_bounded: false,
            is_begun: false,
            is_over: false,
            record: None,
            places,
            attributes,
        };
        collapse.measure();
        collapse.emphasis = collapse.quadrics.iter().map(emphasis).collect();
        collapse
    }

    /// The largest error, in the unit of the mesh.
    pub(super) fn error(&self) -> f32 {
        narrowed(self.worst.sqrt() * self.places.extent)
    }

    /// Computes the quadrics of the planes of all triangles, and of planes perpendicular to them at borders and seams.
    fn measure(&mut self) {
        for triangle in &self.places.triangles {
            let [a, b, c] = self.places.corners(*triangle);
            let Some((normal, area)) = unit(cross(minus(b, a), minus(c, a))) else { continue };
            // With the root of the area as weight, long edges count as much as the small faces next to them.
            let plane = Quadric::of_plane(normal, -dot(normal, a), area.sqrt());
            for vertex in triangle {
                self.quadrics[self.places.place(*vertex) as usize].add(&plane);
            }
        }
        let has_one_group = self.places.groups.windows(2).all(|pair| pair[0] == pair[1]);
        let (mut corners, mut near) = (Vec::new(), Vec::new());
        for place in 0..u32::try_from(self.places.points.len()).unwrap_or(u32::MAX) {
            self.rings.around(place, MAX_AROUND, &mut corners);
            // Around a single vertex, only groups can differ.
            if has_one_group && self.single[place as usize] != NONE && is_closed(&corners) {
                continue;
            }
            neighbours(&corners, &mut near);
            self.is_border[place as usize] = near.iter().any(Neighbour::is_open);
            for corner in &corners {
                // Only the edge that starts at the corner is added, so that each edge of a triangle counts once.
                let [to, _] = corner.places;
                let is_open = near.iter().any(|known| known.place == to && known.is_open());
                let factor = if is_open { BORDER } else { self.seam_factor(&corners, corner, to) };
                if factor == 0.0 {
                    continue;
                }
                let [start, end, third] = self.places.corners(corner.vertices(&self.places));
                let normal = unit(cross(minus(end, start), minus(third, start)));
                let Some((along, length)) = unit(minus(end, start)) else { continue };
                let mut plane = Quadric::default();
                if let Some((normal, _)) = normal {
                    let across = cross(along, normal);
                    plane.add(&Quadric::of_plane(across, -dot(across, start), factor * length));
                } else {
                    // A triangle without an area has no plane, so the edge is kept on its line: the squared distances
                    // from these three planes sum to that from the line.
                    for axis in 0..3 {
                        let mut across = along.map(|part| -part * along[axis]);
                        across[axis] += 1.0;
                        plane.add(&Quadric::of_plane(across, -dot(across, start), factor * length));
                    }
                }
                for place in [place, to] {
                    self.quadrics[place as usize].add(&plane);
                }
            }
        }
    }

    /// The factor of the edge from a corner to a place; 0 if the surface continues smoothly.
    fn seam_factor(&self, corners: &[Corner], corner: &Corner, to: u32) -> f64 {
        let group = |corner: &Corner| self.places.groups[corner.triangle()];
        // The triangle on the other side has the edge in reverse, so the edge ends there.
        let before = corners.iter().find(|other| other.places[1] == to);
        let differs = before.is_some_and(|other| {
            group(other) != group(corner)
                || self.attributes.is_torn(other.own(&self.places), corner.own(&self.places))
        });
        if differs { SEAM } else { 0.0 }
    }

    /// Collapses edges until this many triangles remain, or there is another reason to stop. A further call continues
    /// as if it had not stopped.
    pub(super) fn collapse_to(&mut self, n_wanted: usize) -> Stop {
        let stop = if self.is_over { None } else { self.go_on(n_wanted) };
        self.is_over = stop.is_none();
        stop.unwrap_or(Stop::Work)
    }

    /// Starts to record the history.
    pub(super) fn start_record(&mut self) {
        self.record = Some(Record::new(&self.places));
    }

    /// The recorded history.
    pub(super) fn into_record(self) -> Record {
        self.record.unwrap_or_default()
    }

    /// Records that a collapse was made, or a part removed.
    fn note(&mut self, cost: f64) {
        let (n_triangles, error) = (self.n_triangles, self.error());
        if let Some(record) = &mut self.record {
            record.note(narrowed(cost), n_triangles, error);
        }
    }

    /// Collapses edges; `None` if the work exceeds its limit.
    fn go_on(&mut self, n_wanted: usize) -> Option<Stop> {
        let mut scratch = Scratch::default();
        if !self.is_begun {
            self.is_begun = true;
            for place in 0..u32::try_from(self.places.points.len()).unwrap_or(u32::MAX) {
                self.choose(place, &mut scratch)?;
            }
        }
        while self.n_triangles > n_wanted {
            let next = self.queue.cheapest();
            if self.drop_part(next.map(|place| f64::from(self.choices[place as usize].best.cost))) {
                continue;
            }
            let Some(from) = next else {
                return Some(if self.is_bounded { Stop::Error } else { Stop::Stuck });
            };
            let cost = self.choices[from as usize].best.cost;
            self.make(from, &mut scratch)?;
            self.note(cost.into());
        }
        Some(Stop::Reached)
    }

    /// Removes the part that changes least, if that costs no more than the cheapest collapse.
    fn drop_part(&mut self, cheapest: Option<f64>) -> bool {
        let most = cheapest.unwrap_or(f64::INFINITY) / PART;
        let Self { parts, places, n_steps_left, .. } = self;
        let Some((error, triangles)) = parts.cheapest(most, places, n_steps_left) else { return false };
        if error > self.max_error {
            self.is_bounded = true;
            self.parts.keep_all();
            return false;
        }
        let is_left = |index: &&u32| self.places.triangles[**index as usize] != GONE;
        let n_gone = triangles.iter().filter(is_left).count();
        self.n_triangles -= n_gone;
        for index in triangles {
            let triangle = &mut self.places.triangles[*index as usize];
            if *triangle != GONE {
                self.rings.remove(*index as usize);
                if let Some(record) = &mut self.record {
                    record.remove(*index as usize, self.n_triangles);
                }
                for vertex in triangle.iter() {
                    self.queue.remove(self.places.of_vertex[*vertex as usize]);
                }
                *triangle = GONE;
            }
        }
        if n_gone > 0 {
            if let Some(record) = &mut self.record {
                record.dropped.push(self.n_triangles);
            }
            self.worst = self.worst.max(error);
            self.note(error * PART);
        }
        self.parts.next(n_gone > 0);
        true
    }

    /// The number of parts that were removed.
    pub(super) fn n_parts_dropped(&self) -> usize {
        self.parts.n_dropped()
    }

    /// Counts steps against the limit; `None` if it is exceeded.
    fn take(&mut self, n_steps: usize) -> Option<()> {
        self.n_steps_left = self.n_steps_left.checked_sub(n_steps)?;
        Some(())
    }

    /// Finds the cheapest collapse of a place that was not refused, and adds it to the queue.
    fn choose(&mut self, from: u32, scratch: &mut Scratch) -> Option<()> {
        self.queue.remove(from);
        self.choices[from as usize].best = NOWHERE;
        // One more than the maximum shows that there are too many.
        self.rings.around(from, MAX_MOVING + 1, &mut scratch.own);
        self.take(scratch.own.len() + 1)?;
        if scratch.own.len() > MAX_MOVING {
            return Some(());
        }
        scratch.moves.clear();
        let is_closed = is_closed(&scratch.own);
        self.is_border[from as usize] = !is_closed && {
            neighbours(&scratch.own, &mut scratch.near);
            scratch.near.iter().any(Neighbour::is_open)
        };
        let quadric = &self.quadrics[from as usize];
        let mut add = |to: u32| scratch.moves.push((quadric.error_at(self.places.point(to)), to));
        if is_closed {
            scratch.own.iter().for_each(|corner| add(corner.places[0]));
        } else {
            // A vertex at a border moves only along the border.
            let is_border = self.is_border[from as usize];
            let near = scratch.near.iter().filter(|neighbour| !is_border || neighbour.is_open());
            near.for_each(|neighbour| add(neighbour.place));
        }
        // The nearest neighbour is likely to be the cheapest; comparing it first spares most others a closer look.
        if let Some(nearest) =
            (0..scratch.moves.len()).min_by(|a, b| scratch.moves[*a].0.total_cmp(&scratch.moves[*b].0))
        {
            scratch.moves.swap(0, nearest);
        }
        let inverse = if quadric.weight > 0.0 { 1.0 / quadric.weight } else { 0.0 };
        for number in 0..scratch.moves.len() {
            let (sum, to) = scratch.moves[number];
            self.weigh(from, to, (sum * inverse).max(0.0), scratch)?;
        }
        let best = self.choices[from as usize].best;
        if best.to != NONE {
            self.queue.put(from, best.cost);
        }
        Some(())
    }

    /// Records a collapse with this error of the surface if it is cheaper than the best one.
    fn weigh(&mut self, from: u32, to: u32, error: f64, scratch: &mut Scratch) -> Option<()> {
        if error > self.max_error {
            self.is_bounded = true;
            return Some(());
        }
        let best = self.choices[from as usize].best;
        let most = if best.to == NONE { f32::INFINITY } else { best.cost };
        let cost = error * self.emphasis[from as usize];
        // The errors of attributes can only increase the cost.
        if narrowed(cost) > most {
            return Some(());
        }
        let [vertex, end] = [from, to].map(|place| self.single[place as usize]);
        let difference = if vertex != NONE && end != NONE {
            self.attributes.error(vertex, end, minus(self.places.point(to), self.places.point(from)))
        } else {
            let Scratch { own, other, pairs, .. } = scratch;
            let difference = self.pair(from, own, to, other, pairs);
            self.take(own.len() + other.len())?;
            difference
        };
        let made = Move { cost: narrowed(cost + difference), to };
        // Collapses are refused in the order of their costs, so all cheaper ones than the last refused one were
        // refused, too.
        if made.cost.is_finite()
            && made > self.choices[from as usize].refused
            && (best.to == NONE || made < best)
        {
            self.choices[from as usize].best = made;
        }
        Some(())
    }

    /// For each vertex of a place, finds the vertex at another place into which it is merged, and the squared
    /// difference of their values.
    ///
    /// A vertex of a triangle at the edge is merged into the vertex at the edge's other end; all others are merged into
    /// the vertex that differs least.
    fn pair(
        &mut self,
        from: u32,
        own: &[Corner],
        to: u32,
        other: &mut Vec<Corner>,
        pairs: &mut Vec<Pair>,
    ) -> f64 {
        other.clear();
        pairs.clear();
        let way = minus(self.places.point(to), self.places.point(from));
        let pair = |from: u32, to: u32| Pair { from, to, error: self.attributes.error(from, to, way) };
        let [vertex, end] = [from, to].map(|place| self.single[place as usize]);
        if vertex != NONE && end != NONE {
            pairs.push(pair(vertex, end));
            return pairs[0].error;
        }
        let places = &self.places;
        for corner in own.iter().filter(|corner| corner.places.contains(&to)) {
            let [own, next, last] = corner.vertices(places);
            for (end, _) in [next, last].into_iter().zip(corner.places).filter(|(_, at)| *at == to) {
                match pairs.iter_mut().find(|pair| pair.from == own) {
                    Some(known) if known.to == end => {}
                    Some(known) => {
                        let other = pair(own, end);
                        if other.error < known.error {
                            *known = other;
                        }
                    }
                    None => pairs.push(pair(own, end)),
                }
            }
        }
        for corner in own {
            let own = corner.own(places);
            if pairs.iter().any(|pair| pair.from == own) {
                continue;
            }
            if other.is_empty() {
                self.rings.around(to, MAX_AROUND, other);
                // Each vertex is compared once.
                other.sort_unstable_by_key(|corner| corner.own(places));
                other.dedup_by_key(|corner| corner.own(places));
            }
            let others = other.iter().map(|other| pair(own, other.own(places)));
            // In a tie, the first vertex wins.
            pairs.extend(others.reduce(|best, other| if other.error < best.error { other } else { best }));
        }
        pairs.iter().map(|pair| pair.error).sum()
    }

    /// Makes the collapse of a place, if it is allowed; `None` if the work exceeds its limit.
    fn make(&mut self, from: u32, scratch: &mut Scratch) -> Option<()> {
        let made = self.choices[from as usize].best;
        let to = made.to;
        let Scratch { own, other, ends, pairs, .. } = scratch;
        self.rings.around(to, MAX_AROUND + 1, other);
        self.rings.around(from, MAX_MOVING + 1, own);
        self.take(own.len() + other.len())?;
        let is_small = own.len() <= MAX_MOVING && other.len() <= MAX_AROUND;
        if !(is_small
            && self.is_allowed(own, other, from, to)
            && self.pair(from, own, to, ends, pairs).is_finite()
            && self.keeps_area(own, from, to))
        {
            self.choices[from as usize].refused = made;
            return self.choose(from, scratch);
        }
        self.rings.join(from, to, own, other);
        let error = self.quadrics[from as usize].mean_at(self.places.point(to));
        self.worst = self.worst.max(error);
        let way = minus(self.places.point(to), self.places.point(from));
        for pair in pairs.iter() {
            self.attributes.join(pair.from, pair.to, way);
        }
        for corner in own.iter() {
            let triangle = &mut self.places.triangles[corner.triangle()];
            if corner.places.contains(&to) {
                // Two corners would be at one place.
                *triangle = GONE;
                self.rings.remove(corner.triangle());
                self.n_triangles -= 1;
                continue;
            }
            for vertex in triangle {
                if let Some(pair) = pairs.iter().find(|pair| pair.from == *vertex) {
                    *vertex = pair.to;
                }
            }
            self.rings.set_place(*corner, to);
        }
        if let Some(record) = &mut self.record {
            let gone = own.iter().filter(|corner| corner.places.contains(&to));
            gone.for_each(|corner| record.remove(corner.triangle(), self.n_triangles));
            pairs.iter().for_each(|pair| record.merge(pair.from, pair.to, self.n_triangles));
        }
        let quadric = self.quadrics[from as usize];
        self.quadrics[to as usize].add(&quadric);
        self.emphasis[to as usize] = emphasis(&self.quadrics[to as usize]);
        self.queue.remove(from);
        self.renew(from, to, scratch)
    }

    /// Updates the collapses that have changed because a place was merged into another.
    fn renew(&mut self, from: u32, to: u32, scratch: &mut Scratch) -> Option<()> {
        self.choices[to as usize].refused = NOWHERE;
        self.choose(to, scratch)?;
        if scratch.own.len() > MAX_MOVING {
            self.rings.around(to, MAX_AROUND + 1, &mut scratch.own);
            if scratch.own.len() > MAX_AROUND {
                return Some(());
            }
        }
        let mut near = std::mem::take(&mut scratch.around);
        neighbour_places(&scratch.own, &mut near);
        for place in near.iter().copied() {
            let was_refused =
                std::mem::replace(&mut self.choices[place as usize].refused, NOWHERE) != NOWHERE;
            let best = self.choices[place as usize].best.to;
            // All others keep their quadrics and thus the costs of their collapses. A collapse onto `to` that was not
            // possible before is hardly ever cheaper.
            let is_changed = best == from || best == to && self.single[to as usize] == NONE || best == NONE;
            if was_refused || is_changed || self.is_border[place as usize] {
                self.choose(place, scratch)?;
            }
        }
        scratch.around = near;
        Some(())
    }

    /// True if a place can be moved onto another, by the triangles around both.
    fn is_allowed(&self, own: &[Corner], other: &[Corner], from: u32, to: u32) -> bool {
        let (start, target) = (self.places.point(from), self.places.point(to));
        let mut n_shared = 0;
        for corner in own {
            if corner.places.contains(&to) {
                n_shared += 1;
                continue;
            }
            // The triangle would exist twice.
            if other.iter().any(|there| there.places == corner.places) {
                return false;
            }
            let [next, last] = corner.places.map(|place| self.places.point(place));
            let normal = |at: [f64; 3]| cross(minus(next, at), minus(last, at));
            let (before, after) = (normal(start), normal(target));
            let (same, lengths) = (dot(before, after), dot(before, before) * dot(after, after));
            // A normal may turn by at most 60 degrees; a triangle without an area may turn freely.
            if dot(before, before) > 0.0 && (same <= 0.0 || same * same <= 0.25 * lengths) {
                return false;
            }
        }
        // A component that would vanish is removed as a whole, by its size, or stays.
        n_shared > 0 && (n_shared < own.len() || n_shared < other.len())
    }

    /// Updates the area of the part of a place that is moved onto another; false if it would differ by too much.
    fn keeps_area(&mut self, own: &[Corner], from: u32, to: u32) -> bool {
        if self.areas.is_empty() {
            return true;
        }
        let (start, target) = (self.places.point(from), self.places.point(to));
        let of_corner = |corner: &Corner| {
            let [next, last] = corner.places.map(|place| self.places.point(place));
            area_of([target, next, last]) - area_of([start, next, last])
        };
        let change = own.iter().map(of_corner).sum();
        let is_allowed = self.areas.allow(from, change);
        if is_allowed {
            self.areas.change(from, change);
        }
        self.is_bounded |= !is_allowed;
        is_allowed
    }

    /// The remaining triangles, with their groups.
    pub(super) fn left(&self) -> impl Iterator<Item = ([u32; 3], u32)> {
        let all = self.places.triangles.iter().copied().zip(self.places.groups.iter().copied());
        all.filter(|(triangle, _)| *triangle != GONE)
    }
}

/// The factor of the surface's error: the fourth root of the weight, by square roots, which are equal on every machine.
fn emphasis(quadric: &Quadric) -> f64 {
    SURFACE * quadric.weight.sqrt().sqrt()
}

/// For each place with exactly one vertex, that vertex.
fn single_vertices(places: &Places) -> Vec<u32> {
    let mut single = vec![None; places.points.len()];
    for vertex in places.triangles.as_flattened() {
        let single = &mut single[places.place(*vertex) as usize];
        *single = Some(if single.is_none_or(|known| known == *vertex) { *vertex } else { NONE });
    }
    single.into_iter().map(|vertex| vertex.unwrap_or(NONE)).collect()
}
