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
mod mould;
mod options;

mod attributes;
mod chunks;
mod compress;
mod context;
mod document;
mod model;
mod open;
mod originals;
mod outline;
#[cfg(feature = "parallel")]
mod parallel;
mod read;
mod recompress;
pub mod rules;
mod strings;
mod title;
mod tree;
mod validate;
mod wire;
mod write;

/// The vectors and matrices that the model uses.
pub use geom;

pub use attributes::{Attribute, Attributes};
pub use chunks::{Chunks, RawChunk, chunks};
pub use document::{
    Asset, Children, DefaultTable, Defaults, Document, Hole, Inserted, Item, ItemRef, ModelOptions, Order,
    OwnedValue, Paths, Position, Removed, Visit, Walk,
};
pub use error::ErrorKind;
pub use model::{
    CFrames, Chunk, Class, ClassId, Coded, ColorKeypoint, Column, Content, Contents, Font, Fonts, Header,
    Hierarchy, Lanes, Lists, Metadata, Model, Name, NumberKeypoint, NumberRange, Packed, PhysicalProperties,
    Placements, QuaternionFrames, Ray, Referent, Rotation, RotationId, SharedIndex, SharedStrings,
    SharedTable, Signature, Signatures, Strings, UniqueId, UniqueIds, Unknown, Value, Values,
};
pub use mould::error::{Error, Place, Warnings};
pub use mould::layout::{Layout, Span, SpanKind};
pub use mould::limits::Limits;
pub use mould::rules::{Finding, Findings, Rule, Severity};
pub use mould::same::Same;
pub use open::Opened;
pub use options::{Compression, ReadOptions, WriteOptions};
pub use read::{detect, layout, layout_with, open, open_with, read, read_with};
pub use recompress::recompress;
pub use strings::{MaterialColors, tags};
pub use tree::{Instance, Tree};
pub use validate::validate;
pub use write::{write, write_onto, write_onto_with, write_with};

/// Checks that users can share these types between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<Model>();
    shared::<Opened>();
    shared::<Document>();
    shared::<Error>();
    shared::<Warnings>();
    shared::<Layout<'static>>();
    shared::<ReadOptions>();
    shared::<WriteOptions>();
    shared::<Findings>();
};
