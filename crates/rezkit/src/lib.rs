#![doc = include_str!("../README.md")]
// Lints against panics on untrusted input. The same in every format crate.
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

mod convert;
mod formats;
pub mod scene;
mod verbs;

pub use formats::*;
/// Scenes of models, models of scenes, and files of one from files of the other.
pub mod exchange {
    pub use crate::convert::{
        AssetOptions, Drawn, FacePoses, JointPositions, Physics, Rig, RigPreset, SceneOptions,
        all_from_scene, draco_of_bits, draw, from_scene, has_shape, read, sl_avatar, sl_avatar_glb, to_scene,
        to_scene_with,
    };
    pub use crate::verbs::convert::by_scene::{
        CostLimit, ExchangeOptions, Exchanged, TriedLevels, Verdict, convert, converts, judge, judge_file,
    };
}

pub use crate::scene::{dae, gltf, obj, stl, threads, thumb};
pub use verbs::*;

pub use rbxmesh::{DracoOptions, Version as MeshVersion, WeldOptions};

/// What users rely on when they hand values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Asset, Identity, Problem, crate::scene::Scene)>();
};
