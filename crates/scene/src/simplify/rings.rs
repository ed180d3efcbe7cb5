//! The triangles around each place, updated by collapses.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::places::Places;

/// The index that stands for no corner.
const NONE: u32 = u32::MAX;

/// The value of a triangle that was removed.
pub(super) const GONE: [u32; 3] = [NONE; 3];

/// For each place, a linked list of its corners: four times the index of the triangle, plus the index of the corner
/// within it.
#[derive(Debug, Default)]
pub(super) struct Rings {
    first: Vec<u32>,
    links: Vec<Link>,
}

/// The places of a triangle and the next entries in their lists, each with an unused fourth number. The first place of
/// a removed triangle is `NONE`.
#[derive(Debug, Clone, Copy)]
struct Link {
    places: [u32; 4],
    next: [u32; 4],
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
        let mut first = vec![NONE; places.points.len()];
        let link = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| places.place(vertex));
            Link { places: [a, b, c, NONE], next: [NONE; 4] }
        };
        let mut links: Vec<Link> = places.triangles.iter().map(link).collect();
        // Corners are added in reverse, so that the lists are in the order of the triangles.
        let n_triangles = u32::try_from(links.len()).unwrap_or(u32::MAX);
        for (triangle, link) in (0..n_triangles).zip(&mut links).rev() {
            for corner in [2, 1, 0] {
                let first = &mut first[link.places[corner as usize] as usize];
                link.next[corner as usize] = std::mem::replace(first, triangle * 4 + corner);
            }
        }
        Self { first, links }
    }

    /// Collects the triangles around a place, up to `most` of them. Removed triangles are unlinked, so that they are
    /// visited only once.
    pub(super) fn around(&mut self, place: u32, most: usize, corners: &mut Vec<Corner>) {
        corners.clear();
        let (mut before, mut at) = (NONE, self.first[place as usize]);
        while at != NONE && corners.len() < most {
            let (link, corner) = (&self.links[at as usize / 4], at as usize % 4);
            let after = link.next[corner];
            if link.places[0] != NONE {
                let ends = [[1, 2], [2, 0], [0, 1], [0, 0]][corner];
                corners.push(Corner { at, places: ends.map(|end| link.places[end]) });
                before = at;
            } else if before == NONE {
                self.first[place as usize] = after;
            } else {
                self.links[before as usize / 4].next[before as usize % 4] = after;
            }
            at = after;
        }
    }

    /// Moves the corner of a triangle to another place.
    pub(super) fn set_place(&mut self, corner: Corner, place: u32) {
        self.links[corner.triangle()].places[corner.at as usize % 4] = place;
    }

    /// Removes a triangle.
    pub(super) fn remove(&mut self, triangle: usize) {
        self.links[triangle].places[0] = NONE;
    }

    /// Unlinks removed triangles around a place, and appends the others to the list of another place.
    pub(super) fn join(&mut self, from: u32, to: u32) {
        let (mut at, mut kept) = (self.first[from as usize], self.first[to as usize]);
        while at != NONE {
            let link = &mut self.links[at as usize / 4];
            let next = link.next[at as usize % 4];
            if link.places[0] != NONE {
                link.next[at as usize % 4] = kept;
                kept = at;
            }
            at = next;
        }
        self.first[from as usize] = NONE;
        self.first[to as usize] = kept;
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
    for place in corners.iter().flat_map(|corner| corner.places) {
        if !all.contains(&place) {
            all.push(place);
        }
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
