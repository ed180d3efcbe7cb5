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

pub mod anim;
mod build;
mod common;
mod cost;
mod decompose;
mod defaults;
mod degenerate;
mod edit;
mod error;
mod hull;
mod options;

mod model;
mod read;
pub mod rules;
pub mod skeleton;
mod validate;
mod wire;
mod write;

pub use build::{Builder, Built, BuiltAll, MissingLevels, Report};
pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
pub use cost::{Change, Cost, LodSizes, Saving};
pub use decompose::{DecomposeOptions, Decomposition, decompose};
pub use edit::NewDomain;
pub use error::ErrorKind;
/// The crate of vectors, matrices and triangle meshes.
pub use geom;
pub use geom::Same;
/// The crate of the LLSD values in the model: texts, maps, identifiers, dates.
pub use llsd;
pub use model::{
    Block, BlockRef, Content, Convex, Domain, Face, Hash, Influence, Influences, Level, Lod, Matrix,
    MeshAsset, Piece, Preamble, Rounding, Skin, Space, Surplus, TO_GLTF, normal_from_stored, quantise_normal,
};
pub use options::{Hashes, ReadOptions, WriteOptions};
pub use read::{detect, read, read_with, trace};
pub use validate::validate;
pub use write::{write, write_onto, write_onto_with, write_with};

/// A viewer's saved upload, `.slm`: a list of mesh assets and their instances.
pub mod slm {
    pub use crate::model::slm::{Container, Instance, Item};
    pub use crate::read::slm::{detect, read, read_with, trace};
    pub use crate::validate::slm::validate;
    pub use crate::write::slm::{write, write_onto, write_onto_with, write_with};
}

/// Checks that users can send values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(
        MeshAsset,
        slm::Container,
        anim::Animation,
        Error,
        Warnings,
        ReadOptions,
        WriteOptions,
        Findings,
    )>();
};
