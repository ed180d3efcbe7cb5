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

mod attributes;
mod chunks;
mod compress;
mod context;
mod document;
pub mod forms;
mod model;
mod open;
mod originals;
mod outline;
mod parallel;
mod read;
mod recompress;
mod references;
pub mod rules;
mod strings;
pub mod terrain;
mod title;
mod tree;
mod validate;
mod wire;
mod write;

/// The vectors and matrices that the model uses.
pub use geom;

pub use attributes::{Attribute, Attributes, TweenInfo};
pub use chunks::{Chunks, RawChunk};
pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
pub use document::{
    Children, Document, Filler, Hole, Inserted, Item, ItemRef, ModelOptions, NewValues, Order, OwnedValue,
    Paths, Position, Removed, Visit, Walk,
};
pub use error::ErrorKind;
pub use geom::Same;
pub use model::{
    CFrames, Chunk, Class, ClassId, Coded, ColorKeypoint, Column, Content, Contents, Font, Fonts, Header,
    Hierarchy, Lanes, Lists, Metadata, Model, Name, NumberKeypoint, NumberRange, OptionalCFrames, Packed,
    PhysicalProperties, Placements, QuaternionFrames, Ray, Referent, Rotation, RotationId, SharedIndex,
    SharedStrings, SharedTable, Signature, Signatures, Strings, UDim2s, UDims, UniqueId, UniqueIds, Unknown,
    Value, Values,
};
pub use open::Opened;
pub use options::{Compression, ReadOptions, WriteOptions};
pub use read::{chunks, detect, open, open_with, read, read_with, trace};
pub use recompress::recompress;
pub use references::Holder;
pub use strings::{MaterialColors, tags};
pub use tree::{Instance, Tree};
pub use validate::validate;
pub use write::{write, write_onto, write_onto_with, write_with};

/// Checks that users can share these types between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Model, Opened, Document, Error, Warnings, ReadOptions, WriteOptions, Findings)>();
};
