//! What a sound file keeps to.

crate::common::rules::rules! {}
