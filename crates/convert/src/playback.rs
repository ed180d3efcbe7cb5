//! Facts about animations that the caller states.

use crate::priority;
use scene::{Playback, Priority, Problem, ProblemKind, Scene};
use std::str::FromStr;

/// Facts about animations that replace those of a file; `None` keeps the fact of the file.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct PlaybackOptions {
    /// The repetition of the animation.
    pub repeats: Option<Repeats>,
    /// The priority over other animations of the same joints.
    pub priority: Option<Priority>,
    /// The durations of the transitions into the animation and out of it, in seconds.
    pub ease: Option<[f32; 2]>,
}

/// The repetition of an animation.
///
/// ```
/// use convert::Repeats;
///
/// assert_eq!("0.5..1.5".parse(), Ok(Repeats::Range([0.5, 1.5])));
/// assert_eq!("no".parse(), Ok(Repeats::No));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Repeats {
    /// The animation plays once.
    No,
    /// The whole animation repeats.
    Whole,
    /// The animation repeats between these times, in seconds.
    Range([f32; 2]),
}

/// Parses `yes`, `no`, or two times such as `0.5..1.5`.
impl FromStr for Repeats {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let range = || {
            let (start, end) = text.split_once("..")?;
            let [start, end] = [seconds(start)?, seconds(end)?];
            (start <= end).then_some(Self::Range([start, end]))
        };
        match text {
            "yes" => Ok(Self::Whole),
            "no" => Ok(Self::No),
            _ => range().ok_or_else(|| wrong(text, "yes, no, or a range of seconds such as 0.5..1.5")),
        }
    }
}

impl PlaybackOptions {
    /// Sets the repetition.
    pub fn repeats(self, repeats: Repeats) -> Self {
        Self { repeats: Some(repeats), ..self }
    }

    /// Sets the priority.
    pub fn priority(self, priority: Priority) -> Self {
        Self { priority: Some(priority), ..self }
    }

    /// Sets the durations of the transitions into the animation and out of it, in seconds.
    pub fn ease(self, ease: [f32; 2]) -> Self {
        Self { ease: Some(ease), ..self }
    }

    /// Replaces facts about all animations of a scene.
    ///
    /// # Errors
    ///
    /// If facts are set and the scene has no animation.
    #[doc(hidden)]
    pub fn apply(&self, scene: &mut Scene) -> Result<(), Problem> {
        if *self == Self::default() {
            return Ok(());
        }
        if scene.animations.is_empty() {
            let message = "the file has no animation whose loop, priority or ease times could be set";
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
        for animation in &mut scene.animations {
            let end = animation.span().map_or(0.0, |(_, end)| end);
            self.put(&mut animation.playback, end);
        }
        Ok(())
    }

    fn put(&self, playback: &mut Playback, end: f32) {
        let whole = [0.0, playback.duration.unwrap_or(end)];
        match self.repeats {
            Some(Repeats::No) => playback.repeats = Some(false),
            Some(Repeats::Whole) => (playback.repeats, playback.loop_range) = (Some(true), Some(whole)),
            Some(Repeats::Range(range)) => {
                (playback.repeats, playback.loop_range) = (Some(true), Some(range))
            }
            None => {}
        }
        playback.priority = self.priority.or(playback.priority);
        playback.ease = self.ease.or(playback.ease);
    }
}

/// Parses a priority: a number of Second Life, -1 to 6, or a name of Roblox such as `Action`.
///
/// # Errors
///
/// If it is neither.
pub fn parse_priority(text: &str) -> Result<Priority, Problem> {
    let names = priority::NAMES.join(", ");
    priority::parse(text)
        .ok_or_else(|| wrong(text, &format!("-1 to 6 for Second Life, or a name of Roblox: {names}")))
}

/// Parses ease times: one for both transitions, or two such as `0.2,0.5`.
///
/// # Errors
///
/// If they are not one or two times.
pub fn parse_ease(text: &str) -> Result<[f32; 2], Problem> {
    let (ease_in, ease_out) = text.split_once(',').unwrap_or((text, text));
    seconds(ease_in)
        .zip(seconds(ease_out))
        .map(<[f32; 2]>::from)
        .ok_or_else(|| wrong(text, "one or two durations in seconds, such as 0.2,0.5"))
}

fn seconds(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|seconds: &f32| seconds.is_finite() && *seconds >= 0.0)
}

fn wrong(text: &str, expected: &str) -> Problem {
    Problem::new(ProblemKind::Value, format!("{text:?} is not {expected}"))
}
