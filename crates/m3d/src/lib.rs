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

mod model;
mod read;
mod wire;
mod write;

mod animate;
pub mod ascii;
mod canonical;
mod edit;
mod fit;
pub mod rules;
mod triangles;
mod uses;
mod validate;
mod views;
mod visit;
mod voxels;

/// The vectors and matrices that the model uses.
pub use geom;

pub use animate::{BonePose, OrientationMode, Playback, SkeletonPose};
pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label as SpanLabel, SpanStart, Trace};
pub use edit::{AssetFile, NewValue, Part};
pub use error::ErrorKind;
pub use geom::Same;
pub use model::{
    Action, Asset, Bone, BoneIndex, Byte, Chunk, ColourMap, ColourRef, Command, CoordinateType, Coordinates,
    Face, FaceIndex, Faces, Frame, Interner, Item, Label, Labels, Material, Mesh, MeshArguments, Model, Name,
    OrientationIndex, Packing, PartIndex, Parts, Procedure, Property, PropertyId, PropertyKind,
    PropertyValue, Record, Scalar, Shape, ShapeIndex, Skeleton, Skin, SkinIndex, Strings, TexCoordIndex,
    TexCoords, TextureMap, Title, Transform, Types, Unknown, Vertex, VertexIndex, Vertices, VoxelBlock,
    VoxelIndex, VoxelRun, VoxelType, VoxelTypes, WeightCount, Width,
};
pub use options::{CanonicalOptions, LineEnd, MeshCommand, ReadOptions, WriteOptions};
pub use read::{detect, paths_in_file, read, read_with, trace};
pub use triangles::{
    FromTrimeshOptions, FromTrimeshReport, NewBone, Polyline, TO_GLTF, Triangles, TrimeshOptions,
    TrimeshReport, Undrawn, UndrawnReason, VoxelMode,
};
pub use uses::VertexUse;
pub use validate::{Program, validate, validate_for};
pub use views::{Author, Colours, Texture};
pub use voxels::{Candidate, VoxelGrid};
pub use write::{write, write_onto, write_onto_with, write_with};

/// Checks that users can send values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Model, Error, Warnings, ReadOptions, WriteOptions, Findings)>();
};
