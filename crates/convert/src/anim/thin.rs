//! Thinning of keys: removes those that linear interpolation reproduces within a tolerance. Motion capture has a key
//! for each frame.

use super::retarget::Curve;
use ::slmesh::anim::blended;
use geom::{Quat, Vec3};

/// Largest deviation of the thinned curve, in degrees and in metres.
const MOST_DEGREES: f32 = 0.1;
const MOST_METRES: f32 = 0.001;

/// Bounds on the keys removed between two that stay, and on the passes over the keys. They make the time linear.
const MOST_BETWEEN: usize = 32;
const N_TIMES: usize = 3;

/// Removes redundant keys of a curve; returns their number.
pub(super) fn thin(curve: &mut Curve) -> usize {
    let is_turned = |from: Quat, to: Quat, share: f32, is: Quat| {
        let Quat { x, y, z, .. } = blended(from, to, share).conjugate() * is;
        // The length is the sine of half the angle, which for small angles is nearly half the angle.
        Vec3::new(x, y, z).length() <= (MOST_DEGREES / 2.0).to_radians()
    };
    let is_moved = |from: Vec3, to: Vec3, share: f32, is: Vec3| {
        (from + (to - from) * share - is).length() <= MOST_METRES
    };
    let turns = thinned(&mut curve.rotations, is_turned);
    turns.saturating_add(thinned(&mut curve.positions, is_moved))
}

/// Removes redundant keys. `is_near(from, to, share, value)` compares a value with the interpolation between two
/// others.
fn thinned<T: Copy>(keys: &mut Vec<(f32, T)>, is_near: impl Fn(T, T, f32, T) -> bool) -> usize {
    let n_before = keys.len();
    // Each pass compares with the original keys, so that deviations of several passes do not add up.
    let all = std::mem::take(keys);
    let mut kept: Vec<usize> = (0..all.len()).collect();
    for _ in 0..N_TIMES {
        let before = std::mem::take(&mut kept);
        let mut rest = before.as_slice();
        while let Some((first, others)) = rest.split_first() {
            kept.push(*first);
            let shows = |last: &usize| shows(&all, *first, *last, &is_near);
            let n = others.iter().take(MOST_BETWEEN).take_while(|last| shows(last)).count();
            rest = others.get(n.saturating_sub(1)..).unwrap_or_default();
        }
    }
    *keys = kept.into_iter().filter_map(|number| all.get(number).copied()).collect();
    // A constant curve needs no second key.
    if let &[(start, from), (_, to)] = keys.as_slice()
        && is_near(from, from, 0.0, to)
    {
        *keys = vec![(start, from)];
    }
    n_before.saturating_sub(keys.len())
}

/// True if interpolation between two keys reproduces all keys between them.
fn shows<T: Copy>(
    keys: &[(f32, T)],
    first: usize,
    last: usize,
    is_near: &impl Fn(T, T, f32, T) -> bool,
) -> bool {
    let (Some(between), Some(start), Some(end)) =
        (keys.get(first..last), keys.get(first).copied(), keys.get(last).copied())
    else {
        return false;
    };
    let share = |time: f32| if end.0 > start.0 { (time - start.0) / (end.0 - start.0) } else { 0.0 };
    between.iter().skip(1).all(|(time, value)| is_near(start.1, end.1, share(*time), *value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_need_their_ends_alone() {
        let near = |from: f32, to: f32, share: f32, is: f32| (from + (to - from) * share - is).abs() < 0.01;
        let mut keys: Vec<(f32, f32)> =
            (0..=500_u16).map(f32::from).map(|time| (time, (time - 200.0).abs())).collect();
        assert_eq!(thinned(&mut keys, near), 498);
        assert_eq!(keys, [(0.0, 200.0), (200.0, 0.0), (500.0, 300.0)]);
        let mut still = vec![(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)];
        assert_eq!((thinned(&mut still, near), still.len()), (2, 1));
        let mut one = vec![(0.5, 1.0)];
        assert_eq!((thinned(&mut one, near), one.len()), (0, 1));
    }
}
