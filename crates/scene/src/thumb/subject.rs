//! Selection of the main content of a place, and of the camera that shows it best.
//!
//! A place contains more than its main content: a baseplate of 2,048 studs, a sky box around everything, parts that
//! fell into the void. In a picture of its whole bounding box, the content would have a few pixels. So boxes around
//! increasingly dense groups of parts are tried, each from several sides, in small pictures with parts drawn as boxes,
//! and the one that shows most wins.

use super::camera::{Camera, Stand};
use super::content::{Hue, PictureContent};
use super::frame::{Extent, Solids};
use super::geometry::{Vertex, diagonal};
use super::raster::{Canvas, NOTHING, Setup};
use crate::allowance::Allowance;
use crate::scene::Scene;
use crate::threads;
use geom::{Aabb, Vec3};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The longer side of the pictures that are tried, in pixels.
const SIDE: u32 = 64;

/// The least fraction of the picture that the content should fill, if any camera achieves it.
pub(super) const FILLED: f64 = 0.2;

/// The least ratio between the length of a floor, a wall or a sky box and the median length of all parts.
const LARGE: f32 = 4.0;

/// The largest ratio between thickness and width of floors and walls.
const THIN: f32 = 0.12;

/// The vertical field of view of cameras inside a place, in degrees. In a square picture, that of the engine shows too
/// little of a room.
const INDOORS: f64 = 80.0;

/// The distance of these cameras from the middle of the box at which they look, as a share of its diagonal, if no wall
/// is nearer: all of the box is in the picture.
const BACK: f32 = 0.8;

/// The share of the distance to a wall, and of that to the roof, at which they stand.
const TO_WALL: f32 = 0.92;
const TO_ROOF: f32 = 0.6;

/// The distance of the point at which they look below the middle of the box, as a share of its height.
const LOW: f32 = 0.175;

/// The share of the box's diagonal from which parts in it are walls.
const WALL: f64 = 0.4;

/// Upper bound on the triangles of all small pictures together, and the least and largest numbers of pictures from
/// outside and from within.
pub(super) const MOST_TRIED: usize = 12_000_000;
const OUTSIDE: [usize; 2] = [6, 64];
const WITHIN: [usize; 2] = [8, 24];

/// The exponent of a box's share of the widest one, a factor of the rating, and the factor for cameras inside. Both were
/// set, as was the penalty for what is cut off, by looking at the pictures of some three hundred places and maps.
const WIDTH: f64 = 0.18;
const INDOORS_FAVOUR: f64 = 0.93;

/// The factor for cameras that show all of a map, with its floors, if at least this weight of the content is visible.
const WHOLE: f64 = 1.7;
const SHOWN: f64 = 0.25;

/// The number of parts of the content below which there is no inside.
const FEW_PARTS: usize = 5;

/// Upper bound on the parts that are examined; if there are more, the largest are chosen. A small picture has hardly
/// more pixels.
const MOST_PARTS: usize = 3_000;

/// The number of parts in a preselection, and the number of cameras that it keeps for the comparison with all parts.
const SOME_PARTS: usize = 500;
const BEST: usize = 8;

/// Upper bound on the pixels that the triangles of a small picture cover together: a thousand times the whole picture.
const MOST_COVERED: usize = 1000 * 64 * 64;

/// Upper bound on comparisons to find boxes that contain all others.
const MOST_COMPARED: usize = 50_000_000;

/// Selects the parts that are examined, in order: if there are very many, the largest. Parts of similar size, to the
/// next power of two, are selected evenly, and not from the front.
pub(super) fn chosen(parts: &[(usize, Extent)]) -> Cow<'_, [(usize, Extent)]> {
    if parts.len() <= MOST_PARTS {
        return Cow::Borrowed(parts);
    }
    let rank = |number: u32, extent: &Extent| {
        let [x, y, z] = extent.bounds.size().to_array().map(f64::from);
        // Dropping the lowest bit of the squared length's exponent gives the power of two of the length.
        let size = (x * x + y * y + z * z).to_bits() >> 53;
        // The factor of Fibonacci hashing spreads consecutive numbers evenly.
        (Reverse(size), number.wrapping_mul(0x9e37_79b1), number)
    };
    let mut ranks: Vec<_> = (0_u32..).zip(parts).map(|(number, (_, extent))| rank(number, extent)).collect();
    ranks.select_nth_unstable(MOST_PARTS);
    ranks.truncate(MOST_PARTS);
    let mut numbers: Vec<u32> = ranks.into_iter().map(|(_, _, number)| number).collect();
    numbers.sort_unstable();
    Cow::Owned(numbers.into_iter().filter_map(|number| parts.get(number as usize).copied()).collect())
}

/// The side of walls on which cameras are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    Both,
    Inside,
}

/// A computed camera.
#[derive(Clone, Copy)]
struct Candidate {
    camera: Camera,
    /// The box at which it looks.
    focus: Aabb,
    /// The fraction of the picture that the content should fill.
    enough: f64,
    /// A factor of the rating, and one that favours wide views.
    favour: f64,
    width: f64,
    /// Set if all of a map is in the picture.
    is_whole: bool,
}

impl Candidate {
    /// The factors of the rating for a picture that shows a weight of the content.
    fn favour(&self, shown: f64) -> f64 {
        if self.is_whole && shown >= SHOWN { self.favour * WHOLE } else { self.favour }
    }
}

/// The computed camera that is selected.
pub(super) struct Best {
    pub(super) camera: Camera,
    /// The box at which it looks.
    pub(super) focus: Aabb,
    /// The content of the picture that would win if no wide view was favoured, and its rating. Saved cameras are compared
    /// with it, because they are seldom wide.
    pub(super) most: PictureContent,
    pub(super) rating: f64,
}

/// The parts of a place, with their relevance.
pub(super) struct Subject<'p> {
    parts: &'p [(usize, Extent)],
    /// The weight of each part; the sum is 1. Floors, walls and sky boxes have none, if there is anything else.
    weights: Vec<f64>,
    hues: Vec<Hue>,
    is_map: bool,
}

impl<'p> Subject<'p> {
    pub(super) fn new(scene: &Scene, parts: &'p [(usize, Extent)], is_map: bool) -> Self {
        let is_frame = frames(parts);
        let has_rest = is_frame.iter().any(|is_frame| !is_frame);
        let is_content = |index: usize| !has_rest || is_frame.get(index) == Some(&false);
        let size = |(_, extent): &(usize, Extent)| extent.area.max(0.0).sqrt();
        let chosen = || (0..).zip(parts).filter(|(index, _)| is_content(*index)).map(|(_, part)| part);
        let (count, total) = (chosen().count(), chosen().map(size).sum::<f64>());
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        // Half of the weight is equal for all parts, and half is proportional to size, so that neither many small parts
        // nor a few large ones dominate.
        let each = 0.5 / count.max(1) as f64;
        let weight = |(index, part): (usize, &(usize, Extent))| {
            let by_size = if total > 0.0 { size(part) / total * 0.5 } else { each };
            if is_content(index) { each + by_size } else { 0.0 }
        };
        let hues = parts.iter().map(|(node, _)| Hue::from_node(scene, *node)).collect();
        Self { parts, weights: (0..).zip(parts).map(weight).collect(), hues, is_map }
    }

    /// Selects one of many cameras.
    pub(super) fn best(&self, solids: &Solids, front: Vec3, stand: Stand, sides: Sides) -> Option<Best> {
        let boxes = self.boxes();
        let n_most = MOST_TRIED.checked_div(solids.triangles.len().max(1)).unwrap_or(0);
        let [n_outside, n_within] = [OUTSIDE, WITHIN].map(|[least, most]| n_most.clamp(least, most));
        let mut cameras = Vec::new();
        // The whole place with its floors, and the box of all content, may fill less of the picture than boxes of a
        // part of it, which leave out or cut other parts.
        let whole = || corners_of(self.parts.iter().map(|part| part.1.bounds));
        let all = self.whole().map(|focus| (focus, whole(), FILLED, self.is_map));
        let most = boxes.first().map(|focus| (*focus, self.corners(*focus), FILLED, false));
        let others = boxes.iter().skip(1).map(|focus| (*focus, self.corners(*focus), FILLED * 1.5, false));
        let framings: Vec<_> = all.into_iter().chain(most).chain(others).collect();
        // The usual direction comes first, for all boxes; other directions have to be better to be chosen.
        let turns = [(0.0, 1.0), (180.0, 0.92), (90.0, 0.9), (-90.0, 0.9)];
        let rises = if self.is_map {
            &[(8.0, 1.0), (25.0, 0.95), (40.0, 0.9)][..]
        } else {
            &[(8.0, 1.0), (25.0, 0.92)]
        };
        // A box of a part of the content has to show more than a wider one.
        let widest = boxes.first().map_or(0.0, |widest| diagonal(*widest));
        let width = |focus: Aabb| libm::pow((diagonal(focus) / widest).min(1.0), WIDTH);
        let ways = turns.iter().flat_map(|turn| framings.iter().map(move |framing| (turn, framing)));
        let ways = ways.flat_map(|way| rises.iter().map(move |rise| (way, rise)));
        let n_outside = if sides == Sides::Inside { 0 } else { n_outside };
        for (((turn, favour), (focus, corners, enough, is_whole)), (rise, liking)) in ways.take(n_outside) {
            let stand = Stand { yaw: stand.yaw + turn, pitch: stand.pitch + rise, ..stand };
            let camera = Camera::towards(corners.iter().copied(), *focus, front, stand).within();
            let (focus, enough, favour, width) = (*focus, *enough, favour * liking, width(*focus));
            cameras.push(Candidate { camera, focus, enough, favour, width, is_whole: *is_whole });
        }
        // Cameras inside are for what has a roof.
        let n_within = if self.n_parts() < FEW_PARTS { 0 } else { n_within };
        let ways = boxes.iter().rev().take(3);
        let ways = ways.flat_map(|focus| self.inside(solids, *focus).map(move |way| (way, *focus)));
        cameras.extend(ways.take(n_within).map(|((eye, target), focus)| {
            let camera = Camera::looking(eye, target, INDOORS.to_radians(), stand);
            let (enough, favour, width) = (FILLED * 1.5, INDOORS_FAVOUR, width(focus));
            Candidate { camera, focus, enough, favour, width, is_whole: false }
        }));
        cameras.retain(|tried| !self.is_in_something(tried.camera.eye(), tried.focus));
        if let Some(step) = self.n_parts().checked_div(SOME_PARTS).filter(|step| *step > 1) {
            let is_chosen =
                |part: u32| (part as usize).is_multiple_of(step) || self.weight(part as usize) <= 0.0;
            let some = solids.of_some(is_chosen);
            #[expect(clippy::cast_precision_loss, reason = "a share")]
            let share = 1.0 / step as f64;
            let rating = |tried: &Candidate| {
                let seen = self.seen(&some, &tried.camera, stand);
                seen.rating(tried.enough * share) * tried.favour(seen.any / share)
            };
            let mut ratings: Vec<_> = threads::each(&cameras, rating).into_iter().zip(0..).collect();
            ratings.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
            // The original order is restored, in which the usual cameras come first.
            let mut best: Vec<usize> = ratings.into_iter().take(BEST).map(|(_, number)| number).collect();
            best.sort_unstable();
            cameras = best.into_iter().filter_map(|number| cameras.get(number).copied()).collect();
        }
        let seen = threads::each(&cameras, |tried| self.seen(solids, &tried.camera, stand));
        let rated = || cameras.iter().zip(&seen);
        let better = |best: (f64, _, _), other: (f64, _, _)| if other.0 > best.0 { other } else { best };
        let near = rated().map(|(tried, seen)| {
            (seen.rating(tried.enough) * tried.favour(seen.any) * seen.uncut(), tried, seen)
        });
        let (rating, _, most): (_, &Candidate, _) = near.reduce(better)?;
        let wide = rated().map(|(tried, seen)| {
            let favour = tried.favour(seen.any) * tried.width;
            (seen.rating_of_wide(tried.enough) * favour * seen.uncut(), tried, seen)
        });
        let (_, best, _) = wide.reduce(better)?;
        Some(Best { camera: best.camera, focus: best.focus, most: *most, rating })
    }

    /// Draws the small picture of a camera and measures its content.
    pub(super) fn seen(&self, solids: &Solids, camera: &Camera, stand: Stand) -> PictureContent {
        let (width, height) = small(stand);
        let small = camera.resized(width, height);
        let mut canvas = Canvas::new(width as usize, height as usize);
        let covered = Allowance::new(MOST_COVERED);
        let place = |point: &Vec3| small.place(point.to_array().map(f64::from));
        let places: Vec<Option<[f32; 3]>> = solids.positions.iter().map(place).collect();
        count(solids.triangles.len());
        let mut draw = |part: u32, places: [[f32; 3]; 3]| {
            let corners = places.map(|place| Vertex { place, ..Vertex::NOWHERE });
            let Some(setup) = Setup::prepare(&corners, canvas.width, canvas.height) else { return true };
            let is_granted = setup.cover(&covered, 1).is_continue();
            if is_granted {
                canvas.draw(part, &setup, |_, _| true);
            }
            is_granted
        };
        for (corners, part) in &solids.triangles {
            let is_granted = match corners.map(|corner| places.get(corner as usize).copied().flatten()) {
                [Some(a), Some(b), Some(c)] => draw(*part, [a, b, c]),
                [None, None, None] => continue,
                // A wall beside the camera is clipped rather than dropped, because it hides what is behind it.
                _ => {
                    let position = |corner: u32| solids.positions.get(corner as usize).copied();
                    let outline = small.outline(corners.map(|corner| position(corner).unwrap_or_default()));
                    let [first, rest @ ..] = &outline[..] else { continue };
                    rest.windows(2).all(|pair| match *pair {
                        [second, third] => draw(*part, [*first, second, third]),
                        _ => true,
                    })
                }
            };
            if !is_granted {
                break;
            }
        }
        let mut seen = vec![0_u32; self.parts.len()];
        for number in canvas.triangles.iter().flatten().filter(|number| **number != NOTHING) {
            if let Some(seen) = seen.get_mut(*number as usize) {
                *seen = seen.saturating_add(1);
            }
        }
        let mut is_cut = vec![false; self.parts.len()];
        for number in border(&canvas) {
            if let Some(is_cut) = is_cut.get_mut(number as usize) {
                *is_cut = true;
            }
        }
        let cut =
            is_cut.iter().zip(&self.weights).filter(|(is_cut, _)| **is_cut).map(|(_, weight)| weight).sum();
        PictureContent::measure(
            &seen,
            canvas.triangles.len(),
            &self.weights,
            &self.hues,
            outlines(&canvas),
            cut,
        )
    }

    /// The number of parts other than floors and walls.
    pub(super) fn n_parts(&self) -> usize {
        self.weights.iter().filter(|weight| **weight > 0.0).count()
    }

    /// The bounding box of everything.
    pub(super) fn whole(&self) -> Option<Aabb> {
        self.parts.iter().map(|(_, extent)| extent.bounds).reduce(Aabb::union)
    }

    /// The bounding box of the densest group, around which the camera moves.
    pub(super) fn middle(&self) -> Option<Aabb> {
        self.boxes().into_iter().next()
    }

    /// The corners of all content in a box, clipped to it.
    pub(super) fn corners(&self, focus: Aabb) -> Vec<[f64; 3]> {
        let weighty = self.parts.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0);
        let inside =
            weighty.map(|((_, extent), _)| extent.bounds).filter(|bounds| is_in(bounds.centre(), focus));
        let held = |bounds: Aabb| Aabb { min: bounds.min.max(focus.min), max: bounds.max.min(focus.max) };
        let corners = corners_of(inside.map(held));
        if corners.is_empty() { corners_of([focus].into_iter()) } else { corners }
    }

    /// True if a camera is inside a part that does not contain the target.
    fn is_in_something(&self, [x, y, z]: [f64; 3], focus: Aabb) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "boxes are in single precision")]
        let eye = Vec3::new(x as f32, y as f32, z as f32);
        let hides = |bounds: Aabb| is_in(eye, bounds) && !is_in(focus.centre(), bounds);
        self.parts.iter().any(|(_, extent)| hides(extent.bounds))
    }

    /// Camera positions under the roof over a box, each with a target: so far away that all of the box is in the picture,
    /// or with the back to a wall. None without a roof.
    fn inside(&self, solids: &Solids, focus: Aabb) -> impl Iterator<Item = ([f64; 3], [f64; 3])> {
        let size = diagonal(focus);
        #[expect(clippy::cast_possible_truncation, reason = "boxes are in single precision")]
        let most = size as f32 * BACK;
        let is_wall = move |part: u32| {
            let bounds = self.bounds(part as usize);
            bounds.is_some_and(|bounds| !is_in(bounds.centre(), focus) || diagonal(bounds) > size * WALL)
        };
        let target = focus.centre() - Vec3::Y * (focus.size().y * LOW);
        let roof = solids.free(target, Vec3::Y, f32::INFINITY, is_wall);
        let level = target + Vec3::Y * (roof.min(most) * TO_ROOF);
        let corners = [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
            .map(|side| side.map(|part: f32| part * 0.5_f32.sqrt()));
        let sides = [[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0]];
        corners.into_iter().chain(sides).filter(move |_| roof.is_finite()).map(move |[x, z]| {
            let away = Vec3::new(x, 0.0, z);
            let eye = level + away * (solids.free(level, away, most, is_wall) * TO_WALL);
            [eye, target].map(|point| point.to_array().map(f64::from)).into()
        })
    }

    /// Boxes around increasingly dense groups of parts, the widest first.
    fn boxes(&self) -> Vec<Aabb> {
        let mut boxes: Vec<Aabb> = Vec::new();
        let mut add = |focus: Option<Aabb>| {
            let Some(focus) = focus.filter(|focus| diagonal(*focus) > 0.0) else { return };
            // A box similar to a known one would show nearly the same.
            let is_new = |known: &Aabb| {
                let (one, other) = (diagonal(*known), diagonal(focus));
                let apart = diagonal(Aabb {
                    min: known.centre().min(focus.centre()),
                    max: known.centre().max(focus.centre()),
                });
                other < one * 0.8 || other > one * 1.25 || apart > one.min(other) * 0.5
            };
            if boxes.iter().all(is_new) {
                boxes.push(focus);
            }
        };
        for beyond in [0.0, 0.02, 0.06, 0.12, 0.2] {
            add(self.held(beyond));
        }
        let mut parts: Vec<usize> = (0..self.parts.len()).filter(|part| self.weight(*part) > 0.0).collect();
        for _ in 0..6 {
            parts = self.densest(&parts);
            if parts.iter().map(|part| self.weight(*part)).sum::<f64>() < 0.04 {
                break;
            }
            add(self.around(parts.iter().copied()));
        }
        boxes
    }

    fn weight(&self, part: usize) -> f64 {
        self.weights.get(part).copied().unwrap_or_default()
    }

    fn bounds(&self, part: usize) -> Option<Aabb> {
        self.parts.get(part).map(|(_, extent)| extent.bounds)
    }

    fn around(&self, parts: impl Iterator<Item = usize>) -> Option<Aabb> {
        parts.filter_map(|part| self.bounds(part)).reduce(Aabb::union)
    }

    /// The box around the parts whose centres are not among the outermost on any side, up to a weight of `beyond` for
    /// each.
    fn held(&self, beyond: f64) -> Option<Aabb> {
        let along = |axis: fn(Vec3) -> f32| {
            let mut places: Vec<(f32, f64)> = Vec::new();
            for ((_, extent), weight) in
                self.parts.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0)
            {
                places.push((axis(extent.bounds.centre()), *weight));
            }
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            Some((end(places.iter(), beyond)?, end(places.iter().rev(), beyond)?))
        };
        let (x, y, z) = (along(|at| at.x)?, along(|at| at.y)?, along(|at| at.z)?);
        let middles = Aabb { min: Vec3::new(x.0, y.0, z.0), max: Vec3::new(x.1, y.1, z.1) };
        let chosen = (0..self.parts.len()).filter(|part| self.weight(*part) > 0.0);
        self.around(
            chosen.filter(|part| self.bounds(*part).is_some_and(|bounds| is_in(bounds.centre(), middles))),
        )
    }

    /// The parts within the heaviest region, which is half as long as their bounding box in each direction.
    fn densest(&self, parts: &[usize]) -> Vec<usize> {
        let middles = parts.iter().filter_map(|part| self.bounds(*part)).map(Aabb::centre);
        let Some(whole) = Aabb::from_points(middles) else { return Vec::new() };
        let size = whole.size();
        let cell = size.x.max(size.y).max(size.z) / 4.0;
        if !(cell > 0.0 && cell.is_finite()) {
            return Vec::new();
        }
        let cell_of = |part: usize| {
            let at = self.bounds(part).map_or(Vec3::ZERO, |bounds| bounds.centre() - whole.min);
            #[expect(clippy::cast_possible_truncation, reason = "from 0 to 4")]
            at.to_array().map(|at| (at / cell).floor() as i32)
        };
        let mut cells: BTreeMap<[i32; 3], f64> = BTreeMap::new();
        for part in parts {
            // A part counts for each of the eight groups of cells that contain it.
            let [x, y, z] = cell_of(*part);
            for number in 0..8 {
                let shifted = [
                    x.saturating_sub(number & 1),
                    y.saturating_sub(number >> 1 & 1),
                    z.saturating_sub(number >> 2),
                ];
                *cells.entry(shifted).or_default() += self.weight(*part);
            }
        }
        let heavier = |a: &(&[i32; 3], &f64), b: &(&[i32; 3], &f64)| a.1.total_cmp(b.1).then(b.0.cmp(a.0));
        let Some((start, _)) = cells.iter().max_by(heavier) else { return Vec::new() };
        let is_near = |part: &usize| {
            let mut axes = cell_of(*part).into_iter().zip(*start);
            axes.all(|(at, start)| (0..2).contains(&at.saturating_sub(start)))
        };
        parts.iter().copied().filter(is_near).collect()
    }
}

/// The corners of boxes.
fn corners_of(boxes: impl Iterator<Item = Aabb>) -> Vec<[f64; 3]> {
    boxes.flat_map(|bounds| bounds.corners()).map(|corner| corner.to_array().map(f64::from)).collect()
}

/// The first position at which the accumulated weight exceeds `beyond`.
fn end<'p>(mut places: impl Iterator<Item = &'p (f32, f64)>, beyond: f64) -> Option<f32> {
    let mut sum = 0.0;
    let is_beyond = |(_, weight): &&(f32, f64)| {
        sum += weight;
        sum > beyond
    };
    places.find(is_beyond).map(|(place, _)| *place)
}

/// Marks floors, walls and surroundings: parts that are far larger than most, and thin, or around all others.
fn frames(parts: &[(usize, Extent)]) -> Vec<bool> {
    let sides = |extent: &Extent| {
        let mut sides = extent.bounds.size().to_array();
        sides.sort_by(f32::total_cmp);
        sides
    };
    let mut lengths: Vec<f32> = parts.iter().map(|(_, extent)| sides(extent)[2]).collect();
    lengths.sort_by(f32::total_cmp);
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    let smallest = lengths.first().copied().unwrap_or_default();
    // Of a few parts, only those about as long as the longest are floors.
    let longest = lengths.last().copied().unwrap_or_default();
    let (middle, least) = if parts.len() < 8 { (smallest, longest / 2.0) } else { (middle, 0.0) };
    let mut n_left = MOST_COMPARED;
    let is_frame = |(_, extent): &(usize, Extent)| {
        let [thickness, width, length] = sides(extent);
        if length < (middle * LARGE).max(least) || extent.has_lines {
            return false;
        }
        let is_thin = thickness < width * THIN && width > length * 0.1;
        let mut is_around = || {
            let Some(left) = n_left.checked_sub(parts.len()) else { return false };
            n_left = left;
            let n_inside =
                parts.iter().filter(|(_, other)| is_in(other.bounds.centre(), extent.bounds)).count();
            n_inside.saturating_mul(10) > parts.len().saturating_mul(9) && parts.len() > 1
        };
        is_thin || thickness > length * 0.3 && length > middle * LARGE * 2.0 && is_around()
    };
    parts.iter().map(is_frame).collect()
}

fn is_in(point: Vec3, bounds: Aabb) -> bool {
    point.max(bounds.min) == point && point.min(bounds.max) == point
}

/// The share of pixels that show another part than the one to the left or above.
#[expect(clippy::cast_precision_loss, reason = "numbers of pixels")]
fn outlines(canvas: &Canvas) -> f64 {
    let shown = |pixel: &[u32; 4]| pixel[0];
    let rows = || canvas.triangles.chunks_exact(canvas.width.max(1));
    let along = rows().flat_map(|row| row.iter().zip(row.iter().skip(1)));
    let down = rows().zip(rows().skip(1)).flat_map(|(upper, lower)| upper.iter().zip(lower));
    let (mut n_all, mut n_different) = (0_usize, 0_usize);
    for (one, other) in along.chain(down) {
        n_all = n_all.saturating_add(1);
        n_different = n_different.saturating_add(usize::from(shown(one) != shown(other)));
    }
    n_different as f64 / n_all.max(1) as f64
}

/// The parts at the border of a picture.
fn border(canvas: &Canvas) -> impl Iterator<Item = u32> {
    let rows = canvas.triangles.chunks_exact(canvas.width.max(1));
    let ends = rows.clone().take(1).chain(rows.clone().rev().take(1)).flatten();
    let sides = rows.flat_map(|row| row.iter().take(1).chain(row.iter().rev().take(1)));
    ends.chain(sides).flatten().copied()
}

/// The size of a small picture.
fn small(stand: Stand) -> (u32, u32) {
    let longer = stand.width.max(stand.height).max(1);
    let side = |length: u32| length.saturating_mul(SIDE).checked_div(longer).unwrap_or(1).max(1);
    (side(stand.width), side(stand.height))
}

#[cfg(test)]
thread_local! {
    /// The number of triangles drawn in small pictures, for tests.
    pub(super) static N_TRIED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts triangles in tests.
fn count(n_triangles: usize) {
    #[cfg(test)]
    N_TRIED.set(N_TRIED.get() + n_triangles);
    let _ = n_triangles;
}
