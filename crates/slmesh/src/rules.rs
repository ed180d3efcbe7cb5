//! What a sound file keeps to.

crate::mould::rules::rules! {}
