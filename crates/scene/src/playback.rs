//! Facts about an animation that are not in its keys: how it is repeated, blended and timed.

use crate::counted::counted;
use crate::json::Json;

/// Facts about an animation that are not in its keys. `None` means that the source does not define a fact.
///
/// All formats with animations are read into this type and written from it. glTF has no fields for it, so these facts
/// are entries of `extras.rezkit` there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Playback {
    /// True if the animation repeats.
    pub repeats: Option<bool>,
    /// The start and end of the repeated range, in seconds.
    pub loop_range: Option<[f32; 2]>,
    /// The priority over other animations of the same joints.
    pub priority: Option<Priority>,
    /// The durations of the transitions into the animation and out of it, in seconds.
    pub ease: Option<[f32; 2]>,
    /// The length in seconds, which may exceed the time of the last key.
    pub duration: Option<f32>,
    /// The pose of the avatar's hands in Second Life, by number.
    pub hand_pose: Option<u32>,
    /// The frames of motion capture.
    pub frames: Option<Frames>,
    /// Events that scripts receive, in the order of their times.
    pub markers: Vec<Marker>,
}

/// The priority of an animation, as a number of the system that defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// A value of Roblox's `AnimationPriority`.
    Roblox(u32),
    /// A priority of Second Life, -1 to 6.
    SecondLife(i32),
}

/// The frames of motion capture, at a constant rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frames {
    /// The number of frames.
    pub count: usize,
    /// The duration of a frame in seconds.
    pub seconds: f32,
    /// True if the first frame is a reference pose, which viewers of Second Life do not play.
    pub has_reference: bool,
}

/// An event that scripts receive at a time of an animation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Marker {
    /// The time in seconds.
    pub time: f64,
    /// The name of the event.
    pub name: String,
    /// The argument of the event.
    pub value: String,
}

/// The fields of a [`Playback`], with which writers state what their format holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// [`Playback::repeats`].
    Loop,
    /// [`Playback::loop_range`].
    LoopRange,
    /// [`Playback::priority`].
    Priority,
    /// [`Playback::ease`].
    Ease,
    /// [`Playback::duration`].
    Duration,
    /// [`Playback::hand_pose`].
    HandPose,
    /// [`Playback::frames`].
    Frames,
    /// [`Playback::markers`].
    Markers,
}

/// Second Life's hand pose `relaxed`, which an animation has by default.
const RELAXED: u32 = 1;

/// The keys under which facts are stored.
const KEYS: [&str; 9] =
    ["loop", "loop_range", "priority", "sl_priority", "ease", "duration", "hand_pose", "frames", "events"];

impl Playback {
    /// Moves the facts out of the extras of an animation.
    pub(crate) fn take(extras: &mut Json) -> Self {
        let Some(own) = extras.get("rezkit") else { return Self::default() };
        let playback = Self::from_json(own);
        if let Some(own) = extras.value_mut("rezkit") {
            own.retain(|key| !KEYS.contains(&key));
            if own.entries().is_empty() {
                extras.retain(|key| key != "rezkit");
            }
        }
        playback
    }

    fn from_json(own: &Json) -> Self {
        let seconds = |key: &str| own.get(key).and_then(seconds);
        let pair = |key: &str| match own.get(key)?.items() {
            [a, b] => Some([self::seconds(a)?, self::seconds(b)?]),
            _ => None,
        };
        let integer = |key: &str| own.get(key).and_then(Json::as_f64).filter(|it| it.fract() == 0.0);
        #[expect(clippy::cast_possible_truncation, reason = "integers out of range saturate")]
        #[expect(clippy::cast_sign_loss, reason = "negative integers become 0")]
        let priority = integer("priority").map(|it| Priority::Roblox(it as u32));
        #[expect(clippy::cast_possible_truncation, reason = "integers out of range saturate")]
        let sl_priority = integer("sl_priority").map(|it| Priority::SecondLife(it as i32));
        let hand_pose = own.get("hand_pose").and_then(Json::as_usize).and_then(|it| u32::try_from(it).ok());
        Self {
            repeats: own.get("loop").and_then(Json::as_bool),
            loop_range: pair("loop_range"),
            priority: priority.or(sl_priority),
            ease: pair("ease"),
            duration: seconds("duration"),
            hand_pose,
            frames: own.get("frames").and_then(Frames::from_json),
            markers: own
                .get("events")
                .map(Json::items)
                .unwrap_or_default()
                .iter()
                .filter_map(Marker::from_json)
                .collect(),
        }
    }

    /// The extras of an animation with these facts.
    pub(crate) fn put(&self, extras: &Json) -> Json {
        let mut own = extras.get("rezkit").cloned().unwrap_or_default();
        self.repeats.into_iter().for_each(|repeats| own.set("loop", repeats));
        let pair = |pair: [f32; 2]| Json::List(pair.map(|it| Json::from(f64::from(it))).into());
        self.loop_range.filter(are_finite).into_iter().for_each(|range| own.set("loop_range", pair(range)));
        match self.priority {
            Some(Priority::Roblox(number)) => own.set("priority", i64::from(number)),
            Some(Priority::SecondLife(number)) => own.set("sl_priority", i64::from(number)),
            None => {}
        }
        self.ease.filter(are_finite).into_iter().for_each(|ease| own.set("ease", pair(ease)));
        let duration = self.duration.filter(|it| it.is_finite());
        duration.into_iter().for_each(|duration| own.set("duration", f64::from(duration)));
        self.hand_pose.into_iter().for_each(|pose| own.set("hand_pose", i64::from(pose)));
        self.frames.into_iter().for_each(|frames| own.set("frames", frames.json()));
        if !self.markers.is_empty() {
            own.set("events", Json::List(self.markers.iter().map(Marker::json).collect()));
        }
        let mut extras = extras.clone();
        if !own.entries().is_empty() {
            extras.set("rezkit", own);
        }
        extras
    }

    /// Descriptions of the facts that a format does not hold; `end` is the time of the last key.
    pub(crate) fn lost(&self, holds: &[Fact], end: f32) -> impl Iterator<Item = String> {
        let lost = Fact::ALL.into_iter().filter(move |fact| !holds.contains(fact));
        lost.filter_map(move |fact| Some(self.describe(fact, end)? + fact.advice()))
    }

    /// Describes a fact if it is defined and has an effect; `end` is the length of the animation. Facts equal to the
    /// default of their format are no loss.
    fn describe(&self, fact: Fact, end: f32) -> Option<String> {
        match fact {
            Fact::Loop => self.repeats.filter(|repeats| *repeats).map(|_| "the loop".to_owned()),
            Fact::LoopRange => {
                let [start, stop] = self.loop_range.filter(|_| self.repeats == Some(true))?;
                let is_whole = start == 0.0 && stop == self.duration.unwrap_or(end);
                (!is_whole).then(|| {
                    format!("the loop range, from {start} to {stop} seconds: the whole animation repeats")
                })
            }
            Fact::Priority => self.priority.map(|priority| match priority {
                Priority::Roblox(number) => format!("the priority, number {number} of Roblox"),
                Priority::SecondLife(number) => format!("the priority, {number} of Second Life"),
            }),
            Fact::Ease => {
                let [ease_in, ease_out] = self.ease.filter(|ease| *ease != [0.0; 2])?;
                Some(format!("the ease times, {ease_in} seconds in and {ease_out} out"))
            }
            Fact::Duration => {
                let duration = self.duration.filter(|duration| *duration > end)?;
                Some(format!(
                    "the time after the last key: the animation ends after {end} seconds instead of {duration}"
                ))
            }
            Fact::HandPose => {
                let pose = self.hand_pose.filter(|pose| *pose != RELAXED)?;
                Some(format!("the hand pose, number {pose}"))
            }
            Fact::Frames => self.frames.map(|frames| {
                let rate = (1.0 / f64::from(frames.seconds) * 100.0).round() / 100.0;
                format!("the frame rate: {} at {rate} per second", counted(frames.count, "frame"))
            }),
            Fact::Markers => {
                const MOST: usize = 5;
                let names: Vec<&str> = self.markers.iter().take(MOST).map(|marker| &*marker.name).collect();
                let more = if self.markers.len() > MOST { ", …" } else { "" };
                let n = counted(self.markers.len(), "marker");
                (!names.is_empty()).then(|| format!("{n}: {}{more}", names.join(", ")))
            }
        }
    }
}

impl Fact {
    const ALL: [Self; 8] = [
        Self::Loop,
        Self::LoopRange,
        Self::Priority,
        Self::Ease,
        Self::Duration,
        Self::HandPose,
        Self::Frames,
        Self::Markers,
    ];

    /// Advice for the reader of a report, after the description.
    const fn advice(self) -> &'static str {
        match self {
            Self::Ease => " (scripts pass them to `AnimationTrack:Play` and `:Stop` in Roblox)",
            _ => "",
        }
    }
}

impl Frames {
    fn from_json(json: &Json) -> Option<Self> {
        let has_reference = json.get("reference").and_then(Json::as_bool).unwrap_or(false);
        let seconds = seconds(json.get("seconds")?).filter(|seconds| *seconds > 0.0)?;
        Some(Self { count: json.get("count")?.as_usize()?, seconds, has_reference })
    }

    fn json(self) -> Json {
        let mut json = Json::default();
        json.set("count", i64::try_from(self.count).unwrap_or(i64::MAX));
        json.set("seconds", f64::from(self.seconds));
        json.set("reference", self.has_reference);
        json
    }
}

impl Marker {
    fn from_json(json: &Json) -> Option<Self> {
        let text = |key: &str| json.get(key).and_then(Json::as_text);
        let value = text("value").unwrap_or_default().to_owned();
        Some(Self { time: json.get("time")?.as_f64()?, name: text("name")?.to_owned(), value })
    }

    fn json(&self) -> Json {
        let mut json = Json::default();
        json.set("time", self.time);
        json.set("name", self.name.clone());
        json.set("value", self.value.clone());
        json
    }
}

fn are_finite(pair: &[f32; 2]) -> bool {
    pair.iter().all(|number| number.is_finite())
}

#[expect(clippy::cast_possible_truncation, reason = "facts have single precision")]
fn seconds(json: &Json) -> Option<f32> {
    json.as_f64().map(|number| number as f32).filter(|number| number.is_finite())
}
