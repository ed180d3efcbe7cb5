//! The moments at which a curve needs keys, so that straight lines between them show it.

use ::slmesh::anim::blended;
use geom::Quat;
use scene::{Interpolation, Path, Track};

/// How many keys a second a curve gets that is not straight.
const RATE: f32 = 30.0;

/// Rotations between two keys are on a chord in Second Life, and on an arc in glTF: up to this angle, in degrees, they
/// are 0.112 degrees apart at most.
const MOST_DEGREES: f32 = 45.0;

/// As far as that, in degrees.
const MOST_OFF: f32 = 0.112;

/// How long before the next key a curve stays where it is, in seconds.
const BEFORE: f32 = 0.001;

/// Keys that are closer get none between them, in seconds: in the file, some of these could be at the same time.
const CLOSE: f32 = 0.01;

/// The times of keys, up to the first behind the last moment; and how many of them the curve does not have itself.
pub(super) fn of_track(track: &Track, last: f32) -> (Vec<f32>, usize) {
    let mut times = Vec::new();
    let mut n_added = 0_usize;
    for (number, end) in track.times.iter().copied().enumerate() {
        let start = number.checked_sub(1).and_then(|before| track.times.get(before)).copied();
        if let Some(start) = start.filter(|start| *start < end) {
            let between = between(track, start, end);
            n_added = n_added.saturating_add(between.len());
            times.extend(between);
        }
        times.push(end);
        if end > last {
            break;
        }
    }
    (times, n_added)
}

fn between(track: &Track, start: f32, end: f32) -> Vec<f32> {
    let length = end - start;
    if length < CLOSE {
        return Vec::new();
    }
    let parts = match track.interpolation {
        // Second Life has no steps: the value stays until just before the next key.
        Interpolation::Step => return vec![(end - BEFORE).max(start + length / 2.0)],
        Interpolation::Cubic => (length * RATE).ceil(),
        Interpolation::Linear if track.path == Path::Rotation => {
            let turn = |time| -> Option<[f32; 4]> { track.sample(time)?.try_into().ok() };
            let turns = turn(start).zip(turn(end)).map(|(a, b)| (Quat::from_array(a), Quat::from_array(b)));
            turns.map_or(1.0, |(from, to)| parts(from, to))
        }
        Interpolation::Linear => 1.0,
    };
    // A curve of any length gets no more than a minute has.
    let parts = parts.clamp(1.0, RATE * 60.0);
    let share = |part: u16| start + length * (f32::from(part) / parts);
    (1_u16..).map(share).take_while(|time| *time < end).take(2_000).collect()
}

/// How many parts the way between two rotations has.
fn parts(from: Quat, to: Quat) -> f32 {
    (from.dot(to).abs().min(1.0).acos().to_degrees() * 2.0 / MOST_DEGREES).ceil()
}

/// How many parts the way between two keys of Second Life has, so that arcs between these are as close to it: a chord is
/// walked at constant speed, so that the turn is slow at its ends and quick in the middle.
fn parts_of_chord(from: Quat, to: Quat) -> f32 {
    let dot = from.dot(to);
    // Viewers walk along the arc then.
    if dot < 0.0 || parts(from, to) <= 1.0 {
        return 1.0;
    }
    let angle = dot.min(1.0).acos();
    // The angle is atan2(t sin, 1 - t + t cos), whose second derivative is this.
    let bend = |t: f32| {
        let square = 1.0 - 2.0 * t * (1.0 - t) * (1.0 - dot);
        2.0 * angle.sin() * (1.0 - dot) * (1.0 - 2.0 * t) / (square * square)
    };
    // The second half mirrors the first, and the largest bend is never near the middle.
    let most = [0.0, 0.1, 0.15, 0.2, 0.25].into_iter().map(bend).fold(0.0, f32::max);
    // A line between two points of a curve is off by an eighth of it, times the square of their distance; a rotation turns
    // by twice the angle.
    (most.to_degrees() / 4.0 / MOST_OFF).sqrt().ceil()
}

/// Keys of Second Life with those between, so that arcs show the same; and how many these are. They are no more than
/// `most`.
pub(super) fn on_arcs(keys: Vec<(f32, Quat)>, most: usize) -> (Vec<(f32, Quat)>, usize) {
    let n = keys.len();
    let mut all: Vec<(f32, Quat)> = Vec::with_capacity(n);
    for (number, (time, turn)) in keys.into_iter().enumerate() {
        let n_added = all.len().saturating_sub(number);
        let before = all.last().copied().filter(|(start, _)| time - start >= CLOSE);
        if let Some((start, from)) = before.filter(|_| n_added < most) {
            let n_parts = parts_of_chord(from, turn);
            let shares = (1_u16..).map(|part| f32::from(part) / n_parts).take_while(|share| *share < 1.0);
            all.extend(
                // A quarter of a turn, the widest of rotations with a chord, has 19 parts.
                shares.take(24).map(|share| (start + (time - start) * share, blended(from, turn, share))),
            );
        }
        all.push((time, turn));
    }
    let n_added = all.len().saturating_sub(n);
    (all, n_added)
}
