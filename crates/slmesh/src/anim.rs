//! Animations of Second Life's avatar, `.anim`: the keyframe motions that viewers play.
//!
//! ```
//! use slmesh::anim::{self, Animation, Joint, Keys};
//! use slmesh::Rounding;
//! use slmesh::geom::{Quat, Vec3};
//!
//! let quarter = Quat::from_axis_angle(Vec3::Z, 1.5).unwrap();
//! let turns = [(0.0, Quat::IDENTITY), (1.0, quarter)];
//! let mut nod = Animation { duration: 1.0, loop_out_point: 1.0, ..Animation::default() };
//! nod.joints.push(Joint {
//!     rotations: Keys::of_rotations(1.0, turns, Rounding::Nearest),
//!     ..Joint::named("mHead")
//! });
//! assert!(anim::validate(&nod).is_empty());
//! let read = anim::read(&anim::write(&nod)?)?;
//! let (time, turn) = read.joints[0].rotations.rotations(read.duration)[1];
//! assert!(time == 1.0 && (turn.rotate(Vec3::X) - quarter.rotate(Vec3::X)).length() < 1e-4);
//! # Ok::<(), slmesh::Error>(())
//! ```

mod curves;
mod emotes;
mod model;
mod read;
pub mod rules;
mod validate;
mod wire;
mod write;

pub use curves::blended;
pub use model::{
    Animation, Constraint, ConstraintKind, HAND_POSES, Joint, Key, Keys, PlainKey, Version, Volume,
};
pub use read::{detect, read, read_with, trace};
pub use validate::validate;
pub use write::{write, write_onto, write_onto_with, write_with};
