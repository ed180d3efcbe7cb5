#![doc = include_str!("../README.md")]
// What hostile bytes turn into a crash. The same in every format crate.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod asset;
pub mod gltf;
mod identify;
mod json;
pub mod obj;
mod problem;
pub mod scene;
pub mod stl;
pub mod thumb;
mod wrapper;

pub use asset::Asset;
pub use identify::{Family, Format, Identity, identify, identify_named};
pub use json::Json;
pub use problem::{Problem, ProblemKind, Warnings};
pub use wrapper::{Wrapper, unwrapped};

/// What users rely on when they hand values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<Asset>();
    shared::<Identity>();
    shared::<Problem>();
    shared::<scene::Scene>();
};
