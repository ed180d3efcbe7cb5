//! The triangles around each place, updated by collapses.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::places::Places;

/// The index that stands for no corner.
const NONE: u32 = u32::MAX;

/// For each place, a list of its corners: four times the index of the triangle, plus the index of the corner within it.
#[derive(Debug, Default)]
pub(super) struct Rings {
    /// The start and the length of each list.
    lists: Vec<[u32; 2]>,
    corners: Vec<u32>,
    /// The number of corners with which the lists are written anew.
    n_most: usize,
    /// The places of each triangle, and an unused fourth number. The first place of a removed triangle is `NONE`.
    triangles: Vec<[u32; 4]>,
}

/// A triangle around a place, and the places of the other two corners.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    at: u32,
    pub(super) places: [u32; 2],
}

impl Corner {
    /// The index of the triangle.
    pub(super) fn triangle(self) -> usize {
        self.at as usize / 4
    }

    /// The vertices of the triangle, starting at the place.
    pub(super) fn vertices(self, places: &Places) -> [u32; 3] {
        let mut vertices = places.triangles[self.triangle()];
        vertices.rotate_left(self.at as usize % 4);
        vertices
    }

    /// The vertex at the place.
    pub(super) fn own(self, places: &Places) -> u32 {
        places.triangles[self.triangle()][self.at as usize % 4]
    }
}

/// A neighbour of a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbour {
    pub(super) place: u32,
    /// The number of triangles with the edge to the neighbour, and of those with the edge back.
    n_there: u32,
    n_back: u32,
}

impl Neighbour {
    /// True if the edge is at a border of the surface.
    pub(super) fn is_open(&self) -> bool {
        self.n_there == 0 || self.n_back == 0
    }
}

impl Rings {
    pub(super) fn from_places(places: &Places) -> Self {
        let of_triangle = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| places.place(vertex));
            [a, b, c, NONE]
        };
        let triangles: Vec<[u32; 4]> = places.triangles.iter().map(of_triangle).collect();
        let lists = vec![[0; 2]; places.points.len()];
        let mut rings = Self { lists, corners: Vec::new(), n_most: 0, triangles };
        rings.arrange();
        rings
    }

    /// Writes all lists anew, one after the other.
    fn arrange(&mut self) {
        let Self { lists, corners, n_most, triangles } = self;
        let n_triangles = u32::try_from(triangles.len()).unwrap_or(NONE);
        let is_left = |triangle: &(u32, &[u32; 4])| triangle.1[0] != NONE;
        let all = || (0..n_triangles).zip(&*triangles).filter(is_left);
        let ends = |(triangle, places): (u32, &[u32; 4])| {
            [0, 1, 2].map(|corner| (triangle * 4 + corner, places[corner as usize] as usize))
        };
        lists.iter_mut().for_each(|list| list[1] = 0);
        all().flat_map(ends).for_each(|(_, place)| lists[place][1] += 1);
        let mut start = 0;
        for list in lists.iter_mut() {
            start += std::mem::replace(list, [start, 0])[1];
        }
        corners.clear();
        // Lists that grow are appended.
        *n_most = 2 * start as usize;
        corners.reserve_exact(*n_most);
        corners.resize(start as usize, NONE);
        for (at, place) in all().flat_map(ends) {
            let [start, length] = &mut lists[place];
            corners[(*start + *length) as usize] = at;
            *length += 1;
        }
    }

    /// Collects the triangles around a place, up to `most` of them. Removed triangles are taken off the list, so that
    /// they are visited only once.
    pub(super) fn around(&mut self, place: u32, most: usize, corners: &mut Vec<Corner>) {
        corners.clear();
        let [start, length] = self.lists[place as usize];
        let list = &mut self.corners[start as usize..][..length as usize];
        let (mut at, mut end) = (0, list.len());
        while at < end && at < most {
            let corner = list[at];
            let places = self.triangles[corner as usize / 4];
            if places[0] == NONE {
                end -= 1;
                list[at] = list[end];
                continue;
            }
            let ends = [[1, 2], [2, 0], [0, 1], [0, 0]][corner as usize % 4];
            corners.push(Corner { at: corner, places: ends.map(|end| places[end]) });
            at += 1;
        }
        self.lists[place as usize][1] = u32::try_from(end).unwrap_or(NONE);
    }

    /// Moves the corner of a triangle to another place.
    pub(super) fn set_place(&mut self, corner: Corner, place: u32) {
        self.triangles[corner.triangle()][corner.at as usize % 4] = place;
    }

    /// Removes a triangle.
    pub(super) fn remove(&mut self, triangle: usize) {
        self.triangles[triangle][0] = NONE;
    }

    /// Joins the complete lists of two places, without the triangles between both.
    pub(super) fn join(&mut self, from: u32, to: u32, own: &[Corner], other: &[Corner]) {
        if self.corners.len() + own.len() + other.len() > self.n_most {
            self.arrange();
        }
        self.lists[from as usize] = [0; 2];
        let start = self.corners.len();
        let own = own.iter().filter(|corner| !corner.places.contains(&to));
        let other = other.iter().filter(|corner| !corner.places.contains(&from));
        self.corners.extend(own.chain(other).map(|corner| corner.at));
        self.lists[to as usize] =
            [start, self.corners.len() - start].map(|number| u32::try_from(number).unwrap_or(NONE));
    }
}

/// True if the triangles around a place close a fan: each neighbour is the start of exactly one edge around the place,
/// and the end of exactly one.
pub(super) fn is_closed(corners: &[Corner]) -> bool {
    // All corners are compared at once; most places have six.
    const MOST: usize = 8;
    let n_corners = corners.len();
    if n_corners > MOST {
        return false;
    }
    let mut starts = [NONE; MOST];
    let (mut n_there, mut n_back) = ([0_u32; MOST], [0_u32; MOST]);
    starts.iter_mut().zip(corners).for_each(|(start, corner)| *start = corner.places[0]);
    for corner in corners {
        let [there, back] = corner.places;
        for at in 0..MOST {
            n_there[at] += u32::from(starts[at] == there);
            n_back[at] += u32::from(starts[at] == back);
        }
    }
    // Each of as many different starts is an end once, so no end remains.
    n_there[..n_corners].iter().chain(&n_back[..n_corners]).all(|count| *count == 1)
}

/// Collects the places around a place.
pub(super) fn neighbour_places(corners: &[Corner], all: &mut Vec<u32>) {
    all.clear();
    all.extend(corners.iter().map(|corner| corner.places[0]));
    if !is_closed(corners) {
        all.extend(corners.iter().map(|corner| corner.places[1]));
        all.sort_unstable();
        all.dedup();
    }
}

/// Collects the neighbours of a place from the triangles around it.
pub(super) fn neighbours(corners: &[Corner], all: &mut Vec<Neighbour>) {
    all.clear();
    for corner in corners {
        for (place, there, back) in [(corner.places[0], 1, 0), (corner.places[1], 0, 1)] {
            match all.iter_mut().find(|known| known.place == place) {
                Some(known) => {
                    known.n_there += there;
                    known.n_back += back;
                }
                None => all.push(Neighbour { place, n_there: there, n_back: back }),
            }
        }
    }
}
