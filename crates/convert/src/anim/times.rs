//! The times at which a curve needs keys so that linear interpolation between them reproduces it.

use ::slmesh::anim::blended;
use geom::Quat;
use scene::{Interpolation, Path, Problem, ProblemKind, Track};

/// The number of samples that an animation may need: those of all nodes and tracks at each time.
pub(crate) const MOST_STEPS: usize = 20_000_000;

/// Keys per second of cubic curves.
const RATE: f32 = 30.0;

/// The angle between two keys above which rotations are subdivided, in degrees. Second Life interpolates along a chord,
/// glTF along an arc; up to this angle, they differ by 0.112 degrees at most.
const MOST_DEGREES: f32 = 45.0;

/// The largest tolerated difference between chord and arc, in degrees: that of an angle of `MOST_DEGREES`.
const MOST_OFF: f32 = 0.112;

/// Distance between the key that ends a step and the next key, in seconds.
const BEFORE: f32 = 0.001;

/// Keys closer than this get none between them, in seconds, because the file quantises times: added keys could
/// coincide.
const CLOSE: f32 = 0.01;

/// The times of a track's keys, up to the first after `last`, and the number of them that were added.
///
/// # Errors
///
/// If there are more than [`MOST_STEPS`].
pub(crate) fn of_track(track: &Track, last: f32) -> Result<(Vec<f32>, usize), Problem> {
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
        if times.len() > MOST_STEPS {
            return Err(too_many());
        }
        if end > last {
            break;
        }
    }
    Ok((times, n_added))
}

/// The error for more than [`MOST_STEPS`].
pub(crate) fn too_many() -> Problem {
    Problem::new(ProblemKind::Limit, "the animation has too many keys on too many nodes")
}

fn between(track: &Track, start: f32, end: f32) -> Vec<f32> {
    let length = end - start;
    if length < CLOSE {
        return Vec::new();
    }
    let parts = match track.interpolation {
        // Second Life has no step interpolation: the value is held until just before the next key.
        Interpolation::Step => return vec![(end - BEFORE).max(start + length / 2.0)],
        Interpolation::Cubic => (length * RATE).ceil(),
        Interpolation::Linear if track.path == Path::Rotation => {
            let turn = |time| -> Option<[f32; 4]> { track.sample(time)?.try_into().ok() };
            let turns = turn(start).zip(turn(end)).map(|(a, b)| (Quat::from_array(a), Quat::from_array(b)));
            turns.map_or(1.0, |(from, to)| parts(from, to))
        }
        Interpolation::Linear => 1.0,
    };
    // A segment of any length gets at most as many keys as one of a minute.
    let parts = parts.clamp(1.0, RATE * 60.0);
    let share = |part: u16| start + length * (f32::from(part) / parts);
    (1_u16..).map(share).take_while(|time| *time < end).take(2_000).collect()
}

/// The number of segments between two rotations.
fn parts(from: Quat, to: Quat) -> f32 {
    (from.dot(to).abs().min(1.0).acos().to_degrees() * 2.0 / MOST_DEGREES).ceil()
}

/// The number of segments into which a chord between two keys of Second Life is divided so that arcs approximate it to
/// within `MOST_OFF`. A chord is traversed at constant speed, so the rotation is slow at its ends and fast in the
/// middle.
fn parts_of_chord(from: Quat, to: Quat) -> f32 {
    let dot = from.dot(to);
    // Viewers interpolate along the arc in these cases.
    if dot < 0.0 || parts(from, to) <= 1.0 {
        return 1.0;
    }
    let angle = dot.min(1.0).acos();
    // The angle at `t` is atan2(t sin, 1 - t + t cos); this is its second derivative.
    let bend = |t: f32| {
        let square = 1.0 - 2.0 * t * (1.0 - t) * (1.0 - dot);
        2.0 * angle.sin() * (1.0 - dot) * (1.0 - 2.0 * t) / (square * square)
    };
    // The second half mirrors the first, and the maximum is never near the middle.
    let most = [0.0, 0.1, 0.15, 0.2, 0.25].into_iter().map(bend).fold(0.0, f32::max);
    // A straight segment deviates from a curve by an eighth of the second derivative times the square of its length. A
    // quaternion's angle is half that of its rotation.
    (most.to_degrees() / 4.0 / MOST_OFF).sqrt().ceil()
}

/// Adds keys to those of Second Life so that arcs between them reproduce its chords; returns the number added, which is
/// at most `most`.
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
                // A quarter turn in quaternion space, the largest angle with a chord, has 19 segments.
                shares.take(24).map(|share| (start + (time - start) * share, blended(from, turn, share))),
            );
        }
        all.push((time, turn));
    }
    let n_added = all.len().saturating_sub(n);
    (all, n_added)
}
