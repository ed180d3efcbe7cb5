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

mod error;
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each crate uses what it needs of the common part"
)]
mod mould;
mod options;

mod model;
mod read;
mod wire;
mod write;

mod packing;

mod canonical;
mod fit;
pub mod rules;
mod validate;
mod views;
mod visit;

pub use canonical::Canonical;
pub use error::ErrorKind;
pub use model::{
    Action, Asset, Bone, BoneIndex, Byte, Chunk, ColourMap, ColourRef, Command, CoordinateType, Coordinates,
    Face, FaceIndex, Faces, Frame, Interner, Item, Label, Labels, Material, Mesh, MeshPart, Model, Name,
    OrientationIndex, Packing, PartIndex, Parts, Procedure, Property, PropertyId, PropertyKind,
    PropertyValue, Record, Scalar, Shape, ShapeIndex, Skeleton, Skin, SkinIndex, Strings, TexCoordIndex,
    TexCoords, TextureMap, Title, Transform, Types, Unknown, Vertex, VertexIndex, Vertices, VoxelBlock,
    VoxelIndex, VoxelRun, VoxelType, VoxelTypes, WeightCount, Width,
};
pub use mould::error::{Error, Place, Warnings};
pub use mould::layout::{Layout, Leaf, Span, SpanKind};
pub use mould::limits::Limits;
pub use mould::rules::{Finding, Rule, Severity};
pub use mould::same::Same;
pub use options::{Engine, MeshCommand, ReadOptions, WriteOptions};
pub use read::{detect, layout, layout_with, read, read_with};
pub use validate::{Program, validate, validate_for};
pub use views::{Author, Texture};
pub use write::{write, write_onto, write_onto_with, write_with};

/// Guarantees that values can be shared between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<Model>();
    shared::<Error>();
    shared::<Warnings>();
    shared::<Layout<'static>>();
    shared::<ReadOptions>();
    shared::<WriteOptions>();
    shared::<Finding>();
};
