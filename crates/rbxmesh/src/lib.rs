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

mod common;
mod defaults;
mod error;
mod options;

mod compress;
#[cfg(feature = "csg")]
pub mod csg;
mod draco;
mod edit;
mod info;
mod model;
mod onto;
mod outline;
mod query;
mod read;
mod records;
mod references;
pub mod rules;
mod sanitize;
mod skeleton;
mod skin;
mod transcode;
mod trimesh;
mod validate;
mod view;
mod weld;
mod wire;
mod write;

/// The vectors and matrices that the model uses.
pub use geom;

pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
pub use compress::Rounded;
pub use error::ErrorKind;
pub use geom::{Same, WeldOptions};
pub use info::{FacsInfo, Info, info};
pub use model::{
    BitList, Bone, BoneIndex, Chunk, ChunkPart, DracoAttribute, DracoFormat, DracoHeader, DracoMesh,
    DracoType, Envelope, Facs, FacsBlock, LineEnd, LodType, Matrix, MatrixValues, Mesh, NameTable,
    PoseOffset, Sizes, Subset, Surplus, Tangent, VDirection, Version, Vertex,
};
pub use onto::{write_onto, write_onto_with};
pub use options::{DracoOptions, ReadOptions, WriteOptions};
pub use query::TO_GLTF;
pub use read::{detect, paths_in_file, read, read_with, trace};
pub use records::{Record, Records};
pub use sanitize::Sanitized;
pub use skeleton::Joint;
pub use skin::Influence;
pub use transcode::{Loss, LossKind};
pub use validate::validate;
pub use view::MeshRef;
pub use write::{write, write_with};

/// Checks that users can share public types between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Mesh, MeshRef<'static>, Info, Error, Warnings, ReadOptions, WriteOptions, Findings)>();
};
