//! Translations of the joints of legs, which put feet where the animation has them.
//!
//! A leg whose thigh and shin turn as in the source leads to the same place only if both legs have the same proportions.
//! Cartoon rigs have short shins, and stretch or detach their legs.

use geom::{Quat, Vec3};

/// The distance between ankles that remains, as a share of the length of the leg: 1.4 % of the height of an R15
/// character. Within it, no joint is translated, as usual in animations for Roblox.
const SLACK: f32 = 0.04;

/// A leg of thigh, shin and foot.
pub(super) struct Leg {
    /// The indices of the parts.
    thigh: usize,
    shin: usize,
    foot: usize,
    /// The vectors from hip to knee and from knee to ankle at rest, in world space.
    upper: Vec3,
    lower: Vec3,
}

impl Leg {
    /// The leg of a side: `part` returns the index of the part that a joint turns, and `place` the position of a joint
    /// at rest.
    pub(super) fn new(
        side: &str,
        part: impl Fn(&str) -> Option<usize>,
        place: impl Fn(&str) -> Option<Vec3>,
    ) -> Option<Self> {
        let [hip, knee, ankle] = ["mHip", "mKnee", "mAnkle"].map(|name| format!("{name}{side}"));
        let (upper, lower) = (place(&knee)? - place(&hip)?, place(&ankle)? - place(&knee)?);
        let (thigh, shin, foot) = (part(&hip)?, part(&knee)?, part(&ankle)?);
        Some(Self { thigh, shin, foot, upper, lower })
    }

    /// True if the joint of a part is one of the leg's.
    pub(super) fn has(&self, part: usize) -> bool {
        [self.thigh, self.shin, self.foot].contains(&part)
    }

    /// The translation of each of the three joints that puts the ankle, relative to the hip joint, near `wanted`, while
    /// the parts keep their rotations. Shared by the three, it opens the smallest gaps between the parts.
    pub(super) fn share(&self, turns: &[Quat], wanted: Vec3) -> Vec3 {
        let turn = |part: usize| turns.get(part).copied().unwrap_or_default();
        let away = wanted - turn(self.thigh).rotate(self.upper) - turn(self.shin).rotate(self.lower);
        // A translation by the excess alone starts at 0, so that the motion has no jumps.
        let excess = away.length() - SLACK * (self.upper.length() + self.lower.length());
        let direction = away.normalised().filter(|_| excess > 0.0 && excess.is_finite());
        direction.map_or(Vec3::ZERO, |direction| direction * (excess / 3.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEG: Leg = Leg {
        thigh: 0,
        shin: 1,
        foot: 2,
        upper: Vec3::new(0.0, -0.8, 0.0),
        lower: Vec3::new(0.0, -1.2, 0.0),
    };

    /// A thigh and a shin that are turned about X by so many degrees.
    fn turns(degrees: [f32; 2]) -> [Quat; 2] {
        degrees.map(|degrees| Quat::from_axis_angle(Vec3::X, degrees.to_radians()).unwrap_or_default())
    }

    fn ankle(turns: [Quat; 2]) -> Vec3 {
        turns[0].rotate(LEG.upper) + turns[1].rotate(LEG.lower)
    }

    #[test]
    fn a_leg_that_leads_near_the_place_keeps_its_joints() {
        let turns = turns([40.0, -20.0]);
        for offset in [Vec3::ZERO, Vec3::X * 0.079, Vec3::new(0.0, 0.05, -0.05)] {
            assert_eq!(LEG.share(&turns, ankle(turns) + offset), Vec3::ZERO);
        }
        // The translation starts at the edge of the tolerance, without a jump.
        let share = LEG.share(&turns, ankle(turns) + Vec3::X * 0.0801);
        assert!(share.x > 0.0 && share.length() < 1e-4, "{share:?}");
    }

    #[test]
    fn three_shares_put_the_ankle_near_its_place() {
        for (degrees, wanted) in [
            ([40.0, -20.0], Vec3::new(0.2, -1.2, 0.3)),
            ([90.0, 0.0], Vec3::new(-0.5, 0.4, -1.0)),
            ([60.0, -20.0], Vec3::new(0.0, -3.0, 0.0)),
        ] {
            let turns = turns(degrees);
            let off = (ankle(turns) + LEG.share(&turns, wanted) * 3.0 - wanted).length();
            assert!((off - SLACK * 2.0).abs() < 1e-5, "{degrees:?}: {off}");
        }
    }

    #[test]
    fn a_place_that_is_not_finite_moves_nothing() {
        for wanted in [Vec3::splat(f32::NAN), Vec3::splat(f32::INFINITY)] {
            assert_eq!(LEG.share(&turns([60.0, -20.0]), wanted), Vec3::ZERO);
        }
    }
}
