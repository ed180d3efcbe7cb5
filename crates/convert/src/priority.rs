//! Priorities of animations in Roblox and in Second Life (docs/gltf.md, «Priorities»).
//!
//! Both systems have seven levels, so the n-th of one is the n-th of the other, and converting back restores any
//! priority. If names were matched instead, «highest» of Second Life would equal `Action4`, and «medium» would equal
//! `Action`, which most animations of games have; but then two levels would share a number, and the order of two
//! animations could be lost.

use scene::Priority;
use scene::loss::{LossCode, LossSeverity, Losses};

/// The levels of Roblox, the weakest first: `Core`, `Idle`, `Movement`, `Action` to `Action4`. Their positions are the
/// priorities 0 to 6 of Second Life.
const ROBLOX: [u32; 7] = [1000, 0, 1, 2, 3, 4, 5];

/// The position of `Action`, which an animation has by default.
const ACTION: usize = 3;

/// The names of the levels, in the same order.
pub(super) const NAMES: [&str; 7] = ["Core", "Idle", "Movement", "Action", "Action2", "Action3", "Action4"];

/// The value of a priority in Roblox's enum `AnimationPriority`; reports a conversion.
pub(super) fn to_roblox(priority: Priority, animation: &str, losses: &mut Losses) -> u32 {
    let own = match priority {
        Priority::Roblox(number) => return number,
        Priority::SecondLife(number) => number,
    };
    // Viewers read a priority above 6 as 6, and one of -1 is below all others.
    let level = usize::try_from(own.clamp(0, 6)).unwrap_or_default();
    let what = format!("the priority {own} of Second Life became {} of Roblox", named(level));
    report(&what, (0..=6).contains(&own), animation, losses);
    ROBLOX.get(level).copied().unwrap_or_default()
}

/// A priority as a number of Second Life, -1 to 6; reports a conversion.
pub(super) fn to_second_life(priority: Priority, animation: &str, losses: &mut Losses) -> i32 {
    let own = match priority {
        Priority::SecondLife(number) => return number,
        Priority::Roblox(number) => number,
    };
    let known = ROBLOX.iter().position(|level| *level == own);
    let level = known.unwrap_or(ACTION);
    let name = known.map_or_else(|| format!("number {own}"), |level| named(level).to_owned());
    let what = format!("the priority {name} of Roblox became {level} of Second Life");
    report(&what, known.is_some(), animation, losses);
    i32::try_from(level).unwrap_or_default()
}

/// Parses a priority: a number of Second Life, or a name of Roblox.
pub(super) fn parse(text: &str) -> Option<Priority> {
    let named = || NAMES.iter().position(|name| name.eq_ignore_ascii_case(text));
    let number = text.parse().ok().filter(|number| (-1..=6).contains(number)).map(Priority::SecondLife);
    number.or_else(|| ROBLOX.get(named()?).copied().map(Priority::Roblox))
}

fn named(level: usize) -> &'static str {
    NAMES.get(level).copied().unwrap_or_default()
}

/// Reports a conversion, which is a change if converting back does not restore the priority.
fn report(what: &str, comes_back: bool, animation: &str, losses: &mut Losses) {
    let severity = if comes_back { LossSeverity::Note } else { LossSeverity::Changed };
    losses.report(LossCode::Playback, severity, what, 1, animation);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priorities_come_back() {
        let mut losses = Losses::default();
        for number in 0..=6 {
            let roblox = to_roblox(Priority::SecondLife(number), "", &mut losses);
            assert_eq!(to_second_life(Priority::Roblox(roblox), "", &mut losses), number);
        }
        assert!(losses.0.iter().all(|loss| !loss.is_real()), "{losses:?}");
        assert_eq!(to_roblox(Priority::SecondLife(-1), "", &mut losses), 1000);
        assert_eq!(to_second_life(Priority::Roblox(7), "", &mut losses), 3);
        assert_eq!(losses.0.iter().filter(|loss| loss.is_real()).count(), 2);
    }

    #[test]
    fn priorities_have_names_and_numbers() {
        let parsed = ["core", "Action4", "-1", "6", "7", "Walk"].map(parse);
        let (roblox, own) = (|it| Some(Priority::Roblox(it)), |it| Some(Priority::SecondLife(it)));
        assert_eq!(parsed, [roblox(1000), roblox(5), own(-1), own(6), None, None]);
    }
}
