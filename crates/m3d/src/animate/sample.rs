//! Poses at any time of an action. Format document, section 6.12.

use super::pose::{Places, SkeletonPose};
use crate::model::{Action, Frame, Model};

/// The behaviour of an action after its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Playback {
    /// The action starts again. From the last frame to the end, the skeleton moves back to its pose at the start.
    #[default]
    Loop,
    /// The skeleton keeps the pose of the last frame.
    Hold,
}

impl Model {
    /// The pose at a time of an action, in milliseconds.
    ///
    /// At the time of a frame, this is exactly the pose of the frame. Between frames, positions are interpolated
    /// linearly, and orientations along the shorter arc. Before the first frame, the skeleton moves from its bind
    /// pose at 0 to the pose of that frame.
    ///
    /// A time below 0 is 0 for [`Playback::Hold`]; in a loop, an action of length 0 stays at its start. If
    /// frames are not in order of time, those after the first one with a later time are not reached.
    ///
    /// ```rust,standalone_crate
    /// use m3d::Playback;
    ///
    /// let model = m3d::read(include_bytes!("../../fixtures/m3d/valid/rigged.m3d"))?;
    /// let pose = model.pose(model.action("wave").unwrap(), 250.0, Playback::Loop);
    /// let skin_matrices = model.skin_matrices(&pose); // what a shader needs
    /// assert_eq!(skin_matrices.len(), 2);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    #[must_use]
    pub fn pose(&self, action: &Action, time: f64, playback: Playback) -> SkeletonPose {
        let duration = f64::from(action.duration);
        let time = match playback {
            // The remainder by a duration of 0 is NaN, which the filter turns into 0.
            Playback::Loop => Some(time.rem_euclid(duration)).filter(|time| *time < duration).unwrap_or(0.0),
            Playback::Hold => time.max(0.0),
        };
        let places = Places { vertices: self.vertices() };
        let apply = |pose: &mut SkeletonPose, frame: &Frame| {
            frame.transforms.iter().for_each(|transform| places.apply(pose, transform));
        };
        let mut pose = self.bind_pose();
        let mut since = 0.0;
        let mut frames = action.frames.iter();
        // Each frame changes the pose of the one before it, and the first one the bind pose. Format
        // document, section 6.12.
        let next = frames.by_ref().find(|frame| {
            let is_reached = f64::from(frame.time) <= time;
            if is_reached {
                apply(&mut pose, frame);
                since = f64::from(frame.time);
            }
            !is_reached
        });
        let (next_pose, until) = match (next, playback) {
            (Some(frame), _) => {
                let mut next_pose = pose.clone();
                apply(&mut next_pose, frame);
                (next_pose, f64::from(frame.time))
            }
            (None, Playback::Hold) => return pose,
            (None, Playback::Loop) => {
                // The reference library resets to the bind pose before each loop: format document, section 6.12.
                let mut first = self.bind_pose();
                let starts = action.frames.iter().take_while(|frame| frame.time == 0);
                starts.for_each(|frame| apply(&mut first, frame));
                (first, duration)
            }
        };
        if until <= since { pose } else { pose.towards(&next_pose, (time - since) / (until - since)) }
    }

    /// The time of each frame of an action in milliseconds, with its pose.
    ///
    /// One call takes linear time, while a call of [`pose`](Self::pose) for each frame takes quadratic time.
    pub fn key_poses(&self, action: &Action) -> impl Iterator<Item = (u32, SkeletonPose)> {
        let places = Places { vertices: self.vertices() };
        let mut pose = self.bind_pose();
        action.frames.iter().map(move |frame| {
            frame.transforms.iter().for_each(|transform| places.apply(&mut pose, transform));
            (frame.time, pose.clone())
        })
    }
}
