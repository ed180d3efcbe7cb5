//! Poses of the skeleton, and the matrices of bones.

mod interpolate;
mod matrices;
mod pose;
mod sample;
mod skinning;

pub use pose::{BonePose, OrientationMode, SkeletonPose};
pub use sample::Playback;
