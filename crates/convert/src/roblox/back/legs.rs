//! Inverse kinematics of legs, which puts feet where the animation has them.
//!
//! A leg whose thigh and shin turn as in the source leads to the same place only if both legs have the same proportions.
//! Cartoon rigs have short shins, and stretch or detach their legs.

use crate::stance::between;
use geom::{Quat, Vec3};

/// The distance between ankles that remains, as a share of the length of the leg: 1.4 % of the height of an R15
/// character. Within it, the leg turns exactly as in the source.
const SLACK: f32 = 0.04;

/// The sine of the angle up to which a leg counts as straight, and its knee bends about the axis of the rest pose.
const STRAIGHT: f32 = 0.05;

/// A leg of thigh and shin.
pub(super) struct Leg {
    /// The indices of the parts.
    thigh: usize,
    shin: usize,
    /// The vectors from hip to knee and from knee to ankle at rest, in world space.
    upper: Vec3,
    lower: Vec3,
    /// The axis about which the knee bends at rest.
    hinge: Vec3,
}

impl Leg {
    /// The leg of a side: `part` returns the index of the part that a joint turns, `place` the position of a joint at
    /// rest, and `left` is the direction to the left of the character.
    pub(super) fn new(
        side: &str,
        part: impl Fn(&str) -> Option<usize>,
        place: impl Fn(&str) -> Option<Vec3>,
        left: Vec3,
    ) -> Option<Self> {
        let [hip, knee, ankle] = ["mHip", "mKnee", "mAnkle"].map(|name| format!("{name}{side}"));
        let (upper, lower) = (place(&knee)? - place(&hip)?, place(&ankle)? - place(&knee)?);
        let has_length = upper.length() > 0.0 && lower.length() > 0.0;
        let (thigh, shin) = part(&hip).zip(part(&knee)).filter(|_| has_length)?;
        Some(Self { thigh, shin, upper, lower, hinge: left })
    }

    /// Turns thigh and shin no further than is needed to put the ankle, relative to the hip joint, near `wanted`.
    pub(super) fn reach(&self, turns: &mut [Quat], wanted: Vec3) {
        let [Some(thigh), Some(shin)] = [self.thigh, self.shin].map(|part| turns.get(part).copied()) else {
            return;
        };
        let Some((swing, bend)) = self.mended(thigh, shin, wanted) else { return };
        for (part, turn) in [(self.thigh, swing * thigh), (self.shin, swing * bend * shin)] {
            turns.get_mut(part).into_iter().for_each(|own| *own = turn);
        }
    }

    /// The rotation of the leg about the hip, and the rotation of the shin about the knee before it.
    fn mended(&self, thigh: Quat, shin: Quat, wanted: Vec3) -> Option<(Quat, Quat)> {
        let (upper, lower) = (thigh.rotate(self.upper), shin.rotate(self.lower));
        let (a, b) = (upper.length(), lower.length());
        let away = wanted - (upper + lower);
        let excess = away.length() - SLACK * (a + b);
        // A pull by the excess alone starts at 0, so that the motion has no jumps.
        let goal = upper + lower + away.normalised().filter(|_| excess > 0.0)? * excess;
        let axis = upper.cross(lower);
        let straight = (STRAIGHT * a * b - axis.length()).max(0.0);
        let axis = axis + thigh.rotate(self.hinge) * straight;
        let axis = (axis - upper * (axis.dot(upper) / (a * a))).normalised()?;
        let length = goal.length().clamp((a - b).abs(), a + b);
        let cosine = (length * length - a * a - b * b) / (2.0 * a * b);
        let bent = Quat::from_axis_angle(axis, cosine.clamp(-1.0, 1.0).acos())?.rotate(upper) * (b / a);
        Some((between(upper + bent, goal, 0.0)?, between(lower, bent, 0.0)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEG: Leg = Leg {
        thigh: 0,
        shin: 1,
        upper: Vec3::new(0.0, -0.8, 0.0),
        lower: Vec3::new(0.0, -1.2, 0.0),
        hinge: Vec3::new(-1.0, 0.0, 0.0),
    };

    /// A thigh and a shin that are turned about X by so many degrees; forward is -Z.
    fn turns(degrees: [f32; 2]) -> [Quat; 2] {
        degrees.map(|degrees| Quat::from_axis_angle(Vec3::X, degrees.to_radians()).unwrap_or_default())
    }

    fn ankle(turns: [Quat; 2]) -> Vec3 {
        turns[0].rotate(LEG.upper) + turns[1].rotate(LEG.lower)
    }

    fn reached(before: [Quat; 2], wanted: Vec3) -> [Quat; 2] {
        let mut turns = before;
        LEG.reach(&mut turns, wanted);
        turns
    }

    #[test]
    fn a_leg_that_leads_near_the_place_stays() {
        let before = turns([40.0, -20.0]);
        for offset in [Vec3::ZERO, Vec3::X * 0.079, Vec3::new(0.0, 0.05, -0.05)] {
            assert_eq!(reached(before, ankle(before) + offset), before);
        }
        // The pull starts at the edge of the tolerance, without a jump.
        let after = reached(before, ankle(before) + Vec3::X * 0.0801);
        assert!((ankle(after) - ankle(before)).length() < 2e-4);
        assert!(before.iter().zip(after).all(|(a, b)| (a.conjugate() * b).w.abs() > 0.999_999));
    }

    #[test]
    fn a_leg_of_other_proportions_reaches_the_place() {
        for (degrees, wanted) in [
            ([40.0, -20.0], Vec3::new(0.2, -1.2, 0.3)),
            ([0.0, 0.0], Vec3::new(0.0, -1.5, 0.0)),
            ([90.0, 0.0], Vec3::new(-0.5, 0.4, -1.0)),
            ([-10.0, -60.0], Vec3::new(0.1, -0.9, 0.9)),
        ] {
            let after = reached(turns(degrees), wanted);
            let off = (ankle(after) - wanted).length();
            assert!((off - SLACK * 2.0).abs() < 1e-4, "{degrees:?}: {off}");
            // Knees bend forward.
            let axis = after[0].rotate(LEG.upper).cross(after[1].rotate(LEG.lower));
            assert!(axis.dot(after[0].rotate(LEG.hinge)) > 0.0, "{degrees:?}: {axis:?}");
        }
    }

    #[test]
    fn a_place_out_of_reach_straightens_the_leg() {
        let after = reached(turns([60.0, -20.0]), Vec3::new(0.0, -3.0, 0.0));
        assert!((ankle(after) - Vec3::new(0.0, -2.0, 0.0)).length() < 2e-2, "{:?}", ankle(after));
        for wanted in [Vec3::ZERO, Vec3::splat(f32::NAN), Vec3::splat(f32::INFINITY)] {
            let after = reached(turns([60.0, -20.0]), wanted);
            assert!(after.iter().all(|turn| turn.to_array().iter().all(|it| it.is_finite())), "{wanted:?}");
        }
    }
}
