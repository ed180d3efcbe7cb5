//! Interpolation. Format document, section 6.12.

use geom::{Quat, Vec3};

/// Interpolates along a straight line; exact at both ends.
#[expect(clippy::cast_possible_truncation, reason = "computed in f64 so that it is rounded once")]
pub(super) fn straight(from: Vec3, to: Vec3, part: f64) -> Vec3 {
    // A point that does not move would otherwise tremble by a rounding error.
    if from == to {
        return from;
    }
    let [a, b] = [from, to].map(Vec3::to_array);
    let between = |axis: usize| {
        let [a, b] = [a, b].map(|numbers| f64::from(numbers.get(axis).copied().unwrap_or_default()));
        (a * (1.0 - part) + b * part) as f32
    };
    Vec3::new(between(0), between(1), between(2))
}

/// Interpolates along the shorter arc; exact at both ends, and of length 1 in between.
#[expect(clippy::cast_possible_truncation, reason = "computed in f64 so that it is rounded once")]
pub(super) fn slerp(from: Quat, to: Quat, part: f64) -> Quat {
    if from == to || part <= 0.0 {
        return from;
    }
    if part >= 1.0 {
        return to;
    }
    let [a, b] = [from, to].map(|quat| unit(quat).to_array().map(f64::from));
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    // A quaternion and its negative are the same rotation; the nearer one is taken.
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let angle = dot.abs().min(1.0).acos();
    let (share_a, share_b) = if angle < 1e-4 {
        // The arc is nearly straight, and a division by its sine, which is nearly 0, would lose all digits.
        (1.0 - part, part)
    } else {
        (((1.0 - part) * angle).sin(), (part * angle).sin())
    };
    let mut mixed = [0.0; 4];
    for (mixed, (a, b)) in mixed.iter_mut().zip(a.iter().zip(&b)) {
        *mixed = (a * share_a + b * share_b * sign) as f32;
    }
    unit(Quat::from_array(mixed))
}

fn unit(quat: Quat) -> Quat {
    quat.normalised().unwrap_or(Quat::IDENTITY)
}
