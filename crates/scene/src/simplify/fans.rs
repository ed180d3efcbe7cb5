//! The triangles around each place, and where a place may move.
#![expect(clippy::indexing_slicing, reason = "places and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of triangles in memory")]

use super::attributes::Attributes;
use super::places::Places;

/// With more triangles around it than this, a vertex stays where it is.
pub(super) const MAX_MOVING: usize = 48;

/// The triangles around each place.
#[derive(Debug, Default)]
pub(super) struct Fans {
    offsets: Vec<u32>,
    list: Vec<u32>,
}

impl Fans {
    pub(super) fn of(places: &Places) -> Self {
        let mut offsets = vec![0_u32; places.points.len() + 1];
        for vertex in places.triangles.as_flattened() {
            offsets[places.place(*vertex) as usize + 1] += 1;
        }
        for place in 0..places.points.len() {
            offsets[place + 1] += offsets[place];
        }
        let (mut next, mut list) = (offsets.clone(), vec![0_u32; places.triangles.len() * 3]);
        for (index, triangle) in (0_u32..).zip(&places.triangles) {
            for vertex in triangle {
                let place = places.place(*vertex) as usize;
                list[next[place] as usize] = index;
                next[place] += 1;
            }
        }
        Self { offsets, list }
    }

    /// The triangles around a place.
    pub(super) fn around(&self, place: u32) -> &[u32] {
        &self.list[self.offsets[place as usize] as usize..self.offsets[place as usize + 1] as usize]
    }
}

/// Where a place may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Onto any neighbour.
    Free,
    /// Along a border or seam, onto one of these two.
    Along([u32; 2]),
    /// Nowhere.
    Fixed,
}

impl Freedom {
    /// Whether it may move onto a neighbour.
    pub(super) fn allows(self, to: u32) -> bool {
        match self {
            Self::Free => true,
            Self::Along(both) => both.contains(&to),
            Self::Fixed => false,
        }
    }
}

/// One triangle around a place: its vertices from that place on, and its group.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Corner {
    pub(super) own: u32,
    pub(super) next: u32,
    pub(super) last: u32,
    group: u32,
}

impl Corner {
    /// A triangle as seen from one of its places.
    pub(super) fn of(places: &Places, triangle: [u32; 3], group: u32, place: u32) -> Self {
        let [a, b, c] = triangle;
        let (own, next, last) = match place {
            at if places.place(a) == at => (a, b, c),
            at if places.place(b) == at => (b, c, a),
            _ => (c, a, b),
        };
        Self { own, next, last, group }
    }

    /// A triangle as seen from one of its places; `None` if two of its corners are at one place.
    pub(super) fn of_whole(places: &Places, triangle: [u32; 3], place: u32) -> Option<Self> {
        let corner = Self::of(places, triangle, 0, place);
        let [next, last] = [corner.next, corner.last].map(|vertex| places.place(vertex));
        (next != last && next != place && last != place).then_some(corner)
    }
}

/// What edges are that vertices may not leave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges<'a> {
    pub(super) places: &'a Places,
    pub(super) attributes: &'a Attributes<'a>,
    /// Whether seams of texture coordinates count.
    pub(super) has_seams: bool,
}

impl Edges<'_> {
    fn place(&self, vertex: u32) -> u32 {
        self.places.place(vertex)
    }

    pub(super) fn corners(&self, fans: &Fans, place: u32, corners: &mut Vec<Corner>) {
        corners.clear();
        let corner = |index: &u32| {
            let index = *index as usize;
            Corner::of(self.places, self.places.triangles[index], self.places.groups[index], place)
        };
        corners.extend(fans.around(place).iter().map(corner));
    }

    /// Whether an edge from a place, between a triangle after and one before it, is a seam there. At its other end it may
    /// be none: a seam ends, or many triangles have texture coordinates of their own at the pole of a ball.
    pub(super) fn is_seam(&self, after: &Corner, before: &Corner) -> bool {
        let is_torn = self.has_seams && self.attributes.is_torn(after.own, before.own);
        after.group != before.group || is_torn
    }

    /// Where a place may move, by the triangles around it.
    pub(super) fn freedom(&self, corners: &[Corner]) -> Freedom {
        if corners.is_empty() || corners.len() > MAX_MOVING {
            return Freedom::Fixed;
        }
        // Where more than one surface meets, only a vertex that nothing else stops may move, as the last resort.
        let entangled = if self.has_seams { Freedom::Fixed } else { Freedom::Free };
        // The corner that begins where each ends.
        let mut follows = [usize::MAX; MAX_MOVING];
        let mut is_followed = [false; MAX_MOVING];
        for (index, corner) in corners.iter().enumerate() {
            let last = self.place(corner.last);
            for (other, next) in corners.iter().enumerate() {
                if self.place(next.next) == last {
                    if follows[index] != usize::MAX || is_followed[other] {
                        return entangled;
                    }
                    (follows[index], is_followed[other]) = (other, true);
                }
            }
        }
        let (mut along, mut n_along) = ([0; 2], 0);
        let mut put = |place: u32| {
            if let Some(to) = along.get_mut(n_along) {
                *to = place;
            }
            n_along += 1;
        };
        let (mut start, mut n_starts) = (0, 0);
        for (index, corner) in corners.iter().enumerate() {
            match corners.get(follows[index]) {
                None => put(self.place(corner.last)),
                Some(after) if self.is_seam(after, corner) => put(self.place(corner.last)),
                Some(_) => {}
            }
            if !is_followed[index] {
                put(self.place(corner.next));
                (start, n_starts) = (index, n_starts + 1);
            }
        }
        // All are in one fan.
        let (mut at, mut n_seen) = (start, 1);
        while n_seen <= corners.len() && follows[at] != usize::MAX && follows[at] != start {
            (at, n_seen) = (follows[at], n_seen + 1);
        }
        match n_along {
            0 if n_seen != corners.len() => entangled,
            _ if n_seen != corners.len() || n_starts > 1 => Freedom::Fixed,
            0 => Freedom::Free,
            2 if along[0] != along[1] => Freedom::Along(along),
            _ => Freedom::Fixed,
        }
    }
}
