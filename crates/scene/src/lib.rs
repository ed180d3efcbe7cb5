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

pub mod affine;
pub mod allowance;
mod animation;
mod bounds;
mod budget;
pub mod bvh;
mod check;
mod coarser;
pub mod colour;
mod counted;
pub mod dae;
pub mod file_names;
pub mod finite;
pub mod gltf;
mod joined;
pub mod json;
mod lamps;
pub mod left_out;
mod level_names;
mod light;
pub mod loss;
mod loss_code;
mod material;
#[doc(hidden)]
pub mod material_json;
#[doc(hidden)]
pub mod material_loss;
mod mesh;
mod meshopt;
pub mod names;
mod node;
mod number;
pub mod obj;
pub mod playback;
mod polygon;
pub mod pose;
pub mod problem;
mod scene;
mod select;
pub mod simplify;
mod sky;
mod sprite;
pub mod stl;
pub mod subset;
pub mod tangents;
pub mod terrain;
pub mod threads;
pub mod thumb;
pub mod unpack;
pub mod visible;
mod weld;

pub use animation::{Animation, Interpolation, Path, Track};
pub use check::SceneFault;
pub use coarser::{LevelPlan, LevelSizes, MadeLevel};
pub use counted::{counted, grouped, size};
pub use geom;
pub use geom::WeldOptions;
pub use json::Json;
pub use lamps::Lamp;
pub use level_names::LevelOrder;
pub use light::{Camera, Light, LightKind};
pub use loss::{Loss, LossSeverity, Losses};
pub use loss_code::LossCode;
pub use material::{Alpha, Grain, Image, Material, Mime, Slot, Specular, Texture, Wrap};
pub use mesh::{Mesh, Morph, Skin};
pub use node::{Node, Role, Trs};
pub use playback::{Frames, Marker, Playback, Priority};
pub use pose::Pose;
pub use problem::{Problem, ProblemKind, Warnings};
pub use scene::{Scene, Unit};
pub use sky::{Fog, Sky};
pub use visible::{to_json, visible};
