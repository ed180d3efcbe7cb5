//! The triangles around each place, updated by collapses.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::places::Places;

/// The index that stands for no corner.
const NONE: u32 = u32::MAX;

/// The value of a triangle that was removed.
pub(super) const GONE: [u32; 3] = [NONE; 3];

/// For each place, a linked list of its corners: three times the index of the triangle, plus the index of the corner
/// within it.
#[derive(Debug, Default)]
pub(super) struct Rings {
    first: Vec<u32>,
    next: Vec<u32>,
}

/// A triangle around a place: its vertices starting at that place, and the places of the other two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) triangle: u32,
    pub(super) own: u32,
    pub(super) next: u32,
    pub(super) last: u32,
    pub(super) places: [u32; 2],
}

impl Corner {
    /// The vertices of the triangle at a neighbouring place.
    pub(super) fn ends_at(self, place: u32) -> impl Iterator<Item = u32> {
        let ends = [self.next, self.last].into_iter().zip(self.places);
        ends.filter(move |(_, at)| *at == place).map(|(end, _)| end)
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
        let mut next = vec![NONE; places.triangles.len() * 3];
        // Corners are added in reverse, so that the lists are in the order of the triangles.
        for (at, vertex) in
            (0_u32..).zip(places.triangles.as_flattened()).collect::<Vec<_>>().into_iter().rev()
        {
            let place = places.place(*vertex) as usize;
            next[at as usize] = std::mem::replace(&mut first[place], at);
        }
        Self { first, next }
    }

    /// Collects the triangles around a place, up to `most` of them. Removed triangles are unlinked, so that they are
    /// visited only once.
    pub(super) fn around(&mut self, places: &Places, place: u32, most: usize, corners: &mut Vec<Corner>) {
        corners.clear();
        let (mut before, mut at) = (NONE, self.first[place as usize]);
        while at != NONE && corners.len() < most {
            let triangle = at / 3;
            let vertices = places.triangles[triangle as usize];
            let after = self.next[at as usize];
            if vertices != GONE {
                let corner = at as usize % 3;
                let [own, next, last] = [0, 1, 2].map(|step| vertices[(corner + step) % 3]);
                let beside = [next, last].map(|vertex| places.place(vertex));
                corners.push(Corner { triangle, own, next, last, places: beside });
                before = at;
            } else if before == NONE {
                self.first[place as usize] = after;
            } else {
                self.next[before as usize] = after;
            }
            at = after;
        }
    }

    /// Unlinks removed triangles around a place, and appends the others to the list of another place.
    pub(super) fn join(&mut self, places: &Places, from: u32, to: u32) {
        let (mut at, mut kept) = (self.first[from as usize], self.first[to as usize]);
        while at != NONE {
            let next = self.next[at as usize];
            if places.triangles[at as usize / 3] != GONE {
                self.next[at as usize] = kept;
                kept = at;
            }
            at = next;
        }
        self.first[from as usize] = NONE;
        self.first[to as usize] = kept;
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
