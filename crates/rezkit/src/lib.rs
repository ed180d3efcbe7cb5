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

pub mod roblox;
pub mod scene;
mod verbs;

pub use files::Reader;
#[doc(hidden)]
pub use files::roblox::items::ENUM_ITEMS;
pub use files::{
    Asset, Excerpt, ExcerptLine, Fact, Family, File, Format, Identity, Item, Json, Kind, List, Loss,
    LossCode, LossSeverity, OpenOptions, Problem, ProblemKind, Profile, RULES, RZK001, RZK002, RZK003,
    RZK010, RZK011, RZK020, RZK021, RZK022, RZK023, RZK024, RZK030, RZK031, RZK032, RZK033, RZK034, RZK035,
    RZK036, RZK037, RZK038, RZK039, RZK040, RZK041, RZK042, RZK043, RZK044, RZK045, RZK046, RZK047, RZK048,
    RZK049, RZK050, RZK051, RZK052, RZK053, RZK054, RZK055, RZK056, RZK057, RZK058, RZK059, RZK060, RZK061,
    RZK062, RZK063, RZK064, RZK065, RZK066, RZK067, RZK068, RZK069, Rule, Severity, StreamingCost,
    StringKind, StringKinds, Timestamp, Version, Warnings, Wrapper, archive, file_key, identify,
    identify_named, to_json, unwrapped, usual_memory, visible,
};
#[doc(hidden)]
pub use files::{READERS, internal, laws, layout};

/// Conversions between models and scenes, and between files of these.
pub mod exchange {
    pub use crate::verbs::convert::by_scene::{
        CostLimit, ExchangeOptions, Exchanged, TriedLevels, Verdict, convert, converts, judge, judge_file,
    };
    pub use ::convert::creator::{AccessoryKind, Purpose};
    pub use ::convert::{
        AssetOptions, Drawn, FacePoses, JointPositions, Physics, PlaybackOptions, Repeats, Rig, RigPreset,
        SceneOptions, TargetRig, TerrainDetail, all_from_scene, draco_of_bits, draw, draw_interface,
        from_scene, has_shape, parse_ease, parse_priority, read, sl_avatar, sl_avatar_glb, to_scene,
        to_scene_with,
    };
}

pub use crate::scene::{dae, gltf, obj, stl, threads, thumb};
pub use verbs::*;

/// The format crates whose types occur in public signatures, re-exported in the matching versions.
pub use {llsd, m3d, rbxbinary, rbxmesh, rbxxml, slmesh};

pub use rbxmesh::{DracoOptions, Version as MeshVersion, WeldOptions};

/// Users rely on these types being `Send` and `Sync`.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Asset, Identity, Problem, crate::scene::Scene)>();
};
