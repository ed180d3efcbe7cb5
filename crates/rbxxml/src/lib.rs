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
mod hash;
mod lines;
mod options;

mod model;
mod nodes;
mod onto;
mod read;
pub mod rules;
mod types;
mod validate;
mod wire;
mod write;

/// The vectors and poses that the model uses.
pub use geom;

pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
pub use error::ErrorKind;
pub use geom::Same;
pub use model::{
    ATTRIBUTE_REFERENCE, Attribute, Children, ColorKeypoint, Content, ContentId, Document, Element, External,
    Extras, Font, FontStyle, Inserted, Item, ItemId, List, Meta, Name, NumberKeypoint, NumberRange,
    PartSpelling, Paths, PhysicalProperties, Position, Properties, PropertiesIter, Property, PropertyRef,
    Ray, Reference, Removed, SharedString, SharedStrings, Spelling, Text, UniqueId, Value, Visit, Walk,
};
pub use options::{NumberForm, ReadOptions, TextRule, WriteOptions};
pub use read::{detect, read, read_with, trace};
pub use validate::validate;
pub use wire::Type;
pub use write::{write, write_in_pieces, write_onto, write_onto_in_pieces, write_onto_with, write_with};

/// Public types can be sent to and shared between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Document, Error, Warnings, ReadOptions, WriteOptions, Findings)>();
};
