//! Collapses edges, in rounds.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::attributes::Attributes;
use super::fans::{Corner, Edges, Fans, Freedom, MAX_MOVING};
use super::parts::drop_smallest;
use super::places::Places;
use super::quadric::{Quadric, cross, dot, minus, unit};
use super::{SimplifyOptions, Stop};

/// How much a border counts beside the surface, and a seam.
const BORDER: f64 = 10.0;
const SEAM: f64 = 1.0;

/// Nothing is moved onto a vertex with more triangles around it than this.
const MAX_AROUND: usize = 512;

/// How many steps are granted for each triangle.
const STEPS: usize = 4000;

/// How many triangles a mesh counts as at least.
const LEAST_TRIANGLES: usize = 1000;

/// A collapse that may be made.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// The squared error of the surface and of attributes, and of the surface alone.
    cost: f32,
    error: f32,
    /// The vertices, of one triangle.
    from: u32,
    to: u32,
}

impl Candidate {
    /// In the order of costs, which are never below 0.
    const fn key(&self) -> (u32, u32, u32) {
        (self.cost.to_bits(), self.from, self.to)
    }
}

/// A mesh while edges are collapsed.
pub(super) struct Collapse<'m> {
    pub(super) places: Places,
    attributes: Attributes<'m>,
    quadrics: Vec<Quadric>,
    /// Where each place may move. Those that are free stay so.
    freedoms: Vec<Freedom>,
    n_wanted: usize,
    /// The squared error at which to stop, and the largest so far.
    max_error: f64,
    worst: f64,
    n_steps_left: usize,
    /// Whether a vertex was moved away from a seam.
    pub(super) has_torn: bool,
}

/// What a round needs to know.
struct Round {
    fans: Fans,
    /// Whether there is only one vertex at each place.
    is_single: Vec<bool>,
    /// Places that took part in a collapse of this round.
    is_touched: Vec<bool>,
    /// The number of the last mark of each place, and of the one that is current.
    marks: Vec<u32>,
    mark: u32,
    has_seams: bool,
}

impl<'m> Collapse<'m> {
    pub(super) fn new(places: Places, attributes: Attributes<'m>, options: &SimplifyOptions) -> Self {
        let max_error = f64::from(options.max_error.max(0.0));
        let mut collapse = Self {
            quadrics: vec![Quadric::default(); places.points.len()],
            freedoms: vec![Freedom::Fixed; places.points.len()],
            n_steps_left: places.triangles.len().max(LEAST_TRIANGLES).saturating_mul(STEPS),
            places,
            attributes,
            n_wanted: options.n_triangles,
            max_error: max_error * max_error,
            worst: 0.0,
            has_torn: false,
        };
        collapse.measure();
        collapse
    }

    pub(super) fn is_reached(&self) -> bool {
        self.places.triangles.len() <= self.n_wanted
    }

    /// The largest error, in the unit of the mesh.
    pub(super) fn error(&self) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "meshes are of single precision")]
        let error = (self.worst.sqrt() * self.places.extent) as f32;
        error
    }

    /// The quadrics of the planes of all triangles, and of those on borders and seams across them.
    fn measure(&mut self) {
        let fans = Fans::of(&self.places);
        self.look(&fans, true);
        let edges = Edges { places: &self.places, attributes: &self.attributes, has_seams: true };
        let is_free = |vertex: u32| self.freedoms[self.places.place(vertex) as usize] == Freedom::Free;
        for (index, triangle) in self.places.triangles.iter().enumerate() {
            let points = self.places.corners(*triangle);
            let [a, b, c] = points;
            let Some((normal, area)) = unit(cross(minus(b, a), minus(c, a))) else { continue };
            let plane = Quadric::of_plane(normal, -dot(normal, a), area);
            for vertex in triangle {
                self.quadrics[self.places.place(*vertex) as usize].add(&plane);
            }
            for corner in 0..3 {
                let (from, to) = (triangle[corner], triangle[(corner + 1) % 3]);
                if is_free(from) || is_free(to) {
                    continue;
                }
                let Some(factor) = edge_factor(&edges, &fans, index, from, to) else { continue };
                let (start, end) = (points[corner], points[(corner + 1) % 3]);
                let Some((along, length)) = unit(minus(end, start)) else { continue };
                let across = cross(along, normal);
                let plane = Quadric::of_plane(across, -dot(across, start), factor * length * length);
                for vertex in [from, to] {
                    self.quadrics[self.places.place(vertex) as usize].add(&plane);
                }
            }
        }
    }

    /// Collapses edges until there is a reason to stop.
    pub(super) fn run(&mut self, tears_seams: bool) -> Stop {
        if tears_seams {
            self.freedoms.fill(Freedom::Fixed);
        }
        while !self.is_reached() {
            let n_before = self.places.triangles.len();
            let Some(stop) = self.round(!tears_seams) else { return Stop::Work };
            if self.places.triangles.len() == n_before {
                return stop;
            }
        }
        Stop::Reached
    }

    /// Takes steps; `None` if there are none left.
    fn take(&mut self, n_steps: usize) -> Option<()> {
        self.n_steps_left = self.n_steps_left.checked_sub(n_steps)?;
        Some(())
    }

    /// One round, in which each vertex takes part in at most one collapse; why there would be none after it.
    fn round(&mut self, has_seams: bool) -> Option<Stop> {
        let n_triangles = self.places.triangles.len();
        self.take(n_triangles)?;
        let mut round = self.begin(has_seams);
        let mut candidates = self.candidates(&round)?;
        let goal = (n_triangles - self.n_wanted).div_ceil(2);
        let within = |candidate: &Candidate| f64::from(candidate.error) <= self.max_error;
        let n_before = candidates.len();
        candidates.retain(within);
        let stop = if candidates.len() < n_before { Stop::Error } else { Stop::Stuck };
        // Few at a time where there are few, since what is not the best is made as soon as its neighbours had their turn.
        let n_best = goal.min(candidates.len() / 4).max(64.min(candidates.len() / 16));
        let mut rest = Vec::new();
        if n_best < candidates.len() {
            let (_, last, _) = candidates.select_nth_unstable_by_key(n_best, Candidate::key);
            let most = last.cost * 1.5;
            (candidates, rest) = candidates.into_iter().partition(|candidate| candidate.cost <= most);
        }
        if self.make(&mut round, candidates)? == 0 {
            // None of the best can be made.
            self.make(&mut round, rest)?;
        }
        self.end();
        Some(stop)
    }

    /// Makes collapses, the cheapest first; gives how many triangles vanish.
    fn make(&mut self, round: &mut Round, mut candidates: Vec<Candidate>) -> Option<usize> {
        candidates.sort_unstable_by_key(Candidate::key);
        let mut n_gone = 0;
        let mut scratch = Scratch::default();
        for candidate in candidates {
            if self.places.triangles.len() - n_gone <= self.n_wanted {
                break;
            }
            let places = [candidate.from, candidate.to].map(|vertex| self.places.place(vertex));
            if places.map(|place| round.is_touched[place as usize]) != [false; 2] {
                continue;
            }
            self.take(places.into_iter().map(|place| round.fans.around(place).len()).sum())?;
            let Some(n_shared) = self.shared(round, &candidate, &mut scratch) else { continue };
            self.apply(round, &candidate, &scratch);
            n_gone += n_shared;
        }
        Some(n_gone)
    }

    fn begin(&mut self, has_seams: bool) -> Round {
        let fans = Fans::of(&self.places);
        self.look(&fans, has_seams);
        let n_places = self.places.points.len();
        Round {
            is_single: self.single_vertices(),
            is_touched: vec![false; n_places],
            marks: vec![0; n_places],
            mark: 0,
            fans,
            has_seams,
        }
    }

    /// Finds out where places may move.
    fn look(&mut self, fans: &Fans, has_seams: bool) {
        let edges = Edges { places: &self.places, attributes: &self.attributes, has_seams };
        let mut corners = Vec::new();
        for (place, freedom) in
            (0..).zip(&mut self.freedoms).filter(|(_, freedom)| **freedom != Freedom::Free)
        {
            edges.corners(fans, place, &mut corners);
            *freedom = edges.freedom(&corners);
        }
    }

    /// For each edge the cheaper of the two collapses.
    fn candidates(&mut self, round: &Round) -> Option<Vec<Candidate>> {
        let mut candidates = Vec::with_capacity(self.places.triangles.len() * 3 / 2);
        let mut scratch = Scratch::default();
        for index in 0..self.places.triangles.len() {
            let triangle = self.places.triangles[index];
            for corner in 0..3 {
                let (a, b) = (triangle[corner], triangle[(corner + 1) % 3]);
                let [from, to] = [a, b].map(|vertex| self.places.place(vertex));
                let freedoms = [from, to].map(|place| self.freedoms[place as usize]);
                // The other triangle of the edge has it the other way round; there is none at a border.
                if from > to && freedoms.contains(&Freedom::Free) {
                    continue;
                }
                let there = self.candidate(round, [a, b], &mut scratch)?;
                let back = self.candidate(round, [b, a], &mut scratch)?;
                candidates.extend(match (there, back) {
                    (Some(there), Some(back)) => Some(if back.cost < there.cost { back } else { there }),
                    (there, back) => there.or(back),
                });
            }
        }
        Some(candidates)
    }

    /// Whether there is only one vertex at each place.
    fn single_vertices(&self) -> Vec<bool> {
        let mut first = vec![u32::MAX; self.places.points.len()];
        let mut is_single = vec![true; self.places.points.len()];
        for vertex in self.places.triangles.as_flattened() {
            let place = self.places.place(*vertex) as usize;
            match first[place] {
                u32::MAX => first[place] = *vertex,
                known => is_single[place] &= known == *vertex,
            }
        }
        is_single
    }

    /// The collapse of one vertex onto another of the same triangle, if it is allowed; `None` if the work is too much.
    fn candidate(
        &mut self,
        round: &Round,
        [a, b]: [u32; 2],
        scratch: &mut Scratch,
    ) -> Option<Option<Candidate>> {
        let [from, to] = [a, b].map(|vertex| self.places.place(vertex));
        let n_around = [from, to].map(|place| round.fans.around(place).len());
        if !self.freedoms[from as usize].allows(to) || n_around[0] > MAX_MOVING || n_around[1] > MAX_AROUND {
            return Some(None);
        }
        let point = self.places.point(to);
        let error = self.quadrics[from as usize].mean_at(point);
        let difference = if round.is_single[from as usize] {
            self.attributes.error(a, b, point)
        } else {
            self.take(n_around[0] + n_around[1])?;
            self.pair(round, from, to, scratch)
        };
        #[expect(clippy::cast_possible_truncation, reason = "only compared")]
        let (cost, error) = ((error + difference) as f32, error as f32);
        Some(cost.is_finite().then_some(Candidate { cost, error, from: a, to: b }))
    }

    /// Finds the vertex that each vertex of a place becomes at another, and the squared difference of their values.
    ///
    /// Those of triangles at the edge become what these have at its other end; others become what differs least.
    fn pair(&self, round: &Round, from: u32, to: u32, scratch: &mut Scratch) -> f64 {
        let Scratch { own, other, pairs, .. } = scratch;
        self.corners(round, from, own);
        other.clear();
        pairs.clear();
        let point = self.places.point(to);
        for corner in own.iter() {
            let ends = [corner.next, corner.last].into_iter().filter(|end| self.places.place(*end) == to);
            for end in ends {
                match pairs.iter_mut().find(|(vertex, _)| *vertex == corner.own) {
                    Some((_, known)) => {
                        let [now, before] =
                            [end, *known].map(|end| self.attributes.error(corner.own, end, point));
                        if now < before {
                            *known = end;
                        }
                    }
                    None => pairs.push((corner.own, end)),
                }
            }
        }
        for corner in own.iter() {
            if pairs.iter().any(|(vertex, _)| *vertex == corner.own) {
                continue;
            }
            if other.is_empty() {
                other.extend(self.vertices_at(round, to));
                other.sort_unstable();
                other.dedup();
            }
            let mut best: Option<(f64, u32)> = None;
            for end in other.iter().copied() {
                let error = self.attributes.error(corner.own, end, point);
                if best.is_none_or(|(least, _)| error < least) {
                    best = Some((error, end));
                }
            }
            pairs.extend(best.map(|(_, end)| (corner.own, end)));
        }
        pairs.iter().map(|(vertex, end)| self.attributes.error(*vertex, *end, point)).sum()
    }

    /// The vertices of the triangles around a place that are at it.
    fn vertices_at(&self, round: &Round, place: u32) -> impl Iterator<Item = u32> {
        let triangles = round.fans.around(place).iter().map(|index| self.places.triangles[*index as usize]);
        triangles.flatten().filter(move |vertex| self.places.place(*vertex) == place)
    }

    /// The triangles around a place as they are now.
    fn corners(&self, round: &Round, place: u32, corners: &mut Vec<Corner>) {
        corners.clear();
        for index in round.fans.around(place) {
            corners.extend(Corner::of_whole(&self.places, self.places.triangles[*index as usize], place));
        }
    }

    /// How many triangles vanish with an edge; `None` if it cannot be collapsed. Leaves in `scratch` what vertices become.
    fn shared(&self, round: &mut Round, candidate: &Candidate, scratch: &mut Scratch) -> Option<usize> {
        let [from, to] = [candidate.from, candidate.to].map(|vertex| self.places.place(vertex));
        if round.is_single[from as usize] {
            self.corners(round, from, &mut scratch.own);
            scratch.pairs.clear();
            scratch.pairs.push((candidate.from, candidate.to));
        } else {
            self.pair(round, from, to, scratch);
        }
        let place = |vertex: u32| self.places.place(vertex);
        // Neighbours of both must be those across the edge.
        round.mark += 2;
        let (is_near, is_third) = (round.mark - 1, round.mark);
        for index in round.fans.around(to) {
            let triangle = self.places.triangles[*index as usize];
            if self.places.is_triangle(triangle) {
                triangle.iter().for_each(|vertex| round.marks[place(*vertex) as usize] = is_near);
            }
        }
        let mut n_shared = 0;
        for corner in &scratch.own {
            let [next, last] = [place(corner.next), place(corner.last)];
            if next == to || last == to {
                n_shared += 1;
                round.marks[if next == to { last } else { next } as usize] = is_third;
            }
        }
        if n_shared == 0 {
            return None;
        }
        let target = self.places.point(to);
        for corner in &scratch.own {
            let places = [place(corner.next), place(corner.last)];
            if places.contains(&to) {
                continue;
            }
            let marks = places.map(|place| round.marks[place as usize]);
            if marks.contains(&is_near) {
                return None;
            }
            let is_there = |index: &u32| {
                let other = self.places.triangles[*index as usize].map(place);
                places.iter().all(|place| other.contains(place)) && other.contains(&to)
            };
            if marks == [is_third; 2] && round.fans.around(to).iter().any(is_there) {
                return None;
            }
            let [next, last] = places.map(|place| self.places.point(place));
            let normal = |at: [f64; 3]| cross(minus(next, at), minus(last, at));
            let (before, after) = (normal(self.places.point(from)), normal(target));
            let (same, lengths) = (dot(before, after), dot(before, before) * dot(after, after));
            // More than some 75 degrees are too much; what had no area may turn as it likes.
            if dot(before, before) > 0.0 && (same <= 0.0 || same * same <= 0.0625 * lengths) {
                return None;
            }
        }
        Some(n_shared)
    }

    fn apply(&mut self, round: &mut Round, candidate: &Candidate, scratch: &Scratch) {
        let [from, to] = [candidate.from, candidate.to].map(|vertex| self.places.place(vertex));
        for (vertex, becomes) in &scratch.pairs {
            self.attributes.join(*vertex, *becomes);
        }
        for index in round.fans.around(from) {
            for corner in &mut self.places.triangles[*index as usize] {
                if let Some((_, becomes)) = scratch.pairs.iter().find(|(vertex, _)| vertex == corner) {
                    *corner = *becomes;
                }
            }
        }
        // Vertices that are moved away from their seam tear it.
        self.has_torn |= !round.has_seams;
        let quadric = self.quadrics[from as usize];
        self.quadrics[to as usize].add(&quadric);
        round.is_touched[from as usize] = true;
        round.is_touched[to as usize] = true;
        self.worst = self.worst.max(candidate.error.into());
    }

    /// Leaves out what has vanished.
    fn end(&mut self) {
        let triangles = std::mem::take(&mut self.places.triangles);
        let groups = std::mem::take(&mut self.places.groups);
        for (triangle, group) in triangles.into_iter().zip(groups) {
            if self.places.is_triangle(triangle) {
                self.places.triangles.push(triangle);
                self.places.groups.push(group);
            }
        }
    }

    /// Leaves out whole parts, the smallest first, and gives how many.
    pub(super) fn drop_parts(&mut self) -> usize {
        let (n_dropped, largest) = drop_smallest(&mut self.places, self.n_wanted, self.max_error);
        self.worst = self.worst.max(largest);
        n_dropped
    }
}

/// How much an edge counts beside the surface; `None` if it is an edge like any other.
fn edge_factor(edges: &Edges<'_>, fans: &Fans, index: usize, from: u32, to: u32) -> Option<f64> {
    let places = edges.places;
    let [from, to] = [from, to].map(|vertex| places.place(vertex));
    let around = [from, to].map(|place| fans.around(place));
    let smaller = if around[0].len() <= around[1].len() { around[0] } else { around[1] };
    if smaller.len() > MAX_MOVING {
        return None;
    }
    let corner = |index: usize| Corner::of(places, places.triangles[index], places.groups[index], from);
    let others = smaller.iter().map(|other| *other as usize).filter(|other| {
        let all = places.triangles[*other].map(|vertex| places.place(vertex));
        *other != index && all.contains(&from) && all.contains(&to)
    });
    let mut is_border = true;
    for other in others {
        is_border = false;
        if edges.is_seam(&corner(index), &corner(other)) {
            return Some(SEAM);
        }
    }
    is_border.then_some(BORDER)
}

/// Lists that are used again.
#[derive(Debug, Default)]
struct Scratch {
    own: Vec<Corner>,
    /// The vertices at the other place.
    other: Vec<u32>,
    /// What each vertex becomes.
    pairs: Vec<(u32, u32)>,
}
