//! Facts about animations of Second Life that are not in their keys.

use crate::priority::to_second_life;
use ::slmesh::anim::Animation as Motion;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::playback::Fact;
use scene::{Animation, Playback, Priority};
use std::borrow::Cow;

/// Facts that an animation file of Second Life can hold.
pub(super) const HOLDS: &[Fact] =
    &[Fact::Loop, Fact::LoopRange, Fact::Priority, Fact::Ease, Fact::Duration, Fact::HandPose];

/// The facts about an animation of Second Life.
pub(super) fn of_motion(model: &Motion) -> Playback {
    Playback {
        repeats: Some(model.loops != 0),
        loop_range: Some([model.loop_in_point, model.loop_out_point]),
        priority: Some(Priority::SecondLife(model.base_priority)),
        ease: Some([model.ease_in_duration, model.ease_out_duration]),
        duration: Some(model.duration),
        hand_pose: Some(model.hand_pose),
        ..Playback::default()
    }
}

/// Sets those facts that `animation` defines; the others stay as they are.
pub(super) fn put(motion: &mut Motion, animation: &Animation, losses: &mut Losses) {
    let playback = &animation.playback;
    // Any number but 0 repeats, and a number that does so stays.
    if let Some(repeats) = playback.repeats.filter(|repeats| *repeats != (motion.loops != 0)) {
        motion.loops = i32::from(repeats);
    }
    if let Some(priority) = playback.priority {
        motion.base_priority = to_second_life(priority, &animation.name, losses);
    }
    if let Some([start, end]) = playback.loop_range {
        (motion.loop_in_point, motion.loop_out_point) = (start, end);
    }
    if let Some([ease_in, ease_out]) = playback.ease {
        (motion.ease_in_duration, motion.ease_out_duration) = (ease_in, ease_out);
    }
    motion.hand_pose = playback.hand_pose.unwrap_or(motion.hand_pose);
}

/// The animation without the reference pose of motion capture, which viewers do not play.
pub(super) fn without_reference<'a>(animation: &'a Animation, losses: &mut Losses) -> Cow<'a, Animation> {
    let Some(frames) = animation.playback.frames.filter(|frames| frames.has_reference) else {
        return Cow::Borrowed(animation);
    };
    let what = format!(
        "the first of {} frames is a reference pose, which viewers do not play, and is left out",
        frames.count
    );
    losses.report(LossCode::AnimResampled, LossSeverity::Lost, &what, 1, &animation.name);
    let mut played = animation.clone();
    for track in &mut played.tracks {
        let Some(width) = track.width().filter(|_| track.times.len() > 1) else { continue };
        track.times.remove(0);
        track.values.drain(..width);
        track.times.iter_mut().for_each(|time| *time -= frames.seconds);
    }
    Cow::Owned(played)
}
